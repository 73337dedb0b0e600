//! Patterns of an entry of the list of known findings for a text.

use crosscall_base::pattern::fits;
use serde::{Deserialize, Serialize};

/// Stands for a word of eight hexadecimal digits, the same one wherever it stands in a pattern.
const WORD: &str = "{word}";

/// Stands for the members of a structure or union that are all bit-fields without a name, such as `int : 5; char : 0;`.
const UNNAMED: &str = "{unnamed}";

/// Words of the types that bit-fields have.
const WORDS_OF_TYPES: [&str; 7] = ["_Bool", "char", "short", "int", "long", "signed", "unsigned"];

/// Patterns, one of which has to fit; none, where nothing is demanded. In TOML a text or a list of texts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "OneOrMore")]
pub struct Patterns(Vec<String>);

/// A text or a list of texts.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a text or a list of texts")]
pub(super) enum OneOrMore {
    /// A text.
    One(String),
    /// A list of texts.
    More(Vec<String>),
}

impl From<OneOrMore> for Vec<String> {
    fn from(texts: OneOrMore) -> Vec<String> {
        match texts {
            OneOrMore::One(one) => vec![one],
            OneOrMore::More(more) => more,
        }
    }
}

impl TryFrom<OneOrMore> for Patterns {
    type Error = &'static str;

    fn try_from(texts: OneOrMore) -> Result<Patterns, &'static str> {
        match Vec::from(texts) {
            none if none.is_empty() => {
                Err("an empty list of patterns fits nothing; leave it out where anything fits")
            }
            patterns => Ok(Patterns(patterns)),
        }
    }
}

impl Patterns {
    /// True if there are no patterns.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// True if a text fits one of the patterns, or there are none.
    pub(crate) fn admit(&self, text: &str) -> bool {
        self.is_empty() || self.0.iter().any(|pattern| fits_words(pattern, text))
    }

    /// The same for a text that is only made where it is needed.
    pub(crate) fn admit_with(&self, text: impl FnOnce() -> String) -> bool {
        self.is_empty() || self.admit(&text())
    }
}

/// True if a text fits a pattern, with some word for [`WORD`], or some members for [`UNNAMED`].
fn fits_words(pattern: &str, text: &str) -> bool {
    if pattern.contains(UNNAMED) {
        let mut bodies = text.split('{').filter_map(|rest| rest.split_once('}')).map(|(body, _)| body.trim());
        return bodies.any(|body| is_unnamed(body) && fits(&pattern.replace(UNNAMED, body), text));
    }
    if !pattern.contains(WORD) {
        return fits(pattern, text);
    }
    let words = text.as_bytes().windows(8).filter(|word| word.iter().all(u8::is_ascii_hexdigit));
    let mut words = words.filter_map(|word| std::str::from_utf8(word).ok());
    words.any(|word| fits(&pattern.replace(WORD, word), text))
}

/// True for members that are all bit-fields without a name.
fn is_unnamed(members: &str) -> bool {
    let is_field = |member: &str| {
        let Some((ty, width)) = member.split_once(" : ") else { return false };
        ty.split_whitespace().all(|word| WORDS_OF_TYPES.contains(&word))
            && width.bytes().all(|digit| digit.is_ascii_digit())
    };
    members.strip_suffix(';').is_some_and(|members| members.split(';').all(|member| is_field(member.trim())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_the_same_everywhere() {
        let twice = "r* has 0x{word}{word}";
        assert!(fits_words(twice, "r0 has 0x4003020140030201"));
        assert!(fits_words(twice, "r0 has 0x4444444444444444"));
        for other in ["r0 has 0x4006050440030201", "r0 has 0x40030201", "r0 has 0x4003020140030201 too", ""] {
            assert!(!fits_words(twice, other), "{other}");
        }
    }

    #[test]
    fn members_without_a_name() {
        let unnamed = "*{ {unnamed} }*";
        for all in ["int : 12;", "long long : 1; unsigned int : 0;"] {
            assert!(fits_words(unnamed, &format!("void f(char, struct {{ {all} }}, int)")), "{all}");
        }
        assert!(fits_words(unnamed, "void f(struct { char m0; struct { _Bool : 1; } m1[2]; })"));
        for other in [
            "void f(struct { int : 1; int m1; })",
            "void f(struct { int m0 : 1; })",
            "void f(struct { int m0; })",
            "void f(struct { })",
            "void f(void)",
        ] {
            assert!(!fits_words(unnamed, other), "{other}");
        }
    }
}
