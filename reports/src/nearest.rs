//! Suggestions for misspelled names.

/// The known name that is most like `name`, for "did you mean".
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|other| (likeness(name, other), other))
        .filter(|(ratio, _)| *ratio > 0.6)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, other)| other)
}

/// Likeness of two names, from 0 to 1. (Not within the generic function, so that `similar`'s algorithms are compiled once.)
fn likeness(one: &str, other: &str) -> f32 {
    similar::TextDiff::from_chars(one, other).ratio()
}
