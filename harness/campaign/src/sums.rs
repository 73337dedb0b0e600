//! Tests: the records of batches add up to the same, in whatever order and by whatever parts.

use super::availability::Availability;
use super::judge::{self, JudgeContext};
use super::record::Record;
use super::replaced::Watch;
use super::stored::Plan;
use super::{RunSettings, compile_all, merge, stored};
use crate::known::Known;
use crosscall_base::progress::Silent;
use crosscall_embedded::Fault;
use crosscall_model::{Pairing, Target};
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_selftest::mutants::Mutation;
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::capability::Capabilities;
use crosscall_toolchain::cases::Source;
use proptest::prelude::*;
use proptest::sample::Index;
use std::sync::{Arc, OnceLock};

const TARGET: Target = Target::Epiphany;

/// Number of batches.
const BATCHES: u64 = 12;

/// The embedded code generator, and others of its kind with faults that show in many ways.
fn subjects() -> Vec<Toolchain> {
    let broken = |name: &str| {
        let mutation = Mutation::new(Fault::by_name(TARGET, name).unwrap(), Arc::default());
        let hook = Some(Arc::new(mutation) as _);
        Toolchain { name: name.to_owned(), hook, ..Toolchain::embedded(TARGET) }
    };
    let faulty = ["member-order", "arguments-shifted", "saved-register"].map(broken);
    std::iter::once(Toolchain::embedded(TARGET)).chain(faulty).collect()
}

/// Records of the first batches, all of which are judged under nothing.
fn records() -> &'static [Record] {
    static RECORDS: OnceLock<Vec<Record>> = OnceLock::new();
    RECORDS.get_or_init(|| {
        let plan = Plan {
            targets: vec![TARGET],
            pairings: Pairing::ALL.to_vec(),
            cases: u64::MAX,
            seed: 1,
            batch: 8,
            values: 0,
            shard: "1/1".to_owned(),
        };
        let settings: RunSettings = merge::settings(&plan, Known::built_in().unwrap().clone());
        let subjects = subjects();
        let capabilities: Vec<Capabilities> = subjects.iter().map(|_| Capabilities::all()).collect();
        let source = Source::new(TARGET, 1);
        let (availability, watch) = (Availability::of(subjects.len()), Watch::begin(&[]));
        let context = JudgeContext {
            settings: &settings,
            target: TARGET,
            subjects: &subjects,
            source: &source,
            progress: &Silent,
            folder: None,
            store: None,
            availability: &availability,
            watch: &watch,
        };
        let nothing = vec![Knowledge::new(catalogue(TARGET)); subjects.len()];
        let record = |number: u64| {
            let numbers = settings.cases_of_batch(number);
            let first = numbers.start;
            let cases = numbers.map(|index| source.case(index)).collect();
            let batch = compile_all(context, &capabilities, first, cases).unwrap();
            judge::judge(context, &mut nothing.clone(), &batch)
        };
        (0..BATCHES).map(record).collect()
    })
}

/// Everything in a record, in the form in which it is stored.
fn reported(record: &Record) -> String {
    let found = record.found.iter();
    let found: Vec<_> =
        found.map(|(key, f)| (key, &f.seen, &f.toolchains, &f.pairings, f.times, &f.common)).collect();
    stored::text(&(&record.subjects, found, &record.visited)).unwrap()
}

#[test]
fn there_is_something_to_add_up() {
    let mut sum = Record::default();
    let mut news = 0;
    for record in records() {
        news += usize::from(!sum.absorb(record.clone()).is_empty());
    }
    assert!(sum.found.len() > 10 && news > 3, "{} findings in {news} batches", sum.found.len());
    let repeated = sum.found.values().filter(|found| found.times > 10).count();
    assert!(repeated > 3, "{repeated}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// One record after the other is added to any of those that are left.
    #[test]
    fn records_add_up_in_any_order_and_by_any_parts(
        steps in proptest::collection::vec(any::<(Index, Index)>(), BATCHES as usize - 1),
    ) {
        let mut whole = Record::default();
        records().iter().for_each(|record| drop(whole.absorb(record.clone())));
        let mut parts = records().to_vec();
        for (one, other) in steps {
            let part = parts.remove(one.index(parts.len()));
            let at = other.index(parts.len());
            parts[at].absorb(part);
        }
        prop_assert_eq!(parts.len(), 1);
        prop_assert!(reported(&parts[0]) == reported(&whole));
    }
}
