//! Arithmetic types and records under names that give them an alignment of their own, at a call. What lies in memory has that
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
    let has = |is_record: bool| {
        signature.types().any(|ty| ty.name_align().is_some() && ty.record().is_some() == is_record)
    };
    let ignores_scalars = has(false) && !document.typedef_alignment_counts(rules);
    let ignores_records = has(true) && !document.record_typedef_alignment_counts(rules);
    if !ignores_scalars && !ignores_records {
        return Cow::Borrowed(signature);
    }
    let plain = |ty: &Type| match if ty.record().is_some() { ignores_records } else { ignores_scalars } {
        true => ty.without_name_align().into_owned(),
        false => ty.clone(),
    };
    let all = |types: &[Type]| types.iter().map(plain).collect();
    Cow::Owned(Signature {
        result: signature.result.as_ref().map(plain),
        parameters: all(&signature.parameters),
        variadic: signature.variadic.as_deref().map(all),
    })
}

/// Demands on a call.
pub(super) fn plan(document: &dyn Document, case: &Case, rules: &mut Rules<'_>) -> Plan {
    let mut plan = match travelling(document, &case.signature, rules) {
        Cow::Borrowed(_) => document.plan(case, rules),
        Cow::Owned(signature) => document.plan(&Case { signature, ..case.clone() }, rules),
    };
    let clause = document.passed_typedef_clause();
    let arguments = case.signature.arguments().zip(&mut plan.arguments);
    let result = case.signature.result.iter().zip(&mut plan.result);
    arguments.chain(result).for_each(|(ty, passed)| name(ty, passed, clause));
    plan
}

/// Names a value's type as it was declared, and the clause on such types behind all others.
fn name(ty: &Type, passed: &mut Passed, clause: Option<ClauseId>) {
    if ty.name_align().is_some() {
        passed.c_type = c::type_name(ty);
        add_clauses(&mut passed.clauses, clause.as_slice());
    }
}
