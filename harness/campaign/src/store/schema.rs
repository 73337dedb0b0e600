//! Format of a store: tables, numbers that distinguish it from other files, and their checks.

use super::failures::damaged;
use crosscall_base::error::Error;
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The format of stores that this program reads and writes.
pub const FORMAT: u32 = 8;

/// The number in a database's head that says it is a store of crosscall: "XCAL".
const APPLICATION: u32 = 0x5843_414c;

/// Everything in a new store. What is found in a file has to be this text, letter for letter, so that a change of it is a
/// new format. Numbers of nights and batches are in every body's seal (`body`), too.
const TABLES: &str = "
CREATE TABLE meta(key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT;
CREATE TABLE identity(ord INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, value TEXT NOT NULL) STRICT;
CREATE TABLE columns(number INTEGER PRIMARY KEY, night INTEGER NOT NULL) STRICT;
CREATE TABLE column_identity(
    in_column INTEGER NOT NULL REFERENCES columns(number),
    ord INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY(in_column, ord),
    UNIQUE(in_column, key)
) STRICT;
CREATE TABLE nights(
    number INTEGER PRIMARY KEY,
    in_column INTEGER NOT NULL REFERENCES columns(number),
    started TEXT NOT NULL,
    ended TEXT,
    host TEXT NOT NULL,
    process INTEGER NOT NULL,
    version TEXT NOT NULL,
    command TEXT NOT NULL,
    exit_code INTEGER,
    why TEXT
) STRICT;
CREATE TABLE noted(
    night INTEGER NOT NULL REFERENCES nights(number),
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    UNIQUE(night, key)
) STRICT;
CREATE TABLE batches(
    in_column INTEGER NOT NULL REFERENCES columns(number),
    target TEXT NOT NULL,
    matter TEXT NOT NULL,
    number INTEGER NOT NULL,
    night INTEGER NOT NULL REFERENCES nights(number),
    first_night INTEGER NOT NULL REFERENCES nights(number),
    cases INTEGER NOT NULL,
    complete INTEGER NOT NULL CHECK(complete IN (0, 1)),
    basis TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY(in_column, target, matter, number)
) STRICT;
CREATE INDEX batches_of_numbers ON batches(target, matter, number);
CREATE TABLE examples(
    in_column INTEGER NOT NULL REFERENCES columns(number),
    target TEXT NOT NULL,
    matter TEXT NOT NULL,
    number INTEGER NOT NULL,
    key TEXT NOT NULL,
    ord INTEGER NOT NULL,
    night INTEGER NOT NULL REFERENCES nights(number),
    body BLOB NOT NULL,
    PRIMARY KEY(in_column, target, key, matter, number, ord)
) STRICT;
CREATE INDEX examples_of_batches ON examples(in_column, target, matter, number);
CREATE TABLE reruns(
    in_column INTEGER NOT NULL REFERENCES columns(number),
    target TEXT NOT NULL,
    key TEXT NOT NULL,
    example TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY(in_column, target, key, example)
) STRICT;
CREATE TABLE facts(
    in_column INTEGER NOT NULL REFERENCES columns(number),
    target TEXT NOT NULL,
    name TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY(in_column, target, name)
) STRICT;
CREATE TABLE bucket_cases(
    bucket TEXT NOT NULL,
    subject TEXT NOT NULL,
    ord INTEGER NOT NULL,
    night INTEGER NOT NULL REFERENCES nights(number),
    body BLOB NOT NULL,
    PRIMARY KEY(bucket, subject, ord)
) STRICT;
CREATE TABLE rechecks(
    night INTEGER NOT NULL REFERENCES nights(number),
    bucket TEXT NOT NULL,
    subject TEXT NOT NULL,
    ord INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY(night, bucket, subject, ord)
) STRICT;
CREATE TABLE transitions(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    night INTEGER NOT NULL REFERENCES nights(number),
    bucket TEXT NOT NULL,
    subject TEXT NOT NULL,
    state TEXT NOT NULL,
    detail TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;
CREATE INDEX transitions_of_buckets ON transitions(bucket, subject, id);
CREATE TRIGGER transitions_stay BEFORE UPDATE ON transitions
BEGIN SELECT RAISE(ABORT, 'the history of states is never changed'); END;
CREATE TRIGGER transitions_remain BEFORE DELETE ON transitions
BEGIN SELECT RAISE(ABORT, 'the history of states is never changed'); END;
";

/// The state of a file by its head, which is read before SQLite opens it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    /// Nothing was written yet.
    Empty,
    /// A store of the format that this program reads.
    Store,
}

impl Head {
    /// Reads the head of a file; one that is not there is empty. `name` is the path for messages.
    ///
    /// # Errors
    /// When it is no store, or one of another format.
    pub(super) fn read(file: &Path, name: &Path) -> Result<Head, Error> {
        const MAGIC: &[u8] = b"SQLite format 3\0";
        const LENGTH: u64 = 100;
        let mut head = Vec::new();
        match File::open(file).and_then(|file| file.take(LENGTH).read_to_end(&mut head)) {
            Ok(0) => return Ok(Head::Empty),
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Head::Empty),
            Err(error) => return Err(Error::unreadable(name, error)),
        }
        let number = |at: usize| head.get(at..)?.first_chunk().map(|bytes| u32::from_be_bytes(*bytes));
        if !head.starts_with(MAGIC) {
            return Err(Error::Input(format!(
                "{}: this is not a store of crosscall; name another folder with --store",
                name.display()
            )));
        }
        match (number(68), number(60)) {
            (Some(application), Some(format)) => {
                check_format(application, format, name).map(|()| Head::Store)
            }
            _ => Err(damaged(name, "it is cut off")),
        }
    }
}

/// Refuses numbers in a database's head that are not those of this format.
fn check_format(application: u32, format: u32, name: &Path) -> Result<(), Error> {
    let words = match (application, format) {
        (APPLICATION, FORMAT) => return Ok(()),
        (APPLICATION, newer) if newer > FORMAT => {
            format!("store format {newer}, this crosscall reads {FORMAT}: use the newer release")
        }
        (APPLICATION, older) => format!(
            "store format {older}, this crosscall reads {FORMAT}: use the older release, or name a new folder"
        ),
        _ => {
            "this is a database of something else, not a store of crosscall; name another folder with --store"
                .to_owned()
        }
    };
    Err(Error::Input(format!("{}: {words}", name.display())))
}

/// True if a database has no tables: the process that made it was killed before its first transaction ended.
pub(super) fn is_blank(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))
}

/// Makes the tables; to be called in a transaction.
pub(super) fn create(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(TABLES)?;
    connection.pragma_update(None, "application_id", APPLICATION)?;
    connection.pragma_update(None, "user_version", FORMAT)?;
    connection.execute("INSERT INTO meta(key, value) VALUES ('format', ?1)", [FORMAT.to_string()])?;
    Ok(())
}

/// Refuses a store whose format or tables are not those of this program, as the latest transactions have left them.
/// `name` is the path for messages.
///
/// # Errors
/// [`Error::Input`] for another format, [`Error::Store`] that names the first table that is missing, changed or strange.
pub(super) fn check(connection: &Connection, name: &Path) -> Result<(), Error> {
    let failed = |error: rusqlite::Error| super::failures::failed(name, &error);
    let number = |pragma: &str| {
        connection.pragma_query_value(None, pragma, |row| row.get::<_, u32>(0)).map_err(failed)
    };
    check_format(number("application_id")?, number("user_version")?, name)?;
    let found = objects(connection).map_err(failed)?;
    let wanted = Connection::open_in_memory()
        .and_then(|new| {
            create(&new)?;
            objects(&new)
        })
        .map_err(failed)?;
    for (object, text) in &wanted {
        match found.get(object) {
            None => return Err(damaged(name, &format!("`{object}` is missing"))),
            Some(other) if other != text => {
                return Err(damaged(name, &format!("`{object}` is not as this format has it")));
            }
            Some(_) => {}
        }
    }
    match found.keys().find(|object| !wanted.contains_key(*object)) {
        Some(strange) => Err(damaged(name, &format!("`{strange}` does not belong to this format"))),
        None => Ok(()),
    }
}

/// Tables, indices and triggers by name, with the text that makes them.
fn objects(connection: &Connection) -> rusqlite::Result<BTreeMap<String, String>> {
    let mut select = connection
        .prepare("SELECT name, type || ' ' || tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema")?;
    select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// Reads the whole file: every page, and every row against its indices, in which a changed byte would hide the row.
///
/// # Errors
/// [`Error::Store`] with the first thing that is wrong in it.
pub(super) fn check_whole(connection: &Connection, name: &Path) -> Result<(), Error> {
    let found: Result<String, _> = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0));
    match found {
        Ok(word) if word == "ok" => Ok(()),
        Ok(wrong) => Err(damaged(name, &wrong)),
        Err(error) => Err(super::failures::failed(name, &error)),
    }
}
