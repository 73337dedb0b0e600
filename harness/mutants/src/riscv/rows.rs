//! The rows of the table that an ABI takes, and the words that stand in them for what differs between ABIs.

use super::language::of as language;
use super::{faults, special};
use crate::edit::{Action, Edit};
use crate::fault::kept;
use crate::language::{Clauses, Language};
use crate::table::Family;
use crate::{data, made, whole};
use crosscall_model::target::riscv::{Abi, AbiFacts};

/// The ABIs that take a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// All.
    Every,
    /// All but ILP32E.
    Usual,
    /// ABIs with floating-point registers.
    Hard,
    /// ABIs with floating-point registers of 64 bits.
    Double,
    /// LP64D: floating-point registers are as wide as the others.
    WideDouble,
    /// ABIs with registers of 64 bits.
    Wide,
}

impl Scope {
    /// True for an ABI that takes the row.
    fn holds(self, facts: &AbiFacts) -> bool {
        match self {
            Scope::Every => true,
            Scope::Usual => !facts.is_embedded,
            Scope::Hard => facts.flen > 0,
            Scope::Double => facts.flen == 8,
            Scope::WideDouble => facts.flen == 8 && facts.xlen == 8,
            Scope::Wide => facts.xlen == 8,
        }
    }
}

/// Edits of one kind and the ABIs that take them.
pub(super) type Part = (Scope, Family);

/// The table of an ABI.
pub(super) fn of(abi: Abi) -> Vec<Edit> {
    let facts = abi.facts();
    let is_wide = facts.xlen == 8;
    let made = |rows| made::edits(rows, language(abi)).into_iter();
    let by_width = if is_wide { faults::WIDE } else { faults::NARROW };
    let by_base = if facts.is_embedded { faults::EMBEDDED } else { faults::USUAL };
    let faults = [faults::CALLEE, faults::CALLER, by_width, by_base].into_iter().flat_map(made);
    let words = words(language(abi), facts);
    let own = |edit: Edit| Edit {
        clauses: if facts.is_embedded { embedded(edit.clauses) } else { edit.clauses },
        action: spelled(edit.action, &words),
        ..edit
    };
    let special = special::EDITS.iter().filter(|(scope, _)| scope.holds(facts));
    let special = special.flat_map(|(_, family)| family.edits()).map(own);
    let long = if is_wide { special::WIDE } else { special::NARROW };
    let data = data::constants(special::CONSTANTS).chain(data::constants(long));
    let data = data.chain(data::records(special::RECORDS));
    let pairs = whole::va_arg_of_pairs(is_wide, special::PAIRS);
    let whole = whole::faults(special::WHOLE).chain([pairs]);
    let harmless = made(faults::HARMLESS).chain(whole::harmless(special::OPTIONS));
    faults.chain(special).chain(data).chain(whole).chain(harmless).collect()
}

/// Clauses with the one on six argument registers in the place of the one on eight.
fn embedded(clauses: Clauses) -> Clauses {
    let own = |clause: &&'static str| if *clause == "ARG-01" { "ARG-29" } else { *clause };
    match clauses.contains(&"ARG-01") {
        true => Box::leak(clauses.iter().map(own).collect()),
        false => clauses,
    }
}

/// The words of an ABI: what stands in the text of an edit, and what it stands for.
fn words(language: &dyn Language, facts: &AbiFacts) -> [(&'static str, String); 4] {
    let [spare, other, _] = language.roles().free.map(|register| language.name(register));
    let base = if facts.xlen == 8 { "lp64" } else { "ilp32" };
    [
        ("{spare}", spare),
        ("{other}", other),
        ("{integer abi}", base.to_owned()),
        ("{single abi}", format!("{base}f")),
    ]
}

/// An action with the words of an ABI in its texts.
fn spelled(action: Action, words: &[(&'static str, String)]) -> Action {
    let text = |text: &'static str| match text.contains('{') {
        true => kept(words.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))),
        false => text,
    };
    match action {
        Action::Entry(code) => Action::Entry(text(code)),
        Action::Exit(code) => Action::Exit(text(code)),
        Action::BeforeCall(code) => Action::BeforeCall(text(code)),
        Action::Options(options) => Action::Options(text(options)),
        other => other,
    }
}
