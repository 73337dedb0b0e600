//! Clause ids and open questions of the Nyuzi document, as rules name them.

use crate::abi::questions::{clauses, questions};

clauses! {
    TYPE_01 = "NYUZI-TYPE-01",
    TYPE_02 = "NYUZI-TYPE-02",
    TYPE_03 = "NYUZI-TYPE-03",
    TYPE_04 = "NYUZI-TYPE-04",
    TYPE_05 = "NYUZI-TYPE-05",
    TYPE_06 = "NYUZI-TYPE-06",
    TYPE_07 = "NYUZI-TYPE-07",
    TYPE_08 = "NYUZI-TYPE-08",
    TYPE_09 = "NYUZI-TYPE-09",
    TYPE_10 = "NYUZI-TYPE-10",
    TYPE_11 = "NYUZI-TYPE-11",
    LAYOUT_01 = "NYUZI-LAYOUT-01",
    LAYOUT_02 = "NYUZI-LAYOUT-02",
    REG_01 = "NYUZI-REG-01",
    REG_02 = "NYUZI-REG-02",
    REG_03 = "NYUZI-REG-03",
    REG_04 = "NYUZI-REG-04",
    REG_05 = "NYUZI-REG-05",
    REG_06 = "NYUZI-REG-06",
    REG_07 = "NYUZI-REG-07",
    REG_08 = "NYUZI-REG-08",
    REG_09 = "NYUZI-REG-09",
    REG_10 = "NYUZI-REG-10",
    ARG_01 = "NYUZI-ARG-01",
    ARG_02 = "NYUZI-ARG-02",
    ARG_03 = "NYUZI-ARG-03",
    RET_01 = "NYUZI-RET-01",
    RET_02 = "NYUZI-RET-02",
    RET_03 = "NYUZI-RET-03",
    VAR_01 = "NYUZI-VAR-01",
    STACK_01 = "NYUZI-STACK-01",
    STACK_02 = "NYUZI-STACK-02",
    CALL_01 = "NYUZI-CALL-01",
    CALL_02 = "NYUZI-CALL-02",
    CALL_04 = "NYUZI-CALL-04",
    OBJ_01 = "NYUZI-OBJ-01",
    OBJ_02 = "NYUZI-OBJ-02",
    OBJ_03 = "NYUZI-OBJ-03",
    OBJ_04 = "NYUZI-OBJ-04",
    OBJ_05 = "NYUZI-OBJ-05",
    OBJ_06 = "NYUZI-OBJ-06",
    OBJ_07 = "NYUZI-OBJ-07",
    LANG_01 = "NYUZI-LANG-01",
    LANG_04 = "NYUZI-LANG-04",
    LANG_05 = "NYUZI-LANG-05",
    LANG_06 = "NYUZI-LANG-06",
    LANG_08 = "NYUZI-LANG-08",
    LANG_09 = "NYUZI-LANG-09",
    LANG_10 = "NYUZI-LANG-10",
    LANG_11 = "NYUZI-LANG-11",
    LANG_12 = "NYUZI-LANG-12",
    LANG_14 = "NYUZI-LANG-14",
    LANG_15 = "NYUZI-LANG-15",
    LANG_16 = "NYUZI-LANG-16",
    LANG_17 = "NYUZI-LANG-17",
    LANG_18 = "NYUZI-LANG-18",
    LANG_19 = "NYUZI-LANG-19",
    LANG_21 = "NYUZI-LANG-21",
    LANG_22 = "NYUZI-LANG-22",
    LANG_24 = "NYUZI-LANG-24",
    LANG_25 = "NYUZI-LANG-25",
    LANG_26 = "NYUZI-LANG-26",
    LANG_27 = "NYUZI-LANG-27",
    LANG_28 = "NYUZI-LANG-28",
    LANG_29 = "NYUZI-LANG-29",
    LANG_30 = "NYUZI-LANG-30",
    LANG_31 = "NYUZI-LANG-31",
    S01 = "NYUZI-S01",
    S02 = "NYUZI-S02",
    S03 = "NYUZI-S03",
    S05 = "NYUZI-S05",
    S07 = "NYUZI-S07",
    S08 = "NYUZI-S08",
    S09 = "NYUZI-S09",
    S10 = "NYUZI-S10",
    S11 = "NYUZI-S11",
    S12 = "NYUZI-S12",
    S13 = "NYUZI-S13",
    S14 = "NYUZI-S14",
    S15 = "NYUZI-S15",
    S16 = "NYUZI-S16",
    S17 = "NYUZI-S17",
    S19 = "NYUZI-S19",
    S23 = "NYUZI-S23",
    S25 = "NYUZI-S25",
    S27 = "NYUZI-S27",
}

questions! {
    /// Is plain `char` signed?
    CHAR_SIGN = TYPE_01 "",
    /// How is a `long long` aligned in memory?
    WIDE_ALIGN = TYPE_05 "alignment",
    /// What is a `long double`?
    LONG_DOUBLE = TYPE_09 "long-double",
    /// How is a vector type aligned?
    VECTOR_ALIGN = TYPE_10 "alignment",
    /// Does a vector member align its structure?
    VECTOR_IN_RECORD = LAYOUT_01 "",
    /// Is gp preserved where nothing is position-independent?
    GLOBAL_POINTER = REG_02 "",
    /// Does ra hold its entry value at return?
    LINK_AT_RETURN = REG_04 "link",
    /// Is fp an ordinary register where no frame pointer is needed?
    FRAME_POINTER_FREE = REG_08 "",
    /// What do the eight count?
    COUNT = ARG_01 "count",
    /// Does a 64-bit value count as one or as two?
    WIDE_COUNT = ARG_01 "wide",
    /// Which stack argument is nearest to the stack pointer?
    STACK_ORDER = ARG_02 "order",
    /// How large is the stack slot of a narrow value?
    STACK_SLOT = ARG_02 "slot",
    /// Are 64-bit values aligned among the stack arguments?
    STACK_WIDE = ARG_02 "stack",
    /// In which registers may a 64-bit value start?
    WIDE_START = ARG_03 "start",
    /// Is a 64-bit value split when one register is left?
    WIDE_SPLIT = ARG_03 "split",
    /// Does a later scalar take a skipped register?
    BACK_FILL = ARG_03 "back-fill",
    /// Which composites are returned in memory?
    MEMORY_RESULT = RET_01 "memory",
    /// Is the address passed for an empty result, too?
    EMPTY_RESULT = RET_01 "empty",
    /// Is the address in s0 again at return?
    RESULT_ADDRESS_AGAIN = RET_01 "again",
    /// Does the address count among the eight?
    RESULT_ADDRESS_COUNTS = RET_02 "",
    /// Is the room for a result in the caller's frame?
    RESULT_ROOM = RET_03 "",
    /// Do the named arguments of a variadic function go to the stack?
    VARIADIC_NAMED = VAR_01 "named",
    /// Where does the address for the result of a variadic function travel?
    VARIADIC_ADDRESS = VAR_01 "position",
    /// When is the stack pointer aligned?
    STACK_ALIGN = STACK_01 "alignment",
    /// How do vectors of other shapes travel as arguments?
    SHAPE_ARGUMENT = LANG_05 "argument",
    /// How do vectors of other shapes travel as results?
    SHAPE_RESULT = LANG_05 "result",
    /// What is a lane of a comparison of vectors where it holds?
    VECTOR_TRUTH = LANG_17 "",
    /// Which bit of a mask is for lane 0?
    MASK_ORDER = LANG_19 "order",
    /// Has a gather load for floats a result of float lanes?
    GATHER_TYPE = LANG_25 "",
    /// Does the unmasked scatter store for floats take float lanes?
    SCATTER_TYPE = LANG_27 "",
    /// How wide is an enumeration?
    ENUM_WIDTH = S03 "enum",
    /// How wide is `wchar_t`, and is it signed?
    WIDE_CHAR = S03 "wchar",
    /// How are bit-fields placed?
    BIT_FIELDS = S05 "",
    /// Are bit-fields signed whose type does not say so?
    BIT_FIELD_SIGN = S05 "sign",
    /// How large is an empty record?
    EMPTY_RECORD = S05 "empty",
    /// Who extends narrow arguments?
    NARROW_ARGUMENT = S08 "",
    /// How do composite arguments travel?
    COMPOSITES = S09 "",
    /// Is a composite split between registers and the stack?
    COMPOSITE_SPLIT = S09 "split",
    /// May the callee write a composite that is passed by address?
    COPY_OWNER = S10 "copy",
    /// May the callee write the stack slots of its arguments?
    SLOT_OWNER = S10 "slots",
    /// Are temporaries aligned to more than 64 bytes where their type asks for it?
    TEMPORARY_ALIGN = S10 "temporary",
    /// Where does the first stack argument lie?
    STACK_AREA = S11 "area",
    /// Does an empty argument travel?
    EMPTY_ARGUMENT = S12 "",
    /// How do complex arguments travel?
    COMPLEX_ARGUMENT = S13 "argument",
    /// How do complex results travel?
    COMPLEX_RESULT = S13 "result",
    /// Who extends narrow results?
    NARROW_RESULT = S15 "",
    /// How large is the place of an argument of a variadic function?
    VARIADIC_SLOT = S17 "slot",
    /// Is anything below the stack pointer read or written?
    BELOW_STACK = S19 "",
    /// In which unit is the distance of a branch stored?
    BRANCH_UNIT = OBJ_02 "unit",
    /// From where is it counted?
    BRANCH_BASE = OBJ_02 "base",
    /// Where are the upper 19 bits of an address?
    HIGH_BITS = OBJ_04 "",
    /// How wide is the field of its lower 13 bits?
    LOW_BITS = OBJ_05 "",
    /// What does a linker do with a branch that does not reach?
    LINK_BRANCH = S23 "branch",
    /// What does a linker do with a branch to the middle of an instruction?
    LINK_ODD = S23 "odd",
    /// Does a linker know the relocation 0, which the table does not have?
    LINK_NONE = S23 "none",
    /// What does an assembler do with an immediate that does not fit?
    TEXT_IMMEDIATE = S27 "immediate",
    /// What does an assembler do with data that do not fit?
    TEXT_DATA = S27 "data",
    /// What does an assembler do with a branch that does not reach?
    TEXT_BRANCH = S27 "branch",
    /// What does an assembler do with a branch to the middle of an instruction?
    TEXT_ODD = S27 "odd",
}
