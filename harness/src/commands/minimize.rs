//! `crosscall minimize`.

use super::run::check_output;
use super::session;
use crate::cli::MinimizeArgs;
use crosscall_base::error::Error;
use crosscall_base::interrupt;
use crosscall_base::output::{note, print, write_atomically};
use crosscall_base::process::Limits;
use crosscall_campaign::apart::Apart;
use crosscall_campaign::archive;
use crosscall_campaign::asked::Wrong;
use crosscall_campaign::fingerprint::Fault;
use crosscall_campaign::rerun::again::{self, FEW_CASES, Settled};
use crosscall_campaign::rerun::crash::{self, Crash};
use crosscall_campaign::tally::Seen;
use crosscall_campaign::tools::Tools;
use crosscall_campaign::values::Values;
use crosscall_engine::unit::Role;
use crosscall_generator::shrink;
use crosscall_model::finding::{Verdict, Violation};
use crosscall_model::{About, Case, Pairing, counted};
use crosscall_reports::outcome::EXIT_CLEAN;
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::case_file::CaseFile;
use crosscall_toolchain::units::CompileContext;
use std::cell::Cell;
use std::path::Path;
use std::sync::atomic::Ordering;

/// Makes the case smaller as long as the same disagreement shows, and writes the smallest one.
///
/// # Errors
/// [`Error::Input`] for a wrong file or selection, and when the case shows nothing; [`Error::Tool`] when
/// a toolchain cannot be run; [`Error::Store`] when the result cannot be written.
pub fn run(args: &MinimizeArgs, config: Option<&Path>) -> Result<u8, Error> {
    check_output(args.output.as_deref())?;
    let opened = archive::open(&args.case)?;
    let (entry, file) = (opened.entry.map(|entry| entry.id.as_str()), opened.file);
    let known = session::known(args.known.as_deref())?;
    let found = file.found.clone().unwrap_or_default();
    let toolchains = if args.toolchain.is_empty() { &found.toolchains } else { &args.toolchain };
    let (inventory, _) = session::inventory_for(&[file.case.target()], toolchains, config)?;
    // The pairing in which it was found comes first; a compiler that stops may do so at the unit of another one.
    let first = args.pairing.or(found.pairing);
    let others = Pairing::ALL.into_iter().filter(|p| *p != Pairing::Cross && Some(*p) != first);
    let default: Vec<Pairing> = first.into_iter().chain(others).collect();
    let asked: Vec<Pairing> = args.pairing.into_iter().collect();
    let pairings = again::pairings_for(&file.case, &asked, &default)?;
    let (stop, limits, work_dir) = (interrupt::flag(), Limits::default(), std::env::temp_dir());
    let context = CompileContext { work_dir: &work_dir, limits: &limits, stop: &stop };

    let mut settled = Settled::default();
    for pairing in pairings {
        for subjects in again::subjects(&inventory, file.case.target(), pairing, toolchains)? {
            // Of a compiler that stops nothing else need be known.
            let stopped = match &file.case {
                About::Call(case) => crash::faults(case, pairing, &subjects, &known, context)?,
                About::Tool(_) | About::Value(_) => Vec::new(),
            };
            if stopped.is_empty() && first.is_some_and(|first| first != pairing) {
                continue;
            }
            let (all, background) = match stopped.is_empty() {
                false => (stopped, None),
                true => {
                    let background = settled.of(&subjects, pairing, context, FEW_CASES)?;
                    let trial = again::once(&file.case, pairing, &subjects, &background, &known, context)?;
                    (trial.seen, Some(background))
                }
            };
            let Some(seen) = kept(&all, entry) else { continue };
            let wanted = Fault::of(&seen.key.fingerprint, &seen.violation, seen.beside);
            let both: Vec<&Toolchain> = std::iter::once(&subjects.first).chain(&subjects.partner).collect();
            // What is new must not turn into what an entry explains, nor the other way round.
            let is_as_known = |case: &About, violation: &Violation| {
                let trial = Wrong { pairing: Some(pairing), subjects: &both, case: case.by_ref(), violation };
                trial.known(&known, &seen.key.fingerprint) == seen.key.known
            };
            let tried = Cell::new(0u64);
            let of_crash = crash::role_of(seen).filter(|_| seen.pairing.is_none());
            let stops = |role: Role, case: &Case| {
                let subject = if seen.toolchains.first() == Some(&subjects.first.name) {
                    Some(&subjects.first)
                } else {
                    subjects.partner.as_ref()
                };
                let crash = |subject| Crash { subject, role, key: &seen.key, known: &known, context };
                subject.is_some_and(|subject| crash(subject).shows(case).is_some())
            };
            let shows = |case: &About| {
                tried.set(tried.get() + 1);
                if let (Some(role), About::Call(case)) = (of_crash, case) {
                    return !stop.load(Ordering::Relaxed) && stops(role, case);
                }
                let Some(mut background) = background.clone() else { return false };
                let result = again::trial(case, pairing, &subjects, &mut background, context);
                let verdict = result.ok().flatten().map(|r| r.verdict);
                !stop.load(Ordering::Relaxed)
                    && matches!(verdict, Some(Verdict::Violates(v)) if wanted.is_in(pairing, &v) && is_as_known(case, &v))
            };
            let tries = usize::try_from(args.tries).unwrap_or(usize::MAX);
            let case = smallest(&file.case, shows, tries);
            let mut smaller = CaseFile { case, found: Some(found.clone()) };
            if let Some(history) = &mut smaller.found {
                history.pairing = Some(pairing);
                history.toolchains = subjects.names();
            }
            note(&format!("{}: tried: {}", seen.key.fingerprint, counted(tried.get(), "smaller case")));
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

/// The disagreement that is kept: that of the entry whose case it is, or else the first one that is new, or else the first.
fn kept<'a>(all: &'a [Seen], entry: Option<&str>) -> Option<&'a Seen> {
    let of_entry = |seen: &&Seen| seen.key.known.iter().any(|id| Some(id.as_str()) == entry);
    let is_new = |seen: &&Seen| seen.key.known.is_empty();
    all.iter().find(of_entry).or_else(|| all.iter().find(is_new)).or_else(|| all.first())
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
