//! Bytes as instructions, as assembly text and as object files: the machines have to refuse or accept
//! them, and what they accept has to survive the way to text and back.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(fault) = crosscall::fuzzing::machine_decode(bytes) {
        panic!("{fault}");
    }
});
