//! The form of object files: IPU-OBJ, and what the vendor's tools make of what it leaves open (IPU-S24).

use crate::abi::ObjectPlan;
use crosscall_clauses::ipu::clause;

/// The numbers of the relocations that the vendor's LLVM has: R_COLOSSUS_NONE to R_COLOSSUS_RUN, and behind a gap
/// R_COLOSSUS_16_S3 to R_COLOSSUS_21.
const RELOCATIONS: [u32; 14] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 14, 15, 16, 17];

pub(super) fn plan() -> ObjectPlan {
    ObjectPlan {
        symbol_clauses: vec![clause::OBJ_02, clause::OBJ_01],
        relocations: RELOCATIONS.map(|kind| (kind, clause::S24)).to_vec(),
        relocation_clauses: vec![clause::S24],
        relocations_of: "a relocation of the vendor's linker",
        ..ObjectPlan::default()
    }
}
