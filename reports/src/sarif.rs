//! The report in the Static Analysis Results Interchange Format (OASIS, version 2.1.0), for servers that show results of tools beside
//! the code: a rule for each clause, a result for each finding.
//!
//! A finding that a list of known findings accepts is suppressed, with its title. A result lies in the function under test, and in
//! a file of the user's repository where one is given, since servers show none that is nowhere in it; else in its case file.

use crate::again;
use crate::buckets::{self, BucketState};
use crate::json::pretty;
use crate::known::Titles;
use crate::printable::visible;
use crate::run::RunReport;
use crate::{groups, names};
use crosscall_model::counted;
use crosscall_model::finding::{Finding, FindingClass};
use crosscall_oracle::clause::catalogue;
use serde_json::{Map, Value, json};
use std::path::Path;

/// Name and version of the fingerprint by which a server knows a result again.
const FINGERPRINT: &str = "crosscall/v1";

/// Contradictions that a message has.
const MOST_MISMATCHES: usize = 8;

/// The whole report as JSON with a final line break. The same finding of several subjects is one result. `anchor` is a file of
/// the user's repository that has to do with the run, as a path that begins at the repository.
pub fn render(report: &RunReport, known: &Titles, anchor: Option<&Path>) -> String {
    let groups = groups::of_findings(report.findings());
    let mut rules: Vec<(String, Value)> = Vec::new();
    let results: Vec<Value> =
        groups.iter().filter_map(|group| result(group, report, (known, anchor), &mut rules)).collect();
    let rules: Vec<Value> = rules.into_iter().map(|(_, rule)| rule).collect();
    let mut run = json!({
        "tool": { "driver": {
            "name": "crosscall",
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "shortDescription": { "text": "Compares compilers with the documents that define their ABIs" },
            "rules": rules,
        } },
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation(report)],
        "results": results,
        "properties": { "seed": format!("{:#x}", report.seed), "generator": report.origin.generator },
    });
    if let (Some(incomplete), Some(properties)) =
        (report.incomplete(), run.pointer_mut("/properties").and_then(Value::as_object_mut))
    {
        properties.insert("incomplete".to_owned(), Value::from(visible(&incomplete)));
    }
    pretty(&json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }))
}

/// How the run went: its exit code, and what could not be tested.
fn invocation(report: &RunReport) -> Value {
    let mut notes = Vec::new();
    let mut note = |level: &str, text: String| {
        notes.push(json!({ "level": level, "message": { "text": visible(&text) } }));
    };
    for (subject, question, ways) in report.contradicted() {
        note("error", format!("{} answers {question} in several ways: {ways}", subject.toolchain));
    }
    for subject in &report.targets {
        for failed in subject.unexplained() {
            let name = &subject.toolchain;
            note(
                "error",
                format!(
                    "{name}, {}: {} failed: {}",
                    failed.pairing,
                    counted(failed.times, "trial"),
                    failed.reason
                ),
            );
        }
        for incident in &subject.incidents {
            let (name, times) = (&subject.toolchain, counted(incident.times, "compilation"));
            note("error", format!("{name}: {times} failed, and not again: {}", incident.reason));
        }
    }
    for left in &report.left_out {
        let level = if left.wanted { "error" } else { "note" };
        let names = names::together(&left.toolchains);
        note(level, format!("not tested: {names}: {}; {}", left.reason, left.remedy));
    }
    for gone in &report.gone {
        let level = if gone.strict { "error" } else { "note" };
        note(level, format!("{} does not show any longer: {}", gone.id, gone.title));
    }
    let mut invocation = json!({
        "executionSuccessful": report.exit_code() <= crate::outcome::EXIT_VIOLATIONS,
        "exitCode": report.exit_code(),
        "exitCodeDescription": visible(&report.conclusion()),
        "commandLine": visible(&report.origin.command),
        "toolExecutionNotifications": notes,
    });
    if let Some(map) = invocation.as_object_mut()
        && !report.origin.date.is_empty()
    {
        map.insert("startTimeUtc".to_owned(), Value::from(report.origin.date.clone()));
    }
    invocation
}

/// The place of a finding's rule among the rules, where it is put if it is not yet there.
fn rule(found: &Finding, rules: &mut Vec<(String, Value)>) -> usize {
    let id = found.clause();
    if let Some(at) = rules.iter().position(|(of, _)| of == id) {
        return at;
    }
    let mut rule = Map::new();
    rule.insert("id".to_owned(), Value::from(id));
    if let Some(clause) = catalogue(found.case.target()).clause(id) {
        rule.insert("shortDescription".to_owned(), json!({ "text": clause.section }));
        rule.insert("fullDescription".to_owned(), json!({ "text": clause.rule }));
        rule.insert("properties".to_owned(), json!({ "tags": ["ABI", found.case.target().name()] }));
    }
    rules.push((id.to_owned(), Value::Object(rule)));
    rules.len().saturating_sub(1)
}

fn result(
    group: &[&Finding],
    report: &RunReport,
    (known, anchor): (&Titles, Option<&Path>),
    rules: &mut Vec<(String, Value)>,
) -> Option<Value> {
    let found = *group.first()?;
    let bucket = buckets::name(found.case.target(), &found.fingerprint);
    let subjects: Vec<String> = group.iter().map(|found| found.subjects()).collect();
    let subjects = names::together(&subjects);
    let trials: u64 = group.iter().map(|found| found.occurrences).sum();
    let signature = found.signature();
    let mut place = json!({
        "logicalLocations": [{ "name": "f", "kind": "function", "fullyQualifiedName": visible(&signature) }],
    });
    let file =
        |path: &Path| json!({ "artifactLocation": { "uri": uri(path) }, "region": { "startLine": 1 } });
    let case = found.case_path.as_deref();
    if let (Some(path), Some(map)) = (anchor.or(case), place.as_object_mut()) {
        map.insert("physicalLocation".to_owned(), file(path));
    }
    let mut result = json!({
        "ruleId": found.clause(),
        "ruleIndex": rule(found, rules),
        "kind": "fail",
        "level": "error",
        "message": { "text": message(found, &subjects) },
        "locations": [place],
        "partialFingerprints": { FINGERPRINT: visible(&bucket) },
        "occurrenceCount": trials.max(1),
        "properties": {
            "bucket": visible(&bucket),
            "class": found.class().name(),
            "pairing": found.pairing.name(),
            "subjects": visible(&subjects),
            "reproduce": visible(&again::command(found)),
        },
    });
    let map = result.as_object_mut()?;
    if !found.is_new() {
        let entry = |id: &String| {
            let title = known.of(id).map(|title| format!("{id}: {title}")).unwrap_or_else(|| id.clone());
            json!({ "kind": "external", "status": "accepted", "justification": visible(&title) })
        };
        map.insert("suppressions".to_owned(), found.known.iter().map(entry).collect());
    }
    if let Some(case) = case.filter(|_| anchor.is_some()) {
        let related = json!([{ "physicalLocation": file(case), "message": { "text": "the case" } }]);
        map.insert("relatedLocations".to_owned(), related);
    }
    if let Some(state) = baseline(&bucket, report) {
        map.insert("baselineState".to_owned(), Value::from(state));
    }
    Some(result)
}

/// How a bucket stands to earlier nights, of a campaign with a store.
fn baseline(bucket: &str, report: &RunReport) -> Option<&'static str> {
    let night = report.night.as_ref()?;
    let change = night.changes.iter().find(|line| line.bucket == bucket);
    Some(match change {
        Some(line) if line.is_news => "new",
        Some(line) if line.state == BucketState::Open && line.since == night.number => "new",
        Some(_) => "updated",
        None => "unchanged",
    })
}

/// Description of the fault, in words.
fn message(found: &Finding, subjects: &str) -> String {
    let mut out = match found.class() {
        FindingClass::Itself => format!("{subjects} disagrees with itself."),
        _ => format!("{subjects}, {}.", found.pairing),
    };
    for mismatch in found.mismatches.iter().take(MOST_MISMATCHES) {
        let words = mismatch.words();
        out += &format!(" {}: expected {}; observed {}.", words.subject, words.expected, words.seen());
    }
    if found.mismatches.len() > MOST_MISMATCHES {
        out += &format!(" And {} more.", found.mismatches.len() - MOST_MISMATCHES);
    }
    visible(&out).replace(['\n', '\t'], " ")
}

/// A path as a reference in the sense of RFC 3986, relative as the path is.
fn uri(path: &Path) -> String {
    let mut out = String::new();
    if path.is_absolute() {
        out += "file://";
    }
    for byte in path.to_string_lossy().bytes() {
        match byte {
            b'/' | b'-' | b'_' | b'.' | b'~' => out.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => out.push(char::from(byte)),
            _ => out += &format!("%{byte:02X}"),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::sample::{hostile, small};
    use expect_test::expect_file;

    #[test]
    fn a_report() {
        let owned = small();
        expect_file!["../sample/report.sarif"].assert_eq(&render(&owned.report, &owned.known, None));
    }

    #[test]
    fn a_result_lies_in_a_file_of_the_repository_where_there_is_one() {
        let owned = small();
        let text = render(&owned.report, &owned.known, Some(Path::new("ci/crosscall.toml")));
        let sarif: Value = serde_json::from_str(&text).unwrap();
        for result in sarif["runs"][0]["results"].as_array().unwrap() {
            let uri = |place: &Value| place["physicalLocation"]["artifactLocation"]["uri"].clone();
            assert_eq!(uri(&result["locations"][0]), "ci/crosscall.toml");
            assert_eq!(uri(&result["relatedLocations"][0]), "reports/cases/epiphany/0123.toml");
        }
    }

    #[test]
    fn a_path_is_a_reference() {
        assert_eq!(uri(Path::new("a b/c:d%.toml")), "a%20b/c%3Ad%25.toml");
        assert_eq!(uri(Path::new("/x/\u{e4}")), "file:///x/%C3%A4");
    }

    #[test]
    fn every_result_has_its_rule() {
        let owned = hostile();
        let text = render(&owned.report, &owned.known, None);
        let sarif: Value = serde_json::from_str(&text).unwrap();
        let run = &sarif["runs"][0];
        let results = run["results"].as_array().unwrap();
        assert!(!results.is_empty());
        for result in results {
            let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
            assert_eq!(rule["id"], result["ruleId"]);
            let message = result["message"]["text"].as_str().unwrap();
            assert!(!message.contains(['\n', '\u{1b}', '\u{202e}', '\r']), "{message}");
        }
    }
}
