//! Operators of C on two numbers of one type.

use super::number::{Amount, Number};

/// An operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::abi) enum Op {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `a / b`
    Divide,
    /// `a % b`
    Remainder,
    /// `a & b`
    And,
    /// `a | b`
    Or,
    /// `a ^ b`
    ExclusiveOr,
    /// `a << b`
    Left,
    /// `a >> b`
    Right,
    /// `-a`
    Minus,
    /// `~a`
    Complement,
    /// `a`
    Itself,
}

impl Op {
    /// True if it makes a difference which operand is the first.
    pub(super) fn has_order(self) -> bool {
        use Op::{Divide, Left, Remainder, Right, Subtract};
        matches!(self, Subtract | Divide | Remainder | Left | Right)
    }
}

/// A relation between numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::abi) enum Relation {
    /// `a > b`
    Greater,
    /// `a >= b`
    GreaterOrEqual,
    /// `a < b`
    Less,
    /// `a <= b`
    LessOrEqual,
    /// `a == b`
    Equal,
    /// `a != b`
    Unequal,
}

/// Result of an operator on two numbers of a format; `None` where C leaves it undefined.
pub(super) fn apply(op: Op, number: Number, a: u64, b: u64) -> Option<u64> {
    match (number.read(a), number.read(b)) {
        (Amount::Whole(a), Amount::Whole(b)) => {
            let whole = on_integers(op, number, a, b)?;
            match number {
                Number::Signed(_) if !number.holds(whole) => None,
                _ => number.write(Amount::Whole(whole)),
            }
        }
        (Amount::Real(a), Amount::Real(b)) => number.write(Amount::Real(on_floats(op, a, b)?)),
        _ => None,
    }
}

fn on_integers(op: Op, number: Number, a: i128, b: i128) -> Option<i128> {
    let count = || u32::try_from(b).ok().filter(|count| *count < number.bits());
    Some(match op {
        Op::Add => a + b,
        Op::Subtract => a - b,
        // Of two numbers of 64 bits without a sign the lowest bits are right, and no more are needed.
        Op::Multiply => a.wrapping_mul(b),
        Op::Divide => a.checked_div(b)?,
        Op::Remainder => a.checked_rem(b)?,
        Op::And => a & b,
        Op::Or => a | b,
        Op::ExclusiveOr => a ^ b,
        // GNU C defines shifts of negative numbers to the left by their bits, and to the right by their sign.
        Op::Left => return number.write(Amount::Whole(a << count()?)).map(|bits| whole(number, bits)),
        Op::Right => a >> count()?,
        Op::Minus => -a,
        Op::Complement => !a,
        Op::Itself => a,
    })
}

fn whole(number: Number, bits: u64) -> i128 {
    match number.read(bits) {
        Amount::Whole(whole) => whole,
        Amount::Real(_) => 0,
    }
}

/// With 53 bits, rounded once more to 24: for these operators that is the same as rounding once.
fn on_floats(op: Op, a: f64, b: f64) -> Option<f64> {
    Some(match op {
        Op::Add => a + b,
        Op::Subtract => a - b,
        Op::Multiply => a * b,
        Op::Divide => a / b,
        Op::Minus => -a,
        Op::Itself => a,
        Op::Remainder | Op::And | Op::Or | Op::ExclusiveOr | Op::Left | Op::Right | Op::Complement => {
            return None;
        }
    })
}

/// True if a relation holds. What is no number is unequal to everything, and in no other relation.
pub(super) fn holds(relation: Relation, number: Number, a: u64, b: u64) -> bool {
    let ordering = match (number.read(a), number.read(b)) {
        (Amount::Whole(a), Amount::Whole(b)) => a.partial_cmp(&b),
        (Amount::Real(a), Amount::Real(b)) => a.partial_cmp(&b),
        _ => None,
    };
    match relation {
        Relation::Greater => ordering.is_some_and(std::cmp::Ordering::is_gt),
        Relation::GreaterOrEqual => ordering.is_some_and(std::cmp::Ordering::is_ge),
        Relation::Less => ordering.is_some_and(std::cmp::Ordering::is_lt),
        Relation::LessOrEqual => ordering.is_some_and(std::cmp::Ordering::is_le),
        Relation::Equal => ordering.is_some_and(std::cmp::Ordering::is_eq),
        Relation::Unequal => !ordering.is_some_and(std::cmp::Ordering::is_eq),
    }
}
