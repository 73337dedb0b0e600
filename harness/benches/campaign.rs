//! Trials per second of the embedded subjects on one core, of calls and in all pairings, cases per second of the embedded half
//! and of the whole pipeline with GCC, the share of the processors' time that the compilers' own processes take, and what
//! crosscall takes beside them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a benchmark fails by a panic")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use crosscall_base::process::Limits;
use crosscall_base::progress::Silent;
use crosscall_campaign::known::Known;
use crosscall_campaign::{RunSettings, run};
use crosscall_model::{Pairing, Target};
use crosscall_reports::run::RunReport;
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::config::Config;
use crosscall_toolchain::discover::Places;
use crosscall_toolchain::select::Inventory;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const EMBEDDED_CASES: u64 = 1000;
/// Cases of each target in the benchmark of calls on one core.
const CALLS: u64 = 8000;
/// Cases in a run with GCC: as many as a campaign has, because the directed cases, which come first, cost more than others.
const GCC_CASES: u64 = 2000;

/// A run of Epiphany's cases in all pairings about calls and data, without minimising.
fn settings(toolchains: Vec<Toolchain>) -> RunSettings {
    RunSettings {
        shard: crosscall_campaign::shard::Shard::WHOLE,
        weights: Default::default(),
        store_limit: None,
        targets: vec![Target::Epiphany],
        toolchains,
        pairings: vec![Pairing::Caller, Pairing::Callee, Pairing::Layout, Pairing::Object, Pairing::Cross],
        cases: 0,
        until: Arc::default(),
        seed: 0,
        batch: 64,
        jobs: processors() + 1,
        stop: Arc::new(AtomicBool::new(false)),
        limits: Limits::default(),
        work_dir: std::env::temp_dir(),
        values: 0,
        minimise: 0,
        minimise_known: false,
        report_dir: None,
        known: Known::default(),
    }
}

/// Runs cases that no earlier call has run.
fn campaign(toolchains: Vec<Toolchain>, cases: u64) -> RunReport {
    static SEED: AtomicU64 = AtomicU64::new(1);
    let seed = SEED.fetch_add(1, Ordering::Relaxed);
    run(&RunSettings { cases, seed, ..settings(toolchains) }, &Silent).expect("the run ends")
}

/// Calls on one core: the same cases each time, including the directed ones that settle the questions.
fn calls(c: &mut Criterion) {
    on_one_core(c, "calls", &[Pairing::Caller, Pairing::Callee], CALLS);
}

/// The same in all pairings, with as few cases as a run has without options.
fn pairings(c: &mut Criterion) {
    on_one_core(c, "pairings", &Pairing::ALL, EMBEDDED_CASES);
}

/// Trials of each embedded subject on one core.
fn on_one_core(c: &mut Criterion, name: &str, pairings: &[Pairing], cases: u64) {
    let mut group = c.benchmark_group(name);
    group.sample_size(10).measurement_time(Duration::from_secs(20));
    for target in Target::built_in() {
        let settings = || RunSettings {
            targets: vec![target],
            pairings: pairings.to_vec(),
            cases,
            seed: 1,
            jobs: 1,
            ..settings(vec![Toolchain::embedded(target)])
        };
        let report = run(&settings(), &Silent).expect("the run ends");
        let trials = report.targets.iter().map(|subject| subject.counts.run).sum();
        group.throughput(Throughput::Elements(trials));
        group.bench_function(target.name(), |b| b.iter(|| run(&settings(), &Silent).expect("the run ends")));
    }
    group.finish();
}

fn embedded(c: &mut Criterion) {
    let mut group = c.benchmark_group("campaign");
    group.sample_size(10).measurement_time(Duration::from_secs(15));
    group.throughput(Throughput::Elements(EMBEDDED_CASES));
    group.bench_function("embedded", |b| {
        b.iter(|| campaign(vec![Toolchain::embedded(Target::Epiphany)], EMBEDDED_CASES));
    });
    group.finish();
}

/// A nightly campaign: all levels together, each also called by the others.
fn levels(_: &mut Criterion) {
    let inventory = Inventory::take(&Config::default(), &Places::from_environment());
    let gcc = |subject: &Toolchain| subject.name.starts_with("epiphany-elf-gcc-");
    let subjects: Vec<Toolchain> = inventory.toolchains.into_iter().filter(gcc).collect();
    if subjects.is_empty() {
        println!("skipped: no epiphany-elf-gcc; scripts/install-epiphany-toolchain builds it");
        return;
    }
    let count = subjects.len();
    let before = own_seconds();
    let report = campaign(subjects, GCC_CASES);
    let own = 100.0 * (own_seconds() - before) / report.compiler_seconds;
    let share = share(&report);
    println!(
        "{count} levels of epiphany-elf-gcc: the compilers' processes take {share:.1} % of all processors' time, crosscall \
         {own:.1} % of what they take"
    );
}

/// Processor time in seconds that this process has used, without its children.
fn own_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux has it");
    // Behind the name in parentheses: in user mode the 12th field, in the kernel the 13th, in hundredths of a second.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: f64 = fields.skip(11).take(2).map(|ticks| ticks.parse::<f64>().expect("a number")).sum();
    ticks / 100.0
}

/// Share of the compilers in all processors' time, from the beginning of a run to its end, as a percentage.
fn share(report: &RunReport) -> f64 {
    100.0 * report.compiler_seconds / (report.seconds * processors() as f64)
}

/// One subject after the other, at the least and at the most optimising end.
fn gcc(c: &mut Criterion) {
    let inventory = Inventory::take(&Config::default(), &Places::from_environment());
    for name in ["epiphany-elf-gcc-O0", "epiphany-elf-gcc-O2"] {
        let Some(subject) = inventory.toolchains.iter().find(|t| t.name == name) else {
            println!("skipped: no {name}; scripts/install-epiphany-toolchain builds it");
            continue;
        };
        let mut group = c.benchmark_group("campaign");
        group.sample_size(10).measurement_time(Duration::from_secs(60));
        group.throughput(Throughput::Elements(GCC_CASES));
        let mut shares = Vec::new();
        group.bench_function(name, |b| {
            b.iter(|| {
                let report = campaign(vec![subject.clone()], GCC_CASES);
                shares.push(share(&report));
            });
        });
        group.finish();
        shares.sort_by(f64::total_cmp);
        if let Some(median) = shares.get(shares.len() / 2) {
            println!("{name}: the compiler's processes take {median:.1} % of all processors' time");
        }
    }
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

criterion_group!(benches, calls, pairings, embedded, gcc, levels);
criterion_main!(benches);
