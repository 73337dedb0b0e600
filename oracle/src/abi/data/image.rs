//! Values as bytes in memory, the least significant byte first, members where the layout has them.

use super::{Data, layout};
use crate::abi::rules::Rules;
use crosscall_model::layout::Image;
use crosscall_model::plan::{ClauseId, Part};
use crosscall_model::unit::LayoutItem;
use crosscall_model::{Record, RecordKind, Scalar, Type, Value};

/// The largest image that is built; larger types are cut off, which no case comes near.
const MOST_BYTES: u64 = 1 << 20;

/// The scalars of a composite value with their places, in the order of its leaves; none for a scalar.
pub(in crate::abi) fn parts(data: &dyn Data, ty: &Type, value: &Value, rules: &mut Rules<'_>) -> Vec<Part> {
    let mut parts = Vec::new();
    if matches!(ty, Type::Record(_) | Type::Array(..)) || ty.parts().is_some() {
        walk(data, ty, value, At { bit: 0, clauses: Vec::new() }, &mut parts, rules);
    }
    parts
}

/// A place inside a value, with the clauses by which what lies there does not begin elsewhere.
struct At {
    bit: u64,
    clauses: Vec<ClauseId>,
}

/// The first part of a composite lies where the composite does; each later part has clauses of its own.
fn walk(data: &dyn Data, ty: &Type, value: &Value, at: At, parts: &mut Vec<Part>, rules: &mut Rules<'_>) {
    match (ty, value) {
        (Type::Array(elem, _), Value::List(items)) => {
            let step = layout(data, elem, rules).size.saturating_mul(8);
            let stride = data.stride_clauses(ty);
            for (i, item) in items.iter().enumerate() {
                let bit = at.bit.saturating_add(step.saturating_mul(i as u64));
                let clauses = if i == 0 { at.clauses.clone() } else { stride.clone() };
                walk(data, elem, item, At { bit, clauses }, parts, rules);
            }
        }
        (Type::Record(record), value) => {
            let places = layout(data, ty, rules).members;
            for (index, value) in given(record, value) {
                let Some((member, place)) = record.members.get(index).zip(places.get(index)) else {
                    continue;
                };
                let bit = at.bit.saturating_add(place.bit_offset);
                let clauses = data.place_clauses((record, &places), index, &at.clauses, rules);
                if let Some(width) = member.bits {
                    let bits = u64::from(width);
                    let sign = sign(data, (ty, index), (&member.ty, width), rules);
                    parts.push(Part { bit_offset: bit, bits, bit_field: true, sign, clauses });
                } else {
                    walk(data, &member.ty, value, At { bit, clauses }, parts, rules);
                }
            }
        }
        (Type::Complex(_) | Type::Vector { .. }, Value::List(items)) => {
            let Some((part, _)) = ty.parts() else { return };
            let bits = layout(data, part.as_type(), rules).size.saturating_mul(8);
            let stride = data.stride_clauses(ty);
            for (i, _) in items.iter().enumerate() {
                let clauses = if i == 0 { at.clauses.clone() } else { stride.clone() };
                let bit_offset = at.bit.saturating_add(bits.saturating_mul(i as u64));
                parts.push(Part { bit_offset, bits, bit_field: false, sign: None, clauses });
            }
        }
        (Type::Array(..) | Type::Complex(_) | Type::Vector { .. }, _) => {}
        (_, Value::Bits(_)) => {
            let bits = match ty {
                Type::BitInt(integer) => integer.bits.into(),
                _ => layout(data, ty, rules).size.saturating_mul(8),
            };
            parts.push(Part { bit_offset: at.bit, bits, bit_field: false, sign: None, clauses: at.clauses });
        }
        _ => {}
    }
}

/// Members that a value of a record has contents for: the number of each with its own value.
fn given<'v>(record: &Record, value: &'v Value) -> Vec<(usize, &'v Value)> {
    match (record.kind, value) {
        (RecordKind::Struct, Value::List(items)) => {
            let named = record.members.iter().enumerate().filter(|(_, member)| member.named);
            named.map(|(index, _)| index).zip(items).collect()
        }
        (_, Value::Member(index, inner)) => vec![(*index, inner)],
        _ => Vec::new(),
    }
}

/// Sign of a bit-field: true if its highest bit is one, with the clauses by which constants show it.
fn sign(
    data: &dyn Data,
    (record, index): (&Type, usize),
    (ty, width): (&Type, u8),
    rules: &mut Rules<'_>,
) -> Option<(bool, Vec<ClauseId>)> {
    if *ty == Type::Scalar(Scalar::Bool) {
        return None;
    }
    let (signed, cited) = rules.citing(|rules| data.is_field_signed(ty, width, rules));
    let item = LayoutItem::FieldSigned(record, index);
    let clauses = data.number_clauses(&item, signed.map(u64::from), &cited, rules);
    signed.map(|signed| (signed, clauses))
}

/// Bytes of a value; what the value does not determine holds `filler`.
pub(in crate::abi) fn image(
    data: &dyn Data,
    ty: &Type,
    value: &Value,
    filler: u8,
    rules: &mut Rules<'_>,
) -> Image {
    let size = layout(data, ty, rules).size.min(MOST_BYTES);
    let mut image = Image::padding(usize::try_from(size).unwrap_or(0), filler);
    put(data, ty, value, 0, None, &mut image, rules);
    image
}

fn put(
    data: &dyn Data,
    ty: &Type,
    value: &Value,
    at: u64,
    bits: Option<u8>,
    image: &mut Image,
    rules: &mut Rules<'_>,
) {
    match (ty, value) {
        (Type::Array(elem, _), Value::List(items)) => {
            let step = layout(data, elem, rules).size.saturating_mul(8);
            for (i, item) in items.iter().enumerate() {
                put(data, elem, item, at.saturating_add(step.saturating_mul(i as u64)), None, image, rules);
            }
        }
        (Type::Record(record), value) => {
            let places = layout(data, ty, rules).members;
            for (index, value) in given(record, value) {
                let Some((member, place)) = record.members.get(index).zip(places.get(index)) else {
                    continue;
                };
                let bit = at.saturating_add(place.bit_offset);
                put(data, &member.ty, value, bit, member.bits, image, rules);
            }
        }
        (Type::Complex(_) | Type::Vector { .. }, Value::List(items)) => {
            let Some((part, _)) = ty.parts() else { return };
            let step = layout(data, part.as_type(), rules).size.saturating_mul(8);
            for (i, item) in items.iter().enumerate() {
                let bit = at.saturating_add(step.saturating_mul(i as u64));
                put(data, part.as_type(), item, bit, None, image, rules);
            }
        }
        (Type::Array(..) | Type::Complex(_) | Type::Vector { .. }, _) => {}
        (_, Value::Bits(value)) => {
            let (width, stored) = match bits {
                Some(width) => (u64::from(width), *value),
                None => {
                    let size = layout(data, ty, rules).size;
                    data.stored(ty, size, *value, rules)
                }
            };
            image.put(at, width, stored);
        }
        _ => {}
    }
}
