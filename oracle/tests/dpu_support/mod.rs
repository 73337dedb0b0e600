//! What the DPU tests share.

#![allow(dead_code, unreachable_pub, unused_imports)]

#[path = "../support/mod.rs"]
mod shared;

use crosscall_model::Target;
pub use shared::*;

/// The target of these tests.
pub const TARGET: Target = Target::Dpu;

/// What texts may name.
const TYPES: &str = "";

/// Bytes of a stack place of which no length is shown.
const WORD: u32 = 4;

/// What the vendor's compiler does as far as its objects show it, where that is not the preferred reading.
pub const BACKEND: Readings = Readings(&[("DPU-VAR-03", "R2")]);
