//! What differs between the C of the targets' compilers where both GCC and clang cannot be asked by one text.

use crosscall_model::Target;

/// How C is written for a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dialect {
    /// How the value of a complex type is written.
    pub(super) complex: ComplexValue,
    /// The attribute of a function that is a vertex, where its compilers have one.
    pub(super) vertex: &'static str,
}

/// The attribute of a function that is a vertex, with a blank behind it, as compilers for a target take it; empty where
/// none does.
pub fn vertex(target: Target) -> &'static str {
    Dialect::of(target).vertex
}

/// How the value of a complex type is written in an initialiser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ComplexValue {
    /// `__builtin_complex (real, imaginary)`: GCC, and clang from version 12 on.
    Builtin,
    /// `{ real, imaginary }`: every clang.
    Braces,
}

impl Dialect {
    /// The C of a target's compilers.
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
            // It has no compiler yet; one would be a GCC or a clang of these days.
            Target::ForwardCom => Dialect { complex: ComplexValue::Builtin, vertex: "" },
            #[cfg(feature = "invented")]
            Target::Invented => Dialect { complex: ComplexValue::Builtin, vertex: "" },
        }
    }
}
