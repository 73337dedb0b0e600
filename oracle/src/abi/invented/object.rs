//! The form of object files: INVENTED-OBJ.

use crate::abi::ObjectPlan;
use crosscall_clauses::invented::clause;

/// Base of a relocation, in bits 16 to 23 of its type: nothing, its own place, the base of data.
const BASES: [u32; 3] = [0, 1, 5];
/// Fields of 1, 2, 3, 4 or 8 bytes, or half of one, as bits 8 to 15 have it.
const FIELDS: [u32; 9] = [1, 2, 3, 4, 5, 6, 8, 9, 10];
/// Units of 1, 2, 4, 8 or 16 bytes, as bits 0 to 7 have it.
const UNITS: std::ops::RangeInclusive<u32> = 0..=4;

pub(super) fn plan() -> ObjectPlan {
    let kinds = BASES.into_iter().flat_map(|base| {
        let fields = FIELDS.into_iter().map(move |field| base << 16 | field << 8);
        fields.flat_map(|kind| UNITS.map(move |unit| kind | unit))
    });
    ObjectPlan {
        symbol_clauses: vec![clause::OBJ_01],
        relocations: kinds.map(|kind| (kind, clause::OBJ_02)).collect(),
        relocation_clauses: vec![clause::OBJ_02],
        relocations_of: "a relocation that the document has",
        ..ObjectPlan::default()
    }
}
