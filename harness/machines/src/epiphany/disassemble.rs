//! Epiphany instructions as text, as objdump 2.40 prints them ([`Style::Vendor`]) or as source that
//! assembles to the same bytes ([`Style::Source`]: size suffixes where needed, branch targets relative to
//! the instruction).

use std::fmt::Write;

use crate::listing::{Line, Style, listed};

use super::decode::{DecodeError, decode_form};
use super::encode::encode_form;
use super::fields::Slot;
use super::isa::{Access, Form, Instruction, Op, SPECIALS, Suffix, is_load, is_store};

/// Disassembles `bytes`, the first of which lies at `address`.
///
/// Bytes that do not decode become data of the same length; a last single byte becomes `.byte`.
pub fn disassemble(bytes: &[u8], address: u64, style: Style) -> Vec<Line> {
    listed(bytes, address, |bytes, address| one(bytes, address, style))
}

/// Text and length in bytes of what stands at the start of `bytes`, which is not empty.
fn one(bytes: &[u8], address: u64, style: Style) -> (String, usize) {
    match decode_form(bytes) {
        Ok((instruction, form)) => {
            let size = usize::from(instruction.size);
            if style == Style::Source && !has_source(form, &instruction) {
                return (data(&bytes[..size]), size);
            }
            (format_form(form, &instruction, address, style), size)
        }
        Err(DecodeError::Unknown { size, .. }) => {
            let size = size.min(bytes.len());
            (data(&bytes[..size]), size)
        }
        Err(DecodeError::Truncated { .. }) => {
            let size = if bytes.len() >= 2 { 2 } else { 1 };
            (data(&bytes[..size]), size)
        }
    }
}

/// Bytes as a data directive.
fn data(bytes: &[u8]) -> String {
    match *bytes {
        [a, b, c, d] => format!(".word {:#010x}", u32::from_le_bytes([a, b, c, d])),
        [a, b] => format!(".hword {:#06x}", u16::from_le_bytes([a, b])),
        _ => bytes.iter().map(|byte| format!(".byte {byte:#04x}")).collect::<Vec<_>>().join(" ` "),
    }
}

/// Returns whether some source text gives exactly this instruction, with GNU as too.
fn has_source(form: &Form, instruction: &Instruction) -> bool {
    let Instruction { op, size, rd, rn, rm, special, imm, .. } = *instruction;
    let ignored_bits = rm != 0 && form.field(Slot::Rm).is_some() && !form.syntax.contains('m');
    let is_pair = (is_load(op) || is_store(op)) && instruction.access == Access::Double;
    let changes_loaded =
        matches!(op, Op::LoadPostDisp | Op::LoadPostIndex) && (rd == rn || (is_pair && rd + 1 == rn));
    let wrong = match op {
        Op::JumpRegister | Op::JumpLink => size == 4 && rn < 8,
        Op::Fabs => size == 2,
        Op::Swi => imm != 0,
        Op::MovToSpecial | Op::MovFromSpecial => special_name(special).is_none(),
        _ => false,
    };
    !(ignored_bits || (is_pair && rd % 2 == 1) || changes_loaded || wrong)
}

fn special_name(number: u8) -> Option<&'static str> {
    SPECIALS.iter().find(|(known, _)| *known == number).map(|&(_, name)| name)
}

/// The suffix that makes the assembler take this form.
fn suffix(form: &Form, instruction: &Instruction) -> &'static str {
    match form.suffix {
        Suffix::None => "",
        Suffix::Printed(suffix) => suffix,
        Suffix::Optional(suffix) => {
            // A displacement of -0 is read as 0.
            let minus_zero = instruction.imm == 0 && form.field(Slot::Displacement).is_some();
            let subtract = instruction.subtract && !minus_zero;
            let short = Instruction { size: 2, subtract, ..*instruction };
            let fits_short = Form::of(form.op, 2).is_some_and(|form| encode_form(form, &short).is_some());
            if fits_short { suffix } else { "" }
        }
    }
}

/// The text of an instruction that lies at `address`.
fn format_form(form: &Form, instruction: &Instruction, address: u64, style: Style) -> String {
    let Instruction { op, size, rn, imm, .. } = *instruction;
    if op == Op::JumpRegister && size == 4 && rn == 14 {
        return "rts".to_owned();
    }
    let mnemonic =
        form.mnemonic.replace("{c}", instruction.cond.suffix()).replace("{z}", instruction.access.suffix());
    let mut text = mnemonic;
    if style == Style::Source {
        text += suffix(form, instruction);
    }
    if form.syntax.is_empty() || (op == Op::Swi && imm == 0) {
        return text;
    }
    text.push(' ');
    let bare = imm == 0 && !instruction.subtract && leaves_out_zero(op, size);
    for letter in if bare { "d,[n]" } else { form.syntax }.chars() {
        // Writing to a string cannot fail.
        let _ = match letter {
            'd' => write!(text, "{}", register_name(instruction.rd)),
            'n' => write!(text, "{}", register_name(rn)),
            'm' => write!(text, "{}", register_name(instruction.rm)),
            's' => match special_name(instruction.special) {
                Some(name) => write!(text, "{name}"),
                None => write!(text, "???"),
            },
            '+' => write!(text, "{}", if instruction.subtract { '-' } else { '+' }),
            't' if style == Style::Source => write!(text, ".{imm:+}"),
            't' => write!(text, "{:x}", address.wrapping_add_signed(imm.into()) as u32),
            'i' if matches!(op, Op::AddImm | Op::SubImm) => write!(text, "{imm}"),
            'i' if form.field(Slot::Displacement).is_some() => {
                write!(text, "{:#x}", imm.unsigned_abs() >> instruction.access as u32)
            }
            'i' => write!(text, "{imm:#x}"),
            other => {
                text.push(other);
                Ok(())
            }
        };
    }
    text
}

/// Returns whether objdump writes a displacement of zero as `[rn]`.
fn leaves_out_zero(op: Op, size: u8) -> bool {
    op == Op::StoreDisp || (op == Op::LoadDisp && size == 2)
}

/// The name that objdump has for a general register.
fn register_name(number: u8) -> String {
    match number {
        11 => "fp".to_owned(),
        13 => "sp".to_owned(),
        14 => "lr".to_owned(),
        _ => format!("r{number}"),
    }
}
