//! Programs in which a linker may shorten code, has to carry out an alignment, or chooses where a slot of the global offset
//! table is ("Linker Relaxation", "Relocation for Alignment", "Global Offset Table"). What counts is what they return.

use crosscall_clauses::riscv::clause;
use crosscall_model::tool::NO_SYMBOL;
use crosscall_model::tool::table::{Program, Returned};

const DOCUMENT: &str = "\"Linker Relaxation\", \"Relocations\"; encodings: unprivileged architecture manual";

/// Bytes of instructions.
const fn code<const WORDS: usize, const BYTES: usize>(words: [u32; WORDS]) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    let mut at = 0;
    while at < BYTES {
        bytes[at] = words[at / 4].to_le_bytes()[at % 4];
        at += 1;
    }
    bytes
}

const LUI_A0: u32 = 0x0000_0537;
const AUIPC_A0: u32 = 0x0000_0517;
const AUIPC_A1: u32 = 0x0000_0597;
const AUIPC_T1: u32 = 0x0000_0317;
const AUIPC_RA: u32 = 0x0000_0097;
/// `jalr ra, 0(ra)` and `jalr zero, 0(t1)`.
const JALR_RA: u32 = 0x0000_80e7;
const JR_T1: u32 = 0x0003_0067;
/// `addi a0, a0, 0` and `addi a1, a1, 0`.
const ADDI_A0: u32 = 0x0005_0513;
const ADDI_A1: u32 = 0x0005_8593;
/// The return address is kept in t2.
const KEEP_RA: u32 = 0x0000_8393;
const JR_T2: u32 = 0x0003_8067;
const RET: u32 = 0x0000_8067;
/// `sub a0, a0, a1` and `add a0, a0, a1`.
const SUB: u32 = 0x40b5_0533;
const ADD: u32 = 0x00b5_0533;
/// `lw a1, 0(a1)`, `lw a1, 0(a0)` and `lbu a1, 0(a1)`.
const LW_A1: u32 = 0x0005_a583;
const LW_A1_A0: u32 = 0x0005_2583;
const LBU_A1: u32 = 0x0005_c583;
/// `andi a1, a1, 7` and `andi a1, a1, 127`.
const REST_OF_8: u32 = 0x0075_f593;
const LOW_7_BITS: u32 = 0x07f5_f593;
const NOP: u32 = 0x0000_0013;
/// A load of an address from the address in a0.
const LOAD32: u32 = 0x0005_2503;
const LOAD64: u32 = 0x0005_3503;
/// A function that returns [`RESULT`]: `addi a0, zero, 0x123` and `ret`.
const FUNCTION: [u8; 8] = code([0x1230_0513, RET]);
const RESULT: u64 = 0x123;
/// A word, and the function behind it.
const WORD_AND_FUNCTION: [u8; 12] = code([0, 0x1230_0513, RET]);
/// A number in LEB128 of two bytes, and the function behind it.
const LEB128_AND_FUNCTION: [u8; 12] = code([0x88, 0x1230_0513, RET]);
const WORD: [u8; 4] = [0; 4];

const ABSOLUTE: [u8; 12] = code([LUI_A0, ADDI_A0, RET]);
const DISTANCE: [u8; 12] = code([AUIPC_A0, ADDI_A0, RET]);
const CALL: [u8; 16] = code([KEEP_RA, AUIPC_RA, JALR_RA, JR_T2]);
const TAIL: [u8; 8] = code([AUIPC_T1, JR_T1]);
/// Six bytes of padding, so that what follows can lie at a multiple of 8.
const ALIGNED: [u8; 34] = {
    let [before, after] =
        [code::<3, 12>([KEEP_RA, AUIPC_RA, JALR_RA]), code::<3, 12>([AUIPC_A1, REST_OF_8, ADD])];
    let (nop, jump) = (NOP.to_le_bytes(), JR_T2.to_le_bytes());
    let mut bytes = [0; 34];
    let mut at = 0;
    while at < 34 {
        bytes[at] = match at {
            0..12 => before[at],
            12 => 0x01,
            13 => 0x00,
            14..18 => nop[at - 14],
            18..30 => after[at - 18],
            _ => jump[at - 30],
        };
        at += 1;
    }
    bytes
};
/// The distance over a call, less what the data say of it.
const DIFFERENCE: [u8; 48] = code([
    KEEP_RA, AUIPC_RA, JALR_RA, AUIPC_A0, ADDI_A0, AUIPC_A1, ADDI_A1, SUB, AUIPC_A1, LW_A1, SUB, JR_T2,
]);
const LEB128: [u8; 52] = code([
    KEEP_RA, AUIPC_RA, JALR_RA, AUIPC_A0, ADDI_A0, AUIPC_A1, ADDI_A1, SUB, AUIPC_A1, LBU_A1, LOW_7_BITS, SUB,
    JR_T2,
]);
const SLOT32: [u8; 12] = code([AUIPC_A0, LOAD32, RET]);
const SLOT64: [u8; 12] = code([AUIPC_A0, LOAD64, RET]);
const SLOT_BY_DATA32: [u8; 24] = code([AUIPC_A0, ADDI_A0, LW_A1_A0, ADD, LOAD32, RET]);
const SLOT_BY_DATA64: [u8; 24] = code([AUIPC_A0, ADDI_A0, LW_A1_A0, ADD, LOAD64, RET]);

/// Addresses of code in the memory of the machine, and distances of what it calls: in reach of each way to call it.
const ADDRESSES: &[u64] = &[0x1_1000, 0x2_0008, 0x3_07f8, 0x8_0010];
const DISTANCES: &[u64] = &[0x40, 0x7c0, 0x1000, 0x8_0000, 0xf_ff00, 0x10_1000, 0x18_0000];

/// Values of symbols: at the ends of lower parts, of zero's reach, of both parts.
const VALUES32: &[u64] =
    &[0x123, 0x7ff, 0x800, 0x1000, 0x1_1004, 0x1f_f800, 0x1234_5678, 0x7fff_f7ff, 0xffff_f800, 0x8000_0000];
const VALUES64: &[u64] = &[
    0x123,
    0x7ff,
    0x800,
    0x1000,
    0x1_1004,
    0x1f_f800,
    0x1234_5678,
    0x7fff_f7ff,
    0xffff_ffff_ffff_f800,
    0xffff_ffff_8000_0000,
];
const NEAR: &[u64] = &[0x123, 0x800, 0x1_1004, 0x2_0000, 0x12_3456, 0x1234_5678, 0x7fff_0000];

const RELAX: u32 = 51;
const NOTHING: Program = Program {
    name: "",
    code: &[],
    other: (&[], &[]),
    labels: &[],
    relocations: &[],
    result: Returned::Value,
    addresses: ADDRESSES,
    values: &[],
    clauses: &[],
    source: DOCUMENT,
};

/// The programs that are the same for both widths, but for values.
const fn absolute(values: &'static [u64]) -> Program {
    Program {
        name: "an absolute address that may be shortened",
        code: &ABSOLUTE,
        relocations: &[
            (false, 0, 26, 1, 0),
            (false, 0, RELAX, NO_SYMBOL, 0),
            (false, 4, 27, 1, 0),
            (false, 4, RELAX, NO_SYMBOL, 0),
        ],
        values,
        clauses: &[clause::OBJ_40, clause::OBJ_24, clause::OBJ_28],
        ..NOTHING
    }
}

const BY_PC: Program = Program {
    name: "an address by the program counter that may be shortened",
    code: &DISTANCE,
    relocations: &[
        (false, 0, 23, 1, 0),
        (false, 0, RELAX, NO_SYMBOL, 0),
        (false, 4, 24, 0, 0),
        (false, 4, RELAX, NO_SYMBOL, 0),
    ],
    values: NEAR,
    clauses: &[clause::OBJ_40, clause::OBJ_22, clause::OBJ_28],
    ..NOTHING
};

const CALLS: Program = Program {
    name: "a call that may be shortened",
    code: &CALL,
    other: (&FUNCTION, DISTANCES),
    labels: &[("f", true, 0)],
    relocations: &[(false, 4, 19, 1, 0), (false, 4, RELAX, NO_SYMBOL, 0)],
    result: Returned::Number(RESULT),
    clauses: &[clause::OBJ_40, clause::OBJ_21, clause::OBJ_28],
    ..NOTHING
};

const TAIL_CALLS: Program = Program {
    name: "a tail call that may be shortened",
    code: &TAIL,
    relocations: &[(false, 0, 19, 1, 0), (false, 0, RELAX, NO_SYMBOL, 0)],
    ..CALLS
};

const ALIGNS: Program = Program {
    name: "an alignment behind a call that may be shortened",
    code: &ALIGNED,
    relocations: &[(false, 4, 19, 1, 0), (false, 4, RELAX, NO_SYMBOL, 0), (false, 12, 43, NO_SYMBOL, 6)],
    clauses: &[clause::OBJ_27, clause::OBJ_40, clause::OBJ_28],
    ..CALLS
};

const DIFFERS: Program = Program {
    name: "a difference over a call that may be shortened",
    code: &DIFFERENCE,
    other: (&WORD_AND_FUNCTION, DISTANCES),
    labels: &[
        ("before", false, 4),
        ("behind", false, 12),
        ("second", false, 20),
        ("third", false, 32),
        ("data", true, 0),
        ("f", true, 4),
    ],
    relocations: &[
        (false, 4, 19, 6, 0),
        (false, 4, RELAX, NO_SYMBOL, 0),
        (false, 12, 23, 2, 0),
        (false, 16, 24, 2, 0),
        (false, 20, 23, 1, 0),
        (false, 24, 24, 3, 0),
        (false, 32, 23, 5, 0),
        (false, 36, 24, 4, 0),
        (true, 0, 35, 2, 0),
        (true, 0, 39, 1, 0),
    ],
    result: Returned::Number(0),
    clauses: &[clause::OBJ_26, clause::OBJ_40, clause::OBJ_28],
    ..CALLS
};

const DIFFERS_IN_LEB128: Program = Program {
    name: "a difference in LEB128 over a call that may be shortened",
    code: &LEB128,
    other: (&LEB128_AND_FUNCTION, DISTANCES),
    relocations: &[
        (false, 4, 19, 6, 0),
        (false, 4, RELAX, NO_SYMBOL, 0),
        (false, 12, 23, 2, 0),
        (false, 16, 24, 2, 0),
        (false, 20, 23, 1, 0),
        (false, 24, 24, 3, 0),
        (false, 32, 23, 5, 0),
        (false, 36, 24, 4, 0),
        (true, 0, 60, 2, 0),
        (true, 0, 61, 1, 0),
    ],
    clauses: &[clause::OBJ_41, clause::OBJ_40, clause::OBJ_28],
    ..DIFFERS
};

const fn slot(code: &'static [u8], values: &'static [u64]) -> Program {
    Program {
        name: "a slot of the global offset table",
        code,
        relocations: &[(false, 0, 20, 1, 0), (false, 4, 24, 0, 0)],
        values,
        clauses: &[clause::OBJ_25, clause::OBJ_22],
        ..NOTHING
    }
}

const fn shortened_slot(code: &'static [u8], values: &'static [u64]) -> Program {
    Program {
        name: "a slot of the global offset table that may be left out",
        relocations: &[
            (false, 0, 20, 1, 0),
            (false, 0, RELAX, NO_SYMBOL, 0),
            (false, 4, 24, 0, 0),
            (false, 4, RELAX, NO_SYMBOL, 0),
        ],
        clauses: &[clause::OBJ_40, clause::OBJ_25, clause::OBJ_28],
        ..slot(code, values)
    }
}

const fn slot_by_data(code: &'static [u8], values: &'static [u64]) -> Program {
    Program {
        name: "the distance to a slot of the global offset table",
        code,
        other: (&WORD, &[0x40, 0x1000, 0x8_0000]),
        labels: &[("data", true, 0)],
        relocations: &[(false, 0, 23, 1, 0), (false, 4, 24, 0, 0), (true, 0, 41, 2, 0)],
        values,
        clauses: &[clause::OBJ_18],
        ..NOTHING
    }
}

/// With registers of 32 bits.
pub(super) const PROGRAMS32: &[Program] = &[
    absolute(VALUES32),
    BY_PC,
    CALLS,
    TAIL_CALLS,
    ALIGNS,
    DIFFERS,
    DIFFERS_IN_LEB128,
    slot(&SLOT32, VALUES32),
    shortened_slot(&SLOT32, VALUES32),
    slot_by_data(&SLOT_BY_DATA32, VALUES32),
];

/// With registers of 64 bits.
pub(super) const PROGRAMS64: &[Program] = &[
    absolute(VALUES64),
    BY_PC,
    CALLS,
    TAIL_CALLS,
    ALIGNS,
    DIFFERS,
    DIFFERS_IN_LEB128,
    slot(&SLOT64, VALUES64),
    shortened_slot(&SLOT64, VALUES64),
    slot_by_data(&SLOT_BY_DATA64, VALUES64),
];
