//! A fault has the same fingerprints whatever functions and types are called, and whatever the values are.
//!
//! Names in the sources come from a case's number in its unit (`f7`, `struct t7_0`, `received7`); members have no other
//! names than their places. So a case is judged under one number and under another one, with its own values and with others.
//! The numbers are 0 and multiples of eight, for what a fault does can depend on the lowest bits of a number (a register of
//! several), and so does the way in which a case is run (in a second thread).

use crate::common::is_thorough;
use crate::common::settled;
use crosscall_campaign::fingerprint;
use crosscall_embedded::{Fault, Options, Side};
use crosscall_engine::machine;
use crosscall_engine::unit::{Compiled, Role};
use crosscall_engine::verdict;
use crosscall_engine::verdict::batch::Batch;
use crosscall_engine::verdict::calls::Calls;
use crosscall_model::finding::Fingerprint;
use crosscall_model::finding::Verdict;
use crosscall_model::{Case, Pairing, Target};
use crosscall_oracle::infer::Effort;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_toolchain::cases::Source;
use crosscall_toolchain::units::assembly_text;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::cell::Cell;
use std::collections::BTreeSet;

/// Cases of each target.
fn tries() -> u32 {
    if is_thorough() { 60 } else { 24 }
}

/// Random cases behind the directed ones.
const RANDOM: u64 = 4000;

/// Faults that show with some values only.
const OF_VALUES: [&str; 3] = ["zero-argument", "minus-one-argument", "least-argument"];

/// The one unit of a case under a number.
fn compile(role: Role, k: usize, case: &Case, options: &Options) -> Option<Compiled> {
    let text = assembly_text(role, &[(k, case)], options);
    let object = machine::assemble(options.target, role.unit_name(), &text.ok()?).expect("an object file");
    Some(Compiled { objects: vec![(vec![k], object)], ..Compiled::default() })
}

/// Fingerprints of a case in one pairing; `None` if the case cannot be run.
fn shown(
    (pairing, role): (Pairing, Role),
    k: usize,
    case: &Case,
    options: &Options,
    knowledge: &Knowledge,
) -> Option<BTreeSet<Fingerprint>> {
    let compiled = compile(role, k, case, options)?;
    let cases = vec![case.clone(); k + 1];
    let (batch, mut knowledge) = (Batch::new(&cases), knowledge.clone());
    let verdict = match pairing {
        Pairing::Layout => {
            let all = verdict::layout(&batch, &compiled, &mut knowledge, &|_| Effort::Usual);
            all.into_iter().find(|result| result.k == k)?.verdict
        }
        _ => {
            let (ks, object) = compiled.objects.first()?;
            let mut calls = Calls::new(pairing, &batch, ks, object, &knowledge).ok()?;
            calls.judge(k, &mut knowledge, Effort::Usual).ok()?.verdict
        }
    };
    match verdict {
        Verdict::Conforms => Some(BTreeSet::new()),
        Verdict::Violates(violation) => Some(fingerprint::of(pairing, &violation).into_iter().collect()),
        _ => None,
    }
}

fn pairings(side: Side) -> impl Iterator<Item = (Pairing, Role)> {
    settled::PAIRINGS.into_iter().filter(move |(pairing, _)| match side {
        Side::Callee => *pairing == Pairing::Callee,
        Side::Caller => *pairing == Pairing::Caller,
        Side::Both => *pairing != Pairing::Layout,
        Side::Data => true,
    })
}

/// Goes through random cases and faults of a target; how many showed something.
fn check(target: Target) {
    let faults: Vec<&'static Fault> =
        Fault::of(target).iter().filter(|fault| !OF_VALUES.contains(&fault.name)).collect();
    let knowledge = settled::settle(&Options::new(target));
    let telling = Cell::new(0_u32);
    let input = (0..faults.len(), any::<bool>(), any::<u16>(), 1..5_usize, 1..=255_u8);
    let config = Config { cases: tries(), failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    let result = runner.run(&input, |(fault, directed, index, eighth, start)| {
        let source = Source::new(target, u64::from(index));
        let index = match directed {
            true => u64::from(index) % source.directed(),
            false => source.directed() + u64::from(index) % RANDOM,
        };
        let (case, k) = (source.case(index), 8 * eighth);
        let options = Options::with_fault(faults[fault]);
        for pairing in pairings(faults[fault].side) {
            let shown = |k, case: &Case| shown(pairing, k, case, &options, &knowledge);
            let Some(first) = shown(0, &case) else { continue };
            let named = format!("{}, {}, {:?}", faults[fault].name, pairing.0, case.signature);
            prop_assert_eq!(&shown(k, &case), &Some(first.clone()), "{} under other names", named);
            let other = source.with_other_values(&case, start);
            let Some(second) = shown(0, &other) else { continue };
            // Some values are what a fault makes of them.
            if !first.is_empty() && !second.is_empty() {
                prop_assert_eq!(&second, &first, "{} with other values", named);
                telling.set(telling.get() + 1);
            }
        }
        Ok(())
    });
    assert!(result.is_ok(), "{target:?}: {result:?}");
    let telling = telling.get();
    println!("{target:?}: {telling} that show a fault");
    let tries = tries();
    assert!(telling >= tries / 6, "{target:?}: {telling} of {tries} show a fault, which is few");
}

macro_rules! targets {
    ($($name:ident: $target:ident,)*) => {
        $(
            #[test]
            fn $name() {
                check(Target::$target);
            }
        )*
    };
}

targets! {
    names_and_values_say_nothing_on_epiphany: Epiphany,
    names_and_values_say_nothing_on_nyuzi: Nyuzi,
    names_and_values_say_nothing_on_dpu: Dpu,
    names_and_values_say_nothing_on_ipu: Ipu,
    names_and_values_say_nothing_on_forwardcom: ForwardCom,
}
