//! The form of object files: the header and the relocation tables (DPU-OBJ), room for instructions (DPU-MEM-01), and what is
//! taken for granted of any such file (DPU-S26, DPU-S29).

use super::questions as q;
use crate::abi::{HeaderField, HeaderRule, ObjectPlan};
use crosscall_model::plan::ClauseId;

/// The first of the relocations of instructions; the others follow in the order of the table.
const FIRST: u32 = 128;

#[rustfmt::skip]
const INSTRUCTIONS: [ClauseId; 18] = [
    q::OBJ_13, q::OBJ_14, q::OBJ_15, q::OBJ_16, q::OBJ_17, q::OBJ_18, q::OBJ_19, q::OBJ_20, q::OBJ_21,
    q::OBJ_22, q::OBJ_23, q::OBJ_24, q::OBJ_25, q::OBJ_26, q::OBJ_27, q::OBJ_28, q::OBJ_29, q::OBJ_30,
];
const DATA: [ClauseId; 5] = [q::OBJ_08, q::OBJ_09, q::OBJ_10, q::OBJ_11, q::OBJ_12];

/// What the header of a file holds. Every file of one version can be linked with every other (DPU-OBJ-06).
const HEADER: [HeaderRule; 5] = [
    // ELFCLASS32
    HeaderRule { field: HeaderField::Class, mask: 0xff, value: 1, clauses: &[q::OBJ_01] },
    // ELFDATA2LSB
    HeaderRule { field: HeaderField::ByteOrder, mask: 0xff, value: 1, clauses: &[q::OBJ_01] },
    HeaderRule { field: HeaderField::OsAbi, mask: 0xff, value: 0, clauses: &[q::OBJ_02] },
    HeaderRule { field: HeaderField::Flags, mask: 1 << 23, value: 1 << 23, clauses: &[q::OBJ_04] },
    HeaderRule {
        field: HeaderField::Flags,
        mask: 0xff00_0000,
        value: 2 << 24,
        clauses: &[q::OBJ_07, q::OBJ_05, q::OBJ_06],
    },
];

/// What there is room for in the version of the chip with the larger memory for instructions: no file says for which
/// version it is.
const MOST_INSTRUCTIONS: u64 = 4096;

/// Bytes of an instruction in a file (DPU-MEM-03).
const BYTES: u64 = 8;

pub(super) fn plan() -> ObjectPlan {
    let data = (0..).zip(DATA);
    ObjectPlan {
        symbol_clauses: vec![q::S26, q::S29],
        relocations: data.chain((FIRST..).zip(INSTRUCTIONS)).collect(),
        relocation_clauses: vec![q::S26],
        relocations_of: "a relocation of the document's tables",
        reserved: Vec::new(),
        header: HEADER.to_vec(),
        most_code: Some((MOST_INSTRUCTIONS * BYTES, q::MEM_01)),
    }
}
