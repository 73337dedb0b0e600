//! What a second thread that runs the same function shows.

use super::Judgement;
use crosscall_model::finding::Mismatch;
use crosscall_model::plan::{ClauseId, Plan};

/// Tells what goes wrong in another thread than the first although it goes well there.
///
/// `alone` is what the judge says of a run in which no other thread had a turn, `beside` of one in which the first
/// thread ran the same function now and then. Whatever is wrong, it is the thread that makes the difference: with
/// `alone`, that it has other registers and another stack; with `beside` only, that something is shared.
pub fn judge_threads(plan: &Plan, alone: &Judgement, beside: &Judgement) -> Judgement {
    let mut judgement = Judgement::default();
    let Some(rule) = &plan.threads else { return judgement };
    judgement.exercise(&rule.register_clauses);
    judgement.exercise(&rule.stack_clauses);
    judgement.exercise(&rule.foreign_clauses);
    let (wrong, clauses, subject) = match alone.mismatches.is_empty() {
        true => (&beside.mismatches, &rule.stack_clauses, "a thread beside another"),
        false => (&alone.mismatches, &rule.register_clauses, "another thread than the first"),
    };
    let Some(first) = wrong.first() else { return judgement };
    // Who writes another's stack does what the document speaks of in so many words.
    let foreign = wrong.iter().find(|m| m.clauses.first() == rule.foreign_clauses.first());
    judgement.mismatches.push(match foreign {
        Some(foreign) => foreign.clone(),
        None => told(clauses, subject, first),
    });
    judgement
}

fn told(clauses: &[ClauseId], subject: &str, first: &Mismatch) -> Mismatch {
    Mismatch {
        clauses: clauses.to_vec(),
        subject: subject.to_owned(),
        expected: format!("as in a single thread: {}: {}", first.subject, first.expected),
        observed: first.observed.clone(),
        inferred: first.inferred.clone(),
    }
}
