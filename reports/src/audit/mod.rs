//! Results of an audit: functions of somebody's objects, held against the document without expected values.
//!
//! The data and their forms: text for people, JSON for programs, JUnit for CI servers, annotations of GitHub.

pub mod github;
pub mod json;
pub mod junit;
pub mod layout;
pub mod program;
#[cfg(test)]
mod tests;
pub mod text;

use crate::outcome::{EXIT_CLEAN, EXIT_TOOL, EXIT_VIOLATIONS};
use crosscall_model::Target;
use crosscall_model::finding::Answer;
use serde::Serialize;
use std::fmt;

/// An audit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audit {
    /// The target.
    pub target: Target,
    /// The functions, in the order in which they were asked for.
    pub functions: Vec<Audited>,
    /// Whole programs.
    pub programs: Vec<program::AuditedProgram>,
}

/// A function that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audited {
    /// Name of the function, as it was asked for.
    pub name: String,
    /// Declaration of the function.
    pub prototype: String,
    /// The object file that it is in.
    pub object: String,
    /// Outcome for the function.
    pub end: End,
}

/// Outcome of the audit for a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// The function did not run, for this reason.
    NotTested(String),
    /// The function ran.
    Ran(Box<Ran>),
}

/// A function that ran.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    /// Line of the source of the function's first instruction, where it is known.
    pub source: Option<Source>,
    /// Number of inputs; each was run at least twice.
    pub inputs: u64,
    /// Contradictions and other faults, each cause once.
    pub findings: Vec<Fault>,
    /// Findings that somebody has declared to be as they should be.
    pub accepted: Vec<(Fault, String)>,
    /// Exceptions that no finding needed, by the name that they were given.
    pub idle_exceptions: Vec<String>,
    /// Coverage of its instructions.
    pub coverage: Coverage,
    /// Smallest part of the instructions, in percent, with which nothing found is called clean.
    pub least_coverage: u32,
    /// Greatest number of bytes of the stack that it used.
    pub deepest_stack: u64,
    /// Readings of open clauses that the function follows where they are not the most plausible ones.
    pub readings: Vec<Answer>,
    /// Clauses that were put to the test, in ascending order.
    pub clauses: Vec<&'static str>,
    /// The symbol whose results were compared, where that was asked for.
    pub same_as: Option<String>,
    /// Remarks: what could not be compared, and why.
    pub notes: Vec<String>,
}

/// A fault of a function.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// Name by which exceptions mean it: the same in every run.
    pub name: String,
    /// Clauses that it contradicts, the most telling first; none where the document says nothing of it.
    pub clauses: Vec<&'static str>,
    /// Subject of the fault.
    pub subject: String,
    /// Demand of the document or of the question.
    pub expected: String,
    /// Observation that contradicts it.
    pub observed: String,
    /// Instruction that is to blame: its address, its place in a function, and its text.
    pub place: Option<Spot>,
    /// The first input that shows it: a line for each argument.
    pub input: Vec<String>,
    /// Number of inputs that showed it.
    pub times: u64,
    /// Advice for the case that the question was wrong.
    pub hint: Option<String>,
    /// Change that makes it right, where one is known.
    pub fix: Option<String>,
}

/// An instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// Address in the program that was run.
    pub address: u64,
    /// The symbol before it and the distance in bytes.
    pub symbol: Option<(String, u64)>,
    /// The instruction in the target's assembly.
    pub text: String,
    /// The place in the source that it was made from, where that is known.
    pub source: Option<Source>,
}

/// A line of a source file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Source {
    /// Name of the file, as it was given or as debug information has it. It is printed and never opened.
    pub file: String,
    /// The line, the first one being 1.
    pub line: u64,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// Coverage of the instructions of a function.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Number of instructions.
    pub instructions: usize,
    /// Number of those that ran.
    pub run: usize,
    /// Instructions that did not run.
    pub missing: Vec<Spot>,
    /// Number of conditional branches of which both ways were taken, and of all that ran.
    pub branches: (usize, usize),
    /// Conditional branches that ran and always went the same way; true for those that were always taken.
    pub one_way: Vec<(Spot, bool)>,
}

impl Coverage {
    /// Part of the instructions that ran, in percent, rounded down.
    pub fn percent(&self) -> u32 {
        let percent = self.run.saturating_mul(100).checked_div(self.instructions).unwrap_or(0);
        u32::try_from(percent).unwrap_or(100)
    }

    /// True if every instruction ran, and every branch went both ways.
    pub fn is_whole(&self) -> bool {
        self.instructions > 0 && self.run == self.instructions && self.one_way.is_empty()
    }
}

/// Verdict on a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Something is wrong.
    Findings,
    /// The function did not run, or too little of it.
    NotTested,
    /// Nothing was found, and something did not run.
    CleanAsFarAsItRan,
    /// Nothing was found, and all of it ran.
    Clean,
}

impl Verdict {
    /// Name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Findings => "findings",
            Verdict::NotTested => "not tested",
            Verdict::CleanAsFarAsItRan => "clean as far as it ran",
            Verdict::Clean => "clean",
        }
    }
}

impl Audited {
    /// Verdict on the function.
    pub fn verdict(&self) -> Verdict {
        match &self.end {
            End::NotTested(_) => Verdict::NotTested,
            End::Ran(ran) if !ran.findings.is_empty() => Verdict::Findings,
            End::Ran(ran) if ran.inputs == 0 || ran.coverage.percent() < ran.least_coverage => {
                Verdict::NotTested
            }
            End::Ran(ran) if ran.coverage.is_whole() => Verdict::Clean,
            End::Ran(_) => Verdict::CleanAsFarAsItRan,
        }
    }

    /// Why it was not tested, where it was not.
    pub fn reason(&self) -> Option<String> {
        match &self.end {
            End::NotTested(reason) => Some(reason.clone()),
            End::Ran(ran) if self.verdict() == Verdict::NotTested => Some(format!(
                "only {} of {} instructions ran, and at least {} % are asked for",
                ran.coverage.run, ran.coverage.instructions, ran.least_coverage
            )),
            End::Ran(_) => None,
        }
    }
}

impl Audit {
    /// Number of functions and programs with a verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        let functions = self.functions.iter().map(Audited::verdict);
        let programs = self.programs.iter().map(program::AuditedProgram::verdict);
        functions.chain(programs).filter(|of_one| *of_one == verdict).count()
    }

    /// Exit code of a process that ends with this report.
    pub fn exit_code(&self) -> u8 {
        if self.count(Verdict::Findings) > 0 {
            EXIT_VIOLATIONS
        } else if self.count(Verdict::NotTested) > 0 || self.functions.is_empty() && self.programs.is_empty()
        {
            EXIT_TOOL
        } else {
            EXIT_CLEAN
        }
    }
}

impl Fault {
    /// The first clause, or [`NO_CLAUSE`].
    pub fn clause(&self) -> &'static str {
        self.clauses.first().copied().unwrap_or(NO_CLAUSE)
    }

    /// Line of the source of the instruction that is to blame, where it is known.
    pub fn source(&self) -> Option<&Source> {
        self.place.as_ref().and_then(|spot| spot.source.as_ref())
    }

    /// The fault on one line.
    pub fn headline(&self) -> String {
        format!("{}: {}: expected {}, observed {}", self.clause(), self.subject, self.expected, self.observed)
    }
}

/// Stands where a fault contradicts no clause.
pub const NO_CLAUSE: &str = "no clause";

impl Spot {
    /// `f+0x8`, or the address where there is no symbol.
    pub fn label(&self) -> String {
        match &self.symbol {
            Some((name, 0)) => name.clone(),
            Some((name, distance)) => format!("{name}+{distance:#x}"),
            None => format!("{:#x}", self.address),
        }
    }

    /// The label, the instruction, and the line of the source where that is known: `f+0x8: ret, f.s:3`.
    pub fn in_full(&self) -> String {
        let source = self.source.as_ref().map_or_else(String::new, |source| format!(", {source}"));
        format!("{}: {}{source}", self.label(), self.text)
    }
}
