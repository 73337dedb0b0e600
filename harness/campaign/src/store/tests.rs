//! Tests that need what a store does not show: its connection and its ways to open a file.

#![allow(clippy::single_range_in_vec_init, reason = "a list of ranges may have one")]

use super::*;

fn open(folder: &Path) -> Store {
    Store::open(folder, &Identity::default(), &Run::this("0.1.0", "crosscall")).unwrap()
}

fn batch(number: u64, size: usize) -> BatchRow {
    // Bytes that cannot be compressed.
    let mut state = number.wrapping_add(1);
    let body = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state.to_be_bytes()[0]
    });
    let (target, matter) = ("nyuzi".to_owned(), "calls".to_owned());
    BatchRow {
        target,
        matter,
        number,
        night: 1,
        cases: 1,
        complete: true,
        basis: String::new(),
        body: body.take(size).collect(),
    }
}

#[test]
fn a_full_disk_loses_nothing_that_was_stored() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    store.begin_night().unwrap();
    let pages: i64 = store.one("PRAGMA page_count", [], |row| row.get(0)).unwrap();
    store.one(&format!("PRAGMA max_page_count = {}", pages + 40), [], |row| row.get::<_, i64>(0)).unwrap();
    let mut stored = 0;
    let error = loop {
        match store.put_batch(&batch(stored, 9000), &[]) {
            Ok(_) => stored += 1,
            Err(error) => break error,
        }
    };
    assert!(stored > 5, "{stored}");
    assert_eq!(error.exit_code(), 3);
    let message = error.to_string();
    assert!(message.contains("store.sqlite: cannot be written: the disk is full; make room"), "{message}");
    // Several things together are given up together, and what still has room is stored.
    let error = store.together(|store| {
        store.put_batch(&batch(stored, 10), &[])?;
        store.put_batch(&batch(stored + 1, 90_000), &[])
    });
    assert!(error.unwrap_err().to_string().contains("the disk is full"));
    assert_eq!(store.done("nyuzi", "calls").unwrap(), [0..stored]);
    store.end_night(1, 3, "the disk is full").unwrap();
    drop(store);
    let mut store = open(folder.path());
    store.put_batch(&batch(stored, 9000), &[]).unwrap();
    assert_eq!(store.done("nyuzi", "calls").unwrap(), [0..stored + 1]);
}

#[test]
fn cases_count_for_the_night_that_stored_them_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    let first = store.begin_night().unwrap();
    let cases = batch(0, 10).cases;
    store.put_batch(&BatchRow { night: first, ..batch(0, 10) }, &[]).unwrap();
    let second = store.begin_night().unwrap();
    store.put_batch(&BatchRow { night: second, ..batch(0, 10) }, &[]).unwrap();
    store.put_batch(&BatchRow { night: second, ..batch(1, 10) }, &[]).unwrap();
    assert_eq!(store.cases_of_nights().unwrap(), [(first, cases), (second, cases)]);
}

#[test]
fn a_row_that_is_too_large_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    store.begin_night().unwrap();
    let error = store.put_batch(&BatchRow { body: vec![0; LARGEST + 1], ..batch(0, 0) }, &[]).unwrap_err();
    assert!(error.to_string().contains("a row is larger than 64 MiB"), "{error}");
    let error = store.put_batch(&batch(u64::MAX, 0), &[]).unwrap_err();
    assert_eq!(error.exit_code(), 3, "{error}");
    store.put_batch(&BatchRow { body: batch(0, LARGEST).body, ..batch(0, 0) }, &[]).unwrap();
}

#[test]
fn a_store_in_a_folder_that_cannot_be_written_is_read() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("50 % done? #1;");
    let mut store = open(&folder);
    store.begin_night().unwrap();
    store.put_batch(&batch(0, 10), &[]).unwrap();
    let file = store.file.clone();
    assert!(is_left(&file, files::WAL));
    drop(store);
    assert!(!is_left(&file, files::WAL), "the log ends with its writer");
    // As `Store::read` does where no file can be made beside the database.
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let connection = connect(Path::new(&unchanging(&file)), flags).unwrap();
    let count: i64 = connection.query_row("SELECT count(*) FROM batches", [], |row| row.get(0)).unwrap();
    assert_eq!(count, 1);
    assert!(std::fs::metadata(files::beside(&file, "-shm")).is_err(), "no file was made");
}

#[test]
fn without_shared_memory_there_is_a_journal_for_undoing() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    set_journal(&store.connection, false).unwrap();
    store.begin_night().unwrap();
    store.put_batch(&batch(0, 10), &[Example { key: String::new(), ord: 0, body: Vec::new() }]).unwrap();
    assert!(!is_left(&store.file, files::WAL));
    let reader = Store::read(folder.path()).unwrap();
    assert_eq!(reader.next_number("nyuzi", "calls").unwrap(), 1);
    // A reader that is not reading keeps nobody waiting.
    store.put_batch(&batch(1, 10), &[]).unwrap();
    assert_eq!(reader.next_number("nyuzi", "calls").unwrap(), 2);
}

#[test]
fn a_reader_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    drop(open(folder.path()));
    let reader = Store::read(folder.path()).unwrap();
    let error = reader.connection.execute("DELETE FROM meta", []).unwrap_err();
    assert_eq!(error.sqlite_error_code(), Some(rusqlite::ErrorCode::ReadOnly));
    assert!(reader.failed(&error).to_string().contains("may only be read"));
    assert!(reader.connection.execute("ATTACH '/etc/passwd' AS other", []).is_err());
}

#[test]
fn a_transaction_that_was_left_is_undone() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    store.begin_night().unwrap();
    store.perform("BEGIN IMMEDIATE").unwrap();
    store.put_batch(&batch(0, 10), &[]).unwrap();
    drop(store);
    assert_eq!(open(folder.path()).done("nyuzi", "calls").unwrap(), []);
}

#[test]
fn a_log_of_a_newer_format_is_not_misread() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    // In the log only: the database's own file is of this format until the log is merged into it.
    store.connection.pragma_update(None, "user_version", schema::FORMAT + 1).unwrap();
    let message = Store::read(folder.path()).unwrap_err().to_string();
    let (newer, own) = (schema::FORMAT + 1, schema::FORMAT);
    let expected = format!("store format {newer}, this crosscall reads {own}: use the newer release");
    assert!(message.contains(&expected), "{message}");
}

#[test]
fn a_store_may_go_to_another_thread() {
    fn may_go<T: Send>() {}
    may_go::<Store>();
    may_go::<Reader>();
}

#[test]
fn a_transaction_that_was_killed_without_a_log_is_undone_before_anything_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    set_journal(&store.connection, false).unwrap();
    store.begin_night().unwrap();
    store.put_batch(&batch(0, 10), &[]).unwrap();
    // More than the cache holds, so that the database is overwritten before the end of the transaction.
    store.perform("PRAGMA cache_size = 5; BEGIN IMMEDIATE").unwrap();
    for number in 0..20 {
        store.put_batch(&batch(number, 9000), &[]).unwrap();
    }
    let killed = tempfile::tempdir().unwrap();
    for end in ["", files::JOURNAL] {
        let copy = files::beside(&killed.path().join(DATABASE), end);
        std::fs::copy(files::beside(&store.file, end), copy).unwrap();
    }
    assert!(is_left(&killed.path().join(DATABASE), files::JOURNAL));
    let reader = Store::read(killed.path()).unwrap();
    reader.check().unwrap();
    assert_eq!(reader.done("nyuzi", "calls").unwrap(), [0..1]);
    assert!(reader.connection.execute("DELETE FROM meta", []).is_err());
}

#[test]
fn a_column_that_is_dropped_gives_its_room_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    store.begin_night().unwrap();
    let empty = store.bytes().unwrap();
    for number in 0..40 {
        store.put_batch(&batch(number, 9000), &[]).unwrap();
    }
    let full = store.bytes().unwrap();
    assert!(full > empty + 40 * 8000, "{empty} {full}");
    store.drop_column(1).unwrap();
    assert!(store.bytes().unwrap() < empty + 20_000, "{} of {full}", store.bytes().unwrap());
}
