//! Trying a case again as a person waits: only as much is worked out of a subject as the verdict needs.

use super::again::{self, Background, FEW_CASES, Outcome, Settled, Subjects};
use crate::archive::Opened;
use crate::known::{Entry, Known};
use crosscall_base::error::Error;
use crosscall_model::finding::FindingKind;
use crosscall_model::{About, Pairing};
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::select::Inventory;
use crosscall_toolchain::units::CompileContext;

/// Tries one case with subjects.
pub struct Retrial<'a> {
    case: &'a About,
    /// Clauses that the file says it contradicts.
    clauses: Vec<String>,
    known: &'a Known,
    context: CompileContext<'a>,
    settled: Settled,
}

impl<'a> Retrial<'a> {
    /// A retrial of the case in a file or an entry; `known` names the findings.
    pub fn new(opened: &'a Opened, known: &'a Known, context: CompileContext<'a>) -> Retrial<'a> {
        let found = opened.file.found.as_ref();
        Retrial {
            case: &opened.file.case,
            clauses: found.map(|found| found.clauses.clone()).unwrap_or_default(),
            known,
            context,
            settled: Settled::about(&opened.file.case),
        }
    }

    /// Tries the case, with what is known of the subjects in the end.
    ///
    /// # Errors
    /// See [`again::once`].
    pub fn once(&mut self, pairing: Pairing, subjects: &Subjects) -> Result<(Outcome, Background), Error> {
        let (outcome, background) = self.quickly(pairing, subjects)?;
        if background.is_complete || self.is_expected(&outcome) {
            return Ok((outcome, background));
        }
        let background = self.settled.of(subjects, pairing, self.context, usize::MAX)?;
        Ok((self.try_under(pairing, subjects, &background)?, background))
    }

    /// Tries the case with as much knowledge as a few cases for each of its questions give.
    ///
    /// # Errors
    /// See [`again::once`].
    pub fn quickly(&mut self, pairing: Pairing, subjects: &Subjects) -> Result<(Outcome, Background), Error> {
        let background = self.settled.of(subjects, pairing, self.context, FEW_CASES)?;
        Ok((self.try_under(pairing, subjects, &background)?, background))
    }

    fn try_under(
        &self,
        pairing: Pairing,
        subjects: &Subjects,
        background: &Background,
    ) -> Result<Outcome, Error> {
        again::once(self.case, pairing, subjects, background, self.known, self.context)
    }

    /// True if everything that shows is known or is named by the file. That nothing shows, or something
    /// else, is only believed when everything is known of the subject that can be.
    fn is_expected(&self, outcome: &Outcome) -> bool {
        let is_reported = |clause: &str| self.clauses.first().is_some_and(|reported| reported == clause);
        !outcome.findings.is_empty()
            && outcome.findings.iter().all(|found| !found.is_new() || is_reported(found.clause()))
    }
}

/// The trials that a case is meant for: those that are asked for, or else those that its file or its entry in the list of
/// known findings names.
///
/// # Errors
/// For a pairing or a subject that is not for the case.
pub fn trials(
    opened: &Opened,
    inventory: &Inventory,
    asked: &[Pairing],
    toolchains: &[String],
) -> Result<Vec<(Pairing, Subjects)>, Error> {
    let found = opened.file.found.clone().unwrap_or_default();
    let target = opened.file.case.target();
    let entry = opened.entry;
    let is_between = entry.is_some_and(|entry| entry.kind == FindingKind::Incompatibility);
    let is_between = is_between && toolchains.is_empty();
    let case = &opened.file.case;
    let or_recorded = |name: &String| inventory.or_recorded(name.clone(), case);
    // Of a call between two, who calls and who is called are no other two.
    let is_call = found.pairing == Some(Pairing::Cross) && asked.is_empty();
    let as_found: Vec<String> = found.toolchains.iter().map(or_recorded).collect();
    let is_there = |name: &String| inventory.toolchains.iter().any(|toolchain| toolchain.name == *name);
    let is_call_of_others = is_call && toolchains.is_empty() && !as_found.iter().all(is_there);
    if is_between && asked.is_empty() || is_call_of_others {
        let all = pairs(inventory, entry, opened);
        if !all.is_empty() {
            return Ok(all);
        }
    }
    let named: Vec<String> = match (toolchains.is_empty(), entry) {
        (false, _) => toolchains.iter().map(or_recorded).collect(),
        (true, Some(entry)) if !is_call => {
            of_entry(entry, inventory, &found.toolchains, opened).iter().map(or_recorded).collect()
        }
        (true, _) => as_found,
    };
    let of_entry = entry.filter(|entry| entry.kind == FindingKind::Violation);
    let of_entry = of_entry.and_then(|entry| entry.pairings.first().copied().or(found.pairing));
    // A fault of a compiler belongs to no clause, and may show in any unit that is made of the case.
    let of_the_file = found.pairing.filter(|_| !found.clauses.is_empty()).or(of_entry);
    let default = match of_the_file {
        _ if is_between => vec![Pairing::Cross],
        Some(pairing) => vec![pairing],
        None if named.len() == 2 => Pairing::ALL.to_vec(),
        None => Pairing::ALL.into_iter().filter(|p| *p != Pairing::Cross).collect(),
    };
    let mut trials = Vec::new();
    for pairing in again::pairings_for(&opened.file.case, asked, &default)? {
        let subjects = again::subjects(inventory, target, pairing, &named)?;
        trials.extend(subjects.into_iter().map(|subjects| (pairing, subjects)));
    }
    Ok(trials)
}

/// The names of the subjects that an entry speaks of: those that its case was found with, or else whichever there are.
fn of_entry(entry: &Entry, inventory: &Inventory, found: &[String], opened: &Opened) -> Vec<String> {
    let names: Vec<String> = meant(entry, inventory, opened).map(|t| t.name.clone()).collect();
    let same: Vec<String> = names.iter().filter(|name| found.contains(name)).cloned().collect();
    match (same.is_empty(), names.is_empty()) {
        (false, _) => same,
        (true, false) => names,
        // A missing subject is reported by its name.
        (true, true) => found.to_vec(),
    }
}

/// Every two subjects that an entry speaks of, one calling the other.
fn pairs(inventory: &Inventory, entry: Option<&Entry>, opened: &Opened) -> Vec<(Pairing, Subjects)> {
    let meant = entry.into_iter().flat_map(|entry| meant(entry, inventory, opened));
    let all: Vec<&Toolchain> = meant.filter(|toolchain| toolchain.takes_part(Pairing::Cross)).collect();
    again::every_two(&all)
}

/// The subjects that an entry speaks of and that can be asked about its case.
fn meant<'a>(
    entry: &'a Entry,
    inventory: &'a Inventory,
    opened: &'a Opened,
) -> impl Iterator<Item = &'a Toolchain> {
    let case = &opened.file.case;
    let is_meant = |t: &&Toolchain| t.target == case.target() && entry.is_about(t.known_as()) && t.has(case);
    inventory.toolchains.iter().filter(is_meant)
}
