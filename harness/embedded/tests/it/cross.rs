//! Both sides generated, assembled, linked and run against each other on the simulator.

use crosscall_embedded::{Fault, Options, Readings, Side, choices};
use crosscall_model::{Case, Target};

use super::support::{self, Random, run::run};

for_each_target!(
    every_value_arrives_under_the_default_dialect,
    every_value_arrives_under_the_compilers_dialect,
    every_value_arrives_under_dialects_that_few_cases_tell,
    every_value_arrives_under_any_dialect,
    a_fault_on_one_side_is_noticed,
    sides_with_different_readings_do_not_understand_each_other,
);

fn options(readings: Readings) -> Options {
    Options { target: readings.target(), readings, fault: None }
}

/// Greatest number of scalars in a case.
const MOST_SLOTS: usize = 1500;

fn cases(target: Target, random: &mut Random, count: usize) -> Vec<Case> {
    // The DPU's document has no vectors (DPU-S05), and campaigns have none for it: two sides cannot agree on the place of
    // a small vector among variable arguments, which named ones may be as well (DPU-VAR-02).
    let is_reported = |case: &Case| {
        let is_vector = |ty: &crosscall_model::Type| matches!(ty, crosscall_model::Type::Vector { .. });
        let is_variadic = case.signature.variadic.is_some();
        target != Target::Dpu || !is_variadic || !case.signature.arguments().any(is_vector)
    };
    // Records of records of arrays can be too large for any memory.
    let is_small = |case: &Case| crosscall_model::unit::received_slots(case).len() < MOST_SLOTS;
    let cases = std::iter::repeat_with(|| support::case(target, random));
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

/// True if some case out of a few hundred goes wrong when only one side follows these readings or commits this fault.
fn fails(callee: &Options, caller: &Options, seed: u64) -> bool {
    let mut random = Random::new(seed);
    (0..8).any(|_| !run(&cases(callee.target, &mut random, 32), callee, caller).is_empty())
}

/// The invented target is run by the tests of the harness, RISC-V by those in `riscv`.
const NOT_HERE: &[&str] = &[];

/// Faults that change nothing which the other side reads or which the watcher looks at: only a
/// comparison of the whole machine state at the call boundary finds them.
fn silent_faults(target: Target) -> &'static [&'static str] {
    match target {
        Target::Epiphany => &[
            "link-register",
            // Each function is run once here, and goes to its end; the values of these cases are all telling ones.
            "other-way-out",
            "bit-fields-unsigned",
            "minus-one-argument",
            "least-argument",
            "callers-object-modified",
            "result-not-extended",
            "result-pointer",
            "stray-write",
            "beyond-limit",
            "mode-left",
            "byte-order",
            "char-unsigned",
            "unsigned-int-signed",
        ],
        Target::Nyuzi => &[
            "other-way-out",
            "link-register",
            "beyond-limit",
            "callers-object-modified",
            "room-outside",
            "stray-write",
            "byte-order",
        ],
        Target::Dpu => &[
            "beyond-limit",
            // One thread goes through both sides here.
            "thread-number",
            "shared-object",
            "second-stack",
            "other-stack",
            "saved-words-swapped",
            "callers-object-modified",
            "byte-order",
        ],
        Target::Ipu => &[
            "beyond-limit",
            "callers-object-modified",
            "result-not-extended",
            "vertex-returns",
            "stray-write",
            "byte-order",
            "half-size",
            "enumerations-unsigned",
            "first-constant",
            "plain-enumerations-unsigned",
            "plain-unsigned",
        ],
        // Many need vectors without a fixed length, two results, or lists of registers: these cases have none.
        Target::ForwardCom => &[
            "byte-order",
            "char-sign",
            "half-size",
            "truth-whole",
            "work-unsaved",
            "saved-vector",
            "mode-left",
            "changes-unlisted",
            "calls-unlisted",
            "argument-length",
            "list-place",
            "lanes-for-bytes",
            "listed-original",
            "list-kept",
            "vectors-seventeen",
            "floats-close",
            "callers-object-modified",
            "object-first",
            "object-last",
            "result-length",
            "two-alike",
            "two-swapped",
            "result-pointer",
        ],
        Target::Riscv(_) | Target::Invented => NOT_HERE,
    }
}

fn a_fault_on_one_side_is_noticed(target: Target) {
    let mut silent = Vec::new();
    for fault in Fault::of(target) {
        let good = Options { fault: None, ..Options::with_fault(fault) };
        let bad = Options::with_fault(fault);
        let noticed = |seed: u64| match fault.side {
            Side::Callee => fails(&bad, &good, seed),
            Side::Caller => fails(&good, &bad, seed),
            Side::Both | Side::Data => fails(&bad, &good, seed) && fails(&good, &bad, seed),
        };
        // Two seeds, because the occasion may be rare.
        if !noticed(7) && !noticed(8) {
            silent.push(fault.name);
        }
    }
    assert_eq!(silent, silent_faults(target));
}

/// Readings that the other side cannot notice by the values that it gets: they speak of bits and
/// registers that a well-behaved other side does not look at, or have no effect under the default dialect.
fn silent_readings(target: Target) -> &'static [&'static str] {
    match target {
        Target::Epiphany => &[
            "EPIPHANY-TYPE-05=R2",
            "EPIPHANY-S03 temporary=R4",
            "EPIPHANY-REG-07 link=R2",
            "EPIPHANY-REG-11=R2",
            "EPIPHANY-S04=R2",
            "EPIPHANY-ARG-03 split=R6",
            "EPIPHANY-S10 slots=R3",
            "EPIPHANY-S10 copy=R2",
            "EPIPHANY-RET-01=R2",
            "EPIPHANY-RET-06 again=R4",
            "EPIPHANY-S01 wchar=R5",
            "EPIPHANY-S02 sign=R5",
            "EPIPHANY-STACK-10=R2",
            "EPIPHANY-CALL-04=R1",
        ],
        Target::Nyuzi => &[
            "NYUZI-TYPE-01=R2",
            "NYUZI-TYPE-10 alignment=R2",
            "NYUZI-S03 wchar=R6",
            "NYUZI-S05 sign=R6",
            "NYUZI-REG-04 link=R2",
            "NYUZI-REG-08=R1",
            "NYUZI-S09 split=R6",
            "NYUZI-S10 slots=R3",
            "NYUZI-S10 temporary=R6",
            "NYUZI-RET-01 again=R4",
            "NYUZI-RET-03=R2",
            "NYUZI-S15=R2",
        ],
        Target::Dpu => &[
            "DPU-TYPE-02=R2",
            "DPU-TYPE-14=R2",
            "DPU-S02=R2",
            "DPU-S04 wchar=R4",
            "DPU-S08 sign=R5",
            "DPU-REG-08=R1",
            "DPU-S10=R2",
            "DPU-S16=R1",
            "DPU-RET-01=R2",
            "DPU-RET-04 again=R5",
            "DPU-S19=R2",
            "DPU-STACK-08=R2",
            "DPU-STACK-09=R2",
            "DPU-CALL-01=R2",
            "DPU-CALL-03=R2",
            "DPU-CALL-04=R2",
            "DPU-CALL-06=R2",
            "DPU-S21=R1",
        ],
        Target::Ipu => &[
            "IPU-TYPE-05=R1",
            "IPU-LAYOUT-06=R2",
            "IPU-S03 wchar=R4",
            "IPU-S05 upper=R2",
            "IPU-S05 upper=R3",
            "IPU-S15 align=R2",
            "IPU-S16 again=R1",
            "IPU-STACK-08 slots=R1",
        ],
        Target::ForwardCom => &[
            "FORWARDCOM-S01 char=R4",
            "FORWARDCOM-S01 wchar=R8",
            "FORWARDCOM-S03 sign=R6",
            "FORWARDCOM-ARG-04 length=R2",
            "FORWARDCOM-ARG-19 empty=R4",
            "FORWARDCOM-ARG-20 next=R2",
            "FORWARDCOM-ARG-24 rest=R2",
            "FORWARDCOM-S08=R2",
            "FORWARDCOM-RET-02=R2",
        ],
        Target::Riscv(_) | Target::Invented => NOT_HERE,
    }
}

fn sides_with_different_readings_do_not_understand_each_other(target: Target) {
    let one = Options::new(target);
    let mut silent = Vec::new();
    for choice in choices(target) {
        for (number, _) in choice.readings.iter().filter(|(n, _)| *n != choice.default) {
            let mut other = one.clone();
            other.readings.set(choice.key, *number).expect("a reading of the table");
            if !fails(&other, &one, 9) && !fails(&one, &other, 9) {
                silent.push(format!("{}=R{number}", choice.key));
            }
        }
    }
    assert_eq!(silent, silent_readings(target));
}

#[test]
fn an_epiphany_reading_without_effect_alone_has_one_in_company() {
    let (company, reading) = ("EPIPHANY-ARG-03 start=R2", "EPIPHANY-ARG-03 split=R6");
    let readings = |text: &str| options(Readings::parse(Target::Epiphany, text).expect("known"));
    let (one, other) = (readings(company), readings(&format!("{company},{reading}")));
    assert!(fails(&one, &other, 11));
}
