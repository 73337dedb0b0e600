//! From [`Instruction`] to words.

use super::arch::Extensions;
use super::isa::{Instruction, SHORTS, Short, Xlen};

/// The instruction word; that of a compressed instruction has zeros in the upper half. `None` when the width does not have the
/// operation, or an operand does not fit.
pub fn encode(instruction: &Instruction, xlen: Xlen) -> Option<u32> {
    let op = instruction.op;
    if let Some(row) = instruction.short {
        let short = SHORTS.get(usize::from(row)).filter(|short| short.op == op && short.widths.has(xlen));
        return short?.encode(instruction, xlen).map(u32::from);
    }
    let form = op.form().filter(|form| form.widths.has(xlen))?;
    let mut word = form.value;
    for field in form.fields() {
        word |= field.bits_of(instruction)?;
    }
    (word & form.mask(xlen) == form.value).then_some(word)
}

impl Short {
    /// The word of an instruction in this form, if it has it.
    pub(super) fn encode(&self, instruction: &Instruction, xlen: Xlen) -> Option<u16> {
        let i = instruction;
        let word = self.value
            | self.rd.bits(i.rd)
            | self.rs1.bits(i.rs1)
            | self.rs2.bits(i.rs2)
            | self.imm.bits(i.imm);
        // Operands that do not fit have become others.
        let back = self.decode(word, xlen)?;
        let same = (i.rd, i.rs1, i.rs2, i.imm) == (back.rd, back.rs1, back.rs2, back.imm);
        (same && word & self.mask == self.value).then_some(word)
    }
}

/// The compressed instruction that an assembler chooses in the place of one of 32 bits, if it may make use of some extensions: its
/// row of [`SHORTS`] and its word.
pub(super) fn compress(instruction: &Instruction, xlen: Xlen, extensions: Extensions) -> Option<(u8, u16)> {
    let fits = |(row, short): (usize, &Short)| {
        let chosen = short.op == instruction.op
            && short.widths.has(xlen)
            && extensions.has(short.extension)
            && !short.is_hint(instruction);
        let word = chosen.then(|| short.encode(instruction, xlen)).flatten()?;
        Some((u8::try_from(row).ok()?, word))
    };
    SHORTS.iter().enumerate().find_map(fits)
}
