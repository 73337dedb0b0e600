//! Repeats: what their bodies may hold, and the choice between `rpt` alone and in a bundle.

use super::super::decode::{DecodeError, decode_word};
use super::super::isa::{BUNDLED, CONTROL, Instruction, Op, SYSTEM};
use super::super::special;
use crate::asm::{Assembler, BinaryOp, Expr, Fixup, Variant};
use crate::object_file::{ObjectFile, Section};

/// Returns whether an instruction is `fnop`.
pub(super) fn is_fnop(instruction: &Instruction) -> bool {
    let is_a = instruction.form.operands.first().is_some_and(|operand| operand.kind.is_a());
    instruction.form.op == Op::Set && is_a && instruction.values[0] == u32::from(special::NOP_A)
}

/// `{ rpt ; fnop }` where the body behind it is aligned to 8 bytes, `rpt` alone elsewhere. LLVM does so
/// after `.allow_optimizations`.
pub(super) fn variants(
    asm: &mut Assembler<'_>,
    bundle: Vec<u8>,
    mut fixups: Vec<Fixup>,
    alone: Vec<u8>,
    body: Option<Fixup>,
) -> Vec<Variant> {
    let (here, start) = (asm.here(), asm.section_start());
    let value = Expr::Binary(BinaryOp::Subtract, Box::new((here, start)));
    fixups.push(Fixup { offset: 0, kind: super::super::fixups::ALIGNED, value });
    vec![Variant { bytes: bundle, fixups }, Variant { bytes: alone, fixups: body.into_iter().collect() }]
}

/// Looks at every repeat: the body must be aligned to 8 bytes and hold only bundles, without control and
/// system instructions.
pub(super) fn check(
    object: &ObjectFile,
    marks: &[(usize, u64)],
    aligned_later: bool,
) -> Vec<(usize, String)> {
    let mut mistakes = Vec::new();
    for (index, &(section, offset)) in marks.iter().enumerate() {
        let Some(section) = object.sections.get(section) else { continue };
        if let Err(message) = check_one(section, offset, aligned_later) {
            mistakes.push((index, message.to_owned()));
        }
    }
    mistakes
}

/// The word at an offset of a section.
fn word(section: &Section, offset: u64) -> Option<u32> {
    let bytes = section.data.get(usize::try_from(offset).ok()?..)?;
    bytes.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}

fn check_one(section: &Section, offset: u64, aligned_later: bool) -> Result<(), &'static str> {
    let Some(first) = word(section, offset) else { return Ok(()) };
    let Ok(repeat) = decode_word(first) else { return Ok(()) };
    let start = offset + if repeat.bundled { 8 } else { 4 };
    if !start.is_multiple_of(8) || (section.align < 8 && !aligned_later) {
        return Err(if repeat.bundled {
            "the body of the repeat is not aligned to 8 bytes: add a `nop` before the bundle, and `.align 8`"
        } else {
            "the body of the repeat is not aligned to 8 bytes: bundle `rpt` with `fnop`, or add `.align 8`"
        });
    }
    // A size that the linker fills in cannot be checked.
    if section.relocations.iter().any(|relocation| relocation.offset == offset) {
        return Ok(());
    }
    let last = repeat.form.operands.len().saturating_sub(1);
    let bundles = repeat.values.get(last).copied().unwrap_or(0) + 1;
    for place in (0..u64::from(bundles)).map(|index| start + 8 * index) {
        let (Some(main), Some(aux)) = (word(section, place), word(section, place + 4)) else { break };
        if main & BUNDLED == 0 || aux & BUNDLED == 0 {
            return Err("the body of a repeat holds only bundles");
        }
        let is =
            |word: u32, traits: u8| -> Result<bool, DecodeError> { Ok(decode_word(word)?.form.is(traits)) };
        if is(main, CONTROL).unwrap_or(false) {
            return Err("the body of a repeat cannot hold control instructions");
        }
        if is(main, SYSTEM).unwrap_or(false) || is(aux, SYSTEM).unwrap_or(false) {
            return Err("the body of a repeat cannot hold system instructions");
        }
    }
    Ok(())
}
