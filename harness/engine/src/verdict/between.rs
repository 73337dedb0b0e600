//! Calls from one subject to another, or to itself, which both sides compiled from the same case.
//!
//! Places are not judged: the two only have to agree with each other. What they owe each other is a plan in which each
//! side follows what is known of it. Where they follow the same at every question that a case asks, whatever goes wrong is
//! a disagreement. Where they do not, the difference explains it: a departure of one of them from the document is what is
//! wrong, and two readings of an open question are no fault of anybody (`dialects.rs` reports them, once).
//!
//! The embedded code generator has no dialect of its own here: it writes its side under what its partner follows, as far
//! as it has readings for that.

use super::batch::Batch;
use super::calls::leaf_sizes_under;
use super::{CaseResult, Evidence, failures, plain_verdict};
use crate::machine;
use crate::machine::TrialError;
use crate::trial::program::Program;
use crate::trial::run;
use crate::unit::Compiled;
use crosscall_embedded::Readings;
use crosscall_generator::probe::{self, Probe};
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::finding::{Answer, Verdict, Violation};
use crosscall_model::plan::{Plan, Preservation};
use crosscall_model::{Pairing, Target};
use crosscall_oracle::abi;
use crosscall_oracle::choose::{Evaluation, Permits};
use crosscall_oracle::clause::{Catalogue, ChoiceIndex, catalogue};
use crosscall_oracle::judge::judge;
use crosscall_oracle::knowledge::{Knowledge, Predicted};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

const PAIRING: Pairing = Pairing::Cross;

/// One side of the calls.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// Name of the subject.
    pub name: &'a str,
    /// Its unit of the batch: callers or called functions.
    pub unit: &'a Compiled,
    /// Knowledge of it.
    pub knowledge: &'a Knowledge,
    /// The kind of its dialect.
    pub dialect: Dialect<'a>,
}

/// Kind of a subject's dialect.
#[derive(Clone, Copy)]
pub enum Dialect<'a> {
    /// One of its own, as a compiler has.
    Own,
    /// The one that it is given: the unit is written again.
    Given(&'a dyn Fn(Readings) -> Compiled),
    /// None.
    None,
}

impl std::fmt::Debug for Side<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Side").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Verdicts on the calls of a batch; `is_one` says that both sides are one compiler, at one level or two.
pub fn cross(batch: &Batch<'_>, caller: Side<'_>, callee: Side<'_>, is_one: bool) -> Vec<CaseResult> {
    let Ok(target) = batch.target() else { return Vec::new() };
    let given = |own: Side<'_>, other: Side<'_>| match (own.dialect, other.dialect) {
        (Dialect::Given(write), Dialect::Own) => {
            let readings = readings_of(target, other.knowledge);
            Some((write(readings.clone()), readings))
        }
        _ => None,
    };
    let (from, to) = (given(caller, callee), given(callee, caller));
    let sides = Sides {
        is_one,
        names: (caller.name, callee.name),
        caller: Follows { knowledge: caller.knowledge, given: from.as_ref().map(|(_, readings)| readings) },
        callee: Follows { knowledge: callee.knowledge, given: to.as_ref().map(|(_, readings)| readings) },
    };
    let from = from.as_ref().map_or(caller.unit, |(unit, _)| unit);
    let to = to.as_ref().map_or(callee.unit, |(unit, _)| unit);
    let mut results = failures(PAIRING, from);
    let failed: BTreeSet<usize> = results.iter().map(|r| r.k).collect();
    results.extend(failures(PAIRING, to).into_iter().filter(|r| !failed.contains(&r.k)));
    for (caller_ks, from) in &from.objects {
        for (callee_ks, to) in &to.objects {
            let ks: Vec<usize> = caller_ks.iter().copied().filter(|k| callee_ks.contains(k)).collect();
            if !ks.is_empty() {
                results.extend(objects(batch, target, &ks, (from, to), &sides));
            }
        }
    }
    results.sort_by_key(|r| r.k);
    results
}

/// Names a call of a compiler to itself that went wrong after the two conventions that one side of it was seen to follow in
/// the same case: what was lost follows from them.
pub fn name_by_conventions(result: &mut CaseResult, own: &CaseResult) {
    if let (Verdict::Violates(violation), Verdict::Violates(of_side)) = (&mut result.verdict, &own.verdict)
        && violation.changed.is_empty()
        && let Some(first) = of_side.mismatches.first().filter(|_| !of_side.changed.is_empty())
    {
        violation.mismatches.insert(0, first.clone());
        violation.changed.clone_from(&of_side.changed);
    }
}

/// The readings that the embedded code generator is given so that it does as a subject does, as far as it can.
fn readings_of(target: Target, knowledge: &Knowledge) -> Readings {
    let mut readings = Readings::defaults(target);
    for choice in crosscall_embedded::choices(target) {
        let Some(index) = catalogue(target).find_choice(choice.clause(), choice.name()) else { continue };
        let followed = knowledge.follows(index);
        let numbers: Vec<u8> =
            followed.iter().filter_map(|position| catalogue(target).number_of(index, *position)).collect();
        // Its usual reading where the subject may follow that, too.
        if !numbers.contains(&choice.default) {
            let _ = numbers.iter().any(|number| readings.set(choice.key, *number).is_ok());
        }
    }
    readings
}

/// One side's answer to each question: what is known of it, but where it was given a reading.
struct Follows<'a> {
    knowledge: &'a Knowledge,
    given: Option<&'a Readings>,
}

impl Permits for Follows<'_> {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        let given = self.given.and_then(|readings| {
            let (clause, question) = self.knowledge.catalogue().choice(choice);
            let key = match question.name.as_str() {
                "" => clause.id.clone(),
                name => format!("{} {name}", clause.id),
            };
            position_of(self.knowledge.catalogue(), choice, readings.get(&key)?)
        });
        given.map_or_else(|| Predicted(self.knowledge).permitted(choice), |position| vec![position])
    }

    fn preferred(&self, choice: ChoiceIndex) -> Option<u8> {
        match self.given {
            Some(_) => self.permitted(choice).first().copied(),
            None => Predicted(self.knowledge).preferred(choice),
        }
    }
}

/// The position of the reading with a number.
fn position_of(catalogue: &Catalogue, choice: ChoiceIndex, number: u8) -> Option<u8> {
    let count = u8::try_from(catalogue.choice(choice).1.readings.len()).ok()?;
    (0..count).find(|position| catalogue.number_of(choice, *position) == Some(number))
}

/// One side that does as the other does, wherever what is known of both admits that.
struct Toward<'a>(&'a dyn Permits, &'a dyn Permits);

impl Permits for Toward<'_> {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        let (own, other) = (self.0.permitted(choice), self.1.permitted(choice));
        let common: Vec<u8> = own.iter().copied().filter(|reading| other.contains(reading)).collect();
        if common.is_empty() { own } else { common }
    }

    fn preferred(&self, choice: ChoiceIndex) -> Option<u8> {
        match (self.0.preferred(choice), self.1.preferred(choice)) {
            (own, other) if own == other => own,
            _ => self.permitted(choice).first().copied(),
        }
    }
}

/// The same with one question answered otherwise.
struct But<'a>(&'a dyn Permits, ChoiceIndex, u8);

impl Permits for But<'_> {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        if choice == self.1 { vec![self.2] } else { self.0.permitted(choice) }
    }
}

/// A question that the two sides answer differently, with the reading of each by its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Difference {
    choice: ChoiceIndex,
    caller: u8,
    callee: u8,
}

/// Both sides.
struct Sides<'a> {
    /// True if they are one compiler, at one level or two.
    is_one: bool,
    names: (&'a str, &'a str),
    caller: Follows<'a>,
    callee: Follows<'a>,
}

/// The plans of the caller and of the callee.
type Both = (Rc<Evaluation<Plan>>, Rc<Evaluation<Plan>>);

impl Sides<'_> {
    fn catalogue(&self) -> &'static Catalogue {
        self.callee.knowledge.catalogue()
    }

    fn plan(&self, batch: &Batch<'_>, k: usize, permits: &dyn Permits) -> Option<Rc<Evaluation<Plan>>> {
        let (case, kept) = batch.plans(k)?;
        Some(kept.preferred(self.catalogue(), permits, |chooser| abi::plan(case, chooser)))
    }

    /// Plans of the caller and the callee in a case.
    fn plans(&self, batch: &Batch<'_>, k: usize) -> Option<Both> {
        Some((
            self.plan(batch, k, &Toward(&self.caller, &self.callee))?,
            self.plan(batch, k, &Toward(&self.callee, &self.caller))?,
        ))
    }

    /// The questions that make the two plans of a case differ.
    fn differences(&self, batch: &Batch<'_>, k: usize) -> Vec<Difference> {
        let Some((caller, callee)) = self.plans(batch, k) else { return Vec::new() };
        if caller.same_result(&callee) {
            return Vec::new();
        }
        let (of_caller, of_callee) = (Toward(&self.caller, &self.callee), Toward(&self.callee, &self.caller));
        let asked: BTreeSet<ChoiceIndex> =
            caller.assignment.keys().chain(callee.assignment.keys()).copied().collect();
        let difference = |choice: ChoiceIndex| {
            let caller = of_caller.preferred(choice)?;
            let callee = of_callee.preferred(choice)?;
            (caller != callee).then_some(Difference { choice, caller, callee })
        };
        let all: Vec<Difference> = asked.into_iter().filter_map(difference).collect();
        let matters = |difference: &&Difference| {
            let Difference { choice, caller: other, .. } = **difference;
            let changed = self.plan(batch, k, &But(&of_callee, choice, other));
            changed.is_none_or(|changed| !changed.same_result(&callee))
        };
        let mattering: Vec<Difference> = all.iter().filter(matters).copied().collect();
        // Questions that only matter together.
        if mattering.is_empty() { all } else { mattering }
    }

    /// Duties of the two to each other: the callee's plan, but for registers that only one of the two may take for its own:
    /// they are left alone, and what comes of them shows in the values.
    fn owed(&self, batch: &Batch<'_>, k: usize) -> Option<Rc<Evaluation<Plan>>> {
        let (other, callees) = self.plans(batch, k)?;
        if Rc::ptr_eq(&other, &callees) {
            return Some(callees);
        }
        let mut plan = callees.result.clone();
        plan.stack.kept_beyond = plan.stack.kept_beyond.max(other.result.stack.kept_beyond);
        for (rule, others) in plan.registers.iter_mut().zip(&other.result.registers) {
            if rule.preservation != others.preservation {
                rule.preservation = Preservation::Unspecified;
            }
        }
        Some(Rc::new(Evaluation::new(callees.assignment.clone(), plan)))
    }

    /// The departures from the document among differences.
    fn departures(&self, differences: &[Difference]) -> Vec<Answer> {
        let departs = |difference: &Difference| {
            let Difference { choice, caller, callee } = *difference;
            let is_departure = |reading: &u8| self.callee.knowledge.is_deviation(choice, *reading);
            [callee, caller]
                .into_iter()
                .find(is_departure)
                .map(|reading| self.catalogue().answer(choice, reading))
        };
        differences.iter().filter_map(departs).collect()
    }

    /// Why nothing follows from a case in which the two follow different readings.
    fn reason(&self, differences: &[Difference]) -> String {
        let spelled = |choice, reading| self.catalogue().answer(choice, reading).to_string();
        let of = |reading: &dyn Fn(&Difference) -> u8| {
            differences.iter().map(|d| spelled(d.choice, reading(d))).collect::<Vec<_>>().join(", ")
        };
        let (caller, callee) = self.names;
        format!(
            "the document leaves open what the two do differently: {caller} follows {}, {callee} {}",
            of(&|d| d.caller),
            of(&|d| d.callee)
        )
    }
}

fn objects(
    batch: &Batch<'_>,
    target: Target,
    ks: &[usize],
    (from, to): (&ObjectFile, &ObjectFile),
    sides: &Sides<'_>,
) -> Vec<CaseResult> {
    let untested = |e: TrialError| -> Vec<CaseResult> {
        ks.iter().map(|k| CaseResult::of_error(*k, PAIRING, &e)).collect()
    };
    let cases = batch.cases();
    let plans: Vec<(usize, Rc<Evaluation<Plan>>)> =
        ks.iter().filter_map(|k| Some((*k, sides.owed(batch, *k)?))).collect();
    let calls = |k: &usize| cases.get(*k).is_some_and(|case| case.style.calls);
    let calling = plans.iter().filter(|(k, _)| calls(k));
    let probes: Vec<Probe> = calling.map(|(k, plan)| probe::clobber(*k, target, &plan.result)).collect();
    let program = machine::assemble_probes(target, &probes.iter().collect::<Vec<_>>())
        .and_then(|probes| Program::new(target, &[from, to], &probes));
    let mut program = match program {
        Ok(program) => program,
        Err(error) => return untested(error),
    };
    let mut results = Vec::new();
    for (k, plan) in plans {
        let plan = &plan.result;
        let Some(case) = cases.get(k) else { continue };
        let sizes = leaf_sizes_under(case, sides.catalogue(), &sides.callee, None);
        results.push(match run::run(&mut program, k, PAIRING, plan, &sizes) {
            Err(e) => CaseResult::of_error(k, PAIRING, &e),
            Ok(seen) => {
                let judgement = judge(case, PAIRING, plan, &seen);
                let violates = !judgement.mismatches.is_empty();
                let differences = if violates { sides.differences(batch, k) } else { Vec::new() };
                let deviations = sides.departures(&differences);
                let is_open = !differences.is_empty() && deviations.is_empty();
                // A compiler that follows two readings does not understand itself.
                if is_open && !sides.is_one {
                    results.push(CaseResult::untested(k, PAIRING, sides.reason(&differences), true));
                    continue;
                }
                let verdict = match plain_verdict(judgement.mismatches) {
                    Verdict::Violates(violation) => Verdict::Violates(Violation { deviations, ..violation }),
                    other => other,
                };
                let evidence = violates.then(|| Arc::new(Evidence { plan: plan.clone(), observation: seen }));
                CaseResult { evidence, ..CaseResult::tested(k, PAIRING, verdict, judgement.exercised) }
            }
        });
    }
    program.retire();
    results
}
