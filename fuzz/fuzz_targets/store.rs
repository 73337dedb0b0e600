//! The database of a store.
#![no_main]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a fuzz target fails by a panic")]

use libfuzzer_sys::fuzz_target;

fuzz_target!(
    init: {
        // The small campaign is run once, which no input is to be blamed for.
        let _ = crosscall_selftest::fuzzing::bodies();
    },
    |bytes: &[u8]| {
        if let Err(fault) = crosscall_selftest::fuzzing::store(bytes) {
            panic!("{fault}");
        }
    }
);
