//! Values of C types, independent of any layout, and their text form in case files.

use crate::ctype::{RecordKind, Type};
use serde::{Deserialize, Serialize};

/// Value of a C type. Its shape is that of the type: see [`Value::fits`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Value {
    /// The bits of a scalar, enumeration, pointer or bit-field, right aligned. A floating value is
    /// given by its IEEE 754 encoding. Bits above the width of the type are zero.
    Bits(u128),
    /// Elements of an array, lanes of a vector, real and imaginary part, or the named members of a
    /// structure, in order.
    List(Vec<Value>),
    /// A union in which the member with this index (among all members) holds this value. An empty
    /// union is an empty [`Value::List`].
    Member(usize, Box<Value>),
}

impl Value {
    /// True if the value has the shape of the type.
    pub fn fits(&self, ty: &Type) -> bool {
        match (ty, self) {
            (Type::Array(elem, len), Value::List(items)) => {
                items.len() == *len as usize && items.iter().all(|v| v.fits(elem))
            }
            (Type::Record(record), value) => match (record.kind, value) {
                (RecordKind::Struct, Value::List(items)) => {
                    let named: Vec<_> = record.members.iter().filter(|m| m.named).collect();
                    named.len() == items.len() && named.iter().zip(items).all(|(m, v)| v.fits(&m.ty))
                }
                (RecordKind::Union, Value::Member(index, inner)) => {
                    record.members.get(*index).is_some_and(|m| m.named && inner.fits(&m.ty))
                }
                (RecordKind::Union, Value::List(items)) => {
                    items.is_empty() && record.members.iter().all(|m| !m.named)
                }
                _ => false,
            },
            (Type::Complex(_) | Type::Vector { .. }, Value::List(items)) => {
                let count = ty.parts().map_or(0, |(_, count)| count as usize);
                items.len() == count && items.iter().all(|item| matches!(item, Value::Bits(_)))
            }
            (Type::Array(..) | Type::Complex(_) | Type::Vector { .. }, _) => false,
            (_, Value::Bits(_)) => true,
            _ => false,
        }
    }

    /// Value of the same shape with other bits in its scalars, which are visited in order of declaration.
    pub fn map_bits(&self, change: &mut dyn FnMut(u128) -> u128) -> Value {
        match self {
            Value::Bits(bits) => Value::Bits(change(*bits)),
            Value::List(items) => Value::List(items.iter().map(|item| item.map_bits(change)).collect()),
            Value::Member(index, inner) => Value::Member(*index, Box::new(inner.map_bits(change))),
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Bits(bits) => write!(f, "{bits:#x}"),
            Value::List(items) => {
                f.write_str("{")?;
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{item}")?;
                }
                f.write_str("}")
            }
            Value::Member(index, inner) => write!(f, ".{index}={inner}"),
        }
    }
}
