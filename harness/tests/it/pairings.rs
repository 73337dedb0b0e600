//! Some pairings without the others: what is known of a subject is the same, what is told is about what was asked.

use crate::common;
use crosscall::campaign::{RunSettings, run};
use crosscall::known::Known;
use crosscall::mutants::{Mutation, Workbench};
use crosscall::process::Limits;
use crosscall::progress::Silent;
use crosscall::toolchain::Toolchain;
use crosscall_embedded::Fault;
use crosscall_model::{Pairing, Target};
use crosscall_reports::run::RunReport;
use std::sync::Arc;

const TARGET: Target = Target::Epiphany;

fn campaign(toolchains: Vec<Toolchain>, pairings: &[Pairing], cases: u64) -> RunReport {
    let settings = RunSettings {
        targets: vec![TARGET],
        toolchains,
        pairings: pairings.to_vec(),
        cases,
        until: std::sync::Arc::default(),
        seed: 1,
        batch: 64,
        jobs: 2,
        stop: Arc::default(),
        limits: Limits::default(),
        work_dir: std::env::temp_dir(),
        minimise: 40,
        minimise_known: false,
        report_dir: None,
        known: Known::built_in().expect("the list of known findings").clone(),
    };
    let report = run(&settings, &Silent).expect("a report");
    assert_eq!(report.check(), Ok(()));
    report
}

fn broken(fault: &str) -> Toolchain {
    let fault = Fault::by_name(TARGET, fault).expect("a fault");
    let mutation = Mutation::new(fault, Arc::new(Workbench::default()));
    Toolchain { hook: Some(Arc::new(mutation)), ..Toolchain::embedded(TARGET) }
}

/// A wrong layout shows in calls. Whoever asks for calls only is told of the layout, once, and of no trial of it.
#[test]
fn a_call_that_goes_wrong_by_its_layout_is_told_as_that() {
    for fault in ["member-order", "array-stride"] {
        let report = campaign(vec![broken(fault)], &[Pairing::Caller, Pairing::Callee], 128);
        let subject = &report.targets[0];
        assert_eq!(subject.counts.planned, 256, "{fault}");
        assert!(subject.counts.violations > 0, "{fault}");
        let first = |report: &RunReport| {
            let first = report.findings().next().unwrap_or_else(|| panic!("{fault} is not found"));
            (first.fingerprint.clone(), first.pairing)
        };
        assert!(subject.findings[0].consequences > 0, "{fault}");
        assert_eq!(first(&report), first(&campaign(vec![broken(fault)], &Pairing::ALL, 128)), "{fault}");
        assert_eq!(first(&report).1, Pairing::Layout, "{fault}");
    }
}

#[test]
fn a_wrong_layout_that_no_call_shows_is_not_told_where_calls_are_asked_for() {
    let faulty = || vec![broken("member-order")];
    let layout = campaign(faulty(), &[Pairing::Layout], 128);
    assert!(layout.new_findings() > 0 && layout.findings().all(|f| f.pairing == Pairing::Layout));
    let object = campaign(faulty(), &[Pairing::Object], 128);
    assert_eq!((object.new_findings(), object.counts().run), (0, 128));
}

/// With a real compiler, where one is there: what it does against the document is known from its layout, and
/// between two of its levels from what each of them does by itself.
#[test]
fn a_real_compiler_is_known_whatever_is_asked() {
    let levels = ["epiphany-elf-gcc-O0", "epiphany-elf-gcc-O2"];
    let subjects: Vec<Toolchain> =
        common::installed().into_iter().filter(|t| levels.contains(&t.name.as_str())).collect();
    if subjects.len() < 2 {
        return;
    }
    for pairings in [&[Pairing::Caller, Pairing::Callee][..], &[Pairing::Callee], &[Pairing::Cross]] {
        let report = campaign(subjects.clone(), pairings, 300);
        let new: Vec<_> = report.findings().filter(|f| f.is_new()).collect();
        assert!(new.is_empty(), "{pairings:?}: {new:#?}");
        assert_eq!(report.counts().planned, 2 * 300 * pairings.len() as u64, "{pairings:?}");
        let asked = |f: &crosscall_model::finding::Finding| pairings.contains(&f.pairing);
        assert!(report.findings().all(asked), "{pairings:?}");
    }
}
