//! Expressions of C as subjects: which there are, with what operands, and what was seen of their values.
//!
//! An operation is a row of a target's table: a text in C with places for its operands. A case is such a row with
//! values. What the value of the expression has to be is said by whoever owns the table.

use crate::ctype::Scalar;
use crate::plan::ClauseId;
use crate::target::Target;
use crate::value::Value;
use std::fmt;

/// An operation of a target's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operation {
    /// Its name, such as `add-int`.
    pub name: &'static str,
    /// Statements in C. `{a}` stands for operand `a`, `{a,}` for its lanes as a list of constants, `{r}` for the
    /// result, which the statements assign.
    pub c: &'static str,
    /// The operands, each with a name of its own.
    pub operands: &'static [Operand],
    /// The shape of the result.
    pub result: Shape,
}

/// Name of the operand that is the result itself, which an operation changes instead of assigning it.
pub const RESULT: char = 'r';

/// What a value consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A scalar.
    One(Scalar),
    /// A vector of so many lanes.
    Lanes(Scalar, u32),
    /// An array of so many `int`.
    Array(u32),
}

impl Shape {
    /// The type of an element.
    pub const fn element(self) -> Scalar {
        match self {
            Shape::One(scalar) | Shape::Lanes(scalar, _) => scalar,
            Shape::Array(_) => Scalar::Int,
        }
    }

    /// The number of elements.
    pub const fn len(self) -> u32 {
        match self {
            Shape::One(_) => 1,
            Shape::Lanes(_, count) | Shape::Array(count) => count,
        }
    }

    /// Whether there is no element.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// An operand of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operand {
    /// Its name in the text.
    pub name: char,
    /// What it consists of.
    pub shape: Shape,
    /// Which values it may have.
    pub domain: Domain,
    /// How it comes into the expression.
    pub role: Role,
}

/// How an operand comes into an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// As a value: of an object that the compiler has to read, or of constants.
    Value,
    /// As constants always, because the language takes nothing else there.
    Constant,
    /// As the object itself.
    Memory,
    /// As a vector of addresses of elements of the operand with this name, whose indices are its values.
    Addresses(char),
}

/// Values that an operand may have. They are such that nothing is undefined and, where a domain says so, that nothing
/// has to be rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domain {
    /// Integers of any bits.
    Any,
    /// Integers whose sums, differences and products with each other are in range of a type of 32 bits.
    Small,
    /// Integers from 0 up to the one below.
    Below(u32),
    /// Integers from 1 to 9999: as divisors, and as numbers on whose sign nothing depends.
    Positive,
    /// The elements are different from each other, from 0 up to the one below.
    Distinct(u32),
    /// Floating numbers whose sums, differences and products with each other are exact: multiples of 1/8.
    Short,
    /// Floating numbers with a fraction, within the range of an `int` of 32 bits and of either sign.
    Fractions,
    /// Floating numbers with a fraction, up to twice as far, but none below zero.
    PositiveFractions,
    /// Integers that a floating type of 24 significant bits has exactly: up to 24 bits, at any place.
    Exact,
    /// Floating numbers of any sign, whose exponents are near enough to each other that no quotient leaves the range
    /// of normal numbers; with all their bits.
    Normal,
    /// Like [`Domain::Short`], and some that are no number.
    Unordered,
    /// One of these encodings.
    Of(&'static [u64]),
}

/// An operation with values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ValueCase {
    /// The processor.
    pub target: Target,
    /// The name of the operation.
    pub operation: String,
    /// The bits of the elements of each operand, right aligned, in the order of the operation's operands.
    pub operands: Vec<Vec<u64>>,
    /// Whether the operands are constants in the text, so that the compiler can work the value out by itself; they
    /// are read from volatile objects otherwise.
    pub folded: bool,
}

/// What the value of an expression has to be under one dialect.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ValuePlan {
    /// The name of the operation.
    pub operation: &'static str,
    /// One for each element of the result.
    pub elements: Vec<ExpectedElement>,
    /// Bytes of an element; its lowest byte has the lowest address.
    pub element_bytes: u32,
    /// The C name of an element's type.
    pub element_type: &'static str,
    /// What an element is called where there are several: `lane` or `word`.
    pub place: &'static str,
    /// Clauses that decide, the most telling first.
    pub clauses: Vec<ClauseId>,
    /// Whether a compiler may refuse the text.
    pub may_be_refused: bool,
    /// Values that come of usual mistakes, each with the words for it.
    pub mistakes: Vec<(String, Vec<u64>)>,
}

/// An element of the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ExpectedElement {
    /// Its bits.
    pub bits: u64,
    /// Those of its bits that are determined.
    pub mask: u64,
    /// How far it may be from that, as a power of two: `Some(-20)` allows a floating number to be less than 2⁻²⁰ of its
    /// size away. `None` if it has to be the same.
    pub tolerance: Option<i32>,
}

/// What was seen of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueOutcome {
    /// The compiler refused the text, in these words.
    Refused(String),
    /// The code ran to its end and left these bytes.
    Stored(Vec<u8>),
    /// The code did not come to its end, for this reason.
    Stopped(String),
}

impl ValuePlan {
    /// What the subject of a contradiction begins with; the name of the operation follows.
    pub const SUBJECT: &'static str = "value of ";
}

impl Operation {
    /// The index of an operand.
    pub fn operand(&self, name: char) -> Option<usize> {
        self.operands.iter().position(|operand| operand.name == name)
    }

    /// Whether the values are as many as the operands have elements.
    pub fn fits(&self, operands: &[Vec<u64>]) -> bool {
        self.operands.len() == operands.len()
            && self.operands.iter().zip(operands).all(|(o, values)| o.shape.len() as usize == values.len())
    }

    /// The operation with a name.
    pub fn find(table: &[&'static Operation], name: &str) -> Option<&'static Operation> {
        table.iter().find(|operation| operation.name == name).copied()
    }
}

/// Elements of an operand that are written out in a title; of a longer list only the first ones are.
const SHOWN: usize = 4;

impl ValueCase {
    /// The operands as values: a number, or a list where there are several elements.
    pub fn operand_values(&self) -> Vec<Value> {
        let value = |elements: &Vec<u64>| match elements.as_slice() {
            [one] => Value::Bits(*one),
            elements => Value::List(elements.iter().map(|bits| Value::Bits(*bits)).collect()),
        };
        self.operands.iter().map(value).collect()
    }

    /// What people call it: the operation, how it gets its operands, and their values as far as they are few.
    pub fn title(&self) -> String {
        let operands: Vec<String> = self.operands.iter().map(|elements| shown(elements)).collect();
        match operands.is_empty() {
            true => self.to_string(),
            false => format!("{self}: {}", operands.join(", ")),
        }
    }
}

/// An operand's values in short: one number for a scalar, and for elements that are all the same.
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
    /// In one line: the operation, and how it gets its operands.
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
