//! The form of object files: the header and the relocations (RISCV-OBJ), and what is taken for granted of any such file
//! (RISCV-S22).

use super::Riscv;
use crate::abi::{HeaderField, HeaderRule, ObjectPlan};
use crosscall_clauses::riscv::clause;
use crosscall_model::plan::ClauseId;
use std::ops::RangeInclusive;

/// The relocations of the table, by their numbers. The others are reserved.
#[rustfmt::skip]
const RELOCATIONS: [(RangeInclusive<u32>, ClauseId); 18] = [
    (0..=0, clause::OBJ_18),
    (1..=2, clause::OBJ_19),
    (3..=12, clause::OBJ_18),
    (16..=17, clause::OBJ_20),
    (18..=19, clause::OBJ_21),
    (20..=20, clause::OBJ_25),
    (21..=22, clause::OBJ_18),
    (23..=25, clause::OBJ_22),
    (26..=28, clause::OBJ_24),
    (29..=32, clause::OBJ_18),
    (33..=40, clause::OBJ_26),
    (41..=41, clause::OBJ_18),
    (43..=43, clause::OBJ_27),
    (44..=45, clause::OBJ_18),
    (51..=51, clause::OBJ_28),
    (52..=56, clause::OBJ_26),
    (57..=65, clause::OBJ_18),
    (191..=191, clause::OBJ_18),
];

/// Flag bits 1 and 2: which floating-point values travel in registers.
const FLOAT_ABI: u32 = 0b110;

/// Flag bit 3: the base with 16 registers.
const EMBEDDED: u32 = 1 << 3;

/// Flag bit 4: the stronger memory model, which no code of ours needs.
const STRONG_ORDER: u32 = 1 << 4;

/// Flag bit 5: 32-bit pointers in 64-bit registers.
const NARROW_POINTERS: u32 = 1 << 5;

/// All other flag bits below those for extensions outside the standard. Bit 0 depends on the processor.
const RESERVED: u32 = 0x00ff_ffc0;

/// Demands on the header of a file.
fn header(of: &Riscv) -> Vec<HeaderRule> {
    let all = 0xff;
    // ELFCLASS32, ELFCLASS64
    let class = if of.xlen() == 4 { 1 } else { 2 };
    let floats = match of.flen() {
        0 => 0,
        4 => 1 << 1,
        _ => 2 << 1,
    };
    let embedded = if of.facts().is_embedded { EMBEDDED } else { 0 };
    let flags = |mask, value, clauses| HeaderRule { field: HeaderField::Flags, mask, value, clauses };
    vec![
        HeaderRule { field: HeaderField::Class, mask: all, value: class, clauses: &[clause::OBJ_02] },
        // ELFDATA2LSB
        HeaderRule { field: HeaderField::ByteOrder, mask: all, value: 1, clauses: &[clause::OBJ_03] },
        flags(FLOAT_ABI, floats, of.differences().float_flags),
        flags(EMBEDDED, embedded, &[clause::OBJ_07]),
        flags(STRONG_ORDER, 0, &[clause::OBJ_08]),
        flags(NARROW_POINTERS, 0, &[clause::OBJ_09]),
        flags(RESERVED, 0, &[clause::OBJ_10]),
    ]
}

pub(super) fn plan(of: &Riscv) -> ObjectPlan {
    let relocations =
        RELOCATIONS.into_iter().flat_map(|(kinds, clause)| kinds.map(move |kind| (kind, clause)));
    ObjectPlan {
        symbol_clauses: vec![clause::S22, clause::OBJ_01],
        relocations: relocations.collect(),
        relocation_clauses: vec![clause::OBJ_18],
        relocations_of: "a relocation of the document's table",
        header: header(of),
        ..ObjectPlan::default()
    }
}
