//! Names of registers in assembly.

use crosscall_model::tool::table::File;

/// Scalar and vector registers. The last four scalars go by what they are for (ABI/Code Generation of the document;
/// `NyuziRegisterInfo.td` of LLVM knows no other names for them).
#[rustfmt::skip]
pub(super) const FILES: &[File] = &[
    File { letters: "dnmk", prefix: 's', count: 28, names: &[("gp", 28), ("fp", 29), ("sp", 30), ("ra", 31)] },
    File { letters: "DNM", prefix: 'v', count: 32, names: &[] },
];
