//! Code bytes to text.

use std::fmt::Write as _;

use super::decode::{Instruction, decode, words_of};
use super::fields::bits;
use super::formats::{Extra, Index, InstructionKind, Offset, Template, Vectors, source};
use super::isa::{Form, Immediate, TYPE_NAMES, flags, type_size};
use super::number::{half_to_float, print_double, print_float};
use crate::listing::{Line, Style, listed};

/// Names of the registers that RS = 28..31 stand for as base pointer.
const BASES: [&str; 4] = ["thread", "datap", "ip", "sp"];
/// The same where a register is read.
const POINTERS: [&str; 4] = ["threadp", "datap", "ip", "sp"];

/// Name of a general register.
pub(super) fn gp(number: u8) -> String {
    if number == 31 { "sp".to_owned() } else { format!("r{number}") }
}

/// Name of a general (`false`) or vector register.
fn register(vector: bool, number: u8) -> String {
    if vector { format!("v{number}") } else { gp(number) }
}

/// Name of a special register of a kind.
fn special(kind: u8, number: u8) -> String {
    match (kind, number) {
        (0, 28..) => POINTERS[usize::from(number & 3)].to_owned(),
        (0, _) => gp(number),
        (1, 0) => "numcontr".to_owned(),
        (1, 1) => "threadp".to_owned(),
        (1, 2) => "datap".to_owned(),
        (1, _) => format!("spec{number}"),
        (2, _) => format!("capab{number}"),
        (3, _) => format!("perf{number}"),
        _ => format!("sys{number}"),
    }
}

/// Disassembles code. A cut-off or unknown instruction becomes the word as data.
///
/// Jump targets are written as `L_` and the target's address; with [`Style::Source`] every line that is a
/// target starts with that label. Bits that an instruction ignores are not in its text, as in the vendor's.
pub fn disassemble(code: &[u8], address: u64, style: Style) -> Vec<Line> {
    disassemble_pieces(std::iter::once((address, code)), style)
}

/// Like [`disassemble`], for pieces of code that lie one behind the other.
pub(super) fn disassemble_pieces<'a>(
    pieces: impl Iterator<Item = (u64, &'a [u8])>,
    style: Style,
) -> Vec<Line> {
    let one = |bytes: &[u8], at: u64| match decode(bytes) {
        Ok(instruction) => (text(&instruction, at), instruction.size()),
        Err(_) => data(bytes),
    };
    let mut lines: Vec<Line> = pieces.flat_map(|(address, code)| listed(code, address, one)).collect();
    if style == Style::Source {
        super::source::settle(&mut lines);
    }
    lines
}

/// The words that an unknown instruction takes up, or what is left of one, as a data definition.
fn data(bytes: &[u8]) -> (String, usize) {
    if let Some(first) = bytes.first_chunk::<4>() {
        let count = words_of(u32::from_le_bytes(*first)).min(bytes.len() / 4);
        let words = bytes.chunks_exact(4).take(count).map(|word| {
            let word = word.iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte));
            format!("0x{word:X}")
        });
        return (format!("int32   {}", words.collect::<Vec<_>>().join(", ")), 4 * count);
    }
    let all: Vec<String> = bytes.iter().map(|byte| format!("0x{byte:X}")).collect();
    (format!("int8    {}", all.join(", ")), bytes.len())
}

/// The text of one instruction at an address, as the vendor's disassembler writes it; the vendor's padding
/// and comments are left out.
pub fn text(instruction: &Instruction, address: u64) -> String {
    let printer = Printer { it: instruction, form: instruction.form, address };
    let body = if instruction.jump_distance().is_some() { printer.jump() } else { printer.normal() };
    body.trim_end().to_owned()
}

struct Printer<'a> {
    it: &'a Instruction,
    form: &'static Form,
    address: u64,
}

impl Printer<'_> {
    fn field(&self, field: super::fields::Field) -> u8 {
        self.it.words.get(field) as u8
    }

    /// The operand type and the blanks behind it.
    fn type_name(&self) -> String {
        let mut one = self.it.operand_type;
        let expands = self.it.format.tag == 0x130 && self.form.name == "compress";
        // The bit counts even where the field is part of the constant.
        let bit = self.it.format.template == Template::E && self.it.words.get(bits::IM5) & 0x20 != 0;
        let mut half = one == 1 && (self.form.is(flags::HALF) || self.form.is(flags::HALF_5) && bit);
        if expands {
            // The type field holds the larger type, the text the type of the result.
            (one, half) = match one {
                0 => (4, false),
                5 => (1, true),
                6 => (5, false),
                7 => (6, false),
                other => (other - 1, false),
            };
        }
        let unsigned = one < 5
            && (self.form.is(flags::UNSIGNED)
                || self.form.is(flags::UNSIGNED_3)
                    && self.it.format.has_options()
                    && self.it.options() & 8 != 0);
        let name = if half { "float16" } else { TYPE_NAMES[usize::from(one & 7)] };
        format!("{:<7} ", format!("{}{name}", if unsigned { "u" } else { "" }))
    }

    fn vector(&self) -> bool {
        self.it.format.vectors != Vectors::No
    }

    fn normal(&self) -> String {
        let (form, format) = (self.form, self.it.format);
        let mut out = String::new();
        if form.is(flags::BARE) {
            out.push_str("        ");
        } else {
            out.push_str(&self.type_name());
        }
        if !form.is(flags::BARE | flags::NO_DEST | flags::POINTER) {
            let rd = self.field(bits::RD);
            if form.is(flags::TO_MEMORY) {
                out.push_str(&self.memory());
            } else if let Some(kind) = form.special_destination() {
                out.push_str(&special(kind, rd));
            } else {
                out.push_str(&register(self.vector() && !form.is(flags::GP_DEST), rd));
            }
            out.push_str(" = ");
        }
        out.push_str(form.name);
        let count = usize::from(form.sources);
        if count == 0 {
            return out;
        }
        let operands = self.it.sources();
        out.push('(');
        let mut written = false;
        for (position, &(kind, number)) in operands.iter().enumerate() {
            let piece = match kind {
                source::IMMEDIATE => self.immediate(),
                source::MEMORY => self.memory(),
                _ => self.source_register(kind, position, number),
            };
            if written && !piece.is_empty() {
                out.push_str(", ");
            }
            written |= !piece.is_empty();
            out.push_str(&piece);
        }
        out.push(')');
        let masked = self.it.mask();
        if let Some(mask) = masked {
            let _ = write!(out, ", mask={}", register(self.vector(), mask));
        }
        let may_fall_back = masked.is_some()
            || form.is(flags::FREE_FALLBACK) && matches!(format.template, Template::A | Template::E);
        if may_fall_back && !form.is(flags::NO_FALLBACK) {
            match self.it.fallback() {
                None => out.push_str(", fallback=0"),
                Some(fallback)
                    if !form.is(flags::FREE_FALLBACK)
                        || operands.first().map(|first| first.1) != Some(fallback) =>
                {
                    let _ = write!(out, ", fallback={}", register(self.vector(), fallback));
                }
                Some(_) => {}
            }
        }
        let shown = self.it.format.kind == InstructionKind::Multi && form.kind == InstructionKind::Multi
            || !matches!(form.immediate, Immediate::No | Immediate::Bits886);
        if form.is(flags::OPTIONS) && self.it.format.has_options() && shown {
            let _ = write!(out, ", options=0x{:X}", self.it.options());
        }
        out
    }

    /// A source register; `position` counts the sources from 0.
    fn source_register(&self, kind: u8, position: usize, number: u8) -> String {
        let form = self.form;
        if let Some(kind) = form.special_source() {
            return special(kind, number);
        }
        let general = !self.vector()
            || form.is(flags::GP_1 << position.min(2))
            || kind == source::RT && form.is(flags::GP_LENGTH)
            || kind == source::RD && form.is(flags::POINTER) && form.is(flags::GP_DEST);
        register(!general, number)
    }

    fn jump(&self) -> String {
        let (form, format) = (self.form, self.it.format);
        let mut out = String::new();
        if form.is(flags::BARE) || form.sources == 1 {
            out.push_str("        ");
        } else {
            out.push_str(&self.type_name());
        }
        let (operation, condition) = form.parts().unwrap_or(("", form.name));
        let vector = self.it.operand_type & 4 != 0;
        let name = |field| register(vector, self.field(field));
        if form.sources > 1 {
            if !form.is(flags::BARE | flags::NO_DEST | flags::POINTER) {
                let _ = write!(out, "{} = ", name(bits::RD));
            }
            let _ = write!(out, "{operation}(");
            let has = |kinds: u8| format.sources & kinds == kinds;
            let registers = has(source::RS | source::RT);
            if form.sources > 2 {
                let in_rs = registers || has(source::IMMEDIATE | source::RS);
                let second = match registers {
                    true => name(bits::RT),
                    false if has(source::MEMORY) => self.memory(),
                    false if has(source::IMMEDIATE) => self.immediate(),
                    false => name(bits::RS),
                };
                let _ = write!(out, "{}, {second}", name(if in_rs { bits::RS } else { bits::RD }));
            } else {
                out.push_str(&name(bits::RS));
            }
            out.push_str("), ");
        }
        let target = self
            .address
            .wrapping_add(self.it.size() as u64)
            .wrapping_add_signed(self.it.jump_distance().unwrap_or(0));
        let _ = write!(out, "{condition} {}", super::source::label(target));
        out
    }

    fn memory(&self) -> String {
        let format = self.it.format;
        let (base, rt) = (self.field(bits::RS), self.field(bits::RT));
        let size = type_size(self.it.operand_type);
        let mut out = String::from("[");
        if base >= 28 && format.has_special_bases() {
            out.push_str(BASES[usize::from(base & 3)]);
        } else {
            out.push_str(&gp(base));
        }
        if rt != 31 {
            match format.index {
                Index::No => {}
                Index::Negative => {
                    let _ = write!(out, "-{}", gp(rt));
                }
                Index::Scaled if self.it.operand_type > 0 => {
                    let _ = write!(out, "+{}*{size}", gp(rt));
                }
                Index::Plain | Index::Scaled => {
                    let _ = write!(out, "+{}", gp(rt));
                }
            }
        }
        let offset = self.it.offset();
        match format.offset {
            Offset::Plain | Offset::Scaled if offset != 0 => {
                let sign = if offset < 0 { '-' } else { '+' };
                let _ = write!(out, "{sign}0x{:X}", offset.unsigned_abs());
                if format.offset == Offset::Scaled {
                    let _ = write!(out, "*{size}");
                }
            }
            Offset::Limit => {
                let limit = self.it.words.unsigned(format.address.size, format.address.at);
                let _ = write!(out, ", limit=0x{limit:X}");
            }
            _ => {}
        }
        match format.vectors {
            Vectors::Length if rt != 31 => {
                let _ = write!(out, ", length={}", gp(rt));
            }
            Vectors::Broadcast if rt != 31 => {
                let _ = write!(out, ", broadcast={}", gp(rt));
            }
            Vectors::No => {}
            Vectors::ByType if self.it.operand_type & 4 == 0 => {}
            _ => out.push_str(", scalar"),
        }
        out.push(']');
        out
    }

    fn immediate(&self) -> String {
        let format = self.it.format;
        let (form, ty) = (
            self.form,
            if self.it.operand_type == 1 && self.form.is(flags::HALF) { 8 } else { self.it.operand_type },
        );
        let written = form.immediate != Immediate::No || form.is(flags::INT_IMM);
        let bits16 = self.it.words.get(bits::IM4);
        let x = match format.immediate.size {
            0 if format.template == Template::E => i64::from(bits16),
            _ => self.it.immediate(),
        };
        let unsigned = |size: u8| self.it.words.unsigned(size, format.immediate.at);
        if ty >= 5 && !written {
            return match format.immediate.size {
                1 => print_float(x as f32),
                2 => print_float(half_to_float(x as u16)),
                8 if ty == 5 => print_float(f32::from_bits(unsigned(4) as u32)),
                4 => print_float(f32::from_bits(x as u32)),
                _ => print_double(f64::from_bits(x as u64)),
            };
        }
        let hex = |value: u64| format!("0x{value:X}");
        match form.immediate {
            Immediate::No | Immediate::Typed => match format.immediate.size {
                1 if ty > 0 => (x as i32).to_string(),
                1 => hex(x as u8 as u64),
                0 | 2 => {
                    let shift = self.it.words.get(bits::IM5);
                    let shifted = format.extra == Extra::OptionsOrShift && !form.is(flags::OPTIONS);
                    if shifted && shift != 0 {
                        signed_hex(x as i16 as i64, shift)
                    } else if ty > 1 {
                        (x as i32).to_string()
                    } else {
                        hex(x as u16 as u64)
                    }
                }
                8 if ty == 6 => print_double(f64::from_bits(x as u64)),
                8 => hex(x as u64),
                _ => {
                    if format.extra == Extra::OptionsAndShift4 && bits16 != 0 {
                        signed_hex(x as i32 as i64, bits16)
                    } else if ty <= 2 {
                        hex(x as u32 as u64)
                    } else if ty == 5 || ty == 6 {
                        print_float(f32::from_bits(x as u32))
                    } else {
                        (x as i32).to_string()
                    }
                }
            },
            Immediate::S8 => (x as i8).to_string(),
            Immediate::S16 => (x as i16).to_string(),
            Immediate::S8Shift => signed_hex((x >> 8) as i8 as i64, x as u8 as u32),
            Immediate::S16Shift16 => signed_hex(x, 16),
            Immediate::S32Shift32 => format!("0x{:X} << 32", x as u32),
            Immediate::U8 => hex(x as u8 as u64),
            Immediate::U16 => hex(x as u16 as u64),
            Immediate::U32 => hex(x as u32 as u64),
            Immediate::U64 => hex(x as u64),
            Immediate::Bits886 => {
                format!("{}, {}, {}", x as u8, (x >> 8) as u8, self.it.words.get(bits::IM5))
            }
            Immediate::Pair16 => format!("0x{:X}, 0x{:X}", (x >> 16) as u16, x as u16),
            Immediate::U16U32 => format!("0x{:X}, 0x{:X}", self.it.words.0[1], x as u16),
            Immediate::Pair32 => format!("0x{:X}, 0x{:X}", (x >> 32) as u32, x as u32),
            Immediate::Half => print_float(half_to_float(x as u16)),
            Immediate::Implicit(value) if x as i32 == value => String::new(),
            Immediate::Implicit(_) => hex(x as u8 as u64),
        }
    }
}

/// A constant and its shift count, with a sign before the constant.
fn signed_hex(value: i64, shift: u32) -> String {
    let sign = if value < 0 { "-" } else { "" };
    format!("{sign}0x{:X} << {shift}", value.unsigned_abs())
}
