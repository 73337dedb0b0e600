//! What each command does. The command line itself is in [`crate::cli`].

mod again;
pub mod clauses;
pub mod doctor;
pub mod explain;
pub mod help;
pub mod machine;
pub mod minimize;
pub mod mutants;
pub mod repro;
pub mod run;
mod session;
pub mod shell;
