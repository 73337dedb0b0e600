//! C expressions as subjects: operations, operands and observed values.
//!
//! An operation is a row of a target's table: a C text with places for its operands. A case is such a row with
//! values. The expected value is defined by the owner of the table.

use crate::ctype::Scalar;
use crate::plan::ClauseId;
use crate::target::Target;
use crate::value::Value;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Operation of a target's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operation {
    /// Name, such as `add-int`.
    pub name: &'static str,
    /// C statements. `{a}` stands for operand `a`, `{a,}` for its lanes as a list of constants, `{r}` for the result,
    /// which the statements assign.
    pub c: &'static str,
    /// Operands, each with a name of its own.
    pub operands: &'static [Operand],
    /// Shape of the result.
    pub result: Shape,
}

/// Name of the operand that is the result itself, which an operation changes instead of assigning it.
pub const RESULT: char = 'r';

/// Shape of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A scalar.
    One(Scalar),
    /// Vector with this number of lanes.
    Lanes(Scalar, u32),
    /// Array with this number of `int`.
    Array(u32),
}

impl Shape {
    /// Type of an element.
    pub const fn element(self) -> Scalar {
        match self {
            Shape::One(scalar) | Shape::Lanes(scalar, _) => scalar,
            Shape::Array(_) => Scalar::Int,
        }
    }

    /// Number of elements.
    pub const fn len(self) -> u32 {
        match self {
            Shape::One(_) => 1,
            Shape::Lanes(_, count) | Shape::Array(count) => count,
        }
    }

    /// True if there is no element.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// Operand of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operand {
    /// Name in the text.
    pub name: char,
    /// Shape of the operand.
    pub shape: Shape,
    /// Values that it may have.
    pub domain: Domain,
    /// Way in which it enters the expression.
    pub role: Role,
}

/// Way in which an operand enters an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Value: read from an object that the compiler has to read, or constants.
    Value,
    /// Constants in every case, because the language accepts nothing else there.
    Constant,
    /// Object itself.
    Memory,
    /// Vector of addresses of elements of the operand with this name; the values are the indices.
    Addresses(char),
}

/// Values that an operand may have, chosen so that nothing is undefined and, where a domain says so, nothing is
/// rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domain {
    /// Integers of any bits.
    Any,
    /// Integers whose sums, differences and products with each other are in range of a type of 32 bits.
    Small,
    /// Integers from 0 up to, but not including, this one.
    Below(u32),
    /// Integers from 1 to 9999: for divisors, and for numbers whose sign must not matter.
    Positive,
    /// Integers from 0 up to, but not including, this one; all elements are different.
    Distinct(u32),
    /// Floating numbers whose sums, differences and products with each other are exact: multiples of 1/8.
    Short,
    /// Floating-point numbers with a fraction, within the range of an `int` of 32 bits and of either sign.
    Fractions,
    /// Floating-point numbers with a fraction, up to twice as large, and not negative.
    PositiveFractions,
    /// Integers that a floating type of 24 significant bits represents exactly: up to 24 bits, at any position.
    Exact,
    /// Floating-point numbers of any sign and with all their bits, whose exponents are close enough that no quotient
    /// leaves the range of normal numbers.
    Normal,
    /// Values of [`Domain::Short`], and some NaNs.
    Unordered,
    /// Values with one of these encodings.
    Of(&'static [u64]),
}

/// Operation with values of its operands.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ValueCase {
    /// Target processor.
    pub target: Target,
    /// Name of the operation.
    pub operation: String,
    /// Bits of the elements of each operand, right aligned, in the order of the operation's operands.
    pub operands: Vec<Vec<u64>>,
    /// True if the operands are constants in the text, so that the compiler can compute the value; false if they are
    /// read from volatile objects.
    pub folded: bool,
}

/// Expected value of an expression under one dialect.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ValuePlan {
    /// Name of the operation.
    pub operation: &'static str,
    /// Expectations, one for each element of the result.
    pub elements: Vec<ExpectedElement>,
    /// Number of bytes of an element; its lowest byte has the lowest address.
    pub element_bytes: u32,
    /// C name of an element's type.
    pub element_type: &'static str,
    /// Term for an element where there are several: `lane` or `word`.
    pub place: &'static str,
    /// Clauses that decide, the most telling first.
    pub clauses: Vec<ClauseId>,
    /// True if a compiler may refuse the text.
    pub may_be_refused: bool,
    /// Values that common mistakes give, each with a description.
    pub mistakes: Vec<(String, Vec<u64>)>,
}

/// Expected element of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ExpectedElement {
    /// Expected bits.
    pub bits: u64,
    /// Mask of the bits that the document determines.
    pub mask: u64,
    /// Permitted relative error as a power of two: `Some(-20)` allows a floating-point number a difference of less
    /// than 2⁻²⁰ of its magnitude. `None` if it must be exact.
    pub tolerance: Option<i32>,
}

/// Observed result of an expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ValueOutcome {
    /// Refusal by the compiler, with its message.
    Refused(String),
    /// Bytes that the code left when it ran to its end.
    Stored(Vec<u8>),
    /// Stop before the end of the code, with the reason.
    Stopped(String),
}

impl ValuePlan {
    /// Beginning of a contradiction's subject; the name of the operation follows.
    pub const SUBJECT: &'static str = "value of ";
}

impl Operation {
    /// Index of an operand.
    pub fn operand(&self, name: char) -> Option<usize> {
        self.operands.iter().position(|operand| operand.name == name)
    }

    /// True if each operand has as many values as elements.
    pub fn fits(&self, operands: &[Vec<u64>]) -> bool {
        self.operands.len() == operands.len()
            && self.operands.iter().zip(operands).all(|(o, values)| o.shape.len() as usize == values.len())
    }

    /// Operation with a name.
    pub fn find(table: &[&'static Operation], name: &str) -> Option<&'static Operation> {
        table.iter().find(|operation| operation.name == name).copied()
    }
}

/// Greatest number of an operand's elements that a title lists; of a longer list, only these first ones.
const SHOWN: usize = 4;

impl ValueCase {
    /// Operands as values: a number, or a list where there are several elements.
    pub fn operand_values(&self) -> Vec<Value> {
        let value = |elements: &Vec<u64>| match elements.as_slice() {
            [one] => Value::Bits((*one).into()),
            elements => Value::List(elements.iter().map(|bits| Value::Bits((*bits).into())).collect()),
        };
        self.operands.iter().map(value).collect()
    }

    /// Title: the operation, the source of its operands, and their values where they are few.
    pub fn title(&self) -> String {
        let operands: Vec<String> = self.operands.iter().map(|elements| shown(elements)).collect();
        match operands.is_empty() {
            true => self.to_string(),
            false => format!("{self}: {}", operands.join(", ")),
        }
    }
}

/// Short text of an operand's values: one number for a scalar, and for elements that are all equal.
fn shown(elements: &[u64]) -> String {
    let hex = |elements: &[u64]| elements.iter().map(|e| format!("{e:#x}")).collect::<Vec<_>>().join(", ");
    match elements {
        [one] => format!("{one:#x}"),
        [first, rest @ ..] if rest.iter().all(|e| e == first) => {
            format!("{{{first:#x} in all {}}}", elements.len())
        }
        _ if elements.len() <= SHOWN => format!("{{{}}}", hex(elements)),
        _ => format!("{{{}, ...}}", hex(elements.get(..SHOWN).unwrap_or_default())),
    }
}

impl fmt::Display for ValueCase {
    /// Writes one line: the operation, and the source of its operands.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = if self.folded { "of constants" } else { "of objects" };
        write!(f, "{} {how}", self.operation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_tell_operands_that_are_short() {
        let title = |operands: &[&[u64]], folded| {
            let operands = operands.iter().map(|o| o.to_vec()).collect();
            ValueCase { target: Target::Nyuzi, operation: "mix".to_owned(), operands, folded }.title()
        };
        assert_eq!(title(&[], true), "mix of constants");
        assert_eq!(
            title(&[&[3], &[7; 16], &[1, 2]], false),
            "mix of objects: 0x3, {0x7 in all 16}, {0x1, 0x2}"
        );
        assert_eq!(title(&[&[1, 2, 3, 4, 5]], false), "mix of objects: {0x1, 0x2, 0x3, 0x4, ...}");
    }
}
