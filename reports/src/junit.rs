//! The report for CI servers: JUnit XML, a suite for each subject, a test for each clause that was
//! exercised and for each fault of a compiler. The name of a test says what is tested.

use super::blame::{Blame, names_of};
use super::dialect::{in_ways, question};
use super::run::{RunReport, SubjectReport};
use super::text;
use crate::known::Titles;
use crate::picture::{Page, on_page};
use crosscall_model::Target;
use crosscall_model::finding::FindingClass;
use crosscall_model::finding::{Finding, FindingKind};
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::standing::Why;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::collections::BTreeSet;
use std::time::Duration;

/// Name of the property of every suite that a campaign has not run whole.
const INCOMPLETE: &str = "incomplete";

/// The whole report as XML with a final line break. A test fails when something new was found about its
/// clause; what is known is counted as skipped, with its id.
pub fn render(report: &RunReport, known: &Titles) -> String {
    let incomplete = report.incomplete();
    let title = incomplete.as_ref().map_or("crosscall".to_owned(), |lacking| format!("crosscall, {lacking}"));
    let mut xml = Report::new(title);
    xml.set_time(Duration::try_from_secs_f64(report.seconds).unwrap_or_default());
    let blame = Blame::of(report);
    for subject in &report.targets {
        let mut suite = suite(subject, known, &blame);
        if let Some(incomplete) = &incomplete {
            suite.add_property((INCOMPLETE, incomplete.as_str()));
        }
        xml.add_test_suite(suite);
    }
    for left_out in &report.left_out {
        for toolchain in &left_out.toolchains {
            let mut suite = TestSuite::new(toolchain.as_str());
            let message = format!("{}; {}", left_out.reason, left_out.remedy);
            let status = if left_out.wanted { error(message) } else { skipped(message) };
            suite.add_test_case(case(toolchain, "follows the clauses of its document", status));
            xml.add_test_suite(suite);
        }
    }
    written(&xml)
}

/// A report as XML with a final line break.
pub(crate) fn written(report: &Report) -> String {
    let mut text = report.to_string().unwrap_or_default();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

fn suite<'a>(subject: &'a SubjectReport, known: &Titles, blame: &Blame<'a>) -> TestSuite {
    let mut suite = TestSuite::new(subject.toolchain.as_str());
    let violations: Vec<&Finding> =
        subject.findings.iter().filter(|f| f.kind != FindingKind::CompilerFault).collect();
    let mut names: BTreeSet<&str> = subject.clauses.keys().map(String::as_str).collect();
    names.extend(violations.iter().map(|f| f.clause()));
    // A compiler that disagrees with itself comes first; clauses without a finding come among those of the document.
    let class = |name: &&str| {
        let found = violations.iter().filter(|f| f.clause() == *name);
        found.map(|f| f.class()).min().unwrap_or(FindingClass::Document)
    };
    let mut names: Vec<&str> = names.into_iter().collect();
    names.sort_by_key(class);
    for name in names {
        let about: Vec<&Finding> = violations.iter().copied().filter(|f| f.clause() == name).collect();
        suite.add_test_case(test(subject, name, demand(subject.target, name), &about, (known, blame)));
    }
    for open in &subject.unsettled {
        if let Why::Contradicted(ways) = &open.why {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_message(format!("answered in several ways: {}", in_ways(ways)));
            let name = format!("{} is answered in one way", question(open.clause, open.question));
            suite.add_test_case(case(&subject.toolchain, &name, status));
        }
    }
    let faults = subject.findings.iter().filter(|f| f.kind == FindingKind::CompilerFault);
    for fault in faults {
        let name = format!("processes without a fault: {}", fault.signature());
        suite.add_test_case(test(subject, fault.clause(), name, &[fault], (known, blame)));
    }
    for failed in subject.unexplained() {
        let (times, planned) = (failed.times, subject.counts.planned);
        let mut status = error(format!("{times} of {planned} trials failed: {}", failed.reason));
        let source = failed.source.as_deref().unwrap_or_default();
        status.set_description(format!("{}\n\n{}\n{source}", failed.message, failed.signature()));
        let name = format!("every trial of the pairing {} can be carried out", failed.pairing);
        suite.add_test_case(case(&subject.toolchain, &name, status));
    }
    for incident in &subject.incidents {
        let mut status = error(format!("{} times: {}", incident.times, incident.reason));
        status.set_description(format!("{}\n\n{}", incident.message, incident.source));
        suite.add_test_case(case(&subject.toolchain, "a compilation has the same outcome each time", status));
    }
    suite
}

/// A test of a subject.
fn case(toolchain: &str, name: &str, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(name, status);
    case.set_classname(toolchain);
    case
}

/// Status of a test that could not be carried out.
fn error(message: String) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_message(message);
    status
}

/// Status of a test that was left out.
fn skipped(message: String) -> TestCaseStatus {
    let mut status = TestCaseStatus::skipped();
    status.set_message(message);
    status
}

/// Name of the test of a clause: its id and the first sentence of its rule.
fn demand(target: Target, id: &str) -> String {
    let Some(clause) = catalogue(target).clause(id) else { return id.to_owned() };
    let rule = clause.rule.split_whitespace().collect::<Vec<_>>().join(" ");
    let first = rule.split_once(". ").map_or(rule.trim_end_matches('.'), |(first, _)| first);
    format!("{id}: {first}")
}

/// The test of a clause, or of one fault of a compiler.
fn test<'a>(
    subject: &SubjectReport,
    clause: &str,
    name: String,
    about: &[&'a Finding],
    (known, blame): (&Titles, &Blame<'a>),
) -> TestCase {
    let is_partners = |f: &&Finding| blame.is_partners(f, &subject.toolchain);
    let (theirs, new): (Vec<&Finding>, Vec<&Finding>) =
        about.iter().copied().filter(|f| f.is_new()).partition(is_partners);
    let ids: BTreeSet<&str> = about.iter().flat_map(|f| &f.known).map(String::as_str).collect();
    let status = if let Some(first) = new.first() {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_type(first.kind.name());
        status.set_message(first.headline());
        let picture = |f: &&Finding| on_page(Page::PLAIN, || text::finding(f, known));
        let pictures: Vec<String> = new.iter().map(picture).collect();
        status.set_description(pictures.join("\n"));
        status
    } else if !theirs.is_empty() {
        let all: BTreeSet<&str> =
            theirs.iter().flat_map(|f| names_of(f)).flat_map(|name| blame.alone(name)).collect();
        let all: Vec<&str> = all.into_iter().collect();
        skipped(format!("only in calls with {}, where it is reported", all.join(", ")))
    } else if !ids.is_empty() {
        skipped(format!("known: {}", ids.into_iter().collect::<Vec<_>>().join(", ")))
    } else {
        TestCaseStatus::success()
    };
    let times = subject.clauses.get(clause).copied().unwrap_or(0);
    let mut case = case(&subject.toolchain, &name, status);
    case.set_assertions(usize::try_from(times).unwrap_or(usize::MAX));
    case
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use expect_test::expect;

    #[test]
    fn picture() {
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="crosscall" tests="6" skipped="3" failures="1" errors="1" time="12.500">
                <testsuite name="epiphany-elf-gcc-O2" tests="4" skipped="1" errors="1" failures="1">
                    <testcase name="EPIPHANY-ARG-01: The first arguments travel in r0 to r3, one word argument to a register, from left to right" classname="epiphany-elf-gcc-O2" assertions="1500"/>
                    <testcase name="EPIPHANY-RET-06: An aggregate larger than 4 bytes, or whose size one side cannot know, is stored at an address that is passed as an extra argument" classname="epiphany-elf-gcc-O2" assertions="40">
                        <failure message="EPIPHANY-RET-06, callee, epiphany-elf-gcc-O2: result expected 0x2122232412131415 in memory at 0x8f00, the address passed in r0, observed there: 0x5a5a5a5a5a5a5a5a" type="violation">NEW  EPIPHANY-RET-06  caller, callee  epiphany-elf-gcc-O2                                  12 trials

              struct { int m0; int m1; } f(int)

                      the document expects                             epiphany-elf-gcc-O2 does
              ------  -----------------------------------------------  -----------------------------------------
              result  0x2122232412131415 in memory at 0x8f00, the      there: 0x5a5a5a5a5a5a5a5a; found in r0:r1
                      address passed in r0

              where        place   expected                    observed
              -----------  ------  --------------------------  -----------------------
              registers r  r0      A: its address 0x8f00       A: 15 14 13 12
                           r1                                  A: 24 23 22 21
              memory       0x8f00  A: 15 14 13 12 24 23 22 21  5a 5a 5a 5a 5a 5a 5a 5a
              moved: A from 0x8f00 to r0 and r1

              trials that show it  caller  callee
              -------------------  ------  ------
              epiphany-elf-gcc-O2  3       9

              EPIPHANY-RET-06 (Subroutine Return Values)
                An aggregate larger than 4 bytes, or whose size one side cannot know, is stored at an address
                that is passed as an extra argument.
              explained by EPIPHANY-RET-06:memory=R5: not those of 8 bytes that have a natural machine mode:
              they are returned in r0 and r1

              minimal case
                struct s0 { int m0; int m1; };
                struct s0 f0(int a0);
              reproduce: crosscall repro reports/cases/epiphany/0123.toml --pairing callee --toolchain epiphany-elf-gcc-O2
            </failure>
                    </testcase>
                    <testcase name="processes without a fault: struct { int m0; int m1; } f(int)" classname="epiphany-elf-gcc-O2" assertions="0">
                        <skipped message="known: ICE-1"/>
                    </testcase>
                    <testcase name="every trial of the pairing callee can be carried out" classname="epiphany-elf-gcc-O2">
                        <error message="1 of 2000 trials failed: epiphany-elf-gcc-O2: rejected the source (exit status 1): f.c:1: error: no">epiphany-elf-gcc-O2: rejected the source (exit status 1): f.c:1: error: no
            more

            struct { int m0; int m1; } f(int)
            struct s0 f0(int a0);
            </error>
                    </testcase>
                </testsuite>
                <testsuite name="nyuzi-clang-O0" tests="1" skipped="1" errors="0" failures="0">
                    <testcase name="follows the clauses of its document" classname="nyuzi-clang-O0">
                        <skipped message="nyuzi-clang was not found; scripts/install-nyuzi-toolchain builds it"/>
                    </testcase>
                </testsuite>
                <testsuite name="nyuzi-clang-O2" tests="1" skipped="1" errors="0" failures="0">
                    <testcase name="follows the clauses of its document" classname="nyuzi-clang-O2">
                        <skipped message="nyuzi-clang was not found; scripts/install-nyuzi-toolchain builds it"/>
                    </testcase>
                </testsuite>
            </testsuites>
        "#]].assert_eq(&render(&sample::report_without_dumps(), &Titles::default()));
    }

    /// A compiler whose calls go wrong because of the one that it calls fails no test.
    #[test]
    fn a_partner_is_not_blamed() {
        let mut report = sample::report();
        let mut innocent = report.targets[0].clone();
        innocent.toolchain = "innocent".to_owned();
        let guilty = report.targets[0].toolchain.clone();
        innocent.findings.retain(Finding::is_new);
        for found in &mut innocent.findings {
            found.toolchains = vec!["innocent".to_owned(), guilty.clone()];
            found.with_itself = 0;
            for seen in &mut found.sightings {
                seen.subjects = found.toolchains.clone();
            }
        }
        assert!(!innocent.findings.is_empty());
        report.targets.push(innocent);
        let xml = render(&report, &Titles::default());
        let suite = xml.split("<testsuite name=\"innocent\"").nth(1).unwrap();
        assert!(!suite.contains("<failure"), "{suite}");
        assert!(suite.contains(&format!("only in calls with {guilty}, where it is reported")), "{suite}");
        // Where nobody shows it alone, it is nobody else's.
        report.targets.remove(0);
        assert!(render(&report, &Titles::default()).contains("<failure"));
    }
}
