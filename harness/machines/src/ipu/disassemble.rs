//! IPU instructions as text, as LLVM's printer for the target writes them ([`Style::Vendor`]) or as source
//! that assembles to the same bytes ([`Style::Source`]).
//!
//! LLVM prints a bundle over four lines; here it is one line: `{ main ; aux }`. In source, branch targets
//! are word addresses, as the assembler reads plain numbers, and a suffix says which of two forms is meant.

use std::fmt::Write;

use crate::listing::{Line, Style, listed};

use super::decode::{DecodeError, decode_word};
use super::fields::{Operand, OperandKind};
use super::isa::{Instruction, Int, Op, SUPERVISOR, may_be_bundled};
use super::special;

/// Disassembles `bytes`, the first of which lies at `address`.
///
/// Bytes that do not decode become data of the same length; the last one to three bytes become `.byte`.
pub fn disassemble(bytes: &[u8], address: u64, style: Style) -> Vec<Line> {
    listed(bytes, address, |bytes, _| one(bytes, style))
}

/// The word at the start of some bytes.
fn word(bytes: &[u8]) -> Option<u32> {
    bytes.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}

/// Text and length in bytes of what stands at the start of `bytes`, which is not empty.
fn one(bytes: &[u8], style: Style) -> (String, usize) {
    let Some(first) = word(bytes) else {
        let text: Vec<String> = bytes.iter().map(|byte| format!(".byte {byte:#04x}")).collect();
        return (text.join(" ; "), bytes.len());
    };
    let data = || (format!(".long {first:#010x}"), 4);
    let Ok(main) = decode_word(first) else { return data() };
    if style == Style::Source && !has_source(&main) {
        return data();
    }
    if !main.bundled {
        return (in_its_mode(format(&main, style), &main, style), 4);
    }
    let aux = bytes.get(4..).and_then(word).ok_or(DecodeError::Truncated { needed: 8, given: bytes.len() });
    let Ok(aux) = aux.and_then(decode_word) else { return data() };
    let is_bundle = match style {
        // LLVM's disassembler does not look at lanes.
        Style::Vendor => aux.bundled,
        Style::Source => aux.bundled && may_be_bundled(&main, &aux) && has_source(&aux),
    };
    if !is_bundle {
        return data();
    }
    let text = format!("{{ {} ; {} }}", format(&main, style), format(&aux, style));
    (in_its_mode(text, &main, style), 8)
}

/// Source that needs a directive before it: for the supervisor, or for a repeat whose body the
/// assembler would look at.
fn in_its_mode(text: String, main: &Instruction, style: Style) -> String {
    if style == Style::Vendor {
        text
    } else if main.form.is(SUPERVISOR) {
        format!(".supervisor ; {text} ; .worker")
    } else if main.form.op == Op::Repeat {
        format!(".allow_invalid_repeat ; {text}")
    } else {
        text
    }
}

/// Returns whether some source text gives exactly this instruction: a constant of 0 is read as that of the
/// form that stores the upper bits, and only for `or` there is another name.
fn has_source(instruction: &Instruction) -> bool {
    let is_a = instruction.form.operands.first().is_some_and(|operand| operand.kind == OperandKind::A);
    let has_twin = is_a && matches!(instruction.form.op, Op::Int(Int::And | Int::Andc));
    let is_zero = |(operand, value): (&Operand, u32)| operand.kind == OperandKind::Unsigned && value == 0;
    !(has_twin && instruction.operands().any(is_zero))
}

/// The text of one instruction.
pub fn format(instruction: &Instruction, style: Style) -> String {
    if let Some(text) = alias(instruction, style) {
        return text;
    }
    let form = instruction.form;
    let mut text = form.mnemonic.to_owned();
    if style == Style::Source {
        text += suffix(instruction);
    }
    for (index, (operand, value)) in instruction.operands().enumerate() {
        text += if index == 0 { " " } else { ", " };
        text += &operand_text(operand, value, style);
    }
    text
}

/// The suffix that makes the assembler take the form with an unsigned constant.
fn suffix(instruction: &Instruction) -> &'static str {
    let unsigned =
        instruction.form.operands.iter().any(|o| o.kind == OperandKind::Unsigned && o.width() == 16);
    let has_twin =
        matches!(instruction.form.op, Op::Int(Int::Add | Int::Sub | Int::CmpEq | Int::Max | Int::Min));
    if unsigned && has_twin { "z" } else { "" }
}

fn operand_text(operand: &Operand, value: u32, style: Style) -> String {
    let mut text = match operand.kind {
        OperandKind::M => format!("$m{value}"),
        OperandKind::A => format!("$a{value}"),
        OperandKind::MPair => format!("$m{value}:{}", value + 1),
        OperandKind::APair => format!("$a{value}:{}", value + 1),
        OperandKind::AQuad => format!("$a{value}:{}", value + 3),
        OperandKind::Low => format!("$a{value}:BL"),
        OperandKind::High => format!("$a{value}:BU"),
        OperandKind::Both => format!("$a{value}:B"),
        OperandKind::Signed => format!("{}", value as i32),
        OperandKind::Code if style == Style::Vendor => format!("{:#x}", value << 2),
        OperandKind::Unsigned | OperandKind::Top | OperandKind::Code => format!("{value}"),
    };
    text += operand.mark.text();
    text
}

/// The other name that LLVM prints for some operands of an instruction.
fn alias(instruction: &Instruction, style: Style) -> Option<String> {
    let [a, b, c, ..] = instruction.values;
    let kind = |index: usize| instruction.form.operands.get(index).map(|operand| operand.kind);
    let first = |value| kind(0).map_or(String::new(), |kind| register(kind, value));
    let mut text = String::new();
    match instruction.form.op {
        Op::Set if (kind(0), a, b) == (Some(OperandKind::M), special::NOP_M.into(), 0) => text += "nop",
        Op::Set if (kind(0), a, b) == (Some(OperandKind::A), special::NOP_A.into(), 0) => text += "fnop",
        Op::Int(Int::Or) if kind(2).is_some_and(OperandKind::is_register) && (b, c) == (15, 15) => {
            write!(text, "zero {}", first(a)).ok()?;
        }
        Op::Int(Int::Or) if c == 0 && kind(2) == Some(OperandKind::Unsigned) => {
            write!(text, "mov {}, {}", first(a), first(b)).ok()?;
        }
        Op::Int(Int::Or) if c == 0 && kind(2) == Some(OperandKind::Top) && style == Style::Vendor => {
            write!(text, "mov {}, {}", first(a), first(b)).ok()?;
        }
        Op::Wide(super::isa::Wide::Or64) if (b, c) == (14, 14) => {
            write!(text, "zero {}", first(a)).ok()?;
        }
        Op::Wide(super::isa::Wide::Or64) if c == 14 => {
            write!(text, "mov {}, {}", first(a), first(b)).ok()?;
        }
        Op::Copy => write!(text, "mov $m{a}, $a{b}").ok()?,
        Op::MoveIf => write!(text, "movnz $m{a}, $m{b}, $m{c}").ok()?,
        Op::GetUpper => write!(text, "get $a{a}, {b}").ok()?,
        Op::PutUpper => write!(text, "put {a}, $a{b}").ok()?,
        Op::Int(Int::Roll16) if b == c => write!(text, "swap16 {}, {}", first(a), first(b)).ok()?,
        Op::Put if (a, b) == (255, 15) => text += "strap",
        _ => return None,
    }
    Some(text)
}

/// A register or group of a kind.
fn register(kind: OperandKind, value: u32) -> String {
    match kind {
        OperandKind::M => format!("$m{value}"),
        OperandKind::APair => format!("$a{value}:{}", value + 1),
        _ => format!("$a{value}"),
    }
}
