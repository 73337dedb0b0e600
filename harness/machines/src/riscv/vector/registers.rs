//! Vector registers, and the registers of control that go with them.

use super::kind::{Kind, WIDEST};
use super::{Checked, Reserved, require};

/// Bytes of a register (VLENB) where nobody asks for another length: VLEN is 128.
pub const USUAL_LENGTH: usize = 16;

/// Bytes of the longest register: VLEN is 256.
pub const LONGEST: usize = 32;

/// Number of registers.
const COUNT: usize = 32;

/// The state of the extension.
#[derive(Debug, Clone)]
pub struct Vectors {
    /// All registers, one behind the other.
    bytes: [u8; COUNT * LONGEST],
    /// Bytes of a register.
    length: usize,
    /// Registers that were written since somebody asked last, a bit for each, and their lowest 64 bits before that.
    written: u32,
    before: [u64; COUNT],
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
    /// Whether elements that are agnostic become ones; else they keep their values.
    pub agnostic: bool,
    /// What the instruction has written, where that is of interest for those elements.
    pub(super) touched: Vec<Group>,
    /// Number of elements that the instruction leaves alone before its own.
    pub(super) head: u64,
    /// The first element behind those of the instruction, where that is not `vl`.
    pub(super) tail: Option<u64>,
}

impl Default for Vectors {
    fn default() -> Self {
        Self {
            bytes: [0; COUNT * LONGEST],
            length: USUAL_LENGTH,
            written: 0,
            before: [0; COUNT],
            kind: None,
            count: 0,
            start: 0,
            rounding: 0,
            saturated: false,
            agnostic: false,
            touched: Vec::new(),
            head: 0,
            tail: None,
        }
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
    /// There is none.
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
        let at = usize::from(group.first) * self.length + (index as usize).saturating_mul(bytes);
        let element = self.bytes.get(at..at.saturating_add(bytes)).unwrap_or_default();
        element.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
    }

    /// Sets an element.
    pub(in super::super) fn set(&mut self, group: Group, index: u64, value: u64) {
        self.touch(group);
        self.put(group, index, value);
    }

    /// Takes note of what an instruction writes.
    pub(in super::super) fn touch(&mut self, group: Group) {
        if self.agnostic && self.touched.last() != Some(&group) {
            self.touched.push(group);
        }
    }

    /// Sets an element of no matter what.
    pub(super) fn put(&mut self, group: Group, index: u64, value: u64) {
        let bytes = group.width as usize / 8;
        let at = usize::from(group.first) * self.length + (index as usize).saturating_mul(bytes);
        self.mark(at / self.length);
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
        self.touch(Self::mask(register));
        self.put(bytes, index / 8, byte);
    }

    /// The elements that an instruction works on: from the first on, up to the last, and not left out by the mask.
    pub(in super::super) fn active(&self, masked: bool) -> Vec<u64> {
        (self.start..self.count).filter(|index| !masked || self.bit(0, *index)).collect()
    }

    /// Takes note of a register that is about to be written.
    fn mark(&mut self, register: usize) {
        let bit = 1u32.checked_shl(register as u32).unwrap_or(0);
        if self.written & bit == 0 {
            let value = self.low(register as u8);
            self.written |= bit;
            if let Some(before) = self.before.get_mut(register) {
                *before = value;
            }
        }
    }

    /// Takes a register off those that were written since: its number, and its lowest 64 bits before and now.
    pub(in super::super) fn take_written(&mut self) -> Option<(u8, u64, u64)> {
        let register = self.written.trailing_zeros() as u8;
        if self.written == 0 {
            return None;
        }
        self.written &= self.written - 1;
        let before = self.before.get(usize::from(register)).copied().unwrap_or(0);
        Some((register, before, self.low(register)))
    }

    /// The lowest 64 bits of a register.
    pub fn low(&self, index: u8) -> u64 {
        self.get(Self::single(index & 31, 64), 0)
    }

    /// All bytes of a register, from the lowest.
    pub fn register(&self, index: u8) -> &[u8] {
        let at = usize::from(index & 31) * self.length;
        self.bytes.get(at..at + self.length).unwrap_or_default()
    }

    /// Sets all bytes of a register, from the lowest; missing ones are 0.
    pub fn set_register(&mut self, index: u8, bytes: &[u8]) {
        let at = usize::from(index & 31) * self.length;
        let given = bytes.iter().copied().chain(std::iter::repeat(0));
        let register = self.bytes.get_mut(at..at + self.length).unwrap_or_default();
        register.iter_mut().zip(given).for_each(|(to, from)| *to = from);
    }

    /// Bytes of a register (VLENB).
    pub const fn length(&self) -> usize {
        self.length
    }

    /// Bits of a register (VLEN).
    pub const fn bits(&self) -> u64 {
        8 * self.length as u64
    }

    /// Makes registers of another length, in bytes, and all state as it is at the start; other lengths than
    /// [`USUAL_LENGTH`] and [`LONGEST`] are ignored.
    pub fn set_length(&mut self, length: u64) {
        if let Some(length) = [USUAL_LENGTH, LONGEST].into_iter().find(|known| *known as u64 == length) {
            *self = Self { length, ..Self::default() };
        }
    }

    /// `vtype`, of a width of general registers in bits.
    pub fn kind_bits(&self, xlen: u32) -> u64 {
        self.kind.map_or(1 << (xlen - 1), |kind| kind.bits.into())
    }

    /// Sets `vtype` from its bits; without a kind there are no elements.
    pub fn set_kind_bits(&mut self, bits: u64) {
        self.configure(Kind::of(bits), self.count);
    }

    /// Sets `vl`, which is at most what the kind of vectors has.
    pub fn set_count(&mut self, count: u64) {
        self.configure(self.kind, count);
    }

    /// Fills all registers with copies of a word, and leaves no kind of vectors: what a function may do that keeps to the
    /// standard convention.
    pub(in super::super) fn spoil(&mut self, word: u64) {
        for (to, from) in self.bytes.iter_mut().zip(word.to_le_bytes().into_iter().cycle()) {
            *to = from;
        }
        self.configure(None, 0);
        self.rounding = (word & 3) as u8;
        self.saturated = word >> 2 & 1 == 1;
    }

    /// Sets the kind of vectors and the number of elements: `asked` of them, or as many as there can be.
    pub(in super::super) fn configure(&mut self, kind: Option<Kind>, asked: u64) {
        self.kind = kind;
        self.count = kind.map_or(0, |kind| asked.min(kind.most(self.length)));
    }
}
