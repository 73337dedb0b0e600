//! Epiphany's convention for runtime functions that the host serves.
//!
//! Most functions follow the normal convention as GCC 12 implements it: words in r0 to r3, doubles in
//! even pairs, results in r0 or r0:r1. Division and float comparison have conventions of their own,
//! which the compiler relies on: few registers are clobbered, and comparisons answer in the flags.
//! The facts are those of GCC's `config/epiphany` and libgcc's assembly for it.

use super::special::status;
pub use crate::runtime::RuntimePolicy;
use crate::runtime::{Compute, Library, Own, integer};

/// A set of the registers from `first` to `last`.
const fn range(first: u32, last: u32) -> u64 {
    (u64::MAX >> (63 - last)) & (u64::MAX << first)
}

/// Registers that GCC 12 does not expect to survive a call.
pub const CALL_CLOBBERED: u64 = range(0, 3) | 1 << 12 | 1 << 14 | range(16, 27) | range(44, 63);

/// Answer of a function with a convention of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// r0, computed from r0 and r1; needs float mode with rounding to nearest when true.
    Integer(bool),
    /// The integer flags, from how the singles r0 and r1 compare.
    Flags(Comparison),
}

/// Flags that a comparison of singles gives.
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
#[derive(Debug, Clone, Copy)]
pub struct Work {
    pub(super) answer: Answer,
    /// Registers it may change, beside the result.
    pub(super) clobbers: u64,
    pub(super) compute: Compute,
}

const fn integer(name: &'static str, float_mode: bool, clobbers: u64, compute: Compute) -> Own<Work> {
    Own { name, work: Work { answer: Answer::Integer(float_mode), clobbers, compute } }
}

const fn flags(name: &'static str, comparison: Comparison, clobbers: u64) -> Own<Work> {
    Own { name, work: Work { answer: Answer::Flags(comparison), clobbers, compute: |_, _| Some(0) } }
}

fn reciprocal(a: u64, _: u64) -> Option<u64> {
    Some(u64::from((1.0 / f32::from_bits(a as u32)).to_bits()))
}

const LR: u64 = 1 << 14;
const IP: u64 = 1 << 12;

/// The functions that the host serves.
#[rustfmt::skip]
pub(super) static LIBRARY: Library<Work> = Library {
    own: &[
        integer("__divsi3",  true, 1 << 1 | IP | range(16, 20) | LR, integer::div32),
        integer("__udivsi3", true, 1 << 1 | IP | range(16, 18) | LR, integer::udiv32),
        integer("__modsi3",  true, 1 << 2 | IP | range(16, 19) | LR, integer::mod32),
        integer("__umodsi3", true, 1 << 2 | IP | range(16, 17) | LR, integer::umod32),
        flags("__eqsf2",   Comparison::Equal,          IP | LR),
        flags("__gtesf2",  Comparison::Greater,        IP | LR),
        flags("__ordsf2",  Comparison::Ordered,        IP | 1 << 16 | LR),
        flags("__uneqsf2", Comparison::UnorderedEqual, IP | 1 << 16 | LR),
        integer("__fast_recipsf2", false, IP | range(16, 20) | LR, reciprocal),
    ],
    // C symbols have a leading underscore.
    prefix: "_",
    ..Library::SHARED
};

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
    use super::super::execute::Core;
    use super::*;
    use crate::runtime::{FUNCTIONS, Width};
    use crate::simulator::argument;

    #[test]
    fn every_slot_has_one_name_and_every_special_function_a_meaning() {
        let window = super::super::link::HOST_WINDOW;
        let table = LIBRARY.addresses(&window);
        assert_eq!(
            table.len(),
            LIBRARY.own.len() + FUNCTIONS.len() - 5,
            "five shared names are special here"
        );
        assert_eq!(table.get("___divsi3"), Some(&(window.base + 16)));
        assert_eq!(integer::div32(7, 0xffff_fffe), Some(0xffff_fffd));
        assert_eq!(integer::div32(7, 0), None);
        assert_eq!(integer::umod32(7, 4), Some(3));
    }

    #[test]
    fn doubles_take_even_pairs() {
        assert_eq!(argument::<Core>(Width::Word, 0), Some((0, 1)));
        assert_eq!(argument::<Core>(Width::Double, 1), Some((2, 4)));
        assert_eq!(argument::<Core>(Width::Double, 3), None);
    }

    #[test]
    fn clobbered_registers_are_those_of_the_convention() {
        assert_eq!(range(16, 20), 0x1f_0000);
        assert_eq!(CALL_CLOBBERED.count_ones(), 4 + 1 + 1 + 12 + 20);
    }
}
