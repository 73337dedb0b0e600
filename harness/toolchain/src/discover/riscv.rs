//! The compilers for RISC-V that are looked for: GCC for bare metal and for Linux, and clang, each with the architecture that an ABI
//! needs; and their assemblers and linkers: GNU binutils, the assembler inside clang with the linker of its version, and llvm-mc,
//! which is an assembler alone.

use super::Family;
use super::common::{ToolWords, Versions, Words, families, texts};
use crosscall_model::Target;
use crosscall_model::target::riscv::Abi;
use std::sync::LazyLock;

/// The families for an ABI.
pub(super) fn of(abi: Abi) -> &'static [Family] {
    FAMILIES.get(abi as usize).map_or(&[], Vec::as_slice)
}

static FAMILIES: LazyLock<Vec<Vec<Family>>> = LazyLock::new(|| {
    let versions = Versions::of(GCCS);
    ROWS.iter().map(|row| families(&row.words(), &versions)).collect()
});

/// GCC for bare metal and for Linux.
const GCCS: &[(&str, &[&str])] =
    &[("riscv64-gcc", &["riscv64-unknown-elf-gcc"]), ("riscv64-linux-gcc", &["riscv64-linux-gnu-gcc"])];

/// Words in which the compilers of an ABI differ from those of others.
struct Row {
    abi: Abi,
    /// Second part of the names of subjects.
    variant: &'static str,
    /// The architecture, whose floating-point registers are as wide as the ABI's, and the ABI.
    march: &'static str,
    mabi: &'static str,
    /// The same for llvm-mc.
    mattr: &'static str,
    target_abi: &'static str,
    /// Option of rustc; none where it has no target of this kind.
    rustc: Option<&'static [&'static str]>,
}

/// One for each of [`Abi::ALL`].
#[rustfmt::skip]
static ROWS: [Row; 7] = [
    row(Abi::Ilp32e, "-ilp32e", "-march=rv32emac",   "-mabi=ilp32e", "-mattr=+e,+m,+a,+c",    "-target-abi=ilp32e", Some(&["--target=riscv32e-unknown-none-elf"])),
    row(Abi::Ilp32,  "-ilp32",  "-march=rv32imac",   "-mabi=ilp32",  "-mattr=+m,+a,+c",       "-target-abi=ilp32",  Some(&["--target=riscv32imac-unknown-none-elf"])),
    row(Abi::Ilp32f, "-ilp32f", "-march=rv32imafc",  "-mabi=ilp32f", "-mattr=+m,+a,+f,+c",    "-target-abi=ilp32f", Some(&["--target=riscv32imafc-unknown-none-elf"])),
    row(Abi::Ilp32d, "-ilp32d", "-march=rv32imafdc", "-mabi=ilp32d", "-mattr=+m,+a,+f,+d,+c", "-target-abi=ilp32d", Some(&["--target=riscv32gc-unknown-linux-gnu"])),
    row(Abi::Lp64,   "-lp64",   "-march=rv64imac",   "-mabi=lp64",   "-mattr=+m,+a,+c",       "-target-abi=lp64",   Some(&["--target=riscv64imac-unknown-none-elf"])),
    row(Abi::Lp64f,  "-lp64f",  "-march=rv64imafc",  "-mabi=lp64f",  "-mattr=+m,+a,+f,+c",    "-target-abi=lp64f",  None),
    row(Abi::Lp64d,  "-lp64d",  "-march=rv64imafdc", "-mabi=lp64d",  "-mattr=+m,+a,+f,+d,+c", "-target-abi=lp64d",  Some(&["--target=riscv64gc-unknown-none-elf"])),
];

const fn row(
    abi: Abi,
    variant: &'static str,
    march: &'static str,
    mabi: &'static str,
    mattr: &'static str,
    target_abi: &'static str,
    rustc: Option<&'static [&'static str]>,
) -> Row {
    Row { abi, variant, march, mabi, mattr, target_abi, rustc }
}

impl Row {
    fn words(&self) -> Words {
        let Row { abi, variant, march, mabi, mattr, target_abi, rustc } = *self;
        let (ld, triple, target) = match abi.facts().xlen {
            4 => ("-melf32lriscv", "-triple=riscv32", "--target=riscv32"),
            _ => ("-melf64lriscv", "-triple=riscv64", "--target=riscv64"),
        };
        Words {
            target: Target::Riscv(abi),
            variant,
            gccs: GCCS,
            gcc: texts(vec![march, mabi]),
            gcc_from: [
                "Debian's package gcc-riscv64-unknown-elf has it, or name a GCC in crosscall.toml",
                "debian gcc-riscv64-unknown-elf",
            ],
            clang: texts(vec![target, march, mabi]),
            clang_from: "Debian's package clang has it, from version 18 on for ilp32e, too; or name a clang in crosscall.toml",
            rustc,
            tools: Some(ToolWords {
                binutils: &[
                    ("riscv64-binutils", "riscv64-unknown-elf-as", "riscv64-unknown-elf-ld"),
                    ("riscv64-linux-binutils", "riscv64-linux-gnu-as", "riscv64-linux-gnu-ld"),
                ],
                llvm: texts(vec![target, march, mabi, "-c"]),
                llvm_mc: texts(vec![triple, mattr, target_abi, "-filetype=obj"]),
                ld: texts(vec![ld]),
                binutils_from: [
                    "Debian's package binutils-riscv64-unknown-elf has them, or name an assembler and a linker in crosscall.toml",
                    "debian binutils-riscv64-unknown-elf",
                ],
                llvm_from: [
                    "Debian's packages clang and lld have them, from version 18 on for ilp32e, too; or name them in crosscall.toml",
                    "Debian's package llvm has it, from version 18 on for ilp32e, too; or name an assembler in crosscall.toml",
                ],
            }),
        }
    }
}
