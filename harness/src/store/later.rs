//! Results of later work: examples that were run again or made smaller, and checks of known findings.

use super::{Reader, Store};
use crate::error::Error;
use rusqlite::{OptionalExtension, params};

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

/// Name of a check's row in its seal.
fn recheck_row(night: u64, id: &str) -> String {
    format!("recheck\n{night}\n{id}")
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
            let sql = "INSERT OR REPLACE INTO reruns(target, key, example, body) VALUES (?1, ?2, ?3, ?4)";
            store.change(sql, params![target, key, example, body]).map(drop)
        })
    }

    /// Stores the result of a known finding's check in a night, instead of an earlier one of that night.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn put_recheck(&mut self, night: u64, id: &str, body: &[u8]) -> Result<(), Error> {
        let body = self.seal(&recheck_row(night, id), body)?;
        self.together(|store| {
            let sql = "INSERT OR REPLACE INTO rechecks(night, id, body) VALUES (?1, ?2, ?3)";
            store.change(sql, params![night, id, body]).map(drop)
        })
    }
}

impl Reader {
    /// The result of later work on an example, if there was any.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn rerun(&self, target: &str, key: &str, example: &str) -> Result<Option<Vec<u8>>, Error> {
        let sql = "SELECT body FROM reruns WHERE target = ?1 AND key = ?2 AND example = ?3";
        let found =
            self.connection.query_row(sql, [target, key, example], |row| row.get::<_, Vec<u8>>(0)).optional();
        let stored = found.map_err(|e| self.failed(&e))?;
        stored.map(|stored| self.unseal(&rerun_row(target, key, example), &stored)).transpose()
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
            "SELECT target, key, example, body FROM reruns WHERE target = ?1 ORDER BY key, example",
            [target],
            |row| {
                Ok(Rerun { target: row.get(0)?, key: row.get(1)?, example: row.get(2)?, body: row.get(3)? })
            },
            |rerun| {
                let body = self.unseal(&rerun_row(&rerun.target, &rerun.key, &rerun.example), &rerun.body)?;
                visit(Rerun { body, ..rerun })
            },
        )
    }

    /// Visits the results of a night's checks of known findings, in the order of their ids: id and result.
    ///
    /// # Errors
    /// When the store cannot be read, and those of `visit`.
    pub fn rechecks(
        &self,
        night: u64,
        mut visit: impl FnMut(String, Vec<u8>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.each(
            "SELECT id, body FROM rechecks WHERE night = ?1 ORDER BY id",
            [night],
            |row| Ok((row.get::<_, String>(0)?, row.get::<_, Vec<u8>>(1)?)),
            |(id, stored)| {
                let body = self.unseal(&recheck_row(night, &id), &stored)?;
                visit(id, body)
            },
        )
    }
}
