//! Properties of the target that the C parser needs.

use crosscall_model::ctype::{Scalar, Type};
use crosscall_model::layout::Layout;

/// Name that headers define, with its meaning on a target.
#[derive(Debug, Clone)]
pub struct HeaderName {
    /// Type of the name; `None` where only the headers define it, so that only a pointer to it can be drawn.
    pub ty: Option<Type>,
    /// Note for values of this type: the source of its width, where that is not the document.
    pub note: Option<String>,
    /// True if the width is a choice of the toolchain: a text that uses 64 bits for it, independent of its `long`,
    /// has made that choice.
    pub chosen: bool,
}

/// Properties of the target that the C parser needs: the sizes that constants depend on, and the names of headers.
pub trait Environment {
    /// Layout of a type; `None` where it is unknown to the parser.
    fn layout(&self, ty: &Type) -> Option<Layout>;

    /// True if a plain `char` is signed; `None` where that is unknown to the parser.
    fn char_is_signed(&self) -> Option<bool>;

    /// True unless it is not worked out for the target how a type travels that few compilers have.
    fn has(&self, _ty: &Type) -> bool {
        true
    }

    /// Meaning of a name without a declaration.
    fn name(&self, name: &str) -> Option<HeaderName>;

    /// Meaning of a name irrespective of its declaration in a text: names whose meaning C itself defines; in a text
    /// that was preprocessed for another machine (`foreign`), also names that a system's headers define in their own
    /// ways.
    fn standard(&self, _name: &str, _foreign: bool) -> Option<HeaderName> {
        None
    }

    /// First parts of the target's names in toolchains, such as `epiphany` in `epiphany-elf`.
    fn machines(&self) -> &[&str] {
        &[]
    }
}

/// No particular target: only the properties that all targets share.
#[derive(Debug, Clone, Copy, Default)]
pub struct Anywhere;

impl Environment for Anywhere {
    fn layout(&self, ty: &Type) -> Option<Layout> {
        let size = match ty {
            Type::Scalar(scalar) | Type::Aligned(scalar, _) => bytes_everywhere(*scalar)?,
            _ => return None,
        };
        let align = if let Type::Aligned(_, align) = ty { *align } else { size };
        Some(Layout { size: size.into(), align: align.into(), members: Vec::new() })
    }

    fn char_is_signed(&self) -> Option<bool> {
        None
    }

    fn name(&self, name: &str) -> Option<HeaderName> {
        header_name(name).map(|scalar| HeaderName { ty: Some(scalar.into()), note: None, chosen: false })
    }
}

/// Size in bytes of a scalar that has the same size on every target.
pub(crate) fn bytes_everywhere(scalar: Scalar) -> Option<u32> {
    match scalar {
        Scalar::Char | Scalar::SignedChar | Scalar::UnsignedChar => Some(1),
        Scalar::Short | Scalar::UnsignedShort | Scalar::Half => Some(2),
        Scalar::Int | Scalar::UnsignedInt | Scalar::Float => Some(4),
        Scalar::LongLong | Scalar::UnsignedLongLong => Some(8),
        _ => None,
    }
}

/// Scalar that a name of `<stdint.h>`, `<stddef.h>` or `<stdbool.h>`, or one of GNU C, denotes on every target here:
/// `short` has 16 bits on all of them, `int` 32 and `long long` 64. An integer that holds a pointer is as wide as the
/// difference of two.
pub fn header_name(name: &str) -> Option<Scalar> {
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, scalar)| *scalar)
}

const NAMES: &[(&str, Scalar)] = &[
    ("bool", Scalar::Bool),
    ("int8_t", Scalar::SignedChar),
    ("uint8_t", Scalar::UnsignedChar),
    ("int16_t", Scalar::Short),
    ("uint16_t", Scalar::UnsignedShort),
    ("int32_t", Scalar::Int),
    ("uint32_t", Scalar::UnsignedInt),
    ("int64_t", Scalar::LongLong),
    ("uint64_t", Scalar::UnsignedLongLong),
    ("intptr_t", Scalar::PointerDifference),
    ("uintptr_t", Scalar::Size),
    ("ptrdiff_t", Scalar::PointerDifference),
    ("ssize_t", Scalar::PointerDifference),
    ("size_t", Scalar::Size),
    ("wchar_t", Scalar::WideChar),
    ("__int128_t", Scalar::Int128),
    ("__uint128_t", Scalar::UnsignedInt128),
];
