//! Control structures: `if`, `while`, `do`, `for`, `break`, `continue`, and `push` and `pop`.

use super::expression::{Constant, Expression, Mode};
use super::token::{Block, File, Line, Register, TokenKind, Type};
use super::{Assembler, Code, Outcome, Piece, SymbolKind, Target};
use crate::forwardcom::elf::flags;
use crate::forwardcom::isa::id;

/// Kind of an open block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Shape {
    #[default]
    If,
    Else,
    While,
    Do,
    For,
    ForIn,
}

/// A block that waits for its end.
#[derive(Debug, Clone, Default)]
pub(super) struct Open {
    shape: Shape,
    number: u32,
    /// The brace that opened it.
    pub(super) token: usize,
    /// Label to be placed at the end of an `if`, or to jump back to.
    label: Option<usize>,
    on_break: Option<usize>,
    on_continue: Option<usize>,
    /// Instructions for the end of a loop.
    increment: Option<Code>,
    condition: Option<Code>,
}

/// True if a comparison with a jump has a kind that holds for numbers that cannot be compared.
fn has_unordered(number: u32) -> bool {
    (0x1000..0x3000).contains(&(number & 0x7F00))
}

/// Turns the condition of a jump round.
fn invert(code: &mut Code) {
    let Some(number) = &mut code.operands.instruction else { return };
    *number ^= id::INVERT;
    let float = code.data_type.is_some_and(|one| one.float);
    if float && *number & 0xFF == id::COMPARE && has_unordered(*number) {
        *number ^= id::UNORDERED;
    }
}

/// True if a jump is never taken.
fn is_never(code: &Code) -> bool {
    code.operands.instruction == Some(id::JUMP | id::INVERT)
}

impl Assembler {
    /// A statement that starts with a keyword; gives the index of the next line.
    pub(super) fn block(&mut self, index: usize, first: usize, keyword: usize, end: usize) -> Outcome<usize> {
        let Some(&TokenKind::Block(block)) = self.kind(keyword) else { return Ok(index + 1) };
        match block {
            Block::If => self.if_block(index, first, end),
            Block::While => self.while_block(index, first, end),
            Block::Do => self.do_block(index, first),
            Block::For => {
                if (first..end).any(|at| self.is_block(at, Block::In)) {
                    self.for_in_block(index, first, end)
                } else {
                    self.for_block(index, first, end)
                }
            }
            Block::Break | Block::Continue => {
                if keyword != first || keyword + 1 < end {
                    return self.fail(keyword, "unexpected");
                }
                let label = self.break_label(block == Block::Break, keyword)?;
                self.push_jump(id::JUMP, label, keyword)?;
                Ok(index + 1)
            }
            Block::Push | Block::Pop => {
                self.push_or_pop(first, end, if block == Block::Push { id::PUSH } else { id::POP })?;
                Ok(index + 1)
            }
            Block::Switch | Block::Case => self.fail(keyword, "`switch` is not supported"),
            _ => self.fail(keyword, "unexpected"),
        }
    }

    /// `[type] keyword ([type] expression)`: the type and the condition; `keyword` stands at `first` or behind the
    /// type.
    fn condition(&mut self, first: usize, end: usize) -> Outcome<Code> {
        let (data_type, at) = self.head(first)?;
        let mut code = Code { data_type, ..self.new_code(first) };
        self.data_type = data_type.unwrap_or_default();
        let unsigned = self.data_type.unsigned;
        let (value, next) = self.expression(at, end, Mode { unsigned, ..Mode::default() })?;
        self.last_parenthesis(next, end)?;
        code.operands = value;
        self.make_jump(&mut code)?;
        Ok(code)
    }

    /// Reads a type at a token, if there is one; gives the first token behind it.
    pub(super) fn take_type(&self, at: usize) -> (Option<Type>, usize) {
        let Some(&TokenKind::Type(one)) = self.kind(at) else { return (None, at) };
        let plus = self.is_operator(at + 1, "+");
        (Some(Type { plus, ..one }), at + 1 + usize::from(plus))
    }

    /// `[type] keyword ([type]`: the type, and the first token behind all of it.
    fn head(&self, first: usize) -> Outcome<(Option<Type>, usize)> {
        let (before, keyword) = self.take_type(first);
        let at = self.expect(keyword + 1, "(")?;
        Ok(if before.is_some() { (before, at) } else { self.take_type(at) })
    }

    /// Checks that a parenthesis closes at a token, the last one of the statement.
    fn last_parenthesis(&self, at: usize, end: usize) -> Outcome<()> {
        if self.is_operator(at, ")") && at + 1 == end {
            Ok(())
        } else {
            self.fail(at.min(end), "expected `)`")
        }
    }

    /// An instruction of the present section that is still empty.
    pub(super) fn new_code(&self, token: usize) -> Code {
        Code { section: self.section.unwrap_or(0), token, ..Code::default() }
    }

    /// Checks an instruction and adds it to the code.
    fn add(&mut self, mut code: Code) -> Outcome<()> {
        self.finish(&mut code)?;
        self.push_code(code);
        Ok(())
    }

    /// Makes a conditional jump of a comparison or a bit test.
    fn make_jump(&mut self, code: &mut Code) -> Outcome<()> {
        let one = code.data_type.unwrap_or_default();
        let options = code.operands.options;
        let int = code.operands.as_int();
        let number = match code.operands.instruction {
            Some(id::COMPARE) => {
                let mut number = id::COMPARE
                    | match options >> 1 & 3 {
                        0 => id::JUMP_ZERO,
                        1 if one.unsigned => id::JUMP_CARRY,
                        1 => id::JUMP_NEGATIVE,
                        2 if one.unsigned => id::JUMP_UNSIGNED_ABOVE,
                        2 => id::JUMP_POSITIVE,
                        _ => return self.fail(code.token, "expected a condition"),
                    };
                if options & 1 != 0 {
                    number ^= id::INVERT;
                }
                if one.float && options & 8 != 0 && has_unordered(number) {
                    number ^= id::UNORDERED;
                }
                number
            }
            Some(id::AND) if int.is_some() => {
                let bits = int.unwrap_or(0) as u64;
                let mut number = id::JUMP_TRUE;
                if bits.is_power_of_two() {
                    number |= id::TEST_BIT;
                    code.operands.constant = Some(Constant::Int(bits.trailing_zeros().into()));
                } else {
                    number |= id::TEST_BITS_OR;
                }
                if options & 4 != 0 { number ^ id::INVERT } else { number }
            }
            Some(id::TEST_BITS_AND) if int.is_some() => {
                let number = id::TEST_BITS_AND | id::JUMP_TRUE;
                if options & 1 != 0 { number ^ id::INVERT } else { number }
            }
            None if code.operands.is_constant() && int.is_some() => {
                code.operands = Expression::default();
                code.data_type = None;
                if int == Some(0) { id::JUMP | id::INVERT } else { id::JUMP }
            }
            _ => return self.fail(code.token, "expected a condition that one instruction can test"),
        };
        code.operands.instruction = Some(number);
        (code.operands.options, code.operands.has_options, code.operands.fallback) = (0, false, None);
        code.jump = Some((None, 0));
        Ok(())
    }

    /// A new label for a control structure.
    fn new_label(&mut self, name: String) -> Option<usize> {
        let mut one = self.new_symbol(name, SymbolKind::Code);
        one.attributes = flags::HIDDEN | flags::IP;
        self.add_symbol(one)
    }

    /// Adds a jump to a label, unless it is never taken.
    fn push_conditional(&mut self, mut code: Code, label: Option<usize>) -> Outcome<()> {
        if is_never(&code) {
            return Ok(());
        }
        code.jump = Some((label, 0));
        self.add(code)
    }

    fn push_jump(&mut self, number: u32, label: Option<usize>, token: usize) -> Outcome<()> {
        let operands = Expression { instruction: Some(number), ..Expression::default() };
        self.push_conditional(Code { operands, ..self.new_code(token) }, label)
    }

    /// The brace that must follow a line.
    fn brace(&self, index: usize, token: usize) -> Outcome<usize> {
        match self.lines.get(index + 1) {
            Some(next) if self.is_operator(next.first, "{") => Ok(next.first),
            _ => self.fail(token, "expected `{` behind this line"),
        }
    }

    fn if_block(&mut self, index: usize, first: usize, end: usize) -> Outcome<usize> {
        let mut code = self.condition(first, end)?;
        let brace = self.brace(index, first)?;
        invert(&mut code);
        self.ifs += 1;
        let label = self.new_label(format!("@if_{}_a", self.ifs));
        self.blocks.push(Open { number: self.ifs, token: brace, label, ..Open::default() });
        self.push_conditional(code, label)?;
        Ok(index + 2)
    }

    /// The line with this index, if it begins with `else`.
    fn else_line(&self, index: usize) -> Option<Line> {
        self.lines.get(index).copied().filter(|line| self.is_block(line.first, Block::Else))
    }

    /// A new loop and its number.
    fn open_loop(&mut self, shape: Shape, token: usize) -> (Open, u32) {
        self.loops += 1;
        (Open { shape, number: self.loops, token, ..Open::default() }, self.loops)
    }

    fn while_block(&mut self, index: usize, first: usize, end: usize) -> Outcome<usize> {
        let code = self.condition(first, end)?;
        let brace = self.brace(index, first)?;
        let (mut open, number) = self.open_loop(Shape::While, brace);
        open.label = self.new_label(format!("@while_{number}_a"));
        open.on_break = self.new_label(format!("@while_{number}_b"));
        let mut before = code.clone();
        invert(&mut before);
        self.push_conditional(before, open.on_break)?;
        self.push_label(open.label, first);
        open.condition = Some(code);
        self.blocks.push(open);
        Ok(index + 2)
    }

    fn do_block(&mut self, index: usize, first: usize) -> Outcome<usize> {
        let brace = self.brace(index, first)?;
        let (mut open, number) = self.open_loop(Shape::Do, brace);
        open.label = self.new_label(format!("@do_{number}_a"));
        self.push_label(open.label, first);
        self.blocks.push(open);
        Ok(index + 2)
    }

    /// `for (type start; condition; step) {`.
    fn for_block(&mut self, index: usize, first: usize, end: usize) -> Outcome<usize> {
        let (data_type, at) = self.head(first)?;
        let Some(mut one) = data_type else { return self.fail(at, "the operand type is missing") };
        if one.plus && !one.float && one.code < 2 {
            one = Type::int(2);
        }
        let start = self.code.len();
        if at < end {
            self.typed_instruction(one, at, end)?;
        }
        let initial = if self.code.len() == start + 1 { self.last_code().cloned() } else { None };
        // The condition.
        let (Some(&second), Some(&third)) = (self.lines.get(index + 1), self.lines.get(index + 2)) else {
            return self.fail(first, "expected a condition and a step");
        };
        let mut condition = Code { data_type: Some(one), ..self.new_code(second.first) };
        // True if it holds before the first round, where that is known.
        let known: Option<bool>;
        let condition_end = self.end_of(second);
        if second.first >= condition_end {
            condition.operands.instruction = Some(id::JUMP);
            condition.data_type = None;
            known = Some(true);
        } else {
            self.data_type = one;
            let mode = Mode { unsigned: one.unsigned, ..Mode::default() };
            condition.operands = self.whole_expression(second.first, condition_end, mode)?;
            if let (Some(value), true) = (condition.operands.as_int(), condition.operands.is_constant()) {
                known = Some(value != 0);
            } else {
                known = initial.as_ref().and_then(|initial| holds_first(initial, &condition.operands, one));
            }
            self.make_jump(&mut condition)?;
            if condition.operands.instruction == Some(id::JUMP | id::INVERT) {
                condition.operands.instruction = Some(id::JUMP);
            }
        }
        let (mut open, number) = self.open_loop(Shape::For, first);
        match known {
            None => {
                let mut before = condition.clone();
                invert(&mut before);
                open.on_break = self.new_label(format!("@for_{number}_b"));
                self.push_conditional(before, open.on_break)?;
            }
            Some(false) => {
                open.on_break = self.new_label(format!("@for_{number}_goes_zero_times"));
                self.push_jump(id::JUMP, open.on_break, first)?;
            }
            Some(true) => {}
        }
        let endless = condition.operands.instruction == Some(id::JUMP);
        let name = if endless { "infinite_loop" } else { "for" };
        open.label = self.new_label(format!("@{name}_{number}_a"));
        self.push_label(open.label, first);
        // The step.
        let step_end = third.first + third.count;
        if third.count == 0 || !self.is_operator(step_end - 1, ")") {
            return self.fail(third.first, "expected a step and `)`");
        }
        if third.count > 1 {
            let start = self.code.len();
            self.typed_instruction(one, third.first, step_end - 1)?;
            if let Some(Piece::Read(code)) = self.code.drain(start..).next() {
                open.increment = Some(*code);
            }
        }
        open.token = self.brace(index + 2, third.first)?;
        open.condition = Some(condition);
        self.blocks.push(open);
        Ok(index + 4)
    }

    /// Reads an instruction without a type of its own.
    fn typed_instruction(&mut self, data_type: Type, first: usize, end: usize) -> Outcome<()> {
        // The type as a token in front of the others.
        let start = self.tokens.len();
        let Some(mut token) = self.tokens.get(first).cloned() else { return Ok(()) };
        token.kind = TokenKind::Type(Type { plus: false, ..data_type });
        self.tokens.push(token.clone());
        if data_type.plus {
            token.kind = TokenKind::Operator("+");
            self.tokens.push(token);
        }
        let body: Vec<_> = self.tokens.get(first..end).unwrap_or_default().to_vec();
        self.tokens.extend(body);
        let result = self.instruction(start, self.tokens.len());
        self.tokens.truncate(start);
        if let Some(Piece::Read(code)) = self.code.last_mut() {
            code.token = code.token.min(first);
        }
        result
    }

    /// `for (type v in [r - r]) {`.
    fn for_in_block(&mut self, index: usize, first: usize, end: usize) -> Outcome<usize> {
        let (data_type, at) = self.head(first)?;
        let register = |at: usize| match self.target_register(at) {
            Ok(Target::Register(register)) => Some(register),
            _ => None,
        };
        let general = |at: usize| register(at).filter(|register| register.is_general());
        if register(at).is_none_or(|register| !register.is_vector()) {
            return self.fail(at, "expected a vector register");
        }
        let counter = general(at + 5).filter(|register| register.number != 31);
        let shape = [
            (self.is_block(at + 1, Block::In), "`in`"),
            (self.is_operator(at + 2, "["), "`[`"),
            (general(at + 3).is_some(), "a general register"),
            (self.is_operator(at + 4, "-"), "`-`"),
            (counter.is_some(), "a general register"),
            (self.is_operator(at + 6, "]"), "`]`"),
            (self.is_operator(at + 7, ")"), "`)`"),
        ];
        for (place, (right, expected)) in (at + 1..).zip(shape) {
            if !right || place >= end {
                return self.fail(place.min(end), &format!("expected {expected}"));
            }
        }
        if at + 8 != end {
            return self.fail(at + 8, "unexpected");
        }
        let Some(count) = counter else { return Ok(index + 1) };
        let brace = self.brace(index, first)?;
        let (mut open, number) = self.open_loop(Shape::ForIn, brace);
        let empty = self.new_code(first);
        let positive = self.last_code().is_some_and(|before| {
            before.section == empty.section
                && before.target == Target::Register(count)
                && moved_constant(before).is_some_and(|value| value > 0)
        });
        let loop_code = |number: u32, constant: i64, target: Target| Code {
            operands: Expression {
                instruction: Some(number),
                registers: vec![count],
                ..Expression::int(constant)
            },
            target,
            data_type: Some(Type::int(3)),
            jump: Some((None, 0)),
            ..empty.clone()
        };
        if !positive {
            open.on_break = self.new_label(format!("@for_{number}_b"));
            let check = loop_code(id::COMPARE | id::JUMP_POSITIVE | id::INVERT, 0, Target::None);
            self.push_conditional(check, open.on_break)?;
        }
        open.label = self.new_label(format!("@for_{number}_a"));
        self.push_label(open.label, first);
        let element = data_type.map_or(0, Type::rank);
        open.condition =
            Some(loop_code(id::SUB_MAXLEN | id::JUMP_POSITIVE, element.into(), Target::Register(count)));
        self.blocks.push(open);
        Ok(index + 2)
    }

    /// `}`; gives the index of the next line.
    pub(super) fn end_block(&mut self, index: usize, token: usize) -> Outcome<usize> {
        let Some(open) = self.blocks.pop() else { return self.fail(token, "no block ends here") };
        match open.shape {
            Shape::If | Shape::Else => return self.end_if(index, token, open),
            Shape::Do => return self.end_do(index, token, open),
            Shape::While | Shape::For | Shape::ForIn => {}
        }
        self.place_label(open.on_continue, token);
        if let Some(step) = open.increment {
            self.add(Code { fitted: None, ..step })?;
        }
        if let Some(condition) = open.condition {
            let condition = Code { fitted: None, jump: Some((open.label, 0)), ..condition };
            if open.shape == Shape::ForIn {
                self.add(condition)?;
            } else {
                self.push_conditional(condition, open.label)?;
            }
        }
        self.place_label(open.on_break, token);
        Ok(index + 1)
    }

    /// Places a label if something jumps to it.
    fn place_label(&mut self, label: Option<usize>, token: usize) {
        if label.is_some() {
            self.push_label(label, token);
        }
    }

    fn end_if(&mut self, index: usize, token: usize, open: Open) -> Outcome<usize> {
        let mut next = index + 1;
        if let Some(line) = self.else_line(next).filter(|_| open.shape == Shape::If) {
            if line.count > 1 {
                return self.fail(line.first + 1, "expected `{`");
            }
            let brace = self.brace(next, token)?;
            next += 2;
            let label = self.new_label(format!("@if_{}_b", open.number));
            let (shape, number) = (Shape::Else, open.number);
            self.blocks.push(Open { shape, number, token: brace, label, ..Open::default() });
            self.push_jump(id::JUMP, label, token)?;
        }
        self.place_label(open.label, token);
        Ok(next)
    }

    fn end_do(&mut self, index: usize, token: usize, open: Open) -> Outcome<usize> {
        self.place_label(open.on_continue, token);
        let Some(&line) = self.lines.get(index + 1) else {
            return self.fail(token, "expected `while` behind this brace");
        };
        if !self.is_block(self.take_type(line.first).1, Block::While) {
            return self.fail(line.first, "expected `while`");
        }
        let code = self.condition(line.first, self.end_of(line))?;
        self.push_conditional(code, open.label)?;
        self.place_label(open.on_break, token);
        Ok(index + 2)
    }

    /// The label that `break` or `continue` jumps to.
    fn break_label(&mut self, is_break: bool, token: usize) -> Outcome<Option<usize>> {
        let is_loop = |open: &Open| !matches!(open.shape, Shape::If | Shape::Else);
        let Some(place) = self.blocks.iter().rposition(is_loop) else {
            return self.fail(token, "there is no loop here");
        };
        let open = self.blocks.get(place).cloned().unwrap_or_default();
        let known = if is_break { open.on_break } else { open.on_continue };
        if known.is_some() {
            return Ok(known);
        }
        let name = match open.shape {
            Shape::While => "while",
            Shape::Do => "do",
            _ => "for",
        };
        let letter = if is_break { 'b' } else { 'c' };
        let label = self.new_label(format!("@{name}_{}_{letter}", open.number));
        if let Some(open) = self.blocks.get_mut(place) {
            *(if is_break { &mut open.on_break } else { &mut open.on_continue }) = label;
        }
        Ok(label)
    }

    /// `push(register)`, `push(register, last)`, `push(pointer, register, last)`, and the same for `pop`.
    fn push_or_pop(&mut self, first: usize, end: usize, number: u32) -> Outcome<()> {
        let (data_type, keyword) = self.take_type(first);
        let mut at = keyword + 1;
        if !self.is_operator(at, "(") {
            let name = if number == id::PUSH { "push" } else { "pop" };
            return self.fail(at, &format!("expected `(` behind {name}"));
        }
        at += 1;
        let mut registers: Vec<Register> = Vec::new();
        let mut last = None;
        loop {
            let (value, next) = self.expression(at, end, Mode::default())?;
            match (value.registers.as_slice(), value.as_int()) {
                ([register], None) if last.is_none() && registers.len() < 2 => registers.push(*register),
                ([], Some(number)) if last.is_none() && !registers.is_empty() => last = Some(number),
                _ => return self.fail(at, "expected a register or the number of the last one"),
            }
            at = next;
            if self.is_operator(at, ",") {
                at += 1;
            } else {
                break;
            }
        }
        self.last_parenthesis(at, end)?;
        let stack = Register::new(File::General, 31);
        let (pointer, from) = match registers.as_slice() {
            [from] => (stack, *from),
            [pointer, from] => (*pointer, *from),
            _ => return self.fail(at, "expected a register"),
        };
        let last = last.unwrap_or_else(|| from.number.into());
        if (last & 0x1F) < i64::from(from.number) {
            return self.fail(at, "the last register comes before the first one");
        }
        if !pointer.is_general() || from.is_vector() && last & 0x80 != 0 {
            return self.fail(at, "the pointer must be a general register, and vectors have one order only");
        }
        let code = data_type.map_or(3, |one| one.code);
        self.add(Code {
            operands: Expression {
                instruction: Some(number),
                registers: vec![from],
                ..Expression::int(last)
            },
            target: Target::Register(pointer),
            data_type: Some(Type::int(code)),
            ..self.new_code(first)
        })
    }
}

/// The constant that an instruction moves to its destination.
fn moved_constant(code: &Code) -> Option<i64> {
    let operands = &code.operands;
    let moves = operands.instruction == Some(id::MOVE) && operands.registers.is_empty();
    operands.as_int().filter(|_| moves && operands.memory.is_none())
}

/// True if the condition of a loop holds at its start, where start and end are constants.
fn holds_first(initial: &Code, condition: &Expression, one: Type) -> Option<bool> {
    let (start, end) = (moved_constant(initial)?, condition.as_int()?);
    let moved = !matches!(initial.target, Target::None | Target::Memory);
    if !moved || condition.registers.len() != 1 || condition.memory.is_some() {
        return None;
    }
    let below = if one.unsigned { (start as u64) < end as u64 } else { start < end };
    let above = if one.unsigned { start as u64 > end as u64 } else { start > end };
    let truth = match condition.instruction? {
        id::COMPARE => {
            let truth = match condition.options >> 1 & 3 {
                0 => start == end,
                1 => below,
                2 => above,
                _ => return None,
            };
            truth != (condition.options & 1 != 0)
        }
        id::AND => start as u64 & end as u64 != 0,
        _ => return None,
    };
    Some(truth)
}
