//! What an assembler and a linker are to make of their input: worked out by the target's table, which its
//! document's folder holds, and by its answers to what neither the document nor the table says.

mod link;
mod statement;
mod syntax;

pub use syntax::{Operand, row_of};

use super::rules::Rules;
use crosscall_model::plan::ClauseId;
use crosscall_model::tool::table::{Excess, Table};
use crosscall_model::tool::{Expected, Input, ToolCase, ToolPlan};

/// What a target's tools are held to.
pub(super) trait Tools: Sync {
    /// Statements and relocations.
    fn table(&self) -> &'static Table;

    /// What a linker does with a value that does not fit its field.
    fn beyond_in_link(&self, excess: Excess, rules: &mut Rules<'_, '_>) -> Beyond;

    /// What an assembler does with a number that does not fit its field.
    fn beyond_in_text(&self, excess: Excess, rules: &mut Rules<'_, '_>) -> Beyond;

    /// Whether a linker refuses a value that is no multiple of the field's unit; it drops the rest otherwise.
    fn refuses_rest_in_link(&self, rules: &mut Rules<'_, '_>) -> bool;

    /// Whether an assembler does.
    fn refuses_rest_in_text(&self, rules: &mut Rules<'_, '_>) -> bool;

    /// Whether the old contents of a field are added to the value.
    fn adds_contents(&self, rules: &mut Rules<'_, '_>) -> bool;

    /// Whether relative data are counted from the section, the assembler having taken the offset off the addend.
    fn counts_from_section(&self, rules: &mut Rules<'_, '_>) -> bool;

    /// Whether the assembler takes the shortest form that fits.
    fn takes_shortest(&self, rules: &mut Rules<'_, '_>) -> bool;

    /// Whether an assembler writes the constant behind a symbol not only in the relocation, but in the field, too.
    fn writes_constant(&self, rules: &mut Rules<'_, '_>) -> bool;

    /// Whether an assembler refuses a constant behind a symbol that does not fit the field by itself.
    fn refuses_constant(&self, rules: &mut Rules<'_, '_>) -> bool;

    /// What becomes of a zero that is written with a minus.
    fn minus_zero(&self, rules: &mut Rules<'_, '_>) -> MinusZero;

    /// Whether a pair at an odd register is refused.
    fn refuses_odd_pair(&self, rules: &mut Rules<'_, '_>) -> bool;

    /// Whether a base register that is loaded and changed at once is refused.
    fn refuses_loaded_base(&self, rules: &mut Rules<'_, '_>) -> bool;
}

/// What becomes of a number that does not fit its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beyond {
    /// It is refused.
    Refused,
    /// It is refused unless it fits a field that is one bit wider; its low bits are stored otherwise.
    RefusedFarther,
    /// Its low bits are stored.
    LowBits,
}

/// What a document's tools are to make of a case.
pub(super) fn plan(tools: &dyn Tools, case: &ToolCase, rules: &mut Rules<'_, '_>) -> ToolPlan {
    let table = tools.table();
    let (worked_out, asked) = rules.citing(|rules| match &case.input {
        Input::Statement(text) => statement::plan(tools, text, rules),
        Input::Link(input) => link::plan(tools, input, rules),
    });
    let own = match &case.input {
        Input::Statement(_) => table.language,
        Input::Link(_) => table.objects,
    };
    let mut clauses: Vec<ClauseId> = vec![own];
    clauses.extend(asked.into_iter().filter(|clause| *clause != own));
    let WorkedOut { expected, row, source } = worked_out;
    ToolPlan { expected, header: (table.machine, table.flags, table.objects), row, source, clauses }
}

/// What becomes of a zero that is written with a minus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MinusZero {
    /// It is zero.
    Zero,
    /// It is zero with the bit for the sign, where the encoding has one anyway.
    MinusIfLong,
    /// It takes an encoding with a bit for the sign.
    Minus,
}

/// An expectation with where it comes from.
struct WorkedOut {
    expected: Expected,
    row: String,
    source: &'static str,
}
