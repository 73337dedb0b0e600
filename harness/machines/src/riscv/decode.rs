//! From bytes to [`Instruction`].

use std::sync::LazyLock;

use super::fields::most_shift;
use super::isa::{DYNAMIC, FORMS, Form, Instruction, Limits, SHORTS, Short, Xlen};
pub use crate::decode::DecodeError;

/// Length in bytes of the instruction whose first byte this is, 2 or 4. Longer ones, which no extension here has, count as 4.
pub const fn size_of(first: u8) -> usize {
    if first & 3 == 3 { 4 } else { 2 }
}

/// Decodes the instruction at the start of `bytes`, which may be longer than it.
///
/// Every accepted word encodes again to the same bits.
///
/// # Errors
/// Too few bytes, or a word that is no instruction.
pub fn decode(bytes: &[u8], xlen: Xlen) -> Result<Instruction, DecodeError> {
    let given = bytes.len();
    let needed = bytes.first().map_or(2, |first| size_of(*first));
    let missing = DecodeError::Truncated { needed, given };
    if needed == 2 {
        let word = u16::from_le_bytes(*bytes.first_chunk().ok_or(missing)?);
        decode_short(word, xlen).ok_or(DecodeError::Unknown { word: word.into(), size: 2 })
    } else {
        let word = u32::from_le_bytes(*bytes.first_chunk().ok_or(missing)?);
        decode_word(word, xlen).ok_or(DecodeError::Unknown { word, size: 4 })
    }
}

/// The forms that have each value of the opcode, the lowest seven bits.
static BY_OPCODE: LazyLock<Vec<Vec<&'static Form>>> = LazyLock::new(|| {
    let with = |opcode: u32| FORMS.iter().filter(|form| form.value & 0x7f == opcode).collect();
    (0..128).map(with).collect()
});

/// Decodes an instruction of 32 bits.
pub fn decode_word(word: u32, xlen: Xlen) -> Option<Instruction> {
    let forms = BY_OPCODE.get((word & 0x7f) as usize)?;
    let form = forms.iter().find(|form| word & form.mask(xlen) == form.value && form.widths.has(xlen))?;
    let mut instruction = Instruction::new(form.op);
    form.fields().all(|field| field.read(word, &mut instruction)).then_some(instruction)
}

/// Decodes a compressed instruction.
pub fn decode_short(word: u16, xlen: Xlen) -> Option<Instruction> {
    let fits = |(row, short): (usize, &Short)| {
        let is_it = word & short.mask == short.value && short.widths.has(xlen);
        let instruction = is_it.then(|| short.decode(word, xlen)).flatten()?;
        Some(Instruction { short: Some(u8::try_from(row).ok()?), ..instruction })
    };
    SHORTS.iter().enumerate().find_map(fits)
}

impl Short {
    /// The instruction of 32 bits that a word in this form stands for; `None` when it is reserved.
    pub(super) fn decode(&self, word: u16, xlen: Xlen) -> Option<Instruction> {
        let instruction = Instruction {
            rd: self.rd.read(word),
            rs1: self.rs1.read(word),
            rs2: self.rs2.read(word),
            imm: self.imm.read(word),
            ..Instruction::new(self.op)
        };
        let shifts_too_far = self.syntax.contains('>') && instruction.imm > most_shift(xlen);
        (!is_limited(self.reserved, &instruction) && !shifts_too_far).then_some(instruction)
    }

    /// Returns whether an instruction in this form is a hint.
    pub(super) fn is_hint(&self, instruction: &Instruction) -> bool {
        is_limited(self.hints, instruction)
    }
}

/// Returns whether an instruction has one of the values that a form does not take.
fn is_limited(limits: Limits, instruction: &Instruction) -> bool {
    limits.chars().any(|letter| match letter {
        'd' => instruction.rd == 0,
        's' => instruction.rs1 == 0,
        't' => instruction.rs2 == 0,
        'p' => instruction.rd == 2,
        _ => instruction.imm == 0,
    })
}

impl Instruction {
    /// The registers of general use that the instruction names, those that it does not have as 0.
    pub fn general_registers(&self) -> [u8; 3] {
        let has = |letter| self.op.form().is_some_and(|form| form.syntax.contains(letter));
        let register = |letter, register| if has(letter) { register } else { 0 };
        [register('d', self.rd), register('s', self.rs1), register('t', self.rs2)]
    }

    /// Returns whether the rounding mode is that of `frm`.
    pub const fn is_dynamic(&self) -> bool {
        self.mode == DYNAMIC
    }
}
