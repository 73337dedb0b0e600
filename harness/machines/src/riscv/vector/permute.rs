//! Instructions that move elements.

use super::operate::{Operands, extended, may_be_made};
use super::registers::{Group, Vectors};
use super::{Checked, require};

impl Vectors {
    /// The first element.
    pub(super) fn to_scalar(&self, o: &Operands) -> Checked<u64> {
        let width = self.kind()?.width;
        Ok(extended(self.get(Self::single(o.rs2, width), 0), width, true) as u64)
    }

    /// Sets the first element, if there are any.
    pub(super) fn take_scalar(&mut self, o: &Operands) -> Checked {
        let width = self.kind()?.width;
        if self.start < self.count {
            self.set(Self::single(o.rd, width), 0, o.scalar);
        }
        Ok(())
    }

    /// Destination and source, which have no register in common.
    fn apart(&mut self, o: &Operands) -> Checked<(Group, Group)> {
        let (d, a) = (self.group(o.rd, 0)?, self.group(o.rs2, 0)?);
        self.touch(d);
        may_be_made(d, [None; 2], o.masked)?;
        require(!d.overlaps(a))?;
        Ok((d, a))
    }

    /// An element, 0 behind the last that there can be.
    fn element(&self, group: Group, index: Option<u64>) -> Checked<u64> {
        let most = self.kind()?.most(self.length());
        Ok(index.filter(|index| *index < most).map_or(0, |index| self.get(group, index)))
    }

    pub(super) fn slide_up(&mut self, o: &Operands) -> Checked {
        let (d, a) = self.apart(o)?;
        self.head = o.place;
        for index in self.active(o.masked) {
            if let Some(from) = index.checked_sub(o.place) {
                self.set(d, index, self.get(a, from));
            }
        }
        Ok(())
    }

    pub(super) fn slide_down(&mut self, o: &Operands) -> Checked {
        let (d, a) = (self.group(o.rd, 0)?, self.group(o.rs2, 0)?);
        self.touch(d);
        may_be_made(d, [None; 2], o.masked)?;
        for index in self.active(o.masked) {
            let value = self.element(a, index.checked_add(o.place))?;
            self.set(d, index, value);
        }
        Ok(())
    }

    pub(super) fn slide_up_by_one(&mut self, o: &Operands) -> Checked {
        let (d, a) = self.apart(o)?;
        for index in self.active(o.masked) {
            let value = index.checked_sub(1).map_or(o.scalar, |from| self.get(a, from));
            self.set(d, index, value);
        }
        Ok(())
    }

    pub(super) fn slide_down_by_one(&mut self, o: &Operands) -> Checked {
        let (d, a) = (self.group(o.rd, 0)?, self.group(o.rs2, 0)?);
        self.touch(d);
        may_be_made(d, [None; 2], o.masked)?;
        for index in self.active(o.masked) {
            let value = if index + 1 == self.count { o.scalar } else { self.get(a, index + 1) };
            self.set(d, index, value);
        }
        Ok(())
    }

    /// The elements that another vector names, of `width` bits if that is given, or the one that an operand names.
    pub(super) fn gather(&mut self, o: &Operands, width: Option<u32>) -> Checked {
        let (d, a) = self.apart(o)?;
        let places = match width {
            Some(width) => Some(self.group_of(o.rs1, width)?),
            None => self.second(o)?,
        };
        require(places.is_none_or(|places| !d.overlaps(places)))?;
        for index in self.active(o.masked) {
            let from = places.map_or(o.place, |places| self.get(places, index));
            let value = self.element(a, Some(from))?;
            self.set(d, index, value);
        }
        Ok(())
    }

    /// The elements whose bits are set, side by side.
    pub(super) fn compress(&mut self, o: &Operands) -> Checked {
        let (d, a) = (self.group(o.rd, 0)?, self.group(o.rs2, 0)?);
        self.touch(d);
        require(self.start == 0 && !d.overlaps(a) && !d.overlaps(Self::mask(o.rs1)))?;
        let chosen =
            self.active(false).into_iter().filter(|index| self.bit(o.rs1, *index)).collect::<Vec<u64>>();
        self.tail = Some(chosen.len() as u64);
        for (to, from) in (0..).zip(chosen) {
            self.set(d, to, self.get(a, from));
        }
        Ok(())
    }

    /// Copies whole registers.
    pub(super) fn copy(&mut self, o: &Operands, registers: u8) -> Checked {
        let width = self.kind()?.width;
        let size = registers.trailing_zeros() as i32;
        let group = |first: u8| Group { first, width, size };
        require(o.rd.is_multiple_of(registers) && o.rs2.is_multiple_of(registers))?;
        let count = u64::from(registers) * self.bits() / u64::from(width);
        for index in self.start..count {
            self.set(group(o.rd), index, self.get(group(o.rs2), index));
        }
        Ok(())
    }
}
