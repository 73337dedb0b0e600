//! How bad a bucket is, in a word that has a colour on the page.

use super::cause::Cause;
use crosscall_model::Pairing;
use crosscall_model::finding::{Expected, Finding, FindingKind, Topic};

/// The word; empty where the report has no finding to judge by.
pub(super) fn word(cause: &Cause<'_>) -> &'static str {
    cause.findings.first().map_or("", |found| of(found))
}

fn of(found: &Finding) -> &'static str {
    if found.kind == FindingKind::CompilerFault {
        return "crash";
    }
    match found.pairing {
        Pairing::Layout => return "layout",
        Pairing::Object => return "object file",
        Pairing::Tool => return "wrong output",
        Pairing::Caller | Pairing::Callee | Pairing::Cross | Pairing::Value => {}
    }
    let Some(mismatch) = found.mismatches.first() else { return "" };
    match (&mismatch.topic, &mismatch.expected) {
        (Topic::Register(_), Expected::Kept(_)) | (Topic::Kept(_), _) => "lost register",
        (Topic::Control | Topic::ReturnAddress | Topic::Link(_), _) => "lost control",
        (Topic::StackPointer | Topic::Stack | Topic::Write | Topic::LocalArray | Topic::DynamicArray, _) => {
            "broken memory"
        }
        (Topic::Dialect, _) => "disagreement",
        _ => "wrong value",
    }
}
