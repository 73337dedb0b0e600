//! An audit for CI servers: JUnit XML, a suite for the target, a test for each function.

use super::program::{self, AuditedProgram, ProgramEnd};
use super::{Audit, Audited, End, Fault, Source, Verdict, text};
use crate::junit::written;
use crate::picture::{Page, on_page};
use crate::printable::visible;
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
            let of_finding = ran.findings.first().and_then(Fault::source);
            set_source(&mut case, of_finding.or(ran.source.as_ref()));
        }
        suite.add_test_case(case);
    }
    for program in &audit.programs {
        let mut case = TestCase::new(program.file.as_str(), status_of_program(audit, program));
        case.set_classname(audit.target.name());
        if let ProgramEnd::Ran(ran) = &program.end {
            case.set_assertions(usize::try_from(ran.returns).unwrap_or(usize::MAX));
            set_source(&mut case, ran.findings.first().and_then(|found| found.fault.source()));
        }
        suite.add_test_case(case);
    }
    report.add_test_suite(suite);
    written(&report)
}

/// Says which line of the source a test is about, where that is known: attributes by which CI servers show it.
pub(super) fn set_source(case: &mut TestCase, source: Option<&Source>) {
    if let Some(Source { file, line }) = source {
        case.extra.insert("file".into(), visible(file).into());
        case.extra.insert("line".into(), line.to_string().into());
    }
}

/// The status of a test with a finding.
pub(super) fn failure(name: &str, headline: String) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_type(name);
    status.set_message(headline);
    status
}

/// The status of a test that was not carried out, with the reason.
fn untested(reason: Option<String>) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_message(reason.unwrap_or_default());
    status
}

/// A finding is a failure; a function that was not tested is an error.
fn status(audit: &Audit, function: &Audited) -> TestCaseStatus {
    let first = match &function.end {
        End::Ran(ran) => ran.findings.first(),
        End::NotTested(_) => None,
    };
    status_of(function.verdict(), first, function.reason(), || {
        let only = Audit { target: audit.target, functions: vec![function.clone()], programs: Vec::new() };
        text::render(&only)
    })
}

/// The same for a program.
fn status_of_program(audit: &Audit, of: &AuditedProgram) -> TestCaseStatus {
    let first = match &of.end {
        ProgramEnd::Ran(ran) => ran.findings.first().map(|found| &found.fault),
        ProgramEnd::NotTested(_) => None,
    };
    status_of(of.verdict(), first, of.reason(), || program::text(audit.target, of))
}

/// A status with all that is said of a function or a program in its description.
fn status_of(
    verdict: Verdict,
    first: Option<&Fault>,
    reason: Option<String>,
    whole: impl Fn() -> String,
) -> TestCaseStatus {
    let mut status = match (verdict, first) {
        (Verdict::CleanAsFarAsItRan | Verdict::Clean, _) => return TestCaseStatus::success(),
        (Verdict::Findings, Some(first)) => failure(&first.name, first.headline()),
        (Verdict::Findings | Verdict::NotTested, _) => untested(reason),
    };
    status.set_description(on_page(Page::PLAIN, whole));
    status
}
