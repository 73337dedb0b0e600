//! Demands of the document on a type, under every reading that it can have.

use super::work::{Exhausted, Work};
use crosscall_explain::dialect::Dialect;
use crosscall_model::finding::Answer;
use crosscall_model::plan::{ClauseId, add_clauses};
use crosscall_model::{Target, Type};
use crosscall_oracle::abi::{TypeFacts, type_facts};
use crosscall_oracle::choose::{Assignment, Chooser, Permits, walk_each};
use crosscall_oracle::clause::{ChoiceIndex, catalogue};

/// Combinations of readings that are tried for a type.
const MOST_WALKS: usize = 256;

/// Steps of work that the rules take for each part of a type.
const STEPS: u64 = 32;

/// Outcome of holding what was seen of a type against the document.
#[derive(Debug, Clone, Default)]
pub(super) struct Ruling {
    /// The combinations of readings under which it fits.
    pub(super) fits: Vec<Assignment>,
    /// True if there are combinations under which it does not fit.
    pub(super) is_refused: bool,
    /// True if there are no more combinations than were tried.
    pub(super) is_complete: bool,
    /// The demands that come nearest.
    pub(super) nearest: Option<TypeFacts>,
    /// Clauses that it could have contradicted.
    pub(super) clauses: Vec<ClauseId>,
}

impl Ruling {
    /// True if some reading fits.
    pub(super) fn is_fitting(&self) -> bool {
        !self.fits.is_empty()
    }
}

/// The document of a target under the readings that are asked for.
#[derive(Debug)]
pub(super) struct Rulings<'d> {
    pub(super) target: Target,
    pub(super) dialect: &'d Dialect,
    /// Work that may still be done.
    pub(super) work: Work,
}

impl Rulings<'_> {
    /// Demands under the most plausible readings.
    pub(super) fn usual(&mut self, ty: &Type, weight: usize) -> Result<TypeFacts, Exhausted> {
        self.work.spend(STEPS * (1 + weight as u64))?;
        Ok(type_facts(self.target, ty, &mut Chooser::new(catalogue(self.target), self.dialect)))
    }

    /// Tries every reading. `wrong` counts what does not fit.
    pub(super) fn rule(
        &mut self,
        ty: &Type,
        weight: usize,
        wrong: &dyn Fn(&TypeFacts) -> usize,
    ) -> Result<Ruling, Exhausted> {
        self.walk(ty, weight, self.dialect, wrong)
    }

    fn walk(
        &mut self,
        ty: &Type,
        weight: usize,
        permits: &dyn Permits,
        wrong: &dyn Fn(&TypeFacts) -> usize,
    ) -> Result<Ruling, Exhausted> {
        let (target, mut ruling) = (self.target, Ruling::default());
        let mut least = usize::MAX;
        let mut spent = Ok(());
        let (work, steps) = (&mut self.work, STEPS * (1 + weight as u64));
        let rule = |chooser: &mut Chooser<'_>| {
            let result = work.spend(steps);
            result.map(|()| type_facts(target, ty, chooser))
        };
        let is_complete = walk_each(catalogue(target), permits, MOST_WALKS, rule, |assignment, facts| {
            let facts = match facts {
                Ok(facts) => facts,
                Err(exhausted) => {
                    spent = Err(exhausted);
                    return;
                }
            };
            let count = wrong(&facts);
            match count {
                0 => ruling.fits.push(assignment),
                _ => ruling.is_refused = true,
            }
            add_clauses(&mut ruling.clauses, &facts.size.clauses);
            for place in &facts.places {
                add_clauses(&mut ruling.clauses, &place.clauses);
            }
            if count < least {
                least = count;
                ruling.nearest = Some(facts);
            }
        });
        spent?;
        ruling.is_complete = is_complete;
        Ok(ruling)
    }

    /// The departures from the document that compilers are known for, with which it fits: the fewest, with what the first
    /// means.
    pub(super) fn departure(
        &mut self,
        ty: &Type,
        weight: usize,
        wrong: &dyn Fn(&TypeFacts) -> usize,
    ) -> Result<Option<(Answer, &'static str)>, Exhausted> {
        let everything = WithDepartures(self.dialect, self.target);
        let ruling = self.walk(ty, weight, &everything, wrong)?;
        let catalogue = catalogue(self.target);
        let departures = |fit: &Assignment| {
            let all = fit.iter().map(|(choice, reading)| (*choice, *reading));
            let departs = |(choice, reading): &(ChoiceIndex, u8)| {
                let readings = &catalogue.choice(*choice).1.readings;
                readings.get(usize::from(*reading)).is_some_and(|reading| reading.deviation)
            };
            all.filter(departs).collect::<Vec<_>>()
        };
        let fewest = ruling.fits.iter().map(departures).filter(|all| !all.is_empty()).min_by_key(Vec::len);
        let first = fewest.and_then(|all| all.first().copied());
        Ok(first.map(|(choice, reading)| {
            let readings = &catalogue.choice(choice).1.readings;
            let text = readings.get(usize::from(reading)).map_or("", |reading| reading.text.as_str());
            (catalogue.answer(choice, reading), text)
        }))
    }
}

/// Everything that is asked for, and the departures that are known.
struct WithDepartures<'d>(&'d Dialect, Target);

impl Permits for WithDepartures<'_> {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        let mut options = self.0.permitted(choice);
        let readings = catalogue(self.1).choice(choice).1.readings.iter();
        let departures = (0u8..).zip(readings).filter(|(_, reading)| reading.deviation);
        options.extend(
            departures.map(|(position, _)| position).filter(|p| !self.0.permitted(choice).contains(p)),
        );
        options
    }
}
