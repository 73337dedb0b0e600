//! Behaviour of a compiler, for people and for programs.

use super::real::{Real, Side};
use crosscall_explain::Explanation;
use crosscall_explain::text::{title, travels};
use crosscall_model::finding::Mismatch;
use crosscall_model::plan::Passed;
use crosscall_model::{Pairing, Target};
use crosscall_reports::picture::{Table, paragraph};
use serde_json::{Value, json};

/// The part of the picture about one compiler.
pub fn render(explanation: &Explanation, real: &Real) -> String {
    let target = explanation.target;
    let mut out = title(&format!("what {} really does ({})", real.toolchain, real.version));
    out += &grid(explanation, real);
    for line in verdicts(target, real) {
        out += &paragraph(2, &line);
    }
    out
}

/// A line for each value: by the document, and as the compiler has it in both roles.
fn grid(explanation: &Explanation, real: &Real) -> String {
    let plan = &explanation.plan;
    let mut table = Table::new(2, &["value", "the document", "when it calls", "when it is called"]);
    let side = |pairing| real.sides.iter().find(|side| side.pairing == pairing);
    let (calls, called) = (side(Pairing::Caller), side(Pairing::Callee));
    for (index, passed) in plan.arguments.iter().chain(&plan.result).enumerate() {
        let document = travels(explanation.target, passed);
        let [calls, called] = [calls, called].map(|side| cell(real, side, passed, index, &document));
        let row = [passed.name.clone(), document, calls, called];
        table.row(&row);
    }
    table.draw()
}

fn cell(real: &Real, side: Option<&Side>, passed: &Passed, index: usize, document: &str) -> String {
    let Some((side, Ok(list))) = side.map(|side| (side, &side.seen)) else { return "not tried".to_owned() };
    let about = |mismatch: &&Mismatch| mismatch.topic.of_value() == Some(passed.id);
    // A known reading says more than the place where a value was found again.
    if let Some(followed) = side.travels.get(index) {
        return if followed == document { "the same".to_owned() } else { followed.clone() };
    }
    match list.iter().find(about) {
        Some(mismatch) => {
            let words = real.words(mismatch);
            words.inferred.unwrap_or(words.observed)
        }
        // After a run that went astray nothing more is known.
        None if list.iter().any(Mismatch::is_about_control) => "not known: it did not come back".to_owned(),
        None => "the same".to_owned(),
    }
}

/// A contradiction in a sentence.
fn reported(target: Target, real: &Real, side: &Side, mismatch: &Mismatch) -> String {
    let words = real.words(mismatch);
    let clauses: Vec<&str> = mismatch.clauses.iter().map(|c| target.short(c)).collect();
    format!(
        "{}, {}: expected {}; seen {}  [{}]",
        words.subject,
        role(side.pairing),
        words.expected,
        words.seen(),
        clauses.join(" ")
    )
}

fn role(pairing: Pairing) -> &'static str {
    match pairing {
        Pairing::Layout => "in memory",
        Pairing::Caller => "when it calls",
        _ => "when it is called",
    }
}

/// Conclusions, a line each.
fn verdicts(target: Target, real: &Real) -> Vec<String> {
    let mut lines = Vec::new();
    let mut reasons: Vec<(String, Vec<&str>)> = Vec::new();
    for side in &real.sides {
        if let Err(reason) = &side.seen {
            match reasons.iter_mut().find(|(known, _)| known == reason) {
                Some((_, roles)) => roles.push(role(side.pairing)),
                None => reasons.push((reason.clone(), vec![role(side.pairing)])),
            }
        }
    }
    for (reason, roles) in reasons {
        lines.push(format!("not tried {}: {reason}", roles.join(", ")));
    }
    if !real.was_tried() {
        return lines;
    }
    for other in &real.readings {
        let name = target.short(&other.name);
        lines.push(format!(
            "it reads {name} as {}: {}; drawn above is {} (--dialect {name}={})",
            other.follows.join(" or "),
            other.text,
            other.drawn,
            other.follows.first().copied().unwrap_or_default()
        ));
    }
    let against = real.sides.iter().filter(|side| side.violates == Some(true));
    let before = lines.len();
    for side in against {
        for answer in &side.deviations {
            let answer = answer.to_string();
            lines.push(format!("{}: it departs: {}", role(side.pairing), target.short(&answer)));
        }
        lines.extend(side.against.iter().map(|mismatch| reported(target, real, side, mismatch)));
        if side.against.is_empty() && side.deviations.is_empty() {
            lines.push(format!("{}: it does now this and now that", role(side.pairing)));
        }
    }
    if lines.len() > before {
        lines.insert(before, "this is against the document under every interpretation:".to_owned());
    } else {
        let under = if real.readings.is_empty() { "" } else { ", read so" };
        lines.push(format!("what was tried is as the document says{under}"));
    }
    lines
}

/// The same as an object.
pub fn object(real: &Real) -> Value {
    let mismatch = |m: &Mismatch| {
        let words = real.words(m);
        json!({
            "subject": words.subject, "expected": words.expected, "observed": words.observed,
            "inferred": words.inferred,
            "clauses": m.clauses,
        })
    };
    let side = |side: &Side| {
        json!({
            "pairing": side.pairing.to_string(),
            "not_tried": side.seen.as_ref().err(),
            "violates": side.violates,
            "travels": side.travels,
            "deviations": side.deviations.iter().map(|a| json!({ "clause": a.question(), "answer": a.reading })).collect::<Vec<_>>(),
            "against": side.against.iter().map(mismatch).collect::<Vec<_>>(),
            "departures": side.seen.iter().flatten().map(mismatch).collect::<Vec<_>>(),
        })
    };
    json!({
        "toolchain": real.toolchain,
        "version": real.version,
        "sides": real.sides.iter().map(side).collect::<Vec<_>>(),
        "readings": real.readings.iter().map(|other| json!({
            "name": other.name, "drawn": other.drawn, "follows": other.follows, "text": other.text,
        })).collect::<Vec<_>>(),
    })
}
