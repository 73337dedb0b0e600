//! Judging what an assembler or a linker made of its input.

use super::Judgement;
use crosscall_model::Target;
use crosscall_model::finding::{self, Observed, Topic};
use crosscall_model::tool::{Expected, Made, MadeRelocation, Outcome, Ran, Speech, ToolPlan};

/// Holds what a tool did against what it is to do. What is contradicted is reported with the row of the table and where
/// the table has it from.
pub fn judge_tool(target: Target, plan: &ToolPlan, seen: &Outcome) -> Judgement {
    let mut judgement = Judgement::new(target);
    match (&plan.expected, seen) {
        (Expected::Open(_), Outcome::Refused(_)) => {}
        (Expected::Open(_), Outcome::Made(made)) => header(plan, made, &mut judgement),
        (Expected::Refusal(_), Outcome::Refused(_)) => judgement.exercise(&plan.clauses),
        (Expected::Refusal(reason), Outcome::Made(made)) => {
            judgement.exercise(&plan.clauses);
            own_error(plan, made, &mut judgement);
            let observed =
                Observed::Accepted(made.sections.clone(), made.relocations.clone(), made.words.clone());
            let refusal = finding::Expected::Refusal(reason.clone(), plan.source);
            contradict(plan, refusal, observed, &mut judgement);
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
            let wanted = finding::Expected::Sections(wanted.clone(), String::new(), plan.source);
            contradict(plan, wanted, Observed::Refused(words), &mut judgement);
        }
        (Expected::Returns { number }, Outcome::Refused(words)) => {
            judgement.exercise(&plan.clauses);
            let words = words.lines().next().unwrap_or_default().to_owned();
            let wanted = finding::Expected::ReturnsNumber(*number, plan.source);
            contradict(plan, wanted, Observed::Refused(words), &mut judgement);
        }
        (Expected::Returns { number }, Outcome::Made(made)) => {
            judgement.exercise(&plan.clauses);
            own_error(plan, made, &mut judgement);
            header(plan, made, &mut judgement);
            if !matches!(&made.ran, Some(Ran::Returned(numbers)) if numbers.first() == Some(number)) {
                let wanted = finding::Expected::ReturnsNumber(*number, plan.source);
                contradict(plan, wanted, Observed::Ran(made.ran.clone()), &mut judgement);
            }
        }
        (Expected::Warned { sections: wanted, reason }, Outcome::Made(made)) => {
            judgement.exercise(&plan.clauses);
            header(plan, made, &mut judgement);
            compare(plan, wanted, "", made, &mut judgement);
            if made.words.is_empty() {
                let wanted = finding::Expected::Warning(reason.clone(), plan.source);
                contradict(plan, wanted, Observed::Silent, &mut judgement);
            }
        }
        (Expected::ReturnsZero { sections: wanted }, Outcome::Made(made)) => {
            judgement.exercise(&plan.clauses);
            header(plan, made, &mut judgement);
            compare(plan, wanted, "", made, &mut judgement);
            let returns_zero = |numbers: &Vec<u64>| numbers.iter().all(|number| *number == 0);
            if !matches!(&made.ran, Some(Ran::Returned(numbers)) if returns_zero(numbers)) {
                let wanted = finding::Expected::ReturnsZero(plan.source);
                contradict(plan, wanted, Observed::Ran(made.ran.clone()), &mut judgement);
            }
        }
        (Expected::Made { sections: wanted, relocations, why, says }, Outcome::Made(made)) => {
            judgement.exercise(&plan.clauses);
            own_error(plan, made, &mut judgement);
            header(plan, made, &mut judgement);
            compare(plan, wanted, why, made, &mut judgement);
            if let (Speech::Silence, None, Some(words)) = (says, made.own_error(), made.complaint()) {
                let wanted = finding::Expected::NoComplaint(plan.source);
                contradict(plan, wanted, Observed::Printed(words.to_owned()), &mut judgement);
            }
            let mut found = made.relocations.clone();
            // A hint has no value, so that its addend says nothing.
            let may_stand = |relocation: &MadeRelocation| {
                let MadeRelocation { offset, kind, symbol, .. } = relocation;
                plan.hints
                    .iter()
                    .any(|hint| (hint.offset, hint.kind, &hint.symbol) == (*offset, *kind, symbol))
            };
            found.retain(|relocation| relocations.contains(relocation) || !may_stand(relocation));
            let is_hint =
                |relocation: &MadeRelocation| plan.hint.is_some_and(|(kind, _)| relocation.kind == kind);
            let but_hints: Vec<_> = found.iter().filter(|relocation| !is_hint(relocation)).cloned().collect();
            if let Some((_, clause)) = plan.hint.filter(|_| found != but_hints && *relocations == but_hints) {
                // Only a hint stands where there is nothing to change.
                let wanted = finding::Expected::Relocations(relocations.clone(), plan.source);
                let observed = Observed::Relocations(made.relocations.clone());
                judgement.contradict(&[clause], Topic::Row(plan.row.clone()), wanted, observed);
            } else if *relocations != found {
                let wanted = finding::Expected::Relocations(relocations.clone(), plan.source);
                contradict(plan, wanted, Observed::Relocations(made.relocations.clone()), &mut judgement);
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
    let observed = Observed::EndedWell(made.sections.clone(), made.words.clone());
    let topic = Topic::OwnError(plan.row.clone());
    judgement.contradict(&plan.clauses, topic, finding::Expected::Product("a file, or a refusal"), observed);
}

/// The contents of sections.
fn compare(plan: &ToolPlan, wanted: &[Vec<u8>], why: &str, made: &Made, judgement: &mut Judgement) {
    if !are_same(plan, wanted, &made.sections) {
        let wanted = finding::Expected::Sections(wanted.to_vec(), why.to_owned(), plan.source);
        let seen = Observed::Sections(made.sections.clone(), made.words.clone());
        contradict(plan, wanted, seen, judgement);
    }
}

/// True if sections are the same, but for bits that are not compared.
fn are_same(plan: &ToolPlan, wanted: &[Vec<u8>], seen: &[Vec<u8>]) -> bool {
    let compared = |sections: &[Vec<u8>]| {
        let mut sections = sections.to_vec();
        for (offset, mask) in &plan.free {
            let bytes = sections.first_mut().zip(usize::try_from(*offset).ok());
            let word = bytes.and_then(|(bytes, at)| bytes.get_mut(at..)).unwrap_or_default();
            for (byte, mask) in word.iter_mut().zip(mask.to_le_bytes()) {
                *byte &= !mask;
            }
        }
        sections
    };
    wanted == seen || compared(wanted) == compared(seen)
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
            let (wanted, seen) = (finding::Expected::Header(name, wanted), Observed::Header(name, seen));
            judgement.contradict(&[clause], Topic::Header, wanted, seen);
        }
    }
}

fn contradict(plan: &ToolPlan, wanted: finding::Expected, observed: Observed, judgement: &mut Judgement) {
    judgement.contradict(&plan.clauses, Topic::Row(plan.row.clone()), wanted, observed);
}
