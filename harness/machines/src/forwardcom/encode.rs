//! Instructions to code words.

use super::decode::{Instruction, has_type_bit};
use super::fields::{Field, Words, bits};
use super::formats::{Format, InstructionKind, Opj, Place, Template, TypeRule, lookup};
use super::isa::Form;

/// The contents of all operand fields. What a format has no field for must hold the value of `Default`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Operands {
    /// Operand type, 0 to 7.
    pub operand_type: u8,
    /// RD.
    pub rd: u8,
    /// RS.
    pub rs: u8,
    /// RT.
    pub rt: u8,
    /// RU.
    pub ru: u8,
    /// Mask register, 7 for none.
    pub mask: u8,
    /// IM4 where it is neither address nor immediate operand.
    pub im4: u16,
    /// IM5 where it is not part of the immediate operand.
    pub im5: u8,
    /// The immediate field.
    pub immediate: i64,
    /// The offset or limit of the memory operand, in the unit of its field.
    pub offset: i64,
    /// The jump offset in units of four bytes from the end of the instruction.
    pub jump: i64,
}

impl Default for Operands {
    /// Zeros, without a mask.
    fn default() -> Self {
        let (immediate, offset, jump) = (0, 0, 0);
        Self { operand_type: 0, rd: 0, rs: 0, rt: 0, ru: 0, mask: 7, im4: 0, im5: 0, immediate, offset, jump }
    }
}

/// Reason why an instruction cannot be encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// The operation does not exist in the format.
    #[error("the operation does not exist in this format")]
    Format,
    /// A value does not fit its field.
    #[error("{field} {value} does not fit {size} bytes")]
    Range {
        /// Contents of the field, for messages.
        field: &'static str,
        /// The value.
        value: i64,
        /// Size of the field in bytes.
        size: u8,
    },
    /// A register number, type or option is too large.
    #[error("{0} is out of range")]
    Field(&'static str),
}

/// True if a value fits a field as a signed or as an unsigned number.
fn fits(place: Place, value: i64) -> bool {
    match place.size {
        0 => value == 0,
        1..=7 => {
            let bits = 8 * u32::from(place.size);
            value >= -(1 << (bits - 1)) && value < 1 << bits
        }
        _ => true,
    }
}

/// The bits that choose format and operation.
pub fn base(format: &Format, form: &Form) -> Words {
    let (length, mode) = (u32::from(format.tag >> 8), u32::from(format.tag >> 4 & 15));
    let mut words = Words::default().with(bits::IL, length).with(bits::MODE, mode & 7);
    if mode >= 8 {
        words = words.with(bits::M, 1);
    }
    let single_row = matches!(format.tag, 0x258 | 0x259 | 0x25A | 0x318);
    if format.kind == InstructionKind::Jump
        && matches!(format.tag, 0x250..=0x257 | 0x310..=0x313)
        && !single_row
    {
        words = words.with(bits::OP1, u32::from(format.tag & 7));
    }
    let op1 = u32::from(form.op1);
    words = match format.opj {
        Opj::Op1 => words.with(bits::OP1, op1),
        Opj::Im1 => words.with(bits::IM1, op1),
        Opj::Im6 => words.with_bytes(1, 7, op1.into()),
        Opj::Fixed => words,
    };
    if format.template == Template::E {
        words = words.with(bits::MODE2, u32::from(format.tag & 15));
        if format.has_options() {
            words = words.with(bits::OP2, form.op2.into());
        }
    }
    words
}

/// True if template E's IM4 is a field of its own in a format.
fn has_im4(format: &Format) -> bool {
    format.template == Template::E && format.address.at != 4 && format.immediate.at != 4
}

/// A field's member of the operands.
type Member = fn(&mut Operands) -> &mut u8;

/// The fields of a format other than constants, with their names.
fn fields(format: &Format) -> impl Iterator<Item = (bool, Field, Member, &'static str)> {
    let t = format.template;
    let has_registers = matches!(t, Template::A | Template::E);
    let type_field = if has_type_bit(format) { bits::OTM } else { bits::OT };
    let all: [(bool, Field, Member, &str); 7] = [
        (format.operand_type == TypeRule::Field, type_field, |one| &mut one.operand_type, "the operand type"),
        (t != Template::D, bits::RD, |one| &mut one.rd, "RD"),
        (has_registers || t == Template::B, bits::RS, |one| &mut one.rs, "RS"),
        (has_registers, bits::RT, |one| &mut one.rt, "RT"),
        (has_registers, bits::MASK, |one| &mut one.mask, "the mask"),
        (t == Template::E, bits::RU, |one| &mut one.ru, "RU"),
        (format.has_options(), bits::IM5, |one| &mut one.im5, "the options"),
    ];
    all.into_iter().filter(|(exists, ..)| *exists)
}

/// Encodes an operation.
///
/// # Errors
///
/// A field that is too small for its value, or an operation that the format does not have.
pub fn encode(format: &Format, form: &Form, operands: &Operands) -> Result<Words, EncodeError> {
    if !form.in_format(format) {
        return Err(EncodeError::Format);
    }
    let mut words = base(format, form);
    let mut all = *operands;
    for (_, field, member, name) in fields(format) {
        let value = u32::from(*member(&mut all));
        words = words.with(field, value);
        if words.get(field) != value {
            return Err(EncodeError::Field(name));
        }
    }
    if has_im4(format) {
        words = words.with(bits::IM4, operands.im4.into());
    }
    let places = [
        (format.immediate, operands.immediate, "the constant"),
        (format.address, operands.offset, "the offset"),
        (format.jump, operands.jump, "the jump distance"),
    ];
    for (place, value, field) in places {
        if !fits(place, value) {
            return Err(EncodeError::Range { field, value, size: place.size });
        }
        words = words.with_bytes(place.size, place.at, value as u64);
    }
    // Some operation codes have a row of their own.
    match lookup(words.0[0], words.0[1]) {
        Some(found) if std::ptr::eq(found, format) => Ok(words),
        _ => Err(EncodeError::Format),
    }
}

impl Instruction {
    /// The contents of all operand fields, so that [`encode`] gives the words again.
    pub fn operands(&self) -> Operands {
        let number = |place: Place| self.words.signed(place.size, place.at);
        let mut operands = Operands {
            immediate: number(self.format.immediate),
            offset: number(self.format.address),
            jump: number(self.format.jump),
            ..Operands::default()
        };
        for (_, field, member, _) in fields(self.format) {
            *member(&mut operands) = self.words.get(field) as u8;
        }
        if has_im4(self.format) {
            operands.im4 = self.words.get(bits::IM4) as u16;
        }
        operands
    }
}
