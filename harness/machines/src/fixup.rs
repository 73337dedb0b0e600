//! Relocations of a target: the field that each fills and the values that fit. The assembler stores values by them that it
//! knows already, the linker all others.

use crate::fields::Layout;
use crate::link::RelocationError;

/// The bits that a value becomes in its field.
#[derive(Debug, Clone, Copy)]
pub enum Bits {
    /// The value itself.
    Whole,
    /// The pieces of an instruction word over which the value is spread.
    Spread(&'static Layout),
    /// The bits that this function gives; -1 gives all bits of the field.
    Computed(fn(i64) -> u64),
    /// The bits of the field, and the function that gives them, for one that -1 does not fill.
    Masked(u64, fn(i64) -> u64),
}

/// A kind of fixup: the meaning of a relocation number.
#[derive(Debug, Clone, Copy)]
pub struct FixupKind {
    /// The target's relocation number.
    pub number: u32,
    /// The relocation's name in the ABI document.
    pub name: &'static str,
    /// Object files may hold it; otherwise only the assembler knows it.
    pub is_relocation: bool,
    /// The assembler stores a value that it knows; otherwise only the linker can.
    pub is_settled: bool,
    /// Bytes that it touches, from the fixup's offset.
    pub bytes: u8,
    /// Its value is relative to the fixup's own address.
    pub pc_relative: bool,
    /// Smallest and largest value that can be stored.
    pub range: (i64, i64),
    /// The value must be a multiple of this.
    pub unit: i64,
    /// The bits that hold the value.
    pub bits: Bits,
}

/// Every value of 32 bits, signed or unsigned.
pub const ANY32: (i64, i64) = (-0x8000_0000, 0xffff_ffff);

impl FixupKind {
    /// A field of `bytes` bytes that holds values in a range.
    pub const fn field(number: u32, name: &'static str, bytes: u8, range: (i64, i64), bits: Bits) -> Self {
        let (is_relocation, is_settled) = (true, true);
        Self { number, name, is_relocation, is_settled, bytes, pc_relative: false, range, unit: 1, bits }
    }

    /// No change; the assembler never asks for it.
    pub const fn none(number: u32, name: &'static str) -> Self {
        Self::field(number, name, 0, (i64::MIN, i64::MAX), Bits::Whole).left_to_linker()
    }

    /// A datum of `bytes` bytes that may be meant as signed or unsigned.
    pub const fn data(number: u32, name: &'static str, bytes: u8) -> Self {
        let range = match bytes {
            8 => (i64::MIN, i64::MAX),
            _ => (-1 << (8 * bytes - 1), (1 << (8 * bytes)) - 1),
        };
        Self::field(number, name, bytes, range, Bits::Whole)
    }

    /// The same with a value that is relative to the fixup's own address.
    #[must_use]
    pub const fn relative(self) -> Self {
        Self { pc_relative: true, ..self }
    }

    /// The same with values that must be multiples of `unit`.
    #[must_use]
    pub const fn in_units_of(self, unit: i64) -> Self {
        Self { unit, ..self }
    }

    /// The same, with values that only the linker can store.
    #[must_use]
    pub const fn left_to_linker(self) -> Self {
        Self { is_settled: false, ..self }
    }

    /// The same, without a relocation for values that the assembler does not know.
    #[must_use]
    pub const fn left_to_assembler(self) -> Self {
        Self { is_relocation: false, ..self }
    }

    /// The kind with this number.
    pub fn find(kinds: &'static [Self], number: u32) -> Option<&'static Self> {
        kinds.iter().find(|kind| kind.number == number)
    }

    /// Returns whether the value can be stored.
    pub fn fits(&self, value: i64) -> bool {
        (self.range.0..=self.range.1).contains(&value) && value % self.unit == 0
    }

    /// The bits of a value in the little-endian word at the fixup's offset.
    pub fn bits(&self, value: i64) -> u64 {
        match self.bits {
            Bits::Whole => value as u64,
            Bits::Spread(layout) => layout.insert(value as u64),
            Bits::Computed(bits) => bits(value),
            Bits::Masked(mask, bits) => bits(value) & mask,
        }
    }

    /// All bits of the field.
    fn mask(&self) -> u64 {
        if let Bits::Masked(mask, _) = self.bits { mask } else { self.bits(-1) }
    }

    /// Puts a value over the contents of its field.
    ///
    /// # Errors
    /// The field reaches over the end of its section.
    pub fn store(&self, field: &mut [u8], value: i64) -> Result<(), RelocationError> {
        let (needed, available) = (usize::from(self.bytes), field.len());
        let place = field.get_mut(..needed).ok_or(RelocationError::Truncated { needed, available })?;
        let (mask, bits) = (self.mask().to_le_bytes(), self.bits(value).to_le_bytes());
        for (byte, (mask, bits)) in place.iter_mut().zip(mask.into_iter().zip(bits)) {
            *byte = *byte & !mask | bits;
        }
        Ok(())
    }

    /// Puts a value over the contents of its field, if it fits.
    ///
    /// # Errors
    /// The value is not a multiple of the unit or outside of the range, or the field reaches over the end of its section.
    pub fn relocate(&self, field: &mut [u8], value: i64) -> Result<(), RelocationError> {
        let (unit, (low, high)) = (self.unit, self.range);
        if value % unit != 0 {
            let value = u64::try_from(value).unwrap_or_else(|_| u64::from(value as u32));
            return Err(RelocationError::Misaligned { value, unit: unit as u64 });
        }
        if value < low || value > high {
            let (value, minimum, maximum) = (value / unit, low / unit, high / unit);
            return Err(RelocationError::Overflow { value, minimum, maximum });
        }
        self.store(field, value)
    }
}
