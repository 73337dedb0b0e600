//! The form of object files: FORWARDCOM-LANG-17 and -S22.

use crate::abi::ObjectPlan;
use crosscall_clauses::forwardcom::clause;

/// Base of a relocation, in bits 16 to 23 of its type: nothing, its own place, the bases of code and
/// constants, of data, of what belongs to a thread, and a point of reference.
pub(super) const BASES: [u32; 6] = [0, 1, 4, 5, 6, 8];
/// Fields of 8, 16, 24, 32 and 64 bits, or half of one, as bits 8 to 15 have it.
pub(super) const FIELDS: [u32; 9] = [1, 2, 3, 4, 5, 6, 8, 9, 10];
/// Units of 1, 2, 4, 8 or 16 bytes, as bits 0 to 7 have it.
pub(super) const UNITS: std::ops::RangeInclusive<u32> = 0..=4;

pub(super) fn plan() -> ObjectPlan {
    let kinds = BASES.into_iter().flat_map(|base| {
        let fields = FIELDS.into_iter().map(move |field| base << 16 | field << 8);
        fields.flat_map(|kind| UNITS.map(move |unit| kind | unit))
    });
    ObjectPlan {
        symbol_clauses: vec![clause::LANG_17, clause::S22],
        relocations: kinds.map(|kind| (kind, clause::S22)).collect(),
        relocation_clauses: vec![clause::S22],
        relocations_of: "a relocation of the vendor's header file",
        ..ObjectPlan::default()
    }
}
