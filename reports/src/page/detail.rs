//! Everything about one bucket.

use super::cause::Cause;
use super::chart::{Strip, strip};
use super::{Page, count, grouped, picture, tracker};
use crate::call::{Picture, letter};
use crate::names::is_recorded;
use crate::{again, sentence, shell, text};
use askama::Template;
use crosscall_model::Pairing;
use crosscall_model::finding::{Answer, Confirmed, Finding, FindingClass};
use crosscall_oracle::clause::{catalogue, reading_of};
use std::collections::{BTreeMap, BTreeSet};

/// Contradictions that are reported.
const MOST_MISMATCHES: usize = 24;
/// Characters of a source, a message or a case that are shown; `crosscall repro` has all of them.
const MOST_TEXT: usize = 20_000;
/// Changes of state that are reported.
const MOST_CHANGES: usize = 100;

#[derive(Template)]
#[template(path = "bucket.html")]
struct Detail<'a> {
    id: &'a str,
    name: &'a str,
    class: &'static str,
    signature: String,
    clauses: Vec<Rule>,
    readings: Vec<(&'static str, String, String)>,
    known: Vec<(String, String, Option<String>)>,
    mismatches: Vec<[String; 3]>,
    more_mismatches: usize,
    picture: Option<Drawing>,
    source: String,
    code: Vec<(String, String)>,
    message: String,
    states: String,
    pairings: Vec<String>,
    sightings: Vec<(String, Vec<String>)>,
    notes: Vec<String>,
    followers: Vec<(String, String)>,
    reproduce: String,
    started: Vec<[String; 3]>,
    file: Option<String>,
    is_recorded: bool,
    exit_code: u8,
    case_text: &'a str,
    tracker: String,
    standing: Vec<(String, String, Option<String>)>,
    strip: Option<Strip>,
    changes: Vec<[String; 4]>,
    more_changes: usize,
    together: Vec<(String, String)>,
    has_finding: bool,
}

/// A clause in words.
struct Rule {
    id: String,
    section: String,
    rule: String,
}

/// The picture, drawn and as text.
struct Drawing {
    html: String,
    values: Vec<(usize, char, String)>,
    rows: Vec<[String; 4]>,
    moved: Vec<String>,
}

/// The details as HTML.
pub(super) fn html(page: &Page<'_>, cause: &Cause<'_>) -> Result<String, askama::Error> {
    let found = cause.findings.first().copied();
    let target = found.map(|found| found.case.target());
    let clauses = found.map(rules).unwrap_or_default();
    let last = page.report.night.as_ref().map_or(0, |night| night.number);
    let history = cause.stored.map(|bucket| bucket.history.as_slice()).unwrap_or_default();
    let change = |change: &super::Change| {
        let detail = change.detail.clone();
        [
            change.night.to_string(),
            change.date.clone(),
            change.subject.clone(),
            format!("{}: {detail}", change.state),
        ]
    };
    let together = cause.stored.map(|bucket| bucket.gone_together.as_slice()).unwrap_or_default();
    let mut known: Vec<&String> = cause.findings.iter().flat_map(|found| &found.known).collect();
    known.sort();
    known.dedup();
    let title = |id: &&String| page.known.of(id).unwrap_or_default().to_owned();
    let known = known.iter().map(|id| ((*id).clone(), title(id), linked(&title(id))));
    let (pairings, sightings) = sightings(&cause.findings);
    let detail = Detail {
        id: &cause.id,
        name: &cause.name,
        class: class(cause.class),
        signature: cause.signature(),
        clauses,
        readings: found.map(readings).unwrap_or_default(),
        known: known.collect(),
        mismatches: found.map(mismatches).unwrap_or_default(),
        more_mismatches: found.map_or(0, |found| found.mismatches.len().saturating_sub(MOST_MISMATCHES)),
        picture: found.map(|found| drawing(page, found, &cause.says)).transpose()?.flatten(),
        source: capped(found.and_then(|found| found.source.as_deref()).unwrap_or_default()),
        code: found.map(code).unwrap_or_default(),
        message: capped(found.and_then(|found| found.message.as_deref()).unwrap_or_default()),
        states: found
            .and_then(|found| found.dumps.as_ref())
            .map(|dumps| capped(&text::difference(dumps)))
            .unwrap_or_default(),
        pairings,
        sightings,
        notes: found.map(|found| notes(found, &cause.findings)).unwrap_or_default(),
        followers: found.map(followers).unwrap_or_default(),
        reproduce: found.map(again::command_elsewhere).unwrap_or_default(),
        started: found.map(|found| started(page, found)).unwrap_or_default(),
        exit_code: u8::from(found.is_some_and(|found| found.is_new())),
        is_recorded: found.is_some_and(|found| found.toolchains.iter().all(|name| is_recorded(name))),
        file: found.and_then(|found| found.case_path.as_ref()).map(|path| path.display().to_string()),
        // A part of it would be no case.
        case_text: found.map(|found| found.case_text.as_str()).unwrap_or_default(),
        tracker: found.map(|found| tracker::text(page.report, found, &cause.says)).unwrap_or_default(),
        standing: cause.stored.map(standing).unwrap_or_default(),
        strip: cause.stored.and_then(|bucket| strip(bucket, last)),
        changes: history.iter().rev().take(MOST_CHANGES).map(change).collect(),
        more_changes: history.len().saturating_sub(MOST_CHANGES),
        together: together.iter().map(|name| ((page.id)(name), name.clone())).collect(),
        has_finding: target.is_some(),
    };
    detail.render()
}

/// Title of a class of findings.
fn class(class: FindingClass) -> &'static str {
    match class {
        FindingClass::Itself => "A compiler disagrees with itself",
        FindingClass::Document => "A subject disagrees with its document",
        FindingClass::Others => "Two subjects disagree with each other",
        FindingClass::Fault => "A tool failed",
    }
}

/// A text, or as much of it as is shown.
pub(super) fn capped(text: &str) -> String {
    match text.char_indices().nth(MOST_TEXT) {
        Some((end, _)) => format!("{}\n…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// The first link to the web in a text.
fn linked(text: &str) -> Option<String> {
    let word = text.split_whitespace().find(|word| word.contains("://"))?;
    super::escape::link(word.trim_end_matches([',', '.', ')', ';'])).map(str::to_owned)
}

fn rules(found: &Finding) -> Vec<Rule> {
    let rule = |id: &&'static str| {
        let clause = catalogue(found.case.target()).clause(id);
        Rule {
            id: (*id).to_owned(),
            section: clause.map(|clause| clause.section.clone()).unwrap_or_default(),
            rule: clause.map(|clause| clause.rule.clone()).unwrap_or_default(),
        }
    };
    found.clauses.iter().map(rule).collect()
}

/// Departures and readings that a finding rests on, with their texts.
fn readings(found: &Finding) -> Vec<(&'static str, String, String)> {
    let all = [
        ("explained by the departure", &found.deviations),
        ("by the interpretation", &found.readings),
        ("left over under what is known of the subject", &found.under),
    ];
    let text = |answer: &Answer| reading_of(found.case.target(), answer).map(|reading| reading.text.clone());
    let of = |(words, answers): (&'static str, &Vec<Answer>)| -> Vec<_> {
        answers.iter().map(|answer| (words, answer.to_string(), text(answer).unwrap_or_default())).collect()
    };
    all.into_iter().flat_map(of).collect()
}

fn mismatches(found: &Finding) -> Vec<[String; 3]> {
    let row = |mismatch: &crosscall_model::finding::Mismatch| {
        let words = mismatch.words();
        [words.subject.clone(), words.expected.clone(), words.seen()]
    };
    found.mismatches.iter().take(MOST_MISMATCHES).map(row).collect()
}

/// Code around the call, of each side: whose it is, and its lines.
fn code(found: &Finding) -> Vec<(String, String)> {
    found.code.iter().map(|code| (code.title.clone(), capped(&code.text))).collect()
}

fn drawing(page: &Page<'_>, found: &Finding, says: &str) -> Result<Option<Drawing>, askama::Error> {
    let follows = sentence::follows(page.report, found);
    let Some(picture) = Picture::by_document(found, follows) else { return Ok(None) };
    let values = picture.values.iter().enumerate();
    Ok(Some(Drawing {
        html: picture::draw(&picture, &format!("Picture of the call: {says}"))?,
        values: values.map(|(number, name)| (number, letter(number), name.clone())).collect(),
        rows: picture.rows(),
        moved: picture.moved(),
    }))
}

/// Pairings, and who shows it in each of them in how many trials.
fn sightings(findings: &[&Finding]) -> (Vec<String>, Vec<(String, Vec<String>)>) {
    let mut sums: BTreeMap<String, BTreeMap<Option<Pairing>, u64>> = BTreeMap::new();
    let mut pairings = BTreeSet::new();
    for seen in findings.iter().flat_map(|found| &found.sightings) {
        let of_subject = sums.entry(seen.subjects.join(" calls ")).or_default();
        *of_subject.entry(seen.pairing).or_default() += seen.trials;
        pairings.insert(seen.pairing);
    }
    let cell = |trials: Option<&u64>| trials.map_or_else(|| "–".to_owned(), |trials| grouped(*trials));
    let row = |(subject, trials): (String, BTreeMap<Option<Pairing>, u64>)| {
        (subject, pairings.iter().map(|pairing| cell(trials.get(pairing))).collect())
    };
    let rows = sums.into_iter().map(row).collect();
    let name = |pairing: &Option<Pairing>| pairing.map_or("compiling", Pairing::name).to_owned();
    (pairings.iter().map(name).collect(), rows)
}

fn notes(found: &Finding, all: &[&Finding]) -> Vec<String> {
    let mut notes = Vec::new();
    let with_itself: u64 = all.iter().map(|found| found.with_itself).sum();
    if with_itself > 0 {
        notes.push(format!(
            "Functions of one compiler that call each other do not understand each other ({}).",
            count(with_itself, "trial")
        ));
    }
    match found.confirmed {
        Confirmed::InItsBatch => notes.push(
            "Seen again only when the case was compiled together with the others of its batch, not alone."
                .to_owned(),
        ),
        Confirmed::Gone => {
            notes.push("Not seen again when the same cases were compiled and run once more.".to_owned());
        }
        Confirmed::Alone | Confirmed::Not | Confirmed::Chance | Confirmed::Settled => {}
    }
    notes
}

/// Followers of a finding: fingerprints, and their trials.
fn followers(found: &Finding) -> Vec<(String, String)> {
    let row = |follower: &crosscall_model::finding::Follower| {
        (follower.fingerprint.to_string(), count(follower.times, "trial"))
    };
    found.followers.iter().map(row).collect()
}

/// The subjects of a finding, their versions, and their commands with all options.
fn started(page: &Page<'_>, found: &Finding) -> Vec<[String; 3]> {
    let all = again::started(page.report, found).into_iter();
    all.map(|one| [one.subject.clone(), one.version.clone(), shell::command(&one.command)]).collect()
}

/// Subjects of a stored bucket, their states, and the link in a note about them.
fn standing(bucket: &super::Bucket) -> Vec<(String, String, Option<String>)> {
    let row = |standing: &super::Standing| {
        let state = standing.state.map_or("none", crate::buckets::BucketState::word);
        let retired = standing.retired.as_ref().map(|retired| format!("; {retired}")).unwrap_or_default();
        let link = linked(&retired);
        (standing.subject.clone(), format!("{state} since night {}{retired}", standing.since), link)
    };
    bucket.subjects.iter().map(row).collect()
}
