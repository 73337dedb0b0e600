//! Subjects that become others in the middle of a run: what such a one makes belongs to no version that was asked for. They are
//! asked again before anything is stored that nobody has seen before, about every minute, and at the end; whoever is another one
//! is left out from then on, and what was stored since the last time is taken back.

use super::availability::Availability;
use super::stored::CampaignStore;
use crosscall_base::error::Error;
use crosscall_model::{CaseKind, Target};
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::discover::ask_version;
use crosscall_toolchain::worker::Workers;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Longest time in which subjects are not asked.
const INTERVAL: Duration = Duration::from_secs(60);

/// A compiler as it was when the run began; several subjects may be levels of it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Identity {
    version: String,
    /// Digest of the program that does the work, where it can be read.
    program: Option<String>,
}

impl Identity {
    /// Of a subject now; none for one that is no program, or does not answer.
    fn of(subject: &Toolchain, workers: &mut Workers) -> Option<Identity> {
        let command = subject.asked().1;
        let version = if command.is_empty() { None } else { ask_version(command).ok() }?;
        Some(Identity { version, program: workers.digest(subject) })
    }
}

/// The subjects of one target and what they were when the run began.
#[derive(Debug)]
pub(super) struct Watch {
    first: BTreeMap<String, Identity>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    asked: Instant,
    /// Batches that were stored since then.
    stored: Vec<(CaseKind, u64)>,
    /// Subjects that were found to be others.
    replaced: Vec<String>,
}

impl Watch {
    /// Asks the subjects who they are.
    pub(super) fn begin(subjects: &[Toolchain]) -> Watch {
        let mut all = Asking::default();
        let first = subjects.iter().filter_map(|subject| Some((subject.name.clone(), all.ask(subject)?)));
        let state = State { asked: Instant::now(), stored: Vec::new(), replaced: Vec::new() };
        Watch { first: first.collect(), state: Mutex::new(state) }
    }

    /// True if the subjects were not asked for some time.
    pub(super) fn is_due(&self) -> bool {
        !self.first.is_empty() && self.lock().asked.elapsed() > INTERVAL
    }

    /// Asks the subjects of a target again, and leaves out those that have become others since the last time. What was stored
    /// since then is taken back where there is such a one.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub(super) fn leave_out_others(
        &self,
        (target, subjects): (Target, &[Toolchain]),
        availability: &Availability,
        store: &CampaignStore,
    ) -> Result<(), Error> {
        let mut all = Asking::default();
        let mut state = self.lock();
        let known = state.replaced.len();
        for subject in subjects {
            let Some(first) = self.first.get(&subject.name) else { continue };
            // One that is not there any more is none that was replaced.
            let Some(now) = all.ask(subject).filter(|now| now != first) else { continue };
            if state.replaced.contains(&subject.name) {
                continue;
            }
            let (before, after) = (&first.version, &now.version);
            let reason = match before == after {
                true => {
                    format!("its program is another one since the run began, of the same version, {after}")
                }
                false => format!("it is another one since the run began: it was {before}, and is {after}"),
            };
            availability.lose(&subject.name, &reason);
            state.replaced.push(subject.name.clone());
        }
        state.asked = Instant::now();
        let stored = std::mem::take(&mut state.stored);
        if state.replaced.len() > known { store.take_back(target, &stored) } else { Ok(()) }
    }

    /// Notes that a batch was stored.
    pub(super) fn note_stored(&self, batch: (CaseKind, u64)) {
        self.lock().stored.push(batch);
    }

    /// True for a subject that was found to be another one.
    pub(super) fn has_replaced(&self, name: &str) -> bool {
        self.lock().replaced.iter().any(|replaced| replaced == name)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Answers of the compilers at one moment: each is asked once for all of its levels.
#[derive(Default)]
struct Asking<'a> {
    workers: Workers,
    answers: BTreeMap<Vec<&'a str>, Option<Identity>>,
}

impl<'a> Asking<'a> {
    fn ask(&mut self, subject: &'a Toolchain) -> Option<Identity> {
        if subject.hook.is_some() {
            return None;
        }
        let command = subject.asked().1.iter().map(String::as_str);
        let program: Vec<&str> = command.take_while(|word| !word.starts_with('-')).collect();
        let workers = &mut self.workers;
        self.answers.entry(program).or_insert_with(|| Identity::of(subject, workers)).clone()
    }
}
