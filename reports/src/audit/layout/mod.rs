//! Results of an audit without a run: object files and programs, held against the document by what they say of themselves.
//!
//! The data and their forms: text for people, JSON for programs, JUnit for CI servers, annotations of GitHub.

pub mod github;
pub mod json;
pub mod junit;
pub mod text;

use super::{NO_CLAUSE, Source};
use crate::outcome::{EXIT_CLEAN, EXIT_TOOL, EXIT_VIOLATIONS};
use crosscall_model::Target;
use crosscall_model::finding::Answer;
use serde::{Serialize, Serializer};

/// An audit without a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaticAudit {
    /// The target.
    pub target: Target,
    /// The files in the order in which they were given, each member of a library by itself.
    pub files: Vec<File>,
    /// Number of compared things by kind, in the order of [`Kind::ALL`].
    pub tallies: Vec<(Kind, Tally)>,
    /// Disagreements with the document, each once.
    pub disagreements: Vec<Disagreement>,
    /// Disagreements that somebody has declared to be as they should be.
    pub accepted: Vec<(Disagreement, String)>,
    /// Exceptions that no disagreement needed.
    pub idle_exceptions: Vec<String>,
    /// Things that could not be compared, by kind and reason.
    pub left_out: Vec<LeftOut>,
    /// Readings that the files follow at questions that they settle.
    pub readings: Vec<Answer>,
    /// Questions that files answer differently.
    pub splits: Vec<Split>,
    /// Clauses that were put to the test, in ascending order.
    pub clauses: Vec<&'static str>,
    /// Remarks.
    pub notes: Vec<String>,
    /// The older version, where two versions were compared: then a disagreement is a change, from what was expected before to what
    /// is observed now.
    pub against: Option<Against>,
}

/// The older one of two versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Against {
    /// Its files.
    pub files: Vec<File>,
    /// Symbols that it does not have.
    pub added: Vec<String>,
}

/// A file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its name; for a member of a library with the library's.
    pub name: String,
    /// True for a linked program.
    pub is_linked: bool,
    /// Number of units of its debug information.
    pub units: usize,
}

/// A kind of things that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Arithmetic types and pointers.
    BaseType,
    /// Enumerated types.
    Enumeration,
    /// Structures and unions.
    Record,
    /// Members of them.
    Member,
    /// Functions that other files can call: all types known.
    Function,
    /// Parameters of which it is said where they are at the first instruction.
    Parameter,
    /// Call frame information of such functions.
    Frame,
    /// Words of files that say which registers a function changes.
    RegisterUse,
    /// Headers of files.
    Header,
    /// Relocations of files.
    Relocation,
    /// Functions, variables and records that several units declare.
    Declaration,
    /// Of two versions: symbols that others can use.
    Symbol,
    /// Of two versions: variables.
    Variable,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 13] = [
        Kind::BaseType,
        Kind::Enumeration,
        Kind::Record,
        Kind::Member,
        Kind::Function,
        Kind::Parameter,
        Kind::Frame,
        Kind::RegisterUse,
        Kind::Header,
        Kind::Relocation,
        Kind::Declaration,
        Kind::Symbol,
        Kind::Variable,
    ];

    /// Name of several of them.
    pub fn plural(self) -> &'static str {
        match self {
            Kind::BaseType => "base types",
            Kind::Enumeration => "enumerations",
            Kind::Record => "records",
            Kind::Member => "members",
            Kind::Function => "functions",
            Kind::Parameter => "parameters",
            Kind::Frame => "frames",
            Kind::RegisterUse => "register uses",
            Kind::Header => "headers",
            Kind::Relocation => "relocations",
            Kind::Declaration => "declarations",
            Kind::Symbol => "symbols",
            Kind::Variable => "variables",
        }
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.plural())
    }
}

/// Numbers of things of a kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of those that are as the document has them.
    pub agreed: u64,
    /// Number of those that are not.
    pub disagreed: u64,
    /// Number of those that could not be compared.
    pub left_out: u64,
}

/// Something that is not as the document has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// Kind of the thing.
    #[serde(skip)]
    pub kind: Kind,
    /// Name by which exceptions mean it: the same in every run.
    pub name: String,
    /// Clauses that it contradicts, the most telling first.
    pub clauses: Vec<&'static str>,
    /// Subject.
    pub subject: String,
    /// Demand of the document.
    pub expected: String,
    /// The file's own statement.
    pub observed: String,
    /// Source file and line, as the debug information names them.
    #[serde(serialize_with = "json::line")]
    pub source: Option<Source>,
    /// The first file that has it.
    pub file: String,
    /// Number of files that have it.
    pub times: u64,
    /// Advice or explanation.
    pub hint: Option<String>,
}

impl Disagreement {
    /// The first clause, or [`NO_CLAUSE`].
    pub fn clause(&self) -> &'static str {
        self.clauses.first().copied().unwrap_or(NO_CLAUSE)
    }

    /// The disagreement on one line, with what its sides are called.
    pub fn headline(&self, (expected, observed): (&str, &str)) -> String {
        let Disagreement { subject, expected: demand, observed: seen, .. } = self;
        format!("{}: {subject}: {expected} {demand}, {observed} {seen}", self.clause())
    }
}

/// Things of a kind that could not be compared, for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Their kind.
    pub kind: Kind,
    /// The reason.
    pub reason: String,
    /// How many.
    pub count: u64,
    /// Names of the first ones.
    pub examples: Vec<String>,
}

/// A question that files answer differently: they do not go together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Split {
    /// The clause.
    pub clause: &'static str,
    /// The answers, each with the first file that follows it, what shows it, and the number of such files.
    pub sides: Vec<Side>,
}

/// Files that answer a question alike.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Side {
    /// The answers that they can have, joined by `|`.
    pub answer: String,
    /// Meaning of the first.
    #[serde(rename = "meaning")]
    pub text: String,
    /// The first such file.
    #[serde(rename = "first_file")]
    pub file: String,
    /// Number of such files.
    #[serde(rename = "files")]
    pub count: usize,
}

/// Verdict on all files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StaticVerdict {
    /// Something disagrees with the document, or files with each other.
    Findings,
    /// Nothing was compared.
    NotTested,
    /// Nothing disagrees, and something could not be compared.
    CleanAsFarAsCompared,
    /// Nothing disagrees, and everything was compared.
    Clean,
}

impl StaticVerdict {
    /// Name in reports.
    pub fn name(self) -> &'static str {
        match self {
            StaticVerdict::Findings => "findings",
            StaticVerdict::NotTested => "not tested",
            StaticVerdict::CleanAsFarAsCompared => "clean as far as it could be compared",
            StaticVerdict::Clean => "clean",
        }
    }
}

impl StaticAudit {
    /// What the two sides of a disagreement are called.
    pub fn sides(&self) -> (&'static str, &'static str) {
        match self.against {
            Some(_) => ("before", "now"),
            None => ("expected", "observed"),
        }
    }

    /// Numbers of a kind.
    pub fn tally(&self, kind: Kind) -> Tally {
        self.tallies.iter().find(|(of, _)| *of == kind).map(|(_, tally)| *tally).unwrap_or_default()
    }

    /// Verdict on all files.
    pub fn verdict(&self) -> StaticVerdict {
        // A header alone says nothing of code or data, and a symbol no more than that it is there.
        let says = |kind: Kind| !matches!(kind, Kind::Header | Kind::Symbol);
        let compared = self.tallies.iter().filter(|(kind, _)| says(*kind));
        let compared: u64 = compared.map(|(_, tally)| tally.agreed + tally.disagreed).sum();
        if !self.disagreements.is_empty() || !self.splits.is_empty() {
            StaticVerdict::Findings
        } else if compared == 0 {
            StaticVerdict::NotTested
        } else if self.left_out.is_empty() && self.notes.is_empty() {
            StaticVerdict::Clean
        } else {
            StaticVerdict::CleanAsFarAsCompared
        }
    }

    /// Exit code of a process that ends with this report.
    pub fn exit_code(&self) -> u8 {
        match self.verdict() {
            StaticVerdict::Findings => EXIT_VIOLATIONS,
            StaticVerdict::NotTested => EXIT_TOOL,
            StaticVerdict::CleanAsFarAsCompared | StaticVerdict::Clean => EXIT_CLEAN,
        }
    }
}
