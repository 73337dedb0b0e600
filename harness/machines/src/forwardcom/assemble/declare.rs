//! The first pass: what each line is, and the names it declares.

use super::expression::Mode;
use super::token::{Attribute, Block, Directive, Kind, Line};
use super::{Assembler, Class, Code, Outcome, Section, Symbol, SymbolKind};
use crate::forwardcom::elf::{flags, kind, symbol};

/// Largest alignment in bytes.
pub(super) const MOST_ALIGN: u64 = 4096;
/// Section flags that symbols repeat.
const SYMBOL_FLAGS: u32 = 7 | flags::BASES;

impl Assembler {
    pub(super) fn declare(&mut self) {
        let mut index = 0;
        while let Some(&line) = self.lines.get(index) {
            self.classes.resize(index + 1, (Class::Done, None));
            self.resolve(line);
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
            self.classes.resize(index.min(self.lines.len()), (Class::Done, self.section));
        }
        // Names that were used before they were declared.
        for index in 0..self.lines.len() {
            if let Some(&line) = self.lines.get(index) {
                self.resolve_forward(line);
            }
        }
        self.section = None;
    }

    /// Replaces names of symbols that were declared later.
    fn resolve_forward(&mut self, line: Line) {
        for at in line.first..line.first + line.count {
            let Some(token) = self.tokens.get(at).filter(|token| matches!(token.kind, Kind::Name)) else {
                continue;
            };
            let Some(&index) = self.names.get(self.text_of(token)) else { continue };
            let fixed = self
                .symbols
                .get(index)
                .is_some_and(|symbol| symbol.meaning.is_none() && symbol.type_name.is_none());
            if let Some(token) = self.tokens.get_mut(at).filter(|_| fixed) {
                token.kind = Kind::Symbol(index);
            }
        }
    }

    /// What a line is, and how many lines belong to it.
    fn declare_line(&mut self, index: usize, line: Line) -> Outcome<(Class, usize)> {
        let (first, count) = (line.first, line.count);
        if self.is_operator(first, "%") {
            self.assignment(line)?;
            return Ok((Class::Done, 1));
        }
        if matches!(self.kind(first), Some(Kind::Known(_))) {
            return Ok((Class::Code, 1));
        }
        let in_code = self.present_flags() & flags::EXECUTE != 0;
        let head = self.kind(first).cloned();
        let next = self.kind(first + 1).cloned().filter(|_| count > 1);
        let named = matches!(head, Some(Kind::Name | Kind::Symbol(_) | Kind::Value(_)));
        match (&head, &next) {
            (_, Some(Kind::Directive(directive))) if named => {
                let class = match directive {
                    Directive::Section => {
                        self.section_line(line)?;
                        Class::Section
                    }
                    Directive::Function => {
                        self.function_line(line)?;
                        Class::Function
                    }
                    Directive::End => {
                        self.end_line(line)?;
                        Class::End
                    }
                    _ => return Err(self.fault_at(first + 1, "unexpected")),
                };
                Ok((class, 1))
            }
            (Some(Kind::Directive(Directive::Extern)), _) => {
                self.extern_line(line)?;
                Ok((Class::Done, 1))
            }
            (Some(Kind::Directive(Directive::Public)), _) => Ok((Class::Public, 1)),
            (Some(Kind::Name), Some(Kind::Operator(":"))) => {
                let data = self.label(line)?;
                if data {
                    self.labelled_data(line, false)?;
                    return Ok((Class::Data, 1));
                }
                Ok((Class::Code, 1))
            }
            (Some(Kind::Symbol(_) | Kind::Value(_)), Some(Kind::Operator(":"))) => {
                Err(self.fault_at(first, "this name is defined already"))
            }
            (Some(Kind::Type(_)), Some(Kind::Name)) if !in_code => {
                let used = self.c_data(index, line, false)?;
                Ok((Class::Data, used))
            }
            (Some(Kind::Type(_)), Some(Kind::Symbol(_))) if !in_code => {
                Err(self.fault_at(first + 1, "this name is defined already"))
            }
            (Some(Kind::Attribute(Attribute::Align)), Some(_)) => {
                if in_code {
                    return Ok((Class::Code, 1));
                }
                self.align_data(line, false)?;
                Ok((Class::Data, 1))
            }
            (Some(Kind::Name), Some(_)) if self.text_is(first, "options") => Ok((Class::Options, 1)),
            (Some(Kind::Setting(super::token::Setting::Options)), Some(_)) => Ok((Class::Options, 1)),
            _ if self.is_data(line) => {
                if in_code {
                    return Err(self.fault_at(first, "data cannot stand in a code section"));
                }
                self.labelled_data(line, false)?;
                Ok((Class::Data, 1))
            }
            _ => Ok((Class::Code, 1)),
        }
    }

    fn text_is(&self, token: usize, word: &str) -> bool {
        self.tokens.get(token).is_some_and(|token| self.text_of(token).eq_ignore_ascii_case(word))
    }

    /// Flags of the present section.
    pub(super) fn present_flags(&self) -> u32 {
        self.section.and_then(|index| self.sections.get(index)).map_or(0, |section| section.flags)
    }

    /// Whether a line without a label defines data: it has a type and a constant and nothing of code.
    fn is_data(&self, line: Line) -> bool {
        let (mut has_type, mut has_value) = (false, false);
        for at in line.first..line.first + line.count {
            match self.kind(at) {
                Some(Kind::Register(_) | Kind::Instruction(_) | Kind::Block(_)) => return false,
                Some(Kind::Value(value)) if !value.is_constant() => return false,
                Some(Kind::Type(_)) => has_type = true,
                Some(Kind::Number(_) | Kind::Float(_) | Kind::Text(_) | Kind::Value(_)) => has_value = true,
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
                Some(Kind::Attribute(Attribute::Uninitialized)) => {
                    kind_of = kind::NOBITS;
                    raw |= flags::READ | flags::WRITE;
                }
                Some(Kind::Attribute(Attribute::Communal)) => kind_of = kind::COMMUNAL,
                Some(Kind::Attribute(Attribute::Flag(flag))) => {
                    raw |= flag;
                    if flag & flags::EXECUTE != 0 {
                        raw |= flags::IP;
                    }
                }
                Some(Kind::Attribute(Attribute::Align)) => {
                    if !self.is_operator(at + 1, "=") {
                        return Err(self.fault_at(at + 1, "expected `=`"));
                    }
                    let (value, next) = self.constant(at + 2, end)?;
                    align_log = self.alignment(value, at + 2)?;
                    at = next - 1;
                }
                Some(Kind::Register(register))
                    if (28..=30).contains(&register.base) && !register.is_general() =>
                {
                    raw |= match register.base {
                        28 => flags::THREADP,
                        29 => flags::DATAP,
                        _ => flags::IP,
                    };
                }
                Some(Kind::Operator("," | ";")) => {}
                _ => return Err(self.fault_at(at, "unexpected")),
            }
            at += 1;
        }
        let name =
            self.tokens.get(line.first).map(|token| self.text_of(token).to_owned()).unwrap_or_default();
        let known = self.names.get(&name).copied();
        let found = known.map(|index| self.sections.iter().position(|section| section.symbol == index));
        match found {
            Some(None) => Err(self.fault_at(line.first, "this name is defined already")),
            Some(Some(index)) => {
                let section = self.sections.get_mut(index);
                let Some(section) = section else { return Ok(()) };
                if raw & !section.flags != 0 {
                    return Err(self.fault_at(line.first, "the section had other attributes before"));
                }
                let code = section.flags & flags::EXECUTE != 0;
                section.align_log = section.align_log.max(align_log);
                self.section = Some(index);
                if align_log > 2 && code {
                    self.push_code(Code {
                        section: index,
                        align: Some(1 << align_log),
                        token: line.first,
                        ..Code::default()
                    });
                }
                Ok(())
            }
            None => {
                let one = self.new_symbol(&name, SymbolKind::Section);
                let Some(symbol) = self.add_symbol(one) else { return Ok(()) };
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
                let flags = raw | flags::ALLOC;
                self.sections.push(Section {
                    name,
                    flags,
                    kind: kind_of,
                    align_log,
                    symbol,
                    ..Section::default()
                });
                Ok(())
            }
        }
    }

    /// Goes to a section that was declared before.
    pub(super) fn enter_section(&mut self, line: Line) -> Outcome<()> {
        self.section_line(line)
    }

    /// log2 of an alignment.
    pub(super) fn alignment(&self, value: i64, token: usize) -> Outcome<u8> {
        match u64::try_from(value) {
            Ok(align) if align.is_power_of_two() && align <= MOST_ALIGN => Ok(align.ilog2() as u8),
            _ => Err(self.fault_at(token, "the alignment must be a power of 2, at most 4096")),
        }
    }

    /// `name function attributes`.
    fn function_line(&mut self, line: Line) -> Outcome<()> {
        let end = line.first + line.count;
        let name =
            self.tokens.get(line.first).map(|token| self.text_of(token).to_owned()).unwrap_or_default();
        let mut one = self.new_symbol(&name, SymbolKind::Code);
        one.attributes = flags::IP;
        let mut at = line.first + 2;
        while at < end {
            match self.kind(at) {
                Some(Kind::Operator("," | ";")) => {}
                Some(Kind::Attribute(Attribute::Weak)) => one.binding |= symbol::WEAK,
                Some(Kind::Attribute(Attribute::RegisterUse)) => at = self.register_use(at, end, &mut one)?,
                Some(Kind::Directive(Directive::Public)) => one.binding |= symbol::GLOBAL,
                _ => return Err(self.fault_at(at, "unexpected")),
            }
            at += 1;
        }
        if one.binding & symbol::WEAK != 0 {
            one.binding = symbol::WEAK;
        }
        match self.add_symbol(one) {
            Some(_) => Ok(()),
            None => Err(self.fault_at(line.first, "this name is defined already")),
        }
    }

    /// `reguse = mask [, mask]`; gives the last token.
    fn register_use(&mut self, at: usize, end: usize, one: &mut Symbol) -> Outcome<usize> {
        let number = |this: &Self, at: usize| match this.kind(at) {
            Some(Kind::Number(value)) if at < end => Some(*value as u32),
            _ => None,
        };
        if !self.is_operator(at + 1, "=") {
            return Err(self.fault_at(at + 1, "expected `=`"));
        }
        let Some(first) = number(self, at + 2) else {
            return Err(self.fault_at(at + 2, "expected a number"));
        };
        one.registers = [first, 0];
        one.attributes |= flags::REGISTER_USE;
        if self.is_operator(at + 3, ",")
            && let Some(second) = number(self, at + 4)
        {
            one.registers[1] = second;
            return Ok(at + 4);
        }
        Ok(at + 2)
    }

    /// `name end`.
    pub(super) fn end_line(&mut self, line: Line) -> Outcome<()> {
        let symbol = match self.kind(line.first) {
            Some(Kind::Symbol(index)) => *index,
            _ => return Err(self.fault_at(line.first, "nothing of this name ends here")),
        };
        match self.symbols.get(symbol).map(|symbol| symbol.kind) {
            Some(SymbolKind::Section) => {
                let present = self.section.and_then(|index| self.sections.get(index));
                if present.is_none_or(|section| section.symbol != symbol) {
                    return Err(self.fault_at(line.first, "nothing of this name ends here"));
                }
                self.section = None;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// `extern name: attributes, name: attributes`.
    fn extern_line(&mut self, line: Line) -> Outcome<()> {
        let end = line.first + line.count;
        let mut at = line.first + 1;
        while at < end && !self.is_operator(at, ";") {
            let place = at;
            if !matches!(self.kind(at), Some(Kind::Name)) {
                let taken = matches!(self.kind(at), Some(Kind::Symbol(_)));
                return Err(
                    self.fault_at(at, if taken { "this name is defined already" } else { "expected a name" })
                );
            }
            let name = self.tokens.get(at).map(|token| self.text_of(token).to_owned()).unwrap_or_default();
            let mut one = self.new_symbol(&name, SymbolKind::Unknown);
            (one.section, one.external, one.binding) = (None, true, symbol::GLOBAL);
            at += 1;
            if self.is_operator(at, ":") {
                at += 1;
                while at < end {
                    match self.kind(at).cloned() {
                        Some(Kind::Type(data)) => (one.unit_size, one.unit_count) = (data.size(), 1),
                        Some(Kind::Directive(Directive::Function))
                        | Some(Kind::Attribute(Attribute::Flag(1))) => {
                            if one.kind != SymbolKind::Unknown {
                                return Err(self.fault_at(at, "the symbol has another type already"));
                            }
                            one.kind = SymbolKind::Code;
                            one.attributes |= flags::IP | flags::EXECUTE;
                        }
                        Some(Kind::Attribute(Attribute::Flag(4))) => {
                            if one.kind == SymbolKind::Unknown {
                                one.attributes |= flags::READ;
                            }
                        }
                        Some(Kind::Attribute(Attribute::Flag(2))) => one.kind = SymbolKind::Data,
                        Some(Kind::Attribute(Attribute::Weak)) => one.binding = symbol::WEAK,
                        Some(Kind::Attribute(Attribute::Constant)) => one.kind = SymbolKind::Constant,
                        Some(Kind::Attribute(Attribute::RegisterUse)) => {
                            at = self.register_use(at, end, &mut one)?;
                        }
                        Some(Kind::Register(register)) if !register.is_general() => match register.base {
                            28 => one.attributes |= flags::THREADP,
                            29 => one.attributes |= flags::DATAP,
                            30 => one.attributes |= flags::IP,
                            _ => return Err(self.fault_at(at, "unexpected")),
                        },
                        Some(Kind::Operator(",")) => {
                            let more =
                                matches!(self.kind(at + 1), Some(Kind::Attribute(_) | Kind::Directive(_)));
                            if !more {
                                break;
                            }
                        }
                        Some(Kind::Operator(";")) => break,
                        _ => return Err(self.fault_at(at, "unexpected")),
                    }
                    at += 1;
                }
            }
            if self.add_symbol(one).is_none() {
                return Err(self.fault_at(place, "this name is defined already"));
            }
            if self.is_operator(at, ",") {
                at += 1;
            } else if at < end && !self.is_operator(at, ";") {
                return Err(self.fault_at(at, "unexpected"));
            }
        }
        Ok(())
    }

    /// `name:` before anything; true where data follows.
    fn label(&mut self, line: Line) -> Outcome<bool> {
        let name =
            self.tokens.get(line.first).map(|token| self.text_of(token).to_owned()).unwrap_or_default();
        let present = self.present_flags();
        let code = present & flags::EXECUTE != 0;
        let mut one = self.new_symbol(&name, if code { SymbolKind::Code } else { SymbolKind::Data });
        one.attributes = present & SYMBOL_FLAGS;
        let mut data = !code;
        let mut next = line.first + 2;
        if line.count > 2 {
            let mut typed = false;
            if let Some(Kind::Type(one)) = self.kind(next) {
                typed = !one.string;
                next += 1;
            }
            let follows = next < line.first + line.count;
            match self.kind(next).filter(|_| follows) {
                Some(Kind::Number(_) | Kind::Float(_)) => data = true,
                Some(Kind::Register(_) | Kind::Instruction(_) | Kind::Operator("[") | Kind::Block(_)) => {
                    data = false
                }
                Some(Kind::Text(_)) if typed => data = true,
                _ => {}
            }
        }
        if data && code {
            return Err(self.fault_at(next, "data cannot stand in a code section"));
        }
        if data {
            one.kind = SymbolKind::Data;
        }
        if let Some(section) = self.section.and_then(|index| self.sections.get(index)) {
            one.value = section.size;
        }
        match self.add_symbol(one) {
            Some(index) => {
                if let Some(token) = self.tokens.get_mut(line.first) {
                    token.kind = Kind::Symbol(index);
                }
                Ok(data)
            }
            None => Err(self.fault_at(line.first, "this name is defined already")),
        }
    }

    /// `public name: attributes, ...`, when everything else is known.
    pub(super) fn public_line(&mut self, line: Line) -> Outcome<()> {
        let end = line.first + line.count;
        let mut at = line.first + 1;
        while at < end && !self.is_operator(at, ";") {
            let place = at;
            let name = self.tokens.get(at).map(|token| self.text_of(token).to_owned()).unwrap_or_default();
            let Some(&index) = self.names.get(&name) else {
                return Err(self.fault_at(at, &format!("`{name}` is not defined")));
            };
            let Some(mut one) = self.symbols.get(index).cloned() else { return Ok(()) };
            at += 1;
            if self.is_operator(at, ":") {
                at += 1;
                while at < end {
                    match self.kind(at) {
                        Some(Kind::Attribute(Attribute::Weak)) => one.binding = symbol::WEAK,
                        Some(Kind::Attribute(Attribute::Constant)) => {}
                        Some(Kind::Directive(Directive::Function)) => one.kind = SymbolKind::Code,
                        Some(Kind::Register(register)) if !register.is_general() => {
                            let base = match register.base {
                                28 => flags::THREADP,
                                29 => flags::DATAP,
                                30 => flags::IP,
                                _ => return Err(self.fault_at(at, "unexpected")),
                            };
                            one.attributes = one.attributes & !flags::BASES | base;
                        }
                        Some(Kind::Attribute(Attribute::RegisterUse)) => {
                            at = self.register_use(at, end, &mut one)?;
                        }
                        Some(Kind::Operator(",")) => {
                            let more = matches!(
                                self.kind(at + 1),
                                Some(Kind::Attribute(_) | Kind::Directive(_) | Kind::Register(_))
                            );
                            if !more {
                                break;
                            }
                        }
                        Some(Kind::Operator(";")) => break,
                        _ => return Err(self.fault_at(at, "unexpected")),
                    }
                    at += 1;
                }
            }
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

    /// `options codesize = n, datasize = n`.
    pub(super) fn options_line(&mut self, line: Line) -> Outcome<()> {
        let end = line.first + line.count;
        let mut at = line.first + 1;
        while at < end && !self.is_operator(at, ";") {
            let code = if self.text_is(at, "codesize") {
                true
            } else if self.text_is(at, "datasize") {
                false
            } else {
                return Err(self.fault_at(at, "expected `codesize` or `datasize`"));
            };
            if !self.is_operator(at + 1, "=") {
                return Err(self.fault_at(at + 1, "expected `=`"));
            }
            let value = self.expression(at + 2, end, Mode::default())?;
            let (expression, next) = value;
            let Some(number) = expression.as_int() else {
                return Err(self.fault_at(at + 2, "expected an integer constant"));
            };
            let default = if code { self.options.code_size } else { self.options.data_size };
            let size = if number == 0 { default } else { number as u64 };
            if code {
                self.code_size = size;
            } else {
                self.data_size = size;
            }
            if let Some(section) = self.section {
                self.push_code(Code { section, option: Some((code, size)), ..Code::default() });
            }
            at = next;
            if self.is_operator(at, ",") {
                at += 1;
            } else if at < end && !self.is_operator(at, ";") {
                return Err(self.fault_at(at, "unexpected"));
            }
        }
        Ok(())
    }

    /// Whether a token is a keyword of a control structure.
    pub(super) fn is_block(&self, token: usize, block: Block) -> bool {
        matches!(self.kind(token), Some(Kind::Block(one)) if *one == block)
    }
}
