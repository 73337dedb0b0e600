//! The parts that the RISC-V psABI gives registers, and the clauses of faults, for each of its ABIs. x0 to x31 are the
//! registers 0 to 31, f0 to f31 the registers 32 to 63.

use crate::facts::Placement;
use crate::fault::Occasion;
use crate::language::{Clauses, Group, Mode, OptionFault, Register, Roles, Rules};
use crate::placement::Pairs;
use crosscall_model::target::riscv::{Abi, AbiFacts};

/// The first floating-point register.
pub(super) const FLOATS: Register = 32;

pub(super) const RA: Register = 1;
pub(super) const SP: Register = 2;
/// ft11, which carries nothing and which compilers take last.
pub(super) const SPARE_FLOAT: Register = 63;

const ARGUMENTS: &[Register] = &[10, 11, 12, 13, 14, 15, 16, 17];
const EMBEDDED_ARGUMENTS: &[Register] = &[10, 11, 12, 13, 14, 15];
const REALS: &[Register] = &[42, 43, 44, 45, 46, 47, 48, 49];

/// s0 and s1; s0 may be the frame pointer.
const FIRST_SAVED: Group = Group { registers: &[8, 9], clauses: &["REG-07", "REG-30"] };
const SAVED: Group =
    Group { registers: &[18, 19, 20, 21, 22, 23, 24, 25, 26, 27], clauses: &["REG-09", "REG-30"] };
const SAVED_REALS: Group =
    Group { registers: &[40, 41, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59], clauses: &["REG-18", "REG-33"] };
const EMBEDDED_SAVED: Group = Group { registers: &[8, 9], clauses: &["REG-07", "REG-35"] };

const FIRST_TEMPORARIES: Group = Group { registers: &[5, 6, 7], clauses: &["REG-06"] };
const EMBEDDED_TEMPORARIES: Group = Group { registers: &[5, 6, 7], clauses: &["REG-06", "REG-36"] };
const TEMPORARIES: Group = Group { registers: &[28, 29, 30, 31], clauses: &["REG-10"] };
const OF_ARGUMENTS: Group = Group { registers: ARGUMENTS, clauses: &["REG-08"] };
const OF_EMBEDDED_ARGUMENTS: Group = Group { registers: EMBEDDED_ARGUMENTS, clauses: &["REG-08"] };
const REAL_TEMPORARIES: Group =
    Group { registers: &[32, 33, 34, 35, 36, 37, 38, 39, 60, 61, 62, 63], clauses: &["REG-17"] };
const OF_REALS: Group = Group { registers: REALS, clauses: &["REG-19"] };

const RESERVED: &[Group] = &[
    Group { registers: &[3], clauses: &["REG-11", "REG-04"] },
    Group { registers: &[4], clauses: &["REG-11", "REG-05"] },
];

/// t3 to t5: t0 to t2 are the ones that compilers use in prologues and in jumps, and for static chains.
const FREE: [Register; 3] = [28, 29, 30];
const EMBEDDED_FREE: [Register; 3] = [5, 6, 7];

/// The parts of registers by an ABI.
pub(super) const fn roles(facts: &AbiFacts) -> Roles {
    let hard = facts.flen > 0;
    let usual = Roles {
        stack: SP,
        link: RA,
        arguments: ARGUMENTS,
        real_arguments: if hard { REALS } else { &[] },
        results: [10, 11],
        saved: if hard { &[FIRST_SAVED, SAVED, SAVED_REALS] } else { &[FIRST_SAVED, SAVED] },
        scratch: if hard {
            &[FIRST_TEMPORARIES, TEMPORARIES, OF_ARGUMENTS, REAL_TEMPORARIES, OF_REALS]
        } else {
            &[FIRST_TEMPORARIES, TEMPORARIES, OF_ARGUMENTS]
        },
        reserved: RESERVED,
        free: FREE,
        at_call: FREE,
        alignment: 16,
        area: 0,
    };
    if !facts.is_embedded {
        return usual;
    }
    Roles {
        arguments: EMBEDDED_ARGUMENTS,
        saved: &[EMBEDDED_SAVED],
        scratch: &[EMBEDDED_TEMPORARIES, OF_EMBEDDED_ARGUMENTS],
        free: EMBEDDED_FREE,
        at_call: EMBEDDED_FREE,
        alignment: 4,
        ..usual
    }
}

const ALIGNMENT: Clauses = &["STACK-10", "STACK-08"];
const EMBEDDED_ALIGNMENT: Clauses = &["STACK-10", "STACK-15"];

/// The clauses of faults by an ABI.
pub(super) const fn rules(facts: &AbiFacts) -> Rules {
    Rules {
        argument: if facts.is_embedded { &["ARG-29", "ARG-02"] } else { &["ARG-01", "ARG-02"] },
        // A real of two registers travels as an aggregate of its size, where it is wider than floating-point registers.
        double_argument: if facts.flen > 0 { &["ARG-13", "ARG-27", "ARG-42"] } else { &["ARG-13", "ARG-27"] },
        real_argument: &["ARG-41", "ARG-30"],
        stack_argument: &["STACK-09"],
        unnamed: &["VAR-01"],
        composite: &["ARG-21", "ARG-16"],
        extension: &["ARG-04"],
        boolean: &["TYPE-28"],
        word_result: &["RET-01", "RET-02"],
        narrow_result: &["RET-02", "ARG-04"],
        double_result: &["RET-02", "ARG-13"],
        real_result: &["RET-05", "RET-06"],
        small_result: &["RET-02", "ARG-17"],
        memory_result: &["RET-03"],
        stack_at_return: &["REG-03"],
        alignment: if facts.is_embedded { EMBEDDED_ALIGNMENT } else { ALIGNMENT },
        // The document knows no end of the stack.
        limit: &[],
        below: &["STACK-14"],
        // No clause says whose the caller's frame is; STACK-09 says what of the stack above is the called function's.
        callers_frame: &["STACK-09", "S14"],
        // What lies below the stack pointer at the call belongs to the called function.
        area: &["STACK-14"],
        // REG-02: what ra holds at return is free.
        link_at_return: &[],
        link_at_call: &["REG-02", "S28"],
        return_place: &["S28"],
        modes: &["REG-21"],
        stray_write: &["S23"],
        reserved_memory: &[],
        // No clause says that a call is made once; S28 is where a called function's way back is.
        call: &["S28", "REG-02"],
        bit_field: &["S04", "LAYOUT-09"],
    }
}

/// The places of arguments by an ABI.
pub(super) const fn placement(facts: &AbiFacts) -> Placement {
    Placement {
        word: facts.xlen as u32,
        registers: if facts.is_embedded { 6 } else { 8 },
        pairs: if facts.is_embedded { Pairs::Any } else { Pairs::EvenUnnamed },
        double: 8,
        long_double: 16,
        real: facts.flen as u32,
        real_registers: 8,
        by_address: false,
        variadic_on_stack: false,
        result_first: true,
    }
}

/// The rounding mode, which is the processor's only mode that compiled functions see.
static MODES: [Mode; 2] = [
    Mode { name: "the rounding mode", code: "fsrmi 1" },
    Mode { name: "the rounding mode, by way of a register,", code: "li t3,3; fsrm t3" },
];

/// Modes by an ABI: without floating-point registers the assembler does not know the instructions.
pub(super) const fn modes(facts: &AbiFacts) -> &'static [Mode] {
    if facts.flen > 0 { &MODES } else { &[] }
}

/// Options of GCC. Clang refuses all of them.
static OPTIONS: [OptionFault; 3] = [
    OptionFault {
        prefix: "-fcall-used-",
        registers: &[9, 18, 19, 20],
        clauses: &["REG-07", "REG-09"],
        occasion: Occasion::Unsaved,
        text: "is used without being saved",
    },
    OptionFault {
        prefix: "-fcall-saved-",
        registers: &[28, 29, 30, 31],
        clauses: &["REG-10"],
        occasion: Occasion::Relied,
        text: "is taken for a register that calls preserve",
    },
    OptionFault {
        prefix: "-fcall-saved-",
        registers: &[5, 7],
        clauses: &["REG-06"],
        occasion: Occasion::Relied,
        text: "is taken for a register that calls preserve",
    },
];

static EMBEDDED_OPTIONS: [OptionFault; 2] = [
    OptionFault {
        prefix: "-fcall-used-",
        registers: &[9],
        clauses: &["REG-07", "REG-35"],
        occasion: Occasion::Unsaved,
        text: "is used without being saved",
    },
    OptionFault {
        prefix: "-fcall-saved-",
        registers: &[5, 7],
        clauses: &["REG-06", "REG-36"],
        occasion: Occasion::Relied,
        text: "is taken for a register that calls preserve",
    },
];

/// Options of compilers by an ABI.
pub(super) const fn options(facts: &AbiFacts) -> &'static [OptionFault] {
    if facts.is_embedded { &EMBEDDED_OPTIONS } else { &OPTIONS }
}

/// Number of an ABI among all.
pub(super) const fn index(abi: Abi) -> usize {
    abi as usize
}
