//! The search for readings: what is tested, what is learnt from it, and what a disagreement is called.

use crosscall_model::finding::{
    Answer, Datum, Expected, Found, Mismatch, Observed, Spot, Taking, Topic, ValueId, Verdict, Violation,
    Whereabouts,
};
use crosscall_model::plan::{ClauseId, Place};
use crosscall_model::target::Register;
use crosscall_model::target::riscv::Abi;
use crosscall_model::{Pairing, Target};
use crosscall_oracle::choose::{Assignment, Chooser, Kept, Question, R};
use crosscall_oracle::clause::{Catalogue, ChoiceIndex, catalogue};
use crosscall_oracle::infer::{Effort, Limits, Outcome, Untested, infer};
use crosscall_oracle::judge::Judgement;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_oracle::lessons::Lessons;
use std::cell::Cell;

/// Questions of the document; of each the last one or two readings are given here by number.
const START: Question = Question { clause: "EPIPHANY-ARG-03", name: "start" };
const ORDER: Question = Question { clause: "EPIPHANY-ARG-03", name: "order" };
const SLOT: Question = Question { clause: "EPIPHANY-ARG-06", name: "slot" };
/// R1, and the departure R2.
const CHAR: Question = Question { clause: "EPIPHANY-TYPE-05", name: "" };
/// R1, and the departure R2.
const PADDING: Question = Question { clause: "EPIPHANY-LAYOUT-01", name: "" };
/// R1, and the departure R2.
const ARRAYS: Question = Question { clause: "EPIPHANY-LAYOUT-10", name: "" };
/// R1, and the departure R3.
const BELOW: Question = Question { clause: "EPIPHANY-STACK-10", name: "" };

/// R1, and the departures R2 and R3.
const VECTOR: Question = Question { clause: "RISCV-LAYOUT-03", name: "" };

/// Of two readings the second only permits more.
const EXTENSION: Question = Question { clause: "EPIPHANY-S05", name: "" };

const QUICK: Limits = Limits { walks: 4096, tests: 1024, effort: Effort::Usual, pairing: None };

fn clauses() -> &'static Catalogue {
    catalogue(Target::Epiphany)
}

fn choice(question: Question) -> ChoiceIndex {
    clauses().find_choice(question.clause, question.name).expect("the question exists")
}

/// The first argument as a whole.
const A0: Topic = argument(0);

const fn argument(index: usize) -> Topic {
    whole(ValueId::Argument(index))
}

const fn whole(value: ValueId) -> Topic {
    Topic::Value(Datum { value, path: String::new(), taking: Taking::Plain, inner: false })
}

fn mismatch(clause: ClauseId, topic: Topic) -> Mismatch {
    Mismatch {
        target: Target::Epiphany,
        clauses: vec![clause],
        topic,
        expected: Expected::Product("here"),
        observed: Observed::Message("there".to_owned()),
        found: None,
    }
}

fn judgement(mismatches: Vec<Mismatch>) -> Judgement {
    Judgement { mismatches, ..Judgement::new(Target::Epiphany) }
}

/// One contradiction for each answer that is not the subject's, under the clause of its question.
fn against(questions: &[Question], answers: &[R], truth: &[R]) -> Judgement {
    let rows = questions.iter().zip(answers).zip(truth);
    let wrong = rows.filter(|((_, answer), truth)| answer != truth);
    Judgement {
        target: Target::Epiphany,
        mismatches: wrong.map(|((question, _), _)| mismatch(question.clause, A0)).collect(),
        exercised: questions.iter().map(|question| question.clause).collect(),
    }
}

/// A case that asks some questions, of a subject that answers them so; with the number of plans that were tested.
fn run(
    knowledge: &mut Knowledge,
    limits: Limits,
    questions: &[Question],
    truth: &[R],
) -> (Outcome<Vec<R>>, usize) {
    let tests = Cell::new(0);
    let ask = |chooser: &mut Chooser<'_>| questions.iter().map(|q| chooser.choose(*q)).collect::<Vec<R>>();
    let outcome = infer(knowledge, limits, &Kept::default(), ask, |answers: &Vec<R>| {
        tests.set(tests.get() + 1);
        Ok(against(questions, answers, truth))
    });
    (outcome.expect("it can be tested"), tests.get())
}

fn verdict(knowledge: &mut Knowledge, limits: Limits, questions: &[Question], truth: &[R]) -> Verdict {
    run(knowledge, limits, questions, truth).0.verdict
}

fn violation(verdict: Verdict) -> Violation {
    let Verdict::Violates(violation) = verdict else { panic!("{verdict:?}") };
    violation
}

fn fresh() -> Knowledge {
    Knowledge::new(clauses())
}

/// A case that is not there to learn from tests the likeliest plan; if that fits, the case conforms and nothing was
/// learnt.
#[test]
fn a_quick_look_costs_one_test_and_teaches_nothing() {
    let mut knowledge = fresh();
    let (outcome, tests) = run(&mut knowledge, QUICK, &[START, ORDER], &[R(1), R(3)]);
    assert_eq!((outcome.verdict, tests), (Verdict::Conforms, 1));
    assert_eq!(outcome.plan.result, [R(1), R(3)]);
    assert_eq!(outcome.exercised, ["EPIPHANY-ARG-03", "EPIPHANY-ARG-03"]);
    assert!(knowledge.dialect().is_empty());
    // If the likeliest plan does not fit, the others are tested all the same, and the one that fits is learnt.
    let (outcome, _) = run(&mut knowledge, QUICK, &[START, ORDER], &[R(2), R(3)]);
    assert_eq!(outcome.verdict, Verdict::Conforms);
    assert_eq!(
        (&outcome.plan.result, knowledge.dialect()["EPIPHANY-ARG-03"].as_str()),
        (&vec![R(2), R(3)], "start=R2+order=R3")
    );
    // A known departure is what is likeliest, and is reported each time.
    for _ in 0..2 {
        verdict(&mut knowledge, Limits::default(), &[CHAR], &[R(2)]);
    }
    let reported = violation(verdict(&mut knowledge, QUICK, &[CHAR], &[R(2)]));
    assert_eq!(reported.deviations, [Answer { clause: "EPIPHANY-TYPE-05", question: "", reading: "R2" }]);
    assert_eq!(knowledge.times(choice(CHAR), 1), 3);
}

#[test]
fn a_thorough_look_tests_every_plan() {
    let mut knowledge = fresh();
    let (outcome, tests) = run(&mut knowledge, Limits::default(), &[START, ORDER], &[R(1), R(4)]);
    assert_eq!(outcome.verdict, Verdict::Conforms);
    assert_eq!((tests, &outcome.plan.result), (4, &vec![R(1), R(4)]));
    assert_eq!(knowledge.dialect()["EPIPHANY-ARG-03"], "start=R1+order=R4");
    // A reading that is ruled out is not tried again, except that the first reading of ORDER, which is settled
    // otherwise, is held against some cases.
    let (_, tests) = run(&mut knowledge, Limits::default(), &[START, ORDER], &[R(1), R(4)]);
    assert_eq!(tests, 2);
}

/// Combinations that what is known excludes together are not tested.
#[test]
fn what_is_known_of_questions_together_counts() {
    let row = |a: u8, b: u8| -> Assignment { [(choice(START), a), (choice(ORDER), b)].into() };
    let mut knowledge = fresh();
    knowledge.learn(&[row(0, 0), row(1, 1)]);
    let (outcome, tests) = run(&mut knowledge, Limits::default(), &[START, ORDER], &[R(2), R(4)]);
    assert_eq!((outcome.verdict, tests), (Verdict::Conforms, 2));
    let mut knowledge = fresh();
    knowledge.learn(&[row(0, 1), row(1, 0)]);
    // The likeliest answer to each is not the likeliest answer to both.
    let (outcome, _) = run(&mut knowledge, QUICK, &[START, ORDER], &[R(1), R(3)]);
    let reported = violation(outcome.verdict);
    assert!(!reported.changed.is_empty() || reported.deviations.is_empty());
}

/// A contradiction is held against the plan that is nearest: one that does not say that the run was lost, and of those
/// the one with the fewest contradictions.
#[test]
fn what_is_left_over_is_held_against_the_nearest_plan() {
    let reported = |contradictions: &dyn Fn(&[R]) -> Vec<Mismatch>| {
        let ask = |chooser: &mut Chooser<'_>| vec![chooser.choose(START), chooser.choose(ORDER)];
        let outcome = infer(&mut fresh(), Limits::default(), &Kept::default(), ask, |plan: &Vec<R>| {
            Ok(judgement(contradictions(plan)))
        });
        outcome.expect("it can be tested").plan.result.clone()
    };
    let several = |count: usize| vec![mismatch("EPIPHANY-ARG-01", A0); count];
    let lost = || mismatch("EPIPHANY-CALL-04", Topic::Control);
    let by_count = |plan: &[R]| several(if plan == [R(2), R(3)] { 2 } else { 3 });
    assert_eq!(reported(&by_count), [R(2), R(3)]);
    let by_end = |plan: &[R]| if plan == [R(1), R(4)] { several(3) } else { vec![lost()] };
    assert_eq!(reported(&by_end), [R(1), R(4)]);
    let alike = |_: &[R]| several(2);
    assert_eq!(reported(&alike), [R(1), R(3)], "the first of equals");
    let all_lost = |plan: &[R]| {
        let mut all = several(if plan == [R(2), R(4)] { 0 } else { 1 });
        all.push(lost());
        all
    };
    assert_eq!(reported(&all_lost), [R(2), R(4)]);
}

/// A search that has not seen all plans cannot rule out the others.
#[test]
fn a_search_that_was_cut_short_rules_nothing_out() {
    let any = |tests: usize, walks: usize| {
        let mut knowledge = fresh();
        let ask = |chooser: &mut Chooser<'_>| vec![chooser.choose(START), chooser.choose(ORDER)];
        let limits = Limits { walks, tests, effort: Effort::Thorough, pairing: None };
        let outcome = infer(&mut knowledge, limits, &Kept::default(), ask, |plan: &Vec<R>| {
            Ok(judgement(if plan[1] == R(3) { Vec::new() } else { vec![mismatch("EPIPHANY-ARG-03", A0)] }))
        });
        assert_eq!(outcome.expect("it can be tested").verdict, Verdict::Conforms);
        (knowledge.possible(choice(START)).to_vec(), knowledge.possible(choice(ORDER)).to_vec())
    };
    assert_eq!(any(1024, 4096), (vec![0, 1], vec![0]));
    assert_eq!(any(4, 4096), (vec![0, 1], vec![0]), "just enough");
    assert_eq!(any(2, 4096), (vec![0, 1], vec![0, 1]), "two plans of four were tested");
    assert_eq!(any(1024, 2), (vec![0, 1], vec![0, 1]), "two combinations of four were looked at");
}

/// The same for departures that explain a case: what else fits with them is learnt only if all of it was looked at.
#[test]
fn a_story_that_was_cut_short_rules_nothing_out() {
    let starts = |walks: usize, tests: usize| {
        let mut knowledge = fresh();
        let ask = |chooser: &mut Chooser<'_>| vec![chooser.choose(CHAR), chooser.choose(START)];
        let limits = Limits { walks, tests, effort: Effort::Thorough, pairing: None };
        let outcome = infer(&mut knowledge, limits, &Kept::default(), ask, |plan: &Vec<R>| {
            Ok(against(&[CHAR], &plan[..1], &[R(2)]))
        });
        assert_eq!(violation(outcome.expect("it can be tested").verdict).deviations.len(), 1);
        knowledge.learn(&[[(choice(CHAR), 0)].into()]);
        assert!(knowledge.times(choice(CHAR), 1) > 0);
        knowledge.possible(choice(START)).to_vec()
    };
    assert_eq!(starts(4096, 1024), [0, 1]);
    // Two combinations go as the document has it, two with the departure.
    assert_eq!(starts(4, 1024), [0, 1]);
    assert_eq!(starts(3, 1024), [0, 1], "one of the two was not looked at");
    assert_eq!(starts(4096, 2), [0, 1]);
    assert_eq!(starts(4096, 1), [0, 1], "one of the two was not tested");
}

/// Equal plans are tested once, and what leads to them is learnt of all of them.
#[test]
fn equal_plans_are_tested_once() {
    let mut knowledge = fresh();
    let tests = Cell::new(0);
    let ask = |chooser: &mut Chooser<'_>| {
        let start = chooser.choose(START);
        chooser.choose(ORDER);
        start
    };
    let outcome = infer(&mut knowledge, Limits::default(), &Kept::default(), ask, |plan: &R| {
        tests.set(tests.get() + 1);
        Ok(against(&[START], &[*plan], &[R(2)]))
    });
    assert_eq!(outcome.expect("it can be tested").verdict, Verdict::Conforms);
    assert_eq!(tests.get(), 2);
    assert_eq!(knowledge.possible(choice(ORDER)), [0, 1]);
    assert_eq!(knowledge.possible(choice(START)), [1]);
}

/// Two departures at once are believed, three only of a case that is there to learn from.
#[test]
fn a_story_is_short() {
    let departures = |verdict: Verdict| {
        let reported = violation(verdict);
        assert!(!reported.mismatches.is_empty(), "what contradicts the document is told in any case");
        reported.deviations.len()
    };
    let (two, three) = (&[CHAR, PADDING][..], &[CHAR, PADDING, ARRAYS][..]);
    assert_eq!(departures(verdict(&mut fresh(), QUICK, &[CHAR], &[R(2)])), 1);
    assert_eq!(departures(verdict(&mut fresh(), QUICK, two, &[R(2), R(2)])), 2);
    assert_eq!(departures(verdict(&mut fresh(), QUICK, three, &[R(2); 3])), 0);
    assert_eq!(departures(verdict(&mut fresh(), Limits::default(), three, &[R(2); 3])), 3);
    let five = [CHAR, PADDING, ARRAYS, BELOW, Question { clause: "EPIPHANY-LAYOUT-02", name: "" }];
    let truth = [R(2), R(2), R(2), R(3), R(2)];
    assert_eq!(departures(verdict(&mut fresh(), Limits::default(), &five[..4], &truth[..4])), 4);
    assert_eq!(departures(verdict(&mut fresh(), Limits::default(), &five, &truth)), 0);
}

/// Two answers that are otherwise than before are no story, nor is one of them together with a departure.
#[test]
fn a_subject_changes_one_answer_at_most() {
    let changed = |questions: &[Question], before: &[R], now: &[R]| {
        let mut knowledge = fresh();
        for _ in 0..2 {
            verdict(&mut knowledge, Limits::default(), questions, before);
        }
        let reported = violation(verdict(&mut knowledge, QUICK, questions, now));
        (reported.changed.len(), reported.deviations.len())
    };
    assert_eq!(changed(&[START, ORDER], &[R(1), R(3)], &[R(2), R(3)]), (1, 0));
    assert_eq!(changed(&[START, ORDER], &[R(1), R(3)], &[R(2), R(4)]), (0, 0));
    // The departure is new: nothing has spoken about its question before.
    let mut knowledge = fresh();
    verdict(&mut knowledge, Limits::default(), &[START], &[R(1)]);
    let reported = violation(verdict(&mut knowledge, QUICK, &[START, CHAR], &[R(2), R(2)]));
    assert_eq!((reported.changed.len(), reported.deviations.len()), (0, 0));
}

/// A search tests no more plans than it may: of readings, of departures, and to name the readings of a contradiction.
#[test]
fn the_number_of_tests_is_bounded() {
    let mut questions: Vec<Question> = OPEN.iter().map(|(clause, name)| Question { clause, name }).collect();
    questions.extend([CHAR, PADDING, ARRAYS]);
    let limits = Limits { walks: 4096, tests: 5, effort: Effort::Thorough, pairing: None };
    let nothing = vec![R(9); questions.len()];
    let (_, tests) = run(&mut fresh(), limits, &questions, &nothing);
    assert!((11..=17).contains(&tests), "five of each kind, and five to name the readings: {tests}");
}

/// A departure that makes no difference to a case is not reported of it.
#[test]
fn departures_that_do_not_matter_are_not_reported() {
    let mut knowledge = fresh();
    for _ in 0..2 {
        verdict(&mut knowledge, Limits::default(), &[CHAR], &[R(2)]);
        verdict(&mut knowledge, Limits::default(), &[PADDING], &[R(2)]);
    }
    // The case shows the padding and not the sign of char.
    let ask = |chooser: &mut Chooser<'_>| vec![chooser.choose(CHAR), chooser.choose(PADDING)];
    let outcome = infer(&mut knowledge, QUICK, &Kept::default(), ask, |plan: &Vec<R>| {
        Ok(against(&[PADDING], &plan[1..], &[R(2)]))
    });
    let reported = violation(outcome.expect("it can be tested").verdict);
    assert_eq!(reported.deviations, [Answer { clause: "EPIPHANY-LAYOUT-01", question: "", reading: "R2" }]);
    assert_eq!(reported.mismatches[0].clauses, ["EPIPHANY-LAYOUT-01"], "what contradicts the document");
    assert_eq!((knowledge.times(choice(CHAR), 1), knowledge.times(choice(PADDING), 1)), (2, 3));
    // One that shows neither goes as the document has it, too.
    let outcome = infer(&mut knowledge, QUICK, &Kept::default(), ask, |_: &Vec<R>| Ok(judgement(Vec::new())));
    let outcome = outcome.expect("it can be tested");
    assert_eq!((outcome.verdict, &outcome.plan.result), (Verdict::Conforms, &vec![R(1), R(1)]));
}

/// A departure explains a case only if its clause is among those that are contradicted.
#[test]
fn what_has_nothing_to_do_with_a_contradiction_does_not_explain_it() {
    let under = |clause: ClauseId, topic: Topic, limits: Limits| {
        let outcome = infer(
            &mut fresh(),
            limits,
            &Kept::default(),
            |chooser| chooser.choose(CHAR),
            |plan: &R| {
                let wrong = *plan == R(1);
                Ok(judgement(if wrong { vec![mismatch(clause, topic.clone())] } else { Vec::new() }))
            },
        );
        violation(outcome.expect("it can be tested").verdict).deviations.len()
    };
    assert_eq!(under("EPIPHANY-TYPE-05", A0, QUICK), 1);
    assert_eq!(under("EPIPHANY-ARG-01", A0, QUICK), 0);
    assert_eq!(under("EPIPHANY-CALL-04", Topic::Control, QUICK), 1, "a lost run can have any cause");
    assert_eq!(under("EPIPHANY-ARG-01", A0, Limits::default()), 1, "a case to learn from");
}

/// Of several departures that explain a case, the one under whose clause it is contradicted first.
#[test]
fn the_departure_that_is_named_first_explains() {
    let explained = |order: [ClauseId; 2]| {
        let ask = |chooser: &mut Chooser<'_>| vec![chooser.choose(CHAR), chooser.choose(PADDING)];
        let outcome = infer(&mut fresh(), QUICK, &Kept::default(), ask, |plan: &Vec<R>| {
            let fits = plan[0] != plan[1];
            let all = order.map(|clause| mismatch(clause, A0)).to_vec();
            Ok(judgement(if fits { Vec::new() } else { all }))
        });
        violation(outcome.expect("it can be tested").verdict).deviations[0].clause
    };
    assert_eq!(explained(["EPIPHANY-TYPE-05", "EPIPHANY-LAYOUT-01"]), "EPIPHANY-TYPE-05");
    assert_eq!(explained(["EPIPHANY-LAYOUT-01", "EPIPHANY-TYPE-05"]), "EPIPHANY-LAYOUT-01");
}

/// Report on a subject that has two conventions: both, and whether it is that which is contradicted first.
#[test]
fn another_answer_than_before_is_reported_with_both() {
    let mut knowledge = fresh();
    verdict(&mut knowledge, Limits::default(), &[START], &[R(1)]);
    let reported = violation(verdict(&mut knowledge, QUICK, &[START], &[R(2)]));
    let first = reported.mismatches[0].words();
    assert_eq!(first.subject, "arg0", "what it is about");
    assert!(first.expected.starts_with("EPIPHANY-ARG-03: as in other cases, R1: "), "{first:?}");
    assert!(first.observed.starts_with("EPIPHANY-ARG-03: here, R2: "), "{first:?}");
    assert_eq!(first.inferred.as_deref(), Some("the subject follows two conventions at one question"));
    assert_eq!(reported.mismatches.len(), 2, "and what contradicts the answer of before");
    assert!(knowledge.possible(choice(START)) == [0], "one case against others changes nothing");

    // A contradiction that leads with another clause comes before, and then the other answer only demands less.
    let lead_of = |clauses: [&'static [ClauseId]; 2], topic: Topic, found: Option<Found>| {
        let mut knowledge = fresh();
        verdict(&mut knowledge, Limits::default(), &[START], &[R(1)]);
        let outcome = infer(
            &mut knowledge,
            QUICK,
            &Kept::default(),
            |c| c.choose(START),
            |plan: &R| {
                let all = clauses.iter().filter(|clauses| !clauses.is_empty());
                let all = all.map(|clauses| Mismatch {
                    clauses: clauses.to_vec(),
                    found: found.clone(),
                    ..mismatch("", topic.clone())
                });
                Ok(judgement(if *plan == R(2) { Vec::new() } else { all.collect() }))
            },
        );
        let reported = violation(outcome.expect("it can be tested").verdict);
        let at = reported.mismatches.iter().position(|m| m.words().expected.contains("as in other cases"));
        (at, reported.changed.len())
    };
    let lead = |clauses, topic| lead_of(clauses, topic, None);
    const OWN: &[ClauseId] = &["EPIPHANY-ARG-03"];
    const OTHER: &[ClauseId] = &["EPIPHANY-ARG-01", "EPIPHANY-ARG-03"];
    assert_eq!(lead([OWN, &[]], A0), (Some(0), 1));
    assert_eq!(lead([OWN, OTHER], A0), (Some(0), 1));
    assert_eq!(lead([OTHER, &[]], A0), (Some(1), 0), "a single contradiction of something else");
    assert_eq!(lead([OTHER, OWN], A0), (Some(0), 1), "one of several");
    let found = |reported| lead_of([OTHER, &[]], A0, Some(reported));
    let run = Spot::Run(vec![Register(1), Register(2)]);
    let astray = Found::In(Whereabouts::Copies(vec![run]));
    assert_eq!(found(astray), (Some(0), 1), "the other answer says where the value is");
    let lost = Spot::Place(Place::Register { register: Register(1), byte: 0 });
    let kept = Found::KeptIn(Whereabouts::Copies(vec![lost]));
    assert_eq!(found(kept), (Some(1), 0), "a value that was lost");
    assert_eq!(lead([OTHER, &[]], Topic::Control), (Some(0), 1), "a lost run can have any cause");
}

/// A contradiction that nothing explained so often is not searched for again with every effort.
#[test]
fn a_contradiction_that_nothing_explains_wears_out() {
    let questions = [START, ORDER, SLOT, CHAR, PADDING, ARRAYS];
    let nothing = [R(9), R(3), R(3), R(1), R(1), R(1)];
    let mut knowledge = fresh();
    let mut tests = Vec::new();
    for _ in 0..6 {
        let (outcome, count) = run(&mut knowledge, QUICK, &questions, &nothing);
        let reported = violation(outcome.verdict);
        assert_eq!((reported.deviations.len(), reported.changed.len(), reported.mismatches.len()), (0, 0, 1));
        tests.push(count);
    }
    assert!(tests[..4].iter().all(|count| *count == tests[0]), "{tests:?}");
    assert!(tests[4] < tests[0] && tests[5] == tests[4], "after four times: {tests:?}");
    // Contradictions of other kinds are searched for as before, also in the same subject.
    let (outcome, _) = run(&mut knowledge, QUICK, &[CHAR, PADDING], &[R(2), R(1)]);
    assert_eq!(violation(outcome.verdict).deviations.len(), 1);
    // If it fits after all, so short a look rules nothing out.
    let (outcome, _) = run(&mut knowledge, Limits::default(), &[START, ORDER], &[R(2), R(4)]);
    assert_eq!(outcome.verdict, Verdict::Conforms);
    assert_eq!(knowledge.possible(choice(START)), [0, 1]);
}

/// With many readings open, a hopeless case costs a bounded number of evaluations and tests; what it might be called
/// is asked only where there is something to learn.
#[test]
fn what_is_hopeless_is_cheap() {
    let open: Vec<Question> = OPEN.iter().map(|(clause, name)| Question { clause, name }).collect();
    let case = |knowledge: &mut Knowledge| {
        let (evaluations, tests) = (Cell::new(0), Cell::new(0));
        let ask = |chooser: &mut Chooser<'_>| {
            evaluations.set(evaluations.get() + 1);
            open.iter().map(|question| chooser.choose(*question)).collect::<Vec<R>>()
        };
        let outcome = infer(knowledge, QUICK, &Kept::default(), ask, |_: &Vec<R>| {
            tests.set(tests.get() + 1);
            Ok(judgement(vec![mismatch("EPIPHANY-REG-06", Topic::Register(Register(4)))]))
        });
        assert!(matches!(outcome.expect("it can be tested").verdict, Verdict::Violates(_)));
        (evaluations.get(), tests.get())
    };
    let mut knowledge = fresh();
    let first = case(&mut knowledge);
    assert!(first.0 >= 256 && first.1 >= 256, "{first:?}");
    (0..3).for_each(|_| assert_eq!(case(&mut knowledge), first));
    let (evaluations, tests) = case(&mut knowledge);
    assert!((128..=140).contains(&evaluations), "128 and the likeliest ones: {evaluations}");
    assert!((24..=30).contains(&tests), "24 and the likeliest ones: {tests}");
}

/// Questions with two readings of the document each.
const OPEN: [(&str, &str); 8] = [
    ("EPIPHANY-ARG-03", "start"),
    ("EPIPHANY-ARG-03", "order"),
    ("EPIPHANY-ARG-03", "split"),
    ("EPIPHANY-ARG-03", "back-fill"),
    ("EPIPHANY-ARG-06", "area"),
    ("EPIPHANY-ARG-06", "slot"),
    ("EPIPHANY-RET-03", ""),
    ("EPIPHANY-RET-06", "position"),
];

#[test]
fn what_is_hopeless_is_explained_only_to_learn() {
    let explained = |limits: Limits| {
        let mut knowledge = fresh();
        for _ in 0..4 {
            let outcome = infer(
                &mut knowledge,
                QUICK,
                &Kept::default(),
                |c| c.choose(START),
                |_: &R| Ok(judgement(vec![mismatch("EPIPHANY-TYPE-05", A0)])),
            );
            assert!(matches!(outcome.expect("it can be tested").verdict, Verdict::Violates(_)));
        }
        violation(verdict(&mut knowledge, limits, &[CHAR], &[R(2)])).deviations.len()
    };
    assert_eq!(explained(QUICK), 0);
    assert_eq!(explained(Limits::default()), 1);
}

/// The kind of a contradiction is its first clause and what it is about, whatever the numbers in it.
#[test]
fn contradictions_of_one_kind_wear_out_together() {
    let explained = |clause: ClauseId, topics: [Topic; 4]| {
        let mut knowledge = fresh();
        for topic in topics {
            let outcome = infer(
                &mut knowledge,
                QUICK,
                &Kept::default(),
                |c| c.choose(START),
                |_: &R| Ok(judgement(vec![mismatch(clause, topic.clone())])),
            );
            assert!(matches!(outcome.expect("it can be tested").verdict, Verdict::Violates(_)));
        }
        // Contradicted under TYPE-05, of `a0`.
        violation(verdict(&mut knowledge, QUICK, &[CHAR], &[R(2)])).deviations.len()
    };
    assert_eq!(explained("EPIPHANY-TYPE-05", [0, 1, 2, 10].map(argument)), 0);
    assert_eq!(
        explained("EPIPHANY-TYPE-05", [A0, argument(1), argument(2), whole(ValueId::Unnamed(0))]),
        1,
        "three are not enough"
    );
    assert_eq!(explained("EPIPHANY-TYPE-05", [Topic::Write, Topic::Stack, Topic::Symbol, Topic::Header]), 1);
    assert_eq!(explained("EPIPHANY-ARG-01", [0, 1, 2, 3].map(argument)), 1);
}

/// A departure that was seen once and not again is taken back; one that was seen more often is a second convention.
#[test]
fn a_departure_is_taken_back_only_if_it_was_seen_once() {
    let mut knowledge = fresh();
    verdict(&mut knowledge, QUICK, &[CHAR], &[R(2)]);
    assert_eq!(verdict(&mut knowledge, QUICK, &[CHAR], &[R(1)]), Verdict::Conforms);
    assert_eq!(knowledge.deviation(choice(CHAR)), None);
    for _ in 0..2 {
        verdict(&mut knowledge, QUICK, &[PADDING], &[R(2)]);
    }
    assert_eq!(violation(verdict(&mut knowledge, QUICK, &[PADDING], &[R(1)])).changed.len(), 1);
    assert_eq!(knowledge.deviation(choice(PADDING)), Some(1));
}

/// A case that goes as the document has it speaks against a departure, whatever clauses its contradictions of that name.
#[test]
fn a_departure_is_taken_back_under_other_clauses_too() {
    let mut knowledge = fresh();
    verdict(&mut knowledge, QUICK, &[CHAR], &[R(2)]);
    let outcome = infer(
        &mut knowledge,
        QUICK,
        &Kept::default(),
        |chooser| chooser.choose(CHAR),
        |plan: &R| {
            Ok(judgement(if *plan == R(1) { Vec::new() } else { vec![mismatch("EPIPHANY-ARG-01", A0)] }))
        },
    );
    assert_eq!(outcome.expect("it can be tested").verdict, Verdict::Conforms);
    assert_eq!(knowledge.deviation(choice(CHAR)), None);
}

/// A subject that keeps to the document where a departure would have shown is seen to do so: after two times, a
/// departure is a second convention.
#[test]
fn keeping_to_the_document_is_noted_where_a_departure_would_show() {
    let mut knowledge = fresh();
    for times in 0..3 {
        assert_eq!(knowledge.keeps_from(choice(CHAR), 1), times > 1);
        verdict(&mut knowledge, Limits::default(), &[CHAR], &[R(1)]);
    }
    // A quick look notes nothing, nor does a case in which the departure would not show.
    let mut knowledge = fresh();
    for _ in 0..3 {
        verdict(&mut knowledge, QUICK, &[CHAR], &[R(1)]);
        let same = infer(
            &mut knowledge,
            Limits::default(),
            &Kept::default(),
            |c| {
                c.choose(CHAR);
                1
            },
            |_: &i32| Ok(judgement(Vec::new())),
        );
        assert_eq!(same.expect("it can be tested").verdict, Verdict::Conforms);
        let unseen = infer(
            &mut knowledge,
            Limits::default(),
            &Kept::default(),
            |c| c.choose(CHAR),
            |_: &R| Ok(judgement(Vec::new())),
        );
        assert_eq!(unseen.expect("it can be tested").verdict, Verdict::Conforms);
    }
    assert!(!knowledge.keeps_from(choice(CHAR), 1));
}

#[test]
fn what_cannot_be_tested_says_why() {
    let none = Limits { walks: 0, tests: 1024, effort: Effort::Thorough, pairing: None };
    let outcome =
        infer(&mut fresh(), none, &Kept::default(), |c| c.choose(START), |_: &R| Ok(judgement(Vec::new())));
    assert_eq!(
        outcome.err(),
        Some(Untested::Failed("no combination of interpretations is left to test".to_owned()))
    );
}

/// A question at which one reading only permits more, and that many cases left open, is asked of later cases only where
/// nothing fits otherwise; and of those of another pairing as before.
#[test]
fn what_many_cases_left_open_is_asked_where_nothing_else_fits() {
    let mut knowledge = Knowledge::new(clauses());
    let ask = |knowledge: &mut Knowledge, pairing: Pairing, fitting: &[R]| {
        let limits = Limits { pairing: Some(pairing), ..Limits::default() };
        let tests = Cell::new(0);
        let plan = |chooser: &mut Chooser<'_>| chooser.choose(EXTENSION);
        let outcome = infer(knowledge, limits, &Kept::default(), plan, |answer| {
            tests.set(tests.get() + 1);
            let fits = fitting.contains(answer);
            let mismatches = if fits { Vec::new() } else { vec![mismatch(EXTENSION.clause, A0)] };
            Ok(Judgement { target: Target::Epiphany, mismatches, exercised: vec![EXTENSION.clause] })
        });
        (tests.get(), outcome.expect("it can be tested").verdict)
    };
    let both = [R(1), R(2)];
    for _ in 0..48 {
        assert_eq!(ask(&mut knowledge, Pairing::Caller, &both), (2, Verdict::Conforms));
    }
    assert_eq!(ask(&mut knowledge, Pairing::Caller, &both), (1, Verdict::Conforms));
    assert_eq!(
        ask(&mut knowledge, Pairing::Callee, &both),
        (2, Verdict::Conforms),
        "the other side may settle it"
    );
    assert_eq!(knowledge.possible(choice(EXTENSION)), [0, 1], "it is as open as before");
    let (_, verdict) = ask(&mut knowledge, Pairing::Caller, &[R(2)]);
    assert_eq!(verdict, Verdict::Conforms);
    assert_eq!(knowledge.possible(choice(EXTENSION)), [1], "what contradicts the first reading tells more");
}

/// A contradiction that is one by a reading alone says by which; where each reading contradicts the same thing, none
/// does.
#[test]
fn a_contradiction_names_the_readings_by_which_it_is_one() {
    let mut knowledge = fresh();
    let ask = |chooser: &mut Chooser<'_>| vec![chooser.choose(START), chooser.choose(SLOT)];
    // The second argument is where START=R2 has it; another value is wrong in any case.
    let test = |answers: &Vec<R>| {
        let of_reading = (answers[0] == R(1)).then(|| mismatch(START.clause, argument(1)));
        let of_any = mismatch(SLOT.clause, whole(ValueId::Result));
        Ok(judgement(of_reading.into_iter().chain([of_any]).collect()))
    };
    let reported = |knowledge: &mut Knowledge, limits| {
        let outcome = infer(knowledge, limits, &Kept::default(), ask, test).expect("it can be tested");
        violation(outcome.verdict)
    };
    // Nothing is known: the reading that contradicts least is taken, by which only the second is left over.
    let free = reported(&mut knowledge, Limits::default());
    assert_eq!((free.mismatches.len(), free.readings), (1, Vec::new()));
    // The subject follows START=R1 elsewhere.
    verdict(&mut knowledge, Limits::default(), &[START], &[R(1)]);
    let start = Answer { clause: START.clause, question: START.name, reading: "R1" };
    let held = reported(&mut knowledge, Limits::default());
    assert_eq!(held.mismatches.len(), 2);
    assert_eq!(held.readings, [start]);
    // A contradiction that was left over often is not looked into again, unless that is asked for.
    for _ in 0..8 {
        reported(&mut knowledge, QUICK);
    }
    assert_eq!(reported(&mut knowledge, QUICK).readings, []);
    assert_eq!(reported(&mut knowledge, Limits { effort: Effort::Explaining, ..QUICK }).readings, [start]);
}

/// A case that goes well under some readings of one question.
fn fits_under(knowledge: &mut Knowledge, readings: &[R]) -> Verdict {
    let ask = |chooser: &mut Chooser<'_>| chooser.choose(START);
    let test = |answer: &R| {
        let wrong = (!readings.contains(answer)).then(|| mismatch(START.clause, A0));
        Ok(judgement(wrong.into_iter().collect()))
    };
    infer(knowledge, QUICK, &Kept::default(), ask, test).expect("it can be tested").verdict
}

/// A few cases that fit a later reading alone settle a question so; once others demand the first, it is those few that
/// stand out.
#[test]
fn an_exception_does_not_settle_a_question_for_good() {
    let both = [R(1), R(2)];
    let mut knowledge = fresh();
    assert_eq!(fits_under(&mut knowledge, &[R(2)]), Verdict::Conforms);
    for _ in 0..9 {
        assert_eq!(fits_under(&mut knowledge, &both), Verdict::Conforms);
    }
    for _ in 0..2 {
        let reported = violation(fits_under(&mut knowledge, &[R(1)]));
        assert_eq!(reported.changed, [Answer { clause: START.clause, question: START.name, reading: "R1" }]);
    }
    assert!(!knowledge.has_reinstated());
    assert_eq!(fits_under(&mut knowledge, &[R(1)]), Verdict::Conforms);
    assert!(knowledge.has_reinstated());
    assert_eq!(knowledge.dialect()["EPIPHANY-ARG-03"], "start=R1");
    violation(fits_under(&mut knowledge, &[R(2)]));
}

/// A subject that makes use of a reading in more than a third of the cases follows it.
#[test]
fn what_many_cases_demand_stays_settled() {
    let both = [R(1), R(2)];
    let mut knowledge = fresh();
    for _ in 0..4 {
        assert_eq!(fits_under(&mut knowledge, &[R(2)]), Verdict::Conforms);
        assert_eq!(fits_under(&mut knowledge, &both), Verdict::Conforms);
    }
    for _ in 0..8 {
        violation(fits_under(&mut knowledge, &[R(1)]));
    }
    assert_eq!(knowledge.dialect()["EPIPHANY-ARG-03"], "start=R2");
}

/// Two departures at a question that explain the same cases: neither is ruled out before a case tells them apart, whichever was
/// named before, and then the other one is no second convention.
#[test]
fn departures_are_told_apart_by_a_case_that_goes_otherwise_under_each() {
    let catalogue = catalogue(Target::Riscv(Abi::Lp64d));
    let align = catalogue.find_choice(VECTOR.clause, VECTOR.name).expect("the question exists");
    // A vector of so many bytes, whose lanes have 8, laid out by a subject that takes one reading.
    let layout = |reading: R, bytes: u64| match reading {
        R(1) => 8,
        R(2) => bytes,
        _ => bytes.min(16),
    };
    let seen = |knowledge: &mut Knowledge, limits: Limits, truth: R, bytes: u64| {
        let plan = |chooser: &mut Chooser<'_>| layout(chooser.choose(VECTOR), bytes);
        let test = |plan: &u64| {
            let fits = *plan == layout(truth, bytes);
            Ok(judgement(if fits { Vec::new() } else { vec![mismatch("RISCV-LAYOUT-03", A0)] }))
        };
        infer(knowledge, limits, &Kept::default(), plan, test).expect("it can be tested").verdict
    };
    for limits in [QUICK, Limits::default()] {
        for (truth, left) in [(R(2), 1), (R(3), 2)] {
            let mut knowledge = Knowledge::new(catalogue);
            for _ in 0..3 {
                let named = violation(seen(&mut knowledge, limits, truth, 16)).deviations;
                assert_eq!(named.iter().map(Answer::to_string).collect::<Vec<_>>(), ["RISCV-LAYOUT-03=R2"]);
                assert_eq!(knowledge.candidates(align), [1, 2]);
                assert!(!knowledge.is_decided(align));
            }
            let told = violation(seen(&mut knowledge, limits, truth, 32));
            let now = catalogue.answer(align, left);
            assert_eq!((told.deviations, told.changed), (vec![now], Vec::new()));
            assert_eq!((knowledge.follows(align), knowledge.is_decided(align)), (vec![left], true));
            let before = catalogue.answer(align, 1);
            assert_eq!(knowledge.instead_of(&before), (left == 2).then_some(now));
            // From now on the other one is a second convention.
            let other = if truth == R(2) { R(3) } else { R(2) };
            assert_eq!(violation(seen(&mut knowledge, limits, other, 32)).changed.len(), 1);
            // Batches that were judged apart from each other agree on what they have in common.
            let nothing = Knowledge::new(catalogue);
            let lessons = Lessons::between(&nothing, &knowledge, 0);
            assert_eq!(lessons.applied_to(&nothing).follows(align), [left]);
        }
    }
}

/// A subject that keeps to the document where one departure would have shown may still make another one, which would not have.
#[test]
fn keeping_to_the_document_rules_out_what_would_have_shown() {
    let catalogue = catalogue(Target::Riscv(Abi::Lp64d));
    let align = catalogue.find_choice(VECTOR.clause, VECTOR.name).expect("the question exists");
    let mut knowledge = Knowledge::new(catalogue);
    let mut seen = |layout: [u64; 3], truth: u64| {
        let plan = |chooser: &mut Chooser<'_>| layout[usize::from(chooser.choose(VECTOR).0) - 1];
        let test = |plan: &u64| {
            Ok(judgement(if *plan == truth { Vec::new() } else { vec![mismatch("RISCV-LAYOUT-03", A0)] }))
        };
        let verdict = infer(&mut knowledge, Limits::default(), &Kept::default(), plan, test);
        (verdict.expect("it can be tested").verdict, [1, 2].map(|d| knowledge.keeps_from(align, d)))
    };
    // Two lanes of 16 bytes.
    assert_eq!(seen([16, 32, 16], 16), (Verdict::Conforms, [false, false]));
    assert_eq!(seen([16, 32, 16], 16), (Verdict::Conforms, [true, false]));
    let departs = violation(seen([8, 32, 16], 16).0);
    assert_eq!(departs.deviations, [catalogue.answer(align, 2)]);
}
