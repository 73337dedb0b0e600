//! Layouts that a rule asks of a chooser besides readings, and evaluations that are kept.

use crate::epiphany::{DOCUMENT, EPIPHANY};
use crosscall_model::layout::{Layout, SeenLayouts};
use crosscall_model::{Scalar, Target, Type};
use crosscall_oracle::choose::{Chooser, Evaluation, Kept, Question, R, walk};
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::knowledge::AllReadings;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

fn layout(size: u64) -> Layout {
    Layout { size, align: 4, members: Vec::new() }
}

/// A layout that was seen of a type is taken for the document's; the first that is shown stays.
#[test]
fn seen_layouts_are_those_of_the_type() {
    let (int, long) = (Type::from(Scalar::Int), Type::from(Scalar::Long));
    let mut chooser = EPIPHANY.chooser(&DOCUMENT);
    assert_eq!(chooser.seen(&int), None);
    chooser.see(&Arc::new(SeenLayouts(vec![(int.clone(), layout(2))])));
    assert_eq!(chooser.seen(&int), Some(&layout(2)));
    assert_eq!(chooser.seen(&long), None);
    chooser.see(&Arc::new(SeenLayouts(vec![(int.clone(), layout(8)), (long.clone(), layout(8))])));
    assert_eq!((chooser.seen(&int), chooser.seen(&long)), (Some(&layout(2)), None));
}

/// Two evaluations gave the same if they are the same one, or what they gave is equal.
#[test]
fn evaluations_are_compared_by_their_results() {
    let evaluation = |result: f32| Rc::new(Evaluation::new(Default::default(), result));
    let (one, other) = (evaluation(1.0), evaluation(2.0));
    assert!(one.same_result(&evaluation(1.0)) && !one.same_result(&other));
    let incomparable = evaluation(f32::NAN);
    assert!(incomparable.same_result(&incomparable.clone()), "it is the very same one");
    assert!(!incomparable.same_result(&evaluation(f32::NAN)));
}

const START: Question = Question { clause: "EPIPHANY-ARG-03", name: "start" };
const ORDER: Question = Question { clause: "EPIPHANY-ARG-03", name: "order" };

/// A search finds what another one has evaluated, and the same as without it.
#[test]
fn evaluations_are_kept_for_every_combination_of_answers() {
    let clauses = catalogue(Target::Epiphany);
    let evaluated = Cell::new(0);
    let rule = |c: &mut Chooser<'_>| {
        evaluated.set(evaluated.get() + 1);
        match c.choose(START) {
            R(1) => (R(1), None),
            other => (other, Some(c.choose(ORDER))),
        }
    };
    let plain = walk(clauses, &AllReadings(clauses), 100, rule);
    assert!(plain.len() > 2, "some answers lead to another question");
    evaluated.set(0);
    let kept = Kept::default();
    for _ in 0..2 {
        let all = walk(clauses, &AllReadings(clauses), 100, |c| kept.evaluate(c, rule));
        assert!(all.iter().all(|(assignment, one)| *assignment == one.assignment));
        let all: Vec<_> = all.into_iter().map(|(assignment, one)| (assignment, one.result)).collect();
        assert_eq!(all, plain);
    }
    assert_eq!(evaluated.get(), plain.len());
}

/// A question that was asked before has the answer that it had then, whatever else was asked in between.
#[test]
fn the_same_question_has_the_same_answer() {
    let clauses = catalogue(Target::Epiphany);
    let kept = Kept::default();
    let all =
        kept.preferred(clauses, &DOCUMENT, |c: &mut Chooser<'_>| [START, ORDER, START].map(|q| c.choose(q)));
    assert_eq!(all.result, [R(1), R(3), R(1)]);
    assert_eq!(all.assignment.len(), 2);
}
