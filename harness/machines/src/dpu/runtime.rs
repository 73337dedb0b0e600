//! How DPU code calls the runtime functions that the host serves.
//!
//! Most functions follow the normal convention: words in r0 to r7, doubles in even pairs with the high word
//! in the even register, results in r0 or d0, r0 to r13 not preserved. The vendor's library has a few
//! routines written in assembly on which its compiler relies: one division for quotient and remainder, and
//! few registers changed. The facts are those of the vendor's runtime libraries of
//! SDK 2020.3 and 2025.1 together.

use std::collections::BTreeMap;

use crate::memory_map::HostWindow;
use crate::runtime::{Compute, FUNCTIONS, Function, Width, integer};

/// A set of registers: bit n is r n.
pub type RegisterSet = u32;

/// What host-served functions do to registers they may clobber.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuntimePolicy {
    /// Registers that a function of the normal convention may change, beside its results.
    pub scratch: RegisterSet,
    /// What such registers are filled with: this plus the register's number. `None` leaves them.
    pub poison: Option<u32>,
}

impl Default for RuntimePolicy {
    fn default() -> Self {
        Self { scratch: CALL_CLOBBERED, poison: Some(0xBAD0_0000) }
    }
}

/// Registers that the ABI document does not preserve across calls: r0 to r13.
pub const CALL_CLOBBERED: RegisterSet = 0x3fff;

/// A function with its own convention: words in r0 and r1, answers in r0 and, for a division, in r1.
#[derive(Debug)]
pub(super) struct Special {
    name: &'static str,
    /// What r0 becomes.
    pub(super) first: Compute,
    /// What r1 becomes, if it is an answer.
    pub(super) second: Option<Compute>,
    /// Registers it changes beside its answers.
    pub(super) clobbers: RegisterSet,
}

/// Functions with conventions of their own.
#[rustfmt::skip]
static SPECIALS: [Special; 3] = [
    Special { name: "__mulsi3", first: mul32,           second: None,                  clobbers: 0b00_0110 },
    Special { name: "__udiv32", first: integer::udiv32, second: Some(integer::umod32), clobbers: 0b01_1100 },
    Special { name: "__div32",  first: integer::div32,  second: Some(integer::mod32),  clobbers: 0b11_1100 },
];

/// A division of words under the normal convention that stores the remainder, too: `quotient f(a, b, remainder *)`, as
/// libgcc and compiler-rt have it. The vendor's LLVM calls these where both answers are used and a division is a call
/// (`DPUTargetLowering.cpp`: read, not run).
#[derive(Debug)]
pub(super) struct Division {
    name: &'static str,
    /// What r0 becomes.
    pub(super) quotient: Compute,
    /// What is stored at the address in r2.
    pub(super) remainder: Compute,
}

static DIVISIONS: [Division; 2] = [
    Division { name: "__divmodsi4", quotient: integer::div32, remainder: integer::mod32 },
    Division { name: "__udivmodsi4", quotient: integer::udiv32, remainder: integer::umod32 },
];

fn mul32(a: u64, b: u64) -> Option<u64> {
    Some(u64::from((a as u32).wrapping_mul(b as u32)))
}

/// A served function.
pub(super) enum Served {
    /// One with its own convention.
    Special(&'static Special),
    /// One with the normal convention.
    Normal(&'static Function),
    /// One with the normal convention and two answers.
    Division(&'static Division),
}

impl Served {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Special(special) => special.name,
            Self::Normal(function) => function.name,
            Self::Division(division) => division.name,
        }
    }
}

/// The function in a slot of the host window: those with special conventions first, then the shared
/// table, then divisions with two answers. A shared function that has a special convention here has no slot of its own.
pub(super) fn served(index: usize) -> Option<Served> {
    if let Some(special) = SPECIALS.get(index) {
        return Some(Served::Special(special));
    }
    let shared = index - SPECIALS.len();
    if let Some(division) = shared.checked_sub(FUNCTIONS.len()) {
        return DIVISIONS.get(division).map(Served::Division);
    }
    let function = FUNCTIONS.get(shared)?;
    let is_normal = SPECIALS.iter().all(|special| special.name != function.name);
    is_normal.then_some(Served::Normal(function))
}

/// Whether a slot of the host window holds a function.
pub(super) fn is_served(index: u64) -> bool {
    usize::try_from(index).is_ok_and(|index| served(index).is_some())
}

/// The symbols of all served functions and their addresses in a host window.
pub fn addresses(window: &HostWindow) -> BTreeMap<String, u64> {
    let count = SPECIALS.len() + FUNCTIONS.len() + DIVISIONS.len();
    let entry = |index: usize| Some((served(index)?.name().to_string(), window.function_address(index)?));
    (0..count).filter_map(entry).collect()
}

/// The first of the registers that hold a value of this width at place `next`, and the place behind it. A
/// double takes an even pair; `None` when r0 to r7 are used up.
pub(super) fn argument(width: Width, next: usize) -> Option<(usize, usize)> {
    let (first, size) = match width {
        Width::Word => (next, 1),
        Width::Double => (next.next_multiple_of(2), 2),
    };
    (first + size <= 8).then_some((first, first + size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_has_one_name() {
        let window = super::super::link::HOST_WINDOW;
        let table = addresses(&window);
        let all = SPECIALS.len() + FUNCTIONS.len() + DIVISIONS.len();
        assert_eq!(table.len(), all - 1, "one shared name is special here");
        assert_eq!(table.get("__mulsi3"), Some(&(window.base + 8)));
    }

    #[test]
    fn doubles_take_even_pairs() {
        assert_eq!(argument(Width::Word, 0), Some((0, 1)));
        assert_eq!(argument(Width::Double, 1), Some((2, 4)));
        assert_eq!(argument(Width::Double, 7), None);
    }
}
