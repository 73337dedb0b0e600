//! RISC-V instructions as text: as objdump 2.40 prints them with `-M no-aliases` ([`Style::Vendor`]), or as source that
//! assembles to the same bytes ([`Style::Source`]). Compressed instructions have their own names (`c.addi`) in both, so that
//! nothing depends on what an assembler compresses by itself; GNU as and LLVM, which do so by default, need `.option norvc`
//! around instructions of 32 bits.

use std::fmt::Write;

use crate::listing::{Line, Style, listed};

use super::constants;
use super::csr;
use super::decode::{DecodeError, decode};
use super::isa::{FLOAT_REGISTERS, Instruction, REGISTERS, ROUNDINGS, SHORTS, Xlen};
use super::vector;

/// Disassembles `bytes`, the first of which lies at `address`.
///
/// Bytes that do not decode become data of the same length.
pub fn disassemble(bytes: &[u8], address: u64, style: Style, xlen: Xlen) -> Vec<Line> {
    listed(bytes, address, |bytes, address| one(bytes, address, style, xlen))
}

/// Text and length in bytes of what stands at the start of `bytes`, which is not empty.
fn one(bytes: &[u8], address: u64, style: Style, xlen: Xlen) -> (String, usize) {
    let size = match decode(bytes, xlen) {
        Ok(instruction) if style == Style::Vendor || has_source(&instruction) => {
            return (format(&instruction, address, style, xlen), instruction.size());
        }
        Ok(instruction) => instruction.size(),
        Err(DecodeError::Unknown { size, .. }) => size,
        Err(DecodeError::Truncated { given, .. }) => given.min(2),
    };
    (data(bytes.get(..size).unwrap_or(bytes)), size)
}

/// Bytes as a data directive.
fn data(bytes: &[u8]) -> String {
    match *bytes {
        [a, b, c, d] => format!(".4byte {:#x}", u32::from_le_bytes([a, b, c, d])),
        [a, b] => format!(".2byte {:#x}", u16::from_le_bytes([a, b])),
        _ => {
            let list: Vec<String> = bytes.iter().map(|byte| format!("{byte:#x}")).collect();
            format!(".byte {}", list.join(", "))
        }
    }
}

/// Returns whether some source text gives exactly this instruction, with GNU as too.
fn has_source(instruction: &Instruction) -> bool {
    let Some(form) = instruction.op.form() else { return false };
    let empty_set = instruction.imm & 15 == 0 || instruction.imm >> 4 == 0;
    instruction.short.is_some()
        || !(form.syntax.contains('M') && instruction.mode != 0 || form.syntax.contains('P') && empty_set)
}

/// The text of an instruction that lies at `address`.
pub fn format(instruction: &Instruction, address: u64, style: Style, xlen: Xlen) -> String {
    let short = instruction.short.and_then(|row| SHORTS.get(usize::from(row)));
    let (name, syntax) = match (short, instruction.op.form()) {
        (Some(short), _) => (short.mnemonic.to_owned(), short.syntax),
        (None, Some(form)) => (form.name(instruction), form.syntax),
        (None, None) => return String::new(),
    };
    let mut text = name;
    if !syntax.is_empty() {
        text.push(' ');
    }
    for letter in syntax.chars() {
        // Writing to a string cannot fail.
        let _ = operand(&mut text, letter, instruction, address, style, xlen);
    }
    text
}

fn general(register: u8) -> &'static str {
    REGISTERS.get(usize::from(register)).copied().unwrap_or("?")
}

fn float(register: u8) -> &'static str {
    FLOAT_REGISTERS.get(usize::from(register)).copied().unwrap_or("?")
}

fn operand(
    text: &mut String,
    letter: char,
    instruction: &Instruction,
    address: u64,
    style: Style,
    xlen: Xlen,
) -> std::fmt::Result {
    let i = instruction;
    match letter {
        'd' => write!(text, "{}", general(i.rd)),
        's' => write!(text, "{}", general(i.rs1)),
        't' => write!(text, "{}", general(i.rs2)),
        'D' => write!(text, "{}", float(i.rd)),
        'S' => write!(text, "{}", float(i.rs1)),
        'T' => write!(text, "{}", float(i.rs2)),
        'R' => write!(text, "{}", float(i.rs3)),
        'j' | 'o' | 'q' | 'i' | 'f' => write!(text, "{}", i.imm),
        '>' | '<' | 'y' | 'Y' => write!(text, "{:#x}", i.imm),
        'u' => write!(text, "{:#x}", (i.imm as u32) >> 12),
        'p' | 'a' if style == Style::Source => write!(text, ".{:+}", i.imm),
        'p' | 'a' => {
            let target = address.wrapping_add_signed(i.imm.into());
            write!(text, "{:#x}", if xlen == Xlen::Rv32 { target & 0xffff_ffff } else { target })
        }
        'E' => match csr::name_of(i.imm as u32) {
            Some(name) => write!(text, "{name}"),
            None => write!(text, "{:#x}", i.imm),
        },
        'Z' => write!(text, "{}", i.rs1),
        'P' => write!(text, "{}", set(i.imm >> 4)),
        'Q' => write!(text, "{}", set(i.imm)),
        'm' | 'M' => {
            let usual = if letter == 'm' { i.is_dynamic() } else { i.mode == 0 };
            if usual {
                text.pop();
                return Ok(());
            }
            let name = ROUNDINGS.get(usize::from(i.mode)).copied().flatten();
            write!(text, "{}", name.unwrap_or("unknown"))
        }
        'k' => write!(text, "{}", constants::of(i.rs1).map_or("?", |constant| constant.text)),
        'z' => write!(text, "rtz"),
        '1' => write!(text, "v{}", i.rs1),
        '2' => write!(text, "v{}", i.rs2),
        '3' => write!(text, "v{}", i.rd),
        '5' => write!(text, "{}", i.imm),
        'V' => write!(text, "v0"),
        'n' => write!(text, "{}", if i.mode == 0 { ",v0.t" } else { "" }),
        'C' | 'c' => write!(text, "{}", vector::kind::text(i.imm as u32)),
        // An offset that is always 0.
        '0' => Ok(()),
        other => write!(text, "{other}"),
    }
}

/// Letters of the sets of a fence, the first for bit 3.
pub(super) const SET: [char; 4] = ['i', 'o', 'r', 'w'];

/// A set of a fence as text.
fn set(bits: i32) -> String {
    let letters = SET.into_iter().enumerate().filter(|(place, _)| bits >> (3 - place) & 1 == 1);
    let text: String = letters.map(|(_, letter)| letter).collect();
    if text.is_empty() { "unknown".to_owned() } else { text }
}
