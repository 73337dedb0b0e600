//! crosscall: finds where a compiler and the document that defines its ABI disagree about a call.
//!
//! This crate is the house around the rooms: toolchain adapters, campaigns, store, reports, and the
//! `crosscall` command.

pub mod cli;
pub mod cli_values;
pub mod commands;
pub mod evidence;
pub mod explain;
pub mod reference;
