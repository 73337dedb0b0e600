//! What an entry of the list of known findings demands of a text.

use crate::toolchain::select::fits;
use serde::Deserialize;

/// Patterns, one of which has to fit; none, where nothing is demanded. In TOML a text or a list of texts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "OneOrMore")]
pub struct Patterns(Vec<String>);

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a pattern or a list of patterns")]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl TryFrom<OneOrMore> for Patterns {
    type Error = &'static str;

    fn try_from(text: OneOrMore) -> Result<Patterns, &'static str> {
        match text {
            OneOrMore::One(pattern) => Ok(Patterns(vec![pattern])),
            OneOrMore::More(patterns) if patterns.is_empty() => {
                Err("an empty list of patterns fits nothing; leave it out where anything fits")
            }
            OneOrMore::More(patterns) => Ok(Patterns(patterns)),
        }
    }
}

impl Patterns {
    /// Whether nothing is demanded.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a text is as demanded.
    pub fn admit(&self, text: &str) -> bool {
        self.is_empty() || self.0.iter().any(|pattern| fits(pattern, text))
    }

    /// The same for a text that is only made where it is needed.
    pub fn admit_with(&self, text: impl FnOnce() -> String) -> bool {
        self.is_empty() || self.admit(&text())
    }
}
