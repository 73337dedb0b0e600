//! Registers of the Epiphany: 64 general registers of one word, and the special registers whose state affects the
//! caller's code (Epiphany architecture reference, register chapter).

use super::{Facts, Register, RegisterInfo, general, loop_count, special};

pub(super) const FACTS: Facts = Facts::usual("epiphany", "EPIPHANY", REGISTERS, Register(13));

/// CONFIG: rounding (bit 0), exceptions enabled (bits 1 to 3), arithmetic on floats or integers (bits 17 to 19).
const CONFIG_MODES: u64 = 0x000e_000f;
/// STATUS: interrupts disabled (bit 1). The other bits are flags.
const STATUS_MODES: u64 = 0x2;

/// IMASK: mask of the ten interrupts that are disabled.
const IMASK_MODES: u64 = 0x3ff;

/// LE, the last of the list.
const LOOP_END: Register = Register(68);

#[rustfmt::skip]
const REGISTERS: &[RegisterInfo] = &[
    general("r", "r0", "", 4), general("r", "r1", "", 4), general("r", "r2", "", 4),
    general("r", "r3", "", 4), general("r", "r4", "", 4), general("r", "r5", "", 4),
    general("r", "r6", "", 4), general("r", "r7", "", 4), general("r", "r8", "", 4),
    general("r", "r9", "", 4), general("r", "r10", "", 4), general("r", "r11", "", 4),
    general("r", "r12", "ip", 4), general("r", "r13", "sp", 4), general("r", "r14", "lr", 4),
    general("r", "r15", "", 4), general("r", "r16", "", 4), general("r", "r17", "", 4),
    general("r", "r18", "", 4), general("r", "r19", "", 4), general("r", "r20", "", 4),
    general("r", "r21", "", 4), general("r", "r22", "", 4), general("r", "r23", "", 4),
    general("r", "r24", "", 4), general("r", "r25", "", 4), general("r", "r26", "", 4),
    general("r", "r27", "", 4), general("r", "r28", "", 4), general("r", "r29", "", 4),
    general("r", "r30", "", 4), general("r", "r31", "", 4), general("r", "r32", "", 4),
    general("r", "r33", "", 4), general("r", "r34", "", 4), general("r", "r35", "", 4),
    general("r", "r36", "", 4), general("r", "r37", "", 4), general("r", "r38", "", 4),
    general("r", "r39", "", 4), general("r", "r40", "", 4), general("r", "r41", "", 4),
    general("r", "r42", "", 4), general("r", "r43", "", 4), general("r", "r44", "", 4),
    general("r", "r45", "", 4), general("r", "r46", "", 4), general("r", "r47", "", 4),
    general("r", "r48", "", 4), general("r", "r49", "", 4), general("r", "r50", "", 4),
    general("r", "r51", "", 4), general("r", "r52", "", 4), general("r", "r53", "", 4),
    general("r", "r54", "", 4), general("r", "r55", "", 4), general("r", "r56", "", 4),
    general("r", "r57", "", 4), general("r", "r58", "", 4), general("r", "r59", "", 4),
    general("r", "r60", "", 4), general("r", "r61", "", 4), general("r", "r62", "", 4),
    general("r", "r63", "", 4),
    special("config", 4, CONFIG_MODES),
    special("status", 4, STATUS_MODES),
    special("imask", 4, IMASK_MODES),
    // Hardware loop: its remaining rounds, and the address of its last instruction. The address of the first one, LS,
    // matters only to an armed loop.
    loop_count("lc", 4, LOOP_END),
    special("le", 4, 0),
];
