//! Readings of the DPU document as plain decisions.

use crate::fault::Mechanism;
use crate::readings::Readings;
use crosscall_model::names::dpu as names;

/// Decisions of the code generator that depend on readings, and the seeded fault.
#[derive(Debug, Clone)]
pub(super) struct Dialect {
    /// Seeded fault in force.
    pub(super) fault: Option<Mechanism>,

    /// TYPE-02.
    pub(super) char_signed: bool,
    /// TYPE-14: true if small scalars that are no members are aligned to a word.
    pub(super) preferred_align: bool,
    /// S01: size in bytes.
    pub(super) bool_size: u32,
    /// S02.
    pub(super) enumeration: names::Enumeration,
    /// S04 size: size of `size_t` in bytes.
    pub(super) size_size: u32,
    /// S04 wchar.
    pub(super) wide_char: names::WideChar,
    /// S08.
    pub(super) straddle: bool,
    /// S08.
    pub(super) unnamed_aligns: bool,
    /// S08 sign: true if bit-fields of plain types are unsigned.
    pub(super) fields_unsigned: bool,
    /// S09: size in bytes.
    pub(super) empty_size: u32,

    /// REG-08: true if r23 is the return address at return.
    pub(super) link_preserved: bool,

    /// ARG-02.
    pub(super) caller_extends: bool,
    /// ARG-03.
    pub(super) back_fill: bool,
    /// ARG-04.
    pub(super) last_register: names::LastRegisterDouble,
    /// ARG-05 copy.
    pub(super) caller_copies: bool,
    /// ARG-06 order.
    pub(super) ascending: bool,
    /// ARG-06 padding.
    pub(super) padded_above: bool,
    /// S05 argument.
    pub(super) complex_as_two: bool,
    /// S10: greatest alignment, in bytes, of objects that are passed or returned by reference.
    pub(super) largest_temporary: u32,
    /// S14.
    pub(super) floats_on_stack: bool,
    /// S15.
    pub(super) empty_passed: bool,
    /// S16.
    pub(super) writes_slots: bool,

    /// RET-01.
    pub(super) exact_extension: bool,
    /// RET-04 position.
    pub(super) address_last: bool,
    /// RET-04 again.
    pub(super) address_returned: bool,
    /// S05 result.
    pub(super) complex_in_registers: bool,

    /// VAR-02 named.
    pub(super) named_on_stack: bool,
    /// VAR-02 order.
    pub(super) variadic_ascending: bool,
    /// VAR-03.
    pub(super) variadic_by_reference: bool,
    /// VAR-03 slot: true if composites on the stack take whole words.
    pub(super) composites_in_words: bool,
    /// S19.
    pub(super) variadic_address_on_stack: bool,

    /// STACK-05.
    pub(super) always_aligned: bool,
    /// STACK-08.
    pub(super) pair_shown: bool,
    /// STACK-09: true if the stack pointer is the lower one of the saved words.
    pub(super) words_swapped: bool,
    /// CALL-01.
    pub(super) link_shown: bool,
    /// CALL-03.
    pub(super) pointer_shown: bool,
    /// CALL-04: true if the pair is at the beginning of the frame.
    pub(super) saved_at_start: bool,
    /// CALL-06.
    pub(super) saved_first: bool,
    /// S21.
    pub(super) uses_beyond: bool,
}

impl Dialect {
    /// Decisions that follow from the readings.
    pub(super) fn new(readings: &Readings, fault: Option<Mechanism>) -> Dialect {
        Dialect {
            fault,
            char_signed: readings.is(names::CharSign::Signed),
            preferred_align: readings.is(names::LoneObjectAlign::Word),
            bool_size: if readings.is(names::BoolSize::Word) { 4 } else { 1 },
            enumeration: readings.of(),
            size_size: if readings.is(names::SizeWidth::SixtyFour) { 8 } else { 4 },
            wide_char: readings.of(),
            straddle: readings.is(names::BitFieldPlacement::WithoutGaps),
            unnamed_aligns: readings.is(names::BitFieldPlacement::WithinDeclaredTypeUnnamedAlign),
            fields_unsigned: readings.is(names::PlainBitFieldSign::Unsigned),
            empty_size: if readings.is(names::EmptyRecordSize::One) { 1 } else { 0 },
            link_preserved: readings.is(names::LinkAtReturn::ReturnAddress),
            caller_extends: readings.is(names::NarrowArgument::CallerExtends),
            back_fill: readings.is(names::BackFill::NextWord),
            last_register: readings.of(),
            caller_copies: readings.is(names::ByReferenceOwner::Callee),
            ascending: readings.is(names::StackArgumentOrder::Ascending),
            padded_above: readings.is(names::StackAreaPadding::UpperEnd),
            complex_as_two: readings.is(names::ComplexArgument::TwoArguments),
            largest_temporary: if readings.is(names::TemporaryAlign::EightAtMost) { 8 } else { u32::MAX },
            floats_on_stack: readings.is(names::FloatArguments::OnStack),
            empty_passed: readings.is(names::EmptyArgument::ByAddress),
            writes_slots: readings.is(names::StackSlotOwner::Callee),
            exact_extension: readings.is(names::NarrowResult::CalleeExtends),
            address_last: readings.is(names::ResultAddress::LastNamedArgument),
            address_returned: readings.is(names::ResultAddressAtReturn::InR0),
            complex_in_registers: readings.is(names::ComplexResult::LikeArgumentParts),
            named_on_stack: readings.is(names::VariadicNamed::OnStack),
            variadic_ascending: readings.is(names::VariadicOrder::Ascending),
            variadic_by_reference: readings.is(names::VariadicComposite::ByReference),
            composites_in_words: readings.is(names::VariadicCompositeSlot::WholeWords),
            variadic_address_on_stack: readings.is(names::VariadicResultAddress::OnStack),
            always_aligned: readings.is(names::StackAlign::AtAllTimes),
            pair_shown: readings.is(names::FramePicture::Mandatory),
            words_swapped: readings.is(names::SavedPairOrder::StackPointerLower),
            link_shown: readings.is(names::ReturnAddressSave::InPicture),
            pointer_shown: readings.is(names::StackPointerSave::Saved),
            saved_at_start: readings.is(names::SavedPairPlace::FrameStart),
            saved_first: readings.is(names::SavedPairTime::BeforeStackMoves),
            uses_beyond: readings.is(names::BeyondStackPointer::Used),
        }
    }
}
