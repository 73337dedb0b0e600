//! Names of registers in assembly.

use crosscall_model::tool::table::File;

/// General registers, vector registers, and those that can be the base of an address: in formats with a wide offset r28 to
/// r30 are other pointers, and the vendor's assembler takes them in no format.
pub(super) const FILES: &[File] = &[
    File { letters: "dab", prefix: 'r', count: 32, names: &[("sp", 31)] },
    File { letters: "DAB", prefix: 'v', count: 32, names: &[] },
    File { letters: "n", prefix: 'r', count: 28, names: &[("sp", 31), ("r31", 31)] },
];
