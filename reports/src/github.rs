//! The report for the workflows of GitHub: an annotation for each new finding, and for what kept a run from saying
//! more. The last line is the same as that of the text.

use super::run::{RunReport, Untested};
use super::{groups, text};
use crate::known::Titles;
use crate::outcome::Outcome;
use crate::picture::{Page, on_page};
use crate::workflow::annotation;
use crosscall_model::finding::FindingClass;
use std::fmt::Write;

/// The whole report. The same finding of several subjects is one annotation.
pub fn render(report: &RunReport, known: &Titles) -> String {
    let mut out = String::new();
    if let Some(incomplete) = report.incomplete() {
        out += &annotation("warning", "crosscall: an incomplete report", None, &incomplete);
    }
    for group in groups::of_findings(report.findings().filter(|f| f.is_new())) {
        let Some((finding, others)) = group.split_first() else { continue };
        let mut message = on_page(Page::PLAIN, || text::finding(finding, known));
        if !others.is_empty() {
            let others: Vec<String> = others.iter().map(|other| other.subjects()).collect();
            let _ = writeln!(message, "also {}", others.join(", "));
        }
        let mut title = format!("{}, {}, {}", finding.clause(), finding.pairing, finding.subjects());
        if finding.class() == FindingClass::Itself {
            title.insert_str(0, "disagrees with itself: ");
        }
        let file = finding.case_path.as_ref().map(|path| path.display().to_string());
        out += &annotation("error", &title, file.as_deref().map(|file| (file, None)), &message);
    }
    for (subject, question, ways) in report.contradicted() {
        let title = format!("{question}, answered in several ways: {}", subject.toolchain);
        out += &annotation("error", &title, None, &ways);
    }
    for subject in &report.targets {
        for failed in subject.unexplained() {
            let title = format!("failed trials: {}, {}, {}", failed.times, failed.pairing, subject.toolchain);
            // The reason is the first line of the message, mostly.
            let message = match failed.message.starts_with(&failed.reason) {
                true => failed.message.clone(),
                false => format!("{}\n{}", failed.reason, failed.message),
            };
            out += &annotation("error", &title, None, &message);
        }
        for incident in &subject.incidents {
            let title =
                format!("compilations that failed, and not again: {}, {}", incident.times, subject.toolchain);
            out += &annotation("error", &title, None, &incident.message);
        }
    }
    for left_out in &report.left_out {
        // Subjects that nobody asked for do not fail a workflow.
        let level = if left_out.wanted { "error" } else { "notice" };
        let title = format!("not tested: {}", left_out.toolchains.join(", "));
        out += &annotation(level, &title, None, &format!("{}; {}", left_out.reason, left_out.remedy));
    }
    if let Outcome::NothingTested | Outcome::Stopped(_) = report.outcome() {
        let mut message = report.conclusion();
        for Untested { subject, pairing, reason } in &report.untested {
            let _ = write!(message, "\n{subject}, {pairing}: {reason}");
        }
        out += &annotation("error", "crosscall", None, &message);
    }
    out + &report.conclusion() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use expect_test::expect;

    #[test]
    fn picture() {
        expect![[r#"
            ::error file=reports/cases/epiphany/0123.toml,title=EPIPHANY-RET-06%2C callee%2C epiphany-elf-gcc-O2::NEW  EPIPHANY-RET-06  caller, callee  epiphany-elf-gcc-O2                                  12 trials%0A%0A  struct { int m0; int m1; } f(int)%0A%0A          the document expects                             epiphany-elf-gcc-O2 does%0A  ------  -----------------------------------------------  -----------------------------------------%0A  result  0x2122232412131415 in memory at 0x8f00, the      there: 0x5a5a5a5a5a5a5a5a; found in r0:r1%0A          address passed in r0%0A%0A  where        place   expected                    observed%0A  -----------  ------  --------------------------  -----------------------%0A  registers r  r0      A: its address 0x8f00       A: 15 14 13 12%0A               r1                                  A: 24 23 22 21%0A  memory       0x8f00  A: 15 14 13 12 24 23 22 21  5a 5a 5a 5a 5a 5a 5a 5a%0A  moved: A from 0x8f00 to r0 and r1%0A%0A  trials that show it  caller  callee%0A  -------------------  ------  ------%0A  epiphany-elf-gcc-O2  3       9%0A%0A  EPIPHANY-RET-06 (Subroutine Return Values)%0A    An aggregate larger than 4 bytes, or whose size one side cannot know, is stored at an address%0A    that is passed as an extra argument.%0A  explained by EPIPHANY-RET-06:memory=R5: not those of 8 bytes that have a natural machine mode:%0A  they are returned in r0 and r1%0A%0A  minimal case%0A    struct s0 { int m0; int m1; };%0A    struct s0 f0(int a0);%0A  reproduce: crosscall repro reports/cases/epiphany/0123.toml --pairing callee --toolchain epiphany-elf-gcc-O2
            ::error title=failed trials%3A 1%2C callee%2C epiphany-elf-gcc-O2::epiphany-elf-gcc-O2: rejected the source (exit status 1): f.c:1: error: no%0Amore
            ::notice title=not tested%3A nyuzi-clang-O0%2C nyuzi-clang-O2::nyuzi-clang was not found; scripts/install-nyuzi-toolchain builds it
            1 new finding: 1990 of 2000 trials were run; 2 of 2000 trials failed, 1 of them rejected by the compiler
        "#]].assert_eq(&render(&sample::report_without_dumps(), &Titles::default()));
    }

    #[test]
    fn a_run_without_trials_is_an_error() {
        let text = render(&RunReport::default(), &Titles::default());
        assert_eq!(
            text,
            "::error title=crosscall::nothing was tested: 0 of 0 trials were run\nnothing was tested: 0 of 0 trials were run\n"
        );
    }
}
