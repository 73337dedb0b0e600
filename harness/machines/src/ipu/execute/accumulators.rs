//! The hidden accumulators, and what the auxiliary instructions do that work on them.
//!
//! There are sixteen singles, `$AACC[0]` to `$AACC[15]`. Element n of a vector is accumulated in `$AACC[2 n]`:
//! the sums come out in order when four `gina` instructions read them. Products of halves are exact here, and
//! every sum is rounded to a single; how the hardware rounds within one instruction is not public.

use super::super::float::Unit;
use super::super::isa::{Float, Lanes, Term, Width};
use super::aux_lane::{halves, word};
use crate::ieee;

/// `$AACC`, by number.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Accumulators([u32; 16]);

/// The elements of some words as singles.
fn elements(width: Width, words: &[u32]) -> impl Iterator<Item = u32> {
    words.iter().flat_map(move |&one| {
        let (parts, count) = match width {
            Width::Half => (halves(one).map(ieee::half_to_single), 2),
            Width::Single => ([one, 0], 1),
        };
        parts.into_iter().take(count)
    })
}

impl Accumulators {
    /// The accumulator of element `index`.
    fn element(&mut self, index: usize) -> Option<&mut u32> {
        self.0.get_mut(2 * index)
    }

    /// The accumulators of the first elements.
    fn first<const N: usize>(&self) -> [u32; N] {
        std::array::from_fn(|index| self.0.get(2 * index).copied().unwrap_or(0))
    }

    fn add(&mut self, unit: &mut Unit, index: usize, value: u32) {
        if let Some(sum) = self.element(index) {
            *sum = unit.single(Float::Add, *sum, value);
        }
    }

    /// Adds every element of some words, its magnitude or its square.
    pub(super) fn accumulate(&mut self, unit: &mut Unit, term: Term, width: Width, words: &[u32]) {
        for (index, x) in elements(width, words).enumerate() {
            let value = match term {
                Term::Value => x,
                Term::Magnitude => x & 0x7fff_ffff,
                Term::Square => unit.single(Float::Mul, x, x),
            };
            self.add(unit, index, value);
        }
    }

    /// Adds products: of singles each to its own accumulator, of halves the sum of those in each register.
    pub(super) fn multiply(&mut self, unit: &mut Unit, lanes: Lanes, x: [u32; 4], y: [u32; 4]) {
        let registers = if matches!(lanes, Lanes::F32 | Lanes::F16x2) { 1 } else { 2 };
        for (index, (x, y)) in x.into_iter().zip(y).enumerate().take(registers) {
            let product = match lanes {
                Lanes::F32 | Lanes::F32x2 => unit.single(Float::Mul, x, y),
                Lanes::F16x2 | Lanes::F16x4 => {
                    let ([a, b], [c, d]) =
                        (halves(x).map(ieee::half_to_single), halves(y).map(ieee::half_to_single));
                    let (low, high) = (unit.single(Float::Mul, a, c), unit.single(Float::Mul, b, d));
                    unit.single(Float::Add, low, high)
                }
            };
            self.add(unit, index, product);
        }
    }

    /// Takes `$AACC[0]` and `$AACC[2]` (or, `odd`, 1 and 3), moves each of the others two places of its kind
    /// down, and puts a new pair at the top.
    pub(super) fn shift(&mut self, odd: bool, new: [u32; 2]) -> [u32; 2] {
        let before = self.0;
        let at = |index: usize| before.get(index).copied().unwrap_or(0);
        let start = usize::from(odd);
        for (index, place) in self.0.iter_mut().enumerate().skip(start).step_by(2) {
            *place = match index {
                12 | 13 => new[0],
                14 | 15 => new[1],
                _ => at(index + 4),
            };
        }
        [at(start), at(start + 2)]
    }

    /// The first four accumulators as halves.
    pub(super) fn as_halves(&self, unit: &mut Unit) -> [u32; 4] {
        let [a, b, c, d] = self.first::<4>().map(|sum| unit.narrow(sum));
        [word([a, b]), word([c, d]), 0, 0]
    }

    /// Four halves a x + b y, where a and b are the halves of `scales`; gives the four sums before as halves.
    pub(super) fn mix(&mut self, unit: &mut Unit, scales: u32, x: [u32; 4], y: [u32; 4]) -> [u32; 4] {
        let before = self.as_halves(unit);
        let [a, b] = halves(scales).map(ieee::half_to_single);
        let (xs, ys) = ([x[0], x[1]], [y[0], y[1]]);
        let pairs = elements(Width::Half, &xs).zip(elements(Width::Half, &ys));
        for (index, (x, y)) in pairs.enumerate() {
            let (left, right) = (unit.single(Float::Mul, a, x), unit.single(Float::Mul, b, y));
            let sum = unit.single(Float::Add, left, right);
            if let Some(place) = self.element(index) {
                *place = sum;
            }
        }
        before
    }

    /// Two singles a x + y; gives the two sums before.
    pub(super) fn scale_and_add(
        &mut self,
        unit: &mut Unit,
        scale: u32,
        x: [u32; 4],
        y: [u32; 4],
    ) -> [u32; 4] {
        let [low, high] = self.first();
        for (index, (x, y)) in x.into_iter().zip(y).enumerate().take(2) {
            let product = unit.single(Float::Mul, scale, x);
            let sum = unit.single(Float::Add, product, y);
            if let Some(place) = self.element(index) {
                *place = sum;
            }
        }
        [low, high, 0, 0]
    }
}
