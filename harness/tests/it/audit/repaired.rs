//! Functions with a fault that hand-written assembly had, each with the same function without it.

use super::Asked;
use super::corrupters::{most_plausible, syntax};
use crosscall_model::Target;
use crosscall_reports::audit::Verdict;

/// A function, wrong and right: instructions between semicolons.
pub(super) struct Repaired {
    pub(super) prototype: &'static str,
    pub(super) arguments: &'static [&'static str],
    /// Name of the finding, and its first clause.
    pub(super) finding: (&'static str, &'static str),
    pub(super) wrong: &'static str,
    pub(super) right: &'static str,
}

/// Of each the fault is found under its clause before anything else, and nothing without it.
pub(super) fn catch_and_clear(target: Target, all: &[Repaired]) {
    let mut problems = Vec::new();
    for Repaired { prototype, arguments, finding, wrong, right } in all {
        let [wrong, right] = [wrong, right].map(|code| syntax(target).function("f", &format!("\t{code}\n")));
        let asked = Asked { prototype, arguments, ..Asked::plain(target, &wrong) };
        let mut ran = asked.ran();
        let dialect = most_plausible(target, &ran.readings);
        if ran.findings.is_empty() && !dialect.is_empty() {
            ran = Asked { dialect: &dialect, ..asked }.ran();
        }
        let first = ran.findings.first().map(|fault| (fault.name.as_str(), fault.clause()));
        if first != Some(*finding) {
            problems.push(format!("wanted {finding:?}, got {:#?}\n{wrong}", ran.findings));
        }
        let audited = Asked { prototype, arguments, ..Asked::plain(target, &right) }.audit();
        if audited.verdict() != Verdict::Clean {
            problems.push(format!("{audited:#?}\n{right}"));
        }
    }
    assert!(problems.is_empty(), "{target}: {}", problems.join("\n\n"));
}
