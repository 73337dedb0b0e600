//! Bytes to a case, to the embedded subject, to a verdict. A violation, a panic or a hang is a crash.
#![no_main]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a fuzz target fails by a panic")]

use libfuzzer_sys::fuzz_target;

fuzz_target!(
    init: {
        // What the embedded subjects do is worked out once, in seconds, which no input is to be blamed for.
        for target in 0..5 {
            let _ = crosscall_selftest::fuzzing::pipeline(&[target]);
        }
    },
    |bytes: &[u8]| {
        if let Err(violation) = crosscall_selftest::fuzzing::pipeline(bytes) {
            panic!("{violation}");
        }
    }
);
