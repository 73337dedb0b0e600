//! The answer of a search, as text and as data.

use super::list::Candidate;
use super::trial::Wanted;
use crosscall_campaign::bisection::{Answer, By, Conclusion, Why};
use crosscall_campaign::store::printable;
use crosscall_reports::json::FORMAT;
use crosscall_reports::picture::{Table, paragraph};
use serde::Serialize;
use std::path::Path;

/// Everything that is reported.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    format: u32,
    case: String,
    wanted: String,
    answer: &'static str,
    last_good: Option<String>,
    first_bad: Option<String>,
    reason: Option<String>,
    compilers: Vec<Compiler>,
}

/// One compiler.
#[derive(Debug, Serialize)]
struct Compiler {
    name: String,
    version: String,
    command: String,
    /// good, bad, other, untestable, unrepeatable, or `not_tried`.
    answer: &'static str,
    reason: Option<String>,
    /// True if the answer is a person's.
    by_person: bool,
}

/// An answer in words.
pub(super) fn words(answer: &Answer) -> String {
    match answer {
        Answer::Good => "good".to_owned(),
        Answer::Bad => "bad".to_owned(),
        Answer::Other(finding) => format!("shows another finding, {finding}, behind which it may hide"),
        Answer::Untestable(reason) => {
            format!("cannot be tested: {}", reason.lines().next().unwrap_or_default())
        }
        Answer::Unrepeatable(what) => format!("not repeatable: {what}"),
    }
}

fn word(answer: &Answer) -> &'static str {
    match answer {
        Answer::Good => "good",
        Answer::Bad => "bad",
        Answer::Other(_) => "other",
        Answer::Untestable(_) => "untestable",
        Answer::Unrepeatable(_) => "unrepeatable",
    }
}

impl Report {
    pub(super) fn of(
        case: &Path,
        wanted: &Wanted,
        candidates: &[Candidate],
        answers: &[Option<(Answer, By)>],
        conclusion: &Conclusion,
    ) -> Report {
        let name = |at: &usize| candidates.get(*at).map(|candidate| candidate.name.clone());
        let compiler = |(candidate, answer): (&Candidate, &Option<(Answer, By)>)| Compiler {
            name: candidate.name.clone(),
            version: candidate.toolchain.as_ref().map(|t| t.version.clone()).unwrap_or_default(),
            command: candidate.command.clone(),
            answer: answer.as_ref().map_or("not_tried", |(answer, _)| word(answer)),
            reason: match answer {
                Some((Answer::Good | Answer::Bad, _)) | None => None,
                Some((Answer::Other(text) | Answer::Untestable(text) | Answer::Unrepeatable(text), _)) => {
                    Some(text.clone())
                }
            },
            by_person: matches!(answer, Some((_, By::Person))),
        };
        let (answer, last_good, first_bad, reason) = match conclusion {
            Conclusion::Since { last_good, first_bad } => ("since", Some(*last_good), Some(*first_bad), None),
            Conclusion::AllGood => ("all_good", candidates.len().checked_sub(1), None, None),
            Conclusion::AllBad => ("all_bad", None, Some(0), None),
            Conclusion::Unsure { last_good, first_bad, why } => {
                ("unsure", *last_good, *first_bad, Some(reason(why, &name, answers)))
            }
        };
        Report {
            format: FORMAT,
            case: case.display().to_string(),
            wanted: wanted.words(),
            answer,
            last_good: last_good.as_ref().and_then(name),
            first_bad: first_bad.as_ref().and_then(name),
            reason,
            compilers: candidates.iter().zip(answers).map(compiler).collect(),
        }
    }

    pub(super) fn text(&self) -> String {
        let mut out = paragraph(0, &format!("{}: {}", self.case, self.wanted)) + "\n";
        let why = |compiler: &Compiler| match compiler.by_person {
            true => "given by a person".to_owned(),
            false => {
                printable(compiler.reason.as_deref().unwrap_or_default().lines().next().unwrap_or_default())
            }
        };
        let has_reasons = self.compilers.iter().any(|compiler| !why(compiler).is_empty());
        let columns = if has_reasons { 3 } else { 2 };
        let mut table = Table::new(2, ["compiler", "answer", "why"].get(..columns).unwrap_or_default());
        for compiler in &self.compilers {
            let cells = [compiler.name.clone(), compiler.answer.replace('_', " "), why(compiler)];
            table.row(cells.get(..columns).unwrap_or_default());
        }
        out += &(table.draw() + "\n");
        let none = String::from("none");
        let (good, bad) =
            (self.last_good.as_ref().unwrap_or(&none), self.first_bad.as_ref().unwrap_or(&none));
        out + &paragraph(
            0,
            &match self.answer {
                "since" => format!("shows since {bad}; the last that does not show it is {good}"),
                "all_good" => "none of them shows it".to_owned(),
                "all_bad" => format!("all of them show it; name older ones than {bad}"),
                _ => format!(
                    "unsure: {}; last good: {good}; first bad: {bad}",
                    self.reason.as_deref().map(printable).unwrap_or_default()
                ),
            },
        )
    }
}

/// Why the answer is unsure, in words.
fn reason(why: &Why, name: &dyn Fn(&usize) -> Option<String>, answers: &[Option<(Answer, By)>]) -> String {
    let named = |at: &usize| {
        let is_of_person = matches!(answers.get(*at), Some(Some((_, By::Person))));
        name(at).unwrap_or_default() + if is_of_person { " (as a person says)" } else { "" }
    };
    match why {
        Why::NotMonotone { bad, good } => {
            format!("{} shows it, and {}, which comes later, does not", named(bad), named(good))
        }
        Why::Gap(gap) => {
            let each = gap.iter().map(|at| {
                let answer = answers.get(*at).and_then(Option::as_ref).map(|(answer, _)| word(answer));
                format!("{} ({})", named(at), answer.unwrap_or("not tried"))
            });
            format!("no answer from {}", each.collect::<Vec<_>>().join(", "))
        }
        Why::Nothing => "none of them gave an answer".to_owned(),
    }
}
