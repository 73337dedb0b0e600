//! From bytes to [`Instruction`].

use std::sync::LazyLock;

use super::isa::{Form, Instruction, forms};
pub use crate::decode::DecodeError;

/// The form for each value of the upper 12 bits, which distinguish every form but `nop`.
static BY_TOP: LazyLock<Vec<Option<&'static Form>>> = LazyLock::new(|| {
    let form = |top: u32| {
        let fits = |form: &&Form| form.mask != u32::MAX && top << 20 & form.mask == form.value;
        forms().iter().find(fits)
    };
    (0..1 << 12).map(form).collect()
});

static NOP: LazyLock<Option<&'static Form>> =
    LazyLock::new(|| forms().iter().find(|form| form.mask == u32::MAX));

/// The form that a word has.
pub fn form_of(word: u32) -> Option<&'static Form> {
    if word == 0 {
        return *NOP;
    }
    BY_TOP.get((word >> 20) as usize).copied().flatten()
}

/// Decodes the instruction at the start of `bytes`, which may be longer than it.
///
/// Every accepted word encodes again to the same bits.
///
/// # Errors
/// Fewer than four bytes, or a word that is no instruction.
pub fn decode(bytes: &[u8]) -> Result<Instruction, DecodeError> {
    decode_form(bytes).map(|(instruction, _)| instruction)
}

/// Like [`decode`], with the form that matched.
///
/// # Errors
/// As [`decode`].
pub fn decode_form(bytes: &[u8]) -> Result<(Instruction, &'static Form), DecodeError> {
    let bytes = bytes.first_chunk::<4>().ok_or(DecodeError::Truncated { needed: 4, given: bytes.len() })?;
    decode_word(u32::from_le_bytes(*bytes))
}

/// Like [`decode_form`] for a word.
///
/// # Errors
/// The word is no instruction.
pub fn decode_word(word: u32) -> Result<(Instruction, &'static Form), DecodeError> {
    let form = form_of(word).ok_or(DecodeError::Unknown { word, size: 4 })?;
    let mut instruction = Instruction::new(form.op, form.shape);
    for field in form.fields() {
        field.read(word, &mut instruction);
    }
    instruction.spare = word & form.spare_bits();
    Ok((instruction, form))
}
