//! Sizes, alignments and places of members: EPIPHANY-LAYOUT and the silent points on records.

use super::bits::{self, Cursor};
use super::questions as q;
use super::rules::Rules;
use super::scalar;
use crate::choose::R;
use crosscall_model::layout::{Layout, MemberPlace};
use crosscall_model::{Member, Record, RecordKind, Type};

/// Layout of a type. Names the clauses on which sizes and places inside it rest, but not those about
/// its own alignment unless they were in doubt.
pub(super) fn layout(ty: &Type, rules: &mut Rules<'_, '_>) -> Layout {
    match ty {
        Type::Array(elem, len) => {
            rules.cite(q::LAYOUT_11);
            let elem = layout(elem, rules);
            let size = elem.size.saturating_mul(u64::from(*len));
            Layout { size, align: elem.align, members: Vec::new() }
        }
        Type::Record(record) => record_layout(record, rules),
        _ => {
            let size = scalar::basic(ty, rules).map_or(0, |b| b.size);
            Layout { size, align: size.max(1), members: Vec::new() }
        }
    }
}

fn record_layout(record: &Record, rules: &mut Rules<'_, '_>) -> Layout {
    cite_structure(record, rules);
    let mut cursor = Cursor::default();
    let mut members = Vec::with_capacity(record.members.len());
    let mut end = 0;
    for member in &record.members {
        if record.kind == RecordKind::Union {
            cursor.at = 0;
        }
        let place = match member.bits {
            Some(width) => bits::place(record, member, u64::from(width), &mut cursor, rules),
            None => plain_member(record, member, &mut cursor, rules),
        };
        end = end.max(cursor.at);
        members.push(place);
    }
    let mut align = cursor.align.max(record.align.map_or(1, u64::from));
    align = raised(record, align, &members, rules);
    let mut size = end.div_ceil(8).next_multiple_of(align);
    if size == 0 && rules.ask(q::EMPTY_RECORD) == R(2) {
        size = align;
    }
    Layout { size, align, members }
}

/// The clauses that every record of this shape rests on.
fn cite_structure(record: &Record, rules: &mut Rules<'_, '_>) {
    if record.packed || record.align.is_some() || record.members.iter().any(|m| m.align.is_some()) {
        rules.cite(q::S03);
    }
    match record.kind {
        RecordKind::Union if !record.members.is_empty() => rules.cite(q::LAYOUT_05),
        RecordKind::Struct if record.members.len() > 1 => {
            rules.cite(q::LAYOUT_01);
            rules.cite(q::LAYOUT_09);
        }
        _ => {}
    }
}

fn plain_member(
    record: &Record,
    member: &Member,
    cursor: &mut Cursor,
    rules: &mut Rules<'_, '_>,
) -> MemberPlace {
    let inner = layout(&member.ty, rules);
    if let Type::Record(nested) = &member.ty {
        rules.cite(q::LAYOUT_08);
        rules.cite(match nested.kind {
            RecordKind::Struct => q::LAYOUT_03,
            RecordKind::Union => q::LAYOUT_07,
        });
    }
    let align = member_align(record, member, &inner, rules);
    cursor.align = cursor.align.max(align);
    let start = cursor.at.next_multiple_of(align * 8);
    if start != cursor.at && may_touch(record, member) && rules.ask(q::PADDING) == R(2) {
        cursor.at = cursor.at.next_multiple_of(8);
    } else {
        cursor.at = start;
    }
    let place = MemberPlace { bit_offset: cursor.at, bits: inner.size.saturating_mul(8) };
    cursor.at = cursor.at.saturating_add(place.bits);
    place
}

/// Whether a lack of padding before a member is at all conceivable: not where an attribute speaks.
fn may_touch(record: &Record, member: &Member) -> bool {
    !record.packed && member.align.is_none()
}

/// Alignment of a member in bytes. `packed` lowers it to 1 and `aligned` raises it, which is the
/// meaning that GCC documents for these attributes (EPIPHANY-S03).
fn member_align(record: &Record, member: &Member, inner: &Layout, rules: &mut Rules<'_, '_>) -> u64 {
    let asked = member.align.map(u64::from);
    if record.packed {
        return asked.unwrap_or(1);
    }
    let natural = match &member.ty {
        Type::Array(elem, len) => {
            rules.cite(q::LAYOUT_10);
            let step = match inner.size.checked_div(u64::from(*len)) {
                Some(step) => step,
                None => layout(elem, rules).size,
            };
            let doubtful = inner.align == 4 && step >= 4 && !aligned_by_attribute(record, member, rules);
            if doubtful && rules.ask(q::ARRAY_MEMBER) == R(2) { 8 } else { inner.align }
        }
        _ => inner.align,
    };
    natural.max(asked.unwrap_or(1))
}

/// Whether the alignment of a member goes back to an `aligned` attribute, its own or one inside its
/// type. Matters only for EPIPHANY-LAYOUT-10.R2, which leaves such members alone.
fn aligned_by_attribute(record: &Record, member: &Member, rules: &mut Rules<'_, '_>) -> bool {
    if let Some(asked) = member.align
        && (record.packed || member.bits.is_some() || u64::from(asked) >= layout(&member.ty, rules).align)
    {
        return true;
    }
    let mut ty = &member.ty;
    while let Type::Array(elem, _) = ty {
        ty = elem;
    }
    ty.record().is_some_and(|inner| {
        inner.align.is_some() || inner.members.iter().any(|m| aligned_by_attribute(inner, m, rules))
    })
}

/// The alignment of a record whose members and attributes ask for `align` (EPIPHANY-LAYOUT-02 and
/// -06): raised where the reading in force says so.
fn raised(record: &Record, align: u64, members: &[MemberPlace], rules: &mut Rules<'_, '_>) -> u64 {
    if record.packed || align >= 8 {
        return align;
    }
    let long = |m: &MemberPlace| m.bits >= 64 || m.bit_offset >= 64;
    let end = members.iter().map(|m| m.bit_offset.saturating_add(m.bits)).max().unwrap_or(0);
    let other = if members.iter().any(long) || end > 32 {
        8
    } else if end == 32 {
        4
    } else {
        return align;
    };
    if other <= align {
        return align;
    }
    let question = match record.kind {
        RecordKind::Struct => q::STRUCT_ALIGN,
        RecordKind::Union => q::UNION_ALIGN,
    };
    if rules.ask(question) == R(2) { other } else { align }
}
