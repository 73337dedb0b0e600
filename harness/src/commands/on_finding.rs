//! A command that a run starts for each finding that came up in it, such as one that opens a ticket.

use crosscall_base::error::Error;
use crosscall_base::output::note;
use crosscall_base::process::folder::WorkFolder;
use crosscall_base::process::{self, End, Limits};
use crosscall_model::finding::Finding;
use crosscall_reports::buckets::Night;
use crosscall_reports::json::finding_line;
use crosscall_reports::run::RunReport;
use crosscall_toolchain::config::resolve;
use crosscall_toolchain::named::words;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Commands that run at the same time.
const AT_ONCE: usize = 4;

/// Findings of one run for which the command is started; the others are counted.
const MOST: usize = 100;

/// The words of a command line, without a shell; a program with a slash is looked for in `folder`.
///
/// # Errors
/// [`Error::Input`] for what is no command.
pub(super) fn command(text: &str, folder: &Path) -> Result<Vec<String>, Error> {
    let mut words = words("--on-finding", text)?;
    if words.first().is_none_or(String::is_empty) {
        return Err(Error::Input("--on-finding: a command is missing".to_owned()));
    }
    resolve(&mut words, folder);
    Ok(words)
}

/// Starts the command for each new finding; with a store, for each that came up or came back in this night. Its last argument
/// is a file with the finding as JSON, which is removed when it has ended.
///
/// # Errors
/// When the files cannot be written. A command that fails is reported and changes nothing.
pub(super) fn run(
    command: &[String],
    time: Duration,
    report: &RunReport,
    stop: &AtomicBool,
) -> Result<(), Error> {
    let mut findings = news(report);
    let count = findings.len();
    findings.truncate(MOST);
    if count > MOST {
        note(&format!("--on-finding: {count} findings are new; the command is started for the first {MOST}"));
    }
    let folder = WorkFolder::new(&std::env::temp_dir()).map_err(Error::Store)?;
    let limits = Limits { time, ..Limits::default() };
    let next = Mutex::new(findings.into_iter().enumerate());
    let result = Mutex::new(Ok(()));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let next = next.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((number, finding)) = next else { break };
                    if let Err(error) = start(command, (number, finding), folder.path(), &limits, stop) {
                        *result.lock().unwrap_or_else(PoisonError::into_inner) = Err(error);
                    }
                }
            });
        }
    });
    result.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Findings that have not been reported to a person: one for each target and fingerprint.
fn news(report: &RunReport) -> Vec<&Finding> {
    let buckets: Option<BTreeSet<&str>> = report.night.as_ref().map(|night: &Night| {
        night.changes.iter().filter(|line| line.is_news).map(|line| line.bucket.as_str()).collect()
    });
    let mut reported = BTreeSet::new();
    let is_news = |finding: &&Finding| {
        let bucket = crosscall_campaign::buckets::name(finding.case.target(), &finding.fingerprint);
        finding.is_new()
            && buckets.as_ref().is_none_or(|buckets| buckets.contains(bucket.as_str()))
            && reported.insert(bucket)
    };
    report.findings().filter(is_news).collect()
}

fn start(
    command: &[String],
    (number, finding): (usize, &Finding),
    folder: &Path,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<(), Error> {
    let own = folder.join(number.to_string());
    let file = own.join("finding.json");
    std::fs::create_dir(&own)
        .and_then(|()| std::fs::write(&file, finding_line(finding) + "\n"))
        .map_err(|e| Error::unwritable(&file, crosscall_base::output::describe(&e)))?;
    let mut words = command.to_vec();
    words.push(file.display().to_string());
    let program = command.first().map(String::as_str).unwrap_or_default();
    match process::run(&words, &own, limits, stop) {
        Err(error) => note(&format!("--on-finding: {error}")),
        Ok(ran) if ran.end == End::Code(0) => {}
        Ok(ran) => {
            let why = match ran.end {
                End::Code(code) => format!("ended with status {code}"),
                End::TimedOut => format!("was stopped after {} s", limits.time.as_secs()),
                End::Signal(signal) => format!("was ended by signal {signal}"),
                End::Interrupted => "was interrupted".to_owned(),
            };
            let text = ran.stderr.text();
            let line = crosscall_campaign::store::printable(text.lines().next().unwrap_or_default());
            note(&format!("--on-finding: {program} {why} for {}: {line}", finding.fingerprint));
        }
    }
    Ok(())
}
