//! Trials: programs of a subject's object files and a counterpart, their runs on a machine, and the verdicts on what was seen.
//!
//! This crate knows neither compilers nor files: it is given object files, and says what their calls do.

pub mod documented;
pub mod machine;
pub mod trial;
pub mod unit;
pub mod verdict;
pub mod widths;
