//! A line for each compiler: its ABIs and levels, its trials, and how it stands.

use super::{clipped, count, thousands};
use crate::blame::{Blame, Name, names_of};
use crate::names;
use crate::picture::style::{BAD, GOOD, KNOWN, Style, paint};
use crate::picture::{columns, padded, width};
use crate::run::{RunReport, SubjectReport};
use crosscall_model::Target;
use crosscall_model::finding::FindingKind;
use std::collections::BTreeSet;

/// How a compiler stands after its trials; lines come in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    /// It shows something that no list of known findings has.
    New,
    /// Trials failed, and no finding says why.
    Failed,
    /// It answers a question of the document in several ways.
    Unsteady,
    /// All that it shows is known.
    Known,
    /// Not one trial has a verdict.
    Untested,
    /// All that was tested conforms.
    Clean,
}

impl Standing {
    fn word(self) -> (&'static str, Style) {
        match self {
            Standing::New => ("NEW", BAD.bold()),
            Standing::Failed => ("FAILED", BAD.bold()),
            Standing::Unsteady => ("UNSTEADY", BAD.bold()),
            Standing::Known => ("known", KNOWN),
            Standing::Untested => ("untested", KNOWN),
            Standing::Clean => ("ok", GOOD),
        }
    }
}

/// Subjects that are one compiler and stand alike.
pub(super) struct Row<'a> {
    standing: Standing,
    /// Name without ABI and level, and version.
    pub(super) compiler: String,
    /// True for recordings of a compiler.
    pub(super) is_recorded: bool,
    built_in: bool,
    subjects: Vec<&'a SubjectReport>,
    /// Findings of its own: new ones, known ones, and those of them that stop the compiler.
    new: BTreeSet<String>,
    known: BTreeSet<&'a str>,
    stopping: BTreeSet<&'a str>,
    /// Trials that violate because of the compiler on the other side of the call.
    partners: u64,
}

impl Row<'_> {
    /// True for the built-in code generator.
    pub(super) fn is_built_in(&self) -> bool {
        self.built_in
    }

    /// True for a compiler that is tested at optimisation levels: not for an assembler and a linker.
    pub(super) fn has_levels(&self) -> bool {
        self.subjects.iter().any(|subject| names::level(&subject.toolchain).is_some())
    }

    fn targets(&self) -> Vec<Target> {
        let mut all: Vec<Target> = Vec::new();
        for subject in &self.subjects {
            if !all.contains(&subject.target) {
                all.push(subject.target);
            }
        }
        all
    }

    /// The targets in few words.
    fn abis(&self) -> String {
        names::abis(&self.targets())
    }

    /// The levels in few words.
    fn levels(&self) -> String {
        let mut all: Vec<&str> = Vec::new();
        for subject in &self.subjects {
            let level = names::parts(&subject.toolchain, subject.target).level;
            all.extend(level.filter(|level| !all.contains(level)));
        }
        match all.len() {
            0 => String::new(),
            1..=3 => format!(" {}", all.join(" ")),
            number => format!(", {number} levels"),
        }
    }

    fn trials(&self) -> u64 {
        self.subjects.iter().map(|subject| subject.counts.judged() + subject.counts.found).sum()
    }

    fn remark(&self) -> String {
        let mut parts = Vec::new();
        if !self.new.is_empty() {
            parts.push(format!("{} new", self.new.len()));
        }
        if !self.known.is_empty() {
            let mut text = format!("{} known", self.known.len());
            match self.stopping.len() {
                0 => {}
                number => text += &format!(" ({})", count(number as u64, "crash")),
            }
            parts.push(text);
        }
        let failed: u64 = self.subjects.iter().map(|subject| subject.counts.unexplained()).sum();
        if failed > 0 {
            parts.push(format!("{} failed", thousands(failed)));
        }
        match self.standing {
            Standing::Untested => parts.push(untested(&self.subjects)),
            Standing::Unsteady => parts.push("answers a question in several ways".to_owned()),
            Standing::Clean if self.partners == 0 => parts.push("follows the document".to_owned()),
            _ => {}
        }
        if self.partners > 0 {
            parts.push(format!("{} lost to partners", thousands(self.partners)));
        }
        parts.join(", ")
    }
}

/// Why no trial of these subjects has a verdict.
fn untested(subjects: &[&SubjectReport]) -> String {
    let reasons = subjects.iter().flat_map(|subject| &subject.reasons);
    match reasons.max_by_key(|(_, times)| **times) {
        Some((reason, _)) => format!("not tested: {reason}"),
        None => "not tested".to_owned(),
    }
}

/// The compilers of a report.
pub(super) fn rows<'a>(report: &'a RunReport, blame: &Blame<'a>) -> Vec<Row<'a>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for subject in &report.targets {
        let mut own = of_subject(report, subject, blame);
        let is_same = |row: &&mut Row<'_>| {
            (row.standing, &row.compiler, row.is_recorded) == (own.standing, &own.compiler, own.is_recorded)
        };
        match rows.iter_mut().find(is_same) {
            None => rows.push(own),
            Some(row) => {
                row.subjects.append(&mut own.subjects);
                row.new.append(&mut own.new);
                row.known.append(&mut own.known);
                row.stopping.append(&mut own.stopping);
                row.partners += own.partners;
            }
        }
    }
    rows.sort_by_key(|row| (row.standing, row.built_in));
    rows
}

fn of_subject<'a>(report: &RunReport, subject: &'a SubjectReport, blame: &Blame<'a>) -> Row<'a> {
    let (partners, own): (Vec<_>, Vec<_>) =
        subject.findings.iter().partition(|found| blame.is_partners(found, &subject.toolchain));
    let new = own.iter().filter(|found| found.is_new());
    let new: BTreeSet<String> =
        new.map(|found| format!("{} {}", subject.target, found.fingerprint)).collect();
    let ids = |found: &&'a _| names_of(found);
    let known = |of: &dyn Fn(FindingKind) -> bool| -> BTreeSet<&'a str> {
        let all = own.iter().filter(|found| !found.is_new() && of(found.kind));
        all.flat_map(ids)
            .filter_map(|name| match name {
                Name::Known(id) => Some(id),
                Name::New(..) => None,
            })
            .collect()
    };
    let contradicts = report.contradicted().any(|(other, ..)| std::ptr::eq(other, subject));
    let standing = match () {
        () if !new.is_empty() => Standing::New,
        () if subject.counts.unexplained() > 0 => Standing::Failed,
        () if contradicts => Standing::Unsteady,
        () if !own.is_empty() => Standing::Known,
        () if subject.counts.judged() == 0 => Standing::Untested,
        () => Standing::Clean,
    };
    let parts = names::parts(&subject.toolchain, subject.target);
    let built_in = subject.toolchain == names::embedded(subject.target);
    let version = subject.compiler.split(' ').nth(1).filter(|version| *version != "?" && !built_in);
    let compiler = match (built_in, version) {
        (true, _) => "built-in code generator".to_owned(),
        (false, Some(version)) => format!("{} {version}", parts.compiler),
        (false, None) => parts.compiler.to_owned(),
    };
    Row {
        standing,
        compiler,
        is_recorded: parts.is_recorded,
        built_in,
        subjects: vec![subject],
        known: known(&|_| true),
        stopping: known(&|kind| kind == FindingKind::CompilerFault),
        new,
        partners: partners.iter().map(|found| found.occurrences + found.consequences).sum(),
    }
}

/// The lines, below each other.
pub(super) fn draw(rows: &[Row<'_>]) -> String {
    let cells: Vec<[String; 4]> = rows
        .iter()
        .map(|row| {
            let recorded = if row.is_recorded { " (recorded)" } else { "" };
            let compiler = format!("{}{}{recorded}", row.compiler, row.levels());
            [row.abis(), compiler, count(row.trials(), "trial"), row.remark()]
        })
        .collect();
    let widest =
        |at: usize| cells.iter().filter_map(|row| row.get(at)).map(|cell| columns(cell)).max().unwrap_or(0);
    let word = rows.iter().map(|row| columns(row.standing.word().0)).max().unwrap_or(0);
    let (abis, trials) = (widest(0), widest(2));
    // The name of a compiler gives way before what is said of it.
    let fixed = 2 + word + 2 + abis + 2 + 2 + trials + 2;
    let room = width().saturating_sub(fixed);
    let compiler = widest(1).min(room.saturating_sub(widest(3)).max(room * 3 / 5));
    let remark = width().saturating_sub(fixed + compiler);
    let mut out = String::new();
    for (row, [abi, name, number, words]) in rows.iter().zip(&cells) {
        let (standing, style) = row.standing.word();
        let line = format!(
            "  {}{}  {}  {}  {number:>trials$}  {}",
            paint(style, standing),
            " ".repeat(word.saturating_sub(columns(standing))),
            padded(abi, abis),
            padded(&clipped(name, compiler), compiler),
            clipped(words, remark)
        );
        out += line.trim_end();
        out.push('\n');
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}
