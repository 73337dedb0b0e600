//! Decisions of the rules: every open question of a document is asked of a [`Chooser`].

use crate::clause::{Catalogue, ChoiceIndex};
pub use crosscall_clauses::Question;
use crosscall_model::Type;
use crosscall_model::layout::{Layout, SeenLayouts};
use crosscall_model::print::Print;
use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::hash::Hash;
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
    /// True if other answers than the preferred ones are taken, too.
    walks: bool,
    script: Vec<u8>,
    asked: Vec<Asked>,
    seen: Option<Arc<SeenLayouts>>,
}

/// A choice that was asked, with the answer.
struct Asked {
    choice: ChoiceIndex,
    /// The question about it that a rule has asked last.
    question: Option<Question>,
    /// The position of the reading in force.
    position: u8,
    /// Which of the options that is.
    taken: usize,
    /// The permitted readings, where others than the preferred one are taken, too.
    options: Vec<u8>,
}

/// True if two questions are the very same constant; where they are not, they may be equal all the same.
fn is_same_constant(a: Question, b: Question) -> bool {
    std::ptr::eq(a.clause, b.clause) && std::ptr::eq(a.name, b.name)
}

impl<'a> Chooser<'a> {
    /// A chooser that takes the preferred reading of every question.
    pub fn new(catalogue: &'static Catalogue, permits: &'a dyn Permits) -> Chooser<'a> {
        Chooser { catalogue, permits, walks: false, script: Vec::new(), asked: Vec::new(), seen: None }
    }

    /// A chooser that goes on to the other readings when it is told to.
    fn walking(catalogue: &'static Catalogue, permits: &'a dyn Permits) -> Chooser<'a> {
        Chooser { walks: true, ..Chooser::new(catalogue, permits) }
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
        // Rules ask the same question for each value.
        let is_known = |asked: &&Asked| asked.question.is_some_and(|known| is_same_constant(known, question));
        if let Some(asked) = self.asked.iter().find(is_known) {
            return self.catalogue.number_of(asked.choice, asked.position);
        }
        let choice = self.catalogue.find_choice(question.clause, question.name)?;
        let asked = self.ask(choice);
        asked.question = Some(question);
        let position = asked.position;
        self.catalogue.number_of(choice, position)
    }

    /// The position of the reading in force for a choice.
    fn position(&mut self, choice: ChoiceIndex) -> u8 {
        self.ask(choice).position
    }

    fn ask(&mut self, choice: ChoiceIndex) -> &mut Asked {
        let at = match self.asked.iter().position(|asked| asked.choice == choice) {
            Some(at) => at,
            None => {
                let taken = self.script.get(self.asked.len()).map_or(0, |t| usize::from(*t));
                let options = if self.walks { self.permits.permitted(choice) } else { Vec::new() };
                let preferred = || self.permits.preferred(choice).unwrap_or_default();
                let position = options.get(taken).copied().unwrap_or_else(preferred);
                self.asked.push(Asked { choice, question: None, position, taken, options });
                self.asked.len() - 1
            }
        };
        &mut self.asked[at]
    }

    /// Questions and answers so far.
    pub fn assignment(&self) -> Assignment {
        self.asked.iter().map(|asked| (asked.choice, asked.position)).collect()
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

/// Result of a rule under some answers.
#[derive(Debug, Clone)]
pub struct Evaluation<T> {
    /// The questions that it asked, with their answers.
    pub assignment: Assignment,
    /// The result.
    pub result: T,
    print: OnceCell<Print>,
}

impl<T> Evaluation<T> {
    /// A result with the questions that it asked.
    pub fn new(assignment: Assignment, result: T) -> Evaluation<T> {
        Evaluation { assignment, result, print: OnceCell::new() }
    }
}

impl<T: PartialEq> Evaluation<T> {
    /// True if two evaluations gave the same; mostly they are the very same one.
    pub fn same_result(self: &Rc<Self>, other: &Rc<Self>) -> bool {
        Rc::ptr_eq(self, other) || self.result == other.result
    }
}

impl<T: Hash> Evaluation<T> {
    /// The print of the result.
    pub fn print(&self) -> Print {
        *self.print.get_or_init(|| Print::of(&self.result))
    }
}

/// Evaluations of one rule that are kept, so that subjects share them and the searches for each.
#[derive(Debug)]
pub struct Kept<T>(RefCell<Vec<Node<T>>>);

/// A moment in the evaluations of a rule, whose questions depend on the answers to earlier ones alone. The first is the
/// beginning.
#[derive(Debug)]
enum Node<T> {
    /// Not known yet.
    Open,
    /// The rule asks a question; for each reading that was taken, by position, the number of what follows.
    Asks(ChoiceIndex, Vec<(u8, usize)>),
    /// The rule has its result.
    Ends(Rc<Evaluation<T>>),
}

/// Moments that are kept of a rule for one case: the results are large.
const MOST_NODES: usize = 256;

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept(RefCell::new(vec![Node::Open]))
    }
}

impl<T> Kept<T> {
    /// Result of `rule`, always the same one, under the preferred readings.
    pub fn preferred(
        &self,
        catalogue: &'static Catalogue,
        permits: &dyn Permits,
        rule: impl FnOnce(&mut Chooser<'_>) -> T,
    ) -> Rc<Evaluation<T>> {
        self.evaluate(&mut Chooser::new(catalogue, permits), rule)
    }

    /// Result of `rule`, always the same one, under the answers of a chooser that nobody has asked yet. The rule is
    /// evaluated only where no evaluation with the same answers is kept.
    pub fn evaluate(
        &self,
        chooser: &mut Chooser<'_>,
        rule: impl FnOnce(&mut Chooser<'_>) -> T,
    ) -> Rc<Evaluation<T>> {
        if let Some(kept) = self.find(chooser) {
            return kept;
        }
        // What was asked until here, the rule asks first.
        let result = rule(chooser);
        let new = Rc::new(Evaluation::new(chooser.assignment(), result));
        self.keep(&chooser.asked, &new);
        new
    }

    /// The evaluation with the answers of a chooser, which is asked the same questions.
    fn find(&self, chooser: &mut Chooser<'_>) -> Option<Rc<Evaluation<T>>> {
        let nodes = self.0.borrow();
        let mut at = 0;
        loop {
            match nodes.get(at)? {
                Node::Open => return None,
                Node::Ends(kept) => return Some(kept.clone()),
                Node::Asks(choice, next) => {
                    let position = chooser.position(*choice);
                    at = next.iter().find(|(taken, _)| *taken == position)?.1;
                }
            }
        }
    }

    fn keep(&self, asked: &[Asked], new: &Rc<Evaluation<T>>) {
        let mut nodes = self.0.borrow_mut();
        if nodes.len() + asked.len() > MOST_NODES {
            return;
        }
        let mut at = 0;
        for Asked { choice, position, .. } in asked {
            let follows = nodes.len();
            let Some(node) = nodes.get_mut(at) else { return };
            if matches!(node, Node::Open) {
                *node = Node::Asks(*choice, Vec::new());
            }
            let Node::Asks(_, next) = node else { return };
            at = match next.iter().find(|(taken, _)| taken == position) {
                Some((_, known)) => *known,
                None => {
                    next.push((*position, follows));
                    nodes.push(Node::Open);
                    follows
                }
            };
        }
        if let Some(node) = nodes.get_mut(at) {
            *node = Node::Ends(new.clone());
        }
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
    let mut chooser = Chooser::walking(catalogue, permits);
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
        WalkByCost { chooser: Chooser::walking(catalogue, permits), cost, rule, open }
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
