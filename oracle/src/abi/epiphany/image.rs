//! Values as bytes in memory: little-endian (EPIPHANY-TYPE-02), members where the layout has them.

use super::layout::layout;
use super::rules::Rules;
use crosscall_model::layout::Image;
use crosscall_model::{RecordKind, Type, Value};

/// The largest image that is built; larger types are cut off, which no case comes near.
const MOST_BYTES: u64 = 1 << 20;

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
        (Type::Array(..), _) => {}
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
