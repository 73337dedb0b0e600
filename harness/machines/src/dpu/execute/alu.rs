//! Results of operations, apart from registers and flags.

use super::super::isa::Op;

/// The result of an addition or subtraction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sum {
    pub(super) value: u32,
    /// Carry out of bit 31; for subtractions set when nothing is borrowed.
    pub(super) carry: bool,
    /// Signed overflow.
    pub(super) overflow: bool,
    /// The carry into each bit.
    pub(super) carries: u32,
}

/// a + b + carry.
#[inline(always)]
pub(super) fn add(a: u32, b: u32, carry: bool) -> Sum {
    let wide = u64::from(a) + u64::from(b) + u64::from(carry);
    let value = wide as u32;
    let overflow = (!(a ^ b) & (a ^ value)) >> 31 != 0;
    Sum { value, carry: wide >> 32 != 0, overflow, carries: a ^ b ^ value }
}

/// a - b - 1 + carry.
#[inline(always)]
pub(super) fn subtract(a: u32, b: u32, carry: bool) -> Sum {
    add(a, !b, carry)
}

/// The 32 bits of a byte product, extended with its sign if a factor is signed.
pub(super) fn multiply(op: Op, a: u32, b: u32) -> u32 {
    use Op::{
        MulShSh, MulShSl, MulShUh, MulShUl, MulSlSh, MulSlSl, MulSlUh, MulSlUl, MulUhUh, MulUhUl, MulUlUh,
    };
    let (signed_low, signed_high) = (|x: u32| i32::from(x as i8), |x: u32| i32::from((x >> 8) as i8));
    let (low, high) = (|x: u32| i32::from(x as u8), |x: u32| i32::from((x >> 8) as u8));
    let product = match op {
        MulShSh => signed_high(a) * signed_high(b),
        MulShSl => signed_high(a) * signed_low(b),
        MulShUh => signed_high(a) * high(b),
        MulShUl => signed_high(a) * low(b),
        MulSlSh => signed_low(a) * signed_high(b),
        MulSlSl => signed_low(a) * signed_low(b),
        MulSlUh => signed_low(a) * high(b),
        MulSlUl => signed_low(a) * low(b),
        MulUhUh => high(a) * high(b),
        MulUhUl => high(a) * low(b),
        MulUlUh => low(a) * high(b),
        _ => low(a) * low(b),
    };
    product as u32
}

/// A shift or rotation of a by the low five bits of b.
#[inline(always)]
pub(super) fn shift(op: Op, a: u32, b: u32) -> u32 {
    let amount = b & 31;
    // The rest of a shift by 32 less the amount, which for an amount of 0 is nothing.
    let out_left = |fill: u32| if amount == 0 { fill } else { a >> (32 - amount) | fill << amount };
    let out_right = |fill: u32| if amount == 0 { fill } else { a << (32 - amount) | fill >> amount };
    match op {
        Op::Lsl => a << amount,
        Op::Lsr => a >> amount,
        Op::Asr => (a as i32 >> amount) as u32,
        Op::Rol => a.rotate_left(amount),
        Op::Ror => a.rotate_right(amount),
        Op::Lslx => out_left(0),
        Op::Lsrx => out_right(0),
        Op::Lsl1 => a << amount | !(u32::MAX << amount),
        Op::Lsr1 => a >> amount | !(u32::MAX >> amount),
        Op::Lsl1x => out_left(u32::MAX),
        _ => out_right(u32::MAX),
    }
}

/// Bitwise logic.
#[inline(always)]
pub(super) fn logic(op: Op, a: u32, b: u32) -> u32 {
    match op {
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Nand => !(a & b),
        Op::Nor => !(a | b),
        Op::Nxor => !(a ^ b),
        Op::Andn => !a & b,
        _ => !a | b,
    }
}

/// Operations on one source.
#[inline(always)]
pub(super) fn unary(op: Op, a: u32) -> u32 {
    match op {
        Op::Cao => a.count_ones(),
        Op::Clo => a.leading_ones(),
        Op::Clz => a.leading_zeros(),
        Op::Cls => (a ^ (a as i32 >> 31) as u32).leading_zeros() - 1,
        Op::Extsb => i32::from(a as i8) as u32,
        Op::Extsh => i32::from(a as i16) as u32,
        Op::Extub => a & 0xff,
        _ => a & 0xffff,
    }
}

/// 1 in each byte in which a and b are equal.
pub(super) fn compare_bytes(a: u32, b: u32) -> u32 {
    let pairs = a.to_le_bytes().into_iter().zip(b.to_le_bytes());
    let mut bytes = [0; 4];
    bytes.iter_mut().zip(pairs).for_each(|(to, (a, b))| *to = u8::from(a == b));
    u32::from_le_bytes(bytes)
}

/// The number that a result which has overflowed is replaced by, known by its wrong sign.
pub(super) const fn saturate(a: u32) -> u32 {
    if a >> 31 != 0 { 0x7fff_ffff } else { 0x8000_0000 }
}

/// The hash of a: bits 3:2 of `kind` choose its width of 7 to 10 bits, bit 0 whether three or two runs of
/// that many bits are combined.
pub(super) const fn hash(a: u32, kind: u32) -> u32 {
    let width = 7 + (kind >> 2 & 3);
    let folded = a ^ a >> width;
    let folded = if kind & 1 != 0 { folded ^ a >> (2 * width) } else { folded };
    folded & ((1 << width) - 1)
}
