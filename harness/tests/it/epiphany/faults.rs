//! Every seeded fault of the embedded code generator is found in a small set of cases, and the first case
//! that shows it names its clause.

use crate::common::settled;
use crosscall_embedded::{Fault, Options, Side};
use crosscall_engine::unit::Role;
use crosscall_engine::verdict;
use crosscall_engine::verdict::batch::Batch;
use crosscall_engine::verdict::calls::Calls;
use crosscall_model::finding::{Mismatch, Verdict};
use crosscall_model::{Case, Pairing, Target, c};
use crosscall_oracle::infer::Effort;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_toolchain::cases::Source;
use std::sync::LazyLock;

const TARGET: Target = Target::Epiphany;

/// Random cases after the directed ones.
const RANDOM_CASES: u64 = 500;

/// Cases that are judged at a time, until one shows the fault.
const BATCH: usize = 16;

/// Faults that keep to another reading of their clause, one that demands less than that of the faultless
/// subject. No run can hold a subject to the stricter one: whoever follows it fits both. They are found
/// once the stricter reading (clause, question, reading) is taken as agreed.
const ONLY_READINGS: &[(&str, (&str, &str, &str))] =
    &[("result-pointer", ("EPIPHANY-RET-06", "again", "R3"))];

/// Faults of both sides that change nothing on one of them, with the reason.
const ONE_SIDED: &[(&str, Pairing, &str)] =
    &[("callers-object-modified", Pairing::Caller, "only who is called modifies what was passed to him")];

/// Faults whose first case may be reported under another clause, with the reason.
const TOLD_OTHERWISE: &[(&str, &str, &str)] = &[
    (
        "empty-record-passed",
        "EPIPHANY-S14",
        "where the record is unnamed, what moves are unnamed arguments: one case cannot tell the two apart",
    ),
    ("member-offset", "EPIPHANY-S24", "the parts of a complex value are read too low as members are"),
    ("float-alignment", "EPIPHANY-S24", "a complex type has the alignment of its parts"),
];

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let source = Source::new(TARGET, 1);
    (0..source.directed() + RANDOM_CASES).map(|i| source.case(i)).collect()
});

/// Knowledge about the subject without its fault.
fn knowledge(options: &Options) -> Knowledge {
    settled::settle(&Options { fault: None, ..options.clone() })
}

/// The pairings in which a fault of a side can show. A fault of the layout of data shows in calls, too, as
/// whatever follows from it; its clause is for the constants.
fn pairings(side: Side) -> Vec<(Pairing, Role)> {
    let shows = |pairing: Pairing| match side {
        Side::Callee => pairing == Pairing::Callee,
        Side::Caller => pairing == Pairing::Caller,
        Side::Both => pairing != Pairing::Layout,
        Side::Data => pairing == Pairing::Layout,
    };
    settled::PAIRINGS.into_iter().filter(|(pairing, _)| shows(*pairing)).collect()
}

/// The first case that does not conform, in C, with what is wrong. (A violation takes longer to explain
/// than hundreds of conforming cases to judge.)
fn first_violation(
    pairing: (Pairing, Role),
    options: &Options,
    knowledge: &Knowledge,
) -> Option<(String, Vec<Mismatch>)> {
    let mut knowledge = knowledge.clone();
    CASES.chunks(BATCH).find_map(|batch| {
        let compiled = settled::compile(pairing.1, batch, options);
        let (ks, object) = compiled.objects.first()?;
        let violation = |k: usize, verdict: Verdict| match verdict {
            Verdict::Violates(violation) => {
                Some((c::signature(&batch[k].signature, "f"), violation.mismatches))
            }
            _ => None,
        };
        if pairing.0 == Pairing::Layout {
            let results = verdict::layout(&Batch::new(batch), &compiled, &mut knowledge, &|_| Effort::Usual);
            return results.into_iter().find_map(|result| violation(result.k, result.verdict));
        }
        let cases = Batch::new(batch);
        let mut calls = Calls::new(pairing.0, &cases, ks, object, &knowledge).expect("a program");
        ks.iter().find_map(|k| violation(*k, calls.judge(*k, &mut knowledge, Effort::Usual).ok()?.verdict))
    })
}

/// Errors in the report of a fault; empty if it is found and named as it should be.
fn shortcomings(fault: &'static Fault) -> String {
    let options = Options::with_fault(fault);
    let mut knowledge = knowledge(&options);
    let mut wrong = String::new();
    if let Some((_, (clause, question, reading))) = ONLY_READINGS.iter().find(|(name, _)| *name == fault.name)
    {
        for pairing in pairings(fault.side) {
            if first_violation(pairing, &options, &knowledge).is_some() {
                wrong += &format!("{} ({}): is more than another reading\n", fault.name, pairing.0);
            }
        }
        settled::adopt(&mut knowledge, clause, question, reading);
    }
    for pairing in pairings(fault.side) {
        let harmless = ONE_SIDED.iter().any(|(name, side, _)| *name == fault.name && *side == pairing.0);
        match first_violation(pairing, &options, &knowledge) {
            None if harmless => {}
            None => wrong += &format!("{} ({}): not found\n", fault.name, pairing.0),
            Some((signature, _)) if harmless => {
                wrong += &format!("{} ({}): found all the same, by {signature}\n", fault.name, pairing.0);
            }
            Some((signature, mismatches)) => {
                // The first may be about another argument, or say that it looks like another reading; records
                // that hold a type which is laid out wrongly stand before it.
                let reported = if fault.side == Side::Data { mismatches.len() } else { 2 };
                let otherwise = TOLD_OTHERWISE.iter().find(|(name, ..)| *name == fault.name);
                let names = |m: &Mismatch| {
                    m.clauses.contains(&fault.clause)
                        || otherwise.is_some_and(|(_, c, _)| m.clauses.contains(c))
                };
                if !mismatches.iter().take(reported).any(names) {
                    wrong += &format!("{} ({}): {signature}: {mismatches:#?}\n", fault.name, pairing.0);
                }
            }
        }
    }
    wrong
}

fn check(wanted: impl Fn(Side) -> bool) {
    let faults: Vec<_> = Fault::of(TARGET).iter().filter(|fault| wanted(fault.side)).collect();
    assert!(!faults.is_empty());
    let wrong: String = faults.into_iter().map(shortcomings).collect();
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn faults_of_called_functions_are_found_and_named() {
    check(|side| side == Side::Callee);
}

#[test]
fn faults_of_callers_and_of_both_sides_are_found_and_named() {
    check(|side| matches!(side, Side::Caller | Side::Both));
}

#[test]
fn faults_of_data_are_found_and_named() {
    check(|side| side == Side::Data);
}

#[test]
fn the_lists_of_exceptions_name_faults() {
    let names = ONLY_READINGS.iter().map(|(name, _)| name).chain(ONE_SIDED.iter().map(|(name, ..)| name));
    for name in names.chain(TOLD_OTHERWISE.iter().map(|(name, ..)| name)) {
        assert!(Fault::by_name(TARGET, name).is_ok(), "{name}");
    }
}
