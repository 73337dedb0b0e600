//! Data models and compilers that several tests use.

pub(crate) mod plans;

use std::path::PathBuf;

use crosscall_generator::Widths;
use crosscall_model::{Scalar, Target};

/// Widths of a 32-bit processor with 32-bit `long` (as Epiphany's).
pub(crate) fn ilp32_bits(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Bool | Scalar::Char | Scalar::SignedChar | Scalar::UnsignedChar => 8,
        Scalar::Short | Scalar::UnsignedShort | Scalar::Half | Scalar::BrainHalf => 16,
        Scalar::Int | Scalar::UnsignedInt | Scalar::Long | Scalar::UnsignedLong | Scalar::Float => 32,
        Scalar::WideChar | Scalar::Size | Scalar::PointerDifference => 32,
        Scalar::LongLong | Scalar::UnsignedLongLong | Scalar::Double | Scalar::LongDouble => 64,
        Scalar::Int128 | Scalar::UnsignedInt128 => 128,
    }
}

/// Widths of the Nyuzi: every floating type has one word.
pub(crate) fn nyuzi_bits(scalar: Scalar) -> u32 {
    if scalar.is_floating() { 32 } else { ilp32_bits(scalar) }
}

/// Widths of the DPU: `long` has 64 bits.
pub(crate) fn dpu_bits(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Long | Scalar::UnsignedLong => 64,
        other => ilp32_bits(other),
    }
}

/// Widths of the invented target: floating types have 4 bytes, and `long` and addresses 8.
pub(crate) fn invented_bits(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Half => 16,
        Scalar::Long | Scalar::UnsignedLong | Scalar::Size | Scalar::PointerDifference => 64,
        other => nyuzi_bits(other),
    }
}

/// Widths of ForwardCom: `long` and addresses have 8 bytes, and so has everything else that may.
pub(crate) fn forwardcom_bits(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Half => 16,
        Scalar::Long | Scalar::UnsignedLong | Scalar::Size | Scalar::PointerDifference => 64,
        other => ilp32_bits(other),
    }
}

/// Widths of RISC-V with 32 bits: a `long double` has 128.
pub(crate) fn riscv32_bits(scalar: Scalar) -> u32 {
    if scalar == Scalar::LongDouble { 128 } else { ilp32_bits(scalar) }
}

/// Widths of RISC-V with 64 bits.
pub(crate) fn riscv64_bits(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Long | Scalar::UnsignedLong | Scalar::Size | Scalar::PointerDifference => 64,
        other => riscv32_bits(other),
    }
}

/// Widths of x86-64: those of RISC-V with 64 bits, but for the numbers of x87.
pub(crate) fn x86_64_bits(scalar: Scalar) -> u32 {
    if scalar == Scalar::LongDouble { 80 } else { riscv64_bits(scalar) }
}

/// The widths by which the tests make cases of a target.
pub(crate) fn bits_of(target: Target) -> fn(Scalar) -> u32 {
    match target {
        Target::Epiphany => ilp32_bits,
        Target::Nyuzi => nyuzi_bits,
        Target::Dpu => dpu_bits,
        Target::Ipu => ilp32_bits,
        Target::ForwardCom => forwardcom_bits,
        Target::Riscv(_) if target.word() == 8 => riscv64_bits,
        Target::Riscv(_) => riscv32_bits,
        Target::X86_64 => x86_64_bits,
        Target::Aarch64 => riscv64_bits,
        Target::Invented => invented_bits,
    }
}

/// Widths of the machine on which the tests run.
pub(crate) fn host_bits(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Long | Scalar::UnsignedLong => std::ffi::c_long::BITS,
        Scalar::Size | Scalar::PointerDifference => usize::BITS,
        // Its format may be one that no target has: tests leave it out.
        Scalar::LongDouble => 0,
        // Not every compiler of the machine has them.
        Scalar::Int128 | Scalar::UnsignedInt128 | Scalar::BrainHalf => 0,
        other => ilp32_bits(other),
    }
}

pub(crate) fn ilp32() -> Widths {
    Widths::new(Target::Epiphany, &ilp32_bits)
}

pub(crate) fn host() -> Widths {
    Widths::with_pointer(Target::Epiphany, &host_bits, usize::BITS)
}

/// The Epiphany tool of a name, if there is one: where `CROSSCALL_TOOLCHAINS` says, at the default
/// place, or on the path.
pub(crate) fn epiphany_tool(name: &str) -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).map(PathBuf::from);
    let cache = variable("XDG_CACHE_HOME").or_else(|| variable("HOME").map(|h| h.join(".cache")));
    let mut folders: Vec<PathBuf> = Vec::new();
    folders.extend(variable("CROSSCALL_TOOLCHAINS").map(|p| p.join("epiphany/bin")));
    folders.extend(cache.map(|p| p.join("crosscall/toolchains/epiphany/bin")));
    folders.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let found = folders.into_iter().map(|f| f.join(format!("epiphany-elf-{name}"))).find(|p| p.is_file());
    if found.is_none() {
        eprintln!("skipped: epiphany-elf-{name} was not found; scripts/install-epiphany-toolchain builds it");
    }
    found
}

/// A clang on the path, of whichever version.
pub(crate) fn clang() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let names =
        std::iter::once("clang".to_owned()).chain((9..30).rev().map(|version| format!("clang-{version}")));
    let found =
        names.flat_map(|name| folders.iter().map(move |folder| folder.join(&name))).find(|p| p.is_file());
    if found.is_none() {
        eprintln!("skipped: clang was not found");
    }
    found
}
