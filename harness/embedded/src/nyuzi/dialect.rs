//! The readings of the Nyuzi document as plain decisions.

use crate::fault::Mechanism;
use crate::readings::Readings;

/// How register arguments are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    /// Scalars and vectors each by themselves.
    Each,
    /// By places, which number the registers of both.
    Places,
    /// All together, but the registers of each are numbered by themselves.
    Together,
}

/// How a composite argument travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Composite {
    /// By address.
    Address,
    /// Each word as a scalar of its own.
    Words,
    /// By value on the stack.
    Stack,
}

/// How a vector travels that does not have 16 lanes of 4 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OtherVector {
    /// Fitted to the vector registers where it can be.
    Fitted,
    /// As a structure of its lanes.
    Structure,
    /// As it is in memory.
    Bytes,
}

/// What `wchar_t` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WideChar {
    /// A signed word.
    Signed,
    /// An unsigned word.
    Unsigned,
    /// An unsigned half-word.
    Half,
}

/// Every decision that the code generator takes by the document, and the fault it commits.
#[derive(Debug, Clone)]
pub(super) struct Dialect {
    /// What to do wrong.
    pub(super) fault: Option<Mechanism>,

    /// TYPE-01.
    pub(super) char_signed: bool,
    /// TYPE-05 alignment: of `long long`, in bytes.
    pub(super) long_long_align: u32,
    /// TYPE-09 long-double: its size, in bytes.
    pub(super) long_double: u32,
    /// TYPE-10 alignment: whether a vector type has the alignment of its lanes.
    pub(super) vectors_as_lanes: bool,
    /// LAYOUT-01: whether a vector aligns the record that it is in.
    pub(super) vectors_raise: bool,
    /// S03 enum.
    pub(super) short_enums: bool,
    /// S03 wchar.
    pub(super) wide_char: WideChar,
    /// S05.
    pub(super) straddle: bool,
    /// S05.
    pub(super) unnamed_aligns: bool,
    /// S05 sign: whether bit-fields of plain types are unsigned.
    pub(super) fields_unsigned: bool,
    /// S05 empty: size in bytes.
    pub(super) empty_size: u32,

    /// REG-02.
    pub(super) gp_saved: bool,
    /// REG-07: whether a saved gp is used for other things.
    pub(super) gp_used: bool,
    /// REG-08: whether fp is used for other things.
    pub(super) fp_used: bool,
    /// REG-04 link.
    pub(super) link_preserved: bool,

    /// ARG-01 count.
    pub(super) count: Count,
    /// ARG-01 wide: what a 64-bit value counts.
    pub(super) wide: u16,
    /// ARG-02 order.
    pub(super) pushed: bool,
    /// ARG-02 slot.
    pub(super) natural_slots: bool,
    /// ARG-02 stack: alignment of a 64-bit value on the stack, in bytes.
    pub(super) stack_double_align: u32,
    /// ARG-03 start.
    pub(super) even_start: bool,
    /// ARG-03 split.
    pub(super) split_double: bool,
    /// ARG-03 back-fill.
    pub(super) back_fill: bool,
    /// S08.
    pub(super) caller_extends: bool,
    /// S09.
    pub(super) composite: Composite,
    /// S09 split.
    pub(super) split_composite: bool,
    /// S10 copy.
    pub(super) caller_copies: bool,
    /// S10 slots.
    pub(super) writes_slots: bool,
    /// S10 temporary: the greatest alignment, in bytes, of what is passed or returned by address.
    pub(super) largest_temporary: u32,
    /// S11 area: bytes at the entry stack pointer that the callee owns.
    pub(super) area: u32,
    /// S12.
    pub(super) empty_by_pointer: bool,
    /// S13 argument.
    pub(super) complex_as_two: bool,
    /// LANG-05 argument.
    pub(super) vector_argument: OtherVector,
    /// VAR-01 named.
    pub(super) named_on_stack: bool,
    /// VAR-01 position.
    pub(super) address_on_stack: bool,
    /// S17 slot: of what an argument of a variadic function takes multiples, in bytes.
    pub(super) variadic_slot: u32,

    /// RET-01 memory.
    pub(super) small_in_registers: bool,
    /// RET-01 empty.
    pub(super) empty_in_memory: bool,
    /// RET-01 again.
    pub(super) address_returned: bool,
    /// RET-02.
    pub(super) address_counts: bool,
    /// RET-03.
    pub(super) room_in_frame: bool,
    /// S13 result.
    pub(super) complex_in_registers: bool,
    /// LANG-05 result.
    pub(super) vector_result: OtherVector,
    /// S15.
    pub(super) exact_extension: bool,

    /// STACK-01 alignment.
    pub(super) always_aligned: bool,
    /// S19.
    pub(super) link_below: bool,
}

impl Dialect {
    /// The decisions that follow from the readings.
    pub(super) fn new(readings: &Readings, fault: Option<Mechanism>) -> Dialect {
        let is = |key: &str, reading: u8| readings.get(key) == Some(reading);
        let either = |key: &str, reading: u8, then: u32, otherwise: u32| {
            if is(key, reading) { then } else { otherwise }
        };
        Dialect {
            fault,
            char_signed: is("NYUZI-TYPE-01", 1),
            long_long_align: either("NYUZI-TYPE-05 alignment", 1, 8, 4),
            long_double: either("NYUZI-TYPE-09 long-double", 1, 4, 8),
            vectors_as_lanes: is("NYUZI-TYPE-10 alignment", 2),
            vectors_raise: is("NYUZI-LAYOUT-01", 1),
            short_enums: is("NYUZI-S03 enum", 4),
            wide_char: match readings.get("NYUZI-S03 wchar") {
                Some(6) => WideChar::Unsigned,
                Some(7) => WideChar::Half,
                _ => WideChar::Signed,
            },
            straddle: is("NYUZI-S05", 4),
            unnamed_aligns: is("NYUZI-S05", 3),
            fields_unsigned: is("NYUZI-S05 sign", 6),
            empty_size: either("NYUZI-S05 empty", 7, 0, 1),
            gp_saved: is("NYUZI-REG-02", 1),
            gp_used: is("NYUZI-REG-07", 1),
            fp_used: is("NYUZI-REG-08", 1),
            link_preserved: is("NYUZI-REG-04 link", 1),
            count: match readings.get("NYUZI-ARG-01 count") {
                Some(2) => Count::Places,
                Some(3) => Count::Together,
                _ => Count::Each,
            },
            // By places, a 64-bit value always takes two.
            wide: if is("NYUZI-ARG-01 wide", 5) && !is("NYUZI-ARG-01 count", 2) { 1 } else { 2 },
            pushed: is("NYUZI-ARG-02 order", 2),
            natural_slots: is("NYUZI-ARG-02 slot", 4),
            stack_double_align: either("NYUZI-ARG-02 stack", 5, 8, 4),
            even_start: is("NYUZI-ARG-03 start", 2),
            split_double: is("NYUZI-ARG-03 split", 3),
            back_fill: is("NYUZI-ARG-03 back-fill", 6),
            caller_extends: is("NYUZI-S08", 1),
            composite: match readings.get("NYUZI-S09") {
                Some(3) => Composite::Words,
                Some(4) => Composite::Stack,
                _ => Composite::Address,
            },
            split_composite: is("NYUZI-S09 split", 5),
            caller_copies: is("NYUZI-S10 copy", 1),
            writes_slots: is("NYUZI-S10 slots", 3),
            largest_temporary: either("NYUZI-S10 temporary", 6, 64, u32::MAX),
            area: either("NYUZI-S11 area", 3, 64, 0),
            empty_by_pointer: is("NYUZI-S12", 1),
            complex_as_two: is("NYUZI-S13 argument", 1),
            vector_argument: match readings.get("NYUZI-LANG-05 argument") {
                Some(4) => OtherVector::Structure,
                Some(5) => OtherVector::Bytes,
                _ => OtherVector::Fitted,
            },
            named_on_stack: is("NYUZI-VAR-01 named", 1),
            address_on_stack: is("NYUZI-VAR-01 named", 1) && is("NYUZI-VAR-01 position", 4),
            variadic_slot: either("NYUZI-S17 slot", 2, 8, 1),
            small_in_registers: is("NYUZI-RET-01 memory", 2),
            empty_in_memory: is("NYUZI-RET-01 empty", 5),
            address_returned: is("NYUZI-RET-01 again", 3),
            address_counts: is("NYUZI-RET-02", 1),
            room_in_frame: is("NYUZI-RET-03", 1),
            complex_in_registers: is("NYUZI-S13 result", 4),
            vector_result: match readings.get("NYUZI-LANG-05 result") {
                Some(7) => OtherVector::Structure,
                Some(8) => OtherVector::Bytes,
                _ => OtherVector::Fitted,
            },
            exact_extension: is("NYUZI-S15", 1),
            always_aligned: is("NYUZI-STACK-01 alignment", 1),
            link_below: is("NYUZI-S19", 2),
        }
    }

    /// Whether the code commits this fault.
    pub(super) fn breaks(&self, mechanism: Mechanism) -> bool {
        self.fault == Some(mechanism)
    }
}
