//! The tools for the UPMEM DPU that are looked for: those of the vendor's SDK.
//!
//! `dpu-upmem-dpurte-clang` is a script beside the SDK's clang. It adds the target, the version of the chip (from
//! `DPU_ARCH_VERSION`, else of the chip that the machine has) and `-g`, and hands everything else on (UPMEM's
//! llvm-project, `dpu-wrappers`). The SDK's `upmem_env.sh` sets `UPMEM_HOME` and puts its `bin` on PATH (SDK
//! documentation, installing the toolchain).

use super::{Family, LEVELS, ONE};
use crate::toolchain::Kind;
use crosscall_model::Target;

pub(super) const FAMILIES: &[Family] = &[
    Family {
        target: Target::Dpu,
        kind: Kind::Clang,
        name: "dpu-clang",
        compilers: CLANG,
        assembler: None,
        linkers: &[],
        folder: "dpu",
        place: None,
        home: HOME,
        options: &[],
        proof: &[],
        says: None,
        opener: &[],
        subjects: LEVELS,
        emulator: None,
        remedy: REMEDY,
    },
    Family {
        target: Target::Dpu,
        kind: Kind::Binutils,
        name: "dpu-llvm",
        // The assembler is inside the compiler.
        compilers: CLANG,
        assembler: None,
        linkers: &["ld.lld"],
        folder: "dpu",
        place: None,
        home: HOME,
        options: &["-c"],
        proof: &[],
        says: None,
        opener: &[],
        subjects: ONE,
        emulator: None,
        remedy: REMEDY,
    },
];

const CLANG: &[&str] = &["dpu-upmem-dpurte-clang"];

const HOME: Option<&str> = Some("UPMEM_HOME");

const REMEDY: &str =
    "install UPMEM's SDK and source its upmem_env.sh, or name its dpu-upmem-dpurte-clang in crosscall.toml";
