//! Batches of cases, and examples of what was found in them.

use super::{Reader, Store};
use crosscall_base::error::Error;
use rusqlite::{Params, Row, params};
use std::ops::Range;

/// A batch of cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchRow {
    /// The target.
    pub target: String,
    /// The kind of the cases.
    pub matter: String,
    /// Its number among those of target and matter, from 0.
    pub number: u64,
    /// The night that stored it.
    pub night: u64,
    /// Number of its cases.
    pub cases: u64,
    /// False if it has to be run again.
    pub complete: bool,
    /// Digest of everything that its results depend on; empty where they are of use to no other column.
    pub basis: String,
    /// Its results.
    pub body: Vec<u8>,
}

/// An example of something that was found in a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The key under which it was found: other examples of the same have the same.
    pub key: String,
    /// Its place among the examples with this key in this batch.
    pub ord: u64,
    /// Case, evidence and state.
    pub body: Vec<u8>,
}

/// An example and the batch that it was found in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExampleRow {
    /// The target.
    pub target: String,
    /// The kind of the cases.
    pub matter: String,
    /// The batch's number.
    pub number: u64,
    /// The night that stored it.
    pub night: u64,
    /// The example.
    pub example: Example,
}

/// Stored batches of one target and matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// The target.
    pub target: String,
    /// The kind of the cases.
    pub matter: String,
    /// Number of batches.
    pub batches: u64,
    /// Number of their cases.
    pub cases: u64,
}

impl BatchRow {
    /// Name of its row in the body's seal, which covers what no check of SQLite does.
    fn row(&self) -> String {
        let BatchRow { target, matter, number, night, cases, complete, basis, body: _ } = self;
        let rest = if *complete { "" } else { ", not all of them run" };
        let basis = if basis.is_empty() { String::new() } else { format!("\nof basis {basis}") };
        format!("batch\n{target}\n{matter}\n{number}\nof night {night} with {cases} cases{rest}{basis}")
    }
}

/// Name of an example's row in its seal.
fn example_row(target: &str, matter: &str, number: u64, key: &str, ord: u64) -> String {
    format!("example\n{target}\n{matter}\n{number}\n{key}\n{ord}")
}

impl Store {
    /// Stores a batch with its examples, as one: what was stored of a batch with the same target, matter and number before,
    /// its examples too, is replaced. Returns false, and stores nothing, where this batch is not complete and the one that is
    /// stored is.
    ///
    /// # Errors
    /// [`Error::Store`]; then nothing of it is stored, and what was stored before is kept.
    pub fn put_batch(&mut self, batch: &BatchRow, examples: &[Example]) -> Result<bool, Error> {
        let body = self.seal(&batch.row(), &batch.body)?;
        let BatchRow { target, matter, number, night, cases, complete, basis, body: _ } = batch;
        self.together(|store| {
            if !complete && store.has_complete(target, matter, *number)? {
                return Ok(false);
            }
            store.change(
                "INSERT OR REPLACE INTO batches(in_column, target, matter, number, night, cases, complete, basis, body, first_night) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, coalesce((SELECT first_night FROM batches \
                 WHERE in_column = ?1 AND target = ?2 AND matter = ?3 AND number = ?4), ?5))",
                params![store.column, target, matter, number, night, cases, complete, basis, body],
            )?;
            store.drop_examples(target, matter, *number)?;
            store.put_examples(target, matter, *number, *night, examples).map(|()| true)
        })
    }

    /// Drops a batch with its examples.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub(crate) fn drop_batch(&mut self, target: &str, matter: &str, number: u64) -> Result<(), Error> {
        self.together(|store| {
            let sql =
                "DELETE FROM batches WHERE in_column = ?1 AND target = ?2 AND matter = ?3 AND number = ?4";
            store.change(sql, params![store.column, target, matter, number])?;
            store.drop_examples(target, matter, number)
        })
    }

    fn drop_examples(&self, target: &str, matter: &str, number: u64) -> Result<(), Error> {
        let sql = "DELETE FROM examples WHERE in_column = ?1 AND target = ?2 AND matter = ?3 AND number = ?4";
        self.change(sql, params![self.column, target, matter, number]).map(drop)
    }

    /// Stores examples of a batch that is not finished, so that they are not lost with it; [`Store::put_batch`] replaces them.
    ///
    /// # Errors
    /// [`Error::Store`]; then none of them is stored.
    pub fn put_examples(
        &mut self,
        target: &str,
        matter: &str,
        number: u64,
        night: u64,
        examples: &[Example],
    ) -> Result<(), Error> {
        if examples.is_empty() {
            return Ok(());
        }
        self.precious = true;
        self.together(|store| {
            for Example { key, ord, body } in examples {
                let body = store.seal(&example_row(target, matter, number, key, *ord), body)?;
                store.change(
                    "INSERT OR REPLACE INTO examples(in_column, target, matter, number, key, ord, night, body) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                    params![store.column, target, matter, number, key, ord, night, body],
                )?;
            }
            Ok(())
        })
    }
}

impl Reader {
    /// Numbers of nights, each with the number of cases in the batches that it was the first to store and that are still
    /// there. The first batches are stored again in every night.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn cases_of_nights(&self) -> Result<Vec<(u64, u64)>, Error> {
        let sql = "SELECT first_night, sum(cases) FROM batches GROUP BY first_night ORDER BY first_night";
        self.rows(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Visits the batches of a target and matter in the order of their numbers, one at a time.
    ///
    /// # Errors
    /// When the store cannot be read, and those of `visit`.
    pub fn batches(
        &self,
        target: &str,
        matter: &str,
        visit: impl FnMut(BatchRow) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.select_batches(self.column, (target, matter, None), visit)
    }

    fn select_batches(
        &self,
        column: u64,
        (target, matter, number): (&str, &str, Option<u64>),
        mut visit: impl FnMut(BatchRow) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let read = |row: &Row<'_>| {
            Ok(BatchRow {
                target: row.get(0)?,
                matter: row.get(1)?,
                number: row.get(2)?,
                night: row.get(3)?,
                cases: row.get(4)?,
                complete: row.get(5)?,
                basis: row.get(6)?,
                body: row.get(7)?,
            })
        };
        self.each(
            "SELECT target, matter, number, night, cases, complete, basis, body FROM batches \
             WHERE in_column = ?1 AND target = ?2 AND matter = ?3 AND (number = ?4 OR ?4 IS NULL) ORDER BY number",
            params![column, target, matter, number],
            read,
            |batch| {
                let body = self.unseal(&batch.row(), &batch.body)?;
                visit(BatchRow { body, ..batch })
            },
        )
    }

    /// True if a batch is stored, and is complete.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn has_complete(&self, target: &str, matter: &str, number: u64) -> Result<bool, Error> {
        let sql = "SELECT count(*) FROM batches \
                   WHERE in_column = ?1 AND target = ?2 AND matter = ?3 AND number = ?4 AND complete";
        self.one(sql, params![self.column, target, matter, number], |row| Ok(row.get::<_, u64>(0)? > 0))
    }

    /// A batch by its number, if it is stored.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn batch(&self, target: &str, matter: &str, number: u64) -> Result<Option<BatchRow>, Error> {
        let mut found = None;
        self.select_batches(self.column, (target, matter, Some(number)), |batch| {
            found = Some(batch);
            Ok(())
        })?;
        Ok(found)
    }

    /// The complete batch of another column, the last one of several, with the target, kind, number, cases and basis of
    /// `like`, and its examples; none if there is none, or `like` has no basis.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn batch_like(&self, like: &BatchRow) -> Result<Option<(BatchRow, Vec<Example>)>, Error> {
        let BatchRow { target, matter, number, cases, basis, .. } = like;
        let sql = "SELECT max(in_column) FROM batches WHERE target = ?1 AND matter = ?2 AND number = ?3 AND cases = ?4 \
                   AND basis = ?5 AND basis <> '' AND complete AND in_column <> ?6";
        let values = params![target, matter, number, cases, basis, self.column];
        let Some(column) = self.one(sql, values, |row| row.get::<_, Option<u64>>(0))? else {
            return Ok(None);
        };
        let (mut found, mut examples) = (None, Vec::new());
        self.select_batches(column, (target, matter, Some(*number)), |batch| {
            found = Some(batch);
            Ok(())
        })?;
        let sql = "SELECT target, matter, number, night, key, ord, body FROM examples \
                   WHERE in_column = ?1 AND target = ?2 AND matter = ?3 AND number = ?4 ORDER BY key, ord";
        self.select_examples(sql, params![column, target, matter, number], |row| {
            examples.push(row.example);
            Ok(())
        })?;
        Ok(found.map(|batch| (batch, examples)))
    }

    /// Numbers of the batches of a target and matter that are stored, in order.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn numbers(&self, target: &str, matter: &str) -> Result<Vec<u64>, Error> {
        let sql =
            "SELECT number FROM batches WHERE in_column = ?1 AND target = ?2 AND matter = ?3 ORDER BY number";
        self.rows(sql, params![self.column, target, matter], |row| row.get(0))
    }

    /// Numbers of the complete batches of a target and matter that are stored: ranges that neither touch nor overlap, in order.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn done(&self, target: &str, matter: &str) -> Result<Vec<Range<u64>>, Error> {
        let mut ranges: Vec<Range<u64>> = Vec::new();
        let sql = "SELECT number FROM batches WHERE in_column = ?1 AND target = ?2 AND matter = ?3 AND complete \
                   ORDER BY number";
        let read = |row: &Row<'_>| row.get::<_, u64>(0);
        self.each(sql, params![self.column, target, matter], read, |number| {
            match ranges.last_mut() {
                Some(last) if last.end == number => last.end += 1,
                _ => ranges.push(number..number + 1),
            }
            Ok(())
        })?;
        Ok(ranges)
    }

    /// Number and cases of those batches of a target and matter that have fewer than `full` cases.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn short_batches(
        &self,
        target: &str,
        matter: &str,
        full: u64,
    ) -> Result<Vec<(u64, u64)>, Error> {
        let sql = "SELECT number, cases FROM batches WHERE in_column = ?1 AND target = ?2 AND matter = ?3 AND cases < ?4 \
                   ORDER BY number";
        self.rows(sql, params![self.column, target, matter, full], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// The number after the largest one of a batch of a target and matter in any column; 0 if there is none.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn next_number(&self, target: &str, matter: &str) -> Result<u64, Error> {
        let sql = "SELECT max(number) FROM batches WHERE target = ?1 AND matter = ?2";
        let largest: Option<u64> = self.one(sql, [target, matter], |row| row.get(0))?;
        Ok(largest.map_or(0, |largest| largest + 1))
    }

    /// Batches and cases of every target and matter, in the order of their names: of one night, or of all.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn progress(&self, night: Option<u64>) -> Result<Vec<Progress>, Error> {
        let sql = "SELECT target, matter, count(*), sum(cases) FROM batches \
                   WHERE in_column = ?1 AND (night = ?2 OR ?2 IS NULL) \
                   GROUP BY target, matter ORDER BY target, matter";
        self.rows(sql, params![self.column, night], |row| {
            Ok(Progress {
                target: row.get(0)?,
                matter: row.get(1)?,
                batches: row.get(2)?,
                cases: row.get(3)?,
            })
        })
    }

    /// Keys of a target's examples, in order, with their number.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn example_keys(&self, target: &str) -> Result<Vec<(String, u64)>, Error> {
        let sql = "SELECT key, count(*) FROM examples WHERE in_column = ?1 AND target = ?2 GROUP BY key ORDER BY key";
        self.rows(sql, params![self.column, target], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Visits a target's examples, of one key or of all, in the order of key, matter, batch and place, one at a time.
    ///
    /// # Errors
    /// When the store cannot be read, and those of `visit`.
    pub fn examples(
        &self,
        target: &str,
        key: Option<&str>,
        visit: impl FnMut(ExampleRow) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let sql = "SELECT target, matter, number, night, key, ord, body FROM examples \
                   WHERE in_column = ?1 AND target = ?2 AND (key = ?3 OR ?3 IS NULL) ORDER BY key, matter, number, ord";
        self.select_examples(sql, params![self.column, target, key], visit)
    }

    /// Examples of a batch whose keys have none in another batch.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn only_examples(
        &self,
        target: &str,
        matter: &str,
        number: u64,
    ) -> Result<Vec<Example>, Error> {
        let sql = "SELECT target, matter, number, night, key, ord, body FROM examples \
                   WHERE in_column = ?1 AND target = ?2 AND matter = ?3 AND number = ?4 AND NOT EXISTS \
                   (SELECT 1 FROM examples AS other WHERE other.in_column = ?1 AND other.target = ?2 \
                   AND other.key = examples.key AND (other.matter <> ?3 OR other.number <> ?4)) ORDER BY key, ord";
        let mut only = Vec::new();
        self.select_examples(sql, params![self.column, target, matter, number], |row| {
            only.push(row.example);
            Ok(())
        })?;
        Ok(only)
    }

    fn select_examples(
        &self,
        sql: &str,
        values: impl Params,
        mut visit: impl FnMut(ExampleRow) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let read = |row: &Row<'_>| {
            let example = Example { key: row.get(4)?, ord: row.get(5)?, body: row.get(6)? };
            Ok(ExampleRow {
                target: row.get(0)?,
                matter: row.get(1)?,
                number: row.get(2)?,
                night: row.get(3)?,
                example,
            })
        };
        let check = |mut row: ExampleRow| {
            let Example { key, ord, body } = &row.example;
            row.example.body =
                self.unseal(&example_row(&row.target, &row.matter, row.number, key, *ord), body)?;
            visit(row)
        };
        self.each(sql, values, read, check)
    }
}
