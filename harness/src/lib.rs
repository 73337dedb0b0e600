//! crosscall: finds where a compiler and the document that defines its ABI disagree about a call.
//!
//! This crate is the house around the rooms: toolchain adapters, campaigns, store, reports, and the
//! `crosscall` command.

pub mod archive;
pub mod audit;
pub mod bisection;
pub mod campaign;
pub mod case_file;
pub mod cases;
pub mod cli;
pub mod cli_values;
pub mod commands;
mod companion;
pub mod comparison;
pub mod digest;
pub mod error;
pub mod evidence;
pub mod explain;
pub mod expression;
pub mod fuzzing;
pub mod hex;
pub mod interrupt;
pub mod known;
pub mod mutants;
pub mod number;
pub mod output;
pub mod pattern;
pub mod process;
pub mod progress;
pub mod recorded;
pub mod reference;
pub mod report_folder;
pub mod serde_text;
pub mod store;
pub mod target_word;
pub mod tool;
pub mod toolchain;
pub mod units;
