//! Whether known findings still show: the case of each that the run itself has not shown is run again.

use super::again::{self, Settled, Subjects};
use crate::archive;
use crate::campaign::units::Workshop;
use crate::interrupt;
use crate::known::{Entry, Known};
use crate::report::finding::FindingKind;
use crate::report::{Gone, RunReport};
use crate::toolchain::Toolchain;
use crosscall_model::{About, Pairing};
use std::collections::BTreeSet;
use std::path::Path;

/// The entries that do not show any longer, of those whose subjects took part in a run.
pub(super) fn gone(
    report: &RunReport,
    toolchains: &[Toolchain],
    pairings: &[Pairing],
    known: &Known,
    workshop: Workshop<'_>,
) -> Vec<Gone> {
    let shown: BTreeSet<&str> =
        report.findings().flat_map(|found| &found.known).map(String::as_str).collect();
    let mut settled = Settled::default();
    let mut gone = Vec::new();
    // Whether two subjects do not understand each other depends on where the stack happens to lie: of those that stays
    // away nothing follows, unless a person says so.
    // Nothing follows either from that a case alone does not show what only its batch showed.
    let is_told = |entry: &&Entry| {
        (entry.strict || entry.kind != FindingKind::Incompatibility)
            && entry.repeats
            && entry.inexact.is_none()
    };
    let entries = known.entries.iter().filter(|entry| !shown.contains(entry.id.as_str()));
    for entry in entries.filter(is_told) {
        let subjects: Vec<&Toolchain> = toolchains.iter().filter(|t| entry.is_about(t)).collect();
        // A case that cannot be opened any more says nothing.
        let Ok(opened) = archive::open(Path::new(&entry.case)) else { continue };
        let subjects: Vec<&Toolchain> =
            subjects.into_iter().filter(|t| t.target == opened.file.case.target()).collect();
        if subjects.is_empty() {
            continue;
        }
        settled.turn_to(&opened.file.case);
        let found = opened.file.found.clone().unwrap_or_default();
        let own = |pairing: &Pairing| match entry.kind {
            FindingKind::Incompatibility => *pairing == Pairing::Cross,
            _ if !entry.pairings.is_empty() => entry.pairings.contains(pairing),
            _ => found.pairing.is_none_or(|own| own == *pairing) && *pairing != Pairing::Cross,
        };
        let matter = opened.file.case.matter();
        let wanted = pairings.iter().copied().filter(own).filter(|pairing| pairing.matter() == matter);
        let trials: Vec<(Pairing, Subjects)> =
            wanted.flat_map(|p| trials(p, &subjects, &found.toolchains)).collect();
        let mut tried = Vec::new();
        let mut shows = false;
        for (pairing, subjects) in &trials {
            if interrupt::signal().is_some() {
                return gone;
            }
            let Some(is_there) =
                shows_in(entry, &opened.file.case, *pairing, subjects, &mut settled, known, workshop)
            else {
                continue;
            };
            tried.push(subjects.names().join(" calls "));
            shows = is_there;
            if shows {
                break;
            }
        }
        if !shows && !tried.is_empty() {
            tried.dedup();
            let Entry { id, title, strict, .. } = entry;
            gone.push(Gone { id: id.clone(), title: title.clone(), toolchains: tried, strict: *strict });
        }
    }
    gone
}

/// The subjects to try a case with, those that it was found with first.
fn trials(pairing: Pairing, subjects: &[&Toolchain], found: &[String]) -> Vec<(Pairing, Subjects)> {
    let mut subjects: Vec<&Toolchain> = subjects.iter().copied().filter(|t| t.takes_part(pairing)).collect();
    subjects.sort_by_key(|t| !found.contains(&t.name));
    let alone = |t: &&Toolchain| (pairing, Subjects { first: (*t).clone(), partner: None });
    match pairing {
        Pairing::Cross => again::every_two(&subjects),
        _ => subjects.iter().map(alone).collect(),
    }
}

/// Whether a case shows an entry with some subjects; nothing where it could not be tried.
fn shows_in(
    entry: &Entry,
    case: &About,
    pairing: Pairing,
    subjects: &Subjects,
    settled: &mut Settled,
    known: &Known,
    workshop: Workshop<'_>,
) -> Option<bool> {
    let background = settled.of(subjects, pairing, workshop).ok()?;
    let outcome = again::once(case, pairing, subjects, &background, known, workshop).ok()?;
    let is_there = outcome.findings.iter().flat_map(|found| &found.known).any(|id| *id == entry.id);
    let was_tried = outcome.tally.counts.conforming + outcome.tally.counts.violations > 0;
    (is_there || was_tried).then_some(is_there)
}
