//! States of buckets, as rows that are added and never changed.

use super::{Reader, Store, now, printable};
use crate::error::Error;
use rusqlite::{Row, params};

/// The state of a bucket of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BucketState {
    /// Found, and still there.
    Open,
    /// Its case shows the same cause in another way.
    Changed,
    /// Its case shows another finding, behind which it may still be there.
    Masked,
    /// Its case ran and conforms.
    Fixed,
    /// Fixed once, and there again.
    Back,
    /// A person has put it aside.
    Retired,
    /// Its case did not show it a second time.
    NotRepeatable,
}

impl BucketState {
    /// All of them, in the order of the declaration.
    pub const ALL: [BucketState; 7] = [
        BucketState::Open,
        BucketState::Changed,
        BucketState::Masked,
        BucketState::Fixed,
        BucketState::Back,
        BucketState::Retired,
        BucketState::NotRepeatable,
    ];

    /// The word for it, in stores and for people.
    pub fn word(self) -> &'static str {
        match self {
            BucketState::Open => "open",
            BucketState::Changed => "changed",
            BucketState::Masked => "masked",
            BucketState::Fixed => "fixed",
            BucketState::Back => "back",
            BucketState::Retired => "retired",
            BucketState::NotRepeatable => "not repeatable",
        }
    }

    /// The state with this word.
    pub fn from_word(word: &str) -> Option<BucketState> {
        BucketState::ALL.into_iter().find(|state| state.word() == word)
    }
}

impl std::fmt::Display for BucketState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.word())
    }
}

/// A bucket came into a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transition {
    /// The order in which transitions happened, whatever clocks said.
    pub id: u64,
    /// The night in which it happened.
    pub night: u64,
    /// The bucket's name.
    pub bucket: String,
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
        state: BucketState::Open,
        detail: row.get(4)?,
        at: row.get(5)?,
    };
    Ok((transition, row.get(3)?))
}

impl Store {
    /// Adds a transition to a bucket's history.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn transition(
        &mut self,
        night: u64,
        bucket: &str,
        state: BucketState,
        detail: &str,
    ) -> Result<(), Error> {
        self.precious = true;
        self.together(|store| {
            let sql = "INSERT INTO transitions(night, bucket, state, detail, at) VALUES (?1, ?2, ?3, ?4, ?5)";
            store.change(sql, params![night, bucket, state.word(), detail, now()]).map(drop)
        })
    }
}

impl Reader {
    /// Transitions of a bucket, in the order in which they happened.
    ///
    /// # Errors
    /// When the store cannot be read, or holds a state that this program does not know.
    pub fn history(&self, bucket: &str) -> Result<Vec<Transition>, Error> {
        let sql =
            "SELECT id, night, bucket, state, detail, at FROM transitions WHERE bucket = ?1 ORDER BY id";
        self.rows(sql, [bucket], read)?.into_iter().map(|row| self.transition_of(row)).collect()
    }

    /// The last transition of every bucket, in the order of the buckets' names.
    ///
    /// # Errors
    /// As for [`Reader::history`].
    pub fn states(&self) -> Result<Vec<Transition>, Error> {
        let sql = "SELECT id, night, bucket, state, detail, at FROM transitions \
                   WHERE id IN (SELECT max(id) FROM transitions GROUP BY bucket) ORDER BY bucket";
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_states_are_pairs() {
        for state in BucketState::ALL {
            assert_eq!(BucketState::from_word(state.word()), Some(state));
        }
        assert_eq!(BucketState::from_word("Open"), None);
    }
}
