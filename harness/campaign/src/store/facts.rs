//! Facts of a campaign: bodies with a name, of one target or (with an empty one) of all.

use super::{Reader, Store};
use crosscall_base::error::Error;
use rusqlite::params;

/// Name of a fact's row in its body's seal.
fn row(target: &str, name: &str) -> String {
    format!("fact\n{target}\n{name}")
}

impl Store {
    /// Stores a fact, instead of the one of this name.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn put_fact(&mut self, target: &str, name: &str, body: &[u8]) -> Result<(), Error> {
        let body = self.seal(&row(target, name), body)?;
        self.together(|store| {
            let sql = "INSERT OR REPLACE INTO facts(in_column, target, name, body) VALUES (?1, ?2, ?3, ?4)";
            store.change(sql, params![store.column, target, name, body]).map(drop)
        })
    }
}

impl Reader {
    /// The fact of this name, if there is one.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn fact(&self, target: &str, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let sql = "SELECT body FROM facts WHERE in_column = ?1 AND target = ?2 AND name = ?3";
        self.body(&row(target, name), sql, params![self.column, target, name])
    }
}
