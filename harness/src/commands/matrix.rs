//! Table of the subjects with which a finding shows and does not: its case with the others of its sort.

use crate::evidence::issue::Tried;
use crate::evidence::{Scene, confirm, folder};
use crosscall_base::error::Error;
use crosscall_base::interrupt;
use crosscall_base::output::note;
use crosscall_campaign::archive::Opened;
use crosscall_campaign::known::Known;
use crosscall_campaign::report::case_file_of;
use crosscall_campaign::rerun::again::{Background, Outcome, Subjects};
use crosscall_campaign::rerun::retrial::Retrial;
use crosscall_engine::machine::backend;
use crosscall_engine::verdict::Evidence;
use crosscall_model::finding::Finding;
use crosscall_model::{Pairing, Target};
use crosscall_reports::run::{OnProcessor, RunReport};
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::select::Inventory;
use crosscall_toolchain::units::CompileContext;
use std::path::Path;
use std::sync::Arc;

/// New findings of a run whose evidence is written; a run with more of them shows one thing many times.
const MOST_KEPT: usize = 20;

/// A finding with those that show it.
pub(super) struct Shown {
    pub(super) pairing: Pairing,
    pub(super) subjects: Subjects,
    pub(super) finding: Finding,
    pub(super) evidence: Option<Arc<Evidence>>,
    pub(super) background: Background,
}

impl Shown {
    /// The finding with everything that it can be shown again with; `others` are toolchains that are there.
    pub(super) fn scene<'a>(&'a self, others: &'a [Toolchain], context: CompileContext<'a>) -> Scene<'a> {
        let first = &self.subjects.first;
        let is_companion = |other: &&Toolchain| other.target == first.target && other.kind.compiles_c();
        Scene {
            finding: &self.finding,
            first,
            partner: self.subjects.partner.as_ref(),
            companions: others.iter().filter(is_companion).collect(),
            knowledge: &self.background.first,
            evidence: self.evidence.as_deref(),
            context,
            program: Default::default(),
            test: Default::default(),
        }
    }

    /// True if the list of known findings has it under an id.
    pub(super) fn is_known_as(&self, id: &str) -> bool {
        self.finding.known.iter().any(|known| known == id)
    }
}

/// Tries the case with every subject of the same sort that is there.
///
/// # Errors
/// When a subject cannot be run.
pub(super) fn tried(retrial: &mut Retrial<'_>, inventory: &Inventory, shown: &Shown) -> Result<Tried, Error> {
    let mut tried = Tried::default();
    let Subjects { first, partner } = &shown.subjects;
    if let Some(partner) = partner {
        let name = format!("{} calls {}", first.name, partner.name);
        tried.subjects.push((name, first.version.clone(), SHOWS.to_owned()));
        return Ok(tried);
    }
    let is_like = |other: &&Toolchain| {
        let sort =
            |t: &Toolchain| (t.kind.language(), t.kind == crosscall_toolchain::ToolchainKind::Embedded);
        other.target == first.target && sort(other) == sort(first) && other.takes_part(shown.pairing)
    };
    for other in inventory.toolchains.iter().filter(is_like) {
        let what = if other.name == first.name {
            SHOWS.to_owned()
        } else if interrupt::signal().is_some() {
            tried.not_tried.push((other.name.clone(), "interrupted".to_owned()));
            continue;
        } else {
            let subjects = Subjects { first: other.clone(), partner: None };
            match retrial.quickly(shown.pairing, &subjects) {
                Ok((outcome, _)) => in_words(&outcome, &shown.finding),
                Err(error) => {
                    tried.not_tried.push((other.name.clone(), error.to_string()));
                    continue;
                }
            }
        };
        tried.subjects.push((other.name.clone(), other.version.clone(), what));
    }
    let of_sort = |names: &[String]| {
        let family = inventory.families.iter().find(|(family, _)| family.names().any(|n| names.contains(&n)));
        family.is_none_or(|(family, _)| family.kind.takes_part(shown.pairing))
    };
    for missing in
        inventory.missing.iter().filter(|m| m.listed && m.target == first.target && of_sort(&m.names))
    {
        tried.not_tried.extend(missing.names.iter().map(|name| (name.clone(), missing.reason.clone())));
    }
    Ok(tried)
}

const SHOWS: &str = "shows it";

/// Result of the case with another subject.
fn in_words(outcome: &Outcome, finding: &Finding) -> String {
    let same = |other: &&Finding| {
        other.fingerprint == finding.fingerprint || (!finding.is_new() && other.known == finding.known)
    };
    match (outcome.findings.iter().find(same), outcome.findings.first()) {
        (Some(_), _) => SHOWS.to_owned(),
        (None, Some(other)) => format!("shows something else: {}", other.headline()),
        (None, None) if outcome.tally.record.counts.conforming > 0 => "does not show it".to_owned(),
        (None, None) => {
            let reason = outcome.tally.record.untestable.keys().next().cloned().unwrap_or_default();
            format!("could not be tested: {reason}")
        }
    }
}

/// Writes the evidence of the new findings of a run, each into a folder of its own.
///
/// # Errors
/// When it cannot be written.
pub(super) fn keep_new(
    report: &RunReport,
    toolchains: &[Toolchain],
    known: &Known,
    place: &Path,
    context: CompileContext<'_>,
) -> Result<(), Error> {
    let new = new_of(report);
    if new.len() > MOST_KEPT {
        note(&format!("evidence is kept of the first {MOST_KEPT} of {} new findings", new.len()));
    }
    for (target, same) in new.into_iter().take(MOST_KEPT) {
        let Some(shown) = shown(same, target, toolchains, known, context) else { continue };
        let finding = &shown.finding;
        let scene = shown.scene(toolchains, context);
        let place = folder::place_in(&place.join(target.name()), &scene);
        folder::write(&place, &scene, &of_run(report, target, finding))?;
    }
    Ok(())
}

/// Outcome of each new finding of a run on a processor, for targets of which crosscall has only a description. `announce`
/// hears which one is next, and of how many.
pub(super) fn on_processor(
    report: &RunReport,
    toolchains: &[Toolchain],
    known: &Known,
    context: CompileContext<'_>,
    announce: &dyn Fn(usize, usize),
) -> Vec<OnProcessor> {
    let new = new_of(report).into_iter().filter(|(target, _)| backend::is_described(*target));
    let new: Vec<_> = new.take(MOST_KEPT).collect();
    let count = new.len();
    let tried = (1..).zip(new).take_while(|_| interrupt::signal().is_none());
    let outcome = |(number, (target, same)): (usize, (Target, Vec<&Finding>))| {
        announce(number, count);
        let shown = shown(same, target, toolchains, known, context)?;
        let (seen, said) = confirm::on_processor(&shown.scene(toolchains, context))?;
        Some(OnProcessor { target, finding: shown.finding.headline(), seen, said })
    };
    tried.filter_map(outcome).collect()
}

/// The new findings of a run, by target; each with all subjects that show it.
fn new_of(report: &RunReport) -> Vec<(Target, Vec<&Finding>)> {
    // A finding has one case for all subjects, which need not show it with each of them.
    let mut new: Vec<(Target, Vec<&Finding>)> = Vec::new();
    for subject in &report.targets {
        for finding in subject.findings.iter().filter(|finding| finding.is_new()) {
            let is_same = |(target, same): &&mut (Target, Vec<&Finding>)| {
                *target == subject.target
                    && same.first().is_some_and(|f| f.fingerprint == finding.fingerprint)
            };
            match new.iter_mut().find(is_same) {
                Some((_, same)) => same.push(finding),
                None => new.push((subject.target, vec![finding])),
            }
        }
    }
    new
}

/// The first of equal findings that shows again; if none does, the first that can be run. None after a signal.
fn shown(
    same: Vec<&Finding>,
    target: Target,
    toolchains: &[Toolchain],
    known: &Known,
    context: CompileContext<'_>,
) -> Option<Shown> {
    let mut shown: Option<Shown> = None;
    for finding in same {
        if interrupt::signal().is_some() {
            return None;
        }
        match again(finding, target, toolchains, known, context) {
            Ok(Some(own)) => {
                let shows = own.evidence.is_some();
                if shown.is_none() || shows {
                    shown = Some(own);
                }
                if shows {
                    break;
                }
            }
            Ok(None) => {}
            Err(error) => note(&format!("no evidence of {}: {error}", finding.headline())),
        }
    }
    shown
}

/// A finding with its case run again by its subject; `None` where that takes no part any more.
///
/// # Errors
/// Why the case cannot be run.
fn again(
    finding: &Finding,
    target: Target,
    toolchains: &[Toolchain],
    known: &Known,
    context: CompileContext<'_>,
) -> Result<Option<Shown>, Error> {
    let named = |i: usize| {
        let name = finding.toolchains.get(i)?;
        toolchains.iter().find(|t| t.target == target && t.name == *name).cloned()
    };
    let Some(first) = named(0) else { return Ok(None) };
    let subjects = Subjects { first, partner: named(1) };
    let version = |name: &str| toolchains.iter().find(|t| t.name == name).map(|t| t.version.clone());
    let path = finding.case_path.clone().unwrap_or_default();
    let opened = Opened { file: case_file_of(finding, version), path, entry: None };
    let (outcome, background) = Retrial::new(&opened, known, context).once(finding.pairing, &subjects)?;
    let all = outcome.seen.iter().zip(&outcome.findings);
    let same = all.filter(|(_, again)| again.fingerprint == finding.fingerprint).map(|(seen, _)| seen).next();
    let evidence = same.and_then(|seen| seen.evidence.clone());
    Ok(Some(Shown { pairing: finding.pairing, subjects, finding: finding.clone(), evidence, background }))
}

/// Subjects with which a run has seen a finding, and others.
fn of_run(report: &RunReport, target: Target, finding: &Finding) -> Tried {
    let of_target =
        report.targets.iter().filter(|subject| subject.target == target && subject.counts.run > 0);
    let what = |subject: &crosscall_reports::run::SubjectReport| match subject
        .findings
        .iter()
        .find(|f| f.fingerprint == finding.fingerprint)
    {
        Some(own) => format!("shows it ({} of {} trials)", own.occurrences, subject.counts.run),
        None => format!("not seen in {} trials of the run", subject.counts.run),
    };
    Tried {
        subjects: of_target.map(|s| (s.toolchain.clone(), s.version.clone(), what(s))).collect(),
        not_tried: Vec::new(),
    }
}
