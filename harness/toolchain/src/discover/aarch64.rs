//! The compilers for AArch64 that are looked for: GCC for Linux and for bare metal, clang, and rustc.

use super::Family;
use super::common::{Versions, Words, families};
use crosscall_model::Target;
use std::sync::LazyLock;

pub(super) static FAMILIES: LazyLock<Vec<Family>> =
    LazyLock::new(|| families(&WORDS, &Versions::of(WORDS.gccs)));

/// The machine's own compiler has no prefix.
const GCC: &[&str] = match cfg!(target_arch = "aarch64") {
    true => &["aarch64-linux-gnu-gcc", "gcc"],
    false => &["aarch64-linux-gnu-gcc"],
};

static WORDS: Words = Words {
    target: Target::Aarch64,
    variant: "-aarch64",
    gccs: &[("gcc", GCC), ("elf-gcc", &["aarch64-none-elf-gcc"])],
    gcc: &[],
    gcc_from: [
        "Debian's package gcc-aarch64-linux-gnu has it, or name a GCC in crosscall.toml",
        "debian gcc-aarch64-linux-gnu",
    ],
    clang: &["--target=aarch64-linux-gnu"],
    clang_from: "Debian's package clang has it; or name a clang in crosscall.toml",
    rustc: Some(&["--target=aarch64-unknown-linux-gnu"]),
    tools: None,
};
