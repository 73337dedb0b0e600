//! An audit for CI servers: JUnit XML, a suite for the target, a test for each function.

use super::program::{self, AuditedProgram, ProgramEnd};
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
    for program in &audit.programs {
        let mut case = TestCase::new(program.file.as_str(), status_of_program(audit, program));
        case.set_classname(audit.target.name());
        if let ProgramEnd::Ran(ran) = &program.end {
            case.set_assertions(usize::try_from(ran.returns).unwrap_or(usize::MAX));
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
        let only = Audit { target: audit.target, functions: vec![function.clone()], programs: Vec::new() };
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

/// The same for a program.
fn status_of_program(audit: &Audit, of: &AuditedProgram) -> TestCaseStatus {
    let whole = || on_page(Page::PLAIN, || program::text(audit.target, of));
    let first = match &of.end {
        ProgramEnd::Ran(ran) => ran.findings.first(),
        ProgramEnd::NotTested(_) => None,
    };
    let mut status = match (of.verdict(), first) {
        (Verdict::CleanAsFarAsItRan | Verdict::Clean, _) => return TestCaseStatus::success(),
        (Verdict::Findings, Some(first)) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_type(first.fault.name.as_str());
            status.set_message(first.fault.headline());
            status
        }
        (Verdict::Findings | Verdict::NotTested, _) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(of.reason().unwrap_or_default());
            status
        }
    };
    status.set_description(whole());
    status
}
