//! The work of instructions for AES (Zknd, Zkne; FIPS 197), on columns of the state as words whose lowest byte is the first.

use super::super::isa::Op;
use super::field;
use std::sync::LazyLock;

/// The irreducible polynomial of the field of 256 elements, without its highest term.
const POLYNOMIAL: u8 = 0x1b;
/// What is added to each element that was substituted.
const OFFSET: u8 = 0x63;

fn times(a: u8, b: u8) -> u8 {
    field::times(a, b, POLYNOMIAL)
}

/// The substitution: the inverse of an element moved by an affine map.
fn substituted(byte: u8) -> u8 {
    let i = field::inverse(byte, POLYNOMIAL);
    OFFSET ^ i ^ i.rotate_left(1) ^ i.rotate_left(2) ^ i.rotate_left(3) ^ i.rotate_left(4)
}

/// The substitution and its inverse, by element.
struct Boxes {
    forward: [u8; 256],
    backward: [u8; 256],
}

static BOXES: LazyLock<Boxes> = LazyLock::new(|| {
    let mut boxes = Boxes { forward: [0; 256], backward: [0; 256] };
    for byte in 0..=u8::MAX {
        let to = substituted(byte);
        boxes.forward[usize::from(byte)] = to;
        boxes.backward[usize::from(to)] = byte;
    }
    boxes
});

fn forward(byte: u8) -> u8 {
    BOXES.forward[usize::from(byte)]
}

fn backward(byte: u8) -> u8 {
    BOXES.backward[usize::from(byte)]
}

/// The factors of the first byte of a column in each byte of the mixed one; those of other bytes follow from it by a rotation.
const MIX: [u8; 4] = [2, 1, 1, 3];
const UNMIX: [u8; 4] = [14, 9, 13, 11];

/// The share of the first byte of a column in the mixed one.
fn share(byte: u8, factors: [u8; 4]) -> u32 {
    u32::from_le_bytes(factors.map(|factor| times(byte, factor)))
}

/// A column mixed.
fn mixed(column: u32, factors: [u8; 4]) -> u32 {
    let bytes = (0u32..).step_by(8).zip(column.to_le_bytes());
    bytes.fold(0, |sum, (at, byte)| sum ^ share(byte, factors).rotate_left(at))
}

/// Both columns mixed.
fn both_mixed(columns: u64, factors: [u8; 4]) -> u64 {
    u64::from(mixed(columns as u32, factors)) | u64::from(mixed((columns >> 32) as u32, factors)) << 32
}

/// The first two columns of a state, of which the last two are given too, with rows shifted by a distance for each and bytes
/// substituted.
fn shifted(low: u64, high: u64, distance: usize, substitute: fn(u8) -> u8) -> u64 {
    let mut state = [0; 16];
    let (first, last) = state.split_at_mut(8);
    first.copy_from_slice(&low.to_le_bytes());
    last.copy_from_slice(&high.to_le_bytes());
    u64::from_le_bytes(std::array::from_fn(|at| {
        let from = (at + 4 * distance * (at % 4)) % 16;
        substitute(state.get(from).copied().unwrap_or(0))
    }))
}

/// Columns by which a row moves against the one above it, in encryption and in decryption.
const FORTH: usize = 1;
const BACK: usize = 3;

/// One byte of a word, substituted and as the share of a column that it stands for, added to another word.
fn step(sum: u64, word: u64, byte: u64, substitute: fn(u8) -> u8, factors: Option<[u8; 4]>) -> u64 {
    let to = substitute((word >> (8 * byte)) as u8);
    let share = factors.map_or(to.into(), |factors| share(to, factors));
    (sum as u32 ^ share.rotate_left(8 * byte as u32)).into()
}

/// The constants of the rounds of the key schedule; there is none for the last step of a long key, which does not rotate either.
fn key_word(word: u32, round: u64) -> u64 {
    let (rotated, constant) = match round {
        0..10 => (word.rotate_right(8), (0..round).fold(1, |constant, _| times(constant, 2))),
        _ => (word, 0),
    };
    let to = u32::from_le_bytes(rotated.to_le_bytes().map(forward)) ^ u32::from(constant);
    u64::from(to) << 32 | u64::from(to)
}

/// The result of an operation; `None` for all that are not of AES. `imm` is the number of a byte or a round.
pub(super) fn value(op: Op, a: u64, b: u64, imm: u64) -> Option<u64> {
    Some(match op {
        Op::Aes32esi => step(a, b, imm, forward, None),
        Op::Aes32esmi => step(a, b, imm, forward, Some(MIX)),
        Op::Aes32dsi => step(a, b, imm, backward, None),
        Op::Aes32dsmi => step(a, b, imm, backward, Some(UNMIX)),
        Op::Aes64es => shifted(a, b, FORTH, forward),
        Op::Aes64esm => both_mixed(shifted(a, b, FORTH, forward), MIX),
        Op::Aes64ds => shifted(a, b, BACK, backward),
        Op::Aes64dsm => both_mixed(shifted(a, b, BACK, backward), UNMIX),
        Op::Aes64im => both_mixed(a, UNMIX),
        Op::Aes64ks1i => key_word((a >> 32) as u32, imm),
        Op::Aes64ks2 => {
            let first = (a >> 32) as u32 ^ b as u32;
            u64::from(first) | u64::from(first ^ (b >> 32) as u32) << 32
        }
        _ => return None,
    })
}
