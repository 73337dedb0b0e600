//! RISC-V assembly text as GCC and clang write it: registers, loads and stores, constants.

use super::roles::FLOATS;
use crate::language::{Access, Register};
use crate::listing::{Line, number, wrapped};
use crate::notation::Notation;

/// The words of GNU as and of LLVM's assembler for RISC-V.
pub(super) const NOTATION: Notation = Notation {
    #[rustfmt::skip]
    named: &[
        ("zero", 0), ("ra", 1), ("sp", 2), ("gp", 3), ("tp", 4), ("t0", 5), ("t1", 6), ("t2", 7),
        ("s0", 8), ("s1", 9), ("a0", 10), ("a1", 11), ("a2", 12), ("a3", 13), ("a4", 14), ("a5", 15),
        ("a6", 16), ("a7", 17), ("s2", 18), ("s3", 19), ("s4", 20), ("s5", 21), ("s6", 22), ("s7", 23),
        ("s8", 24), ("s9", 25), ("s10", 26), ("s11", 27), ("t3", 28), ("t4", 29), ("t5", 30), ("t6", 31),
        ("ft0", 32), ("ft1", 33), ("ft2", 34), ("ft3", 35), ("ft4", 36), ("ft5", 37), ("ft6", 38), ("ft7", 39),
        ("fs0", 40), ("fs1", 41), ("fa0", 42), ("fa1", 43), ("fa2", 44), ("fa3", 45), ("fa4", 46), ("fa5", 47),
        ("fa6", 48), ("fa7", 49), ("fs2", 50), ("fs3", 51), ("fs4", 52), ("fs5", 53), ("fs6", 54), ("fs7", 55),
        ("fs8", 56), ("fs9", 57), ("fs10", 58), ("fs11", 59), ("ft8", 60), ("ft9", 61), ("ft10", 62), ("ft11", 63),
    ],
    aliases: &[("fp", 8)],
    // Compilers write no numbers, and `f8` is a function.
    numbered: &[],
    comma: ",",
    immediate: "",
    copy: "mv",
    add: "add",
    subtract: "sub",
    addends: -2048..2048,
    and: "and",
    exclusive_or: "xor",
    left: "slli",
    right: "srli",
    right_signed: "srai",
    load: "l",
    store: "s",
    call: "jalr",
    jump: "jr",
    #[rustfmt::skip]
    computes: &[
        "add", "addi", "addw", "addiw", "sub", "subw", "neg", "negw", "and", "andi", "or", "ori", "xor", "xori", "not",
        "sll", "slli", "sllw", "slliw", "srl", "srli", "srlw", "srliw", "sra", "srai", "sraw", "sraiw", "slt", "slti",
        "sltu", "sltiu", "seqz", "snez", "sltz", "sgtz", "sgt", "sgtu", "sext.w", "zext.b", "zext.h", "zext.w", "mul",
        "mulw", "mulh", "mulhu", "mulhsu", "div", "divu", "rem", "remu", "divw", "divuw", "remw", "remuw", "fmv.d",
        "fmv.s", "fmv.x.d", "fmv.x.w", "fmv.d.x", "fmv.w.x", "fneg.s", "fneg.d", "fabs.s", "fabs.d", "fsgnj.s",
        "fsgnj.d",
    ],
    flags: None,
};

pub(super) fn known(name: &str) -> Option<Register> {
    NOTATION.register(name)
}

pub(super) fn is_float(register: Register) -> bool {
    register >= FLOATS
}

/// Direction of a load or a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Load,
    Store,
}

/// Direction and bytes of a load or a store.
pub(super) fn way(mnemonic: &str) -> Option<(Way, i64)> {
    Some(match mnemonic {
        "lb" | "lbu" => (Way::Load, 1),
        "lh" | "lhu" | "flh" => (Way::Load, 2),
        "lw" | "lwu" | "flw" => (Way::Load, 4),
        "ld" | "fld" => (Way::Load, 8),
        "sb" => (Way::Store, 1),
        "sh" | "fsh" => (Way::Store, 2),
        "sw" | "fsw" => (Way::Store, 4),
        "sd" | "fsd" => (Way::Store, 8),
        _ => return None,
    })
}

/// `12(sp)`, or `(sp)`: the distance and the register. Not `%lo(x)(a5)`, whose distance only the linker knows.
pub(super) fn address(operand: &str) -> Option<(i64, &str)> {
    let (offset, base) = operand.strip_suffix(')')?.split_once('(')?;
    Some((if offset.is_empty() { 0 } else { number(offset)? }, base.trim()))
}

/// The register in brackets at the end of an address.
pub(super) fn base(operand: &str) -> Option<Register> {
    let (_, base) = operand.strip_suffix(')')?.rsplit_once('(')?;
    known(base.trim())
}

/// The load or store in a line, where registers hold so many bytes.
pub(super) fn access(line: &Line, word: i64, real: i64) -> Option<Access> {
    let (_, width) = way(line.mnemonic())?;
    let (offset, base) = address(line.operand(1))?;
    let register = known(line.operand(0))?;
    let whole = if is_float(register) { real } else { word };
    Some(Access { register, count: 1, width, whole, base: known(base)?, offset, step: None })
}

/// The value of an operand: a number, or a register that was given a constant before.
pub(super) fn constant(lines: &[Line], i: usize, operand: &str) -> Option<i64> {
    if let Some(n) = number(operand) {
        return Some(n);
    }
    let wanted = known(operand)?;
    let mut more = 0;
    for line in lines.iter().take(i).rev().filter(|line| known(line.operand(0)) == Some(wanted)) {
        match line.mnemonic() {
            "li" => return number(line.operand(1)).map(|n| n + more),
            // The upper 20 bits of 32.
            "lui" => return number(line.operand(1)).map(|n| i64::from(wrapped(n << 12)) + more),
            "addi" | "addiw" if known(line.operand(1)) == Some(wanted) => more += number(line.operand(2))?,
            mnemonic if matches!(way(mnemonic), Some((Way::Store, _))) => {}
            mnemonic if mnemonic.starts_with('b') => {}
            _ => return None,
        }
    }
    None
}
