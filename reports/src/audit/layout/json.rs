//! An audit without a run for programs.

use super::{File, StaticAudit};
use crate::audit::Source;
use crate::json::{FORMAT, pretty};
use serde::{Serialize, Serializer};
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
    let files = |files: &[File]| {
        let one = |file: &File| {
            json!({
                "name": file.name,
                "kind": if file.is_linked { "program" } else { "object" },
                "units": file.units,
            })
        };
        files.iter().map(one).collect::<Vec<_>>()
    };
    let mut report = json!({
        "format": FORMAT,
        "target": audit.target.name(),
        "exit_code": audit.exit_code(),
        "verdict": audit.verdict().name(),
        "files": files(&audit.files),
        "compared": tallies,
        "disagreements": audit.disagreements,
        "accepted": audit.accepted.iter().map(|(found, reason)| {
            json!({ "disagreement": found, "reason": reason })
        }).collect::<Vec<_>>(),
        "idle_exceptions": audit.idle_exceptions,
        "not_comparable": audit.left_out,
        "readings": audit.readings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "do_not_link": audit.splits,
        "clauses": audit.clauses,
        "notes": audit.notes,
    });
    if let (Some(against), Some(report)) = (&audit.against, report.as_object_mut()) {
        let older = json!({ "files": files(&against.files), "added": against.added });
        report.insert("against".to_owned(), older);
    }
    pretty(&report)
}

/// A line of a source as text.
pub(super) fn line<S: Serializer>(source: &Option<Source>, serializer: S) -> Result<S::Ok, S::Error> {
    source.as_ref().map(ToString::to_string).serialize(serializer)
}
