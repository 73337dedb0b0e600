//! Arithmetic types under names that give them an alignment of their own, at a call. What lies in memory has that
//! alignment; whether it counts where a value is passed by itself is a question of each document.

use super::Document;
use super::rules::Rules;
use crosscall_model::plan::{ClauseId, Passed, Plan, add_clauses};
use crosscall_model::{Case, Signature, Type, c};
use std::borrow::Cow;

/// The types of a call as they travel under the readings in force.
pub(super) fn travelling<'s>(
    document: &dyn Document,
    signature: &'s Signature,
    rules: &mut Rules<'_>,
) -> Cow<'s, Signature> {
    let has_one = signature.types().any(|ty| matches!(ty, Type::Aligned(..)));
    if !has_one || document.typedef_alignment_counts(rules) {
        return Cow::Borrowed(signature);
    }
    let plain = |types: &[Type]| types.iter().map(|ty| ty.unaligned().clone()).collect();
    Cow::Owned(Signature {
        result: signature.result.as_ref().map(|ty| ty.unaligned().clone()),
        parameters: plain(&signature.parameters),
        variadic: signature.variadic.as_deref().map(plain),
    })
}

/// Demands on a call.
pub(super) fn plan(document: &dyn Document, case: &Case, rules: &mut Rules<'_>) -> Plan {
    let mut plan = match travelling(document, &case.signature, rules) {
        Cow::Borrowed(_) => document.plan(case, rules),
        Cow::Owned(signature) => document.plan(&Case { signature, ..case.clone() }, rules),
    };
    let clauses = document.typedef_clauses();
    let arguments = case.signature.arguments().zip(&mut plan.arguments);
    let result = case.signature.result.iter().zip(&mut plan.result);
    arguments.chain(result).for_each(|(ty, passed)| name(ty, passed, clauses));
    plan
}

/// Names a value's type as it was declared, and the clauses on such types behind all others.
fn name(ty: &Type, passed: &mut Passed, clauses: &[ClauseId]) {
    if matches!(ty, Type::Aligned(..)) {
        passed.c_type = c::type_name(ty);
        add_clauses(&mut passed.clauses, clauses);
    }
}
