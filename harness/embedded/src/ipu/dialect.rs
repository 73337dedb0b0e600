//! The readings of the IPU document as plain decisions.

use crate::fault::Mechanism;
use crate::readings::Readings;

/// What is above a half in its register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HalfUpper {
    Zero,
    /// The same half.
    Again,
    Anything,
}

/// Every decision that the code generator takes by the document, and the fault it commits.
#[derive(Debug, Clone)]
pub(super) struct Dialect {
    /// What to do wrong.
    pub(super) fault: Option<Mechanism>,

    /// TYPE-01 double: alignment in bytes.
    pub(super) double_align: u32,
    /// TYPE-01 vector: whether no vector is aligned to more than 8.
    pub(super) small_vector_align: bool,
    /// TYPE-05.
    pub(super) enums_are_ints: bool,
    /// LAYOUT-06: whether the type decides on the sign of a bit-field of an enumeration.
    pub(super) enum_sign_by_type: bool,
    /// S03 wchar.
    pub(super) wide_char_signed: bool,
    /// S07 empty: size in bytes.
    pub(super) empty_size: u32,

    /// TYPE-07.
    pub(super) doubles_in_m: bool,
    /// ARG-03 vectors.
    pub(super) integer_vectors_in_a: bool,
    /// ARG-04 count: whether positions number the registers of both files.
    pub(super) positions: bool,
    /// ARG-05 after: whether the first argument on the stack closes the registers.
    pub(super) closes: bool,
    /// ARG-05 slot.
    pub(super) large_slots: bool,
    /// ARG-05 slot: how a scalar of 64 bits is aligned on the stack, in bytes.
    pub(super) stack_pair_align: u32,
    /// ARG-05 slot: the same of a vector of 64 bits.
    pub(super) stack_pair_vector_align: u32,
    /// ARG-06 order.
    pub(super) words_swapped: bool,
    /// ARG-06 short.
    pub(super) splits: bool,
    /// ARG-06 pair: whether the words of a scalar of 64 bits travel by themselves.
    pub(super) words_apart: bool,
    /// ARG-07 stack: in bytes.
    pub(super) stack_quad_align: u32,
    /// ARG-08 back-fill.
    pub(super) back_fill: bool,
    /// ARG-08 passed: whether registers that were too few stay unused.
    pub(super) passes_over: bool,
    /// ARG-10 nested.
    pub(super) nested_count: bool,
    /// ARG-10 union.
    pub(super) unions_count: bool,
    /// ARG-10 array.
    pub(super) arrays_count: bool,
    /// ARG-10 bit-field.
    pub(super) fields_count: bool,
    /// S04.
    pub(super) vectors_by_pointer: bool,
    /// S04 wide: whether a vector of more than 128 bits is passed in pieces.
    pub(super) wide_in_pieces: bool,
    /// S04 bytes: whether the bytes of a vector are widened.
    pub(super) bytes_widened: bool,
    /// S04 complex: whether a complex number is two arguments.
    pub(super) complex_as_two: bool,
    /// S05 upper.
    pub(super) half_upper: HalfUpper,
    /// S14.
    pub(super) empty_by_pointer: bool,
    /// S15 align: the greatest alignment, in bytes, of what is passed or returned by address.
    pub(super) largest_temporary: u32,
    /// VAR-01 named.
    pub(super) named_on_stack: bool,
    /// VAR-01 position.
    pub(super) address_on_stack: bool,
    /// S18 aggregates.
    pub(super) variadic_by_value: bool,

    /// REG-07: whether m8 is saved.
    pub(super) base_saved: bool,
    /// REG-08: whether m9 is saved.
    pub(super) frame_saved: bool,

    /// RET-05 place.
    pub(super) address_last: bool,
    /// S16 again.
    pub(super) address_returned: bool,
    /// S17.
    pub(super) quads_in_memory: bool,

    /// STACK-01 alignment.
    pub(super) always_aligned: bool,
    /// STACK-04 area: bytes below the first stack argument.
    pub(super) area: u32,
    /// STACK-08 slots.
    pub(super) writes_slots: bool,
    /// S19 below.
    pub(super) uses_below: bool,
}

impl Dialect {
    /// The decisions that follow from the readings.
    pub(super) fn new(readings: &Readings, fault: Option<Mechanism>) -> Dialect {
        let is = |key: &str, reading: u8| readings.get(key) == Some(reading);
        let either = |key: &str, reading: u8, yes: u32, no: u32| if is(key, reading) { yes } else { no };
        Dialect {
            fault,
            double_align: either("IPU-TYPE-01 double", 4, 4, 8),
            small_vector_align: is("IPU-TYPE-01 vector", 6),
            enums_are_ints: is("IPU-TYPE-05", 1),
            enum_sign_by_type: is("IPU-LAYOUT-06", 2),
            wide_char_signed: is("IPU-S03 wchar", 3),
            empty_size: either("IPU-S07 empty", 2, 1, 0),
            doubles_in_m: is("IPU-TYPE-07", 4),
            integer_vectors_in_a: is("IPU-ARG-03 vectors", 2),
            positions: is("IPU-ARG-04 count", 2),
            closes: is("IPU-ARG-05 after", 2),
            large_slots: is("IPU-ARG-05 slot", 4),
            words_swapped: is("IPU-ARG-06 order", 2),
            splits: is("IPU-ARG-06 short", 4),
            words_apart: is("IPU-ARG-06 pair", 6),
            stack_pair_align: match readings.get("IPU-ARG-05 slot") {
                Some(5 | 6) => 4,
                _ => 8,
            },
            stack_pair_vector_align: either("IPU-ARG-05 slot", 6, 4, 8),
            stack_quad_align: match readings.get("IPU-ARG-07 stack") {
                Some(4) => 8,
                Some(5) => 4,
                _ => 16,
            },
            back_fill: is("IPU-ARG-08 back-fill", 3),
            passes_over: is("IPU-ARG-08 passed", 4),
            nested_count: is("IPU-ARG-10 nested", 1),
            unions_count: is("IPU-ARG-10 union", 3),
            arrays_count: is("IPU-ARG-10 array", 5),
            fields_count: is("IPU-ARG-10 bit-field", 7),
            wide_in_pieces: is("IPU-S04 wide", 4),
            bytes_widened: is("IPU-S04 bytes", 8),
            complex_as_two: is("IPU-S04 complex", 6),
            vectors_by_pointer: is("IPU-S04", 2),
            half_upper: match readings.get("IPU-S05 upper") {
                Some(2) => HalfUpper::Again,
                Some(3) => HalfUpper::Anything,
                _ => HalfUpper::Zero,
            },
            empty_by_pointer: is("IPU-S14", 2),
            largest_temporary: either("IPU-S15 align", 2, 8, u32::MAX),
            named_on_stack: is("IPU-VAR-01 named", 2),
            address_on_stack: is("IPU-VAR-01 named", 2) && is("IPU-VAR-01 position", 6),
            variadic_by_value: is("IPU-S18 aggregates", 2),
            base_saved: is("IPU-REG-07", 1),
            frame_saved: is("IPU-REG-08", 1),
            address_last: is("IPU-RET-05 place", 2),
            address_returned: is("IPU-S16 again", 1),
            quads_in_memory: is("IPU-S17", 2),
            always_aligned: is("IPU-STACK-01 alignment", 2),
            area: match readings.get("IPU-STACK-04 area") {
                Some(2) => 8,
                Some(4) => 16,
                _ => 0,
            },
            writes_slots: is("IPU-STACK-08 slots", 1),
            uses_below: is("IPU-S19 below", 2),
        }
    }

    /// Whether the code commits this fault.
    pub(super) fn breaks(&self, mechanism: Mechanism) -> bool {
        self.fault == Some(mechanism)
    }
}
