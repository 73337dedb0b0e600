//! Relocations that a static linker carries out: the document's table, with its formulae and fields.
//!
//! Those of thread-local storage and of dynamic linking are not here, and neither are those that mean something in a program
//! only (`programs`).

use super::fields::{
    BRANCH, CALL32, CALL64, DISTANCE, HIGH32, HIGH64, JUMP, LOW_I, LOW_S, SHORT_BRANCH, SHORT_JUMP, W6, W8,
    W16, W32, W64,
};
use crate::abi::tool::fields::WORD;
use crosscall_clauses::riscv::clause;
use crosscall_model::plan::ClauseId;
use crosscall_model::tool::table::Excess::{self, Branch, Data, Half, None, Signed};
use crosscall_model::tool::table::Formula::{
    self, FromPlace, Leb128, Leb128Less, Minus, Nothing, OfUpperPart, Plus, Value,
};
use crosscall_model::tool::table::{Field, Relocation};

pub(super) const CALL: u32 = 18;
pub(super) const CALL_PLT: u32 = 19;
pub(super) const PCREL_HI20: u32 = 23;

const SOURCE: &str =
    "table of relocations in \"Relocations\"; formats of instructions: unprivileged architecture manual";

const fn row(
    (number, clause): (u32, ClauseId),
    name: &'static str,
    formula: Formula,
    (bytes, field, align): (usize, Field, u64),
    excess: Excess,
) -> Relocation {
    Relocation { number, name, clause, formula, shift: 0, bytes, field, excess, align, source: SOURCE }
}

const UPPER_PARTS: &[u32] = &[PCREL_HI20];

/// Number of rows with registers of 32 bits.
const COUNT32: usize = 29;

/// The rows of both widths that are the same.
#[rustfmt::skip]
const SHARED: [Relocation; COUNT32] = [
    row((0, clause::OBJ_18),  "R_RISCV_NONE",         Nothing,   (0, W32, 1),          None),
    row((1, clause::OBJ_19),  "R_RISCV_32",           Value,     (4, WORD, 1),         None),
    row((16, clause::OBJ_20), "R_RISCV_BRANCH",       FromPlace, (4, BRANCH, 2),       Branch),
    row((17, clause::OBJ_20), "R_RISCV_JAL",          FromPlace, (4, JUMP, 2),         Branch),
    row((18, clause::OBJ_21), "R_RISCV_CALL",         FromPlace, (8, CALL32, 2),       None),
    row((19, clause::OBJ_21), "R_RISCV_CALL_PLT",     FromPlace, (8, CALL32, 2),       None),
    row((23, clause::OBJ_22), "R_RISCV_PCREL_HI20",   FromPlace, (4, HIGH32, 2),       None),
    row((24, clause::OBJ_22), "R_RISCV_PCREL_LO12_I", OfUpperPart(UPPER_PARTS), (4, LOW_I, 2), None),
    row((25, clause::OBJ_22), "R_RISCV_PCREL_LO12_S", OfUpperPart(UPPER_PARTS), (4, LOW_S, 2), None),
    row((26, clause::OBJ_24), "R_RISCV_HI20",         Value,     (4, HIGH32, 2),       None),
    row((27, clause::OBJ_24), "R_RISCV_LO12_I",       Value,     (4, LOW_I, 2),        None),
    row((28, clause::OBJ_24), "R_RISCV_LO12_S",       Value,     (4, LOW_S, 2),        None),
    row((33, clause::OBJ_26), "R_RISCV_ADD8",         Plus(37),  (1, W8, 1),           None),
    row((34, clause::OBJ_26), "R_RISCV_ADD16",        Plus(38),  (2, W16, 1),          None),
    row((35, clause::OBJ_26), "R_RISCV_ADD32",        Plus(39),  (4, W32, 1),          None),
    row((37, clause::OBJ_26), "R_RISCV_SUB8",         Minus(33), (1, W8, 1),           None),
    row((38, clause::OBJ_26), "R_RISCV_SUB16",        Minus(34), (2, W16, 1),          None),
    row((39, clause::OBJ_26), "R_RISCV_SUB32",        Minus(35), (4, W32, 1),          None),
    row((44, clause::OBJ_18), "R_RISCV_RVC_BRANCH",   FromPlace, (2, SHORT_BRANCH, 2), Branch),
    row((45, clause::OBJ_18), "R_RISCV_RVC_JUMP",     FromPlace, (2, SHORT_JUMP, 2),   Branch),
    row((52, clause::OBJ_26), "R_RISCV_SUB6",         Minus(53), (1, W6, 1),           None),
    row((53, clause::OBJ_26), "R_RISCV_SET6",         Value,     (1, W6, 1),           None),
    row((54, clause::OBJ_26), "R_RISCV_SET8",         Value,     (1, W8, 1),           None),
    row((55, clause::OBJ_26), "R_RISCV_SET16",        Value,     (2, W16, 1),          None),
    row((56, clause::OBJ_26), "R_RISCV_SET32",        Value,     (4, W32, 1),          None),
    row((57, clause::OBJ_18), "R_RISCV_32_PCREL",     FromPlace, (4, W32, 1),          None),
    row((59, clause::OBJ_18), "R_RISCV_PLT32",        FromPlace, (4, W32, 1),          None),
    row((60, clause::OBJ_41), "R_RISCV_SET_ULEB128",  Leb128(61), (0, W8, 1),          None),
    row((61, clause::OBJ_41), "R_RISCV_SUB_ULEB128",  Leb128Less(60), (0, W8, 1),      None),
];

/// With registers of 32 bits.
pub(super) const RELOCATIONS32: &[Relocation] = &SHARED;

const COUNT64: usize = COUNT32 + 3;

/// With registers of 64 bits: rows for data of 8 bytes, and values that do not fit.
const fn with_64_bits() -> [Relocation; COUNT64] {
    let double = (8, W64, 1);
    let more = [
        (2, row((2, clause::OBJ_19), "R_RISCV_64", Value, double, None)),
        (16, row((36, clause::OBJ_26), "R_RISCV_ADD64", Plus(40), double, None)),
        (20, row((40, clause::OBJ_26), "R_RISCV_SUB64", Minus(36), double, None)),
    ];
    let mut rows = [SHARED[0]; COUNT64];
    let (mut at, mut shared, mut own) = (0, 0, 0);
    while at < COUNT64 {
        if own < more.len() && more[own].0 == at {
            rows[at] = more[own].1;
            own += 1;
        } else {
            rows[at] = wide(SHARED[shared]);
            shared += 1;
        }
        at += 1;
    }
    rows
}

/// A row with registers of 64 bits.
const fn wide(row: Relocation) -> Relocation {
    match row.number {
        1 => Relocation { excess: Data, ..row },
        CALL | CALL_PLT => Relocation { field: CALL64, excess: Branch, ..row },
        PCREL_HI20 | 26 => Relocation { field: HIGH64, excess: Branch, ..row },
        57 => Relocation { field: DISTANCE, excess: Signed, ..row },
        56 | 59 => Relocation { field: DISTANCE, excess: Half, ..row },
        _ => row,
    }
}

/// With registers of 64 bits.
pub(super) const RELOCATIONS64: &[Relocation] = &with_64_bits();

/// Numbers that the table reserves.
pub(super) const RESERVED: &[u32] = &[13, 14, 15, 42, 46, 47, 48, 49, 50, 66, 77, 190];
