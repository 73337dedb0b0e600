//! Sizes, alignments and places of members.

use super::bits::{self, Cursor};
use super::{Data, Placing};
use crate::abi::rules::Rules;
use crosscall_model::layout::{Layout, MemberPlace};
use crosscall_model::{Record, RecordKind, Type};

/// Sizes in bytes are cut off here, far above what any machine has room for, so that no sum overflows.
const MOST_BYTES: u64 = 1 << 40;

/// Layout of a type. Names the clauses on which sizes and places inside it rest, but not those about
/// its own alignment unless they were in doubt.
pub(in crate::abi) fn layout(data: &dyn Data, ty: &Type, rules: &mut Rules<'_>) -> Layout {
    data.cite_type(ty, rules);
    match ty {
        Type::Array(elem, len) => {
            let elem = layout(data, elem, rules);
            let size = elem.size.saturating_mul(u64::from(*len)).min(MOST_BYTES);
            Layout { size, align: elem.align, members: Vec::new() }
        }
        Type::Record(record) => record_layout(data, ty, record, rules),
        _ => match ty.parts() {
            Some((part, count)) => {
                let part = layout(data, part.as_type(), rules);
                let size = part.size.saturating_mul(u64::from(count)).min(MOST_BYTES);
                let size = data.parts_size(ty, size, rules);
                let align = data.parts_align(ty, &part, size, rules).max(1);
                Layout { size, align, members: Vec::new() }
            }
            None => {
                let (size, align) = data.basic(ty, rules).map_or((0, 1), |b| (b.size, b.align));
                match rules.seen(ty) {
                    Some(seen) => seen.clone(),
                    None => Layout { size, align: align.max(1), members: Vec::new() },
                }
            }
        },
    }
}

fn record_layout(data: &dyn Data, ty: &Type, record: &Record, rules: &mut Rules<'_>) -> Layout {
    let mut cursor = Cursor::default();
    let mut members = Vec::with_capacity(record.members.len());
    let (mut end, mut solid) = (0, 0);
    for member in &record.members {
        if record.kind == RecordKind::Union {
            cursor.at = 0;
        }
        let place = match member.bits {
            Some(width) => bits::place(data, record, member, u64::from(width), &mut cursor, rules),
            None => {
                let inner = layout(data, &member.ty, rules);
                plain_member(data, Placing { record, member, inner: &inner }, &mut cursor, rules)
            }
        };
        end = end.max(cursor.at);
        if member.bits != Some(0) {
            solid = end;
        }
        members.push(place);
    }
    let asked = cursor.align.max(attribute(record.align).unwrap_or(1));
    let align = data.record_align(record, asked, &members, rules).max(1);
    if end.div_ceil(8) > solid.div_ceil(8) && !data.zero_width_enlarges(rules) {
        end = solid;
    }
    let mut size = end.div_ceil(8).min(MOST_BYTES).next_multiple_of(align);
    if size == 0 {
        size = data.empty_size(align, rules);
    }
    match rules.seen(ty) {
        Some(seen) => seen.clone(),
        // A typedef leaves the size as it is.
        None => Layout { size, align: attribute(record.name_align).unwrap_or(align), members },
    }
}

/// Places a plain member. The attribute `packed` lowers its alignment to 1 and `aligned` raises it, which is the
/// meaning that GCC documents for them.
fn plain_member(
    data: &dyn Data,
    placing: Placing<'_>,
    cursor: &mut Cursor,
    rules: &mut Rules<'_>,
) -> MemberPlace {
    let Placing { record, member, inner } = placing;
    data.cite_member(member, rules);
    let asked = attribute(member.align).unwrap_or(1);
    let align = if record.packed { asked } else { data.member_align(placing, rules).max(asked) };
    let raises = align > cursor.align.max(asked) && data.aligns_record(placing, rules);
    cursor.align = cursor.align.max(if raises { align } else { asked });
    let start = cursor.at.next_multiple_of(align.saturating_mul(8));
    // An attribute demands its padding under every reading.
    let in_doubt = start != cursor.at && !record.packed && member.align.is_none();
    cursor.at = if in_doubt && data.is_unpadded(rules) { cursor.at.next_multiple_of(8) } else { start };
    let place = MemberPlace { bit_offset: cursor.at, bits: inner.size.saturating_mul(8) };
    cursor.at = cursor.at.saturating_add(place.bits);
    place
}

/// The alignment in bytes of an attribute; it is a power of two, and is not trusted to be.
pub(super) fn attribute(align: Option<u32>) -> Option<u64> {
    align.map(|align| u64::from(align.max(1)))
}
