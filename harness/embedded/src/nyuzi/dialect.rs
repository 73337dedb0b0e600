//! Readings of the Nyuzi document as plain decisions.

use crate::fault::Mechanism;
use crate::readings::Readings;
use crosscall_model::names::nyuzi as names;

/// Treatment of a vector that does not have 16 lanes of 4 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OtherVector {
    /// In vector registers, fitted to them where possible.
    Fitted,
    /// As a structure of its lanes.
    Structure,
    /// As its bytes in memory.
    Bytes,
}

/// Decisions of the code generator that depend on readings, and the seeded fault.
#[derive(Debug, Clone)]
pub(super) struct Dialect {
    /// Seeded fault in force.
    pub(super) fault: Option<Mechanism>,

    /// TYPE-01.
    pub(super) char_signed: bool,
    /// TYPE-05 alignment: alignment of `long long`, in bytes.
    pub(super) long_long_align: u32,
    /// TYPE-09 long-double: size in bytes.
    pub(super) long_double: u32,
    /// TYPE-10 alignment: true if a vector type has the alignment of its lanes.
    pub(super) vectors_as_lanes: bool,
    /// LAYOUT-01: true if a vector contributes to the alignment of its record.
    pub(super) vectors_raise: bool,
    /// S03 enum.
    pub(super) short_enums: bool,
    /// S03 wchar.
    pub(super) wide_char: names::WideChar,
    /// S05.
    pub(super) straddle: bool,
    /// S05.
    pub(super) unnamed_aligns: bool,
    /// S05 sign: true if bit-fields of plain types are unsigned.
    pub(super) fields_unsigned: bool,
    /// S05 empty: size in bytes.
    pub(super) empty_size: u32,

    /// REG-02.
    pub(super) gp_saved: bool,
    /// REG-07: true if a saved gp is used for other purposes.
    pub(super) gp_used: bool,
    /// REG-08: true if fp is used for other purposes.
    pub(super) fp_used: bool,
    /// REG-04 link.
    pub(super) link_preserved: bool,

    /// ARG-01 count.
    pub(super) count: names::RegisterCount,
    /// ARG-01 wide: number of arguments that a 64-bit value counts as.
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
    pub(super) composite: names::CompositeArgument,
    /// S09 split.
    pub(super) split_composite: bool,
    /// S10 copy.
    pub(super) caller_copies: bool,
    /// S10 slots.
    pub(super) writes_slots: bool,
    /// S10 temporary: greatest alignment, in bytes, of objects that are passed or returned by address.
    pub(super) largest_temporary: u32,
    /// S11 area: number of bytes at the entry stack pointer that the callee owns.
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
    /// S17 slot: granularity of the arguments of a variadic function, in bytes.
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
    /// Decisions that follow from the readings.
    pub(super) fn new(readings: &Readings, fault: Option<Mechanism>) -> Dialect {
        Dialect {
            fault,
            char_signed: readings.is(names::CharSign::Signed),
            long_long_align: if readings.is(names::LongLongAlign::Eight) { 8 } else { 4 },
            long_double: if readings.is(names::LongDouble::SinglePrecision) { 4 } else { 8 },
            vectors_as_lanes: readings.is(names::VectorAlign::Lane),
            vectors_raise: readings.is(names::VectorMemberAlign::SixtyFour),
            short_enums: readings.is(names::EnumWidth::AsNeeded),
            wide_char: readings.of(),
            straddle: readings.is(names::BitFieldPlacement::WithoutGaps),
            unnamed_aligns: readings.is(names::BitFieldPlacement::WithinDeclaredTypeUnnamedAlign),
            fields_unsigned: readings.is(names::PlainBitFieldSign::Unsigned),
            empty_size: if readings.is(names::EmptyRecordSize::Zero) { 0 } else { 1 },
            gp_saved: readings.is(names::GlobalPointer::AlwaysPreserved),
            gp_used: readings.get("NYUZI-REG-07") == Some(1),
            fp_used: readings.is(names::UnneededFramePointer::Preserved),
            link_preserved: readings.is(names::LinkAtReturn::Restored),
            count: readings.of(),
            // Counted in places, a 64-bit value always takes two.
            wide: if readings.is(names::LongLongCount::OneArgument)
                && !readings.is(names::RegisterCount::SharedPlaces)
            {
                1
            } else {
                2
            },
            pushed: readings.is(names::StackArgumentOrder::PushedOneByOne),
            natural_slots: readings.is(names::StackSlot::NaturalSize),
            stack_double_align: if readings.is(names::StackLongLongAlign::Eight) { 8 } else { 4 },
            even_start: readings.is(names::LongLongStart::EvenRegister),
            split_double: readings.is(names::LongLongSplit::LastRegisterAndStack),
            back_fill: readings.is(names::BackFill::LaterScalar),
            caller_extends: readings.is(names::NarrowArgument::CallerExtends),
            composite: readings.of(),
            split_composite: readings.is(names::CompositeSplit::RegistersAndStack),
            caller_copies: readings.is(names::ByAddressOwner::Callee),
            writes_slots: readings.is(names::StackSlotOwner::Callee),
            largest_temporary: if readings.is(names::TemporaryAlign::SixtyFourAtMost) {
                64
            } else {
                u32::MAX
            },
            area: if readings.is(names::CalleeArea::SixtyFourBytes) { 64 } else { 0 },
            empty_by_pointer: readings.is(names::EmptyArgument::ByAddress),
            complex_as_two: readings.is(names::ComplexArgument::TwoArguments),
            vector_argument: match readings.of() {
                names::ShapedVectorArgument::LikeStructure => OtherVector::Structure,
                names::ShapedVectorArgument::BytesInRegisters => OtherVector::Bytes,
                names::ShapedVectorArgument::FittedToRegisters => OtherVector::Fitted,
            },
            named_on_stack: readings.is(names::VariadicNamed::OnStack),
            address_on_stack: readings.is(names::VariadicNamed::OnStack)
                && readings.is(names::VariadicResultAddress::OnStack),
            variadic_slot: if readings.is(names::VariadicSlot::MultipleOfEight) { 8 } else { 1 },
            small_in_registers: readings.is(names::CompositeResult::UpToEightInRegisters),
            empty_in_memory: readings.is(names::EmptyResult::AddressPassed),
            address_returned: readings.is(names::ResultAddressAtReturn::InS0),
            address_counts: readings.is(names::ResultAddressCount::FirstOfEight),
            room_in_frame: readings.is(names::ResultRoom::CallersFrame),
            complex_in_registers: readings.is(names::ComplexResult::ScalarRegisters),
            vector_result: match readings.of() {
                names::ShapedVectorResult::LikeStructure => OtherVector::Structure,
                names::ShapedVectorResult::BytesInRegisters => OtherVector::Bytes,
                names::ShapedVectorResult::FittedUpToSixRegisters => OtherVector::Fitted,
            },
            exact_extension: readings.is(names::NarrowResult::CalleeExtends),
            always_aligned: readings.is(names::StackAlign::AtAllTimes),
            link_below: readings.is(names::BelowStackPointer::Used),
        }
    }
}
