//! Random values of operands, within their domains.

use crate::draw::Draw;
use crate::widths::{Widths, mask_of_word};
use crosscall_model::Scalar;
use crosscall_model::expression::{Domain, Operand, Operation};

/// Percentage of lanes that are equal to those in an earlier operand of the same kind.
const SAME: u32 = 30;

/// Percentage of integers that are at an end of their range.
const AT_AN_END: u32 = 25;

/// Percentage of NaNs, where they are allowed.
const NO_NUMBER: u32 = 15;

/// Random values for all operands of an operation.
pub(super) fn random(operation: &Operation, widths: &Widths, draw: &mut Draw<'_, '_>) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = Vec::new();
    for operand in operation.operands {
        let mut values = elements(operand, widths, draw);
        let like = |other: &Operand| other.shape == operand.shape && other.domain == operand.domain;
        let known = operation.operands.iter().zip(&all).find(|(other, _)| like(other));
        if let Some((_, known)) = known.filter(|_| !matches!(operand.domain, Domain::Distinct(_))) {
            for (value, known) in values.iter_mut().zip(known) {
                if draw.chance(SAME) {
                    *value = *known;
                }
            }
        }
        all.push(values);
    }
    all
}

fn elements(operand: &Operand, widths: &Widths, draw: &mut Draw<'_, '_>) -> Vec<u64> {
    let count = operand.shape.len();
    if let Domain::Distinct(n) = operand.domain {
        let mut left: Vec<u64> = (0..u64::from(n)).collect();
        let mut take = |_| {
            let at = draw.below(u32::try_from(left.len()).unwrap_or(u32::MAX));
            if left.is_empty() { 0 } else { left.swap_remove(at as usize) }
        };
        return (0..count).map(&mut take).collect();
    }
    (0..count).map(|_| element(operand.domain, operand.shape.element(), widths, draw)).collect()
}

fn element(domain: Domain, scalar: Scalar, widths: &Widths, draw: &mut Draw<'_, '_>) -> u64 {
    let bits = widths.scalar(scalar);
    let real = |real: f64| encoding(real, bits);
    match domain {
        Domain::Any => any(bits, draw),
        Domain::Small => (i64::from(draw.below(1 << 16)) - (1 << 15)).cast_unsigned() & mask_of_word(bits),
        Domain::Below(n) | Domain::Distinct(n) => draw.below(n).into(),
        Domain::Positive => draw.between(1, 9999).into(),
        Domain::Short => real(short(draw)),
        Domain::Unordered if draw.chance(NO_NUMBER) => real(f64::NAN),
        Domain::Unordered => real(short(draw)),
        Domain::Fractions => {
            let size = fraction(12, draw);
            real(if draw.chance(50) { -size } else { size })
        }
        Domain::PositiveFractions => real(fraction(13, draw)),
        Domain::Exact => {
            let is_unsigned = unsigned(scalar);
            let size = i64::from(digits(draw)) << draw.below(if is_unsigned { 9 } else { 8 });
            let whole = if !is_unsigned && draw.chance(50) { -size } else { size };
            whole.cast_unsigned() & mask_of_word(bits)
        }
        Domain::Normal => {
            let size = (1.0 + f64::from(digits(draw)) / f64::from(1 << 24)) * 2f64.powi(power(draw));
            real(if draw.chance(50) { -size } else { size })
        }
        Domain::Of(encodings) => draw.pick(encodings).copied().unwrap_or(0),
    }
}

/// Simplest value of a domain; `None` where there is no choice.
pub(super) fn simplest(domain: Domain, scalar: Scalar, widths: &Widths) -> Option<u64> {
    match domain {
        Domain::Any | Domain::Small | Domain::Below(_) | Domain::Exact => Some(0),
        Domain::Positive => Some(1),
        Domain::Short
        | Domain::Fractions
        | Domain::PositiveFractions
        | Domain::Normal
        | Domain::Unordered => Some(encoding(1.0, widths.scalar(scalar))),
        Domain::Distinct(_) | Domain::Of(_) => None,
    }
}

fn unsigned(scalar: Scalar) -> bool {
    use Scalar::{Size, UnsignedChar, UnsignedInt, UnsignedLong, UnsignedLongLong, UnsignedShort};
    matches!(scalar, UnsignedChar | UnsignedShort | UnsignedInt | UnsignedLong | UnsignedLongLong | Size)
}

fn any(bits: u32, draw: &mut Draw<'_, '_>) -> u64 {
    if draw.chance(AT_AN_END) {
        let sign = 1u64 << (bits.clamp(1, 64) - 1);
        let ends = [0, 1, mask_of_word(bits), sign, sign - 1];
        return draw.pick(&ends).copied().unwrap_or(0);
    }
    (0..8).fold(0, |number, _| number << 8 | u64::from(draw.byte())) & mask_of_word(bits)
}

/// Random number of 24 bits.
fn digits(draw: &mut Draw<'_, '_>) -> u32 {
    (0..3).fold(0, |number, _| number << 8 | u32::from(draw.byte()))
}

/// Random multiple of 1/8 other than zero.
fn short(draw: &mut Draw<'_, '_>) -> f64 {
    let size = f64::from(draw.between(1, 4095)) / 8.0;
    if draw.chance(50) { -size } else { size }
}

/// Random multiple of 1/16 of 23 significant bits, times a power of two up to the `most`-th.
fn fraction(most: u32, draw: &mut Draw<'_, '_>) -> f64 {
    let sixteenths = f64::from(digits(draw) >> 1);
    sixteenths / 16.0 * f64::from(1u32 << draw.below(most + 1))
}

/// Random exponent.
fn power(draw: &mut Draw<'_, '_>) -> i32 {
    i32::try_from(draw.below(41)).unwrap_or(0) - 20
}

/// Bits of a number in the format of 32 or 64 bits.
fn encoding(real: f64, bits: u32) -> u64 {
    if bits == 32 { u64::from((real as f32).to_bits()) } else { real.to_bits() }
}
