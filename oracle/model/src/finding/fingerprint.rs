//! Identities of disagreements, by which lists of known findings recognise them.

use super::{Answer, MismatchKind};
use crate::interned::{self, Text};
use crate::plan::ClauseId;
use serde::{Deserialize, Serialize};

/// Identity of a disagreement, independent of the names of types, members and functions, and of values. Its text form
/// is stable, so that lists of known findings can name it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Fingerprint {
    /// Known departure from a clause.
    Deviation(Answer),
    /// Clause that the subject answers in two ways, with the question where the clause has several.
    Changed(
        #[serde(deserialize_with = "interned::text")] ClauseId,
        #[serde(deserialize_with = "interned::text")] Text,
    ),
    /// Contradiction that no known departure explains: its clause, and the kind of its subject.
    Mismatch(#[serde(deserialize_with = "interned::text")] ClauseId, MismatchKind),
    /// Such a contradiction between two subjects that call each other.
    Between(#[serde(deserialize_with = "interned::text")] ClauseId, MismatchKind),
    /// A compiler crashed, timed out, or wrote an invalid object file.
    Fault(String),
}

impl std::fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fingerprint::Deviation(answer) => write!(f, "{answer}"),
            Fingerprint::Changed(clause, "") => write!(f, "{clause}:two conventions"),
            Fingerprint::Changed(clause, question) => write!(f, "{clause}:{question}:two conventions"),
            Fingerprint::Mismatch(clause, subject) => write!(f, "{clause}:{subject}"),
            Fingerprint::Between(clause, subject) => write!(f, "{clause}:cross:{subject}"),
            Fingerprint::Fault(what) => write!(f, "{}{what}", Fingerprint::FAULT),
        }
    }
}

impl Fingerprint {
    /// Beginning of the text of a compiler's fault, and of no other.
    pub const FAULT: &'static str = "compiler:";

    /// Clause that is contradicted.
    pub fn clause(&self) -> Option<ClauseId> {
        match self {
            Fingerprint::Deviation(Answer { clause, .. })
            | Fingerprint::Changed(clause, _)
            | Fingerprint::Mismatch(clause, _)
            | Fingerprint::Between(clause, _) => Some(clause),
            Fingerprint::Fault(_) => None,
        }
    }

    /// True if it says no more than that a run did not return.
    pub fn is_about_control(&self) -> bool {
        match self {
            Fingerprint::Mismatch(_, kind) | Fingerprint::Between(_, kind) => kind.is_control(),
            _ => false,
        }
    }

    /// Kind of the subject of a contradiction that no known departure explains.
    pub fn kind(&self) -> Option<&MismatchKind> {
        match self {
            Fingerprint::Mismatch(_, kind) | Fingerprint::Between(_, kind) => Some(kind),
            _ => None,
        }
    }

    /// True if both are about registers, under the same clause.
    pub fn is_of_another_register(&self, other: &Fingerprint) -> bool {
        let are_registers = matches!(
            (self.kind(), other.kind()),
            (Some(MismatchKind::Register(..)), Some(MismatchKind::Register(..)))
        );
        are_registers && self.clause() == other.clause()
    }

    /// True if too few compared bits can cause it.
    pub fn may_be_chance(&self) -> bool {
        matches!(self, Fingerprint::Changed(..))
    }

    /// True for a known departure.
    pub fn is_departure(&self) -> bool {
        matches!(self, Fingerprint::Deviation(..))
    }
}
