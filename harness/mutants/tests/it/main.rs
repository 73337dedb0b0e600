//! Tests of edits and faults.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by a panic")]

mod edits;
mod riscv;
mod tables;
