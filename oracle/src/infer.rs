//! Working out which readings fit an observation.
//!
//! The caller says how a plan is computed and how a plan is tested; this module decides which
//! combinations of readings are worth a test, what follows from the outcome, and what a disagreement
//! is to be called.
//!
//! A case is judged under everything that is known of its subject: the readings that are left, and the
//! departures from the document that it makes. What does not fit then is either a departure that was not
//! seen before, or another answer to a question than the subject gave until now (two conventions in one
//! subject), or it is left over and stands for itself.

mod plans;
mod story;

use crate::choose::{Assignment, Chooser, Evaluation, Kept, Permits, walk_each};
use crate::clause::ChoiceIndex;
use crate::judge::Judgement;
use crate::knowledge::{Answered, Knowledge, Predicted, Unasked};
use crosscall_model::Pairing;
use crosscall_model::finding::{
    Answer, Expected, Found, Mismatch, Observed, ReadingText, Topic, Verdict, Violation,
};
use crosscall_model::plan::{ClauseId, Plan};
use plans::Plans;
use std::hash::Hash;
use std::rc::Rc;
use story::Story;

/// Bounds on the search for one case.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Evaluations of the rules.
    pub walks: usize,
    /// Different plans that are tested.
    pub tests: usize,
    /// Effort for the case.
    pub effort: Effort,
    /// Whose plans these are: what the cases of one pairing leave open, those of another may settle.
    pub pairing: Option<Pairing>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { walks: 4096, tests: 1024, effort: Effort::Thorough, pairing: None }
    }
}

/// Effort of the search for one case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// A case that goes as the preferred readings (or the known departures) have it costs one test and teaches
    /// nothing.
    Usual,
    /// As usual, and a contradiction names the readings by which it is one, however often it was seen before.
    Explaining,
    /// Every plan is tested even when the preferred one fits, so that as much as possible is learnt.
    Thorough,
}

impl Effort {
    /// Thorough for a case to learn from, else as usual.
    pub fn to_learn(is_to_learn: bool) -> Effort {
        if is_to_learn { Effort::Thorough } else { Effort::Usual }
    }
}

/// Evaluations of the rules, and plans that are tested, where the likeliest plan is contradicted as those of other
/// cases were that nothing explained.
const WALKS_WHEN_WORN_OUT: usize = 128;
const TESTS_WHEN_WORN_OUT: usize = 24;

/// The outcome for one case.
#[derive(Debug, Clone)]
pub struct Outcome<P> {
    /// The verdict.
    pub verdict: Verdict,
    /// Clauses that the observation could have contradicted.
    pub exercised: Vec<ClauseId>,
    /// The plan that fits; for a violation, the one that its contradictions are held against.
    pub plan: Rc<Evaluation<P>>,
}

/// Why no verdict could be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Untested {
    /// The test failed, for this reason.
    Failed(String),
    /// The test is beyond what can be tested, for this reason.
    Unsupported(String),
}

/// Finds the readings under which a case conforms and adds them to what is known; failing that,
/// names the violation. `kept` holds evaluations of `plan` for other subjects.
///
/// # Errors
/// The error that `test` returns when the case could not be tested.
pub fn infer<P: Hash + PartialEq>(
    knowledge: &mut Knowledge,
    limits: Limits,
    kept: &Kept<P>,
    plan: impl Fn(&mut Chooser<'_>) -> P,
    mut test: impl FnMut(&P) -> Result<Judgement, Untested>,
) -> Result<Outcome<P>, Untested> {
    Search { knowledge, limits, kept, plan: &plan, test: &mut test }.run()
}

/// [`infer`] for a call. Not generic, so that the search in which a campaign spends most of its time is compiled, and
/// optimised, once, with the oracle.
///
/// # Errors
/// The error that `test` returns when the case could not be tested.
pub fn infer_call(
    knowledge: &mut Knowledge,
    limits: Limits,
    kept: &Kept<Plan>,
    plan: &dyn Fn(&mut Chooser<'_>) -> Plan,
    test: &mut dyn FnMut(&Plan) -> Result<Judgement, Untested>,
) -> Result<Outcome<Plan>, Untested> {
    Search { knowledge, limits, kept, plan, test }.run()
}

/// One case on its way to a verdict.
struct Search<'a, P> {
    knowledge: &'a mut Knowledge,
    limits: Limits,
    kept: &'a Kept<P>,
    plan: &'a dyn Fn(&mut Chooser<'_>) -> P,
    test: &'a mut dyn FnMut(&P) -> Result<Judgement, Untested>,
}

/// The readings that lead to the same plan.
struct Group {
    assignments: Vec<Assignment>,
    /// True if the plan was tested and fits.
    fits: bool,
}

/// Questions that a search asks.
#[derive(Clone, Copy)]
enum Asked {
    All,
    /// Not those that many cases left open.
    AllButLeftOpen,
}

/// Outcome of tests of some plans.
struct Tried<P> {
    /// The readings under which plans were tested, in the order of the plans.
    groups: Vec<Group>,
    /// True if there are no more combinations of readings than may be evaluated.
    is_complete: bool,
    /// The first plan that fits, with its readings.
    fitting: Option<Tested<P>>,
    /// The plan that is contradicted least, with its readings.
    nearest: Option<Tested<P>>,
}

/// A plan with its readings, and what the test of it gave.
type Tested<P> = (Rc<Evaluation<P>>, Judgement);

/// Answers to some questions, by position of the reading.
type Answers = Vec<(ChoiceIndex, u8)>;

impl<P: Hash + PartialEq> Search<'_, P> {
    fn run(&mut self) -> Result<Outcome<P>, Untested> {
        if !self.is_thorough()
            && let Some(outcome) = self.expected()?
        {
            return Ok(outcome);
        }
        let is_hopeless = self.is_hopeless()?;
        if is_hopeless {
            // A contradiction that was left over so often is not explained by one more complete search.
            let Limits { walks, tests, .. } = self.limits;
            self.limits = Limits {
                walks: walks.min(WALKS_WHEN_WORN_OUT),
                tests: tests.min(TESTS_WHEN_WORN_OUT),
                ..self.limits
            };
        }
        // A question that so many cases left open is asked again only where nothing fits otherwise.
        let mut tried = self.try_all(Asked::AllButLeftOpen)?;
        let is_whole = tried.fitting.is_none() && self.left_unasked(&tried.groups);
        if is_whole {
            tried = self.try_all(Asked::All)?;
        }
        let Tried { groups, is_complete, fitting, nearest } = tried;
        if let Some((fitting, judgement)) = fitting {
            let Evaluation { assignment, result: plan, .. } = &*fitting;
            self.weigh(assignment, plan)?;
            // A search through few readings cannot rule out the others.
            if is_complete && groups.len() <= self.limits.tests && !is_hopeless {
                let fits = groups.into_iter().filter(|group| group.fits);
                let fits = fits.flat_map(|group| group.assignments).collect();
                let asked = if is_whole { fits } else { self.asked(fits) };
                self.knowledge.learn(&asked);
                self.knowledge.note_left_open(self.limits.pairing, &asked);
            }
            if self.is_thorough() {
                self.note_what_it_keeps_to(assignment, plan)?;
            }
            return self.as_known(fitting, judgement.exercised);
        }
        let Some((nearest, judgement)) = nearest else {
            return Err(Untested::Failed("no combination of interpretations is left to test".to_owned()));
        };
        let Evaluation { assignment, result: plan, .. } = &*nearest;
        let Some(first) = judgement.mismatches.first() else {
            return Err(Untested::Failed("a contradiction without words".to_owned()));
        };
        let story = match self.knowledge.is_worn_out(first) && !self.is_thorough() {
            true => None,
            false => self.story(&judgement.mismatches)?,
        };
        match story {
            Some(story) if story.changed.is_empty() => self.departs(story),
            Some(story) => match self.takes_back(&story) || self.reinstates(&story) {
                true => {
                    self.learn_from(&story);
                    let exercised = judgement.exercised;
                    Ok(Outcome { verdict: Verdict::Conforms, exercised, plan: story.plan })
                }
                false => {
                    let readings = self.readings_for(first, assignment, plan)?;
                    Ok(self.changes(story, nearest, judgement, readings))
                }
            },
            None => {
                let readings = self.readings_for(first, assignment, plan)?;
                self.knowledge.note_left_over(first);
                let under = self.named(&self.departures_of(assignment));
                let exercised = judgement.exercised;
                let mismatches = judgement.mismatches;
                let violation = Violation { mismatches, under, readings, ..Violation::default() };
                Ok(Outcome { verdict: Verdict::Violates(violation), exercised, plan: nearest })
            }
        }
    }

    fn is_thorough(&self) -> bool {
        self.limits.effort == Effort::Thorough
    }

    /// The readings in force by which a contradiction is one: with another answer to one of these questions that the
    /// document leaves open, the same thing would not be contradicted. None where it is worn out and nobody asks.
    fn readings_for(
        &mut self,
        contradiction: &Mismatch,
        assignment: &Assignment,
        plan: &P,
    ) -> Result<Vec<Answer>, Untested> {
        let is_usual = self.limits.effort == Effort::Usual;
        if contradiction.is_about_control() || is_usual && self.knowledge.is_worn_out(contradiction) {
            return Ok(Vec::new());
        }
        let (mut decisive, mut tests) = (Answers::new(), 0);
        for (choice, taken) in assignment {
            for other in self.knowledge.readings(*choice).into_iter().filter(|other| other != taken) {
                let instead = self.instead(assignment, *choice, other);
                if instead.result == *plan || tests == self.limits.tests {
                    continue;
                }
                tests += 1;
                let judgement = (self.test)(&instead.result)?;
                if judgement.mismatches.iter().all(|m| m.topic != contradiction.topic) {
                    decisive.push((*choice, *taken));
                    break;
                }
            }
        }
        Ok(self.named(&decisive))
    }

    /// True if the case goes as it most likely does: under the preferred readings and the departures that
    /// the subject is known for.
    fn expected(&mut self) -> Result<Option<Outcome<P>>, Untested> {
        let likely = self.evaluate(&Predicted(self.knowledge));
        if !self.knowledge.admits(&likely.assignment) {
            return Ok(None);
        }
        let judgement = (self.test)(&likely.result)?;
        if !judgement.mismatches.is_empty() {
            return Ok(None);
        }
        self.weigh(&likely.assignment, &likely.result)?;
        self.as_known(likely, judgement.exercised).map(Some)
    }

    /// True if the likeliest plan is contradicted as those of other cases were that nothing explained.
    fn is_hopeless(&mut self) -> Result<bool, Untested> {
        if !self.knowledge.has_worn_out() {
            return Ok(false);
        }
        let likely = self.evaluate(&Predicted(self.knowledge));
        let judgement = (self.test)(&likely.result)?;
        Ok(judgement.mismatches.first().is_some_and(|first| self.knowledge.is_worn_out(first)))
    }

    fn evaluate(&self, permits: &dyn Permits) -> Rc<Evaluation<P>> {
        self.kept.preferred(self.knowledge.catalogue(), permits, &self.plan)
    }

    /// The plan under the same answers, but for another one at one question.
    fn instead(&self, assignment: &Assignment, choice: ChoiceIndex, reading: u8) -> Rc<Evaluation<P>> {
        let mut answers: Answers = assignment.iter().map(|(c, r)| (*c, *r)).collect();
        answers.retain(|(other, _)| *other != choice);
        answers.push((choice, reading));
        self.evaluate(&Answered { knowledge: self.knowledge, answers: &answers, departures: true })
    }

    /// The verdict on a case that fits a plan: it conforms if the document's own plan fits, too, or if the
    /// plan has no departures in it.
    fn as_known(
        &mut self,
        plan: Rc<Evaluation<P>>,
        exercised: Vec<ClauseId>,
    ) -> Result<Outcome<P>, Untested> {
        let departures = self.departures_of(&plan.assignment);
        if departures.is_empty() {
            return Ok(Outcome { verdict: Verdict::Conforms, exercised, plan });
        }
        self.tell_apart(&departures, &plan.assignment, &plan.result)?;
        let (document, plain) = self.of_document()?;
        if plain.mismatches.is_empty() {
            return Ok(Outcome { verdict: Verdict::Conforms, exercised: plain.exercised, plan: document });
        }
        let departures = self.that_matter(departures, &plan.result)?;
        self.knowledge.note_deviations(departures.iter().copied());
        let deviations = self.named(&departures);
        let violation = Violation { mismatches: plain.mismatches, deviations, ..Violation::default() };
        Ok(Outcome { verdict: Verdict::Violates(violation), exercised: plain.exercised, plan: document })
    }

    /// Departures without which the plan that fits would be another one, which does not.
    fn that_matter(&mut self, mut departures: Answers, fitting: &P) -> Result<Answers, Untested> {
        let mut i = 0;
        while i < departures.len() {
            let mut fewer = departures.clone();
            fewer.remove(i);
            let others = Answered { knowledge: self.knowledge, answers: &fewer, departures: false };
            let without = self.evaluate(&others);
            if without.result == *fitting || (self.test)(&without.result)?.mismatches.is_empty() {
                departures = fewer;
            } else {
                i += 1;
            }
        }
        Ok(departures)
    }

    /// The plan of the document alone, under the readings that are left, with what contradicts it.
    fn of_document(&mut self) -> Result<Tested<P>, Untested> {
        let document = self.evaluate(&*self.knowledge);
        let judgement = (self.test)(&document.result)?;
        Ok((document, judgement))
    }

    /// Tests the plans under all combinations of readings that what is known admits, no more than may be tested. Of plans
    /// no more is kept than what comes of them.
    fn try_all(&mut self, asked: Asked) -> Result<Tried<P>, Untested> {
        let knowledge = &*self.knowledge;
        let (all, some) = (Predicted(knowledge), Unasked(knowledge, self.limits.pairing));
        let permits: &dyn Permits = match asked {
            Asked::All => &all,
            Asked::AllButLeftOpen => &some,
        };
        let mut groups: Plans<Group> = Plans::default();
        let (mut fitting, mut nearest): (Option<Tested<P>>, _) = (None, None);
        let mut result = Ok(());
        let plan = |chooser: &mut Chooser<'_>| self.kept.evaluate(chooser, self.plan);
        let is_complete =
            walk_each(knowledge.catalogue(), permits, self.limits.walks, plan, |assignment, plan| {
                if result.is_err() || !knowledge.admits(&assignment) {
                    return;
                }
                let print = plan.print();
                if let Some(group) = groups.find(print) {
                    group.assignments.push(assignment);
                    return;
                }
                let mut fits = false;
                if groups.entries.len() < self.limits.tests {
                    match (self.test)(&plan.result) {
                        Ok(judgement) if judgement.mismatches.is_empty() => {
                            fits = true;
                            fitting.get_or_insert((plan, judgement));
                        }
                        Ok(judgement) => {
                            let weight = judgement.weight();
                            let is_nearer = |(_, best): &Tested<P>| weight < best.weight();
                            if nearest.as_ref().is_none_or(is_nearer) {
                                nearest = Some((plan, judgement));
                            }
                        }
                        Err(error) => result = Err(error),
                    }
                }
                groups.insert(print, Group { assignments: vec![assignment], fits });
            });
        result?;
        Ok(Tried { groups: groups.entries, is_complete, fitting, nearest })
    }

    /// True if a question of these plans was not asked, since so many cases had left it open.
    fn left_unasked(&self, groups: &[Group]) -> bool {
        let mut asked = groups.iter().flat_map(|group| &group.assignments).flat_map(|a| a.keys());
        asked.any(|choice| self.knowledge.is_left_open(*choice, self.limits.pairing))
    }

    /// These answers without those to questions that were not asked.
    fn asked(&self, mut fits: Vec<Assignment>) -> Vec<Assignment> {
        for fit in &mut fits {
            fit.retain(|choice, _| !self.knowledge.is_left_open(*choice, self.limits.pairing));
        }
        fits
    }

    /// Notes at which questions the subject keeps to the document although a departure would show.
    fn note_what_it_keeps_to(&mut self, assignment: &Assignment, fitting: &P) -> Result<(), Untested> {
        for choice in assignment.keys() {
            if self.knowledge.deviation(*choice).is_some() {
                continue;
            }
            for departure in self.knowledge.departures(*choice) {
                if self.knowledge.keeps_from(*choice, departure) {
                    continue;
                }
                // Everything else as it fits, or it is something else that shows.
                let other = self.instead(assignment, *choice, departure);
                if other.result != *fitting && !(self.test)(&other.result)?.mismatches.is_empty() {
                    self.knowledge.note_kept(*choice, departure);
                }
            }
        }
        Ok(())
    }

    /// Learns which readings fit together with a story, where none was left out.
    fn learn_from(&mut self, story: &Story<P>) {
        if story.is_complete {
            self.knowledge.learn(&story.fits);
        }
    }

    /// Departures that nobody spoke against explain the case.
    fn departs(&mut self, story: Story<P>) -> Result<Outcome<P>, Untested> {
        self.learn_from(&story);
        let assignment = story.fits.first().cloned().unwrap_or_default();
        let (document, plain) = self.of_document()?;
        let deviations = match plain.mismatches.is_empty() {
            // The document fits, but not under what the subject is otherwise known to do.
            true => story.departures.clone(),
            false => self.that_matter(self.departures_of(&assignment), &story.plan.result)?,
        };
        self.tell_apart(&deviations, &assignment, &story.plan.result)?;
        self.knowledge.note_deviations(deviations.iter().copied());
        let deviations = self.named(&deviations);
        let violation = Violation { mismatches: plain.mismatches, deviations, ..Violation::default() };
        Ok(Outcome { verdict: Verdict::Violates(violation), exercised: plain.exercised, plan: document })
    }

    /// Notes which other departures would explain a case as well as those that do: those that would not are ruled out.
    fn tell_apart(
        &mut self,
        departures: &[(ChoiceIndex, u8)],
        assignment: &Assignment,
        fitting: &P,
    ) -> Result<(), Untested> {
        for (choice, reading) in departures {
            let others = match (self.knowledge.deviation(*choice), self.knowledge.candidates(*choice)) {
                (None, _) => self.knowledge.departures(*choice),
                (Some(_), known) => known.to_vec(),
            };
            let is_open = |other: &u8| other != reading && !self.knowledge.keeps_from(*choice, *other);
            let others: Vec<u8> = others.into_iter().filter(is_open).collect();
            let mut explaining = vec![*reading];
            for other in others {
                if self.may_explain(assignment, (*choice, other), fitting)? {
                    explaining.push(other);
                }
            }
            self.knowledge.note_candidates(*choice, &explaining);
        }
        Ok(())
    }

    /// True if a departure explains a case, by itself or together with one more that nothing speaks against.
    fn may_explain(
        &mut self,
        assignment: &Assignment,
        departure: (ChoiceIndex, u8),
        fitting: &P,
    ) -> Result<bool, Untested> {
        let alone = self.instead(assignment, departure.0, departure.1);
        if alone.result == *fitting || (self.test)(&alone.result)?.mismatches.is_empty() {
            return Ok(true);
        }
        let mut tests = 0;
        for choice in alone.assignment.keys().filter(|choice| **choice != departure.0) {
            for second in self.knowledge.departures(*choice) {
                if !story::is_new(self.knowledge, *choice, second) || tests == self.limits.tests {
                    continue;
                }
                let both = self.instead(&alone.assignment, *choice, second);
                tests += 1;
                if both.result == *fitting || (self.test)(&both.result)?.mismatches.is_empty() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// True if the only thing that changed is that a departure which was seen a single time is not made here:
    /// then that one time is what stands out, and it has been reported.
    fn takes_back(&mut self, story: &Story<P>) -> bool {
        let once = |(choice, _): &(ChoiceIndex, u8)| {
            self.knowledge.deviation(*choice).is_some() && self.knowledge.times_departed(*choice) < 2
        };
        if !story.departures.is_empty() || !story.changed.iter().all(once) {
            return false;
        }
        for (choice, _) in &story.changed {
            let departures = self.knowledge.follows(*choice);
            self.knowledge.forget_deviation(*choice);
            departures.into_iter().for_each(|departure| self.knowledge.note_kept(*choice, departure));
        }
        true
    }

    /// True if the document's first reading of a question is put back in force by this case.
    fn reinstates(&mut self, story: &Story<P>) -> bool {
        match story.changed.as_slice() {
            [(choice, reading)] if story.departures.is_empty() => {
                self.knowledge.reinstates(*choice, *reading)
            }
            _ => false,
        }
    }

    /// Notes how a case that fits would go by the first readings of questions that are settled otherwise.
    fn weigh(&mut self, assignment: &Assignment, plan: &P) -> Result<(), Untested> {
        for choice in assignment.keys() {
            let Some(first) = self.knowledge.to_weigh(*choice, self.limits.pairing) else { continue };
            let by_first = self.instead(assignment, *choice, first);
            if by_first.result != *plan {
                let fits = (self.test)(&by_first.result)?.mismatches.is_empty();
                self.knowledge.note_weighed(*choice, self.limits.pairing, fits);
            }
        }
        Ok(())
    }

    /// The subject answers a question otherwise than before.
    fn changes(
        &self,
        story: Story<P>,
        plan: Rc<Evaluation<P>>,
        judgement: Judgement,
        readings: Vec<Answer>,
    ) -> Outcome<P> {
        let catalogue = self.knowledge.catalogue();
        let text = |choice: ChoiceIndex, reading: u8| {
            let readings = &catalogue.choice(choice).1.readings;
            let text = readings.get(usize::from(reading)).map_or("", |r| r.text.as_str());
            ReadingText { answer: catalogue.answer(choice, reading), text }
        };
        let before = |choice: ChoiceIndex| {
            self.knowledge.follows(choice).into_iter().map(|reading| text(choice, reading)).collect()
        };
        let first = judgement.mismatches.first();
        let reported = Mismatch {
            target: judgement.target,
            clauses: story.changed.iter().map(|(c, _)| catalogue.choice_clause_id(*c)).collect(),
            topic: first.map_or(Topic::Dialect, |m| m.topic.clone()),
            expected: Expected::AsBefore(story.changed.iter().map(|(c, _)| before(*c)).collect()),
            observed: Observed::Here(story.changed.iter().map(|(c, r)| text(*c, *r)).collect()),
            found: Some(Found::TwoConventions),
        };
        let of_changed =
            |m: &Mismatch| m.clauses.first().is_some_and(|lead| reported.clauses.first() == Some(lead));
        // If a single contradiction leads with another clause, the other answer only demands less, unless it says
        // where the value is that was found again.
        let alone = judgement.mismatches.len() < 2;
        let says_where = |m: &Mismatch| {
            m.is_found_again() && reported.clauses.first().is_some_and(|changed| m.clauses.contains(changed))
        };
        let leads = !alone || first.is_none_or(|m| m.is_about_control() || of_changed(m) || says_where(m));
        let mut mismatches = judgement.mismatches;
        let (at, changed) = if leads { (0, self.named(&story.changed)) } else { (1, Vec::new()) };
        mismatches.insert(at, reported);
        // Two conventions name their readings themselves.
        let readings = if leads { Vec::new() } else { readings };
        let violation = Violation { mismatches, changed, readings, ..Violation::default() };
        Outcome { verdict: Verdict::Violates(violation), exercised: judgement.exercised, plan }
    }

    fn departures_of(&self, assignment: &Assignment) -> Answers {
        let all = assignment.iter().map(|(c, r)| (*c, *r));
        all.filter(|(c, r)| self.knowledge.is_deviation(*c, *r)).collect()
    }

    fn named(&self, answers: &[(ChoiceIndex, u8)]) -> Vec<Answer> {
        let catalogue = self.knowledge.catalogue();
        answers.iter().map(|(choice, reading)| catalogue.answer(*choice, *reading)).collect()
    }
}
