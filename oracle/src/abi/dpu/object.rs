//! The form of object files: the relocation tables (DPU-OBJ), and what is taken for granted of any such file (DPU-S26,
//! DPU-S29).

use super::questions as q;
use crate::abi::ObjectPlan;
use crosscall_model::plan::ClauseId;

/// The first of the relocations of instructions; the others follow in the order of the table.
const FIRST: u32 = 128;

#[rustfmt::skip]
const INSTRUCTIONS: [ClauseId; 18] = [
    q::OBJ_13, q::OBJ_14, q::OBJ_15, q::OBJ_16, q::OBJ_17, q::OBJ_18, q::OBJ_19, q::OBJ_20, q::OBJ_21,
    q::OBJ_22, q::OBJ_23, q::OBJ_24, q::OBJ_25, q::OBJ_26, q::OBJ_27, q::OBJ_28, q::OBJ_29, q::OBJ_30,
];
const DATA: [ClauseId; 5] = [q::OBJ_08, q::OBJ_09, q::OBJ_10, q::OBJ_11, q::OBJ_12];

pub(super) fn plan() -> ObjectPlan {
    let data = (0..).zip(DATA);
    ObjectPlan {
        symbol_clauses: vec![q::S26, q::S29],
        relocations: data.chain((FIRST..).zip(INSTRUCTIONS)).collect(),
        relocation_clauses: vec![q::S26],
        relocations_of: "a relocation of the document's tables",
        reserved: Vec::new(),
    }
}
