//! Registers with a meaning of their own, and the control and status registers.
//!
//! Numbers of control registers are those of LLVM's test `csrs_ipu2.s`; the fields of `$FP_CTL` those of
//! the tile's public register definitions, and so is the number of `$CR` (those of `ipu1`).

use crate::machine::{RegisterClass, RegisterInfo};

/// General registers of the M file; the rest is read-only.
pub const M_GENERAL: u8 = 12;
/// General registers of the A file; the rest is not implemented or zero.
pub const A_GENERAL: u8 = 8;
/// The M register that `nop` writes.
pub const NOP_M: u8 = 14;
/// The A register that `fnop` writes.
pub const NOP_A: u8 = 13;
/// The link register.
pub const LR: u8 = 10;
/// The stack pointer.
pub const SP: u8 = 11;
/// The worker's scratch memory; read-only.
pub const WORKER_BASE: u8 = 12;
/// The vertex's state; read-only.
pub const VERTEX_BASE: u8 = 13;

/// Contexts that may use a control register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum User {
    /// Workers and the supervisor.
    Both,
    /// Workers.
    Worker,
    /// The supervisor.
    Supervisor,
}

/// Control registers by name: number for `get` and `put` (of those that `uget` and `uput` reach, the
/// number there), and who may name them.
#[rustfmt::skip]
pub static CONTROL: &[(&str, u8, User)] = &[
    ("PC", 0, User::Both), ("DBG_DATA", 112, User::Both), ("DBG_BRK_ID", 113, User::Both),
    ("WSR", 1, User::Worker), ("VERTEX_BASE", 2, User::Worker), ("WORKER_BASE", 3, User::Worker),
    ("REPEAT_COUNT", 4, User::Worker), ("REPEAT_FIRST", 5, User::Worker), ("REPEAT_END", 6, User::Worker),
    ("COUNT_L", 96, User::Worker), ("COUNT_U", 97, User::Worker),
    ("FP_STS", 0, User::Worker), ("FP_CLR", 1, User::Worker), ("FP_CTL", 2, User::Worker),
    ("PRNG_0_0", 3, User::Worker), ("PRNG_0_1", 4, User::Worker), ("PRNG_1_0", 5, User::Worker),
    ("PRNG_1_1", 6, User::Worker), ("PRNG_SEED", 7, User::Worker), ("TAS", 8, User::Worker),
    ("CR", 2, User::Supervisor), ("FP_ICTL", 32, User::Supervisor), ("CCCSLOAD", 80, User::Supervisor), ("CTXT_STS", 114, User::Supervisor),
];

/// Number and user of a control register by its name without the dollar sign. `CWEI_i_j`, the common
/// weights, is 4 * i + j for i up to 15 and j up to 3.
pub fn control(name: &str) -> Option<(u8, User)> {
    if let Some((row, column)) = name.strip_prefix("CWEI_").and_then(|rest| rest.split_once('_')) {
        let number = |text: &str, below: u8| {
            let value: u8 = text.parse().ok()?;
            (value < below && value.to_string() == text).then_some(value)
        };
        return Some((4 * number(row, 16)? + number(column, 4)?, User::Supervisor));
    }
    CONTROL.iter().find(|(known, ..)| *known == name).map(|&(_, number, user)| (number, user))
}

/// Numbers of the lower control registers.
pub mod lower {
    #![allow(missing_docs, reason = "the names are those of the registers")]
    pub const PC: u8 = 0;
    pub const WSR: u8 = 1;
    /// In a worker.
    pub const VERTEX_BASE: u8 = 2;
    /// In the supervisor.
    pub const CR: u8 = 2;
    pub const WORKER_BASE: u8 = 3;
    pub const REPEAT_COUNT: u8 = 4;
    pub const REPEAT_FIRST: u8 = 5;
    pub const REPEAT_END: u8 = 6;
    pub const FP_ICTL: u8 = 32;
    pub const CCCSLOAD: u8 = 80;
    pub const COUNT_L: u8 = 96;
    pub const COUNT_U: u8 = 97;
    pub const DBG_DATA: u8 = 112;
    pub const DBG_BRK_ID: u8 = 113;
    pub const CTXT_STS: u8 = 114;
}

/// Numbers of the upper control registers.
pub mod upper {
    #![allow(missing_docs, reason = "the names are those of the registers")]
    pub const FP_STS: u8 = 0;
    pub const FP_CLR: u8 = 1;
    pub const FP_CTL: u8 = 2;
    pub const TAS: u8 = 8;
}

/// Registers in the order of [`crate::machine::Machine::registers`].
pub static REGISTERS: [RegisterInfo; COUNT] = {
    const NAMES: [&str; COUNT] = [
        "m0",
        "m1",
        "m2",
        "m3",
        "m4",
        "m5",
        "m6",
        "m7",
        "m8",
        "m9",
        "m10",
        "m11",
        "m12",
        "m13",
        "m14",
        "m15",
        "a0",
        "a1",
        "a2",
        "a3",
        "a4",
        "a5",
        "a6",
        "a7",
        "a8",
        "a9",
        "a10",
        "a11",
        "a12",
        "a13",
        "a14",
        "a15",
        "pc",
        "repeat_count",
        "repeat_first",
        "repeat_end",
        "fp_sts",
        "fp_ctl",
        "mode",
    ];
    const EMPTY: RegisterInfo = RegisterInfo { name: "", alias: "", bits: 32, class: RegisterClass::General };
    let mut table = [EMPTY; COUNT];
    let mut index = 0;
    while index < COUNT {
        table[index].name = NAMES[index];
        if index >= FIRST_SPECIAL {
            table[index].class = RegisterClass::Special;
        } else if index >= FIRST_A {
            table[index].class = RegisterClass::Vector;
        }
        index += 1;
    }
    table[8].alias = "bp";
    table[9].alias = "fp";
    table[10].alias = "lr";
    table[11].alias = "sp";
    table[12].alias = "mworker_base";
    table[13].alias = "mvertex_base";
    table[15].alias = "mzero";
    table[31].alias = "azero";
    table
};

/// Number of registers.
pub const COUNT: usize = FIRST_SPECIAL + 7;
/// Number of `$a0` among them.
pub const FIRST_A: usize = 16;
/// Number of the first special register: the program counter; then the repeat count, the first and the
/// end address of the repeated body, the floating-point status and control, and the mode (0 worker, 1
/// supervisor).
pub const FIRST_SPECIAL: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_registers_have_the_vendors_numbers() {
        assert_eq!(control("COUNT_U"), Some((97, User::Worker)));
        assert_eq!(control("CWEI_15_3"), Some((63, User::Supervisor)));
        assert_eq!(control("CWEI_2_1"), Some((9, User::Supervisor)));
        for name in ["CWEI_16_0", "CWEI_0_4", "CWEI_01_0", "CWEI_", "FP_SCL", "pc"] {
            assert_eq!(control(name), None, "{name}");
        }
    }
}
