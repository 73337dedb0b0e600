//! Contradictions that only a second thread shows, which runs the same function.

use super::Judgement;
use crosscall_model::finding::{Expected, Mismatch, Topic};
use crosscall_model::plan::{ClauseId, Plan};

/// Reports what goes wrong in another thread than the first although it goes well there.
///
/// `alone` is what the judge says of a run in which no other thread had a turn, `beside` of one in which the first
/// thread ran the same function now and then. Whatever is wrong, it is the thread that makes the difference: with
/// `alone`, that it has other registers and another stack; with `beside` only, that something is shared.
pub fn judge_threads(plan: &Plan, alone: &Judgement, beside: &Judgement) -> Judgement {
    let mut judgement = Judgement::new(alone.target);
    let Some(rule) = &plan.threads else { return judgement };
    judgement.exercise(&rule.register_clauses);
    judgement.exercise(&rule.stack_clauses);
    judgement.exercise(&rule.foreign_clauses);
    let (wrong, clauses, topic) = match alone.mismatches.is_empty() {
        true => (&beside.mismatches, &rule.stack_clauses, Topic::ThreadBeside),
        false => (&alone.mismatches, &rule.register_clauses, Topic::OtherThread),
    };
    let Some(first) = wrong.first() else { return judgement };
    // The document speaks of a write to another thread's stack in so many words.
    let foreign = wrong.iter().find(|m| m.clauses.first() == rule.foreign_clauses.first());
    judgement.mismatches.push(match foreign {
        Some(foreign) => foreign.clone(),
        None => differing(clauses, topic, first),
    });
    judgement
}

fn differing(clauses: &[ClauseId], topic: Topic, first: &Mismatch) -> Mismatch {
    let alone = (first.topic.clone(), first.expected.clone());
    let expected = Expected::AsAlone(Box::new(alone));
    Mismatch { clauses: clauses.to_vec(), topic, expected, ..first.clone() }
}
