//! The report of a run on one screen: a line for each compiler, a line for each finding, what was not tested, and the next
//! command to type. [`crate::text`] has everything.

mod compilers;
mod findings;
mod untested;

use crate::blame::Blame;
use crate::buckets::Night;
use crate::known::Titles;
use crate::outcome::{EXIT_CLEAN, Outcome};
use crate::picture::style::{BAD, GOOD, TITLE, paint, painted};
use crate::picture::{columns, paragraph, width};
use crate::run::{Enough, RunReport};
use crate::{names, text};
use crosscall_model::counted;
pub use untested::DEBIAN;

/// Lines of known findings, unless all are asked for.
const MOST_KNOWN: usize = 10;
/// Lines of new findings, unless all are asked for.
const MOST_NEW: usize = 10;
/// Findings that are drawn.
const MOST_DRAWN: usize = 2;

/// Kind of work that a screen is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// Many cases: a run, or the stores of a campaign.
    Run,
    /// One case, tried again; what it shows is drawn though it is known.
    Case,
}

/// The report on a screen. With `all`, the lists of findings are not cut.
pub fn render(report: &RunReport, known: &Titles, of: Of, all: bool) -> String {
    let blame = Blame::of(report);
    let rows = compilers::rows(report, &blame);
    let mut out = title(report, &rows, of);
    out += &compilers::draw(&rows);
    let lines = findings::lines(report, &blame);
    // One case is drawn whole; of many cases only what is new.
    let drawn = findings::drawn(&lines, of);
    if of == Of::Run || lines.len() > drawn.len() {
        out += &findings::draw(&lines, known, all);
    }
    for line in &drawn {
        out += &(text::short(&line.findings, known) + "\n");
    }
    out += &untested::draw(report, of);
    if let Some(night) = report.night.as_ref().filter(|night| night.has_news()) {
        out += &(Night::text(night) + "\n");
    }
    out + &last_line(report, &lines, of)
}

/// First line: what was tested, and with which seed.
fn title(report: &RunReport, rows: &[compilers::Row<'_>], of: Of) -> String {
    let mut out = report.incomplete().map_or_else(String::new, |incomplete| painted(BAD, &incomplete) + "\n");
    if of == Of::Case {
        return out;
    }
    let compilers: Vec<_> = rows.iter().filter(|row| !row.is_built_in()).collect();
    let number =
        compilers.iter().map(|row| row.compiler.as_str()).collect::<std::collections::BTreeSet<_>>().len();
    let abis = report.targets.iter().map(|s| s.target).collect::<std::collections::BTreeSet<_>>().len();
    let noun = if compilers.iter().all(|row| row.has_levels()) { "compiler" } else { "compiler or tool" };
    let what = match number {
        0 => "the built-in code generator".to_owned(),
        1 => format!("1 {noun}"),
        number => format!("{number} {}", noun.replace("compiler or tool", "compilers and tool") + "s"),
    };
    let seed = if report.seed < 1000 { report.seed.to_string() } else { format!("{:#x}", report.seed) };
    let version = env!("CARGO_PKG_VERSION");
    let tools = report.origin.tools();
    let left = format!("crosscall {version}: {what} for {}, seed {seed}{tools}", count(abis as u64, "ABI"));
    let recorded = compilers.iter().filter(|row| row.is_recorded).count();
    let right = match (recorded, compilers.len()) {
        (0, _) => String::new(),
        (recorded, all) if recorded == all => {
            format!("none is installed; {recorded} tested from recordings")
        }
        (recorded, _) => format!("{recorded} tested from recordings"),
    };
    let gap = width().saturating_sub(columns(&left) + columns(&right));
    out += &match (right.is_empty(), gap >= 2) {
        (true, _) => paint(TITLE, &left) + "\n",
        (false, true) => format!("{}{:gap$}{right}\n", paint(TITLE, &left), ""),
        (false, false) => format!("{}\n{}", paint(TITLE, &left), paragraph(2, &right)),
    };
    out
}

/// Overall result, and the next command to type.
fn last_line(report: &RunReport, lines: &[findings::Line<'_>], of: Of) -> String {
    let counts = report.counts();
    let time = match report.enough {
        Some(Enough::Time(time)) => format!("{} (time limit reached)", text::duration(time)),
        Some(Enough::FirstFinding) => format!("{:.0} s (--fail-fast)", report.seconds),
        Some(Enough::StoreLimit) => format!("{:.0} s (--store-limit reached)", report.seconds),
        None if report.seconds < 10.0 => format!("{:.1} s", report.seconds),
        None => format!("{:.0} s", report.seconds),
    };
    let trials = count(counts.judged(), "trial");
    let first = lines.first();
    let outcome = match (report.outcome(), of) {
        (Outcome::Clean, Of::Case) if first.is_none() => {
            format!("The case conforms: {trials} in {time}.")
        }
        (Outcome::Clean, _) => format!("Nothing new: {trials} in {time}."),
        (Outcome::New, _) if report.new_findings() > 0 && counts.unexplained() == 0 => {
            format!("{}: {trials} in {time}.", count(report.new_findings() as u64, "new finding"))
        }
        _ => {
            let conclusion = report.conclusion();
            let mut letters = conclusion.chars();
            let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
            format!("{first}{}.", letters.as_str())
        }
    };
    let next = match of {
        Of::Run => next_command(lines),
        Of::Case => first.and_then(|line| Some(("Its page", line.page()?))),
    };
    let style = if report.exit_code() == EXIT_CLEAN { GOOD } else { BAD };
    let mut out = painted(style, &outcome);
    if let Some((what, command)) = next {
        out += &format!("{what}: {command}\n");
    }
    out
}

/// The command that a reader of a run types next.
fn next_command(lines: &[findings::Line<'_>]) -> Option<(&'static str, String)> {
    match lines.first() {
        Some(line) => Some(("Look at one", line.command())),
        None => {
            Some(("Draw a call", "crosscall explain 'struct { int a, b, c; } f(char, double)'".to_owned()))
        }
    }
}

/// A number and its noun, with a thousands separator: `1 trial`, `8,025 trials`.
pub(crate) fn count(number: u64, noun: &str) -> String {
    counted(number, noun).replacen(&number.to_string(), &thousands(number), 1)
}

/// A number with a comma before each third digit.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && i % 3 == first {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The first columns of a text, with a mark where some are missing.
fn clipped(text: &str, width: usize) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    for c in text.chars() {
        if columns(&out) + 2 > width {
            break;
        }
        out.push(c);
    }
    out.trim_end().to_owned() + "…"
}

/// Names of subjects as compilers with their levels; `all` where a compiler shows it at every level that was run.
fn with_levels<'a>(report: &RunReport, subjects: impl Iterator<Item = &'a str>) -> String {
    let parts: Vec<names::Parts<'_>> =
        report.targets.iter().map(|s| names::parts(&s.toolchain, s.target)).collect();
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for subject in subjects {
        let target = report.targets.iter().find(|s| s.toolchain == subject).map(|s| s.target);
        let Some(target) = target else { continue };
        let part = names::parts(subject, target);
        let name = part.compiler.to_owned();
        let at = match groups.iter().position(|(other, _)| *other == name) {
            Some(at) => at,
            None => {
                groups.push((name, Vec::new()));
                groups.len() - 1
            }
        };
        if let Some((_, levels)) = groups.get_mut(at)
            && let Some(level) = part.level.filter(|level| !levels.contains(level))
        {
            levels.push(level);
        }
    }
    let text = |(name, levels): &(String, Vec<&str>)| {
        let mut all: Vec<&str> =
            parts.iter().filter(|p| p.compiler == *name).filter_map(|p| p.level).collect();
        all.sort_unstable();
        all.dedup();
        match (levels.len(), all.len()) {
            (0, _) => name.clone(),
            (some, all) if some == all && all > 1 => format!("{name}, all levels"),
            _ => format!("{name} {}", levels.join(" ")),
        }
    };
    groups.iter().map(text).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Page, on_page};
    use crate::sample;
    use expect_test::expect_file;

    /// The only known finding.
    fn list() -> Titles {
        Titles([("ICE-1".to_owned(), "It breaks down in extract_insn".to_owned())].into())
    }

    fn at(width: usize, report: &RunReport, of: Of) -> String {
        on_page(Page { width, colours: false }, || render(report, &list(), of, false))
    }

    #[test]
    fn the_screen_of_a_run() {
        let report = sample::several_subjects();
        expect_file!["../../sample/screen-80.txt"].assert_eq(&at(80, &report, Of::Run));
        expect_file!["../../sample/screen-120.txt"].assert_eq(&at(120, &report, Of::Run));
    }

    #[test]
    fn the_screen_of_a_case() {
        let mut report = sample::report();
        report.targets[0].findings.truncate(1);
        expect_file!["../../sample/screen-case.txt"].assert_eq(&at(100, &report, Of::Case));
    }

    #[test]
    fn a_screen_holds_a_run_whatever_it_found() {
        let mut report = sample::several_subjects();
        report.lacking.clear();
        let first = report.targets[0].findings[0].clone();
        for number in 0..40 {
            let mut found = first.clone();
            found.fingerprint = format!("EPIPHANY-RET-06:memory=R{number}");
            if number > 0 {
                found.known = vec![format!("K-{number}")];
            }
            report.targets[0].findings.push(found);
        }
        let text = at(100, &report, Of::Run);
        // Two new findings are drawn, and the rest is a line each or counted.
        assert!(text.lines().count() < 110, "{text}");
        assert!(text.contains("more known ones: --all"), "{text}");
        let all = on_page(Page::PLAIN, || render(&report, &list(), Of::Run, true));
        assert!(all.contains("K-39") && !all.contains(": --all"), "{all}");
    }

    #[test]
    fn lines_keep_to_the_width() {
        for width in [80, 100, 120] {
            for line in at(width, &sample::several_subjects(), Of::Run).lines() {
                assert!(columns(line) <= width || line.contains("crosscall "), "{width}: {line}");
            }
        }
    }

    #[test]
    fn numbers_are_read_in_threes() {
        let texts = [0, 7, 123, 1_234, 12_345, 136_614, 1_231_500].map(thousands);
        assert_eq!(texts, ["0", "7", "123", "1,234", "12,345", "136,614", "1,231,500"]);
        assert_eq!(clipped("abcdef", 6), "abcdef");
        assert_eq!(clipped("abcdefg", 6), "abcde…");
    }
}
