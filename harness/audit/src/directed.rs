//! Inputs that are made so that a branch goes the way that it has never gone: where it compares an argument with another
//! value, the argument gets that value.

use super::draw::{Drawn, Genome};
use super::eyes::Ways;
use super::parameters::{Parameters, is_number};
use super::scene::Run;
use crosscall_model::Value;
use std::collections::{BTreeMap, VecDeque};

/// Inputs that are made for one branch.
const MOST_FOR_ONE: usize = 24;

/// Inputs that are made for one value of an argument at a branch.
const MOST_TIMES: usize = 8;

/// Inputs that wait.
const MOST_WAITING: usize = 256;

/// Inputs to be tried next.
#[derive(Debug, Clone, Default)]
pub(super) struct Directed {
    waiting: VecDeque<Genome>,
    /// Requests so far: the branch, the position of the parameter, the value, and how often: with other arguments the value
    /// may fit, or the branch be reached.
    asked: BTreeMap<(u64, usize, u64), usize>,
}

impl Directed {
    /// The next input.
    pub(super) fn next(&mut self) -> Option<Genome> {
        self.waiting.pop_front()
    }

    /// Learns from a run of an input: of branches that have always gone the same way, what they compare.
    pub(super) fn learn(
        &mut self,
        parameters: &Parameters,
        (drawn, genome): (&Drawn, &Genome),
        run: &Run,
        ways: &Ways,
    ) {
        let is_number = |at: usize| parameters.list.get(at).is_some_and(|parameter| is_number(&parameter.ty));
        for (branch, one, other) in &run.compared {
            for (at, value) in drawn.values.iter().enumerate().filter(|(at, _)| is_number(*at)) {
                let Value::Bits(bits) = value else { continue };
                for (held, wanted) in [(*one, *other), (*other, *one)] {
                    if is_made_of(held, *bits) && ways.successors(*branch) < 2 {
                        self.ask(parameters, (*branch, at, wanted), (drawn, genome));
                    }
                }
            }
        }
    }

    fn ask(&mut self, parameters: &Parameters, asked: (u64, usize, u64), (drawn, genome): (&Drawn, &Genome)) {
        let (branch, at, wanted) = asked;
        // It did not fit, or did not lead there.
        if genome.genes.get(at).is_some_and(|gene| gene.forced == Some(wanted)) {
            return;
        }
        let of_branch = self.asked.range((branch, 0, 0)..=(branch, usize::MAX, u64::MAX)).count();
        let times = self.asked.get(&asked).copied().unwrap_or(0);
        let is_full = self.waiting.len() >= MOST_WAITING || times >= MOST_TIMES;
        if is_full || times == 0 && of_branch >= MOST_FOR_ONE {
            return;
        }
        self.asked.insert(asked, times + 1);
        let mut directed = genome.pinned(drawn);
        for limit in parameters.limits(at) {
            let Some(gene) = directed.genes.get_mut(limit) else { return };
            gene.forced = Some(gene.forced.unwrap_or(0).max(wanted));
        }
        if let Some(gene) = directed.genes.get_mut(at) {
            gene.forced = Some(wanted);
            self.waiting.push_back(directed);
        }
    }
}

/// True if a register can hold the bits of an argument: all of them, or those of an `int`.
fn is_made_of(held: u64, bits: u128) -> bool {
    u128::from(held) == bits || held as u32 == bits as u32
}
