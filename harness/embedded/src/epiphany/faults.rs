//! The seeded faults of the Epiphany, each with the clause that it breaks.

use crosscall_model::Target;

use crate::fault::{Fault, Mechanism as M, Side};

const fn fault(
    name: &'static str,
    clause: &'static str,
    side: Side,
    mechanism: M,
    description: &'static str,
) -> Fault {
    Fault { target: Target::Epiphany, name, clause, description, side, needs: &[], mechanism }
}

const fn under(needs: &'static [(&'static str, u8)], fault: Fault) -> Fault {
    Fault { needs, ..fault }
}

/// Every seeded fault.
#[rustfmt::skip]
pub(crate) const FAULTS: &[Fault] = &[
    // Registers and stack pointer.
    fault("saved-register", "EPIPHANY-REG-06", Side::Callee, M::SavedRegister,
        "the callee changes one of r4 to r11 and does not restore it"),
    fault("frame-pointer", "EPIPHANY-REG-11", Side::Callee, M::FramePointer,
        "the callee changes r15 and does not restore it"),
    fault("constant-register", "EPIPHANY-REG-13", Side::Callee, M::ConstantRegister,
        "the callee writes one of r28 to r31"),
    fault("link-register", "EPIPHANY-REG-07", Side::Callee, M::LinkRegister,
        "the callee returns through r27 with another value in lr"),
    fault("stack-pointer", "EPIPHANY-REG-09", Side::Callee, M::StackPointer,
        "the callee returns with sp 8 bytes lower than it was at entry"),
    fault("stack-alignment", "EPIPHANY-STACK-09", Side::Both, M::StackAlignment,
        "sp has half its alignment while a function is called"),
    fault("below-stack-pointer", "EPIPHANY-STACK-10", Side::Both, M::BelowStackPointer,
        "a function stores a word below sp"),
    // Arguments.
    fault("arguments-swapped", "EPIPHANY-ARG-01", Side::Both, M::SwapArguments,
        "two neighbouring word arguments change places"),
    fault("arguments-shifted", "EPIPHANY-ARG-01", Side::Both, M::ShiftArguments,
        "the arguments start in r1 instead of r0"),
    fault("halves-swapped", "EPIPHANY-ARG-03", Side::Both, M::SwapHalves,
        "the two words of a double word argument change places"),
    fault("pair-start", "EPIPHANY-ARG-03", Side::Both, M::PairStart,
        "a double word starts in an odd register where it must start in an even one, or the reverse"),
    fault("stack-argument-offset", "EPIPHANY-ARG-06", Side::Both, M::StackArgumentOffset,
        "stack arguments lie 4 bytes too high"),
    fault("argument-not-extended", "EPIPHANY-S05", Side::Caller, M::ArgumentExtension,
        "the upper bits of a narrow argument are undefined"),
    under(&[("EPIPHANY-S06", 1), ("EPIPHANY-S10", 2)],
        fault("callers-object-modified", "EPIPHANY-S10", Side::Both, M::ModifyCallersObject,
            "the callee writes to a composite that is passed by pointer without making a copy")),
    fault("member-offset", "EPIPHANY-LAYOUT-01", Side::Both, M::MemberOffset,
        "a member of a composite is read one byte too low"),
    // Results.
    fault("result-not-extended", "EPIPHANY-RET-01", Side::Callee, M::ResultExtension,
        "the upper bits of a narrow result are undefined"),
    fault("result-register", "EPIPHANY-RET-02", Side::Callee, M::ResultRegister,
        "a word result is in r1 instead of r0"),
    fault("result-halves-swapped", "EPIPHANY-RET-03", Side::Callee, M::ResultHalves,
        "the two words of a double word result change places"),
    fault("small-result-shifted", "EPIPHANY-RET-04", Side::Callee, M::ResultShift,
        "a composite of at most 3 bytes lies at the top of r0"),
    fault("result-address", "EPIPHANY-RET-06", Side::Callee, M::ResultAddress,
        "a composite result is stored 4 bytes above the address that was passed"),
    fault("result-pointer", "EPIPHANY-RET-06", Side::Callee, M::ResultPointer,
        "r0 does not hold the address of a result in memory at return"),
    // Memory and control.
    fault("above-frame", "EPIPHANY-STACK-03", Side::Callee, M::AboveFrame,
        "the callee writes a word of the caller's stack above the arguments"),
    fault("reserved-memory", "EPIPHANY-MEM-01", Side::Callee, M::ReservedMemory,
        "the callee writes the word at address 0x80"),
    fault("return-address", "EPIPHANY-CALL-04", Side::Callee, M::ReturnAddress,
        "the callee returns 4 bytes behind the return address"),
    // Data.
    fault("byte-order", "EPIPHANY-TYPE-02", Side::Data, M::ByteOrder,
        "objects hold their most significant byte first"),
    fault("half-word-alignment", "EPIPHANY-TYPE-08", Side::Data, M::HalfAlign,
        "a half-word is aligned to 4"),
    fault("double-word-alignment", "EPIPHANY-TYPE-14", Side::Data, M::DoubleAlign,
        "a double word is aligned to 4"),
    fault("record-alignment", "EPIPHANY-LAYOUT-02", Side::Data, M::RecordAlign,
        "a record has the alignment of its first member"),
    fault("record-size", "EPIPHANY-LAYOUT-03", Side::Data, M::RecordSize,
        "a record's size is not rounded up to its alignment"),
    fault("union-offset", "EPIPHANY-LAYOUT-05", Side::Data, M::UnionOffset,
        "the members of a union lie one behind the other"),
    fault("member-order", "EPIPHANY-LAYOUT-09", Side::Data, M::MemberOrder,
        "members are laid out from the last to the first"),
    fault("array-stride", "EPIPHANY-LAYOUT-11", Side::Data, M::ArrayStride,
        "an array has one byte more per element"),
];
