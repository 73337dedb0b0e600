//! The report of campaigns from their stores: nothing in it comes from the memory of a run.

use super::buckets::keep::keep;
use super::buckets::states;
use super::rerun::minimise;
use super::shard::Shard;
use super::stored::{self, GONE, LEFT_OUT, Loaded, PLAN, Plan, SUBJECTS};
use super::tally::TargetTally;
use super::until::Until;
use super::weights::Weights;
use super::{RunSettings, report, takes_part};
use crate::known::Known;
use crate::store::{Reader, Store, differences};
use crosscall_base::error::Error;
use crosscall_base::process::Limits;
use crosscall_model::{CaseKind, Target};
use crosscall_reports::run::{Gone, LeftOut, RunReport, UNBOUNDED};
use crosscall_toolchain::Toolchain;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Key of a store's identity in which shards of one campaign differ.
pub const SHARD: &str = "shard";

/// Missing shards that are named; the others are counted.
const MOST_SHARDS: usize = 9;

/// The report of one campaign from the stores of its shards, without its times and its night.
///
/// # Errors
/// [`Error::Store`] when a store cannot be read, or holds another campaign than the others; unless `partial`, also when a
/// shard is missing or there twice, or has not run all of its cases.
pub fn report(stores: &[&Reader], known: Known, partial: bool) -> Result<RunReport, Error> {
    let Some(first) = stores.first() else { return Err(Error::Input("no store is named".to_owned())) };
    check_identity(first, stores)?;
    let mut lacking = check_shards(stores, partial)?;
    let plan = plan(first)?;
    let settings = settings(&plan, known);
    let mut tallies = Vec::new();
    for target in &plan.targets {
        let Some(tally) = tally(stores, &settings, *target, &mut lacking)? else { continue };
        tallies.push(tally);
    }
    if !partial && !lacking.is_empty() {
        return Err(Error::Store(format!(
            "{}; run what is left with the same command, or report what is there with --partial",
            lacking.join("; ")
        )));
    }
    let mut report = report::report(&settings, &tallies, None)?;
    report.left_out = stored::fact::<Vec<LeftOut>>(first, "", LEFT_OUT)?.unwrap_or_default();
    report.gone = gone(stores, &report, &settings.known)?;
    lacking.append(&mut report.lacking);
    report.lacking = lacking;
    Ok(report)
}

/// Notes the states of what a night has found that was killed before it could do so itself, with a case of each.
///
/// # Errors
/// When the store cannot be read or written, or another crosscall has written it.
pub fn conclude(store: &mut Store, night: u64, known: &Known) -> Result<(), Error> {
    let Some(plan) = stored::fact::<Plan>(store, "", PLAN)? else { return Ok(()) };
    let settings = settings(&plan, known.clone());
    let mut tallies = Vec::new();
    for target in &plan.targets {
        let Some(tally) = tally(&[store], &settings, *target, &mut Vec::new())? else { continue };
        keep(store, night, &tally, None)?;
        tallies.push(tally);
    }
    let report = report::report(&settings, &tallies, None)?;
    states::note(store, night, &report)
}

/// Refuses stores of different campaigns.
fn check_identity(first: &Reader, stores: &[&Reader]) -> Result<(), Error> {
    let identity = |store: &Reader| -> Result<Vec<(String, String)>, Error> {
        Ok(store.identity()?.into_iter().filter(|(key, _)| key != SHARD).collect())
    };
    let own = identity(first)?;
    for other in stores.iter().skip(1) {
        if let Some(difference) = differences(&own, &identity(other)?).first() {
            let (here, there) = (first.folder().display().to_string(), other.folder().display().to_string());
            let words = difference.words(&format!("in {here}"), &format!("in {there}"));
            return Err(Error::Store(format!("these are stores of different campaigns: {words}")));
        }
    }
    Ok(())
}

/// Shards that are missing, in words.
///
/// # Errors
/// When one is there twice, or their numbers do not fit each other.
fn check_shards(stores: &[&Reader], partial: bool) -> Result<Vec<String>, Error> {
    let mut places: BTreeMap<u64, String> = BTreeMap::new();
    let (mut of, mut cases) = (None, None);
    for store in stores {
        let folder = store.folder().display().to_string();
        let plan = plan(store)?;
        let shard: Shard = plan.shard.parse().map_err(|e| Error::Store(format!("{folder}: {e}")))?;
        if let Some(other) = cases.replace(plan.cases).filter(|other| *other != plan.cases)
            && !partial
        {
            return Err(Error::Store(format!(
                "{folder}: is about {} cases, others are about {other}; run them with the same --cases",
                plan.cases
            )));
        }
        if let Some(other) = of.replace(shard.of()).filter(|other| *other != shard.of()) {
            return Err(Error::Store(format!("{folder}: is shard {shard}, others are of {other}")));
        }
        if let Some(other) = places.insert(shard.number(), folder.clone())
            && !partial
        {
            return Err(Error::Store(format!("{folder} and {other} are both shard {shard}")));
        }
    }
    Ok(missing_shards(of.unwrap_or(1), &places).into_iter().collect())
}

/// Shards that are missing of so many, in words; none if all are there.
fn missing_shards(of: u64, places: &BTreeMap<u64, String>) -> Option<String> {
    let count = of.saturating_sub(places.len() as u64);
    if count == 0 {
        return None;
    }
    let missing = (1..=of).filter(|number| !places.contains_key(number));
    let mut names: Vec<String> = missing.take(MOST_SHARDS).map(|number| format!("{number}/{of}")).collect();
    if count > names.len() as u64 {
        names.push(format!("and {} more", count - names.len() as u64));
    }
    let are = if count == 1 { "is" } else { "are" };
    Some(format!("{count} of {of} shards {are} missing: {}", names.join(", ")))
}

/// Everything that is stored of a target; none if its subjects were never tested.
fn tally(
    stores: &[&Reader],
    settings: &RunSettings,
    target: Target,
    lacking: &mut Vec<String>,
) -> Result<Option<TargetTally>, Error> {
    let Some(first) = stores.first() else { return Ok(None) };
    let Some(subjects) = stored::fact::<Vec<Toolchain>>(first, target.name(), SUBJECTS)? else {
        return Ok(None);
    };
    let mut tally = TargetTally::new(target, &subjects);
    let mut settled = Vec::new();
    for matter in CaseKind::ALL {
        settled.extend(stored::settled(stores, target, matter)?.map(|of_kind| of_kind.subjects));
    }
    let Loaded { sum, cases, batches } = stored::load(stores, target, settings.seed)?;
    let mut left = 0;
    for (matter, numbers) in batches {
        if settings.cases != UNBOUNDED && subjects.iter().any(|s| takes_part(settings, s, matter)) {
            left += settings.batches().saturating_sub(numbers.len() as u64);
        }
    }
    match left {
        0 => {}
        1 => lacking.push(format!("1 batch for {target} is missing")),
        _ => lacking.push(format!("{left} batches for {target} are missing")),
    }
    if settings.cases == UNBOUNDED {
        tally.drawn = cases;
    }
    tally.put_record(sum, &settled);
    tally.rename_departures(&settings.known);
    let mut results = BTreeMap::new();
    for (key, found) in &tally.found {
        for store in stores {
            if let Some(again) = stored::again(store, target, &found.seen)? {
                results.insert(key.clone(), again);
                break;
            }
        }
    }
    minimise::apply(&mut tally, |found| results.get(&found.seen.key).cloned());
    Ok(Some(tally))
}

/// Known findings that did not show any longer in any shard, in the order of the list.
fn gone(stores: &[&Reader], report: &RunReport, known: &Known) -> Result<Vec<Gone>, Error> {
    let shown: BTreeSet<&str> = report.findings().flat_map(|f| &f.known).map(String::as_str).collect();
    let mut all: BTreeMap<String, Gone> = BTreeMap::new();
    for store in stores {
        let of_store = stored::fact::<Vec<Gone>>(store, "", GONE)?.unwrap_or_default();
        all.extend(of_store.into_iter().map(|gone| (gone.id.clone(), gone)));
    }
    let listed = known.entries.iter().filter(|entry| !shown.contains(entry.id.as_str()));
    Ok(listed.filter_map(|entry| all.remove(&entry.id)).collect())
}

/// The settings that a store was made with.
fn plan(store: &Reader) -> Result<Plan, Error> {
    stored::fact(store, "", PLAN)?.ok_or_else(|| {
        Error::Store(format!(
            "{}: the run that began it has not come so far that there is something to report ({PLAN} is missing)",
            store.folder().display(),
        ))
    })
}

/// Settings with which nothing is run.
pub(super) fn settings(plan: &Plan, known: Known) -> RunSettings {
    RunSettings {
        targets: plan.targets.clone(),
        toolchains: Vec::new(),
        pairings: plan.pairings.clone(),
        cases: plan.cases,
        until: Arc::new(Until::default()),
        seed: plan.seed,
        batch: plan.batch,
        jobs: 1,
        stop: Arc::new(AtomicBool::new(false)),
        limits: Limits::default(),
        work_dir: PathBuf::new(),
        values: plan.values,
        minimise: 0,
        minimise_known: false,
        report_dir: None,
        known,
        shard: Shard::WHOLE,
        weights: Weights::default(),
        store_limit: None,
    }
}
