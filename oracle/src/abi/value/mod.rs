//! The value of an expression in C: worked out from a target's table of operations, which its document's folder
//! holds, and by its answers to what is open. What operators and conversions mean is C's and GNU C's, to which the
//! documents refer, and is written here once. No clause is known here by its id.

mod evaluate;
mod mistakes;
mod number;
mod operate;

pub(super) use operate::{Op, Relation};

use super::data::Data;
use super::rules::{Rules, joined};
use crosscall_model::Scalar;
use crosscall_model::expression::{ExpectedElement, Operation, Shape, ValueCase, ValuePlan};
use crosscall_model::plan::ClauseId;
use evaluate::Work;

/// Demands of a document on expressions.
pub(super) trait Values: Sync {
    /// The operations.
    fn table(&self) -> &'static [Row];

    /// True if a lane of a comparison of vectors is all ones where it holds; it is the number 1 otherwise. Not asked
    /// where no operation compares vectors.
    fn truth_is_minus_one(&self, _rules: &mut Rules<'_>) -> bool {
        true
    }

    /// True if bit n of a mask is for lane n; it is for the n-th lane from the last one otherwise. Not asked where no
    /// operation has a mask.
    fn first_lane_is_lowest_bit(&self, _rules: &mut Rules<'_>) -> bool {
        true
    }
}

/// An answer that depends on the reading in force.
type Asked<T> = fn(&mut Rules<'_>) -> T;

/// An operation with its meaning.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) operation: Operation,
    pub(super) meaning: Meaning,
    /// Clauses that decide, the most telling first; those of questions that it asks come behind.
    pub(super) clauses: &'static [ClauseId],
    /// Tolerance of a floating result (see [`ExpectedElement::tolerance`]).
    pub(super) tolerance: Option<i32>,
    /// The text is C only where this holds; a compiler may refuse it under any other.
    pub(super) only_under: Option<Asked<bool>>,
}

/// Meaning of an operation, whose operands are named by their positions.
#[derive(Debug, Clone, Copy)]
pub(super) enum Meaning {
    /// The operator, in this type, on each lane of the first and the second operand.
    Each(Op, Scalar),
    /// The first operand, converted to this type and from that to the result's.
    Through(Scalar),
    /// A comparison of lanes of this type; its result is a vector.
    Truths(Relation, Scalar),
    /// A comparison of lanes of this type; its result is a mask.
    Mask(Relation, Scalar),
    /// By the mask in the first operand, lanes of the second or the third.
    Mix,
    /// The lane of the first operand that the second names.
    Get,
    /// The first operand with the third in the lane that the second names.
    Set,
    /// The first operand's bits.
    Bits,
    /// For each lane, the operand at this position.
    List(&'static [usize]),
    /// For each lane the lane of the first operand that the second names.
    Shuffle,
    /// For each lane the lane of the first two operands, one behind the other, that the third names.
    ShuffleTwo,
    /// For each lane the element of the first operand that the second names.
    Gather,
    /// The same in lanes that the mask in the third operand names.
    GatherMasked,
    /// The first operand, in which the elements that the second names have the lanes of the third.
    Scatter,
    /// The same in lanes that the mask in the fourth operand names.
    ScatterMasked,
    /// The first operand with lanes of the second where the mask in the third says so.
    Block,
    /// A number.
    Always(u64),
    /// A number that depends on the reading in force.
    Answer(Asked<u64>),
    /// The operand at this position.
    Operand(usize),
    /// Byte so-and-so of the first operand, the lowest one first.
    Byte(u32),
}

/// The operations of a document.
pub(super) fn table(values: &dyn Values) -> Vec<&'static Operation> {
    values.table().iter().map(|row| &row.operation).collect()
}

/// Value that a case has to have; `None` where the document has no such operation or the operands are not its.
pub(super) fn plan(
    values: &dyn Values,
    data: &dyn Data,
    case: &ValueCase,
    rules: &mut Rules<'_>,
) -> Option<ValuePlan> {
    let row = values.table().iter().find(|row| row.operation.name == case.operation)?;
    if !row.operation.fits(&case.operands) {
        return None;
    }
    let (worked_out, asked) = rules.citing(|rules| {
        let may_be_refused = row.only_under.is_some_and(|holds| !holds(rules));
        let work = Work::new(values, data, row, rules)?;
        let lanes = work.evaluate(row.meaning, &case.operands)?;
        let mistakes = mistakes::all(&work, row, &case.operands, &lanes);
        Some((may_be_refused, lanes, mistakes, work.result))
    });
    let (may_be_refused, lanes, mistakes, result) = worked_out?;
    let element = |lane: Option<u64>| ExpectedElement {
        bits: lane.unwrap_or(0),
        mask: lane.map_or(0, |_| result.mask()),
        tolerance: row.tolerance,
    };
    Some(ValuePlan {
        operation: row.operation.name,
        elements: lanes.into_iter().map(element).collect(),
        element_bytes: result.bits() / 8,
        element_type: row.operation.result.element().c_name(),
        place: if matches!(row.operation.result, Shape::Array(_)) { "word" } else { "lane" },
        clauses: joined([row.clauses, &asked]),
        may_be_refused,
        mistakes,
    })
}
