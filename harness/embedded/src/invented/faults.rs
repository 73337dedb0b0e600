//! Seeded faults of the invented target: at least one for each clause that generated code can break.

use crosscall_model::{Scalar, Target};

use crate::fault::{Fault, Mechanism as M, Side, fault, shared, usual};

const T: Target = Target::Invented;

/// Every seeded fault.
#[rustfmt::skip]
pub(crate) const FAULTS: &[Fault] = &[
    // Data.
    fault(T, "int-alignment", "INVENTED-TYPE-01", Side::Data, M::Align(Scalar::Int, 8), "int is aligned to 8"),
    fault(T, "char-signed", "INVENTED-TYPE-01", Side::Data, M::Signed(Scalar::Char, true), "plain char is signed"),
    usual(T, "INVENTED-TYPE-02", shared::FLOAT_ALIGNMENT),
    fault(T, "vector-alignment", "INVENTED-TYPE-03", Side::Data, M::VectorAlign(8), "a vector is aligned to 8 at most"),
    fault(T, "byte-order", "INVENTED-TYPE-04", Side::Data, M::ByteOrder, "values have their highest byte first"),
    fault(T, "record-size", "INVENTED-LAYOUT-01", Side::Data, M::RecordSize, "the size of a record is not rounded up"),
    fault(T, "member-offset", "INVENTED-LAYOUT-01", Side::Both, M::MemberOffset, "a member is accessed one byte too low"),
    usual(T, "INVENTED-LAYOUT-01", shared::MEMBER_ORDER),
    // Arguments.
    fault(T, "arguments-swapped", "INVENTED-ARG-01", Side::Both, M::SwapArguments, "two neighbouring arguments change places"),
    fault(T, "arguments-shifted", "INVENTED-ARG-01", Side::Both, M::ShiftArguments, "integers start in r2"),
    fault(T, "argument-not-extended", "INVENTED-ARG-01", Side::Caller, M::ArgumentExtension, "the bytes above a narrow argument are undefined"),
    fault(T, "argument-length", "INVENTED-ARG-02", Side::Caller, M::ArgumentLength, "a vector register is longer than its value"),
    fault(T, "list-order", "INVENTED-ARG-03", Side::Callee, M::CalleeReads("INVENTED-ARG-03 order", 2), "called functions read the list from its other end"),
    fault(T, "list-address", "INVENTED-ARG-03", Side::Caller, M::ListAddress(8), "r0 holds an address 8 bytes too low"),
    fault(T, "list-written", "INVENTED-ARG-03", Side::Callee, M::WritesList, "the callee writes the list"),
    fault(T, "stack-argument-offset", "INVENTED-ARG-05", Side::Both, M::StackArgumentOffset, "unnamed arguments lie 8 bytes too low"),
    // Results.
    fault(T, "result-register", "INVENTED-RET-01", Side::Callee, M::ResultRegister, "a result is in the next register"),
    fault(T, "result-not-extended", "INVENTED-RET-01", Side::Callee, M::ResultExtension, "the bytes above a narrow result are undefined"),
    fault(T, "result-length", "INVENTED-RET-02", Side::Callee, M::ResultLength, "v0 is longer than the result"),
    fault(T, "result-address", "INVENTED-RET-03", Side::Callee, M::ResultAddress, "a record is stored 8 bytes too high"),
    fault(T, "result-pointer", "INVENTED-RET-03", Side::Callee, M::ResultPointer, "the address of a record is not in r0 at return"),
    // Registers.
    fault(T, "saved-register", "INVENTED-REG-01", Side::Callee, M::Changes(&[8, 12, 40, 47]), "the callee changes a register that is preserved"),
    fault(T, "undeclared-register", "INVENTED-REG-02", Side::Callee, M::Changes(&[48, 63]), "the callee changes v16 or v31 and does not say so"),
    fault(T, "reserved-register", "INVENTED-REG-03", Side::Callee, M::Changes(&[30]), "the callee writes r30"),
    fault(T, "kept-in-scratch", "INVENTED-REG-04", Side::Caller, M::KeepIn(39), "the caller keeps a value in v7"),
    // Stack.
    fault(T, "stack-pointer", "INVENTED-STACK-01", Side::Callee, M::StackPointer, "the callee returns with another stack pointer"),
    fault(T, "stack-alignment", "INVENTED-STACK-01", Side::Both, M::StackAlignment, "the stack pointer is a multiple of 8 at a call"),
    fault(T, "beyond-stack-pointer", "INVENTED-STACK-01", Side::Both, M::BelowStackPointer, "a function stores beyond its stack pointer"),
    fault(T, "above-frame", "INVENTED-STACK-01", Side::Callee, M::AboveFrame, "the callee writes its caller's frame"),
    fault(T, "entry-pointer", "INVENTED-STACK-02", Side::Caller, M::EntryPointer, "a caller leaves its present stack pointer"),
    // Calls.
    fault(T, "way-back", "INVENTED-CALL-02", Side::Caller, M::NoLink, "r5 leads one instruction too far"),
    fault(T, "vertex-returns", "INVENTED-CALL-03", Side::Callee, M::VertexReturns, "a vertex returns"),
];
