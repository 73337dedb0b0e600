//! Seeded faults: at least one for each clause that generated code can break.

use crosscall_model::{Scalar, Target};

use crate::fault::{Fault, Mechanism as M, Side};

const fn fault(
    name: &'static str,
    clause: &'static str,
    side: Side,
    mechanism: M,
    description: &'static str,
) -> Fault {
    Fault { target: Target::ForwardCom, name, clause, description, side, needs: &[], mechanism }
}

const fn under(needs: &'static [(&'static str, u8)], fault: Fault) -> Fault {
    Fault { needs, ..fault }
}

/// Every seeded fault.
#[rustfmt::skip]
pub(crate) const FAULTS: &[Fault] = &[
    // Data.
    fault("byte-order", "FORWARDCOM-TYPE-01", Side::Data, M::ByteOrder, "objects have their highest byte first"),
    fault("short-size", "FORWARDCOM-TYPE-02", Side::Data, M::Size(Scalar::Short, 4), "short has 4 bytes"),
    fault("long-long-size", "FORWARDCOM-TYPE-02", Side::Data, M::Size(Scalar::LongLong, 4), "long long has 4 bytes"),
    fault("char-sign", "FORWARDCOM-TYPE-02", Side::Data, M::Signed(Scalar::SignedChar, false), "signed char has no sign"),
    fault("double-size", "FORWARDCOM-TYPE-05", Side::Data, M::Size(Scalar::Double, 4), "double has 4 bytes"),
    fault("half-size", "FORWARDCOM-TYPE-05", Side::Data, M::Size(Scalar::Half, 4), "a half has 4 bytes"),
    fault("truth-size", "FORWARDCOM-TYPE-14", Side::Data, M::Size(Scalar::Bool, 2), "_Bool has 2 bytes"),
    fault("truth-whole", "FORWARDCOM-TYPE-16", Side::Callee, M::Own("truth-whole"), "all bits of a truth value are looked at"),
    fault("int-alignment", "FORWARDCOM-LAYOUT-01", Side::Data, M::Align(Scalar::Int, 2), "int is aligned to 2"),
    fault("double-alignment", "FORWARDCOM-LAYOUT-01", Side::Data, M::Align(Scalar::Double, 4), "double is aligned to 4"),
    fault("members-close", "FORWARDCOM-LAYOUT-01", Side::Data, M::Own("members-close"), "members follow each other without padding"),
    fault("array-members", "FORWARDCOM-LAYOUT-02", Side::Data, M::Own("array-members"), "arrays in records are aligned to 4 at least"),
    fault("large-vectors", "FORWARDCOM-S04", Side::Data, M::Own("large-vectors"), "large vectors are aligned to 2 at most"),
    fault("pointer-size", "FORWARDCOM-S01", Side::Data, M::PointerSize(4), "pointers have 4 bytes"),
    fault("record-size", "FORWARDCOM-S03", Side::Data, M::RecordSize, "the size of a record is not rounded up"),
    fault("member-order", "FORWARDCOM-LAYOUT-01", Side::Data, M::MemberOrder, "members are laid out from the last to the first"),
    fault("member-offset", "FORWARDCOM-LAYOUT-01", Side::Both, M::MemberOffset, "a member is accessed one byte too low"),
    fault("union-offset", "FORWARDCOM-S03", Side::Data, M::UnionOffset, "the members of a union lie one behind the other"),
    fault("bit-fields-reversed", "FORWARDCOM-S03", Side::Data, M::BitFieldsReversed, "bit-fields are allocated from the upper end"),
    fault("array-stride", "FORWARDCOM-S03", Side::Data, M::ArrayStride, "an array has one byte more for each element"),
    fault("vector-alignment", "FORWARDCOM-LAYOUT-01", Side::Data, M::VectorAlign(1), "a vector is not aligned"),
    // Registers.
    fault("saved-register", "FORWARDCOM-REG-02", Side::Callee, M::Changes(&[30, 29, 24, 27]), "the callee changes one of r24 to r30"),
    fault("work-unsaved", "FORWARDCOM-REG-02", Side::Both, M::Own("work-unsaved"), "functions do not save what they work in"),
    fault("saved-vector", "FORWARDCOM-REG-06", Side::Callee, M::Changes(&[48, 55, 60, 63]), "the callee changes one of v16 to v31"),
    fault("kept-in-scratch", "FORWARDCOM-REG-03", Side::Caller, M::KeepIn(9), "the caller keeps a value in r9"),
    fault("kept-in-vector", "FORWARDCOM-REG-03", Side::Caller, M::KeepIn(32 + 15), "the caller keeps a value in v15"),
    fault("mode-left", "FORWARDCOM-REG-05", Side::Callee, M::ModeLeft, "a function with a floating result leaves its rounding mode"),
    fault("changes-unlisted", "FORWARDCOM-OBJ-03", Side::Callee, M::Own("changes-unlisted"), "object files do not list what functions change"),
    fault("calls-unlisted", "FORWARDCOM-OBJ-05", Side::Callee, M::Own("calls-unlisted"), "object files do not list what calls change"),
    // Arguments.
    fault("arguments-swapped", "FORWARDCOM-ARG-05", Side::Both, M::SwapArguments, "two neighbouring arguments change places"),
    fault("arguments-shifted", "FORWARDCOM-ARG-05", Side::Both, M::ShiftArguments, "arguments start in r1 and v1"),
    fault("address-register", "FORWARDCOM-ARG-11", Side::Both, M::Own("address-register"), "the address of a vector that fits no register is one register too far"),
    fault("vectors-next", "FORWARDCOM-ARG-06", Side::Both, M::Own("vectors-next"), "vectors are one register too far"),
    fault("truth-vector", "FORWARDCOM-ARG-02", Side::Both, M::Own("truth-vector"), "truth values are in vector registers"),
    fault("floats-general", "FORWARDCOM-ARG-04", Side::Both, M::Own("floats-general"), "floating numbers are in general registers"),
    fault("argument-length", "FORWARDCOM-ARG-07", Side::Caller, M::ArgumentLength, "a vector register is longer than its value"),
    fault("nested-tuple", "FORWARDCOM-ARG-09", Side::Callee, M::CalleeReads("FORWARDCOM-ARG-09 nested", 2), "called functions expect records of records by their addresses"),
    fault("union-limit", "FORWARDCOM-ARG-10", Side::Callee, M::CalleeReads("FORWARDCOM-ARG-10 limit", 4), "called functions expect unions in registers that callers pass by address"),
    fault("pointer-record", "FORWARDCOM-ARG-12", Side::Callee, M::CalleeReads("FORWARDCOM-ARG-12 pointers", 3), "called functions expect a record of a pointer as that"),
    fault("list-address", "FORWARDCOM-ARG-21", Side::Caller, M::ListAddress(8), "the list is 8 bytes further on than its address says"),
    fault("list-register", "FORWARDCOM-ARG-21", Side::Both, M::Own("list-register"), "the address of the list is in the next register"),
    fault("list-place", "FORWARDCOM-ARG-20", Side::Callee, M::CalleeReads("FORWARDCOM-ARG-20 next", 2), "called functions expect the list's address where the list begins"),
    fault("list-early", "FORWARDCOM-ARG-19", Side::Both, M::Own("list-early"), "sixteen arguments need a list"),
    fault("list-sixteenth", "FORWARDCOM-ARG-21", Side::Both, M::Own("list-sixteenth"), "sixteen arguments are in registers where a list is needed, too"),
    fault("list-close", "FORWARDCOM-ARG-24", Side::Both, M::Own("list-close"), "integers of 2 bytes and less take 2 bytes of the list"),
    fault("address-first", "FORWARDCOM-ARG-27", Side::Both, M::Own("address-first"), "the address of a vector in the list comes before its length"),
    fault("lanes-for-bytes", "FORWARDCOM-ARG-27", Side::Caller, M::Own("lanes-for-bytes"), "the length of a vector in the list counts lanes"),
    fault("tuple-address", "FORWARDCOM-ARG-27", Side::Callee, M::CalleeReads("FORWARDCOM-ARG-27 tuples", 2), "called functions expect only the address of a tuple in the list"),
    under(&[("FORWARDCOM-S11", 2)],
        fault("listed-original", "FORWARDCOM-ARG-30", Side::Caller, M::Own("listed-original"), "what the list leads to is the caller's own")),
    fault("list-kept", "FORWARDCOM-ARG-31", Side::Caller, M::ListKept, "a caller in a loop writes its list once"),
    fault("tuples-general", "FORWARDCOM-ARG-08", Side::Both, M::Own("tuples-general"), "tuples of up to 8 bytes are in general registers"),
    fault("list-by-kind", "FORWARDCOM-ARG-23", Side::Both, M::Own("list-by-kind"), "the list has first what is for general registers"),
    fault("unnamed-in-registers", "FORWARDCOM-VAR-01", Side::Both, M::Own("unnamed-in-registers"), "unnamed arguments are in registers while there are some"),
    fault("unnamed-first", "FORWARDCOM-VAR-02", Side::Both, M::Own("unnamed-first"), "unnamed arguments come first in the list"),
    fault("vectors-seventeen", "FORWARDCOM-ARG-22", Side::Both, M::Own("vectors-seventeen"), "a seventeenth vector is in v16"),
    fault("words-wide", "FORWARDCOM-ARG-25", Side::Both, M::Own("words-wide"), "an integer takes two entries of the list"),
    fault("floats-close", "FORWARDCOM-ARG-26", Side::Both, M::Own("floats-close"), "a float takes 4 bytes of the list"),
    fault("records-in-list", "FORWARDCOM-ARG-28", Side::Both, M::Own("records-in-list"), "records are in the list themselves"),
    under(&[("FORWARDCOM-S08", 3)],
        fault("argument-not-extended", "FORWARDCOM-S08", Side::Caller, M::ArgumentExtension, "what is above a narrow argument is anything")),
    under(&[("FORWARDCOM-S11", 2)],
        fault("callers-object-modified", "FORWARDCOM-S11", Side::Both, M::ModifyCallersObject, "the callee writes what it got by its address")),
    fault("empty-passed", "FORWARDCOM-S13", Side::Callee, M::CalleeReads("FORWARDCOM-S13", 3), "called functions expect addresses of empty records"),
    fault("addresses-last", "FORWARDCOM-S10", Side::Callee, M::CalleeReads("FORWARDCOM-S10", 2), "called functions expect addresses behind all else"),
    fault("object-first", "FORWARDCOM-ARG-33", Side::Both, M::Own("object-first"), "a member function has its object in r0 and its result's address in r1"),
    fault("object-last", "FORWARDCOM-ARG-33", Side::Both, M::Own("object-last"), "a member function has its object last"),
    // Results.
    fault("result-register", "FORWARDCOM-RET-01", Side::Callee, M::ResultRegister, "a result is in the next register"),
    fault("result-length", "FORWARDCOM-ARG-07", Side::Callee, M::ResultLength, "v0 is longer than the result"),
    fault("two-alike", "FORWARDCOM-RET-02", Side::Callee, M::CalleeReads("FORWARDCOM-RET-02", 2), "called functions return two results of one type in two registers"),
    fault("two-swapped", "FORWARDCOM-RET-03", Side::Both, M::Own("two-swapped"), "two results change places"),
    fault("result-behind", "FORWARDCOM-RET-04", Side::Both, M::Own("result-behind"), "the address of a result comes behind the first argument"),
    fault("result-address", "FORWARDCOM-RET-04", Side::Callee, M::ResultAddress, "a result in memory is stored 8 bytes too high"),
    fault("result-pointer", "FORWARDCOM-RET-05", Side::Callee, M::ResultPointer, "the address of a result is not in r0 at return"),
    // Stack.
    fault("stack-pointer", "FORWARDCOM-S05", Side::Callee, M::StackPointer, "the callee returns with another stack pointer"),
    fault("stack-alignment", "FORWARDCOM-S19", Side::Both, M::StackAlignment, "the stack pointer is a multiple of 4 at a call"),
    fault("above-frame", "FORWARDCOM-S19", Side::Callee, M::AboveFrame, "the callee writes its caller's frame"),
    // Object files.
    fault("no-underscore", "FORWARDCOM-LANG-17", Side::Data, M::Own("no-underscore"), "names have no underscore"),
];
