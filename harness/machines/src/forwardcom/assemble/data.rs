//! Data definitions: sized in the first pass, stored in the last.

use super::expression::{Constant, Expression, Mode};
use super::token::{Line, TokenKind, Type};
use super::{Assembler, MOST_DATA, Outcome, Reloc, SymbolKind};
use crate::forwardcom::elf::{flags, kind};
use crate::ieee;

/// Message for a section of more than [`MOST_DATA`] bytes.
const TOO_LARGE: &str = "the section becomes larger than 64 MiB";

impl Assembler {
    /// Moves the end of the present section to a multiple of `1 << log`, and of its contents if `emit` is set.
    fn align_section(&mut self, log: u8, emit: bool) {
        let Some(section) = self.present_section() else { return };
        section.align_log = section.align_log.max(log);
        section.size = section.size.next_multiple_of(1 << log);
        if emit {
            self.pad();
        }
    }

    /// `align n` among data.
    pub(super) fn align_data(&mut self, line: Line, emit: bool) -> Outcome<()> {
        let end = line.first + line.count;
        let (value, next) = self.constant(line.first + 1, end)?;
        if !self.ends(next, end) {
            return self.fail(next, "unexpected");
        }
        let log = self.alignment(value, line.first + 1)?;
        self.align_section(log, emit);
        Ok(())
    }

    /// Fills contents up to the section's size.
    fn pad(&mut self) {
        if let Some(section) = self.present_section()
            && section.kind != kind::NOBITS
        {
            section.data.resize(section.size as usize, 0);
        }
    }

    /// `label: type value, value`, where label or type and values may be missing.
    pub(super) fn labelled_data(&mut self, line: Line, emit: bool) -> Outcome<()> {
        let end = line.first + line.count;
        if self.section.is_none() {
            return self.fail(line.first, "data must stand in a section");
        }
        let mut at = line.first;
        let mut symbol = None;
        if self.is_operator(at + 1, ":") {
            if let Some(&TokenKind::Symbol(index)) = self.kind(at) {
                symbol = Some(index);
            }
            at += 2;
        }
        let Some(&TokenKind::Type(data)) = self.kind(at).filter(|_| at < end) else {
            if !self.ends(at, end) {
                return self.fail(at, "expected a type");
            }
            self.place(symbol, None, 0);
            return Ok(());
        };
        self.align_section(data.size().ilog2() as u8, emit);
        self.place(symbol, None, 0);
        at += 1;
        if self.ends(at, end) {
            return self.fail(at - 1, "expected a value behind the type");
        }
        let mut count = 0;
        while !self.ends(at, end) {
            if let Some(number) = self.number_alone(at, end).filter(|_| !data.float) {
                // Most data is numbers.
                self.append_number(i128::from(number) as u128, data, at, emit)?;
                count += 1;
                at += 1;
            } else {
                let (value, next) = self.expression(at, end, Mode { lenient: !emit, ..Mode::default() })?;
                count += self.store(&value, data, at, emit)?;
                at = next;
            }
            if self.is_operator(at, ",") && at < end {
                at += 1;
                if at >= end {
                    return self.fail(at - 1, "expected a value");
                }
            } else if !self.ends(at, end) {
                return self.fail(at, "expected `,`");
            }
        }
        self.place(symbol, Some(data), count);
        Ok(())
    }

    /// Puts a symbol at the end of the present section, or says what it holds.
    fn place(&mut self, symbol: Option<usize>, data: Option<Type>, count: u32) {
        let Some(present) = self.section else { return };
        let size = self.sections.get(present).map_or(0, |section| section.size);
        let raw = self.present_flags();
        let Some(symbol) = symbol.and_then(|index| self.symbols.get_mut(index)) else { return };
        symbol.section = Some(present);
        symbol.known = true;
        symbol.attributes |= raw & (7 | flags::BASES);
        match data {
            None => symbol.value = size,
            Some(data) => {
                (symbol.unit_size, symbol.unit_count) = (data.size(), count);
                if data.float {
                    symbol.attributes |= flags::FLOAT;
                }
            }
        }
    }

    /// Adds one value to the present section; gives the number of elements.
    fn store(&mut self, value: &Expression, data: Type, token: usize, emit: bool) -> Outcome<u32> {
        let plain = value.registers.is_empty() && value.memory.is_none() && value.instruction.is_none();
        if !plain || value.setting.is_some() || value.type_name.is_some() {
            return self.fail(token, "expected a constant");
        }
        if self.section.is_none() {
            return Ok(0);
        }
        let bits = match (&value.constant, value.symbol) {
            (Some(Constant::Text(text)), None) => {
                if data.code != 0 || data.float {
                    return self.fail(token, "a string must have the type int8");
                }
                // The bytes; nothing is added behind them.
                self.append(text, token, emit)?;
                return Ok(text.len() as u32);
            }
            (_, Some(_)) if emit => return self.store_symbol(value, data, token),
            (Some(number), None) if data.float => float_bits(number.number().unwrap_or(0.0), data),
            (Some(Constant::Int(number)), None) => i128::from(*number) as u128,
            (Some(Constant::Float(_)), None) => {
                return self.fail(token, "the type is an integer type, the value is not");
            }
            (_, symbol) if value.unresolved || symbol.is_some() => 0,
            _ => return self.fail(token, "expected a constant"),
        };
        self.append_number(bits, data, token, emit)?;
        Ok(1)
    }

    /// The number that a token is, if nothing but another value can follow.
    fn number_alone(&self, at: usize, end: usize) -> Option<i64> {
        let Some(&TokenKind::Number(number)) = self.kind(at) else { return None };
        (at + 1 >= end || self.is_operator(at + 1, ",")).then_some(number as i64)
    }

    /// Adds a number, of which bits beyond the type are dropped.
    fn append_number(&mut self, bits: u128, data: Type, token: usize, emit: bool) -> Outcome<()> {
        let bytes = bits.to_le_bytes();
        self.append(bytes.get(..data.size() as usize).unwrap_or(&bytes), token, emit)
    }

    /// Adds bytes to the present section, or counts them (`emit` is false).
    fn append(&mut self, bytes: &[u8], token: usize, emit: bool) -> Outcome<()> {
        let Some(section) = self.present_section() else { return Ok(()) };
        let size = section.size.saturating_add(bytes.len() as u64);
        if size > MOST_DATA {
            return self.fail(token, TOO_LARGE);
        }
        if section.kind == kind::NOBITS {
            if bytes.iter().any(|&byte| byte != 0) {
                return self.fail(token, "a section without contents can only hold zeros");
            }
        } else if emit {
            section.data.resize(section.size as usize, 0);
            section.data.extend_from_slice(bytes);
        }
        section.size = size;
        Ok(())
    }

    /// Stores the address of a symbol or the distance of two.
    fn store_symbol(&mut self, value: &Expression, data: Type, token: usize) -> Outcome<u32> {
        let (Some(symbol), Some(index)) = (value.symbol, self.section) else { return Ok(0) };
        let addend = value.as_int().unwrap_or(0);
        let size = data.size();
        let present = self.sections.get(index).cloned().unwrap_or_default();
        let target = self.symbols.get(symbol.target).cloned();
        let Some(target) = target else { return Ok(0) };
        let scale = symbol.scale.max(1).ilog2();
        let mut number = 0;
        let mut relocation = None;
        match symbol.reference {
            Some(reference) => match self.distance(symbol.target, reference, symbol.scale) {
                Some(distance) => {
                    number = distance + addend;
                    let bits = 8 * size;
                    if bits < 64 && (number >= 1 << (bits - 1) || number < -(1 << (bits - 1))) {
                        return self.fail(token, "the distance does not fit");
                    }
                }
                None => relocation = Some((0x08_0000 | scale, Some(reference))),
            },
            None => {
                let writable = present.flags & (flags::WRITE | flags::DATAP) != 0;
                if target.kind != SymbolKind::Constant && (!writable || size < 4) {
                    let text = "an absolute address can only stand in writable data of at least 32 bits";
                    return self.fail(token, text);
                }
                relocation = Some((scale, None));
            }
        }
        if let Some((kind, reference)) = relocation {
            let kind = kind | size << 8;
            let (section, offset) = (index, present.size);
            self.relocations.push(Reloc { section, offset, kind, symbol: symbol.target, reference, addend });
        }
        let plain = Expression::int(number);
        self.store(&plain, data, token, true)
    }

    /// `type name = value, name[count] = {value, value}`; gives the number of lines used.
    pub(super) fn c_data(&mut self, index: usize, line: Line, emit: bool) -> Outcome<usize> {
        let Some(&TokenKind::Type(data)) = self.kind(line.first) else { return Ok(1) };
        if self.section.is_none() {
            return self.fail(line.first, "data must stand in a section");
        }
        self.align_section(data.size().ilog2() as u8, emit);
        // Braces are lines of their own.
        let mut used = 1;
        let mut end = line.first + line.count;
        let mut depth = 0;
        loop {
            let opens = depth > 0 || self.is_operator(end - 1, "=");
            let next = self.lines.get(index + used).copied();
            let joined = match next {
                Some(next) if depth > 0 || opens && self.is_operator(next.first, "{") => next,
                Some(next) if depth == 0 && used > 1 && self.is_operator(next.first, ",") => next,
                _ => break,
            };
            if self.is_operator(joined.first, "{") {
                depth += 1;
            } else if self.is_operator(joined.first, "}") {
                depth -= 1;
            }
            self.resolve(joined, false);
            end = joined.first + joined.count;
            used += 1;
        }
        let mut at = line.first + 1;
        loop {
            at = self.c_item(at, end, data, emit)?;
            if self.ends(at, end) {
                return Ok(used);
            }
            at = self.expect(at, ",")?;
        }
    }

    /// One name with its size and value; gives the first token behind it.
    fn c_item(&mut self, first: usize, end: usize, data: Type, emit: bool) -> Outcome<usize> {
        let mode = Mode { lenient: !emit, ..Mode::default() };
        let mut at = first;
        let symbol = match self.kind(at) {
            Some(TokenKind::Name) => {
                let one = self.new_symbol(self.name_at(at), SymbolKind::Data);
                let index = self.define(one, at)?;
                if let Some(token) = self.tokens.get_mut(at) {
                    token.kind = TokenKind::Symbol(index);
                }
                index
            }
            Some(&TokenKind::Symbol(index)) if emit => index,
            Some(TokenKind::Symbol(_)) => return self.fail(at, "this name is defined already"),
            _ => return self.fail(at, "expected a name"),
        };
        self.place(Some(symbol), None, 0);
        at += 1;
        let mut wanted = 1u64;
        if at < end && self.is_operator(at, "[") {
            at += 1;
            if !self.is_operator(at, "]") {
                let (value, next) = self.expression(at, end, mode)?;
                wanted = match value.as_int() {
                    Some(number) if number >= 0 => number as u64,
                    _ => return self.fail(at, "expected the number of elements"),
                };
                at = next;
            }
            at = self.expect(at, "]")?;
            if self.is_operator(at, "[") {
                return self.fail(at, "arrays have one dimension");
            }
        }
        let mut count = 0u64;
        if at < end && self.is_operator(at, "=") {
            at += 1;
            let list = self.is_operator(at, "{");
            at += usize::from(list);
            loop {
                let (value, next) = self.expression(at, end, mode)?;
                // A string counts as one value.
                self.store(&value, data, at, emit)?;
                count += 1;
                at = next;
                if !list || !self.is_operator(at, ",") || at >= end {
                    break;
                }
                at += 1;
            }
            if list {
                at = self.expect(at, "}")?;
            }
            if count > wanted && wanted > 1 {
                return self.fail(first, "there are more values than elements");
            }
        }
        let total = wanted.max(count);
        let missing = (total - count).saturating_mul(data.size().into());
        if let Some(section) = self.present_section() {
            if section.size.saturating_add(missing) > MOST_DATA {
                return self.fail(first, TOO_LARGE);
            }
            section.size += missing;
        }
        if emit {
            self.pad();
        }
        self.place(Some(symbol), Some(data), total.min(u32::MAX.into()) as u32);
        Ok(at)
    }
}

/// The bits of a number of a floating-point type.
fn float_bits(value: f64, data: Type) -> u128 {
    match data.code {
        1 => ieee::double_to_half(value).into(),
        5 => (value as f32).to_bits().into(),
        6 => value.to_bits().into(),
        // float128: the vendor's assembler stores nothing of the value either.
        _ => 0,
    }
}
