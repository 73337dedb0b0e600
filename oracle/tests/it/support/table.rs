//! Tables of examples that were worked out by hand: `C text | places`, a text file for the calls of a target and one for its
//! layouts.
//!
//! A line `## words` begins a section, under the document's preferred readings. `under ARG-03=R1, ARG-06/order=R5` has the rows
//! behind it under these readings, and the preferred ones of all other questions; `under GCC` under those of this name.
//! `for ILP32 LP64` says the targets. A line that begins with a space continues the one before, and one that begins with `# ` is a
//! comment. `a0-a3 r0-r3` stands for `a0 r0, a1 r1` and so on.

use super::{Readings, Setting};
use crosscall_oracle::choose::Permits;

/// Part of a C text that is shown.
type Shown = fn(&Setting, &str, &dyn Permits) -> String;

/// Words for what tables name.
pub(crate) struct Names {
    /// The targets; the first one is meant where a section does not say.
    pub(crate) settings: &'static [(&'static str, Setting)],
    /// Readings by name; the first ones are meant where a section does not say.
    pub(crate) readings: &'static [(&'static str, Readings)],
}

/// A row, where it stands.
struct Row<'t> {
    section: &'t str,
    targets: &'t str,
    under: &'t str,
    text: &'t str,
    expected: String,
}

impl Names {
    /// Each row of a table is as it says. The rows that are not are told together.
    pub(crate) fn assert_rows(&self, table: &'static str, shown: Shown) {
        let lines = lines(table);
        let rows = self.rows(&lines);
        let wrong: Vec<String> = rows.iter().flat_map(|row| self.wrong(row, shown)).collect();
        assert!(
            !rows.is_empty() && wrong.is_empty(),
            "{} of {} rows:\n{}",
            wrong.len(),
            rows.len(),
            wrong.join("\n")
        );
    }

    fn rows<'t>(&self, lines: &'t [String]) -> Vec<Row<'t>> {
        let first = (self.settings[0].0, self.readings[0].0);
        let (mut section, (mut targets, mut under)) = ("", first);
        let mut rows = Vec::new();
        for line in lines {
            match line.split_once(' ') {
                Some(("##", title)) => (section, (targets, under)) = (title, first),
                Some(("for", names)) => (targets, under) = (names, first.1),
                Some(("under", answers)) => under = answers,
                _ => {
                    let (text, places) = line.split_once('|').expect("two columns");
                    let (text, expected) = (text.trim(), written_out(places));
                    rows.push(Row { section, targets, under, text, expected });
                }
            }
        }
        rows
    }

    /// Mistakes of a row, for each of its targets.
    fn wrong(&self, row: &Row<'_>, shown: Shown) -> Vec<String> {
        let Row { section, targets, under, text, expected } = row;
        let mut wrong = Vec::new();
        for target in targets.split(' ') {
            let (_, setting) = self.settings.iter().find(|(name, _)| *name == target).expect("a target");
            let given = self.readings.iter().find(|(name, _)| name == under);
            let readings = given.map_or_else(|| answers(setting, under), |(_, readings)| readings.clone());
            let found = shown(setting, text, &readings);
            if found != *expected {
                wrong.push(format!(
                    "{section}, {target} under {under}: {text}\n  is {found}\n not {expected}"
                ));
            }
        }
        wrong
    }
}

/// Readings for `ARG-03=R1, ARG-06/order=R5`.
fn answers(setting: &Setting, text: &str) -> Readings {
    let pair = |answer: &str| {
        let (question, reading) = answer.split_once('=').unwrap_or_else(|| panic!("{answer} is no answer"));
        (&*question.to_owned().leak(), &*reading.to_owned().leak())
    };
    setting.readings(text.split(", ").map(pair).collect::<Vec<_>>().leak())
}

/// Lines without comments, each with those that continue it.
pub(super) fn lines(table: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        match lines.last_mut() {
            Some(last) if line.starts_with(' ') => *last += line,
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

/// Places with `a0-a3 r0-r3` written out.
fn written_out(places: &str) -> String {
    let all = places.trim().split(", ").flat_map(|place| match place.split_once(' ') {
        Some((values, registers)) if values.contains('-') => {
            let pairs = run(values).zip(run(registers));
            pairs.map(|(value, register)| format!("{value} {register}")).collect()
        }
        _ => vec![place.to_owned()],
    });
    all.collect::<Vec<_>>().join(", ")
}

/// `r0` to `r3` for `r0-r3`.
fn run(text: &str) -> impl Iterator<Item = String> {
    let (first, last) = text.split_once('-').expect("a first and a last one");
    let letters = first.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = |name: &str| name.trim_start_matches(letters).parse::<u32>().expect("a number");
    (number(first)..=number(last)).map(move |n| format!("{letters}{n}"))
}
