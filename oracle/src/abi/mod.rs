//! The rules, one folder a target. Every target offers the same functions; this file dispatches.

pub mod epiphany;

use crate::choose::Chooser;
use crosscall_model::layout::{Image, Layout};
use crosscall_model::plan::{ClauseId, Plan};
use crosscall_model::{Case, Target, Type, Value};

/// A number that a compiler must have computed, with the clauses that fix it. The order of
/// [`crosscall_model::unit::layout_items`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedNumber {
    /// The number; `None` where the document leaves it open.
    pub value: Option<u64>,
    /// Clauses that fix it, the most telling first.
    pub clauses: Vec<ClauseId>,
}

/// What a document says of a case's types: numbers and bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayoutPlan {
    /// One for each of [`crosscall_model::unit::layout_items`].
    pub numbers: Vec<ExpectedNumber>,
    /// One for each of [`crosscall_model::unit::valued_types`].
    pub images: Vec<(Image, Vec<ClauseId>)>,
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
