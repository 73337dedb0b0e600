//! Forms of Epiphany instructions as compilers write them.

use super::language::known;
use crate::language::Register;
use crate::listing::{Line, number};

/// The value of an operand: an immediate, or a register that was given a constant before.
pub(super) fn constant(lines: &[Line], i: usize, operand: &str) -> Option<i64> {
    if let Some(n) = immediate(operand) {
        return Some(n);
    }
    let value = moved_into(lines, i, known(operand)?)?;
    immediate(value).or_else(|| immediate(value.strip_prefix("%low(")?.strip_suffix(')')?))
}

/// The operand of the last move into a register before a line.
pub(super) fn moved_into(lines: &[Line], i: usize, register: Register) -> Option<&str> {
    let moves = |l: &&Line| l.mnemonic() == "mov" && known(l.operand(0)) == Some(register);
    lines.iter().take(i).rev().find(moves).map(|line| line.operand(1))
}

/// `#-8`
fn immediate(text: &str) -> Option<i64> {
    number(text.strip_prefix('#')?)
}

/// Bytes that a load or store moves, which is also the unit of its offset.
pub(super) fn width(mnemonic: &str) -> Option<i64> {
    match mnemonic {
        "ldrb" | "strb" => Some(1),
        "ldrh" | "strh" => Some(2),
        "ldr" | "str" => Some(4),
        "ldrd" | "strd" => Some(8),
        _ => None,
    }
}

/// Base register and offset in bytes of a load or store: `ldr r0,[sp,#2]`.
pub(super) fn base_and_offset(line: &Line) -> Option<(Register, i64)> {
    let width = width(line.mnemonic())?;
    let inner = line.operand(1).strip_prefix('[')?.strip_suffix(']')?;
    let (base, offset) = match inner.split_once(',') {
        Some((base, offset)) => (base, immediate(offset.trim())?),
        None => (inner, 0),
    };
    Some((known(base.trim())?, offset * width))
}

/// A load or store with another offset in bytes.
pub(super) fn with_offset(line: &Line, bytes: i64) -> Option<Line> {
    let width = width(line.mnemonic())?;
    let inner = line.operand(1).strip_prefix('[')?.strip_suffix(']')?;
    let base = inner.split(',').next()?;
    (bytes % width == 0)
        .then(|| Line::code(&format!("{} {},[{base},#{}]", line.mnemonic(), line.operand(0), bytes / width)))
}
