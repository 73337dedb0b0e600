//! Everything about the IPU machine.

mod golden;
mod link;
mod machine;
mod programs;
mod properties;
#[path = "../support/mod.rs"]
mod support;
mod table;
mod vectors;
