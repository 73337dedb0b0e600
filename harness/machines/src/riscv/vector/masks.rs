//! Instructions on masks, of which each bit is an element.

use super::operate::{Operands, may_be_made};
use super::registers::Vectors;
use super::work::{Logic, Until};
use super::{Checked, require};

impl Vectors {
    /// A logical operation.
    pub(super) fn masks(&mut self, o: &Operands, logic: Logic, negated: bool) -> Checked {
        self.kind()?;
        for index in self.active(false) {
            let (a, b) = (self.bit(o.rs2, index), self.bit(o.rs1, index));
            let value = match logic {
                Logic::And => a && b,
                Logic::AndNot => a && !b,
                Logic::Or => a || b,
                Logic::OrNot => a || !b,
                Logic::Xor => a != b,
            };
            self.set_bit(o.rd, index, value != negated);
        }
        Ok(())
    }

    /// The elements whose bit is set.
    fn set_in_mask(&self, o: &Operands) -> Checked<impl Iterator<Item = u64>> {
        self.kind()?;
        require(self.start == 0)?;
        Ok(self.active(o.masked).into_iter().filter(|index| self.bit(o.rs2, *index)))
    }

    /// The number of bits that are set.
    pub(super) fn count_of_mask(&self, o: &Operands) -> Checked<u64> {
        Ok(self.set_in_mask(o)?.count() as u64)
    }

    /// The first bit that is set; -1 where none is.
    pub(super) fn first_of_mask(&self, o: &Operands) -> Checked<u64> {
        Ok(self.set_in_mask(o)?.next().unwrap_or(u64::MAX))
    }

    /// The elements around the first bit that is set.
    pub(super) fn until(&mut self, o: &Operands, until: Until) -> Checked {
        let first = self.set_in_mask(o)?.next().unwrap_or(u64::MAX);
        require(o.rd != o.rs2 && !(o.masked && o.rd == 0))?;
        self.touch(Self::mask(o.rd));
        for index in self.active(o.masked) {
            let value = match until {
                Until::Before => index < first,
                Until::Including => index <= first,
                Until::Only => index == first,
            };
            self.set_bit(o.rd, index, value);
        }
        Ok(())
    }

    /// For every element the number of bits before it that are set.
    pub(super) fn count_before(&mut self, o: &Operands) -> Checked {
        let d = self.group(o.rd, 0)?;
        self.touch(d);
        require(self.start == 0 && !d.overlaps(Self::mask(o.rs2)))?;
        may_be_made(d, [None; 2], o.masked)?;
        let mut count = 0;
        for index in self.active(o.masked) {
            self.set(d, index, count);
            count += u64::from(self.bit(o.rs2, index));
        }
        Ok(())
    }

    /// For every element its number.
    pub(super) fn number(&mut self, o: &Operands) -> Checked {
        let d = self.group(o.rd, 0)?;
        self.touch(d);
        may_be_made(d, [None; 2], o.masked)?;
        self.active(o.masked).into_iter().for_each(|index| self.set(d, index, index));
        Ok(())
    }
}
