//! What the Epiphany tests share.

#![allow(dead_code, unreachable_pub, unused_imports)]

#[path = "../support/mod.rs"]
mod shared;

use crosscall_model::Target;
pub use shared::*;

/// The target of these tests.
pub const TARGET: Target = Target::Epiphany;

/// What texts may name.
const TYPES: &str = "";

/// Bytes of a stack place of which no length is shown.
const WORD: u32 = 4;

/// What the real compiler, GCC 12, does at every question, its departures from the document included.
pub const GCC: Readings = Readings(&[
    ("EPIPHANY-TYPE-05", "R2"),
    ("EPIPHANY-LAYOUT-02", "R2"),
    ("EPIPHANY-LAYOUT-06", "R2"),
    ("EPIPHANY-LAYOUT-10", "R2"),
    ("EPIPHANY-REG-14", "R2"),
    ("EPIPHANY-RET-04", "R2"),
    ("EPIPHANY-RET-06/memory", "R5"),
    ("EPIPHANY-S11", "R2"),
]);
