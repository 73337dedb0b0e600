//! Registers of the Nyuzi: 32 scalar registers of one word and 32 vector registers of sixteen words.

use super::{Facts, FloatFormat, Register, RegisterInfo, general};

pub(super) const FACTS: Facts = Facts {
    double: FloatFormat::SINGLE,
    long_double: FloatFormat::SINGLE,
    ..Facts::usual("nyuzi", "NYUZI", REGISTERS, Register(30))
};

#[rustfmt::skip]
const REGISTERS: &[RegisterInfo] = &[
    general("s", "s0", "", 4), general("s", "s1", "", 4), general("s", "s2", "", 4),
    general("s", "s3", "", 4), general("s", "s4", "", 4), general("s", "s5", "", 4),
    general("s", "s6", "", 4), general("s", "s7", "", 4), general("s", "s8", "", 4),
    general("s", "s9", "", 4), general("s", "s10", "", 4), general("s", "s11", "", 4),
    general("s", "s12", "", 4), general("s", "s13", "", 4), general("s", "s14", "", 4),
    general("s", "s15", "", 4), general("s", "s16", "", 4), general("s", "s17", "", 4),
    general("s", "s18", "", 4), general("s", "s19", "", 4), general("s", "s20", "", 4),
    general("s", "s21", "", 4), general("s", "s22", "", 4), general("s", "s23", "", 4),
    general("s", "s24", "", 4), general("s", "s25", "", 4), general("s", "s26", "", 4),
    general("s", "s27", "", 4), general("s", "gp", "s28", 4), general("s", "fp", "s29", 4),
    general("s", "sp", "s30", 4), general("s", "ra", "s31", 4), general("v", "v0", "", 64),
    general("v", "v1", "", 64), general("v", "v2", "", 64), general("v", "v3", "", 64),
    general("v", "v4", "", 64), general("v", "v5", "", 64), general("v", "v6", "", 64),
    general("v", "v7", "", 64), general("v", "v8", "", 64), general("v", "v9", "", 64),
    general("v", "v10", "", 64), general("v", "v11", "", 64), general("v", "v12", "", 64),
    general("v", "v13", "", 64), general("v", "v14", "", 64), general("v", "v15", "", 64),
    general("v", "v16", "", 64), general("v", "v17", "", 64), general("v", "v18", "", 64),
    general("v", "v19", "", 64), general("v", "v20", "", 64), general("v", "v21", "", 64),
    general("v", "v22", "", 64), general("v", "v23", "", 64), general("v", "v24", "", 64),
    general("v", "v25", "", 64), general("v", "v26", "", 64), general("v", "v27", "", 64),
    general("v", "v28", "", 64), general("v", "v29", "", 64), general("v", "v30", "", 64),
    general("v", "v31", "", 64),
];
