//! Running the cases of findings again before they are reported, and making them small.
//!
//! Two things are kept while a case is made smaller. One is the fault, not only its clause: the same contradiction, left
//! over under the same knowledge. The other is what the list of known findings says of it: what is new stays new, since
//! an entry may explain a smaller case under the same clause that has another cause.

use super::crash::{self, Crash};
use super::listing;
use super::single::{Pair, run_batch, run_one};
use crate::apart::run_again as run_apart;
use crate::asked::Wrong;
use crate::fingerprint::{self, Fault};
use crate::known::Known;
use crate::rounds::Rounds;
use crate::stored::CampaignStore;
use crate::tally::{Found, Key, Seen, TargetTally};
use crate::tools::Tools;
use crate::values::Values;
use crate::{RunSettings, report};
use crosscall_base::error::Error;
use crosscall_engine::verdict::CaseResult;
use crosscall_model::finding::{Code, Confirmed, Fingerprint, Verdict, Violation};
use crosscall_model::{About, Case, Pairing};
use crosscall_oracle::infer::Effort;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::capability::Capabilities;
use crosscall_toolchain::cases::Source;
use crosscall_toolchain::units::CompileContext;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// First byte of the values with which a case is run again that may have fitted by chance.
const OTHER_VALUES: u8 = 0x8d;

/// Smaller cases that are tried to find what a crash follows from.
const CRASH_TRIES: usize = 120;

/// Runs the case of every finding again that has one: known ones (whose minimal case is written down already)
/// only when asked for. A case that shows the finding by itself is made smaller. The `rounds` have what is known of each
/// subject, as it was when its cases were judged.
pub(crate) fn run_again(
    settings: &RunSettings,
    subjects: &[Toolchain],
    capabilities: &[Capabilities],
    source: &Source,
    rounds: &Rounds,
    tally: &mut TargetTally,
    store: Option<&CampaignStore>,
) -> Result<(), Error> {
    if store.is_none() {
        tally.join_kin(false);
    }
    // With a store, those that follow from others here, too: they need not in the whole campaign.
    let bench = Bench { settings, subjects, capabilities, rounds, source };
    let wanted = |found: &&Found| settings.minimise_known || found.seen.key.known.is_empty();
    let next = Mutex::new(tally.found.values().filter(wanted));
    let results = Mutex::new((BTreeMap::new(), Ok(())));
    std::thread::scope(|scope| {
        for _ in 0..settings.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let found = next.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(found) = found else { break };
                    let again = bench.once_more(&found.seen, store);
                    let (all, error) = &mut *results.lock().unwrap_or_else(PoisonError::into_inner);
                    match again {
                        Ok(again) => drop(all.insert(found.seen.key.clone(), again)),
                        Err(e) => *error = Err(e),
                    }
                }
            });
        }
    });
    let (results, error) = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    apply(tally, |found| results.get(&found.seen.key).cloned());
    error
}

/// Joins findings that are one, with what came of running their examples again.
pub(crate) fn apply(tally: &mut TargetTally, again: impl Fn(&Found) -> Option<Again>) {
    tally.join_kin(false);
    for found in tally.found.values_mut() {
        if let Some(again) = again(found) {
            again.apply(found);
        }
    }
    tally.take_back();
    tally.join_renamed();
    tally.join_kin(true);
}

/// Result of running an example again.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Again {
    /// The finding by the name that it has then, in the smallest case that shows it.
    seen: Seen,
    confirmed: Confirmed,
}

impl Again {
    fn apply(self, found: &mut Found) {
        if self.seen.key != found.seen.key {
            found.rename(self.seen.clone());
        }
        if matches!(self.confirmed, Confirmed::Alone | Confirmed::Chance) {
            found.confirm(self.seen);
        }
        found.confirmed = self.confirmed;
    }
}

/// Everything that running a case again needs.
struct Bench<'a> {
    settings: &'a RunSettings,
    subjects: &'a [Toolchain],
    capabilities: &'a [Capabilities],
    /// Knowledge of each subject.
    rounds: &'a Rounds,
    source: &'a Source,
}

impl Bench<'_> {
    /// Result of running an example again, now or in an earlier run.
    fn once_more(&self, seen: &Seen, store: Option<&CampaignStore>) -> Result<Again, Error> {
        let target = seen.case.target();
        if let Some(store) = store
            && let Some(again) = store.again(target, seen)?
        {
            return Ok(again);
        }
        let mut found = Found::once(seen.clone(), self.settings.seed);
        let is_tried = self.run_again(&mut found);
        let Found { seen: mut now, confirmed, .. } = found;
        now.dumps = report::dumps(&now);
        now.code = self.code(&now);
        let again = Again { seen: now, confirmed };
        // What was interrupted, lacked a compiler, or came before the readings were settled, is done another time.
        if let Some(store) = store
            && is_tried
            && self.rounds.get(seen.case.matter()).is_some_and(|round| round.is_settled)
            && !self.settings.stop.load(Ordering::Relaxed)
        {
            store.put_again(target, seen, &again)?;
        }
        Ok(again)
    }

    /// A subject of a sighting, caller or callee, with what is known of it.
    fn subject(&self, seen: &Seen, side: usize) -> Option<(&Toolchain, &Knowledge, &Capabilities)> {
        let name = seen.toolchains.get(side)?;
        let at = self.subjects.iter().position(|subject| subject.name == *name)?;
        let known = &self.rounds.get(seen.case.matter())?.known;
        Some((self.subjects.get(at)?, known.get(at)?, self.capabilities.get(at)?))
    }

    /// Code around the call of a sighting; empty where nothing ran.
    fn code(&self, seen: &Seen) -> Vec<Code> {
        let (Some(evidence), About::Call(case)) = (seen.evidence.as_deref(), &seen.case) else {
            return Vec::new();
        };
        let (Some((subject, knowledge, _)), Some(pairing)) = (self.subject(seen, 0), seen.pairing) else {
            return Vec::new();
        };
        let partner = self.subject(seen, 1).map(|(partner, known, _)| (partner, known));
        listing::around(&listing::Wrong {
            case,
            pair: Pair { subject, partner, pairing },
            plan: &evidence.plan,
            mismatches: &seen.violation.mismatches,
            knowledge,
            context: self.settings.compile_context(),
        })
    }

    /// Makes the case of a compiler that stops smaller; false if it did not stop again. It was compiled twice before it was
    /// reported.
    fn smaller_crash(&self, found: &mut Found, subject: &Toolchain) -> bool {
        let (Some(role), Some(case)) = (crash::role_of(&found.seen), found.seen.case.call()) else {
            return true;
        };
        let (known, context) = (&self.settings.known, self.settings.compile_context());
        let crash = Crash { subject, role, key: &found.seen.key, known, context };
        let smaller = crash.minimise(case, self.settings.minimise);
        let again = smaller.is_some();
        smaller.into_iter().for_each(|smaller| found.confirm(Seen { index: found.seen.index, ..smaller }));
        again
    }

    /// Runs the case of a finding again; false if that says nothing, as a compiler is not there.
    fn run_again(&self, found: &mut Found) -> bool {
        if self.settings.stop.load(Ordering::Relaxed) {
            return false;
        }
        let Some((subject, knowledge, capabilities)) = self.subject(&found.seen, 0) else { return false };
        let settings = self.settings;
        let Some(pairing) = found.seen.pairing else { return self.smaller_crash(found, subject) };
        let case = match found.seen.case.clone() {
            About::Call(case) => case,
            About::Tool(case) => return run_apart::<Tools>(found, &case, subject, knowledge, settings),
            About::Value(case) => return run_apart::<Values>(found, &case, subject, knowledge, settings),
        };
        let context = settings.compile_context();
        let partner = self.subject(&found.seen, 1).map(|(partner, known, _)| (partner, known));
        let job = Job { subject, partner, pairing, knowledge, known: &settings.known, context };
        if found.seen.key.fingerprint.is_about_control()
            && let Some(other) = job.without_crash(&found.seen, &case, &settings.stop)
        {
            found.rename(other);
        }
        let Some(case) = found.seen.case.call().cloned() else { return true };
        let again = job.alone(&found.seen, &case);
        let is_settled = again.is_none() && knowledge.has_reinstated() && job.conforms(&case);
        if let Some(other) = again.as_ref().filter(|again| again.key != found.seen.key) {
            found.rename(other.clone());
        }
        let smaller = again.and_then(|again| {
            job.minimise(&found.seen, &case, &again.violation, settings.minimise, &settings.stop)
        });
        if let Some(seen) = smaller {
            let by_chance = found.seen.key.fingerprint.may_be_chance()
                && !job.shows_with(&found.seen, &self.source.with_other_values(&case, OTHER_VALUES));
            found.confirm(seen);
            if by_chance {
                found.confirmed = Confirmed::Chance;
            }
            return true;
        }
        if settings.stop.load(Ordering::Relaxed) {
            return false;
        }
        if is_settled {
            found.confirmed = Confirmed::Settled;
            return true;
        }
        let numbers = settings.cases_of_batch(found.seen.index / settings.batch.max(1) as u64);
        let k = usize::try_from(found.seen.index - numbers.start).unwrap_or(0);
        let mut cases: Vec<Case> = numbers.map(|i| self.source.case(i)).collect();
        // It may have been seen with special values.
        cases.get_mut(k).into_iter().for_each(|own| own.clone_from(&case));
        let shows = job.shows_in(&cases, k, capabilities, &found.seen);
        found.confirmed = match shows {
            Ok(true) => Confirmed::InItsBatch,
            Err(_) => Confirmed::Not,
            Ok(false) if settings.stop.load(Ordering::Relaxed) => Confirmed::Not,
            Ok(false) => Confirmed::Gone,
        };
        shows.is_ok()
    }
}

/// Everything that stays the same while a case is made smaller.
pub struct Job<'a> {
    /// The subject that is judged.
    pub subject: &'a Toolchain,
    /// The one that it calls in the pairing `cross`, with what is known of it.
    pub partner: Option<(&'a Toolchain, &'a Knowledge)>,
    /// The pairing.
    pub pairing: Pairing,
    /// Knowledge of the subject.
    pub knowledge: &'a Knowledge,
    /// Known findings.
    pub known: &'a Known,
    /// Context of compilers.
    pub context: CompileContext<'a>,
}

impl Job<'_> {
    fn pair(&self) -> Pair<'_> {
        Pair { subject: self.subject, partner: self.partner, pairing: self.pairing }
    }

    /// Result of the case alone with its violation; `None` where it conforms or could not be tested.
    fn violation(&self, case: &Case, effort: Effort) -> Option<(CaseResult, Violation)> {
        let mut knowledge = self.knowledge.clone();
        let mut result = run_one(case, self.pair(), &mut knowledge, effort, self.context).ok()??;
        match std::mem::replace(&mut result.verdict, Verdict::Conforms) {
            Verdict::Violates(violation) => Some((result, violation)),
            _ => None,
        }
    }

    /// True if nothing is wrong in the case alone.
    fn conforms(&self, case: &Case) -> bool {
        let mut knowledge = self.knowledge.clone();
        let result = run_one(case, self.pair(), &mut knowledge, Effort::Usual, self.context);
        matches!(result, Ok(Some(CaseResult { verdict: Verdict::Conforms, .. })))
    }

    /// The same, if the case shows a fault.
    fn shows(&self, case: &Case, fault: &Fault, effort: Effort) -> Option<(CaseResult, Violation)> {
        self.violation(case, effort).filter(|(_, violation)| fault.is_in(self.pairing, violation))
    }

    /// The smallest case found that still shows the same fault, as new or as known as it is, with what was seen of it;
    /// `None` when the case itself, run `again`, does not show it.
    fn minimise(
        &self,
        first: &Seen,
        case: &Case,
        again: &Violation,
        budget: usize,
        stop: &AtomicBool,
    ) -> Option<Seen> {
        let fault = Fault::of(&first.key.fingerprint, &first.violation, first.beside);
        if !fault.is_in(self.pairing, again) {
            return None;
        }
        let known_as =
            |case: &Case, violation: &Violation| self.known_as(&first.key.fingerprint, case, violation);
        let wanted = known_as(case, again);
        let still = |case: &Case| {
            !stop.load(Ordering::Relaxed)
                && self
                    .shows(case, &fault, Effort::Usual)
                    .is_some_and(|(_, violation)| known_as(case, &violation) == wanted)
        };
        let case = crosscall_generator::shrink::minimise(case, still, budget);
        let (result, mut violation) = self.shows(&case, &fault, Effort::Explaining)?;
        fingerprint::bring_forward(self.pairing, &mut violation, &first.key.fingerprint);
        Some(Seen { case: About::Call(case), ..first.with(violation, result.evidence) })
    }

    /// Violation in a case by itself under the final knowledge, with the name that it has then; `None`
    /// where nothing is.
    fn alone(&self, first: &Seen, case: &Case) -> Option<Seen> {
        let (result, mut violation) = self.violation(case, Effort::Explaining)?;
        let key = match Fault::any_of(&first.key.fingerprint, first.beside).is_in(self.pairing, &violation) {
            true => first.key.clone(),
            false => {
                let fingerprint = fingerprint::of(self.pairing, &violation).into_iter().next()?;
                let known = self.known_as(&fingerprint, case, &violation);
                Key { fingerprint, known }
            }
        };
        fingerprint::bring_forward(self.pairing, &mut violation, &key.fingerprint);
        Some(Seen { key, ..first.with(violation, result.evidence) })
    }

    /// The known findings that a violation is.
    fn known_as(&self, fingerprint: &Fingerprint, case: &Case, violation: &Violation) -> Vec<String> {
        let subjects: Vec<&Toolchain> =
            std::iter::once(self.subject).chain(self.partner.map(|(partner, _)| partner)).collect();
        let pairing = Some(self.pairing);
        Wrong { pairing, subjects: &subjects, case: case.into(), violation }.known(self.known, fingerprint)
    }

    /// A crash can be what follows from anything. A smaller case that is wrong without a crash shows of what; it
    /// must be new, too.
    fn without_crash(&self, first: &Seen, case: &Case, stop: &AtomicBool) -> Option<Seen> {
        let mut cause: Option<Seen> = None;
        let wrong = |case: &Case| -> bool {
            if cause.is_some() || stop.load(Ordering::Relaxed) {
                return false;
            }
            let Some((result, violation)) = self.violation(case, Effort::Usual) else { return false };
            let Some(fingerprint) = fingerprint::of(self.pairing, &violation).into_iter().next() else {
                return false;
            };
            let is_known = self.known_as(&fingerprint, case, &violation);
            if fingerprint.is_departure() || !is_known.is_empty() {
                return false;
            }
            if !fingerprint.is_about_control() && fingerprint != first.key.fingerprint {
                cause = Some(Seen {
                    key: Key { fingerprint, known: Vec::new() },
                    case: About::Call(case.clone()),
                    ..first.with(violation, result.evidence)
                });
            }
            true
        };
        crosscall_generator::shrink::minimise(case, wrong, CRASH_TRIES);
        cause
    }

    /// True if another case shows the same finding.
    fn shows_with(&self, first: &Seen, other: &Case) -> bool {
        let kind = Fault::any_of(&first.key.fingerprint, first.beside);
        self.shows(other, &kind, Effort::Usual).is_some()
    }

    /// True if case `k` shows the same finding when it is compiled together with the others of its batch.
    ///
    /// # Errors
    /// Why a compiler could not be run.
    fn shows_in(
        &self,
        cases: &[Case],
        k: usize,
        capabilities: &Capabilities,
        first: &Seen,
    ) -> Result<bool, String> {
        let mut knowledge = self.knowledge.clone();
        let results =
            run_batch(cases, self.pair(), capabilities, &mut knowledge, Effort::Usual, self.context)?;
        let fingerprints = |result: &CaseResult| match &result.verdict {
            Verdict::Violates(violation) => fingerprint::of(self.pairing, violation),
            _ => Vec::new(),
        };
        let of_case = results.iter().filter(|result| result.k == k);
        Ok(of_case.flat_map(fingerprints).any(|f| f == first.key.fingerprint))
    }
}
