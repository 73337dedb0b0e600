//! Columns: what a store holds of one version of everything that verdicts depend on. Buckets and their history are of the
//! whole store; batches and what follows from them are of one column.

use super::{Reader, Store};
use crosscall_base::error::Error;
use rusqlite::{OptionalExtension, params};

/// A column of a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// From 1, in the order in which columns began.
    pub number: u64,
    /// The night that began it.
    pub night: u64,
    /// Keys with the values that are the same in all of it, in the order in which they were given.
    pub identity: Vec<(String, String)>,
}

impl Reader {
    /// Number of the column that is read: that of the latest night; 0 in a store without nights, and in one that is written
    /// until a night begins a column.
    pub fn column(&self) -> u64 {
        self.column
    }

    /// All columns, in order.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn columns(&self) -> Result<Vec<Column>, Error> {
        let read = |row: &rusqlite::Row<'_>| {
            Ok(Column { number: row.get(0)?, night: row.get(1)?, identity: Vec::new() })
        };
        let mut columns = self.rows("SELECT number, night FROM columns ORDER BY number", [], read)?;
        for column in &mut columns {
            column.identity = self.column_identity(column.number)?;
        }
        Ok(columns)
    }

    /// Keys with the values that are the same in all of a column.
    pub(super) fn column_identity(&self, column: u64) -> Result<Vec<(String, String)>, Error> {
        let sql = "SELECT key, value FROM column_identity WHERE in_column = ?1 ORDER BY ord";
        self.rows(sql, [column], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Number of the column of the latest night; 0 if there is none.
    pub(super) fn latest_column(&self) -> Result<u64, Error> {
        let sql = "SELECT in_column FROM nights ORDER BY number DESC LIMIT 1";
        let found = self.connection.query_row(sql, [], |row| row.get(0)).optional();
        Ok(found.map_err(|e| self.failed(&e))?.unwrap_or(0))
    }

    /// The latest column with an identity, whatever the order of its keys, and whenever the subjects have changed their
    /// behaviour under it; 0 if there is none.
    pub(super) fn column_with(&self, identity: &[(String, String)]) -> Result<u64, Error> {
        let columns = self.columns()?;
        let is_same = |column: &&Column| {
            let differences = super::differences(identity, &column.identity);
            differences.iter().all(|difference| difference.key == BEHAVIOUR)
        };
        let same = columns.iter().rfind(is_same);
        Ok(same.map_or(0, |column| column.number))
    }
}

/// Key of a column that begins because subjects do something else though their versions are the same.
const BEHAVIOUR: &str = "behaviour";

impl Store {
    /// Does something with another column.
    ///
    /// # Errors
    /// The errors of `work`.
    pub fn in_column<T>(
        &mut self,
        column: u64,
        work: impl FnOnce(&mut Store) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let own = std::mem::replace(&mut self.reader.column, column);
        let result = work(self);
        self.reader.column = own;
        result
    }

    /// Drops what is in a column but its identity: batches, examples and what follows from them. Buckets are kept.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn drop_column(&mut self, column: u64) -> Result<(), Error> {
        self.together(|store| {
            for table in ["batches", "examples", "reruns", "facts"] {
                store.change(&format!("DELETE FROM {table} WHERE in_column = ?1"), [column])?;
            }
            Ok(())
        })?;
        // Its room is given back to the disk, a page with each row of the answer.
        self.each("PRAGMA incremental_vacuum", [], |_| Ok(()), Ok)?;
        self.perform("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Begins another column with the same identity in a night, from which the night goes on: subjects do something else than
    /// before.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn begin_changed_column(&mut self, night: u64) -> Result<u64, Error> {
        let column = self.together(|store| {
            let column = store.begin_column(night)?;
            let sql = "INSERT INTO column_identity(in_column, ord, key, value) VALUES (?1, ?2, ?3, ?4)";
            let value = format!("since night {night}");
            store.change(sql, params![column, store.of_column.len(), BEHAVIOUR, value])?;
            store.change("UPDATE nights SET in_column = ?2 WHERE number = ?1", [night, column])?;
            Ok(column)
        })?;
        self.reader.column = column;
        Ok(column)
    }

    /// Begins a column in a night.
    pub(super) fn begin_column(&mut self, night: u64) -> Result<u64, Error> {
        let number = self.one("SELECT coalesce(max(number), 0) + 1 FROM columns", [], |row| row.get(0))?;
        self.change("INSERT INTO columns(number, night) VALUES (?1, ?2)", params![number, night])?;
        for (ord, (key, value)) in self.of_column.iter().enumerate() {
            let sql = "INSERT INTO column_identity(in_column, ord, key, value) VALUES (?1, ?2, ?3, ?4)";
            self.change(sql, params![number, ord, key, value])?;
        }
        Ok(number)
    }
}
