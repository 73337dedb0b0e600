//! Suggestions for misspelled names.

/// The known name that is most like `name`, for "did you mean".
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let ratio = |other: &str| similar::TextDiff::from_chars(name, other).ratio();
    known
        .into_iter()
        .map(|other| (ratio(other), other))
        .filter(|(ratio, _)| *ratio > 0.6)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, other)| other)
}
