//! Cases of a comparison run again by themselves, and made smaller as long as the change does the same to them.

use super::groups::{Cause, Groups, Sample};
use super::trial::{self, Form, Judged, Outcome};
use super::work::in_order;
use super::{Settings, readings};
use crate::rerun::single::{Pair, run_one};
use crosscall_generator::shrink;
use crosscall_model::finding::{Confirmed, Fingerprint};
use crosscall_model::{Case, Pairing};
use crosscall_oracle::infer::Effort;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_toolchain::{Toolchain, class};
use std::convert::Infallible;

/// Causes whose cases are made smaller: whoever sees more of them does not read them all.
const MOST: usize = 24;

/// Runs the first case of each difference again, and makes those smaller that show it by themselves.
pub(super) fn make_smaller(settings: &Settings, known: &[Knowledge; 2], groups: &mut Groups) {
    let bench = Bench { settings, known };
    let wanted: Vec<(Cause, Sample)> = { groups.all.iter() }
        .filter(|(cause, _)| cause.class.is_altered())
        .take(MOST)
        .map(|(cause, trials)| (cause.clone(), trials.sample.clone()))
        .collect();
    let work = |number: u64| -> Result<Option<_>, Infallible> {
        let Some((cause, sample)) = usize::try_from(number).ok().and_then(|n| wanted.get(n)) else {
            return Ok(None);
        };
        if settings.is_stopped() {
            return Ok(None);
        }
        Ok(Some((cause.clone(), bench.smallest(cause, sample))))
    };
    let Ok(()) = in_order(settings.jobs, wanted.len() as u64, work, |(cause, smallest)| {
        if let Some(trials) = groups.all.get_mut(&cause)
            && !settings.is_stopped()
        {
            trials.confirmed = if smallest.is_some() { Confirmed::Alone } else { Confirmed::InItsBatch };
            if let Some(sample) = smallest {
                trials.sample = sample;
            }
        }
    });
}

struct Bench<'a> {
    settings: &'a Settings,
    known: &'a [Knowledge; 2],
}

impl Bench<'_> {
    /// The smallest case found to which the change does the same; none where the case by itself does not show it.
    fn smallest(&self, cause: &Cause, first: &Sample) -> Option<Sample> {
        let shows = |case: &Case, effort: Effort| {
            let sample = self.again(cause, first, case, effort)?;
            (!self.settings.is_stopped()).then_some(sample)
        };
        shows(&first.case, Effort::Usual)?;
        let still = |case: &Case| shows(case, Effort::Usual).is_some();
        let case = shrink::minimise(&first.case, still, self.settings.minimise);
        shows(&case, Effort::Explaining).or_else(|| shows(&case, Effort::Usual))
    }

    /// The case with what came of it, if it has the same cause.
    fn again(&self, cause: &Cause, first: &Sample, case: &Case, effort: Effort) -> Option<Sample> {
        let Settings { old, new, .. } = self.settings;
        let [of_old, of_new] = self.known;
        let in_both = |fingerprint: &Fingerprint| readings::in_both(self.known, fingerprint);
        let (old, new, judged): (Outcome, Outcome, Judged) = match first.form {
            Form::OldCallsNew | Form::NewCallsOld => {
                let sides = match first.form {
                    Form::OldCallsNew => (of_old, (new, of_new)),
                    _ => (of_new, (old, of_old)),
                };
                let caller = if first.form == Form::OldCallsNew { old } else { new };
                let (mixed, is_lost) = self.between((caller, sides.0), sides.1, case, effort)?;
                if matches!(mixed, Outcome::Conforms) {
                    return None;
                }
                let (own, _) = self.between((old, of_old), (old, of_old), case, effort)?;
                let judged = trial::judge_between(&own, &mixed, is_lost, &in_both);
                (own, mixed, judged)
            }
            form => {
                let alone = |subject: &Toolchain, known: &Knowledge| {
                    let pair = Pair { subject, partner: None, pairing: form.pairing() };
                    let context = self.settings.compile_context();
                    let result = run_one(case, pair, &mut known.clone(), effort, context).ok()??;
                    Some(Outcome::of(result, case, &[subject], &self.settings.known))
                };
                let new = alone(new, of_new)?;
                // Most smaller cases show nothing any more: the old compiler need not be asked.
                if cause.new.is_some() && matches!(new, Outcome::Conforms) {
                    return None;
                }
                let old = alone(old, of_old)?;
                let judged = trial::judge(&old, &new, &in_both);
                (old, new, judged)
            }
        };
        let is_it = Cause { known: Vec::new(), ..Cause::of(&judged, first.form.pairing()) }
            == Cause { known: Vec::new(), ..cause.clone() };
        is_it.then(|| Sample { case: case.clone(), old, new, ..first.clone() })
    }

    /// One call between two of them, and whether a value was lost. To the judge both are one compiler.
    fn between(
        &self,
        (caller, of_caller): (&Toolchain, &Knowledge),
        (callee, of_callee): (&Toolchain, &Knowledge),
        case: &Case,
        effort: Effort,
    ) -> Option<(Outcome, bool)> {
        let name = || self.settings.old.name.clone();
        let (from, to) =
            (Toolchain { name: name(), ..caller.clone() }, Toolchain { name: name(), ..callee.clone() });
        let pair = Pair { subject: &from, partner: Some((&to, of_callee)), pairing: Pairing::Cross };
        let result =
            run_one(case, pair, &mut of_caller.clone(), effort, self.settings.compile_context()).ok()??;
        let is_lost = class::disagrees(&from, &to, &result.verdict);
        Some((Outcome::of(result, case, &[caller, callee], &self.settings.known), is_lost))
    }
}
