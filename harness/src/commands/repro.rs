//! `crosscall repro`.

use super::matrix::{self, Shown};
use super::run::{Shape, render};
use super::{described, session};
use crate::cli::{ReportFormat, ReproArgs, ReproFormat};
use crate::evidence::{folder, issue};
use crosscall_base::error::Error;
use crosscall_base::interrupt;
use crosscall_base::output::{note, print};
use crosscall_base::process::{self, Limits};
use crosscall_campaign::archive;
use crosscall_campaign::rerun::again::{Outcome, Subjects};
use crosscall_campaign::rerun::retrial::{self, Retrial};
use crosscall_model::Pairing;
use crosscall_model::finding::FindingKind;
use crosscall_oracle::standing::unsettled;
use crosscall_reports::outcome::{EXIT_ABORT, EXIT_CLEAN, EXIT_SKIP, EXIT_VIOLATIONS};
use crosscall_reports::run::{Counts, RunReport, SubjectReport};
use crosscall_reports::screen::Of;
use crosscall_reports::{dialect, text};
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::language::Language;
use crosscall_toolchain::named::started;
use crosscall_toolchain::recorded::PREFIX;
use crosscall_toolchain::units::CompileContext;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

/// Runs the case of a file again and prints what is found. The exit code is that of a run.
///
/// # Errors
/// [`Error::Input`] for a wrong file or selection, [`Error::Tool`] when a toolchain cannot be run.
pub fn run(args: &ReproArgs, config: Option<&Path>) -> Result<u8, Error> {
    match again(args, config) {
        Err(error) if args.bisect => {
            note(&format!("crosscall: {error}"));
            Ok(match error {
                Error::Input(_) => EXIT_ABORT,
                Error::Tool(_) | Error::Store(_) | Error::Changed(_) => EXIT_SKIP,
            })
        }
        answer => answer,
    }
}

fn again(args: &ReproArgs, config: Option<&Path>) -> Result<u8, Error> {
    let begin = Instant::now();
    let opened = archive::open(&args.case)?;
    // A text for others says what the other compilers do.
    let alone = args.keep.is_none() && args.format != ReproFormat::Issue;
    // Those that are both named and described stand as they are named: a caller and its callee, say.
    let described = described::names(&args.subject).filter(|name| !args.toolchain.contains(name));
    let asked: Vec<String> = args.toolchain.iter().cloned().chain(described).collect();
    let targets = [opened.file.case.target()];
    session::choose(&args.programs, &targets, config)?;
    let names = if alone { asked.as_slice() } else { &[] };
    let (mut inventory, _) = session::inventory_for(&targets, names, config)?;
    inventory.add_recorded(&args.recorded)?;
    described::add(&args.subject, &targets, &mut inventory)?;
    let is_recorded_named = !args.recorded.is_empty() || asked.iter().any(|name| name.starts_with(PREFIX));
    if args.bisect && !is_recorded_named {
        // A commit whose compiler is missing has no answer: one that was recorded earlier must not give it.
        inventory.toolchains.retain(|toolchain| toolchain.recorded.0.is_none());
    }
    let known = session::known(args.known.as_deref())?;
    let found = opened.file.found.clone().unwrap_or_default();
    let trials = retrial::trials(&opened, &inventory, &args.pairing, &asked)?;
    if !is_recorded_named {
        for name in recorded_among(&trials) {
            note(&format!("{name} is not installed: what was recorded of it answers ({PREFIX}{name})"));
        }
    }
    let (stop, limits, work_dir) = (interrupt::flag(), Limits::default(), std::env::temp_dir());
    let context = CompileContext { work_dir: &work_dir, limits: &limits, stop: &stop };

    // The seed of another version of the generator means nothing here; the case itself is in the file.
    let seed = found.seed.filter(|_| found.generator.unwrap_or(1) == crosscall_generator::VERSION);
    let mut report = RunReport {
        origin: args.programs.origin(),
        seed: seed.unwrap_or(0),
        cases: 1,
        ..RunReport::default()
    };
    let before = process::time_spent();
    if let Some(folder) = &args.keep {
        folder::check(folder)?;
    }
    let mut retrial = Retrial::new(&opened, &known, context);
    let mut shown: Vec<Shown> = Vec::new();
    let between = opened.entry.filter(|entry| entry.kind == FindingKind::Incompatibility);
    for (pairing, subjects) in trials {
        let (mut outcome, background) = retrial.once(pairing, &subjects)?;
        for finding in &mut outcome.findings {
            finding.case_path = Some(opened.path.clone());
            finding.seed = report.seed;
            finding.index = found.index.map_or(0, u64::from);
        }
        for (finding, seen) in outcome.findings.iter().zip(&outcome.seen) {
            let (finding, evidence) = (finding.clone(), seen.evidence.clone());
            let (subjects, background) = (subjects.clone(), background.clone());
            shown.push(Shown { pairing, subjects, finding, evidence, background });
        }
        add(&mut report, &subjects, outcome);
        // Of many pairs of subjects one that shows it is enough.
        if between.is_some_and(|entry| shown.iter().any(|s| s.is_known_as(&entry.id))) {
            break;
        }
    }
    // Trials that show the same make one finding.
    let mut fingerprints = BTreeSet::new();
    shown.retain(|shown| fingerprints.insert(shown.finding.fingerprint.clone()));
    let wanted = opened.entry.map(|entry| entry.id.as_str());
    let is_wanted = |one: &Shown| wanted.is_none_or(|id| one.is_known_as(id));
    // A case file names the clause that it contradicts; any finding will do for one that names none.
    let is_reported = |one: &Shown| found.clauses.first().is_none_or(|clause| one.finding.clause() == clause);
    let shows = shown.iter().any(|one| if wanted.is_some() { is_wanted(one) } else { is_reported(one) });
    let mut issues = Vec::new();
    if args.keep.is_some() || args.format == ReproFormat::Issue {
        if let Some(id) = wanted.filter(|_| !shown.is_empty() && !shown.iter().any(is_wanted)) {
            note(&format!(
                "{id} does not show here; the text is about the finding that its case shows instead"
            ));
        } else {
            // An issue is about one thing; what else a case shows has an entry of its own.
            shown.retain(is_wanted);
        }
        for one in &shown {
            let tried = matrix::tried(&mut retrial, &inventory, one)?;
            let scene = one.scene(&inventory.toolchains, context);
            issues.push(issue::text(&scene, &tried));
            if let Some(folder) = &args.keep {
                let alone = shown.len() == 1;
                let place = if alone { folder.clone() } else { folder::place_in(folder, &scene) };
                folder::write(&place, &scene, &tried)?;
                note(&format!("the evidence is in {}", place.display()));
            }
        }
        if shown.is_empty() && !keep_refused(&report, args.keep.as_deref(), &inventory.toolchains)? {
            note("nothing shows: there is nothing to keep or to report");
        }
    }
    report.compiler_seconds = process::time_spent().saturating_sub(before).as_secs_f64();
    report.signal = interrupt::signal();
    report.interrupted = report.signal.is_some();
    report.seconds = begin.elapsed().as_secs_f64();
    if args.bisect || args.quiet {
        let answer = Shows::of(&report, shows);
        print(&format!("{}: {}\n", opened.path.display(), answer.words(&shown)))?;
        return Ok(if args.bisect { answer.for_bisect(&report) } else { report.exit_code() });
    }
    let format = match args.format {
        ReproFormat::Text => ReportFormat::Text,
        ReproFormat::Json => ReportFormat::Json,
        ReproFormat::Junit => ReportFormat::Junit,
        ReproFormat::Github => ReportFormat::Github,
        ReproFormat::Issue => {
            print(&issues.join("\n---\n\n"))?;
            return Ok(report.exit_code());
        }
    };
    let shape = match args.verbose {
        true => Shape::Whole(text::Shown { known: true, dialects: false }),
        false => Shape::Screen { of: Of::Case, all: false, dialects: false },
    };
    print(&render(&report, format, shape, &known, &[])?)?;
    Ok(report.exit_code())
}

/// Keeps the unit that a compiler refused, so that a trial has failed; whether there was one, and a folder for it.
fn keep_refused(report: &RunReport, keep: Option<&Path>, toolchains: &[Toolchain]) -> Result<bool, Error> {
    let failures = report.targets.iter().flat_map(|subject| &subject.failures);
    let refused = failures.filter_map(|failed| Some((failed, failed.source.as_deref()?))).next();
    let (Some((failed, source)), Some(folder)) = (refused, keep) else { return Ok(false) };
    // The message begins with the name of the compiler.
    let is_named = |toolchain: &&Toolchain| failed.reason.starts_with(&format!("{}: ", toolchain.name));
    let language =
        toolchains.iter().find(is_named).map_or(Language::C, |toolchain| toolchain.kind.written_in());
    folder::write_refused(folder, language, source, &failed.message)?;
    note(&format!("the unit that was refused is in {}", folder.display()));
    Ok(true)
}

/// Names of the compilers whose recordings take part in trials.
fn recorded_among(trials: &[(Pairing, Subjects)]) -> BTreeSet<&str> {
    let subjects = trials.iter().flat_map(|(_, subjects)| [Some(&subjects.first), subjects.partner.as_ref()]);
    subjects.flatten().filter_map(|subject| subject.name.strip_prefix(PREFIX)).collect()
}

/// True if the finding of a case shows with the subjects that it was tried with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shows {
    Yes,
    No,
    /// Something failed, or nothing was run.
    Unknown,
}

impl Shows {
    fn of(report: &RunReport, shows: bool) -> Shows {
        let counts = report.counts();
        match shows {
            true => Shows::Yes,
            false if counts.run == 0 || counts.failed > 0 || report.interrupted => Shows::Unknown,
            false => Shows::No,
        }
    }

    /// In a line, without its end.
    fn words(self, shown: &[Shown]) -> String {
        let other = shown.first().map(|one| format!("; what shows is {}", one.finding.headline()));
        match self {
            Shows::Yes => "shows".to_owned(),
            Shows::No => "does not show".to_owned() + &other.unwrap_or_default(),
            Shows::Unknown => "could not be tested".to_owned() + &other.unwrap_or_default(),
        }
    }

    /// The exit code for `git bisect run`.
    fn for_bisect(self, report: &RunReport) -> u8 {
        match self {
            _ if report.interrupted => report.exit_code(),
            Shows::Yes => EXIT_VIOLATIONS,
            Shows::No => EXIT_CLEAN,
            Shows::Unknown => EXIT_SKIP,
        }
    }
}

/// Adds a trial to the subject's part of the report.
fn add(report: &mut RunReport, subjects: &Subjects, outcome: Outcome) {
    let tally = outcome.tally;
    let name = subjects.names().join(" calls ");
    let subject = match report.targets.iter_mut().position(|t| t.toolchain == name) {
        Some(position) => report.targets.get_mut(position),
        None => {
            report.targets.push(SubjectReport {
                target: subjects.first.target,
                toolchain: name,
                version: subjects.first.version.clone(),
                compiler: subjects.first.compiler.clone(),
                started: std::iter::once(&subjects.first).chain(&subjects.partner).map(started).collect(),
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
    subject.counts += tally.reported_counts(tally.record.counts.planned);
    subject.dialect = dialect::answers(&tally.knowledge);
    subject.unsettled = unsettled(&tally.knowledge, &tally.record.lessons);
    subject.failures.extend(tally.record.failures.sorted());
    subject.incidents.extend(tally.record.failures.incidents());
    for (reason, times) in tally.record.untestable {
        *subject.reasons.entry(reason).or_default() += times;
    }
    for (clause, times) in tally.record.clauses {
        *subject.clauses.entry(clause.to_owned()).or_default() += times;
    }
    subject.findings.extend(outcome.findings);
}
