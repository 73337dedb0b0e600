//! The form of object files. The document says nothing of them; what is checked is the reading of EPIPHANY-S18 that
//! they are as binutils has them, and that nothing is placed in reserved memory (EPIPHANY-MEM-01).

use super::{Epiphany, RESERVED_MEMORY};
use crate::abi::ObjectPlan;
use crate::abi::tool::Tools;
use crosscall_clauses::epiphany::clause;

pub(super) fn plan() -> ObjectPlan {
    ObjectPlan {
        symbol_clauses: vec![clause::S18],
        relocations: Epiphany.relocations(),
        relocation_clauses: vec![clause::S18],
        relocations_of: "a relocation that binutils knows",
        reserved: vec![(RESERVED_MEMORY, clause::MEM_01)],
        ..ObjectPlan::default()
    }
}
