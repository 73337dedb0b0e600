//! From [`Instruction`] to words.

use super::fields::Slot;
use super::isa::{Form, Instruction};

/// The instruction word in the low `8 * size` bits; `None` when the operation has no form of that size or an operand does
/// not fit.
pub fn encode(instruction: &Instruction) -> Option<u32> {
    encode_form(Form::of(instruction.op, instruction.size)?, instruction)
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
