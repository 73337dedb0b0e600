//! The form of object files, as far as it is taken for granted of any such file (X86-S33). Header and relocations are in other
//! chapters (X86-S34).

use crate::abi::ObjectPlan;
use crosscall_clauses::x86_64::clause;

pub(super) fn plan() -> ObjectPlan {
    ObjectPlan { symbol_clauses: vec![clause::S33], ..ObjectPlan::default() }
}
