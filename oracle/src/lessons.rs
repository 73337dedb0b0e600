//! Lessons of cases that were judged apart from each other, all under the same knowledge of a subject: they add up in
//! any order, so that neither the order of batches nor their distribution over machines changes what is known in the
//! end.

use crate::clause::ChoiceIndex;
use crate::knowledge::Knowledge;
use crosscall_model::pairs;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Additions to what was known of a subject before.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lessons {
    /// Number of cases that spoke about a choice.
    #[serde(with = "pairs")]
    asked: BTreeMap<ChoiceIndex, u64>,
    /// Readings, by position, that some cases left of a choice; each combination of readings once.
    #[serde(with = "pairs")]
    left: BTreeMap<ChoiceIndex, Left>,
    /// Number of times that a departure from the document was seen.
    #[serde(with = "pairs")]
    departures: BTreeMap<(ChoiceIndex, u8), u64>,
    /// Departures at a choice, by position, that explain all cases that departed there; none where some cases are explained by
    /// no departure that explains others.
    #[serde(default, with = "pairs")]
    candidates: BTreeMap<ChoiceIndex, Vec<u8>>,
}

/// Combinations of readings, by position, each with the number of the first case of those that left it.
pub type Ways = Vec<(Vec<u8>, u64)>;

/// Combinations of readings that cases left, each with the number of the first case of those that left it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Left(#[serde(with = "pairs")] BTreeMap<Vec<u8>, u64>);

impl Left {
    fn add(&mut self, readings: Vec<u8>, first: u64) {
        let own = self.0.entry(readings).or_insert(first);
        *own = first.min(*own);
    }

    /// Readings that all combinations have in common.
    fn common(&self) -> Option<Vec<u8>> {
        let mut all = self.0.keys();
        let first = all.next()?.clone();
        Some(all.fold(first, |common, other| common.into_iter().filter(|r| other.contains(r)).collect()))
    }

    /// True if some cases fit no reading that others fit.
    fn contradicts(&self) -> bool {
        self.common().is_some_and(|common| common.is_empty())
    }
}

impl Lessons {
    /// Everything that is known of a subject, as one lesson since nothing was known.
    pub fn of(known: &Knowledge) -> Lessons {
        Lessons::between(&Knowledge::new(known.catalogue()), known, 0)
    }

    /// Differences of what is known now from what was known before; the cases between have numbers from `first` on.
    pub fn between(before: &Knowledge, now: &Knowledge, first: u64) -> Lessons {
        let mut lessons = Lessons::default();
        for choice in before.catalogue().choices() {
            let times = now.asked(choice).saturating_sub(before.asked(choice));
            if times > 0 {
                lessons.asked.insert(choice, times);
            }
            if now.possible(choice) != before.possible(choice) {
                lessons.left.entry(choice).or_default().add(now.possible(choice).to_vec(), first);
            }
            if now.candidates(choice) != before.candidates(choice) {
                lessons.candidates.insert(choice, now.candidates(choice).to_vec());
            }
            for reading in now.departures(choice) {
                let times = now.times(choice, reading).saturating_sub(before.times(choice, reading));
                if times > 0 {
                    lessons.departures.insert((choice, reading), times);
                }
            }
        }
        lessons
    }

    /// Adds the lessons of other cases.
    pub fn absorb(&mut self, other: Lessons) {
        for (choice, times) in other.asked {
            *self.asked.entry(choice).or_default() += times;
        }
        for (choice, Left(left)) in other.left {
            let own = self.left.entry(choice).or_default();
            left.into_iter().for_each(|(readings, first)| own.add(readings, first));
        }
        for (departure, times) in other.departures {
            *self.departures.entry(departure).or_default() += times;
        }
        for (choice, candidates) in other.candidates {
            self.candidates
                .entry(choice)
                .and_modify(|own| own.retain(|reading| candidates.contains(reading)))
                .or_insert(candidates);
        }
    }

    /// Choices at which some cases fit no reading that others fit: the combinations of readings, by position, each with the
    /// number of the first case of those that left it, in the order of these cases.
    pub fn contradictions(&self) -> Vec<(ChoiceIndex, Ways)> {
        let sorted = |Left(left): &Left| {
            let mut all: Ways = left.clone().into_iter().collect();
            all.sort_by_key(|(_, first)| *first);
            all
        };
        let all = self.left.iter().filter(|(_, left)| left.contradicts());
        all.map(|(choice, left)| (*choice, sorted(left))).collect()
    }

    /// Only the choices at which some cases fit no reading that others fit.
    pub fn contradictory(mut self) -> Lessons {
        self.left.retain(|_, left| left.contradicts());
        Lessons { left: self.left, ..Lessons::default() }
    }

    /// Knowledge of a subject with these lessons. A choice at which they contradict each other stays as it was.
    pub fn applied_to(&self, before: &Knowledge) -> Knowledge {
        let mut knowledge = before.clone();
        for (choice, times) in &self.asked {
            knowledge.add_asked(*choice, *times);
        }
        for (choice, left) in &self.left {
            if let Some(common) = left.common().filter(|common| !common.is_empty()) {
                knowledge.settle(*choice, common);
            }
        }
        for ((choice, reading), times) in &self.departures {
            knowledge.add_departures(*choice, *reading, *times);
        }
        for (choice, candidates) in &self.candidates {
            knowledge.settle_candidates(*choice, candidates.clone());
        }
        knowledge
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clause::catalogue;
    use crosscall_model::Target;

    /// Lessons of cases that left these readings of a choice, by position.
    fn left(choice: ChoiceIndex, readings: &[u8], first: u64) -> Lessons {
        let before = Knowledge::new(catalogue(Target::Epiphany));
        let mut now = before.clone();
        now.add_asked(choice, 1);
        now.settle(choice, readings.to_vec());
        Lessons::between(&before, &now, first)
    }

    fn choice_of_three() -> ChoiceIndex {
        let catalogue = catalogue(Target::Epiphany);
        let knowledge = Knowledge::new(catalogue);
        catalogue.choices().find(|choice| knowledge.possible(*choice).len() >= 3).expect("a choice of three")
    }

    #[test]
    fn lessons_add_up_in_any_order() {
        let choice = choice_of_three();
        let parts = [left(choice, &[0, 1], 64), left(choice, &[1, 2], 128), left(choice, &[0, 1], 0)];
        let sum = |order: [usize; 3]| {
            let mut sum = Lessons::default();
            order.into_iter().for_each(|i| sum.absorb(parts[i].clone()));
            sum
        };
        let before = Knowledge::new(catalogue(Target::Epiphany));
        let known = sum([0, 1, 2]).applied_to(&before);
        assert_eq!(known.possible(choice), [1]);
        assert_eq!(known.asked(choice), 3);
        for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            assert_eq!(sum(order), sum([0, 1, 2]));
        }
    }

    #[test]
    fn cases_that_fit_no_common_reading_contradict_each_other() {
        let choice = choice_of_three();
        let mut sum = left(choice, &[0], 128);
        assert!(sum.contradictions().is_empty());
        sum.absorb(left(choice, &[1, 2], 64));
        assert_eq!(sum.contradictions(), [(choice, vec![(vec![1, 2], 64), (vec![0], 128)])]);
        let before = Knowledge::new(catalogue(Target::Epiphany));
        assert_eq!(sum.applied_to(&before).possible(choice), before.possible(choice));
    }
}
