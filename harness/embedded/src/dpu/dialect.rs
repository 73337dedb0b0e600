//! The readings of the DPU document as plain decisions.

use crate::fault::Mechanism;
use crate::readings::Readings;

/// What becomes of a double word for which only r7 is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LastRegister {
    /// It is on the stack; r7 is passed over as others are.
    Skipped,
    /// It is on the stack, with all that come behind it.
    Ends,
    /// r7 has its least significant half.
    Split,
}

/// What an enumeration is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Enumeration {
    /// An unsigned int, unless a constant is negative.
    Unsigned,
    /// An int.
    Int,
    /// The smallest type.
    Smallest,
}

/// What `wchar_t` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WideChar {
    /// An unsigned word.
    Unsigned,
    /// A signed word.
    Signed,
    /// An unsigned byte.
    Byte,
}

/// Every decision that the code generator takes by the document, and the fault it commits.
#[derive(Debug, Clone)]
pub(super) struct Dialect {
    /// What to do wrong.
    pub(super) fault: Option<Mechanism>,

    /// TYPE-02.
    pub(super) char_signed: bool,
    /// TYPE-14: whether small scalars that stand by themselves are aligned to a word.
    pub(super) preferred_align: bool,
    /// S01: in bytes.
    pub(super) bool_size: u32,
    /// S02.
    pub(super) enumeration: Enumeration,
    /// S04 size: of `size_t`, in bytes.
    pub(super) size_size: u32,
    /// S04 wchar.
    pub(super) wide_char: WideChar,
    /// S08.
    pub(super) straddle: bool,
    /// S08.
    pub(super) unnamed_aligns: bool,
    /// S08 sign: whether bit-fields of plain types are unsigned.
    pub(super) fields_unsigned: bool,
    /// S09: size in bytes.
    pub(super) empty_size: u32,

    /// REG-08: whether r23 is the return address at return.
    pub(super) link_preserved: bool,

    /// ARG-02.
    pub(super) caller_extends: bool,
    /// ARG-03.
    pub(super) back_fill: bool,
    /// ARG-04.
    pub(super) last_register: LastRegister,
    /// ARG-05 copy.
    pub(super) caller_copies: bool,
    /// ARG-06 order.
    pub(super) ascending: bool,
    /// ARG-06 padding.
    pub(super) padded_above: bool,
    /// S05 argument.
    pub(super) complex_as_two: bool,
    /// S10: the greatest alignment, in bytes, of what is passed or returned by reference.
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
    /// VAR-03 slot: whether composites on the stack take whole words.
    pub(super) composites_in_words: bool,
    /// S19.
    pub(super) variadic_address_on_stack: bool,

    /// STACK-05.
    pub(super) always_aligned: bool,
    /// STACK-08.
    pub(super) pair_shown: bool,
    /// STACK-09: whether the stack pointer is the lower one of the saved words.
    pub(super) words_swapped: bool,
    /// CALL-01.
    pub(super) link_shown: bool,
    /// CALL-03.
    pub(super) pointer_shown: bool,
    /// CALL-04: whether the pair is at the beginning of the frame.
    pub(super) saved_at_start: bool,
    /// CALL-06.
    pub(super) saved_first: bool,
    /// S21.
    pub(super) uses_beyond: bool,
}

impl Dialect {
    /// The decisions that follow from the readings.
    pub(super) fn new(readings: &Readings, fault: Option<Mechanism>) -> Dialect {
        let is = |key: &str, reading: u8| readings.get(key) == Some(reading);
        Dialect {
            fault,
            char_signed: is("DPU-TYPE-02", 1),
            preferred_align: is("DPU-TYPE-14", 1),
            bool_size: if is("DPU-S01", 2) { 4 } else { 1 },
            enumeration: match readings.get("DPU-S02") {
                Some(2) => Enumeration::Int,
                Some(3) => Enumeration::Smallest,
                _ => Enumeration::Unsigned,
            },
            size_size: if is("DPU-S04 size", 2) { 8 } else { 4 },
            wide_char: match readings.get("DPU-S04 wchar") {
                Some(4) => WideChar::Signed,
                Some(5) => WideChar::Byte,
                _ => WideChar::Unsigned,
            },
            straddle: is("DPU-S08", 2),
            unnamed_aligns: is("DPU-S08", 1),
            fields_unsigned: is("DPU-S08 sign", 5),
            empty_size: if is("DPU-S09", 2) { 1 } else { 0 },
            link_preserved: is("DPU-REG-08", 2),
            caller_extends: is("DPU-ARG-02", 1),
            back_fill: is("DPU-ARG-03", 2),
            last_register: match readings.get("DPU-ARG-04") {
                Some(4) => LastRegister::Ends,
                Some(5) => LastRegister::Split,
                _ => LastRegister::Skipped,
            },
            caller_copies: is("DPU-ARG-05 copy", 1),
            ascending: is("DPU-ARG-06 order", 1),
            padded_above: is("DPU-ARG-06 padding", 5),
            complex_as_two: is("DPU-S05 argument", 3),
            largest_temporary: if is("DPU-S10", 2) { 8 } else { u32::MAX },
            floats_on_stack: is("DPU-S14", 2),
            empty_passed: is("DPU-S15", 1),
            writes_slots: is("DPU-S16", 1),
            exact_extension: is("DPU-RET-01", 1),
            address_last: is("DPU-RET-04 position", 3),
            address_returned: is("DPU-RET-04 again", 2),
            complex_in_registers: is("DPU-S05 result", 5),
            named_on_stack: is("DPU-VAR-02 named", 2),
            variadic_ascending: is("DPU-VAR-02 order", 3),
            variadic_by_reference: is("DPU-VAR-03", 2),
            composites_in_words: is("DPU-VAR-03 slot", 5),
            variadic_address_on_stack: is("DPU-S19", 2),
            always_aligned: is("DPU-STACK-05", 1),
            pair_shown: is("DPU-STACK-08", 1),
            words_swapped: is("DPU-STACK-09", 2),
            link_shown: is("DPU-CALL-01", 1),
            pointer_shown: is("DPU-CALL-03", 1),
            saved_at_start: is("DPU-CALL-04", 2),
            saved_first: is("DPU-CALL-06", 1),
            uses_beyond: is("DPU-S21", 1),
        }
    }

    /// Whether the code commits this fault.
    pub(super) fn breaks(&self, mechanism: Mechanism) -> bool {
        self.fault == Some(mechanism)
    }
}
