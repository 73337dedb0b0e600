//! Both sides generated, assembled, linked and run against each other on the simulator.

mod common;

use common::{Random, run::run};
use crosscall_embedded::{Options, Readings};
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
    for seed in 100..200 {
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
    for batch in 0..12 {
        wrong.extend(run(&cases(&mut random, 32), callee, caller).into_iter().map(|w| (batch, w.k)));
    }
    wrong.len()
}

#[test]
fn probe_faults() {
    let good = options(Readings::defaults(Target::Epiphany));
    for fault in crosscall_embedded::Fault::all() {
        let bad = Options { fault: Some(fault), ..good.clone() };
        println!(
            "{:28} callee {:4} caller {:4}",
            fault.name,
            failing(&bad, &good, 7),
            failing(&good, &bad, 7)
        );
    }
}

#[test]
fn probe_readings() {
    let good = options(Readings::defaults(Target::Epiphany));
    for choice in crosscall_embedded::choices(Target::Epiphany) {
        for (n, _) in choice.readings {
            let mut bad = good.clone();
            bad.readings.set(choice.key, *n).unwrap();
            println!(
                "{:28} {n} callee {:4} caller {:4}",
                choice.key,
                failing(&bad, &good, 7),
                failing(&good, &bad, 7)
            );
        }
    }
}
