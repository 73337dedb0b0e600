//! Readings that a rule's text cites. Those that the clause offers are listed below it; the others are of the
//! catalogue of which the clause files are made, and a number without a text says nothing to anybody.

use crate::clause::Clause;

/// The rule of a clause without citations of readings that it does not offer.
pub(crate) fn listed(clause: &Clause) -> String {
    let offered = |id: &str| clause.choices.iter().flat_map(|choice| &choice.readings).any(|r| r.id == id);
    let mut out = String::new();
    let mut rest = clause.rule.as_str();
    while let Some(at) = rest.find('(') {
        let (before, group) = rest.split_at(at);
        out += before;
        let end = group.find(')').unwrap_or(group.len().saturating_sub(1));
        let inside = group.get(1..end).unwrap_or_default();
        let kept = kept(inside, &offered);
        if kept == inside {
            out.push('(');
            rest = group.get(1..).unwrap_or_default();
            continue;
        }
        rest = group.get(end + 1..).unwrap_or_default();
        if kept.is_empty() {
            out.truncate(out.trim_end().len());
        } else {
            out += &format!("({kept})");
        }
    }
    out + rest
}

/// Text between two parentheses, less the citations of readings that are not offered.
fn kept(inside: &str, offered: &dyn Fn(&str) -> bool) -> String {
    let unlisted = |word: &str| is_reading(word) && !offered(word);
    let words: Vec<&str> = inside.split(' ').map(|word| word.trim_matches(',')).collect();
    let only = words.iter().all(|word| is_reading(word) || matches!(*word, "and" | "or" | "to"));
    if only && words.iter().any(|word| unlisted(word)) {
        // Of several, those stay that are listed.
        let left: Vec<&str> = words.into_iter().filter(|word| is_reading(word) && !unlisted(word)).collect();
        return left.join(", ");
    }
    for separator in [", ", ": "] {
        if let Some((first, rest)) = inside.split_once(separator)
            && unlisted(first)
        {
            return if inside.ends_with('.') { capitalised(rest) } else { rest.to_owned() };
        }
    }
    match inside.split_once(", ").and_then(|(first, rest)| Some((first, rest.split_once(", ")?))) {
        Some((first, (id, rest))) if unlisted(id) && first.ends_with("reading") => format!("{first} {rest}"),
        _ => inside.to_owned(),
    }
}

/// A sentence that lost its first word.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `R2`.
fn is_reading(word: &str) -> bool {
    word.strip_prefix('R').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::{is_reading, kept};
    use crate::clause::catalogue;
    use crosscall_model::Target;

    #[test]
    fn no_rule_cites_a_reading_that_is_not_listed() {
        for target in Target::ALL {
            for clause in &catalogue(target).clauses {
                let listed: Vec<&str> =
                    clause.choices.iter().flat_map(|c| &c.readings).map(|r| r.id.as_str()).collect();
                let words = clause.rule.split(|c: char| !(c.is_ascii_alphanumeric() || "-:=_".contains(c)));
                for word in words.filter(|word| is_reading(word)) {
                    assert!(listed.contains(&word), "{} cites {word}: {}", clause.id, clause.rule);
                }
                assert!(!clause.rule.contains("()") && !clause.rule.contains("  "), "{}", clause.rule);
            }
        }
    }

    #[test]
    fn what_is_left_of_a_citation() {
        let offered = |id: &str| id == "R1";
        for (inside, left) in [
            ("R2", ""),
            ("R2 to R4", ""),
            ("R2 and R3", ""),
            ("R1", "R1"),
            ("R1, R2", "R1"),
            ("R2, impossible here", "impossible here"),
            ("R2: nothing is required", "nothing is required"),
            ("R2, an order, says nothing.", "An order, says nothing."),
            ("A second reading, R2, says nothing.", "A second reading says nothing."),
            ("a word, two", "a word, two"),
        ] {
            assert_eq!(kept(inside, &offered), left, "{inside}");
        }
    }
}
