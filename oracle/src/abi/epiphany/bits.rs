//! Where bit-fields lie: EPIPHANY-S02, on which the document is silent.

use super::data::layout;
use super::questions as q;
use crate::abi::data::{Cursor, attribute};
use crate::abi::rules::Rules;
use crate::choose::R;
use crosscall_model::layout::MemberPlace;
use crosscall_model::{Member, Record};

/// Places a bit-field of `width` bits and moves the cursor behind it. Bits are counted from bit 0
/// upwards (EPIPHANY-TYPE-03.R1).
pub(super) fn place(
    record: &Record,
    member: &Member,
    width: u64,
    cursor: &mut Cursor,
    rules: &mut Rules<'_, '_>,
) -> MemberPlace {
    rules.cite(q::S02);
    rules.cite(q::TYPE_03);
    let declared = layout(&member.ty, rules);
    let unit = declared.align * 8;
    let asked = attribute(member.align);
    if let Some(asked) = asked {
        cursor.at = cursor.at.next_multiple_of(asked * 8);
        cursor.align = cursor.align.max(asked);
    }
    let crossing = !record.packed && crosses(cursor.at, width, unit);
    if width == 0 || (crossing && rules.ask(q::BIT_FIELDS) != R(2)) {
        cursor.at = cursor.at.next_multiple_of(unit);
    }
    let aligns = member.named || (declared.align > cursor.align && rules.ask(q::BIT_FIELDS) == R(3));
    if !record.packed && aligns {
        cursor.align = cursor.align.max(declared.align);
    }
    let place = MemberPlace { bit_offset: cursor.at, bits: width };
    cursor.at += width;
    place
}

/// Whether `width` bits from bit `at` on reach over a boundary of units of `unit` bits.
fn crosses(at: u64, width: u64, unit: u64) -> bool {
    at % unit + width > unit
}
