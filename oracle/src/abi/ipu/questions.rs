//! Clause ids and open questions of the IPU document, as rules name them.

use crate::abi::questions::{clauses, questions};

clauses! {
    TYPE_01 = "IPU-TYPE-01",
    TYPE_02 = "IPU-TYPE-02",
    TYPE_03 = "IPU-TYPE-03",
    TYPE_04 = "IPU-TYPE-04",
    TYPE_05 = "IPU-TYPE-05",
    TYPE_06 = "IPU-TYPE-06",
    TYPE_07 = "IPU-TYPE-07",
    TYPE_08 = "IPU-TYPE-08",
    TYPE_09 = "IPU-TYPE-09",
    LAYOUT_01 = "IPU-LAYOUT-01",
    LAYOUT_02 = "IPU-LAYOUT-02",
    LAYOUT_03 = "IPU-LAYOUT-03",
    LAYOUT_04 = "IPU-LAYOUT-04",
    LAYOUT_05 = "IPU-LAYOUT-05",
    LAYOUT_06 = "IPU-LAYOUT-06",
    LAYOUT_07 = "IPU-LAYOUT-07",
    LAYOUT_08 = "IPU-LAYOUT-08",
    LAYOUT_09 = "IPU-LAYOUT-09",
    LAYOUT_10 = "IPU-LAYOUT-10",
    LAYOUT_11 = "IPU-LAYOUT-11",
    LAYOUT_12 = "IPU-LAYOUT-12",
    LAYOUT_13 = "IPU-LAYOUT-13",
    LAYOUT_14 = "IPU-LAYOUT-14",
    LAYOUT_15 = "IPU-LAYOUT-15",
    REG_01 = "IPU-REG-01",
    REG_02 = "IPU-REG-02",
    REG_04 = "IPU-REG-04",
    REG_05 = "IPU-REG-05",
    REG_06 = "IPU-REG-06",
    REG_07 = "IPU-REG-07",
    REG_08 = "IPU-REG-08",
    REG_09 = "IPU-REG-09",
    REG_10 = "IPU-REG-10",
    REG_11 = "IPU-REG-11",
    REG_12 = "IPU-REG-12",
    ARG_03 = "IPU-ARG-03",
    ARG_04 = "IPU-ARG-04",
    ARG_05 = "IPU-ARG-05",
    ARG_06 = "IPU-ARG-06",
    ARG_07 = "IPU-ARG-07",
    ARG_08 = "IPU-ARG-08",
    ARG_09 = "IPU-ARG-09",
    ARG_10 = "IPU-ARG-10",
    ARG_11 = "IPU-ARG-11",
    ARG_12 = "IPU-ARG-12",
    RET_01 = "IPU-RET-01",
    RET_02 = "IPU-RET-02",
    RET_03 = "IPU-RET-03",
    RET_04 = "IPU-RET-04",
    RET_05 = "IPU-RET-05",
    RET_06 = "IPU-RET-06",
    RET_07 = "IPU-RET-07",
    VAR_01 = "IPU-VAR-01",
    STACK_01 = "IPU-STACK-01",
    STACK_02 = "IPU-STACK-02",
    STACK_03 = "IPU-STACK-03",
    STACK_04 = "IPU-STACK-04",
    STACK_05 = "IPU-STACK-05",
    STACK_06 = "IPU-STACK-06",
    STACK_07 = "IPU-STACK-07",
    STACK_08 = "IPU-STACK-08",
    CALL_02 = "IPU-CALL-02",
    CALL_03 = "IPU-CALL-03",
    CALL_04 = "IPU-CALL-04",
    CALL_05 = "IPU-CALL-05",
    OBJ_01 = "IPU-OBJ-01",
    OBJ_02 = "IPU-OBJ-02",
    S01 = "IPU-S01",
    S02 = "IPU-S02",
    S03 = "IPU-S03",
    S04 = "IPU-S04",
    S05 = "IPU-S05",
    S06 = "IPU-S06",
    S07 = "IPU-S07",
    S08 = "IPU-S08",
    S11 = "IPU-S11",
    S12 = "IPU-S12",
    S13 = "IPU-S13",
    S14 = "IPU-S14",
    S15 = "IPU-S15",
    S16 = "IPU-S16",
    S17 = "IPU-S17",
    S18 = "IPU-S18",
    S19 = "IPU-S19",
    S23 = "IPU-S23",
    S24 = "IPU-S24",
    S25 = "IPU-S25",
}

questions! {
    /// How is a `double` aligned?
    DOUBLE_ALIGN = TYPE_01 "double",
    /// How is a vector of 128 bits aligned?
    VECTOR_ALIGN = TYPE_01 "vector",
    /// How wide is an enumeration with a constant that no int holds?
    ENUM_TYPE = TYPE_05 "",
    /// In which file does a double travel?
    DOUBLE_CLASS = TYPE_07 "",
    /// Whose width decides on the sign of a bit-field of an enumeration?
    ENUM_FIELD = LAYOUT_06 "",
    /// Is the base pointer preserved?
    BASE_POINTER = REG_07 "",
    /// Is the frame pointer preserved?
    FRAME_POINTER = REG_08 "",
    /// In which file do vectors of integers travel?
    INTEGER_VECTORS = ARG_03 "vectors",
    /// Have the two files counts of their own?
    COUNT = ARG_04 "count",
    /// May a parameter take a register when one before it is on the stack?
    AFTER_STACK = ARG_05 "after",
    /// How large are the places on the stack?
    SLOT = ARG_05 "slot",
    /// Which word of 64 bits is in the even register?
    WORD_ORDER = ARG_06 "order",
    /// Do the words of 64 bits travel by themselves?
    WORD_PAIR = ARG_06 "pair",
    /// Is a value of 64 bits split where one register is left?
    SHORT_PAIR = ARG_06 "short",
    /// How is a value of 128 bits aligned on the stack?
    QUAD_ON_STACK = ARG_07 "stack",
    /// Does a later argument take a register that was left out?
    BACK_FILL = ARG_08 "back-fill",
    /// Do later arguments take registers that were too few for a value on the stack?
    PASSED_OVER = ARG_08 "passed",
    /// Does an aggregate count whose only member is such an aggregate?
    NESTED = ARG_10 "nested",
    /// Does a union of one member count?
    UNION = ARG_10 "union",
    /// Does an array of one element count as the element?
    ARRAY = ARG_10 "array",
    /// Does a bit-field count as the only member?
    SINGLE_BIT_FIELD = ARG_10 "bit-field",
    /// Which parameter is the address for a result in memory?
    DESTINATION = RET_05 "place",
    /// Are named parameters of a variadic function on the stack, too?
    VARIADIC_NAMED = VAR_01 "named",
    /// Where does the address for the result of a variadic function travel?
    VARIADIC_ADDRESS = VAR_01 "position",
    /// When is the stack pointer aligned?
    STACK_ALIGN = STACK_01 "alignment",
    /// Where does the first stack argument lie?
    STACK_AREA = STACK_04 "area",
    /// May the callee write the stack slots of its arguments?
    SLOT_OWNER = STACK_08 "slots",
    /// Is `wchar_t` signed?
    WIDE_CHAR = S03 "wchar",
    /// How do vectors travel?
    VECTORS = S04 "",
    /// How is a vector passed that no registers are enough for?
    WIDE_VECTORS = S04 "wide",
    /// How do the lanes of a vector of bytes travel?
    BYTE_VECTORS = S04 "bytes",
    /// How do complex numbers travel?
    COMPLEX = S04 "complex",
    /// What is above a half?
    HALF_UPPER = S05 "upper",
    /// How large is an empty structure?
    EMPTY_RECORD = S07 "empty",
    /// Does an empty argument travel?
    EMPTY_ARGUMENT = S14 "",
    /// Is what is passed by a pointer aligned to more than the stack pointer is?
    TEMPORARY_ALIGN = S15 "align",
    /// Is the address for a result given back?
    ADDRESS_AGAIN = S16 "again",
    /// How does a result of 128 bits travel?
    WIDE_RESULT = S17 "",
    /// How does an aggregate travel to a variadic function?
    VARIADIC_AGGREGATES = S18 "aggregates",
    /// Is anything below the stack pointer read or written?
    BELOW_STACK = S19 "below",
}
