//! Everything about the DPU machine.

mod docs;
mod golden;
mod link;
mod machine;
mod programs;
mod properties;
mod random;
pub(crate) mod table;
mod vectors;
mod vendor;
