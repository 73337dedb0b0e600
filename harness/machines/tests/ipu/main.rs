//! Everything about the IPU machine.

mod golden;
mod properties;
mod table;
