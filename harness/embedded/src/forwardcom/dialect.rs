//! The readings of the ForwardCom document as plain decisions.

use crate::fault::Mechanism;
use crate::readings::Readings;

/// What is above a narrow integer (S08).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extension {
    /// Anything.
    None,
    /// Zeros.
    Zero,
    /// Copies of its sign.
    BySign,
}

/// What an empty record is (S13).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Empty {
    /// Nothing.
    Nothing,
    /// A vector of no bytes.
    Vector,
    /// An object with an address.
    Address,
}

/// Every decision that the code generator takes by the document, and the fault it commits.
#[derive(Debug, Clone)]
pub(super) struct Dialect {
    /// What to do wrong.
    pub(super) fault: Option<Mechanism>,

    /// TYPE-02 long: its size in bytes.
    pub(super) long: u32,
    /// TYPE-14: size of a truth value in bytes.
    pub(super) truth: u32,
    /// LAYOUT-01 composites: whether a small one is aligned to its size.
    pub(super) small_by_size: bool,
    /// LAYOUT-02: whether arrays inside records are aligned to 8, too.
    pub(super) inner_arrays: bool,
    /// S01 char.
    pub(super) char_signed: bool,
    /// S01 enum.
    pub(super) short_enums: bool,
    /// S01 wchar: its size in bytes, and whether it is signed.
    pub(super) wide_char: (u32, bool),
    /// S03 bit-fields.
    pub(super) straddle: bool,
    /// S03 bit-fields.
    pub(super) unnamed_aligns: bool,
    /// S03 sign.
    pub(super) fields_unsigned: bool,
    /// S03 empty: size in bytes.
    pub(super) empty_size: u32,
    /// S04 records: whether larger ones are aligned to 8 at least.
    pub(super) large_by_eight: bool,
    /// S04 vectors: alignment of larger ones; none for that of their lanes.
    pub(super) vector_align: Option<u32>,

    /// ARG-04 length: bytes by which a vector register is longer than its value.
    pub(super) longer: bool,
    /// ARG-08 one.
    pub(super) one_in_general: bool,
    /// ARG-09 nested.
    pub(super) nested_count: bool,
    /// ARG-09 bit-fields.
    pub(super) fields_count: bool,
    /// ARG-09 padding.
    pub(super) padding_allowed: bool,
    /// ARG-10 limit: whether it is that of the first member.
    pub(super) limit_of_first: bool,
    /// ARG-12 pointers: whether a record of one travels as that.
    pub(super) pointer_as_such: bool,
    /// ARG-19 empty: whether the address of a list is passed in which nothing is.
    pub(super) empty_list: bool,
    /// ARG-20 next: whether the list's address comes where the list begins.
    pub(super) list_in_place: bool,
    /// ARG-24 rest: whether there is anything above narrow values in the list.
    pub(super) narrow_entries: bool,
    /// ARG-27 tuples.
    pub(super) tuple_by_address: bool,
    /// ARG-27 long.
    pub(super) long_measured: bool,
    /// S08.
    pub(super) extension: Extension,
    /// S10.
    pub(super) addresses_last: bool,
    /// S11.
    pub(super) caller_copies: bool,
    /// S13.
    pub(super) empty: Empty,

    /// RET-02.
    pub(super) alike_apart: bool,
    /// RET-03 structure.
    pub(super) two_members: bool,
    /// S19 below.
    pub(super) uses_below: bool,
}

impl Dialect {
    /// The decisions that follow from the readings.
    pub(super) fn new(readings: &Readings, fault: Option<Mechanism>) -> Dialect {
        let get = |key: &str| readings.get(key).unwrap_or(1);
        Dialect {
            fault,
            long: if get("FORWARDCOM-TYPE-02 long") == 3 { 4 } else { 8 },
            truth: if get("FORWARDCOM-TYPE-14") == 2 { 4 } else { 1 },
            small_by_size: get("FORWARDCOM-LAYOUT-01 composites") == 3,
            inner_arrays: get("FORWARDCOM-LAYOUT-02") == 1,
            char_signed: get("FORWARDCOM-S01 char") == 3,
            short_enums: get("FORWARDCOM-S01 enum") == 6,
            wide_char: match get("FORWARDCOM-S01 wchar") {
                8 => (4, false),
                9 => (2, false),
                _ => (4, true),
            },
            straddle: get("FORWARDCOM-S03 bit-fields") == 4,
            unnamed_aligns: get("FORWARDCOM-S03 bit-fields") == 3,
            fields_unsigned: get("FORWARDCOM-S03 sign") == 6,
            empty_size: u32::from(get("FORWARDCOM-S03 empty") == 8),
            large_by_eight: get("FORWARDCOM-S04 records") == 2,
            vector_align: match get("FORWARDCOM-S04 vectors") {
                4 => Some(u32::MAX),
                5 => Some(8),
                _ => None,
            },
            longer: get("FORWARDCOM-ARG-04 length") == 2,
            one_in_general: get("FORWARDCOM-ARG-08 one") == 2,
            nested_count: get("FORWARDCOM-ARG-09 nested") == 1,
            fields_count: get("FORWARDCOM-ARG-09 bit-fields") == 3,
            padding_allowed: get("FORWARDCOM-ARG-09 padding") == 5,
            limit_of_first: get("FORWARDCOM-ARG-10 limit") == 4,
            pointer_as_such: get("FORWARDCOM-ARG-12 pointers") == 3,
            empty_list: get("FORWARDCOM-ARG-19 empty") == 3,
            list_in_place: get("FORWARDCOM-ARG-20 next") == 2,
            narrow_entries: get("FORWARDCOM-ARG-24 rest") == 2,
            tuple_by_address: get("FORWARDCOM-ARG-27 tuples") == 2,
            long_measured: get("FORWARDCOM-ARG-27 long") == 3,
            extension: match get("FORWARDCOM-S08") {
                2 => Extension::Zero,
                3 => Extension::BySign,
                _ => Extension::None,
            },
            addresses_last: get("FORWARDCOM-S10") == 2,
            caller_copies: get("FORWARDCOM-S11") == 1,
            empty: match get("FORWARDCOM-S13") {
                2 => Empty::Vector,
                3 => Empty::Address,
                _ => Empty::Nothing,
            },
            alike_apart: get("FORWARDCOM-RET-02") == 2,
            two_members: get("FORWARDCOM-RET-03 structure") == 3,
            uses_below: get("FORWARDCOM-S19 below") == 4,
        }
    }

    /// Whether the code commits a mistake of this target's own.
    pub(super) fn errs(&self, name: &str) -> bool {
        matches!(self.fault, Some(Mechanism::Own(own)) if own == name)
    }

    /// Whether the code commits this fault.
    pub(super) fn breaks(&self, mechanism: Mechanism) -> bool {
        self.fault == Some(mechanism)
    }
}
