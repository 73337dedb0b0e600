//! The database of a store.
#![no_main]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a fuzz target fails by a panic")]

use libfuzzer_sys::fuzz_target;

fuzz_target!(
    init: {
        // The small campaign is run once, which no input is to be blamed for.
        let _ = crosscall::fuzzing::bodies();
    },
    |bytes: &[u8]| {
        if let Err(fault) = crosscall::fuzzing::store(bytes) {
            panic!("{fault}");
        }
    }
);
