//! Judging what an assembler or a linker made of its input.

use super::Judgement;
use crosscall_model::tool::{Expected, Made, MadeRelocation, Outcome, Speech, ToolPlan, hex};

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
            own_error(plan, made, &mut judgement);
            let mut observed = format!("accepted: {}", with_words(sections(&made.sections), made));
            if !made.relocations.is_empty() {
                observed += &format!(", {}", list(&made.relocations));
            }
            contradict(plan, "a refusal", format!("{reason}; {}", origin(plan)), observed, &mut judgement);
            header(plan, made, &mut judgement);
        }
        (Expected::Made { sections: wanted, .. }, Outcome::Refused(words)) => {
            judgement.exercise(&plan.clauses);
            let words = words.lines().next().unwrap_or_default().to_owned();
            contradict(plan, &sections(wanted), origin(plan), format!("refused: {words}"), &mut judgement);
        }
        (Expected::Made { sections: wanted, relocations, why, says }, Outcome::Made(made)) => {
            judgement.exercise(&plan.clauses);
            own_error(plan, made, &mut judgement);
            header(plan, made, &mut judgement);
            if *wanted != made.sections {
                let why = if why.is_empty() { origin(plan) } else { format!("{why}; {}", origin(plan)) };
                let seen = with_words(sections(&made.sections), made);
                contradict(plan, &sections(wanted), why, seen, &mut judgement);
            }
            if let (Speech::Silence, None, Some(words)) = (says, made.own_error(), made.complaint()) {
                let what = "no word that a number does not fit";
                contradict(plan, what, origin(plan), format!("it printed `{words}`"), &mut judgement);
            }
            if *relocations != made.relocations {
                contradict(plan, &list(relocations), origin(plan), list(&made.relocations), &mut judgement);
            }
        }
    }
    judgement
}

/// A tool that reports an error in itself and ends as if nothing had happened is wrong whatever it made, where something is
/// expected of it.
fn own_error(plan: &ToolPlan, made: &Made, judgement: &mut Judgement) {
    if made.own_error().is_none() {
        return;
    }
    judgement.exercise(&plan.clauses);
    let observed = format!("exit code 0: {}", with_words(sections(&made.sections), made));
    let subject = format!("{}: an error of the tool's own", plan.row);
    judgement.contradict(&plan.clauses, subject, "a file, or a refusal", observed, None);
}

/// What was made, with what was printed about it.
fn with_words(made: String, of: &Made) -> String {
    match of.words.as_slice() {
        [] => made,
        words => {
            let words: Vec<String> = words.iter().map(|words| format!("`{words}`")).collect();
            format!("{made}, and it printed {}", words.join(", "))
        }
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
