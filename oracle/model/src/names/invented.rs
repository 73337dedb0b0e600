//! Clauses and readings of The Invented ABI (written for the tests of crosscall: every rare demand on a tester at once), by name.
//!
//! Generated from `oracle/clauses/invented.toml`; see [`crate::names`].

use super::{Question, Reading};

/// Who extends narrow integers? (INVENTED-ARG-01 `extension`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NarrowArgument {
    /// R1: the caller extends narrow ones to 8 bytes, by their signedness.
    CallerExtends = 1,
    /// R2: the bytes above a narrow one are unspecified.
    Unspecified = 2,
}

impl Reading for NarrowArgument {
    const QUESTION: Question = Question { clause: clause::ARG_01, name: "extension" };
    const ALL: &'static [NarrowArgument] = &[NarrowArgument::CallerExtends, NarrowArgument::Unspecified];
    const FIRST: NarrowArgument = NarrowArgument::CallerExtends;

    fn number(self) -> u8 {
        self as u8
    }
}

/// In which order is the list of parameters? (INVENTED-ARG-03 `order`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ListOrder {
    /// R1: at ascending addresses.
    Ascending = 1,
    /// R2: at descending addresses: the first of them comes last.
    Descending = 2,
}

impl Reading for ListOrder {
    const QUESTION: Question = Question { clause: clause::ARG_03, name: "order" };
    const ALL: &'static [ListOrder] = &[ListOrder::Ascending, ListOrder::Descending];
    const FIRST: ListOrder = ListOrder::Ascending;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Ids of all clauses.
pub mod clause {
    use crate::plan::ClauseId;

    /// Integers have 1, 2, 4 or 8 bytes, long and pointers 8; each is aligned to its size. Plain char is unsigned. An enumeration is an int, or a long where its constants need that.
    pub const TYPE_01: ClauseId = "INVENTED-TYPE-01";
    /// float, double and long double are one type of 4 bytes, of IEEE 754 single precision.
    pub const TYPE_02: ClauseId = "INVENTED-TYPE-02";
    /// The parts of a complex type and the lanes of a vector follow each other, and the whole is aligned to its size, but to 16 at most.
    pub const TYPE_03: ClauseId = "INVENTED-TYPE-03";
    /// Bytes are in ascending order of value.
    pub const TYPE_04: ClauseId = "INVENTED-TYPE-04";
    /// Members of a record lie at the next multiple of their alignment; a record is aligned as its most aligned member and its size is a multiple of that. A bit-field does not cross a boundary of its declared type.
    pub const LAYOUT_01: ClauseId = "INVENTED-LAYOUT-01";
    /// The first three integers, pointers and addresses are in r1 to r3.
    pub const ARG_01: ClauseId = "INVENTED-ARG-01";
    /// The first four floating values, complex values and vectors are in v0 to v3, each of which has the length of its value.
    pub const ARG_02: ClauseId = "INVENTED-ARG-02";
    /// The other named arguments are in a list in memory, whose address is in r0: in order, each in a whole number of entries of 8 bytes. The list is aligned to 16 and belongs to the caller.
    pub const ARG_03: ClauseId = "INVENTED-ARG-03";
    /// Records travel as the address of a copy, which the callee may write.
    pub const ARG_04: ClauseId = "INVENTED-ARG-04";
    /// Unnamed arguments are on the stack, each in a whole number of words, the first next to what the caller leaves there, the others at descending addresses. They belong to the callee.
    pub const ARG_05: ClauseId = "INVENTED-ARG-05";
    /// An integer or pointer is returned in r0, extended like an argument.
    pub const RET_01: ClauseId = "INVENTED-RET-01";
    /// A floating value, a complex value or a vector is returned in v0, which has its length.
    pub const RET_02: ClauseId = "INVENTED-RET-02";
    /// A record is returned in memory: its address is in r4 at the call, and in r0 at return.
    pub const RET_03: ClauseId = "INVENTED-RET-03";
    /// r8 to r15 are preserved, and v8 to v15 with their lengths.
    pub const REG_01: ClauseId = "INVENTED-REG-01";
    /// The object file of a function says which of r16 to r29 and v16 to v31 it changes; the others it preserves.
    pub const REG_02: ClauseId = "INVENTED-REG-02";
    /// r30 is never written.
    pub const REG_03: ClauseId = "INVENTED-REG-03";
    /// All other registers may be left as anything.
    pub const REG_04: ClauseId = "INVENTED-REG-04";
    /// The stack grows upwards; r31 holds the address above its last word and is a multiple of 16 at a call. It is given back as it was.
    pub const STACK_01: ClauseId = "INVENTED-STACK-01";
    /// The word just below the stack pointer at a call holds the stack pointer that the caller itself was entered with.
    pub const STACK_02: ClauseId = "INVENTED-STACK-02";
    /// Control comes back behind the call.
    pub const CALL_01: ClauseId = "INVENTED-CALL-01";
    /// A pointer to code counts instructions of 4 bytes. At a call r5 holds one to the instruction behind it.
    pub const CALL_02: ClauseId = "INVENTED-CALL-02";
    /// A vertex has no parameters, no result and no caller: it ends the program, and need not leave anything as it was.
    pub const CALL_03: ClauseId = "INVENTED-CALL-03";
    /// A function is a global symbol in a section of code.
    pub const OBJ_01: ClauseId = "INVENTED-OBJ-01";
    /// A relocation is of ForwardCom's types: absolute, relative to its own place or to the base of data, of a whole field or of half of one, in units of 1, 2, 4, 8 or 16 bytes.
    pub const OBJ_02: ClauseId = "INVENTED-OBJ-02";
}
