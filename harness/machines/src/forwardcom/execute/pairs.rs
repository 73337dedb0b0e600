//! Instructions that treat two elements at a time: products and dividends of double size, carries, and checks
//! for overflow. An element with an even number and the one above it make a pair.

use super::super::isa::id;
use super::super::predecode::{General, element_size};
use super::alu::{low, signed};
use super::general::unsupported;
use super::{Core, Trap, Vector};

/// The product of two unsigned numbers of `width` bits, at most 128: its lower and its upper half.
pub(super) fn product(a: u128, b: u128, width: u32) -> (u128, u128) {
    if width <= 64 {
        let whole = low(a, width) * low(b, width);
        return (low(whole, width), whole >> width);
    }
    let half = |value: u128| (value & u128::from(u64::MAX), value >> 64);
    let ((a0, a1), (b0, b1)) = (half(a), half(b));
    let (bottom, cross, other, top) = (a0 * b0, a1 * b0, a0 * b1, a1 * b1);
    let middle = (bottom >> 64) + half(cross).0 + half(other).0;
    let lower = half(bottom).0 | middle << 64;
    (lower, top + (cross >> 64) + (other >> 64) + (middle >> 64))
}

/// The product of two signed numbers, as [`product`].
pub(super) fn product_signed(a: u128, b: u128, width: u32) -> (u128, u128) {
    let (lower, mut upper) = product(a, b, width);
    // A negative number counts 2^width too much.
    if signed(a, width) < 0 {
        upper = upper.wrapping_sub(b);
    }
    if signed(b, width) < 0 {
        upper = upper.wrapping_sub(a);
    }
    (lower, low(upper, width))
}

/// Quotient and remainder of a number of double size; `None` if the quotient has more than `width` bits.
fn quotient(lower: u128, upper: u128, divisor: u128, width: u32) -> Option<(u128, u128)> {
    if upper >= divisor {
        return None;
    }
    let (mut quotient, mut rest) = (0u128, upper);
    for bit in (0..width).rev() {
        let carry = rest >> (width - 1) & 1 != 0;
        rest = low(rest << 1 | lower >> bit & 1, width);
        if carry || rest >= divisor {
            rest = low(rest.wrapping_sub(divisor), width);
            quotient |= 1 << bit;
        }
    }
    Some((quotient, rest))
}

/// A number of double size with the opposite sign.
fn negated(lower: u128, upper: u128, width: u32) -> (u128, u128) {
    let new = low(lower.wrapping_neg(), width);
    (new, low((!upper).wrapping_add(u128::from(new == 0)), width))
}

/// As [`quotient`] with signs: the remainder has that of the dividend.
fn quotient_signed(lower: u128, upper: u128, divisor: u128, width: u32) -> Option<(u128, u128)> {
    let (below, negative) = (signed(upper, width) < 0, signed(divisor, width) < 0);
    let (lower, upper) = if below { negated(lower, upper, width) } else { (lower, upper) };
    let divisor = if negative { low(divisor.wrapping_neg(), width) } else { divisor };
    let (quotient, rest) = quotient(lower, upper, divisor, width)?;
    let limit = 1u128 << (width - 1);
    if quotient > limit || quotient == limit && below == negative {
        return None;
    }
    let sign = |value: u128, negative: bool| if negative { value.wrapping_neg() } else { value };
    Some((sign(quotient, below != negative), sign(rest, below)))
}

/// One pair: the even elements and the odd ones.
fn pair(operation: u32, (a, x): (u128, u128), (b, y): (u128, u128), width: u32) -> Option<(u128, u128)> {
    let smallest = 1u128 << (width - 1);
    let (i, j) = (signed(a, width), signed(b, width));
    // Bits 0 and 1 of the odd elements: a number did not fit, without and with sign.
    let checked = |result: u128, unsigned: bool, with_sign: bool| {
        (result, (x | y) & 3 | u128::from(unsigned) | u128::from(with_sign) << 1)
    };
    let fits = |value: Option<i128>| value.is_some_and(|value| signed(value as u128, width) == value);
    Some(match operation {
        id::DIV_EX => quotient_signed(a, x, b, width).unwrap_or((smallest, 0)),
        id::DIV_EX_U => quotient(a, x, b, width).unwrap_or((u128::MAX, 0)),
        id::MUL_EX => product_signed(a, b, width),
        id::MUL_EX_U => product(a, b, width),
        id::ADD_OC => {
            let sum = a.wrapping_add(b);
            checked(sum, low(sum, width) < a, !fits(i.checked_add(j)))
        }
        id::SUB_OC => checked(a.wrapping_sub(b), a < b, !fits(i.checked_sub(j))),
        id::MUL_OC => {
            let (lower, upper) = product(a, b, width);
            let above = product_signed(a, b, width).1;
            let extended = if lower & smallest == 0 { 0 } else { low(u128::MAX, width) };
            checked(lower, upper != 0, above != extended)
        }
        id::DIV_OC if b == 0 => checked(smallest, true, true),
        id::DIV_OC => {
            let quotient = i.wrapping_div(j);
            checked(quotient as u128, false, !fits(i.checked_div(j)))
        }
        id::ADD_C => {
            let carry = x & 1;
            let sum = a.wrapping_add(b);
            let result = sum.wrapping_add(carry);
            let out = low(sum, width) < a || low(result, width) < low(sum, width);
            (result, out.into())
        }
        id::SUB_B => {
            let borrow = x & 1;
            (a.wrapping_sub(b).wrapping_sub(borrow), u128::from(a < b || a == b && borrow != 0))
        }
        _ => return None,
    })
}

impl Core {
    /// An instruction on pairs of elements. The result has the length of the first source.
    pub(super) fn pairs(&self, g: &General) -> Result<Vector, Trap> {
        let i = &g.instruction;
        if i.operand_type > 4 {
            return Err(unsupported(g));
        }
        let size = element_size(i) as usize;
        let width = 8 * size as u32;
        let (first, second) = (self.vector(g.rs), self.vector(g.rt));
        let mask = i.mask().map(|mask| self.vector(mask));
        let fallback = g.fallback.map_or(Vector::EMPTY, |register| *self.vector(register));
        let mut result = Vector::of_length(first.length as u64);
        let read = |vector: &Vector, at: usize| (vector.get(at, size), vector.get(at + size, size));
        for at in (0..first.length).step_by(2 * size) {
            let (even, odd) = if self.is_enabled(mask, at, size) {
                pair(i.form.id, read(first, at), read(second, at), width).ok_or_else(|| unsupported(g))?
            } else {
                read(&fallback, at)
            };
            result.set(at, size, even);
            result.set(at + size, size, odd);
        }
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_and_quotients_of_128_bits_belong_together() {
        let numbers = [1, 3, u128::MAX, 1 << 127, 0x1234_5678_9ABC_DEF0_0FED_CBA9_8765_4321, u64::MAX.into()];
        for a in numbers {
            for b in numbers {
                let (lower, upper) = product(a, b, 128);
                assert_eq!(lower, a.wrapping_mul(b));
                assert_eq!(quotient(lower, upper, b, 128), (upper < b).then_some((a, 0)));
                let (lower, upper) = product_signed(a, b, 128);
                assert_eq!(quotient_signed(lower, upper, b, 128), Some((a, 0)));
            }
        }
        assert_eq!(product(1 << 127, 2, 128), (0, 1));
        assert_eq!(product_signed(u128::MAX, u128::MAX, 128), (1, 0));
    }

    #[test]
    fn quotients_that_do_not_fit_are_none() {
        assert_eq!(quotient(0, 1, 1, 8), None);
        assert_eq!(quotient(0, 1, 2, 8), Some((0x80, 0)));
        assert_eq!(quotient_signed(0, 1, 2, 8), None);
        // -256 / 2 = -128; 7 / -2 = -3, rest 1.
        assert_eq!(quotient_signed(0, 0xFF, 2, 8).map(|(q, r)| (low(q, 8), r)), Some((0x80, 0)));
        assert_eq!(quotient_signed(7, 0, 0xFE, 8).map(|(q, r)| (low(q, 8), r)), Some((0xFD, 1)));
    }
}
