//! The oracle: ABI documents as executable rules, and the judge that holds observations against them.
//!
//! Rules live in [`abi`], one folder a target; the text of every clause and its readings in
//! `clauses/TARGET.toml`. Rules take each open decision by asking a [`choose::Chooser`], which is how
//! clause ids, coverage and dialects come about.

pub mod abi;
pub mod choose;
mod citations;
pub mod clause;
pub mod infer;
pub mod judge;
pub mod knowledge;
pub mod lessons;
pub mod standing;
