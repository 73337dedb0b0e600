//! Everything about the DPU machine.

mod golden;
mod properties;
mod table;
