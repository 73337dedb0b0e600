//! Readings of the ForwardCom document as plain decisions.

use crate::fault::Mechanism;
use crate::readings::Readings;
use crosscall_model::names::forwardcom as names;

/// Decisions of the code generator that depend on readings, and the seeded fault.
#[derive(Debug, Clone)]
pub(super) struct Dialect {
    /// Seeded fault in force.
    pub(super) fault: Option<Mechanism>,

    /// TYPE-02 long: size in bytes.
    pub(super) long: u32,
    /// TYPE-14: size of a `_Bool` in bytes.
    pub(super) truth: u32,
    /// LAYOUT-01 composites: true if a small one is aligned to its size.
    pub(super) small_by_size: bool,
    /// LAYOUT-02: true if arrays inside records are aligned to 8 as well.
    pub(super) inner_arrays: bool,
    /// S01 char.
    pub(super) char_signed: bool,
    /// S01 enum.
    pub(super) short_enums: bool,
    /// S01 wchar: size in bytes, and true if it is signed.
    pub(super) wide_char: (u32, bool),
    /// S03 bit-fields.
    pub(super) straddle: bool,
    /// S03 bit-fields.
    pub(super) unnamed_aligns: bool,
    /// S03 sign.
    pub(super) fields_unsigned: bool,
    /// S03 empty: size in bytes.
    pub(super) empty_size: u32,
    /// S04 records: true if larger ones are aligned to at least 8.
    pub(super) large_by_eight: bool,
    /// S04 vectors: alignment of larger ones; none for that of their lanes.
    pub(super) vector_align: Option<u32>,

    /// ARG-04 length: true if a vector register may be longer than its value.
    pub(super) longer: bool,
    /// ARG-08 one.
    pub(super) one_in_general: bool,
    /// ARG-09 nested.
    pub(super) nested_count: bool,
    /// ARG-09 bit-fields.
    pub(super) fields_count: bool,
    /// ARG-09 padding.
    pub(super) padding_allowed: bool,
    /// ARG-10 limit: true if it applies to the first member.
    pub(super) limit_of_first: bool,
    /// ARG-12 pointers: true if a record of one pointer is passed like the pointer.
    pub(super) pointer_as_such: bool,
    /// ARG-19 empty: true if the address of an empty list is passed.
    pub(super) empty_list: bool,
    /// ARG-20 next: true if the list's address is passed in the order of the arguments, where the list begins.
    pub(super) list_in_place: bool,
    /// ARG-24 rest: true if the bits above narrow values in the list are unspecified.
    pub(super) narrow_entries: bool,
    /// ARG-27 tuples.
    pub(super) tuple_by_address: bool,
    /// ARG-27 long.
    pub(super) long_measured: bool,
    /// S08.
    pub(super) extension: names::NarrowInteger,
    /// S10.
    pub(super) addresses_last: bool,
    /// S11.
    pub(super) caller_copies: bool,
    /// S13.
    pub(super) empty: names::EmptyArgument,

    /// RET-02.
    pub(super) alike_apart: bool,
    /// RET-03 structure.
    pub(super) two_members: bool,
    /// S19 below.
    pub(super) uses_below: bool,
}

impl Dialect {
    /// Decisions that follow from the readings.
    pub(super) fn new(readings: &Readings, fault: Option<Mechanism>) -> Dialect {
        Dialect {
            fault,
            long: if readings.is(names::LongSize::Four) { 4 } else { 8 },
            truth: if readings.is(names::BoolSize::Four) { 4 } else { 1 },
            small_by_size: readings.is(names::SmallCompositeAlign::Size),
            inner_arrays: readings.is(names::ArrayAlign::EveryArray),
            char_signed: readings.is(names::CharSign::Signed),
            short_enums: readings.is(names::EnumSize::AsNeeded),
            wide_char: match readings.of() {
                names::WideChar::UnsignedFour => (4, false),
                names::WideChar::UnsignedTwo => (2, false),
                names::WideChar::SignedFour => (4, true),
            },
            straddle: readings.is(names::BitFieldPlacement::WithoutGaps),
            unnamed_aligns: readings.is(names::BitFieldPlacement::WithinDeclaredTypeUnnamedAlign),
            fields_unsigned: readings.is(names::PlainBitFieldSign::Unsigned),
            empty_size: u32::from(readings.is(names::EmptyRecordSize::Alignment)),
            large_by_eight: readings.is(names::LargeRecordAlign::EightAtLeast),
            vector_align: match readings.of() {
                names::LargeVectorAlign::Size => Some(u32::MAX),
                names::LargeVectorAlign::Eight => Some(8),
                names::LargeVectorAlign::Lane => None,
            },
            longer: readings.is(names::VectorRegisterLength::AtLeastValue),
            one_in_general: readings.is(names::SingleIntegerTuple::GeneralRegister),
            nested_count: readings.is(names::NestedRecord::ByMembers),
            fields_count: readings.is(names::BitFieldInTuple::AsDeclaredType),
            padding_allowed: readings.is(names::PaddedTuple::NoDifference),
            limit_of_first: readings.is(names::UnionLimit::FirstMember),
            pointer_as_such: readings.is(names::PointerRecord::SingleInGeneralRegister),
            empty_list: readings.is(names::EmptyList::AddressPassed),
            list_in_place: readings.is(names::ListRegister::BehindThoseBefore),
            narrow_entries: readings.is(names::ListUpperBits::Unspecified),
            tuple_by_address: readings.is(names::LongTupleInList::ByAddress),
            long_measured: readings.is(names::LongVectorInList::TwoEntries),
            extension: readings.of(),
            addresses_last: readings.is(names::AddressRegister::BehindOthers),
            caller_copies: readings.is(names::ByAddressOwner::Callee),
            empty: readings.of(),
            alike_apart: readings.is(names::TwoResults::TwoRegisters),
            two_members: readings.is(names::TwoMemberStructure::TwoResults),
            uses_below: readings.is(names::BelowStackPointer::Used),
        }
    }
}
