//! Epiphany: the ABI as its document describes it, read independently of the oracle.

mod arguments;
mod asm;
mod callee;
mod caller;
mod dialect;
pub(crate) mod faults;
mod frame;
mod layout;
mod leaves;
mod narrow;
pub(crate) mod readings;
mod returns;
mod style;
mod unit;
mod walk;

pub(crate) use unit::{callee_unit, caller_unit, layout_unit};
