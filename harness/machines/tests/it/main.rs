//! Everything about the machines, a module for each target: `cargo test -p crosscall-machines nyuzi` runs Nyuzi's.
//! One executable, because linking one for each target took most of the time.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by a panic")]

mod aarch64;
mod dpu;
mod epiphany;
mod forwardcom;
mod hostile;
mod ipu;
mod laws;
mod lines;
mod nyuzi;
mod riscv;
mod runtime;
mod support;
mod texts;
mod x86_64;
