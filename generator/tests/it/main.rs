//! Tests of the generator, in one executable. Those of a target are in the module with its name, so that
//! `cargo test -p crosscall-generator nyuzi` runs the Nyuzi's alone.

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
