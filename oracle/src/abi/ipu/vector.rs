//! The vectors that the IPU's compiler has built in: `half4`, `float2`, `uchar4`.

use crosscall_model::{Scalar, Type};

/// The type that the compiler has built in under a name.
pub(super) fn built_in(name: &str) -> Option<Type> {
    let split = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
    let (element, lanes) = name.split_at_checked(split)?;
    let element = match element {
        "half" => Scalar::Half,
        _ if lanes.is_empty() => return None,
        "float" => Scalar::Float,
        "char" => Scalar::Char,
        "uchar" => Scalar::UnsignedChar,
        "short" => Scalar::Short,
        "ushort" => Scalar::UnsignedShort,
        "int" => Scalar::Int,
        "uint" => Scalar::UnsignedInt,
        "long" => Scalar::LongLong,
        _ => return None,
    };
    if lanes.is_empty() {
        return Some(element.into());
    }
    let lanes = lanes.parse::<u32>().ok().filter(|n| matches!(n, 2 | 4))?;
    Some(Type::Vector { element, lanes })
}
