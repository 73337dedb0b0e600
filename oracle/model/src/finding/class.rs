//! Kinds and classes of findings, and what became of their cases.

/// What kind of thing was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum FindingKind {
    /// A subject does otherwise than its document says.
    #[default]
    Violation,
    /// Two subjects of one target follow different readings, or do not understand each other.
    Incompatibility,
    /// A compiler crashed, hung, or wrote no proper object file.
    CompilerFault,
    /// Something was wrong that was not wrong when the same case was compiled and run again.
    NotRepeatable,
}

impl FindingKind {
    /// The name in reports and in the list of known findings.
    pub fn name(self) -> &'static str {
        match self {
            FindingKind::Violation => "violation",
            FindingKind::Incompatibility => "incompatibility",
            FindingKind::CompilerFault => "compiler-fault",
            FindingKind::NotRepeatable => "not-repeatable",
        }
    }
}

/// Class of a finding, as lists have them: the first comes before the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Callers and called functions of one compiler, at one level or two, do not understand each other.
    Itself,
    /// A subject does otherwise than its document says.
    Document,
    /// Two compilers do not understand each other.
    Others,
    /// A compiler or a tool crashed, hung, or wrote rubbish.
    Fault,
}

impl Class {
    /// The class of a finding of some kind, which so many calls of a compiler to itself show.
    pub fn of(kind: FindingKind, with_itself: u64) -> Class {
        match kind {
            _ if with_itself > 0 => Class::Itself,
            FindingKind::Violation | FindingKind::NotRepeatable => Class::Document,
            FindingKind::Incompatibility => Class::Others,
            FindingKind::CompilerFault => Class::Fault,
        }
    }

    /// The name in reports for programs.
    pub fn name(self) -> &'static str {
        match self {
            Class::Itself => "itself",
            Class::Document => "document",
            Class::Others => "others",
            Class::Fault => "fault",
        }
    }
}

/// What came of running the case of a finding again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Confirmed {
    /// It was not run again.
    #[default]
    Not,
    /// The case alone shows it, and was made as small as it gets.
    Alone,
    /// Only the case together with the others of its batch shows it.
    InItsBatch,
    /// It did not show again.
    Gone,
    /// With other values the same function does as it always does: too few bits were compared.
    Chance,
    /// With what is known of the subject in the end it conforms: a question was settled anew.
    Settled,
}
