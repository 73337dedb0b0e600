//! Kinds and classes of findings, and the results of running their cases again.

use serde::{Deserialize, Serialize};

/// Kind of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub enum FindingKind {
    /// A subject contradicts its document.
    #[default]
    Violation,
    /// Two subjects of one target follow different readings, or do not understand each other.
    Incompatibility,
    /// A compiler crashed, timed out, or wrote an invalid object file.
    CompilerFault,
    /// A contradiction that did not occur when the same case was compiled and run again.
    NotRepeatable,
}

impl FindingKind {
    /// Name in reports and in the list of known findings.
    pub fn name(self) -> &'static str {
        match self {
            FindingKind::Violation => "violation",
            FindingKind::Incompatibility => "incompatibility",
            FindingKind::CompilerFault => "compiler-fault",
            FindingKind::NotRepeatable => "not-repeatable",
        }
    }
}

/// Class of a finding; lists have the classes in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FindingClass {
    /// Callers and called functions of one compiler, at one level or two, do not understand each other.
    Itself,
    /// A subject contradicts its document.
    Document,
    /// Two compilers do not understand each other.
    Others,
    /// A compiler or a tool crashed, timed out, or wrote invalid output.
    Fault,
}

impl FindingClass {
    /// Class of a finding by its kind and the number of calls of a compiler to itself that show it.
    pub fn of(kind: FindingKind, with_itself: u64) -> FindingClass {
        match kind {
            _ if with_itself > 0 => FindingClass::Itself,
            FindingKind::Violation | FindingKind::NotRepeatable => FindingClass::Document,
            FindingKind::Incompatibility => FindingClass::Others,
            FindingKind::CompilerFault => FindingClass::Fault,
        }
    }

    /// Name in JSON reports.
    pub fn name(self) -> &'static str {
        match self {
            FindingClass::Itself => "itself",
            FindingClass::Document => "document",
            FindingClass::Others => "others",
            FindingClass::Fault => "fault",
        }
    }
}

/// Result of running the case of a finding again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Confirmed {
    /// Not run again.
    #[default]
    Not,
    /// The case alone shows the finding, and was minimised.
    Alone,
    /// Only the case together with the others of its batch shows the finding.
    InItsBatch,
    /// The finding did not occur again.
    Gone,
    /// With other values the function behaves as before: too few bits had been compared.
    Chance,
    /// The case conforms under the final knowledge of the subject: a question was settled differently.
    Settled,
}
