//! Registers of the UPMEM DPU: 24 registers of one word, of which pairs hold double words. The stack grows to higher
//! addresses; a pointer to code holds the number of an instruction of eight bytes.

use super::{Facts, Register, RegisterInfo, Stack, general, special};

pub(super) const FACTS: Facts = Facts {
    stack: Stack::Upwards,
    code_base: 0x8000_0000,
    code_unit: 8,
    thread_register: Some("id"),
    ..Facts::usual("dpu", "DPU", REGISTERS, Register(22))
};

#[rustfmt::skip]
const REGISTERS: &[RegisterInfo] = &[
    general("r", "r0", "", 4), general("r", "r1", "", 4), general("r", "r2", "", 4),
    general("r", "r3", "", 4), general("r", "r4", "", 4), general("r", "r5", "", 4),
    general("r", "r6", "", 4), general("r", "r7", "", 4), general("r", "r8", "", 4),
    general("r", "r9", "", 4), general("r", "r10", "", 4), general("r", "r11", "", 4),
    general("r", "r12", "", 4), general("r", "r13", "", 4), general("r", "r14", "", 4),
    general("r", "r15", "", 4), general("r", "r16", "", 4), general("r", "r17", "", 4),
    general("r", "r18", "", 4), general("r", "r19", "", 4), general("r", "r20", "", 4),
    general("r", "r21", "", 4), general("r", "r22", "sp", 4), general("r", "r23", "lr", 4),
    special("flags", 4, 0),
];
