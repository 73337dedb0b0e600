//! From [`Instruction`] to words.

use super::isa::{BUNDLED, Instruction, SOLO};

/// Why an instruction cannot be encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// An operand does not fit its field.
    #[error("operand {} of `{mnemonic}` does not fit: {value:#x}", index + 1)]
    OutOfRange {
        /// The mnemonic.
        mnemonic: &'static str,
        /// The operand, counted from 0.
        index: usize,
        /// Its value.
        value: u32,
    },
    /// The instruction cannot be part of a bundle.
    #[error("`{mnemonic}` cannot be part of a bundle")]
    Solo {
        /// The mnemonic.
        mnemonic: &'static str,
    },
}

/// The instruction word.
///
/// # Errors
///
/// A value does not fit its field, or an instruction that stands alone is marked as bundled.
pub fn encode(instruction: &Instruction) -> Result<u32, EncodeError> {
    let form = instruction.form;
    let mnemonic = form.mnemonic;
    let mut word = form.value;
    for (index, (operand, value)) in instruction.operands().enumerate() {
        word |= operand.insert(value).ok_or(EncodeError::OutOfRange { mnemonic, index, value })?;
    }
    match instruction.bundled {
        true if form.is(SOLO) => Err(EncodeError::Solo { mnemonic }),
        true => Ok(word | BUNDLED),
        false => Ok(word),
    }
}
