//! States of buckets, as rows that are added and never changed.

use super::{Reader, Store, now, printable};
use crosscall_base::error::Error;
use crosscall_reports::buckets::BucketState;
use rusqlite::{Row, params};

/// A bucket came into a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transition {
    /// The order in which transitions happened, whatever clocks said.
    pub id: u64,
    /// The night in which it happened.
    pub night: u64,
    /// The bucket's name.
    pub bucket: String,
    /// The subject that it is about, or `a calls b`.
    pub subject: String,
    /// The state since then.
    pub state: BucketState,
    /// More about it, in the words of who wrote it: since which version, who retired it and why.
    pub detail: String,
    /// When it was written: UTC, as RFC 3339 has it.
    pub at: String,
}

/// A row with its state still a word.
fn read(row: &Row<'_>) -> rusqlite::Result<(Transition, String)> {
    let transition = Transition {
        id: row.get(0)?,
        night: row.get(1)?,
        bucket: row.get(2)?,
        subject: row.get(3)?,
        state: BucketState::Open,
        detail: row.get(5)?,
        at: row.get(6)?,
    };
    Ok((transition, row.get(4)?))
}

impl Store {
    /// Adds a transition to a bucket's history with a subject.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn transition(
        &mut self,
        night: u64,
        (bucket, subject): (&str, &str),
        state: BucketState,
        detail: &str,
    ) -> Result<(), Error> {
        self.precious = true;
        self.together(|store| {
            let sql = "INSERT INTO transitions(night, bucket, subject, state, detail, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            store.change(sql, params![night, bucket, subject, state.word(), detail, now()]).map(drop)
        })
    }
}

impl Reader {
    /// Transitions of a bucket, in the order in which they happened.
    ///
    /// # Errors
    /// When the store cannot be read, or holds a state that this program does not know.
    pub fn history(&self, bucket: &str) -> Result<Vec<Transition>, Error> {
        let sql = "SELECT id, night, bucket, subject, state, detail, at FROM transitions WHERE bucket = ?1 ORDER BY id";
        self.rows(sql, [bucket], read)?.into_iter().map(|row| self.transition_of(row)).collect()
    }

    /// All transitions of all buckets, in the order in which they happened.
    ///
    /// # Errors
    /// As for [`Reader::history`].
    pub fn transitions(&self) -> Result<Vec<Transition>, Error> {
        let sql = "SELECT id, night, bucket, subject, state, detail, at FROM transitions ORDER BY id";
        self.rows(sql, [], read)?.into_iter().map(|row| self.transition_of(row)).collect()
    }

    fn transition_of(&self, (transition, word): (Transition, String)) -> Result<Transition, Error> {
        match BucketState::from_word(&word) {
            Some(state) => Ok(Transition { state, ..transition }),
            None => {
                let bucket = printable(&transition.bucket);
                Err(self.damaged(&format!("bucket {bucket} is in the unknown state `{word}`")))
            }
        }
    }
}
