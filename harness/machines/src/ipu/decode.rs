//! From words to [`Instruction`].

use std::sync::LazyLock;

use super::isa::{BUNDLED, Form, Instruction, forms, may_be_bundled};

/// Why words are not an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// The input ends inside the instruction or bundle.
    #[error("{needed} bytes needed, {given} given")]
    Truncated {
        /// Bytes needed: 4 or 8.
        needed: u8,
        /// Bytes there were.
        given: usize,
    },
    /// No instruction has these bits.
    #[error("no instruction has the bits {word:#010x}")]
    Unknown {
        /// The word.
        word: u32,
    },
    /// Two instructions that cannot be one bundle.
    #[error("the words {main:#010x} and {aux:#010x} are no bundle")]
    Bundle {
        /// The first word.
        main: u32,
        /// The second word.
        aux: u32,
    },
}

/// The rows by bits 30 to 24, with their masks.
static BY_OPCODE: LazyLock<Vec<Vec<(u32, &'static Form)>>> = LazyLock::new(|| {
    let mut table = vec![Vec::new(); 128];
    for form in forms() {
        // The operands of some reach into these bits.
        let fixed = opcode(form.mask());
        for (number, rows) in table.iter_mut().enumerate() {
            if number & fixed == opcode(form.value) {
                rows.push((form.mask(), form));
            }
        }
    }
    table
});

/// Bits 30 to 24.
const fn opcode(word: u32) -> usize {
    (word >> 24 & 0x7f) as usize
}

/// Decodes one word. Every accepted word encodes again to the same bits.
///
/// # Errors
///
/// No row has these bits.
pub fn decode_word(word: u32) -> Result<Instruction, DecodeError> {
    let unknown = DecodeError::Unknown { word };
    let rows = BY_OPCODE.get(opcode(word)).ok_or(unknown)?;
    // A word may match rows of which only one has valid register groups.
    rows.iter()
        .filter(|(mask, form)| word & mask == form.value)
        .find_map(|(_, form)| read(form, word))
        .ok_or(unknown)
}

/// Reads the operands; `None` when the form does not allow them.
fn read(form: &'static Form, word: u32) -> Option<Instruction> {
    let mut instruction = Instruction::new(form);
    for (operand, value) in form.operands.iter().zip(&mut instruction.values) {
        *value = operand.extract(word)?;
    }
    instruction.bundled = word & BUNDLED != 0;
    Some(instruction)
}

/// An instruction or bundle, which the processor issues at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Issue {
    /// One instruction alone, 4 bytes.
    Single(Instruction),
    /// A bundle: the main and the auxiliary instruction, 8 bytes.
    Bundle(Instruction, Instruction),
}

impl Issue {
    /// Length in bytes.
    pub const fn size(&self) -> u32 {
        match self {
            Self::Single(_) => 4,
            Self::Bundle(..) => 8,
        }
    }
}

/// Decodes the instruction or bundle at the start of `bytes`, which may be longer than it.
///
/// # Errors
///
/// The bytes are too few, a word is no instruction, or two words are no bundle.
pub fn decode(bytes: &[u8]) -> Result<Issue, DecodeError> {
    let truncated = |needed| DecodeError::Truncated { needed, given: bytes.len() };
    let (first, rest) = bytes.split_first_chunk::<4>().ok_or(truncated(4))?;
    let word = u32::from_le_bytes(*first);
    let main = decode_word(word)?;
    if !main.bundled {
        return Ok(Issue::Single(main));
    }
    let second = u32::from_le_bytes(*rest.first_chunk::<4>().ok_or(truncated(8))?);
    let aux = decode_word(second)?;
    if aux.bundled && may_be_bundled(&main, &aux) {
        Ok(Issue::Bundle(main, aux))
    } else {
        Err(DecodeError::Bundle { main: word, aux: second })
    }
}
