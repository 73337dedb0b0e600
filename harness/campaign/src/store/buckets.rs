//! Cases of buckets, and what running them again has shown: they outlive the column that they were found in.

use super::{Reader, Store};
use crosscall_base::error::Error;
use rusqlite::{Row, params};

/// A case that shows a bucket with a subject, or what came of it when it was run again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BucketCase {
    /// The bucket's name.
    pub bucket: String,
    /// The subject, or `a calls b`.
    pub subject: String,
    /// Its place among the bucket's cases for this subject: the smallest one is 0.
    pub ord: u64,
    /// The night that stored it.
    pub night: u64,
    /// The case, or the result.
    pub body: Vec<u8>,
}

impl BucketCase {
    /// Name of its row in its seal.
    fn row(&self, what: &str) -> String {
        let BucketCase { bucket, subject, ord, night, body: _ } = self;
        format!("{what}\n{bucket}\n{subject}\n{ord}\nof night {night}")
    }
}

/// Words in the seals of both tables.
const CASE: &str = "case of a bucket";
const RECHECK: &str = "recheck of a bucket";

impl Store {
    /// Stores a case of a bucket, instead of the one in its place.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn put_bucket_case(&mut self, case: &BucketCase) -> Result<(), Error> {
        let sql = "INSERT OR REPLACE INTO bucket_cases(bucket, subject, ord, night, body) VALUES (?1, ?2, ?3, ?4, ?5)";
        self.put_of_bucket(sql, CASE, case)
    }

    /// Stores what came of a bucket's case in a night, instead of an earlier result of that night.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn put_recheck(&mut self, result: &BucketCase) -> Result<(), Error> {
        let sql =
            "INSERT OR REPLACE INTO rechecks(bucket, subject, ord, night, body) VALUES (?1, ?2, ?3, ?4, ?5)";
        self.put_of_bucket(sql, RECHECK, result)
    }

    fn put_of_bucket(&mut self, sql: &str, what: &str, row: &BucketCase) -> Result<(), Error> {
        let sealed = self.seal(&row.row(what), &row.body)?;
        let BucketCase { bucket, subject, ord, night, body: _ } = row;
        self.together(|store| store.change(sql, params![bucket, subject, ord, night, sealed]).map(drop))
    }
}

impl Reader {
    /// Visits the cases of all buckets, in the order of buckets, subjects and places, one at a time.
    ///
    /// # Errors
    /// When the store cannot be read, and those of `visit`.
    pub fn bucket_cases(&self, visit: impl FnMut(BucketCase) -> Result<(), Error>) -> Result<(), Error> {
        let sql = "SELECT bucket, subject, ord, night, body FROM bucket_cases ORDER BY bucket, subject, ord";
        self.of_buckets(sql, [], CASE, visit)
    }

    /// Visits what came of buckets' cases in a night, in the same order.
    ///
    /// # Errors
    /// When the store cannot be read, and those of `visit`.
    pub fn rechecks(
        &self,
        night: u64,
        visit: impl FnMut(BucketCase) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let sql = "SELECT bucket, subject, ord, night, body FROM rechecks WHERE night = ?1 ORDER BY bucket, subject, ord";
        self.of_buckets(sql, [night], RECHECK, visit)
    }

    /// Visits what came of the smallest case of a bucket with a subject in all nights, in their order.
    ///
    /// # Errors
    /// When the store cannot be read, and those of `visit`.
    pub(crate) fn rechecks_of(
        &self,
        bucket: &str,
        subject: &str,
        visit: impl FnMut(BucketCase) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let sql = "SELECT bucket, subject, ord, night, body FROM rechecks WHERE bucket = ?1 AND subject = ?2 AND ord = 0 \
                   ORDER BY night";
        self.of_buckets(sql, [bucket, subject], RECHECK, visit)
    }

    fn of_buckets(
        &self,
        sql: &str,
        values: impl rusqlite::Params,
        what: &str,
        mut visit: impl FnMut(BucketCase) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let read = |row: &Row<'_>| {
            Ok(BucketCase {
                bucket: row.get(0)?,
                subject: row.get(1)?,
                ord: row.get(2)?,
                night: row.get(3)?,
                body: row.get(4)?,
            })
        };
        self.each(sql, values, read, |row| {
            let body = self.unseal(&row.row(what), &row.body)?;
            visit(BucketCase { body, ..row })
        })
    }
}
