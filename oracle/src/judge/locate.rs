//! Finding lost values again, and naming places.

use super::entry::read_piece;
use crosscall_model::layout::Image;
use crosscall_model::observation::{Observation, Snapshot, number};
use crosscall_model::plan::{Piece, Place, Plan, Transfer};
use crosscall_model::target::{Register, Target};

/// How far from the stack pointer upwards a value is looked for, in bytes.
const STACK_REACH: u64 = 512;

/// A place as findings print it: `r2`, `r0 byte 1`, `[sp+8]`.
pub fn name_place(target: Target, place: Place) -> String {
    match place {
        Place::Register { register, byte: 0 } => target.register_name(register),
        Place::Register { register, byte } => format!("{} byte {byte}", target.register_name(register)),
        Place::Stack { offset } => stack(offset),
    }
}

/// The pieces of a value: `r2:r3`, `r3 and [sp+0]`.
pub(super) fn name_pieces(target: Target, pieces: &[Piece]) -> String {
    join(&pieces.iter().map(|p| name_place(target, p.place)).collect::<Vec<_>>())
}

/// Bytes as a number when they are few, else in memory order.
pub(super) fn show(bytes: &[u8]) -> String {
    if bytes.len() <= 8 {
        let digits = bytes.len() * 2;
        format!("{:#0width$x}", number(bytes), width = digits + 2)
    } else {
        bytes.iter().map(|b| format!("{b:02x}")).collect::<Vec<_>>().join(" ")
    }
}

/// An address with the symbol before it: `0x1234 (f3+0x10)`.
pub(super) fn address(seen: &Observation, address: u64) -> String {
    let symbols = &seen.ground.symbols;
    let after = symbols.partition_point(|(start, _)| *start <= address);
    match after.checked_sub(1).and_then(|i| symbols.get(i)) {
        Some((start, name)) if address - start < 0x1_0000 => match address - start {
            0 => format!("{address:#x} ({name})"),
            distance => format!("{address:#x} ({name}+{distance:#x})"),
        },
        _ => format!("{address:#x}"),
    }
}

/// Where the determined bytes of a value lie in a snapshot: in the places of other values of the plan, in
/// registers, near the stack pointer, or behind an address in one of these. The value as a whole is looked
/// for first, then word by word; the stack comes before the registers where it is `expected` there.
/// `None` when some word is nowhere, or too little of the value is determined to recognise it.
pub(super) fn find_value(image: &Image, at: &Snapshot, expected: &[Piece], plan: &Plan) -> Option<String> {
    if !is_recognisable(image) {
        return None;
    }
    let on_stack = expected.first().is_some_and(|p| matches!(p.place, Place::Stack { .. }));
    in_places_of(plan, image, at).or_else(|| find_anywhere(image, at, on_stack))
}

/// Where bytes that a subject took for a value really lay: the other direction of the search.
pub(super) fn find_bytes(bytes: &[u8], at: &Snapshot) -> Option<String> {
    let image = Image { bytes: bytes.to_vec(), mask: vec![0xff; bytes.len()] };
    if !is_recognisable(&image) || bytes.iter().all(|b| *b == bytes[0]) {
        return None;
    }
    find_anywhere(&image, at, false)
}

fn is_recognisable(image: &Image) -> bool {
    image.mask.iter().filter(|m| **m == 0xff).count() >= 2
}

/// The places of a plan's values, when each word of the image is in one of them.
fn in_places_of(plan: &Plan, image: &Image, at: &Snapshot) -> Option<String> {
    let values = plan.arguments.iter().chain(&plan.result);
    let pieces: Vec<&Piece> = values
        .flat_map(|passed| match &passed.transfer {
            Transfer::Direct(pieces) => pieces.as_slice(),
            _ => &[],
        })
        .collect();
    let find = |bytes: &[u8], mask: &[u8]| {
        let holds = |piece: &&&Piece| {
            read_piece(piece, bytes.len(), at).is_some_and(|seen| matches(bytes, mask, &seen))
        };
        pieces.iter().find(holds).map(|piece| name_place(at.target, piece.place))
    };
    word_by_word(image, at.target, find)
}

fn find_anywhere(image: &Image, at: &Snapshot, on_stack: bool) -> Option<String> {
    let near = |bytes: &[u8], mask: &[u8]| match on_stack {
        true => find_on_stack(bytes, mask, at).or_else(|| find_in_registers(bytes, mask, at)),
        false => find_in_registers(bytes, mask, at).or_else(|| find_on_stack(bytes, mask, at)),
    };
    near(&image.bytes, &image.mask)
        .or_else(|| word_by_word(image, at.target, near))
        .or_else(|| find_behind_address(&image.bytes, &image.mask, at))
        .or_else(|| {
            let anywhere = |bytes: &[u8], mask: &[u8]| {
                near(bytes, mask).or_else(|| find_behind_address(bytes, mask, at))
            };
            word_by_word(image, at.target, anywhere)
        })
}

/// The place of each word that is determined at all, joined.
fn word_by_word(
    image: &Image,
    target: Target,
    find: impl Fn(&[u8], &[u8]) -> Option<String>,
) -> Option<String> {
    let word = word_bytes(target);
    let words = image.bytes.chunks(word).zip(image.mask.chunks(word));
    let determined = words.filter(|(_, mask)| mask.iter().any(|m| *m != 0));
    let places: Vec<String> = determined.map(|(bytes, mask)| find(bytes, mask)).collect::<Option<_>>()?;
    (!places.is_empty()).then(|| join(&places))
}

fn matches(bytes: &[u8], mask: &[u8], seen: &[u8]) -> bool {
    seen.len() >= bytes.len() && bytes.iter().zip(mask).zip(seen).all(|((b, m), s)| (b ^ s) & m == 0)
}

/// Registers that hold it one after the other; then a byte offset inside one register.
fn find_in_registers(bytes: &[u8], mask: &[u8], at: &Snapshot) -> Option<String> {
    let target = at.target;
    let word = word_bytes(target);
    let words = bytes.len().div_ceil(word);
    for first in 0..at.registers.len() / word {
        let start = first * word;
        if at.registers.get(start..start + bytes.len()).is_some_and(|seen| matches(bytes, mask, seen)) {
            let names: Vec<_> =
                (first..first + words).map(|r| target.register_name(Register(r as u16))).collect();
            return Some(names.join(":"));
        }
    }
    if bytes.len() < word {
        for start in 0..at.registers.len() {
            let inside = start % word;
            let seen = at.registers.get(start..).unwrap_or_default();
            if inside + bytes.len() <= word && matches(bytes, mask, seen) {
                let name = target.register_name(Register((start / word) as u16));
                return Some(format!("{name} byte {inside}"));
            }
        }
    }
    None
}

fn find_on_stack(bytes: &[u8], mask: &[u8], at: &Snapshot) -> Option<String> {
    let holds = |offset: &u64| {
        at.read(at.sp().wrapping_add(*offset), bytes.len()).is_some_and(|seen| matches(bytes, mask, seen))
    };
    (0..STACK_REACH).find(holds).map(|offset| stack(offset as i64))
}

fn find_behind_address(bytes: &[u8], mask: &[u8], at: &Snapshot) -> Option<String> {
    let holds = |address: u64| at.read(address, bytes.len()).is_some_and(|seen| matches(bytes, mask, seen));
    let word = word_bytes(at.target);
    let registers = (0..at.registers.len() / word).map(|r| Register(r as u16));
    for register in registers.filter(|r| *r != at.target.stack_pointer()) {
        if holds(at.register_value(register)) {
            return Some(format!("memory at the address in {}", at.target.register_name(register)));
        }
    }
    for offset in (0..64).step_by(word) {
        if at.read(at.sp().wrapping_add(offset), word).map(number).is_some_and(holds) {
            return Some(format!("memory at the address in {}", stack(offset as i64)));
        }
    }
    None
}

pub(super) fn stack(offset: i64) -> String {
    format!("[sp{offset:+}]")
}

/// Bytes of a general register.
pub(super) fn word_bytes(target: Target) -> usize {
    target.registers().first().map_or(4, |r| usize::from(r.bytes).max(1))
}

/// Joins consecutive registers with colons, and the rest with "and".
fn join(places: &[String]) -> String {
    let mut text = String::new();
    let mut last_was_register = false;
    for place in places {
        let is_register = !place.contains(['[', ' ']) || place.ends_with(')') && !place.contains('[');
        if !text.is_empty() {
            text.push_str(if is_register && last_was_register { ":" } else { " and " });
        }
        text.push_str(place);
        last_was_register = is_register;
    }
    text
}
