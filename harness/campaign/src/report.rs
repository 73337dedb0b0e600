//! From what was counted to what is reported.

use super::asked::Wrong;
use super::tally::{Found, Key, Seen, Sightings, SubjectTally, TargetTally, Times, Way, kind_of};
use super::{RunSettings, dialects, there_are_cases};
use crate::known::Known;
use crate::report_folder::ReportFolder;
use crosscall_base::error::Error;
use crosscall_engine::unit::Role;
use crosscall_model::finding::{
    Confirmed, Dumps, Finding, FindingKind, Fingerprint, Mismatch, Sighting, Violation,
};
use crosscall_model::{About, Pairing, counted};
use crosscall_oracle::judge::states;
use crosscall_oracle::standing::unsettled;
use crosscall_reports::run::{Drawn, RunReport, SubjectReport, UNBOUNDED, Untested};
use crosscall_reports::{again, dialect};
use crosscall_toolchain::case_file::{self, CaseFile};
use crosscall_toolchain::cases::special_values;
use crosscall_toolchain::language::Language;
use crosscall_toolchain::named::started;
use crosscall_toolchain::{Toolchain, expression, tool};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

/// The report of a run, without its times.
///
/// # Errors
/// When a case file cannot be written to the folder.
pub(super) fn report(
    settings: &RunSettings,
    tallies: &[TargetTally],
    folder: Option<&ReportFolder>,
) -> Result<RunReport, Error> {
    let mut targets = Vec::new();
    for tally in tallies {
        let mut paths = std::collections::BTreeMap::new();
        for (key, found) in &tally.found {
            let finding = finding(found);
            let path = match folder {
                Some(folder) => Some(folder.put_case(&case_file(&finding, tally))?),
                None => known_case(&finding, &settings.known),
            };
            paths.insert(key.clone(), path);
        }
        for subject in &tally.subjects {
            targets.push(subject_report(settings, tally, subject, &|f| paths.get(f).cloned().flatten()));
        }
    }
    let interrupted = tallies.iter().any(|t| t.stopped);
    let incompatible = tallies.iter().flat_map(dialects::incompatible).collect();
    let drawn = tallies.iter().flat_map(|tally| {
        tally.drawn.iter().map(|(matter, cases)| Drawn {
            target: tally.target,
            matter: *matter,
            cases: *cases,
        })
    });
    Ok(RunReport {
        lacking: tallies.iter().filter_map(unconfirmed).collect(),
        seed: settings.seed,
        cases: settings.cases,
        interrupted,
        targets,
        incompatible,
        untested: tallies.iter().flat_map(|tally| untested(settings, tally)).collect(),
        enough: tallies.iter().find_map(|tally| tally.enough),
        drawn: drawn.collect(),
        ..RunReport::default()
    })
}

/// New findings of a target that were not run again, in words; `None` if all were. Looked at by itself, such a one may be a known one.
fn unconfirmed(tally: &TargetTally) -> Option<String> {
    let is_open = |(key, found): &(&Key, &Found)| {
        let is_fault = matches!(key.fingerprint, Fingerprint::Fault(_));
        key.known.is_empty() && !is_fault && found.confirmed == Confirmed::Not
    };
    let findings = match tally.found.iter().filter(is_open).count() as u64 {
        0 => return None,
        count => counted(count, "new finding"),
    };
    Some(format!("{findings} for {} not run again, and known ones may be among them", tally.target))
}

fn subject_report(
    settings: &RunSettings,
    tally: &TargetTally,
    subject: &SubjectTally,
    path: &dyn Fn(&Key) -> Option<PathBuf>,
) -> SubjectReport {
    let counts = subject.reported_counts(planned(settings, tally, subject));
    let mut reasons = subject.record.untestable.clone();
    let skipped = counts.skipped.saturating_sub(subject.record.counts.skipped);
    if skipped > 0 {
        let stopped = settings.stop.load(Ordering::Relaxed);
        let why =
            if stopped { "not begun when the run was stopped" } else { "not begun: nothing to test there" };
        *reasons.entry(why.to_owned()).or_default() += skipped;
    }
    let findings = subject.record.found.iter().filter_map(|(key, sightings)| {
        let mut finding = finding(tally.found.get(key)?);
        finding.is_anothers = finding.toolchains.first() != Some(&subject.toolchain.name);
        (finding.pairing, finding.toolchains) = shown_in(&finding, &subject.toolchain.name, sightings);
        finding.occurrences = sightings.times();
        finding.sightings = sightings.by.iter().map(sighting).collect();
        let is_special = |sighting: &Sighting| sighting.special == sighting.trials;
        if !finding.sightings.is_empty() && finding.sightings.iter().all(is_special) {
            finding.special_values = finding.case.call().map(special_values).unwrap_or_default();
        }
        finding.consequences = sightings.consequences;
        finding.with_itself = sightings.with_itself;
        finding.case_path = path(key);
        let named = |name: &String| tally.subjects.iter().find(|s| s.toolchain.name == *name);
        let subjects: Vec<&Toolchain> =
            finding.toolchains.iter().filter_map(named).map(|s| &s.toolchain).collect();
        describe(&mut finding, subjects.iter().copied());
        note_accepted(&mut finding, &subjects, &settings.known);
        Some((key.fingerprint.is_about_control(), finding))
    });
    SubjectReport {
        target: tally.target,
        toolchain: subject.toolchain.name.clone(),
        version: subject.toolchain.version.clone(),
        compiler: subject.toolchain.compiler.clone(),
        started: vec![started(&subject.toolchain)],
        counts,
        reasons,
        failures: subject.record.failures.sorted(),
        incidents: subject.record.failures.incidents(),
        dialect: dialect::answers(&subject.knowledge),
        unsettled: unsettled(&subject.knowledge, &subject.record.lessons),
        clauses: subject.record.clauses.iter().map(|(id, times)| ((*id).to_owned(), *times)).collect(),
        automaton: Some(tally.visited.coverage(tally.target)),
        findings: {
            // By class, then what was seen most often; a crash says least about what is wrong.
            let mut findings: Vec<(bool, Finding)> = findings.collect();
            findings.sort_by_key(|(is_crash, f)| (f.class(), *is_crash, std::cmp::Reverse(f.occurrences)));
            findings.into_iter().map(|(_, finding)| finding).collect()
        },
    }
}

/// The pairing in which a subject shows a finding, and the subjects of those trials: those of the finding's case, where it is
/// the subject's own.
fn shown_in(finding: &Finding, own: &str, sightings: &Sightings) -> (Pairing, Vec<String>) {
    if finding.toolchains.first().is_some_and(|name| name == own) {
        return (finding.pairing, finding.toolchains.clone());
    }
    let ways =
        sightings.by.keys().map(|(pairing, subjects, _)| (pairing.unwrap_or(Pairing::Callee), subjects));
    let nearest = ways.min_by_key(|(pairing, subjects)| (*pairing != finding.pairing, subjects.len()));
    match nearest {
        Some((pairing, subjects)) => (pairing, subjects.clone()),
        None => (finding.pairing, sightings.first.1.clone()),
    }
}

pub(super) fn sighting(((pairing, subjects, fingerprint), times): (&Way, &Times)) -> Sighting {
    Sighting {
        pairing: *pairing,
        subjects: subjects.clone(),
        fingerprint: fingerprint.to_string(),
        trials: times.trials,
        special: times.special,
        details: times.details(),
        with: times.with(),
    }
}

/// The number of trials that a subject is meant to have.
fn planned(settings: &RunSettings, tally: &TargetTally, subject: &SubjectTally) -> u64 {
    let takes_part =
        |p: &&Pairing| there_are_cases(tally.target, p.matter()) && subject.toolchain.takes_part(**p);
    // Cases that were never begun have no number where none was asked for.
    let asked = if settings.cases == UNBOUNDED { 0 } else { settings.cases };
    let cases = |p: &Pairing| tally.drawn.get(&p.matter()).copied().unwrap_or(asked);
    settings.pairings.iter().filter(takes_part).map(cases).fold(0, u64::saturating_add)
}

/// For each subject that was not tested at all, why not in each of the pairings that are asked for.
fn untested(settings: &RunSettings, tally: &TargetTally) -> Vec<Untested> {
    let is_idle =
        |subject: &&SubjectTally| subject.record.counts.conforming + subject.record.counts.violations == 0;
    let of_subject = |subject: &SubjectTally| -> Vec<Untested> {
        let reason = |pairing: &Pairing| Untested {
            subject: subject.toolchain.name.clone(),
            pairing: *pairing,
            reason: left_out_by(settings, subject, *pairing),
        };
        // No line for what cannot be.
        let takes_part = |pairing: &&Pairing| {
            subject.toolchain.takes_part(**pairing) && there_are_cases(tally.target, pairing.matter())
        };
        settings.pairings.iter().filter(takes_part).map(reason).collect()
    };
    tally.subjects.iter().filter(is_idle).flat_map(of_subject).collect()
}

/// The rule that left a pairing of a subject out, or why its trials gave no verdict.
fn left_out_by(settings: &RunSettings, subject: &SubjectTally, pairing: Pairing) -> String {
    if settings.cases == 0 {
        return "no cases were asked for".to_owned();
    }
    let prefix = format!("{pairing}: ");
    let mut reasons: Vec<(&str, u64)> = { subject.record.untestable.iter() }
        .filter_map(|(reason, times)| Some((reason.strip_prefix(&prefix)?, *times)))
        .collect();
    reasons.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    match reasons.as_slice() {
        [] => "no trial was begun".to_owned(),
        [(reason, times)] => format!("{times} times: {reason}"),
        [(reason, times), others @ ..] => {
            format!("{times} times: {reason}; and {} more reasons", others.len())
        }
    }
}

/// A finding as it is reported.
pub fn finding(found: &Found) -> Finding {
    let seen = &found.seen;
    let kind = match found.confirmed {
        Confirmed::Gone => FindingKind::NotRepeatable,
        _ => kind_of(&seen.key.fingerprint),
    };
    let violation = &seen.violation;
    let mut clauses: Vec<_> = seen.key.fingerprint.clause().into_iter().collect();
    for mismatch in &violation.mismatches {
        for clause in mismatch.clauses.iter().take(1) {
            if violation.deviations.is_empty() && !clauses.contains(clause) {
                clauses.push(clause);
            }
        }
    }
    let pairing = seen.pairing.unwrap_or(Pairing::Callee);
    let mut mismatches = violation.mismatches.clone();
    if let Fingerprint::Deviation(answer) = &seen.key.fingerprint {
        // A case can show several deviations: what this one is named after comes first.
        mismatches.sort_by_key(|mismatch| mismatch.clauses.first() != Some(&answer.clause));
    }
    Finding {
        fingerprint: seen.key.fingerprint.to_string(),
        kind,
        clauses,
        pairing,
        toolchains: seen.toolchains.clone(),
        case: seen.case.clone(),
        mismatches,
        deviations: violation.deviations.clone(),
        under: violation.under.clone(),
        readings: violation.readings.clone(),
        generator: crosscall_generator::VERSION,
        seed: found.seed,
        index: seen.index,
        occurrences: found.times,
        sightings: vec![Sighting {
            pairing: seen.pairing,
            subjects: seen.toolchains.clone(),
            fingerprint: seen.key.fingerprint.to_string(),
            trials: found.times,
            special: 0,
            details: BTreeSet::new(),
            with: BTreeSet::new(),
        }],
        special_values: Vec::new(),
        consequences: 0,
        with_itself: 0,
        is_anothers: false,
        followers: found.followers.clone(),
        confirmed: found.confirmed,
        case_text: CaseFile::identity(&seen.case),
        case_path: None,
        described: Vec::new(),
        known: seen.key.known.clone(),
        accepted: Vec::new(),
        source: Some(seen.source.clone().unwrap_or_else(|| source(&seen.case, pairing, &[]))),
        message: match &seen.key.fingerprint {
            Fingerprint::Fault(_) => violation.mismatches.first().map(|m| m.words().observed),
            _ => None,
        },
        dumps: dumps(seen),
        code: seen.code.clone(),
    }
}

/// Adds what shows a finding's subjects to somebody who has no configuration; they are among `subjects`.
pub(super) fn describe<'a>(finding: &mut Finding, subjects: impl Iterator<Item = &'a Toolchain>) {
    let own: Vec<&Toolchain> =
        subjects.filter(|subject| finding.toolchains.contains(&subject.name)).collect();
    let in_order = finding.toolchains.iter().filter_map(|name| own.iter().find(|t| t.name == *name));
    let languages: Vec<_> = in_order.map(|subject| subject.kind.written_in().for_people()).collect();
    if finding.message.is_none() && languages.iter().any(|language| *language != Language::C) {
        finding.source = Some(source(&finding.case, finding.pairing, &languages));
    }
    let started: Vec<_> = own.into_iter().map(started).collect();
    finding.described = again::described(&finding.toolchains, &started);
}

/// Says of each contradiction of a new finding whether a known one explains it. `subjects` are those that show it.
pub(super) fn note_accepted(finding: &mut Finding, subjects: &[&Toolchain], known: &Known) {
    if finding.is_new() && finding.deviations.is_empty() && finding.mismatches.len() > 1 {
        let violation = Violation { mismatches: finding.mismatches.clone(), ..Violation::default() };
        let (pairing, case) = (Some(finding.pairing), finding.case.by_ref());
        finding.accepted = Wrong { pairing, subjects, case, violation: &violation }.accepted(known);
    }
}

/// The state that the document expects and the one that was there.
pub(super) fn dumps(seen: &Seen) -> Option<Dumps> {
    let Some(evidence) = seen.evidence.as_deref() else { return seen.dumps.clone() };
    let pairing = seen.pairing.unwrap_or(Pairing::Callee);
    let states = states(pairing, &evidence.plan, &evidence.observation)?;
    Some(Dumps {
        before: (format!("{}, as the document has it", states.moment), states.expected),
        after: ("as it was".to_owned(), states.observed),
    })
}

/// The text of the case, as compilers of these languages get it, the caller's first, or what a tool gets.
fn source(case: &About, pairing: Pairing, languages: &[Language]) -> String {
    let case = match case {
        About::Call(case) => case,
        About::Tool(case) => return tool::source(case),
        About::Value(case) => return expression::source(case),
    };
    let first = languages.first().copied().unwrap_or(Language::C);
    let partner = languages.get(1).copied().unwrap_or(first);
    let text = |language: Language, role| language.excerpt(role, case);
    match pairing {
        Pairing::Caller => text(first, Role::Caller),
        Pairing::Layout => text(first, Role::Layout),
        Pairing::Callee | Pairing::Object | Pairing::Tool | Pairing::Value => text(first, Role::Callee),
        Pairing::Cross => text(first, Role::Caller) + &text(partner, Role::Callee),
    }
}

/// The file that reproduces a finding.
fn case_file(finding: &Finding, tally: &TargetTally) -> CaseFile {
    case_file_of(finding, |name| {
        let subject = tally.subjects.iter().find(|s| s.toolchain.name == *name)?;
        Some(subject.toolchain.version.clone())
    })
}

/// The file that reproduces a finding; `version` is that of a subject.
pub fn case_file_of(finding: &Finding, version: impl Fn(&str) -> Option<String>) -> CaseFile {
    let first = finding.mismatches.first().map(Mismatch::words);
    CaseFile {
        case: finding.case.clone(),
        found: Some(case_file::Found {
            pairing: Some(finding.pairing),
            toolchains: finding.toolchains.clone(),
            versions: finding.toolchains.iter().filter_map(|name| version(name)).collect(),
            clauses: finding.clauses.iter().map(|c| (*c).to_owned()).collect(),
            expected: first.as_ref().map(|m| format!("{}: {}", m.subject, m.expected)).unwrap_or_default(),
            observed: first.map(|m| m.observed).unwrap_or_default(),
            seed: Some(finding.seed),
            generator: Some(crosscall_generator::VERSION),
            index: u32::try_from(finding.index).ok(),
        }),
    }
}

/// The case in the corpus that stands for a known finding.
fn known_case(finding: &Finding, known: &Known) -> Option<PathBuf> {
    let entry = finding.known.iter().find_map(|id| known.entry(id))?;
    Some(PathBuf::from(&entry.case))
}
