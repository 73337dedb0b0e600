//! An audit for people.

use super::{Audit, Audited, Coverage, End, Fault, Ran, Spot, Verdict};
use crate::picture::{hanging, paragraph};
use crate::printable::{printable, visible};
use crosscall_model::Target;
use crosscall_model::counted;
use crosscall_oracle::clause::catalogue;
use std::fmt::Write;

/// Most instructions that are listed of those that did not run.
const MOST_MISSING: usize = 24;

/// The whole report.
pub fn render(audit: &Audit) -> String {
    let mut out = String::new();
    for (number, function) in audit.functions.iter().enumerate() {
        if number > 0 {
            out.push('\n');
        }
        out += &of_function(audit.target, function);
    }
    for (number, program) in audit.programs.iter().enumerate() {
        if number > 0 || !audit.functions.is_empty() {
            out.push('\n');
        }
        out += &super::program::text(audit.target, program);
    }
    if audit.functions.len() > 1 {
        let _ = writeln!(out, "\n{}", conclusion(audit));
    }
    out
}

/// Numbers of functions and programs by verdict, in one line.
pub(super) fn conclusion(audit: &Audit) -> String {
    let (functions, programs) = (audit.functions.len(), audit.programs.len());
    let number = |count: usize, what: &str| match count {
        0 => None,
        1 => Some(format!("1 {what}")),
        count => Some(format!("{count} {what}s")),
    };
    let audited: Vec<String> =
        [number(functions, "function"), number(programs, "program")].into_iter().flatten().collect();
    if audited.is_empty() {
        return "nothing was audited".to_owned();
    }
    let all = [Verdict::Findings, Verdict::NotTested, Verdict::CleanAsFarAsItRan, Verdict::Clean];
    let reported = all.into_iter().filter(|verdict| audit.count(*verdict) > 0);
    let reported: Vec<String> =
        reported.map(|verdict| format!("{} {}", audit.count(verdict), verdict.name())).collect();
    format!("{}: {}", audited.join(" and "), reported.join(", "))
}

fn of_function(target: Target, function: &Audited) -> String {
    let verdict = function.verdict();
    let mut out = format!("{}: {}", printable(&function.name), verdict.name());
    match (&function.end, function.reason()) {
        (_, Some(reason)) => out += &format!(": {}\n", visible(reason.trim_end())),
        (End::Ran(ran), None) if !ran.findings.is_empty() => {
            let count = ran.findings.len();
            out += &format!(" ({count})\n");
        }
        _ => out.push('\n'),
    }
    let _ = writeln!(out, "  {}", printable(&function.prototype));
    let _ = writeln!(out, "  {target}, in {}", printable(&function.object));
    if let End::Ran(ran) = &function.end {
        out += &of_run(target, ran);
    }
    out
}

fn of_run(target: Target, ran: &Ran) -> String {
    let mut out = String::new();
    for fault in &ran.findings {
        out.push('\n');
        out += &of_fault(target, fault);
    }
    out.push('\n');
    let compared = ran
        .same_as
        .as_ref()
        .map_or(String::new(), |other| format!(", results compared with those of {}", printable(other)));
    let _ = writeln!(
        out,
        "  {}{compared}; deepest stack {}; {} put to the test",
        counted(ran.inputs, "input"),
        counted(ran.deepest_stack, "byte"),
        counted(ran.clauses.len(), "clause")
    );
    out += &of_coverage(&ran.coverage);
    if !ran.readings.is_empty() {
        let readings: Vec<String> = ran.readings.iter().map(ToString::to_string).collect();
        out += &paragraph(
            2,
            &format!(
                "The document leaves something open that the function answers in its own way: {}. With --dialect {} another \
                 answer is a finding.",
                readings.join(", "),
                readings.join(",")
            ),
        );
    }
    for (fault, reason) in &ran.accepted {
        out += &accepted(fault, reason);
    }
    out + &remarks(&ran.idle_exceptions, &ran.notes)
}

/// A fault with its clause, its place and the input that shows it.
pub fn of_fault(target: Target, fault: &Fault) -> String {
    let mut out = format!("  {}  {}\n", fault.clause(), printable(&fault.name));
    out += &line("subject", &fault.subject);
    out += &line("expected", &fault.expected);
    out += &line("observed", &fault.observed);
    if let Some(spot) = &fault.place {
        out += &line("where", &instruction(spot));
    }
    let inputs = counted(fault.times, "input");
    out += &line("shown by", &format!("{inputs}; the first:"));
    for part in &fault.input {
        out += &hanging("                ", &printable(part));
    }
    out += &fix(fault);
    out += &rule(target, &fault.clauses);
    out += &hint(fault);
    out
}

/// A line of a finding.
pub(super) fn line(label: &str, text: &str) -> String {
    hanging(&format!("    {label:<9} "), &visible(text))
}

/// An instruction with its place, and that in the source.
pub(super) fn instruction(spot: &Spot) -> String {
    let source = spot.source.as_ref().map_or_else(String::new, |source| format!(" ({source})"));
    format!("{} at {:#x}: {}{source}", spot.label(), spot.address, spot.text)
}

/// A finding that somebody accepts.
pub(super) fn accepted(fault: &Fault, reason: &str) -> String {
    format!("  accepted: {}: {}\n", printable(&fault.name), printable(reason))
}

/// Exceptions that are not needed, and notes.
pub(super) fn remarks(idle: &[String], notes: &[String]) -> String {
    let mut out = String::new();
    for name in idle {
        let _ = writeln!(out, "  the exception `{}` is not needed: nothing shows it", printable(name));
    }
    out.extend(notes.iter().map(|note| paragraph(2, &format!("note: {}", visible(note)))));
    out
}

/// The rule of the first clause.
pub(super) fn rule(target: Target, clauses: &[&str]) -> String {
    let clause = clauses.first().and_then(|id| catalogue(target).clause(id));
    clause.map_or_else(String::new, |clause| {
        paragraph(4, &format!("{} ({}): {}", clause.id, clause.section, clause.rule))
    })
}

/// Advice on a fault.
pub(super) fn hint(fault: &Fault) -> String {
    let hint = fault.hint.as_ref();
    hint.map_or_else(String::new, |hint| {
        paragraph(4, &format!("If that is as it should be: {}", visible(hint)))
    })
}

/// The change that makes a fault right.
pub(super) fn fix(fault: &Fault) -> String {
    fault.fix.as_ref().map_or_else(String::new, |fix| line("fix", fix))
}

/// Coverage in lines.
pub(super) fn of_coverage(coverage: &Coverage) -> String {
    let mut out = String::new();
    let (both, branches) = coverage.branches;
    let _ = write!(out, "  {} of {} instructions ran", coverage.run, coverage.instructions);
    if branches > 0 {
        let _ = write!(out, ", {both} of {branches} conditional branches went both ways");
    }
    out.push('\n');
    if !coverage.missing.is_empty() {
        out += "  not run:\n";
        out.extend(coverage.missing.iter().take(MOST_MISSING).map(|spot| row(spot, None)));
        if let Some(more) = coverage.missing.len().checked_sub(MOST_MISSING).filter(|more| *more > 0) {
            let _ = writeln!(out, "    and {more} more");
        }
    }
    if !coverage.one_way.is_empty() {
        out += "  branches that always went the same way:\n";
        for (spot, taken) in coverage.one_way.iter().take(MOST_MISSING) {
            out += &row(spot, Some(if *taken { "always taken" } else { "never taken" }));
        }
    }
    out
}

/// A line of a list of instructions.
fn row(spot: &Spot, remark: Option<&str>) -> String {
    let source = spot.source.as_ref().map(ToString::to_string);
    let remarks: Vec<String> =
        remark.into_iter().map(str::to_owned).chain(source).map(|text| printable(&text)).collect();
    let remarks = if remarks.is_empty() { String::new() } else { format!("  ({})", remarks.join("; ")) };
    format!("    {:<16} {}{remarks}\n", printable(&spot.label()), printable(&spot.text))
}
