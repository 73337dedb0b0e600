//! The registers as the harness sees them: general registers, floating-point registers, and those of control.

use std::sync::LazyLock;

use super::isa::{FLOAT_NUMBERED, FLOAT_REGISTERS, NUMBERED, REGISTERS, Xlen};
use crate::machine::{RegisterClass, RegisterInfo};

/// Number of the first floating-point register; it is also the DWARF number.
pub const FIRST_FLOAT: u16 = 32;
/// Number of the program counter.
pub const PC: u16 = 64;
/// Number of the floating-point control and status register.
pub const FCSR: u16 = 65;

/// Number of all registers.
const COUNT: usize = 66;

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
        _ => RegisterInfo::special("fcsr", "", 32),
    })
}

/// Every register of one width.
pub(super) fn registers(xlen: Xlen) -> &'static [RegisterInfo] {
    match xlen {
        Xlen::Rv32 => &*TABLE32,
        Xlen::Rv64 => &*TABLE64,
    }
}
