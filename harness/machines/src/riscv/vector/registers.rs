//! Vector registers, and the registers of control that go with them.

use super::kind::{Kind, WIDEST};
use super::{Checked, Reserved, require};

/// Bytes of a register (VLENB).
pub const LENGTH: usize = 16;

/// The state of the extension.
#[derive(Debug, Clone)]
pub struct Vectors {
    /// All registers, one behind the other.
    bytes: [u8; 32 * LENGTH],
    /// Kind of vectors; `None` where it is reserved (`vill`).
    pub kind: Option<Kind>,
    /// Number of elements (`vl`).
    pub count: u64,
    /// First element of the next instruction (`vstart`).
    pub start: u64,
    /// Rounding mode of fixed-point numbers (`vxrm`).
    pub rounding: u8,
    /// Whether a result was saturated (`vxsat`).
    pub saturated: bool,
}

impl Default for Vectors {
    fn default() -> Self {
        Self { bytes: [0; 32 * LENGTH], kind: None, count: 0, start: 0, rounding: 0, saturated: false }
    }
}

/// Some registers as elements of a width, or as one element for each bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Group {
    /// The first register.
    pub(in super::super) first: u8,
    /// Width of an element in bits (EEW).
    pub(in super::super) width: u32,
    /// Binary logarithm of the number of registers (EMUL).
    pub(in super::super) size: i32,
}

impl Group {
    /// Number of registers of which it has at least a part.
    pub(super) fn registers(self) -> u8 {
        1 << self.size.max(0)
    }

    fn end(self) -> u8 {
        self.first + self.registers()
    }

    /// Returns whether the groups have a register in common.
    pub(super) fn overlaps(self, other: Self) -> bool {
        self.first < other.end() && other.first < self.end()
    }

    /// Requires that the group may be the destination of an instruction with this source.
    ///
    /// # Errors
    /// They overlap in a way that is reserved.
    pub(super) fn may_be_made_of(self, source: Self) -> Checked {
        use std::cmp::Ordering::{Equal, Greater, Less};
        require(
            !self.overlaps(source)
                || match self.width.cmp(&source.width) {
                    Equal => true,
                    // In the lowest register.
                    Less => self.first == source.first,
                    // In the highest part.
                    Greater => source.size >= 0 && self.first < source.first && self.end() == source.end(),
                },
        )
    }
}

impl Vectors {
    /// The kind of vectors.
    ///
    /// # Errors
    /// It is reserved.
    pub(super) fn kind(&self) -> Checked<Kind> {
        self.kind.ok_or(Reserved)
    }

    /// The group that begins at a register, with elements `scale` times doubled in width, or halved.
    ///
    /// # Errors
    /// It is reserved.
    pub(super) fn group(&self, first: u8, scale: i32) -> Checked<Group> {
        let kind = self.kind()?;
        let width = if scale < 0 { kind.width >> -scale } else { kind.width << scale };
        Self::sized(first, width, kind.group + scale)
    }

    /// The group with elements of a width, as many as the kind of vectors has.
    ///
    /// # Errors
    /// It is reserved.
    pub(in super::super) fn group_of(&self, first: u8, width: u32) -> Checked<Group> {
        let kind = self.kind()?;
        let scale = width.trailing_zeros() as i32 - kind.width.trailing_zeros() as i32;
        Self::sized(first, width, kind.group + scale)
    }

    fn sized(first: u8, width: u32, size: i32) -> Checked<Group> {
        require((8..=WIDEST).contains(&width) && (-3..=3).contains(&size))?;
        let group = Group { first, width, size };
        require(first.is_multiple_of(group.registers()))?;
        Ok(group)
    }

    /// A register of masks.
    pub(super) const fn mask(first: u8) -> Group {
        Group { first, width: 1, size: 0 }
    }

    /// A register whose first element counts.
    pub(super) const fn single(first: u8, width: u32) -> Group {
        Group { first, width, size: 0 }
    }

    /// An element without sign, 0 behind the last register.
    pub(in super::super) fn get(&self, group: Group, index: u64) -> u64 {
        let bytes = group.width as usize / 8;
        let at = usize::from(group.first) * LENGTH + (index as usize).saturating_mul(bytes);
        let element = self.bytes.get(at..at.saturating_add(bytes)).unwrap_or_default();
        element.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
    }

    /// Sets an element.
    pub(in super::super) fn set(&mut self, group: Group, index: u64, value: u64) {
        let bytes = group.width as usize / 8;
        let at = usize::from(group.first) * LENGTH + (index as usize).saturating_mul(bytes);
        if let Some(element) = self.bytes.get_mut(at..at.saturating_add(bytes)) {
            element.iter_mut().zip(value.to_le_bytes()).for_each(|(to, from)| *to = from);
        }
    }

    /// A bit of a register.
    pub(super) fn bit(&self, register: u8, index: u64) -> bool {
        let byte = self.get(Self::single(register, 8), index / 8);
        byte >> (index % 8) & 1 == 1
    }

    /// Sets a bit of a register.
    pub(super) fn set_bit(&mut self, register: u8, index: u64, value: bool) {
        let bytes = Self::single(register, 8);
        let byte = self.get(bytes, index / 8) & !(1 << (index % 8)) | u64::from(value) << (index % 8);
        self.set(bytes, index / 8, byte);
    }

    /// The elements that an instruction works on: from the first on, up to the last, and not left out by the mask.
    pub(in super::super) fn active(&self, masked: bool) -> Vec<u64> {
        (self.start..self.count).filter(|index| !masked || self.bit(0, *index)).collect()
    }

    /// All bytes of a register.
    pub fn register(&self, index: u8) -> [u8; LENGTH] {
        let at = usize::from(index & 31) * LENGTH;
        self.bytes.get(at..).and_then(|rest| rest.first_chunk()).copied().unwrap_or_default()
    }

    /// Sets the kind of vectors and the number of elements: `asked` of them, or as many as there can be.
    pub(in super::super) fn configure(&mut self, kind: Option<Kind>, asked: u64) {
        self.kind = kind;
        self.count = kind.map_or(0, |kind| asked.min(kind.most()));
    }
}
