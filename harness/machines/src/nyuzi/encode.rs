//! From [`Instruction`] to words.

use super::isa::{Form, Instruction};

/// The instruction word; `None` when the operation has no such form or an operand does not fit its field.
pub fn encode(instruction: &Instruction) -> Option<u32> {
    let form = Form::of(instruction.op, instruction.shape)?;
    if instruction.spare & !form.spare_bits() != 0 {
        return None;
    }
    let mut word = form.value | instruction.spare;
    for field in form.fields() {
        word |= field.insert(field.raw_of(instruction)?);
    }
    Some(word)
}
