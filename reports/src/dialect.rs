//! The readings that a subject follows, in the spelling in which `--dialect` takes them: `RET-06:memory=R5`,
//! `S07=R1|R2` where several are possible.

use super::groups::groups;
use super::names;
use super::run::{RunReport, SubjectReport};
use crate::picture::style::{TITLE, paint};
use crate::picture::{Table, labelled};
use crosscall_model::Target;
use crosscall_model::interned::{self, Text};
use crosscall_model::plan::ClauseId;
use crosscall_oracle::clause::{Choice, Reading, catalogue};
use crosscall_oracle::knowledge::Knowledge;
use crosscall_oracle::standing::{Unsettled, Why};
use serde::{Deserialize, Serialize};

/// Answer of a subject to one open question of its document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The clause.
    #[serde(deserialize_with = "interned::text")]
    pub clause: ClauseId,
    /// Name of the question; empty where the clause has only one.
    #[serde(deserialize_with = "interned::text")]
    pub question: Text,
    /// The document's readings that fit all that was seen; none where every case departed from the document.
    #[serde(deserialize_with = "interned::list")]
    pub readings: Vec<&'static str>,
    /// Deviations that were seen.
    #[serde(deserialize_with = "interned::list")]
    pub deviations: Vec<&'static str>,
}

/// The name of a question: the clause, and behind a colon the question where the clause has several.
pub fn question(clause: &str, name: &str) -> String {
    if name.is_empty() { clause.to_owned() } else { format!("{clause}:{name}") }
}

impl Answer {
    /// The name of the question; see [`question`].
    pub fn name(&self) -> String {
        question(self.clause, self.question)
    }

    /// Names of the subject's deviations, or else of the readings that are left.
    pub fn follows(&self) -> String {
        let follows = if self.deviations.is_empty() { &self.readings } else { &self.deviations };
        follows.join("|")
    }

    /// True if the preferred reading of the document is among those that are left, and there is no deviation.
    pub fn is_preferred(&self, target: Target) -> bool {
        let first = choice(target, self.clause, self.question)
            .and_then(|choice| choice.readings.iter().find(|reading| !reading.deviation));
        self.deviations.is_empty() && first.is_some_and(|first| self.readings.contains(&first.id.as_str()))
    }
}

impl std::fmt::Display for Answer {
    /// As `--dialect` takes it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.name(), self.follows())
    }
}

/// Answers of a subject to every question that some case has exercised.
pub fn answers(knowledge: &Knowledge) -> Vec<Answer> {
    let catalogue = knowledge.catalogue();
    let answer = |index| {
        let choice: &'static Choice = catalogue.choice(index).1;
        let id = |position: usize| choice.readings.get(position).map(|reading| reading.id.as_str());
        let asked = knowledge.asked(index) > 0;
        let possible = knowledge.possible(index).iter().filter(|_| asked);
        let readings: Vec<&str> = possible.filter_map(|position| id(usize::from(*position))).collect();
        let departed = knowledge.departed(index);
        let seen = |position: &u8| departed.contains(position);
        let deviations: Vec<&str> = (0..=u8::MAX)
            .take(choice.readings.len())
            .filter(seen)
            .filter_map(|position| id(usize::from(position)))
            .collect();
        let clause = catalogue.choice_clause_id(index);
        let known = asked || !deviations.is_empty();
        known.then_some(Answer { clause, question: &choice.name, readings, deviations })
    };
    catalogue.choices().filter_map(answer).collect()
}

fn choice(target: Target, clause: &str, question: &str) -> Option<&'static Choice> {
    let catalogue = catalogue(target);
    catalogue.find_choice(clause, question).map(|index| catalogue.choice(index).1)
}

/// Distance of a subject's dialect from the preferred readings, in two lines.
pub fn summary(subject: &SubjectReport) -> String {
    if subject.dialect.is_empty() {
        return String::new();
    }
    let target = subject.target;
    let others: Vec<&Answer> = subject.dialect.iter().filter(|a| !a.is_preferred(target)).collect();
    let reported = |answer: &&Answer| {
        let text = answer.to_string();
        let mark = if answer.deviations.is_empty() { "" } else { " (deviation)" };
        format!("{}{mark}", target.short(&text))
    };
    let number = match subject.dialect.len() {
        1 => "1 question".to_owned(),
        number => format!("{number} questions"),
    };
    let text = match others.as_slice() {
        [] => format!("{number} answered, follows the document"),
        others => {
            let list: Vec<String> = others.iter().map(reported).collect();
            format!("{number} answered, follows the document except {}", list.join(", "))
        }
    };
    labelled(2, "dialect", 11, &text) + &unsettled(subject)
}

/// Numbers of questions without a single answer, by reason.
fn unsettled(subject: &SubjectReport) -> String {
    let number = |is_meant: fn(&Why) -> bool| subject.unsettled.iter().filter(|u| is_meant(&u.why)).count();
    let counts = [
        (number(|why| matches!(why, Why::Several(_))), "compatible with several interpretations"),
        (number(|why| matches!(why, Why::DoesNotArise(_))), "that cannot arise"),
        (number(|why| matches!(why, Why::NotExercised)), "not exercised"),
        (number(|why| matches!(why, Why::Contradicted(_))), "answered in several ways"),
    ];
    let reported: Vec<String> =
        counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    if reported.is_empty() { String::new() } else { labelled(2, "open", 11, &reported.join(", ")) }
}

/// The dialects in full, a table for all subjects that have the same one.
pub fn tables(report: &RunReport) -> String {
    let subjects = report.targets.iter().filter(|s| !s.dialect.is_empty() || !s.unsettled.is_empty());
    let groups = groups(subjects, |subject| (subject.target, &subject.dialect, &subject.unsettled));
    groups.iter().map(|group| table(group)).collect()
}

fn table(group: &[&SubjectReport]) -> String {
    let Some(first) = group.first() else { return String::new() };
    let target = first.target;
    let subjects = names::together(group.iter().map(|subject| subject.toolchain.as_str()));
    let mut out = paint(TITLE, &format!("{target}  dialect of {subjects}")) + "\n";
    let mut table = Table::new(2, &["question", "interpretation", "what it says"]);
    for answer in &first.dialect {
        let name = answer.name();
        table.row(&[target.short(&name), &answer.follows(), &words(target, answer)]);
    }
    for open in &first.unsettled {
        let name = question(open.clause, open.question);
        if let Some(why) = why_not(open) {
            table.row(&[target.short(&name), "-", &why]);
        }
    }
    out += &table.draw();
    let others = first.dialect.iter().filter(|answer| !answer.is_preferred(target));
    let others: Vec<String> = others.map(|answer| target.short(&answer.to_string()).to_owned()).collect();
    if !others.is_empty() {
        let command = format!("crosscall explain --target {target} --dialect '{}' '…'", others.join(","));
        // It is copied as a whole.
        out += &format!("  {command}\n");
    }
    out.push('\n');
    out
}

/// Meaning of an answer, with the preferred reading where it is another one.
fn words(target: Target, answer: &Answer) -> String {
    let choice = choice(target, answer.clause, answer.question);
    let readings: &[Reading] = choice.map_or(&[], |choice| &choice.readings);
    let text = |id: &str| {
        readings.iter().find(|reading| reading.id == id).map_or("", |reading| reading.text.as_str())
    };
    let list = |ids: &[&'static str]| match ids {
        [one] => text(one).to_owned(),
        several => several.iter().map(|id| format!("{id}: {}", text(id))).collect::<Vec<_>>().join(", or "),
    };
    let mut reported = match answer.deviations.as_slice() {
        [] => list(&answer.readings),
        deviations => format!("a deviation: {}", list(deviations)),
    };
    if !answer.deviations.is_empty() && !answer.readings.is_empty() {
        reported += &format!(" (where it keeps to the document: {})", answer.readings.join("|"));
    }
    let preferred = readings.iter().find(|reading| !reading.deviation);
    if let Some(preferred) = preferred.filter(|first| !answer.readings.contains(&first.id.as_str())) {
        reported += &format!(" (preferred: {})", preferred.id);
    }
    reported
}

/// Why a question has no answer at all.
fn why_not(open: &Unsettled) -> Option<String> {
    match &open.why {
        // It stands among the answers.
        Why::Several(_) => None,
        Why::DoesNotArise(reason) => Some(format!("does not arise: {reason}")),
        Why::NotExercised => Some("not exercised: no case has spoken about it".to_owned()),
        Why::Contradicted(ways) => Some(format!("answered in several ways: {}", in_ways(ways))),
    }
}

/// Readings that fit some cases and not others, in words, each time with the first case of the batch.
pub(super) fn in_ways(ways: &[(Vec<&'static str>, u64)]) -> String {
    let words: Vec<String> = ways
        .iter()
        .map(|(readings, first)| format!("only {} in the batch of case {first}", readings.join(" or ")))
        .collect();
    words.join(", ")
}
