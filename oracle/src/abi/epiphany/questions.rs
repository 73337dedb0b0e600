//! Clause ids and open questions of the Epiphany document, as rules name them.

use crate::choose::Question;
use crosscall_model::plan::ClauseId;

macro_rules! clauses {
    ($($name:ident = $id:literal),* $(,)?) => {
        $(
            #[doc = concat!("Clause ", $id, ".")]
            pub const $name: ClauseId = $id;
        )*
        /// Every clause that rules name.
        pub const CLAUSES: &[ClauseId] = &[$($id),*];
    };
}

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
    S23 = "EPIPHANY-S23",
    S24 = "EPIPHANY-S24",
    S25 = "EPIPHANY-S25",
}

const fn question(clause: ClauseId, name: &'static str) -> Question {
    Question { clause, name }
}

/// Is plain `char` signed?
pub const CHAR_SIGN: Question = question(TYPE_05, "");
/// Are double words aligned among the stack arguments?
pub const STACK_DOUBLE: Question = question(TYPE_14, "stack");
/// Is there padding between members?
pub const PADDING: Question = question(LAYOUT_01, "");
/// Is the alignment of a structure that of its most aligned member?
pub const STRUCT_ALIGN: Question = question(LAYOUT_02, "");
/// Is the alignment of a union that of its most aligned member?
pub const UNION_ALIGN: Question = question(LAYOUT_06, "");
/// Is the alignment of an array member that of its elements?
pub const ARRAY_MEMBER: Question = question(LAYOUT_10, "");
/// Does the link register hold its entry value at return?
pub const LINK_AT_RETURN: Question = question(REG_07, "link");
/// May compiled code write r28 to r31?
pub const CONSTANTS: Question = question(REG_13, "");
/// What becomes of r32 to r63?
pub const HIGH_REGISTERS: Question = question(REG_14, "");
/// Where may a double word start?
pub const DOUBLE_START: Question = question(ARG_03, "start");
/// Which of two registers holds the low word of an argument?
pub const DOUBLE_ORDER: Question = question(ARG_03, "order");
/// Is a double word split when one register is left?
pub const DOUBLE_SPLIT: Question = question(ARG_03, "split");
/// Does a later word take a skipped register?
pub const BACK_FILL: Question = question(ARG_03, "back-fill");
/// Do floating arguments use registers?
pub const FLOATS: Question = question(ARG_04, "");
/// Where does the first stack argument lie?
pub const STACK_AREA: Question = question(ARG_06, "area");
/// How large is a stack slot?
pub const STACK_SLOT: Question = question(ARG_06, "slot");
/// How is a narrow result extended?
pub const NARROW_RESULT: Question = question(RET_01, "");
/// Which of r0 and r1 holds the low word of a result?
pub const RESULT_ORDER: Question = question(RET_03, "");
/// Which small composites are returned in r0?
pub const SMALL_RESULT: Question = question(RET_04, "");
/// Which larger composites are returned in memory?
pub const MEMORY_RESULT: Question = question(RET_06, "memory");
/// Where does the address for a result travel?
pub const RESULT_ADDRESS: Question = question(RET_06, "position");
/// Is that address in r0 again at return?
pub const RESULT_ADDRESS_AGAIN: Question = question(RET_06, "again");
/// How is the stack pointer aligned?
pub const STACK_ALIGN: Question = question(STACK_08, "alignment");
/// Is anything below the stack pointer read or written?
pub const BELOW_STACK: Question = question(STACK_10, "");
/// How does the loader pass stack arguments to a start function?
pub const SPILL: Question = question(MEM_17, "spill");
/// How wide is an enumeration?
pub const ENUM_WIDTH: Question = question(S01, "enum");
/// How are bit-fields placed?
pub const BIT_FIELDS: Question = question(S02, "");
/// How large is an empty record?
pub const EMPTY_RECORD: Question = question(S03, "empty");
/// Are temporaries aligned to more than 8 bytes where their type asks for it?
pub const TEMPORARY_ALIGN: Question = question(S03, "temporary");
/// What becomes of the modes in CONFIG and STATUS?
pub const MODES: Question = question(S04, "");
/// Who extends narrow arguments?
pub const NARROW_ARGUMENT: Question = question(S05, "");
/// How do composite arguments travel?
pub const COMPOSITES: Question = question(S06, "");
/// Is a composite split between registers and the stack?
pub const COMPOSITE_SPLIT: Question = question(S08, "composite");
/// May the callee write the stack slots of its arguments?
pub const SLOT_OWNER: Question = question(S10, "slots");
/// May the callee write a composite that is passed by address?
pub const COPY_OWNER: Question = question(S10, "copy");
/// Does an empty argument travel?
pub const EMPTY_ARGUMENT: Question = question(S11, "");
/// Where do unnamed arguments travel?
pub const UNNAMED: Question = question(S14, "");

/// How wide is `wchar_t`, and is it signed?
pub const WIDE_CHAR: Question = question(S01, "wchar");
/// Are bit-fields signed whose type does not say so?
pub const BIT_FIELD_SIGN: Question = question(S02, "sign");
/// How do complex arguments travel?
pub const COMPLEX_ARGUMENT: Question = question(S24, "argument");
/// How do complex results travel?
pub const COMPLEX_RESULT: Question = question(S24, "result");
/// How is a vector aligned?
pub const VECTOR_ALIGN: Question = question(S25, "alignment");
/// How do vectors travel as arguments?
pub const VECTOR_ARGUMENT: Question = question(S25, "argument");
/// Is a vector split between registers and the stack?
pub const VECTOR_SPLIT: Question = question(S25, "split");
/// How do vectors travel as results?
pub const VECTOR_RESULT: Question = question(S25, "result");

/// Every question that rules ask.
pub const QUESTIONS: &[Question] = &[
    CHAR_SIGN,
    STACK_DOUBLE,
    PADDING,
    STRUCT_ALIGN,
    UNION_ALIGN,
    ARRAY_MEMBER,
    LINK_AT_RETURN,
    CONSTANTS,
    HIGH_REGISTERS,
    DOUBLE_START,
    DOUBLE_ORDER,
    DOUBLE_SPLIT,
    BACK_FILL,
    FLOATS,
    STACK_AREA,
    STACK_SLOT,
    NARROW_RESULT,
    RESULT_ORDER,
    SMALL_RESULT,
    MEMORY_RESULT,
    RESULT_ADDRESS,
    RESULT_ADDRESS_AGAIN,
    STACK_ALIGN,
    BELOW_STACK,
    SPILL,
    ENUM_WIDTH,
    BIT_FIELDS,
    EMPTY_RECORD,
    TEMPORARY_ALIGN,
    MODES,
    NARROW_ARGUMENT,
    COMPOSITES,
    COMPOSITE_SPLIT,
    SLOT_OWNER,
    COPY_OWNER,
    EMPTY_ARGUMENT,
    UNNAMED,
    WIDE_CHAR,
    BIT_FIELD_SIGN,
    COMPLEX_ARGUMENT,
    COMPLEX_RESULT,
    VECTOR_ALIGN,
    VECTOR_ARGUMENT,
    VECTOR_SPLIT,
    VECTOR_RESULT,
];
