//! Everything about the DPU machine.

mod docs;
mod golden;
mod link;
mod machine;
mod programs;
mod properties;
mod random;
mod table;
mod vectors;
mod vendor;
