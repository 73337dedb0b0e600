//! An audit without a run for programs.

use super::{Disagreement, LeftOut, Split, StaticAudit};
use crate::json::{FORMAT, pretty};
use serde_json::{Map, Value, json};

/// The whole report as one object, with a final line break.
pub fn render(audit: &StaticAudit) -> String {
    let tallies: Map<String, Value> = audit
        .tallies
        .iter()
        .map(|(kind, tally)| {
            let numbers = json!({
                "agreed": tally.agreed,
                "disagreed": tally.disagreed,
                "not_comparable": tally.left_out,
            });
            (kind.plural().replace(' ', "_"), numbers)
        })
        .collect();
    pretty(&json!({
        "format": FORMAT,
        "target": audit.target.name(),
        "exit_code": audit.exit_code(),
        "verdict": audit.verdict().name(),
        "files": audit.files.iter().map(|file| json!({
            "name": file.name,
            "kind": if file.is_linked { "program" } else { "object" },
            "units": file.units,
        })).collect::<Vec<_>>(),
        "compared": tallies,
        "disagreements": audit.disagreements.iter().map(disagreement).collect::<Vec<_>>(),
        "accepted": audit.accepted.iter().map(|(found, reason)| {
            json!({ "disagreement": disagreement(found), "reason": reason })
        }).collect::<Vec<_>>(),
        "idle_exceptions": audit.idle_exceptions,
        "not_comparable": audit.left_out.iter().map(left_out).collect::<Vec<_>>(),
        "readings": audit.readings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "do_not_link": audit.splits.iter().map(split).collect::<Vec<_>>(),
        "clauses": audit.clauses,
        "notes": audit.notes,
    }))
}

fn disagreement(found: &Disagreement) -> Value {
    json!({
        "name": found.name,
        "clauses": found.clauses,
        "subject": found.subject,
        "expected": found.expected,
        "observed": found.observed,
        "source": found.source.as_ref().map(ToString::to_string),
        "file": found.file,
        "times": found.times,
        "hint": found.hint,
    })
}

fn left_out(left_out: &LeftOut) -> Value {
    json!({
        "kind": left_out.kind.plural(),
        "reason": left_out.reason,
        "count": left_out.count,
        "examples": left_out.examples,
    })
}

fn split(split: &Split) -> Value {
    json!({
        "clause": split.clause,
        "sides": split.sides.iter().map(|side| json!({
            "answer": side.answer,
            "meaning": side.text,
            "first_file": side.file,
            "files": side.count,
        })).collect::<Vec<_>>(),
    })
}
