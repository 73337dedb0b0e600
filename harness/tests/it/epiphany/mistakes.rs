//! Mistakes made by hand in assembly text: each is found, named by its clause, and, where a value went
//! astray, found again. The same texts without the mistake conform, and so do texts with changes that the
//! document leaves free.

mod callees;
mod callers;
mod table;

use crate::common::{cases, settled};
use crosscall_embedded::Options;
use crosscall_engine::machine;
use crosscall_engine::verdict::batch::Batch;
use crosscall_engine::verdict::calls::Calls;
use crosscall_model::finding::{Answer, Found, Mismatch, Verdict, Violation};
use crosscall_model::plan::ClauseId;
use crosscall_model::{Case, Pairing, Style, Target, Value};
use crosscall_oracle::infer::Effort;
use crosscall_oracle::judge::{States, states};
use crosscall_oracle::knowledge::Knowledge;
use similar::{ChangeTag, TextDiff};
use std::sync::LazyLock;
use table::{Mistake, Unit};

const TARGET: Target = Target::Epiphany;

/// First byte of the values; the units' data are written for it.
const FIRST_BYTE: u8 = 0x10;

/// The dialect that all units keep to: the embedded subject's, with narrow arguments extended by the
/// caller. (A caller that extends fits the reading that the callee does it, too, so no run can decide this.)
static DIALECT: LazyLock<Knowledge> = LazyLock::new(|| {
    let mut knowledge = settled::settle(&Options::new(TARGET));
    settled::adopt(&mut knowledge, "EPIPHANY-S05", "", "R1");
    knowledge
});

fn case(unit: &Unit) -> Case {
    cases::call(TARGET, unit.declaration, FIRST_BYTE, unit.style)
}

/// Assembles a unit's text, runs it and judges it.
fn judge(unit: &Unit, text: &str, knowledge: &mut Knowledge, effort: Effort) -> (Verdict, Vec<ClauseId>) {
    let (verdict, exercised, _) = judge_and_show(unit, text, knowledge, effort);
    (verdict, exercised)
}

/// [`judge`], with the machine states that contradict the document.
fn judge_and_show(
    unit: &Unit,
    text: &str,
    knowledge: &mut Knowledge,
    effort: Effort,
) -> (Verdict, Vec<ClauseId>, Option<States>) {
    let cases = [case(unit)];
    let batch = Batch::new(&cases);
    let name = format!("{}_{}", unit.name, unit.pairing);
    let object = machine::assemble(TARGET, &name, text).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"));
    let mut calls = Calls::new(unit.pairing, &batch, &[0], &object, knowledge).expect("a program");
    let outcome = calls.judge(0, knowledge, effort).expect("a verdict");
    let evidence = calls.evidence(0, outcome.plan.result.clone()).expect("something ran");
    let states = states(unit.pairing, &evidence.plan, &evidence.observation);
    (outcome.verdict, outcome.exercised, states)
}

fn reported(mismatches: &[Mismatch]) -> String {
    let line = |m: &Mismatch| {
        let words = m.words();
        let inferred = words.inferred.as_deref().unwrap_or("-");
        let clauses = m.clauses.join(" ");
        format!("  {clauses}: {}: {} | {} | {inferred}\n", words.subject, words.expected, words.observed)
    };
    mismatches.iter().map(line).collect()
}

/// Errors in the report of a mistake; empty if it is found and named as it should be.
fn shortcomings(mistake: &Mistake) -> String {
    let mut knowledge = DIALECT.clone();
    let (verdict, exercised) = judge(mistake.unit, mistake.unit.text, &mut knowledge, Effort::Thorough);
    assert_eq!(verdict, Verdict::Conforms, "{} without a mistake", mistake.unit.name);
    let (verdict, _) = judge(mistake.unit, &mistake.text(), &mut knowledge, Effort::Usual);
    let Verdict::Violates(Violation { mismatches, .. }) = verdict else {
        return format!("{} ({}): {verdict:?}\n", mistake.what, mistake.unit.name);
    };
    let first = &mismatches[0];
    // A mistake that looks like another reading is reported as a change of readings first, then as what it is.
    let change = first.found == Some(Found::TwoConventions);
    let names: Vec<_> =
        mismatches.iter().take(if change { 2 } else { 1 }).filter_map(|m| m.clauses.first()).collect();
    let mut wrong = Vec::new();
    if !exercised.contains(&mistake.clause) {
        wrong.push("the clause was not put to the test without it");
    }
    if !names.contains(&&mistake.clause) {
        wrong.push("another clause comes first");
    }
    if first.words().subject != mistake.subject {
        wrong.push("it is about something else");
    }
    if !mismatches.iter().any(|m| m.words().inferred.unwrap_or_default().contains(mistake.reported)) {
        wrong.push("it does not tell the place");
    }
    if wrong.is_empty() {
        return String::new();
    }
    format!("{} ({}): {}\n{}", mistake.what, mistake.unit.name, wrong.join(", "), reported(&mismatches))
}

fn check(mistakes: &[Mistake]) {
    let wrong: String = mistakes.iter().map(shortcomings).collect();
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn mistakes_of_callees_are_found_and_named() {
    check(callees::MISTAKES);
}

#[test]
fn mistakes_of_callers_are_found_and_named() {
    check(callers::MISTAKES);
}

#[test]
fn what_the_document_leaves_free_is_no_mistake() {
    for change in callees::HARMLESS.iter().chain(callers::HARMLESS) {
        let (verdict, _) = judge(change.unit, &change.text(), &mut DIALECT.clone(), Effort::Usual);
        assert_eq!(verdict, Verdict::Conforms, "{} ({})", change.what, change.unit.name);
    }
}

/// A subject that leaves extension to the functions it calls must not rely on it when it is called.
#[test]
fn who_does_not_extend_does_not_rely_on_it() {
    let mut options = Options::new(TARGET);
    options.readings.set("EPIPHANY-S05", 2).expect("a reading");
    let knowledge = settled::settle(&options);
    let unit = &callees::NARROW;
    let (verdict, _) = judge(unit, unit.text, &mut knowledge.clone(), Effort::Usual);
    let Verdict::Violates(violation) = verdict else { panic!("{verdict:?}") };
    assert_eq!(violation.mismatches[0].clauses[0], "EPIPHANY-S05", "{}", reported(&violation.mismatches));
    let extends = unit
        .text
        .replace("_f0:\n", "_f0:\n\tlsl r0,r0,#24\n\tasr r0,r0,#24\n\tlsl r1,r1,#16\n\tlsr r1,r1,#16\n");
    let (verdict, _) = judge(unit, &extends, &mut knowledge.clone(), Effort::Usual);
    assert_eq!(verdict, Verdict::Conforms);
}

/// The lines in which the state that the document expects differs from the one that was there.
#[test]
fn dumps_differ_where_the_mistake_is() {
    let mut reported = String::new();
    for mistake in callees::MISTAKES.iter().chain(callers::MISTAKES) {
        let unit = mistake.unit;
        let (_, _, none) = judge_and_show(unit, unit.text, &mut DIALECT.clone(), Effort::Usual);
        assert_eq!(none, None, "{} without a mistake", unit.name);
        let (_, _, states) = judge_and_show(unit, &mistake.text(), &mut DIALECT.clone(), Effort::Usual);
        reported += &format!("{} ({} {})\n", mistake.what, unit.name, unit.pairing);
        let Some(states) = states else {
            reported += "  the state does not show it\n";
            continue;
        };
        reported += &format!("  {}\n", states.moment);
        for change in TextDiff::from_lines(&states.expected, &states.observed).iter_all_changes() {
            match change.tag() {
                ChangeTag::Delete => reported += &format!("  - {change}"),
                ChangeTag::Insert => reported += &format!("  + {change}"),
                ChangeTag::Equal => {}
            }
        }
    }
    expect_test::expect_file!["mistakes/dumps.txt"].assert_eq(&reported);
}

/// Reads the bit from r1, as it would if structures that end at 32 bits were aligned to 4, where the
/// document has it passed by address.
const ONE_BIT: &str = "\
	.text
	.balign 4
	.global _f0
_f0:
	mov r16,%low(_received0)
	movt r16,%high(_received0)
	str r0,[r16]
	lsl r17,r1,#31
	lsr r17,r17,#31
	str r17,[r16,#4]
	mov r17,#0
	str r17,[r16,#5]
	rts

	.bss
	.balign 16
	.global _received0
	.size _received0,32
_received0:
	.space 32
";

/// A single bit of an address can be what is expected of the value there. That must neither hide what the
/// subject does nor make it look like something else.
#[test]
fn what_fits_by_chance_is_no_answer() {
    let declaration =
        "void f(int, struct { union __attribute__((packed)) { unsigned m0 : 1; int m1; } m0; })";
    for bit in [0, 1] {
        let signature = crosscall_declarations::parse(declaration).expect("a declaration").signature;
        let arguments = vec![Value::Bits(7), Value::List(vec![Value::Member(0, Box::new(Value::Bits(bit)))])];
        let cases = [Case { target: TARGET, signature, arguments, result: None, style: Style::default() }];
        let mut options = Options::new(TARGET);
        options.readings.set("EPIPHANY-S06", 2).expect("a reading");
        let mut knowledge = settled::settle(&options);
        let object = machine::assemble(TARGET, "one bit", ONE_BIT).expect("good text");
        let batch = Batch::new(&cases);
        let mut calls = Calls::new(Pairing::Callee, &batch, &[0], &object, &knowledge).expect("a program");
        let outcome = calls.judge(0, &mut knowledge, Effort::Usual).expect("a verdict");
        let Verdict::Violates(violation) = outcome.verdict else {
            panic!("{bit}: {:?}", outcome.verdict);
        };
        // The subject that is known for R2 did as if this were its answer here.
        let as_if = [Answer { clause: "EPIPHANY-S06", question: "", reading: "R3" }];
        assert_eq!(violation.changed, as_if, "{bit}: {}", reported(&violation.mismatches));
    }
}
