//! The form of object files. The document says nothing of them; what is checked is the reading of EPIPHANY-S18 that
//! they are as binutils has them, and that nothing is placed in reserved memory (EPIPHANY-MEM-01).

use super::RESERVED_MEMORY;
use crate::abi::ObjectPlan;
use crosscall_clauses::epiphany::clause;

/// Numbers of relocations that `include/elf/epiphany.h` of GNU binutils knows: R_EPIPHANY_NONE to R_EPIPHANY_LOW.
const RELOCATIONS: std::ops::Range<u32> = 0..14;

pub(super) fn plan() -> ObjectPlan {
    ObjectPlan {
        symbol_clauses: vec![clause::S18],
        relocations: RELOCATIONS.map(|kind| (kind, clause::S18)).collect(),
        relocation_clauses: vec![clause::S18],
        relocations_of: "a relocation that binutils knows",
        reserved: vec![(RESERVED_MEMORY, clause::MEM_01)],
        ..ObjectPlan::default()
    }
}
