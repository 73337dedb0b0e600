//! Values as C initialisers, exact to the bit.

use crosscall_model::target::FloatFormat;
use crosscall_model::{BitInt, RecordKind, Scalar, Target, Type, Value};

use super::dialect::{ComplexValue, Dialect};
use super::types::Types;

/// Initialiser for a value of a type.
pub(super) fn initialiser(types: &Types<'_>, ty: &Type, value: &Value) -> String {
    member(types, ty, None, value)
}

fn member(types: &Types<'_>, ty: &Type, bits: Option<u8>, value: &Value) -> String {
    match (ty, value) {
        (Type::Array(elem, _), Value::List(items)) => {
            braces(items.iter().map(|item| initialiser(types, elem, item)))
        }
        (Type::Record(record), Value::List(items)) if record.kind == RecordKind::Struct => {
            // A flexible array member has no initialiser where its structure is inside another.
            let count = record.flexible().unwrap_or(record.members.len());
            let named = record.members.iter().take(count).filter(|m| m.named);
            braces(named.zip(items).map(|(m, item)| member(types, &m.ty, m.bits, item)))
        }
        (Type::Record(record), Value::Member(index, inner)) => match record.members.get(*index) {
            Some(m) => braces([format!(".m{index} = {}", member(types, &m.ty, m.bits, inner))]),
            None => "{}".to_owned(),
        },
        (Type::Vector { element, .. }, Value::List(items)) => {
            braces(items.iter().map(|item| initialiser(types, element.as_type(), item)))
        }
        (Type::Complex(part), Value::List(items)) => {
            let parts: Vec<_> = items.iter().map(|item| initialiser(types, part.as_type(), item)).collect();
            complex(types.target, *part, &parts)
        }
        (Type::Array(..) | Type::Record(_) | Type::Complex(_) | Type::Vector { .. }, _) => "{}".to_owned(),
        (leaf, Value::Bits(value)) => scalar(types, leaf, bits.is_some(), *value),
        _ => "0".to_owned(),
    }
}

/// Initialiser for a complex value of a type from its two parts, in the syntax of a target's compilers.
pub fn complex(target: Target, part: Scalar, parts: &[String]) -> String {
    match Dialect::of(target).complex {
        // The built-in function takes no integers.
        ComplexValue::Builtin if !part.is_floating() => {
            format!("({} _Complex)({} * 1i)", part.c_name_without_header(), parts.join(" + "))
        }
        ComplexValue::Builtin => format!("__builtin_complex({})", parts.join(", ")),
        ComplexValue::Braces => braces(parts.iter().cloned()),
    }
}

fn braces(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().collect();
    if items.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", items.join(", ")) }
}

fn scalar(types: &Types<'_>, ty: &Type, bit_field: bool, value: u128) -> String {
    match ty {
        Type::Scalar(scalar) | Type::Atomic(scalar) | Type::Aligned(scalar, _)
            if !bit_field || *scalar == Scalar::Bool =>
        {
            literal(types.target, *scalar, value)
        }
        Type::BitInt(own) if !bit_field => {
            let whole = BitInt { unsigned: true, ..*own }.c_name();
            format!("({}){}", own.c_name(), integer(value, &whole))
        }
        Type::DataPointer => format!("(void *){value:#x}ul"),
        Type::FunctionPointer => format!("(function_pointer){value:#x}ul"),
        // Conversion to a signed type keeps the bits on every GNU C compiler.
        _ if bit_field => integer(value, WIDEST),
        _ => format!("({}){}", types.name(ty), integer(value, WIDEST)),
    }
}

/// Constant of an arithmetic type.
pub(crate) fn literal(target: Target, scalar: Scalar, value: u128) -> String {
    match scalar {
        scalar if scalar.is_floating() => real(target, scalar, value),
        Scalar::Bool => u8::from(value != 0).to_string(),
        scalar => format!("({}){}", scalar.c_name_without_header(), integer(value, WIDEST)),
    }
}

/// The unsigned type of 128 bits of GNU C.
const WIDEST: &str = "unsigned __int128";

/// Constant of an unsigned type. C has none of more than 64 bits: such a one is put together from its halves, in a type
/// that holds it.
fn integer(value: u128, wide: &str) -> String {
    const HALF: u32 = u64::BITS;
    match value {
        0..=0xffff_ffff => format!("{value:#x}u"),
        0x1_0000_0000..=0xffff_ffff_ffff_ffff => format!("{value:#x}ull"),
        _ => {
            let low = value & u128::from(u64::MAX);
            format!("(({wide}){:#x}ull << {HALF} | {low:#x}ull)", value >> HALF)
        }
    }
}

/// Constant of a real floating type.
fn real(target: Target, scalar: Scalar, bits: u128) -> String {
    let text = floating(target.float_format(scalar), suffix(scalar), bits);
    match scalar {
        // A float represents every number of 16 bits. Compilers that have the type only under another name, or cannot
        // calculate with it, have no constants of it.
        Scalar::Half | Scalar::BrainHalf => format!("({}){text}", scalar.c_name_without_header()),
        _ => text,
    }
}

/// Number of fraction bits of a float that a narrower format does not have, for the payload of a NaN.
fn below_in_float(format: FloatFormat) -> u32 {
    FloatFormat::SINGLE.fraction_bits.saturating_sub(format.fraction_bits)
}

/// Suffix of a constant of a floating type. One of 16 bits is written as a float.
fn suffix(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Float | Scalar::Half | Scalar::BrainHalf => "f",
        Scalar::LongDouble => "l",
        _ => "",
    }
}

/// Hexadecimal floating constant with the value of an encoding.
fn floating(format: FloatFormat, suffix: &str, bits: u128) -> String {
    let (bias, fraction_bits) = (format.bias(), format.fraction_bits);
    let (is_negative, exponent, fraction) = format.fields(bits);
    let sign = if is_negative { "-" } else { "" };
    if exponent == format.top() {
        let name = if fraction == 0 { "inf" } else { "nan" };
        let spelled = fraction << below_in_float(format);
        let payload = if fraction == 0 { String::new() } else { format!("\"{spelled:#x}\"") };
        return format!("{sign}__builtin_{name}{suffix}({payload})");
    }
    // A whole number of hexadecimal digits after the point.
    let digits = fraction_bits.div_ceil(4);
    let shown = fraction << (digits * 4 - fraction_bits);
    let (lead, power) = match exponent {
        0 => (0, 1 - bias),
        _ => (1, i64::try_from(exponent).unwrap_or(0) - bias),
    };
    let hex = format!("{shown:0width$x}", width = digits as usize);
    let hex = hex.trim_end_matches('0');
    let point = if hex.is_empty() { "" } else { "." };
    format!("{sign}0x{lead}{point}{hex}p{power:+}{suffix}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> f64 {
        let (sign, rest) = text.strip_prefix('-').map_or((1.0, text), |rest| (-1.0, rest));
        let rest = rest.trim_start_matches("0x").trim_end_matches(['f', 'l']);
        let (mantissa, power) = rest.split_once('p').unwrap();
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
        let scale = 16f64.powi(fraction.len() as i32);
        let digits = u64::from_str_radix(whole, 16).unwrap() as f64
            + u64::from_str_radix(fraction, 16).unwrap() as f64 / scale;
        let power: i32 = power.parse().unwrap();
        // In two steps, since the smallest power has no reciprocal.
        sign * digits * 2f64.powi(power / 2) * 2f64.powi(power - power / 2)
    }

    #[test]
    fn floats_for_people() {
        let one = |scalar, bits| floating(Target::Epiphany.float_format(scalar), suffix(scalar), bits);
        assert_eq!(one(Scalar::Float, 0x4140_0000), "0x1.8p+3f");
        assert_eq!(one(Scalar::Double, 0xbff0_0000_0000_0000), "-0x1p+0");
        assert_eq!(one(Scalar::Float, 0), "0x0p-126f");
        assert_eq!(real(Target::Ipu, Scalar::Half, 0xc200), "(_Float16)-0x1.8p+1f");
        assert_eq!(real(Target::Ipu, Scalar::Half, 0x0001), "(_Float16)0x0.004p-14f");
        assert_eq!(real(Target::Ipu, Scalar::Half, 0x7c00), "(_Float16)__builtin_inff()");
        assert_eq!(real(Target::Ipu, Scalar::Half, 0x7e01), "(_Float16)__builtin_nanf(\"0x402000\")");
        assert_eq!(one(Scalar::Float, 1), "0x0.000002p-126f");
        assert_eq!(one(Scalar::Float, 0x7f80_0000), "__builtin_inff()");
        assert_eq!(one(Scalar::Double, 0x7ff8_0000_0000_0001), "__builtin_nan(\"0x8000000000001\")");
        // A `double` of four bytes.
        assert_eq!(floating(FloatFormat::SINGLE, suffix(Scalar::Double), 0x4140_0000), "0x1.8p+3");
        assert_eq!(floating(FloatFormat::SINGLE, suffix(Scalar::LongDouble), 0xc140_0000), "-0x1.8p+3l");
    }

    #[test]
    fn formats_are_those_of_this_machine() {
        assert_eq!(FloatFormat::DOUBLE.bits(), u64::BITS);
        assert_eq!(FloatFormat::DOUBLE.bias(), i64::from(f64::MAX_EXP - 1));
        assert_eq!(FloatFormat::SINGLE.bits(), u32::BITS);
        assert_eq!(FloatFormat::SINGLE.bias(), i64::from(f32::MAX_EXP - 1));
        assert_eq!(FloatFormat::SINGLE.fraction_bits, f32::MANTISSA_DIGITS - 1);
        assert_eq!((FloatFormat::HALF.bits(), FloatFormat::HALF.bias()), (16, 15));
    }

    proptest::proptest! {
        #[test]
        fn floats_keep_their_bits(bits: u64) {
            let double = f64::from_bits(bits);
            if double.is_normal() {
                proptest::prop_assert_eq!(read(&floating(FloatFormat::DOUBLE, "", bits.into())).to_bits(), bits);
            }
            let single = f32::from_bits(bits as u32);
            if single.is_finite() {
                for suffix in ["f", "", "l"] {
                    let text = floating(FloatFormat::SINGLE, suffix, u128::from(bits) & 0xffff_ffff);
                    proptest::prop_assert_eq!((read(&text) as f32).to_bits(), bits as u32);
                }
            }
        }
    }
}
