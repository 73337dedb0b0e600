//! Changes of the picture under other readings of an open question.

use super::dialect::Dialect;
use super::{Explanation, Taken, explain_as, text};
use crosscall_declarations::Declaration;
use crosscall_model::Target;
use crosscall_model::plan::ClauseId;
use crosscall_oracle::choose::Permits;
use crosscall_oracle::clause::catalogue;
use crosscall_reports::difference::changed_lines;
use crosscall_reports::picture::{self, Page, on_page};

/// Another reading, and the lines of the picture that it changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Id of the clause.
    pub clause: ClauseId,
    /// Name of the question; empty where the clause has only one.
    pub question: &'static str,
    /// The question itself.
    pub asks: &'static str,
    /// The other reading.
    pub reading: &'static str,
    /// Its meaning.
    pub text: &'static str,
    /// Lines that go, after `-`, and lines that come, after `+`; empty when nothing changes in this call.
    pub lines: Vec<String>,
}

/// Tries every other reading of every question that this call depends on, one at a time.
pub fn differences(
    base: &Explanation,
    target: Target,
    declaration: &Declaration,
    dialect: &Dialect,
) -> Vec<Difference> {
    let catalogue = catalogue(target);
    // Changed lines are shown below each reading, indented.
    let page = Page { width: picture::width().saturating_sub(8), colours: false };
    let before = on_page(page, || text::facts(base));
    let mut found = Vec::new();
    for Taken { clause, question, asks, reading, .. } in &base.readings {
        let Some(choice) = catalogue.find_choice(clause, question) else { continue };
        let readings = &catalogue.choice(choice).1.readings;
        for position in Dialect::preferred(target).permitted(choice) {
            let Some(other) = readings.get(usize::from(position)) else { continue };
            if other.id == *reading {
                continue;
            }
            let changed = explain_as(base.form, target, declaration, &dialect.with(choice, position));
            let lines = changed_lines(&before, &on_page(page, || text::facts(&changed)));
            found.push(Difference { clause, question, asks, reading: &other.id, text: &other.text, lines });
        }
    }
    found
}
