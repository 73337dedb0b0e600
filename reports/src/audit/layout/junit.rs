//! An audit without a run for CI servers: JUnit XML, a suite for the target, a test for each kind of things and one for the
//! agreement of the files with each other.

use super::{Disagreement, Kind, Split, StaticAudit, Tally, text};
use crate::audit::junit::{failure, set_source};
use crate::junit::written;
use crate::picture::{Page, on_page};
use quick_junit::{Report, TestCase, TestCaseStatus, TestSuite};

/// The whole report as XML with a final line break.
pub fn render(audit: &StaticAudit) -> String {
    let mut report = Report::new("crosscall audit --static");
    let mut suite = TestSuite::new(audit.target.name());
    for (kind, tally) in &audit.tallies {
        if *tally == Tally::default() {
            continue;
        }
        let found = of_kind(audit, *kind);
        let mut case = TestCase::new(kind.plural(), status(audit, &found, *tally));
        case.set_classname(audit.target.name());
        set_source(&mut case, found.first().and_then(|first| first.source.as_ref()));
        case.set_assertions(usize::try_from(tally.agreed + tally.disagreed).unwrap_or(usize::MAX));
        suite.add_test_case(case);
    }
    if audit.against.is_none() {
        let mut together = TestCase::new("one dialect", of_splits(&audit.splits));
        together.set_classname(audit.target.name());
        suite.add_test_case(together);
    }
    report.add_test_suite(suite);
    written(&report)
}

fn of_kind(audit: &StaticAudit, kind: Kind) -> Vec<&Disagreement> {
    audit.disagreements.iter().filter(|found| found.kind == kind).collect()
}

/// Disagreements are a failure; a kind of which nothing could be compared was skipped.
fn status(audit: &StaticAudit, found: &[&Disagreement], tally: Tally) -> TestCaseStatus {
    match found.first() {
        Some(first) => {
            let mut status = failure(&first.name, first.headline(audit.sides()));
            let each = found.iter().map(|found| text::of_disagreement(audit, found));
            status.set_description(on_page(Page::PLAIN, || each.collect::<Vec<_>>().join("\n")));
            status
        }
        None if tally.agreed + tally.disagreed == 0 => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(format!("{} could not be compared", tally.left_out));
            status
        }
        None => TestCaseStatus::success(),
    }
}

fn of_splits(splits: &[Split]) -> TestCaseStatus {
    let Some(first) = splits.first() else { return TestCaseStatus::success() };
    let message = format!("{}: files follow different interpretations", first.clause);
    let mut status = failure("do not link these", message);
    status.set_description(on_page(Page::PLAIN, || text::of_splits(splits)));
    status
}
