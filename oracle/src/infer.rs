//! Working out which readings fit an observation.
//!
//! The caller says how a plan is computed and how a plan is tested; this module decides which
//! combinations of readings are worth a test, what follows from the outcome, and what a disagreement
//! is to be called.

use crate::choose::{Assignment, Chooser, Permits, walk};
use crate::clause::ChoiceIndex;
use crate::judge::Judgement;
use crate::knowledge::{AllReadings, Knowledge, Predicted, WithDeviations};
use crosscall_model::finding::{Mismatch, Verdict};
use crosscall_model::plan::ClauseId;
use std::collections::HashMap;
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
/// names the violation.
///
/// # Errors
/// What `test` reports when the case could not be tested.
pub fn infer<P: Hash + PartialEq + Clone>(
    knowledge: &mut Knowledge,
    limits: Limits,
    plan: impl Fn(&mut Chooser<'_>) -> P,
    mut test: impl FnMut(&P) -> Result<Judgement, Untested>,
) -> Result<Outcome<P>, Untested> {
    if !limits.thorough
        && let Some(outcome) = expected(knowledge, &plan, &mut test)?
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
    let exercised = plain.exercised.clone();
    let violates = |mismatches, named: Vec<(ClauseId, String)>, plan, deviations| Outcome {
        verdict: Verdict::Violates { mismatches, deviations: named },
        exercised: exercised.clone(),
        plan,
        deviations,
    };

    if let Some((deviations, fits)) = explained(knowledge, limits, FEW, &plan, &mut test)? {
        if !fits.is_empty() {
            knowledge.learn(&fits);
        }
        knowledge.note_deviations(deviations.iter().copied());
        let named = deviations.iter().map(|(c, r)| name(knowledge, *c, *r)).collect();
        return Ok(violates(plain.mismatches, named, plain_plan, deviations));
    }
    if let Some(mismatch) = changed_reading(knowledge, limits, &plan, &mut test, &plain)? {
        let mut mismatches = vec![mismatch];
        mismatches.extend(plain.mismatches);
        return Ok(violates(mismatches, Vec::new(), plain_plan, Vec::new()));
    }
    if let Some((deviations, fits)) = explained(knowledge, limits, usize::MAX, &plan, &mut test)? {
        if !fits.is_empty() {
            knowledge.learn(&fits);
        }
        knowledge.note_deviations(deviations.iter().copied());
        let named = deviations.iter().map(|(c, r)| name(knowledge, *c, *r)).collect();
        return Ok(violates(plain.mismatches, named, plain_plan, deviations));
    }
    Ok(violates(plain.mismatches, Vec::new(), plain_plan, Vec::new()))
}

/// Whether the case goes as it most likely does: under the preferred readings, or under these with the
/// departures that the subject is known for.
fn expected<P: Hash + PartialEq + Clone>(
    knowledge: &mut Knowledge,
    plan: &impl Fn(&mut Chooser<'_>) -> P,
    test: &mut impl FnMut(&P) -> Result<Judgement, Untested>,
) -> Result<Option<Outcome<P>>, Untested> {
    let evaluate = |permits: &dyn Permits| {
        let mut chooser = Chooser::new(knowledge.catalogue(), permits);
        let plan = plan(&mut chooser);
        (chooser.assignment(), plan)
    };
    let (assignment, preferred) = evaluate(knowledge);
    if !knowledge.admits(&assignment) {
        return Ok(None);
    }
    let plain = test(&preferred)?;
    let exercised = plain.exercised;
    if plain.mismatches.is_empty() {
        let (verdict, deviations) = (Verdict::Conforms, Vec::new());
        return Ok(Some(Outcome { verdict, exercised, plan: preferred, deviations }));
    }
    let (assignment, likely) = evaluate(&Predicted::all(knowledge));
    if likely == preferred || !test(&likely)?.mismatches.is_empty() {
        return Ok(None);
    }
    // Departures that make no difference here are no part of the story.
    let mut deviations = deviations_of(knowledge, &assignment);
    let mut i = 0;
    while i < deviations.len() {
        let mut fewer = deviations.clone();
        fewer.remove(i);
        let (_, plan) = evaluate(&Predicted { knowledge, only: Some(&fewer) });
        if plan == likely || test(&plan)?.mismatches.is_empty() {
            deviations = fewer;
        } else {
            i += 1;
        }
    }
    let named = deviations.iter().map(|(c, r)| name(knowledge, *c, *r)).collect();
    knowledge.note_deviations(deviations.iter().copied());
    let verdict = Verdict::Violates { mismatches: plain.mismatches, deviations: named };
    Ok(Some(Outcome { verdict, exercised, plan: preferred, deviations }))
}

/// Plans under all permitted combinations that what is known admits, equal plans together.
fn grouped<P: Hash + PartialEq>(
    knowledge: &Knowledge,
    permits: &dyn Permits,
    limits: Limits,
    plan: &impl Fn(&mut Chooser<'_>) -> P,
) -> Vec<Group<P>> {
    let mut groups: Vec<Group<P>> = Vec::new();
    // Positions in `groups`, so that a plan is only compared with those that are probably equal.
    let mut by_hash: HashMap<u64, Vec<usize>> = HashMap::new();
    for (assignment, plan) in walk(knowledge.catalogue(), permits, limits.walks, plan) {
        if !knowledge.admits(&assignment) {
            continue;
        }
        let hash = by_hash.hasher().hash_one(&plan);
        let alike = by_hash.entry(hash).or_default();
        match alike.iter().find(|at| groups.get(**at).is_some_and(|g| g.plan == plan)) {
            Some(at) => groups[*at].assignments.push(assignment),
            None => {
                alike.push(groups.len());
                groups.push(Group { plan, assignments: vec![assignment] });
            }
        }
    }
    groups
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

/// The smallest set of deviations under which the case fits, preferring those seen before.
#[allow(clippy::type_complexity)]
fn explained<P: Hash + PartialEq>(
    knowledge: &Knowledge,
    limits: Limits,
    most: usize,
    plan: &impl Fn(&mut Chooser<'_>) -> P,
    test: &mut impl FnMut(&P) -> Result<Judgement, Untested>,
) -> Result<Option<(Vec<(ChoiceIndex, u8)>, Vec<Assignment>)>, Untested> {
    let permits = WithDeviations(knowledge);
    let groups = grouped(knowledge, &permits, limits, plan);
    let mut candidates: Vec<_> = groups
        .into_iter()
        .filter_map(|group| {
            let best = group
                .assignments
                .iter()
                .map(|a| deviations_of(knowledge, a))
                .min_by_key(|d| cost(knowledge, d))?;
            (!best.is_empty() && cost(knowledge, &best) <= most).then_some((best, group))
        })
        .collect();
    candidates.sort_by_key(|(deviations, _)| cost(knowledge, deviations));
    let mut story: Option<Vec<(ChoiceIndex, u8)>> = None;
    let mut fits = Vec::new();
    let mut tests = 0;
    for (deviations, group) in candidates {
        // Once a story fits, only its other versions are of interest: they tell which readings stand.
        if story.as_ref().is_some_and(|story| *story != deviations) {
            continue;
        }
        if tests == limits.tests {
            fits.clear();
            break;
        }
        tests += 1;
        if test(&group.plan)?.mismatches.is_empty() {
            fits.extend(group.assignments.into_iter().filter(|a| deviations_of(knowledge, a) == deviations));
            story = Some(deviations);
        }
    }
    Ok(story.map(|story| (story, fits)))
}

/// The cost of a deviation that was not seen before.
const NEW: usize = 64;
/// The highest cost of a story that is believed rather than that the subject has changed its reading: at
/// most two new deviations, beside known ones.
const FEW: usize = 3 * NEW - 1;

fn deviations_of(knowledge: &Knowledge, assignment: &Assignment) -> Vec<(ChoiceIndex, u8)> {
    let all = assignment.iter().map(|(c, r)| (*c, *r));
    all.filter(|(c, r)| {
        knowledge.catalogue().choice(*c).1.readings.get(usize::from(*r)).is_some_and(|r| r.deviation)
    })
    .collect()
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
