//! Everything about the IPU machine.

mod golden;
mod link;

mod programs;
mod properties;
#[path = "../support/mod.rs"]
mod support;
mod table;
mod vectors;
