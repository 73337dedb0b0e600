//! Expressions: constants, registers, memory operands, and the instruction that operators stand for.

use std::rc::Rc;

use super::token::{Block, Register, Setting, Token, TokenKind, Type};
use super::{Assembler, Fault, Outcome};

/// A constant.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Constant {
    Int(i64),
    Float(f64),
    Text(Rc<[u8]>),
}

impl Constant {
    /// The value of a number.
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Int(value) => Some(*value as f64),
            Self::Float(value) => Some(*value),
            Self::Text(_) => None,
        }
    }
}

/// A symbol's value, or the distance of two, as an immediate operand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SymbolValue {
    pub(super) target: usize,
    pub(super) reference: Option<usize>,
    /// The distance is divided by this.
    pub(super) scale: i64,
}

/// Length of a memory operand in vector registers, as written in its brackets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Extent {
    Scalar,
    Length(u8),
    Broadcast(u8),
}

/// A memory operand, or a part of one.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Memory {
    pub(super) symbol: Option<usize>,
    pub(super) reference: Option<usize>,
    pub(super) symbol_scale: Option<i64>,
    pub(super) base: Option<Register>,
    /// Register and factor.
    pub(super) index: Option<(u8, i64)>,
    pub(super) offset: i64,
    pub(super) has_offset: bool,
    pub(super) limit: Option<i64>,
    pub(super) extent: Option<Extent>,
}

impl Memory {
    /// A number alone.
    pub(super) fn number(offset: i64) -> Self {
        Self { offset, has_offset: true, ..Self::default() }
    }
    /// A base register alone.
    fn base(register: Register) -> Self {
        Self { base: Some(register), ..Self::default() }
    }
    /// True if there is nothing but a number.
    pub(super) fn is_number(&self) -> bool {
        *self == Memory { offset: self.offset, has_offset: self.has_offset, ..Memory::default() }
    }
}

/// The register that a masked-off result comes from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Fallback {
    Zero,
    Register(Register),
}

/// The value of an expression: anything that may stand between commas.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Expression {
    pub(super) constant: Option<Constant>,
    /// Second and third integer constants of an instruction.
    pub(super) more: Vec<i64>,
    pub(super) symbol: Option<SymbolValue>,
    pub(super) registers: Vec<Register>,
    pub(super) memory: Option<Memory>,
    /// The instruction that combines the operands.
    pub(super) instruction: Option<u32>,
    /// Options, or the signs of operands.
    pub(super) options: u8,
    pub(super) has_options: bool,
    pub(super) mask: Option<Register>,
    pub(super) fallback: Option<Fallback>,
    /// A keyword that waits for its value.
    pub(super) setting: Option<Setting>,
    pub(super) type_name: Option<Type>,
    /// A name that is not known yet.
    pub(super) unresolved: bool,
}

impl Expression {
    pub(super) fn int(value: i64) -> Self {
        Self::constant(Constant::Int(value))
    }
    pub(super) fn constant(constant: Constant) -> Self {
        Self { constant: Some(constant), ..Self::default() }
    }
    pub(super) fn memory(memory: Memory) -> Self {
        Self { memory: Some(memory), ..Self::default() }
    }
    pub(super) fn register(register: Register) -> Self {
        Self { registers: vec![register], ..Self::default() }
    }
    pub(super) fn as_int(&self) -> Option<i64> {
        if let Some(Constant::Int(value)) = self.constant { Some(value) } else { None }
    }
    pub(super) fn has_number(&self) -> bool {
        matches!(self.constant, Some(Constant::Int(_) | Constant::Float(_)))
    }
    /// True if there is nothing but a constant.
    pub(super) fn is_constant(&self) -> bool {
        self.constant.is_some()
            && self.registers.is_empty()
            && self.memory.is_none()
            && self.symbol.is_none()
            && self.instruction.is_none()
    }
    /// True if an instruction or a symbol is needed for the value.
    pub(super) fn needs_code(&self) -> bool {
        !self.registers.is_empty() || self.memory.is_some_and(|memory| !memory.is_number())
    }
    pub(super) fn has_vector(&self) -> bool {
        self.registers.first().is_some_and(|register| register.is_vector())
    }
}

/// Context in which an expression is read.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mode {
    /// Inside of brackets.
    pub(super) memory: bool,
    /// A keyword may get its value by `=`.
    pub(super) setting: bool,
    /// Integers are unsigned.
    pub(super) unsigned: bool,
    /// Unknown names are no mistake.
    pub(super) lenient: bool,
}

/// Rank of a binary operator: lower binds tighter; `None` for what ends an expression.
fn rank(operator: &str, mode: Mode) -> Option<u8> {
    Some(match operator {
        "*" | "/" | "%" => 4,
        "+" | "-" => 5,
        "<<" | ">>" | ">>>" => 6,
        "<" | "<=" | ">" | ">=" => 7,
        "==" | "!=" => 8,
        "&" => 9,
        "^" => 10,
        "|" => 11,
        "&&" => 12,
        "||" | "^^" => 13,
        "?" => 14,
        "=" if mode.memory || mode.setting => 15,
        "," if mode.memory => 16,
        _ => return None,
    })
}

/// Deepest nesting of parentheses and operators.
const MOST_DEPTH: u32 = 200;

/// A place among the tokens of one expression.
pub(super) struct Parser<'a> {
    pub(super) assembler: &'a mut Assembler,
    pub(super) at: usize,
    pub(super) end: usize,
    depth: u32,
}

impl Parser<'_> {
    fn token(&self) -> Option<&Token> {
        if self.at < self.end { self.assembler.tokens.get(self.at) } else { None }
    }

    fn fault(&self, message: &str) -> Fault {
        self.assembler.fault_at(self.at.min(self.end.saturating_sub(1)), message)
    }

    /// Reads operators of at most this rank.
    fn binary(&mut self, most: u8, mode: Mode) -> Outcome<Expression> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(self.fault("the expression is nested too deeply"));
        }
        let mut left = self.unary(mode)?;
        while let Some(operator) = self.token().and_then(Token::operator) {
            let Some(rank) = rank(operator, mode).filter(|&rank| rank <= most) else { break };
            let place = self.at;
            self.at += 1;
            if operator == "?" {
                left = self.conditional(left, mode)?;
                continue;
            }
            let right = self.binary(rank - 1, mode)?;
            let operator = if mode.unsigned { unsigned(operator) } else { operator };
            left = self
                .assembler
                .combine(operator, left, right)
                .map_err(|message| self.assembler.fault_at(place, message))?;
        }
        self.depth -= 1;
        Ok(left)
    }

    fn unary(&mut self, mode: Mode) -> Outcome<Expression> {
        let Some(operator) = self.token().and_then(Token::operator) else { return self.primary(mode) };
        if !matches!(operator, "+" | "-" | "!" | "~") {
            return self.primary(mode);
        }
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(self.fault("the expression is nested too deeply"));
        }
        let place = self.at;
        self.at += 1;
        // Signs and complements bind tighter than every binary operator.
        let operand = self.unary(mode)?;
        self.depth -= 1;
        let result = match operator {
            "+" => Ok(operand),
            _ if operand.unresolved => Ok(operand),
            "-" => self.assembler.negate(operand),
            "!" => self.assembler.invert(operand),
            _ => self.assembler.combine("^", operand, Expression::int(-1)),
        };
        result.map_err(|message| self.assembler.fault_at(place, message))
    }

    fn expect(&mut self, operator: &str) -> Outcome<()> {
        if !self.token().is_some_and(|token| token.is(operator)) {
            return Err(self.fault(&format!("expected `{operator}`")));
        }
        self.at += 1;
        Ok(())
    }

    fn primary(&mut self, mode: Mode) -> Outcome<Expression> {
        let Some(token) = self.token().cloned() else {
            return Err(self.fault("expected an expression"));
        };
        if let Some(operator) = token.operator() {
            let close = match operator {
                "(" => ")",
                "[" if !mode.memory => "]",
                "[" => return Err(self.fault("brackets cannot be nested")),
                _ => return Err(self.fault("expected a value")),
            };
            self.at += 1;
            let inner = Mode { memory: mode.memory || operator == "[", ..mode };
            let mut value = self.binary(16, inner)?;
            self.expect(close)?;
            if operator == "[" {
                value.memory.get_or_insert_default();
            }
            return Ok(value);
        }
        let value = self.value(&token, mode)?;
        self.at += 1;
        Ok(value)
    }

    /// A single token's value.
    fn value(&mut self, token: &Token, mode: Mode) -> Outcome<Expression> {
        let number = |value: i64| match mode.memory {
            true => Expression::memory(Memory::number(value)),
            false => Expression::int(value),
        };
        Ok(match &token.kind {
            TokenKind::Number(value) => number(*value as i64),
            TokenKind::Block(Block::True) => number(1),
            TokenKind::Block(Block::False) => number(0),
            TokenKind::Float(_) | TokenKind::Text(_) if mode.memory => {
                return Err(self.fault("this cannot be part of an address"));
            }
            TokenKind::Float(value) => Expression::constant(Constant::Float(*value)),
            TokenKind::Text(text) => Expression::constant(Constant::Text(text.clone())),
            TokenKind::Register(register) if mode.memory => Expression::memory(Memory::base(*register)),
            TokenKind::Register(register) => Expression::register(*register),
            TokenKind::Symbol(symbol) if mode.memory => {
                Expression::memory(Memory { symbol: Some(*symbol), ..Memory::default() })
            }
            TokenKind::Symbol(symbol) => {
                let value = SymbolValue { target: *symbol, reference: None, scale: 1 };
                Expression { symbol: Some(value), ..Expression::default() }
            }
            TokenKind::Value(value) => self.saved(value, mode)?,
            TokenKind::Setting(Setting::Scalar) => {
                Expression::memory(Memory { extent: Some(Extent::Scalar), ..Memory::default() })
            }
            TokenKind::Setting(setting) => Expression { setting: Some(*setting), ..Expression::default() },
            TokenKind::Type(one) => Expression { type_name: Some(*one), ..Expression::default() },
            TokenKind::Name if mode.lenient => Expression { unresolved: true, ..Expression::default() },
            TokenKind::Name => {
                let name = self.assembler.text_of(token).to_owned();
                return Err(self.fault(&format!("`{name}` is not defined")));
            }
            _ => return Err(self.fault("expected a value")),
        })
    }

    /// An assembly-time variable.
    fn saved(&mut self, value: &Expression, mode: Mode) -> Outcome<Expression> {
        if !mode.memory {
            return Ok(value.clone());
        }
        match (&value.constant, value.registers.first(), value.memory) {
            (Some(Constant::Int(offset)), ..) => Ok(Expression::memory(Memory::number(*offset))),
            (None, Some(&register), None) => Ok(Expression::memory(Memory::base(register))),
            (None, None, Some(_)) => Ok(value.clone()),
            _ => Err(self.fault("this cannot be part of an address")),
        }
    }

    /// `condition ? a : b`, behind the question mark.
    fn conditional(&mut self, condition: Expression, mode: Mode) -> Outcome<Expression> {
        let place = self.at;
        let known = if condition.needs_code() {
            None
        } else {
            match &condition.constant {
                Some(Constant::Int(value)) => Some(*value != 0),
                Some(Constant::Float(value)) => Some(*value != 0.0),
                Some(Constant::Text(text)) => Some(!text.is_empty() && **text != *b"0"),
                None => None,
            }
        };
        let skipped = |take: bool| Mode { lenient: mode.lenient || known == Some(!take), ..mode };
        let first = self.binary(13, skipped(true))?;
        self.expect(":")?;
        let second = self.binary(14, skipped(false))?;
        match known {
            Some(true) => return Ok(first),
            Some(false) => return Ok(second),
            None if condition.unresolved => return Ok(condition),
            None => {}
        }
        let mask = match condition.registers.as_slice() {
            [mask] if condition.instruction.is_none() && condition.memory.is_none() => *mask,
            _ => {
                return Err(self
                    .assembler
                    .fault_at(place, "the condition must be a mask register or a constant"));
            }
        };
        let mut result = first;
        result.mask = Some(mask);
        result.fallback = match (second.registers.as_slice(), &second.constant) {
            ([one], None) if second.instruction.is_none() => Some(Fallback::Register(*one)),
            ([], Some(Constant::Int(0))) => Some(Fallback::Zero),
            ([], Some(Constant::Float(value))) if value.to_bits() == 0 => Some(Fallback::Zero),
            _ => return Err(self.assembler.fault_at(place, "the fallback must be a register or 0")),
        };
        Ok(result)
    }
}

/// The operator for unsigned operands.
fn unsigned(operator: &'static str) -> &'static str {
    match operator {
        "/" => "u/",
        "%" => "u%",
        ">>" => ">>>",
        "<" => "u<",
        "<=" => "u<=",
        ">" => "u>",
        ">=" => "u>=",
        other => other,
    }
}

impl Assembler {
    /// Reads the expression at token `first`; `end` is the first token behind those that may be used. Gives
    /// the expression and the first token behind it.
    pub(super) fn expression(
        &mut self,
        first: usize,
        end: usize,
        mode: Mode,
    ) -> Outcome<(Expression, usize)> {
        let mut parser = Parser { assembler: self, at: first, end, depth: 0 };
        let value = parser.binary(16, mode)?;
        let at = parser.at;
        Ok((value, at))
    }

    /// Reads an expression that must use up all tokens.
    pub(super) fn whole_expression(&mut self, first: usize, end: usize, mode: Mode) -> Outcome<Expression> {
        let (value, at) = self.expression(first, end, mode)?;
        if !self.ends(at, end) {
            return self.fail(at, "unexpected");
        }
        Ok(value)
    }
}
