//! Values that files and reports have as texts, by [`Display`] and [`FromStr`]: `#[serde(with = "serde_text")]`.

use serde::{Deserialize, Deserializer, Serializer, de::Error};
use std::fmt::Display;
use std::str::FromStr;

/// Writes a value as its text.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Reads a value from its text.
///
/// # Errors
/// The fault in the text, in the words of [`FromStr`].
pub fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(d: D) -> Result<T, D::Error> {
    String::deserialize(d)?.parse().map_err(D::Error::custom)
}

/// A value that may be missing.
pub mod option {
    use super::{Deserializer, Display, FromStr, Serializer};

    /// Writes the text of a value, and nothing where there is none.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<T: Display, S: Serializer>(value: &Option<T>, s: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => s.collect_str(value),
            None => s.serialize_none(),
        }
    }

    /// Reads a value from its text.
    ///
    /// # Errors
    /// See [`super::deserialize`].
    pub fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        d: D,
    ) -> Result<Option<T>, D::Error> {
        super::deserialize(d).map(Some)
    }
}

/// A list of values.
pub mod list {
    use super::{Deserialize, Deserializer, Display, Error, FromStr, Serializer};

    /// Writes the texts of values.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<T: Display, S: Serializer>(values: &[T], s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(values.iter().map(ToString::to_string))
    }

    /// Reads values from their texts.
    ///
    /// # Errors
    /// See [`super::deserialize`].
    pub fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        d: D,
    ) -> Result<Vec<T>, D::Error> {
        let texts: Vec<String> = Vec::deserialize(d)?;
        texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
    }
}
