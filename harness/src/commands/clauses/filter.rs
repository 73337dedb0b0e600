//! Which clauses are shown.

use crate::cli::ClausesArgs;
use crosscall_base::error::Error;
use crosscall_base::pattern::fits;
use crosscall_model::Target;
use crosscall_oracle::clause::{Clause, catalogue};
use crosscall_reports::nearest;
use std::collections::BTreeMap;

/// True if a clause's id is meant by what somebody typed: the whole id, or the id without the target's prefix, `*` for any text.
fn is_meant(pattern: &str, target: Target, id: &str) -> bool {
    let (pattern, id) = (pattern.to_uppercase(), id.to_uppercase());
    fits(&pattern, &id) || fits(&pattern, target.short(&id))
}

/// Every pattern has to mean some clause of one of the targets.
///
/// # Errors
/// [`Error::Input`] with the clause that is most like it.
pub(super) fn check(args: &ClausesArgs, targets: &[Target]) -> Result<(), Error> {
    let all = || targets.iter().flat_map(|t| catalogue(*t).clauses.iter().map(|c| (*t, c.id.as_str())));
    for pattern in &args.clause {
        if all().any(|(target, id)| is_meant(pattern, target, id)) {
            continue;
        }
        let upper = pattern.to_uppercase();
        let near = nearest(&upper, all().map(|(_, id)| id));
        let near = near.or_else(|| nearest(&upper, all().map(|(target, id)| target.short(id))));
        let hint = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
        let names: Vec<&str> = targets.iter().map(|t| t.name()).collect();
        return Err(Error::Input(format!("no clause `{pattern}` of {}{hint}", names.join(", "))));
    }
    Ok(())
}

/// True if a clause is to be shown.
pub(super) fn shows(
    args: &ClausesArgs,
    target: Target,
    clause: &Clause,
    times: Option<&BTreeMap<String, u64>>,
) -> bool {
    let meant = args.clause.is_empty() || args.clause.iter().any(|p| is_meant(p, target, &clause.id));
    let says = |text: &String| {
        let text = text.to_lowercase();
        let readings = clause.choices.iter().flat_map(|choice| &choice.readings).map(|r| &r.text);
        [&clause.rule, &clause.section]
            .into_iter()
            .chain(readings)
            .any(|part| part.to_lowercase().contains(&text))
    };
    let seen = times.and_then(|times| times.get(&clause.id)).is_some_and(|n| *n > 0);
    meant
        && args.text.as_ref().is_none_or(says)
        && (!args.open || !clause.choices.is_empty())
        && (!args.unobservable || clause.unobservable.is_some())
        && (!args.unexercised || clause.is_observable() && !seen)
}

/// True if only some clauses are asked for.
pub(super) fn is_filtered(args: &ClausesArgs) -> bool {
    !args.clause.is_empty() || args.text.is_some() || args.open || args.unobservable || args.unexercised
}
