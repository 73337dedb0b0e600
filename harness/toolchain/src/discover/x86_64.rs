//! The compilers for x86-64 that are looked for: GCC, clang and rustc for Linux.

use super::Family;
use super::common::{Versions, Words, families};
use crosscall_model::Target;
use std::sync::LazyLock;

pub(super) static FAMILIES: LazyLock<Vec<Family>> =
    LazyLock::new(|| families(&WORDS, &Versions::of(WORDS.gccs)));

/// The machine's own compiler has no prefix.
const GCC: &[&str] = match cfg!(target_arch = "x86_64") {
    true => &["x86_64-linux-gnu-gcc", "gcc"],
    false => &["x86_64-linux-gnu-gcc"],
};

static WORDS: Words = Words {
    target: Target::X86_64,
    variant: "-x86_64",
    gccs: &[("gcc", GCC)],
    gcc: &[],
    gcc_from: [
        "Debian's package gcc-x86-64-linux-gnu has it, or name a GCC in crosscall.toml",
        "debian gcc-x86-64-linux-gnu",
    ],
    clang: &["--target=x86_64-linux-gnu"],
    clang_from: "Debian's package clang has it; or name a clang in crosscall.toml",
    rustc: Some(&["--target=x86_64-unknown-linux-gnu"]),
    tools: None,
};
