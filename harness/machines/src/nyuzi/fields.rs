//! Places of operands in a Nyuzi instruction word, with their reading and writing.

use super::isa::Instruction;

/// The part of [`Instruction`] that a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// `d`: destination, or what a store takes.
    D,
    /// `a`: first source, or a base address.
    A,
    /// `b`: second source.
    B,
    /// `m`: the scalar register with the mask.
    M,
    /// `imm`, two's complement.
    Signed,
    /// `imm`, unsigned.
    Unsigned,
    /// `imm` in bytes, two's complement in units of 4 bytes.
    Branch,
}

/// One operand field.
pub type Field = crate::fields::Field<Slot>;

impl Field {
    /// Smallest and largest value of [`Instruction::imm`] that the field holds, and the unit.
    pub fn range(&self) -> (i64, i64, i64) {
        let width = self.width();
        match self.slot {
            Slot::Signed => (-(1 << (width - 1)), (1 << (width - 1)) - 1, 1),
            Slot::Branch => (-(4 << (width - 1)), (4 << (width - 1)) - 4, 4),
            _ => (0, (1 << width) - 1, 1),
        }
    }

    /// Reads the field from `word` into `instruction`.
    pub(crate) fn read(&self, word: u32, instruction: &mut Instruction) {
        let raw = self.extract(word);
        match self.slot {
            Slot::D => instruction.d = raw as u8,
            Slot::A => instruction.a = raw as u8,
            Slot::B => instruction.b = raw as u8,
            Slot::M => instruction.m = raw as u8,
            Slot::Unsigned => instruction.imm = raw as i32,
            Slot::Signed => instruction.imm = sign_extend(raw, self.width()),
            Slot::Branch => instruction.imm = 4 * sign_extend(raw, self.width()),
        }
    }

    /// The raw bits for `instruction`, or `None` when the value does not fit.
    pub(crate) fn raw_of(&self, instruction: &Instruction) -> Option<u32> {
        let (low, high, unit) = self.range();
        let value = match self.slot {
            Slot::D => instruction.d.into(),
            Slot::A => instruction.a.into(),
            Slot::B => instruction.b.into(),
            Slot::M => instruction.m.into(),
            _ => i64::from(instruction.imm),
        };
        let fits = (low..=high).contains(&value) && value % unit == 0;
        fits.then_some((value / unit) as u32 & (u32::MAX >> (32 - self.width())))
    }
}

/// The low `width` bits of `raw` as a signed number.
fn sign_extend(raw: u32, width: u32) -> i32 {
    let shift = 32 - width;
    ((raw << shift) as i32) >> shift
}

/// The fields by name.
#[rustfmt::skip]
pub mod bits {
    use super::{Field, Slot};

    const fn field(slot: Slot, pieces: &'static [(u8, u8)]) -> Field {
        Field { slot, pieces }
    }

    /// Destination, or source of a store.
    pub const D: Field = field(Slot::D, &[(5, 5)]);
    /// First source, or base address.
    pub const A: Field = field(Slot::A, &[(0, 5)]);
    /// Second source.
    pub const B: Field = field(Slot::B, &[(15, 5)]);
    /// Mask register.
    pub const M: Field = field(Slot::M, &[(10, 5)]);
    /// Immediate of unmasked arithmetic, and the number of `syscall`.
    pub const IMM14: Field = field(Slot::Signed, &[(10, 14)]);
    /// Immediate of masked arithmetic.
    pub const IMM9: Field = field(Slot::Signed, &[(15, 9)]);
    /// Immediate of `movehi`: the upper 19 bits of the constant.
    pub const IMM19: Field = field(Slot::Unsigned, &[(0, 5), (10, 14)]);
    /// Offset of an unmasked memory access, in bytes.
    pub const OFFSET15: Field = field(Slot::Signed, &[(10, 15)]);
    /// Offset of a masked memory access, in bytes.
    pub const OFFSET10: Field = field(Slot::Signed, &[(15, 10)]);
    /// Number of a control register.
    pub const CONTROL: Field = field(Slot::Unsigned, &[(0, 5)]);
    /// Target of `bz` and `bnz`.
    pub const BRANCH20: Field = field(Slot::Branch, &[(5, 20)]);
    /// Target of `b` and `call`.
    pub const BRANCH25: Field = field(Slot::Branch, &[(0, 25)]);
    /// The 13 bits that R_NYUZI_IMM_LO13 fills; the sign bit of the immediate stays 0.
    pub const LOW13: Field = field(Slot::Unsigned, &[(10, 13)]);
}
