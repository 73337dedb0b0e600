//! The DPU's convention for runtime functions that the host serves.
//!
//! Most functions follow the normal convention: words in r0 to r7, doubles in even pairs with the high word
//! in the even register, results in r0 or d0, r0 to r13 not preserved. The vendor's library has a few
//! routines written in assembly on which its compiler relies: one division for quotient and remainder, and
//! few registers changed. The facts are those of the vendor's runtime libraries of
//! SDK 2020.3 and 2025.1 together.

pub use crate::runtime::RuntimePolicy;
use crate::runtime::{Compute, Library, Own, integer};

/// Registers that the ABI document does not preserve across calls: r0 to r13.
pub const CALL_CLOBBERED: u64 = 0x3fff;

/// A function that only this target has.
#[derive(Debug, Clone, Copy)]
pub enum Work {
    /// A function with its own convention: words in r0 and r1, answers in r0 and, for a division, in r1.
    Special {
        /// Computes r0.
        first: Compute,
        /// Computes r1, if it is an answer.
        second: Option<Compute>,
        /// Registers that change beside the answers.
        clobbers: u64,
    },
    /// A division of words under the normal convention that stores the remainder, too: `quotient f(a, b, remainder *)`, as
    /// libgcc and compiler-rt have it. The vendor's LLVM calls these where both answers are used and a division is a call
    /// (`DPUTargetLowering.cpp`: read, not run).
    Division {
        /// Computes r0.
        quotient: Compute,
        /// Computes the word that is stored at the address in r2.
        remainder: Compute,
    },
}

const fn special(name: &'static str, first: Compute, second: Option<Compute>, clobbers: u64) -> Own<Work> {
    Own { name, work: Work::Special { first, second, clobbers } }
}

const fn division(name: &'static str, quotient: Compute, remainder: Compute) -> Own<Work> {
    Own { name, work: Work::Division { quotient, remainder } }
}

/// The functions that the host serves.
pub(super) static LIBRARY: Library<Work> = Library {
    own: &[
        special("__mulsi3", integer::mul32, None, 0b00_0110),
        special("__udiv32", integer::udiv32, Some(integer::umod32), 0b01_1100),
        special("__div32", integer::div32, Some(integer::mod32), 0b11_1100),
    ],
    more: &[
        division("__divmodsi4", integer::div32, integer::mod32),
        division("__udivmodsi4", integer::udiv32, integer::umod32),
    ],
    ..Library::SHARED
};

#[cfg(test)]
mod tests {
    use super::super::execute::Core;
    use super::*;
    use crate::runtime::{FUNCTIONS, Width};
    use crate::simulator::argument;

    #[test]
    fn every_slot_has_one_name() {
        let window = super::super::link::HOST_WINDOW;
        let table = LIBRARY.addresses(&window);
        let all = LIBRARY.own.len() + FUNCTIONS.len() + LIBRARY.more.len();
        assert_eq!(table.len(), all - 1, "one shared name is special here");
        assert_eq!(table.get("__mulsi3"), Some(&(window.base + 8)));
    }

    #[test]
    fn doubles_take_even_pairs() {
        assert_eq!(argument::<Core>(Width::Word, 0), Some((0, 1)));
        assert_eq!(argument::<Core>(Width::Double, 1), Some((2, 4)));
        assert_eq!(argument::<Core>(Width::Double, 7), None);
    }
}
