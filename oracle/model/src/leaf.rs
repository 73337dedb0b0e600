//! The scalars inside a value, one by one: what C code can read and write without knowing a layout.

use crate::ctype::{RecordKind, Type};
use crate::value::Value;

/// One scalar inside a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaf<'a> {
    /// How C reaches it from the value: empty, or such as `.m0.m2[1]`.
    pub path: String,
    /// Scalar, enumeration or pointer type; the declared type for a bit-field.
    pub ty: &'a Type,
    /// Width in bits when it is a bit-field.
    pub bits: Option<u8>,
    /// Its value, right aligned.
    pub value: u64,
}

/// The leaves of a value in order of declaration; of a union, those of the member that holds the value.
/// Empty where the value does not fit the type.
pub fn leaves<'a>(ty: &'a Type, value: &Value) -> Vec<Leaf<'a>> {
    let mut found = Vec::new();
    walk(ty, value, None, String::new(), &mut found);
    found
}

fn walk<'a>(ty: &'a Type, value: &Value, bits: Option<u8>, path: String, found: &mut Vec<Leaf<'a>>) {
    match (ty, value) {
        (Type::Array(elem, _), Value::List(items)) => {
            for (i, item) in items.iter().enumerate() {
                walk(elem, item, None, format!("{path}[{i}]"), found);
            }
        }
        (Type::Record(record), Value::List(items)) if record.kind == RecordKind::Struct => {
            let named = record.members.iter().enumerate().filter(|(_, m)| m.named);
            for ((i, member), item) in named.zip(items) {
                walk(&member.ty, item, member.bits, format!("{path}.m{i}"), found);
            }
        }
        (Type::Record(record), Value::Member(index, inner)) => {
            if let Some(member) = record.members.get(*index) {
                walk(&member.ty, inner, member.bits, format!("{path}.m{index}"), found);
            }
        }
        (Type::Array(..) | Type::Record(_), _) => {}
        (_, Value::Bits(value)) => found.push(Leaf { path, ty, bits, value: *value }),
        _ => {}
    }
}
