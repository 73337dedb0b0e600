//! The report for programs.

use super::dialect::{Answer, question};
use super::origin::Origin;
use super::run::{Answers, Counts, FailedTrials, Incident, Incompatible, RunReport, SubjectReport};
use crate::outcome::signal_name;
use crate::run::Enough;
use crate::run::UNBOUNDED;
use crosscall_model::finding as model;
use crosscall_model::finding::Confirmed;
use crosscall_model::finding::Follower;
use crosscall_model::finding::Mismatch;
use crosscall_model::finding::words::Words;
use crosscall_model::finding::{Finding, Sighting};
use crosscall_model::{Matter, Pairing};
use crosscall_oracle::clause::{Clause, catalogue};
use crosscall_oracle::standing::{Unsettled, Why};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Version of the form of what is written as JSON. It goes up when a key gets another meaning or goes away; that keys are
/// added is no other form.
pub const FORMAT: u32 = 2;

#[derive(Serialize)]
struct Run<'a> {
    format: u32,
    version: &'static str,
    date: &'a str,
    command: &'a str,
    host: HostOut<'a>,
    seed: String,
    generator: u32,
    cases: Option<u64>,
    seconds: f64,
    compiler_seconds: f64,
    interrupted: bool,
    signal: Option<&'static str>,
    enough: Option<&'static str>,
    drawn: Vec<DrawnOut>,
    exit_code: u8,
    conclusion: String,
    new_findings: usize,
    known_findings: usize,
    trials: Trials,
    subjects: Vec<Subject<'a>>,
    incompatible: Vec<IncompatibleOut<'a>>,
    left_out: Vec<LeftOut<'a>>,
    untested: Vec<UntestedOut<'a>>,
    /// Known findings that show no longer.
    gone: Vec<Gone<'a>>,
}

#[derive(Serialize)]
struct HostOut<'a> {
    name: &'a str,
    system: &'a str,
    architecture: &'a str,
    processors: usize,
}

/// Trials, each a case in a pairing with a subject, and what became of them.
#[derive(Serialize)]
struct Trials {
    planned: u64,
    run: u64,
    conforming: u64,
    violations: u64,
    skipped: u64,
    unsupported: u64,
    failed: u64,
    failed_by_findings: u64,
    rejected: u64,
}

/// The name of a kind of cases.
fn matter_name(matter: Matter) -> &'static str {
    match matter {
        Matter::Call => "call",
        Matter::Tool => "tool",
        Matter::Value => "value",
    }
}

#[derive(Serialize)]
struct DrawnOut {
    target: &'static str,
    matter: &'static str,
    cases: u64,
}

#[derive(Serialize)]
struct IncompatibleOut<'a> {
    target: &'a str,
    first: &'a [String],
    second: &'a [String],
    differences: Vec<AnswersOut<'a>>,
}

#[derive(Serialize)]
struct AnswersOut<'a> {
    question: &'a str,
    first: Vec<&'a str>,
    second: Vec<&'a str>,
}

#[derive(Serialize)]
struct Gone<'a> {
    id: &'a str,
    title: &'a str,
    subjects: &'a [String],
    strict: bool,
}

#[derive(Serialize)]
struct UntestedOut<'a> {
    subject: &'a str,
    pairing: &'static str,
    reason: &'a str,
}

#[derive(Serialize)]
struct LeftOut<'a> {
    subjects: &'a [String],
    reason: &'a str,
    remedy: &'a str,
    wanted: bool,
}

#[derive(Serialize)]
struct Subject<'a> {
    subject: &'a str,
    target: &'a str,
    version: &'a str,
    trials: Trials,
    reasons: &'a BTreeMap<String, u64>,
    failures: Vec<FailedOut<'a>>,
    incidents: Vec<IncidentOut<'a>>,
    dialect: BTreeMap<String, String>,
    deviations: BTreeMap<String, String>,
    unsettled: Vec<UnsettledOut<'a>>,
    clauses: BTreeMap<&'a str, u64>,
    apart: BTreeMap<&'a str, u64>,
    automaton: Option<Automaton>,
    findings: Vec<FindingOut<'a>>,
}

#[derive(Serialize)]
struct UnsettledOut<'a> {
    question: String,
    status: &'static str,
    readings: &'a [&'static str],
    reason: Option<&'a str>,
}

#[derive(Serialize)]
struct FailedOut<'a> {
    pairing: &'static str,
    reason: &'a str,
    message: &'a str,
    trials: u64,
    signature: String,
    index: u64,
    source: Option<&'a str>,
    by_finding: bool,
    rejected: bool,
}

#[derive(Serialize)]
struct IncidentOut<'a> {
    reason: &'a str,
    message: &'a str,
    times: u64,
    index: u64,
    source: &'a str,
}

#[derive(Serialize)]
struct Automaton {
    states: u64,
    all_states: u64,
    transitions: u64,
    all_transitions: u64,
}

#[derive(Serialize)]
struct FindingOut<'a> {
    clause: &'a str,
    clauses: &'a [&'static str],
    kind: &'static str,
    class: &'static str,
    with_itself: u64,
    pairing: &'static str,
    subjects: &'a [String],
    signature: String,
    arguments: Vec<String>,
    result: Option<String>,
    what: String,
    expected: String,
    observed: String,
    inferred: Option<String>,
    mismatches: Vec<MismatchOut<'a>>,
    deviations: BTreeMap<String, String>,
    under: BTreeMap<String, String>,
    readings: BTreeMap<String, String>,
    seed: String,
    generator: u32,
    index: u64,
    trials: u64,
    sightings: Vec<SightingOut<'a>>,
    consequences: u64,
    followers: Vec<FollowerOut>,
    repeats: Option<&'static str>,
    case: Option<String>,
    known: &'a [String],
    fingerprint: &'a str,
    source: Option<&'a str>,
    message: Option<&'a str>,
}

#[derive(Serialize)]
struct SightingOut<'a> {
    pairing: Option<&'static str>,
    subjects: &'a [String],
    trials: u64,
}

#[derive(Serialize)]
struct FollowerOut {
    fingerprint: String,
    pairing: Option<String>,
    trials: u64,
    index: u64,
}

#[derive(Clone, Default, Serialize)]
struct MismatchOut<'a> {
    clauses: &'a [&'static str],
    what: String,
    expected: String,
    observed: String,
    inferred: Option<String>,
}

impl MismatchOut<'_> {
    fn of(mismatch: &Mismatch) -> MismatchOut<'_> {
        let Words { subject, expected, observed, inferred } = mismatch.words();
        MismatchOut { clauses: &mismatch.clauses, what: subject, expected, observed, inferred }
    }
}

/// A question and the reading that answers it.
fn answer(answer: &model::Answer) -> (String, String) {
    (answer.question(), answer.reading.to_owned())
}

fn incompatible(pair: &Incompatible) -> IncompatibleOut<'_> {
    IncompatibleOut {
        target: pair.target.name(),
        first: &pair.first,
        second: &pair.second,
        differences: pair.differences.iter().map(answers).collect(),
    }
}

fn answers(answers: &Answers) -> AnswersOut<'_> {
    AnswersOut { question: &answers.question, first: ids(&answers.first), second: ids(&answers.second) }
}

fn ids(readings: &[(String, String)]) -> Vec<&str> {
    readings.iter().map(|(id, _)| id.as_str()).collect()
}

/// The whole report as one object, with a final line break.
pub fn render(report: &RunReport) -> String {
    let gone = report.gone.iter().map(|g| Gone {
        id: &g.id,
        title: &g.title,
        subjects: &g.toolchains,
        strict: g.strict,
    });
    let untested = report.untested.iter().map(|u| UntestedOut {
        subject: &u.subject,
        pairing: u.pairing.name(),
        reason: &u.reason,
    });
    let left_out = report.left_out.iter().map(|l| LeftOut {
        subjects: &l.toolchains,
        reason: &l.reason,
        remedy: &l.remedy,
        wanted: l.wanted,
    });
    let Origin { date, command, generator, host } = &report.origin;
    pretty(&Run {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION"),
        date,
        command,
        host: HostOut {
            name: &host.name,
            system: &host.system,
            architecture: &host.architecture,
            processors: host.processors,
        },
        seed: seed(report.seed),
        generator: *generator,
        // A run that ends with its time was asked for no number.
        cases: Some(report.cases).filter(|cases| *cases != UNBOUNDED),
        seconds: report.seconds,
        compiler_seconds: report.compiler_seconds,
        interrupted: report.interrupted,
        signal: report.signal.map(signal_name),
        enough: report.enough.map(|enough| match enough {
            Enough::Time(_) => "time",
            Enough::FirstFinding => "first finding",
        }),
        drawn: report
            .drawn
            .iter()
            .map(|drawn| DrawnOut {
                target: drawn.target.name(),
                matter: matter_name(drawn.matter),
                cases: drawn.cases,
            })
            .collect(),
        exit_code: report.exit_code(),
        conclusion: report.conclusion(),
        new_findings: report.new_findings(),
        known_findings: report.known_findings(),
        trials: trials(&report.counts()),
        subjects: report.targets.iter().map(subject).collect(),
        incompatible: report.incompatible.iter().map(incompatible).collect(),
        left_out: left_out.collect(),
        untested: untested.collect(),
        gone: gone.collect(),
    })
}

fn trials(counts: &Counts) -> Trials {
    Trials {
        planned: counts.planned,
        run: counts.run,
        conforming: counts.conforming,
        violations: counts.violations,
        skipped: counts.skipped,
        unsupported: counts.unsupported,
        failed: counts.failed,
        failed_by_findings: counts.found,
        rejected: counts.rejected,
    }
}

/// A finding on one line, without the line break.
pub fn finding_line(found: &Finding) -> String {
    #[derive(Serialize)]
    struct Line<'a> {
        format: u32,
        #[serde(flatten)]
        finding: FindingOut<'a>,
    }
    // Strings and numbers always have a JSON form.
    serde_json::to_string(&Line { format: FORMAT, finding: finding(found) }).unwrap_or_default()
}

/// Any value as indented JSON with a final line break.
pub fn pretty<T: Serialize>(value: &T) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

/// A seed, as text: not every reader of JSON keeps 64 bits.
fn seed(seed: u64) -> String {
    format!("{seed:#x}")
}

fn subject(report: &SubjectReport) -> Subject<'_> {
    let told = |readings: fn(&Answer) -> &Vec<&'static str>| {
        let some = report.dialect.iter().filter(|answer| !readings(answer).is_empty());
        some.map(|answer| (answer.name(), readings(answer).join("|"))).collect()
    };
    Subject {
        subject: &report.toolchain,
        target: report.target.name(),
        version: &report.version,
        trials: trials(&report.counts),
        reasons: &report.reasons,
        failures: report.failures.iter().map(failed).collect(),
        incidents: report.incidents.iter().map(incident).collect(),
        dialect: told(|answer| &answer.readings),
        deviations: told(|answer| &answer.deviations),
        unsettled: report.unsettled.iter().map(unsettled).collect(),
        clauses: exercised(report, true),
        apart: exercised(report, false),
        automaton: report.automaton.map(|a| Automaton {
            states: a.states,
            all_states: a.all_states,
            transitions: a.transitions,
            all_transitions: a.all_transitions,
        }),
        findings: report.findings.iter().map(finding).collect(),
    }
}

fn unsettled(open: &Unsettled) -> UnsettledOut<'_> {
    let (status, readings, reason): (_, &[&str], _) = match &open.why {
        Why::Several(readings) => ("compatible with several readings", readings, None),
        Why::DoesNotArise(reason) => ("does not arise", &[], Some(reason.as_str())),
        Why::NotExercised => ("not exercised", &[], None),
    };
    UnsettledOut { question: question(open.clause, open.question), status, readings, reason }
}

fn failed(failed: &FailedTrials) -> FailedOut<'_> {
    FailedOut {
        pairing: failed.pairing.name(),
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

fn incident(incident: &Incident) -> IncidentOut<'_> {
    IncidentOut {
        reason: &incident.reason,
        message: &incident.message,
        times: incident.times,
        index: incident.index,
        source: &incident.source,
    }
}

fn finding(found: &Finding) -> FindingOut<'_> {
    let mut mismatches = found.mismatches.iter().map(MismatchOut::of);
    let first = mismatches.next();
    let call = found.case.call();
    let said = first.clone().unwrap_or_default();
    FindingOut {
        clause: found.clause(),
        clauses: &found.clauses,
        kind: found.kind.name(),
        pairing: found.pairing.name(),
        subjects: &found.toolchains,
        signature: found.signature(),
        arguments: found.case.arguments(),
        result: call.and_then(|case| case.result.as_ref()).map(ToString::to_string),
        what: said.what,
        expected: said.expected,
        observed: said.observed,
        inferred: said.inferred,
        mismatches: first.into_iter().chain(mismatches).collect(),
        deviations: found.deviations.iter().map(answer).collect(),
        under: found.under.iter().map(answer).collect(),
        readings: found.readings.iter().map(answer).collect(),
        seed: seed(found.seed),
        generator: found.generator,
        index: found.index,
        trials: found.occurrences,
        sightings: found.sightings.iter().map(sighting).collect(),
        class: found.class().name(),
        with_itself: found.with_itself,
        consequences: found.consequences,
        followers: found.followers.iter().map(follower_out).collect(),
        repeats: match found.confirmed {
            Confirmed::Not | Confirmed::Chance | Confirmed::Settled => None,
            Confirmed::Alone => Some("alone"),
            Confirmed::InItsBatch => Some("in its batch"),
            Confirmed::Gone => Some("no"),
        },
        case: found.case_path.as_ref().map(|p| p.display().to_string()),
        known: &found.known,
        fingerprint: &found.fingerprint,
        source: found.source.as_deref(),
        message: found.message.as_deref(),
    }
}

fn follower_out(follower: &Follower) -> FollowerOut {
    FollowerOut {
        fingerprint: follower.fingerprint.to_string(),
        pairing: follower.pairing.map(|p| p.to_string()),
        trials: follower.times,
        index: follower.index,
    }
}

fn sighting(sighting: &Sighting) -> SightingOut<'_> {
    SightingOut {
        pairing: sighting.pairing.map(Pairing::name),
        subjects: &sighting.subjects,
        trials: sighting.trials,
    }
}

/// How many trials exercised each clause, of those that a trial can speak against, or of the others.
fn exercised(report: &SubjectReport, is_observable: bool) -> BTreeMap<&str, u64> {
    let catalogue = catalogue(report.target);
    let is_meant = |id: &str| catalogue.clause(id).is_some_and(Clause::is_observable) == is_observable;
    let all = report.clauses.iter().map(|(id, times)| (id.as_str(), *times));
    all.filter(|(id, _)| is_meant(id)).collect()
}

/// The part of a report that tells which clauses were exercised.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Coverage {
    /// One for each subject.
    pub subjects: Vec<SubjectCoverage>,
}

/// Reads the part of a report that tells which clauses were exercised.
///
/// # Errors
/// What is wrong with the report, in words.
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

/// Which clauses a subject exercised.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct SubjectCoverage {
    /// Name of the target.
    pub target: String,
    /// Clause id to the number of trials that could have contradicted it.
    pub clauses: BTreeMap<String, u64>,
    /// Clause id to the number of trials in which it came up, of clauses that no trial can contradict.
    #[serde(default)]
    pub apart: BTreeMap<String, u64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use expect_test::expect;
    use serde_json::Value;
    use std::collections::BTreeSet;

    /// Objects whose keys are data.
    const DATA: [&str; 8] =
        ["reasons", "dialect", "deviations", "clauses", "apart", "under", "readings", "place"];

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

    fn all_keys() -> BTreeMap<String, BTreeSet<String>> {
        let mut report = sample::report();
        report.gone.push(crate::run::Gone {
            id: "MINE-1".to_owned(),
            title: "it was wrong".to_owned(),
            toolchains: vec!["epiphany-elf-gcc-O2".to_owned()],
            strict: true,
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
        let value: Value = serde_json::from_str(&render(&report)).unwrap();
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
            : cases command compiler_seconds conclusion date drawn enough exit_code format generator gone host incompatible interrupted known_findings left_out new_findings seconds seed signal subjects trials untested version
            automaton: all_states all_transitions states transitions
            differences: first question second
            drawn: cases matter target
            failures: by_finding index message pairing reason rejected signature source trials
            findings: arguments case class clause clauses consequences deviations expected fingerprint followers generator index inferred kind known message mismatches observed pairing readings repeats result seed sightings signature source subjects trials under what with_itself
            followers: fingerprint index pairing trials
            gone: id strict subjects title
            host: architecture name processors system
            incidents: index message reason source times
            incompatible: differences first second target
            left_out: reason remedy subjects wanted
            mismatches: clauses expected inferred observed what
            sightings: pairing subjects trials
            subjects: apart automaton clauses deviations dialect failures findings incidents reasons subject target trials unsettled version
            trials: conforming failed failed_by_findings planned rejected run skipped unsupported violations
            unsettled: question readings reason status
            untested: pairing reason subject
        "#]].assert_eq(&all);
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
            let told = rows.get(object.as_str()).unwrap_or_else(|| panic!("no row for `{object}`"));
            assert_eq!(told, &keys, "{object}");
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
        expect!["is written in format 7, and this crosscall reads format 2; use the release that wrote it, or run again"]
            .assert_eq(&refusal(r#"{"format": 7}"#));
        assert!(refusal("[").starts_with("is no report of a run: "));
        assert!(refusal(r#"{"format": 2}"#).contains("missing field `subjects`"));
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
        expect![[r#"{"format":2,"clause":"EPIPHANY-RET-06","clauses":["EPIPHANY-RET-06"],"kind":"violation","class":"document","with_itself":0,"pairing":"callee","subjects":["epiphany-elf-gcc-O2"],"signature":"struct { int m0; int m1; } f(int)","arguments":["0x11"],"result":"{0x12131415, 0x21222324}","what":"result","expected":"0x2122232412131415 in memory at 0x8f00, the address passed in r0","observed":"there: 0x5a5a5a5a5a5a5a5a","inferred":"found in r0:r1","mismatches":[{"clauses":["EPIPHANY-RET-06"],"what":"result","expected":"0x2122232412131415 in memory at 0x8f00, the address passed in r0","observed":"there: 0x5a5a5a5a5a5a5a5a","inferred":"found in r0:r1"}],"deviations":{"EPIPHANY-RET-06:memory":"R5"},"under":{},"readings":{},"seed":"0x1","generator":5,"index":77,"trials":12,"sightings":[{"pairing":"callee","subjects":["epiphany-elf-gcc-O2"],"trials":9},{"pairing":"caller","subjects":["epiphany-elf-gcc-O2"],"trials":3}],"consequences":0,"followers":[],"repeats":"alone","case":"reports/cases/epiphany/0123.toml","known":[],"fingerprint":"EPIPHANY-RET-06:memory=R5","source":"struct s0 { int m0; int m1; };\nstruct s0 f0(int a0);\n","message":null}"#]].assert_eq(&finding_line(&sample::finding()));
    }

    #[test]
    fn coverage_is_read_back() {
        let coverage = coverage(&render(&sample::report())).unwrap();
        assert_eq!(coverage.subjects[0].clauses["EPIPHANY-ARG-01"], 1500);
    }
}
