//! The rules, one folder a target. Every target offers the same functions; this file dispatches.

pub mod epiphany;

use crate::choose::Chooser;
use crosscall_model::layout::{Image, Layout};
use crosscall_model::plan::{ClauseId, Part, Plan};
use crosscall_model::{Case, Target, Type, Value};

/// A number that a compiler must have computed, with the clauses that fix it. The order of
/// [`crosscall_model::unit::layout_items`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ExpectedNumber {
    /// The number; `None` where the document leaves it open.
    pub value: Option<u64>,
    /// Clauses that fix it, the most telling first.
    pub clauses: Vec<ClauseId>,
}

/// What a document says of a case's types: numbers and bytes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LayoutPlan {
    /// One for each of [`crosscall_model::unit::layout_items`].
    pub numbers: Vec<ExpectedNumber>,
    /// One for each of [`crosscall_model::unit::valued_types`].
    pub images: Vec<ExpectedImage>,
    /// Alignment in bytes of the address of each of these objects.
    pub objects: Vec<ExpectedNumber>,
}

/// The bytes of an initialised object, with the clauses that fix them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ExpectedImage {
    /// The bytes.
    pub image: Image,
    /// The scalars inside, where it is a composite.
    pub parts: Vec<Part>,
    /// The clause on the order of bytes, where there are more than one.
    pub byte_order: Option<ClauseId>,
    /// Clauses that fix them, the most telling first.
    pub clauses: Vec<ClauseId>,
}

/// What the document says about a call.
pub fn plan(case: &Case, chooser: &mut Chooser<'_>) -> Plan {
    match case.target {
        Target::Epiphany => epiphany::plan(case, chooser),
    }
}

/// What the document says about the case's types.
pub fn layout_plan(case: &Case, chooser: &mut Chooser<'_>) -> LayoutPlan {
    match case.target {
        Target::Epiphany => epiphany::layout_plan(case, chooser),
    }
}

/// Layout of a type.
pub fn layout(target: Target, ty: &Type, chooser: &mut Chooser<'_>) -> Layout {
    match target {
        Target::Epiphany => epiphany::layout(ty, chooser),
    }
}

/// Bytes of a value; padding holds `filler`.
pub fn image(target: Target, ty: &Type, value: &Value, filler: u8, chooser: &mut Chooser<'_>) -> Image {
    match target {
        Target::Epiphany => epiphany::image(ty, value, filler, chooser),
    }
}

/// The allocation automaton of a target's argument rules under its preferred readings, in words that
/// every target shares.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Automaton {
    /// Names of the states; the first is the start.
    pub states: Vec<String>,
    /// Steps: the state before and the class of the parameter, each once.
    pub transitions: Vec<(String, String)>,
    /// For each transition, parameter types that lead from the start through it; empty where only a result
    /// does.
    pub ways: Vec<Vec<Type>>,
}

/// The allocation automaton of a target.
pub fn automaton(target: Target) -> Automaton {
    match target {
        Target::Epiphany => epiphany::automaton::shared(),
    }
}

/// The steps of [`automaton`] that a case takes.
pub fn automaton_trace(case: &Case) -> Vec<(String, String)> {
    let catalogue = crate::clause::catalogue(case.target);
    let all = crate::knowledge::AllReadings(catalogue);
    let mut chooser = Chooser::new(catalogue, &all);
    match case.target {
        Target::Epiphany => epiphany::automaton::trace(case, &mut chooser)
            .into_iter()
            .map(|(state, class)| (state.to_string(), class.to_string()))
            .collect(),
    }
}
