//! A program of a target: it must stop within its budget, and do the same again.
#![no_main]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a fuzz target fails by a panic")]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(fault) = crosscall_selftest::fuzzing::machine_run(bytes) {
        panic!("{fault}");
    }
});
