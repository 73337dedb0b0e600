//! Readings of the IPU document as plain decisions.

use crate::fault::Mechanism;
use crate::readings::Readings;
use crosscall_model::names::ipu as names;

/// Decisions of the code generator that depend on readings, and the seeded fault.
#[derive(Debug, Clone)]
pub(super) struct Dialect {
    /// Seeded fault in force.
    pub(super) fault: Option<Mechanism>,

    /// TYPE-01 double: alignment in bytes.
    pub(super) double_align: u32,
    /// TYPE-01 vector: true if no vector has an alignment above 8.
    pub(super) small_vector_align: bool,
    /// TYPE-05.
    pub(super) enums_are_ints: bool,
    /// LAYOUT-06: true if the type determines the sign of a bit-field of an enumeration.
    pub(super) enum_sign_by_type: bool,
    /// S03 wchar.
    pub(super) wide_char_signed: bool,
    /// S07 empty: size in bytes.
    pub(super) empty_size: u32,

    /// TYPE-07.
    pub(super) doubles_in_m: bool,
    /// ARG-03 vectors.
    pub(super) integer_vectors_in_a: bool,
    /// ARG-04 count: true if positions number the registers of both files.
    pub(super) positions: bool,
    /// ARG-05 after: true if the first stack argument closes the registers.
    pub(super) closes: bool,
    /// ARG-05 slot.
    pub(super) large_slots: bool,
    /// ARG-05 slot: alignment of a scalar of 64 bits on the stack, in bytes.
    pub(super) stack_pair_align: u32,
    /// ARG-05 slot: alignment of a vector of 64 bits on the stack, in bytes.
    pub(super) stack_pair_vector_align: u32,
    /// ARG-06 order.
    pub(super) words_swapped: bool,
    /// ARG-06 short.
    pub(super) splits: bool,
    /// ARG-06 pair: true if the words of a scalar of 64 bits are passed separately.
    pub(super) words_apart: bool,
    /// ARG-07 stack: alignment in bytes.
    pub(super) stack_quad_align: u32,
    /// ARG-08 back-fill.
    pub(super) back_fill: bool,
    /// ARG-08 passed: true if registers that did not suffice stay unused.
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
    /// S04 wide: true if a vector of more than 128 bits is passed in pieces.
    pub(super) wide_in_pieces: bool,
    /// S04 bytes: true if the bytes of a vector are widened.
    pub(super) bytes_widened: bool,
    /// S04 complex: true if a complex number is passed as two arguments.
    pub(super) complex_as_two: bool,
    /// S05 upper.
    pub(super) half_upper: names::HalfUpperBits,
    /// S14.
    pub(super) empty_by_pointer: bool,
    /// S15 align: greatest alignment, in bytes, of objects that are passed or returned by address.
    pub(super) largest_temporary: u32,
    /// VAR-01 named.
    pub(super) named_on_stack: bool,
    /// VAR-01 position.
    pub(super) address_on_stack: bool,
    /// S18 aggregates.
    pub(super) variadic_by_value: bool,

    /// REG-07: true if m8 is callee-saved.
    pub(super) base_saved: bool,
    /// REG-08: true if m9 is callee-saved.
    pub(super) frame_saved: bool,

    /// RET-05 place.
    pub(super) address_last: bool,
    /// S16 again.
    pub(super) address_returned: bool,
    /// S17.
    pub(super) quads_in_memory: bool,

    /// STACK-01 alignment.
    pub(super) always_aligned: bool,
    /// STACK-04 area: number of bytes below the first stack argument.
    pub(super) area: u32,
    /// STACK-08 slots.
    pub(super) writes_slots: bool,
    /// S19 below.
    pub(super) uses_below: bool,
}

impl Dialect {
    /// Decisions that follow from the readings.
    pub(super) fn new(readings: &Readings, fault: Option<Mechanism>) -> Dialect {
        Dialect {
            fault,
            double_align: if readings.is(names::DoubleAlign::Four) { 4 } else { 8 },
            small_vector_align: readings.is(names::QuadVectorAlign::EightAtMost),
            enums_are_ints: readings.is(names::LargeEnumeration::AlwaysInt),
            enum_sign_by_type: readings.is(names::EnumBitFieldSign::ByUnderlyingType),
            wide_char_signed: readings.is(names::WideChar::Signed),
            empty_size: if readings.is(names::EmptyRecordSize::One) { 1 } else { 0 },
            doubles_in_m: readings.is(names::DoubleFile::IntegerPair),
            integer_vectors_in_a: readings.is(names::IntegerVectorFile::Arithmetic),
            positions: readings.is(names::RegisterCount::Shared),
            closes: readings.is(names::AfterStackArgument::StackOnly),
            large_slots: readings.is(names::StackSlot::MultipleOfEight),
            words_swapped: readings.is(names::PairOrder::LowerAddressInOdd),
            splits: readings.is(names::LastRegisterPair::SplitWithStack),
            words_apart: readings.is(names::PairStart::WordsByThemselves),
            stack_pair_align: match readings.of() {
                names::StackSlot::TwoWordsForScalars | names::StackSlot::TwoWordsForAll => 4,
                names::StackSlot::NaturalSize | names::StackSlot::MultipleOfEight => 8,
            },
            stack_pair_vector_align: if readings.is(names::StackSlot::TwoWordsForAll) { 4 } else { 8 },
            stack_quad_align: match readings.of() {
                names::QuadStackAlign::Eight => 8,
                names::QuadStackAlign::Four => 4,
                names::QuadStackAlign::Sixteen => 16,
            },
            back_fill: readings.is(names::BackFill::LaterArgument),
            passes_over: readings.is(names::PassedOverRegisters::Unused),
            nested_count: readings.is(names::NestedAggregate::AnyDepth),
            unions_count: readings.is(names::SingleMemberUnion::AsMember),
            arrays_count: readings.is(names::SingleElementArray::AsElement),
            fields_count: readings.is(names::SingleBitField::AsContainer),
            wide_in_pieces: readings.is(names::WideVector::InPieces),
            bytes_widened: readings.is(names::ByteVectors::Widened),
            complex_as_two: readings.is(names::ComplexPassing::TwoArguments),
            vectors_by_pointer: readings.is(names::VectorPassing::ByPointer),
            half_upper: readings.of(),
            empty_by_pointer: readings.is(names::EmptyArgument::ByAddress),
            largest_temporary: if readings.is(names::TemporaryAlign::EightAtMost) { 8 } else { u32::MAX },
            named_on_stack: readings.is(names::VariadicNamed::OnStack),
            address_on_stack: readings.is(names::VariadicNamed::OnStack)
                && readings.is(names::VariadicResultAddress::OnStack),
            variadic_by_value: readings.is(names::VariadicAggregate::ByValueOnStack),
            base_saved: readings.is(names::BasePointer::Preserved),
            frame_saved: readings.is(names::FramePointer::Preserved),
            address_last: readings.is(names::ResultAddress::LastNamedParameter),
            address_returned: readings.is(names::ResultAddressAtReturn::InM0),
            quads_in_memory: readings.is(names::QuadResult::InMemory),
            always_aligned: readings.is(names::StackAlign::AtAllTimes),
            area: match readings.of() {
                names::CalleeArea::EightBytes => 8,
                names::CalleeArea::SixteenBytes => 16,
                names::CalleeArea::Absent => 0,
            },
            writes_slots: readings.is(names::StackSlotOwner::Callee),
            uses_below: readings.is(names::BelowStackPointer::Used),
        }
    }
}
