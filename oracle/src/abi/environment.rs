//! The part of C's environment that no document settles: names that headers define, and the words of a compiler.

use crosscall_model::Type;
use crosscall_model::plan::ClauseId;

/// Names of a target's C environment that its document leaves to the compiler.
#[derive(Debug, Clone, Copy)]
pub struct CEnvironment {
    /// First parts of the names that toolchains give the target.
    pub machines: &'static [&'static str],
    /// Compiler whose choice is taken where C leaves a width to it, in words.
    pub compiler: &'static str,
    /// Its choice.
    pub widths: OpenWidths,
    /// Clause that leaves open what a `va_list` is; `None` where no clause does.
    pub list_clause: Option<ClauseId>,
    /// Names whose type the document says, with the clause.
    pub said: &'static [(&'static str, Type, ClauseId)],
    /// Choice of the widths of POSIX's names.
    pub system: SystemWidths,
    /// The type that the compiler has built in under a name, if any.
    pub built_in: fn(&str) -> Option<Type>,
}

/// Widths of the integer types that C leaves to the compiler: those of `int_fast8_t` and its like, and of `wint_t`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenWidths {
    /// GCC's settings for newlib: the small types are as wide as an `int`, and `wint_t` is unsigned.
    GccNewlib,
    /// clang: every type is as wide as its name says, and `wint_t` is an `int`.
    Clang,
}

/// Widths of the integer types of POSIX, which each C library chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SystemWidths {
    /// Those of most libraries: sizes and times are a `long`.
    Common,
    /// glibc's of ports since Linux 5.1 (`bits/typesizes.h` of its generic and RISC-V ports): sizes and times have 64 bits.
    Glibc,
}

impl CEnvironment {
    /// Of a target for which clang is the compiler.
    pub(super) const fn of_clang(
        machines: &'static [&'static str],
        list_clause: Option<ClauseId>,
    ) -> CEnvironment {
        CEnvironment {
            machines,
            compiler: "clang",
            widths: OpenWidths::Clang,
            list_clause,
            said: &[],
            system: SystemWidths::Common,
            built_in: |_| None,
        }
    }

    /// Of a target that has no C compiler: the choice of clang on other targets is taken.
    pub(super) const fn without_compiler(
        machines: &'static [&'static str],
        list_clause: Option<ClauseId>,
    ) -> CEnvironment {
        CEnvironment {
            compiler: "clang on other targets (there is no compiler for this one)",
            ..CEnvironment::of_clang(machines, list_clause)
        }
    }
}
