//! Clause ids and open questions of the Epiphany document, as rules name them.

use crate::abi::questions::{clauses, questions};

clauses! {
    TYPE_01 = "EPIPHANY-TYPE-01",
    TYPE_02 = "EPIPHANY-TYPE-02",
    TYPE_03 = "EPIPHANY-TYPE-03",
    TYPE_04 = "EPIPHANY-TYPE-04",
    TYPE_05 = "EPIPHANY-TYPE-05",
    TYPE_06 = "EPIPHANY-TYPE-06",
    TYPE_07 = "EPIPHANY-TYPE-07",
    TYPE_08 = "EPIPHANY-TYPE-08",
    TYPE_09 = "EPIPHANY-TYPE-09",
    TYPE_10 = "EPIPHANY-TYPE-10",
    TYPE_11 = "EPIPHANY-TYPE-11",
    TYPE_12 = "EPIPHANY-TYPE-12",
    TYPE_13 = "EPIPHANY-TYPE-13",
    TYPE_14 = "EPIPHANY-TYPE-14",
    TYPE_15 = "EPIPHANY-TYPE-15",
    TYPE_16 = "EPIPHANY-TYPE-16",
    TYPE_17 = "EPIPHANY-TYPE-17",
    LAYOUT_01 = "EPIPHANY-LAYOUT-01",
    LAYOUT_02 = "EPIPHANY-LAYOUT-02",
    LAYOUT_03 = "EPIPHANY-LAYOUT-03",
    LAYOUT_04 = "EPIPHANY-LAYOUT-04",
    LAYOUT_05 = "EPIPHANY-LAYOUT-05",
    LAYOUT_06 = "EPIPHANY-LAYOUT-06",
    LAYOUT_07 = "EPIPHANY-LAYOUT-07",
    LAYOUT_08 = "EPIPHANY-LAYOUT-08",
    LAYOUT_09 = "EPIPHANY-LAYOUT-09",
    LAYOUT_10 = "EPIPHANY-LAYOUT-10",
    LAYOUT_11 = "EPIPHANY-LAYOUT-11",
    LAYOUT_12 = "EPIPHANY-LAYOUT-12",
    REG_02 = "EPIPHANY-REG-02",
    REG_03 = "EPIPHANY-REG-03",
    REG_05 = "EPIPHANY-REG-05",
    REG_06 = "EPIPHANY-REG-06",
    REG_07 = "EPIPHANY-REG-07",
    REG_08 = "EPIPHANY-REG-08",
    REG_09 = "EPIPHANY-REG-09",
    REG_10 = "EPIPHANY-REG-10",
    REG_11 = "EPIPHANY-REG-11",
    REG_12 = "EPIPHANY-REG-12",
    REG_13 = "EPIPHANY-REG-13",
    REG_14 = "EPIPHANY-REG-14",
    ARG_01 = "EPIPHANY-ARG-01",
    ARG_02 = "EPIPHANY-ARG-02",
    ARG_03 = "EPIPHANY-ARG-03",
    ARG_04 = "EPIPHANY-ARG-04",
    ARG_05 = "EPIPHANY-ARG-05",
    ARG_06 = "EPIPHANY-ARG-06",
    RET_01 = "EPIPHANY-RET-01",
    RET_02 = "EPIPHANY-RET-02",
    RET_03 = "EPIPHANY-RET-03",
    RET_04 = "EPIPHANY-RET-04",
    RET_06 = "EPIPHANY-RET-06",
    STACK_01 = "EPIPHANY-STACK-01",
    STACK_02 = "EPIPHANY-STACK-02",
    STACK_03 = "EPIPHANY-STACK-03",
    STACK_04 = "EPIPHANY-STACK-04",
    STACK_07 = "EPIPHANY-STACK-07",
    STACK_08 = "EPIPHANY-STACK-08",
    STACK_09 = "EPIPHANY-STACK-09",
    STACK_10 = "EPIPHANY-STACK-10",
    CALL_01 = "EPIPHANY-CALL-01",
    CALL_02 = "EPIPHANY-CALL-02",
    CALL_03 = "EPIPHANY-CALL-03",
    CALL_04 = "EPIPHANY-CALL-04",
    MEM_01 = "EPIPHANY-MEM-01",
    MEM_02 = "EPIPHANY-MEM-02",
    MEM_04 = "EPIPHANY-MEM-04",
    MEM_05 = "EPIPHANY-MEM-05",
    MEM_06 = "EPIPHANY-MEM-06",
    MEM_07 = "EPIPHANY-MEM-07",
    MEM_08 = "EPIPHANY-MEM-08",
    MEM_09 = "EPIPHANY-MEM-09",
    MEM_10 = "EPIPHANY-MEM-10",
    MEM_11 = "EPIPHANY-MEM-11",
    MEM_12 = "EPIPHANY-MEM-12",
    MEM_13 = "EPIPHANY-MEM-13",
    MEM_14 = "EPIPHANY-MEM-14",
    MEM_15 = "EPIPHANY-MEM-15",
    MEM_16 = "EPIPHANY-MEM-16",
    MEM_17 = "EPIPHANY-MEM-17",
    S01 = "EPIPHANY-S01",
    S02 = "EPIPHANY-S02",
    S03 = "EPIPHANY-S03",
    S04 = "EPIPHANY-S04",
    S05 = "EPIPHANY-S05",
    S06 = "EPIPHANY-S06",
    S07 = "EPIPHANY-S07",
    S08 = "EPIPHANY-S08",
    S09 = "EPIPHANY-S09",
    S10 = "EPIPHANY-S10",
    S11 = "EPIPHANY-S11",
    S12 = "EPIPHANY-S12",
    S13 = "EPIPHANY-S13",
    S14 = "EPIPHANY-S14",
    S18 = "EPIPHANY-S18",
    S23 = "EPIPHANY-S23",
    S24 = "EPIPHANY-S24",
    S25 = "EPIPHANY-S25",
    S26 = "EPIPHANY-S26",
}

questions! {
    /// Is plain `char` signed?
    CHAR_SIGN = TYPE_05 "",
    /// Are double words aligned among the stack arguments?
    STACK_DOUBLE = TYPE_14 "stack",
    /// Is there padding between members?
    PADDING = LAYOUT_01 "",
    /// Is the alignment of a structure that of its most aligned member?
    STRUCT_ALIGN = LAYOUT_02 "",
    /// Is the alignment of a union that of its most aligned member?
    UNION_ALIGN = LAYOUT_06 "",
    /// Is the alignment of an array member that of its elements?
    ARRAY_MEMBER = LAYOUT_10 "",
    /// Does the link register hold its entry value at return?
    LINK_AT_RETURN = REG_07 "link",
    /// May compiled code write r28 to r31?
    CONSTANTS = REG_13 "",
    /// What becomes of r32 to r63?
    HIGH_REGISTERS = REG_14 "",
    /// Where may a double word start?
    DOUBLE_START = ARG_03 "start",
    /// Which of two registers holds the low word of an argument?
    DOUBLE_ORDER = ARG_03 "order",
    /// Is a double word split when one register is left?
    DOUBLE_SPLIT = ARG_03 "split",
    /// Does a later word take a skipped register?
    BACK_FILL = ARG_03 "back-fill",
    /// Do floating arguments use registers?
    FLOATS = ARG_04 "",
    /// Where does the first stack argument lie?
    STACK_AREA = ARG_06 "area",
    /// How large is a stack slot?
    STACK_SLOT = ARG_06 "slot",
    /// How is a narrow result extended?
    NARROW_RESULT = RET_01 "",
    /// Which of r0 and r1 holds the low word of a result?
    RESULT_ORDER = RET_03 "",
    /// Which small composites are returned in r0?
    SMALL_RESULT = RET_04 "",
    /// Which larger composites are returned in memory?
    MEMORY_RESULT = RET_06 "memory",
    /// Where does the address for a result travel?
    RESULT_ADDRESS = RET_06 "position",
    /// Is that address in r0 again at return?
    RESULT_ADDRESS_AGAIN = RET_06 "again",
    /// How is the stack pointer aligned?
    STACK_ALIGN = STACK_08 "alignment",
    /// Is anything below the stack pointer read or written?
    BELOW_STACK = STACK_10 "",
    /// How does the loader pass stack arguments to a start function?
    SPILL = MEM_17 "spill",
    /// How wide is an enumeration?
    ENUM_WIDTH = S01 "enum",
    /// How are bit-fields placed?
    BIT_FIELDS = S02 "",
    /// How large is an empty record?
    EMPTY_RECORD = S03 "empty",
    /// Are temporaries aligned to more than 8 bytes where their type asks for it?
    TEMPORARY_ALIGN = S03 "temporary",
    /// What becomes of the modes in CONFIG and STATUS?
    MODES = S04 "",
    /// Who extends narrow arguments?
    NARROW_ARGUMENT = S05 "",
    /// How do composite arguments travel?
    COMPOSITES = S06 "",
    /// Is a composite split between registers and the stack?
    COMPOSITE_SPLIT = S08 "composite",
    /// May the callee write the stack slots of its arguments?
    SLOT_OWNER = S10 "slots",
    /// May the callee write a composite that is passed by address?
    COPY_OWNER = S10 "copy",
    /// Does an empty argument travel?
    EMPTY_ARGUMENT = S11 "",
    /// Where do unnamed arguments travel?
    UNNAMED = S14 "",
    /// How wide is `wchar_t`, and is it signed?
    WIDE_CHAR = S01 "wchar",
    /// Are bit-fields signed whose type does not say so?
    BIT_FIELD_SIGN = S02 "sign",
    /// How do complex arguments travel?
    COMPLEX_ARGUMENT = S24 "argument",
    /// How do complex results travel?
    COMPLEX_RESULT = S24 "result",
    /// How is a vector aligned?
    VECTOR_ALIGN = S25 "alignment",
    /// How do vectors travel as arguments?
    VECTOR_ARGUMENT = S25 "argument",
    /// Is a vector split between registers and the stack?
    VECTOR_SPLIT = S25 "split",
    /// How do vectors travel as results?
    VECTOR_RESULT = S25 "result",
    /// What does a linker do with data that do not fit?
    LINK_DATA = S18 "data",
    /// What does a linker do with a branch that does not reach?
    LINK_BRANCH = S18 "branch",
    /// What does a linker do with an immediate that does not fit?
    LINK_IMMEDIATE = S18 "immediate",
    /// What does a linker do with a branch to an odd address?
    LINK_ODD = S18 "odd",
    /// From where are relative data counted?
    LINK_PLACE = S18 "place",
    /// Do the old contents of a field count?
    LINK_CONTENTS = S18 "contents",
    /// What does an assembler do with an immediate that does not fit?
    TEXT_IMMEDIATE = S26 "immediate",
    /// What does an assembler do with a number that does not fit a field with a sign?
    TEXT_SIGNED = S26 "signed",
    /// Is the constant behind a symbol in the field, too?
    TEXT_FIELD = S26 "field",
    /// Is a constant behind a symbol refused that does not fit the field by itself?
    TEXT_CONSTANT = S26 "constant",
    /// What does an assembler do with data that do not fit?
    TEXT_DATA = S26 "data",
    /// What does an assembler do with a branch that does not reach?
    TEXT_BRANCH = S26 "branch",
    /// What does an assembler do with a branch that reaches in no size?
    TEXT_REACH = S26 "reach",
    /// What does an assembler do with more than half of a word in a move?
    TEXT_HALF = S26 "half",
    /// What does an assembler do with a branch to an odd address?
    TEXT_ODD = S26 "odd",
    /// Which of several encodings is taken?
    TEXT_SIZE = S26 "size",
    /// Is a displacement of minus zero another one than zero?
    TEXT_ZERO = S26 "zero",
    /// Is a pair at an odd register refused?
    TEXT_PAIR = S26 "pair",
    /// Is a base register that is loaded and changed at once refused?
    TEXT_UPDATE = S26 "update",
}
