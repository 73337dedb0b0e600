//! The store of a campaign on disk: rows and bodies that nights leave for the next ones and for reports.
//!
//! ```text
//! FOLDER/store.sqlite   the database, with `-wal` and `-shm` beside it while it is in use
//! FOLDER/lock           locked by the one process that writes, which stands in it
//! FOLDER/log            lines about the night that is going on, written by others
//! ```
//!
//! The store knows words, numbers and bytes, not what they mean. One process writes ([`Store`]), any number read at the same
//! time ([`Reader`]). What a call has stored survives the end of the process, whatever ends it; what belongs to something
//! that was found ([`Store::put_examples`], [`Store::transition`]) survives a machine that stops, too.

mod batches;
mod body;
mod buckets;
mod columns;
mod facts;
mod failures;
mod files;
mod identity;
mod later;
mod lock;
mod nights;
mod schema;
mod states;

#[cfg(test)]
mod tests;

pub use batches::{BatchRow, Example, ExampleRow, Progress};
pub use body::LARGEST;
pub use buckets::BucketCase;
pub use columns::Column;
pub use crosscall_reports::printable::printable;
pub use files::{DATABASE, LOCK, LOG};
pub use identity::{Difference, Identity, differences};
pub use later::Rerun;
pub use nights::{Night, Run, now};
pub use schema::FORMAT;
pub use states::Transition;

use crosscall_base::error::Error;
use crosscall_base::output::describe;
use failures::{PATIENCE, damaged, failed};
use lock::Lock;
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Params, Row};
use schema::Head;
use std::ops::Deref;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A store that is read, also while another process writes it.
#[derive(Debug)]
pub struct Reader {
    connection: Connection,
    /// The folder as the person named it, for messages.
    folder: PathBuf,
    /// The database as the person named it, for messages.
    name: PathBuf,
    /// The database without links in its path.
    file: PathBuf,
    warnings: Vec<String>,
    /// Number of the column that is read and written; 0 if there is none yet.
    column: u64,
}

/// A store that this process writes; it is also a [`Reader`].
#[derive(Debug)]
pub struct Store {
    // Closed before the lock is given back.
    reader: Reader,
    run: Run,
    noted: Vec<(String, String)>,
    /// Identity of the column that is written.
    of_column: Vec<(String, String)>,
    /// True if something was written since the last transaction that a machine that stops must not lose.
    precious: bool,
    _lock: Lock,
}

impl Deref for Store {
    type Target = Reader;

    fn deref(&self) -> &Reader {
        &self.reader
    }
}

impl Store {
    /// Opens the store of a folder to go on with it, or makes a new one where there is none; reads it whole, to be sure of it.
    ///
    /// # Errors
    /// [`Error::Input`] when the folder holds something else, another format or another identity; [`Error::Store`] when
    /// another process writes the store, it is damaged, or the disk fails.
    pub fn open(folder: &Path, identity: &Identity, run: &Run) -> Result<Store, Error> {
        files::prepare(folder)?;
        let (mut reader, lock) = Store::lock(folder, run, Some(identity))?;
        reader.check_identity(identity)?;
        reader.column = reader.column_with(identity.all_of_column())?;
        let (run, noted) = (run.clone(), identity.all_noted().to_vec());
        let of_column = identity.all_of_column().to_vec();
        Ok(Store { reader, run, noted, of_column, precious: false, _lock: lock })
    }

    /// Opens the store of a folder to add to it what is of no run, in the column of its latest night.
    ///
    /// # Errors
    /// As for [`Store::read`], and when another process writes the store.
    pub fn open_again(folder: &Path, run: &Run) -> Result<Store, Error> {
        // Refuses what is no store, and what nothing was written to.
        drop(Store::read(folder)?);
        let (mut reader, lock) = Store::lock(folder, run, None)?;
        reader.column = reader.latest_column()?;
        let of_column = reader.column_identity(reader.column)?;
        Ok(Store { reader, run: run.clone(), noted: Vec::new(), of_column, precious: false, _lock: lock })
    }

    /// Takes a store's lock and opens its database, which is made where there is none and an identity is given.
    fn lock(folder: &Path, run: &Run, identity: Option<&Identity>) -> Result<(Reader, Lock), Error> {
        let name = folder.join(DATABASE);
        // Before anything is written beside a file of something else.
        Head::read(&name, &name)?;
        let lock = Lock::take(folder, run)?;
        let file = files::database(folder)?;
        let failed = |error: rusqlite::Error| failed(&name, &error);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let connection = connect(&file, flags).map_err(failed)?;
        if let Some(identity) = identity
            && schema::is_blank(&connection).map_err(failed)?
        {
            create(&connection, identity).map_err(failed)?;
        }
        schema::check(&connection, &name)?;
        schema::check_whole(&connection, &name)?;
        let mut warnings: Vec<String> = lock.warning.iter().cloned().collect();
        let doubtful = files::doubtful_file_system(folder);
        if let Some(system) = doubtful {
            warnings.push(format!(
                "{}: is on {system}, where locks may not hold between machines: see that one run at a time uses it; \
                 a folder on a local disk is faster",
                folder.display()
            ));
        }
        set_journal(&connection, doubtful.is_none()).map_err(failed)?;
        let reader = Reader { connection, folder: folder.to_owned(), name, file, warnings, column: 0 };
        Ok((reader, lock))
    }

    /// Opens the store of a folder to read it, as it is at this moment: what is written later is not seen. Needs no lock,
    /// and no right to write. The log of a writer grows as long as this value is kept.
    ///
    /// # Errors
    /// [`Error::Input`] when the folder holds no store, or one of another format; [`Error::Store`] when it is damaged or
    /// cannot be read.
    pub fn read(folder: &Path) -> Result<Reader, Error> {
        let name = folder.join(DATABASE);
        if files::look(&name)?.is_none() {
            return Err(Error::Input(format!(
                "{}: holds no store of crosscall ({DATABASE})",
                folder.display()
            )));
        }
        let file = files::database(folder)?;
        let nothing = || Error::Input(format!("{}: nothing has been stored in it yet", name.display()));
        if Head::read(&file, &name)? == Head::Empty {
            return Err(nothing());
        }
        let failed = |error: rusqlite::Error| failed(&name, &error);
        let connection = connect_to_read(&file).map_err(failed)?;
        if schema::is_blank(&connection).map_err(failed)? {
            return Err(nothing());
        }
        schema::check(&connection, &name)?;
        let reader =
            Reader { connection, folder: folder.to_owned(), name, file, warnings: Vec::new(), column: 0 };
        Ok(Reader { column: reader.latest_column()?, ..reader })
    }

    /// The process that writes the store of a folder at this moment, such as "process 7 on alpha has used it since …"; safe
    /// for a terminal. None if there is none, or the file system has no locks.
    ///
    /// # Errors
    /// When the lock's file is no plain one or cannot be read.
    pub fn writer(folder: &Path) -> Result<Option<String>, Error> {
        lock::holder(folder)
    }

    /// Does several things as one: all of them are stored, or none. What `work` is given is this store. After an error
    /// nothing of it is stored, and the store can be used as before.
    ///
    /// # Errors
    /// The errors of `work`, and [`Error::Store`] when the disk fails.
    pub fn together<T>(&mut self, work: impl FnOnce(&mut Store) -> Result<T, Error>) -> Result<T, Error> {
        let whole = self.connection.is_autocommit();
        let (begin, end, undo) = match whole {
            true => ("BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"),
            false => ("SAVEPOINT part", "RELEASE part", "ROLLBACK TO part; RELEASE part"),
        };
        self.perform(begin)?;
        let done = work(self).and_then(|value| self.perform(end).map(|()| value));
        if done.is_err() && !self.connection.is_autocommit() {
            // SQLite has undone it by itself where the disk failed.
            let _ = self.connection.execute_batch(undo);
        }
        if whole && std::mem::take(&mut self.precious) && done.is_ok() {
            self.sync()?;
        }
        done
    }

    /// Sees to it that what is stored survives a machine that stops.
    fn sync(&self) -> Result<(), Error> {
        let log = files::beside(&self.file, files::WAL);
        match std::fs::File::open(&log).and_then(|file| file.sync_data()) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(Error::unwritable(&self.name, describe(&error)))
            }
            _ => Ok(()),
        }
    }

    /// Runs a statement that changes rows.
    fn change(&self, sql: &str, values: impl Params) -> Result<usize, Error> {
        self.connection.execute(sql, values).map_err(|e| self.failed(&e))
    }

    /// Runs statements without values.
    fn perform(&self, sql: &str) -> Result<(), Error> {
        self.connection.execute_batch(sql).map_err(|e| self.failed(&e))
    }

    /// A body as it is stored in the row of this name.
    fn seal(&self, row: &str, plain: &[u8]) -> Result<Vec<u8>, Error> {
        body::seal(row, plain).ok_or_else(|| {
            let limit = LARGEST >> 20;
            Error::Store(format!(
                "{}: cannot be written: a row is larger than {limit} MiB",
                self.name.display()
            ))
        })
    }
}

impl Reader {
    /// The folder, as it was named.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Notes for the person about dangers of the place where the store is.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Room that the database takes on the disk, in bytes, without the log of the latest transactions (a few MiB).
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn bytes(&self) -> Result<u64, Error> {
        self.one("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()", [], |row| {
            row.get(0)
        })
    }

    /// Reads the whole file, to be sure of it: as [`Store::open`] does, and [`Store::read`] does not.
    ///
    /// # Errors
    /// [`Error::Store`] with the first thing that is wrong in it.
    pub fn check(&self) -> Result<(), Error> {
        schema::check_whole(&self.connection, &self.name)
    }

    /// Visits the rows of a query, one at a time.
    fn each<T>(
        &self,
        sql: &str,
        values: impl Params,
        read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
        mut visit: impl FnMut(T) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let failed = |error: rusqlite::Error| self.failed(&error);
        let mut select = self.connection.prepare(sql).map_err(failed)?;
        let mut rows = select.query(values).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            visit(read(row).map_err(failed)?)?;
        }
        Ok(())
    }

    /// All rows of a query, of which there are few.
    fn rows<T>(
        &self,
        sql: &str,
        values: impl Params,
        read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, Error> {
        let mut all = Vec::new();
        self.each(sql, values, read, |row| {
            all.push(row);
            Ok(())
        })?;
        Ok(all)
    }

    /// The only row of a query.
    fn one<T>(
        &self,
        sql: &str,
        values: impl Params,
        read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, Error> {
        self.connection.query_row(sql, values, |row| read(row)).map_err(|e| self.failed(&e))
    }

    /// The body that a query finds, if there is one; it was stored in the row of this name.
    fn body(&self, row: &str, sql: &str, values: impl Params) -> Result<Option<Vec<u8>>, Error> {
        let found = self.connection.query_row(sql, values, |row| row.get::<_, Vec<u8>>(0)).optional();
        let stored = found.map_err(|e| self.failed(&e))?;
        stored.map(|stored| self.unseal(row, &stored)).transpose()
    }

    /// The body that was stored in the row of this name.
    fn unseal(&self, row: &str, stored: &[u8]) -> Result<Vec<u8>, Error> {
        body::unseal(row, stored)
            .map_err(|wrong| self.damaged(&format!("{} {wrong}", row.replace('\n', " "))))
    }

    fn failed(&self, error: &rusqlite::Error) -> Error {
        failed(&self.name, error)
    }

    fn damaged(&self, reason: &str) -> Error {
        damaged(&self.name, reason)
    }
}

/// Opens a database that may be hostile: nothing in it is trusted, and nothing in it can name another file.
fn connect(file: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    /// Longest value, in bytes: the largest body with its head.
    const LONGEST: usize = LARGEST + 1024;
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, i32::try_from(LONGEST).unwrap_or(i32::MAX))?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    connection.execute_batch(
        "PRAGMA cell_size_check = ON; PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON; \
         PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 0;",
    )?;
    Ok(connection)
}

/// Opens a database to read it, and begins a transaction, so that all that is read belongs together. Who may write can take
/// away the files beside it that reading needs, and undo what a writer without a log has left of a transaction.
fn connect_to_read(file: &Path) -> rusqlite::Result<Connection> {
    let begin = |connection: Connection| {
        // Without a log beside the database a reader would keep the writer waiting.
        let mode: String = connection.query_row("PRAGMA journal_mode", [], |row| row.get(0))?;
        connection.execute_batch(if mode == "wal" { "BEGIN" } else { "" })?;
        schema::is_blank(&connection)?;
        connection.execute_batch("PRAGMA query_only = ON")?;
        Ok(connection)
    };
    let opened = connect(file, OpenFlags::SQLITE_OPEN_READ_WRITE).and_then(begin);
    let refused = matches!(
        opened.as_ref().map_err(rusqlite::Error::sqlite_error_code),
        Err(Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
    );
    if !refused || is_left(file, files::WAL) || is_left(file, files::JOURNAL) {
        return opened;
    }
    // Files beside the database cannot be made here, and are not needed: nobody writes.
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    connect(Path::new(&unchanging(file)), flags).and_then(begin)
}

/// True if a file beside the database holds parts of transactions.
fn is_left(file: &Path, end: &str) -> bool {
    std::fs::metadata(files::beside(file, end)).is_ok_and(|data| data.len() > 0)
}

/// The address of a database that nobody writes, for which SQLite needs no other file.
fn unchanging(file: &Path) -> String {
    let mut address = "file:".to_owned();
    for byte in file.as_os_str().as_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
                address.push(char::from(*byte))
            }
            _ => address.push_str(&format!("%{byte:02x}")),
        }
    }
    address + "?immutable=1"
}

/// Makes the tables and writes the identity, at once.
fn create(connection: &Connection, identity: &Identity) -> rusqlite::Result<()> {
    // Only a database without tables takes it.
    connection.execute_batch("PRAGMA auto_vacuum = INCREMENTAL")?;
    let transaction = connection.unchecked_transaction()?;
    schema::create(&transaction)?;
    identity::write(&transaction, identity)?;
    transaction.commit()
}

/// Has transactions written to a log, or, where processes cannot share memory, to the database with a journal for undoing.
fn set_journal(connection: &Connection, with_log: bool) -> rusqlite::Result<()> {
    let wanted = if with_log { "wal" } else { "delete" };
    let mode: String = connection.pragma_update_and_check(None, "journal_mode", wanted, |row| row.get(0))?;
    // A log is synchronised where it has to be (`Store::sync`).
    let synchronous = if mode == "wal" { "NORMAL" } else { "FULL" };
    connection.pragma_update(None, "synchronous", synchronous)?;
    // Room that a large transaction has taken for the log is given back.
    connection.pragma_update(None, "journal_size_limit", 16 << 20)
}
