//! Values that come of usual mistakes, by which a wrong value is recognised.

use super::evaluate::{Elements, Work};
use super::operate::Op;
use super::{Meaning, Row};
use crosscall_model::Scalar;

/// Values with the words for what went wrong, other than the right one, each once, the most telling words first.
pub(super) fn all(
    work: &Work<'_>,
    row: &Row,
    operands: &[Vec<u64>],
    right: &Elements,
) -> Vec<(String, Vec<u64>)> {
    let mut found: Vec<(String, Vec<u64>)> = Vec::new();
    let mut add = |words: String, value: Option<Elements>| {
        let Some(value) = value.filter(|value| value.len() == right.len()) else { return };
        let pairs = || value.iter().zip(right).filter(|(_, right)| right.is_some());
        if pairs().any(|(wrong, _)| wrong.is_none()) {
            return;
        }
        let differs = pairs().any(|(wrong, right)| wrong != right);
        let value: Vec<u64> = value.into_iter().map(|bits| bits.unwrap_or(0)).collect();
        if differs && !found.iter().any(|(_, known)| *known == value) {
            found.push((words, value));
        }
    };
    for (words, value) in of_meaning(work, row.meaning, operands) {
        add(words.to_owned(), value);
    }
    for (words, value) in of_result(work, row.meaning, right) {
        add(words.to_owned(), Some(value));
    }
    for (operand, values) in row.operation.operands.iter().zip(operands) {
        let value = values.iter().map(|bits| Some(*bits)).collect();
        add(format!("operand {} unchanged", operand.name), Some(value));
    }
    found
}

/// The same operation with something else in it.
fn of_meaning(
    work: &Work<'_>,
    meaning: Meaning,
    operands: &[Vec<u64>],
) -> Vec<(&'static str, Option<Elements>)> {
    let mut found = Vec::new();
    let other_sign = Work { within: work.within.with_other_sign(), ..work.clone() };
    match meaning {
        Meaning::Each(op, _) => {
            if op.has_order() {
                found.push(("operands the other way round", work.swapped(meaning, operands, 0, 1)));
            }
            let from_other = work.operands.iter().map(|number| number.with_other_sign()).collect();
            let from_other = Work { operands: from_other, ..other_sign };
            found.push(("taken with the other sign", from_other.evaluate(meaning, operands)));
            if op == Op::Itself {
                found.push(("bits kept, not converted", work.evaluate(Meaning::Bits, operands)));
            }
        }
        Meaning::Through(_) => {
            found.push(("taken with the other sign", other_sign.evaluate(meaning, operands)))
        }
        Meaning::Bits => {
            let converted = Meaning::Each(Op::Itself, Scalar::Int);
            let within = Work { within: work.result, ..work.clone() };
            found.push(("converted, bits not kept", within.evaluate(converted, operands)));
        }
        Meaning::Truths(..) | Meaning::Mask(..) => {
            found.push(("compared the other way round", work.swapped(meaning, operands, 0, 1)));
            found.push(("compared with the other sign", other_sign.evaluate(meaning, operands)));
            let truth = if work.truth == 1 { work.result.mask() } else { 1 };
            let words = if truth == 1 { "1 instead of -1" } else { "-1 instead of 1" };
            found.push((words, Work { truth, ..work.clone() }.evaluate(meaning, operands)));
        }
        Meaning::Mix | Meaning::ShuffleTwo => {
            let first = usize::from(matches!(meaning, Meaning::Mix));
            found.push((
                "the two vectors the other way round",
                work.swapped(meaning, operands, first, first + 1),
            ));
        }
        Meaning::Shuffle => {
            found.push(("vector and indices the other way round", work.swapped(meaning, operands, 0, 1)))
        }
        Meaning::ScatterMasked => {
            found.push(("stored without the mask", work.evaluate(Meaning::Scatter, operands)))
        }
        Meaning::Block => {
            let all = operands.get(1).map(|new| new.iter().map(|bits| Some(*bits)).collect());
            found.push(("stored without the mask", all));
        }
        Meaning::Operand(_) | Meaning::Byte(_) | Meaning::Get | Meaning::Set | Meaning::List(_) => {}
        Meaning::Gather
        | Meaning::GatherMasked
        | Meaning::Scatter
        | Meaning::Always(_)
        | Meaning::Answer(..) => {}
    }
    let other_order = Work { ascending: !work.ascending, ..work.clone() };
    found.push(("mask taken from the other end", other_order.evaluate(meaning, operands)));
    found
}

/// The right value in the wrong places.
fn of_result(work: &Work<'_>, meaning: Meaning, right: &Elements) -> Vec<(&'static str, Elements)> {
    if let (Meaning::Mask(..), [Some(mask)]) = (meaning, right.as_slice()) {
        let lanes = work.operation.operands.first().map_or(0, |operand| operand.shape.len());
        return vec![("each bit the opposite", vec![Some(!mask & ((1 << lanes.min(63)) - 1))])];
    }
    if let Meaning::Truths(..) = meaning {
        let opposite = right.iter().map(|lane| lane.map(|bits| if bits == 0 { work.truth } else { 0 }));
        return [("each lane the opposite", opposite.collect())].into_iter().chain(moved(right)).collect();
    }
    moved(right)
}

fn moved(right: &Elements) -> Vec<(&'static str, Elements)> {
    let turned = |turns: usize| {
        let mut lanes = right.clone();
        lanes.rotate_left(turns.min(right.len()));
        lanes
    };
    let first = right.first().copied().flatten();
    vec![
        ("lanes in the opposite order", right.iter().rev().copied().collect()),
        ("each lane that of the next one", turned(1)),
        ("each lane that of the one before", turned(right.len().saturating_sub(1))),
        ("lane 0 in every lane", right.iter().map(|_| first).collect()),
    ]
}

impl Work<'_> {
    fn swapped(&self, meaning: Meaning, operands: &[Vec<u64>], one: usize, other: usize) -> Option<Elements> {
        let mut swapped = operands.to_vec();
        (one < swapped.len() && other < swapped.len()).then(|| swapped.swap(one, other))?;
        let mut formats = self.operands.clone();
        formats.swap(one, other);
        Work { operands: formats, ..self.clone() }.evaluate(meaning, &swapped)
    }
}
