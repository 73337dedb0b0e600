//! Differences between two texts.

use similar::{Change, ChangeTag, TextDiff};

/// The lines in which two texts differ: those that go, after `-`, and those that come, after `+`, without indents and
/// blank lines.
pub fn changed_lines(before: &str, after: &str) -> Vec<String> {
    let diff = TextDiff::from_lines(before, after);
    let line = |change: Change<&str>| match change.tag() {
        ChangeTag::Equal => None,
        ChangeTag::Delete => Some(format!("- {}", change.value().trim())),
        ChangeTag::Insert => Some(format!("+ {}", change.value().trim())),
    };
    diff.iter_all_changes().filter_map(line).filter(|l| l.len() > 2).collect()
}
