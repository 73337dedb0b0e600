//! Stores of subjects that are broken on purpose: whatever parts a campaign is cut into, and in whatever order they are
//! added up, the report is the same.

use crate::common::campaigns::{broken, settings};
use crosscall_base::progress::Silent;
use crosscall_campaign::merge::{self, SHARD};
use crosscall_campaign::shard::Shard;
use crosscall_campaign::store::{Identity, Reader, Run, Store};
use crosscall_campaign::stored::{CampaignStore, Plan};
use crosscall_campaign::{RunSettings, run, run_stored};
use crosscall_model::{Pairing, Target};
use crosscall_reports::json;
use crosscall_reports::run::RunReport;
use crosscall_toolchain::Toolchain;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const TARGET: Target = Target::Epiphany;

/// The embedded code generator, and others of its kind with a fault each.
fn subjects(faults: &[&str]) -> Vec<Toolchain> {
    let faulty = |fault: &&str| Toolchain { name: (*fault).to_owned(), ..broken(TARGET, fault) };
    std::iter::once(Toolchain::embedded(TARGET)).chain(faults.iter().map(faulty)).collect()
}

fn campaign(faults: &[&str], cases: u64) -> RunSettings {
    RunSettings { batch: 16, minimise: 20, ..settings(TARGET, subjects(faults), &Pairing::ALL, cases) }
}

/// Runs a part of a campaign into a folder; gives its report.
fn stored(folder: &Path, settings: &RunSettings) -> RunReport {
    let identity = Identity::default().fixed("seed", settings.seed).fixed(SHARD, settings.shard);
    let mut store = Store::open(folder, &identity, &Run::this("0.1.0", "a test")).unwrap();
    let night = store.begin_night().unwrap();
    let store = CampaignStore::new(store, (night, false), &settings.targets).unwrap();
    store.begin(&Plan::of(settings)).unwrap();
    run_stored(settings, Some(&store), &Silent).unwrap()
}

/// Runs all shards of a campaign, each into a folder of its own.
fn shards(world: &TempDir, campaign: &RunSettings, of: u64) -> Vec<PathBuf> {
    let one = |number: u64| {
        let folder = world.path().join(format!("{number}-{of}"));
        let shard = Shard::new(number, of).unwrap();
        stored(&folder, &RunSettings { shard, ..campaign.clone() });
        folder
    };
    (1..=of).map(one).collect()
}

/// The JSON report from stores.
fn merged(folders: &[PathBuf], partial: bool) -> String {
    let readers: Vec<Reader> = folders.iter().map(|folder| Store::read(folder).unwrap()).collect();
    let readers: Vec<&Reader> = readers.iter().collect();
    let known = campaign(&[], 0).known;
    let report = merge::report(&readers, known, partial).unwrap();
    assert_eq!(report.check(), Ok(()));
    json::render(&report)
}

/// The JSON report of a run, without its times.
fn timeless(report: RunReport) -> String {
    assert_eq!(report.check(), Ok(()));
    json::render(&RunReport { seconds: 0.0, compiler_seconds: 0.0, ..report })
}

/// Findings that show in calls between subjects, too: each pair of them meets in every third batch only. One is frequent,
/// one is shown by few cases, most of which are random.
#[test]
fn shards_of_several_subjects_add_up_in_any_order() {
    let world = tempfile::tempdir().unwrap();
    let pairings = vec![Pairing::Layout, Pairing::Callee, Pairing::Cross];
    let campaign = RunSettings { pairings, ..campaign(&["member-order", "other-way-out"], 784) };
    let whole = world.path().join("whole");
    stored(&whole, &campaign);
    let expected = merged(&[whole], false);
    let report: serde_json::Value = serde_json::from_str(&expected).unwrap();
    let all = report["subjects"].as_array().unwrap().iter().flat_map(|s| s["findings"].as_array().unwrap());
    let names = all.flat_map(|found| found["followers"].as_array().unwrap().iter().chain([found]));
    let names: BTreeSet<String> = names.map(|one| one["fingerprint"].to_string()).collect();
    assert!(names.len() > 4, "{names:?}");
    let mut folders = shards(&world, &campaign, 2);
    assert!(merged(&folders, false) == expected);
    folders.reverse();
    assert!(merged(&folders, false) == expected, "the last one first");
}

/// Findings of many sorts: in the layout, with calls that go wrong because of it; in registers, with others that follow;
/// in functions that do not return.
#[test]
fn a_store_changes_nothing() {
    let world = tempfile::tempdir().unwrap();
    let campaign = campaign(&["member-order", "saved-register", "link-register"], 160);
    let without = timeless(run(&campaign, &Silent).unwrap());
    let folder = world.path().join("store");
    assert!(timeless(stored(&folder, &campaign)) == without);
    assert!(merged(&[folder], false) == without);
}
