//! Questions to which a subject has given no single answer, and why.

use crate::clause::{Catalogue, ChoiceIndex};
use crate::knowledge::Knowledge;
use crate::lessons::Lessons;
use crosscall_model::plan::ClauseId;
use std::collections::BTreeMap;

/// A question without a single answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsettled {
    /// The clause.
    pub clause: ClauseId,
    /// Name of the question; empty where the clause has only one.
    pub question: &'static str,
    /// Why there is no single answer.
    pub why: Why,
}

/// Why a question has no single answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// Everything that the subject was seen to do fits each of these readings.
    Several(Vec<&'static str>),
    /// It does not come up with this subject, for the reason given.
    DoesNotArise(String),
    /// No case has spoken about it.
    NotExercised,
    /// Some cases fit no reading that others fit: the readings that fit, each time with the number of the first case of those
    /// that they were tried in.
    Contradicted(Vec<(Vec<&'static str>, u64)>),
}

/// All questions to which a subject has given no single answer, in the order of the catalogue. The `lessons` are those of cases
/// that were judged apart from each other.
pub fn unsettled(knowledge: &Knowledge, lessons: &Lessons) -> Vec<Unsettled> {
    let catalogue = knowledge.catalogue();
    let contradictions: BTreeMap<ChoiceIndex, _> = lessons.contradictions().into_iter().collect();
    let unsettled = |choice: ChoiceIndex| {
        let question = catalogue.choice(choice).1.name.as_str();
        let why = match contradictions.get(&choice) {
            Some(ways) => Why::Contradicted(
                ways.iter().map(|(left, first)| (ids(catalogue, choice, left), *first)).collect(),
            ),
            None => why(knowledge, choice)?,
        };
        Some(Unsettled { clause: catalogue.choice_clause_id(choice), question, why })
    };
    catalogue.choices().filter_map(unsettled).collect()
}

fn why(knowledge: &Knowledge, choice: ChoiceIndex) -> Option<Why> {
    if knowledge.deviation(choice).is_some() {
        return None;
    }
    let catalogue = knowledge.catalogue();
    let question = catalogue.choice(choice).1;
    if knowledge.asked(choice) > 0 {
        let readings = ids(catalogue, choice, knowledge.possible(choice));
        return (readings.len() > 1).then_some(Why::Several(readings));
    }
    if let Some(reason) = &question.elsewhere {
        return Some(Why::DoesNotArise(reason.clone()));
    }
    let may_arise = question.only_with.is_empty()
        || question.only_with.iter().any(|answer| {
            catalogue.find_answer(answer).is_some_and(|(other, reading)| {
                knowledge.asked(other) == 0 && knowledge.deviation(other).is_none()
                    || knowledge.follows(other).contains(&reading)
            })
        });
    Some(match may_arise {
        true => Why::NotExercised,
        false => {
            Why::DoesNotArise(format!("it comes up only with {}", needed(catalogue, &question.only_with)))
        }
    })
}

/// Ids of readings by their positions.
fn ids(catalogue: &'static Catalogue, choice: ChoiceIndex, positions: &[u8]) -> Vec<&'static str> {
    let question = catalogue.choice(choice).1;
    let readings = positions.iter().filter_map(|r| question.readings.get(usize::from(*r)));
    readings.map(|reading| reading.id.as_str()).collect()
}

/// Answers in words, without the prefix that all ids of a document share.
fn needed(catalogue: &Catalogue, answers: &[String]) -> String {
    let short = answers.iter().map(|answer| catalogue.target.short(answer).replace('=', " "));
    short.collect::<Vec<_>>().join(" or ")
}
