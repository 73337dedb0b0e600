//! Reports of crosscall: what a person reads (text, tables, pictures) and what a program reads (JSON, JUnit, SARIF,
//! annotations of GitHub, a comment in Markdown).
//!
//! A report is made of a [`run::RunReport`] alone, on the [`picture::Page`] of the thread that makes it. Nothing here
//! runs a process or knows how a campaign goes.

pub mod again;
pub mod audit;
mod blame;
pub mod buckets;
mod call;
pub mod dialect;
pub mod difference;
pub mod github;
pub mod glossary;
mod groups;
pub mod json;
pub mod junit;
pub mod known;
pub mod markdown;
pub mod markup;
pub mod matrix;
pub mod names;
mod nearest;
pub mod origin;
pub mod outcome;
pub mod page;
pub mod picture;
pub mod printable;
pub mod run;
#[cfg(any(test, feature = "sample"))]
pub mod sample;
pub mod sarif;
pub mod screen;
mod sentence;
pub mod shell;
mod stored;
pub mod text;
mod workflow;

pub use nearest::nearest;
