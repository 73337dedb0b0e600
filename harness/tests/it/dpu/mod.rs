//! Tests that only the DPU has.

mod threads;
