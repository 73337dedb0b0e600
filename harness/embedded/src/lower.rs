//! Lowering: what a compiler's back end does around calls, for any convention.

mod array;
mod callee;
mod caller;
mod frame;
mod held;
mod kept;
mod leaves;
mod mistakes;
mod narrow;
mod others;
mod passing;
mod recursion;
mod result;
mod stored;
mod unit;
mod walk;

pub use unit::{callee_unit, caller_unit, layout_unit};
