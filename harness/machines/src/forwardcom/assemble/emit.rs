//! Code words, data, symbols and relocations.

use super::expression::{Constant, Fallback, SymbolValue};
use super::fit::Fitted;
use super::lines::Lines;
use super::token::{Attribute, Register, TokenKind};
use super::{Assembler, Code, LineClass, Outcome, Piece, Reloc, SymbolKind, Target};
use crate::forwardcom::decode::has_type_bit;
use crate::forwardcom::elf::{binding_of, flags as section_flag, kind, section_flags, section_kind, symbol};
use crate::forwardcom::encode::base;
use crate::forwardcom::fields::{Words, bits};
use crate::forwardcom::formats::{Extra, Index, InstructionKind, Offset, Template, Vectors, source};
use crate::forwardcom::isa::{Immediate, type_size};
use crate::forwardcom::operands::{ORDER, register_field};
use crate::ieee;
use crate::object_file::{ObjectFile, Relocation, Section, Symbol, SymbolNote, SymbolPlace};
use rustc_hash::{FxHashMap, FxHashSet};

/// Relocation numbers without their size.
const SELF_RELATIVE: u32 = 0x01_0000;
const DATA_POINTER: u32 = 0x05_0000;
const THREAD_POINTER: u32 = 0x06_0000;
const REFERENCE: u32 = 0x08_0000;

impl Assembler {
    pub(super) fn emit(&mut self) -> ObjectFile {
        for index in 0..self.lines.len() {
            let class = self.classes.get(index).map_or(LineClass::Done, |class| class.0);
            if let (LineClass::Public, Some(&line)) = (class, self.lines.get(index))
                && let Err(fault) = self.public_line(line)
            {
                self.report(fault);
            }
        }
        let code = std::mem::take(&mut self.code);
        let mut lines = self.with_lines.then(|| Lines::of(&self.text));
        for piece in &code {
            if let Some(lines) = &mut lines {
                self.note_line(piece, lines);
            }
            match piece {
                Piece::Read(code) => {
                    if let Err(fault) = self.emit_code(code) {
                        self.report(fault);
                    }
                }
                Piece::Known(known) => self.put(known.section as usize, known.encoding.bytes()),
            }
        }
        self.emit_data();
        if !self.faults.is_empty() {
            return ObjectFile::default();
        }
        let mut object = self.object();
        object.annotations.lines = lines.map_or_else(Vec::new, Lines::reported);
        object
    }

    /// Notes the line of a piece of code that comes next in its section.
    fn note_line(&self, piece: &Piece, lines: &mut Lines) {
        let (section, token) = match piece {
            Piece::Read(code) if code.size > 0 => (code.section, code.token),
            Piece::Read(_) => return,
            Piece::Known(known) => (known.section as usize, known.token as usize),
        };
        if let (Some(held), Some(token)) = (self.sections.get(section), self.tokens.get(token)) {
            lines.note((section, held.data.len() as u64), token.at, &self.file);
        }
    }

    /// Stores all data.
    fn emit_data(&mut self) {
        for section in self.sections.iter_mut().filter(|section| section.flags & section_flag::EXECUTE == 0) {
            section.size = 0;
        }
        let mut index = 0;
        while let Some(&line) = self.lines.get(index) {
            let (class, section) = self.classes.get(index).copied().unwrap_or_default();
            let mut used = 1;
            if class == LineClass::Data {
                self.section = section;
                let next = self.kind(line.first + 1).filter(|_| line.count > 1);
                let result = match (self.kind(line.first), next) {
                    (Some(TokenKind::Attribute(Attribute::Align)), _) => self.align_data(line, true),
                    (Some(TokenKind::Type(_)), Some(TokenKind::Symbol(_))) => {
                        self.c_data(index, line, true).map(|lines| used = lines)
                    }
                    _ => self.labelled_data(line, true),
                };
                if let Err(fault) = result {
                    self.report(fault);
                }
            }
            index += used;
        }
    }

    fn emit_code(&mut self, code: &Code) -> Outcome<()> {
        if code.align.is_some() {
            // One nop if the number of words is odd, then long ones.
            for word in 0..code.size {
                let long = (word + code.size).is_multiple_of(2);
                self.put(code.section, &if long { 0x8000_0000u32 } else { 0 }.to_le_bytes());
            }
        } else if let Some(fitted) = &code.fitted {
            let bytes = self.words(code, fitted)?.bytes();
            self.put(code.section, bytes.get(..4 * fitted.format.words()).unwrap_or_default());
        }
        Ok(())
    }

    /// Adds bytes to a section.
    fn put(&mut self, section: usize, bytes: &[u8]) {
        if let Some(section) = self.sections.get_mut(section) {
            section.data.extend_from_slice(bytes);
        }
    }

    /// The words of an instruction; relocations are noted.
    pub(super) fn words(&mut self, code: &Code, fitted: &Fitted) -> Outcome<Words> {
        let (form, format) = (fitted.form, fitted.format);
        let operands = &code.operands;
        let mut words = base(format, form);
        // Registers, the last one first, go to the fields that are left from constant and memory; what remains gets
        // the fallback or the first register.
        let mut sources = format.sources;
        if form.sources > 3 && form.immediate != Immediate::No {
            sources |= source::IMMEDIATE;
        }
        let filler = match operands.fallback {
            Some(Fallback::Register(register)) => register.number,
            Some(Fallback::Zero) => 31,
            None => operands.registers.first().map_or(0, |register| register.number),
        };
        let mut given = operands.registers.iter().rev().map(|register: &Register| register.number);
        for kind in ORDER.into_iter().filter(|kind| sources & kind != 0).take(4) {
            if let Some(field) = register_field(kind) {
                words = words.with(field, given.next().unwrap_or(filler).into());
            }
        }
        if format.template != Template::D
            && let Target::Register(target) = code.target
        {
            words = words.with(bits::RD, target.number.into());
        }
        if matches!(format.template, Template::A | Template::B | Template::E) {
            let field = if has_type_bit(format) { bits::OTM } else { bits::OT };
            words = words.with(field, fitted.data_type.into());
            if format.template != Template::B {
                words = words.with(bits::MASK, operands.mask.map_or(7, |mask| mask.number.into()));
            }
        }
        if let Some(memory) = operands.memory.filter(|_| format.has_memory()) {
            if format.index != Index::No {
                words = words.with(bits::RT, fitted.index.into());
            }
            let (implied, offset) = self.memory_offset(code, fitted);
            let base = implied.or(memory.base.map(|base| base.base)).unwrap_or(0);
            words = words.with(bits::RS, base.into());
            let offset = memory.limit.unwrap_or(offset);
            words = words.with_bytes(format.address.size, format.address.at, offset as u64);
            if matches!(format.vectors, Vectors::Length | Vectors::Broadcast) {
                words = words.with(bits::RT, fitted.length.into());
            }
        }
        if format.jump.size > 0 {
            let offset = self.jump_offset(code, fitted);
            words = words.with_bytes(format.jump.size, format.jump.at, offset as u64);
        }
        words = self.immediate(code, fitted, words)?;
        if format.has_options() {
            words = words.with(bits::IM5, fitted.options.into());
        }
        if form.kind == InstructionKind::Multi && form.op1 == 0 {
            // No operation, and no operands.
            words = Words([words.0[0] & 0xF800_0000, 0, 0]);
        }
        Ok(words)
    }

    fn immediate(&mut self, code: &Code, fitted: &Fitted, words: Words) -> Outcome<Words> {
        let (form, format) = (fitted.form, fitted.format);
        let place = format.immediate;
        let mut number = match fitted.constant {
            Some(Constant::Int(value)) => value,
            _ => 0,
        };
        if let Some(symbol) = code.operands.symbol {
            number = self.symbol_operand(code, fitted, symbol)?;
        }
        let more = code.operands.more.first().copied().unwrap_or(0);
        let float = match fitted.constant {
            Some(Constant::Float(value)) if code.operands.symbol.is_none() => Some(value),
            _ => None,
        };
        let value = match (place.size, float) {
            (0, _) if form.sources > 3 && form.immediate != Immediate::No => {
                return Ok(words.with(bits::IM4, number as u32));
            }
            (0, _) => {
                if let (Template::C, Immediate::Implicit(value)) = (format.template, form.immediate) {
                    return Ok(words.with(bits::IM12, words.get(bits::IM12) | value as u32 & 0xFFFF));
                }
                return Ok(words);
            }
            (1, Some(value)) => value as i8 as u64,
            (2, Some(value)) => ieee::double_to_half(value).into(),
            (4, Some(value)) => (value as f32).to_bits().into(),
            (8, Some(value)) if fitted.data_type == 5 => (value as f32).to_bits().into(),
            (_, Some(value)) => value.to_bits(),
            (2, None) if form.immediate == Immediate::U16U32 => {
                // The constants of a system call: function, then module in the second word.
                return Ok(words.with(bits::IM12, more as u32).with_bytes(4, 4, number as u64));
            }
            (4, None) if form.immediate == Immediate::Pair16 => (number as u64) << 16 | more as u64 & 0xFFFF,
            (8, None) if form.immediate == Immediate::Pair32 => {
                (number as u64) << 32 | more as u64 & 0xFFFF_FFFF
            }
            (_, None) => number as u64,
        };
        let mut words = words.with_bytes(place.size, place.at, value);
        if format.extra == Extra::OptionsAndShift4 {
            words = words.with(bits::IM4, fitted.shift.into());
        }
        Ok(words)
    }

    /// The value of a symbol as an immediate operand.
    fn symbol_operand(&mut self, code: &Code, fitted: &Fitted, value: SymbolValue) -> Outcome<i64> {
        let place = fitted.format.immediate;
        let addend = code.operands.as_int().unwrap_or(0);
        let distance = value.reference.and_then(|other| self.distance(value.target, other, value.scale));
        if let Some(distance) = distance {
            return Ok(distance + addend);
        }
        let is_constant =
            self.symbols.get(value.target).is_some_and(|target| target.kind == SymbolKind::Constant);
        if value.reference.is_none() && !is_constant {
            let text = "an address cannot be a constant operand: use `address([symbol])`, or the distance of two symbols";
            return self.fail(code.token, text);
        }
        let base = if value.reference.is_some() { REFERENCE } else { 0 };
        let kind = base | u32::from(place.size) << 8 | value.scale.max(1).ilog2();
        let offset = code.address + u64::from(place.at);
        let (symbol, reference) = (value.target, value.reference);
        self.relocations.push(Reloc { section: code.section, offset, kind, symbol, reference, addend });
        Ok(0)
    }

    /// The offset of a memory operand, and the base pointer that its symbol implies.
    fn memory_offset(&mut self, code: &Code, fitted: &Fitted) -> (Option<u8>, i64) {
        let Some(memory) = code.operands.memory else { return (None, 0) };
        let place = fitted.format.address;
        let scale =
            if fitted.format.offset == Offset::Scaled { type_size(fitted.data_type).ilog2() } else { 0 };
        let Some(symbol) = memory.symbol else { return (None, memory.offset >> scale) };
        let Some(target) = self.symbols.get(symbol) else { return (None, 0) };
        let (section, reference) = (code.section, memory.reference);
        let offset = code.address + u64::from(place.at);
        let size = u32::from(place.size) << 8;
        let end = i64::from(code.size) * 4;
        let attributes = self.flags_of(target);
        let by_ip = attributes & (section_flag::IP | section_flag::EXECUTE) != 0;
        let (base, kind, addend) = if let Some(other) = reference {
            let factor = memory.symbol_scale.unwrap_or(1).max(1);
            if let Some(distance) = self.distance(symbol, other, factor) {
                return (None, (distance + memory.offset) >> scale);
            }
            (None, REFERENCE | (factor.ilog2() + scale), memory.offset)
        } else if target.kind == SymbolKind::Constant {
            (None, scale, memory.offset)
        } else if by_ip && target.section == Some(section) {
            let from = code.address as i64 + end;
            return (Some(30), ((target.value as i64).wrapping_sub(from) + memory.offset) >> scale);
        } else if by_ip {
            (Some(30), SELF_RELATIVE, i64::from(place.at) - end + memory.offset)
        } else if attributes & section_flag::THREADP != 0 {
            (Some(28), THREAD_POINTER | scale, memory.offset)
        } else {
            (Some(29), DATA_POINTER | scale, memory.offset)
        };
        self.relocations.push(Reloc { section, offset, kind: kind | size, symbol, reference, addend });
        (base, 0)
    }

    /// The offset of a jump.
    fn jump_offset(&mut self, code: &Code, fitted: &Fitted) -> i64 {
        let place = fitted.format.jump;
        let Some((target, offset)) = code.jump else { return 0 };
        let Some(index) = target else { return offset >> 2 };
        let Some(symbol) = self.symbols.get(index) else { return 0 };
        let end = i64::from(code.size) * 4;
        if symbol.section == Some(code.section) {
            return ((symbol.value as i64).wrapping_sub(code.address as i64 + end) + offset) >> 2;
        }
        let addend = i64::from(place.at) - end + offset;
        let kind = SELF_RELATIVE | u32::from(place.size) << 8 | 2;
        let offset = code.address + u64::from(place.at);
        let (section, reference) = (code.section, None);
        self.relocations.push(Reloc { section, offset, kind, symbol: index, reference, addend });
        0
    }

    /// The object file.
    fn object(&mut self) -> ObjectFile {
        let mut object = ObjectFile { name: self.file.to_string(), ..ObjectFile::default() };
        for section in &self.sections {
            let nobits = section.kind == kind::NOBITS;
            object.sections.push(Section {
                name: section.name.clone(),
                kind: section_kind(section.kind),
                flags: section_flags(section.flags),
                align: 1 << section.align_log,
                size: if nobits { section.size } else { section.data.len() as u64 },
                data: if nobits { Vec::new() } else { section.data.clone() },
                relocations: Vec::new(),
            });
        }
        let relocated = self.relocations.iter().flat_map(|one| [Some(one.symbol), one.reference]);
        let needed: FxHashSet<usize> = relocated.flatten().collect();
        let mut symbols: Vec<(usize, &super::Symbol)> = self.symbols.iter().enumerate().collect();
        symbols.sort_by(|a, b| a.1.name.cmp(&b.1.name));
        let mut numbers = FxHashMap::default();
        for (index, one) in symbols {
            let needed = needed.contains(&index);
            if !self.is_kept(one, needed) {
                continue;
            }
            numbers.insert(index, object.symbols.len());
            let communal = self.section_of(one).is_some_and(|section| section.kind == kind::COMMUNAL);
            let mut binding = one.binding;
            if communal && binding == symbol::GLOBAL {
                binding = symbol::WEAK;
            }
            if needed && !one.external && (binding == symbol::WEAK || communal) {
                binding = symbol::WEAK_BOTH;
            }
            let constant = one.kind == SymbolKind::Constant;
            let note = SymbolNote {
                binding,
                attributes: one.attributes | if is_float(one) { section_flag::FLOAT } else { 0 },
                unit_size: if constant && !one.external { 8 } else { one.unit_size },
                unit_count: one.unit_count.max(1),
                registers: one.registers,
            };
            object.annotations.symbols.insert(object.symbols.len(), note);
            object.symbols.push(Symbol {
                name: one.name.clone(),
                binding: binding_of(binding),
                kind: match one.kind {
                    SymbolKind::Data => symbol::OBJECT,
                    SymbolKind::Code => symbol::FUNCTION,
                    SymbolKind::Constant | SymbolKind::Variable => symbol::CONSTANT,
                    _ => 0,
                },
                value: one.value,
                size: u64::from(note.unit_size) * u64::from(note.unit_count),
                place: match (one.external, constant, one.section) {
                    (true, ..) => SymbolPlace::Undefined,
                    (_, true, _) => SymbolPlace::Absolute,
                    (_, _, Some(section)) => SymbolPlace::Section(section),
                    _ => SymbolPlace::Undefined,
                },
            });
        }
        for one in &self.relocations {
            let number = |index: usize| numbers.get(&index).copied();
            let Some(section) = object.sections.get_mut(one.section) else { continue };
            if let Some(reference) = one.reference.and_then(number) {
                object.annotations.references.insert((one.section, section.relocations.len()), reference);
            }
            section.relocations.push(Relocation {
                offset: one.offset,
                kind: one.kind,
                symbol: number(one.symbol),
                addend: one.addend,
            });
        }
        object
    }

    /// True if a symbol goes to the object file.
    fn is_kept(&self, one: &super::Symbol, needed: bool) -> bool {
        match one.kind {
            SymbolKind::Section | SymbolKind::Variable => false,
            _ if needed => true,
            _ if one.external => false,
            SymbolKind::Constant => true,
            _ => one.binding != 0 && one.attributes & section_flag::HIDDEN == 0 || one.section.is_some(),
        }
    }
}

/// True if a symbol is an assembly-time variable with a floating-point value.
fn is_float(one: &super::Symbol) -> bool {
    one.meaning.as_ref().is_some_and(|meaning| matches!(meaning.constant, Some(Constant::Float(_))))
}
