//! Making the case of a finding small, and running it again before it is reported.

use super::RunSettings;
use super::fingerprint;
use super::report;
use super::single::run_one;
use super::tally::{Found, Seen, TargetTally};
use super::units::Workshop;
use super::verdicts::CaseResult;
use crate::toolchain::Toolchain;
use crosscall_model::finding::Verdict;
use crosscall_model::{Case, Pairing};
use crosscall_oracle::knowledge::Knowledge;
use std::sync::atomic::{AtomicBool, Ordering};

/// Minimises every finding that has a case to run, known ones (whose minimal case is written down already)
/// only when asked for. Findings keep their first case when it does not fail again by itself.
pub(super) fn minimise_all(settings: &RunSettings, subjects: &[Toolchain], tally: &mut TargetTally) {
    if settings.minimise == 0 {
        return;
    }
    let wanted = |found: &&mut Found| {
        settings.minimise_known || report::finding(found, &settings.known).known.is_none()
    };
    let next = std::sync::Mutex::new(tally.found.values_mut().filter(wanted));
    let knowledge: Vec<(String, Knowledge)> =
        tally.subjects.iter().map(|s| (s.toolchain.name.clone(), s.knowledge.clone())).collect();
    std::thread::scope(|scope| {
        for _ in 0..settings.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let found = next.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
                    let Some(found) = found else { break };
                    minimise_found(settings, subjects, &knowledge, found);
                }
            });
        }
    });
}

fn minimise_found(
    settings: &RunSettings,
    subjects: &[Toolchain],
    knowledge: &[(String, Knowledge)],
    found: &mut Found,
) {
    let named = |i: usize| {
        let name = found.seen.toolchains.get(i)?;
        subjects.iter().find(|s| s.name == *name)
    };
    let (Some(subject), Some(pairing)) = (named(0), found.seen.pairing) else { return };
    let partner = named(1);
    let known =
        |subject: &Toolchain| knowledge.iter().find(|(name, _)| *name == subject.name).map(|(_, k)| k);
    let Some(own) = known(subject) else { return };
    let partner = partner.and_then(|p| Some((p, known(p)?)));
    let workshop = Workshop { work_dir: &settings.work_dir, limits: &settings.limits, stop: &settings.stop };
    let job = Job { subject, partner, pairing, knowledge: own, workshop };
    if let Some(seen) = job.minimise(&found.seen, settings.minimise, &settings.stop) {
        found.seen = seen;
        found.minimised = true;
    }
}

/// What stays the same while a case is made smaller.
pub(super) struct Job<'a> {
    /// The subject that is judged.
    pub subject: &'a Toolchain,
    /// The one that it calls in the pairing `cross`, with what is known of it.
    pub partner: Option<(&'a Toolchain, &'a Knowledge)>,
    /// The pairing.
    pub pairing: Pairing,
    /// What is known of the subject.
    pub knowledge: &'a Knowledge,
    /// Where to compile.
    pub workshop: Workshop<'a>,
}

impl Job<'_> {
    /// The smallest case found that still shows the same fingerprint, with what was seen of it; `None`
    /// when the case itself does not show it again.
    pub(super) fn minimise(&self, first: &Seen, budget: usize, stop: &AtomicBool) -> Option<Seen> {
        let shows = |case: &Case| -> Option<CaseResult> {
            let mut knowledge = self.knowledge.clone();
            let result =
                run_one(case, self.pairing, self.subject, self.partner, &mut knowledge, false, self.workshop)
                    .ok()??;
            fingerprint::of(self.pairing, &result.verdict).contains(&first.fingerprint).then_some(result)
        };
        shows(&first.case)?;
        let still = |case: &Case| !stop.load(Ordering::Relaxed) && shows(case).is_some();
        let case = crosscall_generator::shrink::minimise(&first.case, still, budget);
        let result = shows(&case)?;
        let Verdict::Violates { mismatches, deviations } = result.verdict else { return None };
        Some(Seen { case, mismatches, deviations, evidence: result.evidence, ..first.clone() })
    }
}
