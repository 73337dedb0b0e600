//! Clause ids and open questions of the ForwardCom document, as rules name them.

use crate::abi::questions::{clauses, questions};

clauses! {
    TYPE_01 = "FORWARDCOM-TYPE-01",
    TYPE_02 = "FORWARDCOM-TYPE-02",
    TYPE_03 = "FORWARDCOM-TYPE-03",
    TYPE_04 = "FORWARDCOM-TYPE-04",
    TYPE_05 = "FORWARDCOM-TYPE-05",
    TYPE_07 = "FORWARDCOM-TYPE-07",
    TYPE_08 = "FORWARDCOM-TYPE-08",
    TYPE_10 = "FORWARDCOM-TYPE-10",
    TYPE_12 = "FORWARDCOM-TYPE-12",
    TYPE_13 = "FORWARDCOM-TYPE-13",
    TYPE_14 = "FORWARDCOM-TYPE-14",
    TYPE_15 = "FORWARDCOM-TYPE-15",
    TYPE_16 = "FORWARDCOM-TYPE-16",
    LAYOUT_01 = "FORWARDCOM-LAYOUT-01",
    LAYOUT_02 = "FORWARDCOM-LAYOUT-02",
    LAYOUT_04 = "FORWARDCOM-LAYOUT-04",
    REG_01 = "FORWARDCOM-REG-01",
    REG_02 = "FORWARDCOM-REG-02",
    REG_03 = "FORWARDCOM-REG-03",
    REG_04 = "FORWARDCOM-REG-04",
    REG_05 = "FORWARDCOM-REG-05",
    REG_06 = "FORWARDCOM-REG-06",
    REG_07 = "FORWARDCOM-REG-07",
    REG_09 = "FORWARDCOM-REG-09",
    ARG_01 = "FORWARDCOM-ARG-01",
    ARG_02 = "FORWARDCOM-ARG-02",
    ARG_03 = "FORWARDCOM-ARG-03",
    ARG_04 = "FORWARDCOM-ARG-04",
    ARG_05 = "FORWARDCOM-ARG-05",
    ARG_06 = "FORWARDCOM-ARG-06",
    ARG_07 = "FORWARDCOM-ARG-07",
    ARG_08 = "FORWARDCOM-ARG-08",
    ARG_09 = "FORWARDCOM-ARG-09",
    ARG_10 = "FORWARDCOM-ARG-10",
    ARG_11 = "FORWARDCOM-ARG-11",
    ARG_12 = "FORWARDCOM-ARG-12",
    ARG_16 = "FORWARDCOM-ARG-16",
    ARG_17 = "FORWARDCOM-ARG-17",
    ARG_18 = "FORWARDCOM-ARG-18",
    ARG_19 = "FORWARDCOM-ARG-19",
    ARG_20 = "FORWARDCOM-ARG-20",
    ARG_21 = "FORWARDCOM-ARG-21",
    ARG_22 = "FORWARDCOM-ARG-22",
    ARG_23 = "FORWARDCOM-ARG-23",
    ARG_24 = "FORWARDCOM-ARG-24",
    ARG_25 = "FORWARDCOM-ARG-25",
    ARG_26 = "FORWARDCOM-ARG-26",
    ARG_27 = "FORWARDCOM-ARG-27",
    ARG_28 = "FORWARDCOM-ARG-28",
    ARG_30 = "FORWARDCOM-ARG-30",
    ARG_31 = "FORWARDCOM-ARG-31",
    ARG_33 = "FORWARDCOM-ARG-33",
    RET_01 = "FORWARDCOM-RET-01",
    RET_02 = "FORWARDCOM-RET-02",
    RET_03 = "FORWARDCOM-RET-03",
    RET_04 = "FORWARDCOM-RET-04",
    RET_05 = "FORWARDCOM-RET-05",
    VAR_01 = "FORWARDCOM-VAR-01",
    VAR_02 = "FORWARDCOM-VAR-02",
    STACK_01 = "FORWARDCOM-STACK-01",
    CALL_01 = "FORWARDCOM-CALL-01",
    CALL_02 = "FORWARDCOM-CALL-02",
    OBJ_02 = "FORWARDCOM-OBJ-02",
    OBJ_03 = "FORWARDCOM-OBJ-03",
    OBJ_04 = "FORWARDCOM-OBJ-04",
    OBJ_05 = "FORWARDCOM-OBJ-05",
    OBJ_06 = "FORWARDCOM-OBJ-06",
    OBJ_07 = "FORWARDCOM-OBJ-07",
    LANG_16 = "FORWARDCOM-LANG-16",
    LANG_17 = "FORWARDCOM-LANG-17",
    S01 = "FORWARDCOM-S01",
    S02 = "FORWARDCOM-S02",
    S03 = "FORWARDCOM-S03",
    S04 = "FORWARDCOM-S04",
    S05 = "FORWARDCOM-S05",
    S06 = "FORWARDCOM-S06",
    S07 = "FORWARDCOM-S07",
    S08 = "FORWARDCOM-S08",
    S09 = "FORWARDCOM-S09",
    S10 = "FORWARDCOM-S10",
    S11 = "FORWARDCOM-S11",
    S12 = "FORWARDCOM-S12",
    S13 = "FORWARDCOM-S13",
    S14 = "FORWARDCOM-S14",
    S15 = "FORWARDCOM-S15",
    S17 = "FORWARDCOM-S17",
    S19 = "FORWARDCOM-S19",
    S20 = "FORWARDCOM-S20",
    S22 = "FORWARDCOM-S22",
    S23 = "FORWARDCOM-S23",
    S27 = "FORWARDCOM-S27",
}

questions! {
    /// How large is `long`?
    LONG = TYPE_02 "long",
    /// How large is a truth value?
    BOOL = TYPE_14 "",
    /// How is a composite of up to 8 bytes aligned?
    SMALL_ALIGN = LAYOUT_01 "composites",
    /// Which arrays are aligned to 8?
    ARRAY_ALIGN = LAYOUT_02 "",
    /// May a vector register be longer than its value?
    LENGTH = ARG_04 "length",
    /// How does a tuple of one integer travel?
    ONE = ARG_08 "one",
    /// Does a record inside count by what is inside it?
    NESTED = ARG_09 "nested",
    /// Does a bit-field count as its declared type?
    BIT_FIELD = ARG_09 "bit-fields",
    /// Does padding make a difference?
    PADDED = ARG_09 "padding",
    /// What may have 16 bytes, a union or its first member?
    LIMIT = ARG_10 "limit",
    /// How does a record of a pointer travel?
    POINTERS = ARG_12 "pointers",
    /// Is there a list where nothing is in it?
    EMPTY_LIST = ARG_19 "empty",
    /// Which register holds the address of the list?
    NEXT = ARG_20 "next",
    /// What is above a narrow value in the list?
    LIST_REST = ARG_24 "rest",
    /// How is a tuple of more than 8 bytes in the list?
    LIST_TUPLE = ARG_27 "tuples",
    /// How is a vector in the list that fits no register?
    LIST_LONG = ARG_27 "long",
    /// Are two results of one type a tuple?
    TWO_ALIKE = RET_02 "",
    /// Is a structure of two members two results?
    TWO_MEMBERS = RET_03 "structure",
    /// Is plain `char` signed?
    CHAR_SIGN = S01 "char",
    /// How large is an enumeration?
    ENUM_SIZE = S01 "enum",
    /// What is `wchar_t`?
    WIDE_CHAR = S01 "wchar",
    /// How are bit-fields placed?
    FIELDS = S03 "bit-fields",
    /// Are bit-fields signed whose type does not say so?
    FIELD_SIGN = S03 "sign",
    /// How large is an empty record?
    EMPTY_SIZE = S03 "empty",
    /// How is a larger record aligned?
    RECORD_ALIGN = S04 "records",
    /// How is a larger vector aligned?
    VECTOR_ALIGN = S04 "vectors",
    /// What is above a narrow integer?
    EXTENSION = S08 "",
    /// When does an address take its register?
    ADDRESS_ORDER = S10 "",
    /// Who may write what travels by address?
    COPY_OWNER = S11 "",
    /// How does an empty record travel?
    EMPTY = S13 "",
    /// Is anything below the stack pointer used?
    BELOW = S19 "below",
    /// What does a linker do about a function that changes more than a reference expects?
    DISCREPANCY = OBJ_07 "",
    /// What does an assembler do with data that do not fit?
    TEXT_DATA = S27 "data",
    /// What does an assembler do with an offset that does not fit?
    TEXT_OFFSET = S27 "offsets",
}
