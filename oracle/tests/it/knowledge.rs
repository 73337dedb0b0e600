//! Knowledge of a subject's readings from case to case.

use crosscall_model::Target;
use crosscall_model::finding::{Answer, Expected, Mismatch, Observed, Topic, ValueId, Verdict, Violation};
use crosscall_model::plan::ClauseId;
use crosscall_oracle::choose::{Assignment, Kept, Permits, Question, R, WalkByCost, walk};
use crosscall_oracle::clause::{Catalogue, ChoiceIndex, catalogue};
use crosscall_oracle::infer::{Limits, Untested, infer};
use crosscall_oracle::judge::Judgement;
use crosscall_oracle::knowledge::{AllReadings, Difference, Knowledge, Predicted, WithDeviations};
use proptest::prelude::*;

const START: Question = Question { clause: "EPIPHANY-ARG-03", name: "start" };
const ORDER: Question = Question { clause: "EPIPHANY-ARG-03", name: "order" };
const CHAR: Question = Question { clause: "EPIPHANY-TYPE-05", name: "" };

fn clauses() -> &'static Catalogue {
    catalogue(Target::Epiphany)
}

fn choice(question: Question) -> ChoiceIndex {
    clauses().find_choice(question.clause, question.name).expect("the question exists")
}

fn judgement(fits: bool, clause: ClauseId) -> Judgement {
    let mismatch = Mismatch {
        target: Target::Epiphany,
        clauses: vec![clause],
        topic: Topic::value(ValueId::Argument(0)),
        expected: Expected::Product("here"),
        observed: Observed::Message("there".to_owned()),
        found: None,
    };
    let mismatches = if fits { Vec::new() } else { vec![mismatch] };
    Judgement { mismatches, ..Judgement::new(Target::Epiphany) }
}

/// A case in which a subject that takes `truth` is asked the questions.
fn case(knowledge: &mut Knowledge, questions: &[Question], truth: &[R]) -> Verdict {
    let ask = |chooser: &mut crosscall_oracle::choose::Chooser<'_>| -> Vec<R> {
        questions.iter().map(|q| chooser.choose(*q)).collect()
    };
    let outcome = infer(knowledge, Limits::default(), &Kept::default(), ask, |plan: &Vec<R>| {
        Ok(judgement(plan == truth, questions.first().map_or("?", |q| q.clause)))
    });
    outcome.expect("it can be tested").verdict
}

#[test]
fn a_walk_takes_every_combination_once() {
    let knowledge = Knowledge::new(clauses());
    let plans = walk(clauses(), &knowledge, 100, |c| (c.choose(START), c.choose(ORDER), c.choose(START)));
    let seen: std::collections::BTreeSet<_> = plans.iter().map(|(_, p)| *p).collect();
    assert_eq!(plans.len(), 4);
    assert_eq!(seen.len(), 4);
    assert!(plans.iter().all(|(a, p)| p.0 == p.2 && a.len() == 2));
}

#[test]
fn a_walk_ends_where_it_is_bidden() {
    let knowledge = Knowledge::new(clauses());
    for limit in 0..6 {
        let plans = walk(clauses(), &knowledge, limit, |c| (c.choose(START), c.choose(ORDER)));
        assert_eq!(plans.len(), limit.min(4));
    }
}

#[test]
fn a_question_that_depends_on_an_answer_is_asked_only_then() {
    let knowledge = Knowledge::new(clauses());
    let rule = |c: &mut crosscall_oracle::choose::Chooser<'_>| match c.choose(START) {
        R(1) => None,
        _ => Some(c.choose(ORDER)),
    };
    assert_eq!(walk(clauses(), &knowledge, 100, rule).len(), 3);
}

/// One reading of each of three questions.
struct Fixed([u8; 3]);

impl Permits for Fixed {
    fn permitted(&self, asked: ChoiceIndex) -> Vec<u8> {
        let position = [START, ORDER, CHAR].iter().position(|q| choice(*q) == asked);
        vec![self.0[position.expect("one of the three")]]
    }
}

/// An evaluation kept for one subject serves another only if every question that was asked has the same answer.
#[test]
fn kept_evaluations_are_what_a_new_one_would_give() {
    let rule = |c: &mut crosscall_oracle::choose::Chooser<'_>| match c.choose(START) {
        R(1) => vec![R(1), c.choose(ORDER)],
        start => vec![start, c.choose(CHAR)],
    };
    let kept = Kept::default();
    let evaluations = std::cell::Cell::new(0);
    for _ in 0..2 {
        for answers in 0..8 {
            let permits = Fixed([answers & 1, answers >> 1 & 1, answers >> 2]);
            let counted = |c: &mut crosscall_oracle::choose::Chooser<'_>| {
                evaluations.set(evaluations.get() + 1);
                rule(c)
            };
            let seen = kept.preferred(clauses(), &permits, counted);
            let mut chooser = crosscall_oracle::choose::Chooser::new(clauses(), &permits);
            assert_eq!(seen.result, rule(&mut chooser));
            assert_eq!(seen.assignment, chooser.assignment());
        }
    }
    // The third question matters after one answer to the first, the second after the other.
    assert_eq!(evaluations.get(), 4);
}

/// Every reading of the document and every deviation, in the order of the clause file.
struct Everything;

impl Permits for Everything {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        (0..clauses().choice(choice).1.readings.len() as u8).collect()
    }
}

#[test]
fn the_cheapest_combinations_come_first_and_none_twice() {
    let rule = |c: &mut crosscall_oracle::choose::Chooser<'_>| match c.choose(START) {
        R(1) => vec![R(1), c.choose(CHAR)],
        start => vec![start, c.choose(ORDER), c.choose(CHAR)],
    };
    let price = |choice: ChoiceIndex, reading: u8| {
        usize::from(reading) * if choice == self::choice(ORDER) { 1 } else { 3 }
    };
    let of = |assignment: &Assignment| assignment.iter().map(|(c, r)| price(*c, *r)).sum::<usize>();
    let mut expected = walk(clauses(), &Everything, 1000, rule);
    expected.sort_by_key(|(assignment, _)| of(assignment));
    let cheapest: Vec<_> = WalkByCost::new(clauses(), &Everything, price, rule).collect();
    assert!(cheapest.iter().all(|(cost, assignment, _)| *cost == of(assignment)));
    let cheapest: Vec<_> = cheapest.into_iter().map(|(_, assignment, plan)| (assignment, plan)).collect();
    assert_eq!(cheapest, expected, "sorted by cost, otherwise in the order of a walk");
}

#[test]
fn a_fitting_reading_is_kept_and_then_demanded() {
    let mut knowledge = Knowledge::new(clauses());
    assert_eq!(case(&mut knowledge, &[START], &[R(2)]), Verdict::Conforms);
    let dialect = knowledge.dialect();
    assert_eq!(dialect["EPIPHANY-ARG-03"], "start=R2");
    let Verdict::Violates(violation) = case(&mut knowledge, &[START], &[R(1)]) else {
        panic!("a subject must not change its reading");
    };
    let first = &violation.mismatches[0];
    assert_eq!(first.clauses, ["EPIPHANY-ARG-03"]);
    let words = first.words();
    assert!(words.expected.contains("R2") && words.observed.contains("R1"));
    assert_eq!(violation.changed, [Answer { clause: "EPIPHANY-ARG-03", question: "start", reading: "R1" }]);
    assert!(violation.deviations.is_empty());
}

#[test]
fn a_departure_never_conforms_but_has_a_name() {
    let mut knowledge = Knowledge::new(clauses());
    let verdict = case(&mut knowledge, &[CHAR, START], &[R(2), R(1)]);
    let Verdict::Violates(Violation { deviations, .. }) = verdict else { panic!("{verdict:?}") };
    assert_eq!(deviations, [Answer { clause: "EPIPHANY-TYPE-05", question: "", reading: "R2" }]);
    assert_eq!(knowledge.dialect()["EPIPHANY-ARG-03"], "start=R1");
    assert_eq!(knowledge.dialect()["EPIPHANY-TYPE-05"], "deviates: R2");
}

#[test]
fn nothing_that_fits_leaves_the_contradictions() {
    let mut knowledge = Knowledge::new(clauses());
    let verdict = case(&mut knowledge, &[CHAR, START], &[R(7), R(7)]);
    let Verdict::Violates(violation) = verdict else { panic!("{verdict:?}") };
    assert_eq!((violation.mismatches.len(), violation.deviations.len(), violation.changed.len()), (1, 0, 0));
}

/// The answers of a violation: departures, and those that are otherwise than before.
fn answers(verdict: Verdict) -> (Vec<String>, Vec<String>) {
    let Verdict::Violates(violation) = verdict else { panic!("{verdict:?}") };
    let reported = |answers: Vec<Answer>| answers.iter().map(Answer::to_string).collect();
    (reported(violation.deviations), reported(violation.changed))
}

#[test]
fn a_departure_is_held_against_a_subject_that_does_not_keep_to_it() {
    let mut knowledge = Knowledge::new(clauses());
    let departs = || (vec!["EPIPHANY-TYPE-05=R2".to_owned()], vec![]);
    for _ in 0..2 {
        assert_eq!(answers(case(&mut knowledge, &[CHAR], &[R(2)])), departs());
    }
    let back = answers(case(&mut knowledge, &[CHAR], &[R(1)]));
    assert_eq!(
        back,
        (vec![], vec!["EPIPHANY-TYPE-05=R1".to_owned()]),
        "as the document says, but not as before"
    );
    assert_eq!(answers(case(&mut knowledge, &[CHAR], &[R(2)])), departs(), "what it does is still known");
}

#[test]
fn a_departure_that_was_seen_once_is_what_stands_out() {
    let mut knowledge = Knowledge::new(clauses());
    assert_eq!(answers(case(&mut knowledge, &[CHAR], &[R(2)])).0.len(), 1);
    assert_eq!(case(&mut knowledge, &[CHAR], &[R(1)]), Verdict::Conforms);
    assert_eq!(case(&mut knowledge, &[CHAR], &[R(1)]), Verdict::Conforms);
}

#[test]
fn a_subject_that_keeps_to_the_document_may_not_depart_later() {
    let mut knowledge = Knowledge::new(clauses());
    for _ in 0..2 {
        assert_eq!(case(&mut knowledge, &[CHAR], &[R(1)]), Verdict::Conforms);
    }
    let changed = answers(case(&mut knowledge, &[CHAR], &[R(2)]));
    assert_eq!(changed, (vec![], vec!["EPIPHANY-TYPE-05=R2".to_owned()]));
}

#[test]
fn what_is_left_over_is_judged_under_the_departures_that_are_known() {
    let mut knowledge = Knowledge::new(clauses());
    for _ in 0..2 {
        case(&mut knowledge, &[CHAR], &[R(2)]);
    }
    let Verdict::Violates(violation) = case(&mut knowledge, &[CHAR, START], &[R(2), R(7)]) else {
        panic!("it fits nothing");
    };
    assert_eq!(violation.under, [Answer { clause: "EPIPHANY-TYPE-05", question: "", reading: "R2" }]);
    assert!(violation.deviations.is_empty() && violation.changed.is_empty());
}

#[test]
fn what_cannot_be_tested_teaches_nothing() {
    let mut knowledge = Knowledge::new(clauses());
    let result = infer(
        &mut knowledge,
        Limits::default(),
        &Kept::default(),
        |c| c.choose(START),
        |_| Err(Untested::Failed("no machine".to_owned())),
    );
    assert_eq!(result.err(), Some(Untested::Failed("no machine".to_owned())));
    assert!(knowledge.dialect().is_empty());
}

#[test]
fn dependent_questions_are_settled_together() {
    // Either both first or both second: nothing can be said about one alone, until the other is known.
    let mut knowledge = Knowledge::new(clauses());
    let row = |a: u8, b: u8| -> Assignment { [(choice(START), a), (choice(ORDER), b)].into() };
    knowledge.learn(&[row(0, 0), row(1, 1)]);
    assert_eq!(knowledge.possible(choice(START)).len(), 2);
    assert!(knowledge.admits(&row(0, 0)) && !knowledge.admits(&row(0, 1)));
    knowledge.learn(&[[(choice(ORDER), 1)].into()]);
    assert_eq!(knowledge.possible(choice(START)), [1]);
}

#[test]
fn subjects_with_different_readings_are_incompatible() {
    let (mut one, mut other) = (Knowledge::new(clauses()), Knowledge::new(clauses()));
    one.learn(&[[(choice(START), 0)].into()]);
    assert!(one.incompatible(&other).is_empty(), "nothing is known of the other yet");
    other.learn(&[[(choice(START), 1)].into()]);
    let difference = Difference { choice: choice(START), ours: vec![0], theirs: vec![1] };
    assert_eq!(one.incompatible(&other), [difference]);
    one.note_deviations([(choice(START), 1)]);
    assert!(one.incompatible(&other).is_empty(), "what a subject does counts, not what it should do");
}

proptest! {
    /// A subject that follows one dialect is never accused, and its dialect is never ruled out, whatever
    /// the order and the number of the cases.
    #[test]
    fn an_honest_subject_always_conforms(
        truth in prop::collection::vec(0usize..8, 40),
        cases in prop::collection::vec(prop::collection::vec(0usize..40, 1..4), 1..12),
    ) {
        let catalogue = clauses();
        let all: Vec<Question> = catalogue
            .clauses
            .iter()
            .flat_map(|c| c.choices.iter().map(move |q| (c, q)))
            .map(|(c, q)| Question {
                clause: catalogue.id(&c.id).unwrap_or("?"),
                name: Box::leak(q.name.clone().into_boxed_str()),
            })
            .collect();
        let fresh = Knowledge::new(catalogue);
        let taken = |question: &Question| -> R {
            let index = choice(*question);
            let options = fresh.permitted(index);
            let position = all.iter().position(|q| q == question).unwrap_or(0);
            let option = options[truth[position % truth.len()] % options.len()];
            let id = &catalogue.choice(index).1.readings[usize::from(option)].id;
            R(id[1..].parse().expect("a number"))
        };
        let mut knowledge = Knowledge::new(catalogue);
        for case_questions in cases {
            let questions: Vec<Question> = case_questions.iter().map(|i| all[i % all.len()]).collect();
            let answers: Vec<R> = questions.iter().map(&taken).collect();
            prop_assert_eq!(case(&mut knowledge, &questions, &answers), Verdict::Conforms);
        }
        let written = serde_json::to_string(&knowledge).expect("it can be written");
        let read: Knowledge = serde_json::from_str(&written).expect("it can be read");
        prop_assert!(read.is_sound());
        prop_assert_eq!(serde_json::to_string(&read).expect("it can be written"), written);
    }
}

/// Everything that knowledge is made of, contradictions that nothing explains among it, is read as it was written. Choices and
/// readings that the document does not have are noticed.
#[test]
fn knowledge_survives_and_is_not_believed_unseen() {
    let mut knowledge = Knowledge::new(clauses());
    case(&mut knowledge, &[START, CHAR], &[R(0), R(0)]);
    case(&mut knowledge, &[ORDER], &[R(1)]);
    let written = serde_json::to_string(&knowledge).expect("it can be written");
    let read: Knowledge = serde_json::from_str(&written).expect("it can be read");
    assert_eq!(format!("{read:?}"), format!("{knowledge:?}"));
    assert!(read.is_sound() && written.contains("left_over\":[["), "{written}");
    let count = clauses().choice_count();
    for (part, unsound) in [
        ("\"evidence\":[", format!("\"evidence\":[[{count},1]")),
        ("\"deviations\":[", "\"deviations\":[[[0,200],1]".to_owned()),
        ("\"allowed\":[[", "\"allowed\":[[200,".to_owned()),
        ("\"allowed\":[", "\"allowed\":[[0],".to_owned()),
        ("\"relations\":[", "\"relations\":[{\"choices\":[0],\"rows\":[[0,0]]}".to_owned()),
    ] {
        let changed = written.replacen(part, &unsound, 1);
        assert_ne!(changed, written);
        let read: Knowledge = serde_json::from_str(&changed).expect("it can be read");
        assert!(!read.is_sound(), "{changed}");
    }
}

/// Answers by position, of questions without a name.
fn answers_of(pairs: &[(Question, u8)]) -> Assignment {
    pairs.iter().map(|(question, reading)| (choice(*question), *reading)).collect()
}

const AREA: Question = Question { clause: "EPIPHANY-ARG-06", name: "area" };
const HIGH: Question = Question { clause: "EPIPHANY-REG-14", name: "" };
/// A question whose first reading is presumed where nothing else shows.
const EXTENSION: Question = Question { clause: "EPIPHANY-S05", name: "" };

#[test]
fn a_dialect_names_what_is_left_of_each_question_that_came_up() {
    let mut knowledge = Knowledge::new(clauses());
    assert!(knowledge.dialect().is_empty());
    knowledge.learn(&[answers_of(&[(HIGH, 0)]), answers_of(&[(HIGH, 2)])]);
    assert_eq!(knowledge.dialect()["EPIPHANY-REG-14"], "R1|R3");
    knowledge.note_deviations([(choice(HIGH), 1)]);
    assert_eq!(knowledge.dialect()["EPIPHANY-REG-14"], "R1|R3 (deviates: R2)");
    knowledge.learn(&[answers_of(&[(START, 1), (ORDER, 0)])]);
    assert_eq!(knowledge.dialect()["EPIPHANY-ARG-03"], "start=R2+order=R3");
    knowledge.note_deviations([(choice(CHAR), 1)]);
    assert_eq!(knowledge.dialect()["EPIPHANY-TYPE-05"], "deviates: R2");
    assert_eq!(knowledge.dialect().len(), 3);
}

#[test]
fn evidence_and_departures_are_counted() {
    let mut knowledge = Knowledge::new(clauses());
    assert_eq!((knowledge.asked(choice(START)), knowledge.asked(choice(ORDER))), (0, 0));
    for times in 1..3 {
        knowledge.learn(&[answers_of(&[(START, 0)])]);
        assert_eq!((knowledge.asked(choice(START)), knowledge.asked(choice(ORDER))), (times, 0));
    }
    assert_eq!(knowledge.deviation(choice(CHAR)), None);
    // The one that was seen most often is what a subject does.
    knowledge.note_deviations([(choice(HIGH), 1), (choice(HIGH), 2), (choice(CHAR), 1)]);
    knowledge.note_deviations([(choice(HIGH), 1)]);
    assert_eq!(knowledge.deviation(choice(HIGH)), Some(1));
    assert_eq!((knowledge.times(choice(HIGH), 1), knowledge.times(choice(HIGH), 2)), (2, 1));
    assert_eq!((knowledge.times(choice(HIGH), 0), knowledge.times(choice(START), 1)), (0, 0));
    assert_eq!(knowledge.follows(choice(HIGH)), [1]);
    assert_eq!(knowledge.follows(choice(START)), [0]);
    assert_eq!(knowledge.follows(choice(ORDER)), [0, 1]);
    assert!(knowledge.is_deviation(choice(CHAR), 1));
    assert!(!knowledge.is_deviation(choice(CHAR), 0) && !knowledge.is_deviation(choice(CHAR), 9));
}

/// Another reading than the first permits more; who never made use of that is held to the first.
#[test]
fn what_is_presumed_is_held_against_a_subject_that_showed_nothing_else() {
    let both = || [answers_of(&[(EXTENSION, 0)]), answers_of(&[(EXTENSION, 1)])];
    let mut knowledge = Knowledge::new(clauses());
    knowledge.presume();
    assert_eq!(knowledge.possible(choice(EXTENSION)), [0, 1], "nothing spoke about it");
    knowledge.learn(&both());
    knowledge.learn(&[answers_of(&[(START, 0)]), answers_of(&[(START, 1)])]);
    knowledge.presume();
    assert_eq!(knowledge.possible(choice(EXTENSION)), [0]);
    assert_eq!(knowledge.possible(choice(START)), [0, 1], "of this question nothing is presumed");
    let asked = knowledge.asked(choice(EXTENSION));
    knowledge.presume();
    assert_eq!(knowledge.asked(choice(EXTENSION)), asked, "what is settled is not learnt again");
    let mut other = Knowledge::new(clauses());
    other.learn(&[answers_of(&[(EXTENSION, 1)])]);
    other.presume();
    assert_eq!(other.possible(choice(EXTENSION)), [1], "it showed something else");
}

/// A combination in which a question did not come up says nothing about it.
#[test]
fn a_question_that_did_not_come_up_is_not_settled() {
    let mut knowledge = Knowledge::new(clauses());
    knowledge.learn(&[answers_of(&[(START, 0), (ORDER, 0)]), answers_of(&[(START, 1)])]);
    assert_eq!(knowledge.possible(choice(ORDER)), [0, 1]);
    assert!(!knowledge.admits(&answers_of(&[(START, 0), (ORDER, 1)])));
    assert!(knowledge.admits(&answers_of(&[(START, 1), (ORDER, 1)])));
    assert!(knowledge.admits(&answers_of(&[(ORDER, 1)])) && knowledge.admits(&answers_of(&[(START, 0)])));
    // A reading that is ruled out by itself is not possible in any combination.
    knowledge.learn(&[answers_of(&[(HIGH, 0)])]);
    assert!(!knowledge.admits(&answers_of(&[(HIGH, 1)])));
    assert!(!knowledge.admits(&answers_of(&[(HIGH, 1), (START, 1)])));
    // Departures are not held against a combination, alone or with others.
    assert!(knowledge.admits(&answers_of(&[(CHAR, 1), (HIGH, 0)])));
    assert!(!knowledge.admits(&answers_of(&[(CHAR, 1), (HIGH, 1)])));
}

/// Departures that fit say nothing of the readings of the document.
#[test]
fn what_fits_with_a_departure_does_not_settle_its_question() {
    let mut knowledge = Knowledge::new(clauses());
    knowledge
        .learn(&[answers_of(&[(CHAR, 1), (START, 1)]), answers_of(&[(CHAR, 1), (START, 1), (ORDER, 1)])]);
    assert_eq!(knowledge.asked(choice(CHAR)), 0);
    assert_eq!(knowledge.possible(choice(CHAR)), [0]);
    assert_eq!(knowledge.possible(choice(START)), [1]);
}

/// Questions that depend on each other are settled in a row.
#[test]
fn what_settles_one_question_settles_those_that_depend_on_it() {
    let pair =
        |a: Question, b: Question, rows: [(u8, u8); 2]| rows.map(|(x, y)| answers_of(&[(a, x), (b, y)]));
    let mut knowledge = Knowledge::new(clauses());
    knowledge.learn(&pair(START, ORDER, [(0, 0), (1, 1)]));
    knowledge.learn(&pair(ORDER, AREA, [(0, 1), (1, 0)]));
    knowledge.learn(&pair(AREA, EXTENSION, [(0, 0), (1, 1)]));
    for question in [START, ORDER, AREA, EXTENSION] {
        assert_eq!(knowledge.possible(choice(question)).len(), 2);
    }
    assert!(!knowledge.admits(&answers_of(&[(ORDER, 0), (AREA, 0)])));
    assert!(knowledge.admits(&answers_of(&[(START, 0), (ORDER, 0), (AREA, 1), (EXTENSION, 1)])));
    // From the last to the first, and from the first to the last.
    let mut backwards = knowledge.clone();
    backwards.learn(&[answers_of(&[(EXTENSION, 1)])]);
    for (question, reading) in [(AREA, 1), (ORDER, 0), (START, 0)] {
        assert_eq!(backwards.possible(choice(question)), [reading]);
    }
    knowledge.learn(&[answers_of(&[(START, 1)])]);
    assert_eq!(knowledge.possible(choice(ORDER)), [1]);
    assert_eq!(knowledge.possible(choice(AREA)), [0]);
    assert_eq!(knowledge.possible(choice(EXTENSION)), [0]);
}

/// Three questions of which two depend on each other: the third is settled by itself.
#[test]
fn questions_that_do_not_depend_on_others_are_kept_apart() {
    let mut knowledge = Knowledge::new(clauses());
    let rows: Vec<Assignment> = [(0, 0), (1, 1)]
        .into_iter()
        .flat_map(|(a, b)| [0, 2].map(|c| answers_of(&[(START, a), (ORDER, b), (HIGH, c)])))
        .collect();
    knowledge.learn(&rows);
    assert_eq!(knowledge.possible(choice(HIGH)), [0, 2]);
    for (start, order, fits) in [(0, 0, true), (1, 1, true), (0, 1, false), (1, 0, false)] {
        for high in 0..3 {
            let row = answers_of(&[(START, start), (ORDER, order), (HIGH, high)]);
            assert_eq!(knowledge.admits(&row), fits && high != 1, "{start} {order} {high}");
        }
    }
    knowledge.learn(&[answers_of(&[(HIGH, 2)])]);
    assert_eq!(knowledge.possible(choice(START)), [0, 1], "it says nothing of them");
}

/// A single combination that did not fit is remembered.
#[test]
fn one_combination_of_many_is_ruled_out() {
    let mut knowledge = Knowledge::new(clauses());
    let all = (0..2).flat_map(|start| (0..3).map(move |high| (start, high)));
    let rows: Vec<Assignment> =
        all.filter(|row| *row != (1, 2)).map(|(s, h)| answers_of(&[(START, s), (HIGH, h)])).collect();
    knowledge.learn(&rows);
    assert!(!knowledge.admits(&answers_of(&[(START, 1), (HIGH, 2)])));
    assert!(rows.iter().all(|row| knowledge.admits(row)));
}

/// A case that contradicts everything seen before rules nothing out: a subject may follow two conventions.
#[test]
fn what_contradicts_all_that_is_known_empties_nothing() {
    let mut knowledge = Knowledge::new(clauses());
    knowledge.learn(&[answers_of(&[(START, 0)])]);
    knowledge.learn(&[answers_of(&[(START, 1)])]);
    assert_eq!(knowledge.possible(choice(START)), [0]);
    let both = [answers_of(&[(START, 1), (ORDER, 0)]), answers_of(&[(START, 1), (ORDER, 1)])];
    knowledge.learn(&both);
    assert_eq!(knowledge.possible(choice(ORDER)), [0, 1]);
}

/// Many relations cost precision and never the truth.
#[test]
fn the_truth_survives_more_relations_than_are_kept() {
    let all: Vec<ChoiceIndex> =
        clauses().choices().filter(|c| Knowledge::new(clauses()).possible(*c).len() == 2).collect();
    let mut knowledge = Knowledge::new(clauses());
    // The truth is the second reading of each question; each case says of two questions that not both have the first.
    let truth = |c: &ChoiceIndex| knowledge_second(*c);
    for (i, a) in all.iter().enumerate() {
        for b in all.iter().skip(i + 1) {
            let (ta, tb) = (truth(a), truth(b));
            let first = |c: &ChoiceIndex| Knowledge::new(clauses()).possible(*c)[0];
            knowledge.learn(&[
                [(*a, ta), (*b, tb)].into(),
                [(*a, ta), (*b, first(b))].into(),
                [(*a, first(a)), (*b, tb)].into(),
            ]);
        }
    }
    let truth: Assignment = all.iter().map(|c| (*c, truth(c))).collect();
    assert!(knowledge.admits(&truth));
    assert!(all.iter().all(|c| knowledge.possible(*c).len() == 2));
}

fn knowledge_second(choice: ChoiceIndex) -> u8 {
    Knowledge::new(clauses()).possible(choice)[1]
}

#[test]
fn what_is_permitted_comes_in_the_order_of_preference() {
    let mut knowledge = Knowledge::new(clauses());
    let everything = |permits: &dyn Permits, question| permits.permitted(choice(question));
    assert_eq!(everything(&knowledge, CHAR), [0]);
    assert_eq!(everything(&WithDeviations(&knowledge), CHAR), [0, 1]);
    assert_eq!(everything(&AllReadings(clauses()), CHAR), [0]);
    assert_eq!(everything(&AllReadings(clauses()), HIGH), [0, 1, 2]);
    knowledge.learn(&[answers_of(&[(HIGH, 1)]), answers_of(&[(HIGH, 2)])]);
    knowledge.note_deviations([(choice(CHAR), 1)]);
    assert_eq!(everything(&Predicted(&knowledge), HIGH), [1, 2]);
    assert_eq!(everything(&Predicted(&knowledge), CHAR), [1]);
    assert_eq!(everything(&knowledge, CHAR), [0], "the document's own");
    assert_eq!(everything(&AllReadings(clauses()), HIGH), [0, 1, 2]);
    for (question, document, predicted) in [(HIGH, 1, 1), (CHAR, 0, 1), (START, 0, 0)] {
        assert_eq!(knowledge.preferred(choice(question)), Some(document));
        assert_eq!(Predicted(&knowledge).preferred(choice(question)), Some(predicted));
    }
}

#[test]
fn subjects_are_compared_where_both_showed_something() {
    let subject = |readings: &[u8], departs: Option<u8>| {
        let mut knowledge = Knowledge::new(clauses());
        let fits: Vec<Assignment> = readings.iter().map(|r| answers_of(&[(HIGH, *r)])).collect();
        knowledge.learn(&fits);
        knowledge.note_deviations(departs.map(|r| (choice(HIGH), r)));
        knowledge
    };
    let differ = |a: &Knowledge, b: &Knowledge| {
        let reported = a.incompatible(b);
        reported.first().map(|difference| (difference.ours.clone(), difference.theirs.clone()))
    };
    assert_eq!(differ(&subject(&[0, 1], None), &subject(&[1, 2], None)), None, "they may agree");
    assert_eq!(differ(&subject(&[0, 1], None), &subject(&[2], None)), Some((vec![0, 1], vec![2])));
    assert_eq!(differ(&subject(&[], None), &subject(&[2], None)), None, "nothing is known of the first");
    assert_eq!(differ(&subject(&[], Some(1)), &subject(&[2], None)), Some((vec![1], vec![2])));
    let mut departs = Knowledge::new(clauses());
    departs.note_deviations([(choice(CHAR), 1)]);
    assert!(departs.incompatible(&Knowledge::new(clauses())).is_empty(), "nothing is known of the second");
    assert_eq!(differ(&subject(&[0], Some(1)), &subject(&[1], None)), None, "what it does counts");
}
