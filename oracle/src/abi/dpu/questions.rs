//! Clause ids and open questions of the DPU document, as rules name them.

use crate::abi::questions::{clauses, questions};

clauses! {
    TYPE_01 = "DPU-TYPE-01",
    TYPE_02 = "DPU-TYPE-02",
    TYPE_03 = "DPU-TYPE-03",
    TYPE_04 = "DPU-TYPE-04",
    TYPE_05 = "DPU-TYPE-05",
    TYPE_06 = "DPU-TYPE-06",
    TYPE_07 = "DPU-TYPE-07",
    TYPE_08 = "DPU-TYPE-08",
    TYPE_09 = "DPU-TYPE-09",
    TYPE_10 = "DPU-TYPE-10",
    TYPE_11 = "DPU-TYPE-11",
    TYPE_12 = "DPU-TYPE-12",
    TYPE_13 = "DPU-TYPE-13",
    TYPE_14 = "DPU-TYPE-14",
    TYPE_15 = "DPU-TYPE-15",
    LAYOUT_01 = "DPU-LAYOUT-01",
    LAYOUT_02 = "DPU-LAYOUT-02",
    LAYOUT_03 = "DPU-LAYOUT-03",
    LAYOUT_04 = "DPU-LAYOUT-04",
    LAYOUT_05 = "DPU-LAYOUT-05",
    LAYOUT_06 = "DPU-LAYOUT-06",
    LAYOUT_07 = "DPU-LAYOUT-07",
    REG_01 = "DPU-REG-01",
    REG_02 = "DPU-REG-02",
    REG_03 = "DPU-REG-03",
    REG_04 = "DPU-REG-04",
    REG_05 = "DPU-REG-05",
    REG_06 = "DPU-REG-06",
    REG_07 = "DPU-REG-07",
    REG_08 = "DPU-REG-08",
    REG_18 = "DPU-REG-18",
    REG_19 = "DPU-REG-19",
    ARG_01 = "DPU-ARG-01",
    ARG_02 = "DPU-ARG-02",
    ARG_03 = "DPU-ARG-03",
    ARG_04 = "DPU-ARG-04",
    ARG_05 = "DPU-ARG-05",
    ARG_06 = "DPU-ARG-06",
    RET_01 = "DPU-RET-01",
    RET_02 = "DPU-RET-02",
    RET_03 = "DPU-RET-03",
    RET_04 = "DPU-RET-04",
    VAR_01 = "DPU-VAR-01",
    VAR_02 = "DPU-VAR-02",
    VAR_03 = "DPU-VAR-03",
    STACK_01 = "DPU-STACK-01",
    STACK_02 = "DPU-STACK-02",
    STACK_03 = "DPU-STACK-03",
    STACK_04 = "DPU-STACK-04",
    STACK_05 = "DPU-STACK-05",
    STACK_06 = "DPU-STACK-06",
    STACK_07 = "DPU-STACK-07",
    STACK_08 = "DPU-STACK-08",
    STACK_09 = "DPU-STACK-09",
    STACK_10 = "DPU-STACK-10",
    STACK_11 = "DPU-STACK-11",
    CALL_01 = "DPU-CALL-01",
    CALL_02 = "DPU-CALL-02",
    CALL_03 = "DPU-CALL-03",
    CALL_04 = "DPU-CALL-04",
    CALL_05 = "DPU-CALL-05",
    CALL_06 = "DPU-CALL-06",
    CALL_07 = "DPU-CALL-07",
    OBJ_08 = "DPU-OBJ-08",
    OBJ_09 = "DPU-OBJ-09",
    OBJ_10 = "DPU-OBJ-10",
    OBJ_11 = "DPU-OBJ-11",
    OBJ_12 = "DPU-OBJ-12",
    OBJ_13 = "DPU-OBJ-13",
    OBJ_14 = "DPU-OBJ-14",
    OBJ_15 = "DPU-OBJ-15",
    OBJ_16 = "DPU-OBJ-16",
    OBJ_17 = "DPU-OBJ-17",
    OBJ_18 = "DPU-OBJ-18",
    OBJ_19 = "DPU-OBJ-19",
    OBJ_20 = "DPU-OBJ-20",
    OBJ_21 = "DPU-OBJ-21",
    OBJ_22 = "DPU-OBJ-22",
    OBJ_23 = "DPU-OBJ-23",
    OBJ_24 = "DPU-OBJ-24",
    OBJ_25 = "DPU-OBJ-25",
    OBJ_26 = "DPU-OBJ-26",
    OBJ_27 = "DPU-OBJ-27",
    OBJ_28 = "DPU-OBJ-28",
    OBJ_29 = "DPU-OBJ-29",
    OBJ_30 = "DPU-OBJ-30",
    S01 = "DPU-S01",
    S02 = "DPU-S02",
    S03 = "DPU-S03",
    S04 = "DPU-S04",
    S05 = "DPU-S05",
    S07 = "DPU-S07",
    S08 = "DPU-S08",
    S09 = "DPU-S09",
    S10 = "DPU-S10",
    S13 = "DPU-S13",
    S14 = "DPU-S14",
    S15 = "DPU-S15",
    S16 = "DPU-S16",
    S17 = "DPU-S17",
    S19 = "DPU-S19",
    S20 = "DPU-S20",
    S21 = "DPU-S21",
    S23 = "DPU-S23",
    S24 = "DPU-S24",
    S26 = "DPU-S26",
    S29 = "DPU-S29",
    S30 = "DPU-S30",
    S31 = "DPU-S31",
    REG_09 = "DPU-REG-09",
    REG_10 = "DPU-REG-10",
    REG_11 = "DPU-REG-11",
    REG_12 = "DPU-REG-12",
    REG_13 = "DPU-REG-13",
    REG_14 = "DPU-REG-14",
    REG_15 = "DPU-REG-15",
    REG_16 = "DPU-REG-16",
    REG_17 = "DPU-REG-17",
    REG_20 = "DPU-REG-20",
    REG_21 = "DPU-REG-21",
    TYPE_16 = "DPU-TYPE-16",
    OBJ_01 = "DPU-OBJ-01",
    OBJ_02 = "DPU-OBJ-02",
    OBJ_03 = "DPU-OBJ-03",
    OBJ_04 = "DPU-OBJ-04",
    OBJ_05 = "DPU-OBJ-05",
    OBJ_06 = "DPU-OBJ-06",
    OBJ_07 = "DPU-OBJ-07",
    MEM_01 = "DPU-MEM-01",
    MEM_03 = "DPU-MEM-03",
    MEM_05 = "DPU-MEM-05",
    MEM_06 = "DPU-MEM-06",
    MEM_07 = "DPU-MEM-07",
    MEM_08 = "DPU-MEM-08",
    S32 = "DPU-S32",
}

questions! {
    /// Is plain `char` signed?
    CHAR_SIGN = TYPE_02 "",
    /// Is an object of a byte or a half-word that stands by itself aligned to a word?
    PREFERRED_ALIGN = TYPE_14 "",
    /// Does r23 hold the return address at return?
    LINK_AT_RETURN = REG_08 "",
    /// Who extends narrow arguments?
    NARROW_ARGUMENT = ARG_02 "",
    /// Does a later word take a skipped register?
    BACK_FILL = ARG_03 "",
    /// What becomes of a double word when only r7 is left?
    LAST_REGISTER = ARG_04 "",
    /// May the callee write a composite that is passed by reference?
    COPY_OWNER = ARG_05 "copy",
    /// Which stack argument is nearest to the stack pointer?
    STACK_ORDER = ARG_06 "order",
    /// At which end of the stack arguments is what they need to be a multiple of 8?
    STACK_PADDING = ARG_06 "padding",
    /// Who extends narrow results?
    NARROW_RESULT = RET_01 "",
    /// Is the address for a result the first argument?
    RESULT_ADDRESS = RET_04 "position",
    /// Is the address in r0 again at return?
    RESULT_ADDRESS_AGAIN = RET_04 "again",
    /// Do the named arguments of a variadic function go to the stack?
    VARIADIC_NAMED = VAR_02 "named",
    /// Which argument of a variadic function is nearest to the stack pointer?
    VARIADIC_ORDER = VAR_02 "order",
    /// Are composites of a variadic function on the stack themselves?
    VARIADIC_COMPOSITE = VAR_03 "",
    /// Does a small composite among the variable arguments take words?
    VARIADIC_SLOT = VAR_03 "slot",
    /// When is the stack pointer aligned?
    STACK_ALIGN = STACK_05 "",
    /// Is the picture of a frame mandatory?
    FRAME_PICTURE = STACK_08 "",
    /// Which of the two saved words is nearer to the stack pointer?
    PAIR_ORDER = STACK_09 "",
    /// Is the return address always saved where the picture has it?
    LINK_SAVED = CALL_01 "",
    /// Is the stack pointer saved, too?
    POINTER_SAVED = CALL_03 "",
    /// At which end of a frame is the pair saved?
    PAIR_END = CALL_04 "",
    /// Is the pair saved before the stack pointer moves?
    SAVED_FIRST = CALL_06 "",
    /// How large is a `_Bool`?
    BOOL_SIZE = S01 "",
    /// What is an enumeration?
    ENUMERATION = S02 "",
    /// How large are `size_t` and `ptrdiff_t`?
    SIZE_WIDTH = S04 "size",
    /// What is `wchar_t`?
    WIDE_CHAR = S04 "wchar",
    /// How do complex arguments travel?
    COMPLEX_ARGUMENT = S05 "argument",
    /// How do complex results travel?
    COMPLEX_RESULT = S05 "result",
    /// How are bit-fields placed?
    BIT_FIELDS = S08 "",
    /// Are bit-fields signed whose type does not say so?
    BIT_FIELD_SIGN = S08 "sign",
    /// How large is an empty record?
    EMPTY_RECORD = S09 "",
    /// Is what is passed by reference aligned to more than 8 where its type asks for it?
    TEMPORARY_ALIGN = S10 "",
    /// Are floating arguments always on the stack?
    FLOATS = S14 "",
    /// Is anything passed for a composite without bytes?
    EMPTY_COMPOSITE = S15 "",
    /// May the callee write the stack places of its arguments?
    SLOT_OWNER = S16 "",
    /// Where is the address for the result of a variadic function?
    VARIADIC_ADDRESS = S19 "",
    /// May a function use memory beyond the stack pointer?
    BEYOND_STACK = S21 "",
    /// Does an assembler refuse a register as a destination that can only be read?
    READ_ONLY = REG_11 "",
    /// From where is a place in code counted?
    PLACE_BASE = OBJ_13 "",
    /// What becomes of an address in the memory for instructions?
    CODE_NUMBER = MEM_06 "",
    /// What becomes of an address in the large memory?
    LARGE_OFFSET = MEM_07 "",
    /// What becomes of the address of a lock?
    LOCK_NUMBER = MEM_08 "",
    /// What does a linker do with a value that its field cannot hold?
    LINK_EXCESS = S26 "excess",
    /// What does an assembler do with a number that does not fit?
    TEXT_IMMEDIATE = S32 "immediate",
    /// What does an assembler do with data that do not fit?
    TEXT_DATA = S32 "data",
}
