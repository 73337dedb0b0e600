//! From bytes to [`Instruction`].

use super::isa::{FORMS, Form, Instruction};
pub use crate::decode::DecodeError;

/// First row of [`FORMS`] for each value of bits 3:0, and the end of the table.
static GROUPS: [usize; 17] = {
    let mut starts = [0; 17];
    let mut group = 0;
    let mut row = 0;
    while group < 17 {
        while row < FORMS.len() && FORMS[row].value & 15 < group {
            row += 1;
        }
        starts[group as usize] = row;
        group += 1;
    }
    starts
};

/// Length in bytes of the instruction that starts with this byte.
pub fn size_of(first: u8) -> usize {
    const LONG: u16 = 0b1011_1011_0000_0000;
    if LONG >> (first & 15) & 1 == 1 { 4 } else { 2 }
}

/// Decodes the instruction at the start of `bytes`, which may be longer than it.
///
/// Every accepted word encodes again to the same bits.
pub fn decode(bytes: &[u8]) -> Result<Instruction, DecodeError> {
    decode_form(bytes).map(|(instruction, _)| instruction)
}

/// Like [`decode`], with the table row that matched.
pub fn decode_form(bytes: &[u8]) -> Result<(Instruction, &'static Form), DecodeError> {
    let truncated = |needed| DecodeError::Truncated { needed, given: bytes.len() };
    let &first = bytes.first().ok_or(truncated(2))?;
    let size = size_of(first);
    let word = match (size, bytes) {
        (2, &[a, b, ..]) => u32::from(u16::from_le_bytes([a, b])),
        (4, &[a, b, c, d, ..]) => u32::from_le_bytes([a, b, c, d]),
        _ => return Err(truncated(size)),
    };
    let op4 = usize::from(first & 15);
    for form in &FORMS[GROUPS[op4]..GROUPS[op4 + 1]] {
        if word & form.mask == form.value
            && let Some(instruction) = read(form, word)
        {
            return Ok((instruction, form));
        }
    }
    Err(DecodeError::Unknown { word, size })
}

/// Reads the operands; `None` when the form does not allow them.
fn read(form: &Form, word: u32) -> Option<Instruction> {
    let mut instruction = Instruction::new(form.op, form.size);
    for field in form.fields {
        if !field.read(word, &mut instruction) {
            return None;
        }
    }
    form.allows(instruction.access).then_some(instruction)
}
