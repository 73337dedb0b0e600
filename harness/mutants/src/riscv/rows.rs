//! The rows of the table that an ABI takes, and the words that stand in them for what differs between ABIs.

use super::{callee, caller, data, generated, harmless, special, whole};
use crate::edit::{Action, Edit};
use crate::language::Clauses;
use crate::table::Family;
use crosscall_model::target::riscv::{Abi, AbiFacts};

/// The ABIs that take a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// All.
    Every,
    /// All but ILP32E.
    Usual,
    /// ILP32E.
    Embedded,
    /// ABIs with floating-point registers.
    Hard,
    /// ABIs with floating-point registers of 64 bits.
    Double,
    /// LP64D: floating-point registers are as wide as the others.
    WideDouble,
    /// ABIs with registers of 64 bits.
    Wide,
    /// ABIs with registers of 32 bits.
    Narrow,
}

impl Scope {
    /// True for an ABI that takes the row.
    pub(super) fn holds(self, facts: &AbiFacts) -> bool {
        match self {
            Scope::Every => true,
            Scope::Usual => !facts.is_embedded,
            Scope::Embedded => facts.is_embedded,
            Scope::Hard => facts.flen > 0,
            Scope::Double => facts.flen == 8,
            Scope::WideDouble => facts.flen == 8 && facts.xlen == 8,
            Scope::Wide => facts.xlen == 8,
            Scope::Narrow => facts.xlen == 4,
        }
    }
}

/// Edits of one kind and the ABIs that take them.
pub(super) type Part = (Scope, Family);

/// The table of an ABI.
pub(super) fn of(abi: Abi) -> Vec<Edit> {
    let facts = abi.facts();
    let words = words(facts);
    let parts = |parts: &'static [Part]| {
        parts.iter().filter(|(scope, _)| scope.holds(facts)).flat_map(|(_, family)| family.edits())
    };
    let [callee, caller, special, data, whole, harmless] =
        [callee::EDITS, caller::EDITS, special::EDITS, data::EDITS, whole::EDITS, harmless::EDITS].map(parts);
    let made = |rows| generated::edits(abi, rows);
    let faults = made(generated::CALLEE).into_iter().chain(callee);
    let faults = faults.chain(made(generated::CALLER)).chain(caller).chain(special).chain(data).chain(whole);
    let all = faults.chain(generated::harmless(abi)).chain(harmless);
    let own = |edit: Edit| Edit {
        clauses: if facts.is_embedded { embedded(edit.clauses) } else { edit.clauses },
        action: spelled(edit.action, &words),
        ..edit
    };
    all.map(own).collect()
}

/// Clauses with the one on six argument registers in the place of the one on eight.
fn embedded(clauses: Clauses) -> Clauses {
    let own = |clause: &&'static str| if *clause == "ARG-01" { "ARG-29" } else { *clause };
    match clauses.contains(&"ARG-01") {
        true => Box::leak(clauses.iter().map(own).collect()),
        false => clauses,
    }
}

/// A word in the text of an edit, and what stands for it.
type Word = (&'static str, &'static str);

/// The words of an ABI.
fn words(facts: &AbiFacts) -> Vec<Word> {
    let is_wide = facts.xlen == 8;
    let [spare, other, third] = if facts.is_embedded { ["t0", "t1", "t2"] } else { ["t3", "t4", "t5"] };
    let of_reals = if facts.flen == 8 { ["fmv.d", "fsd", "fld"] } else { ["fmv.s", "fsw", "flw"] };
    let [copy, store, load] = of_reals;
    vec![
        ("{spare}", spare),
        ("{other}", other),
        ("{third}", third),
        ("{load}", if is_wide { "ld" } else { "lw" }),
        ("{store}", if is_wide { "sd" } else { "sw" }),
        ("{word}", if is_wide { "8" } else { "4" }),
        ("{word shift}", if is_wide { "48" } else { "16" }),
        ("{top bit}", if is_wide { "60" } else { "28" }),
        ("{fmv}", copy),
        ("{fstore}", store),
        ("{fload}", load),
        ("{integer abi}", if is_wide { "lp64" } else { "ilp32" }),
        ("{single abi}", if is_wide { "lp64f" } else { "ilp32f" }),
    ]
}

/// An action with the words of an ABI in its texts.
fn spelled(action: Action, words: &[Word]) -> Action {
    let text = |text: &'static str| match text.contains('{') {
        true => kept(words.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))),
        false => text,
    };
    match action {
        Action::Entry(a) => Action::Entry(text(a)),
        Action::Exit(a) => Action::Exit(text(a)),
        Action::Around(a, b) => Action::Around(text(a), text(b)),
        Action::InsteadOfReturn(a) => Action::InsteadOfReturn(text(a)),
        Action::BeforeCall(a) => Action::BeforeCall(text(a)),
        Action::AfterCall(a) => Action::AfterCall(text(a)),
        Action::AroundCall(a, b) => Action::AroundCall(text(a), text(b)),
        Action::InsteadOfCall(a) => Action::InsteadOfCall(text(a)),
        Action::Options(a) => Action::Options(text(a)),
        other => other,
    }
}

/// A text that lives as long as the program, as the rows of tables do.
fn kept(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}
