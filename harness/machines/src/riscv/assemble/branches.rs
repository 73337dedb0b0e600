//! Branches and jumps, whose length depends on how far they go.

use super::super::encode::encode;
use super::super::fixups;
use super::super::isa::{Instruction, Op, SHORTS};
use super::Riscv;
use crate::asm::{Assembler, Cursor, Diagnostic, Expr, Fixup, Variant};

/// The branch with the opposite condition.
fn inverse(op: Op) -> Option<Op> {
    Some(match op {
        Op::Beq => Op::Bne,
        Op::Bne => Op::Beq,
        Op::Blt => Op::Bge,
        Op::Bge => Op::Blt,
        Op::Bltu => Op::Bgeu,
        Op::Bgeu => Op::Bltu,
        _ => return None,
    })
}

impl Riscv {
    /// Emits a branch or jump to a target: the shortest way that reaches it. A branch to a symbol that is not here becomes the
    /// opposite branch over a jump.
    pub(super) fn jump(
        &self,
        asm: &mut Assembler<'_>,
        cursor: &Cursor<'_>,
        instruction: &Instruction,
        target: Expr,
    ) -> Result<(), Diagnostic> {
        let fail = || cursor.error("an operand does not fit its field");
        let word = encode(instruction, self.xlen).ok_or_else(fail)?.to_le_bytes();
        let inverted = inverse(instruction.op);
        let fixup = |offset, kind| vec![Fixup { offset, kind, value: target.clone() }];
        let (kind, short_kind) = match inverted {
            Some(_) => (fixups::R_BRANCH, fixups::R_RVC_BRANCH),
            None => (fixups::R_JAL, fixups::R_RVC_JUMP),
        };
        if let Some(short) = instruction.short.and_then(|row| SHORTS.get(usize::from(row))) {
            self.compressed.set(true);
            let kind = if short.syntax.contains('p') { fixups::R_RVC_BRANCH } else { fixups::R_RVC_JUMP };
            let [a, b, ..] = word;
            return asm.emit(cursor, &[a, b], &fixup(0, kind));
        }
        let mut variants = Vec::new();
        if let Some((_, bytes)) = self.shortest(instruction) {
            variants.push(Variant { bytes: bytes.to_vec(), fixups: fixup(0, short_kind) });
        }
        variants.push(Variant { bytes: word.to_vec(), fixups: fixup(0, kind) });
        if let Some(op) = inverted {
            let over = |imm| Instruction { op, imm, ..*instruction };
            let mut bytes = match self.shortest(&over(6)) {
                Some((_, short)) => short.to_vec(),
                None => encode(&over(8), self.xlen).ok_or_else(fail)?.to_le_bytes().to_vec(),
            };
            let offset = bytes.len() as u32;
            let jump = encode(&Instruction::new(Op::Jal), self.xlen).ok_or_else(fail)?;
            bytes.extend(jump.to_le_bytes());
            variants.push(Variant { bytes, fixups: fixup(offset, fixups::R_JAL) });
        }
        asm.emit_relaxable(cursor, variants)
    }
}
