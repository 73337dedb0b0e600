//! Everything about the DPU machine.

mod golden;
mod properties;
#[path = "../support/mod.rs"]
mod support;
mod table;
mod vectors;
mod vendor;
