//! Types that two subjects lay out differently, whatever is known of either of them.

use super::judge::CompiledBatch;
use crosscall_engine::unit::Role;
use crosscall_engine::verdict::{self, batch::Batch};
use crosscall_model::unit::{LayoutItem, layout_items};
use crosscall_model::{Case, c, pairs};
use crosscall_oracle::abi;
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::knowledge::{Difference, Knowledge};
use crosscall_reports::run::Answers;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Cases in which subjects have different layouts of a type: of those that are alike, the first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layouts(#[serde(with = "pairs")] BTreeMap<Alike, Witness>);

/// Clauses on a number, and which of the subjects have the same one: each with the position of the first that has it.
type Alike = (Vec<String>, Vec<Option<usize>>);

/// A case in which a number differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Witness {
    /// Number of the case.
    index: u64,
    /// The number in words.
    what: String,
    /// The number of each subject, where it has one.
    numbers: Vec<Option<u64>>,
}

impl Layouts {
    /// Adds the cases of a batch; the sizes and the places of members are compared.
    pub(super) fn compare(&mut self, work: &CompiledBatch, batch: &Batch<'_>, knowledge: &Knowledge) {
        let numbers: Vec<BTreeMap<usize, Vec<u64>>> = (0..work.compiled.len())
            .map(|s| work.unit(s, Role::Layout).map(|unit| verdict::numbers(batch, unit)).unwrap_or_default())
            .collect();
        for (k, case) in work.cases.iter().enumerate() {
            let of_case = |number: &BTreeMap<usize, Vec<u64>>| number.get(&k).cloned();
            let all: Vec<Option<Vec<u64>>> = numbers.iter().map(of_case).collect();
            let mut there = all.iter().flatten();
            let Some(first) = there.next() else { continue };
            if there.all(|other| other == first) {
                continue;
            }
            self.note(work.first + k as u64, case, &all, knowledge);
        }
    }

    fn note(&mut self, index: u64, case: &Case, all: &[Option<Vec<u64>>], knowledge: &Knowledge) {
        let plan = abi::layout_plan(case, &mut Chooser::new(knowledge.catalogue(), knowledge));
        for (i, (item, expected)) in layout_items(case).iter().zip(&plan.numbers).enumerate() {
            let what = match item {
                LayoutItem::Size(ty) => format!("sizeof ({})", c::type_name(ty)),
                LayoutItem::Offset(ty, member) => format!("offsetof ({}, m{member})", c::type_name(ty)),
                _ => continue,
            };
            let numbers: Vec<Option<u64>> = all.iter().map(|own| own.as_ref()?.get(i).copied()).collect();
            let first_of = |number: &Option<u64>| number.and(numbers.iter().position(|n| n == number));
            let same: Vec<Option<usize>> = numbers.iter().map(first_of).collect();
            if same.iter().flatten().all(|first| Some(first) == same.iter().flatten().next()) {
                continue;
            }
            let clauses = expected.clauses.iter().map(|clause| (*clause).to_owned()).collect();
            self.add((clauses, same), Witness { index, what, numbers });
        }
    }

    fn add(&mut self, alike: Alike, witness: Witness) {
        match self.0.get_mut(&alike) {
            Some(own) if own.index <= witness.index => {}
            Some(own) => *own = witness,
            None => drop(self.0.insert(alike, witness)),
        }
    }

    /// Adds those of other cases.
    pub(super) fn absorb(&mut self, other: Layouts) {
        other.0.into_iter().for_each(|(alike, witness)| self.add(alike, witness));
    }

    /// Differences of two subjects, by their positions, that none of the questions explains which they answer differently.
    pub(super) fn between(
        &self,
        (one, other): (usize, usize),
        explained: &[Difference],
        knowledge: &Knowledge,
    ) -> Vec<Answers> {
        let is_explained = |clauses: &[String]| {
            let named = explained.iter().map(|d| knowledge.catalogue().choice_clause_id(d.choice));
            { named }.any(|clause| clauses.iter().any(|own| own == clause))
        };
        let answers = |((clauses, _), witness): (&Alike, &Witness)| {
            let number = |s: usize| witness.numbers.get(s).copied().flatten();
            let (ours, theirs) = (number(one)?, number(other)?);
            let answer = |number: u64| vec![(number.to_string(), witness.what.clone())];
            (ours != theirs && !is_explained(clauses)).then(|| Answers {
                question: format!("layout in case {}", witness.index),
                first: answer(ours),
                second: answer(theirs),
            })
        };
        self.0.iter().filter_map(answers).collect()
    }
}
