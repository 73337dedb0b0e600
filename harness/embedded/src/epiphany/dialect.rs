//! Readings of the Epiphany document as plain decisions.

use crate::fault::Mechanism;
use crate::readings::Readings;
use crosscall_model::names::epiphany as names;

/// Place of a complex or vector result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PartsResult {
    /// In r0 and r1 if it fits there, else in memory.
    TwoRegisters,
    /// As a structure of its parts.
    Structure,
    /// In r0 to r3 if it fits there, else in memory.
    FourRegisters,
}

/// Decisions of the code generator that depend on readings, and the seeded fault.
#[derive(Debug, Clone)]
pub(crate) struct Dialect {
    /// Seeded fault in force.
    pub(crate) fault: Option<Mechanism>,

    /// TYPE-05.
    pub(crate) char_signed: bool,
    /// TYPE-14: alignment in bytes of double words on the stack.
    pub(crate) stack_double_align: u32,
    /// LAYOUT-01.
    pub(crate) padding: bool,
    /// LAYOUT-02.
    pub(crate) raise_structs: bool,
    /// LAYOUT-06.
    pub(crate) raise_unions: bool,
    /// LAYOUT-10.
    pub(crate) raise_arrays: bool,
    /// S02.
    pub(crate) straddle: bool,
    /// S02.
    pub(crate) unnamed_aligns: bool,
    /// S03 empty: size in bytes.
    pub(crate) empty_size: u32,
    /// S03 temporary: greatest alignment, in bytes, of objects that are passed or returned by address.
    pub(crate) largest_temporary: u32,

    /// REG-07.
    pub(crate) lr_preserved: bool,
    /// REG-09.
    pub(crate) callee_pops: bool,
    /// REG-11.
    pub(crate) frame_chain: bool,
    /// REG-13.
    pub(crate) constants_scratch: bool,
    /// REG-14.
    pub(crate) high: names::HighRegisters,
    /// S04.
    pub(crate) modes_preserved: bool,
    /// CALL-04.
    pub(crate) return_any: bool,

    /// ARG-04.
    pub(crate) floats_on_stack: bool,
    /// ARG-03 start.
    pub(crate) even_start: bool,
    /// ARG-03 order.
    pub(crate) low_first: bool,
    /// ARG-03 split.
    pub(crate) split_double: bool,
    /// ARG-03 back-fill.
    pub(crate) back_fill: bool,
    /// ARG-06 area: number of bytes at the entry stack pointer that the callee owns.
    pub(crate) callee_area: u32,
    /// ARG-06 slot.
    pub(crate) natural_slots: bool,
    /// S05.
    pub(crate) caller_extends: bool,
    /// S06.
    pub(crate) by_value: names::CompositeArgument,
    /// S08.
    pub(crate) split: names::CompositeSplit,
    /// S10 slots.
    pub(crate) writes_slots: bool,
    /// S10 copy.
    pub(crate) caller_copies: bool,
    /// S11.
    pub(crate) empty_by_pointer: bool,
    /// S14.
    pub(crate) unnamed_on_stack: bool,

    /// S01 enum.
    pub(crate) short_enums: bool,
    /// S01 wchar.
    pub(crate) wide_char: names::WideChar,
    /// S02 sign: true if bit-fields of plain types are unsigned.
    pub(crate) fields_unsigned: bool,
    /// S24 argument.
    pub(crate) complex_argument: names::ComplexArgument,
    /// S24 result.
    pub(crate) complex_result: PartsResult,
    /// S25 alignment.
    pub(crate) vector_align: names::VectorAlign,
    /// S25 argument.
    pub(crate) vector_argument: names::VectorArgument,
    /// S25 split.
    pub(crate) split_vector: bool,
    /// S25 result.
    pub(crate) vector_result: PartsResult,

    /// RET-01.
    pub(crate) exact_extension: bool,
    /// RET-03.
    pub(crate) result_low_first: bool,
    /// RET-04.
    pub(crate) small_natural_only: bool,
    /// RET-06 position.
    pub(crate) result_pointer_first: bool,
    /// RET-06 again.
    pub(crate) result_pointer_returned: bool,
    /// RET-06 memory and S13: composites above 4 bytes that are returned in r0 and r1.
    pub(crate) pair: PairResult,

    /// STACK-08 alignment.
    pub(crate) stack_align: names::StackAlign,
    /// STACK-10.
    pub(crate) push_lr: bool,
    /// STACK-10.
    pub(crate) link_below: bool,
}

/// Composites of 5 to 8 bytes that are returned in r0 and r1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PairResult {
    /// No composite.
    Never,
    /// Composites of 8 bytes that fill a machine type.
    Natural,
    /// All composites of 5 to 8 bytes.
    FiveToEight,
}

impl Dialect {
    /// Decisions that follow from the readings.
    pub(crate) fn new(readings: &Readings, fault: Option<Mechanism>) -> Dialect {
        Dialect {
            fault,
            char_signed: readings.is(names::CharSign::Signed),
            stack_double_align: if readings.is(names::StackDouble::AlignedToEight) { 8 } else { 4 },
            padding: readings.is(names::MemberPadding::Padded),
            raise_structs: readings.is(names::StructAlign::RaisedBySize),
            raise_unions: readings.is(names::UnionAlign::RaisedBySize),
            raise_arrays: readings.is(names::ArrayMemberAlign::RaisedToEight),
            straddle: readings.is(names::BitFieldPlacement::WithoutGaps),
            unnamed_aligns: readings.is(names::BitFieldPlacement::WithinDeclaredTypeUnnamedAlign),
            empty_size: if readings.is(names::EmptyRecordSize::Zero) { 0 } else { 1 },
            largest_temporary: if readings.is(names::TemporaryAlign::EightAtMost) { 8 } else { u32::MAX },
            lr_preserved: readings.is(names::LinkAtReturn::Restored),
            callee_pops: readings.get("EPIPHANY-REG-09") == Some(2),
            frame_chain: readings.get("EPIPHANY-REG-11") == Some(2),
            constants_scratch: readings.is(names::ConstantRegisters::Scratch),
            high: readings.of(),
            modes_preserved: readings.is(names::ModesAtReturn::Restored),
            return_any: readings.get("EPIPHANY-CALL-04") == Some(1),
            floats_on_stack: readings.is(names::FloatArguments::OnStack),
            even_start: readings.is(names::DoubleStart::EvenRegister),
            low_first: readings.is(names::DoubleOrder::LowWordFirst),
            split_double: readings.is(names::DoubleSplit::LastRegisterAndStack),
            back_fill: readings.is(names::BackFill::NextWord),
            callee_area: if readings.is(names::CalleeArea::EightBytes) { 8 } else { 0 },
            natural_slots: readings.is(names::StackSlot::NaturalSize),
            caller_extends: readings.is(names::NarrowArgument::CallerExtends),
            by_value: readings.of(),
            split: readings.of(),
            writes_slots: readings.is(names::StackSlotOwner::Callee),
            caller_copies: readings.is(names::ByAddressOwner::Callee),
            empty_by_pointer: readings.is(names::EmptyArgument::ByAddress),
            unnamed_on_stack: readings.is(names::UnnamedArguments::OnStack),
            short_enums: readings.is(names::EnumWidth::AsNeeded),
            wide_char: readings.of(),
            fields_unsigned: readings.is(names::PlainBitFieldSign::Unsigned),
            complex_argument: readings.of(),
            complex_result: match readings.of() {
                names::ComplexResult::LikeStructure => PartsResult::Structure,
                names::ComplexResult::ByWords => PartsResult::FourRegisters,
                names::ComplexResult::PairOrMemory => PartsResult::TwoRegisters,
            },
            vector_align: readings.of(),
            vector_argument: readings.of(),
            split_vector: readings.is(names::VectorSplit::Split),
            vector_result: match readings.of() {
                names::VectorResult::LikeStructure => PartsResult::Structure,
                names::VectorResult::FourRegistersOrMemory => PartsResult::FourRegisters,
                names::VectorResult::PairOrMemory => PartsResult::TwoRegisters,
            },
            exact_extension: readings.is(names::NarrowResult::Extended),
            result_low_first: readings.is(names::ResultOrder::LowWordInR0),
            small_natural_only: readings.is(names::SmallCompositeResult::NaturalModeOnly),
            result_pointer_first: readings.is(names::ResultAddress::FirstArgument),
            result_pointer_returned: readings.is(names::ResultAddressAtReturn::InR0),
            pair: match readings.of() {
                _ if readings.get("EPIPHANY-S13") == Some(2) => PairResult::FiveToEight,
                names::LargeCompositeResult::NaturalModeInPair => PairResult::Natural,
                names::LargeCompositeResult::InMemory => PairResult::Never,
            },
            stack_align: readings.of(),
            push_lr: readings.get("EPIPHANY-STACK-10") == Some(2),
            link_below: readings.is(names::BelowStackPointer::SavedRegister),
        }
    }
}
