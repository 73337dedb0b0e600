//! Calls between subjects of any two kinds: who meets whom, and what is said where they do not understand each other.
//!
//! Compilers of two makers are stand-ins: a shell script that has an object file of the embedded code generator for each
//! unit, written under readings that the test chooses.

use crate::common::{self, READ_ARGUMENTS, World, campaigns};
use crosscall_campaign::RunSettings;
use crosscall_campaign::rerun::single::{Pair, run_one};
use crosscall_embedded::{Options, Readings};
use crosscall_engine::unit::Role;
use crosscall_engine::verdict::CaseResult;
use crosscall_model::finding::FindingClass;
use crosscall_model::finding::Verdict;
use crosscall_model::{Case, Pairing, Target};
use crosscall_oracle::choose::Assignment;
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::infer::Effort;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_reports::run::RunReport;
use crosscall_toolchain::units::assembly_text;
use crosscall_toolchain::{Toolchain, ToolchainKind};

const TARGET: Target = Target::Epiphany;

/// A double word that begins in an even register, or in any.
const START: (&str, &str) = ("EPIPHANY-ARG-03 start=R1", "EPIPHANY-ARG-03 start=R2");

fn case(signature: &str, arguments: &str, result: &str) -> Case {
    let text = format!(
        "crosscall = 1\ntarget = \"epiphany\"\nsignature = \"{signature}\"\narguments = [{arguments}]\n{result}\n"
    );
    match crosscall_toolchain::case_file::CaseFile::parse(&text, std::path::Path::new("case.toml"))
        .expect("a case")
        .case
    {
        crosscall_model::About::Call(case) => case,
        other => panic!("{other:?} is no call"),
    }
}

/// A function that is distinguished by where a double word begins.
fn telling() -> Case {
    case("void f(int, double)", "\"0x4030201\", \"0x4029282726252423\"", "")
}

/// A compiler that has one case's object files under some readings.
fn stand_in(world: &World, name: &str, kind: ToolchainKind, case: &Case, readings: &str) -> Toolchain {
    let options = Options { readings: Readings::parse(TARGET, readings).unwrap(), ..Options::new(TARGET) };
    let tools = crosscall_machines::toolset::find(TARGET.name()).unwrap();
    for role in [Role::Callee, Role::Caller, Role::Layout] {
        let text = assembly_text(role, &[(0, case)], &options).unwrap();
        let object = tools.assemble(role.unit_name(), &text).unwrap();
        world.write(&format!("{name}-{}.o", role.unit_name()), tools.write_object(&object).unwrap());
    }
    let script = format!(
        "#!/bin/sh\n{READ_ARGUMENTS}cat {:?}-\"${{source%.c}}.o\" > \"$out\"\n",
        world.path(name).display().to_string()
    );
    let file = world.write_program(name, script);
    Toolchain {
        name: name.to_owned(),
        kind,
        cc: vec![file.display().to_string()],
        compiler: format!("{} 1.0 epiphany", kind.name()),
        ..Toolchain::embedded(TARGET)
    }
}

/// State of knowledge about a subject that gives these answers, each a reading of the document or a departure from
/// it.
fn known(answers: &[&str]) -> Knowledge {
    let mut knowledge = Knowledge::new(catalogue(TARGET));
    for answer in answers {
        let (choice, reading) = catalogue(TARGET).find_answer(answer).expect("an answer");
        if knowledge.is_deviation(choice, reading) {
            knowledge.note_deviations([(choice, reading)]);
        } else {
            knowledge.learn(&[Assignment::from_iter([(choice, reading)])]);
        }
    }
    knowledge
}

fn calls(case: &Case, caller: (&Toolchain, &Knowledge), callee: (&Toolchain, &Knowledge)) -> CaseResult {
    let pair = Pair { subject: caller.0, partner: Some(callee), pairing: Pairing::Cross };
    let result = run_one(case, pair, &mut caller.1.clone(), Effort::Usual, common::context()).expect("a run");
    result.expect("a result")
}

#[test]
fn what_the_document_leaves_open_is_no_finding() {
    let (world, case) = (World::new(), telling());
    let one = stand_in(&world, "one", ToolchainKind::Gcc, &case, START.0);
    let other = stand_in(&world, "other", ToolchainKind::Clang, &case, START.1);
    let (of_one, of_other) = (known(&[START.0]), known(&[START.1]));
    for (caller, callee, reported) in [
        (
            (&one, &of_one),
            (&other, &of_other),
            "one follows EPIPHANY-ARG-03:start=R1, other EPIPHANY-ARG-03:start=R2",
        ),
        (
            (&other, &of_other),
            (&one, &of_one),
            "other follows EPIPHANY-ARG-03:start=R2, one EPIPHANY-ARG-03:start=R1",
        ),
    ] {
        let result = calls(&case, caller, callee);
        let Verdict::Untestable(reason) = &result.verdict else { panic!("{:?}", result.verdict) };
        assert!(result.unsupported && reason.ends_with(reported), "{reason}");
    }
    // Each understands itself.
    for subject in [(&one, &of_one), (&other, &of_other)] {
        assert_eq!(calls(&case, subject, subject).verdict, Verdict::Conforms);
    }
}

/// A compiler whose callers follow one reading and whose called functions follow another one does not conform, where nothing else
/// has settled the question either; and where it calls itself, that is what is wrong, and not the value that is lost.
#[test]
fn both_sides_of_a_case_are_judged_together() {
    let (world, case) = (World::new(), telling());
    let one = stand_in(&world, "one", ToolchainKind::Gcc, &case, START.0);
    stand_in(&world, "other", ToolchainKind::Gcc, &case, START.1);
    std::fs::copy(world.path("other-callee.o"), world.path("one-callee.o")).unwrap();
    let nothing = known(&[]);
    let of = |pairing, partner| {
        let pair = Pair { subject: &one, partner, pairing };
        let result =
            run_one(&case, pair, &mut nothing.clone(), Effort::Usual, common::context()).expect("a run");
        result.expect("a result").verdict
    };
    assert_eq!(of(Pairing::Caller, None), Verdict::Conforms);
    for verdict in [of(Pairing::Callee, None), of(Pairing::Cross, Some((&one, &nothing)))] {
        let Verdict::Violates(violation) = verdict else { panic!("{verdict:?}") };
        let changed: Vec<String> = violation.changed.iter().map(ToString::to_string).collect();
        assert_eq!(changed, ["EPIPHANY-ARG-03:start=R2"]);
        assert_eq!(violation.mismatches[0].clauses, ["EPIPHANY-ARG-03"]);
    }
}

/// Two subjects that do not understand each other, though both of their dialects, as far as known, fit together.
#[test]
fn what_nothing_explains_is_a_finding() {
    let (world, case) = (World::new(), telling());
    let one = stand_in(&world, "one", ToolchainKind::Gcc, &case, START.0);
    let other = stand_in(&world, "other", ToolchainKind::Clang, &case, START.1);
    let nothing = known(&[]);
    let result = calls(&case, (&one, &nothing), (&other, &nothing));
    let Verdict::Violates(violation) = &result.verdict else { panic!("{:?}", result.verdict) };
    assert!(violation.deviations.is_empty(), "{violation:?}");
}

/// A departure of one of two from the document is what is wrong with a call between them.
#[test]
fn a_departure_explains_why_two_do_not_understand_each_other() {
    const DEPARTURE: &str = "EPIPHANY-RET-04=R2";
    let case = case("struct { char m0[3]; } f(void)", "", "result = \"{{0x1, 0x2, 0x3}}\"");
    let world = World::new();
    let one = stand_in(&world, "one", ToolchainKind::Gcc, &case, "");
    let other = stand_in(&world, "other", ToolchainKind::Clang, &case, DEPARTURE);
    let result = calls(&case, (&one, &known(&["EPIPHANY-RET-04=R1"])), (&other, &known(&[DEPARTURE])));
    let Verdict::Violates(violation) = &result.verdict else { panic!("{:?}", result.verdict) };
    assert_eq!(violation.deviations[0].to_string(), "EPIPHANY-RET-04=R2");
    assert_eq!(violation.deviations.len(), 1);
}

/// The embedded code generator has no dialect of its own beside a compiler: it does as that does.
#[test]
fn the_embedded_code_generator_follows_its_partner() {
    let (world, case) = (World::new(), telling());
    let embedded = Toolchain::embedded(TARGET);
    let own = known(&[START.0]);
    for (name, kind) in [("gcc", ToolchainKind::Gcc), ("clang", ToolchainKind::Clang)] {
        let other = stand_in(&world, name, kind, &case, START.1);
        let of_other = known(&[START.1]);
        assert_eq!(calls(&case, (&embedded, &own), (&other, &of_other)).verdict, Verdict::Conforms);
        assert_eq!(calls(&case, (&other, &of_other), (&embedded, &own)).verdict, Verdict::Conforms);
        // The match is no coincidence: told something else about its partner, the code generator does something else.
        let result = calls(&case, (&embedded, &own), (&other, &own));
        assert!(matches!(result.verdict, Verdict::Violates(_)), "{:?}", result.verdict);
    }
}

fn campaign(toolchains: Vec<Toolchain>, cases: u64) -> RunReport {
    campaign_in(toolchains, &[Pairing::Cross], cases)
}

fn campaign_in(toolchains: Vec<Toolchain>, pairings: &[Pairing], cases: u64) -> RunReport {
    let settings = campaigns::settings(TARGET, toolchains, pairings, cases);
    campaigns::report(&RunSettings { seed: 3, ..settings })
}

#[test]
fn a_subject_alone_calls_itself() {
    let report = campaign(vec![Toolchain::embedded(TARGET)], 128);
    let counts = report.counts();
    assert_eq!((counts.planned, counts.conforming), (128, 128));
}

/// Two units of so many cases do not fit into the memory of a DPU: they are written in smaller ones.
#[test]
fn two_sides_that_do_not_fit_together_are_written_in_smaller_units() {
    let subjects = vec![Toolchain::embedded(Target::Dpu)];
    let settings = campaigns::settings(Target::Dpu, subjects, &[Pairing::Cross], 512);
    let report = campaigns::report(&RunSettings { seed: 3, batch: 256, ..settings });
    let counts = report.counts();
    assert_eq!((counts.planned, counts.conforming, counts.failed), (512, 512, 0));
}

/// A real compiler under two kinds, and the embedded code generator: every two of them meet.
#[test]
fn subjects_of_every_kind_meet() {
    let Some(gcc) = common::installed_as("epiphany-elf-gcc-O2") else {
        println!("skipped: epiphany-elf-gcc-O2 is not installed; see `crosscall doctor`");
        return;
    };
    let other = Toolchain { name: "another-maker".to_owned(), kind: ToolchainKind::Clang, ..gcc.clone() };
    let report = campaign(vec![gcc, other, Toolchain::embedded(TARGET)], 320);
    let counts = report.counts();
    assert_eq!((counts.planned, counts.run + counts.unsupported), (960, 960));
    let new: Vec<_> = report.findings().filter(|f| f.is_new()).collect();
    assert!(new.is_empty(), "{new:#?}");
    assert!(counts.conforming > 900, "{counts:?}");
}

/// A called function that looks for floats elsewhere than its own callers put them is nothing to argue about.
#[test]
fn who_disagrees_with_itself_comes_first() {
    let report = campaign_in(
        vec![campaigns::broken(TARGET, "floats-on-stack")],
        &[Pairing::Caller, Pairing::Callee, Pairing::Cross],
        256,
    );
    let findings = &report.targets[0].findings;
    assert!(!findings.is_empty());
    assert_eq!(findings[0].class(), FindingClass::Itself, "{findings:#?}");
    assert!(findings[0].with_itself > 0);
    // Of a layout that both sides share only the document says that it may not be so.
    let report = campaign_in(vec![campaigns::broken(TARGET, "member-order")], &Pairing::ALL, 128);
    let findings = &report.targets[0].findings;
    assert!(
        !findings.is_empty() && findings.iter().all(|f| f.class() == FindingClass::Document),
        "{findings:#?}"
    );
}
