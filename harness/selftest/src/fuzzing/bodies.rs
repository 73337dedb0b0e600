//! Bodies of a store's rows, from which a report is made. The seals of a store's own file keep a fuzzer away from them.

use crate::mutants::Mutation;
use crosscall_base::error::Error;
use crosscall_base::process::Limits;
use crosscall_base::progress::Silent;
use crosscall_campaign::known::Known;
use crosscall_campaign::shard::Shard;
use crosscall_campaign::store::{BatchRow, Example, ExampleRow, Identity, Rerun, Run, Store};
use crosscall_campaign::stored::{CampaignStore, GONE, LEFT_OUT, PLAN, Plan, SUBJECTS, settled_name};
use crosscall_campaign::{RunSettings, merge, run_stored};
use crosscall_embedded::Fault;
use crosscall_model::{CaseKind, Pairing, Target};
use crosscall_reports::json;
use crosscall_toolchain::Toolchain;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tempfile::TempDir;

/// The target of the small campaign.
const TARGET: Target = Target::Epiphany;

/// A fault of its subject, which leaves findings in the store.
const FAULT: &str = "member-order";

/// Cases of the small campaign.
const CASES: u64 = 24;

/// A row whose body may be another one.
enum Row {
    Fact(&'static str, String),
    Batch(BatchRow),
    Example(ExampleRow),
    Rerun(Rerun),
}

/// The store of a small campaign.
struct Small {
    store: Store,
    /// Rows, each with its body.
    rows: Vec<(Row, Vec<u8>)>,
    _folder: TempDir,
}

/// The rows' bodies, each behind the byte that chooses the row: inputs of the fuzz target `store`.
///
/// # Errors
/// A store that cannot be made.
pub fn bodies() -> Result<Vec<Vec<u8>>, String> {
    let small = small()?.lock().unwrap_or_else(PoisonError::into_inner);
    let numbers = (0..=u8::MAX).zip(&small.rows);
    Ok(numbers.map(|(number, (_, body))| [&[number], body.as_slice()].concat()).collect())
}

/// Makes a report of a store in which a row has these bytes as its body; the first byte says which row.
///
/// # Errors
/// A store that cannot be made.
pub(super) fn body(bytes: &[u8]) -> Result<(), String> {
    let Some((&number, body)) = bytes.split_first() else { return Ok(()) };
    let mut small = small()?.lock().unwrap_or_else(PoisonError::into_inner);
    let Small { store, rows, .. } = &mut *small;
    let Some((row, _)) = rows.get(usize::from(number) % rows.len().max(1)) else { return Ok(()) };
    let known = Known::built_in().map_err(|e| e.to_string())?;
    // An error at the end has the store as it was.
    let _ = store.together(|store| -> Result<(), Error> {
        put(store, row, body)?;
        json::render(&merge::report(&[store], known.clone(), true)?);
        Err(Error::Store("the row is put back".to_owned()))
    });
    Ok(())
}

fn put(store: &mut Store, row: &Row, body: &[u8]) -> Result<(), Error> {
    let body = body.to_vec();
    match row {
        Row::Fact(target, name) => store.put_fact(target, name, &body),
        Row::Batch(row) => {
            let examples = examples_of(store, row)?;
            store.put_batch(&BatchRow { body, ..row.clone() }, &examples).map(drop)
        }
        Row::Example(ExampleRow { target, matter, number, night, example }) => {
            let example = Example { body, ..example.clone() };
            store.put_examples(target, matter, *number, *night, &[example])
        }
        Row::Rerun(row) => store.put_rerun(&Rerun { body, ..row.clone() }),
    }
}

/// Examples of a batch: storing it again would remove them.
fn examples_of(store: &Store, batch: &BatchRow) -> Result<Vec<Example>, Error> {
    let mut examples = Vec::new();
    store.examples(&batch.target, None, |row| {
        if (&row.matter, row.number) == (&batch.matter, batch.number) {
            examples.push(row.example);
        }
        Ok(())
    })?;
    Ok(examples)
}

/// The store, which is made once.
fn small() -> Result<&'static Mutex<Small>, String> {
    static SMALL: OnceLock<Result<Mutex<Small>, String>> = OnceLock::new();
    SMALL.get_or_init(|| make().map(Mutex::new)).as_ref().map_err(Clone::clone)
}

fn make() -> Result<Small, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    run(folder.path()).map_err(|e| e.to_string())?;
    let store = Store::open_again(folder.path(), &Run::this("0.1.0", "fuzz")).map_err(|e| e.to_string())?;
    let rows = rows(&store).map_err(|e| e.to_string())?;
    Ok(Small { store, rows, _folder: folder })
}

/// Runs a small campaign with a faulty subject into a store.
fn run(folder: &Path) -> Result<(), Error> {
    let fault = Fault::by_name(TARGET, FAULT).map_err(Error::Input)?;
    let hook = Mutation::new(fault, Arc::default());
    let subject = Toolchain { hook: Some(Arc::new(hook)), ..Toolchain::embedded(TARGET) };
    let settings = RunSettings {
        targets: vec![TARGET],
        toolchains: vec![subject],
        pairings: vec![Pairing::Layout, Pairing::Caller, Pairing::Callee],
        cases: CASES,
        until: Arc::default(),
        seed: 1,
        batch: 16,
        jobs: 1,
        stop: Arc::default(),
        limits: Limits::default(),
        work_dir: std::env::temp_dir(),
        values: 2,
        minimise: 20,
        minimise_known: true,
        report_dir: None,
        known: Known::built_in()?.clone(),
        shard: Shard::WHOLE,
        weights: Default::default(),
        store_limit: None,
    };
    let mut store = Store::open(folder, &Identity::default().fixed("seed", 1), &Run::this("0.1.0", "fuzz"))?;
    let night = store.begin_night()?;
    let store = CampaignStore::new(store, (night, false), &settings.targets)?;
    store.begin(&Plan::of(&settings))?;
    run_stored(&settings, Some(&store), &Silent).map(drop)
}

fn rows(store: &Store) -> Result<Vec<(Row, Vec<u8>)>, Error> {
    let mut rows = Vec::new();
    let of_target = CaseKind::ALL.map(|matter| (TARGET.name(), settled_name(matter.name())));
    let of_all = [PLAN, LEFT_OUT, GONE].map(|name| ("", name.to_owned()));
    let facts = of_all.into_iter().chain([(TARGET.name(), SUBJECTS.to_owned())]).chain(of_target);
    for (target, name) in facts {
        if let Some(body) = store.fact(target, &name)? {
            rows.push((Row::Fact(target, name), body));
        }
    }
    for matter in CaseKind::ALL {
        store.batches(TARGET.name(), matter.name(), |mut row| {
            let body = std::mem::take(&mut row.body);
            rows.push((Row::Batch(row), body));
            Ok(())
        })?;
    }
    store.examples(TARGET.name(), None, |mut row| {
        let body = std::mem::take(&mut row.example.body);
        rows.push((Row::Example(row), body));
        Ok(())
    })?;
    store.reruns(TARGET.name(), |mut row| {
        let body = std::mem::take(&mut row.body);
        rows.push((Row::Rerun(row), body));
        Ok(())
    })?;
    Ok(rows)
}
