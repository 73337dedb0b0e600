//! Subjects of one target that read its document differently, or that lay out types differently.

use super::tally::TargetTally;
use crosscall_model::Pairing;
use crosscall_oracle::knowledge::{Difference, Knowledge};
use crosscall_reports::dialect;
use crosscall_reports::run::{Answers, Incompatible};

/// Every two groups of subjects that differ. Subjects that answer no question differently, and lay out all types alike, are in
/// one group, which its first subject speaks for.
pub(super) fn incompatible(tally: &TargetTally) -> Vec<Incompatible> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for subject in 0..tally.subjects.len() {
        let agrees = |group: &&mut Vec<usize>| {
            group.iter().all(|other| {
                // A compiler and an assembler have no question in common.
                let compiles =
                    |s: usize| tally.subjects.get(s).is_some_and(|s| s.toolchain.takes_part(Pairing::Callee));
                compiles(*other) == compiles(subject) && differences(tally, *other, subject).is_empty()
            })
        };
        match groups.iter_mut().find(agrees) {
            Some(group) => group.push(subject),
            None => groups.push(vec![subject]),
        }
    }
    let mut pairs = Vec::new();
    for (number, first) in groups.iter().enumerate() {
        for second in groups.iter().skip(number + 1) {
            let (Some(one), Some(other)) = (first.first(), second.first()) else { continue };
            let differences = differences(tally, *one, *other);
            if differences.is_empty() {
                continue;
            }
            let name = |s: &usize| tally.subjects.get(*s).map(|s| s.toolchain.name.clone());
            let names = |group: &[usize]| group.iter().filter_map(name).collect();
            pairs.push(Incompatible {
                target: tally.target,
                first: names(first),
                second: names(second),
                differences,
            });
        }
    }
    pairs
}

/// Questions that two subjects answer differently, and then the layouts that differ for no such reason.
fn differences(tally: &TargetTally, one: usize, other: usize) -> Vec<Answers> {
    let (Some(first), Some(second)) = (tally.subjects.get(one), tally.subjects.get(other)) else {
        return Vec::new();
    };
    let questions = first.knowledge.incompatible(&second.knowledge);
    let of_layouts = tally.subjects.first().map(|subject| &subject.record.layouts);
    let layouts =
        of_layouts.into_iter().flat_map(|all| all.between((one, other), &questions, &first.knowledge));
    questions.iter().map(|d| answers(&first.knowledge, d)).chain(layouts).collect()
}

/// The question of a difference, with the readings of both.
pub(crate) fn answers(knowledge: &Knowledge, difference: &Difference) -> Answers {
    let (clause, question) = knowledge.catalogue().choice(difference.choice);
    let readings = |positions: &[u8]| {
        let readings = positions.iter().filter_map(|p| question.readings.get(usize::from(*p)));
        readings.map(|r| (r.id.clone(), r.text.clone())).collect()
    };
    Answers {
        question: dialect::question(&clause.id, &question.name),
        first: readings(&difference.ours),
        second: readings(&difference.theirs),
    }
}
