//! The form of object files: IPU-OBJ, and what the vendor's tools make of what it leaves open (IPU-S24).

use super::Ipu;
use crate::abi::ObjectPlan;
use crate::abi::tool::Tools;
use crosscall_clauses::ipu::clause;

pub(super) fn plan() -> ObjectPlan {
    ObjectPlan {
        symbol_clauses: vec![clause::OBJ_02, clause::OBJ_01],
        relocations: Ipu.relocations(),
        relocation_clauses: vec![clause::S24],
        relocations_of: "a relocation of the vendor's linker",
        ..ObjectPlan::default()
    }
}
