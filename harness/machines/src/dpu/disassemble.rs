//! DPU instructions as text, in the spelling of the vendor's disassembler.
//!
//! Every text but that of words that are no instructions assembles to the same bits, so both styles print
//! the same. Branch targets are numbers of instructions, not addresses.

use std::fmt::Write;

use super::decode::{decode, spelling};
use super::encode::SLOT;
use super::isa::{CONSTANTS, Instruction};
use super::operands::{OperandKind, Registers, Role};
use crate::listing::{Line, Style, listed, sections};

/// Disassembles code as it lies in a file and in the simulator's memory, 8 bytes an instruction, the first
/// byte at `address`. What does not decode becomes data.
pub fn disassemble(bytes: &[u8], address: u64, _style: Style) -> Vec<Line> {
    let one = |bytes: &[u8], _| match bytes.first_chunk::<SLOT>() {
        Some(slot) => (text(u64::from_le_bytes(*slot)), SLOT),
        None => (sections::data(bytes), bytes.len()),
    };
    listed(bytes, address, one)
}

fn text(word: u64) -> String {
    match decode(word) {
        Ok(instruction) => {
            // The bounds-checked additions are distinguished from the others by their registers' names.
            let is_safe = matches!(instruction.form.shape.as_str(), "sss" | "ssi");
            let instruction = spelling(word).filter(|_| !is_safe).unwrap_or(instruction);
            if has_source(&instruction) { format(&instruction) } else { quad(word) }
        }
        Err(_) => quad(word),
    }
}

/// A slot as data.
fn quad(word: u64) -> String {
    format!(".quad {word:#018x}")
}

/// Returns whether the text of an instruction means its very bits. A few conditions have two codes, and a
/// bounds-checked access that names a constant register and its endianness looks like one without checks.
fn has_source(instruction: &Instruction) -> bool {
    let form = instruction.form;
    let is_safe_access = matches!(form.shape.as_str(), "ersi" | "esii" | "esir");
    let base = form.operands.iter().position(|operand| operand.role == Role::Ra);
    let base = base.and_then(|index| instruction.values.get(index));
    if is_safe_access && base.is_some_and(|&number| number >= 24) {
        return false;
    }
    instruction.form.operands.iter().zip(&instruction.values).all(|(operand, &value)| match operand.kind {
        OperandKind::Condition(class) => {
            let code = value as u8;
            let name = class.choice(code).and_then(|choice| choice.names.first());
            name.and_then(|name| class.named(name)).is_some_and(|choice| choice.code == code)
        }
        _ => true,
    })
}

/// The text of an instruction.
pub fn format(instruction: &Instruction) -> String {
    let form = instruction.form;
    let mut text = form.mnemonic.clone();
    for (index, (operand, &value)) in form.operands.iter().zip(&instruction.values).enumerate() {
        text.push_str(if index == 0 { " " } else { ", " });
        // Writing to a string cannot fail.
        let _ = match operand.kind {
            OperandKind::NoDestination => write!(text, "zero"),
            OperandKind::Endian => write!(text, "{}", if value == 0 { "!little" } else { "!big" }),
            OperandKind::Register(registers) => write!(text, "{}", register_name(registers, value)),
            OperandKind::Number { signed: true, .. } => write!(text, "{value}"),
            OperandKind::Number { .. } => write!(text, "{value:#x}"),
            OperandKind::Condition(class) => {
                let choice = u8::try_from(value).ok().and_then(|code| class.choice(code));
                write!(text, "{}", choice.and_then(|choice| choice.names.first()).unwrap_or(&"?"))
            }
        };
    }
    text
}

/// The name of a register as an operand.
fn register_name(registers: Registers, number: i64) -> String {
    let constant = usize::try_from(number).ok().and_then(|number| number.checked_sub(24));
    match constant.and_then(|index| CONSTANTS.get(index)) {
        Some(name) => (*name).to_owned(),
        None => {
            let letter = match registers {
                Registers::Pair => 'd',
                Registers::Safe | Registers::SafeAny => 's',
                _ => 'r',
            };
            format!("{letter}{number}")
        }
    }
}
