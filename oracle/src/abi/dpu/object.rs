//! The form of object files: the header and the relocation tables (DPU-OBJ), room for instructions (DPU-MEM-01), and
//! what is taken for granted of any such file (DPU-S26, DPU-S29).

use super::Dpu;
use crate::abi::tool::Tools;
use crate::abi::{HeaderField, HeaderRule, ObjectPlan};
use crosscall_clauses::dpu::clause;

/// Demands on the header of a file. Every file of one version can be linked with every other (DPU-OBJ-06).
const HEADER: [HeaderRule; 5] = [
    // ELFCLASS32
    HeaderRule { field: HeaderField::Class, mask: 0xff, value: 1, clauses: &[clause::OBJ_01] },
    // ELFDATA2LSB
    HeaderRule { field: HeaderField::ByteOrder, mask: 0xff, value: 1, clauses: &[clause::OBJ_01] },
    HeaderRule { field: HeaderField::OsAbi, mask: 0xff, value: 0, clauses: &[clause::OBJ_02] },
    HeaderRule { field: HeaderField::Flags, mask: 1 << 23, value: 1 << 23, clauses: &[clause::OBJ_04] },
    HeaderRule {
        field: HeaderField::Flags,
        mask: 0xff00_0000,
        value: 2 << 24,
        clauses: &[clause::OBJ_07, clause::OBJ_05, clause::OBJ_06],
    },
];

/// Instructions for which the version of the chip with the larger memory has room: no file says for which
/// version it is.
const MOST_INSTRUCTIONS: u64 = 4096;

/// Bytes of an instruction in a file (DPU-MEM-03).
const BYTES: u64 = 8;

pub(super) fn plan() -> ObjectPlan {
    ObjectPlan {
        symbol_clauses: vec![clause::S26, clause::S29],
        relocations: Dpu.relocations(),
        relocation_clauses: vec![clause::S26],
        relocations_of: "a relocation of the document's tables",
        header: HEADER.to_vec(),
        most_code: Some((MOST_INSTRUCTIONS * BYTES, clause::MEM_01)),
        ..ObjectPlan::default()
    }
}
