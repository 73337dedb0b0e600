//! The AAPCS64 as rules, for its base standard with the data model LP64 on a little-endian machine.
//!
//! Source of every rule is the Procedure Call Standard for the Arm 64-bit Architecture; clause ids and readings are those of
//! `clauses/aarch64.toml`. What the document leaves open is asked of the chooser, never decided here.

mod alignment;
mod arguments;
mod automaton;
mod clauses;
mod data;
mod form;
mod homogeneous;
mod object;
mod registers;
mod result;
mod scalar;
mod slots;
mod stack;

use super::call;
use super::rules::Rules;
use super::{CEnvironment, Document, ObjectPlan, SystemWidths};
use crosscall_clauses::aarch64::clause;
use crosscall_model::plan::{ClauseId, Plan};
use crosscall_model::{Case, Scalar, Target, Type};
use std::sync::LazyLock;

/// The document.
pub(super) struct Aarch64;

/// The target.
const TARGET: Target = Target::Aarch64;

/// Names of headers whose types the document says: AARCH64-VAR-05.
static SAID: LazyLock<[(&str, Type, ClauseId); 1]> = LazyLock::new(|| {
    let pointers = [const { Type::DataPointer }; 3];
    let distances = [const { Type::Scalar(Scalar::Int) }; 2];
    [("va_list", Type::structure(pointers.into_iter().chain(distances)), clause::VAR_05)]
});

impl Document for Aarch64 {
    fn c_environment(&self) -> CEnvironment {
        CEnvironment {
            said: &*SAID,
            system: SystemWidths::Glibc,
            ..CEnvironment::of_clang(&["aarch64", "arm64"], None)
        }
    }

    /// AARCH64-TYPE-04.
    fn plain_char_is_signed(&self) -> bool {
        false
    }

    /// What such an alignment does is decided where a value gets its form (AARCH64-ARG-11, AARCH64-VAR-17).
    fn typedef_alignment_counts(&self, _: &mut Rules<'_>) -> bool {
        true
    }

    /// The clauses are named where the form is chosen.
    fn passed_typedef_clause(&self) -> Option<ClauseId> {
        None
    }

    fn plan(&self, case: &Case, rules: &mut Rules<'_>) -> Plan {
        let registers = registers::fates(rules);
        let constraints = stack::constraints(rules);
        let call = arguments::assign(case, rules);
        let mut linkage =
            vec![call::return_address(registers::RETURN_ADDRESS, vec![clause::CALL_02, clause::REG_10])];
        linkage.extend(stack::frame_record(rules));
        let stack = stack::rule(&call, constraints, rules);
        Plan {
            foreign_clauses: vec![clause::S23],
            linkage,
            ..call::plan((call.arguments, call.result), registers, stack, clause::CALL_03)
        }
    }

    fn object(&self) -> ObjectPlan {
        object::plan()
    }
}
