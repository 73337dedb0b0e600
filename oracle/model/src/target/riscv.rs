//! RISC-V: the ABIs of one document, and the registers that a snapshot of them holds: the integer registers without x0, the
//! floating-point registers of 64 bits, which the processor has under every ABI, and fcsr.

use super::{Facts, FloatFormat, Register, RegisterInfo, general, special};

/// ABI of the RISC-V psABI. Objects of different ABIs cannot be linked with each other, so that each is a target of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Abi {
    /// RV32E or RV32I with 16 registers, floats in integer registers.
    Ilp32e,
    /// RV32, floats in integer registers.
    Ilp32,
    /// RV32, floats of 32 bits in floating-point registers.
    Ilp32f,
    /// RV32, floats of 32 and 64 bits in floating-point registers.
    Ilp32d,
    /// RV64, floats in integer registers.
    Lp64,
    /// RV64, floats of 32 bits in floating-point registers.
    Lp64f,
    /// RV64, floats of 32 and 64 bits in floating-point registers.
    Lp64d,
}

/// Properties in which the ABIs differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AbiFacts {
    /// Name as `-mabi` takes it.
    pub name: &'static str,
    /// XLEN: number of bytes of an integer register.
    pub xlen: u16,
    /// ABI_FLEN: number of bytes of the widest float that travels in a floating-point register; 0 where none does.
    pub flen: u16,
    /// True for the base with 16 integer registers.
    pub is_embedded: bool,
    facts: Facts,
}

impl Abi {
    /// Every ABI, those of RV32 first.
    pub const ALL: [Abi; 7] =
        [Abi::Ilp32e, Abi::Ilp32, Abi::Ilp32f, Abi::Ilp32d, Abi::Lp64, Abi::Lp64f, Abi::Lp64d];

    /// Properties of the ABI.
    pub const fn facts(self) -> &'static AbiFacts {
        &ABIS[self as usize]
    }
}

impl AbiFacts {
    /// Properties of the hardware.
    pub(super) const fn hardware(&'static self) -> &'static Facts {
        &self.facts
    }
}

/// One row for each of [`Abi::ALL`].
#[rustfmt::skip]
static ABIS: [AbiFacts; 7] = [
    abi("ilp32e", "riscv32-ilp32e", 4, 0, &RV32E),
    abi("ilp32",  "riscv32-ilp32",  4, 0, &RV32),
    abi("ilp32f", "riscv32-ilp32f", 4, 4, &RV32),
    abi("ilp32d", "riscv32-ilp32d", 4, 8, &RV32),
    abi("lp64",   "riscv64-lp64",   8, 0, &RV64),
    abi("lp64f",  "riscv64-lp64f",  8, 4, &RV64),
    abi("lp64d",  "riscv64-lp64d",  8, 8, &RV64),
];

const fn abi(
    name: &'static str,
    target: &'static str,
    xlen: u16,
    flen: u16,
    registers: &'static [RegisterInfo],
) -> AbiFacts {
    // x2, the second of the list.
    let usual = Facts::usual(target, "RISCV", registers, Register(1));
    let is_embedded = registers.len() == RV32E.len();
    let machine = if xlen == 4 { "riscv32" } else { "riscv64" };
    let long_double = FloatFormat::QUADRUPLE;
    let facts = Facts { machine, document: "riscv", word: xlen, address: xlen, long_double, ..usual };
    AbiFacts { name, xlen, flen, is_embedded, facts }
}

/// Registers x1 to x31 by their role, and their numbers.
#[rustfmt::skip]
const INTEGER: [(&str, &str); 31] = [
    ("ra", "x1"), ("sp", "x2"), ("gp", "x3"), ("tp", "x4"), ("t0", "x5"), ("t1", "x6"), ("t2", "x7"), ("s0", "x8"),
    ("s1", "x9"), ("a0", "x10"), ("a1", "x11"), ("a2", "x12"), ("a3", "x13"), ("a4", "x14"), ("a5", "x15"), ("a6", "x16"),
    ("a7", "x17"), ("s2", "x18"), ("s3", "x19"), ("s4", "x20"), ("s5", "x21"), ("s6", "x22"), ("s7", "x23"), ("s8", "x24"),
    ("s9", "x25"), ("s10", "x26"), ("s11", "x27"), ("t3", "x28"), ("t4", "x29"), ("t5", "x30"), ("t6", "x31"),
];

/// Registers f0 to f31 by their role, and their numbers.
#[rustfmt::skip]
const FLOATING: [(&str, &str); 32] = [
    ("ft0", "f0"), ("ft1", "f1"), ("ft2", "f2"), ("ft3", "f3"), ("ft4", "f4"), ("ft5", "f5"), ("ft6", "f6"), ("ft7", "f7"),
    ("fs0", "f8"), ("fs1", "f9"), ("fa0", "f10"), ("fa1", "f11"), ("fa2", "f12"), ("fa3", "f13"), ("fa4", "f14"),
    ("fa5", "f15"), ("fa6", "f16"), ("fa7", "f17"), ("fs2", "f18"), ("fs3", "f19"), ("fs4", "f20"), ("fs5", "f21"),
    ("fs6", "f22"), ("fs7", "f23"), ("fs8", "f24"), ("fs9", "f25"), ("fs10", "f26"), ("fs11", "f27"), ("ft8", "f28"),
    ("ft9", "f29"), ("ft10", "f30"), ("ft11", "f31"),
];

/// fcsr: the rounding mode (bits 5 to 7). The exception flags are no mode.
const FCSR_MODES: u64 = 0xe0;

/// Number of integer registers besides x0 in the base with 16.
const EMBEDDED: usize = 15;

static RV32: [RegisterInfo; 64] = registers(INTEGER.len(), 4);
static RV64: [RegisterInfo; 64] = registers(INTEGER.len(), 8);
static RV32E: [RegisterInfo; 48] = registers(EMBEDDED, 4);

/// So many integer registers of so many bytes, then the others.
const fn registers<const N: usize>(integer: usize, bytes: u16) -> [RegisterInfo; N] {
    let mut all = [special("fcsr", 4, FCSR_MODES); N];
    let mut at = 0;
    while at < integer {
        all[at] = general("x", INTEGER[at].0, INTEGER[at].1, bytes);
        at += 1;
    }
    let mut f = 0;
    while f < FLOATING.len() {
        all[at + f] = general("f", FLOATING[f].0, FLOATING[f].1, 8);
        f += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_abi_has_its_row() {
        for abi in Abi::ALL {
            let AbiFacts { name, xlen, facts, .. } = abi.facts();
            assert_eq!(*name, format!("{abi:?}").to_lowercase());
            assert_eq!(facts.name, format!("riscv{}-{name}", 8 * xlen));
            let names: Vec<&str> = facts.registers.iter().map(|register| register.name).collect();
            assert_eq!(names.get(usize::from(facts.stack_pointer.0)), Some(&"sp"));
            assert_eq!((names.first(), names.last()), (Some(&"ra"), Some(&"fcsr")));
            assert_eq!(
                names.iter().position(|name| *name == "ft0"),
                Some(if *name == "ilp32e" { 15 } else { 31 })
            );
        }
    }
}
