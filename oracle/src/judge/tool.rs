//! Judging what an assembler or a linker made of its input.

use super::Judgement;
use crosscall_model::tool::{Expected, Made, MadeRelocation, Outcome, Ran, ToolPlan, hex};

/// Holds what a tool did against what it is to do. What is contradicted is told by the row of the table and where
/// the table has it from.
pub fn judge_tool(plan: &ToolPlan, seen: &Outcome) -> Judgement {
    let mut judgement = Judgement::default();
    match (&plan.expected, seen) {
        (Expected::Open(_), Outcome::Refused(_)) => {}
        (Expected::Open(_), Outcome::Made(made)) => header(plan, made, &mut judgement),
        (Expected::Refusal(_), Outcome::Refused(_)) => judgement.exercise(&plan.clauses),
        (Expected::Refusal(reason), Outcome::Made(made)) => {
            judgement.exercise(&plan.clauses);
            let mut observed = format!("accepted: {}", sections(&made.sections));
            if !made.relocations.is_empty() {
                observed += &format!(", {}", list(&made.relocations));
            }
            contradict(plan, "a refusal", format!("{reason}; {}", origin(plan)), observed, &mut judgement);
            header(plan, made, &mut judgement);
        }
        (
            Expected::Made { sections: wanted, .. }
            | Expected::Warned { sections: wanted, .. }
            | Expected::ReturnsZero { sections: wanted },
            Outcome::Refused(words),
        ) => {
            judgement.exercise(&plan.clauses);
            let words = words.lines().next().unwrap_or_default().to_owned();
            contradict(plan, &sections(wanted), origin(plan), format!("refused: {words}"), &mut judgement);
        }
        (Expected::Warned { sections: wanted, reason }, Outcome::Made(made)) => {
            judgement.exercise(&plan.clauses);
            header(plan, made, &mut judgement);
            compare(plan, wanted, "", made, &mut judgement);
            if made.said.trim().is_empty() {
                let why = format!("{reason}; {}", origin(plan));
                contradict(plan, "a warning", why, "linked without a word".to_owned(), &mut judgement);
            }
        }
        (Expected::ReturnsZero { sections: wanted }, Outcome::Made(made)) => {
            judgement.exercise(&plan.clauses);
            header(plan, made, &mut judgement);
            compare(plan, wanted, "", made, &mut judgement);
            let observed = match &made.ran {
                Some(Ran::Returned(numbers)) if numbers.iter().all(|number| *number == 0) => {
                    return judgement;
                }
                Some(Ran::Returned(numbers)) => {
                    let numbers: Vec<String> = numbers.iter().map(|number| format!("{number:#x}")).collect();
                    format!("it comes back with {}", numbers.join(" and "))
                }
                Some(Ran::Stopped(reason)) => format!("it does not come back: {reason}"),
                None => "it was not run".to_owned(),
            };
            contradict(plan, "a program that comes back with 0", origin(plan), observed, &mut judgement);
        }
        (Expected::Made { sections: wanted, relocations, why }, Outcome::Made(made)) => {
            judgement.exercise(&plan.clauses);
            header(plan, made, &mut judgement);
            compare(plan, wanted, why, made, &mut judgement);
            if *relocations != made.relocations {
                contradict(plan, &list(relocations), origin(plan), list(&made.relocations), &mut judgement);
            }
        }
    }
    judgement
}

/// The contents of sections.
fn compare(plan: &ToolPlan, wanted: &[Vec<u8>], why: &str, made: &Made, judgement: &mut Judgement) {
    if *wanted != made.sections {
        let why = if why.is_empty() { origin(plan) } else { format!("{why}; {}", origin(plan)) };
        contradict(plan, &sections(wanted), why, sections(&made.sections), judgement);
    }
}

/// The kind of file.
fn header(plan: &ToolPlan, made: &Made, judgement: &mut Judgement) {
    let (machine, of_machine) = plan.machine;
    let (flags, of_flags) = plan.flags;
    judgement.exercise(&[of_machine, of_flags]);
    for (clause, name, wanted, seen) in [
        (of_machine, "machine", u32::from(machine), u32::from(made.machine)),
        (of_flags, "flags", flags, made.flags),
    ] {
        if wanted != seen {
            let words = |number: u32| format!("{name} {number:#x}");
            judgement.contradict(&[clause], "header", words(wanted), words(seen), None);
        }
    }
}

fn contradict(plan: &ToolPlan, what: &str, why: String, observed: String, judgement: &mut Judgement) {
    let why = if why.is_empty() { why } else { format!(" ({why})") };
    judgement.contradict(&plan.clauses, plan.row.as_str(), format!("{what}{why}"), observed, None);
}

/// Where an expectation is from.
fn origin(plan: &ToolPlan) -> String {
    if plan.source.is_empty() { String::new() } else { format!("source: {}", plan.source) }
}

fn sections(sections: &[Vec<u8>]) -> String {
    sections.iter().map(|bytes| hex(bytes)).collect::<Vec<_>>().join(" | ")
}

fn list(relocations: &[MadeRelocation]) -> String {
    if relocations.is_empty() {
        return "no relocation".to_owned();
    }
    relocations.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
