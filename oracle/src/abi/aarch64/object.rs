//! The form of object files, of which another document of the group speaks (AARCH64-S19): what is taken for granted of any
//! such file (AARCH64-S18).

use crate::abi::ObjectPlan;
use crosscall_clauses::aarch64::clause;

pub(super) fn plan() -> ObjectPlan {
    ObjectPlan { symbol_clauses: vec![clause::S18], ..ObjectPlan::default() }
}
