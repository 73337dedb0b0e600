//! Questions that are left open, and why.

use crosscall_model::Target;
use crosscall_oracle::choose::Assignment;
use crosscall_oracle::clause::{Catalogue, catalogue};
use crosscall_oracle::knowledge::Knowledge;
use crosscall_oracle::lessons::Lessons;
use crosscall_oracle::standing::{Why, unsettled};

fn clauses() -> &'static Catalogue {
    catalogue(Target::Epiphany)
}

fn why(knowledge: &Knowledge, clause: &str, question: &str) -> Option<Why> {
    let open = unsettled(knowledge, &Lessons::default());
    open.into_iter().find(|q| q.clause == clause && q.question == question).map(|q| q.why)
}

/// Learns that cases fit these answers and no other.
fn learn(knowledge: &mut Knowledge, answers: &[&str]) {
    let fits: Vec<Assignment> = answers
        .iter()
        .map(|text| [clauses().find_answer(text).expect("an answer of the catalogue")].into_iter().collect())
        .collect();
    knowledge.learn(&fits);
}

#[test]
fn conditions_name_answers_of_the_catalogue() {
    for choice in clauses().choices() {
        let (clause, question) = clauses().choice(choice);
        for answer in &question.only_with {
            let found = clauses().find_answer(answer);
            assert!(found.is_some_and(|(other, _)| other != choice), "{}: {answer}", clause.id);
        }
    }
    for wrong in ["EPIPHANY-S06", "EPIPHANY-S06=R9", "EPIPHANY-S99=R1", "EPIPHANY-S02 order=R1", "=", ""] {
        assert_eq!(clauses().find_answer(wrong), None, "{wrong}");
    }
}

#[test]
fn a_question_is_open_for_a_reason() {
    let mut knowledge = Knowledge::new(clauses());
    assert_eq!(why(&knowledge, "EPIPHANY-S02", ""), Some(Why::NotExercised));
    learn(&mut knowledge, &["EPIPHANY-S02=R1", "EPIPHANY-S02=R3"]);
    assert_eq!(why(&knowledge, "EPIPHANY-S02", ""), Some(Why::Several(vec!["R1", "R3"])));
    learn(&mut knowledge, &["EPIPHANY-S02=R3"]);
    assert_eq!(why(&knowledge, "EPIPHANY-S02", ""), None);
}

#[test]
fn a_question_that_cannot_come_up_is_distinguished_from_one_that_did_not() {
    let mut knowledge = Knowledge::new(clauses());
    assert_eq!(why(&knowledge, "EPIPHANY-S08", "composite"), Some(Why::NotExercised));
    learn(&mut knowledge, &["EPIPHANY-S06=R2"]);
    let reason = "it comes up only with S06 R3".to_owned();
    assert_eq!(why(&knowledge, "EPIPHANY-S08", "composite"), Some(Why::DoesNotArise(reason)));
    let mut knowledge = Knowledge::new(clauses());
    learn(&mut knowledge, &["EPIPHANY-S06=R2", "EPIPHANY-S06=R3"]);
    assert_eq!(why(&knowledge, "EPIPHANY-S08", "composite"), Some(Why::NotExercised));
    assert!(matches!(why(&knowledge, "EPIPHANY-MEM-17", "spill"), Some(Why::DoesNotArise(_))));
}

#[test]
fn a_departure_is_an_answer() {
    let mut knowledge = Knowledge::new(clauses());
    assert_eq!(why(&knowledge, "EPIPHANY-TYPE-05", ""), Some(Why::NotExercised));
    knowledge.note_deviations(clauses().find_answer("EPIPHANY-TYPE-05=R2"));
    assert_eq!(why(&knowledge, "EPIPHANY-TYPE-05", ""), None);
}
