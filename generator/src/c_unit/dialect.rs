//! Differences between the C of the targets' compilers that one text for GCC and clang cannot hide.

use crosscall_model::Target;

/// C of a target's compilers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dialect {
    /// Syntax of the value of a complex type.
    pub(super) complex: ComplexValue,
    /// Attribute of a function that is a vertex, where its compilers have one.
    pub(super) vertex: &'static str,
}

/// Attribute of a function that is a vertex, followed by a blank, as compilers for a target accept it; empty where
/// none does.
pub fn vertex(target: Target) -> &'static str {
    Dialect::of(target).vertex
}

/// Syntax of the value of a complex type in an initialiser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ComplexValue {
    /// `__builtin_complex (real, imaginary)`: GCC, and clang from version 12 on.
    Builtin,
    /// `{ real, imaginary }`: every clang.
    Braces,
}

impl Dialect {
    /// Dialect of a target's compilers.
    pub(super) fn of(target: Target) -> Dialect {
        match target {
            Target::Epiphany => Dialect { complex: ComplexValue::Builtin, vertex: "" },
            // Its clang is of version 10 in the older kits.
            Target::Dpu => Dialect { complex: ComplexValue::Braces, vertex: "" },
            // Its clang is of version 9.
            Target::Nyuzi => Dialect { complex: ComplexValue::Braces, vertex: "" },
            // Its clang is of version 16 or later.
            Target::Ipu => {
                Dialect { complex: ComplexValue::Builtin, vertex: "__attribute__((colossus_vertex)) " }
            }
            // No compiler exists yet; one would be a current GCC or clang.
            Target::ForwardCom => Dialect { complex: ComplexValue::Builtin, vertex: "" },
            // Its clang is of version 14 or later.
            Target::Riscv(_) | Target::X86_64 | Target::Aarch64 => {
                Dialect { complex: ComplexValue::Builtin, vertex: "" }
            }
            #[cfg(feature = "invented")]
            Target::Invented => Dialect { complex: ComplexValue::Builtin, vertex: "" },
        }
    }
}
