//! Places of operands in an Epiphany instruction word, with their reading and writing.

use super::isa::{Access, Cond, Instruction};

/// The part of [`Instruction`] that a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// `rd`.
    Rd,
    /// `rn`.
    Rn,
    /// `rm`.
    Rm,
    /// `special`, `group << 6 | index`.
    Special,
    /// `cond`; code 15 does not decode.
    Cond,
    /// `access`; must come before a displacement.
    Access,
    /// `subtract`; must come before a displacement.
    Subtract,
    /// `imm`, unsigned as it stands.
    Unsigned,
    /// `imm`, two's complement.
    Signed,
    /// `imm` in bytes, two's complement in units of 2 bytes.
    Branch,
    /// `imm` in bytes, magnitude in units of the access width, sign in `subtract`.
    Displacement,
}

/// One operand field.
pub type Field = crate::fields::Field<Slot>;

impl Field {
    /// Reads the field from `word` into `instruction`; false when this form cannot hold the value.
    pub(crate) fn read(&self, word: u32, instruction: &mut Instruction) -> bool {
        let raw = self.extract(word);
        match self.slot {
            Slot::Rd => instruction.rd = raw as u8,
            Slot::Rn => instruction.rn = raw as u8,
            Slot::Rm => instruction.rm = raw as u8,
            Slot::Special => instruction.special = raw as u8,
            Slot::Cond => match Cond::from_code(raw) {
                Some(cond) => instruction.cond = cond,
                None => return false,
            },
            Slot::Access => instruction.access = Access::from_code(raw),
            Slot::Subtract => instruction.subtract = raw != 0,
            Slot::Unsigned => instruction.imm = raw as i32,
            Slot::Signed => instruction.imm = sign_extend(raw, self.width()),
            Slot::Branch => instruction.imm = 2 * sign_extend(raw, self.width()),
            Slot::Displacement => {
                let bytes = (raw << instruction.access as u32) as i32;
                instruction.imm = if instruction.subtract { -bytes } else { bytes };
            }
        }
        true
    }

    /// The raw bits for `instruction`, or `None` when the value does not fit.
    pub(crate) fn raw_of(&self, instruction: &Instruction) -> Option<u32> {
        let width = self.width();
        let fits = |raw: u32| (raw >> width == 0).then_some(raw);
        match self.slot {
            Slot::Rd => fits(instruction.rd.into()),
            Slot::Rn => fits(instruction.rn.into()),
            Slot::Rm => fits(instruction.rm.into()),
            Slot::Special => fits(instruction.special.into()),
            Slot::Cond => Some(instruction.cond as u32),
            Slot::Access => Some(instruction.access as u32),
            Slot::Subtract => Some(instruction.subtract.into()),
            Slot::Unsigned => fits(u32::try_from(instruction.imm).ok()?),
            Slot::Signed => signed(instruction.imm, width),
            Slot::Branch if instruction.imm & 1 == 0 => signed(instruction.imm / 2, width),
            Slot::Branch => None,
            Slot::Displacement => {
                let unit = instruction.access.bytes();
                let size = instruction.imm.unsigned_abs();
                let sign_is_right = instruction.imm == 0 || (instruction.imm < 0) == instruction.subtract;
                (sign_is_right && size.is_multiple_of(unit)).then(|| fits(size / unit))?
            }
        }
    }
}

/// The low `width` bits of `raw` as a signed number.
fn sign_extend(raw: u32, width: u32) -> i32 {
    let shift = 32 - width;
    ((raw << shift) as i32) >> shift
}

/// `value` in `width` bits of two's complement, if it fits.
fn signed(value: i32, width: u32) -> Option<u32> {
    let half = 1i32 << (width - 1);
    (-half..half).contains(&value).then_some(value as u32 & (u32::MAX >> (32 - width)))
}

/// The fields by name.
#[rustfmt::skip]
pub mod bits {
    use super::{Field, Slot};

    const fn field(slot: Slot, pieces: &'static [(u8, u8)]) -> Field {
        Field { slot, pieces }
    }

    /// Rd of 16-bit forms.
    pub const RD16: Field = field(Slot::Rd, &[(13, 3)]);
    /// Rn of 16-bit forms.
    pub const RN16: Field = field(Slot::Rn, &[(10, 3)]);
    /// Rm of 16-bit forms.
    pub const RM16: Field = field(Slot::Rm, &[(7, 3)]);
    /// Rd of 32-bit forms.
    pub const RD32: Field = field(Slot::Rd, &[(13, 3), (29, 3)]);
    /// Rn of 32-bit forms.
    pub const RN32: Field = field(Slot::Rn, &[(10, 3), (26, 3)]);
    /// Rm of 32-bit forms.
    pub const RM32: Field = field(Slot::Rm, &[(7, 3), (23, 3)]);
    /// Special register of group 0, index 0..=7.
    pub const SPECIAL16: Field = field(Slot::Special, &[(10, 3)]);
    /// Special register index and group.
    pub const SPECIAL32: Field = field(Slot::Special, &[(10, 3), (26, 3), (20, 2)]);
    /// Condition code.
    pub const COND: Field = field(Slot::Cond, &[(4, 4)]);
    /// Access width.
    pub const ACCESS: Field = field(Slot::Access, &[(5, 2)]);
    /// Direction of a register index.
    pub const SUB_INDEX: Field = field(Slot::Subtract, &[(20, 1)]);
    /// Sign of a displacement.
    pub const SUB_DISP: Field = field(Slot::Subtract, &[(24, 1)]);
    /// Branch offset of 16-bit forms.
    pub const SIMM8: Field = field(Slot::Branch, &[(8, 8)]);
    /// Branch offset of 32-bit forms.
    pub const SIMM24: Field = field(Slot::Branch, &[(8, 24)]);
    /// Displacement of 16-bit forms.
    pub const DISP3: Field = field(Slot::Displacement, &[(7, 3)]);
    /// Displacement of 32-bit forms.
    pub const DISP11: Field = field(Slot::Displacement, &[(7, 3), (16, 8)]);
    /// Addend of 16-bit forms.
    pub const SIMM3: Field = field(Slot::Signed, &[(7, 3)]);
    /// Addend of 32-bit forms.
    pub const SIMM11: Field = field(Slot::Signed, &[(7, 3), (16, 8)]);
    /// Constant of `mov`, 16-bit.
    pub const IMM8: Field = field(Slot::Unsigned, &[(5, 8)]);
    /// Constant of `mov` and `movt`, 32-bit.
    pub const IMM16: Field = field(Slot::Unsigned, &[(5, 8), (20, 8)]);
    /// Shift amount.
    pub const SHIFT: Field = field(Slot::Unsigned, &[(5, 5)]);
    /// Number of `trap` and `swi`.
    pub const TRAP: Field = field(Slot::Unsigned, &[(10, 6)]);
}
