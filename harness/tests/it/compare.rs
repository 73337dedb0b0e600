//! Two builds of one compiler: what a change does to the ABI. The builds are embedded code generators, of which some have
//! a fault or follow other readings.
//!
//! `CROSSCALL_THOROUGH=1 cargo test -p crosscall compare::every` compares with every fault of every target.

use crate::common::{World, campaigns::broken, is_thorough, one_in, targets};
use crosscall_base::process::Limits;
use crosscall_base::progress::Silent;
use crosscall_campaign::comparison::sums::{Class, Counts};
use crosscall_campaign::comparison::{Comparison, Form, Settings, compare};
use crosscall_campaign::known::Known;
use crosscall_embedded::{Fault, Options, Readings};
use crosscall_model::Target;
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::hook::Hook;
use expect_test::expect;
use std::sync::Arc;

const TARGET: Target = Target::Epiphany;

fn settings(old: Toolchain, new: Toolchain) -> Settings {
    Settings {
        old: Toolchain { name: "old".to_owned(), ..old },
        new: Toolchain { name: "new".to_owned(), ..new },
        cases: 30,
        seed: 1,
        batch: 64,
        jobs: 2,
        minimise: 20,
        judge_unchanged: false,
        stop: Arc::default(),
        limits: Limits::default(),
        work_dir: std::env::temp_dir(),
        known: Known::built_in().expect("the list of known findings").clone(),
    }
}

/// A comparison whose numbers add up.
fn compared(settings: &Settings) -> Comparison {
    let comparison = compare(settings, &Silent).expect("a comparison");
    let counts = comparison.counts;
    assert!(counts.add_up(), "{counts:?}");
    assert_eq!(counts.planned, comparison.cases * Form::ALL.len() as u64);
    for class in Class::ALL.into_iter().filter(|class| class.is_altered()) {
        let reported = comparison.groups.iter().filter(|group| group.class == class);
        assert_eq!(reported.map(|group| group.trials()).sum::<u64>(), counts.of(class), "{class:?}");
    }
    comparison
}

fn between(old: Toolchain, new: Toolchain) -> Comparison {
    compared(&settings(old, new))
}

fn sound() -> Toolchain {
    Toolchain::embedded(TARGET)
}

/// The code generator under other readings of the document.
#[derive(Debug)]
struct Reads(&'static str);

impl Hook for Reads {
    fn name(&self) -> &str {
        self.0
    }

    fn options(&self, target: Target) -> Options {
        Options { readings: Readings::parse(target, self.0).expect("readings"), ..Options::new(target) }
    }
}

fn reading(readings: &'static str) -> Toolchain {
    Toolchain { hook: Some(Arc::new(Reads(readings))), ..sound() }
}

/// Classes with trials, but for those that say that nothing is altered.
fn altered(counts: Counts) -> Vec<Class> {
    Class::ALL.into_iter().filter(|class| class.is_altered() && counts.of(*class) > 0).collect()
}

#[test]
fn the_same_bytes_are_unchanged() {
    for (old, new) in
        [(sound(), sound()), (broken(TARGET, "arguments-swapped"), broken(TARGET, "arguments-swapped"))]
    {
        let comparison = between(old, new);
        assert!(!comparison.is_altered());
        assert_eq!(comparison.counts.unchanged, comparison.counts.planned);
        assert!(comparison.groups.is_empty(), "{:?}", comparison.groups);
    }
}

/// A violation that both have is listed, and is not the change's.
#[test]
fn an_unchanged_violation_keeps_its_verdict() {
    let swapped = || broken(TARGET, "arguments-swapped");
    let comparison = compared(&Settings { judge_unchanged: true, ..settings(swapped(), swapped()) });
    assert!(!comparison.is_altered());
    assert_eq!(comparison.counts.unchanged, comparison.counts.planned);
    assert!(comparison.groups.iter().all(|group| group.class == Class::Unchanged));
    let clauses: Vec<&str> = comparison.groups.iter().filter_map(|g| Some(g.finding()?.clause())).collect();
    assert!(clauses.contains(&"EPIPHANY-ARG-01"), "{clauses:?}");
}

#[test]
fn a_fault_is_a_new_violation_and_its_repair_takes_it_away() {
    let fault = || broken(TARGET, "arguments-swapped");
    let as_change = between(sound(), fault());
    assert_eq!(altered(as_change.counts), [Class::Breaks, Class::New]);
    let new = as_change.groups.iter().find(|group| group.class == Class::New).and_then(|g| g.finding());
    assert_eq!(new.map(|finding| finding.clause()), Some("EPIPHANY-ARG-01"));
    let as_repair = between(fault(), sound());
    assert_eq!(altered(as_repair.counts), [Class::Breaks, Class::Gone]);
    assert_eq!(as_repair.counts.gone, as_change.counts.new);
}

/// Both depart from the document, each understands itself, and neither understands the other.
#[test]
fn two_ways_against_the_document_break_each_other() {
    let comparison = between(broken(TARGET, "arguments-swapped"), broken(TARGET, "arguments-shifted"));
    assert!(comparison.counts.breaks > 0, "{:?}", comparison.counts);
    let first = comparison.groups.first().expect("a group");
    assert_eq!(first.class, Class::Breaks);
    assert!(first.forms.keys().all(|form| matches!(form, Form::OldCallsNew | Form::NewCallsOld)));
    assert!(!first.with.is_empty(), "what each does against the document is named");
}

/// A reading of an open point is nobody's fault, and a change of it breaks the ABI.
#[test]
fn another_reading_of_an_open_point_breaks_the_abi() {
    let comparison = between(reading("EPIPHANY-ARG-03 start=R1"), reading("EPIPHANY-ARG-03 start=R2"));
    assert_eq!(altered(comparison.counts), [Class::Breaks]);
    let questions: Vec<&str> = comparison.readings.iter().map(|answers| answers.question.as_str()).collect();
    assert!(questions.iter().any(|question| question.contains("ARG-03")), "{questions:?}");
}

#[test]
fn a_smaller_case_shows_the_same() {
    let comparison = between(sound(), broken(TARGET, "arguments-swapped"));
    let signatures =
        comparison.groups.iter().filter_map(|group| Some((group.class, group.finding()?.signature())));
    let signatures: Vec<(Class, String)> = signatures.collect();
    assert!(signatures.contains(&(Class::New, "void f(int, int)".to_owned())), "{signatures:?}");
}

/// The order in which batches come to their end does not matter.
#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let reported = |jobs: usize| {
        let one = settings(sound(), broken(TARGET, "saved-register"));
        let comparison = compared(&Settings { jobs, minimise: 0, ..one });
        (comparison.counts, format!("{:?}", comparison.groups))
    };
    assert!(reported(1) == reported(4));
}

#[test]
fn every_fault_alters_the_abi() {
    let is_all = is_thorough();
    let (mut silent, mut count) = (Vec::new(), 0);
    for target in targets().step_by(one_in(3)) {
        let wanted = if is_all { usize::MAX } else { 1 };
        for fault in Fault::of(target).iter().take(wanted) {
            count += 1;
            let one = settings(Toolchain::embedded(target), broken(target, fault.name));
            let comparison = compared(&Settings { minimise: 0, cases: if is_all { 600 } else { 30 }, ..one });
            if !comparison.is_altered() {
                silent.push(format!("{target} {}: {:?}", fault.name, comparison.counts));
            }
        }
    }
    println!("{count} faults, {} not seen: {silent:#?}", silent.len());
    assert!(is_all || silent.is_empty(), "{silent:#?}");
}

#[test]
fn the_command_reports_that_nothing_is_altered() {
    let world = World::new();
    let answer = world.run(&["compare", "embedded-dpu", "embedded-dpu", "--cases", "20"]).exits(0);
    expect![[r#"
        dpu: embedded-dpu -> embedded-dpu
          old  crosscall 0.1.0
          new  crosscall 0.1.0

          trials
          ------  ----------------------------------------------------------------------
          6012    unchanged: every byte is the same, nothing was run (--all judges them)

        the change alters nothing: every compared byte is the same; 0 of 6012 trials altered

    "#]]
    .assert_eq(&answer.out);
    let json =
        world.run(&["compare", "embedded-dpu", "embedded-dpu", "--cases", "20", "--format", "json"]).json();
    assert_eq!(json["answer"], "unaltered");
    assert_eq!(json["counts"]["unchanged"], json["counts"]["planned"]);
    let comment =
        world.run(&["compare", "embedded-*", "embedded-*", "--cases", "0", "--format", "markdown"]).exits(0);
    assert!(comment.out.starts_with("<!-- crosscall compare -->\n### This change does not alter the ABI\n"));
    assert_eq!(comment.out.matches("every compared byte is the same").count(), Target::built_in().count());
}

#[test]
fn what_is_no_pair_is_refused() {
    let world = World::new();
    for (arguments, expected) in [
        (&["embedded-dpu", "embedded-ipu"][..], "2"),
        (&["embedded-dpu", "embedded-dpo"], "2"),
        (&["embedded-*", "embedded-dpu"], "2"),
        (&["embedded-*", "nothing-*"], "2"),
        (&["embedded-dpu"], "2"),
        (&["--old", "a", "--new", "b"], "2"),
        (&["--old", "a", "--target", "dpu"], "2"),
        (&["--target", "dpu", "--old", "'", "--new", "b"], "2"),
        (&["epiphany-elf-binutils", "epiphany-elf-binutils"], "3"),
        (&["epiphany-elf-gcc-O0", "epiphany-elf-gcc-O2"], "3"),
        (&["--target", "dpu", "--old", "./nothing", "--new", "./nothing"], "3"),
    ] {
        let answer = world.run(&[&["compare"], arguments].concat());
        assert_eq!(answer.code.to_string(), expected, "{arguments:?}: {answer:?}");
        assert!(answer.out.is_empty() && answer.err.lines().count() < 16, "{arguments:?}: {answer:?}");
    }
}

/// Compilers that refuse everything, or write the same object file whatever they are given.
#[test]
fn a_comparison_of_nothing_is_no_success() {
    let world = World::new();
    let version = "case \"$*\" in *--version*) echo 'cc (GCC) 1.0'; exit 0;; esac\n";
    world.write_program("refuses", format!("#!/bin/sh\n{version}echo 'error: no' >&2; exit 1\n"));
    let object = world.object("good.o", ".global _nothing\n_nothing: rts\n");
    let copies = format!(
        "#!/bin/sh\n{version}{}cp {:?} \"$out\"\n",
        crate::common::READ_ARGUMENTS,
        object.display().to_string()
    );
    world.write_program("copies", copies);
    let compare = |name: &str| {
        let command = format!("./{name}");
        let target = ["compare", "--target", "epiphany", "--cases", "0", "--format", "json"];
        world.run(&[&target[..], &["--old", &command, "--new", &command]].concat())
    };
    let refused = compare("refuses").exits(3);
    assert!(refused.out.is_empty() && refused.err.contains("does not even compile"), "{refused:?}");
    let json = compare("copies").exits(3).json();
    assert_eq!(
        (&json["answer"], &json["counts"]["unchanged"]),
        (&"unknown".into(), &0.into()),
        "{}",
        json["counts"]
    );
}
