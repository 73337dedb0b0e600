//! Trials: one case, one pairing, one plan, carried out on a simulator and observed.
//!
//! A [`program::Program`] holds the object files of the subjects and of the probes of a whole batch,
//! linked and loaded once; [`run`] runs one case of it, [`entered`] a function with a state that somebody
//! else makes, [`value`] the function of an expression.

pub mod beside;
pub mod entered;
pub mod play;
pub mod program;
pub mod run;
pub mod start;
pub mod steps;
pub mod value;
mod watch;
