//! Subjects of one target that read its document differently.

use super::tally::{SubjectTally, TargetTally};
use crosscall_model::Pairing;
use crosscall_oracle::knowledge::{Difference, Knowledge};
use crosscall_reports::dialect;
use crosscall_reports::run::{Answers, Incompatible};

/// Every two groups of subjects that differ. Subjects that answer no question differently are in one group,
/// which its first subject speaks for.
pub(super) fn incompatible(tally: &TargetTally) -> Vec<Incompatible> {
    let mut groups: Vec<Vec<&SubjectTally>> = Vec::new();
    for subject in &tally.subjects {
        let agrees = |group: &&mut Vec<&SubjectTally>| {
            group.iter().all(|other| {
                // A compiler and an assembler have no question in common.
                let compiles = |s: &SubjectTally| s.toolchain.takes_part(Pairing::Callee);
                compiles(other) == compiles(subject)
                    && other.knowledge.incompatible(&subject.knowledge).is_empty()
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
            let differences = one.knowledge.incompatible(&other.knowledge);
            if differences.is_empty() {
                continue;
            }
            let names = |group: &[&SubjectTally]| group.iter().map(|s| s.toolchain.name.clone()).collect();
            pairs.push(Incompatible {
                target: tally.target,
                first: names(first),
                second: names(second),
                differences: differences.iter().map(|d| answers(&one.knowledge, d)).collect(),
            });
        }
    }
    pairs
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
