//! `crosscall record`.

use super::run::{check_output, jobs};
use super::session;
use crate::cli::{RecordArgs, Targets};
use crosscall_base::error::Error;
use crosscall_base::interrupt;
use crosscall_base::output::{note, write_atomically};
use crosscall_base::process::{Limits, folder};
use crosscall_base::progress::Waiting;
use crosscall_campaign::archive;
use crosscall_campaign::known::{Known, today};
use crosscall_model::{About, Case, counted};
use crosscall_reports::outcome::EXIT_CLEAN;
use crosscall_toolchain::cases::Source;
use crosscall_toolchain::recorded::{file, take};
use crosscall_toolchain::units::CompileContext;
use crosscall_toolchain::{Toolchain, capability};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Records compilers into a file.
///
/// # Errors
/// [`Error::Input`] for a wrong selection, [`Error::Tool`] when a compiler cannot be run, [`Error::Store`] when the file
/// cannot be written.
pub fn run(args: &RecordArgs, config: Option<&Path>) -> Result<u8, Error> {
    let targets = Targets::all(&args.target);
    let (inventory, _) = session::inventory_for(&targets, &args.toolchain, config)?;
    let subjects = inventory.select(&targets, &args.toolchain)?;
    if let Some(other) = subjects.iter().find(|subject| !subject.kind.compiles_c()) {
        return Err(Error::Input(format!(
            "{}: only compilers are recorded; what is built in is there everywhere",
            other.name
        )));
    }
    check_output(Some(&args.output))?;
    folder::sweep(&std::env::temp_dir());
    let (stop, work_dir) = (interrupt::flag(), std::env::temp_dir());
    let limits = Limits { time: Duration::from_secs(args.timeout), ..Limits::default() };
    let context = CompileContext { work_dir: &work_dir, limits: &limits, stop: &stop };
    let jobs = jobs(args.jobs);
    let mut all = Vec::new();
    for subject in &subjects {
        let waiting = Waiting::for_what(&format!("recording {}", subject.name));
        let source = Source::new(subject.target, args.seed.value);
        let mut cases: Vec<Case> = (0..args.cases).map(|number| source.case(number)).collect();
        cases.extend(of_known_findings(subject)?);
        let failed = |reason: &str| Error::Tool(format!("{}: {reason}", subject.name));
        let capabilities = capability::of(subject, context).map_err(|e| failed(&e.to_string()))?;
        let count = AtomicU64::new(0);
        let done = || {
            let count = count.fetch_add(1, Ordering::Relaxed) + 1;
            waiting.say(&format!("recording {}: {count} of {} cases", subject.name, cases.len()));
        };
        let recorded =
            take::record(subject, &capabilities, &cases, (context, jobs), &today().to_string(), &done)?;
        if interrupt::signal().is_some() {
            return Err(Error::Tool("interrupted; nothing was written".to_owned()));
        }
        all.push(recorded);
    }
    let bytes = file::write(&all)?;
    write_atomically(&args.output, &bytes)?;
    let names: Vec<&str> = subjects.iter().map(|Toolchain { name, .. }| name.as_str()).collect();
    note(&format!(
        "{}: {} and those of known findings, of each of {}, {}",
        args.output.display(),
        counted(args.cases, "case"),
        names.join(", "),
        counted(bytes.len(), "byte")
    ));
    Ok(EXIT_CLEAN)
}

/// The calls that show known findings of a subject, each once: so a recorded compiler shows them, too.
///
/// # Errors
/// [`Error::Input`] when a case cannot be read.
fn of_known_findings(subject: &Toolchain) -> Result<Vec<Case>, Error> {
    let mut cases: Vec<Case> = Vec::new();
    for entry in Known::built_in()?.entries.iter().filter(|entry| entry.is_about(subject.known_as())) {
        match archive::open(Path::new(&entry.case))?.file.case {
            About::Call(case) if case.target == subject.target && !cases.contains(&case) => cases.push(case),
            _ => {}
        }
    }
    Ok(cases)
}
