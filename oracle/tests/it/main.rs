//! Tests of the oracle's documents, rules and judge, in one executable. Those of a target are in the module with its name,
//! so that `cargo test -p crosscall-oracle nyuzi` runs the Nyuzi's alone.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by a panic")]

mod aarch64;
mod dpu;
mod epiphany;
mod forwardcom;
#[cfg(feature = "invented")]
mod invented;
mod ipu;
mod nyuzi;
mod riscv;
mod x86_64;

mod blame;
mod catalogues;
mod choose;
mod infer;
mod judge;
mod knowledge;
mod object;
mod standing;
mod support;
mod vocabulary;
