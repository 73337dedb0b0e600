//! The form of object files: the relocation table (NYUZI-OBJ), and what is taken for granted of any such file
//! (NYUZI-S23).

use crate::abi::ObjectPlan;
use crosscall_clauses::nyuzi::clause;

pub(super) fn plan() -> ObjectPlan {
    ObjectPlan {
        symbol_clauses: vec![clause::S23],
        relocations: vec![
            // The table begins with 1; that 0 is none is so in every ELF file.
            (0, clause::S23),
            (1, clause::OBJ_01),
            (2, clause::OBJ_02),
            (3, clause::OBJ_03),
            (4, clause::OBJ_04),
            (5, clause::OBJ_05),
            (6, clause::OBJ_06),
        ],
        relocation_clauses: vec![clause::S23],
        relocations_of: "a relocation of the document's table",
        ..ObjectPlan::default()
    }
}
