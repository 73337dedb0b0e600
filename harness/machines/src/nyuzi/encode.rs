//! From [`Instruction`] to bytes.

use super::isa::{Form, Instruction, Op, Shape};

/// Why an instruction cannot be encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// The operation has no such shape.
    #[error("{op:?} has no form {shape:?}")]
    NoForm {
        /// The operation.
        op: Op,
        /// The shape asked for.
        shape: Shape,
    },
    /// An operand does not fit its field.
    #[error("an operand of {op:?} does not fit the form {shape:?}")]
    OutOfRange {
        /// The operation.
        op: Op,
        /// The shape asked for.
        shape: Shape,
    },
}

/// The instruction word.
///
/// # Errors
/// The operation has no such form, or an operand does not fit its field.
pub fn encode_word(instruction: &Instruction) -> Result<u32, EncodeError> {
    let (op, shape) = (instruction.op, instruction.shape);
    let form = Form::of(op, shape).ok_or(EncodeError::NoForm { op, shape })?;
    encode_form(form, instruction).ok_or(EncodeError::OutOfRange { op, shape })
}

/// The instruction word in a given form; `None` when an operand does not fit.
pub(crate) fn encode_form(form: &Form, instruction: &Instruction) -> Option<u32> {
    if instruction.spare & !form.spare_bits() != 0 {
        return None;
    }
    let mut word = form.value | instruction.spare;
    for field in form.fields() {
        word |= field.insert(field.raw_of(instruction)?);
    }
    Some(word)
}

/// Appends the instruction's bytes, low byte first.
///
/// # Errors
/// See [`encode_word`].
pub fn encode(instruction: &Instruction, out: &mut Vec<u8>) -> Result<(), EncodeError> {
    out.extend_from_slice(&encode_word(instruction)?.to_le_bytes());
    Ok(())
}
