//! The colours of what is drawn, one name for each meaning.

use super::{page, width, wrap};
pub use anstyle::Style;
use anstyle::{AnsiColor, Effects};

/// Headings and labels.
pub const TITLE: Style = Style::new().effects(Effects::BOLD);
/// Rules of tables, and what stands aside.
pub const FAINT: Style = Style::new().effects(Effects::DIMMED);
/// New, wrong or missing things.
pub const BAD: Style = AnsiColor::Red.on_default();
/// Things that are as they should be.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Known findings, and things that need attention.
pub const KNOWN: Style = AnsiColor::Yellow.on_default();
/// Ids of clauses and of known findings.
pub const ID: Style = AnsiColor::Cyan.on_default();

/// A text in a style, where this thread's page has colours. It must not be broken into lines any more.
pub fn paint(style: Style, text: &str) -> String {
    if page().colours && !text.is_empty() && style != Style::new() {
        format!("{style}{text}{style:#}")
    } else {
        text.to_owned()
    }
}

/// A text in lines of the page, each in a style.
pub(crate) fn painted(style: Style, text: &str) -> String {
    wrap(text, width()).iter().map(|line| paint(style, line) + "\n").collect()
}
