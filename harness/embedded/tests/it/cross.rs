//! Both sides generated, assembled, linked and run against each other on the simulator.

use crosscall_embedded::{Options, Readings};
use crosscall_model::{Case, Target};

use super::support::{self, Random, run::run};

for_each_target!(
    every_value_arrives_under_the_default_dialect,
    every_value_arrives_under_the_compilers_dialect,
    every_value_arrives_under_dialects_that_few_cases_tell,
    every_value_arrives_under_any_dialect,
);

pub(crate) fn options(readings: Readings) -> Options {
    Options { target: readings.target(), readings, fault: None }
}

/// Greatest number of scalars in a case.
const MOST_SLOTS: usize = 1500;

pub(crate) fn cases(target: Target, random: &mut Random, count: usize) -> Vec<Case> {
    // The DPU's document has no vectors (DPU-S05), and campaigns have none for it: two sides cannot agree on the place of
    // a small vector among variable arguments, which named ones may be as well (DPU-VAR-02).
    let is_reported = |case: &Case| {
        let is_vector = |ty: &crosscall_model::Type| matches!(ty, crosscall_model::Type::Vector { .. });
        let is_variadic = case.signature.variadic.is_some();
        target != Target::Dpu || !is_variadic || !case.signature.arguments().any(is_vector)
    };
    // Records of records of arrays can be too large for any memory.
    let is_small = |case: &Case| crosscall_model::unit::received_slots(case).len() < MOST_SLOTS;
    let any = |random: &mut Random| match target {
        Target::Riscv(abi) if random.chance(60) => support::riscv::small_case(abi, random),
        _ => support::case(target, random),
    };
    let cases = std::iter::repeat_with(|| any(random));
    cases.filter(is_reported).filter(is_small).take(count).chain([support::rare_case(target)]).collect()
}

fn every_value_arrives_under_the_default_dialect(target: Target) {
    let mut random = Random::new(1);
    let options = options(Readings::defaults(target));
    for _ in 0..10 {
        let cases = cases(target, &mut random, 32);
        assert_eq!(run(&cases, &options, &options), []);
    }
}

fn every_value_arrives_under_the_compilers_dialect(target: Target) {
    let mut random = Random::new(2);
    let options = options(Readings::toolchain(target));
    for _ in 0..10 {
        let cases = cases(target, &mut random, 32);
        assert_eq!(run(&cases, &options, &options), []);
    }
}

/// Dialects under which few cases once went wrong: single members behind bit-fields, empty records in lists, unions that no
/// register holds.
const RARELY_WRONG: &[(Target, &str)] = &[
    (Target::Ipu, "IPU-S18 aggregates=R2"),
    (Target::Ipu, "IPU-S04 complex=R6,IPU-TYPE-01 double=R4,IPU-VAR-01 named=R1"),
    (Target::Ipu, "IPU-S04 bytes=R8"),
    (
        Target::Ipu,
        "IPU-S04 bytes=R8,IPU-S04 wide=R4,IPU-ARG-03 vectors=R2,IPU-ARG-06 order=R2,IPU-ARG-06 short=R4,\
         IPU-VAR-01 named=R1",
    ),
    (Target::ForwardCom, "FORWARDCOM-S03 empty=R8,FORWARDCOM-S13=R2"),
    (Target::ForwardCom, "FORWARDCOM-ARG-10 limit=R4"),
];

fn every_value_arrives_under_dialects_that_few_cases_tell(target: Target) {
    for (_, text) in RARELY_WRONG.iter().filter(|(of, _)| *of == target) {
        let mut random = Random::new(4);
        let options = options(Readings::parse(target, text).expect("known"));
        for _ in 0..100 {
            let mut cases = cases(target, &mut random, 32);
            cases.iter_mut().for_each(end_with_nothing);
            assert_eq!(run(&cases, &options, &options), [], "{text}");
        }
    }
}

/// Appends an empty record of 16 bytes to the unnamed arguments of a case.
fn end_with_nothing(case: &mut Case) {
    use crosscall_model::{Record, RecordKind, Type, Value};
    let record = Record { align: Some(16), ..Record::new(RecordKind::Struct, Vec::new()) };
    if let Some(unnamed) = &mut case.signature.variadic {
        unnamed.push(Type::Record(Box::new(record)));
        case.arguments.push(Value::List(Vec::new()));
    }
}

fn every_value_arrives_under_any_dialect(target: Target) {
    for seed in 100..300 {
        let mut random = Random::new(seed);
        let readings = support::readings(target, &mut random);
        let options = options(readings);
        let mut cases = cases(target, &mut random, 8);
        // Few dialects leave no register to call with.
        cases.retain(|case| crosscall_embedded::caller_unit(&[(0, case)], &options).is_ok());
        assert!(cases.len() >= 7, "seed {seed}: {}", options.readings);
        let wrong = run(&cases, &options, &options);
        let about: Vec<String> =
            wrong.iter().map(|w| crosscall_model::c::signature(&cases[w.k].signature, "f")).collect();
        assert!(wrong.is_empty(), "seed {seed}: {}: {about:?} {wrong:#?}", options.readings);
    }
}
