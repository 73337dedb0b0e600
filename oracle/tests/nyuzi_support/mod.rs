//! What the Nyuzi tests share.

#![allow(dead_code, unreachable_pub, unused_imports)]

#[path = "../support/mod.rs"]
mod shared;

use crosscall_model::Target;
pub use shared::*;

/// The target of these tests.
pub const TARGET: Target = Target::Nyuzi;

/// What texts may name: a vector of sixteen ints.
const TYPES: &str = "typedef int v __attribute__((ext_vector_type(16))); ";

/// Bytes of a stack place of which no length is shown.
const WORD: u32 = 4;

/// What the LLVM backend does according to its source, where that is not the preferred reading.
pub const BACKEND: Readings = Readings(&[("NYUZI-VAR-01/position", "R4"), ("NYUZI-S10/temporary", "R6")]);
