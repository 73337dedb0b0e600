//! The readings of the Epiphany document as plain decisions.

use crate::fault::Mechanism;
use crate::readings::Readings;

/// Which composites are passed by value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ByValue {
    /// None.
    Never,
    /// Those of at most 4 bytes.
    Small,
    /// Those that fill a machine type.
    Natural,
    /// All.
    Always,
}

/// Which values may lie partly in registers and partly on the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Split {
    /// None.
    Never,
    /// Word-aligned composites.
    Words,
    /// Every composite.
    Any,
}

/// What the alignment of the stack pointer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StackAlign {
    /// Always 8.
    Eight,
    /// Always 4.
    Four,
    /// 4, and 8 at calls.
    EightAtCalls,
}

/// Use of r32 to r63.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HighRegisters {
    /// Scratch.
    Scratch,
    /// r32 to r43 saved by the callee.
    Saved,
    /// Not used.
    Unused,
}

/// What `wchar_t` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WideChar {
    /// An unsigned word.
    Unsigned,
    /// A signed word.
    Signed,
    /// An unsigned half-word.
    Half,
}

/// How a vector is aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VectorAlign {
    /// By its size, to 8 at most.
    SizeUpToEight,
    /// By its size.
    Size,
    /// As its lanes.
    Lane,
}

/// How a complex argument travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ComplexArgument {
    /// As two arguments.
    TwoValues,
    /// As a structure.
    Structure,
    /// As words that stay together.
    Words,
}

/// How a vector argument travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VectorArgument {
    /// As words.
    Words,
    /// As a structure.
    Structure,
    /// By address.
    Address,
}

/// Where a complex value or a vector is returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PartsResult {
    /// In r0 and r1 as far as it fits there, else in memory.
    TwoRegisters,
    /// As a structure.
    Structure,
    /// In r0 to r3 as far as it fits there, else in memory.
    FourRegisters,
}

/// Every decision that the code generator takes by the document, and the fault it commits.
#[derive(Debug, Clone)]
pub(crate) struct Dialect {
    /// What to do wrong.
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
    /// S03 temporary: the greatest alignment, in bytes, of what is passed or returned by address.
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
    pub(crate) high: HighRegisters,
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
    /// ARG-06 area: bytes at the entry stack pointer that the callee owns.
    pub(crate) callee_area: u32,
    /// ARG-06 slot.
    pub(crate) natural_slots: bool,
    /// S05.
    pub(crate) caller_extends: bool,
    /// S06.
    pub(crate) by_value: ByValue,
    /// S08.
    pub(crate) split: Split,
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
    pub(crate) wide_char: WideChar,
    /// S02 sign: whether bit-fields of plain types are unsigned.
    pub(crate) fields_unsigned: bool,
    /// S24 argument.
    pub(crate) complex_argument: ComplexArgument,
    /// S24 result.
    pub(crate) complex_result: PartsResult,
    /// S25 alignment.
    pub(crate) vector_align: VectorAlign,
    /// S25 argument.
    pub(crate) vector_argument: VectorArgument,
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
    /// RET-06 memory and S13: which composites above 4 bytes are returned in r0 and r1.
    pub(crate) pair: PairResult,

    /// STACK-08 alignment.
    pub(crate) stack_align: StackAlign,
    /// STACK-10.
    pub(crate) push_lr: bool,
    /// STACK-10.
    pub(crate) link_below: bool,
}

/// Which composites of 5 to 8 bytes are returned in r0 and r1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PairResult {
    /// None.
    Never,
    /// Those of 8 bytes that fill a machine type.
    Natural,
    /// All.
    FiveToEight,
}

impl Dialect {
    /// The decisions that follow from the readings.
    pub(crate) fn new(readings: &Readings, fault: Option<Mechanism>) -> Dialect {
        let is = |key: &str, reading: u8| readings.get(key) == Some(reading);
        Dialect {
            fault,
            char_signed: is("EPIPHANY-TYPE-05", 1),
            stack_double_align: if is("EPIPHANY-TYPE-14 stack", 1) { 8 } else { 4 },
            padding: is("EPIPHANY-LAYOUT-01", 1),
            raise_structs: is("EPIPHANY-LAYOUT-02", 2),
            raise_unions: is("EPIPHANY-LAYOUT-06", 2),
            raise_arrays: is("EPIPHANY-LAYOUT-10", 2),
            straddle: is("EPIPHANY-S02", 2),
            unnamed_aligns: is("EPIPHANY-S02", 3),
            empty_size: if is("EPIPHANY-S03 empty", 1) { 0 } else { 1 },
            largest_temporary: if is("EPIPHANY-S03 temporary", 4) { 8 } else { u32::MAX },
            lr_preserved: is("EPIPHANY-REG-07 link", 1),
            callee_pops: is("EPIPHANY-REG-09", 2),
            frame_chain: is("EPIPHANY-REG-11", 2),
            constants_scratch: is("EPIPHANY-REG-13", 2),
            high: match readings.get("EPIPHANY-REG-14") {
                Some(2) => HighRegisters::Saved,
                Some(3) => HighRegisters::Unused,
                _ => HighRegisters::Scratch,
            },
            modes_preserved: is("EPIPHANY-S04", 1),
            return_any: is("EPIPHANY-CALL-04", 1),
            floats_on_stack: is("EPIPHANY-ARG-04", 2),
            even_start: is("EPIPHANY-ARG-03 start", 1),
            low_first: is("EPIPHANY-ARG-03 order", 3),
            split_double: is("EPIPHANY-ARG-03 split", 6),
            back_fill: is("EPIPHANY-ARG-03 back-fill", 8),
            callee_area: if is("EPIPHANY-ARG-06 area", 2) { 8 } else { 0 },
            natural_slots: is("EPIPHANY-ARG-06 slot", 4),
            caller_extends: is("EPIPHANY-S05", 1),
            by_value: match readings.get("EPIPHANY-S06") {
                Some(1) => ByValue::Never,
                Some(2) => ByValue::Natural,
                Some(4) => ByValue::Small,
                _ => ByValue::Always,
            },
            split: match readings.get("EPIPHANY-S08 composite") {
                Some(2) => Split::Words,
                Some(3) => Split::Any,
                _ => Split::Never,
            },
            writes_slots: is("EPIPHANY-S10 slots", 3),
            caller_copies: is("EPIPHANY-S10 copy", 1),
            empty_by_pointer: is("EPIPHANY-S11", 2),
            unnamed_on_stack: is("EPIPHANY-S14", 2),
            short_enums: is("EPIPHANY-S01 enum", 3),
            wide_char: match readings.get("EPIPHANY-S01 wchar") {
                Some(5) => WideChar::Signed,
                Some(6) => WideChar::Half,
                _ => WideChar::Unsigned,
            },
            fields_unsigned: is("EPIPHANY-S02 sign", 5),
            complex_argument: match readings.get("EPIPHANY-S24 argument") {
                Some(2) => ComplexArgument::Structure,
                Some(3) => ComplexArgument::Words,
                _ => ComplexArgument::TwoValues,
            },
            complex_result: match readings.get("EPIPHANY-S24 result") {
                Some(5) => PartsResult::Structure,
                Some(6) => PartsResult::FourRegisters,
                _ => PartsResult::TwoRegisters,
            },
            vector_align: match readings.get("EPIPHANY-S25 alignment") {
                Some(8) => VectorAlign::Size,
                Some(9) => VectorAlign::Lane,
                _ => VectorAlign::SizeUpToEight,
            },
            vector_argument: match readings.get("EPIPHANY-S25 argument") {
                Some(5) => VectorArgument::Structure,
                Some(6) => VectorArgument::Address,
                _ => VectorArgument::Words,
            },
            split_vector: is("EPIPHANY-S25 split", 2),
            vector_result: match readings.get("EPIPHANY-S25 result") {
                Some(11) => PartsResult::Structure,
                Some(12) => PartsResult::FourRegisters,
                _ => PartsResult::TwoRegisters,
            },
            exact_extension: is("EPIPHANY-RET-01", 1),
            result_low_first: is("EPIPHANY-RET-03", 1),
            small_natural_only: is("EPIPHANY-RET-04", 2),
            result_pointer_first: is("EPIPHANY-RET-06 position", 1),
            result_pointer_returned: is("EPIPHANY-RET-06 again", 3),
            pair: match (readings.get("EPIPHANY-S13"), readings.get("EPIPHANY-RET-06 memory")) {
                (Some(2), _) => PairResult::FiveToEight,
                (_, Some(5)) => PairResult::Natural,
                _ => PairResult::Never,
            },
            stack_align: match readings.get("EPIPHANY-STACK-08 alignment") {
                Some(1) => StackAlign::Four,
                Some(3) => StackAlign::EightAtCalls,
                _ => StackAlign::Eight,
            },
            push_lr: is("EPIPHANY-STACK-10", 2),
            link_below: is("EPIPHANY-STACK-10", 3),
        }
    }

    /// Whether the code commits this fault.
    pub(crate) fn breaks(&self, mechanism: Mechanism) -> bool {
        self.fault == Some(mechanism)
    }
}
