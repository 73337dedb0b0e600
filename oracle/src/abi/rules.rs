//! A chooser that remembers which clauses were named since it was last asked for them.

use crate::choose::{Chooser, Question, R};
use crosscall_clauses::Reading;
use crosscall_model::Type;
use crosscall_model::layout::Layout;
use crosscall_model::plan::{ClauseId, add_clauses, has_clause};

/// Rules take decisions and name their clauses through this.
pub(super) struct Rules<'c> {
    chooser: &'c mut dyn Choices,
    cited: Vec<ClauseId>,
}

/// Answers to a document's questions, whatever restricts them.
trait Choices {
    fn reading(&mut self, question: Question) -> R;

    fn seen_layout(&self, ty: &Type) -> Option<&Layout>;
}

impl Choices for Chooser<'_> {
    fn reading(&mut self, question: Question) -> R {
        self.choose(question)
    }

    fn seen_layout(&self, ty: &Type) -> Option<&Layout> {
        self.seen(ty)
    }
}

impl<'c> Rules<'c> {
    pub(super) fn new(chooser: &'c mut Chooser<'_>) -> Rules<'c> {
        Rules { chooser, cited: Vec::new() }
    }

    /// The reading in force of a question, whose clause counts as named. A question that the clause file does not have
    /// is answered with its first reading; a test holds all questions to the files.
    pub(super) fn ask<T: Reading>(&mut self) -> T {
        self.cite(T::QUESTION.clause);
        T::of(self.chooser.reading(T::QUESTION).0).unwrap_or(T::FIRST)
    }

    /// True if this reading is in force; its clause counts as named.
    pub(super) fn is<T: Reading>(&mut self, reading: T) -> bool {
        self.ask::<T>() == reading
    }

    /// The layout that a subject was seen to have of a type, where that is to be taken for the document's.
    pub(super) fn seen(&self, ty: &Type) -> Option<&Layout> {
        self.chooser.seen_layout(ty)
    }

    /// Names a clause that decides something here.
    pub(super) fn cite(&mut self, clause: ClauseId) {
        if !has_clause(&self.cited, clause) {
            self.cited.push(clause);
        }
    }

    /// Runs `work` and returns with its answer the clauses that it named, in order; they do not count
    /// as named outside.
    pub(super) fn citing<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> (T, Vec<ClauseId>) {
        let before = std::mem::take(&mut self.cited);
        let answer = work(self);
        (answer, std::mem::replace(&mut self.cited, before))
    }
}

/// Several lists of clauses as one, each clause once, the first lists first.
pub(super) fn joined<const N: usize>(lists: [&[ClauseId]; N]) -> Vec<ClauseId> {
    let mut all: Vec<ClauseId> = Vec::with_capacity(lists.iter().map(|list| list.len()).sum());
    for list in lists {
        add_clauses(&mut all, list);
    }
    all
}
