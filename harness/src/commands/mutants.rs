//! `crosscall mutants`.

use super::session;
use crate::cli::{Format, MutantsArgs, Targets};
use crosscall_base::error::Error;
use crosscall_base::interrupt;
use crosscall_base::output::{note, print};
use crosscall_base::process::Limits;
use crosscall_base::progress::Bar;
use crosscall_campaign::RunSettings;
use crosscall_campaign::shard::Shard;
use crosscall_campaign::weights::Weights;
use crosscall_model::Pairing;
use crosscall_mutants::random;
use crosscall_reports::nearest;
use crosscall_reports::outcome::{EXIT_CLEAN, EXIT_TOOL, EXIT_VIOLATIONS};
use crosscall_selftest::mutants::table::{self, Outcome, Search};
use crosscall_selftest::mutants::{Mutant, mutants_of, report};
use crosscall_toolchain::Toolchain;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Breaks a compiler in every way of the table, tests each, and prints what was found.
///
/// # Errors
/// [`Error::Input`] for a wrong selection, [`Error::Tool`] when the compiler cannot be run.
pub fn run(args: &MutantsArgs, config: Option<&Path>) -> Result<u8, Error> {
    let embedded = ["embedded-*".to_owned()];
    let (targets, names) = match args.toolchain.as_slice() {
        [] => (Targets::all(&args.target), embedded.as_slice()),
        names => (Targets::all(&args.target), names),
    };
    let (inventory, _) = session::inventory_for(&targets, names, config)?;
    let toolchains = inventory.select(&targets, names)?;
    let edits = toolchains.iter().map(|t| ways(t, args)).collect::<Result<Vec<_>, _>>()?;
    let seeds = if args.seed.is_empty() { vec![1] } else { args.seed.clone() };
    let mut settings = RunSettings {
        targets: Vec::new(),
        toolchains: Vec::new(),
        pairings: Pairing::ALL.into_iter().filter(|pairing| *pairing != Pairing::Cross).collect(),
        cases: args.cases,
        until: Arc::default(),
        seed: 1,
        batch: 64,
        jobs: super::run::jobs(args.jobs),
        stop: interrupt::flag(),
        limits: Limits { time: Duration::from_secs(args.timeout), ..Limits::default() },
        work_dir: std::env::temp_dir(),
        values: args.values,
        minimise: usize::try_from(args.minimize).unwrap_or(usize::MAX),
        minimise_known: false,
        report_dir: None,
        known: session::known(args.known.as_deref())?,
        shard: Shard::WHOLE,
        weights: Weights::default(),
        store_limit: None,
    };
    let search = if args.until_found { Search::UntilFound } else { Search::Whole };
    let mut code = EXIT_CLEAN;
    for (toolchain, edits) in toolchains.iter().zip(edits) {
        settings.targets = vec![toolchain.target];
        let edits = chosen(edits, &args.edit)?;
        let bar = Bar::new();
        let each = |outcome: &Outcome| {
            if args.verbose || !outcome.is_right() {
                bar.line(&report::line(toolchain.target, outcome));
            }
        };
        let outcomes = table::run(&settings, toolchain, &edits, &seeds, search, &bar, &each);
        bar.clear();
        let outcomes = outcomes?;
        let frame = report::Frame {
            toolchain: toolchain.name.clone(),
            version: toolchain.version.clone(),
            target: toolchain.target,
            cases: args.cases,
            seeds: seeds.clone(),
            search,
        };
        print(&match args.format {
            Format::Text => report::text(&frame, &outcomes, args.verbose),
            Format::Json => report::json(&frame, &outcomes),
        })?;
        let totals = report::totals(&outcomes);
        if totals.refused > 0 {
            code = code.max(EXIT_TOOL);
        } else if !totals.is_right() {
            code = code.max(EXIT_VIOLATIONS);
        }
        if let Some(signal) = interrupt::signal() {
            note("interrupted: the table holds the mutants that were done until then");
            return Ok(interrupt::exit_code(signal));
        }
    }
    Ok(code)
}

/// The ways to break a subject that were asked for.
fn ways(toolchain: &Toolchain, args: &MutantsArgs) -> Result<Vec<Mutant>, Error> {
    let name = &toolchain.name;
    let (ways, reason) = match args.random {
        None => (mutants_of(toolchain), "there is no way to break such a subject"),
        Some(_) if !toolchain.kind.compiles_c() => {
            (Vec::new(), "only compilers are broken at random; without --random it has faults of its own")
        }
        Some(count) => (
            random::edits(toolchain.target, args.random_seed, count).into_iter().map(Mutant::from).collect(),
            "assembly text of this target cannot be read",
        ),
    };
    if ways.is_empty() { Err(Error::Input(format!("{name}: {reason}"))) } else { Ok(ways) }
}

/// The edits with these names, `*` for any text; all of them where no name is given.
fn chosen(all: Vec<Mutant>, names: &[String]) -> Result<Vec<Mutant>, Error> {
    if names.is_empty() {
        return Ok(all);
    }
    for name in names {
        if !all.iter().any(|e| crosscall_base::pattern::fits(name, e.name)) {
            let hint = match nearest(name, all.iter().map(|e| e.name)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    let names: Vec<&str> = all.iter().map(|e| e.name).collect();
                    format!("there are {}", names.join(", "))
                }
            };
            return Err(Error::Input(format!("unknown edit `{name}`; {hint}")));
        }
    }
    let wanted = |edit: &Mutant| names.iter().any(|name| crosscall_base::pattern::fits(name, edit.name));
    Ok(all.into_iter().filter(wanted).collect())
}
