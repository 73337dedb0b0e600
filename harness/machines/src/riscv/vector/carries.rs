//! Comparisons, sums with carries, and choices by a mask.

use super::operate::{Operands, extended, may_be_made};
use super::registers::Vectors;
use super::work::Relation;
use super::{Checked, require};

impl Relation {
    fn holds(self, a: i128, b: i128) -> bool {
        match self {
            Self::Equal => a == b,
            Self::NotEqual => a != b,
            Self::Less => a < b,
            Self::LessOrEqual => a <= b,
            Self::Greater => a > b,
        }
    }
}

impl Vectors {
    /// A mask of the elements in a relation.
    pub(super) fn compare(&mut self, o: &Operands, relation: Relation, signed: bool) -> Checked {
        let (a, b) = (self.group(o.rs2, 0)?, self.second(o)?);
        may_be_made(Self::mask(o.rd), [Some(a), b], false)?;
        self.touch(Self::mask(o.rd));
        for index in self.active(o.masked) {
            let first = extended(self.get(a, index), a.width, signed);
            let second = self.second_at(o, b, index, signed)?;
            self.set_bit(o.rd, index, relation.holds(first, second));
        }
        Ok(())
    }

    /// A sum or difference with a carry, as if elements had no end.
    fn sum(&self, o: &Operands, index: u64, subtracts: bool, carry: bool) -> Checked<i128> {
        let (a, b) = (self.group(o.rs2, 0)?, self.second(o)?);
        let first = extended(self.get(a, index), a.width, false);
        let second = self.second_at(o, b, index, false)? + i128::from(carry);
        Ok(if subtracts { first - second } else { first + second })
    }

    /// Sums or differences with the carries in the mask.
    pub(super) fn with_carries(&mut self, o: &Operands, subtracts: bool) -> Checked {
        let d = self.group(o.rd, 0)?;
        self.touch(d);
        may_be_made(d, [Some(self.group(o.rs2, 0)?), self.second(o)?], true)?;
        for index in self.active(false) {
            let value = self.sum(o, index, subtracts, self.bit(0, index))?;
            self.set(d, index, value as u64);
        }
        Ok(())
    }

    /// The carries of sums or differences.
    pub(super) fn carries(&mut self, o: &Operands, subtracts: bool, takes_carries: bool) -> Checked {
        let a = self.group(o.rs2, 0)?;
        may_be_made(Self::mask(o.rd), [Some(a), self.second(o)?], false)?;
        self.touch(Self::mask(o.rd));
        for index in self.active(false) {
            let carry = takes_carries && self.bit(0, index);
            let value = self.sum(o, index, subtracts, carry)?;
            self.set_bit(o.rd, index, value >> a.width != 0);
        }
        Ok(())
    }

    /// Of each two elements the second where the mask has a bit, else the first.
    pub(super) fn merge(&mut self, o: &Operands) -> Checked {
        let (d, a, b) = (self.group(o.rd, 0)?, self.group(o.rs2, 0)?, self.second(o)?);
        self.touch(d);
        require(o.rd != 0)?;
        for index in self.active(false) {
            let first = extended(self.get(a, index), a.width, false);
            let value = if self.bit(0, index) { self.second_at(o, b, index, false)? } else { first };
            self.set(d, index, value as u64);
        }
        Ok(())
    }
}
