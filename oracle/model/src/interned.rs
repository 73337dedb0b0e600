//! Texts that live as long as the program, read from files.
//!
//! Ids of clauses, names of readings and other constants are `&'static str` everywhere. When data is read back, each
//! different text is kept once, for good. A file can therefore claim no more than [`MOST_TEXTS`] texts of
//! [`MOST_BYTES`] bytes in one process.

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// Constant text. Fields whose data is read back are declared with this name: a derived `Deserialize` would take a
/// field of the type `&'static str` for one that borrows from its input.
pub type Text = &'static str;

/// Greatest length in bytes of a text that is read.
pub const MOST_BYTES: usize = 4096;

/// Greatest number of different texts that are read in one process.
pub const MOST_TEXTS: usize = 65_536;

static TEXTS: Mutex<BTreeSet<Text>> = Mutex::new(BTreeSet::new());

/// Text that is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// It is longer than [`MOST_BYTES`]; this is its length in bytes.
    TooLong(usize),
    /// It would be one more than [`MOST_TEXTS`].
    TooMany,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::TooLong(bytes) => write!(f, "a name of {bytes} bytes; at most {MOST_BYTES} are read"),
            Refused::TooMany => write!(f, "more than {MOST_TEXTS} different names"),
        }
    }
}

impl std::error::Error for Refused {}

/// The same text with static lifetime.
///
/// # Errors
/// A text that is too long, or one too many.
pub fn intern(text: &str) -> Result<Text, Refused> {
    keep(&mut TEXTS.lock().unwrap_or_else(PoisonError::into_inner), text)
}

fn keep(texts: &mut BTreeSet<Text>, text: &str) -> Result<Text, Refused> {
    if text.len() > MOST_BYTES {
        return Err(Refused::TooLong(text.len()));
    }
    if let Some(known) = texts.get(text) {
        return Ok(known);
    }
    if texts.len() >= MOST_TEXTS {
        return Err(Refused::TooMany);
    }
    let kept: Text = Box::leak(text.into());
    texts.insert(kept);
    Ok(kept)
}

/// Text as an item of something larger: a list, an option, a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Interned(pub Text);

impl<'de> Deserialize<'de> for Interned {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Interned, D::Error> {
        from.deserialize_str(TextVisitor)
    }
}

struct TextVisitor;

impl Visitor<'_> for TextVisitor {
    type Value = Interned;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Interned, E> {
        intern(text).map(Interned).map_err(E::custom)
    }
}

/// Reads a text, for `#[serde(deserialize_with)]`.
///
/// # Errors
/// Anything but a string; a text that [`intern`] refuses.
pub fn text<'de, D: Deserializer<'de>>(from: D) -> Result<Text, D::Error> {
    Interned::deserialize(from).map(|Interned(text)| text)
}

/// Reads a list of texts, for `#[serde(deserialize_with)]`.
///
/// # Errors
/// Anything but a sequence of strings; a text that [`intern`] refuses.
pub fn list<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Text>, D::Error> {
    let texts = Vec::<Interned>::deserialize(from)?;
    Ok(texts.into_iter().map(|Interned(text)| text).collect())
}

/// A set of texts.
///
/// # Errors
/// As [`intern`], and where there is no list of texts.
pub fn set<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeSet<Text>, D::Error> {
    Ok(list(from)?.into_iter().collect())
}

/// A map whose keys are texts.
///
/// # Errors
/// As [`intern`], and where there is no such map.
pub fn map<'de, V: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<Text, V>, D::Error> {
    let map = BTreeMap::<Interned, V>::deserialize(from)?;
    Ok(map.into_iter().map(|(Interned(key), value)| (key, value)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_one() {
        let (one, other) = (intern("EPIPHANY-S06").unwrap(), intern(&["EPIPHANY", "S06"].join("-")).unwrap());
        assert!(std::ptr::eq(one, other));
        assert_eq!(one, "EPIPHANY-S06");
    }

    #[test]
    fn texts_are_bounded_in_length_and_number() {
        let mut texts = BTreeSet::new();
        assert!(keep(&mut texts, &"x".repeat(MOST_BYTES)).is_ok());
        assert_eq!(keep(&mut texts, &"x".repeat(MOST_BYTES + 1)), Err(Refused::TooLong(MOST_BYTES + 1)));
        for number in 1..MOST_TEXTS {
            assert_eq!(keep(&mut texts, &number.to_string()), Ok(number.to_string().as_str()));
        }
        assert_eq!(keep(&mut texts, "one more"), Err(Refused::TooMany));
        assert_eq!(keep(&mut texts, "7"), Ok("7"));
    }

    #[test]
    fn what_cannot_be_kept_is_no_data() {
        let refusal =
            |json: &str| text(&mut serde_json::Deserializer::from_str(json)).unwrap_err().to_string();
        let long = format!("\"{}\"", "x".repeat(5000));
        assert_eq!(refusal(&long), "a name of 5000 bytes; at most 4096 are read at line 1 column 5002");
        assert!(refusal("7").starts_with("invalid type: integer `7`, expected a string"));
        let listed = list(&mut serde_json::Deserializer::from_str(r#"["R1", "R\u0032"]"#)).unwrap();
        assert_eq!(listed, ["R1", "R2"]);
        assert!(list(&mut serde_json::Deserializer::from_str(&format!("[{long}]"))).is_err());
    }
}
