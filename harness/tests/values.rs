//! Values of expressions through the whole house: drawn, written by the embedded code generator, run on the machine,
//! judged. And on the machine where the tests run, by another compiler, what needs no builtin of a target.

#[path = "values/host.rs"]
mod host;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crosscall::trial::bench;
use crosscall::trial::program::Program;
use crosscall::trial::value::run_value;
use crosscall_embedded::{ValueFault, ValueOptions, value_readings, value_unit};
use crosscall_generator::{Widths, expression};
use crosscall_model::expression::{Operation, ValueCase, ValueOutcome};
use crosscall_model::finding::Verdict;
use crosscall_model::{Scalar, Target};
use crosscall_oracle::abi;
use crosscall_oracle::choose::{Chooser, Kept, Permits};
use crosscall_oracle::clause::{ChoiceIndex, catalogue};
use crosscall_oracle::infer::{Limits, infer};
use crosscall_oracle::judge::judge_value;
use crosscall_oracle::knowledge::Knowledge;

const TARGET: Target = Target::Nyuzi;

/// How often each operation is tried, with operands that are read and with constants.
const ROUNDS: u64 = 6;

/// The preferred reading of every question.
struct Preferred;

impl Permits for Preferred {
    fn permitted(&self, _: ChoiceIndex) -> Vec<u8> {
        vec![0]
    }
}

fn widths() -> Widths {
    let bits = |scalar: Scalar| {
        let mut chooser = Chooser::new(catalogue(TARGET), &Preferred);
        u32::try_from(abi::layout(TARGET, scalar.as_type(), &mut chooser).size * 8).unwrap()
    };
    Widths::new(TARGET, &bits)
}

static TABLE: LazyLock<Vec<&'static Operation>> = LazyLock::new(|| abi::value_table(TARGET));

static CASES: LazyLock<Vec<ValueCase>> = LazyLock::new(|| {
    let count = TABLE.len() as u64 * 2 * ROUNDS;
    let widths = widths();
    (0..count).map(|i| expression::case(&TABLE, TARGET, 1, i, &widths).unwrap()).collect()
});

/// What comes of all cases.
fn run(options: &ValueOptions) -> Vec<ValueOutcome> {
    let find = |case: &ValueCase| Operation::find(&TABLE, &case.operation).unwrap();
    let cases: Vec<_> = CASES.iter().enumerate().map(|(k, case)| (k, find(case), case)).collect();
    let text = value_unit(&cases, options).unwrap();
    let object = bench::assemble(TARGET, "value", &text).unwrap();
    let mut program = Program::new(TARGET, &[&object], &[]).unwrap();
    let widths = widths();
    let bytes = |operation: &Operation| {
        (operation.result.len() * widths.scalar(operation.result.element()) / 8) as usize
    };
    let seen = cases.iter().map(|(k, operation, _)| run_value(&mut program, *k, bytes(operation)).unwrap());
    let seen = seen.collect();
    program.retire();
    seen
}

/// Clauses that lead the contradictions, with the first one in words.
fn contradicted(seen: &[ValueOutcome]) -> BTreeMap<&'static str, String> {
    let mut told = BTreeMap::new();
    for (case, seen) in CASES.iter().zip(seen) {
        let plan = abi::value_plan(case, &mut Chooser::new(catalogue(TARGET), &Preferred)).unwrap();
        for mismatch in judge_value(&plan, seen).mismatches {
            let words = format!("{case}: {} / {}", mismatch.expected, mismatch.observed);
            told.entry(mismatch.clauses[0]).or_insert(words);
        }
    }
    told
}

#[test]
fn every_operation_conforms() {
    assert_eq!(contradicted(&run(&ValueOptions::default())), BTreeMap::new());
}

#[test]
fn no_case_is_without_a_value() {
    for case in CASES.iter() {
        let plan = abi::value_plan(case, &mut Chooser::new(catalogue(TARGET), &Preferred)).unwrap();
        let is_masked = case.operation.ends_with("-masked");
        let determined = plan.elements.iter().filter(|element| element.mask != 0).count();
        assert!(is_masked || determined == plan.elements.len(), "{case:?}");
    }
}

#[test]
fn every_fault_is_found_under_its_clause() {
    let mut names = BTreeSet::new();
    for fault in ValueFault::of(TARGET) {
        assert!(names.insert(fault.name), "{}: two faults of one name", fault.name);
        let options = ValueOptions { readings: Vec::new(), fault: Some(fault) };
        let told = contradicted(&run(&options));
        assert!(told.contains_key(fault.clause), "{}: {told:?}", fault.name);
    }
}

/// A fault for each clause that only a value shows.
#[test]
fn every_clause_on_values_has_a_fault() {
    use crosscall_oracle::clause::Observed;
    let clauses = &catalogue(TARGET).clauses;
    let of_values = clauses.iter().filter(|c| c.observed.contains(&Observed::Value) && !c.id.contains("-S"));
    let said: BTreeSet<&str> = of_values.map(|clause| clause.id.as_str()).collect();
    let faults: BTreeSet<&str> = ValueFault::of(TARGET).iter().map(|fault| fault.clause).collect();
    assert_eq!(faults, said);
}

/// What is inferred of code that follows a reading.
#[test]
fn dialects_are_inferred() {
    let catalogue = catalogue(TARGET);
    for (key, number) in value_readings(TARGET) {
        let seen = run(&ValueOptions { readings: vec![(key, number)], fault: None });
        let mut knowledge = Knowledge::new(catalogue);
        for (case, seen) in CASES.iter().zip(&seen) {
            let kept = Kept::default();
            let plan = |chooser: &mut Chooser<'_>| abi::value_plan(case, chooser);
            let test = |plan: &Option<_>| Ok(judge_value(plan.as_ref().unwrap(), seen));
            let outcome = infer(&mut knowledge, Limits::default(), &kept, plan, test).unwrap();
            assert_eq!(outcome.verdict, Verdict::Conforms, "{key}=R{number}: {case:?}");
        }
        let (clause, name) = key.split_once(' ').unwrap_or((key, ""));
        let choice = catalogue.find_choice(clause, name).unwrap();
        let left = knowledge.permitted(choice);
        let left: Vec<_> =
            left.iter().map(|r| &catalogue.choice(choice).1.readings[usize::from(*r)].id).collect();
        assert_eq!(left, [&format!("R{number}")], "{key}");
    }
}

#[test]
fn another_compiler_agrees() {
    let Some(clang) = host::clang() else { return };
    let cases: Vec<(usize, &ValueCase)> =
        CASES.iter().enumerate().filter(|(_, case)| host::can_do(&case.operation)).collect();
    assert!(cases.len() > 1000);
    let text = expression::unit(&TABLE, &cases, &widths());
    for level in ["-O0", "-O2"] {
        for (k, bytes) in host::values(&clang, level, &text, &cases) {
            let plan = abi::value_plan(&CASES[k], &mut Chooser::new(catalogue(TARGET), &Preferred)).unwrap();
            let judgement = judge_value(&plan, &ValueOutcome::Stored(bytes));
            assert_eq!(judgement.mismatches, [], "{level} {:?}", CASES[k]);
        }
    }
}
