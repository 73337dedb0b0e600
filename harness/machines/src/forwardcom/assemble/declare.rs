//! The first pass: what each line is, and the names it declares.

use super::expression::Mode;
use super::token::{Attribute, Block, Directive, Line, Setting, TokenKind};
use super::{Assembler, CODE_SIZE, Code, DATA_SIZE, LineClass, Outcome, Section, Symbol, SymbolKind};
use crate::forwardcom::elf::{flags, kind, symbol};

/// Largest alignment in bytes.
pub(super) const MOST_ALIGN: u64 = 4096;
/// Section flags that symbols repeat.
const SYMBOL_FLAGS: u32 = 7 | flags::BASES;

impl Assembler {
    pub(super) fn declare(&mut self) {
        let mut index = 0;
        while let Some(&line) = self.lines.get(index) {
            self.classes.resize(index + 1, (LineClass::Done, None));
            self.resolve(line, false);
            let used = match self.declare_line(index, line) {
                Ok((class, used)) => {
                    if let Some(place) = self.classes.get_mut(index) {
                        *place = (class, self.section);
                    }
                    used
                }
                Err(fault) => {
                    self.report(fault);
                    1
                }
            };
            index += used.max(1);
            self.classes.resize(index.min(self.lines.len()), (LineClass::Done, self.section));
        }
        // Names that were used before they were declared.
        for index in 0..self.lines.len() {
            if let Some(&line) = self.lines.get(index) {
                self.resolve(line, true);
            }
        }
        self.section = None;
    }

    /// Finds the class of a line and the number of lines that belong to it.
    fn declare_line(&mut self, index: usize, line: Line) -> Outcome<(LineClass, usize)> {
        let (first, count) = (line.first, line.count);
        if self.is_operator(first, "%") {
            self.assignment(line)?;
            return Ok((LineClass::Done, 1));
        }
        if matches!(self.kind(first), Some(TokenKind::Known(_))) {
            return Ok((LineClass::Code, 1));
        }
        let in_code = self.present_flags() & flags::EXECUTE != 0;
        let head = self.kind(first).cloned();
        let next = self.kind(first + 1).cloned().filter(|_| count > 1);
        let named = matches!(head, Some(TokenKind::Name | TokenKind::Symbol(_) | TokenKind::Value(_)));
        let class = match (&head, &next) {
            (_, Some(TokenKind::Directive(Directive::Section))) if named => {
                self.section_line(line)?;
                LineClass::Section
            }
            (_, Some(TokenKind::Directive(Directive::Function))) if named => {
                self.function_line(line)?;
                LineClass::Function
            }
            (_, Some(TokenKind::Directive(Directive::End))) if named => {
                self.end_line(line)?;
                LineClass::End
            }
            (_, Some(TokenKind::Directive(_))) if named => return self.fail(first + 1, "unexpected"),
            (Some(TokenKind::Directive(Directive::Extern)), _) => {
                self.extern_line(line)?;
                LineClass::Done
            }
            (Some(TokenKind::Directive(Directive::Public)), _) => LineClass::Public,
            (Some(TokenKind::Name), Some(TokenKind::Operator(":"))) => {
                if self.label(line)? {
                    self.labelled_data(line, false)?;
                    LineClass::Data
                } else {
                    LineClass::Code
                }
            }
            (Some(TokenKind::Symbol(_) | TokenKind::Value(_)), Some(TokenKind::Operator(":"))) => {
                return self.fail(first, "this name is defined already");
            }
            (Some(TokenKind::Type(_)), Some(TokenKind::Name)) if !in_code => {
                return Ok((LineClass::Data, self.c_data(index, line, false)?));
            }
            (Some(TokenKind::Type(_)), Some(TokenKind::Symbol(_))) if !in_code => {
                return self.fail(first + 1, "this name is defined already");
            }
            (Some(TokenKind::Attribute(Attribute::Align)), Some(_)) if !in_code => {
                self.align_data(line, false)?;
                LineClass::Data
            }
            (Some(TokenKind::Attribute(Attribute::Align)), Some(_)) => LineClass::Code,
            (Some(TokenKind::Name), Some(_)) if self.text_is(first, "options") => LineClass::Options,
            (Some(TokenKind::Setting(Setting::Options)), Some(_)) => LineClass::Options,
            _ if !self.is_data(line) => LineClass::Code,
            _ if in_code => return self.fail(first, "data cannot stand in a code section"),
            _ => {
                self.labelled_data(line, false)?;
                LineClass::Data
            }
        };
        Ok((class, 1))
    }

    fn text_is(&self, token: usize, word: &str) -> bool {
        self.tokens.get(token).is_some_and(|token| self.text_of(token).eq_ignore_ascii_case(word))
    }

    /// True if a line without a label defines data: it has a type and a constant and nothing of code.
    fn is_data(&self, line: Line) -> bool {
        let (mut has_type, mut has_value) = (false, false);
        for at in line.first..line.first + line.count {
            match self.kind(at) {
                Some(TokenKind::Register(_) | TokenKind::Instruction(_) | TokenKind::Block(_)) => {
                    return false;
                }
                Some(TokenKind::Value(value)) if !value.is_constant() => return false,
                Some(TokenKind::Type(_)) => has_type = true,
                Some(
                    TokenKind::Number(_) | TokenKind::Float(_) | TokenKind::Text(_) | TokenKind::Value(_),
                ) => has_value = true,
                _ => {}
            }
        }
        has_type && has_value
    }

    /// `name section attributes`.
    pub(super) fn section_line(&mut self, line: Line) -> Outcome<()> {
        let end = line.first + line.count;
        let (mut raw, mut kind_of, mut align_log) = (0, kind::PROGBITS, 0);
        let mut at = line.first + 2;
        while at < end {
            match self.kind(at) {
                Some(TokenKind::Attribute(Attribute::Uninitialized)) => {
                    kind_of = kind::NOBITS;
                    raw |= flags::READ | flags::WRITE;
                }
                Some(TokenKind::Attribute(Attribute::Communal)) => kind_of = kind::COMMUNAL,
                Some(TokenKind::Attribute(Attribute::Flag(flag))) => {
                    raw |= flag;
                    if flag & flags::EXECUTE != 0 {
                        raw |= flags::IP;
                    }
                }
                Some(TokenKind::Attribute(Attribute::Align)) => {
                    let place = self.expect(at + 1, "=")?;
                    let (value, next) = self.constant(place, end)?;
                    align_log = self.alignment(value, place)?;
                    at = next - 1;
                }
                Some(TokenKind::Operator("," | ";")) => {}
                _ => raw |= self.base_flag(at)?,
            }
            at += 1;
        }
        let name = self.name_at(line.first);
        let known = self.names.get(&name).copied();
        let found = known.map(|index| self.sections.iter().position(|section| section.symbol == index));
        match found {
            Some(None) => return self.fail(line.first, "this name is defined already"),
            Some(Some(index)) => {
                let Some(section) = self.sections.get_mut(index) else { return Ok(()) };
                if raw & !section.flags != 0 {
                    return self.fail(line.first, "the section had other attributes before");
                }
                let code = section.flags & flags::EXECUTE != 0;
                section.align_log = section.align_log.max(align_log);
                self.section = Some(index);
                if align_log > 2 && code {
                    let align = Some(1 << align_log);
                    self.push_code(Code { section: index, align, token: line.first, ..Code::default() });
                }
            }
            None => {
                let one = self.new_symbol(name.clone(), SymbolKind::Section);
                let symbol = self.define(one, line.first)?;
                if raw & flags::EXECUTE != 0 {
                    align_log = align_log.max(2);
                } else {
                    if raw & (flags::READ | flags::WRITE) == 0 {
                        raw |= flags::READ | flags::WRITE;
                    }
                    if raw & flags::BASES == 0 {
                        raw |= if raw & flags::WRITE != 0 { flags::DATAP } else { flags::IP };
                    }
                }
                self.section = Some(self.sections.len());
                let (flags, kind) = (raw | flags::ALLOC, kind_of);
                self.sections.push(Section { name, flags, kind, align_log, symbol, ..Section::default() });
            }
        }
        Ok(())
    }

    /// The flag of the base pointer that must stand at a token.
    fn base_flag(&self, at: usize) -> Outcome<u32> {
        let base = match self.kind(at) {
            Some(TokenKind::Register(register)) if !register.is_general() => register.base,
            _ => 0,
        };
        match base {
            28 => Ok(flags::THREADP),
            29 => Ok(flags::DATAP),
            30 => Ok(flags::IP),
            _ => self.fail(at, "unexpected"),
        }
    }

    /// log2 of an alignment.
    pub(super) fn alignment(&self, value: i64, token: usize) -> Outcome<u8> {
        match u64::try_from(value) {
            Ok(align) if align.is_power_of_two() && align <= MOST_ALIGN => Ok(align.ilog2() as u8),
            _ => self.fail(token, "the alignment must be a power of 2, at most 4096"),
        }
    }

    /// `name function attributes`.
    fn function_line(&mut self, line: Line) -> Outcome<()> {
        let end = line.first + line.count;
        let mut one = self.new_symbol(self.name_at(line.first), SymbolKind::Code);
        one.attributes = flags::IP;
        let mut at = line.first + 2;
        while at < end {
            match self.kind(at) {
                Some(TokenKind::Operator("," | ";")) => {}
                Some(TokenKind::Attribute(Attribute::Weak)) => one.binding |= symbol::WEAK,
                Some(TokenKind::Attribute(Attribute::RegisterUse)) => {
                    at = self.register_use(at, end, &mut one)?
                }
                Some(TokenKind::Directive(Directive::Public)) => one.binding |= symbol::GLOBAL,
                _ => return self.fail(at, "unexpected"),
            }
            at += 1;
        }
        if one.binding & symbol::WEAK != 0 {
            one.binding = symbol::WEAK;
        }
        self.define(one, line.first)?;
        Ok(())
    }

    /// `reguse = mask [, mask]`; gives the last token.
    fn register_use(&self, at: usize, end: usize, one: &mut Symbol) -> Outcome<usize> {
        let number = |at: usize| match self.kind(at) {
            Some(TokenKind::Number(value)) if at < end => Some(*value as u32),
            _ => None,
        };
        let place = self.expect(at + 1, "=")?;
        let Some(first) = number(place) else { return self.fail(place, "expected a number") };
        let second = number(place + 2).filter(|_| self.is_operator(place + 1, ","));
        one.registers = [first, second.unwrap_or(0)];
        one.attributes |= flags::REGISTER_USE;
        Ok(if second.is_some() { place + 2 } else { place })
    }

    /// `name end`.
    pub(super) fn end_line(&mut self, line: Line) -> Outcome<()> {
        let Some(&TokenKind::Symbol(symbol)) = self.kind(line.first) else {
            return self.fail(line.first, "nothing of this name ends here");
        };
        if self.symbols.get(symbol).is_some_and(|symbol| symbol.kind == SymbolKind::Section) {
            if self.present_section().is_none_or(|section| section.symbol != symbol) {
                return self.fail(line.first, "nothing of this name ends here");
            }
            self.section = None;
        }
        Ok(())
    }

    /// `extern name: attributes, name: attributes`.
    fn extern_line(&mut self, line: Line) -> Outcome<()> {
        let end = line.first + line.count;
        let mut at = line.first + 1;
        while !self.ends(at, end) {
            let place = at;
            match self.kind(at) {
                Some(TokenKind::Name) => {}
                Some(TokenKind::Symbol(_)) => return self.fail(at, "this name is defined already"),
                _ => return self.fail(at, "expected a name"),
            }
            let mut one = self.new_symbol(self.name_at(at), SymbolKind::Unknown);
            (one.section, one.external, one.binding) = (None, true, symbol::GLOBAL);
            at = self.attributes(at + 1, end, &mut one, Self::extern_attribute)?;
            self.define(one, place)?;
            at = self.next_item(at, end)?;
        }
        Ok(())
    }

    /// One attribute of an external symbol; gives its last token.
    fn extern_attribute(&self, at: usize, end: usize, one: &mut Symbol) -> Outcome<usize> {
        match self.kind(at) {
            Some(TokenKind::Type(data)) => (one.unit_size, one.unit_count) = (data.size(), 1),
            Some(
                TokenKind::Directive(Directive::Function)
                | TokenKind::Attribute(Attribute::Flag(flags::EXECUTE)),
            ) => {
                if one.kind != SymbolKind::Unknown {
                    return self.fail(at, "the symbol has another type already");
                }
                one.kind = SymbolKind::Code;
                one.attributes |= flags::IP | flags::EXECUTE;
            }
            Some(TokenKind::Attribute(Attribute::Flag(flags::READ))) => {
                if one.kind == SymbolKind::Unknown {
                    one.attributes |= flags::READ;
                }
            }
            Some(TokenKind::Attribute(Attribute::Flag(flags::WRITE))) => one.kind = SymbolKind::Data,
            Some(TokenKind::Attribute(Attribute::Weak)) => one.binding = symbol::WEAK,
            Some(TokenKind::Attribute(Attribute::Constant)) => one.kind = SymbolKind::Constant,
            Some(TokenKind::Attribute(Attribute::RegisterUse)) => return self.register_use(at, end, one),
            _ => one.attributes |= self.base_flag(at)?,
        }
        Ok(at)
    }

    /// `: attribute, attribute` behind a name, if there is a colon; a comma may end the list as well. Gives the first
    /// token behind it.
    fn attributes(
        &self,
        mut at: usize,
        end: usize,
        one: &mut Symbol,
        attribute: impl Fn(&Self, usize, usize, &mut Symbol) -> Outcome<usize>,
    ) -> Outcome<usize> {
        if !self.is_operator(at, ":") {
            return Ok(at);
        }
        at += 1;
        while !self.ends(at, end) {
            if self.is_operator(at, ",") {
                match self.kind(at + 1) {
                    Some(TokenKind::Attribute(_) | TokenKind::Directive(_)) => {}
                    // In a list of external symbols it begins the next item.
                    Some(TokenKind::Register(_)) if !one.external => {}
                    _ => break,
                }
            } else {
                at = attribute(self, at, end, one)?;
            }
            at += 1;
        }
        Ok(at)
    }

    /// The first token behind the comma that separates two items, or the end of the list.
    fn next_item(&self, at: usize, end: usize) -> Outcome<usize> {
        match self.is_operator(at, ",") {
            true => Ok(at + 1),
            false if self.ends(at, end) => Ok(at),
            false => self.fail(at, "unexpected"),
        }
    }

    /// `name:` before anything; true where data follows.
    fn label(&mut self, line: Line) -> Outcome<bool> {
        let present = self.present_flags();
        let code = present & flags::EXECUTE != 0;
        let kind = if code { SymbolKind::Code } else { SymbolKind::Data };
        let mut one = self.new_symbol(self.name_at(line.first), kind);
        one.attributes = present & SYMBOL_FLAGS;
        let mut data = !code;
        let mut next = line.first + 2;
        if line.count > 2 {
            let mut typed = false;
            if let Some(TokenKind::Type(one)) = self.kind(next) {
                typed = !one.string;
                next += 1;
            }
            let follows = next < line.first + line.count;
            match self.kind(next).filter(|_| follows) {
                Some(TokenKind::Number(_) | TokenKind::Float(_)) => data = true,
                Some(
                    TokenKind::Register(_)
                    | TokenKind::Instruction(_)
                    | TokenKind::Operator("[")
                    | TokenKind::Block(_),
                ) => data = false,
                Some(TokenKind::Text(_)) if typed => data = true,
                _ => {}
            }
        }
        if data && code {
            return self.fail(next, "data cannot stand in a code section");
        }
        if data {
            one.kind = SymbolKind::Data;
        }
        one.value = self.present_section().map_or(0, |section| section.size);
        let index = self.define(one, line.first)?;
        if let Some(token) = self.tokens.get_mut(line.first) {
            token.kind = TokenKind::Symbol(index);
        }
        Ok(data)
    }

    /// `public name: attributes, ...`, when everything else is known.
    pub(super) fn public_line(&mut self, line: Line) -> Outcome<()> {
        let end = line.first + line.count;
        let mut at = line.first + 1;
        while !self.ends(at, end) {
            let place = at;
            let name = self.name_at(at);
            let Some(&index) = self.names.get(&name) else {
                return self.fail(at, &format!("`{name}` is not defined"));
            };
            let Some(mut one) = self.symbols.get(index).cloned() else { return Ok(()) };
            at = self.attributes(at + 1, end, &mut one, Self::public_attribute)?;
            let exported = match one.kind {
                SymbolKind::Variable => Err("an assembly-time variable with several values cannot be public"),
                SymbolKind::Section => Err("a section cannot be public"),
                _ if one.external => Err("an external symbol cannot be public"),
                _ => Ok(()),
            };
            exported.map_err(|message| self.fault_at(place, message))?;
            if one.binding != symbol::WEAK {
                one.binding = symbol::GLOBAL;
            }
            if let Some(symbol) = self.symbols.get_mut(index) {
                *symbol = one;
            }
            if self.is_operator(at, ",") {
                at += 1;
            }
        }
        Ok(())
    }

    /// One attribute of a public symbol; gives its last token.
    fn public_attribute(&self, at: usize, end: usize, one: &mut Symbol) -> Outcome<usize> {
        match self.kind(at) {
            Some(TokenKind::Attribute(Attribute::Weak)) => one.binding = symbol::WEAK,
            Some(TokenKind::Attribute(Attribute::Constant)) => {}
            Some(TokenKind::Directive(Directive::Function)) => one.kind = SymbolKind::Code,
            Some(TokenKind::Attribute(Attribute::RegisterUse)) => return self.register_use(at, end, one),
            _ => one.attributes = one.attributes & !flags::BASES | self.base_flag(at)?,
        }
        Ok(at)
    }

    /// `options codesize = n, datasize = n`.
    pub(super) fn options_line(&mut self, line: Line) -> Outcome<()> {
        let end = line.first + line.count;
        let mut at = line.first + 1;
        while !self.ends(at, end) {
            let code = self.text_is(at, "codesize");
            if !code && !self.text_is(at, "datasize") {
                return self.fail(at, "expected `codesize` or `datasize`");
            }
            let place = self.expect(at + 1, "=")?;
            let (expression, next) = self.expression(place, end, Mode::default())?;
            let Some(number) = expression.as_int() else {
                return self.fail(place, "expected an integer constant");
            };
            let default = if code { CODE_SIZE } else { DATA_SIZE };
            let size = if number == 0 { default } else { number as u64 };
            self.set_size(code, size);
            if let Some(section) = self.section {
                self.push_code(Code { section, option: Some((code, size)), ..Code::default() });
            }
            at = self.next_item(next, end)?;
        }
        Ok(())
    }

    /// Sets the largest distance to code (`true`) or to data.
    pub(super) fn set_size(&mut self, code: bool, size: u64) {
        *(if code { &mut self.code_size } else { &mut self.data_size }) = size;
    }

    /// True if a token is a keyword of a control structure.
    pub(super) fn is_block(&self, token: usize, block: Block) -> bool {
        matches!(self.kind(token), Some(TokenKind::Block(one)) if *one == block)
    }
}
