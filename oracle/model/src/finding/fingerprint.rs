//! Names of disagreements by which lists of known findings know them again.

use super::{Answer, Kind};
use crate::plan::ClauseId;

/// What makes a disagreement different from another one, whatever types, members and functions are called and whatever
/// the values are. Its text form is stable, so that lists of known findings can name it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fingerprint {
    /// A known way to depart from a clause.
    Deviation(Answer),
    /// A clause at which the subject does now one thing and now another; with the question, where the clause
    /// has several.
    Changed(ClauseId, &'static str),
    /// A contradiction without a name: its clause and the kind of thing it is about.
    Mismatch(ClauseId, Kind),
    /// The same between two subjects that call each other.
    Between(ClauseId, Kind),
    /// A compiler crashed, hung, or wrote a broken object file.
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
            Fingerprint::Fault(what) => write!(f, "compiler:{what}"),
        }
    }
}

impl Fingerprint {
    /// The clause that it is about.
    pub fn clause(&self) -> Option<ClauseId> {
        match self {
            Fingerprint::Deviation(Answer { clause, .. })
            | Fingerprint::Changed(clause, _)
            | Fingerprint::Mismatch(clause, _)
            | Fingerprint::Between(clause, _) => Some(clause),
            Fingerprint::Fault(_) => None,
        }
    }

    /// Whether it only says that a run did not come back.
    pub fn is_about_control(&self) -> bool {
        match self {
            Fingerprint::Mismatch(_, kind) | Fingerprint::Between(_, kind) => kind.is_control(),
            _ => false,
        }
    }

    /// The kind of thing that a contradiction without a name is about.
    pub fn kind(&self) -> Option<&Kind> {
        match self {
            Fingerprint::Mismatch(_, kind) | Fingerprint::Between(_, kind) => Some(kind),
            _ => None,
        }
    }

    /// Whether it tells of another register what this one tells of one.
    pub fn is_of_another_register(&self, other: &Fingerprint) -> bool {
        let are_registers =
            matches!((self.kind(), other.kind()), (Some(Kind::Register(..)), Some(Kind::Register(..))));
        are_registers && self.clause() == other.clause()
    }

    /// Whether few bits can make it: that something fits which usually does not.
    pub fn may_be_chance(&self) -> bool {
        matches!(self, Fingerprint::Changed(..))
    }

    /// Whether it is about a departure that has a name.
    pub fn is_departure(&self) -> bool {
        matches!(self, Fingerprint::Deviation(..))
    }
}
