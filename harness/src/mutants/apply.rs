//! Makes an edit in a function.

use super::edit::Action;
use super::facts::Facts;
use super::language::Language;
use super::listing::Function;
use super::splice::{self, Which};

/// Makes an edit in a function; tells whether something changed.
pub(in crate::mutants) fn apply(
    language: &dyn Language,
    action: &Action,
    function: &mut Function,
    facts: &Facts,
) -> bool {
    let k = facts.k;
    match *action {
        Action::Entry(code) => splice::entry(function, code),
        Action::Exit(code) => splice::exits(language, function, Which::All, code, true),
        Action::Around(before, after) => {
            splice::exits(language, function, Which::All, after, true) && splice::entry(function, before)
        }
        Action::InsteadOfReturn(code) => splice::exits(language, function, Which::All, code, false),
        Action::BeforeCall(code) => splice::calls(language, function, k, Some(code), None, true),
        Action::AfterCall(code) => splice::calls(language, function, k, None, Some(code), true),
        Action::AroundCall(before, after) => {
            splice::calls(language, function, k, Some(before), Some(after), true)
        }
        Action::InsteadOfCall(code) => splice::calls(language, function, k, Some(code), None, false),
        Action::Body(change) => change(function, facts),
        Action::Random(generated) => generated.apply(language, function, facts),
        _ => false,
    }
}
