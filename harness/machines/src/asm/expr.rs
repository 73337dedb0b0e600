//! Expressions: constants, symbols and what can be computed from them.

use super::cursor::{Cursor, goes_on_in_name};
use super::diagnostics::Diagnostic;
use super::symbols::SymbolId;

/// An expression whose names have been looked up. Constants are folded while reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expr {
    /// A number; arithmetic wraps at 64 bits.
    Constant(i64),
    /// The value of a symbol.
    Symbol(SymbolId),
    /// An operation on one operand.
    Unary(UnaryOp, Box<Expr>),
    /// An operation on two operands.
    Binary(BinaryOp, Box<(Expr, Expr)>),
}

/// Operations on one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-x`
    Negate,
    /// `~x`
    Not,
    /// `!x`: 1 when x is 0, else 0.
    IsZero,
}

impl UnaryOp {
    /// The result on a number.
    pub fn apply(self, x: i64) -> i64 {
        match self {
            UnaryOp::Negate => x.wrapping_neg(),
            UnaryOp::Not => !x,
            UnaryOp::IsZero => (x == 0).into(),
        }
    }
}

/// Operations on two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the table below says what each is written as")]
pub enum BinaryOp {
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    Or,
    And,
    Xor,
    OrNot,
    Add,
    Subtract,
    Equal,
    NotEqual,
    Less,
    Greater,
    LessOrEqual,
    GreaterOrEqual,
    LogicalAnd,
    LogicalOr,
}

/// Operators as written, longer ones first, with their rank: a higher rank binds tighter. The ranks are
/// those of GNU as, which differ from those of C.
#[rustfmt::skip]
const OPERATORS: &[(&str, BinaryOp, u8)] = &[
    ("<<", BinaryOp::ShiftLeft, 6), (">>", BinaryOp::ShiftRight, 6), ("==", BinaryOp::Equal, 3),
    ("!=", BinaryOp::NotEqual, 3), ("<>", BinaryOp::NotEqual, 3), ("<=", BinaryOp::LessOrEqual, 3),
    (">=", BinaryOp::GreaterOrEqual, 3), ("&&", BinaryOp::LogicalAnd, 2), ("||", BinaryOp::LogicalOr, 1),
    ("*", BinaryOp::Multiply, 6), ("/", BinaryOp::Divide, 6), ("%", BinaryOp::Remainder, 6),
    ("|", BinaryOp::Or, 5), ("&", BinaryOp::And, 5), ("^", BinaryOp::Xor, 5), ("!", BinaryOp::OrNot, 5),
    ("+", BinaryOp::Add, 4), ("-", BinaryOp::Subtract, 4), ("<", BinaryOp::Less, 3),
    (">", BinaryOp::Greater, 3),
];

impl BinaryOp {
    /// The result on two numbers; `None` for a division by zero. Comparisons give -1 for true.
    pub fn apply(self, a: i64, b: i64) -> Option<i64> {
        let truth = |value: bool| -i64::from(value);
        let shift = |b: i64| u32::try_from(b).ok().filter(|&b| b < 64);
        Some(match self {
            BinaryOp::Multiply => a.wrapping_mul(b),
            BinaryOp::Divide if b == 0 => return None,
            BinaryOp::Divide => a.wrapping_div(b),
            BinaryOp::Remainder if b == 0 => return None,
            BinaryOp::Remainder => a.wrapping_rem(b),
            BinaryOp::ShiftLeft => shift(b).map_or(0, |b| a << b),
            BinaryOp::ShiftRight => shift(b).map_or(0, |b| (a as u64 >> b) as i64),
            BinaryOp::Or => a | b,
            BinaryOp::And => a & b,
            BinaryOp::Xor => a ^ b,
            BinaryOp::OrNot => a | !b,
            BinaryOp::Add => a.wrapping_add(b),
            BinaryOp::Subtract => a.wrapping_sub(b),
            BinaryOp::Equal => truth(a == b),
            BinaryOp::NotEqual => truth(a != b),
            BinaryOp::Less => truth(a < b),
            BinaryOp::Greater => truth(a > b),
            BinaryOp::LessOrEqual => truth(a <= b),
            BinaryOp::GreaterOrEqual => truth(a >= b),
            BinaryOp::LogicalAnd => (a != 0 && b != 0).into(),
            BinaryOp::LogicalOr => (a != 0 || b != 0).into(),
        })
    }
}

/// The surroundings of an expression, as far as reading it needs them.
pub(super) trait Names {
    /// The expression for the symbol of this name.
    fn symbol(&mut self, name: &str) -> Expr;
    /// The expression for the local label `number`, the next one if `forward`, else the last one.
    /// `None` when there is no last one.
    fn local_label(&mut self, number: u64, forward: bool) -> Option<Expr>;
    /// The expression for the place of the statement.
    fn here(&mut self) -> Expr;
    /// `$10` is hexadecimal and `%101` binary.
    fn dollar_hex(&self) -> bool;
    /// A character to skip before an operand.
    fn immediate_prefix(&self) -> Option<u8>;
    /// The constant that `a op b` has whatever the final layout, if it has one.
    fn fold(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Option<i64>;
}

/// Operands in one expression, which bounds the depth of the tree.
const MOST_OPERANDS: u32 = 500;
/// Nesting of parentheses and signs.
const MOST_NESTING: u32 = 100;

/// Reads one expression.
pub(super) fn parse(cursor: &mut Cursor<'_>, names: &mut dyn Names) -> Result<Expr, Diagnostic> {
    Parser { names, operands: 0, depth: 0 }.ranked(cursor, 1)
}

struct Parser<'n> {
    names: &'n mut dyn Names,
    operands: u32,
    depth: u32,
}

impl Parser<'_> {
    /// Reads operands joined by operators of at least this rank.
    fn ranked(&mut self, cursor: &mut Cursor<'_>, lowest: u8) -> Result<Expr, Diagnostic> {
        let mut left = self.operand(cursor)?;
        loop {
            // The first bytes of all operators.
            if !matches!(
                cursor.next_byte(),
                Some(b'!' | b'%' | b'&' | b'*' | b'+' | b'-' | b'/' | b'<'..=b'>' | b'^' | b'|')
            ) {
                return Ok(left);
            }
            let rest = cursor.rest();
            let operator = OPERATORS.iter().find(|(text, ..)| rest.starts_with(text));
            let Some(&(text, op, rank)) = operator.filter(|(.., rank)| *rank >= lowest) else {
                return Ok(left);
            };
            let at = cursor.clone();
            cursor.eat_str(text);
            let right = self.ranked(cursor, rank + 1)?;
            left = self.join(op, left, right).map_err(|message| at.error(message))?;
        }
    }

    /// `left op right`, folded where possible.
    fn join(&mut self, op: BinaryOp, left: Expr, right: Expr) -> Result<Expr, &'static str> {
        if let (&Expr::Constant(a), &Expr::Constant(b)) = (&left, &right) {
            return op.apply(a, b).map(Expr::Constant).ok_or("division by zero");
        }
        if let Some(value) = self.names.fold(op, &left, &right) {
            return Ok(Expr::Constant(value));
        }
        Ok(Expr::Binary(op, Box::new((left, right))))
    }

    fn operand(&mut self, cursor: &mut Cursor<'_>) -> Result<Expr, Diagnostic> {
        self.operands += 1;
        if self.operands > MOST_OPERANDS {
            return Err(cursor.error(format!("more than {MOST_OPERANDS} operands in one expression")));
        }
        let Some(byte) = cursor.next_byte() else {
            return Err(cursor.expected("an expression"));
        };
        match byte {
            b'0'..=b'9' => self.number_or_label(cursor),
            b'(' => {
                cursor.bump();
                let inner = self.nested(cursor, 1)?;
                cursor.expect(b')')?;
                Ok(inner)
            }
            b'-' => self.unary(cursor, UnaryOp::Negate),
            b'~' => self.unary(cursor, UnaryOp::Not),
            b'!' => self.unary(cursor, UnaryOp::IsZero),
            b'+' => {
                cursor.bump();
                self.nested(cursor, u8::MAX)
            }
            b'\'' => Ok(Expr::Constant(cursor.character()?.into())),
            b'"' => Ok(self.names.symbol(&cursor.symbol_name()?)),
            b'$' if self.names.dollar_hex() => {
                cursor.bump();
                digits(cursor, 16).map(Expr::Constant)
            }
            b'%' if self.names.dollar_hex() && matches!(cursor.peek_at(1), Some(b'0' | b'1')) => {
                cursor.bump();
                digits(cursor, 2).map(Expr::Constant)
            }
            b'.' if !cursor.peek_at(1).is_some_and(goes_on_in_name) => {
                cursor.bump();
                Ok(self.names.here())
            }
            _ if self.names.immediate_prefix() == Some(byte) => {
                cursor.bump();
                self.nested(cursor, u8::MAX)
            }
            _ => match cursor.name() {
                Some(name) => Ok(self.names.symbol(name)),
                None => Err(cursor.expected("a number, a symbol or `(`")),
            },
        }
    }

    /// An expression one level deeper; rank `u8::MAX` reads just one operand.
    fn nested(&mut self, cursor: &mut Cursor<'_>, rank: u8) -> Result<Expr, Diagnostic> {
        self.depth += 1;
        if self.depth > MOST_NESTING {
            return Err(cursor.error(format!("expressions nest deeper than {MOST_NESTING}")));
        }
        let inner = if rank == u8::MAX { self.operand(cursor) } else { self.ranked(cursor, rank) };
        self.depth -= 1;
        inner
    }

    fn unary(&mut self, cursor: &mut Cursor<'_>, op: UnaryOp) -> Result<Expr, Diagnostic> {
        cursor.bump();
        Ok(match self.nested(cursor, u8::MAX)? {
            Expr::Constant(value) => Expr::Constant(op.apply(value)),
            inner => Expr::Unary(op, Box::new(inner)),
        })
    }

    /// A number in any base, or a reference to a local label such as `1f` or `2b`.
    fn number_or_label(&mut self, cursor: &mut Cursor<'_>) -> Result<Expr, Diagnostic> {
        let rest = cursor.rest().as_bytes();
        let run = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let tail_ends = |at: usize| !rest.get(at).is_some_and(|&byte| goes_on_in_name(byte));
        if let Some(&letter @ (b'f' | b'b')) = rest.get(run)
            && tail_ends(run + 1)
        {
            let at = cursor.clone();
            let digits = cursor.take_while(|byte| byte.is_ascii_digit());
            let number = digits.parse().map_err(|_| at.error("the label's number does not fit 64 bits"))?;
            cursor.bump();
            let label = self.names.local_label(number, letter == b'f');
            return label.ok_or_else(|| at.error(format!("there is no label `{number}:` before")));
        }
        let radix = match (rest[0], rest.get(1)) {
            (b'0', Some(b'x' | b'X')) => 16,
            (b'0', Some(b'b' | b'B')) => 2,
            (b'0', Some(b'0'..=b'9')) => 8,
            _ => 10,
        };
        if radix == 16 || radix == 2 {
            cursor.bump();
            cursor.bump();
        }
        digits(cursor, radix).map(Expr::Constant)
    }
}

/// Digits of a number. Values from 2^63 to 2^64 - 1 come out as the negative number of the same bits.
fn digits(cursor: &mut Cursor<'_>, radix: u32) -> Result<i64, Diagnostic> {
    let at = cursor.clone();
    let follows = cursor.peek().is_some_and(|byte| (byte as char).is_digit(radix));
    let text = if follows { cursor.take_while(|byte| (byte as char).is_digit(radix)) } else { "" };
    if text.is_empty() || cursor.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return Err(at.expected(&format!("a number in base {radix}")));
    }
    match u64::from_str_radix(text, radix) {
        Ok(value) => Ok(value as i64),
        Err(_) => Err(at.error("the number does not fit 64 bits")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Nameless;

    impl Names for Nameless {
        fn symbol(&mut self, _: &str) -> Expr {
            Expr::Constant(0)
        }

        fn local_label(&mut self, _: u64, _: bool) -> Option<Expr> {
            None
        }

        fn here(&mut self) -> Expr {
            Expr::Constant(0)
        }

        fn dollar_hex(&self) -> bool {
            false
        }

        fn immediate_prefix(&self) -> Option<u8> {
            None
        }

        fn fold(&self, _: BinaryOp, _: &Expr, _: &Expr) -> Option<i64> {
            None
        }
    }

    #[test]
    fn every_operator_is_read() {
        let file = "t".into();
        for &(text, op, _) in OPERATORS {
            let source = format!("13 {text} 2");
            let mut cursor = Cursor::new(&source, &file, 1, 0);
            let value = op.apply(13, 2).map(Expr::Constant);
            assert_eq!(parse(&mut cursor, &mut Nameless).ok(), value, "{text}");
        }
    }
}
