//! The tools for the UPMEM DPU that are looked for: those of the vendor's SDK.
//!
//! `dpu-upmem-dpurte-clang` is a script beside the SDK's clang. It adds the target, the version of the chip (from
//! `DPU_ARCH_VERSION`, else of the chip that the machine has) and `-g`, and hands everything else on (UPMEM's
//! llvm-project, `dpu-wrappers`). The SDK's `upmem_env.sh` sets `UPMEM_HOME` and puts its `bin` on PATH (SDK
//! documentation, installing the toolchain).

use super::Family;
use crate::ToolchainKind;
use crosscall_model::Target;

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "dpu-clang",
        compilers: CLANG,
        home: HOME,
        remedy: REMEDY,
        ..Family::of(Target::Dpu, ToolchainKind::Clang)
    },
    Family {
        name: "dpu-llvm",
        // The assembler is inside the compiler.
        compilers: CLANG,
        linkers: &["ld.lld"],
        home: HOME,
        options: &["-c"],
        remedy: REMEDY,
        ..Family::of(Target::Dpu, ToolchainKind::Binutils)
    },
];

const CLANG: &[&str] = &["dpu-upmem-dpurte-clang"];

const HOME: Option<&str> = Some("UPMEM_HOME");

const REMEDY: &str =
    "install UPMEM's SDK and source its upmem_env.sh, or name its dpu-upmem-dpurte-clang in crosscall.toml";
