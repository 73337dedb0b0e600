//! Values of expressions by the document: its part on the vector language and its builtins, and the few
//! words of its second part that show in arithmetic.

mod arithmetic;
mod builtins;
mod memory;
mod scalars;
mod vectors;

use super::Nyuzi;
use crate::abi::rules::Rules;
use crate::abi::value::{Row, Values};
use crosscall_clauses::nyuzi::{MaskOrder, VectorTruth};
use crosscall_model::Scalar;
use crosscall_model::expression::Shape;

/// `int_x16`
const INTS: Shape = Shape::Lanes(Scalar::Int, 16);

/// `unsigned_x16`
const UNSIGNED: Shape = Shape::Lanes(Scalar::UnsignedInt, 16);

/// `float_x16`
const FLOATS: Shape = Shape::Lanes(Scalar::Float, 16);

/// A mask, in which each of 16 lanes has a bit.
const MASK: Shape = Shape::One(Scalar::UnsignedShort);

const INT: Shape = Shape::One(Scalar::Int);
const WORD: Shape = Shape::One(Scalar::UnsignedInt);
const FLOAT: Shape = Shape::One(Scalar::Float);

static TABLES: &[&[Row]] = &[scalars::ROWS, arithmetic::ROWS, vectors::ROWS, builtins::ROWS, memory::ROWS];

impl Values for Nyuzi {
    fn tables(&self) -> &'static [&'static [Row]] {
        TABLES
    }

    fn truth_is_minus_one(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(VectorTruth::MinusOne) // NYUZI-LANG-17.R1
    }

    fn first_lane_is_lowest_bit(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(MaskOrder::LowestBitFirst) // NYUZI-LANG-19.R1
    }
}
