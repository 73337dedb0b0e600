//! Working out which readings fit an observation.
//!
//! The caller says how a plan is computed and how a plan is tested; this module decides which
//! combinations of readings are worth a test, what follows from the outcome, and what a disagreement
//! is to be called.

use crate::choose::{Assignment, Chooser, Kept, Permits, WalkByCost, walk};
use crate::clause::ChoiceIndex;
use crate::judge::Judgement;
use crate::knowledge::{AllReadings, Knowledge, Predicted, WithDeviations};
use crosscall_model::finding::{Mismatch, Verdict};
use crosscall_model::plan::ClauseId;
use rustc_hash::FxHashMap;
use std::hash::{BuildHasher, Hash};

/// Bounds on the search for one case.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Evaluations of the rules.
    pub walks: usize,
    /// Different plans that are tested.
    pub tests: usize,
    /// Whether every plan is tested even when the preferred one fits, so that as much as possible is
    /// learnt. Without, a case that goes as the preferred readings (or the known departures) have it
    /// costs one test and teaches nothing.
    pub thorough: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { walks: 4096, tests: 1024, thorough: true }
    }
}

/// The outcome for one case.
#[derive(Debug, Clone)]
pub struct Outcome<P> {
    /// The verdict.
    pub verdict: Verdict,
    /// Clauses that the observation could have contradicted.
    pub exercised: Vec<ClauseId>,
    /// The plan that fits, or the nearest one without deviations.
    pub plan: P,
    /// The departures that explain a violation, as choices.
    pub deviations: Vec<(ChoiceIndex, u8)>,
}

/// Why no verdict could be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untested(pub String);

struct Group<P> {
    plan: P,
    assignments: Vec<Assignment>,
}

/// Finds the readings under which a case conforms and adds them to what is known; failing that,
/// names the violation. `kept` holds evaluations of `plan` for other subjects.
///
/// # Errors
/// What `test` reports when the case could not be tested.
pub fn infer<P: Hash + PartialEq + Clone>(
    knowledge: &mut Knowledge,
    limits: Limits,
    kept: &Kept<P>,
    plan: impl Fn(&mut Chooser<'_>) -> P,
    mut test: impl FnMut(&P) -> Result<Judgement, Untested>,
) -> Result<Outcome<P>, Untested> {
    if !limits.thorough
        && let Some(outcome) = expected(knowledge, kept, &plan, &mut test)?
    {
        return Ok(outcome);
    }
    let groups = grouped(knowledge, knowledge, limits, &plan);
    let mut fits = Vec::new();
    let mut fitting: Option<(P, Vec<ClauseId>)> = None;
    let mut nearest: Option<(P, Judgement)> = None;
    for group in groups.iter().take(limits.tests) {
        let judgement = test(&group.plan)?;
        if judgement.mismatches.is_empty() {
            fits.extend(group.assignments.iter().cloned());
            fitting.get_or_insert((group.plan.clone(), judgement.exercised));
        } else if nearest.as_ref().is_none_or(|(_, best)| judgement.mismatches.len() < best.mismatches.len())
        {
            nearest = Some((group.plan.clone(), judgement));
        }
    }
    if let Some((plan, exercised)) = fitting {
        if groups.len() <= limits.tests {
            knowledge.learn(&fits);
        }
        return Ok(Outcome { verdict: Verdict::Conforms, exercised, plan, deviations: Vec::new() });
    }
    let Some((plain_plan, plain)) = nearest else {
        return Err(Untested("no combination of readings is left to test".to_owned()));
    };
    let mut mismatches = Vec::new();
    let mut story = explained(knowledge, limits, FEW, &plan, &mut test)?;
    if story.is_none() {
        mismatches.extend(changed_reading(knowledge, limits, &plan, &mut test, &plain)?);
        if mismatches.is_empty() {
            story = explained(knowledge, limits, usize::MAX, &plan, &mut test)?;
        }
    }
    mismatches.extend(plain.mismatches);
    let (deviations, fits) = story.unwrap_or_default();
    if !fits.is_empty() {
        knowledge.learn(&fits);
    }
    knowledge.note_deviations(deviations.iter().copied());
    let named = deviations.iter().map(|(c, r)| name(knowledge, *c, *r)).collect();
    Ok(Outcome {
        verdict: Verdict::Violates { mismatches, deviations: named },
        exercised: plain.exercised,
        plan: plain_plan,
        deviations,
    })
}

/// Whether the case goes as it most likely does: under the preferred readings, or under these with the
/// departures that the subject is known for.
fn expected<P: Hash + PartialEq + Clone>(
    knowledge: &mut Knowledge,
    kept: &Kept<P>,
    plan: &impl Fn(&mut Chooser<'_>) -> P,
    test: &mut impl FnMut(&P) -> Result<Judgement, Untested>,
) -> Result<Option<Outcome<P>>, Untested> {
    let evaluate = |permits: &dyn Permits| kept.preferred(knowledge.catalogue(), permits, plan);
    let preferred = evaluate(knowledge);
    if !knowledge.admits(&preferred.assignment) {
        return Ok(None);
    }
    let plain = test(&preferred.result)?;
    let exercised = plain.exercised;
    if plain.mismatches.is_empty() {
        let (verdict, deviations) = (Verdict::Conforms, Vec::new());
        return Ok(Some(Outcome { verdict, exercised, plan: preferred.result.clone(), deviations }));
    }
    let likely = evaluate(&Predicted::all(knowledge));
    if likely.same_result(&preferred) || !test(&likely.result)?.mismatches.is_empty() {
        return Ok(None);
    }
    // Departures that make no difference here are no part of the story.
    let mut deviations = deviations_of(knowledge, &likely.assignment);
    let mut i = 0;
    while i < deviations.len() {
        let mut fewer = deviations.clone();
        fewer.remove(i);
        let plan = evaluate(&Predicted { knowledge, only: Some(&fewer) });
        if plan.same_result(&likely) || test(&plan.result)?.mismatches.is_empty() {
            deviations = fewer;
        } else {
            i += 1;
        }
    }
    let named = deviations.iter().map(|(c, r)| name(knowledge, *c, *r)).collect();
    knowledge.note_deviations(deviations.iter().copied());
    let verdict = Verdict::Violates { mismatches: plain.mismatches, deviations: named };
    Ok(Some(Outcome { verdict, exercised, plan: preferred.result.clone(), deviations }))
}

/// Plans under all permitted combinations that what is known admits, equal plans together.
fn grouped<P: Hash + PartialEq>(
    knowledge: &Knowledge,
    permits: &dyn Permits,
    limits: Limits,
    plan: &impl Fn(&mut Chooser<'_>) -> P,
) -> Vec<Group<P>> {
    let mut groups: Plans<Group<P>> = Plans::default();
    for (assignment, plan) in walk(knowledge.catalogue(), permits, limits.walks, plan) {
        if !knowledge.admits(&assignment) {
            continue;
        }
        let hash = groups.hash(&plan);
        match groups.find(hash, |group| group.plan == plan) {
            Some(group) => group.assignments.push(assignment),
            None => groups.insert(hash, Group { plan, assignments: vec![assignment] }),
        }
    }
    groups.entries
}

/// Things that are found again by a plan, in the order in which they came.
struct Plans<T> {
    entries: Vec<T>,
    /// Positions in `entries`, so that a plan is only compared with those that are probably equal.
    by_hash: FxHashMap<u64, Vec<usize>>,
}

impl<T> Default for Plans<T> {
    fn default() -> Plans<T> {
        Plans { entries: Vec::new(), by_hash: FxHashMap::default() }
    }
}

impl<T> Plans<T> {
    fn hash(&self, plan: &impl Hash) -> u64 {
        self.by_hash.hasher().hash_one(plan)
    }

    fn find(&mut self, hash: u64, is_it: impl Fn(&T) -> bool) -> Option<&mut T> {
        let alike = self.by_hash.get(&hash)?;
        let at = alike.iter().copied().find(|at| self.entries.get(*at).is_some_and(&is_it))?;
        self.entries.get_mut(at)
    }

    fn insert(&mut self, hash: u64, entry: T) {
        self.by_hash.entry(hash).or_default().push(self.entries.len());
        self.entries.push(entry);
    }
}

/// A reading of the document that fits, though the subject has followed another until now.
fn changed_reading<P: Hash + PartialEq>(
    knowledge: &Knowledge,
    limits: Limits,
    plan: &impl Fn(&mut Chooser<'_>) -> P,
    test: &mut impl FnMut(&P) -> Result<Judgement, Untested>,
    plain: &Judgement,
) -> Result<Option<Mismatch>, Untested> {
    let catalogue = knowledge.catalogue();
    let mut tried: Vec<P> = Vec::new();
    let mut candidates = walk(catalogue, &AllReadings(catalogue), limits.walks, plan);
    candidates.sort_by_key(|(a, _)| a.iter().filter(|(c, r)| !knowledge.possible(**c).contains(r)).count());
    for (assignment, plan) in candidates {
        if knowledge.admits(&assignment) || tried.contains(&plan) {
            continue;
        }
        if tried.len() >= limits.tests {
            break;
        }
        if test(&plan)?.mismatches.is_empty() {
            let changed: Vec<(ChoiceIndex, u8)> = assignment
                .into_iter()
                .filter(|(choice, reading)| !knowledge.possible(*choice).contains(reading))
                .collect();
            let describe = |(choice, reading): &(ChoiceIndex, u8)| {
                let (clause, question) = catalogue.choice(*choice);
                let text =
                    |r: &u8| question.readings.get(usize::from(*r)).map(|r| format!("{}: {}", r.id, r.text));
                let until: Vec<_> = knowledge.possible(*choice).iter().filter_map(text).collect();
                (clause.id.clone(), until.join(" or "), text(reading).unwrap_or_default())
            };
            let told: Vec<_> = changed.iter().map(describe).collect();
            let first = plain.mismatches.first();
            return Ok(Some(Mismatch {
                clauses: changed.iter().map(|(c, _)| catalogue.choice_clause_id(*c)).collect(),
                subject: first.map_or_else(|| "dialect".to_owned(), |m| m.subject.clone()),
                expected: told
                    .iter()
                    .map(|(id, until, _)| format!("{id}: as before, {until}"))
                    .collect::<Vec<_>>()
                    .join("; "),
                observed: told
                    .iter()
                    .map(|(id, _, now)| format!("{id}: here, {now}"))
                    .collect::<Vec<_>>()
                    .join("; "),
                inferred: Some("the subject follows two readings of one clause".to_owned()),
            })
            .filter(|m| !m.clauses.is_empty()));
        }
        tried.push(plan);
    }
    Ok(None)
}

/// Departures that tell the story of a violation, with the combinations of readings that fit together with
/// them.
type Story = (Vec<(ChoiceIndex, u8)>, Vec<Assignment>);

/// The smallest set of deviations under which the case fits, preferring those seen before.
fn explained<P: Hash + PartialEq>(
    knowledge: &Knowledge,
    limits: Limits,
    most: usize,
    plan: &impl Fn(&mut Chooser<'_>) -> P,
    test: &mut impl FnMut(&P) -> Result<Judgement, Untested>,
) -> Result<Option<Story>, Untested> {
    let permits = WithDeviations(knowledge);
    let price = |choice, reading| match is_deviation(knowledge, choice, reading) {
        true => cost(knowledge, &[(choice, reading)]),
        false => 0,
    };
    // Plans that were met, with whether they fit. Each is met first with the fewest deviations.
    let mut met: Plans<(P, bool)> = Plans::default();
    let mut story: Option<(usize, Story)> = None;
    let mut tests = 0;
    let candidates = WalkByCost::new(knowledge.catalogue(), &permits, price, plan);
    for (cost, assignment, plan) in candidates.take(limits.walks) {
        // Once a story fits, only its other versions are of interest: they tell which readings stand.
        if cost > story.as_ref().map_or(most, |(cost, _)| *cost) {
            break;
        }
        if !knowledge.admits(&assignment) {
            continue;
        }
        let deviations = deviations_of(knowledge, &assignment);
        let same_story = story.as_ref().is_none_or(|(_, (told, _))| *told == deviations);
        let hash = met.hash(&plan);
        if let Some((_, fits)) = met.find(hash, |(other, _)| *other == plan) {
            if let (true, true, Some((_, (_, versions)))) = (*fits, same_story, &mut story) {
                versions.push(assignment);
            }
            continue;
        }
        // Without deviations it has been tested already.
        if deviations.is_empty() || !same_story {
            met.insert(hash, (plan, false));
            continue;
        }
        if tests == limits.tests {
            if let Some((_, (_, versions))) = &mut story {
                versions.clear();
            }
            break;
        }
        tests += 1;
        let fits = test(&plan)?.mismatches.is_empty();
        met.insert(hash, (plan, fits));
        if fits {
            let (_, (_, versions)) = story.get_or_insert_with(|| (cost, (deviations, Vec::new())));
            versions.push(assignment);
        }
    }
    Ok(story.map(|(_, story)| story))
}

/// The cost of a deviation that was not seen before.
const NEW: usize = 64;
/// The highest cost of a story that is believed rather than that the subject has changed its reading: at
/// most two new deviations, beside known ones.
const FEW: usize = 3 * NEW - 1;

fn deviations_of(knowledge: &Knowledge, assignment: &Assignment) -> Vec<(ChoiceIndex, u8)> {
    let all = assignment.iter().map(|(c, r)| (*c, *r));
    all.filter(|(c, r)| is_deviation(knowledge, *c, *r)).collect()
}

fn is_deviation(knowledge: &Knowledge, choice: ChoiceIndex, reading: u8) -> bool {
    let readings = &knowledge.catalogue().choice(choice).1.readings;
    readings.get(usize::from(reading)).is_some_and(|r| r.deviation)
}

/// New deviations cost more than many known ones, so that the simplest story is tried first.
fn cost(knowledge: &Knowledge, deviations: &[(ChoiceIndex, u8)]) -> usize {
    deviations.iter().map(|(c, r)| if knowledge.has_deviation(*c, *r) { 1 } else { NEW }).sum()
}

fn name(knowledge: &Knowledge, choice: ChoiceIndex, reading: u8) -> (ClauseId, String) {
    let (_, question) = knowledge.catalogue().choice(choice);
    let reading = question.readings.get(usize::from(reading)).map_or("?", |r| r.id.as_str());
    let text =
        if question.name.is_empty() { reading.to_owned() } else { format!("{}={reading}", question.name) };
    (knowledge.catalogue().choice_clause_id(choice), text)
}
