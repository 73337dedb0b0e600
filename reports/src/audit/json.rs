//! An audit for programs.

use super::program::{AuditedProgram, ProgramEnd, ProgramFault, ProgramRan};
use super::{Audit, Audited, Coverage, End, Fault, Ran, Spot};
use crate::json::{FORMAT, pretty};
use crosscall_model::finding::Answer;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// The whole report as one object, with a final line break.
pub fn render(audit: &Audit) -> String {
    pretty(&json!({
        "format": FORMAT,
        "target": audit.target.name(),
        "exit_code": audit.exit_code(),
        "functions": audit.functions.iter().map(function).collect::<Vec<_>>(),
        "programs": audit.programs.iter().map(program).collect::<Vec<_>>(),
    }))
}

fn function(function: &Audited) -> Value {
    let mut object = json!({
        "name": function.name,
        "prototype": function.prototype,
        "object": function.object,
        "verdict": function.verdict().name(),
        "reason": function.reason(),
    });
    if let (Some(map), End::Ran(ran)) = (object.as_object_mut(), &function.end)
        && let Value::Object(more) = of_run(ran)
    {
        map.extend(more);
    }
    object
}

fn of_run(ran: &Ran) -> Value {
    json!({
        "source": ran.source,
        "inputs": ran.inputs,
        "deepest_stack": ran.deepest_stack,
        "clauses": ran.clauses,
        "readings": readings(&ran.readings),
        "findings": ran.findings,
        "accepted": accepted(&ran.accepted),
        "idle_exceptions": ran.idle_exceptions,
        "coverage": coverage(&ran.coverage, ran.least_coverage),
        "same_as": ran.same_as,
        "notes": ran.notes,
    })
}

fn readings(answers: &[Answer]) -> Vec<String> {
    answers.iter().map(ToString::to_string).collect()
}

/// Findings that somebody accepts, with the reasons.
fn accepted(findings: &[(impl Serialize, String)]) -> Vec<Value> {
    findings.iter().map(|(found, reason)| json!({ "finding": found, "reason": reason })).collect()
}

fn coverage(coverage: &Coverage, least: u32) -> Value {
    let one_way = coverage.one_way.iter().map(|(at, taken)| json!({ "branch": at, "taken": taken }));
    json!({
        "instructions": coverage.instructions,
        "run": coverage.run,
        "least_percent": least,
        "not_run": coverage.missing,
        "branches": coverage.branches.1,
        "branches_both_ways": coverage.branches.0,
        "one_way": one_way.collect::<Vec<_>>(),
    })
}

impl Serialize for Spot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let spot = json!({
            "address": format!("{:#x}", self.address),
            "place": self.label(),
            "instruction": self.text,
            "source": self.source,
        });
        spot.serialize(serializer)
    }
}

fn program(program: &AuditedProgram) -> Value {
    let mut object = json!({
        "file": program.file,
        "verdict": program.verdict().name(),
        "reason": program.reason(),
    });
    if let (Some(map), ProgramEnd::Ran(ran)) = (object.as_object_mut(), &program.end)
        && let Value::Object(more) = of_program(ran)
    {
        map.extend(more);
    }
    object
}

fn of_program(ran: &ProgramRan) -> Value {
    json!({
        "ended": ran.ended,
        "instructions": ran.instructions,
        "calls": ran.calls,
        "returns": ran.returns,
        "calls_left": ran.left,
        "call_depth": ran.depth,
        "scratch_destroyed": ran.destroys_scratch,
        "functions_called": ran.functions.0,
        "functions_known": ran.functions.1,
        "not_called": ran.not_called,
        "clauses": ran.clauses,
        "readings": readings(&ran.readings),
        "findings": ran.findings,
        "accepted": accepted(&ran.accepted),
        "idle_exceptions": ran.idle_exceptions,
        "notes": ran.notes,
    })
}

impl Serialize for ProgramFault {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Fault { name, clauses, subject, expected, observed, place, times, hint, fix, .. } = &self.fault;
        let found = json!({
            "name": name,
            "function": self.function,
            "call": self.site,
            "other_calls": self.other_sites,
            "line": self.fault.source().map(ToString::to_string),
            "clauses": clauses,
            "subject": subject,
            "expected": expected,
            "observed": observed,
            "place": place,
            "times": times,
            "hint": hint,
            "fix": fix,
        });
        found.serialize(serializer)
    }
}
