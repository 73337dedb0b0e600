//! Bytes as instructions, as assembly text and as object files: the machines must accept or refuse them, and
//! whatever is accepted must survive disassembly and assembly.
#![no_main]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a fuzz target fails by a panic")]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(fault) = crosscall_selftest::fuzzing::machine_decode(bytes) {
        panic!("{fault}");
    }
});
