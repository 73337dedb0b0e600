//! The stream of cases: what case number `i` of a seed is.

use crosscall_model::{Case, Target};
use crosscall_oracle::abi;
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::knowledge::AllReadings;
use crosscall_model::Scalar;
use std::collections::BTreeMap;

/// Cases by number. The first ones are the target's directed cases, which settle the readings that a
/// subject follows; the others are random and depend on the seed and their number only.
pub struct Source {
    target: Target,
    seed: u64,
    directed: Vec<Case>,
    widths: BTreeMap<Scalar, u32>,
}

impl Source {
    /// The stream of a target and a seed.
    pub fn new(target: Target, seed: u64) -> Source {
        let widths = widths(target);
        let width = |scalar: Scalar| widths.get(&scalar).copied().unwrap_or(32);
        let mut directed = crosscall_generator::directed::cases(target, &width);
        directed.extend(super::documented::cases(target, &width));
        Source { target, seed, directed, widths }
    }

    /// Number of directed cases.
    pub fn directed(&self) -> u64 {
        self.directed.len() as u64
    }

    /// Case number `index`.
    pub fn case(&self, index: u64) -> Case {
        let known = usize::try_from(index).ok().and_then(|i| self.directed.get(i));
        match known {
            Some(case) => case.clone(),
            None => self.random(index),
        }
    }

    fn random(&self, index: u64) -> Case {
        let width = |scalar: Scalar| self.widths.get(&scalar).copied().unwrap_or(32);
        crosscall_generator::case(self.target, self.seed, index, &width)
    }
}

/// Widths of the scalars in bits under the document's plainest reading.
pub fn widths(target: Target) -> BTreeMap<Scalar, u32> {
    let catalogue = catalogue(target);
    let all = AllReadings(catalogue);
    Scalar::ALL
        .into_iter()
        .map(|scalar| {
            let layout = abi::layout(target, &scalar.into(), &mut Chooser::new(catalogue, &all));
            (scalar, u32::try_from(layout.size * 8).unwrap_or(64))
        })
        .collect()
}
