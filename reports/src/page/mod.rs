//! The report as one HTML page that needs nothing beside it: no network, no other file, and no script for what is most important.
//!
//! The document itself has the conclusion, the lists of what is new, changed and gone, and the tables of the whole run. The
//! buckets are data: an index of rows, which the page's script shows a few at a time, and the details of each, packed, of
//! which only those are unpacked that somebody opens. So a page of ten thousand buckets is as quick as one of ten.
//!
//! Nothing from outside is obeyed: all text goes through [`escape`], and the page's content security policy names the digests of
//! its own script and style sheet and permits nothing else.

mod cause;
mod chart;
mod coverage;
mod detail;
mod dialects;
pub mod escape;
mod lists;
mod matrix;
mod packed;
mod picture;
mod rows;
#[cfg(any(test, feature = "sample"))]
pub mod sample;
mod severity;
mod subjects;
#[cfg(test)]
mod tests;
mod tracker;

use crate::buckets::BucketState;
use crate::known::Titles;
use crate::run::{RunReport, SubjectReport};
use askama::Template;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cause::Cause;
use crosscall_model::Target;
use sha2::{Digest, Sha256};

/// Data that a page is made of.
#[derive(Debug, Clone)]
pub struct Page<'a> {
    /// The report.
    pub report: &'a RunReport,
    /// Titles of known findings.
    pub known: &'a Titles,
    /// The buckets as a store has them; empty without one.
    pub buckets: Vec<Bucket>,
    /// Nights of a store, in order; empty without one.
    pub nights: Vec<PastNight>,
    /// A short name for a bucket, from its name.
    pub id: fn(&str) -> String,
}

/// A bucket as a store has it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bucket {
    /// Its name: target and fingerprint.
    pub name: String,
    /// Its state with each subject.
    pub subjects: Vec<Standing>,
    /// Its history, in the order in which it happened.
    pub history: Vec<Change>,
    /// Names of other buckets that were gone in the same nights with the same subjects.
    pub gone_together: Vec<String>,
}

/// The state of a bucket with a subject.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Standing {
    /// The subject, or `a calls b`.
    pub subject: String,
    /// The state that was observed last.
    pub state: Option<BucketState>,
    /// The night since which it is in that state.
    pub since: u64,
    /// Who has put it aside, and why.
    pub retired: Option<String>,
}

/// A bucket came into another state with a subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The night.
    pub night: u64,
    /// When: UTC, as RFC 3339 has it.
    pub date: String,
    /// The subject, or `a calls b`.
    pub subject: String,
    /// The state since then.
    pub state: BucketState,
    /// More about it, in words.
    pub detail: String,
}

/// A night of a store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PastNight {
    /// Its number.
    pub number: u64,
    /// The column that it tested.
    pub column: u64,
    /// When it began: UTC, as RFC 3339 has it.
    pub date: String,
    /// Cases that it has run.
    pub cases: u64,
    /// Buckets that it was the first to see.
    pub found: u64,
}

/// The page's style sheet and its script. Both are checked in a browser (`scripts/check-page`).
const STYLE: &str = include_str!("../../templates/page.css");
const SCRIPT: &str = include_str!("../../templates/page.js");

#[derive(Template)]
#[template(path = "page.html")]
struct Whole<'a> {
    policy: String,
    style: &'static str,
    script: &'static str,
    version: &'static str,
    date: &'a str,
    day: &'a str,
    code: u8,
    verdict: &'static str,
    lead: Option<String>,
    conclusion: String,
    incomplete: Option<String>,
    command: &'a str,
    seed: String,
    tested: Vec<subjects::Group>,
    night: Option<String>,
    known: Option<String>,
    lists: Vec<lists::List>,
    standing: Vec<lists::List>,
    matrices: Vec<matrix::Matrix>,
    count: usize,
    states: Vec<&'static str>,
    changes: bool,
    targets: Vec<String>,
    names: Vec<String>,
    index: String,
    together: usize,
    chunks: Vec<String>,
    dialects: Vec<dialects::Table>,
    coverage: coverage::Coverage,
    time: Option<chart::OverTime>,
    subjects: Vec<subjects::Line>,
    left_out: Vec<(String, String, String)>,
    untested: Vec<(String, String, String)>,
    has_reasons: bool,
    failures: Vec<subjects::Failed>,
    words: Vec<(&'static str, String)>,
    documents: Vec<subjects::Document>,
}

/// The whole page.
///
/// # Errors
/// When a template cannot be filled in, which no data makes happen.
pub fn render(page: &Page<'_>) -> Result<String, askama::Error> {
    let report = page.report;
    let causes = cause::causes(page);
    let details = causes.iter().map(|cause| detail::html(page, cause)).collect::<Result<Vec<_>, _>>()?;
    let targets = targets(report).iter().map(|target| target.name().to_owned()).collect();
    let mut states: Vec<cause::State> = causes.iter().map(|cause| cause.state).collect();
    states.sort_unstable();
    states.dedup();
    let whole = Whole {
        policy: policy(),
        style: STYLE,
        script: SCRIPT,
        version: env!("CARGO_PKG_VERSION"),
        date: &report.origin.date,
        day: report.origin.date.get(..10).filter(|day| !day.contains(['<', '&', '>'])).unwrap_or_default(),
        code: report.exit_code(),
        verdict: report.outcome().title(),
        lead: report.night.is_some().then(|| lists::lead(&causes)),
        conclusion: report.conclusion(),
        incomplete: report.incomplete(),
        command: &report.origin.command,
        seed: format!("{:#x}", report.seed),
        tested: subjects::groups(report),
        known: lists::known(&causes),
        night: report.night.as_ref().map(|night| lists::night(night, page)),
        lists: lists::lists(page, &causes),
        standing: lists::standing(page, &causes),
        matrices: matrix::matrices(report, &causes),
        count: causes.len(),
        changes: causes.iter().any(|cause| lists::CHANGED.contains(&cause.state)),
        states: states.into_iter().map(cause::State::word).collect(),
        targets,
        names: rows::subjects(&causes),
        index: packed::pack(&rows::index(page, &causes)),
        together: packed::TOGETHER,
        chunks: packed::chunks(&details),
        dialects: dialects::tables(report),
        coverage: coverage::of(report),
        time: chart::over_time(&page.nights),
        subjects: subjects::lines(report),
        left_out: subjects::left_out(report),
        untested: subjects::untested(report),
        has_reasons: !report.untested.is_empty()
            || report.targets.iter().any(|subject| !subject.reasons.is_empty()),
        failures: subjects::failures(report),
        words: words(),
        documents: subjects::documents(report),
    };
    whole.render()
}

/// Words that the page uses, with their meanings.
fn words() -> Vec<(&'static str, String)> {
    let used = [
        "case",
        "subject",
        "pairing",
        "trial",
        "clause",
        "interpretation",
        "dialect",
        "deviation",
        "finding",
        "bucket",
        "probe",
    ];
    let word = |name: &&'static str| Some((*name, crate::glossary::find(name)?.meaning.replace('`', "")));
    used.iter().filter_map(word).collect()
}

/// Targets of a report, in their order.
fn targets(report: &RunReport) -> Vec<Target> {
    let mut targets: Vec<Target> = report.targets.iter().map(|subject| subject.target).collect();
    targets.dedup();
    targets
}

/// True for two subjects that call each other, which stand in a report as one.
fn is_pair(subject: &SubjectReport) -> bool {
    subject.toolchain.contains(" calls ")
}

/// The page's content security policy: its own script and style sheet, and nothing else.
fn policy() -> String {
    let digest = |text: &str| STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        digest(SCRIPT),
        digest(STYLE)
    )
}

/// A number and what it is of: `1 trial`, `12 trials`, `12,345 trials`.
fn count(number: u64, of: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{} {of}{s}", grouped(number))
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Trials that show a cause, and those that go wrong because of it.
fn trials(cause: &Cause<'_>) -> String {
    let own = count(cause.trials, "trial");
    if cause.folded > 0 {
        format!("{own}; {} more go wrong because of it", grouped(cause.folded))
    } else {
        own
    }
}
