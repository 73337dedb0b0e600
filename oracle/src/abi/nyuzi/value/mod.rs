//! Values of expressions by the document: its part on the vector language and its builtins, and the few
//! words of its second part that show in arithmetic.

use super::Nyuzi;
use crate::abi::rules::Rules;
use crate::abi::value::{Row, Values};
use crosscall_clauses::nyuzi::{FloatGatherResult, FloatScatterValue, MaskOrder, VectorTruth};

/// The table of `table.toml`.
mod table {
    include!(concat!(env!("OUT_DIR"), "/nyuzi_value.rs"));
}

/// 1 if what a gather load for floats gives has lanes of `float` (NYUZI-LANG-25).
fn has_float_lanes(rules: &mut Rules<'_>) -> u64 {
    rules.is(FloatGatherResult::FloatLanes).into()
}

/// True if a scatter store for floats takes lanes of `float`, and if it takes lanes of `int` (NYUZI-LANG-27).
fn float_lanes(rules: &mut Rules<'_>) -> bool {
    rules.is(FloatScatterValue::FloatLanes)
}

fn int_lanes(rules: &mut Rules<'_>) -> bool {
    rules.is(FloatScatterValue::IntLanes)
}

impl Values for Nyuzi {
    fn table(&self) -> &'static [Row] {
        table::ROWS
    }

    fn truth_is_minus_one(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(VectorTruth::MinusOne) // NYUZI-LANG-17.R1
    }

    fn first_lane_is_lowest_bit(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(MaskOrder::LowestBitFirst) // NYUZI-LANG-19.R1
    }
}
