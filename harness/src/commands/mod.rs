//! What each command does. The command line itself is in [`crate::cli`].

mod again;
pub mod clauses;
pub mod doctor;
pub mod explain;
pub mod finding;
pub mod help;
pub mod machine;
mod matrix;
pub mod minimize;
pub mod mutants;
mod recheck;
pub mod repro;
mod retrial;
pub mod run;
mod session;
pub mod shell;
