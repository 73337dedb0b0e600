//! Known findings as reports name them.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Entries of a list of known findings, by id.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Titles(pub BTreeMap<String, String>);

impl Titles {
    /// Title of an entry with a pointer to where more is written about it, on one line; `None` for an unknown id.
    pub fn of(&self, id: &str) -> Option<&str> {
        self.0.get(id).map(String::as_str)
    }
}
