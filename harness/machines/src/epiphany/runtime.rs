//! How Epiphany code calls the runtime functions that the host serves.
//!
//! Most functions follow the normal convention as GCC 12 implements it: words in r0 to r3, doubles in
//! even pairs, results in r0 or r0:r1. Division and float comparison have conventions of their own,
//! which the compiler relies on: few registers are clobbered, and comparisons answer in the flags.
//! The facts are those of GCC's `config/epiphany` and libgcc's assembly for it.

use std::collections::BTreeMap;

use super::special::status;
use crate::memory_map::HostWindow;
use crate::runtime::{Compute, FUNCTIONS, Function, Width, integer};

/// A set of general registers: bit n is r n.
pub type RegisterSet = u64;

/// What host-served functions do to registers they may clobber.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuntimePolicy {
    /// Registers that a function of the normal convention may change, beside its results.
    pub scratch: RegisterSet,
    /// What such registers are filled with: this plus the register's number. `None` leaves them.
    pub poison: Option<u32>,
}

impl Default for RuntimePolicy {
    /// What GCC 12 takes as clobbered by calls: r0 to r3, r12, r14, r16 to r27, r44 to r63.
    fn default() -> Self {
        Self { scratch: CALL_CLOBBERED, poison: Some(0xBAD0_0000) }
    }
}

/// A set of the registers from `first` to `last`.
const fn range(first: u32, last: u32) -> RegisterSet {
    (u64::MAX >> (63 - last)) & (u64::MAX << first)
}

/// Registers that GCC 12 does not expect to survive a call.
pub const CALL_CLOBBERED: RegisterSet = range(0, 3) | 1 << 12 | 1 << 14 | range(16, 27) | range(44, 63);

/// What a function of a special convention answers with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// r0, computed from r0 and r1; needs float mode with rounding to nearest when true.
    Integer(bool),
    /// The integer flags, from how the singles r0 and r1 compare.
    Flags(Comparison),
}

/// Which flags a comparison of singles gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    /// AZ: equal.
    Equal,
    /// As after a signed comparison, where unordered counts as less.
    Greater,
    /// `gtu`: unordered.
    Ordered,
    /// `gtu`: less or greater.
    UnorderedEqual,
}

/// A function with its own convention.
#[derive(Debug)]
pub(super) struct Special {
    name: &'static str,
    pub(super) answer: Answer,
    /// Registers it may change, beside the result.
    pub(super) clobbers: RegisterSet,
    pub(super) compute: Compute,
}

fn no_value(_: u64, _: u64) -> Option<u64> {
    Some(0)
}

fn reciprocal(a: u64, _: u64) -> Option<u64> {
    Some(u64::from((1.0 / f32::from_bits(a as u32)).to_bits()))
}

const LR: RegisterSet = 1 << 14;
const IP: RegisterSet = 1 << 12;

/// Functions with conventions of their own.
#[rustfmt::skip]
static SPECIALS: [Special; 9] = [
    Special { name: "__divsi3",  answer: Answer::Integer(true), clobbers: 1 << 1 | IP | range(16, 20) | LR, compute: integer::div32 },
    Special { name: "__udivsi3", answer: Answer::Integer(true), clobbers: 1 << 1 | IP | range(16, 18) | LR, compute: integer::udiv32 },
    Special { name: "__modsi3",  answer: Answer::Integer(true), clobbers: 1 << 2 | IP | range(16, 19) | LR, compute: integer::mod32 },
    Special { name: "__umodsi3", answer: Answer::Integer(true), clobbers: 1 << 2 | IP | range(16, 17) | LR, compute: integer::umod32 },
    Special { name: "__eqsf2",   answer: Answer::Flags(Comparison::Equal), clobbers: IP | LR, compute: no_value },
    Special { name: "__gtesf2",  answer: Answer::Flags(Comparison::Greater), clobbers: IP | LR, compute: no_value },
    Special { name: "__ordsf2",  answer: Answer::Flags(Comparison::Ordered), clobbers: IP | 1 << 16 | LR, compute: no_value },
    Special { name: "__uneqsf2", answer: Answer::Flags(Comparison::UnorderedEqual), clobbers: IP | 1 << 16 | LR, compute: no_value },
    Special { name: "__fast_recipsf2", answer: Answer::Integer(false), clobbers: IP | range(16, 20) | LR, compute: reciprocal },
];

/// A served function.
pub(super) enum Served {
    /// One with its own convention.
    Special(&'static Special),
    /// One with the normal convention.
    Normal(&'static Function),
}

impl Served {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Special(special) => special.name,
            Self::Normal(function) => function.name,
        }
    }
}

/// Whether the shared function of this name keeps the normal convention here.
fn is_normal(name: &str) -> bool {
    SPECIALS.iter().all(|special| special.name != name)
}

/// The function in a slot of the host window: those with special conventions first, then the shared
/// table. A shared function that has a special convention here has no slot of its own.
pub(super) fn served(index: usize) -> Option<Served> {
    if let Some(special) = SPECIALS.get(index) {
        return Some(Served::Special(special));
    }
    let function = FUNCTIONS.get(index - SPECIALS.len())?;
    is_normal(function.name).then_some(Served::Normal(function))
}

/// Whether a slot of the host window holds a function.
pub(super) fn is_served(index: u64) -> bool {
    usize::try_from(index).is_ok_and(|index| served(index).is_some())
}

/// The symbols of all served functions, with the leading underscore of Epiphany's C symbols, and
/// their addresses in a host window.
pub fn addresses(window: &HostWindow) -> BTreeMap<String, u64> {
    let count = SPECIALS.len() + FUNCTIONS.len();
    let entry = |index: usize| Some((format!("_{}", served(index)?.name()), window.function_address(index)?));
    (0..count).filter_map(entry).collect()
}

/// The registers that hold a value of this width at place `next`, and the place behind it. A double
/// takes an even pair; `None` when the argument registers are used up.
pub(super) fn argument(width: Width, next: usize) -> Option<(usize, usize)> {
    let (first, size) = match width {
        Width::Word => (next, 1),
        Width::Double => (next.next_multiple_of(2), 2),
    };
    (first + size <= 4).then_some((first, first + size))
}

/// The integer flags that a comparison answers with. Flags that the caller may not look at are set
/// in the way that is least like the right answer.
pub(super) fn comparison_flags(comparison: Comparison, a: u32, b: u32) -> u32 {
    use std::cmp::Ordering;
    let order = f32::from_bits(a).partial_cmp(&f32::from_bits(b));
    match (comparison, order) {
        (Comparison::Equal, Some(Ordering::Equal)) => status::AZ | status::AC,
        (Comparison::Equal, _) => status::AC,
        (Comparison::Greater, Some(Ordering::Equal)) => status::AZ,
        (Comparison::Greater, Some(Ordering::Greater)) => 0,
        (Comparison::Greater, _) => status::AN | status::AC,
        (Comparison::Ordered, None) => status::AC,
        (Comparison::Ordered, Some(_)) => 0,
        (Comparison::UnorderedEqual, None | Some(Ordering::Equal)) => 0,
        (Comparison::UnorderedEqual, Some(_)) => status::AC,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_has_one_name_and_every_special_function_a_meaning() {
        let window = super::super::link::HOST_WINDOW;
        let table = addresses(&window);
        assert_eq!(table.len(), SPECIALS.len() + FUNCTIONS.len() - 5, "five shared names are special here");
        assert_eq!(table.get("___divsi3"), Some(&(window.base + 16)));
        assert_eq!(integer::div32(7, 0xffff_fffe), Some(0xffff_fffd));
        assert_eq!(integer::div32(7, 0), None);
        assert_eq!(integer::umod32(7, 4), Some(3));
    }

    #[test]
    fn doubles_take_even_pairs() {
        assert_eq!(argument(Width::Word, 0), Some((0, 1)));
        assert_eq!(argument(Width::Double, 1), Some((2, 4)));
        assert_eq!(argument(Width::Double, 3), None);
    }

    #[test]
    fn clobbered_registers_are_those_of_the_convention() {
        assert_eq!(range(16, 20), 0x1f_0000);
        assert_eq!(CALL_CLOBBERED.count_ones(), 4 + 1 + 1 + 12 + 20);
    }
}
