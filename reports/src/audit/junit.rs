//! An audit for CI servers: JUnit XML, a suite for the target, a test for each function.

use super::{Audit, Audited, End, Verdict, text};
use crate::picture::{Page, on_page};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

/// The whole report as XML with a final line break.
pub fn render(audit: &Audit) -> String {
    let mut report = Report::new("crosscall audit");
    let mut suite = TestSuite::new(audit.target.name());
    for function in &audit.functions {
        let mut case = TestCase::new(function.name.as_str(), status(audit, function));
        case.set_classname(audit.target.name());
        if let End::Ran(ran) = &function.end {
            case.set_assertions(usize::try_from(ran.inputs).unwrap_or(usize::MAX));
        }
        suite.add_test_case(case);
    }
    report.add_test_suite(suite);
    let mut text = report.to_string().unwrap_or_default();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// A finding is a failure; a function that was not tested is an error.
fn status(audit: &Audit, function: &Audited) -> TestCaseStatus {
    let whole = || {
        let only = Audit { target: audit.target, functions: vec![function.clone()] };
        on_page(Page::PLAIN, || text::render(&only))
    };
    match (function.verdict(), &function.end) {
        (Verdict::Findings, End::Ran(ran)) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            if let Some(first) = ran.findings.first() {
                status.set_type(first.name.as_str());
                status.set_message(first.headline());
            }
            status.set_description(whole());
            status
        }
        (Verdict::Findings | Verdict::NotTested, _) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(function.reason().unwrap_or_default());
            status.set_description(whole());
            status
        }
        (Verdict::CleanAsFarAsItRan | Verdict::Clean, _) => TestCaseStatus::success(),
    }
}
