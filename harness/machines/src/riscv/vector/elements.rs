//! Instructions that do the same with every element: arithmetic, extensions, reductions.

use super::operate::{Operands, extended, may_be_made};
use super::registers::Vectors;
use super::work::{Meaning, Shape};
use super::{Checked, require};

/// Names of the rounding modes of fixed-point numbers, by their codes: half up, half to even, down, to odd.
const HALF_UP: u8 = 0;
const HALF_TO_EVEN: u8 = 1;
const DOWN: u8 = 2;

/// A value without its lowest bits, rounded by them.
fn rounded(value: i128, by: u32, mode: u8) -> i128 {
    if by == 0 {
        return value;
    }
    let lost = value & ((1 << by) - 1);
    let half = 1 << (by - 1);
    let kept = value >> by;
    match mode {
        HALF_UP => kept + i128::from(lost >= half),
        HALF_TO_EVEN => kept + i128::from(lost > half || lost == half && kept & 1 == 1),
        DOWN => kept,
        _ => kept | i128::from(lost != 0),
    }
}

impl Meaning {
    /// The result for elements, of which that of the first vector is `width` bits wide.
    fn of(self, a: i128, b: i128, d: i128, width: u32, rounding: u8) -> i128 {
        let amount = (b & i128::from(width - 1)) as u32;
        match self {
            Self::Add => a + b,
            Self::Subtract => a - b,
            Self::SubtractFrom => b - a,
            Self::And => a & b,
            Self::Or => a | b,
            Self::Xor => a ^ b,
            Self::Least => a.min(b),
            Self::Greatest => a.max(b),
            Self::ShiftLeft => a << amount,
            Self::ShiftRight => a >> amount,
            Self::Multiply => a.wrapping_mul(b),
            Self::MultiplyHigh => (a.wrapping_mul(b) as u128 >> width) as i128,
            Self::Divide => {
                if b == 0 {
                    -1
                } else {
                    a / b
                }
            }
            Self::Remainder => {
                if b == 0 {
                    a
                } else {
                    a % b
                }
            }
            Self::AverageSum => rounded(a + b, 1, rounding),
            Self::AverageDifference => rounded(a - b, 1, rounding),
            Self::MultiplyFractions => rounded(a * b, width - 1, rounding),
            Self::Scale => rounded(a, amount, rounding),
            Self::Accumulate => d.wrapping_add(a.wrapping_mul(b)),
            Self::Deplete => d.wrapping_sub(a.wrapping_mul(b)),
            Self::MultiplyAdd => a.wrapping_add(d.wrapping_mul(b)),
            Self::MultiplySubtract => a.wrapping_sub(d.wrapping_mul(b)),
            Self::Second => b,
        }
    }
}

impl Vectors {
    /// A meaning for every element.
    pub(super) fn elements(
        &mut self,
        o: &Operands,
        meaning: Meaning,
        [a_signed, b_signed]: [bool; 2],
        clips: bool,
        shape: Shape,
    ) -> Checked {
        let (to, from) = shape.scales();
        let (d, a, b) = (self.group(o.rd, to)?, self.group(o.rs2, from)?, self.second(o)?);
        self.touch(d);
        may_be_made(d, [Some(a), b], o.masked)?;
        for index in self.active(o.masked) {
            let first = extended(self.get(a, index), a.width, a_signed);
            let second = self.second_at(o, b, index, b_signed)?;
            let value = meaning.of(first, second, self.get(d, index).into(), a.width, self.rounding);
            let value = if clips { self.clipped(value, d.width, a_signed) } else { value };
            self.set(d, index, value as u64);
        }
        Ok(())
    }

    /// The nearest value that fits a width.
    fn clipped(&mut self, value: i128, width: u32, signed: bool) -> i128 {
        let range = 1i128 << width;
        let (least, most) = if signed { (-range / 2, range / 2 - 1) } else { (0, range - 1) };
        let nearest = value.clamp(least, most);
        self.saturated |= nearest != value;
        nearest
    }

    /// All elements and the first of the other operand as one.
    pub(super) fn reduction(
        &mut self,
        o: &Operands,
        meaning: Meaning,
        signed: bool,
        shape: Shape,
    ) -> Checked {
        let (to, _) = shape.scales();
        let a = self.group(o.rs2, 0)?;
        let width = a.width << to;
        require(self.start == 0 && width <= super::kind::WIDEST)?;
        if self.count == 0 {
            return Ok(());
        }
        let begin = extended(self.get(Self::single(o.rs1, width), 0), width, signed);
        let elements =
            self.active(o.masked).into_iter().map(|index| extended(self.get(a, index), a.width, signed));
        let value = elements.fold(begin, |value, element| meaning.of(value, element, 0, width, 0));
        self.set(Self::single(o.rd, width), 0, value as u64);
        Ok(())
    }

    /// Every element in more bits.
    pub(super) fn extend(&mut self, o: &Operands, halvings: i32, signed: bool) -> Checked {
        let (d, a) = (self.group(o.rd, 0)?, self.group(o.rs2, -halvings)?);
        self.touch(d);
        may_be_made(d, [Some(a), None], o.masked)?;
        for index in self.active(o.masked) {
            let value = extended(self.get(a, index), a.width, signed);
            self.set(d, index, value as u64);
        }
        Ok(())
    }
}
