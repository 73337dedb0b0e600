//! The store of a campaign: what it keeps, what it refuses, and that neither kill -9 nor a hostile file does harm.

#![allow(clippy::single_range_in_vec_init, reason = "a list of ranges may have one")]

use crosscall_base::error::Error;
use crosscall_campaign::store::{
    BatchRow, BucketCase, DATABASE, Example, ExampleRow, Identity, Progress, Reader, Rerun, Run, Store,
};
use crosscall_reports::buckets::BucketState;
use proptest::prelude::*;
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const TARGET: &str = "epiphany";

fn identity() -> Identity {
    Identity::default().fixed("seed", 1).fixed("batch", 64).noted("compiler", "a hash")
}

fn open(folder: &Path) -> Result<Store, Error> {
    Store::open(folder, &identity(), &Run::this("0.1.0", "crosscall run --store nightly"))
}

fn batch(number: u64, night: u64) -> BatchRow {
    let body = format!("results of batch {number}, ").repeat(20).into_bytes();
    BatchRow {
        target: TARGET.to_owned(),
        matter: "calls".to_owned(),
        number,
        night,
        cases: 64,
        complete: true,
        basis: String::new(),
        body,
    }
}

fn example(key: &str, ord: u64) -> Example {
    Example { key: key.to_owned(), ord, body: format!("case {ord} of {key}").into_bytes() }
}

fn stored_batches(reader: &Reader) -> Result<Vec<BatchRow>, Error> {
    let mut all = Vec::new();
    reader.batches(TARGET, "calls", |batch| {
        all.push(batch);
        Ok(())
    })?;
    Ok(all)
}

fn stored_examples(reader: &Reader, key: Option<&str>) -> Result<Vec<ExampleRow>, Error> {
    let mut all = Vec::new();
    reader.examples(TARGET, key, |example| {
        all.push(example);
        Ok(())
    })?;
    Ok(all)
}

/// A row about a bucket.
fn of_bucket(ord: u64, body: &[u8]) -> BucketCase {
    let (bucket, subject) = ("clause A".to_owned(), "gcc".to_owned());
    BucketCase { bucket, subject, ord, night: 1, body: body.to_vec() }
}

/// A store with something in every table, closed.
fn sample() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path()).unwrap();
    let night = store.begin_night().unwrap();
    for number in 0..20 {
        store.put_batch(&batch(number, night), &[example("clause A", 0), example("clause B", 1)]).unwrap();
    }
    let (target, key) = (TARGET.to_owned(), "clause A".to_owned());
    store.put_rerun(&Rerun { target, key, example: "1".to_owned(), body: b"smaller".to_vec() }).unwrap();
    store.put_bucket_case(&of_bucket(0, b"case")).unwrap();
    store.put_recheck(&of_bucket(0, b"shows")).unwrap();
    store.transition(night, ("clause A", "gcc"), BucketState::Open, "found").unwrap();
    store.end_night(night, 1, "the time was over").unwrap();
    folder
}

/// Changes a store behind its back.
fn meddle(folder: &TempDir, sql: &str) {
    Connection::open(folder.path().join(DATABASE)).unwrap().execute_batch(sql).unwrap();
}

/// The message with which both ways to open a folder refuse it.
fn refusal(folder: &Path, exit_code: u8) -> String {
    let writing = open(folder).unwrap_err();
    let reading = Store::read(folder).unwrap_err();
    assert_eq!((writing.exit_code(), reading.exit_code()), (exit_code, exit_code), "{writing}\n{reading}");
    assert_eq!(writing.to_string(), reading.to_string());
    assert!(!writing.to_string().chars().any(char::is_control), "{writing:?}");
    writing.to_string()
}

#[test]
fn a_store_is_made_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("new/nightly");
    let mut store = open(&place).unwrap();
    assert_eq!(store.warnings(), [] as [String; 0]);
    assert_eq!(store.last_night().unwrap(), None);
    assert_eq!(store.next_number(TARGET, "calls").unwrap(), 0);
    assert_eq!(store.begin_night().unwrap(), 1);
    store.put_batch(&batch(0, 1), &[]).unwrap();
    store.put_batch(&batch(2, 1), &[]).unwrap();
    store.note(1, "compiler", "another hash").unwrap();
    store.note(1, "failed", "nothing").unwrap();
    drop(store);

    let mut store = open(&place).unwrap();
    let killed = store.last_night().unwrap().unwrap();
    assert_eq!((killed.number, killed.ended, killed.exit_code), (1, None, None));
    assert_eq!(
        killed.noted,
        [("compiler", "another hash"), ("failed", "nothing")].map(|(k, v)| (k.into(), v.into()))
    );
    assert_eq!(store.done(TARGET, "calls").unwrap(), [0..1, 2..3]);
    assert_eq!(store.done(TARGET, "tables").unwrap(), []);
    assert_eq!(store.next_number(TARGET, "calls").unwrap(), 3);
    assert_eq!(store.begin_night().unwrap(), 2);
    store.put_batch(&batch(1, 2), &[]).unwrap();
    store.end_night(2, 130, "SIGINT").unwrap();
    assert_eq!(store.done(TARGET, "calls").unwrap(), [0..3]);
    let progress =
        |batches, cases| Progress { target: TARGET.into(), matter: "calls".into(), batches, cases };
    assert_eq!(store.progress(None).unwrap(), [progress(3, 192)]);
    assert_eq!(store.progress(Some(2)).unwrap(), [progress(1, 64)]);
    let nights = store.nights().unwrap();
    assert_eq!(nights.len(), 2);
    assert_eq!((nights[1].exit_code, nights[1].why.as_deref()), (Some(130), Some("SIGINT")));
    assert_eq!(nights[1].run.process, std::process::id());
    assert!(nights[1].ended.as_deref().unwrap() >= nights[1].run.started.as_str());
    assert!(store.bytes().unwrap() > 4096);
}

#[test]
fn a_clock_set_back_reorders_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for (number, started) in [(1, "2030-01-01T00:00:00Z"), (2, "1970-01-01T00:00:00Z")] {
        let run = Run { started: started.to_owned(), ..Run::this("0.1.0", "crosscall") };
        let mut store = Store::open(folder.path(), &identity(), &run).unwrap();
        assert_eq!(store.begin_night().unwrap(), number);
        assert_eq!(store.last_night().unwrap().unwrap().run, run);
    }
}

#[test]
fn a_repeated_batch_replaces_itself_and_its_examples() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path()).unwrap();
    store.begin_night().unwrap();
    // Stored before the batch was finished, of which the process was killed.
    store.put_examples(TARGET, "calls", 7, 1, &[example("clause A", 0), example("clause A", 5)]).unwrap();
    store.put_batch(&batch(6, 1), &[example("clause B", 0)]).unwrap();
    assert_eq!(stored_examples(&store, None).unwrap().len(), 3);
    store.begin_night().unwrap();
    store.put_batch(&BatchRow { cases: 1, ..batch(7, 1) }, &[example("clause C", 0)]).unwrap();
    store.put_batch(&batch(7, 2), &[example("clause A", 0)]).unwrap();
    let stored = stored_batches(&store).unwrap();
    assert_eq!(stored, [batch(6, 1), batch(7, 2)]);
    let keys = [("clause A".to_owned(), 1), ("clause B".to_owned(), 1)];
    assert_eq!(store.example_keys(TARGET).unwrap(), keys);
    let of_key = stored_examples(&store, Some("clause A")).unwrap();
    assert_eq!(of_key.len(), 1);
    assert_eq!((of_key[0].number, of_key[0].night, &of_key[0].example), (7, 2, &example("clause A", 0)));
}

#[test]
fn several_things_are_stored_together_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path()).unwrap();
    let night = store.begin_night().unwrap();
    let refused = store.together(|store| {
        store.put_batch(&batch(0, night), &[example("clause A", 0)])?;
        store.transition(night, ("clause A", "gcc"), BucketState::Open, "")?;
        Err::<(), _>(Error::Tool("the compiler went away".to_owned()))
    });
    assert_eq!(refused, Err(Error::Tool("the compiler went away".to_owned())));
    assert_eq!((store.done(TARGET, "calls").unwrap(), store.transitions().unwrap()), (vec![], vec![]));
    let stored = store.together(|store| {
        store.put_batch(&batch(0, night), &[])?;
        // A part that fails takes nothing else with it: night 9 is not there.
        assert_eq!(store.put_batch(&batch(1, 9), &[]).unwrap_err().exit_code(), 3);
        store.put_batch(&batch(2, night), &[])?;
        Ok(5)
    });
    assert_eq!(stored, Ok(5));
    assert_eq!(store.done(TARGET, "calls").unwrap(), [0..1, 2..3]);
}

#[test]
fn later_work_is_found_again() {
    let folder = sample();
    let mut store = open(folder.path()).unwrap();
    assert_eq!(store.rerun(TARGET, "clause A", "1").unwrap().unwrap(), b"smaller");
    assert_eq!(store.rerun(TARGET, "clause A", "2").unwrap(), None);
    let rerun = |example: &str, body: &[u8]| {
        let (target, key, example) = (TARGET.to_owned(), "clause A".to_owned(), example.to_owned());
        Rerun { target, key, example, body: body.to_vec() }
    };
    store.put_rerun(&rerun("1", b"smallest")).unwrap();
    store.put_rerun(&rerun("0", b"")).unwrap();
    let mut all = Vec::new();
    store
        .reruns(TARGET, |rerun| {
            all.push(rerun);
            Ok(())
        })
        .unwrap();
    assert_eq!(all, [rerun("0", b""), rerun("1", b"smallest")]);
    let (mut checks, mut cases) = (Vec::new(), Vec::new());
    let add = |rows: &mut Vec<BucketCase>, row| {
        rows.push(row);
        Ok(())
    };
    store.put_bucket_case(&of_bucket(1, b"another")).unwrap();
    store.put_bucket_case(&of_bucket(0, b"smaller")).unwrap();
    store.bucket_cases(|row| add(&mut cases, row)).unwrap();
    assert_eq!(cases, [of_bucket(0, b"smaller"), of_bucket(1, b"another")]);
    store.rechecks(1, |row| add(&mut checks, row)).unwrap();
    assert_eq!(checks, [of_bucket(0, b"shows")]);
    store.rechecks(2, |row| add(&mut checks, row)).unwrap();
    assert_eq!(checks.len(), 1);
}

#[test]
fn states_have_a_history_that_cannot_be_changed() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path()).unwrap();
    let night = store.begin_night().unwrap();
    store.transition(night, ("b", "gcc"), BucketState::Open, "").unwrap();
    store.transition(night, ("a", "gcc"), BucketState::Open, "").unwrap();
    store.transition(night, ("b", "gcc"), BucketState::Fixed, "since 15.1").unwrap();
    let words = |list: Vec<crosscall_campaign::store::Transition>| -> Vec<String> {
        list.into_iter().map(|t| format!("{} {} {}", t.bucket, t.state, t.detail)).collect()
    };
    assert_eq!(words(store.history("b").unwrap()), ["b open ", "b fixed since 15.1"]);
    assert_eq!(words(store.transitions().unwrap()), ["b open ", "a open ", "b fixed since 15.1"]);
    drop(store);
    let connection = Connection::open(folder.path().join(DATABASE)).unwrap();
    for sql in ["UPDATE transitions SET state = 'open'", "DELETE FROM transitions WHERE bucket = 'b'"] {
        let error = connection.execute(sql, []).unwrap_err().to_string();
        assert_eq!(error, "the history of states is never changed");
    }
    connection
        .execute("INSERT INTO transitions(night, bucket, subject, state, detail, at) VALUES (1, 'c', 'gcc', '\u{1b}[1mgone', '', '')", [])
        .unwrap();
    let error = Store::read(folder.path()).unwrap().transitions().unwrap_err();
    assert_eq!(error.exit_code(), 3);
    let message = error.to_string();
    assert!(message.contains("bucket c is in the unknown state `\\u{1b}[1mgone`"), "{message}");
}

#[test]
fn another_identity_is_refused_with_both_values() {
    let folder = sample();
    let other = Identity::default().fixed("batch", 32).fixed("seed", 1).fixed("subject gcc-O2", "12");
    let error = Store::open(folder.path(), &other, &Run::default()).unwrap_err();
    assert_eq!(error.exit_code(), 2);
    let message = error.to_string();
    assert!(
        message.contains(
            ": holds another campaign: batch is `32` now and `64` in the store; subject gcc-O2 is `12` now and \
             nothing in the store; name another folder"
        ),
        "{message}"
    );
    // Of what is noted, every night has its own.
    let noted = identity().noted("compiler", "a new hash");
    let mut store = Store::open(folder.path(), &noted, &Run::default()).unwrap();
    store.begin_night().unwrap();
    assert_eq!(store.last_night().unwrap().unwrap().noted, noted.all_noted());
    assert_eq!(store.identity().unwrap(), noted.all_fixed());
    drop(store);
    meddle(&folder, "UPDATE identity SET value = char(27) || '[2J' || char(8238)");
    let message = open(folder.path()).unwrap_err().to_string();
    assert!(message.contains("seed is `1` now and `\\u{1b}[2J\\u{202e}` in the store"), "{message}");
}

#[test]
fn a_file_of_something_else_is_refused_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(DATABASE);
    for garbage in [&b"a"[..], b"SQLite format 2", &[0; 5000], b"SQLite format 3\0 and no more"] {
        std::fs::write(&file, garbage).unwrap();
        let refusal = match garbage.starts_with(b"SQLite format 3\0") {
            true => refusal(folder.path(), 3),
            false => refusal(folder.path(), 2),
        };
        let expected =
            if garbage.len() == 28 { "damaged: it is cut off" } else { "this is not a store of crosscall" };
        assert!(refusal.contains(expected), "{refusal}");
        assert_eq!(std::fs::read(&file).unwrap(), garbage);
    }
    std::fs::remove_file(&file).unwrap();
    meddle(&folder, "CREATE TABLE bookmarks(address TEXT)");
    assert!(refusal(folder.path(), 2).contains("this is a database of something else"));
    let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, [DATABASE], "nothing was put beside it");
}

#[test]
fn another_format_is_refused_by_number() {
    let own = crosscall_campaign::store::FORMAT;
    for (version, way_out) in [(own + 1, "use the newer release"), (0, "use the older release")] {
        let folder = sample();
        meddle(&folder, &format!("PRAGMA user_version = {version}"));
        let refusal = refusal(folder.path(), 2);
        let expected = format!("store.sqlite: store format {version}, this crosscall reads {own}: {way_out}");
        assert!(refusal.contains(&expected), "{refusal}");
    }
}

#[test]
fn tables_that_are_missing_changed_or_strange_are_refused() {
    for (sql, expected) in [
        ("DROP TABLE batches", "damaged: `batches` is missing"),
        ("DROP TRIGGER transitions_stay", "`transitions_stay` is missing"),
        ("ALTER TABLE batches ADD COLUMN verdicts TEXT", "`batches` is not as this format has it"),
        ("ALTER TABLE nights DROP COLUMN why", "`nights` is not as this format has it"),
        ("CREATE VIEW \"\u{1b}c\" AS SELECT 1", "`\\u{1b}c` does not belong to this format"),
        (
            "CREATE TRIGGER evil AFTER INSERT ON nights BEGIN DELETE FROM batches; END",
            "`evil` does not belong",
        ),
    ] {
        let folder = sample();
        meddle(&folder, sql);
        let refusal = refusal(folder.path(), 3);
        assert!(refusal.contains(expected), "{refusal}");
        assert!(refusal.contains("take the copy of last night or remove the folder"), "{refusal}");
    }
}

#[test]
fn a_file_that_was_cut_off_is_damaged() {
    let folder = sample();
    let file = std::fs::OpenOptions::new().write(true).open(folder.path().join(DATABASE)).unwrap();
    for length in [file.metadata().unwrap().len() - 4096, 8192, 5000, 4096, 120] {
        file.set_len(length).unwrap();
        let error = open(folder.path()).unwrap_err();
        assert_eq!(error.exit_code(), 3, "{error}");
        assert!(error.to_string().contains("store.sqlite: the file is damaged: "), "{length}: {error}");
    }
}

#[test]
fn bodies_that_were_changed_or_moved_are_damaged() {
    for (sql, expected) in [
        (
            "UPDATE batches SET cases = 65 WHERE number = 3",
            "batch epiphany calls 3 of night 1 with 65 cases is not what was written",
        ),
        ("UPDATE batches SET number = 30 WHERE number = 3", "is not what was written"),
        ("UPDATE batches SET body = zeroblob(3)", "is cut off"),
        ("UPDATE batches SET body = x'', matter = 'calls'", "is empty"),
        ("UPDATE batches SET body = x'07' || substr(body, 2) WHERE number = 19", ""),
        ("UPDATE batches SET number = -1 WHERE number = 3", "out of range"),
    ] {
        let folder = sample();
        // The last but one needs a blob, not a text.
        meddle(&folder, &sql.replace("x'07' || substr(body, 2)", "CAST(x'07' || substr(body, 2) AS BLOB)"));
        let error = stored_batches(&Store::read(folder.path()).unwrap()).unwrap_err();
        assert_eq!(error.exit_code(), 3);
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[test]
fn only_plain_files_are_opened() {
    let elsewhere = sample();
    for name in [DATABASE, "store.sqlite-wal", "store.sqlite-journal", "lock"] {
        let folder = sample();
        let path = folder.path().join(name);
        let _ = std::fs::remove_file(&path);
        std::os::unix::fs::symlink(elsewhere.path().join(DATABASE), &path).unwrap();
        let message = open(folder.path()).unwrap_err().to_string();
        assert!(message.contains(&format!("/{name}: is a symbolic link")), "{message}");
        std::fs::remove_file(&path).unwrap();
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        let message = open(folder.path()).unwrap_err().to_string();
        assert!(message.contains(&format!("/{name}: is not a plain file")), "{message}");
        if name != "lock" {
            assert!(Store::read(folder.path()).unwrap_err().to_string().contains("is not a plain file"));
        }
    }
    // A folder may be named by a link.
    let link = elsewhere.path().join("link");
    std::os::unix::fs::symlink(sample().keep(), &link).unwrap();
    assert_eq!(open(&link).unwrap().done(TARGET, "calls").unwrap(), [0..20]);
    std::fs::remove_dir_all(link.canonicalize().unwrap()).unwrap();
}

#[test]
fn a_folder_with_other_things_is_not_written_to() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("thesis\u{1b}.tex"), "").unwrap();
    let error = open(folder.path()).unwrap_err();
    assert_eq!(error.exit_code(), 2);
    assert!(error.to_string().contains("contains other files (thesis\\u{1b}.tex) and no store"), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    let error = Store::read(folder.path()).unwrap_err();
    assert_eq!(error.exit_code(), 2);
    assert!(error.to_string().contains("holds no store of crosscall (store.sqlite)"), "{error}");
    assert_eq!(open(Path::new("/proc/nothing/here")).unwrap_err().exit_code(), 3);
}

#[test]
fn a_process_that_was_killed_before_it_stored_anything_is_no_obstacle() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("lock"), "host gone\nprocess 1\nsince long ago\n").unwrap();
    std::fs::write(folder.path().join("log"), "").unwrap();
    std::fs::write(folder.path().join(DATABASE), "").unwrap();
    let error = Store::read(folder.path()).unwrap_err();
    assert_eq!(error.exit_code(), 2);
    assert!(error.to_string().contains("nothing has been stored in it yet"), "{error}");
    assert!(open(folder.path()).is_ok());
}

#[test]
fn a_reader_sees_one_moment_while_the_writer_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path()).unwrap();
    let night = store.begin_night().unwrap();
    store.put_batch(&batch(0, night), &[]).unwrap();
    let reader = Store::read(folder.path()).unwrap();
    store.put_batch(&batch(1, night), &[]).unwrap();
    assert_eq!(reader.done(TARGET, "calls").unwrap(), [0..1]);
    assert_eq!(Store::read(folder.path()).unwrap().done(TARGET, "calls").unwrap(), [0..2]);
    reader.check().unwrap();
    drop(store);
    assert_eq!(reader.done(TARGET, "calls").unwrap(), [0..1]);
}

#[test]
fn a_second_writer_learns_of_the_first_one() {
    let folder = tempfile::tempdir().unwrap();
    let first = open(folder.path()).unwrap();
    let error = open(folder.path()).unwrap_err();
    assert_eq!(error.exit_code(), 3);
    let expected = format!("process {} on ", std::process::id());
    assert!(error.to_string().contains(&expected), "{error}");
    drop(first);
    assert!(open(folder.path()).is_ok());
}

/// Names the folder to a process that a test starts, and what to do there; such a process is this one, with one test.
const FOLDER: &str = "CROSSCALL_TEST_STORE";
const DEED: &str = "CROSSCALL_TEST_DEED";

/// The deed of a process that a test starts. Nothing in any other process.
#[test]
fn in_a_process_of_its_own() {
    let (Some(folder), Ok(deed)) = (std::env::var_os(FOLDER), std::env::var(DEED)) else { return };
    let folder = Path::new(&folder);
    match deed.as_str() {
        "store until killed" => {
            let mut store = open(folder).unwrap();
            let night = store.begin_night().unwrap();
            let first = store.next_number(TARGET, "calls").unwrap();
            for number in first.. {
                store.put_batch(&batch(number, night), &[example("clause A", number)]).unwrap();
                println!("stored {number}");
            }
        }
        "fill the disk" => {
            let mut store = open(folder).unwrap();
            let night = store.begin_night().unwrap();
            let mut refused =
                |number| store.put_batch(&batch(number, night), &[example("clause A", number)]).err();
            let (number, error) = (0..100_000).find_map(|number| Some((number, refused(number)?))).unwrap();
            println!("refused {error}");
            println!("stored {number}");
        }
        "read" => println!("stored {}", Store::read(folder).unwrap().next_number(TARGET, "calls").unwrap()),
        _ => unreachable!("{deed}"),
    }
}

#[test]
fn nothing_stored_is_lost_by_kill_9() {
    let folder = tempfile::tempdir().unwrap();
    for (night, batches) in [(1, 1), (2, 40), (3, 7)] {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["store::in_a_process_of_its_own", "--exact", "--nocapture"])
            .envs([(FOLDER, folder.path()), (DEED, Path::new("store until killed"))])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let mut stored = lines.by_ref().filter_map(|line| line.strip_prefix("stored ")?.parse::<u64>().ok());
        let reported = stored.by_ref().nth(batches).unwrap();
        let second = open(folder.path()).unwrap_err().to_string();
        assert!(second.contains(&format!("process {} on", child.id())), "{second}");
        child.kill().unwrap();
        child.wait().unwrap();
        let reported = stored.last().unwrap_or(reported);

        assert_eq!(Store::writer(folder.path()).unwrap(), None);
        let reader = Store::read(folder.path()).unwrap();
        assert!(reader.next_number(TARGET, "calls").unwrap() > reported);
        drop(reader);
        let store = open(folder.path()).unwrap();
        let last = store.last_night().unwrap().unwrap();
        assert_eq!((last.number, last.ended), (night, None));
        let stored = stored_batches(&store).unwrap();
        assert!(stored.len() as u64 > reported, "{} of {reported}", stored.len());
        let numbers: Vec<u64> = stored.iter().map(|batch| batch.number).collect();
        assert_eq!(numbers, (0..stored.len() as u64).collect::<Vec<u64>>());
        assert_eq!(stored_examples(&store, Some("clause A")).unwrap().len(), stored.len());
    }
}

/// Of a disk that is full, and of one that may only be read; where the system lets a user make such a disk.
#[test]
fn a_disk_that_is_full_or_read_only_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let script = "mount -t tmpfs -o size=1m tmpfs \"$CROSSCALL_TEST_STORE\" || { echo 'no disk'; exit; }
        run() { CROSSCALL_TEST_DEED=$1 \"$0\" store::in_a_process_of_its_own --exact --nocapture; }
        run 'fill the disk' && run read && mount -o remount,ro \"$CROSSCALL_TEST_STORE\" && run read";
    let output = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", script])
        .arg(std::env::current_exe().unwrap())
        .env(FOLDER, folder.path())
        .output();
    let text = output.map_or_else(|_| "no disk".to_owned(), |o| String::from_utf8(o.stdout).unwrap());
    if text.is_empty() || text.contains("no disk") {
        println!("skipped: this system lets no user mount a disk");
        return;
    }
    assert!(text.contains("store.sqlite: cannot be written: the disk is full; make room"), "{text}");
    let stored: Vec<&str> = text.lines().filter(|line| line.starts_with("stored ")).collect();
    assert!(
        stored.len() == 3 && stored.iter().all(|line| *line == stored[0]) && stored[0].len() > 8,
        "{text}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    /// Stores are equal if they have the same batches, whatever the order and however often each was stored.
    #[test]
    fn the_order_of_batches_leaves_no_trace(numbers in proptest::collection::vec(0_u64..30, 1..40)) {
        let folder = tempfile::tempdir().unwrap();
        let mut store = open(folder.path()).unwrap();
        store.begin_night().unwrap();
        let mut expected = BTreeMap::new();
        for (turn, number) in numbers.iter().enumerate() {
            let batch = BatchRow { cases: turn as u64, ..batch(*number, 1) };
            store.put_batch(&batch, &[example("clause A", *number)]).unwrap();
            expected.insert(*number, batch);
        }
        let expected_numbers: Vec<u64> = expected.keys().copied().collect();
        prop_assert_eq!(stored_batches(&store).unwrap(), expected.into_values().collect::<Vec<_>>());
        let ranges = store.done(TARGET, "calls").unwrap();
        prop_assert!(ranges.windows(2).all(|pair| pair[0].end < pair[1].start), "{:?}", ranges);
        prop_assert_eq!(ranges.into_iter().flatten().collect::<Vec<u64>>(), expected_numbers.clone());
        let examples: Vec<u64> = stored_examples(&store, None).unwrap().iter().map(|row| row.example.ord).collect();
        prop_assert_eq!(examples, expected_numbers);
    }
}

/// A byte that was changed anywhere: the store is refused, or its batches are what was written; nothing panics.
#[test]
fn no_changed_byte_changes_what_a_batch_says() {
    let good = sample();
    let bytes = std::fs::read(good.path().join(DATABASE)).unwrap();
    let expected = stored_batches(&Store::read(good.path()).unwrap()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(DATABASE);
    let (mut refused, mut harmless) = (0, 0);
    // A prime, so that all parts of pages have their turn.
    for at in (0..bytes.len()).step_by(173) {
        for change in [0x01, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            std::fs::write(&file, &changed).unwrap();
            let opened = Store::read(folder.path()).and_then(|reader| {
                reader.check()?;
                reader.nights()?;
                reader.identity()?;
                reader.transitions()?;
                reader.reruns(TARGET, |_| Ok(()))?;
                stored_examples(&reader, None)?;
                stored_batches(&reader)
            });
            match opened {
                Ok(batches) => {
                    assert!(batches == expected, "byte {at}, {} batches", batches.len());
                    harmless += 1;
                }
                Err(error) => {
                    assert!(!error.to_string().chars().any(char::is_control), "{error:?}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 100 && harmless > 100, "{refused} refused, {harmless} harmless");
}
