//! Results of an audit of a whole program: data, and the text for people.

use super::text::{accepted, fix, hint, instruction, line, remarks, rule};
use super::{Fault, Spot, Verdict};
use crate::picture::paragraph;
use crate::printable::{printable, visible};
use crosscall_model::Target;
use crosscall_model::counted;
use crosscall_model::finding::Answer;
use std::fmt::Write;

/// A program that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditedProgram {
    /// Name of the file.
    pub file: String,
    /// Outcome.
    pub end: ProgramEnd,
}

/// Outcome of the audit of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProgramEnd {
    /// The program did not run, for this reason.
    NotTested(String),
    /// The program ran.
    Ran(Box<ProgramRan>),
}

/// A program that ran.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProgramRan {
    /// How it ended, in words.
    pub ended: String,
    /// Why that was no end of its own, if it was none.
    pub unended: Option<String>,
    /// Number of instructions of one run.
    pub instructions: u64,
    /// Number of calls.
    pub calls: u64,
    /// Number of calls that came back and were held against the document.
    pub returns: u64,
    /// Number of calls that were left by a jump over them.
    pub left: u64,
    /// Most calls at one time that had not come back.
    pub depth: usize,
    /// True if scratch registers were destroyed behind calls.
    pub destroys_scratch: bool,
    /// Functions that were called, and all that the program has symbols for.
    pub functions: (usize, usize),
    /// Names of functions that were not called.
    pub not_called: Vec<String>,
    /// Contradictions, each function and cause once.
    pub findings: Vec<ProgramFault>,
    /// Findings that somebody has declared to be as they should be, with the reasons.
    pub accepted: Vec<(ProgramFault, String)>,
    /// Exceptions that no finding needed, by the name that they were given.
    pub idle_exceptions: Vec<String>,
    /// Readings of open clauses that the program follows where they are not the most plausible ones.
    pub readings: Vec<Answer>,
    /// Clauses that were put to the test, in ascending order.
    pub clauses: Vec<&'static str>,
    /// Remarks.
    pub notes: Vec<String>,
}

/// A fault of a function of a program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProgramFault {
    /// The function, or its address where the program has no symbols.
    pub function: String,
    /// The call by which it was called when it was seen first; `None` for a function that nobody called.
    pub site: Option<Spot>,
    /// Other calls that show the same, as many as were kept.
    pub other_sites: Vec<Spot>,
    /// All else. Its name begins with that of the function, and it has no inputs.
    pub fault: Fault,
}

impl AuditedProgram {
    /// Verdict on the program.
    pub fn verdict(&self) -> Verdict {
        match &self.end {
            ProgramEnd::NotTested(_) => Verdict::NotTested,
            ProgramEnd::Ran(ran) if !ran.findings.is_empty() => Verdict::Findings,
            ProgramEnd::Ran(ran) if ran.unended.is_some() || ran.returns == 0 => Verdict::NotTested,
            ProgramEnd::Ran(ran) if ran.functions.1 > 0 && ran.functions.0 == ran.functions.1 => {
                Verdict::Clean
            }
            ProgramEnd::Ran(_) => Verdict::CleanAsFarAsItRan,
        }
    }

    /// Why it was not tested, where it was not.
    pub fn reason(&self) -> Option<String> {
        match &self.end {
            ProgramEnd::NotTested(reason) => Some(reason.clone()),
            ProgramEnd::Ran(ran) if self.verdict() == Verdict::NotTested => {
                Some(ran.unended.clone().unwrap_or_else(|| "no function came back from a call".to_owned()))
            }
            ProgramEnd::Ran(_) => None,
        }
    }
}

/// A program for people.
pub fn text(target: Target, program: &AuditedProgram) -> String {
    let mut out = format!("{}: {}", printable(&program.file), program.verdict().name());
    match (&program.end, program.reason()) {
        (_, Some(reason)) => out += &format!(": {}\n", visible(reason.trim_end())),
        (ProgramEnd::Ran(ran), None) if !ran.findings.is_empty() => {
            let _ = writeln!(out, " ({})", ran.findings.len());
        }
        _ => out.push('\n'),
    }
    let _ = writeln!(out, "  {target}, a whole program");
    if let ProgramEnd::Ran(ran) = &program.end {
        out += &of_run(target, ran);
    }
    out
}

/// Most functions that are listed of those that were not called.
const MOST_NOT_CALLED: usize = 24;

fn of_run(target: Target, ran: &ProgramRan) -> String {
    let mut out = String::new();
    for fault in &ran.findings {
        out.push('\n');
        out += &of_fault(target, fault);
    }
    out.push('\n');
    let scratch = if ran.destroys_scratch { "destroyed behind calls" } else { "left alone" };
    out += &paragraph(
        2,
        &format!(
            "{} after {}; {}, of which {} came back, at most {} at one time; scratch registers {scratch}; {} put to the test",
            visible(&ran.ended),
            counted(ran.instructions, "instruction"),
            counted(ran.calls, "call"),
            ran.returns,
            ran.depth,
            counted(ran.clauses.len(), "clause")
        ),
    );
    if ran.left > 0 {
        let _ = writeln!(out, "  left by a jump over them: {}", counted(ran.left, "call"));
    }
    let (called, functions) = ran.functions;
    if functions > 0 {
        let _ = writeln!(out, "  {called} of {functions} functions were called");
    }
    if !ran.not_called.is_empty() {
        out += &not_called(&ran.not_called);
    }
    if !ran.readings.is_empty() {
        let readings: Vec<String> = ran.readings.iter().map(ToString::to_string).collect();
        out += &paragraph(
            2,
            &format!(
                "The document leaves something open that the program answers in its own way: {}.",
                readings.join(", ")
            ),
        );
    }
    for (fault, reason) in &ran.accepted {
        out += &accepted(&fault.fault, reason);
    }
    out + &remarks(&ran.idle_exceptions, &ran.notes)
}

/// Functions that were not called, as far as they are listed.
pub(super) fn not_called(names: &[String]) -> String {
    let shown: Vec<_> = names.iter().take(MOST_NOT_CALLED).map(|name| printable(name)).collect();
    let more = names.len().saturating_sub(MOST_NOT_CALLED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    paragraph(4, &format!("not called: {}{more}", shown.join(", ")))
}

/// A fault with its clause, its function and its call.
pub fn of_fault(target: Target, found: &ProgramFault) -> String {
    let fault = &found.fault;
    let mut out = format!("  {}  {}\n", fault.clause(), printable(&fault.name));
    out += &line("subject", &fault.subject);
    out += &line("expected", &fault.expected);
    out += &line("observed", &fault.observed);
    if let Some(place) = &fault.place {
        out += &line("where", &instruction(place));
    }
    if let Some(site) = &found.site {
        out += &line("called at", &instruction(site));
    }
    if !found.other_sites.is_empty() {
        let others: Vec<String> = found.other_sites.iter().map(Spot::label).collect();
        out += &line("and at", &others.join(", "));
    }
    let times = if fault.times == 1 { "once".to_owned() } else { format!("{} times", fault.times) };
    out += &line("seen", &times);
    out += &fix(fault);
    out += &rule(target, &fault.clauses);
    out += &hint(fault);
    out
}
