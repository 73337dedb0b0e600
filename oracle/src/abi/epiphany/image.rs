//! Values as bytes in memory: little-endian (EPIPHANY-TYPE-02), members where the layout has them.

use super::layout::layout;
use super::numbers::member_clauses;
use super::questions as q;
use super::rules::{Rules, joined};
use crosscall_model::layout::Image;
use crosscall_model::plan::{ClauseId, Part};
use crosscall_model::{Record, RecordKind, Type, Value};

/// The largest image that is built; larger types are cut off, which no case comes near.
const MOST_BYTES: u64 = 1 << 20;

/// The scalars of a composite value with their places, in the order of its leaves; none for a scalar.
pub(super) fn parts(ty: &Type, value: &Value, rules: &mut Rules<'_, '_>) -> Vec<Part> {
    let mut parts = Vec::new();
    if matches!(ty, Type::Record(_) | Type::Array(..)) || ty.parts().is_some() {
        walk(ty, value, At { bit: 0, clauses: Vec::new() }, &mut parts, rules);
    }
    parts
}

/// A place inside a value, with the clauses by which what lies there does not begin elsewhere.
struct At {
    bit: u64,
    clauses: Vec<ClauseId>,
}

/// What comes first inside a composite lies where the composite does; what follows has reasons of its own.
fn walk(ty: &Type, value: &Value, at: At, parts: &mut Vec<Part>, rules: &mut Rules<'_, '_>) {
    match (ty, value) {
        (Type::Array(elem, _), Value::List(items)) => {
            let step = layout(elem, rules).size.saturating_mul(8);
            let stride: Vec<ClauseId> = match &**elem {
                Type::Record(_) => vec![q::LAYOUT_11, q::LAYOUT_03, q::LAYOUT_12],
                _ => vec![q::LAYOUT_11, q::LAYOUT_12],
            };
            for (i, item) in items.iter().enumerate() {
                let bit = at.bit.saturating_add(step.saturating_mul(i as u64));
                let clauses = if i == 0 { at.clauses.clone() } else { stride.clone() };
                walk(elem, item, At { bit, clauses }, parts, rules);
            }
        }
        (Type::Record(record), value) => {
            let places = layout(ty, rules).members;
            let mut member = |index: usize, value: &Value, rules: &mut Rules<'_, '_>| {
                let Some((member, place)) = record.members.get(index).zip(places.get(index)) else { return };
                let bit = at.bit.saturating_add(place.bit_offset);
                let clauses = place_clauses(record, index, &at.clauses, rules);
                match (member.bits, value) {
                    (Some(width), _) => {
                        let bits = u64::from(width);
                        parts.push(Part { bit_offset: bit, bits, bit_field: true, clauses });
                    }
                    (None, value) => walk(&member.ty, value, At { bit, clauses }, parts, rules),
                }
            };
            match (record.kind, value) {
                (RecordKind::Struct, Value::List(items)) => {
                    let named = record.members.iter().enumerate().filter(|(_, m)| m.named);
                    for ((index, _), item) in named.zip(items) {
                        member(index, item, rules);
                    }
                }
                (_, Value::Member(index, inner)) => member(*index, inner, rules),
                _ => {}
            }
        }
        (Type::Complex(_) | Type::Vector { .. }, Value::List(items)) => {
            let Some((part, _)) = ty.parts() else { return };
            let bits = layout(part.as_type(), rules).size.saturating_mul(8);
            let own = if matches!(ty, Type::Complex(_)) { q::S24 } else { q::S25 };
            for (i, _) in items.iter().enumerate() {
                let clauses = if i == 0 { at.clauses.clone() } else { vec![own] };
                let bit_offset = at.bit.saturating_add(bits.saturating_mul(i as u64));
                parts.push(Part { bit_offset, bits, bit_field: false, clauses });
            }
        }
        (Type::Array(..) | Type::Complex(_) | Type::Vector { .. }, _) => {}
        (_, Value::Bits(_)) => {
            let bits = layout(ty, rules).size.saturating_mul(8);
            parts.push(Part { bit_offset: at.bit, bits, bit_field: false, clauses: at.clauses });
        }
        _ => {}
    }
}

/// The clauses by which a member lies where it does; `outer` are those of its record.
fn place_clauses(
    record: &Record,
    index: usize,
    outer: &[ClauseId],
    rules: &mut Rules<'_, '_>,
) -> Vec<ClauseId> {
    let Some(member) = record.members.get(index) else { return Vec::new() };
    let attributes = record.packed || member.align.is_some();
    let own = match (member.bits, record.kind) {
        (Some(_), _) => vec![q::S02, q::TYPE_03],
        (None, RecordKind::Union) => vec![q::LAYOUT_05],
        (None, RecordKind::Struct) if index == 0 => Vec::new(),
        (None, RecordKind::Struct) => {
            let after_bits = record.members.get(index - 1).is_some_and(|before| before.bits.is_some());
            let mut own = if attributes { vec![q::S03] } else { member_clauses(record, member, rules) };
            own.push(q::LAYOUT_09);
            if after_bits {
                own.push(q::S02);
            }
            own
        }
    };
    let first = index == 0 || record.kind == RecordKind::Union;
    let mut all = joined([if first { outer } else { &[] }, &own]);
    // Bit-fields are told by their own clauses, wherever their record lies.
    if member.bits.is_some() {
        all = joined([&own, outer]);
    }
    all
}

/// Bytes of a value; what the value does not determine holds `filler`.
pub(super) fn image(ty: &Type, value: &Value, filler: u8, rules: &mut Rules<'_, '_>) -> Image {
    let size = layout(ty, rules).size.min(MOST_BYTES);
    let mut image = Image::padding(usize::try_from(size).unwrap_or(0), filler);
    put(ty, value, 0, None, &mut image, rules);
    image
}

fn put(ty: &Type, value: &Value, at: u64, bits: Option<u8>, image: &mut Image, rules: &mut Rules<'_, '_>) {
    match (ty, value) {
        (Type::Array(elem, _), Value::List(items)) => {
            let step = layout(elem, rules).size.saturating_mul(8);
            for (i, item) in items.iter().enumerate() {
                put(elem, item, at.saturating_add(step.saturating_mul(i as u64)), None, image, rules);
            }
        }
        (Type::Record(record), value) => {
            let places = layout(ty, rules).members;
            let member = |index: usize| record.members.get(index).zip(places.get(index));
            let mut put_member = |index: usize, value: &Value, rules: &mut Rules<'_, '_>| {
                if let Some((member, place)) = member(index) {
                    put(&member.ty, value, at.saturating_add(place.bit_offset), member.bits, image, rules);
                }
            };
            match (record.kind, value) {
                (RecordKind::Struct, Value::List(items)) => {
                    let named = record.members.iter().enumerate().filter(|(_, m)| m.named);
                    for ((index, _), item) in named.zip(items) {
                        put_member(index, item, rules);
                    }
                }
                (_, Value::Member(index, inner)) => put_member(*index, inner, rules),
                _ => {}
            }
        }
        (Type::Complex(_) | Type::Vector { .. }, Value::List(items)) => {
            let Some((part, _)) = ty.parts() else { return };
            let step = layout(part.as_type(), rules).size.saturating_mul(8);
            for (i, item) in items.iter().enumerate() {
                put(
                    part.as_type(),
                    item,
                    at.saturating_add(step.saturating_mul(i as u64)),
                    None,
                    image,
                    rules,
                );
            }
        }
        (Type::Array(..) | Type::Complex(_) | Type::Vector { .. }, _) => {}
        (_, Value::Bits(value)) => {
            let width = match bits {
                Some(width) => u64::from(width),
                None => layout(ty, rules).size.saturating_mul(8),
            };
            image.put(at, width, *value);
        }
        _ => {}
    }
}
