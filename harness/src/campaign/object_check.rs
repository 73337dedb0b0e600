//! The `object` pairing: the form of an object file.
//!
//! For Epiphany the document says nothing of object files (EPIPHANY-S18); what is checked is the reading
//! that they are as binutils has them, and that nothing is placed in reserved memory (EPIPHANY-MEM-01).

use crate::trial::bench;
use crosscall_machines::link::SECTION_EXECUTE;
use crosscall_machines::object_file::{Binding, ObjectFile, SymbolPlace};
use crosscall_model::finding::Mismatch;
use crosscall_model::plan::ClauseId;
use crosscall_model::{Case, Target, unit};
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::judge::Judgement;

/// What is known of a target's object files.
struct Form {
    /// Clause that the form rests on.
    clause: &'static str,
    /// Clause on memory that no program may occupy, and the end of that memory.
    reserved: (&'static str, u64),
    /// One above the greatest relocation number.
    relocations: u32,
}

fn form(target: Target) -> Form {
    match target {
        Target::Epiphany => {
            Form { clause: "EPIPHANY-S18", reserved: ("EPIPHANY-MEM-01", 0x100), relocations: 14 }
        }
    }
}

/// Judges what the object file says of case `k`.
pub(super) fn judge(k: usize, case: &Case, object: &ObjectFile) -> Judgement {
    let form = form(case.target);
    let catalogue = catalogue(case.target);
    let id = |id: &str| -> ClauseId { catalogue.id(id).unwrap_or("?") };
    let mut judgement =
        Judgement { mismatches: Vec::new(), exercised: vec![id(form.clause), id(form.reserved.0)] };
    let mut contradict = |clause: &str, subject: String, expected: &str, observed: String| {
        let clauses = vec![id(clause)];
        judgement.mismatches.push(Mismatch {
            clauses,
            subject,
            expected: expected.to_owned(),
            observed,
            inferred: None,
        });
    };
    let name = bench::symbol(case.target, &unit::callee(k));
    match object.symbols.iter().find(|s| s.name == name && s.place != SymbolPlace::Undefined) {
        None => {
            contradict(form.clause, "symbol".to_owned(), &format!("a function `{name}`"), "none".to_owned())
        }
        Some(symbol) => {
            let section = match symbol.place {
                SymbolPlace::Section(i) => object.sections.get(i),
                _ => None,
            };
            let executable = section.is_some_and(|s| s.flags & SECTION_EXECUTE != 0);
            if symbol.binding == Binding::Local || !executable {
                let observed = format!(
                    "{:?} binding, section {}",
                    symbol.binding,
                    section.map_or("none", |s| s.name.as_str())
                );
                contradict(
                    form.clause,
                    "symbol".to_owned(),
                    "a global symbol in a section of code",
                    observed,
                );
            }
        }
    }
    for section in &object.sections {
        if let Some(bad) = section.relocations.iter().find(|r| r.kind >= form.relocations) {
            let observed = format!("number {} at {}+{:#x}", bad.kind, section.name, bad.offset);
            contradict(form.clause, "relocation".to_owned(), "a relocation that binutils knows", observed);
        }
    }
    let (clause, end) = form.reserved;
    let placed = object
        .symbols
        .iter()
        .find(|s| s.place == SymbolPlace::Absolute && s.kind != 4 && s.value < end && s.size > 0);
    if let Some(symbol) = placed {
        let observed = format!("`{}` at {:#x}", symbol.name, symbol.value);
        contradict(clause, "symbol".to_owned(), "nothing in reserved memory", observed);
    }
    judgement
}
