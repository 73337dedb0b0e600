//! Places of bit-fields. Bits are counted from bit 0 upwards through the bytes.

use super::layout::attribute;
use super::{Data, layout};
use crate::abi::rules::Rules;
use crosscall_model::layout::MemberPlace;
use crosscall_model::{Member, Record};

/// Position inside a record whose layout is under way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor {
    /// First free bit, counted from bit 0 of the record's first byte.
    pub(super) at: u64,
    /// Alignment in bytes that the members so far ask for.
    pub(super) align: u64,
}

impl Default for Cursor {
    fn default() -> Cursor {
        Cursor { at: 0, align: 1 }
    }
}

/// Places a bit-field of `width` bits and moves the cursor behind it.
pub(super) fn place(
    data: &dyn Data,
    record: &Record,
    member: &Member,
    width: u64,
    cursor: &mut Cursor,
    rules: &mut Rules<'_>,
) -> MemberPlace {
    data.cite_bit_field(rules);
    let declared = layout(data, &member.ty, rules);
    let unit = declared.align.saturating_mul(8).max(8);
    if let Some(asked) = attribute(member.align) {
        cursor.at = cursor.at.next_multiple_of(asked * 8);
        cursor.align = cursor.align.max(asked);
    }
    let is_packed = record.packed && (width > 0 || !data.cuts_packed(rules));
    let step = if is_packed { data.packed_step(unit, rules) } else { None };
    let mut may_cross = || if is_packed { data.may_cross_packed(rules) } else { data.may_cross(rules) };
    let is_moved = match step {
        Some(step) => width == 0 || cursor.at % step.max(1) + width > unit,
        None => width == 0 || (crosses(cursor.at, width, unit) && !may_cross()),
    };
    if is_moved {
        cursor.at = cursor.at.next_multiple_of(step.unwrap_or(unit).max(1));
    }
    let mut unnamed_aligns = || match width {
        0 => data.zero_width_aligns(rules),
        _ => data.unnamed_aligns(rules),
    };
    let aligns = member.named || (declared.align > cursor.align && unnamed_aligns());
    if !is_packed && aligns {
        cursor.align = cursor.align.max(declared.align);
    }
    let place = MemberPlace { bit_offset: cursor.at, bits: width };
    cursor.at += width;
    place
}

/// True if `width` bits from bit `at` on reach over a boundary of units of `unit` bits.
fn crosses(at: u64, width: u64, unit: u64) -> bool {
    at % unit + width > unit
}
