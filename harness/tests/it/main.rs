//! Tests of the library and the program `crosscall`, in one executable: linking one for each file took most of the time.
//! A file is a module, and what only one target has is in the module with its name: `cargo test -p crosscall mutants::` runs
//! a file's tests, `cargo test -p crosscall nyuzi` those with Nyuzi in their path.
//!
//! Tests run in threads of one process: none may change the working folder, the environment or limits of it. What a test
//! wants changed it gives to a command that it starts (`common::World::command`).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by a panic")]

mod again;
mod audit;
mod between;
mod bisect;
mod bisection;
mod common;
mod compare;
mod compilers;
mod conventions;
mod corpus;
mod declarations;
mod dialects;
mod dpu;
mod emits;
mod epiphany;
mod evidence;
mod forwardcom;
mod fuzzing;
mod habits;
mod hardware;
mod headers;
mod innocent;
mod invented;
mod jobs;
mod machine;
mod manual;
mod mutants;
mod names;
mod neighbours;
mod nights;
mod outside;
mod pages;
mod pairings;
mod played;
mod printers;
mod probes;
mod processors;
mod proofs;
mod reassemble;
mod recorded;
mod refusals;
mod renamed;
mod riscv;
mod run;
mod shards;
mod shell;
mod starts;
mod store;
mod stored;
mod tool;
mod values;
mod vendors;
mod versions;

// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
