//! Decisions of the rules: every open question of a document is asked of a [`Chooser`].

use crate::clause::{Catalogue, ChoiceIndex};
use crosscall_model::Type;
use crosscall_model::layout::{Layout, SeenLayouts};
pub use crosscall_model::names::Question;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::rc::Rc;
use std::sync::Arc;

/// Number of a reading: `R(2)` is `R2` of its clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct R(pub u8);

/// Readings chosen for some questions: for each choice, the position of the reading in its list.
pub type Assignment = BTreeMap<ChoiceIndex, u8>;

/// Which readings of each choice may be taken, by position, in order of preference.
pub trait Permits {
    /// Positions of the permitted readings of a choice; never empty.
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8>;

    /// The first of these.
    fn preferred(&self, choice: ChoiceIndex) -> Option<u8> {
        self.permitted(choice).first().copied()
    }
}

/// Answers the questions of a rule and remembers what was asked.
pub struct Chooser<'a> {
    catalogue: &'static Catalogue,
    permits: &'a dyn Permits,
    script: Vec<u8>,
    asked: Vec<Asked>,
    seen: Option<Arc<SeenLayouts>>,
}

struct Asked {
    choice: ChoiceIndex,
    options: Vec<u8>,
    taken: usize,
}

impl<'a> Chooser<'a> {
    /// A chooser that takes the preferred reading of every question.
    pub fn new(catalogue: &'static Catalogue, permits: &'a dyn Permits) -> Chooser<'a> {
        Chooser { catalogue, permits, script: Vec::new(), asked: Vec::new(), seen: None }
    }

    /// Takes layouts that a subject was seen to have for those of the document.
    pub fn see(&mut self, layouts: &Arc<SeenLayouts>) {
        self.seen.get_or_insert_with(|| layouts.clone());
    }

    /// The layout that a subject was seen to have of a type, where that is to be taken for the document's.
    pub fn seen(&self, ty: &Type) -> Option<&Layout> {
        self.seen.as_ref()?.of(ty)
    }

    /// The reading in force for a question, `R(0)` where the clause file has no such question or does not number its
    /// readings `R1`, `R2`…: a test holds the generated names of all questions to the clause files. During one
    /// evaluation of the rules the same question has the same answer.
    pub fn choose(&mut self, question: Question) -> R {
        R(self.number(question).unwrap_or_default())
    }

    fn number(&mut self, question: Question) -> Option<u8> {
        let choice = self.catalogue.find_choice(question.clause, question.name)?;
        let position = match self.asked.iter().find(|a| a.choice == choice) {
            Some(asked) => asked.options[asked.taken],
            None => {
                let options = self.permits.permitted(choice);
                let taken = self.script.get(self.asked.len()).map_or(0, |t| usize::from(*t));
                let position = options[taken];
                self.asked.push(Asked { choice, options, taken });
                position
            }
        };
        self.catalogue.number_of(choice, position)
    }

    /// Questions and answers so far.
    pub fn assignment(&self) -> Assignment {
        self.asked.iter().map(|a| (a.choice, a.options[a.taken])).collect()
    }

    /// Advances to the next combination of answers; false when all have been tried.
    fn advance(&mut self) -> bool {
        while let Some(last) = self.asked.pop() {
            if last.taken + 1 < last.options.len() {
                self.script = self.asked.iter().map(|a| a.taken as u8).collect();
                self.script.push(last.taken as u8 + 1);
                self.asked.clear();
                return true;
            }
        }
        false
    }
}

/// Result of a rule with every question answered by its preferred reading.
#[derive(Debug, Clone)]
pub struct Preferred<T> {
    /// The questions that it asked, with their answers.
    pub assignment: Assignment,
    /// The result.
    pub result: T,
}

impl<T: PartialEq> Preferred<T> {
    /// True if two evaluations gave the same; mostly they are the very same one.
    pub fn same_result(self: &Rc<Self>, other: &Rc<Self>) -> bool {
        Rc::ptr_eq(self, other) || self.result == other.result
    }
}

/// Evaluations of one rule that are kept: subjects that prefer the same readings share them.
#[derive(Debug)]
pub struct Kept<T>(RefCell<Vec<Rc<Preferred<T>>>>);

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept(RefCell::default())
    }
}

impl<T> Kept<T> {
    /// Result of `rule`, always the same one, under the preferred readings. It is evaluated only where no
    /// evaluation with the same answers is kept: a rule's questions depend on the answers to earlier ones alone.
    pub fn preferred(
        &self,
        catalogue: &'static Catalogue,
        permits: &dyn Permits,
        rule: impl FnOnce(&mut Chooser<'_>) -> T,
    ) -> Rc<Preferred<T>> {
        let same = |kept: &&Rc<Preferred<T>>| {
            kept.assignment.iter().all(|(choice, reading)| permits.preferred(*choice) == Some(*reading))
        };
        if let Some(kept) = self.0.borrow().iter().find(same) {
            return kept.clone();
        }
        let mut chooser = Chooser::new(catalogue, permits);
        let result = rule(&mut chooser);
        let new = Rc::new(Preferred { assignment: chooser.assignment(), result });
        self.0.borrow_mut().push(new.clone());
        new
    }
}

/// Evaluates a rule once for every combination of permitted answers to the questions that it asks, in
/// depth-first order, at most `limit` times. The first evaluation takes the preferred answers.
pub fn walk<T>(
    catalogue: &'static Catalogue,
    permits: &dyn Permits,
    limit: usize,
    mut rule: impl FnMut(&mut Chooser<'_>) -> T,
) -> Vec<(Assignment, T)> {
    let mut results = Vec::new();
    walk_each(catalogue, permits, limit, &mut rule, |assignment, result| results.push((assignment, result)));
    results
}

/// Like [`walk`], with each result handed on at once; returns whether there are no more combinations than `limit`.
pub fn walk_each<T>(
    catalogue: &'static Catalogue,
    permits: &dyn Permits,
    limit: usize,
    mut rule: impl FnMut(&mut Chooser<'_>) -> T,
    mut each: impl FnMut(Assignment, T),
) -> bool {
    let mut chooser = Chooser::new(catalogue, permits);
    for _ in 0..limit {
        let result = rule(&mut chooser);
        each(chooser.assignment(), result);
        if !chooser.advance() {
            return true;
        }
    }
    false
}

/// Like [`walk`], but the cheapest combinations come first, and no rule is evaluated before its result is
/// asked for. The cost of a combination is the sum of the costs of its readings; the preferred reading of
/// every question must cost nothing. Combinations of the same cost come in depth-first order.
pub struct WalkByCost<'a, F, C> {
    chooser: Chooser<'a>,
    cost: C,
    rule: F,
    /// Combinations that are still to be evaluated: cost, and the positions of the answers up to the last one
    /// that is not the preferred one.
    open: BinaryHeap<Reverse<(usize, Vec<u8>)>>,
}

impl<'a, F, C> WalkByCost<'a, F, C> {
    /// Begins with the preferred answers.
    pub fn new(
        catalogue: &'static Catalogue,
        permits: &'a dyn Permits,
        cost: C,
        rule: F,
    ) -> WalkByCost<'a, F, C> {
        let open = BinaryHeap::from([Reverse((0, Vec::new()))]);
        WalkByCost { chooser: Chooser::new(catalogue, permits), cost, rule, open }
    }
}

impl<T, F, C> Iterator for WalkByCost<'_, F, C>
where
    F: FnMut(&mut Chooser<'_>) -> T,
    C: Fn(ChoiceIndex, u8) -> usize,
{
    /// Cost, readings, and what the rule made of them.
    type Item = (usize, Assignment, T);

    fn next(&mut self) -> Option<Self::Item> {
        let Reverse((cost, script)) = self.open.pop()?;
        let fixed = script.len();
        self.chooser.asked.clear();
        self.chooser.script = script;
        let result = (self.rule)(&mut self.chooser);
        let taken: Vec<u8> = self.chooser.asked.iter().map(|a| a.taken as u8).collect();
        for (position, asked) in self.chooser.asked.iter().enumerate().skip(fixed) {
            for (alternative, reading) in asked.options.iter().enumerate().skip(1) {
                let mut script = taken.get(..position).unwrap_or_default().to_vec();
                script.push(alternative as u8);
                self.open.push(Reverse((cost + (self.cost)(asked.choice, *reading), script)));
            }
        }
        Some((cost, self.chooser.assignment(), result))
    }
}
