//! An audit for programs.

use super::program::{AuditedProgram, ProgramEnd, ProgramFault, ProgramRan};
use super::{Audit, Audited, Coverage, End, Fault, Ran, Source, Spot};
use crate::json::{FORMAT, pretty};
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
        "source": source(ran.source.as_ref()),
        "inputs": ran.inputs,
        "deepest_stack": ran.deepest_stack,
        "clauses": ran.clauses,
        "readings": ran.readings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "findings": ran.findings.iter().map(fault).collect::<Vec<_>>(),
        "accepted": ran.accepted.iter().map(|(found, reason)| {
            json!({ "finding": fault(found), "reason": reason })
        }).collect::<Vec<_>>(),
        "idle_exceptions": ran.idle_exceptions,
        "coverage": coverage(&ran.coverage, ran.least_coverage),
        "same_as": ran.same_as,
        "notes": ran.notes,
    })
}

fn coverage(coverage: &Coverage, least: u32) -> Value {
    json!({
        "instructions": coverage.instructions,
        "run": coverage.run,
        "least_percent": least,
        "not_run": coverage.missing.iter().map(spot).collect::<Vec<_>>(),
        "branches": coverage.branches.1,
        "branches_both_ways": coverage.branches.0,
        "one_way": coverage.one_way.iter().map(|(at, taken)| {
            json!({ "branch": spot(at), "taken": taken })
        }).collect::<Vec<_>>(),
    })
}

fn fault(fault: &Fault) -> Value {
    json!({
        "name": fault.name,
        "clauses": fault.clauses,
        "subject": fault.subject,
        "expected": fault.expected,
        "observed": fault.observed,
        "place": fault.place.as_ref().map(spot),
        "input": fault.input,
        "times": fault.times,
        "hint": fault.hint,
    })
}

fn spot(spot: &Spot) -> Value {
    json!({
        "address": format!("{:#x}", spot.address),
        "place": spot.label(),
        "instruction": spot.text,
        "source": source(spot.source.as_ref()),
    })
}

fn source(source: Option<&Source>) -> Option<Value> {
    source.map(|source| json!({ "file": source.file, "line": source.line }))
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
        "readings": ran.readings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "findings": ran.findings.iter().map(program_fault).collect::<Vec<_>>(),
        "accepted": ran.accepted.iter().map(|(found, reason)| {
            json!({ "finding": program_fault(found), "reason": reason })
        }).collect::<Vec<_>>(),
        "idle_exceptions": ran.idle_exceptions,
        "notes": ran.notes,
    })
}

fn program_fault(found: &ProgramFault) -> Value {
    json!({
        "name": found.fault.name,
        "function": found.function,
        "call": found.site.as_ref().map(spot),
        "other_calls": found.other_sites.iter().map(spot).collect::<Vec<_>>(),
        "line": found.fault.source().map(ToString::to_string),
        "clauses": found.fault.clauses,
        "subject": found.fault.subject,
        "expected": found.fault.expected,
        "observed": found.fault.observed,
        "place": found.fault.place.as_ref().map(spot),
        "times": found.fault.times,
        "hint": found.fault.hint,
    })
}
