//! Trials: one case, one pairing, one plan, carried out on a simulator and observed.
//!
//! A [`program::Program`] holds the object files of the subjects and of the probes of a whole batch,
//! linked and loaded once; [`run`] runs one case of it, [`value`] the function of an expression.

pub mod bench;
pub mod beside;
pub mod program;
pub mod run;
pub mod start;
pub mod steps;
mod undefined;
pub mod value;
mod watch;

/// Why a trial could not be carried out. Never the subject's fault: that is an observation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TrialError {
    /// Something went wrong, in words.
    #[error("{0}")]
    Failed(String),
    /// The object file calls functions of its compiler's own library that are not served here, in words.
    #[error("{0}")]
    Unserved(String),
}

impl TrialError {
    /// Whether the trial is only beyond what is served here.
    pub fn is_unsupported(&self) -> bool {
        matches!(self, TrialError::Unserved(_))
    }
}
