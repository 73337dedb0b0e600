//! Campaigns inside the test's own process.

use crosscall_base::process::Limits;
use crosscall_base::progress::Silent;
use crosscall_campaign::known::Known;
use crosscall_campaign::{RunSettings, run};
use crosscall_embedded::Fault;
use crosscall_model::{Pairing, Target};
use crosscall_reports::run::RunReport;
use crosscall_selftest::mutants::Mutation;
use crosscall_toolchain::Toolchain;
use std::sync::Arc;

/// Settings for so many cases of one target in some pairings: seed 1, units of 64 cases, the built-in known findings.
pub(crate) fn settings(
    target: Target,
    toolchains: Vec<Toolchain>,
    pairings: &[Pairing],
    cases: u64,
) -> RunSettings {
    RunSettings {
        shard: crosscall_campaign::shard::Shard::WHOLE,
        weights: Default::default(),
        store_limit: None,
        targets: vec![target],
        toolchains,
        pairings: pairings.to_vec(),
        cases,
        until: Arc::default(),
        seed: 1,
        batch: 64,
        values: 0,
        jobs: 2,
        stop: Arc::default(),
        limits: Limits::default(),
        work_dir: std::env::temp_dir(),
        minimise: 40,
        minimise_known: false,
        report_dir: None,
        known: Known::built_in().expect("the list of known findings").clone(),
    }
}

/// Report of a campaign, whose sums agree with each other.
pub(crate) fn report(settings: &RunSettings) -> RunReport {
    let report = run(settings, &Silent).expect("a report");
    assert_eq!(report.check(), Ok(()));
    report
}

/// The embedded code generator of a target with one of its faults.
pub(crate) fn broken(target: Target, fault: &str) -> Toolchain {
    let fault = Fault::by_name(target, fault).expect("a fault");
    let mutation = Mutation::new(fault, Arc::default());
    Toolchain { hook: Some(Arc::new(mutation)), ..Toolchain::embedded(target) }
}
