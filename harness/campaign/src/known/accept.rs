//! Entries for what a run has found: a list that a person goes on with.
//!
//! An entry says exactly what was seen: with which subjects, in which pairing, of which register, member or place, and in
//! which way. What was seen alike by several subjects, or in several pairings, is one entry.

use super::{Compilers, Entry, FORMAT, Known, Subject, today};
use crosscall_base::error::{Error, read_text};
use crosscall_base::output::write_atomically;
use crosscall_model::finding::{Confirmed, Finding, FindingKind, Sighting};
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::Path;

/// Head of a new list.
fn head() -> String {
    format!(
        "# Findings that were accepted with `crosscall run --accept`; `crosscall run --known FILE` is silent about them.\n\
         # Fill in each reason. The format is explained in docs/usage.md.\n\
         format = {FORMAT}\n\
         \n\
         # The findings that crosscall itself knows are known with this list, too.\n\
         built_in = true\n"
    )
}

#[derive(Serialize)]
struct Lines {
    known: Vec<Entry>,
}

/// Adds entries for those of these findings that are new to a list, which is made if it is not there; the ids of the entries.
/// Entries of the list stay as they are written.
///
/// # Errors
/// [`Error::Input`] where the list is wrong, [`Error::Store`] where it cannot be written.
pub fn accept<'a>(
    path: &Path,
    findings: impl Iterator<Item = &'a Finding>,
    subjects: &[Subject<'_>],
) -> Result<Vec<String>, Error> {
    let (mut text, known) = match path.exists() {
        true => {
            let text = read_text(path)?;
            let known = Known::parse(&text, path)?;
            (if text.trim().is_empty() { head() } else { text }, known)
        }
        false => (head(), Known::default()),
    };
    let built_in = Known::built_in()?;
    let mut entries = joined(new_entries(findings, subjects, path));
    let mut ids: Vec<String> = Vec::new();
    for entry in &mut entries {
        let taken = |id: &String| {
            known.entries.iter().chain(&built_in.entries).any(|other| other.id == *id) || ids.contains(id)
        };
        let stem = &entry.id;
        let id = (1..).map(|n| format!("{stem}-{n:02}")).find(|id| !taken(id));
        entry.id = id.unwrap_or_else(|| stem.clone());
        ids.push(entry.id.clone());
    }
    if !entries.is_empty() {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push('\n');
        let lines = Lines { known: entries };
        text += &toml::to_string(&lines).map_err(|e| Error::Store(format!("{}: {e}", path.display())))?;
    }
    // The new text has to be readable before it replaces the old one.
    Known::parse(&text, path)?;
    write_atomically(path, text.as_bytes())?;
    Ok(ids)
}

/// An entry for each way in which each new finding was seen, and those that follow from it.
fn new_entries<'a>(
    findings: impl Iterator<Item = &'a Finding>,
    subjects: &[Subject<'_>],
    list: &Path,
) -> Vec<Entry> {
    let new = findings.filter(|f| f.is_new() && f.kind != FindingKind::NotRepeatable);
    let mut entries = Vec::new();
    for finding in new {
        let followers = finding.followers.iter().flat_map(|follower| &follower.sightings);
        for sighting in finding.sightings.iter().chain(followers) {
            let entry = written(finding, sighting, subjects, list);
            if !entries.contains(&entry) {
                entries.push(entry);
            }
        }
    }
    entries
}

/// Entries that differ in their subjects only, then those that differ in their pairings only, are one.
fn joined(entries: Vec<Entry>) -> Vec<Entry> {
    let by_subject = together(
        entries,
        |entry| entry.toolchains.clear(),
        |one, other| one.toolchains.extend(other.toolchains),
    );
    let mut all = together(
        by_subject,
        |entry| entry.pairings.clear(),
        |one, other| one.pairings.extend(other.pairings),
    );
    for entry in &mut all {
        entry.toolchains.sort();
        entry.toolchains.dedup();
        entry.pairings.sort_by_key(|pairing| pairing.name());
        entry.pairings.dedup();
    }
    all
}

/// Entries that are alike but for their titles, their cases and what `clear` clears.
fn together(entries: Vec<Entry>, clear: impl Fn(&mut Entry), join: impl Fn(&mut Entry, Entry)) -> Vec<Entry> {
    let mut out: Vec<(Entry, Entry)> = Vec::new();
    for entry in entries {
        let mut rest = Entry { title: String::new(), case: String::new(), ..entry.clone() };
        clear(&mut rest);
        match out.iter_mut().find(|(known, _)| *known == rest) {
            Some((_, same)) => join(same, entry),
            None => out.push((rest, entry)),
        }
    }
    out.into_iter().map(|(_, entry)| entry).collect()
}

fn written(finding: &Finding, sighting: &Sighting, subjects: &[Subject<'_>], list: &Path) -> Entry {
    let compilers: BTreeSet<&str> = sighting
        .subjects
        .iter()
        .filter_map(|name| subjects.iter().find(|subject| subject.name == *name))
        .map(|subject| subject.compiler)
        .collect();
    // Subjects of two compilers are known by their names.
    let compiler = compilers.first().filter(|_| compilers.len() == 1);
    // A fault of a compiler is known by its fingerprint, which has the message.
    let is_fault = finding.kind == FindingKind::CompilerFault;
    let clause = sighting.fingerprint.split([':', '=']).next().unwrap_or_default();
    let name = if is_fault { finding.kind.name() } else { clause };
    Entry {
        id: format!("ACCEPTED-{}", name.to_uppercase()),
        title: finding.headline(),
        reason: Some(String::new()),
        date: Some(today()),
        case: finding.case_path.as_deref().map(|path| beside(path, list)).unwrap_or_default(),
        kind: finding.kind,
        fingerprints: vec![sighting.fingerprint.clone()],
        pairings: sighting.pairing.into_iter().filter(|_| !is_fault).collect(),
        compilers: compiler.and_then(|one| Compilers::try_from((*one).to_owned()).ok()).into_iter().collect(),
        toolchains: vec![sighting.subjects.join(" calls ")],
        details: sighting.details.iter().filter(|_| !is_fault).cloned().collect(),
        with: sighting.with.iter().cloned().collect(),
        repeats: finding.confirmed != Confirmed::InItsBatch,
        ..Entry::default()
    }
}

/// A path as it is seen from the folder of a list, where it lies below that.
fn beside(path: &Path, list: &Path) -> String {
    let folder = list.parent().filter(|folder| !folder.as_os_str().is_empty());
    let inner = folder.and_then(|folder| path.strip_prefix(folder).ok());
    inner.unwrap_or(path).display().to_string()
}

#[cfg(test)]
mod tests;
