//! The report for programs.

use super::buckets::Night;
use super::dialect::{Answer, in_ways, question};
use super::origin::{Host, Origin};
use super::run::{Answers, Enough, FailedTrials, Incompatible, RunReport, Started, SubjectReport, UNBOUNDED};
use crate::again;
use crate::outcome::signal_name;
use crate::printable::visible;
use crosscall_model::finding::words::Words;
use crosscall_model::finding::{self as model, Confirmed, Finding, Follower, Mismatch, Sighting, ValueId};
use crosscall_model::{Pairing, Target};
use crosscall_oracle::clause::{Clause, catalogue};
use crosscall_oracle::standing::{Unsettled, Why};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Version of the form of what is written as JSON. It goes up when a key gets another meaning or goes away; that keys are
/// added is no other form.
pub const FORMAT: u32 = 3;

/// The whole report as one object, with a final line break.
pub fn render(report: &RunReport) -> String {
    pretty(&Whole(report))
}

/// A finding on one line, without the line break.
pub fn finding_line(found: &Finding) -> String {
    struct Line<'a>(&'a Finding);

    impl Serialize for Line<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            map.serialize_entry("format", &FORMAT)?;
            finding(&mut map, self.0)?;
            map.end()
        }
    }
    // Strings and numbers always have a JSON form.
    plain(serde_json::to_string(&Line(found)).unwrap_or_default())
}

/// Any value as indented JSON with a final line break.
pub fn pretty<T: Serialize>(value: &T) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    plain(text)
}

/// The same JSON with an escape for every character that a terminal would obey or nobody sees. Such characters stand in strings
/// alone.
fn plain(text: String) -> String {
    if matches!(visible(&text), Cow::Borrowed(_)) {
        return text;
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if matches!(visible(character.encode_utf8(&mut [0; 4])), Cow::Borrowed(_)) {
            out.push(character);
        } else {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
    out
}

/// A seed, as text: not every reader of JSON keeps 64 bits.
fn seed(seed: u64) -> String {
    format!("{seed:#x}")
}

/// The form of each item.
fn each<'a, T, U>(items: &'a [T], form: impl Fn(&'a T) -> U) -> Vec<U> {
    items.iter().map(form).collect()
}

/// Properties of a run in which it differs from another one that gives the same results.
#[derive(Serialize)]
struct Run<'a> {
    date: &'a str,
    command: &'a str,
    host: &'a Host,
    #[serde(skip_serializing_if = "Option::is_none")]
    backend: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    linker: Option<&'a str>,
    seconds: f64,
    compiler_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    night: Option<&'a Night>,
}

/// A report as an object.
struct Whole<'a>(&'a RunReport);

impl Serialize for Whole<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Whole(report) = self;
        let Origin { date, command, generator, host, backend, linker } = &report.origin;
        let enough = report.enough.map(|enough| match enough {
            Enough::Time(_) => "time",
            Enough::FirstFinding => "first finding",
            Enough::StoreLimit => "store limit",
        });
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("format", &FORMAT)?;
        map.serialize_entry("version", env!("CARGO_PKG_VERSION"))?;
        let RunReport { seconds, compiler_seconds, night, .. } = report;
        let run = Run {
            date,
            command,
            host,
            backend: backend.as_deref(),
            linker: linker.as_deref(),
            seconds: *seconds,
            compiler_seconds: *compiler_seconds,
            night: night.as_ref(),
        };
        map.serialize_entry("run", &run)?;
        map.serialize_entry("seed", &seed(report.seed))?;
        map.serialize_entry("generator", generator)?;
        // A run that ends with its time was asked for no number.
        map.serialize_entry("cases", &Some(report.cases).filter(|cases| *cases != UNBOUNDED))?;
        map.serialize_entry("interrupted", &report.interrupted)?;
        map.serialize_entry("signal", &report.signal.map(signal_name))?;
        map.serialize_entry("enough", &enough)?;
        map.serialize_entry("drawn", &report.drawn)?;
        map.serialize_entry("lacking", &report.lacking)?;
        map.serialize_entry("exit_code", &report.exit_code())?;
        map.serialize_entry("conclusion", &report.conclusion())?;
        map.serialize_entry("new_findings", &report.new_findings())?;
        map.serialize_entry("known_findings", &report.known_findings())?;
        map.serialize_entry("trials", &report.counts())?;
        map.serialize_entry("subjects", &each(&report.targets, Subject))?;
        map.serialize_entry("incompatible", &each(&report.incompatible, incompatible))?;
        map.serialize_entry("left_out", &report.left_out)?;
        map.serialize_entry("narrowed", &report.narrowed)?;
        map.serialize_entry("untested", &report.untested)?;
        map.serialize_entry("gone", &report.gone)?;
        map.serialize_entry("on_processor", &report.on_processor)?;
        map.end()
    }
}

/// Results of one subject as an object.
struct Subject<'a>(&'a SubjectReport);

impl<'a> Serialize for Subject<'a> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Subject(report) = self;
        let readings = |readings: fn(&Answer) -> &Vec<&'static str>| -> BTreeMap<String, String> {
            let some = report.dialect.iter().filter(|answer| !readings(answer).is_empty());
            some.map(|answer| (answer.name(), readings(answer).join("|"))).collect()
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("subject", &report.toolchain)?;
        map.serialize_entry("target", report.target.name())?;
        map.serialize_entry("version", &report.version)?;
        let command = |one: &'a Started| (one.subject.as_str(), one.command.as_slice());
        let commands: BTreeMap<&str, &[String]> = report.started.iter().map(command).collect();
        map.serialize_entry("commands", &commands)?;
        map.serialize_entry("trials", &report.counts)?;
        map.serialize_entry("reasons", &report.reasons)?;
        map.serialize_entry("failures", &each(&report.failures, failed))?;
        map.serialize_entry("incidents", &report.incidents)?;
        map.serialize_entry("dialect", &readings(|answer| &answer.readings))?;
        map.serialize_entry("deviations", &readings(|answer| &answer.deviations))?;
        map.serialize_entry("unsettled", &each(&report.unsettled, unsettled))?;
        map.serialize_entry("clauses", &exercised(report, true))?;
        map.serialize_entry("apart", &exercised(report, false))?;
        map.serialize_entry("automaton", &report.automaton)?;
        map.serialize_entry("findings", &each(&report.findings, Object))?;
        map.end()
    }
}

#[derive(Serialize)]
struct IncompatibleOut<'a> {
    target: Target,
    first: &'a [String],
    second: &'a [String],
    differences: Vec<AnswersOut<'a>>,
}

fn incompatible(groups: &Incompatible) -> IncompatibleOut<'_> {
    let Incompatible { target, first, second, differences } = groups;
    IncompatibleOut { target: *target, first, second, differences: each(differences, differing) }
}

/// Answers by the ids of their readings.
#[derive(Serialize)]
struct AnswersOut<'a> {
    question: &'a str,
    first: Vec<&'a str>,
    second: Vec<&'a str>,
}

fn differing(answers: &Answers) -> AnswersOut<'_> {
    let Answers { question, first, second } = answers;
    AnswersOut { question, first: each(first, id), second: each(second, id) }
}

fn id((id, _): &(String, String)) -> &str {
    id
}

#[derive(Serialize)]
struct FailedOut<'a> {
    pairing: Pairing,
    reason: &'a str,
    message: &'a str,
    trials: u64,
    signature: String,
    index: u64,
    source: Option<&'a str>,
    by_finding: bool,
    rejected: bool,
}

fn failed(failed: &FailedTrials) -> FailedOut<'_> {
    FailedOut {
        pairing: failed.pairing,
        reason: &failed.reason,
        message: &failed.message,
        trials: failed.times,
        signature: failed.signature(),
        index: failed.index,
        source: failed.source.as_deref(),
        by_finding: failed.found,
        rejected: failed.rejected,
    }
}

#[derive(Serialize)]
struct UnsettledOut<'a> {
    question: String,
    status: &'static str,
    readings: &'a [&'static str],
    reason: Option<Cow<'a, str>>,
}

fn unsettled(open: &Unsettled) -> UnsettledOut<'_> {
    let (status, readings, reason): (_, &[&str], _) = match &open.why {
        Why::Several(readings) => ("compatible with several readings", readings, None),
        Why::DoesNotArise(reason) => ("does not arise", &[], Some(reason.into())),
        Why::NotExercised => ("not exercised", &[], None),
        Why::Contradicted(ways) => ("answered in several ways", &[], Some(in_ways(ways).into())),
    };
    UnsettledOut { question: question(open.clause, open.question), status, readings, reason }
}

/// A finding of a report as an object.
struct Object<'a>(&'a Finding);

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let Object(found) = self;
        finding(&mut map, found)?;
        map.serialize_entry("case_text", &found.case_text)?;
        map.serialize_entry("reproduce", &again::command_elsewhere(found))?;
        map.end()
    }
}

#[derive(Default, Serialize)]
struct MismatchOut<'a> {
    clauses: &'a [&'static str],
    what: String,
    argument: Option<usize>,
    expected: String,
    observed: String,
    inferred: Option<String>,
}

fn mismatch<'f>(found: &Finding, mismatch: &'f Mismatch) -> MismatchOut<'f> {
    let Words { subject, expected, observed, inferred } = mismatch.words();
    let argument = match mismatch.topic.of_value() {
        Some(ValueId::Argument(index)) => Some(index),
        Some(ValueId::Unnamed(index)) => {
            found.case.call().map(|case| case.signature.parameters.len().saturating_add(index))
        }
        Some(ValueId::Result) | None => None,
    };
    MismatchOut { clauses: &mismatch.clauses, what: subject, argument, expected, observed, inferred }
}

#[derive(Serialize)]
struct SightingOut<'a> {
    pairing: Option<&'static str>,
    subjects: &'a [String],
    trials: u64,
    special: u64,
}

fn sighting(sighting: &Sighting) -> SightingOut<'_> {
    let Sighting { pairing, subjects, trials, special, .. } = sighting;
    SightingOut { pairing: pairing.map(Pairing::name), subjects, trials: *trials, special: *special }
}

#[derive(Serialize)]
struct FollowerOut {
    fingerprint: String,
    pairing: Option<&'static str>,
    trials: u64,
    index: u64,
}

fn follower(follower: &Follower) -> FollowerOut {
    let Follower { fingerprint, pairing, times, index, .. } = follower;
    FollowerOut {
        fingerprint: fingerprint.to_string(),
        pairing: pairing.map(Pairing::name),
        trials: *times,
        index: *index,
    }
}

/// Questions with the readings that answer them.
fn answers(answers: &[model::Answer]) -> BTreeMap<String, &'static str> {
    answers.iter().map(|answer| (answer.question(), answer.reading)).collect()
}

/// Writes the keys of a finding.
fn finding<M: SerializeMap>(map: &mut M, found: &Finding) -> Result<(), M::Error> {
    let mismatches: Vec<MismatchOut<'_>> = found.mismatches.iter().map(|one| mismatch(found, one)).collect();
    let none = MismatchOut::default();
    let first = mismatches.first().unwrap_or(&none);
    let repeats = match found.confirmed {
        Confirmed::Not | Confirmed::Chance | Confirmed::Settled => None,
        Confirmed::Alone => Some("alone"),
        Confirmed::InItsBatch => Some("in its batch"),
        Confirmed::Gone => Some("no"),
    };
    let result = found.case.call().and_then(|case| case.result.as_ref());
    map.serialize_entry("clause", found.clause())?;
    map.serialize_entry("clauses", &found.clauses)?;
    map.serialize_entry("kind", found.kind.name())?;
    map.serialize_entry("class", found.class().name())?;
    map.serialize_entry("with_itself", &found.with_itself)?;
    map.serialize_entry("pairing", found.pairing.name())?;
    map.serialize_entry("subjects", &found.toolchains)?;
    map.serialize_entry("signature", &found.signature())?;
    map.serialize_entry("arguments", &found.case.arguments())?;
    map.serialize_entry("result", &result.map(ToString::to_string))?;
    map.serialize_entry("what", &first.what)?;
    map.serialize_entry("expected", &first.expected)?;
    map.serialize_entry("observed", &first.observed)?;
    map.serialize_entry("inferred", &first.inferred)?;
    map.serialize_entry("mismatches", &mismatches)?;
    map.serialize_entry("deviations", &answers(&found.deviations))?;
    map.serialize_entry("under", &answers(&found.under))?;
    map.serialize_entry("readings", &answers(&found.readings))?;
    map.serialize_entry("seed", &seed(found.seed))?;
    map.serialize_entry("generator", &found.generator)?;
    map.serialize_entry("index", &found.index)?;
    map.serialize_entry("trials", &found.occurrences)?;
    map.serialize_entry("sightings", &each(&found.sightings, sighting))?;
    map.serialize_entry("special_values", &found.special_values)?;
    map.serialize_entry("consequences", &found.consequences)?;
    map.serialize_entry("followers", &each(&found.followers, follower))?;
    map.serialize_entry("repeats", &repeats)?;
    map.serialize_entry("case", &found.case_path.as_ref().map(|path| path.display().to_string()))?;
    map.serialize_entry("known", &found.known)?;
    map.serialize_entry("fingerprint", &found.fingerprint)?;
    map.serialize_entry("source", &found.source)?;
    map.serialize_entry("message", &found.message)
}

/// Number of trials that exercised each clause: of the observable clauses, or of the others.
fn exercised(report: &SubjectReport, is_observable: bool) -> BTreeMap<&str, u64> {
    let catalogue = catalogue(report.target);
    let is_meant = |id: &str| catalogue.clause(id).is_some_and(Clause::is_observable) == is_observable;
    let all = report.clauses.iter().map(|(id, times)| (id.as_str(), *times));
    all.filter(|(id, _)| is_meant(id)).collect()
}

/// The part of a report that says which clauses were exercised.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Coverage {
    /// One for each subject.
    pub subjects: Vec<SubjectCoverage>,
}

/// Reads the part of a report that says which clauses were exercised.
///
/// # Errors
/// The fault in the report, in words.
pub fn coverage(text: &str) -> Result<Coverage, String> {
    #[derive(Deserialize)]
    struct Form {
        format: Option<u32>,
    }
    let form: Form = serde_json::from_str(text).map_err(|e| format!("is no report of a run: {e}"))?;
    match form.format {
        Some(FORMAT) => serde_json::from_str(text).map_err(|e| format!("is no report of a run: {e}")),
        Some(other) => Err(format!(
            "is written in format {other}, and this crosscall reads format {FORMAT}; use the release that wrote it, or \
             run again"
        )),
        None => {
            Err("has no `format`: it is no report of a run, or one of a crosscall before format 1; run again"
                .to_owned())
        }
    }
}

/// Which clauses a subject exercised, and what it does at them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct SubjectCoverage {
    /// Name of the subject.
    pub subject: String,
    /// Name of the target.
    pub target: String,
    /// Version that it reports.
    #[serde(default)]
    pub version: String,
    /// Its trials.
    #[serde(default)]
    pub trials: TrialsRun,
    /// Open question to the readings that fit, such as `R1|R2`.
    #[serde(default)]
    pub dialect: BTreeMap<String, String>,
    /// Question to the reading against the document that it follows.
    #[serde(default)]
    pub deviations: BTreeMap<String, String>,
    /// Its findings.
    #[serde(default)]
    pub findings: Vec<FoundAt>,
    /// Clause id to the number of trials that could have contradicted it.
    #[serde(default)]
    pub clauses: BTreeMap<String, u64>,
    /// Clause id to the number of trials in which it came up, of clauses that no trial can contradict.
    #[serde(default)]
    pub apart: BTreeMap<String, u64>,
}

/// Number of a subject's trials.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub struct TrialsRun {
    /// Those that were run.
    #[serde(default)]
    pub run: u64,
}

/// A finding, as far as a list of clauses needs it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct FoundAt {
    /// The clause that it names first; empty where it has none.
    #[serde(default)]
    pub clause: String,
    /// Known findings that explain it.
    #[serde(default)]
    pub known: Vec<String>,
    /// Pairing that shows it: in that of two subjects it may be the other's.
    #[serde(default)]
    pub pairing: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::buckets::{BucketLine, BucketState};
    use crate::sample;
    use expect_test::expect;
    use serde_json::Value;
    use std::collections::BTreeSet;

    /// Objects whose keys are data.
    const DATA: [&str; 9] =
        ["reasons", "commands", "dialect", "deviations", "clauses", "apart", "under", "readings", "place"];

    /// The keys of an object and of what is in it, each object behind its name.
    fn keys(name: &str, value: &Value, found: &mut BTreeMap<String, BTreeSet<String>>) {
        match value {
            Value::Object(map) if !DATA.contains(&name) => {
                found.entry(name.to_owned()).or_default().extend(map.keys().cloned());
                map.iter().for_each(|(key, inner)| keys(key, inner, found));
            }
            Value::Array(items) => items.iter().for_each(|item| keys(name, item, found)),
            _ => {}
        }
    }

    /// A report in which no list is empty.
    fn with_everything() -> RunReport {
        let mut report = sample::report();
        report.on_processor.push(crate::run::OnProcessor {
            target: Target::X86_64,
            finding: "X86-ARG-38, caller, gcc".to_owned(),
            seen: crate::run::Seen::NotShown,
            said: "main returns 0".to_owned(),
        });
        report.gone.push(crate::run::Gone {
            id: "MINE-1".to_owned(),
            title: "it was wrong".to_owned(),
            toolchains: vec!["epiphany-elf-gcc-O2".to_owned()],
            strict: true,
            fixed_since: Some("gcc 13.1.0".to_owned()),
        });
        let subject = &mut report.targets[0];
        subject.incidents.push(sample::incident());
        subject.findings[0].followers.push(Follower {
            fingerprint: crosscall_model::finding::Fingerprint::Fault("x".to_owned()),
            pairing: Some(Pairing::Caller),
            times: 1,
            index: 2,
            sightings: Vec::new(),
        });
        let line = BucketLine {
            state: BucketState::Open,
            bucket: "epiphany: x".to_owned(),
            subjects: Vec::new(),
            detail: String::new(),
            since: 1,
            is_news: true,
            is_reported: true,
            accepted: Vec::new(),
            untried: None,
            retired: None,
        };
        report.night = Some(Night { changes: vec![line.clone()], open: vec![line], ..Night::default() });
        report
    }

    fn all_keys() -> BTreeMap<String, BTreeSet<String>> {
        let value: Value = serde_json::from_str(&render(&with_everything())).unwrap();
        let mut found = BTreeMap::new();
        keys("", &value, &mut found);
        found
    }

    #[test]
    fn the_keys() {
        let line = |(object, keys): (&String, &BTreeSet<String>)| {
            let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
            format!("{object}: {}\n", keys.join(" "))
        };
        let all: String = all_keys().iter().map(line).collect();
        expect![[r#"
            : cases conclusion drawn enough exit_code format generator gone incompatible interrupted known_findings lacking left_out narrowed new_findings on_processor run seed signal subjects trials untested version
            automaton: all_states all_transitions states transitions
            changes: accepted bucket detail is_news is_reported retired since state subjects untried
            differences: first question second
            drawn: cases matter target
            failures: by_finding index message pairing reason rejected signature source trials
            findings: arguments case case_text class clause clauses consequences deviations expected fingerprint followers generator index inferred kind known message mismatches observed pairing readings repeats reproduce result seed sightings signature source special_values subjects trials under what with_itself
            followers: fingerprint index pairing trials
            gone: fixed_since id strict subjects title
            host: architecture name processors system
            incidents: index message reason source times
            incompatible: differences first second target
            left_out: install reason remedy subjects target wanted
            mismatches: argument clauses expected inferred observed what
            narrowed: option what
            night: begins_column changes column number open
            on_processor: finding said seen target
            open: accepted bucket detail is_news is_reported retired since state subjects untried
            run: command compiler_seconds date host night seconds
            sightings: pairing special subjects trials
            subjects: apart automaton clauses commands deviations dialect failures findings incidents reasons subject target trials unsettled version
            trials: conforming failed failed_by_findings planned rejected run skipped special_runs unchanged unchanged_violations unsupported violations
            unsettled: question readings reason status
            untested: pairing reason subject
        "#]].assert_eq(&all);
    }

    /// The schema, and the same without keys that it does not name.
    fn schemas() -> [jsonschema::Validator; 2] {
        fn close(value: &mut Value) {
            if let Value::Object(map) = value {
                if map.contains_key("properties") {
                    map.insert("additionalProperties".to_owned(), Value::Bool(false));
                }
                map.values_mut().for_each(close);
            }
        }
        let published: Value =
            serde_json::from_str(include_str!("../schema/report-3.json")).expect("the schema is JSON");
        assert_eq!(published["properties"]["format"]["const"], FORMAT, "a schema for each format");
        let mut closed = published.clone();
        close(&mut closed);
        [published, closed].map(|schema| jsonschema::validator_for(&schema).expect("a schema"))
    }

    #[test]
    fn reports_are_what_the_schema_says() {
        let mut night = crate::page::sample::hostile().report;
        night.signal = Some(2);
        for report in [RunReport::default(), sample::report(), with_everything(), night] {
            let value: Value = serde_json::from_str(&render(&report)).unwrap();
            for schema in schemas() {
                let wrong: Vec<String> =
                    schema.iter_errors(&value).map(|e| format!("{}: {e}", e.instance_path())).collect();
                assert_eq!(wrong, Vec::<String>::new());
            }
        }
    }

    /// A key that is missing, or of another type, is refused.
    #[test]
    fn the_schema_refuses_other_reports() {
        let [schema, closed] = schemas();
        let value: Value = serde_json::from_str(&render(&with_everything())).unwrap();
        let mut pointers = Vec::new();
        fn all(value: &Value, at: &str, pointers: &mut Vec<String>) {
            match value {
                Value::Object(map) => map.iter().for_each(|(key, inner)| {
                    let at = format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
                    pointers.push(at.clone());
                    all(inner, &at, pointers);
                }),
                Value::Array(items) => {
                    items
                        .iter()
                        .enumerate()
                        .for_each(|(number, inner)| all(inner, &format!("{at}/{number}"), pointers));
                }
                _ => {}
            }
        }
        all(&value, "", &mut pointers);
        assert!(pointers.len() > 150, "{}", pointers.len());
        for pointer in pointers {
            let mut other = value.clone();
            *other.pointer_mut(&pointer).unwrap() = serde_json::json!([[{}]]);
            assert!(!schema.is_valid(&other), "{pointer} may be anything");
            let (parent, _) = pointer.rsplit_once('/').unwrap();
            let mut other = value.clone();
            other
                .pointer_mut(parent)
                .unwrap()
                .as_object_mut()
                .unwrap()
                .insert("another".to_owned(), Value::from(1));
            let is_data = DATA.contains(&parent.rsplit('/').next().unwrap());
            assert!(is_data || !closed.is_valid(&other), "{parent} may have other keys");
        }
    }

    /// The manual has a row for each object, which names each of its keys, and no others.
    #[test]
    fn the_manual_names_every_key() {
        let manual = include_str!("../../docs/usage.md");
        let (_, table) = manual.split_once("<!-- keys of the JSON report -->").unwrap();
        let rows: BTreeMap<&str, BTreeSet<String>> = table
            .lines()
            .skip_while(|line| !line.starts_with("| "))
            .skip(2)
            .take_while(|line| line.starts_with('|'))
            .filter_map(|line| {
                let (object, keys) = line.trim_matches(['|', ' ']).split_once(" | ")?;
                let object = object.trim_matches('`').trim_end_matches("[]");
                let object = if object == "the whole" { "" } else { object };
                // Keys are in bold.
                let keys = keys.split("**").skip(1).step_by(2).map(|key| key.trim_matches('`').to_owned());
                Some((object, keys.collect()))
            })
            .collect();
        for (object, keys) in all_keys() {
            let reported = rows.get(object.as_str()).unwrap_or_else(|| panic!("no row for `{object}`"));
            assert_eq!(reported, &keys, "{object}");
        }
        assert_eq!(rows.len(), all_keys().len());
    }

    #[test]
    fn numbers_of_trials_add_up() {
        let value: Value = serde_json::from_str(&render(&sample::report())).unwrap();
        for trials in [&value["trials"], &value["subjects"][0]["trials"]] {
            let of = |keys: &[&str]| keys.iter().map(|key| trials[*key].as_u64().unwrap()).sum::<u64>();
            assert_eq!(of(&["planned"]), of(&["run", "skipped", "unsupported", "failed"]));
            assert_eq!(of(&["run"]), of(&["conforming", "violations"]));
        }
    }

    #[test]
    fn a_report_in_another_form_is_refused() {
        let refusal = |text: &str| coverage(text).unwrap_err();
        expect![
            "has no `format`: it is no report of a run, or one of a crosscall before format 1; run again"
        ]
        .assert_eq(&refusal(r#"{"cases": 10, "targets": []}"#));
        expect!["is written in format 7, and this crosscall reads format 3; use the release that wrote it, or run again"]
            .assert_eq(&refusal(r#"{"format": 7}"#));
        assert!(refusal("[").starts_with("is no report of a run: "));
        assert!(refusal(r#"{"format": 3}"#).contains("missing field `subjects`"));
    }

    #[test]
    fn what_is_left_open() {
        let value: Value = serde_json::from_str(&render(&sample::report())).unwrap();
        let open = value["subjects"][0]["unsettled"].as_array().unwrap();
        let lines: Vec<String> = open.iter().map(|o| o.to_string()).collect();
        expect![[r#"
            {"question":"EPIPHANY-RET-06:again","readings":["R3","R4"],"reason":null,"status":"compatible with several readings"}
            {"question":"EPIPHANY-REG-14","readings":["R1","R3"],"reason":null,"status":"compatible with several readings"}
            {"question":"EPIPHANY-S08:composite","readings":[],"reason":"it comes up only with S06 R3","status":"does not arise"}
            {"question":"EPIPHANY-S10:copy","readings":[],"reason":null,"status":"not exercised"}
            {"question":"EPIPHANY-S11","readings":[],"reason":null,"status":"not exercised"}"#]].assert_eq(&lines.join("\n"));
    }

    #[test]
    fn a_finding_in_full() {
        expect![[r#"{"format":3,"clause":"EPIPHANY-RET-06","clauses":["EPIPHANY-RET-06"],"kind":"violation","class":"document","with_itself":0,"pairing":"callee","subjects":["epiphany-elf-gcc-O2"],"signature":"struct { int m0; int m1; } f(int)","arguments":["0x11"],"result":"{0x12131415, 0x21222324}","what":"result","expected":"0x2122232412131415 in memory at 0x8f00, the address passed in r0","observed":"there: 0x5a5a5a5a5a5a5a5a","inferred":"found in r0:r1","mismatches":[{"clauses":["EPIPHANY-RET-06"],"what":"result","argument":null,"expected":"0x2122232412131415 in memory at 0x8f00, the address passed in r0","observed":"there: 0x5a5a5a5a5a5a5a5a","inferred":"found in r0:r1"}],"deviations":{"EPIPHANY-RET-06:memory":"R5"},"under":{},"readings":{},"seed":"0x1","generator":5,"index":77,"trials":12,"sightings":[{"pairing":"callee","subjects":["epiphany-elf-gcc-O2"],"trials":9,"special":0},{"pairing":"caller","subjects":["epiphany-elf-gcc-O2"],"trials":3,"special":0}],"special_values":[],"consequences":0,"followers":[],"repeats":"alone","case":"reports/cases/epiphany/0123.toml","known":[],"fingerprint":"EPIPHANY-RET-06:memory=R5","source":"struct s0 { int m0; int m1; };\nstruct s0 f0(int a0);\n","message":null}"#]].assert_eq(&finding_line(&sample::finding()));
    }

    #[test]
    fn coverage_is_read_back() {
        let coverage = coverage(&render(&sample::report())).unwrap();
        assert_eq!(coverage.subjects[0].clauses["EPIPHANY-ARG-01"], 1500);
    }
}
