//! Both sides generated, assembled, linked and run against each other on the simulator.

mod common;

use common::{Random, run::run};
use crosscall_embedded::{Fault, Options, Readings, Side, choices};
use crosscall_model::{Case, Target};

fn options(readings: Readings) -> Options {
    Options { target: Target::Epiphany, readings, fault: None }
}

fn cases(random: &mut Random, count: usize) -> Vec<Case> {
    (0..count).map(|_| common::case(random)).collect()
}

#[test]
fn every_value_arrives_under_the_default_dialect() {
    let mut random = Random::new(1);
    let options = options(Readings::defaults(Target::Epiphany));
    for _ in 0..10 {
        let cases = cases(&mut random, 32);
        assert_eq!(run(&cases, &options, &options), []);
    }
}

#[test]
fn every_value_arrives_under_the_compilers_dialect() {
    let mut random = Random::new(2);
    let options = options(Readings::toolchain(Target::Epiphany));
    for _ in 0..10 {
        let cases = cases(&mut random, 32);
        assert_eq!(run(&cases, &options, &options), []);
    }
}

#[test]
fn every_value_arrives_under_any_dialect() {
    for seed in 100..300 {
        let mut random = Random::new(seed);
        let readings = common::readings(&mut random);
        let options = options(readings);
        let cases = cases(&mut random, 8);
        let wrong = run(&cases, &options, &options);
        assert!(wrong.is_empty(), "seed {seed}: {}: {wrong:#?}", options.readings);
    }
}

/// Cases out of a few hundred that go wrong when only one side follows these readings or commits this
/// fault, by side.
fn failing(callee: &Options, caller: &Options, seed: u64) -> usize {
    let mut random = Random::new(seed);
    let mut wrong = std::collections::BTreeSet::new();
    for batch in 0..8 {
        wrong.extend(run(&cases(&mut random, 32), callee, caller).into_iter().map(|w| (batch, w.k)));
    }
    wrong.len()
}

/// Faults that change nothing which the other side reads or which the watcher looks at: only a
/// comparison of the whole machine state at the call boundary finds them.
const SILENT: &[&str] = &[
    "link-register",
    "callers-object-modified",
    "result-not-extended",
    "result-pointer",
    "stray-write",
    "beyond-limit",
    "mode-left",
    "byte-order",
    "char-unsigned",
    "unsigned-int-signed",
];

#[test]
fn a_fault_on_one_side_is_noticed() {
    let mut silent = Vec::new();
    for fault in Fault::all() {
        let good = Options { fault: None, ..Options::with_fault(fault) };
        let bad = Options::with_fault(fault);
        let noticed = match fault.side {
            Side::Callee => failing(&bad, &good, 7) > 0,
            Side::Caller => failing(&good, &bad, 7) > 0,
            Side::Both | Side::Data => failing(&bad, &good, 7) > 0 && failing(&good, &bad, 7) > 0,
        };
        if !noticed {
            silent.push(fault.name);
        }
    }
    assert_eq!(silent, SILENT);
}

/// Readings that the other side cannot notice by the values that it gets: they speak of bits and
/// registers that a well-behaved other side does not look at.
const UNNOTICED: &[&str] = &[
    "EPIPHANY-TYPE-05",
    "EPIPHANY-REG-11",
    "EPIPHANY-REG-07 link",
    "EPIPHANY-S03 temporary",
    "EPIPHANY-S04",
    "EPIPHANY-S10 slots",
    "EPIPHANY-S10 copy",
    "EPIPHANY-RET-01",
    "EPIPHANY-RET-06 again",
    "EPIPHANY-STACK-10=R2",
    "EPIPHANY-CALL-04",
    "EPIPHANY-S01 wchar=R5",
    "EPIPHANY-S02 sign",
    // Without effect under the default dialect.
    "EPIPHANY-ARG-03 split",
];

#[test]
fn sides_with_different_readings_do_not_understand_each_other() {
    let one = Options::new(Target::Epiphany);
    for choice in choices(Target::Epiphany) {
        for (number, _) in choice.readings.iter().filter(|(n, _)| *n != choice.default) {
            let mut other = one.clone();
            other.readings.set(choice.key, *number).expect("a reading of the table");
            let noticed = failing(&other, &one, 9) > 0 || failing(&one, &other, 9) > 0;
            let name = format!("{}=R{number}", choice.key);
            let silent = UNNOTICED.contains(&choice.key) || UNNOTICED.contains(&name.as_str());
            assert_eq!(noticed, !silent, "{name}");
        }
    }
}

#[test]
fn readings_without_effect_alone_have_one_in_company() {
    let (company, reading) = ("EPIPHANY-ARG-03 start=R2", "EPIPHANY-ARG-03 split=R6");
    let one = options(Readings::parse(Target::Epiphany, company).expect("known"));
    let both = format!("{company},{reading}");
    let other = options(Readings::parse(Target::Epiphany, &both).expect("known"));
    assert!(failing(&one, &other, 11) > 0, "{both}");
}
