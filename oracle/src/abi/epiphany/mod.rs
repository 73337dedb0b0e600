//! The Epiphany ABI as rules.
//!
//! Source of every rule is the chapter "Epiphany Application Binary Interface" of the Epiphany SDK
//! documentation; clause ids and readings are those of `clauses/epiphany.toml`. What the document
//! leaves open is asked of the [`Chooser`], never decided here. `docs/clauses-epiphany.md` tells what
//! the real compiler does at each of these points.

mod arguments;
pub mod automaton;
mod bits;
mod image;
mod layout;
mod mode;
mod numbers;
pub mod questions;
mod registers;
mod result;
mod rules;
mod scalar;
mod slots;
mod stack;
pub mod start;

use super::LayoutPlan;
use crate::choose::Chooser;
use crosscall_model::layout::{Image, Layout};
use crosscall_model::plan::{Link, Linkage, Place, Plan};
use crosscall_model::{Case, Type, Value};
use questions as q;
use rules::Rules;

/// What probes send in the padding of a value.
pub const PADDING: u8 = 0xd9;

/// The addresses that compiled code must not write: the runtime's memory (EPIPHANY-MEM-01.R1).
const RESERVED_MEMORY: std::ops::Range<u64> = 0..0x100;

/// What the document says about a call. A value that does not fit its type is taken as undetermined.
pub fn plan(case: &Case, chooser: &mut Chooser<'_>) -> Plan {
    let mut rules = Rules::new(chooser);
    // What every case asks comes first: a search that tries the last questions first then spends its
    // effort on those that this case is about.
    let registers = registers::fates(&mut rules);
    let constraints = stack::constraints(&mut rules);
    let call = arguments::assign(case, &mut rules);
    let stack = stack::rule(&call, constraints, &mut rules);
    Plan {
        arguments: call.arguments,
        result: call.result,
        registers,
        stack,
        forbidden: vec![(RESERVED_MEMORY, q::MEM_01)],
        foreign_clauses: vec![q::S23],
        linkage: vec![Linkage {
            link: Link::ReturnAddress,
            place: Place::Register { register: registers::LINK, byte: 0 },
            clauses: vec![q::CALL_03, q::CALL_02, q::REG_10, q::CALL_01],
        }],
        return_clause: q::CALL_04,
    }
}

/// What the document says about the case's types.
pub fn layout_plan(case: &Case, chooser: &mut Chooser<'_>) -> LayoutPlan {
    numbers::layout_plan(case, &mut Rules::new(chooser))
}

/// Layout of a type.
pub fn layout(ty: &Type, chooser: &mut Chooser<'_>) -> Layout {
    layout::layout(ty, &mut Rules::new(chooser))
}

/// Bytes of a value; padding holds `filler`. Parts of the value that do not fit the type stay filler.
pub fn image(ty: &Type, value: &Value, filler: u8, chooser: &mut Chooser<'_>) -> Image {
    image::image(ty, value, filler, &mut Rules::new(chooser))
}
