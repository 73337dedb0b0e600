//! From [`Instruction`] to bytes.

use super::fields::Slot;
use super::isa::{Form, Instruction, Op};

/// Why an instruction cannot be encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// The operation has no form of that size.
    #[error("{op:?} has no form of {size} bytes")]
    NoForm {
        /// The operation.
        op: Op,
        /// The size asked for.
        size: u8,
    },
    /// An operand does not fit its field.
    #[error("an operand of {op:?} does not fit the form of {size} bytes")]
    OutOfRange {
        /// The operation.
        op: Op,
        /// The size asked for.
        size: u8,
    },
}

/// The instruction word in the low `8 * size` bits.
pub fn encode_word(instruction: &Instruction) -> Result<u32, EncodeError> {
    let (op, size) = (instruction.op, instruction.size);
    let form = Form::of(op, size).ok_or(EncodeError::NoForm { op, size })?;
    encode_form(form, instruction).ok_or(EncodeError::OutOfRange { op, size })
}

/// The instruction word in a given form; `None` when an operand does not fit.
pub(crate) fn encode_form(form: &Form, instruction: &Instruction) -> Option<u32> {
    // Forms without a sign cannot hold a negative displacement or a subtracted index.
    let has_sign = form.field(Slot::Subtract).is_some();
    if !form.allows(instruction.access) || (instruction.subtract && !has_sign) {
        return None;
    }
    let mut word = form.value;
    for field in form.fields {
        word |= field.insert(field.raw_of(instruction)?);
    }
    Some(word)
}

/// Appends the instruction's bytes, low byte first.
pub fn encode(instruction: &Instruction, out: &mut Vec<u8>) -> Result<(), EncodeError> {
    let word = encode_word(instruction)?;
    out.extend_from_slice(&word.to_le_bytes()[..usize::from(instruction.size)]);
    Ok(())
}
