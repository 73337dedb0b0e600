//! Registers of ForwardCom: 32 general registers of 64 bits and 32 vector registers of variable length, each of which
//! also holds its length in bytes.

use super::{Facts, Register, RegisterInfo, general, special, variable};

/// Length in bytes of the longest vector that is modelled; the architecture leaves it to each processor.
const MOST_BYTES: u16 = 64;

/// All bits of the numeric control register are modes: masks, traps, rounding, subnormal numbers.
const NUMERIC_MODES: u64 = 0xffff_ffff;

pub(super) const FACTS: Facts =
    Facts { word: 8, address: 8, ..Facts::usual("forwardcom", "FORWARDCOM", REGISTERS, Register(31)) };

#[rustfmt::skip]
pub(super) const REGISTERS: &[RegisterInfo] = &[
    general("r", "r0", "", 8), general("r", "r1", "", 8), general("r", "r2", "", 8),
    general("r", "r3", "", 8), general("r", "r4", "", 8), general("r", "r5", "", 8),
    general("r", "r6", "", 8), general("r", "r7", "", 8), general("r", "r8", "", 8),
    general("r", "r9", "", 8), general("r", "r10", "", 8), general("r", "r11", "", 8),
    general("r", "r12", "", 8), general("r", "r13", "", 8), general("r", "r14", "", 8),
    general("r", "r15", "", 8), general("r", "r16", "", 8), general("r", "r17", "", 8),
    general("r", "r18", "", 8), general("r", "r19", "", 8), general("r", "r20", "", 8),
    general("r", "r21", "", 8), general("r", "r22", "", 8), general("r", "r23", "", 8),
    general("r", "r24", "", 8), general("r", "r25", "", 8), general("r", "r26", "", 8),
    general("r", "r27", "", 8), general("r", "r28", "", 8), general("r", "r29", "", 8),
    general("r", "r30", "", 8), general("r", "r31", "sp", 8), variable("v", "v0", MOST_BYTES),
    variable("v", "v1", MOST_BYTES), variable("v", "v2", MOST_BYTES), variable("v", "v3", MOST_BYTES),
    variable("v", "v4", MOST_BYTES), variable("v", "v5", MOST_BYTES), variable("v", "v6", MOST_BYTES),
    variable("v", "v7", MOST_BYTES), variable("v", "v8", MOST_BYTES), variable("v", "v9", MOST_BYTES),
    variable("v", "v10", MOST_BYTES), variable("v", "v11", MOST_BYTES), variable("v", "v12", MOST_BYTES),
    variable("v", "v13", MOST_BYTES), variable("v", "v14", MOST_BYTES), variable("v", "v15", MOST_BYTES),
    variable("v", "v16", MOST_BYTES), variable("v", "v17", MOST_BYTES), variable("v", "v18", MOST_BYTES),
    variable("v", "v19", MOST_BYTES), variable("v", "v20", MOST_BYTES), variable("v", "v21", MOST_BYTES),
    variable("v", "v22", MOST_BYTES), variable("v", "v23", MOST_BYTES), variable("v", "v24", MOST_BYTES),
    variable("v", "v25", MOST_BYTES), variable("v", "v26", MOST_BYTES), variable("v", "v27", MOST_BYTES),
    variable("v", "v28", MOST_BYTES), variable("v", "v29", MOST_BYTES), variable("v", "v30", MOST_BYTES),
    variable("v", "v31", MOST_BYTES), special("numcontr", 8, NUMERIC_MODES),
];
