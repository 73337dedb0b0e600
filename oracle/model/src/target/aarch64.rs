//! AArch64: the general registers and the stack pointer, the vector registers, the condition flags and the two registers of
//! floating-point control and status.

use super::{Facts, FloatFormat, Register, RegisterInfo, general, special};

pub(super) const FACTS: Facts = Facts {
    word: 8,
    address: 8,
    long_double: FloatFormat::QUADRUPLE,
    ..Facts::usual("aarch64", "AARCH64", REGISTERS, Register(31))
};

/// FPCR: everything but what is reserved sets a mode.
const CONTROL_MODES: u64 = 0x07ff_9f00;

#[rustfmt::skip]
const REGISTERS: &[RegisterInfo] = &[
    general("x", "x0", "", 8), general("x", "x1", "", 8), general("x", "x2", "", 8), general("x", "x3", "", 8),
    general("x", "x4", "", 8), general("x", "x5", "", 8), general("x", "x6", "", 8), general("x", "x7", "", 8),
    general("x", "x8", "", 8), general("x", "x9", "", 8), general("x", "x10", "", 8), general("x", "x11", "", 8),
    general("x", "x12", "", 8), general("x", "x13", "", 8), general("x", "x14", "", 8), general("x", "x15", "", 8),
    general("x", "x16", "", 8), general("x", "x17", "", 8), general("x", "x18", "", 8), general("x", "x19", "", 8),
    general("x", "x20", "", 8), general("x", "x21", "", 8), general("x", "x22", "", 8), general("x", "x23", "", 8),
    general("x", "x24", "", 8), general("x", "x25", "", 8), general("x", "x26", "", 8), general("x", "x27", "", 8),
    general("x", "x28", "", 8), general("x", "x29", "fp", 8), general("x", "x30", "lr", 8), general("", "sp", "", 8),
    general("v", "v0", "", 16), general("v", "v1", "", 16), general("v", "v2", "", 16), general("v", "v3", "", 16),
    general("v", "v4", "", 16), general("v", "v5", "", 16), general("v", "v6", "", 16), general("v", "v7", "", 16),
    general("v", "v8", "", 16), general("v", "v9", "", 16), general("v", "v10", "", 16), general("v", "v11", "", 16),
    general("v", "v12", "", 16), general("v", "v13", "", 16), general("v", "v14", "", 16), general("v", "v15", "", 16),
    general("v", "v16", "", 16), general("v", "v17", "", 16), general("v", "v18", "", 16), general("v", "v19", "", 16),
    general("v", "v20", "", 16), general("v", "v21", "", 16), general("v", "v22", "", 16), general("v", "v23", "", 16),
    general("v", "v24", "", 16), general("v", "v25", "", 16), general("v", "v26", "", 16), general("v", "v27", "", 16),
    general("v", "v28", "", 16), general("v", "v29", "", 16), general("v", "v30", "", 16), general("v", "v31", "", 16),
    special("nzcv", 4, 0), special("fpcr", 4, CONTROL_MODES), special("fpsr", 4, 0),
];
