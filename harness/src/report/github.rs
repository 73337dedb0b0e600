//! The report for the workflows of GitHub: an annotation for each new finding, and for what kept a run from telling
//! more. The last line is the same as that of the text.

use super::finding::Finding;
use super::{RunReport, Verdict, text};
use crate::known::Known;
use crate::picture::{Page, on_page};
use std::fmt::Write;

/// The whole report. The same finding of several subjects is one annotation.
pub fn render(report: &RunReport, known: &Known) -> String {
    let mut out = String::new();
    let mut told: Vec<(&Finding, Vec<String>)> = Vec::new();
    for finding in report.findings().filter(|f| f.known.is_none()) {
        let same = |(first, _): &&mut (&Finding, Vec<String>)| {
            first.fingerprint == finding.fingerprint && first.case.target() == finding.case.target()
        };
        match told.iter_mut().find(same) {
            Some((_, others)) => others.push(finding.subjects()),
            None => told.push((finding, Vec::new())),
        }
    }
    for (finding, others) in told {
        let mut message = on_page(Page::PLAIN, || text::finding(finding, known));
        if !others.is_empty() {
            let _ = writeln!(message, "also {}", others.join(", "));
        }
        let title = format!("{}, {}, {}", finding.clause(), finding.pairing, finding.subjects());
        let file = finding.case_path.as_ref().map(|path| path.display().to_string());
        out += &annotation("error", &title, file.as_deref(), &message);
    }
    for subject in &report.targets {
        for failed in subject.failures.iter().filter(|failed| !failed.found) {
            let title = format!("{} trials failed, {}, {}", failed.times, failed.pairing, subject.toolchain);
            out += &annotation("error", &title, None, &format!("{}\n{}", failed.reason, failed.message));
        }
        for incident in &subject.incidents {
            let title =
                format!("{} compilations failed, and not again, {}", incident.times, subject.toolchain);
            out += &annotation("error", &title, None, &incident.message);
        }
    }
    for left_out in &report.left_out {
        // What nobody asked for is no matter for a workflow.
        let level = if left_out.wanted { "error" } else { "notice" };
        let title = format!("not tested: {}", left_out.toolchains.join(", "));
        out += &annotation(level, &title, None, &format!("{}; {}", left_out.reason, left_out.remedy));
    }
    if let Verdict::NothingTested | Verdict::Stopped(_) = report.verdict() {
        out += &annotation("error", "crosscall", None, &report.conclusion());
    }
    out + &report.conclusion() + "\n"
}

/// One annotation; a command of a workflow ends with its line, so that line breaks are written in another way.
fn annotation(level: &str, title: &str, file: Option<&str>, message: &str) -> String {
    let file = file.map_or_else(String::new, |file| format!("file={},", property(file)));
    format!("::{level} {file}title={}::{}\n", property(title), data(message.trim_end()))
}

/// A message, as a workflow reads it.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property, which also ends with a comma or a colon.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;
    use expect_test::expect;
    use proptest::prelude::*;

    #[test]
    fn picture() {
        let mut report = sample::report();
        report.targets[0].findings[0].dumps = None;
        expect![].assert_eq(&render(&report, &Known::default()));
    }

    #[test]
    fn a_run_without_trials_is_an_error() {
        let text = render(&RunReport::default(), &Known::default());
        assert_eq!(
            text,
            "::error title=crosscall::nothing was tested: 0 of 0 trials were run\nnothing was tested: 0 of 0 trials were run\n"
        );
    }

    /// The text that a workflow reads out of a command.
    fn read(text: &str) -> String {
        let text = text.replace("%0A", "\n").replace("%0D", "\r").replace("%3A", ":").replace("%2C", ",");
        text.replace("%25", "%")
    }

    proptest! {
        #[test]
        fn whatever_is_said_is_one_line_and_read_back(title in "[ -~\n\r:,%é]{0,30}", message in "[ -~\n\r:,%é]{0,60}") {
            let line = annotation("error", &title, None, &message);
            prop_assert_eq!(line.trim_end_matches('\n').lines().count(), 1);
            let rest = line.strip_prefix("::error title=").unwrap();
            let (told, rest) = rest.split_once("::").unwrap();
            prop_assert!(!told.contains([':', ',']));
            prop_assert_eq!(read(told), title);
            prop_assert_eq!(read(rest.trim_end_matches('\n')), message.trim_end());
        }
    }
}
