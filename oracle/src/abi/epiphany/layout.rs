//! Sizes, alignments and places of members: EPIPHANY-LAYOUT and the silent points on records.

use super::bits::{self, Cursor};
use super::mode::Mode;
use super::questions as q;
use super::rules::Rules;
use super::scalar;
use crate::choose::R;
use crosscall_model::layout::{Layout, MemberPlace};
use crosscall_model::{Member, Record, RecordKind, Type};

/// Sizes in bytes are cut off here, far above what any machine has room for, so that no sum overflows.
const MOST_BYTES: u64 = 1 << 40;

/// What rules know of a type.
pub(super) struct Facts {
    pub(super) layout: Layout,
    /// How it can be handled as a whole.
    pub(super) mode: Mode,
    /// Whether its alignment goes back to an `aligned` attribute.
    by_attribute: bool,
}

/// Layout of a type. Names the clauses on which sizes and places inside it rest, but not those about
/// its own alignment unless they were in doubt.
pub(super) fn layout(ty: &Type, rules: &mut Rules<'_, '_>) -> Layout {
    facts(ty, rules).layout
}

/// Size in bytes of the machine type by which a type can be handled as a whole: 1, 2, 4 or 8. Names no
/// clauses.
pub(super) fn natural_mode(ty: &Type, rules: &mut Rules<'_, '_>) -> Option<u64> {
    rules.citing(|rules| facts(ty, rules).mode.natural()).0
}

/// Everything about a type, as [`layout`].
pub(super) fn facts(ty: &Type, rules: &mut Rules<'_, '_>) -> Facts {
    match ty {
        Type::Array(elem, len) => {
            rules.cite(q::LAYOUT_11);
            let elem = facts(elem, rules);
            let size = elem.layout.size.saturating_mul(u64::from(*len)).min(MOST_BYTES);
            let align = elem.layout.align;
            let mode = Mode::of_array(elem.mode, *len, size, align);
            let layout = Layout { size, align, members: Vec::new() };
            Facts { layout, mode, by_attribute: elem.by_attribute }
        }
        Type::Record(record) => record_facts(ty, record, rules),
        Type::Complex(part) => {
            rules.cite(q::S24);
            let part = layout(part.as_type(), rules);
            parts_facts(part.size.saturating_mul(2), part.align, true)
        }
        Type::Vector { element, lanes } => {
            rules.cite(q::S25);
            let lane = layout(element.as_type(), rules);
            let size = lane.size.saturating_mul(u64::from(*lanes)).min(MOST_BYTES);
            let align = match size {
                _ if size == lane.align => size,
                _ => match rules.ask(q::VECTOR_ALIGN) {
                    R(8) => size,
                    R(9) => lane.align,
                    _ => size.min(8),
                },
            };
            // GCC has machine types for vectors of integers and for two floats, none for a single one.
            parts_facts(size, align.max(1), !element.is_floating() || *lanes > 1)
        }
        _ => {
            let size = scalar::basic(ty, rules).map_or(0, |b| b.size);
            let layout = match rules.seen(ty) {
                Some(seen) => seen.clone(),
                None => Layout { size, align: size.max(1), members: Vec::new() },
            };
            Facts { layout, mode: Mode::Natural(size), by_attribute: false }
        }
    }
}

/// A complex type or a vector: handled as a whole if there is a machine type for it, which has 8 bytes at
/// most.
fn parts_facts(size: u64, align: u64, has_machine_type: bool) -> Facts {
    let mode = if has_machine_type && size <= 8 { Mode::Natural(size) } else { Mode::Block };
    Facts { layout: Layout { size, align, members: Vec::new() }, mode, by_attribute: false }
}

fn record_facts(ty: &Type, record: &Record, rules: &mut Rules<'_, '_>) -> Facts {
    cite_structure(record, rules);
    let mut cursor = Cursor::default();
    let mut members = Vec::with_capacity(record.members.len());
    let mut end = 0;
    let mut contains_block = false;
    let mut by_attribute = record.align.is_some();
    for member in &record.members {
        if record.kind == RecordKind::Union {
            cursor.at = 0;
        }
        let place = match member.bits {
            Some(width) => {
                by_attribute |= member.align.is_some();
                bits::place(record, member, u64::from(width), &mut cursor, rules)
            }
            None => {
                let inner = facts(&member.ty, rules);
                contains_block |= inner.layout.size != 0 && inner.mode == Mode::Block;
                let aligned = aligned_by_attribute(record, member, &inner);
                by_attribute |= aligned;
                plain_member(record, member, &inner, aligned, &mut cursor, rules)
            }
        };
        end = end.max(cursor.at);
        members.push(place);
    }
    let mut align = cursor.align.max(attribute(record.align).unwrap_or(1));
    align = raised(record, align, &members, rules);
    let mut size = end.div_ceil(8).min(MOST_BYTES).next_multiple_of(align);
    if size == 0 && rules.ask(q::EMPTY_RECORD) == R(2) {
        size = align;
    }
    let layout = match rules.seen(ty) {
        Some(seen) => seen.clone(),
        None => Layout { size, align, members },
    };
    let mode = Mode::of_size(contains_block, layout.size, layout.align);
    // GCC forgets the attributes of a record that it handles as a machine type.
    by_attribute &= mode.natural().is_none();
    Facts { layout, mode, by_attribute }
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
    inner: &Facts,
    by_attribute: bool,
    cursor: &mut Cursor,
    rules: &mut Rules<'_, '_>,
) -> MemberPlace {
    if let Type::Record(nested) = &member.ty {
        rules.cite(q::LAYOUT_08);
        rules.cite(match nested.kind {
            RecordKind::Struct => q::LAYOUT_03,
            RecordKind::Union => q::LAYOUT_07,
        });
    }
    let align = member_align(record, member, inner, by_attribute, rules);
    cursor.align = cursor.align.max(align);
    let start = cursor.at.next_multiple_of(align * 8);
    if start != cursor.at && may_touch(record, member) && rules.ask(q::PADDING) == R(2) {
        cursor.at = cursor.at.next_multiple_of(8);
    } else {
        cursor.at = start;
    }
    let place = MemberPlace { bit_offset: cursor.at, bits: inner.layout.size.saturating_mul(8) };
    cursor.at = cursor.at.saturating_add(place.bits);
    place
}

/// The alignment of an attribute; it is a power of two, and is not trusted to be.
pub(super) fn attribute(align: Option<u32>) -> Option<u64> {
    align.map(|align| u64::from(align.max(1)))
}

/// Whether a lack of padding before a member is at all conceivable: not where an attribute speaks.
fn may_touch(record: &Record, member: &Member) -> bool {
    !record.packed && member.align.is_none()
}

/// Alignment of a member in bytes. `packed` lowers it to 1 and `aligned` raises it, which is the
/// meaning that GCC documents for these attributes (EPIPHANY-S03).
fn member_align(
    record: &Record,
    member: &Member,
    inner: &Facts,
    by_attribute: bool,
    rules: &mut Rules<'_, '_>,
) -> u64 {
    let asked = attribute(member.align);
    if record.packed {
        return asked.unwrap_or(1);
    }
    let natural = match &member.ty {
        Type::Array(elem, len) => {
            rules.cite(q::LAYOUT_10);
            let step = match inner.layout.size.checked_div(u64::from(*len)) {
                Some(step) => step,
                None => layout(elem, rules).size,
            };
            let doubtful = inner.layout.align == 4 && step >= 4 && !by_attribute;
            if doubtful && rules.ask(q::ARRAY_MEMBER) == R(2) { 8 } else { inner.layout.align }
        }
        _ => inner.layout.align,
    };
    natural.max(asked.unwrap_or(1))
}

/// Whether the alignment of a member that is no bit-field goes back to an `aligned` attribute, its own
/// or one inside its type. Matters only for EPIPHANY-LAYOUT-10.R2, which leaves such members alone.
fn aligned_by_attribute(record: &Record, member: &Member, inner: &Facts) -> bool {
    let own = member.align.is_some_and(|asked| record.packed || u64::from(asked) >= inner.layout.align);
    own || inner.by_attribute
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
