//! Subjects that cannot be started any more in the middle of a run: they are tried again after a while, and then left
//! out, while the others go on.

use super::RunSettings;
use crosscall_reports::run::LeftOut;
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::compile::CompileFailure;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Time between the attempts to start a subject.
const PAUSES: [Duration; 3] = [Duration::from_secs(1), Duration::from_secs(4), Duration::from_secs(15)];

/// Interval at which a pause looks if the run was stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// The subjects of one target that were lost, with the reasons.
#[derive(Debug, Default)]
pub(super) struct Availability {
    lost: Mutex<BTreeMap<String, String>>,
    /// Number of all subjects.
    count: usize,
}

impl Availability {
    /// All of so many subjects are there.
    pub(super) fn of(count: usize) -> Availability {
        Availability { lost: Mutex::default(), count }
    }

    /// The product of a subject's work, or `missing` with the reason if it cannot be started any more.
    ///
    /// # Errors
    /// When the run was stopped, or no subject is left.
    pub(super) fn attempt<T>(
        &self,
        settings: &RunSettings,
        subject: &Toolchain,
        work: impl Fn() -> Result<T, CompileFailure>,
        missing: impl Fn(&str) -> T,
    ) -> Result<T, CompileFailure> {
        if let Some(reason) = self.lock().get(&subject.name) {
            return Ok(missing(reason));
        }
        let mut pauses = PAUSES.iter();
        let failure = loop {
            match work() {
                Ok(product) => return Ok(product),
                Err(failure) if settings.stop.load(Ordering::Relaxed) => return Err(failure),
                Err(failure) => match pauses.next() {
                    Some(pause) => wait(settings, *pause),
                    None => break failure,
                },
            }
        };
        let reason = failure.to_string();
        let mut lost = self.lock();
        lost.insert(subject.name.clone(), reason.clone());
        if lost.len() >= self.count { Err(failure) } else { Ok(missing(&reason)) }
    }

    /// Leaves a subject out from now on.
    pub(super) fn lose(&self, name: &str, reason: &str) {
        self.lock().entry(name.to_owned()).or_insert_with(|| reason.to_owned());
    }

    /// True if a subject was lost.
    pub(super) fn lacks_any(&self) -> bool {
        !self.lock().is_empty()
    }

    /// True if no subject is left.
    pub(super) fn lacks_all(&self) -> bool {
        self.lock().len() >= self.count
    }

    /// Entries of the report for the subjects that were lost.
    pub(super) fn left_out(&self) -> Vec<LeftOut> {
        let entry = |(name, reason): (&String, &String)| LeftOut {
            toolchains: vec![name.clone()],
            reason: format!("it could not go on: {reason}"),
            remedy: "put that right and run again; with --store only what is missing is run".to_owned(),
            wanted: true,
            ..LeftOut::default()
        };
        self.lock().iter().map(entry).collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.lost.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn wait(settings: &RunSettings, pause: Duration) {
    let begin = Instant::now();
    while begin.elapsed() < pause && !settings.stop.load(Ordering::Relaxed) {
        std::thread::sleep(GLANCE);
    }
}
