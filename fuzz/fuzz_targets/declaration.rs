//! A declaration in C: what is read must be written and read again as the same signature.
#![no_main]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a fuzz target fails by a panic")]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(fault) = crosscall_selftest::fuzzing::declaration(bytes) {
        panic!("{fault}");
    }
});
