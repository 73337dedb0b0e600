//! What was compared, each thing once however many units and files have it.

use crosscall_model::plan::{ClauseId, add_clauses};
use crosscall_oracle::choose::Assignment;
use crosscall_reports::audit::layout::Kind;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// Most different things that are kept.
const MOST_ENTRIES: usize = 1 << 20;

/// One thing that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wrong {
    pub(super) kind: Kind,
    /// Name of the finding.
    pub(super) name: String,
    pub(super) clauses: Vec<ClauseId>,
    pub(super) subject: String,
    pub(super) expected: String,
    pub(super) observed: String,
    pub(super) hint: Option<String>,
}

/// Outcome for a thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It is as the document has it.
    Agrees,
    /// It is not.
    Disagrees(Vec<Wrong>),
    /// It is not, but fits if alignments were lowered by attributes that debug information does not tell: which alignments,
    /// what is said then, and what is said otherwise.
    Lowered(Vec<u64>, Rc<str>, Vec<Wrong>),
    /// It cannot be compared, for this reason.
    LeftOut(Rc<str>),
}

/// A thing that was compared, or not.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    pub(super) name: String,
    pub(super) outcome: Outcome,
    /// Combinations of readings under which it fits; empty where nothing is learnt from it.
    pub(super) fits: Rc<Vec<Assignment>>,
    /// Number of inner things: members, parameters.
    pub(super) inner: u64,
    /// Source file and line.
    pub(super) source: Option<String>,
    /// Numbers of the files that have it, ascending.
    pub(super) files: Vec<u32>,
}

/// All things.
#[derive(Debug, Default)]
pub(super) struct Entries {
    pub(super) list: Vec<Entry>,
    index: HashMap<(Kind, u64), usize>,
    /// Alignments of which something that agrees shows that they are kept.
    pub(super) kept_alignments: Vec<u64>,
    pub(super) clauses: Vec<ClauseId>,
    /// True if there were more than are kept.
    pub(super) is_full: bool,
}

/// A number for what makes a thing the same.
pub(super) fn key(parts: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    parts.hash(&mut hasher);
    hasher.finish()
}

impl Entries {
    /// The thing with this key that is known already, which a file has as well.
    pub(super) fn known(&mut self, kind: Kind, key: u64, file: u32) -> Option<&Entry> {
        let entry = self.list.get_mut(*self.index.get(&(kind, key))?)?;
        if entry.files.last() != Some(&file) {
            entry.files.push(file);
        }
        Some(entry)
    }

    /// Adds a thing.
    pub(super) fn add(&mut self, key: u64, entry: Entry) {
        if self.list.len() >= MOST_ENTRIES {
            self.is_full = true;
            return;
        }
        self.index.insert((entry.kind, key), self.list.len());
        self.list.push(entry);
    }

    /// Notes that an alignment is kept by something that agrees.
    pub(super) fn keeps(&mut self, align: u64) {
        if !self.kept_alignments.contains(&align) {
            self.kept_alignments.push(align);
        }
    }

    /// Notes clauses that were put to the test.
    pub(super) fn exercise(&mut self, clauses: &[ClauseId]) {
        add_clauses(&mut self.clauses, clauses);
    }
}
