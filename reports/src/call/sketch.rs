//! A call in a few words, for a list: who calls whom, and for the first values where they belong and where they are instead.

use super::{Doing, Route};
use crate::dialect::Answer;
use crate::sentence::cut;
use crosscall_model::Pairing;
use crosscall_model::finding::{Expected, Finding, FindingKind, Mismatch, Topic};

/// Values that are drawn.
const MOST: usize = 3;

/// Characters of a text in a place.
const MOST_WORDS: usize = 72;

/// A side of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// The caller.
    Caller,
    /// The called function.
    Callee,
}

/// A value of the call, or something else about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Way {
    /// Its name.
    pub(crate) value: String,
    /// True if it goes back to the caller.
    pub(crate) is_back: bool,
    /// Places by the document, or its demand in words.
    pub(crate) right: String,
    /// Word before what is instead: `sought in`.
    pub(crate) how: &'static str,
    /// Places instead, or what was observed.
    pub(crate) wrong: String,
}

/// A call as a finding describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sketch {
    /// The side of the only subject; none where one subject calls another.
    pub(crate) subject: Option<Side>,
    /// The values.
    pub(crate) ways: Vec<Way>,
    /// Number of contradictions that are not drawn.
    pub(crate) more: usize,
}

impl Sketch {
    /// The call of a finding; none where nothing is called.
    pub(crate) fn of(found: &Finding, follows: &[Answer]) -> Option<Sketch> {
        let subject = match found.pairing {
            Pairing::Caller => Some(Side::Caller),
            Pairing::Callee => Some(Side::Callee),
            Pairing::Cross => None,
            Pairing::Layout | Pairing::Object | Pairing::Tool | Pairing::Value => return None,
        };
        if found.kind == FindingKind::CompilerFault || found.mismatches.is_empty() {
            return None;
        }
        let ways = found.mismatches.iter().take(MOST).map(|mismatch| way(found, mismatch, follows));
        Some(Sketch { subject, ways: ways.collect(), more: found.mismatches.len().saturating_sub(MOST) })
    }
}

fn way(found: &Finding, mismatch: &Mismatch, follows: &[Answer]) -> Way {
    let words = mismatch.words();
    let route = Route::of(found, mismatch, follows);
    let is_result = route.as_ref().is_some_and(|route| route.is_result);
    let is_kept = matches!((&mismatch.topic, &mismatch.expected), (Topic::Register(_), Expected::Kept(_)));
    let is_back = is_result || is_kept;
    let value = words.subject.clone();
    let places = route.map(|route| {
        let (right, wrong) = route.apart().unwrap_or_else(|| (route.belongs(), route.instead()));
        (right, route.doing, wrong)
    });
    match places {
        Some((right, doing, wrong)) if !right.is_empty() && !wrong.is_empty() && right != wrong => {
            let how = match doing {
                Doing::Puts => "is in",
                Doing::Seeks => "sought in",
                Doing::Keeps => "kept in",
            };
            Way { value, is_back, right, how, wrong }
        }
        _ => Way {
            value,
            is_back,
            right: cut(&words.expected, MOST_WORDS),
            how: "observed",
            wrong: cut(&words.seen(), MOST_WORDS),
        },
    }
}
