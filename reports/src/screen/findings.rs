//! A line for each finding: new ones first, then known ones.

use super::{MOST_DRAWN, MOST_KNOWN, MOST_NEW, Of, clipped, thousands, with_levels};
use crate::again;
use crate::blame::{Blame, Name, names_of};
use crate::known::Titles;
use crate::names;
use crate::picture::style::{BAD, FAINT, ID, KNOWN, TITLE, paint};
use crate::picture::{columns, padded, width};
use crate::run::RunReport;
use crosscall_model::finding::{Finding, FindingClass};
use std::collections::BTreeMap;

/// One finding, whatever subjects show it.
pub(super) struct Line<'a> {
    name: Name<'a>,
    class: FindingClass,
    /// It as each subject shows it, the one that tells most first.
    pub(super) findings: Vec<&'a Finding>,
    /// Compilers with their levels.
    compilers: String,
    trials: u64,
}

impl Line<'_> {
    fn is_new(&self) -> bool {
        matches!(self.name, Name::New(..))
    }

    /// The command that shows it again.
    pub(super) fn command(&self) -> String {
        match (self.name, self.findings.first()) {
            (Name::Known(id), _) => format!("crosscall repro {id}"),
            (Name::New(..), Some(found)) => again::command(found),
            (Name::New(..), None) => String::new(),
        }
    }

    /// The command that shows what is written of a known one.
    pub(super) fn page(&self) -> Option<String> {
        match self.name {
            Name::Known(id) => Some(format!("crosscall finding {id}")),
            Name::New(..) => None,
        }
    }
}

/// All findings of a report, new ones first, each kind by class and number of trials.
pub(super) fn lines<'a>(report: &'a RunReport, blame: &Blame<'a>) -> Vec<Line<'a>> {
    let mut all: BTreeMap<Name<'_>, Vec<(&str, &Finding)>> = BTreeMap::new();
    for subject in &report.targets {
        for found in &subject.findings {
            for name in names_of(found) {
                all.entry(name).or_default().push((&subject.toolchain, found));
            }
        }
    }
    let line = |(name, shown): (Name<'a>, Vec<(&'a str, &'a Finding)>)| {
        let alone = blame.alone(name);
        let all: Vec<&str> = shown.iter().map(|(subject, _)| *subject).collect();
        let real = all.iter().filter(|name| !name.starts_with(names::EMBEDDED)).count() > 0;
        let is_shown = |subject: &&str| match alone.is_empty() {
            false => alone.contains(subject),
            true => !real || !subject.starts_with(names::EMBEDDED),
        };
        let compilers = with_levels(report, all.iter().copied().filter(is_shown));
        let trials = shown.iter().map(|(_, found)| found.occurrences + found.consequences).sum();
        let mut findings: Vec<&Finding> = shown.iter().map(|(_, found)| *found).collect();
        findings.sort_by_key(|found| (found.class(), found.toolchains.len()));
        let class = findings.first().map_or(FindingClass::Document, |found| found.class());
        Line { name, class, findings, compilers, trials }
    };
    let mut lines: Vec<Line<'_>> = all.into_iter().map(line).collect();
    lines.sort_by_key(|line| (!line.is_new(), line.class, std::cmp::Reverse(line.trials)));
    lines
}

/// The findings that are drawn: new ones; of a single case known ones, too.
pub(super) fn drawn<'l, 'a>(lines: &'l [Line<'a>], of: Of) -> Vec<&'l Line<'a>> {
    lines.iter().filter(|line| of == Of::Case || line.is_new()).take(MOST_DRAWN).collect()
}

/// The list.
pub(super) fn draw(lines: &[Line<'_>], known: &Titles, all: bool) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let (new, old): (Vec<&Line<'_>>, Vec<&Line<'_>>) = lines.iter().partition(|line| line.is_new());
    let shown = |lines: &[&'_ Line<'_>], most: usize| if all { lines.len() } else { most.min(lines.len()) };
    let (most_new, most_old) = (shown(&new, MOST_NEW), shown(&old, MOST_KNOWN));
    let rows: Vec<(&Line<'_>, [String; 4])> = { new.iter().take(most_new).chain(old.iter().take(most_old)) }
        .map(|line| (*line, cells(line, known)))
        .collect();
    let widest = |at: usize, title: &str| {
        let cells = rows.iter().filter_map(|(_, row)| row.get(at)).map(|cell| columns(cell));
        cells.chain([columns(title)]).max().unwrap_or(0)
    };
    let (id, trials) = (widest(0, ""), widest(3, "trials"));
    let room = width().saturating_sub(9 + id + 2 + 2 + 2 + trials);
    let compilers = widest(2, "compilers").min((room * 2 / 5).max(28));
    let what = widest(1, "").min(room.saturating_sub(compilers));
    let mut out = format!(
        "{}{}  {:>trials$}\n",
        paint(TITLE, &padded("Findings", 9 + id + 2 + what + 2)),
        paint(FAINT, &padded("compilers", compilers)),
        "trials"
    );
    for (line, [name, title, by, number]) in &rows {
        let (word, style) = if line.is_new() { ("NEW", BAD.bold()) } else { ("known", KNOWN) };
        out += &format!(
            "  {}{}{}  {}  {}  {number:>trials$}\n",
            paint(style, word),
            " ".repeat(7_usize.saturating_sub(columns(word))),
            paint(ID, &padded(name, id)),
            padded(&clipped(title, what), what),
            padded(&clipped(by, compilers), compilers),
        );
    }
    let more = |number: usize, word: &str| match number {
        0 => String::new(),
        number => format!("  … {number} more {word}: --all\n"),
    };
    out += &more(new.len() - most_new, "new ones");
    out += &more(old.len() - most_old, "known ones");
    out + "\n"
}

/// Name, contents, compilers and number of trials.
fn cells(line: &Line<'_>, known: &Titles) -> [String; 4] {
    let found = line.findings.first();
    let (name, title) = match line.name {
        Name::Known(id) => {
            let title = known.of(id).unwrap_or_default();
            // The pointer to the page is on no line of a list.
            (id.to_owned(), title.split(", see `").next().unwrap_or_default().to_owned())
        }
        Name::New(..) => (
            found.map(|f| f.clause().to_owned()).unwrap_or_default(),
            found.map(|f| f.signature()).unwrap_or_default(),
        ),
    };
    [name, title, line.compilers.clone(), thousands(line.trials)]
}
