//! `crosscall minimize`.

use super::session;
use crate::archive;
use crate::campaign::apart::Apart;
use crate::campaign::fingerprint::Fault;
use crate::campaign::rerun::again::{self, FEW_CASES, Settled};
use crate::campaign::tools::Tools;
use crate::campaign::values::Values;
use crate::case_file::CaseFile;
use crate::cli::MinimizeArgs;
use crate::error::Error;
use crate::interrupt;
use crate::known::Known;
use crate::output::{note, print, write_atomically};
use crate::process::Limits;
use crate::units::CompileContext;
use crosscall_generator::shrink;
use crosscall_model::finding::Verdict;
use crosscall_model::{About, Pairing};
use crosscall_reports::outcome::EXIT_CLEAN;
use std::cell::Cell;
use std::path::Path;
use std::sync::atomic::Ordering;

/// Makes the case smaller as long as the same disagreement shows, and writes the smallest one.
///
/// # Errors
/// [`Error::Input`] for a wrong file or selection, and when the case shows nothing; [`Error::Tool`] when
/// a toolchain cannot be run; [`Error::Store`] when the result cannot be written.
pub fn run(args: &MinimizeArgs, config: Option<&Path>) -> Result<u8, Error> {
    let file = archive::open(&args.case)?.file;
    let (inventory, _) = session::inventory_for(&[file.case.target()], &[], config)?;
    let found = file.found.clone().unwrap_or_default();
    let toolchains = if args.toolchain.is_empty() { &found.toolchains } else { &args.toolchain };
    let default = match found.pairing {
        Some(pairing) => vec![pairing],
        None => Pairing::ALL.into_iter().filter(|p| *p != Pairing::Cross).collect(),
    };
    let asked: Vec<Pairing> = args.pairing.into_iter().collect();
    let pairings = again::pairings_for(&file.case, &asked, &default)?;
    let (stop, limits, work_dir) = (interrupt::flag(), Limits::default(), std::env::temp_dir());
    let context = CompileContext { work_dir: &work_dir, limits: &limits, stop: &stop };

    let mut settled = Settled::default();
    for pairing in pairings {
        for subjects in again::subjects(&inventory, file.case.target(), pairing, toolchains)? {
            let background = settled.of(&subjects, pairing, context, FEW_CASES)?;
            let first = again::once(&file.case, pairing, &subjects, &background, &Known::default(), context)?;
            let Some(seen) = first.seen.iter().find(|s| s.pairing.is_some()) else { continue };
            let wanted = Fault::of(&seen.key.fingerprint, &seen.violation, seen.beside);
            let tried = Cell::new(0u64);
            let shows = |case: &About| {
                tried.set(tried.get() + 1);
                let mut background = background.clone();
                let result = again::trial(case, pairing, &subjects, &mut background, context);
                let verdict = result.ok().flatten().map(|r| r.verdict);
                !stop.load(Ordering::Relaxed)
                    && matches!(verdict, Some(Verdict::Violates(v)) if wanted.is_in(pairing, &v))
            };
            let tries = usize::try_from(args.tries).unwrap_or(usize::MAX);
            let case = smallest(&file.case, shows, tries);
            let mut smaller = CaseFile { case, found: Some(found.clone()) };
            if let Some(history) = &mut smaller.found {
                history.pairing = Some(pairing);
                history.toolchains = subjects.names();
            }
            note(&format!("{}: {} smaller cases were tried", seen.key.fingerprint, tried.get()));
            match &args.output {
                Some(path) => write_atomically(path, smaller.to_text().as_bytes())?,
                None => print(&smaller.to_text())?,
            }
            return Ok(EXIT_CLEAN);
        }
    }
    Err(Error::Input(format!(
        "{}: shows no disagreement here; there is nothing to keep",
        args.case.display()
    )))
}

/// The smallest case found that still shows the same.
fn smallest(case: &About, shows: impl Fn(&About) -> bool, tries: usize) -> About {
    match case {
        About::Call(case) => {
            About::Call(shrink::minimise(case, |case| shows(&About::Call(case.clone())), tries))
        }
        About::Tool(case) => smallest_apart::<Tools>(case, shows, tries),
        About::Value(case) => smallest_apart::<Values>(case, shows, tries),
    }
}

fn smallest_apart<T: Apart>(case: &T::Case, shows: impl Fn(&About) -> bool, tries: usize) -> About {
    T::about(&T::minimise(case, |case| shows(&T::about(case).to_owned()), tries)).to_owned()
}
