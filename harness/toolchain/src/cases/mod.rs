//! Which cases there are: case number `i` of a target and a seed.

pub mod lexicon;
pub mod numbered;

use crosscall_engine::documented;
use crosscall_engine::widths::{type_widths, widths};
use crosscall_generator::seed::SplitMix64;
use crosscall_generator::valid::form_fits;
use crosscall_generator::{Widths, directed, special, values};
use crosscall_model::{Case, Form, Scalar, Target, Type, unit};
use crosscall_oracle::abi;
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::knowledge::AllReadings;
use std::collections::BTreeMap;

/// One random case in this many is led through a transition of the allocation automaton.
const STEERED: u64 = 4;

/// One in so many of these has special values.
const SPECIAL: u64 = 5;

/// Parameters that a case has at most.
const MOST_PARAMETERS: usize = 24;

/// Cases by number. The first ones are the target's directed cases, which settle the readings that a
/// subject follows; the others are random and depend on the seed and their number only. Every
/// fourth of these begins with parameters that lead through a transition of the target's allocation
/// automaton, one transition after the other.
pub struct Source {
    target: Target,
    seed: u64,
    directed: Vec<Case>,
    ways: Vec<Vec<Type>>,
    widths: BTreeMap<Scalar, u32>,
}

impl Source {
    /// The stream of a target and a seed.
    pub fn new(target: Target, seed: u64) -> Source {
        let widths = widths(target);
        let directed = directed_cases(target, &widths);
        let automaton = abi::automaton(target, &AllReadings(catalogue(target)));
        let ways = automaton.transitions.into_iter().map(|t| t.way).filter(|way| !way.is_empty()).collect();
        Source { target, seed, directed, ways, widths }
    }

    /// Width of a scalar in bits under the document's plainest reading.
    pub fn width(&self, scalar: Scalar) -> u32 {
        self.widths.get(&scalar).copied().unwrap_or(32)
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
            None => self.random(index - self.directed()),
        }
    }

    /// The same function with other values, whose bytes begin with `first`. Special ones stay, for what goes wrong with them
    /// alone is no chance.
    pub fn with_other_values(&self, case: &Case, first: u8) -> Case {
        let width = |scalar: Scalar| self.width(scalar);
        let widths = Widths::new(case.target, &width);
        let (mut arguments, mut result) = values::fill(&case.signature, &widths, first);
        special::keep(&case.signature, &widths, &case.arguments, &mut arguments);
        for ((ty, old), new) in case.signature.result.iter().zip(&case.result).zip(&mut result) {
            special::keep_one(ty, &widths, old, new);
        }
        Case { arguments, result, ..case.clone() }
    }

    /// Case number `index` with the values of a set below [`special::SETS`]; see [`special::set`].
    pub fn with_special_values(&self, case: &Case, index: u64, set: u8) -> Case {
        let width = |scalar: Scalar| self.width(scalar);
        let widths = Widths::new(case.target, &width);
        let choice =
            SplitMix64::new(self.seed ^ index.wrapping_mul(special::SETS.into()) ^ u64::from(set)).next_u64();
        let mut case = case.clone();
        let of = (&case.signature, case.style.form);
        special::set(of, &widths, (&mut case.arguments, &mut case.result), set, choice);
        case
    }

    fn random(&self, number: u64) -> Case {
        let width = |scalar: Scalar| self.width(scalar);
        let mut case = crosscall_generator::case(self.target, self.seed, number, &width);
        let way = usize::try_from(number / STEERED).ok().filter(|_| !self.ways.is_empty());
        let way = way.and_then(|n| self.ways.get(n % self.ways.len()));
        if let Some(way) = way.filter(|_| number.is_multiple_of(STEERED)) {
            let rest = std::mem::take(&mut case.signature.parameters);
            case.signature.parameters = way.iter().cloned().chain(rest).take(MOST_PARAMETERS).collect();
            let widths = Widths::new(self.target, &width);
            let start = 0x11 + (number / STEERED % 0x60) as u8;
            (case.arguments, case.result) = values::fill(&case.signature, &widths, start);
            if !form_fits(&case) {
                case.style.form = Form::Prototype;
            }
            let choice = SplitMix64::new(self.seed ^ number).next_u64();
            if choice.is_multiple_of(SPECIAL) {
                let of = (&case.signature, case.style.form);
                special::sprinkle(of, &widths, &mut case.arguments, &mut case.result, choice);
            }
        }
        case
    }
}

/// The directed cases of a target, which settle the readings that a subject follows; with the widths of its scalars.
pub fn directed_cases(target: Target, widths: &BTreeMap<Scalar, u32>) -> Vec<Case> {
    let width = |scalar: Scalar| widths.get(&scalar).copied().unwrap_or(32);
    let mut directed = directed::cases(target, &width);
    directed.extend(documented::cases(target, &width));
    directed
}

/// The special values of a case, each with its place.
pub fn special_values(case: &Case) -> Vec<String> {
    let widths = type_widths(case.target);
    let arguments = unit::argument_leaves(case).into_iter();
    let arguments = arguments.map(|(i, leaf)| (format!("arg{i}{}", leaf.path), leaf));
    let result = unit::result_leaves(case).into_iter().map(|leaf| (format!("result{}", leaf.path), leaf));
    let special = arguments.chain(result).filter(|(_, leaf)| special::is_special(leaf, &widths));
    special.map(|(place, leaf)| format!("{place} = {:#x}", leaf.value)).collect()
}
