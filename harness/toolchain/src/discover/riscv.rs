//! The compilers for RISC-V that are looked for: GCC for bare metal and for Linux, and clang, each with the architecture that an ABI
//! needs; and their assemblers and linkers: GNU binutils, the assembler inside clang with the linker of its version, and llvm-mc,
//! which is an assembler alone.

use super::Family;
use super::common::{ToolWords, Versions, Words, families};
use crosscall_model::Target;
use crosscall_model::target::riscv::Abi;
use std::sync::LazyLock;

/// The families for an ABI.
pub(super) fn of(abi: Abi) -> &'static [Family] {
    FAMILIES.get(abi as usize).map_or(&[], Vec::as_slice)
}

static FAMILIES: LazyLock<Vec<Vec<Family>>> = LazyLock::new(|| {
    let versions = Versions::of(GCCS);
    WORDS.iter().map(|words| families(words, &versions)).collect()
});

/// GCC for bare metal and for Linux.
const GCCS: &[(&str, &str)] =
    &[("riscv64-gcc", "riscv64-unknown-elf-gcc"), ("riscv64-linux-gcc", "riscv64-linux-gnu-gcc")];

/// One row for each of [`Abi::ALL`]. The architecture's floating-point registers are as wide as the ABI's.
static WORDS: [Words; 7] = [
    Words {
        rustc: Some(&["--target=riscv32e-unknown-none-elf"]),
        ..words(
            (Abi::Ilp32e, "-ilp32e"),
            &["-march=rv32emac", "-mabi=ilp32e"],
            &["--target=riscv32", "-march=rv32emac", "-mabi=ilp32e"],
            &["--target=riscv32", "-march=rv32emac", "-mabi=ilp32e", "-c"],
            &["-triple=riscv32", "-mattr=+e,+m,+a,+c", "-target-abi=ilp32e", "-filetype=obj"],
        )
    },
    Words {
        rustc: Some(&["--target=riscv32imac-unknown-none-elf"]),
        ..words(
            (Abi::Ilp32, "-ilp32"),
            &["-march=rv32imac", "-mabi=ilp32"],
            &["--target=riscv32", "-march=rv32imac", "-mabi=ilp32"],
            &["--target=riscv32", "-march=rv32imac", "-mabi=ilp32", "-c"],
            &["-triple=riscv32", "-mattr=+m,+a,+c", "-target-abi=ilp32", "-filetype=obj"],
        )
    },
    Words {
        rustc: Some(&["--target=riscv32imafc-unknown-none-elf"]),
        ..words(
            (Abi::Ilp32f, "-ilp32f"),
            &["-march=rv32imafc", "-mabi=ilp32f"],
            &["--target=riscv32", "-march=rv32imafc", "-mabi=ilp32f"],
            &["--target=riscv32", "-march=rv32imafc", "-mabi=ilp32f", "-c"],
            &["-triple=riscv32", "-mattr=+m,+a,+f,+c", "-target-abi=ilp32f", "-filetype=obj"],
        )
    },
    Words {
        rustc: Some(&["--target=riscv32gc-unknown-linux-gnu"]),
        ..words(
            (Abi::Ilp32d, "-ilp32d"),
            &["-march=rv32imafdc", "-mabi=ilp32d"],
            &["--target=riscv32", "-march=rv32imafdc", "-mabi=ilp32d"],
            &["--target=riscv32", "-march=rv32imafdc", "-mabi=ilp32d", "-c"],
            &["-triple=riscv32", "-mattr=+m,+a,+f,+d,+c", "-target-abi=ilp32d", "-filetype=obj"],
        )
    },
    Words {
        rustc: Some(&["--target=riscv64imac-unknown-none-elf"]),
        ..words(
            (Abi::Lp64, "-lp64"),
            &["-march=rv64imac", "-mabi=lp64"],
            &["--target=riscv64", "-march=rv64imac", "-mabi=lp64"],
            &["--target=riscv64", "-march=rv64imac", "-mabi=lp64", "-c"],
            &["-triple=riscv64", "-mattr=+m,+a,+c", "-target-abi=lp64", "-filetype=obj"],
        )
    },
    // rustc has no target for it.
    words(
        (Abi::Lp64f, "-lp64f"),
        &["-march=rv64imafc", "-mabi=lp64f"],
        &["--target=riscv64", "-march=rv64imafc", "-mabi=lp64f"],
        &["--target=riscv64", "-march=rv64imafc", "-mabi=lp64f", "-c"],
        &["-triple=riscv64", "-mattr=+m,+a,+f,+c", "-target-abi=lp64f", "-filetype=obj"],
    ),
    Words {
        rustc: Some(&["--target=riscv64gc-unknown-none-elf"]),
        ..words(
            (Abi::Lp64d, "-lp64d"),
            &["-march=rv64imafdc", "-mabi=lp64d"],
            &["--target=riscv64", "-march=rv64imafdc", "-mabi=lp64d"],
            &["--target=riscv64", "-march=rv64imafdc", "-mabi=lp64d", "-c"],
            &["-triple=riscv64", "-mattr=+m,+a,+f,+d,+c", "-target-abi=lp64d", "-filetype=obj"],
        )
    },
];

const fn words(
    (abi, variant): (Abi, &'static str),
    gcc: &'static [&'static str],
    clang: &'static [&'static str],
    llvm: &'static [&'static str],
    llvm_mc: &'static [&'static str],
) -> Words {
    Words {
        target: Target::Riscv(abi),
        variant,
        gccs: GCCS,
        gcc,
        gcc_from: [
            "Debian's package gcc-riscv64-unknown-elf has it, or name a GCC in crosscall.toml",
            "debian gcc-riscv64-unknown-elf",
        ],
        clang,
        clang_from: "Debian's package clang has it, from version 18 on for ilp32e, too; or name a clang in crosscall.toml",
        rustc: None,
        tools: Some(ToolWords {
            binutils: &[
                ("riscv64-binutils", "riscv64-unknown-elf-as", "riscv64-unknown-elf-ld"),
                ("riscv64-linux-binutils", "riscv64-linux-gnu-as", "riscv64-linux-gnu-ld"),
            ],
            llvm,
            llvm_mc,
            ld: if abi.facts().xlen == 4 { &["-melf32lriscv"] } else { &["-melf64lriscv"] },
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
