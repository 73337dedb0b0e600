//! What a reader of C must be told of the target.

use crate::ctype::{Scalar, Type};
use crate::layout::Layout;

/// A name that headers define, as a target has it.
#[derive(Debug, Clone)]
pub struct HeaderName {
    /// Its type; `None` where only the headers know it, so that a pointer to it is all there is to draw.
    pub ty: Option<Type>,
    /// What is to be said where a value of this type travels: on what its width rests, where not on the document.
    pub note: Option<String>,
    /// Whether the width is somebody's choice: a text that has 64 bits for it, whatever its `long` is, has made it.
    pub chosen: bool,
}

/// What a reader of C must be told of the target: the sizes that constants depend on, and the names of headers.
pub trait Environment {
    /// The layout of a type; `None` where the reader is not told.
    fn layout(&self, ty: &Type) -> Option<Layout>;

    /// Whether a plain `char` is signed; `None` where the reader is not told.
    fn char_is_signed(&self) -> Option<bool>;

    /// What a name stands for without a declaration.
    fn name(&self, name: &str) -> Option<HeaderName>;

    /// What a name stands for whatever a text declares it as: what C itself says of it; in a text that was preprocessed for
    /// another machine, also what a system's headers say, each for itself.
    fn standard(&self, _name: &str, _foreign: bool) -> Option<HeaderName> {
        None
    }

    /// First parts of the names that toolchains give the target, such as `epiphany` in `epiphany-elf`.
    fn machines(&self) -> &[&str] {
        &[]
    }
}

/// No target in particular: what is the same on all of them.
#[derive(Debug, Clone, Copy, Default)]
pub struct Anywhere;

impl Environment for Anywhere {
    fn layout(&self, ty: &Type) -> Option<Layout> {
        let size = match ty {
            Type::Scalar(scalar) => bytes_everywhere(*scalar)?,
            _ => return None,
        };
        Some(Layout { size: size.into(), align: size.into(), members: Vec::new() })
    }

    fn char_is_signed(&self) -> Option<bool> {
        None
    }

    fn name(&self, name: &str) -> Option<HeaderName> {
        header_name(name).map(|scalar| HeaderName { ty: Some(scalar.into()), note: None, chosen: false })
    }
}

/// Size in bytes of a scalar that has the same size on every target.
pub(super) fn bytes_everywhere(scalar: Scalar) -> Option<u32> {
    match scalar {
        Scalar::Char | Scalar::SignedChar | Scalar::UnsignedChar => Some(1),
        Scalar::Short | Scalar::UnsignedShort | Scalar::Half => Some(2),
        Scalar::Int | Scalar::UnsignedInt | Scalar::Float => Some(4),
        Scalar::LongLong | Scalar::UnsignedLongLong => Some(8),
        _ => None,
    }
}

/// The scalar that a name of `<stdint.h>`, `<stddef.h>` or `<stdbool.h>` is on every target here: `short` has 16 bits on
/// all of them, `int` 32 and `long long` 64. A number that holds a pointer is as wide as the difference of two.
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
];
