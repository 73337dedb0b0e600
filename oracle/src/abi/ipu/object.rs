//! The form of object files: IPU-OBJ, and what the vendor's tools make of what it leaves open (IPU-S24).

use super::questions as q;
use crate::abi::ObjectPlan;

/// The numbers of the relocations that the vendor's LLVM has: R_COLOSSUS_NONE to R_COLOSSUS_RUN, and behind a gap
/// R_COLOSSUS_16_S3 to R_COLOSSUS_21.
const RELOCATIONS: [u32; 14] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 14, 15, 16, 17];

pub(super) fn plan() -> ObjectPlan {
    ObjectPlan {
        symbol_clauses: vec![q::OBJ_02, q::OBJ_01],
        relocations: RELOCATIONS.map(|kind| (kind, q::S24)).to_vec(),
        relocation_clauses: vec![q::S24],
        relocations_of: "a relocation of the vendor's linker",
        reserved: Vec::new(),
        header: Vec::new(),
        most_code: None,
    }
}
