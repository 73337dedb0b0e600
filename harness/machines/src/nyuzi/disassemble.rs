//! Nyuzi instructions as text: as LLVM's tools print them ([`Style::Vendor`]), or as source that
//! assembles to the same bytes ([`Style::Source`]).

use std::fmt::Write;

use crate::listing::{Line, Style, listed, sections};

use super::decode::decode_form;
use super::isa::{Form, Instruction, Op, Operand, RA, scalar_name, vector_name};

/// Disassembles `bytes`, the first of which lies at `address`.
///
/// Bytes that do not decode become data of the same length.
pub fn disassemble(bytes: &[u8], address: u64, style: Style) -> Vec<Line> {
    listed(bytes, address, |bytes, _| (one(bytes.get(..4).unwrap_or(bytes), style), 4))
}

/// The text of up to four bytes.
fn one(bytes: &[u8], style: Style) -> String {
    match decode_form(bytes) {
        Ok((instruction, form))
            if style == Style::Vendor || instruction.spare == form.usual_spare(&instruction) =>
        {
            format_form(form, &instruction, style)
        }
        _ => data(bytes),
    }
}

/// Bytes as a data directive.
fn data(bytes: &[u8]) -> String {
    match *bytes {
        [a, b, c, d] => format!(".long {:#010x}", u32::from_le_bytes([a, b, c, d])),
        _ => sections::data(bytes),
    }
}

/// The text of an instruction.
fn format_form(form: &Form, instruction: &Instruction, style: Style) -> String {
    if form.op == Op::BranchRegister && instruction.a == RA {
        return "ret".to_owned();
    }
    let mut text = form.mnemonic();
    for (index, operand) in form.operands().iter().enumerate() {
        text += if index == 0 { " " } else { ", " };
        // Writing to a string cannot fail.
        let _ = write_operand(&mut text, operand, instruction, style);
    }
    text
}

fn write_operand(
    text: &mut String,
    operand: &Operand,
    instruction: &Instruction,
    style: Style,
) -> std::fmt::Result {
    use super::fields::Slot;
    let register = |slot| match slot {
        Slot::D => instruction.d,
        Slot::A => instruction.a,
        Slot::B => instruction.b,
        _ => instruction.m,
    };
    let imm = instruction.imm;
    match operand {
        Operand::Scalar(field) => write!(text, "{}", scalar_name(register(field.slot))),
        Operand::Vector(field) => write!(text, "{}", vector_name(register(field.slot))),
        Operand::Immediate(_) => write!(text, "{imm}"),
        // A bare number is taken in units of instructions by the assembler, and printed in bytes.
        Operand::Target(_) if style == Style::Source => write!(text, "{}", imm / 4),
        Operand::Target(_) => write!(text, "{imm}"),
        Operand::Memory(field) | Operand::Lanes(field) => {
            let base = match operand {
                Operand::Memory(_) => scalar_name(instruction.a),
                _ => vector_name(instruction.a),
            };
            // LLVM prints the ten bits of a masked access without their sign.
            let offset = match style {
                Style::Vendor if field.width() == 10 => imm & 0x3ff,
                _ => imm,
            };
            match offset {
                0 => write!(text, "({base})"),
                _ => write!(text, "{offset}({base})"),
            }
        }
    }
}
