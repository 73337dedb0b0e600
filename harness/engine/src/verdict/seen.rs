//! The layouts that a subject was seen to have, put together from the constants and objects of its layout unit
//! (see [`crosscall_model::unit`]). Calls with types that are laid out otherwise than the document has it are
//! judged with these, so that one fault is not reported again for every argument.

use super::constants::Constants;
use crate::machine;
use crosscall_model::layout::{Layout, SeenLayouts};
use crosscall_model::unit::{self, LayoutItem};
use crosscall_model::{Case, RecordKind, Type, Value};

/// The layouts of the types of case `k`. `numbers` are the constants of its unit; what they do not give is taken
/// from `plain`, the document's layout.
pub(super) fn layouts(
    k: usize,
    case: &Case,
    numbers: &[u64],
    constants: &Constants<'_>,
    plain: &mut dyn FnMut(&Type) -> Layout,
) -> SeenLayouts {
    let mut seen = SeenLayouts::default();
    for (item, number) in unit::layout_items(case).iter().zip(numbers) {
        let (LayoutItem::Size(ty) | LayoutItem::Align(ty) | LayoutItem::Offset(ty, _)) = item else {
            continue;
        };
        let at = match seen.0.iter().position(|(known, _)| known == *ty) {
            Some(at) => at,
            None => {
                seen.0.push(((*ty).clone(), plain(ty)));
                seen.0.len() - 1
            }
        };
        let Some((_, layout)) = seen.0.get_mut(at) else { continue };
        match item {
            LayoutItem::Size(_) => layout.size = *number,
            // Whatever a broken compiler says: rules divide by it.
            LayoutItem::Align(_) if number.is_power_of_two() => layout.align = *number,
            LayoutItem::Offset(_, index) => {
                if let Some(place) = layout.members.get_mut(*index) {
                    place.bit_offset = number.saturating_mul(8);
                }
            }
            _ => {}
        }
    }
    for (i, (ty, value)) in unit::valued_types(case).into_iter().enumerate() {
        let fields = fields(ty, value, 0, &seen);
        for (j, field) in fields.iter().enumerate().take(unit::bit_field_values(ty, value).len()) {
            let symbol = machine::symbol(case.target, &unit::bits(k, i, j));
            let len = seen.of(ty).map_or(0, |layout| usize::try_from(layout.size).unwrap_or(0));
            let set = constants.bytes_of(&symbol, len).and_then(|bytes| run_of_bits(&bytes));
            let Some((first, width)) = set else { continue };
            let Some((_, layout)) = seen.0.iter_mut().find(|(known, _)| *known == field.record) else {
                continue;
            };
            if let (Some(place), Some(inside)) =
                (layout.members.get_mut(field.member), first.checked_sub(field.base))
                && place.bits == width
            {
                place.bit_offset = inside;
            }
        }
    }
    seen
}

/// A bit-field among the leaves of a value.
struct Field {
    record: Type,
    member: usize,
    /// Bit at which its record begins.
    base: u64,
}

/// The bit-fields of a value in the order of its leaves.
fn fields(ty: &Type, value: &Value, base: u64, seen: &SeenLayouts) -> Vec<Field> {
    match (ty, value) {
        (Type::Array(elem, _), Value::List(items)) => {
            let step = seen.of(elem).map_or(0, |layout| layout.size.saturating_mul(8));
            let inside = |(i, item)| fields(elem, item, base.saturating_add(step.saturating_mul(i)), seen);
            (0u64..).zip(items).flat_map(inside).collect()
        }
        (Type::Record(record), value) => {
            let places = seen.of(ty).map_or(&[][..], |layout| layout.members.as_slice());
            let inside = |index: usize, value: &Value| -> Vec<Field> {
                match record.members.get(index) {
                    Some(member) if member.bits.is_some_and(|bits| bits > 0) => {
                        vec![Field { record: ty.clone(), member: index, base }]
                    }
                    Some(member) => {
                        let at = places.get(index).map_or(0, |place| place.bit_offset);
                        fields(&member.ty, value, base.saturating_add(at), seen)
                    }
                    None => Vec::new(),
                }
            };
            match (record.kind, value) {
                (RecordKind::Struct, Value::List(items)) => {
                    let named = record.members.iter().enumerate().filter(|(_, m)| m.named);
                    named.zip(items).flat_map(|((index, _), item)| inside(index, item)).collect()
                }
                (_, Value::Member(index, inner)) => inside(*index, inner),
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// The first of the bits that are set and their number, if they stand together.
fn run_of_bits(bytes: &[u8]) -> Option<(u64, u64)> {
    let set = (0u64..)
        .zip(bytes)
        .flat_map(|(i, byte)| (0..8).filter(move |bit| byte >> bit & 1 == 1).map(move |bit| i * 8 + bit));
    let set: Vec<u64> = set.collect();
    let (first, last) = (*set.first()?, *set.last()?);
    let width = last - first + 1;
    (width == set.len() as u64).then_some((first, width))
}
