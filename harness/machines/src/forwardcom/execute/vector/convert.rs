//! Numbers made, and numbers of other sizes and kinds.

use super::super::super::number::half_to_float;
use super::super::alu::{low, signed};
use super::super::exact::Control;
use super::super::float::{Precision, nan, round};
use super::super::general::extended;
use super::super::{Trap, Vector};
use super::Operands;
use crate::ieee;

/// Numbers that count up from IM1.
pub(super) fn make_sequence(o: &Operands<'_>) -> Result<Vector, Trap> {
    let mut result = Vector::of_length(o.limited(o.count_s.saturating_mul(o.size as u64)));
    for at in o.places(result.length) {
        let value = i64::from(o.im1 as i8) + (at / o.size) as i64;
        match o.operand_type() {
            5 => result.set(at, 4, (value as f32).to_bits().into()),
            6 => result.set(at, 8, (value as f64).to_bits().into()),
            7 => return Err(o.unsupported()),
            _ => result.set(at, o.size, extended(value as u64)),
        }
    }
    Ok(result)
}

/// Each element changed by itself, where that is possible.
pub(super) fn each(o: &Operands<'_>, change: impl Fn(u64) -> Option<u64>) -> Result<Vector, Trap> {
    let mut result = Vector::of_length(o.rs.length as u64);
    for at in o.places(o.rs.length) {
        let value = change(o.rs.get(at, o.step()) as u64).ok_or_else(|| o.unsupported())?;
        result.set(at, o.step(), value.into());
    }
    Ok(result)
}

/// Each number rounded to a multiple of 2 to the power of IM1.
pub(super) fn round_to_power(o: &Operands<'_>) -> Result<Vector, Trap> {
    let precision = Precision::of(o.operand_type()).ok_or_else(|| o.unsupported())?;
    let unit = 2f64.powi((o.im1 as i8).into());
    let mode = (o.numcontr >> 10) as u8 & 7;
    each(o, |value| {
        let rounded = round(precision.wide(value) / unit, mode)?;
        Some(if precision.is_nan(value) { value } else { precision.narrow(rounded * unit) })
    })
}

/// Elements of half the size. IM1 bits 0 to 2 for integers: 4 zero, 5 saturation (both signed), 6 and 7 unsigned.
/// For floating-point numbers bit 3 says that bits 0 to 2 are exceptions: overflow, underflow, inexact; bit 7 that
/// bits 4 to 6 are the rounding mode. Otherwise the control register has them.
pub(super) fn compress(o: &Operands<'_>) -> Option<Vector> {
    let (from, im1, size) = (o.rs, o.im1, o.size);
    let mut result = Vector::of_length((from.length / 2) as u64);
    if o.operand_type() == 0 {
        // Two elements of 4 bits in a byte.
        for index in 0..result.length {
            let nibble = |at: usize| narrowed(from.get(at, 1), 4, im1) & 15;
            result.set(index, 1, nibble(2 * index) | nibble(2 * index + 1) << 4);
        }
        return Some(result);
    }
    let control = Control::of(o.numcontr).filter(|_| o.operand_type() != 7)?;
    let mode = if im1 & 0x80 != 0 { im1 >> 4 & 7 } else { control.mode };
    let exceptions = if im1 & 8 != 0 { (im1 & 7) << 1 } else { control.exceptions };
    let control = Control { mode, exceptions, ..control };
    let new = size / 2;
    for index in 0..from.length / size {
        let value = from.get(index * size, size);
        let convert = |from: Precision, to| from.converted(value as u64, to, control, o.word_number).into();
        let narrow = match o.operand_type() {
            5 | 6 if mode > 4 => return None,
            5 => convert(Precision::Single, Precision::Half),
            6 => convert(Precision::Double, Precision::Single),
            _ => narrowed(value, 8 * new as u32, im1),
        };
        result.set(index * new, new, narrow);
    }
    Some(result)
}

/// An integer of `2 * bits` bits in `bits` bits.
fn narrowed(value: u128, bits: u32, im1: u8) -> u128 {
    let number = signed(value, 2 * bits);
    let (smallest, largest) = (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1);
    match im1 & 7 {
        4 if number < smallest || number > largest => 0,
        5 => number.clamp(smallest, largest) as u128,
        6 if value >> bits != 0 => 0,
        7 if value >> bits != 0 => u128::MAX,
        _ => value,
    }
}

/// Elements of twice the size; IM1 bit 1 extends integers with zeros.
pub(super) fn expand(o: &Operands<'_>) -> Option<Vector> {
    let (from, im1, new) = (o.rs, o.im1, o.size);
    if im1 & 0xFC != 0 || o.operand_type() == 7 {
        return None;
    }
    let mut result = Vector::of_length(2 * from.length as u64);
    if o.operand_type() == 0 {
        // Two elements of 4 bits in a byte.
        for index in 0..result.length {
            let value = from.get(index / 2, 1) >> (index % 2 * 4) & 15;
            let wide = if im1 & 2 != 0 { value } else { signed(value, 4) as u128 };
            result.set(index, 1, wide);
        }
        return Some(result);
    }
    let size = new / 2;
    for index in 0..result.length / new {
        let value = from.get(index * size, size);
        let wide = match o.operand_type() {
            5 => half_to_float(value as u16).to_bits().into(),
            6 => f64::from(f32::from_bits(value as u32)).to_bits().into(),
            _ if im1 & 2 != 0 => value,
            _ => signed(value, 8 * size as u32) as u128,
        };
        result.set(index * new, new, wide);
    }
    Some(result)
}

/// A floating-point number to an integer of the same size. IM1: bit 0 unsigned; bits 1 and 2 what an overflow
/// gives (0 the smallest number, 1 zero, 2 saturation); bit 3 what NaN gives; bits 4 to 7 rounding.
pub(super) fn to_integer(value: u64, size: usize, im1: u8, numcontr: u64) -> Option<u64> {
    let precision = match size {
        2 => Precision::Half,
        4 => Precision::Single,
        8 => Precision::Double,
        _ => return None,
    };
    let bits = 8 * size as u32;
    let sign = 1u64 << (bits - 1);
    let unsigned = im1 & 1 != 0;
    if precision.is_nan(value) {
        let most = if unsigned { low(u64::MAX, bits) as u64 } else { sign };
        return Some(if im1 & 8 != 0 { most } else { 0 });
    }
    let mode = if im1 & 0x80 != 0 { im1 >> 4 & 7 } else { (numcontr >> 10) as u8 & 7 };
    let number = precision.wide(value);
    let number = if mode == 5 { number.round() } else { round(number, mode)? };
    let limit = 2f64.powi(bits as i32 - i32::from(!unsigned));
    let smallest = if unsigned { 0.0 } else { -limit };
    if number < limit && number >= smallest {
        return Some(if unsigned { number as u64 } else { low(number as i64 as u64, bits) as u64 });
    }
    Some(match (im1 >> 1 & 3, unsigned) {
        (1, _) => 0,
        (2, false) if number < 0.0 => sign,
        (2, false) => sign - 1,
        (2, true) if number < 0.0 => 0,
        (_, true) => low(u64::MAX, bits) as u64,
        _ => sign,
    })
}

/// An integer to a floating-point number of the same size; IM1 bit 0 is set for unsigned ones, bit 2 where an
/// inexact result makes NaN.
pub(super) fn to_float(value: u64, size: usize, im1: u8, place: u64) -> Option<u64> {
    let bits = 8 * size as u32;
    let number = if im1 & 1 != 0 { low(value, bits) as i128 } else { signed(value, bits) };
    let (precision, result) = match size {
        // Exact in a double.
        2 => (Precision::Half, ieee::double_to_half(number as f64).into()),
        4 => (Precision::Single, (number as f32).to_bits().into()),
        8 => (Precision::Double, (number as f64).to_bits()),
        _ => return None,
    };
    // Every number here is below 2^65 in size, also when it is rounded, or infinite.
    let exact = precision.wide(result) as i128 == number;
    Some(if im1 & 4 != 0 && !exact { precision.make_nan(nan::INEXACT, place) } else { result })
}
