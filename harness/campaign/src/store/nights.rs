//! Nights: the runs that have written a store, in the order in which they began.

use super::{Reader, Store};
use crosscall_base::error::Error;
use crosscall_reports::outcome::EXIT_SIGNAL;
use rusqlite::{OptionalExtension, Row, params};
use std::time::{SystemTime, UNIX_EPOCH};

/// A process that opens a store to write it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Run {
    /// Name of its machine.
    pub host: String,
    /// Its id.
    pub process: u32,
    /// When it began: UTC, as RFC 3339 has it.
    pub started: String,
    /// Version of crosscall.
    pub version: String,
    /// The command line, quoted as for a shell.
    pub command: String,
}

impl Run {
    /// This process, which begins now.
    pub fn this(version: &str, command: &str) -> Run {
        Run {
            host: rustix::system::uname().nodename().to_string_lossy().into_owned(),
            process: std::process::id(),
            started: now(),
            version: version.to_owned(),
            command: command.to_owned(),
        }
    }
}

/// A night of a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Night {
    /// From 1; the order of nights, whatever clocks said.
    pub number: u64,
    /// Number of its column.
    pub column: u64,
    /// The process.
    pub run: Run,
    /// When it ended, UTC, as RFC 3339 has it; none if it goes on, or was killed.
    pub ended: Option<String>,
    /// The exit code.
    pub exit_code: Option<u8>,
    /// Why it ended, in words.
    pub why: Option<String>,
    /// Keys with the values of this night, in the order in which they were noted.
    pub noted: Vec<(String, String)>,
}

impl Night {
    /// True if it was killed, or ended by a signal, so that another one continues it. True of one that goes on.
    pub fn was_cut_off(&self) -> bool {
        self.ended.is_none() || self.exit_code.is_some_and(|code| code > EXIT_SIGNAL)
    }
}

/// The moment, to the second, in UTC, as RFC 3339 has it.
pub fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let moment = i64::try_from(seconds).ok().and_then(|seconds| chrono::DateTime::from_timestamp(seconds, 0));
    let moment = moment.unwrap_or_default().naive_utc();
    format!("{}T{}Z", moment.date(), moment.time())
}

const SELECT: &str = "SELECT number, host, process, started, version, command, ended, exit_code, why, in_column FROM nights ORDER BY number";

fn read(row: &Row<'_>) -> rusqlite::Result<Night> {
    Ok(Night {
        number: row.get(0)?,
        column: row.get(9)?,
        run: Run {
            host: row.get(1)?,
            process: row.get(2)?,
            started: row.get(3)?,
            version: row.get(4)?,
            command: row.get(5)?,
        },
        ended: row.get(6)?,
        exit_code: row.get(7)?,
        why: row.get(8)?,
        noted: Vec::new(),
    })
}

impl Store {
    /// Begins a night of the run, with the noted values of the identity, that the store was opened with, and a column where
    /// none has that identity; returns its number. Only this begins one: a store that is opened and closed again has no more nights than before.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn begin_night(&mut self) -> Result<u64, Error> {
        let (number, column) = self.together(|store| {
            let number =
                store.one("SELECT coalesce(max(number), 0) + 1 FROM nights", [], |row| row.get(0))?;
            let column = if store.column == 0 { store.begin_column(number)? } else { store.column };
            let Run { host, process, started, version, command } = &store.run;
            store.change(
                "INSERT INTO nights(number, in_column, host, process, started, version, command) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![number, column, host, process, started, version, command],
            )?;
            for (key, value) in &store.noted {
                store.change(NOTE, params![number, key, value])?;
            }
            Ok((number, column))
        })?;
        self.reader.column = column;
        Ok(number)
    }

    /// Notes a value of a night, or another value for a key.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn note(&mut self, night: u64, key: &str, value: &str) -> Result<(), Error> {
        self.together(|store| store.change(NOTE, params![night, key, value]).map(drop))
    }

    /// Ends a night; why in words.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn end_night(&mut self, night: u64, exit_code: u8, why: &str) -> Result<(), Error> {
        self.precious = true;
        self.together(|store| {
            let sql = "UPDATE nights SET ended = ?2, exit_code = ?3, why = ?4 WHERE number = ?1";
            store.change(sql, params![night, now(), exit_code, why]).map(drop)
        })
    }
}

const NOTE: &str = "INSERT INTO noted(night, key, value) VALUES (?1, ?2, ?3) \
                    ON CONFLICT(night, key) DO UPDATE SET value = excluded.value";

impl Reader {
    /// All nights, in order.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn nights(&self) -> Result<Vec<Night>, Error> {
        let mut nights = self.rows(SELECT, [], read)?;
        for night in &mut nights {
            night.noted = self.noted(night.number)?;
        }
        Ok(nights)
    }

    /// The night that began last, which goes on or was killed if it has no end; none in a new store.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn last_night(&self) -> Result<Option<Night>, Error> {
        let sql = format!("{SELECT} DESC LIMIT 1");
        let night = self.connection.query_row(&sql, [], read).optional().map_err(|e| self.failed(&e))?;
        match night {
            Some(night) => Ok(Some(Night { noted: self.noted(night.number)?, ..night })),
            None => Ok(None),
        }
    }

    fn noted(&self, night: u64) -> Result<Vec<(String, String)>, Error> {
        let sql = "SELECT key, value FROM noted WHERE night = ?1 ORDER BY rowid";
        self.rows(sql, [night], |row| Ok((row.get(0)?, row.get(1)?)))
    }
}
