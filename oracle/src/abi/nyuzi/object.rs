//! The form of object files: the relocation table (NYUZI-OBJ), and what is taken for granted of any such file
//! (NYUZI-S23).

use super::questions as q;
use crate::abi::ObjectPlan;

pub(super) fn plan() -> ObjectPlan {
    ObjectPlan {
        symbol_clauses: vec![q::S23],
        relocations: vec![
            // The table begins with 1; that 0 is none is so in every ELF file.
            (0, q::S23),
            (1, q::OBJ_01),
            (2, q::OBJ_02),
            (3, q::OBJ_03),
            (4, q::OBJ_04),
            (5, q::OBJ_05),
            (6, q::OBJ_06),
        ],
        relocation_clauses: vec![q::S23],
        relocations_of: "a relocation of the document's table",
        reserved: Vec::new(),
        header: Vec::new(),
        most_code: None,
    }
}
