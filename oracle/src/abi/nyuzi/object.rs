//! The form of object files: the relocation table (NYUZI-OBJ), and what is taken for granted of any such file
//! (NYUZI-S23).

use super::Nyuzi;
use crate::abi::ObjectPlan;
use crate::abi::tool::Tools;
use crosscall_clauses::nyuzi::clause;

pub(super) fn plan() -> ObjectPlan {
    ObjectPlan {
        symbol_clauses: vec![clause::S23],
        relocations: Nyuzi.relocations(),
        relocation_clauses: vec![clause::S23],
        relocations_of: "a relocation of the document's table",
        ..ObjectPlan::default()
    }
}
