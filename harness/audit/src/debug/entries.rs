//! Things that were compared, each once however many units and files have it.

use crosscall_model::plan::{ClauseId, add_clauses};
use crosscall_oracle::choose::Assignment;
use crosscall_reports::audit::Source;
use crosscall_reports::audit::layout::Kind;
use std::collections::{HashMap, HashSet};
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

/// Something that a record which agrees with the document shows of its compiler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Habit {
    /// There is padding in front of members whose types have this alignment.
    Aligns(u64),
    /// Members of the type with this key lie no further from the one before than its alignment asks for.
    Near(u64),
    /// Records end where the alignment of their members has it.
    EndsNear,
    /// Enumerations are no larger than the document has them.
    Enumerates,
}

/// Outcome for a thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It is as the document has it.
    Agrees,
    /// It is not.
    Disagrees(Vec<Wrong>),
    /// It is not, but fits with something in the source that debug information does not record. That is believed unless it is a
    /// habit of the compiler: what shows that it is none, what is said then, and what is said otherwise.
    Excused(Vec<Habit>, Rc<str>, Vec<Wrong>),
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
    pub(super) source: Option<Source>,
    /// Numbers of the files that have it, ascending.
    pub(super) files: Vec<u32>,
}

/// All things.
#[derive(Debug, Default)]
pub(super) struct Entries {
    pub(super) list: Vec<Entry>,
    index: HashMap<(Kind, u64), usize>,
    /// Habits that are shown by records that agree.
    pub(super) habits: HashSet<Habit>,
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

    /// Notes what a record that agrees shows.
    pub(super) fn shows(&mut self, habit: Habit) {
        if self.habits.len() < MOST_ENTRIES {
            self.habits.insert(habit);
        }
    }

    /// Notes clauses that were put to the test.
    pub(super) fn exercise(&mut self, clauses: &[ClauseId]) {
        add_clauses(&mut self.clauses, clauses);
    }
}
