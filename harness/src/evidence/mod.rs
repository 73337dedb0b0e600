//! Evidence: what a person needs to look at a finding without crosscall, and to tell others of it.

pub mod cases;
pub mod folder;
pub mod head;
pub mod issue;
pub mod listing;
pub mod standalone;
pub mod state;
pub mod units;
pub mod words;

use crate::campaign::units::Workshop;
use crate::campaign::verdicts::Evidence;
use crate::report::finding::Finding;
use crate::toolchain::Toolchain;
use crosscall_oracle::knowledge::Knowledge;

/// Folder of the evidence in a report's folder.
pub const FOLDER: &str = "evidence";

/// A finding with everything that it can be shown again with.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// The finding.
    pub finding: &'a Finding,
    /// The subject that is judged.
    pub first: &'a Toolchain,
    /// The one that it calls in the pairing `cross`.
    pub partner: Option<&'a Toolchain>,
    /// What is known of the first.
    pub knowledge: &'a Knowledge,
    /// What the finding rests on, where something ran.
    pub evidence: Option<&'a Evidence>,
    /// Where to compile.
    pub workshop: Workshop<'a>,
}
