//! Judging the value of an expression.

use super::Judgement;
use crosscall_model::Target;
use crosscall_model::expression::{ExpectedElement, ValueOutcome, ValuePlan};
use crosscall_model::finding::{Expected, Found, Observed, Topic};

/// Holds what was seen of an expression against what its value has to be. Where a wrong value is one that comes of a
/// usual mistake, that is reported.
pub fn judge_value(target: Target, plan: &ValuePlan, seen: &ValueOutcome) -> Judgement {
    let mut judgement = Judgement::new(target);
    if plan.may_be_refused {
        // Under this reading the text is no C; what a compiler makes of it all the same is its own affair.
        return judgement;
    }
    judgement.exercise(&plan.clauses);
    match seen {
        ValueOutcome::Refused(words) => {
            let words = words.lines().next().unwrap_or_default();
            let refused = Observed::Refused(words.to_owned());
            judgement.contradict(&plan.clauses, topic(plan), Expected::AnyValue, refused);
        }
        ValueOutcome::Stopped(reason) => {
            let stopped = Observed::Stopped(reason.clone());
            judgement.contradict(&plan.clauses, Topic::Control, Expected::ComesBack, stopped);
        }
        ValueOutcome::Stored(bytes) => stored(plan, bytes, &mut judgement),
    }
    judgement
}

fn topic(plan: &ValuePlan) -> Topic {
    Topic::Operation(plan.operation.to_owned())
}

fn stored(plan: &ValuePlan, bytes: &[u8], judgement: &mut Judgement) {
    let size = plan.element_bytes as usize;
    if bytes.len() != size * plan.elements.len() {
        let expected = Expected::ByteCount(size * plan.elements.len());
        judgement.contradict(&plan.clauses, topic(plan), expected, Observed::ByteCount(bytes.len()));
        return;
    }
    let elements: Vec<u64> = bytes.chunks(size.max(1)).map(number).collect();
    let is_wrong = |n: &usize| match (plan.elements.get(*n), elements.get(*n)) {
        (Some(expected), Some(seen)) => !fits(expected, *seen, plan),
        _ => true,
    };
    let wrong: Vec<usize> = (0..plan.elements.len()).filter(is_wrong).collect();
    let Some(first) = wrong.first().copied() else { return };
    let shown = |bits: Option<u64>| words(plan, bits.unwrap_or(0));
    let index = (plan.elements.len() > 1).then_some(first);
    let expected = shown(plan.elements.get(first).map(|element| element.bits));
    let others = wrong.get(1..).unwrap_or_default().to_vec();
    judgement
        .contradict(
            &plan.clauses,
            topic(plan),
            Expected::Element(plan.place, index, expected),
            Observed::Element(plan.place, index, shown(elements.get(first).copied()), others),
        )
        .found = mistake(plan, &elements).or_else(|| elsewhere(plan, &elements, &wrong));
}

/// The lowest byte stands first.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// True if an element is as expected. What is no number is so in whatever bits.
fn fits(expected: &ExpectedElement, seen: u64, plan: &ValuePlan) -> bool {
    if expected.mask == 0 || (expected.bits ^ seen) & expected.mask == 0 {
        return true;
    }
    let Some((right, seen)) = real(plan, expected.bits).zip(real(plan, seen)) else { return false };
    match expected.tolerance {
        _ if right.is_nan() => seen.is_nan(),
        Some(power) => (seen - right).abs() < right.abs() * 2f64.powi(power),
        None => false,
    }
}

/// The number that an element of a floating type is.
fn real(plan: &ValuePlan, bits: u64) -> Option<f64> {
    match (plan.element_type, plan.element_bytes) {
        ("float" | "double" | "long double", 4) => {
            Some(f64::from(f32::from_bits(u32::try_from(bits & 0xffff_ffff).ok()?)))
        }
        ("double" | "long double", 8) => Some(f64::from_bits(bits)),
        _ => None,
    }
}

fn words(plan: &ValuePlan, bits: u64) -> String {
    let width = plan.element_bytes as usize * 2;
    match real(plan, bits) {
        Some(real) => format!("{bits:#0w$x} ({real:?})", w = width + 2),
        None => format!("{bits:#0w$x}", w = width + 2),
    }
}

/// The usual mistake that the whole value comes of.
fn mistake(plan: &ValuePlan, elements: &[u64]) -> Option<Found> {
    let comes_of = |value: &[u64]| {
        let pairs = plan.elements.iter().zip(value).zip(elements);
        let mut pairs =
            pairs.map(|((expected, wrong), seen)| (ExpectedElement { bits: *wrong, ..*expected }, *seen));
        pairs.all(|(wrong, seen)| fits(&wrong, seen, plan))
    };
    plan.mistakes.iter().find(|(_, value)| comes_of(value)).map(|(words, _)| Found::Mistake(words.clone()))
}

/// The lane whose value the first wrong one has.
fn elsewhere(plan: &ValuePlan, elements: &[u64], wrong: &[usize]) -> Option<Found> {
    let first = *wrong.first()?;
    let seen = *elements.get(first)?;
    let all = plan.elements.iter().enumerate();
    let mut same = all.filter(|(n, expected)| *n != first && expected.mask != 0 && expected.bits == seen);
    match (same.next(), same.next()) {
        (Some((n, _)), None) => Some(Found::OtherElement(plan.place, first, n)),
        _ => None,
    }
}
