//! Some pairings without the others: what is known of a subject is the same, what is reported is about what was asked.

use crate::common::{self, campaigns};
use crosscall_model::{Pairing, Target};
use crosscall_reports::run::RunReport;
use crosscall_toolchain::Toolchain;

const TARGET: Target = Target::Epiphany;

fn campaign(toolchains: Vec<Toolchain>, pairings: &[Pairing], cases: u64) -> RunReport {
    campaigns::report(&campaigns::settings(TARGET, toolchains, pairings, cases))
}

/// A wrong layout shows in calls. A run of calls alone reports the layout once, and no trial of it.
#[test]
fn a_call_that_goes_wrong_by_its_layout_is_reported_as_that() {
    for fault in ["member-order", "array-stride"] {
        let report =
            campaign(vec![campaigns::broken(TARGET, fault)], &[Pairing::Caller, Pairing::Callee], 128);
        let subject = &report.targets[0];
        assert_eq!(subject.counts.planned, 256, "{fault}");
        assert!(subject.counts.violations > 0, "{fault}");
        let first = |report: &RunReport| {
            let first = report.findings().next().unwrap_or_else(|| panic!("{fault} is not found"));
            (first.fingerprint.clone(), first.pairing)
        };
        assert!(subject.findings[0].consequences > 0, "{fault}");
        assert_eq!(
            first(&report),
            first(&campaign(vec![campaigns::broken(TARGET, fault)], &Pairing::ALL, 128)),
            "{fault}"
        );
        assert_eq!(first(&report).1, Pairing::Layout, "{fault}");
    }
}

#[test]
fn a_wrong_layout_that_no_call_shows_is_not_reported_where_calls_are_asked_for() {
    let faulty = || vec![campaigns::broken(TARGET, "member-order")];
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
