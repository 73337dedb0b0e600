//! Results of later work: examples that were run again or made smaller.

use super::{Reader, Store};
use crosscall_base::error::Error;
use rusqlite::params;

/// The result of later work on an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rerun {
    /// The target.
    pub target: String,
    /// The key under which the example was found.
    pub key: String,
    /// The example's name.
    pub example: String,
    /// The result.
    pub body: Vec<u8>,
}

/// Name of a rerun's row in its seal.
fn rerun_row(target: &str, key: &str, example: &str) -> String {
    format!("rerun\n{target}\n{key}\n{example}")
}

impl Store {
    /// Stores the result of later work on an example, instead of an earlier result.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn put_rerun(&mut self, rerun: &Rerun) -> Result<(), Error> {
        let Rerun { target, key, example, body } = rerun;
        let body = self.seal(&rerun_row(target, key, example), body)?;
        self.together(|store| {
            let sql = "INSERT OR REPLACE INTO reruns(in_column, target, key, example, body) VALUES (?1, ?2, ?3, ?4, ?5)";
            store.change(sql, params![store.column, target, key, example, body]).map(drop)
        })
    }
}

impl Reader {
    /// The result of later work on an example, if there was any.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn rerun(&self, target: &str, key: &str, example: &str) -> Result<Option<Vec<u8>>, Error> {
        let sql =
            "SELECT body FROM reruns WHERE in_column = ?1 AND target = ?2 AND key = ?3 AND example = ?4";
        self.body(&rerun_row(target, key, example), sql, params![self.column, target, key, example])
    }

    /// Visits the results of later work on all examples of a target, in the order of keys and examples, one at a time.
    ///
    /// # Errors
    /// When the store cannot be read, and those of `visit`.
    pub fn reruns(
        &self,
        target: &str,
        mut visit: impl FnMut(Rerun) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.each(
            "SELECT target, key, example, body FROM reruns WHERE in_column = ?1 AND target = ?2 ORDER BY key, example",
            params![self.column, target],
            |row| {
                Ok(Rerun { target: row.get(0)?, key: row.get(1)?, example: row.get(2)?, body: row.get(3)? })
            },
            |rerun| {
                let body = self.unseal(&rerun_row(&rerun.target, &rerun.key, &rerun.example), &rerun.body)?;
                visit(Rerun { body, ..rerun })
            },
        )
    }
}
