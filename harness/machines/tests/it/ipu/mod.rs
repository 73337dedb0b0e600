//! Everything about the IPU machine.

mod docs;
mod golden;
mod kernels;
mod link;
mod machine;
mod programs;
mod properties;
mod random;
pub(crate) mod table;
mod vectors;
