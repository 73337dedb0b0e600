//! Stores of subjects that are broken on purpose: whatever parts a campaign is cut into, and in whatever order they are
//! added up, the report is the same.

use crate::common::campaigns::{broken, settings};
use crosscall::campaign::merge::{self, SHARD};
use crosscall::campaign::shard::Shard;
use crosscall::campaign::stored::{CampaignStore, Plan};
use crosscall::campaign::{RunSettings, run, run_stored};
use crosscall::progress::Silent;
use crosscall::store::{Identity, Reader, Run, Store};
use crosscall::toolchain::Toolchain;
use crosscall_model::{Pairing, Target};
use crosscall_reports::json;
use crosscall_reports::run::RunReport;
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
    let store = CampaignStore::new(store, night, &settings.targets).unwrap();
    let plan = Plan {
        targets: settings.targets.clone(),
        pairings: settings.pairings.clone(),
        cases: settings.cases,
        seed: settings.seed,
        batch: settings.batch,
        shard: settings.shard.to_string(),
    };
    store.keep_plan(&plan).unwrap();
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

/// Faults with findings of many sorts: in the layout, with calls that go wrong because of it; in registers, with others
/// that follow; with functions that do not return; and such as are seen only between two subjects.
const FAULTS: [&str; 4] = ["member-order", "saved-register", "arguments-shifted", "link-register"];

#[test]
fn shards_of_faulty_subjects_add_up_in_any_order() {
    let (world, campaign) = (tempfile::tempdir().unwrap(), campaign(&FAULTS, 480));
    let whole = world.path().join("whole");
    stored(&whole, &campaign);
    let expected = merged(&[whole], false);
    let value: serde_json::Value = serde_json::from_str(&expected).unwrap();
    let findings = value["new_findings"].as_u64().unwrap();
    eprintln!("{findings} findings");
    std::fs::write("/tmp/whole.json", &expected).unwrap();
    for of in [2, 3, 5] {
        let mut folders = shards(&world, &campaign, of);
        let got = merged(&folders, false);
        std::fs::write(format!("/tmp/shards{of}.json"), &got).unwrap();
        assert!(got == expected, "{of} shards");
        folders.reverse();
        assert!(merged(&folders, false) == expected, "{of} shards, the last one first");
        folders.rotate_left(1);
        assert!(merged(&folders, false) == expected, "{of} shards, in another order");
    }
}

#[test]
fn a_store_changes_nothing() {
    let (world, campaign) = (tempfile::tempdir().unwrap(), campaign(&FAULTS, 320));
    let without = timeless(run(&campaign, &Silent).unwrap());
    let folder = world.path().join("store");
    let with = timeless(stored(&folder, &campaign));
    std::fs::write("/tmp/without.json", &without).unwrap();
    std::fs::write("/tmp/with.json", &with).unwrap();
    assert!(with == without);
    assert!(merged(&[folder], false) == without);
}
