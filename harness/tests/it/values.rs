//! Values of expressions through the whole house: generated, written by the embedded code generator, run on the machine,
//! judged. And on the machine where the tests run, by another compiler, what needs no builtin of a target.

mod host;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::common::{self, World, campaigns};
use crosscall_campaign::RunSettings;
use crosscall_campaign::apart::{self, Apart, fingerprints};
use crosscall_campaign::values::Values;
use crosscall_embedded::{ValueFault, ValueOptions, value_readings, value_unit};
use crosscall_engine::machine;
use crosscall_engine::trial::program::Program;
use crosscall_engine::trial::value::run_value;
use crosscall_engine::unit::Attempt;
use crosscall_model::expression::{ValueCase, ValueOutcome, ValuePlan};
use crosscall_model::finding::Confirmed;
use crosscall_model::finding::FindingKind;
use crosscall_model::finding::Verdict;
use crosscall_model::{Pairing, Target};
use crosscall_oracle::abi;
use crosscall_oracle::choose::{Chooser, Permits};
use crosscall_oracle::clause::{ChoiceIndex, Observed, catalogue};
use crosscall_oracle::judge::judge_value;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_reports::known::Titles;
use crosscall_reports::text;
use crosscall_selftest::mutants::{Mutation, mutants_of};
use crosscall_toolchain::case_file::CaseFile;
use crosscall_toolchain::cases::lexicon::lexicon;
use crosscall_toolchain::expression;
use crosscall_toolchain::{Toolchain, ToolchainKind};
use expect_test::expect;

/// Cases of each operation, for operands that are read and for constants alike.
const ROUNDS: u64 = 6;

/// The preferred reading of every question.
struct Preferred;

impl Permits for Preferred {
    fn permitted(&self, _: ChoiceIndex) -> Vec<u8> {
        vec![0]
    }
}

/// The cases of a target.
fn cases(target: Target) -> &'static [ValueCase] {
    static CASES: [OnceLock<Vec<ValueCase>>; Target::COUNT] = [const { OnceLock::new() }; Target::COUNT];
    CASES[target.index()].get_or_init(|| {
        let count = lexicon(target).table.len() as u64 * 2 * ROUNDS;
        (0..count).map(|i| Values::case(target, 1, i).unwrap()).collect()
    })
}

fn plan(case: &ValueCase) -> ValuePlan {
    abi::value_plan(case, &mut Chooser::new(catalogue(case.target), &Preferred)).unwrap()
}

/// Outcomes of all cases for a subject.
fn run(subject: &Toolchain) -> Vec<ValueOutcome> {
    let cases = cases(subject.target);
    let mut seen = Vec::new();
    for cases in cases.chunks(64) {
        for (case, tried) in
            cases.iter().zip(expression::run(subject, cases, common::context()).unwrap().attempts)
        {
            match tried {
                Attempt::Done(outcome) => seen.push(outcome),
                Attempt::Failed(failure) => panic!("{case:?}: {failure:?}"),
            }
        }
    }
    seen
}

/// The embedded code generator with a fault.
fn broken(fault: &'static ValueFault) -> (Toolchain, Mutation) {
    let mutation = Mutation::new(fault, Arc::default());
    (Toolchain { hook: Some(Arc::new(mutation.clone())), ..Toolchain::embedded(fault.target) }, mutation)
}

/// Clauses that lead the contradictions, with the first one in words.
fn contradicted(target: Target, seen: &[ValueOutcome]) -> BTreeMap<&'static str, String> {
    let mut reported = BTreeMap::new();
    for (case, seen) in cases(target).iter().zip(seen) {
        for mismatch in judge_value(target, &plan(case), seen).mismatches {
            let words = mismatch.words();
            let words = format!("{case}: {} / {}", words.expected, words.observed);
            reported.entry(mismatch.clauses[0]).or_insert(words);
        }
    }
    reported
}

#[test]
fn every_operation_conforms() {
    for target in Target::built_in() {
        assert_eq!(contradicted(target, &run(&Toolchain::embedded(target))), BTreeMap::new(), "{target}");
    }
}

#[test]
fn no_case_is_without_a_value() {
    for case in Target::built_in().flat_map(cases) {
        let is_masked = case.operation.ends_with("-masked");
        let plan = plan(case);
        let determined = plan.elements.iter().filter(|element| element.mask != 0).count();
        assert!(is_masked || determined == plan.elements.len(), "{case:?}");
    }
}

#[test]
fn every_fault_is_found_under_its_clause() {
    for fault in Target::built_in().flat_map(ValueFault::of) {
        let (subject, mutation) = broken(fault);
        let reported = contradicted(fault.target, &run(&subject));
        assert!(mutation.changed() > 0, "{}: it had no occasion", fault.name);
        assert!(reported.contains_key(fault.clause), "{}: {reported:?}", fault.name);
    }
}

#[test]
fn no_two_faults_have_one_name() {
    for target in Target::built_in() {
        let mut names = BTreeSet::new();
        for edit in mutants_of(&Toolchain::embedded(target)) {
            assert!(names.insert(edit.name), "{target}: two faults are called {}", edit.name);
        }
    }
}

/// Clauses that values show and no operation is about first of all, each with the one beside which it stands.
const BESIDE: [(&str, &str); 1] = [("EPIPHANY-TYPE-01", "EPIPHANY-TYPE-02")];

/// A fault for each clause that values show.
#[test]
fn every_clause_on_values_has_a_fault() {
    for target in Target::built_in() {
        let clauses = &catalogue(target).clauses;
        let of_values =
            clauses.iter().filter(|c| c.observed.contains(&Observed::Value) && !c.id.contains("-S"));
        let is_first = |id: &&str| BESIDE.iter().all(|(beside, _)| beside != id);
        let said: BTreeSet<&str> = of_values.map(|clause| clause.id.as_str()).filter(is_first).collect();
        let faults: BTreeSet<&str> = ValueFault::of(target).iter().map(|fault| fault.clause).collect();
        assert_eq!(faults, said);
        for (beside, first) in BESIDE {
            assert!(
                cases(target)
                    .iter()
                    .map(plan)
                    .all(|plan| { !plan.clauses.contains(&beside) || plan.clauses.first() == Some(&first) })
            );
        }
    }
}

/// The reading that the generated code follows is inferred.
#[test]
fn dialects_are_inferred() {
    for target in Target::built_in() {
        let catalogue = catalogue(target);
        for (key, number) in value_readings(target) {
            let seen = run_with(target, &ValueOptions { readings: vec![(key, number)], fault: None });
            let mut knowledge = Knowledge::new(catalogue);
            for (case, seen) in cases(target).iter().zip(seen) {
                let result = apart::judge::<Values>(0, case, &Attempt::Done(seen), &mut knowledge);
                assert_eq!(result.verdict, Verdict::Conforms, "{key}=R{number}: {case:?}");
            }
            let (clause, name) = key.split_once(' ').unwrap_or((key, ""));
            let choice = catalogue.find_choice(clause, name).unwrap();
            let left = knowledge.permitted(choice);
            let left: Vec<_> =
                left.iter().map(|r| &catalogue.choice(choice).1.readings[usize::from(*r)].id).collect();
            assert_eq!(left, [&format!("R{number}")], "{key}");
        }
    }
}

/// Outcomes of all cases under other readings.
fn run_with(target: Target, options: &ValueOptions) -> Vec<ValueOutcome> {
    let lexicon = lexicon(target);
    let cases: Vec<_> =
        cases(target).iter().enumerate().map(|(k, case)| (k, lexicon.find(case).unwrap(), case)).collect();
    let text = value_unit(&cases, options).unwrap();
    let object = machine::assemble(target, "value", &text).unwrap();
    let mut program = Program::new(target, &[&object], &[]).unwrap();
    let seen =
        cases.iter().map(|(k, _, case)| run_value(&mut program, *k, lexicon.result_bytes(case)).unwrap());
    let seen = seen.collect();
    program.retire();
    seen
}

#[test]
fn another_compiler_agrees() {
    let Some(clang) = host::clang() else { return };
    let target = Target::Nyuzi;
    let of_host: Vec<(usize, &ValueCase)> =
        cases(target).iter().enumerate().filter(|(_, case)| host::can_do(&case.operation)).collect();
    assert!(of_host.len() > 1000);
    let lexicon = lexicon(target);
    let text = crosscall_generator::expression::unit(&lexicon.table, &of_host, &lexicon.widths);
    for level in ["-O0", "-O2"] {
        for (k, bytes) in host::values(&clang, level, &text, &of_host) {
            let judgement = judge_value(target, &plan(&cases(target)[k]), &ValueOutcome::Stored(bytes));
            assert_eq!(judgement.mismatches, [], "{level} {:?}", cases(target)[k]);
        }
    }
}

/// A campaign in the pairing alone.
fn settings(subject: Toolchain, cases: u64) -> RunSettings {
    let target = subject.target;
    let known = crosscall_campaign::known::Known::default();
    let settings = campaigns::settings(target, vec![subject], &[Pairing::Value], cases);
    RunSettings { seed: 7, jobs: 1, minimise: 100, known, ..settings }
}

#[test]
fn a_run_counts_every_trial_and_puts_every_clause_to_the_test() {
    for target in Target::built_in() {
        let clauses = &catalogue(target).clauses;
        let of_values: Vec<_> =
            clauses.iter().filter(|clause| clause.observed.contains(&Observed::Value)).collect();
        // A document that says nothing of expressions has no cases.
        let count = if of_values.is_empty() { 0 } else { 600 };
        let report = campaigns::report(&settings(Toolchain::embedded(target), 600));
        assert_eq!(report.findings().count(), 0, "{target}");
        let counts = report.counts();
        assert_eq!((counts.planned, counts.conforming), (count, count), "{target}");
        for clause in of_values.into_iter().filter(|clause| !clause.id.contains("-S")) {
            assert!(report.targets[0].clauses.contains_key(&clause.id), "{}", clause.id);
        }
    }
}

/// Printed form of a wrong value, and its case file.
#[test]
fn a_finding_has_the_expression_its_values_and_a_small_case() {
    let fault = ValueFault::of(Target::Nyuzi).iter().find(|f| f.name == "comparison-reversed").unwrap();
    let (subject, _) = broken(fault);
    let report = campaigns::report(&settings(subject.clone(), 600));
    let findings: Vec<_> = report.findings().collect();
    let first = findings[0];
    let fingerprint = first.fingerprint.clone();
    expect![[r#"
        NEW  NYUZI-LANG-17  value  embedded-nyuzi                                                   4 trials

          ints-less of objects: {0x0 in all 16}, {0x0 in all 16}

                              the document expects  embedded-nyuzi does
          ------------------  --------------------  --------------------------------------------------------
          value of ints-less  lane 0: 0x00000000    lane 0: 0xffffffff (wrong, too: 1, 2, 3, 4, 5, 6, 7, 8,
                                                    9, 10, 11, 12, 13, 14, 15); each lane the opposite

          NYUZI-LANG-17 (Vector Support)
            A comparison of two vectors has a vector as its result, which moves under a mask build.

          minimal case
            typedef int int_x16 __attribute__((ext_vector_type(16)));
            typedef unsigned int unsigned_x16 __attribute__((ext_vector_type(16)));
            typedef float float_x16 __attribute__((ext_vector_type(16)));

            /* case 0: ints-less of objects */
            union { int e[16]; int_x16 v; } valued0 = { { (int)0x5a5a5a5au, (int)0x5a5a5a5au, (int)0x5a5a5a5au, (int)0x5a5a5a5au, (int)0x5a5a5a5au, (int)0x5a5a5a5au, (int)0x5a5a5a5au, (int)0x5a5a5a5au, (int)0x5a5a5a5au, (int)0x5a5a5a5au, (int)0x5a5a5a5au, (int)0x5a5a5a5au, (int)0x5a5a5a5au, (int)0x5a5a5a5au, (int)0x5a5a5a5au, (int)0x5a5a5a5au } };
            volatile union { int e[16]; int_x16 v; } operand0_0 = { { (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u } };
            volatile union { int e[16]; int_x16 v; } operand0_1 = { { (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u, (int)0x0u } };
            void value0(void)
            {
            	valued0.v = operand0_0.v < operand0_1.v;
            }
          case file, to be kept as case.toml
            crosscall = 1
            target = "nyuzi"

            [value]
            operation = "ints-less"
            operands = ["{0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0}", "{0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0}"]
          reproduce: crosscall repro case.toml --pairing value --toolchain embedded-nyuzi
    "#]].assert_eq(&text::finding(first, &Titles::default()));
    let file = CaseFile { case: first.case.clone(), found: None };
    expect![[r#"
        crosscall = 1
        target = "nyuzi"

        [value]
        operation = "ints-less"
        operands = ["{0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0}", "{0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0}"]
    "#]].assert_eq(&file.to_text());
    // The case shows the same when it is read again.
    let again = CaseFile::parse(&file.to_text(), Path::new("case.toml")).unwrap();
    let crosscall_model::About::Value(case) = &again.case else { panic!("an expression") };
    let mut knowledge = Knowledge::new(catalogue(Target::Nyuzi));
    let result =
        apart::run_one::<Values>(case, &subject, &mut knowledge, common::context()).unwrap().unwrap();
    assert_eq!(fingerprints(&result).iter().map(ToString::to_string).collect::<Vec<_>>(), [fingerprint]);
}

/// The commands know such cases.
#[test]
fn a_case_file_is_run_again() {
    let world = World::new();
    let case = CaseFile { case: cases(Target::Epiphany)[3].clone().into(), found: None };
    world.write("case.toml", case.to_text());
    world.run(&["repro", "case.toml", "--toolchain", "embedded-epiphany"]).exits(0);
    let answer = world.run(&["repro", "case.toml", "--pairing", "callee"]).exits(2);
    assert!(
        answer.err.contains("about the value of an expression: the pairing callee is not for it"),
        "{answer:?}"
    );
    world.run(&["minimize", "case.toml", "--toolchain", "embedded-epiphany"]).exits(2);
    let report = world
        .run(&["run", "--target", "epiphany", "--pairing", "value", "--cases", "100", "--format", "json"])
        .exits(0)
        .json();
    assert_eq!(
        (&report["cases"], &report["subjects"][0]["trials"]["conforming"]),
        (&100.into(), &100.into())
    );
}

/// GCC keeps to the table of types, with constants and with objects, but that its plain char has no sign.
#[test]
fn gcc_departs_in_plain_char_only() {
    for name in ["epiphany-elf-gcc-O1", "epiphany-elf-gcc-Os"].into_iter().step_by(common::one_in(2)) {
        let Some(gcc) = common::installed_as(name) else {
            eprintln!("skipped: {name} was not found");
            continue;
        };
        assert_eq!(gcc.kind, ToolchainKind::Gcc);
        let reported: Vec<&str> = contradicted(gcc.target, &run(&gcc)).into_keys().collect();
        assert_eq!(reported, ["EPIPHANY-TYPE-05"], "{name}");
    }
}

/// A compiler that crashes on one expression is reported with that, and the others of its unit are tested.
#[test]
fn a_crash_is_a_finding_of_its_own() {
    let Some(gcc) = common::installed_as("epiphany-elf-gcc-O1") else {
        eprintln!("skipped: epiphany-elf-gcc-O1 was not found");
        return;
    };
    let world = World::new();
    let compiler = world.write(
        "cc",
        format!(
            "#!/bin/sh\ngrep -q 'wide-left of objects' value.c && {{ echo 'internal compiler error: no shifts' >&2; exit 1; }}\nexec {} \"$@\"\n",
            gcc.cc.join(" ")
        ),
    );
    let cc = vec!["sh".to_owned(), compiler.display().to_string()];
    let subject = Toolchain { name: "crashing".to_owned(), cc, ..gcc };
    let report = campaigns::report(&settings(subject, 128));
    let crashes: Vec<_> =
        report.findings().filter(|found| found.kind == FindingKind::CompilerFault).collect();
    assert_eq!(crashes.len(), 1);
    assert_eq!(
        crashes[0].fingerprint,
        "compiler:internal compiler error: internal compiler error: no shifts"
    );
    assert_eq!(crashes[0].confirmed, Confirmed::Alone);
    assert_eq!(crashes[0].signature(), "wide-left of objects: 0x0, 0x0");
    let counts = report.counts();
    assert_eq!(crashes[0].occurrences, counts.failed);
    assert_eq!(counts.conforming + counts.violations + counts.failed, 128);
    assert!((1..=6).contains(&counts.failed), "{counts:?}");
}
