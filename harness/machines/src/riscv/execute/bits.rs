//! The work of instructions on bits: Zba, Zbb, Zbc, Zbs, Zbkb, Zbkx and Zicond.

use super::super::isa::Op;

/// The result of an operation on registers of `XLEN` bits, which on RV32 are extended by their sign; `None` for all others. `imm` is
/// the amount of a shift. On RV32 only the lower half of a result counts.
pub(super) fn value<const XLEN: u32>(op: Op, a: u64, b: u64, imm: u64) -> Option<u64> {
    let amount = (b % u64::from(XLEN)) as u32;
    let constant = imm as u32 % XLEN;
    let (own, word) = (unsigned::<XLEN>(a), a as u32);
    Some(match op {
        Op::AddUw => u64::from(word).wrapping_add(b),
        Op::Sh1add => (a << 1).wrapping_add(b),
        Op::Sh2add => (a << 2).wrapping_add(b),
        Op::Sh3add => (a << 3).wrapping_add(b),
        Op::Sh1addUw => (u64::from(word) << 1).wrapping_add(b),
        Op::Sh2addUw => (u64::from(word) << 2).wrapping_add(b),
        Op::Sh3addUw => (u64::from(word) << 3).wrapping_add(b),
        Op::SlliUw => u64::from(word) << constant,
        Op::Andn => a & !b,
        Op::Orn => a | !b,
        Op::Xnor => !(a ^ b),
        Op::Clz => (own.leading_zeros() + XLEN - 64).into(),
        Op::Ctz => own.trailing_zeros().min(XLEN).into(),
        Op::Cpop => own.count_ones().into(),
        Op::Clzw => word.leading_zeros().into(),
        Op::Ctzw => word.trailing_zeros().into(),
        Op::Cpopw => word.count_ones().into(),
        Op::Min => (a as i64).min(b as i64) as u64,
        Op::Max => (a as i64).max(b as i64) as u64,
        // Extension by the sign keeps the order without sign.
        Op::Minu => a.min(b),
        Op::Maxu => a.max(b),
        Op::SextB => a as i8 as u64,
        Op::SextH => a as i16 as u64,
        Op::ZextH32 | Op::ZextH64 => (a as u16).into(),
        Op::Rol => rotated::<XLEN>(own, XLEN - amount),
        Op::Ror => rotated::<XLEN>(own, amount),
        Op::Rori => rotated::<XLEN>(own, constant),
        Op::Rolw => extended(word.rotate_left(b as u32 % 32)),
        Op::Rorw => extended(word.rotate_right(b as u32 % 32)),
        Op::Roriw => extended(word.rotate_right(constant)),
        Op::OrcB => bytes(a, |byte| if byte == 0 { 0 } else { 0xff }),
        Op::Rev832 | Op::Rev864 => own.swap_bytes() >> (64 - XLEN),
        Op::Clmul => product(own, b) as u64,
        Op::Clmulh => (product(own, unsigned::<XLEN>(b)) >> XLEN) as u64,
        Op::Clmulr => (product(own, unsigned::<XLEN>(b)) >> (XLEN - 1)) as u64,
        Op::Bclr => a & !(1 << amount),
        Op::Bclri => a & !(1 << constant),
        Op::Bext => a >> amount & 1,
        Op::Bexti => a >> constant & 1,
        Op::Binv => a ^ 1 << amount,
        Op::Binvi => a ^ 1 << constant,
        Op::Bset => a | 1 << amount,
        Op::Bseti => a | 1 << constant,
        Op::Pack => low(a, XLEN / 2) | b << (XLEN / 2),
        Op::Packh => low(a, 8) | low(b, 8) << 8,
        Op::Packw => extended((low(a, 16) | low(b, 16) << 16) as u32),
        Op::Brev8 => bytes(a, u8::reverse_bits),
        Op::Zip => (0..16)
            .fold(0, |all, bit| all | (a >> bit & 1) << (2 * bit) | (a >> (bit + 16) & 1) << (2 * bit + 1)),
        Op::Unzip => (0..16)
            .fold(0, |all, bit| all | (a >> (2 * bit) & 1) << bit | (a >> (2 * bit + 1) & 1) << (bit + 16)),
        Op::Xperm4 => permuted::<XLEN>(own, b, 4),
        Op::Xperm8 => permuted::<XLEN>(own, b, 8),
        Op::CzeroEqz => {
            if b == 0 {
                0
            } else {
                a
            }
        }
        Op::CzeroNez => {
            if b == 0 {
                a
            } else {
                0
            }
        }
        _ => return None,
    })
}

/// A value without sign.
const fn unsigned<const XLEN: u32>(value: u64) -> u64 {
    low(value, XLEN)
}

/// The lowest bits of a value, 1 to 64 of them.
const fn low(value: u64, bits: u32) -> u64 {
    value & u64::MAX >> (64 - bits)
}

/// A word extended by its sign.
const fn extended(word: u32) -> u64 {
    word as i32 as u64
}

/// A value without sign rotated to the right by up to its width.
const fn rotated<const XLEN: u32>(value: u64, amount: u32) -> u64 {
    let twice = (value as u128) << XLEN | value as u128;
    (twice >> amount) as u64
}

/// A value with something done to each byte.
fn bytes(value: u64, work: fn(u8) -> u8) -> u64 {
    u64::from_le_bytes(value.to_le_bytes().map(work))
}

/// The product of two polynomials over the field of two elements.
fn product(a: u64, b: u64) -> u128 {
    (0..64).filter(|bit| b >> bit & 1 == 1).fold(0, |sum, bit| sum ^ u128::from(a) << bit)
}

/// The elements of `width` bits of a value that those of another one name; 0 for one that there is not.
fn permuted<const XLEN: u32>(value: u64, places: u64, width: u32) -> u64 {
    let element = |at: u32| {
        let place = low(places >> at, width) * u64::from(width);
        if place < XLEN.into() { low(value >> place, width) << at } else { 0 }
    };
    (0..XLEN).step_by(width as usize).map(element).fold(0, |all, element| all | element)
}
