//! What the ForwardCom tests share.

#![allow(dead_code, unreachable_pub, unused_imports)]

#[path = "../support/mod.rs"]
mod shared;

use crosscall_model::Target;
pub use shared::*;

/// The target of these tests.
pub const TARGET: Target = Target::ForwardCom;

/// What texts may name: vectors of so many floats.
const TYPES: &str = "typedef float v4 __attribute__((ext_vector_type(4))); typedef float v8 __attribute__((ext_vector_type(8))); ";

/// Bytes of a stack place of which no length is shown.
const WORD: u32 = 8;
