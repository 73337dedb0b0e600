//! The registers as the harness sees them: general registers, floating-point registers, those of control, and those of vectors.

use std::sync::LazyLock;

use super::isa::{FLOAT_NUMBERED, FLOAT_REGISTERS, NUMBERED, REGISTERS, Xlen};
use super::vector::LONGEST;
use crate::machine::{RegisterClass, RegisterInfo};

/// Number of the first floating-point register; it is also the DWARF number.
pub const FIRST_FLOAT: u16 = 32;
/// Number of the program counter.
pub const PC: u16 = 64;
/// Number of the floating-point control and status register.
pub const FCSR: u16 = 65;

/// Number of the first vector register.
pub const FIRST_VECTOR: u16 = 66;
/// Number of elements of vectors.
pub const VL: u16 = 98;
/// Kind of vectors.
pub const VTYPE: u16 = 99;
/// First element that a vector instruction works on.
pub const VSTART: u16 = 100;
/// Whether a vector instruction has saturated.
pub const VXSAT: u16 = 101;
/// Rounding mode of vector instructions on fixed-point numbers.
pub const VXRM: u16 = 102;
/// Bytes of a vector register, 16 or 32. The host chooses it: that clears all vector state.
pub const VLENB: u16 = 103;

/// 1 where the host has asked that elements which are agnostic become ones, which a processor may do; else they keep their values.
pub const AGNOSTIC: u16 = 104;

/// Number of all registers.
const COUNT: usize = 105;

/// Names of the vector registers.
#[rustfmt::skip]
const VECTORS: [&str; 32] = [
    "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15",
    "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31",
];

static TABLE32: LazyLock<[RegisterInfo; COUNT]> = LazyLock::new(|| table(Xlen::Rv32));
static TABLE64: LazyLock<[RegisterInfo; COUNT]> = LazyLock::new(|| table(Xlen::Rv64));

fn table(xlen: Xlen) -> [RegisterInfo; COUNT] {
    let width = xlen.bits() as u16;
    let info =
        |names: &[&'static str; 32], numbers: &[&'static str; 32], index: usize, bits, class| RegisterInfo {
            name: names.get(index % 32).copied().unwrap_or(""),
            alias: numbers.get(index % 32).copied().unwrap_or(""),
            bits,
            class,
        };
    std::array::from_fn(|index| match index {
        0..32 => info(&REGISTERS, &NUMBERED, index, width, RegisterClass::General),
        32..64 => info(&FLOAT_REGISTERS, &FLOAT_NUMBERED, index, 64, RegisterClass::Vector),
        64 => RegisterInfo::special("pc", "", width),
        65 => RegisterInfo::special("fcsr", "", 32),
        66..98 => info(&VECTORS, &[""; 32], index - 66, 8 * LONGEST as u16, RegisterClass::Vector),
        98 => RegisterInfo::special("vl", "", width),
        99 => RegisterInfo::special("vtype", "", width),
        100 => RegisterInfo::special("vstart", "", width),
        101 => RegisterInfo::special("vxsat", "", width),
        102 => RegisterInfo::special("vxrm", "", width),
        103 => RegisterInfo::special("vlenb", "", width),
        _ => RegisterInfo::special("vagnostic", "", width),
    })
}

/// Every register of one width.
pub(super) fn registers(xlen: Xlen) -> &'static [RegisterInfo] {
    match xlen {
        Xlen::Rv32 => &*TABLE32,
        Xlen::Rv64 => &*TABLE64,
    }
}
