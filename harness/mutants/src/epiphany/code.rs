//! Epiphany code as compilers write it: where a function calls and returns, where the stack pointer is.

use super::language::NOTATION;
use crate::listing::{Function, Line, number};
use crate::splice::{self, Which};

/// Code at the beginning of a function and before each return.
pub fn around(function: &mut Function, before: &[&str], after: &[&str]) -> bool {
    let any = splice::exits(&super::LANGUAGE, function, Which::All, after, true);
    any && splice::entry(function, before)
}

/// Whether a function calls nothing, so that registers which calls destroy keep their values.
pub fn is_leaf(function: &Function) -> bool {
    !function
        .lines
        .iter()
        .any(|l| matches!(l.mnemonic(), "bl" | "jalr") || l.mnemonic() == "jr" && !is_return(l))
}

/// Whether a line returns.
pub fn is_return(line: &Line) -> bool {
    line.mnemonic() == "rts" || (line.mnemonic() == "jr" && register(line.operand(0)) == 14)
}

/// A register's number by its name; 64 for anything else.
pub fn register(name: &str) -> u32 {
    NOTATION.register(name).map_or(64, u32::from)
}

/// The symbol that a line calls, and whether it is a call without return to the caller.
pub fn call_at(lines: &[Line], i: usize) -> Option<(String, bool)> {
    let line = lines.get(i)?;
    match line.mnemonic() {
        "bl" => Some((line.operand(0).to_owned(), false)),
        "jalr" | "jr" if !is_return(line) => {
            let wanted = register(line.operand(0));
            let loads = lines
                .iter()
                .take(i)
                .rev()
                .find(|l| l.mnemonic() == "mov" && register(l.operand(0)) == wanted)?;
            let symbol = loads.operand(1).strip_prefix("%low(")?.strip_suffix(')')?;
            Some((symbol.to_owned(), line.mnemonic() == "jr"))
        }
        _ => None,
    }
}

/// Where the stack pointer and the frame pointer are at each line, in bytes below the stack pointer at entry;
/// `None` where it is not known.
pub fn depths(lines: &[Line]) -> Vec<(Option<i64>, Option<i64>)> {
    let (mut sp, mut fp) = (Some(0), None);
    let mut out = Vec::with_capacity(lines.len());
    for (i, line) in lines.iter().enumerate() {
        out.push((sp, fp));
        let (first, second) = (line.operand(0), line.operand(1));
        match line.mnemonic() {
            "add" | "sub" if register(first) == 13 => {
                let by = constant(lines, i, line.operand(2)).filter(|_| register(second) == 13);
                let sign = if line.mnemonic() == "add" { -1 } else { 1 };
                sp = sp.zip(by).map(|(sp, by)| sp + sign * by);
            }
            "mov" if register(first) == 15 && register(second) == 13 => fp = sp,
            "mov" if register(first) == 13 => sp = if register(second) == 15 { fp } else { None },
            "rts" => sp = None,
            mnemonic if second == "[sp]" && !line.operand(2).is_empty() => {
                let by = line.operand(2);
                let step = match immediate(by) {
                    Some(n) => width(mnemonic).map(|w| n * w),
                    None => constant(lines, i, by),
                };
                sp = sp.zip(step).map(|(sp, step)| sp - step);
            }
            mnemonic if mnemonic.starts_with("ldr") && register(first) == 15 => fp = None,
            _ => {}
        }
    }
    out
}

/// The value of an operand: an immediate, or a register that was given a constant before.
pub fn constant(lines: &[Line], i: usize, operand: &str) -> Option<i64> {
    if let Some(n) = immediate(operand) {
        return Some(n);
    }
    let wanted = register(operand);
    let load =
        lines.iter().take(i).rev().find(|l| l.mnemonic() == "mov" && register(l.operand(0)) == wanted)?;
    let value = load.operand(1);
    immediate(value).or_else(|| immediate(value.strip_prefix("%low(")?.strip_suffix(')')?))
}

/// `#-8`
pub fn immediate(text: &str) -> Option<i64> {
    number(text.strip_prefix('#')?)
}

/// Bytes that a load or store moves, which is also what its offset counts in.
pub fn width(mnemonic: &str) -> Option<i64> {
    match mnemonic {
        "ldrb" | "strb" => Some(1),
        "ldrh" | "strh" => Some(2),
        "ldr" | "str" => Some(4),
        "ldrd" | "strd" => Some(8),
        _ => None,
    }
}

/// Base register and offset in bytes of a load or store without a step: `ldr r0,[sp,#2]`.
pub fn address(line: &Line) -> Option<(u32, i64)> {
    let width = width(line.mnemonic())?;
    if line.operands().len() != 2 {
        return None;
    }
    let inner = line.operand(1).strip_prefix('[')?.strip_suffix(']')?;
    let (base, offset) = match inner.split_once(',') {
        Some((base, offset)) => (base, immediate(offset.trim())?),
        None => (inner, 0),
    };
    Some((register(base.trim()), offset * width))
}

/// A load or store with another offset in bytes.
pub fn with_offset(line: &Line, bytes: i64) -> Option<Line> {
    let width = width(line.mnemonic())?;
    let inner = line.operand(1).strip_prefix('[')?.strip_suffix(']')?;
    let base = inner.split(',').next()?;
    (bytes % width == 0)
        .then(|| Line::code(&format!("{} {},[{base},#{}]", line.mnemonic(), line.operand(0), bytes / width)))
}

/// Whether a load or store is at an address that is known from the stack pointer at entry, and at which.
pub fn from_entry(line: &Line, (sp, fp): (Option<i64>, Option<i64>)) -> Option<i64> {
    match address(line)? {
        (13, offset) => sp.map(|depth| offset - depth),
        (15, offset) => fp.map(|depth| offset - depth),
        _ => None,
    }
}
