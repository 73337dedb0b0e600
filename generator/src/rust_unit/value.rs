//! Values as constant expressions, exact to the bit.

use super::types::{Types, variant};
use crosscall_model::{EnumType, RecordKind, Scalar, Type, Value};

/// Expression for a value of a type.
pub(super) fn expression(types: &Types<'_>, ty: &Type, value: &Value) -> String {
    match (ty, value) {
        (Type::Array(elem, _), Value::List(items)) => {
            let items: Vec<String> = items.iter().map(|item| expression(types, elem, item)).collect();
            format!("[{}]", items.join(", "))
        }
        (Type::Record(record), Value::List(items)) if record.kind == RecordKind::Struct => {
            let member = |(i, (member, item)): (usize, (&crosscall_model::Member, &Value))| {
                format!("m{i}: {}", expression(types, &member.ty, item))
            };
            let members: Vec<String> = record.members.iter().zip(items).enumerate().map(member).collect();
            format!("{} {{ {} }}", types.name(ty), members.join(", "))
        }
        (Type::Record(record), Value::Member(index, inner)) => {
            let member = record.members.get(*index);
            let value = member.map_or_else(String::new, |member| expression(types, &member.ty, inner));
            format!("{} {{ m{index}: {value} }}", types.name(ty))
        }
        (Type::Enum(enumeration), Value::Bits(bits)) => {
            format!("{}::{}", types.name(ty), variant(enumeration, constant(enumeration, *bits)))
        }
        (Type::Scalar(scalar), Value::Bits(bits)) => number(types, *scalar, *bits),
        (Type::DataPointer, Value::Bits(bits)) => format!("{bits:#x}usize as *mut u8"),
        (_, Value::Bits(bits)) => reinterpreted("usize", *bits, &types.name(ty)),
        _ => "()".to_owned(),
    }
}

/// Expression for a value of a type whose bytes are all zero; of an enumeration its first constant.
pub(super) fn blank(types: &Types<'_>, ty: &Type, value: &Value) -> String {
    match ty {
        Type::Enum(_) => format!("{}::e0", types.name(ty)),
        Type::Array(elem, len) => {
            let Value::List(items) = value else { return "[]".to_owned() };
            let items: Vec<String> =
                items.iter().take(*len as usize).map(|item| blank(types, elem, item)).collect();
            format!("[{}]", items.join(", "))
        }
        Type::Record(record) => {
            let chosen: Vec<(usize, &Value)> = match value {
                Value::List(items) => items.iter().enumerate().collect(),
                Value::Member(index, inner) => vec![(*index, inner)],
                Value::Bits(_) => Vec::new(),
            };
            let member = |(i, item): (usize, &Value)| {
                let member = record.members.get(i)?;
                Some(format!("m{i}: {}", blank(types, &member.ty, item)))
            };
            let members: Vec<String> = chosen.into_iter().filter_map(member).collect();
            format!("{} {{ {} }}", types.name(ty), members.join(", "))
        }
        _ => expression(types, ty, &Value::Bits(0)),
    }
}

/// The constant of an enumeration that a value is, whatever the enumeration's width.
fn constant(enumeration: &EnumType, bits: u128) -> i64 {
    let is = |width: u32| {
        let mask = u128::MAX >> (128 - width);
        let constants = &mut enumeration.constants.iter();
        constants.find(|constant| u128::from(constant.cast_unsigned()) & mask == bits).copied()
    };
    [64, 32, 16, 8].into_iter().find_map(is).unwrap_or_default()
}

/// Expression for a number.
fn number(types: &Types<'_>, scalar: Scalar, bits: u128) -> String {
    let name = types.name(scalar.as_type());
    match types.target.float_format(scalar).bits() {
        _ if scalar == Scalar::Bool => (bits != 0).to_string(),
        width if scalar.is_floating() => reinterpreted(&format!("u{width}"), bits, &name),
        _ => signed(types, scalar, bits).unwrap_or_else(|| format!("{bits:#x}")),
    }
}

/// A number of a signed type.
fn signed(types: &Types<'_>, scalar: Scalar, bits: u128) -> Option<String> {
    let number = match scalar {
        // Whether it has a sign depends on the target.
        Scalar::Char => return Some(format!("{bits:#x}u8 as c_char")),
        Scalar::SignedChar => (bits as i8).into(),
        Scalar::Short => (bits as i16).into(),
        Scalar::Int | Scalar::WideChar => (bits as i32).into(),
        Scalar::Long | Scalar::PointerDifference if types.target.address_bytes() <= 4 => (bits as i32).into(),
        Scalar::Long | Scalar::PointerDifference | Scalar::LongLong => (bits as i64).into(),
        Scalar::Int128 => bits as i128,
        _ => return None,
    };
    let sign = if number < 0 { "-" } else { "" };
    Some(format!("{sign}{:#x}", number.unsigned_abs()))
}

/// Expression for the value of a type with the bits of an integer of its size.
fn reinterpreted(integer: &str, bits: u128, name: &str) -> String {
    format!("unsafe {{ bits::<{integer}, {name}> {{ bits: {bits:#x} }}.value }}")
}
