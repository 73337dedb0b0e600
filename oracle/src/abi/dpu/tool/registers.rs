//! Names of registers in assembly.

use crosscall_model::tool::table::File;

/// Registers that are written, registers that are read, and pairs.
pub(super) const FILES: &[File] = &[
    File { letters: "damM", prefix: 'r', count: 24, names: &[] },
    File { letters: "pq", prefix: 'd', count: 24, names: &[] },
];
