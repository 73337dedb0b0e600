//! Registers of the Epiphany: 64 general registers of one word, and the two special registers that
//! compiled code writes (Epiphany architecture reference, register chapter).

use super::{Register, RegisterInfo, RegisterKind};

pub(super) const SP: Register = Register(13);

const fn general(name: &'static str, alias: &'static str) -> RegisterInfo {
    RegisterInfo { name, alias, bytes: 4, kind: RegisterKind::General }
}

const fn special(name: &'static str, modes: u64) -> RegisterInfo {
    RegisterInfo { name, alias: "", bytes: 4, kind: RegisterKind::Special { modes } }
}

/// CONFIG: rounding (bit 0), exceptions enabled (bits 1 to 3), arithmetic on floats or integers (bits 17 to 19).
const CONFIG_MODES: u64 = 0x000e_000f;
/// STATUS: interrupts disabled (bit 1). The other bits are flags.
const STATUS_MODES: u64 = 0x2;

pub(super) const REGISTERS: &[RegisterInfo] = &[
    general("r0", ""),
    general("r1", ""),
    general("r2", ""),
    general("r3", ""),
    general("r4", ""),
    general("r5", ""),
    general("r6", ""),
    general("r7", ""),
    general("r8", ""),
    general("r9", ""),
    general("r10", ""),
    general("r11", ""),
    general("r12", "ip"),
    general("r13", "sp"),
    general("r14", "lr"),
    general("r15", ""),
    general("r16", ""),
    general("r17", ""),
    general("r18", ""),
    general("r19", ""),
    general("r20", ""),
    general("r21", ""),
    general("r22", ""),
    general("r23", ""),
    general("r24", ""),
    general("r25", ""),
    general("r26", ""),
    general("r27", ""),
    general("r28", ""),
    general("r29", ""),
    general("r30", ""),
    general("r31", ""),
    general("r32", ""),
    general("r33", ""),
    general("r34", ""),
    general("r35", ""),
    general("r36", ""),
    general("r37", ""),
    general("r38", ""),
    general("r39", ""),
    general("r40", ""),
    general("r41", ""),
    general("r42", ""),
    general("r43", ""),
    general("r44", ""),
    general("r45", ""),
    general("r46", ""),
    general("r47", ""),
    general("r48", ""),
    general("r49", ""),
    general("r50", ""),
    general("r51", ""),
    general("r52", ""),
    general("r53", ""),
    general("r54", ""),
    general("r55", ""),
    general("r56", ""),
    general("r57", ""),
    general("r58", ""),
    general("r59", ""),
    general("r60", ""),
    general("r61", ""),
    general("r62", ""),
    general("r63", ""),
    special("config", CONFIG_MODES),
    special("status", STATUS_MODES),
];
