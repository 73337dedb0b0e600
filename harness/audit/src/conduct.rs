//! Judging one run: what the document demands of any function with these types, and which readings of its open clauses the
//! function follows.

use crosscall_explain::dialect::Dialect;
use crosscall_explain::plan_of;
use crosscall_model::finding::{Answer, Area, Expected, Mismatch, Observed, Topic};
use crosscall_model::observation::Observation;
use crosscall_model::plan::{ClauseId, Passed, Plan};
use crosscall_model::{Case, Target};
use crosscall_oracle::choose::Permits;
use crosscall_oracle::clause::{ChoiceIndex, catalogue};
use crosscall_oracle::judge::{Judgement, judge_conduct};
use std::collections::BTreeSet;

/// Readings that a function follows, as far as its runs have shown them.
#[derive(Debug, Clone)]
pub struct Readings {
    target: Target,
    /// Readings in force.
    pub dialect: Dialect,
    /// Questions that the user has answered, or the function itself, with its answer.
    settled: BTreeSet<ChoiceIndex>,
    /// Readings that the function follows and that are not the most plausible ones.
    pub followed: Vec<Answer>,
}

impl Readings {
    /// The readings that a user asks for, and the most plausible ones.
    pub fn new(target: Target, dialect: &Dialect) -> Readings {
        let settled = dialect.chosen().collect();
        Readings { target, dialect: dialect.clone(), settled, followed: Vec::new() }
    }

    /// Judges a run. Where another reading of the document allows what the function does, and nothing that was seen before
    /// speaks against it, the function follows that reading.
    pub fn judge(&mut self, case: &Case, seen: &Observation) -> Judgement {
        let (plan, assignment) = plan_of(case, &self.dialect);
        let mut judgement = judge_conduct(self.target, &plan, seen);
        let mut open: Vec<ChoiceIndex> = assignment.keys().copied().collect();
        open.retain(|choice| !self.settled.contains(choice));
        loop {
            let worst = weight(&judgement);
            if worst == 0 {
                return judgement;
            }
            let mut best: Option<(usize, ChoiceIndex, Dialect, Judgement)> = None;
            for choice in &open {
                for position in self.dialect.permitted(*choice).into_iter().skip(1) {
                    let other = self.dialect.with(*choice, position);
                    let (allowing, _) = plan_of(case, &other);
                    if !is_entered_alike(&plan, &allowing) {
                        continue;
                    }
                    let allowed = judge_conduct(self.target, &allowing, seen);
                    let weight = weight(&allowed);
                    if weight < best.as_ref().map_or(worst, |(weight, ..)| *weight) {
                        best = Some((weight, *choice, other, allowed));
                    }
                }
            }
            let Some((_, choice, dialect, allowed)) = best else { return judgement };
            self.settle(choice, &dialect);
            open.retain(|other| *other != choice);
            (self.dialect, judgement) = (dialect, allowed);
        }
    }

    fn settle(&mut self, choice: ChoiceIndex, dialect: &Dialect) {
        self.settled.insert(choice);
        if let Some(position) = dialect.preferred(choice) {
            self.followed.push(catalogue(self.target).answer(choice, position));
        }
    }

    /// Dialects in which values or their addresses are in other places, each with the question that is answered in another
    /// way than now.
    pub(crate) fn with_other_places(&self, case: &Case) -> Vec<(ChoiceIndex, Dialect)> {
        let (plan, assignment) = plan_of(case, &self.dialect);
        let open = assignment.keys().filter(|choice| !self.settled.contains(choice));
        let others = open.flat_map(|choice| {
            let positions = self.dialect.permitted(*choice).into_iter().skip(1);
            positions.map(|position| (*choice, self.dialect.with(*choice, position)))
        });
        others.filter(|(_, dialect)| !has_same_places(&plan, &plan_of(case, dialect).0)).collect()
    }

    /// Dialects with one departure from the document that compilers are known for, with its name and what it means.
    pub(crate) fn with_departures(&self, case: &Case) -> Vec<(Dialect, Answer, &'static str)> {
        let (_, assignment) = plan_of(case, &self.dialect);
        let catalogue = catalogue(self.target);
        let of_choice = |choice: &ChoiceIndex| {
            let (choice, (_, question)) = (*choice, catalogue.choice(*choice));
            let departures = (0u8..).zip(&question.readings).filter(|(_, reading)| reading.deviation);
            departures.map(move |(position, reading)| {
                let answer = catalogue.answer(choice, position);
                (self.dialect.with(choice, position), answer, reading.text.as_str())
            })
        };
        assignment.keys().flat_map(of_choice).collect()
    }

    /// These readings with another dialect in force.
    pub fn under(&self, dialect: Dialect) -> Readings {
        Readings { dialect, ..self.clone() }
    }

    /// Takes another reading, which the function was found to follow.
    pub fn follow(&mut self, choice: ChoiceIndex, dialect: Dialect) {
        self.settle(choice, &dialect);
        self.dialect = dialect;
    }

    /// Ids of the clauses of some questions, each once.
    pub fn clauses(&self, choices: &[(ChoiceIndex, Dialect)]) -> Vec<ClauseId> {
        let catalogue = catalogue(self.target);
        let mut clauses: Vec<ClauseId> =
            choices.iter().map(|(choice, _)| catalogue.choice_clause_id(*choice)).collect();
        clauses.dedup();
        clauses
    }
}

/// True if values and the addresses of values in memory are in the same places.
fn has_same_places(one: &Plan, other: &Plan) -> bool {
    let same = |(one, other): (&Passed, &Passed)| one.transfer == other.transfer && one.image == other.image;
    let result = |plan: &Plan| plan.result.as_ref().map(|result| result.transfer.clone());
    one.arguments.iter().zip(&other.arguments).all(same)
        && result(one) == result(other)
        && one.list == other.list
}

/// True if a function is entered in the same state under both plans, as far as it was given something.
fn is_entered_alike(one: &Plan, other: &Plan) -> bool {
    let stack = |plan: &Plan| {
        let stack = &plan.stack;
        (stack.grows_down, stack.callee_area, stack.argument_bytes, stack.link_bytes)
    };
    has_same_places(one, other) && stack(one) == stack(other) && one.linkage == other.linkage
}

/// Number of contradictions.
fn weight(judgement: &Judgement) -> usize {
    judgement.mismatches.len()
}

/// Name of a contradiction that is the same in every run: its topic, without values.
pub fn name_of(mismatch: &Mismatch) -> String {
    match &mismatch.topic {
        Topic::Register(register) => {
            let info = mismatch.target.register(*register);
            format!("register {}", info.map_or("?", |info| info.name))
        }
        Topic::StackPointer => match mismatch.observed {
            Observed::StackPointer(..) => "stack pointer not restored",
            Observed::AtCall(..) => "stack pointer misaligned at a call",
            Observed::NothingSaved(..) => "nothing saved before the stack pointer moves",
            _ => match mismatch.expected {
                Expected::Limits { .. } => "stack left",
                _ => "stack pointer misaligned",
            },
        }
        .to_owned(),
        Topic::Stack => "access beyond the stack pointer".to_owned(),
        Topic::Write => match &mismatch.expected {
            Expected::NoWrite(area) => match area {
                Area::CallersStack => "write to the caller's stack",
                Area::Reserved(..) => "write to reserved memory",
                _ => "write elsewhere",
            },
            _ => "write",
        }
        .to_owned(),
        Topic::ReturnAddress => "return address".to_owned(),
        Topic::Control => "does not come back".to_owned(),
        Topic::ResultAddress => "address of the result".to_owned(),
        Topic::CallersObject(value) => format!("the caller's {value}"),
        Topic::CallersList => "the caller's list of parameters".to_owned(),
        Topic::Value(datum) => format!("bits above {}", datum.value),
        _ => mismatch.words().subject,
    }
}
