//! Code words to instructions.

use super::fields::{Words, bits};
use super::formats::{Format, InstructionKind, Opj, Template, TypeRule, Vectors, lookup};
use super::isa::{Form, Immediate, flags, of_kind};

/// One decoded instruction.
#[derive(Debug, Clone, Copy)]
pub struct Instruction {
    /// Its words.
    pub words: Words,
    /// The format of the words.
    pub format: &'static Format,
    /// The operation.
    pub form: &'static Form,
    /// Operand type, 0 to 7 as in [`super::isa::TYPE_NAMES`].
    pub operand_type: u8,
}

/// Reason why words are no instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// The bytes end in the middle of the instruction.
    #[error("the instruction is cut off")]
    Truncated,
    /// No format has this length and mode.
    #[error("no instruction format")]
    Format,
    /// The format has no such operation.
    #[error("no instruction with this operation code in its format")]
    Operation,
}

/// Length in words of an instruction with this first word, 1 to 4. No instruction has 4.
pub fn words_of(first: u32) -> usize {
    match first >> 30 {
        0 | 1 => 1,
        // Set aside for longer instructions.
        3 if first >> 29 == 7 => 4,
        length => length as usize,
    }
}

/// Decodes the instruction at the start of some bytes.
///
/// # Errors
///
/// The fault in the words. An operand type that no implementation supports for the operation is no error here: see
/// [`Instruction::is_supported`].
pub fn decode(bytes: &[u8]) -> Result<Instruction, DecodeError> {
    let first = bytes.first_chunk::<4>().ok_or(DecodeError::Truncated)?;
    let first = u32::from_le_bytes(*first);
    let length = 4 * words_of(first);
    if length > 12 {
        return Err(DecodeError::Format);
    }
    let words = Words::from_bytes(bytes.get(..length).ok_or(DecodeError::Truncated)?);
    let format = lookup(first, words.0[1]).ok_or(DecodeError::Format)?;
    if format.kind == InstructionKind::Vacant {
        return Err(DecodeError::Format);
    }
    let op1 = operation(&words, format);
    let op2 = if format.has_options() { words.get(bits::OP2) as u8 } else { 0 };
    let raw_type = match format.operand_type {
        TypeRule::Always(one) => one,
        TypeRule::ByOp1(even) => even + (words.get(bits::OP1) & 1) as u8,
        TypeRule::Field if has_type_bit(format) => words.get(bits::OTM) as u8,
        TypeRule::Field => words.get(bits::OT) as u8,
    };
    // A multi-format code with OP2 stands for a single-format instruction.
    let kind = if op2 == 0 { format.kind } else { InstructionKind::Single };
    let fixed_type = matches!(format.template, Template::C | Template::D);
    let vector = format.vectors.hold(raw_type) || raw_type & 4 != 0;
    let constant = words.signed(format.immediate.size, format.immediate.at);
    let suits = |form: &&Form| {
        !matches!(form.immediate, Immediate::Implicit(value) if i64::from(value) != constant)
            && (fixed_type || form.has_type(vector, raw_type))
    };
    let is_coded = |form: &&Form| form.op1 == op1 && form.op2 == op2 && form.in_format(format);
    let mut candidates = of_kind(kind).iter().filter(is_coded);
    // A type that no implementation supports takes the first form.
    let form = candidates.clone().find(suits).or_else(|| candidates.next()).ok_or(DecodeError::Operation)?;
    // Templates C and D have no type field.
    let operand_type = if fixed_type && format.kind != InstructionKind::Jump {
        let [gp, scalar, vectors] = form.types;
        let types = if format.vectors == Vectors::No { gp } else { scalar | vectors | gp };
        types.trailing_zeros() as u8 & 7
    } else {
        raw_type
    };
    Ok(Instruction { words, format, form, operand_type })
}

/// True if a format's M bit belongs to the operand type.
pub fn has_type_bit(format: &Format) -> bool {
    format.vectors != Vectors::No
        || format.kind == InstructionKind::Jump
        || matches!(format.tag, 0x258 | 0x259)
}

/// The operation code: OP1, or OPJ for jumps.
fn operation(words: &Words, format: &Format) -> u8 {
    let op1 = words.get(bits::OP1) as u8;
    match (format.kind, format.opj) {
        (InstructionKind::Jump, Opj::Im1) => words.get(bits::IM1) as u8,
        (InstructionKind::Jump, Opj::Im6) => (words.0[1] >> 24) as u8,
        (InstructionKind::Jump, Opj::Fixed) => 63,
        (InstructionKind::Jump, Opj::Op1) if format.template == Template::D => op1 & 0x38,
        _ => op1,
    }
}

impl Instruction {
    /// Its length in bytes.
    pub fn size(&self) -> usize {
        4 * self.format.words()
    }

    /// True if the operands are vector registers.
    pub fn is_vector(&self) -> bool {
        self.format.vectors.hold(self.operand_type)
    }

    /// True if some implementation supports the operand type.
    pub fn is_supported(&self) -> bool {
        self.form.has_type(self.is_vector() || self.operand_type & 4 != 0, self.operand_type)
    }

    /// The mask register, `None` for none.
    pub fn mask(&self) -> Option<u8> {
        let mask = self.words.get(bits::MASK) as u8;
        (matches!(self.format.template, Template::A | Template::E) && mask != 7).then_some(mask)
    }

    /// The options in IM5, 0 where there are none.
    pub fn options(&self) -> u8 {
        if self.format.has_options() { self.words.get(bits::IM5) as u8 } else { 0 }
    }

    /// The immediate field, sign-extended and not shifted.
    pub fn immediate(&self) -> i64 {
        self.words.signed(self.format.immediate.size, self.format.immediate.at)
    }

    /// The offset field of the memory operand, sign-extended and not scaled.
    pub fn offset(&self) -> i64 {
        self.words.signed(self.format.address.size, self.format.address.at)
    }

    /// The distance of a jump target from the end of the instruction in bytes.
    pub fn jump_distance(&self) -> Option<i64> {
        let place = self.format.jump;
        (place.size > 0).then(|| 4 * self.words.signed(place.size, place.at))
    }

    /// True if a flag of the form is set.
    pub fn is(&self, flag: u32) -> bool {
        self.form.is(flag)
    }

    /// True if the type is float16.
    pub fn is_half(&self) -> bool {
        self.operand_type == 1
            && (self.is(flags::HALF) || self.is(flags::HALF_5) && self.options() & 0x20 != 0)
    }
}
