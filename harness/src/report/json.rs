//! The report for programs.

use super::finding::Finding;
use super::{Answers, FailedTrials, Incident, Incompatible, RunReport, SubjectReport};
use crate::campaign::kinship::Follower;
use crate::campaign::tally::Confirmed;
use crate::interrupt;
use crosscall_oracle::standing::{Unsettled, Why};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Serialize)]
struct Run<'a> {
    cases: u64,
    seconds: f64,
    compiler_seconds: f64,
    seed: String,
    generator: u32,
    interrupted: bool,
    signal: Option<&'static str>,
    exit_code: u8,
    conclusion: String,
    planned: u64,
    run: u64,
    skipped: u64,
    unsupported: u64,
    failed: u64,
    failed_by_findings: u64,
    rejected: u64,
    new_findings: usize,
    targets: Vec<Subject<'a>>,
    incompatible: Vec<IncompatibleOut<'a>>,
    left_out: Vec<LeftOut<'a>>,
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
struct LeftOut<'a> {
    toolchains: &'a [String],
    reason: &'a str,
    remedy: &'a str,
    wanted: bool,
}

#[derive(Serialize)]
struct Subject<'a> {
    target: &'a str,
    toolchain: &'a str,
    version: &'a str,
    cases: u64,
    conforming: u64,
    violations: u64,
    untestable: u64,
    planned: u64,
    run: u64,
    skipped: u64,
    unsupported: u64,
    failed: u64,
    failed_by_findings: u64,
    rejected: u64,
    reasons: &'a BTreeMap<String, u64>,
    failures: Vec<FailedOut<'a>>,
    incidents: Vec<IncidentOut<'a>>,
    dialect: &'a BTreeMap<String, String>,
    unsettled: Vec<UnsettledOut<'a>>,
    clauses: &'a BTreeMap<String, u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    automaton: Option<Automaton>,
    findings: Vec<FindingOut<'a>>,
}

#[derive(Serialize)]
struct UnsettledOut<'a> {
    clause: &'a str,
    question: &'a str,
    status: &'static str,
    readings: &'a [&'static str],
    reason: Option<&'a str>,
}

#[derive(Serialize)]
struct FailedOut<'a> {
    pairing: &'static str,
    reason: &'a str,
    message: &'a str,
    times: u64,
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
    pairing: &'static str,
    toolchains: &'a [String],
    signature: String,
    arguments: Vec<String>,
    result: Option<String>,
    subject: &'a str,
    expected: &'a str,
    observed: &'a str,
    inferred: Option<&'a str>,
    mismatches: Vec<MismatchOut<'a>>,
    deviations: BTreeMap<&'a str, &'a str>,
    under: BTreeMap<&'a str, &'a str>,
    seed: String,
    generator: u32,
    index: u64,
    occurrences: u64,
    consequences: u64,
    followers: Vec<FollowerOut>,
    repeats: Option<&'static str>,
    case: Option<String>,
    known: Option<&'a str>,
    fingerprint: &'a str,
    source: Option<&'a str>,
    message: Option<&'a str>,
}

#[derive(Serialize)]
struct FollowerOut {
    fingerprint: String,
    pairing: Option<String>,
    occurrences: u64,
    index: u64,
}

#[derive(Serialize)]
struct MismatchOut<'a> {
    clauses: &'a [&'static str],
    subject: &'a str,
    expected: &'a str,
    observed: &'a str,
    inferred: Option<&'a str>,
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
    let counts = report.counts();
    let left_out = report.left_out.iter().map(|l| LeftOut {
        toolchains: &l.toolchains,
        reason: &l.reason,
        remedy: &l.remedy,
        wanted: l.wanted,
    });
    pretty(&Run {
        cases: counts.planned,
        seconds: report.seconds,
        compiler_seconds: report.compiler_seconds,
        seed: seed(report.seed),
        generator: crosscall_generator::VERSION,
        interrupted: report.interrupted,
        signal: report.signal.map(interrupt::name),
        exit_code: report.exit_code(),
        conclusion: report.conclusion(),
        planned: counts.planned,
        run: counts.run,
        skipped: counts.skipped,
        unsupported: counts.unsupported,
        failed: counts.failed,
        failed_by_findings: counts.found,
        rejected: counts.rejected,
        new_findings: report.new_findings(),
        targets: report.targets.iter().map(subject).collect(),
        incompatible: report.incompatible.iter().map(incompatible).collect(),
        left_out: left_out.collect(),
    })
}

/// A finding on one line, without the line break.
pub fn finding_line(found: &Finding) -> String {
    // Strings and numbers always have a JSON form.
    serde_json::to_string(&finding(found)).unwrap_or_default()
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
    let counts = &report.counts;
    Subject {
        target: report.target.name(),
        toolchain: &report.toolchain,
        version: &report.version,
        cases: counts.planned,
        conforming: counts.conforming,
        violations: counts.violations,
        untestable: counts.untestable(),
        planned: counts.planned,
        run: counts.run,
        skipped: counts.skipped,
        unsupported: counts.unsupported,
        failed: counts.failed,
        failed_by_findings: counts.found,
        rejected: counts.rejected,
        reasons: &report.reasons,
        failures: report.failures.iter().map(failed).collect(),
        incidents: report.incidents.iter().map(incident).collect(),
        dialect: &report.dialect,
        unsettled: report.unsettled.iter().map(unsettled).collect(),
        clauses: &report.clauses,
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
    UnsettledOut { clause: open.clause, question: open.question, status, readings, reason }
}

fn failed(failed: &FailedTrials) -> FailedOut<'_> {
    FailedOut {
        pairing: failed.pairing.name(),
        reason: &failed.reason,
        message: &failed.message,
        times: failed.times,
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
    let first = found.mismatches.first();
    let call = found.case.call();
    FindingOut {
        clause: found.clause(),
        clauses: &found.clauses,
        kind: found.kind.name(),
        pairing: found.pairing.name(),
        toolchains: &found.toolchains,
        signature: found.signature(),
        arguments: found.case.arguments(),
        result: call.and_then(|case| case.result.as_ref()).map(ToString::to_string),
        subject: first.map_or("", |m| &m.subject),
        expected: first.map_or("", |m| &m.expected),
        observed: first.map_or("", |m| &m.observed),
        inferred: first.and_then(|m| m.inferred.as_deref()),
        mismatches: found
            .mismatches
            .iter()
            .map(|m| MismatchOut {
                clauses: &m.clauses,
                subject: &m.subject,
                expected: &m.expected,
                observed: &m.observed,
                inferred: m.inferred.as_deref(),
            })
            .collect(),
        deviations: found.deviations.iter().map(|(c, r)| (*c, r.as_str())).collect(),
        under: found.under.iter().map(|(c, r)| (*c, r.as_str())).collect(),
        seed: seed(found.seed),
        generator: crosscall_generator::VERSION,
        index: found.index,
        occurrences: found.occurrences,
        consequences: found.consequences,
        followers: found.followers.iter().map(follower_out).collect(),
        repeats: match found.confirmed {
            Confirmed::Not | Confirmed::Chance => None,
            Confirmed::Alone => Some("alone"),
            Confirmed::InItsBatch => Some("in its batch"),
            Confirmed::Gone => Some("no"),
        },
        case: found.case_path.as_ref().map(|p| p.display().to_string()),
        known: found.known.as_deref(),
        fingerprint: &found.fingerprint,
        source: found.source.as_deref(),
        message: found.message.as_deref(),
    }
}

fn follower_out(follower: &Follower) -> FollowerOut {
    FollowerOut {
        fingerprint: follower.fingerprint.to_string(),
        pairing: follower.pairing.map(|p| p.to_string()),
        occurrences: follower.times,
        index: follower.index,
    }
}

/// The part of a report that tells which clauses were exercised.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Coverage {
    /// One for each subject.
    pub targets: Vec<SubjectCoverage>,
}

/// Which clauses a subject exercised.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct SubjectCoverage {
    /// Name of the target.
    pub target: String,
    /// Clause id to the number of trials.
    pub clauses: BTreeMap<String, u64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;
    use expect_test::expect;

    #[test]
    fn the_promised_keys_are_there() {
        let value: serde_json::Value = serde_json::from_str(&render(&sample::report())).unwrap();
        for key in ["cases", "seconds", "targets"] {
            assert!(value.get(key).is_some(), "{key}");
        }
        let subject = &value["targets"][0];
        for key in [
            "target",
            "toolchain",
            "cases",
            "conforming",
            "violations",
            "untestable",
            "dialect",
            "clauses",
            "findings",
        ] {
            assert!(subject.get(key).is_some(), "{key}");
        }
        for key in ["clause", "pairing", "signature", "expected", "observed", "inferred", "seed", "case"] {
            assert!(subject["findings"][0].get(key).is_some(), "{key}");
        }
        let sum = ["conforming", "violations", "untestable"].map(|k| subject[k].as_u64().unwrap());
        assert_eq!(subject["cases"].as_u64().unwrap(), sum.iter().sum::<u64>());
    }

    #[test]
    fn what_is_left_open() {
        let value: serde_json::Value = serde_json::from_str(&render(&sample::report())).unwrap();
        let open = value["targets"][0]["unsettled"].as_array().unwrap();
        let lines: Vec<String> = open.iter().map(|o| o.to_string()).collect();
        expect![[r#"
            {"clause":"EPIPHANY-RET-06","question":"again","readings":["R3","R4"],"reason":null,"status":"compatible with several readings"}
            {"clause":"EPIPHANY-S07","question":"","readings":["R1","R2"],"reason":null,"status":"compatible with several readings"}
            {"clause":"EPIPHANY-S08","question":"composite","readings":[],"reason":"it comes up only with S06 R3","status":"does not arise"}
            {"clause":"EPIPHANY-S10","question":"copy","readings":[],"reason":null,"status":"not exercised"}
            {"clause":"EPIPHANY-S11","question":"","readings":[],"reason":null,"status":"not exercised"}"#]].assert_eq(&lines.join("\n"));
    }

    #[test]
    fn a_finding_in_full() {
        expect![[r#"{"clause":"EPIPHANY-RET-06","clauses":["EPIPHANY-RET-06"],"kind":"violation","pairing":"callee","toolchains":["epiphany-elf-gcc-O2"],"signature":"struct { int m0; int m1; } f(int)","arguments":["0x11"],"result":"{0x12131415, 0x21222324}","subject":"result","expected":"in memory at the address passed in r0","observed":"the memory still holds its poison; r0:r1 hold a value","inferred":"found in r0:r1","mismatches":[{"clauses":["EPIPHANY-RET-06"],"subject":"result","expected":"in memory at the address passed in r0","observed":"the memory still holds its poison; r0:r1 hold a value","inferred":"found in r0:r1"}],"deviations":{"EPIPHANY-RET-06":"R5"},"under":{},"seed":"0x1","generator":4,"index":77,"occurrences":12,"consequences":0,"followers":[],"repeats":"alone","case":"reports/cases/epiphany/0123.toml","known":null,"fingerprint":"callee EPIPHANY-RET-06=R5","source":"struct s0 { int m0; int m1; };\nstruct s0 f0(int a0);\n","message":null}"#]].assert_eq(&finding_line(&sample::finding()));
    }

    #[test]
    fn coverage_is_read_back() {
        let coverage: Coverage = serde_json::from_str(&render(&sample::report())).unwrap();
        assert_eq!(coverage.targets[0].clauses["EPIPHANY-ARG-01"], 1500);
    }
}
