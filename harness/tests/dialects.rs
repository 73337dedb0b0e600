//! Whatever reading the embedded code generator for the DPU is told to follow, is what is known of it after the directed
//! cases of the target: each dialect is inferred from what it does alone.

#[allow(dead_code)]
#[path = "mistakes/settled.rs"]
mod settled;

use crosscall_embedded::{Choice, Options, Readings};
use crosscall_model::Target;
use crosscall_oracle::clause::catalogue;

const TARGET: Target = Target::Dpu;

/// Tests that share the work, each of which takes every so many questions.
const PARTS: usize = 4;

/// What is wrong with what is known of a subject that follows one reading of a question; empty when it is that reading.
fn shortcomings(choice: &Choice, reading: u8) -> String {
    let text = format!("{}=R{reading}", choice.key);
    let readings = Readings::parse(TARGET, &text).expect("a reading");
    let knowledge = settled::settle(&Options { readings, ..Options::new(TARGET) });
    let (question, answer) = catalogue(TARGET).find_answer(&text).expect("an answer");
    let known = knowledge.possible(question);
    if known == [answer] { String::new() } else { format!("{text}: {known:?} instead of {answer}\n") }
}

fn check(part: usize) {
    let choices = crosscall_embedded::choices(TARGET).iter().skip(part).step_by(PARTS);
    let all = choices.flat_map(|choice| choice.readings.iter().map(move |(reading, _)| (choice, *reading)));
    let wrong: String = all.map(|(choice, reading)| shortcomings(choice, reading)).collect();
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn first_part() {
    check(0);
}

#[test]
fn second_part() {
    check(1);
}

#[test]
fn third_part() {
    check(2);
}

#[test]
fn fourth_part() {
    check(3);
}
