//! Everything that has to be the same in every night of a store or of a column, and in every store of a merge.

use super::{Reader, printable};
use crosscall_base::error::Error;
use rusqlite::{Connection, params};
use std::fmt::Display;

/// Differences that a message shows.
const SHOWN: usize = 3;

/// Keys with values, in an order that the store keeps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Identity {
    fixed: Vec<(String, String)>,
    of_column: Vec<(String, String)>,
    noted: Vec<(String, String)>,
}

impl Identity {
    /// Adds a key whose value never changes in a store, or changes the one of this name.
    #[must_use]
    pub fn fixed(mut self, key: &str, value: impl Display) -> Identity {
        put(&mut self.fixed, key, value.to_string());
        self
    }

    /// Adds a key with whose value a column begins, such as the version of a compiler, or changes the one of this name.
    #[must_use]
    pub fn of_column(mut self, key: &str, value: impl Display) -> Identity {
        put(&mut self.of_column, key, value.to_string());
        self
    }

    /// Adds a key whose value every night has for itself, such as the date, or changes the one of this name.
    #[must_use]
    pub fn noted(mut self, key: &str, value: impl Display) -> Identity {
        put(&mut self.noted, key, value.to_string());
        self
    }

    /// Keys with the values that never change, in order.
    pub fn all_fixed(&self) -> &[(String, String)] {
        &self.fixed
    }

    /// Keys with the values of one column, in order.
    pub(crate) fn all_of_column(&self) -> &[(String, String)] {
        &self.of_column
    }

    /// Keys with the values of one night, in order.
    pub fn all_noted(&self) -> &[(String, String)] {
        &self.noted
    }
}

fn put(list: &mut Vec<(String, String)>, key: &str, value: String) {
    match list.iter_mut().find(|(other, _)| other == key) {
        Some((_, old)) => *old = value,
        None => list.push((key.to_owned(), value)),
    }
}

/// A key whose values differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The key.
    pub key: String,
    /// Its value here; none where it has none.
    pub here: Option<String>,
    /// Its value in the other list; none where it has none.
    pub there: Option<String>,
}

impl Difference {
    /// The difference in words, safe for a terminal; `here` and `there` name the lists.
    pub fn words(&self, here: &str, there: &str) -> String {
        let shown = |value: &Option<String>| {
            value.as_deref().map_or_else(|| "nothing".to_owned(), |v| format!("`{}`", printable(v)))
        };
        format!("{} is {} {here} and {} {there}", printable(&self.key), shown(&self.here), shown(&self.there))
    }
}

/// The keys whose values differ, in the order of `here` and then of `there`. The order of keys is no difference.
pub fn differences(here: &[(String, String)], there: &[(String, String)]) -> Vec<Difference> {
    let value = |list: &[(String, String)], key: &str| {
        list.iter().find(|(other, _)| other == key).map(|(_, value)| value.clone())
    };
    let only_there = there.iter().filter(|(key, _)| value(here, key).is_none());
    let all = here.iter().chain(only_there).map(|(key, _)| Difference {
        key: key.clone(),
        here: value(here, key),
        there: value(there, key),
    });
    all.filter(|difference| difference.here != difference.there).collect()
}

impl Reader {
    /// The keys with values that never change, and then those of the column that is read, in the order in which they were
    /// given.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn identity(&self) -> Result<Vec<(String, String)>, Error> {
        let mut identity = self.fixed_identity()?;
        identity.extend(self.column_identity(self.column)?);
        Ok(identity)
    }

    fn fixed_identity(&self) -> Result<Vec<(String, String)>, Error> {
        self.rows("SELECT key, value FROM identity ORDER BY ord", [], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Refuses an identity other than the store's.
    pub(super) fn check_identity(&self, identity: &Identity) -> Result<(), Error> {
        let differences = differences(&identity.fixed, &self.fixed_identity()?);
        if differences.is_empty() {
            return Ok(());
        }
        let mut words: Vec<String> = differences
            .iter()
            .take(SHOWN)
            .map(|difference| difference.words("now", "in the store"))
            .collect();
        if differences.len() > SHOWN {
            words.push(format!("{} more differ", differences.len() - SHOWN));
        }
        Err(Error::Input(format!(
            "{}: holds another campaign: {}; name another folder with --store, or say the same as the store",
            self.folder().display(),
            words.join("; ")
        )))
    }
}

/// Writes the identity of a new store.
pub(super) fn write(connection: &Connection, identity: &Identity) -> rusqlite::Result<()> {
    let mut insert = connection.prepare("INSERT INTO identity(ord, key, value) VALUES (?1, ?2, ?3)")?;
    for (ord, (key, value)) in identity.fixed.iter().enumerate() {
        insert.execute(params![ord, key, value])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_by_key() {
        let one =
            Identity::default().fixed("seed", 1).fixed("batch", 64).noted("version", "1").fixed("seed", 2);
        let other = Identity::default().fixed("batch", 64).fixed("seed", "\u{1b}").fixed("only", "there");
        let found = differences(one.all_fixed(), other.all_fixed());
        let words: Vec<String> = found.iter().map(|d| d.words("now", "there")).collect();
        assert_eq!(words, ["seed is `2` now and `\\u{1b}` there", "only is nothing now and `there` there"]);
        assert_eq!(one.all_noted(), [("version".to_owned(), "1".to_owned())]);
        assert_eq!(differences(one.all_fixed(), one.all_fixed()), []);
    }
}
