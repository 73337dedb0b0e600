//! The search for a story: the fewest answers, other than those that a subject is known for, under which a
//! case fits.

use super::plans::Plans;
use super::{Answers, Search, Untested};
use crate::choose::{Assignment, Chooser, Evaluation, WalkByCost};
use crate::clause::ChoiceIndex;
use crate::knowledge::{Anything, Knowledge};
use crosscall_model::finding::Mismatch;
use crosscall_model::plan::ClauseId;
use std::hash::Hash;
use std::rc::Rc;

/// The cost of a departure from the document that was not seen before, at a question at which the subject
/// was not seen to keep to the document.
const NEW: usize = 64;
/// The cost of another answer than the subject gave before.
const CHANGE: usize = NEW;
/// The highest cost of a story that is believed: two departures, or one changed answer. What takes more is
/// more likely something else, of which nobody thought.
const MOST: usize = 2 * NEW;

/// Answers that explain a case.
pub(super) struct Story<P> {
    /// Departures that are new.
    pub(super) departures: Answers,
    /// Answers that contradict what was seen before.
    pub(super) changed: Answers,
    /// Combinations of readings that fit with them.
    pub(super) fits: Vec<Assignment>,
    /// True if these are all of them.
    pub(super) is_complete: bool,
    /// A plan that fits.
    pub(super) plan: Rc<Evaluation<P>>,
}

/// Cost of an answer, given what is known.
fn price(knowledge: &Knowledge, choice: ChoiceIndex, reading: u8) -> usize {
    if knowledge.follows(choice).contains(&reading) {
        0
    } else if is_new(knowledge, choice, reading) {
        NEW
    } else {
        CHANGE
    }
}

/// True if a reading is a departure that nothing speaks against.
pub(super) fn is_new(knowledge: &Knowledge, choice: ChoiceIndex, reading: u8) -> bool {
    knowledge.is_deviation(choice, reading)
        && knowledge.deviation(choice).is_none()
        && !knowledge.keeps_from(choice, reading)
}

impl<P: Hash + PartialEq> Search<'_, P> {
    /// The cheapest story; among equally cheap ones, one about the clause that the
    /// contradictions name first.
    pub(super) fn story(&mut self, all: &[Mismatch]) -> Result<Option<Story<P>>, Untested> {
        // In cases that are there to learn from, several departures may well be met for the first time at once.
        let most = if self.is_thorough() { 4 * NEW } else { MOST };
        let knowledge = &*self.knowledge;
        let permits = Anything(knowledge);
        let price = |choice, reading| price(knowledge, choice, reading);
        let mut met: Plans<bool> = Plans::default();
        let mut stories: Vec<Story<P>> = Vec::new();
        let mut cheapest = most;
        let mut tests = 0;
        let plan = |chooser: &mut Chooser<'_>| self.kept.evaluate(chooser, self.plan);
        let candidates = WalkByCost::new(knowledge.catalogue(), &permits, price, plan);
        let mut is_complete = true;
        for (number, (cost, assignment, plan)) in candidates.enumerate() {
            if cost > cheapest {
                break;
            }
            if number >= self.limits.walks {
                is_complete = false;
                break;
            }
            let odd = |(c, r): &(ChoiceIndex, u8)| !knowledge.follows(*c).contains(r);
            let answers: Answers = assignment.iter().map(|(c, r)| (*c, *r)).filter(odd).collect();
            let (departures, changed): (Answers, Answers) =
                answers.into_iter().partition(|(c, r)| is_new(knowledge, *c, *r));
            if cost == 0 || changed.len() > 1 || (!changed.is_empty() && !departures.is_empty()) {
                // The first were tested before; the last are no simple stories.
                if cost == 0 {
                    let print = plan.print();
                    if met.find(print).is_none() {
                        met.insert(print, false);
                    }
                }
                continue;
            }
            if changed.is_empty() && !knowledge.admits(&assignment) {
                continue;
            }
            let print = plan.print();
            let fits = match met.find(print) {
                Some(fits) => *fits,
                None if tests == self.limits.tests => {
                    is_complete = false;
                    break;
                }
                None => {
                    tests += 1;
                    let fits = (self.test)(&plan.result)?.mismatches.is_empty();
                    met.insert(print, fits);
                    fits
                }
            };
            if !fits {
                continue;
            }
            cheapest = cost;
            let same = |s: &&mut Story<P>| s.departures == departures && s.changed == changed;
            match stories.iter_mut().find(same) {
                Some(story) => story.fits.push(assignment),
                None => {
                    let fits = vec![assignment];
                    stories.push(Story { departures, changed, fits, is_complete, plan })
                }
            }
        }
        let catalogue = knowledge.catalogue();
        let named: Vec<ClauseId> = all.iter().flat_map(|m| &m.clauses).copied().collect();
        let rank = |story: &Story<P>| {
            let answers = story.departures.iter().chain(&story.changed);
            let clauses = answers.map(|(c, _)| catalogue.choice_clause_id(*c));
            let places = clauses.map(|clause| named.iter().position(|n| *n == clause).unwrap_or(usize::MAX));
            places.min().unwrap_or(usize::MAX)
        };
        // A story that has nothing to do with any contradiction does not explain it, unless it is the document's: then only what
        // was taken for a departure before is contradicted.
        let keeps_to_document = |story: &Story<P>| {
            let is_kept = |(choice, reading): &(ChoiceIndex, u8)| {
                knowledge.deviation(*choice).is_some() && !knowledge.is_deviation(*choice, *reading)
            };
            story.departures.is_empty() && story.changed.iter().all(is_kept)
        };
        stories.retain(|story| {
            rank(story) < usize::MAX
                || keeps_to_document(story)
                || all.iter().any(Mismatch::is_about_control)
                || self.is_thorough()
        });
        Ok(stories.into_iter().min_by_key(rank).map(|story| Story { is_complete, ..story }))
    }
}
