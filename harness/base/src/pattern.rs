//! Patterns for names, as lists of known findings and the command line have them.

/// True if a name matches a pattern in which `*` stands for any text.
pub fn fits(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = name.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        assert!(
            fits("a*", "abc")
                && fits("*", "")
                && fits("*-O?", "x-O?")
                && fits("a*a", "aa")
                && fits("a*c*e", "abcde")
        );
        assert!(!fits("a*d", "abc") && !fits("abc", "abcd") && !fits("a*c", "abd") && !fits("a*a", "a"));
    }
}
