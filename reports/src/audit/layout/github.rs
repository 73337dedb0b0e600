//! An audit without a run for the workflows of GitHub: an annotation for each disagreement, for files that do not go
//! together, and for what could not be compared. The last line is the verdict.

use super::{Disagreement, StaticAudit, StaticVerdict, text};
use crate::audit::github::{annotate, remarks, without_line};
use crate::picture::{Page, on_page};

/// The whole report.
pub fn render(audit: &StaticAudit) -> String {
    let mut out = String::new();
    for found in &audit.disagreements {
        out += &of_disagreement(audit, found);
    }
    if let Some(split) = audit.splits.first() {
        let title = format!("{}: do not link these", split.clause);
        let message = on_page(Page::PLAIN, || text::of_splits(&audit.splits));
        out +=
            &annotate("error", &title, split.sides.first().map(|side| (side.file.as_str(), None)), &message);
    }
    let conclusion = text::conclusion(audit);
    if audit.verdict() == StaticVerdict::NotTested {
        out += &annotate("error", "not tested", None, &conclusion);
    }
    if !audit.left_out.is_empty() {
        let message = on_page(Page::PLAIN, || text::not_comparable(&audit.left_out));
        out += &annotate("notice", "not comparable", None, &message);
    }
    out += &remarks(&audit.idle_exceptions, &audit.notes, |level, title, message| {
        annotate(level, title, None, message)
    });
    out + &conclusion + "\n"
}

/// A disagreement stands beside its declaration, or else beside the file that has it.
fn of_disagreement(audit: &StaticAudit, found: &Disagreement) -> String {
    let mut message = on_page(Page::PLAIN, || text::of_disagreement(audit, found));
    if found.source.is_none() {
        message = without_line(&message, "debug information has none for this");
    }
    let beside = match &found.source {
        Some(source) => (source.file.as_str(), Some(source.line)),
        None => (found.file.as_str(), None),
    };
    annotate("error", &format!("{}: {}", found.clause(), found.name), Some(beside), &message)
}
