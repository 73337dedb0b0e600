//! Tests of the generator, in one executable. Those of a target are in the module with its name, so that
//! `cargo test -p crosscall-generator nyuzi` runs the Nyuzi's alone.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by a panic")]

mod dpu;
mod epiphany;
mod forwardcom;
mod invented;
mod ipu;
mod nyuzi;

mod cases;
mod compile;
mod expression;
mod probe;
mod shapes;
mod shrink;
mod support;
mod tool;
