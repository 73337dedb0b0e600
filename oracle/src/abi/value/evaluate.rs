//! Carrying an operation out.

use super::number::{Number, convert, number};
use super::operate::{apply, holds};
use super::{Meaning, Op, Relation, Row, Values};
use crate::abi::data::Data;
use crate::abi::rules::Rules;
use crosscall_model::Scalar;
use crosscall_model::expression::Operation;

/// Elements of a value; `None` stands for what is undefined.
pub(super) type Elements = Vec<Option<u64>>;

/// An operation with everything that is to be known of it.
#[derive(Clone)]
pub(super) struct Work<'a> {
    pub(super) operation: &'a Operation,
    /// The format of each operand's elements.
    pub(super) operands: Vec<Number>,
    /// The format of the result's elements.
    pub(super) result: Number,
    /// The format in which the operation works.
    pub(super) within: Number,
    /// Value of a lane where a comparison of vectors holds, as far as one was asked for.
    pub(super) truth: u64,
    /// True if bit n of a mask is for lane n, as far as that matters.
    pub(super) ascending: bool,
    /// Value of an answer.
    pub(super) answer: u64,
}

impl<'a> Work<'a> {
    /// Asks what is open of an operation. `None` if a type is not known.
    pub(super) fn new(
        values: &dyn Values,
        data: &dyn Data,
        row: &'a Row,
        rules: &mut Rules<'_>,
    ) -> Option<Work<'a>> {
        let operation = &row.operation;
        let mut format = |scalar: Scalar| number(data, scalar, rules);
        let operands: Option<Vec<Number>> =
            operation.operands.iter().map(|operand| format(operand.shape.element())).collect();
        let result = format(operation.result.element())?;
        let within = match row.meaning {
            Meaning::Each(_, scalar)
            | Meaning::Through(scalar)
            | Meaning::Truths(_, scalar)
            | Meaning::Mask(_, scalar) => format(scalar)?,
            _ => result,
        };
        let truth = match row.meaning {
            Meaning::Truths(..) if values.truth_is_minus_one(rules) => result.mask(),
            _ => 1,
        };
        let ascending = match row.meaning {
            Meaning::Mask(..)
            | Meaning::Mix
            | Meaning::GatherMasked
            | Meaning::ScatterMasked
            | Meaning::Block => values.first_lane_is_lowest_bit(rules),
            _ => true,
        };
        let answer = match row.meaning {
            Meaning::Answer(answer) => answer(rules),
            Meaning::Always(number) => number,
            _ => 0,
        };
        Some(Work { operation, operands: operands?, result, within, truth, ascending, answer })
    }

    /// The elements of the result; `None` if there are not the operands that the meaning needs.
    pub(super) fn evaluate(&self, meaning: Meaning, operands: &[Vec<u64>]) -> Option<Elements> {
        let operand = |position: usize| operands.get(position).map(Vec::as_slice);
        let one = |position: usize| operand(position)?.first().copied();
        let result = match meaning {
            Meaning::Each(op, _) => self.each(op, operand(0)?, operand(1)),
            Meaning::Through(_) => self.each(Op::Itself, operand(0)?, None),
            Meaning::Truths(relation, _) => {
                let truth = |holds: bool| Some(if holds { self.truth } else { 0 });
                self.compared(relation, operand(0)?, operand(1)?).into_iter().map(truth).collect()
            }
            Meaning::Mask(relation, _) => {
                let lanes = self.compared(relation, operand(0)?, operand(1)?);
                vec![Some(self.mask_of(&lanes))]
            }
            Meaning::Mix => {
                let lanes = operand(1)?.iter().zip(operand(2)?).enumerate();
                let count = operand(1)?.len();
                lanes.map(|(n, (a, b))| Some(if self.selects(one(0)?, n, count) { *a } else { *b })).collect()
            }
            Meaning::Get => vec![lane(operand(0)?, one(1)?)],
            Meaning::Set => {
                let index = one(1)?;
                let new = one(2)?;
                let lanes = operand(0)?.iter().zip(0u64..);
                lanes.map(|(old, n)| Some(if n == index { new } else { *old })).collect()
            }
            Meaning::Bits => operand(0)?.iter().map(|bits| Some(*bits)).collect(),
            Meaning::List(positions) => positions.iter().map(|position| one(*position)).collect(),
            Meaning::Shuffle => operand(1)?.iter().map(|index| lane(operand(0)?, *index)).collect(),
            Meaning::ShuffleTwo => {
                let both = [operand(0)?, operand(1)?].concat();
                operand(2)?.iter().map(|index| lane(&both, *index)).collect()
            }
            Meaning::Gather => operand(1)?.iter().map(|index| lane(operand(0)?, *index)).collect(),
            Meaning::GatherMasked => {
                let count = operand(1)?.len();
                let fetched = |(n, index): (usize, &u64)| {
                    self.selects(one(2)?, n, count).then(|| lane(operand(0)?, *index)).flatten()
                };
                operand(1)?.iter().enumerate().map(fetched).collect()
            }
            Meaning::Scatter => scattered(operand(0)?, operand(1)?, operand(2)?, |_| true),
            Meaning::ScatterMasked => {
                let (mask, count) = (one(3)?, operand(1)?.len());
                scattered(operand(0)?, operand(1)?, operand(2)?, |n| self.selects(mask, n, count))
            }
            Meaning::Block => {
                let count = operand(1)?.len();
                let lanes = operand(0)?.iter().zip(operand(1)?).enumerate();
                lanes
                    .map(|(n, (old, new))| Some(if self.selects(one(2)?, n, count) { *new } else { *old }))
                    .collect()
            }
            Meaning::Always(_) | Meaning::Answer(..) => vec![Some(self.answer)],
            Meaning::Operand(position) => operand(position)?.iter().map(|bits| Some(*bits)).collect(),
            Meaning::Byte(n) => vec![Some(one(0)?.checked_shr(8 * n)? & 0xff)],
        };
        Some(result)
    }

    /// An operator on each lane; a scalar operand stands for all lanes.
    fn each(&self, op: Op, first: &[u64], second: Option<&[u64]>) -> Elements {
        let within = |position: usize, bits: u64| {
            let from = self.operands.get(position).copied().unwrap_or(self.within);
            convert(bits, from, self.within)
        };
        let lane = |n: usize| {
            let a = within(0, spread(first, n)?)?;
            let b = match second {
                Some(second) => within(1, spread(second, n)?)?,
                None => a,
            };
            convert(apply(op, self.within, a, b)?, self.within, self.result)
        };
        (0..self.operation.result.len() as usize).map(lane).collect()
    }

    fn compared(&self, relation: Relation, first: &[u64], second: &[u64]) -> Vec<bool> {
        first.iter().zip(second).map(|(a, b)| holds(relation, self.within, *a, *b)).collect()
    }

    /// True if a mask selects a lane.
    fn selects(&self, mask: u64, lane: usize, lanes: usize) -> bool {
        let bit = if self.ascending { Some(lane) } else { lanes.checked_sub(lane + 1) };
        bit.and_then(|bit| mask.checked_shr(u32::try_from(bit).ok()?)).is_some_and(|bits| bits & 1 == 1)
    }

    fn mask_of(&self, lanes: &[bool]) -> u64 {
        let bit = |acc: u64, holds: &bool| acc << 1 | u64::from(*holds);
        match self.ascending {
            true => lanes.iter().rev().fold(0, bit),
            false => lanes.iter().fold(0, bit),
        }
    }
}

/// A lane; of a scalar, the scalar.
fn spread(values: &[u64], n: usize) -> Option<u64> {
    match values {
        [only] => Some(*only),
        lanes => lanes.get(n).copied(),
    }
}

fn lane(lanes: &[u64], index: u64) -> Option<u64> {
    lanes.get(usize::try_from(index).ok()?).copied()
}

/// Elements after a store of lanes at the elements that indices name. What two lanes store at one is undefined.
fn scattered(old: &[u64], at: &[u64], new: &[u64], stores: impl Fn(usize) -> bool) -> Elements {
    let element = |(old, place): (&u64, u64)| {
        let lanes = at.iter().zip(new).enumerate();
        let mut here =
            lanes.filter(|(n, (index, _))| **index == place && stores(*n)).map(|(_, (_, new))| *new);
        match (here.next(), here.next()) {
            (None, _) => Some(*old),
            (Some(new), None) => Some(new),
            (Some(_), Some(_)) => None,
        }
    };
    old.iter().zip(0u64..).map(element).collect()
}
