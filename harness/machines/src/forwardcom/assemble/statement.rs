//! The second pass: instructions.

use super::expression::{Constant, Expression, Memory, Mode};
use super::token::{Attribute, Line, TokenKind};
use super::{Assembler, CODE_SIZE, Code, DATA_SIZE, LineClass, Outcome, Target};
use crate::forwardcom::elf::flags;
use crate::forwardcom::isa::id;

impl Assembler {
    /// Reads all lines of code.
    pub(super) fn read_code(&mut self) {
        (self.code_size, self.data_size) = (CODE_SIZE, DATA_SIZE);
        let mut index = 0;
        while let Some(&line) = self.lines.get(index) {
            let class = self.classes.get(index).map_or(LineClass::Done, |class| class.0);
            match self.read_line(index, line, class) {
                Ok(next) => index = next,
                Err(fault) => {
                    self.report(fault);
                    index += 1;
                }
            }
        }
        while let Some(block) = self.blocks.pop() {
            let fault = self.fault_at(block.token, "no `}` ends this block");
            self.report(fault);
        }
        self.section = None;
    }

    /// Reads one line; gives the index of the next one.
    fn read_line(&mut self, index: usize, line: Line, class: LineClass) -> Outcome<usize> {
        match class {
            LineClass::Code => {
                let Some(section) = self.section else {
                    return self.fail(line.first, "an instruction must stand in a section");
                };
                let executes = self.sections.get(section).is_some_and(|one| one.flags & flags::EXECUTE != 0);
                if !executes && !self.is_operator(line.first, ";") {
                    return self.fail(line.first, "an instruction must stand in an `execute` section");
                }
                return self.code_line(index, line);
            }
            LineClass::Section => self.section_line(line)?,
            LineClass::End => self.end_line(line)?,
            LineClass::Options => self.options_line(line)?,
            LineClass::Function => {
                let label = self.names.get(&self.name_at(line.first)).copied();
                self.push_label(label, line.first);
            }
            LineClass::Done | LineClass::Data | LineClass::Public => {}
        }
        Ok(index + 1)
    }

    /// Adds a label to the present section.
    pub(super) fn push_label(&mut self, label: Option<usize>, token: usize) {
        let Some(section) = self.section else { return };
        if let Some(symbol) = label.and_then(|index| self.symbols.get_mut(index)) {
            symbol.section = Some(section);
        }
        self.push_code(Code { label, section, token, ..Code::default() });
    }

    /// Reads a line of code; gives the index of the next line.
    fn code_line(&mut self, index: usize, line: Line) -> Outcome<usize> {
        let end = self.end_of(line);
        let mut at = line.first;
        if let (Some(&TokenKind::Symbol(label)), true) = (self.kind(at), self.is_operator(at + 1, ":")) {
            self.push_label(Some(label), at);
            at += 2;
        }
        if at >= end {
            return Ok(index + 1);
        }
        if self.is_operator(at, "}") {
            return self.end_block(index, at);
        }
        let (_, keyword) = self.take_type(at);
        if matches!(self.kind(keyword), Some(TokenKind::Block(_))) {
            return self.block(index, at, keyword, end);
        }
        self.instruction(at, end)?;
        Ok(index + 1)
    }

    /// The end of a line without the semicolon.
    pub(super) fn end_of(&self, line: Line) -> usize {
        let end = line.first + line.count;
        if line.count > 0 && self.is_operator(end - 1, ";") { end - 1 } else { end }
    }

    /// Reads an instruction and adds it to the code.
    pub(super) fn instruction(&mut self, first: usize, end: usize) -> Outcome<()> {
        if let (Some(&TokenKind::Known(encoding)), Some(section)) = (self.kind(first), self.section) {
            self.push_known(section, first, encoding);
            return Ok(());
        }
        let mut code = self.read_instruction(first, end)?;
        if code.align.is_none() {
            self.finish(&mut code)?;
            if let Some(encoding) = self.keep_instruction(first, end, &code) {
                self.push_known(code.section, first, encoding);
                return Ok(());
            }
        }
        self.push_code(code);
        Ok(())
    }

    /// Checks an instruction and finds a format for it.
    pub(super) fn finish(&mut self, code: &mut Code) -> Outcome<()> {
        self.prepare(code)?;
        self.fit(code)
    }

    fn read_instruction(&mut self, first: usize, end: usize) -> Outcome<Code> {
        let mut code = self.new_code(first);
        if let Some(TokenKind::Attribute(Attribute::Align)) = self.kind(first) {
            let (value, next) = self.constant(first + 1, end)?;
            if next < end {
                return self.fail(next, "unexpected");
            }
            self.alignment(value, first + 1)?;
            code.align = Some(value as u64);
            return Ok(code);
        }
        let (data_type, mut at) = self.take_type(first);
        (self.data_type, code.data_type) = (data_type.unwrap_or_default(), data_type);
        if let Some(number) = self.step_at(at) {
            code.target = self.target_register(at + 1)?;
            return self.step(code, number, at + 2, end);
        }
        match self.kind(at).cloned() {
            Some(TokenKind::Instruction(number)) => at = self.call_form(&mut code, number, at, end)?,
            Some(TokenKind::Operator("[")) => {
                let (value, next) = self.expression(at, self.closing(at, end), Mode::default())?;
                code.target = Target::Memory;
                code.operands.memory = value.memory;
                at = self.assigned(&mut code, next, end)?;
            }
            Some(TokenKind::Value(value)) if value.memory.is_some() => {
                code.target = Target::Memory;
                code.operands.memory = value.memory;
                at = self.assigned(&mut code, at + 1, end)?;
            }
            _ if at < end => {
                code.target = self.target_register(at)?;
                at += 1;
                if let Some(number) = self.step_at(at).filter(|_| at < end) {
                    return self.step(code, number, at + 1, end);
                }
                at = self.assigned(&mut code, at, end)?;
            }
            _ => return self.fail(at, "expected an instruction"),
        }
        self.tail(&mut code, at, end)?;
        let operands = &code.operands;
        let something = operands.constant.is_some()
            || operands.symbol.is_some()
            || !operands.registers.is_empty()
            || operands.memory.is_some();
        if operands.instruction.is_none() && something {
            let stores = code.target == Target::Memory;
            code.operands.instruction = Some(if stores { id::STORE } else { id::MOVE });
        }
        Ok(code)
    }

    /// The operation of `++` or `--` at a token.
    fn step_at(&self, at: usize) -> Option<u32> {
        let steps = [("++", id::ADD), ("--", id::SUB)];
        steps.into_iter().find(|(step, _)| self.is_operator(at, step)).map(|(_, number)| number)
    }

    /// `register++` and `register--`, behind which nothing may stand.
    fn step(&self, mut code: Code, number: u32, next: usize, end: usize) -> Outcome<Code> {
        if next < end {
            return self.fail(next, "unexpected");
        }
        let float = self.data_type.float;
        let constant = if float { Constant::Float(1.0) } else { Constant::Int(1) };
        code.operands.constant = Some(constant);
        code.operands.instruction = Some(number);
        if let Target::Register(target) = code.target {
            code.operands.registers = vec![target];
        }
        Ok(code)
    }

    /// The register at a token, or the one that a name stands for.
    pub(super) fn target_register(&self, at: usize) -> Outcome<Target> {
        match self.kind(at) {
            Some(TokenKind::Register(register)) => Ok(Target::Register(*register)),
            Some(TokenKind::Value(value)) if value.registers.len() == 1 => {
                Ok(value.registers.first().map_or(Target::None, |&register| Target::Register(register)))
            }
            _ => self.fail(at, "unexpected"),
        }
    }

    /// The token behind the bracket that closes the one at `at`.
    fn closing(&self, at: usize, end: usize) -> usize {
        let mut depth = 0usize;
        for place in at..end {
            match self.tokens.get(place).and_then(|token| token.operator()) {
                Some("[") => depth += 1,
                Some("]") => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return place + 1;
                    }
                }
                _ => {}
            }
        }
        end
    }

    /// Reads the assignment behind a destination; gives the first token behind it.
    fn assigned(&mut self, code: &mut Code, at: usize, end: usize) -> Outcome<usize> {
        let operator = self.tokens.get(at).filter(|_| at < end).and_then(|token| token.operator());
        let Some(operator) = operator.and_then(|one| one.strip_suffix('=')) else {
            return self.fail(at, "expected `=`");
        };
        if matches!(operator, "=" | "!" | "<" | ">") {
            return self.fail(at, "expected an assignment");
        }
        if let (Some(&TokenKind::Instruction(number)), true) = (self.kind(at + 1), operator.is_empty()) {
            return self.call_form(code, number, at + 1, end);
        }
        let (value, next) = self.expression(at + 1, end, Mode::default())?;
        let value = if operator.is_empty() {
            value
        } else {
            let Target::Register(target) = code.target else {
                return self.fail(at, "only a register can be combined with a value");
            };
            let old = Expression::register(target);
            self.combine(operator, old, value).map_err(|message| self.fault_at(at, message))?
        };
        self.insert(code, value, at + 1)?;
        Ok(next)
    }

    /// Takes the operands of an expression.
    fn insert(&mut self, code: &mut Code, value: Expression, token: usize) -> Outcome<()> {
        if value.type_name.is_some() || value.setting.is_some() || value.unresolved {
            return self.fail(token, "expected a value");
        }
        if matches!(value.constant, Some(Constant::Text(_))) {
            return self.fail(token, "a string cannot be an operand");
        }
        if code.operands.memory.is_some() && value.memory.is_some() {
            return self.fail(token, "only one memory operand is possible");
        }
        let memory = code.operands.memory.or(value.memory);
        code.operands = Expression { memory, ..value };
        Ok(())
    }

    /// `name(operands)`, or a jump and its target. Gives the first token behind it.
    fn call_form(&mut self, code: &mut Code, number: u32, at: usize, end: usize) -> Outcome<usize> {
        code.operands.instruction = Some(number);
        let brackets = (at + 1..end).any(|place| self.is_operator(place, "["));
        if number & id::JUMP_BIT != 0 && !brackets {
            return self.jump_target(code, at + 1, end);
        }
        let mut place = at + 1;
        if number == id::ADDRESS && self.is_operator(place, "[") {
            let (value, next) = self.expression(place, self.closing(place, end), Mode::default())?;
            code.operands.memory = value.memory;
            return Ok(next);
        }
        if place >= end || !self.is_operator(place, "(") {
            return Ok(place);
        }
        place += 1;
        if self.is_operator(place, ")") {
            return Ok(place + 1);
        }
        loop {
            place = self.operand(code, place, end)?;
            if self.is_operator(place, ",") && place < end {
                place += 1;
            } else if self.is_operator(place, ")") && place < end {
                return Ok(place + 1);
            } else {
                return self.fail(place.min(end), "expected `,` or `)`");
            }
        }
    }

    /// One operand of a list; gives the first token behind it.
    fn operand(&mut self, code: &mut Code, at: usize, end: usize) -> Outcome<usize> {
        if matches!(self.kind(at), Some(TokenKind::Setting(_))) {
            return self.setting(code, at, end);
        }
        let (value, next) = self.expression(at, end, Mode::default())?;
        if value.instruction.is_some() || value.type_name.is_some() || value.setting.is_some() {
            return self.fail(at, "expected an operand");
        }
        let operands = &mut code.operands;
        if !value.registers.is_empty() {
            let late = (operands.has_number() || operands.memory.is_some()) && code.target != Target::Memory;
            operands.registers.extend(&value.registers);
            if late {
                return self.fail(at, "operands must come in the order registers, memory, constant");
            }
            if code.operands.registers.len() > 3 {
                return self.fail(at, "too many operands");
            }
        } else if let Some(memory) = value.memory {
            if operands.memory.is_some() {
                return self.fail(at, "only one memory operand is possible");
            }
            operands.memory = Some(memory);
        } else if let Some(Constant::Text(_)) = value.constant {
            return self.fail(at, "a string cannot be an operand");
        } else {
            match (value.as_int(), operands.as_int()) {
                (Some(second), Some(_)) => {
                    if operands.more.len() >= 2 {
                        return self.fail(at, "too many operands");
                    }
                    operands.more.push(second);
                }
                _ if operands.constant.is_some() || operands.symbol.is_some() => {
                    return self.fail(at, "too many operands");
                }
                _ => (operands.constant, operands.symbol) = (value.constant, value.symbol),
            }
        }
        Ok(next)
    }

    /// `keyword = value`; gives the first token behind it.
    fn setting(&mut self, code: &mut Code, at: usize, end: usize) -> Outcome<usize> {
        let mode = Mode { setting: true, ..Mode::default() };
        let (value, next) = self.expression(at, end, mode)?;
        if value.setting.is_some() {
            return self.fail(at + 1, "expected `=` and a value");
        }
        let operands = &mut code.operands;
        operands.mask = value.mask.or(operands.mask);
        operands.fallback = value.fallback.or(operands.fallback);
        if value.has_options {
            (operands.options, operands.has_options) = (value.options, true);
        }
        if let Some(memory) = value.memory {
            let place = operands.memory.get_or_insert_with(Memory::default);
            place.extent = memory.extent.or(place.extent);
            place.limit = memory.limit.or(place.limit);
        }
        Ok(next)
    }

    /// The target of a jump; gives the first token behind it.
    fn jump_target(&mut self, code: &mut Code, at: usize, end: usize) -> Outcome<usize> {
        if at >= end {
            return self.fail(at.saturating_sub(1), "expected a jump target");
        }
        let (value, next) = self.expression(at, end, Mode::default())?;
        if let [register] = value.registers.as_slice()
            && value.instruction.is_none()
        {
            code.operands.registers.push(*register);
            return Ok(next);
        }
        let offset = value.as_int().unwrap_or(0);
        let symbol = value.symbol.filter(|symbol| symbol.reference.is_none());
        if !value.registers.is_empty()
            || value.memory.is_some()
            || value.symbol.is_some() != symbol.is_some()
            || symbol.is_none() && value.as_int().is_none()
        {
            return self.fail(at, "expected a jump target");
        }
        if offset & 3 != 0 {
            return self.fail(at, "the target of a jump must be a multiple of 4");
        }
        code.jump = Some((symbol.map(|symbol| symbol.target), offset));
        Ok(next)
    }

    /// Reads the settings and the jump that may follow an instruction.
    fn tail(&mut self, code: &mut Code, first: usize, end: usize) -> Outcome<()> {
        let mut at = first;
        while at < end {
            if self.is_operator(at, ",") {
                at += 1;
            }
            match self.kind(at).filter(|_| at < end).cloned() {
                Some(TokenKind::Setting(_)) => at = self.setting(code, at, end)?,
                Some(TokenKind::Instruction(number)) if number & id::JUMP_BIT != 0 => {
                    let before = code.operands.instruction.unwrap_or(0);
                    if before & id::JUMP_BIT != 0 {
                        return self.fail(at, "unexpected");
                    }
                    code.operands.instruction = Some(before | number);
                    at = self.jump_target(code, at + 1, end)?;
                }
                _ => return self.fail(at.min(end.max(1)), "unexpected"),
            }
        }
        Ok(())
    }
}
