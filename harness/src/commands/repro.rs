//! `crosscall repro`.

use super::again::{self, Outcome, Settled, Subjects};
use super::run::render;
use super::session;
use crate::campaign::units::Workshop;
use crate::case_file::CaseFile;
use crate::cli::ReproArgs;
use crate::error::Error;
use crate::interrupt;
use crate::output::print;
use crate::report::text::Shown;
use crate::report::{Counts, RunReport, SubjectReport, dialect};
use crate::toolchain::process::{self, Limits};
use crosscall_model::Pairing;
use crosscall_oracle::standing::unsettled;
use std::path::Path;
use std::time::Instant;

/// Runs the case of a file again and prints what is found. The exit code is that of a run.
///
/// # Errors
/// [`Error::Input`] for a wrong file or selection, [`Error::Tool`] when a toolchain cannot be run.
pub fn run(args: &ReproArgs, config: Option<&Path>) -> Result<u8, Error> {
    let begin = Instant::now();
    let file = CaseFile::read(&args.case)?;
    let (inventory, _) = session::inventory(config)?;
    let known = session::known(args.known.as_deref())?;
    let found = file.found.clone().unwrap_or_default();
    let toolchains = if args.toolchain.is_empty() { &found.toolchains } else { &args.toolchain };
    // A fault of a compiler belongs to no clause, and may show in any unit that is made of the case.
    let of_the_file = found.pairing.filter(|_| !found.clauses.is_empty());
    let default = match of_the_file {
        Some(pairing) => vec![pairing],
        None if toolchains.len() == 2 => Pairing::ALL.to_vec(),
        None => Pairing::ALL.into_iter().filter(|p| *p != Pairing::Cross).collect(),
    };
    let pairings = again::pairings_for(&file.case, &args.pairing, &default)?;
    let (stop, limits, work_dir) = (interrupt::flag(), Limits::default(), std::env::temp_dir());
    let workshop = Workshop { work_dir: &work_dir, limits: &limits, stop: &stop };

    // The seed of another version of the generator means nothing here; the case itself is in the file.
    let seed = found.seed.filter(|_| found.generator.unwrap_or(1) == crosscall_generator::VERSION);
    let mut report = RunReport { seed: seed.unwrap_or(0), cases: 1, ..RunReport::default() };
    let before = process::time_spent();
    let mut settled = Settled::default();
    for pairing in pairings {
        for subjects in again::subjects(&inventory, file.case.target(), pairing, toolchains)? {
            let background = settled.of(&subjects, pairing, workshop)?;
            let mut outcome = again::once(&file.case, pairing, &subjects, &background, &known, workshop)?;
            for finding in &mut outcome.findings {
                finding.case_path = Some(args.case.clone());
                finding.seed = report.seed;
                finding.index = found.index.map_or(0, u64::from);
            }
            add(&mut report, &subjects, outcome);
        }
    }
    report.compiler_seconds = process::time_spent().saturating_sub(before).as_secs_f64();
    report.signal = interrupt::signal();
    report.interrupted = report.signal.is_some();
    report.seconds = begin.elapsed().as_secs_f64();
    let shown = Shown { known: true, dialects: false };
    print(&render(&report, args.format, shown, &known))?;
    Ok(report.exit_code())
}

/// Adds a trial to the subject's part of the report.
fn add(report: &mut RunReport, subjects: &Subjects, outcome: Outcome) {
    let tally = outcome.tally;
    let name = subjects.names().join(" calls ");
    let counts = &tally.counts;
    let counts = Counts {
        planned: counts.planned,
        run: counts.conforming + counts.violations,
        skipped: 0,
        unsupported: counts.unsupported,
        failed: counts.failed,
        found: tally.failures.count(|sort| sort.found),
        rejected: tally.failures.count(|sort| sort.rejected),
        conforming: counts.conforming,
        violations: counts.violations,
    };
    let subject = match report.targets.iter_mut().position(|t| t.toolchain == name) {
        Some(position) => report.targets.get_mut(position),
        None => {
            report.targets.push(SubjectReport {
                target: subjects.first.target,
                toolchain: name,
                version: subjects.first.version.clone(),
                counts: Counts::default(),
                reasons: Default::default(),
                failures: Vec::new(),
                incidents: Vec::new(),
                dialect: Default::default(),
                unsettled: Vec::new(),
                clauses: Default::default(),
                automaton: None,
                findings: Vec::new(),
            });
            report.targets.last_mut()
        }
    };
    let Some(subject) = subject else { return };
    subject.counts += counts;
    subject.dialect = dialect::answers(&tally.knowledge);
    subject.unsettled = unsettled(&tally.knowledge);
    subject.failures.extend(tally.failures.sorted());
    subject.incidents.extend(tally.failures.incidents());
    for (reason, times) in tally.untestable {
        *subject.reasons.entry(reason).or_default() += times;
    }
    for (clause, times) in tally.clauses {
        *subject.clauses.entry(clause.to_owned()).or_default() += times;
    }
    subject.findings.extend(outcome.findings);
}
