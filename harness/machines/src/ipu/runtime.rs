//! The IPU's convention for runtime functions that the host serves.
//!
//! They follow the calling convention of the ABI document: words in `$m0` to `$m3`, 64-bit values in even
//! pairs with the low word first, singles in `$a0` to `$a5`, results in `$m0`, `$m0:1` or `$a0`. The
//! supervisor has no A file: there a single travels like a word. The names are those that the vendor's LLVM
//! calls; its integer division has other names in supervisor code.

use super::special::FIRST_A;
pub use crate::runtime::RuntimePolicy;
use crate::runtime::{Compute, Library, Own, integer};

/// Registers that do not survive a call: `$m0` to `$m6`, `$m10`, `$a0` to `$a5`.
pub const CALL_CLOBBERED: u64 = 0x7f | 1 << 10 | 0x3f << FIRST_A;

/// Work of a function that only this target has.
#[derive(Debug, Clone, Copy)]
pub enum Work {
    /// Stores the low bytes of a value: their number, the alignment the address must have, and whether the
    /// value comes in `$a0`.
    Store(u8, u8, bool),
    /// Computes a word from two.
    Word(Compute),
}

const fn own(name: &'static str, work: Work) -> Own<Work> {
    Own { name, work }
}

/// The functions that the host serves, among them those that only this target has: stores of less than a word, which the
/// processor lacks, and division for the supervisor.
#[rustfmt::skip]
pub(super) static LIBRARY: Library<Work> = Library {
    own: &[
        own("__st8",              Work::Store(1, 1, false)),
        own("__st16",             Work::Store(2, 2, false)),
        own("__st16_misaligned",  Work::Store(2, 1, false)),
        own("__st32_align1",      Work::Store(4, 1, false)),
        own("__st32_align2",      Work::Store(4, 2, false)),
        own("__supervisor_st16_misaligned", Work::Store(2, 1, false)),
        own("__supervisor_st32_align1",     Work::Store(4, 1, false)),
        own("__supervisor_st32_align2",     Work::Store(4, 2, false)),
        own("__st16f",            Work::Store(2, 2, true)),
        own("__st16f_misaligned", Work::Store(2, 1, true)),
        own("__st32f_align1",     Work::Store(4, 1, true)),
        own("__st32f_align2",     Work::Store(4, 2, true)),
        own("__supervisor_divsi3",  Work::Word(integer::div32)),
        own("__supervisor_udivsi3", Work::Word(integer::udiv32)),
        own("__supervisor_modsi3",  Work::Word(integer::mod32)),
        own("__supervisor_umodsi3", Work::Word(integer::umod32)),
    ],
    ..Library::SHARED
};

/// Returns whether the word operands and the word result of a shared function are singles.
pub(super) fn singles(name: &str) -> (bool, bool) {
    const COMPARISONS: &[&str] =
        &["__eqsf2", "__nesf2", "__ltsf2", "__lesf2", "__gtsf2", "__gesf2", "__unordsf2"];
    if !name.contains("sf") {
        (false, false)
    } else if name.starts_with("__fix") || name.starts_with("__extend") || COMPARISONS.contains(&name) {
        (true, false)
    } else if name.starts_with("__float") || name.starts_with("__trunc") {
        (false, true)
    } else {
        (true, true)
    }
}

#[cfg(test)]
mod tests {
    use super::super::execute::Tile;
    use super::*;
    use crate::runtime::{FUNCTIONS, Meaning, Width};
    use crate::simulator::argument;

    #[test]
    fn every_slot_has_one_name() {
        let window = super::super::link::HOST_WINDOW;
        let table = LIBRARY.addresses(&window);
        assert_eq!(table.len(), LIBRARY.own.len() + FUNCTIONS.len());
        assert_eq!(table.get("__st8"), Some(&(window.base + window.slot)));
        for name in ["__supervisor_umodsi3", "__udivdi3", "__muldf3", "memcpy", "abort"] {
            assert!(table.contains_key(name), "{name}");
        }
    }

    #[test]
    fn singles_are_recognised_by_name() {
        let cases = [
            ("__addsf3", (true, true)),
            ("__negsf2", (true, true)),
            ("__gesf2", (true, false)),
            ("__fixsfdi", (true, false)),
            ("__extendsfdf2", (true, false)),
            ("__floatundisf", (false, true)),
            ("__truncdfsf2", (false, true)),
            ("__adddf3", (false, false)),
            ("__divsi3", (false, false)),
            ("memcpy", (false, false)),
        ];
        for (name, wanted) in cases {
            assert_eq!(singles(name), wanted, "{name}");
        }
        // No function has single operands of two words.
        for function in FUNCTIONS {
            if let Meaning::Pure(operands, ..) = function.meaning
                && singles(function.name).0
            {
                assert!(operands.iter().all(|width| *width == Width::Word), "{}", function.name);
            }
        }
    }

    #[test]
    fn doubles_take_even_pairs() {
        assert_eq!(argument::<Tile>(Width::Word, 0), Some((0, 1)));
        assert_eq!(argument::<Tile>(Width::Double, 1), Some((2, 4)));
        assert_eq!(argument::<Tile>(Width::Double, 3), None);
    }
}
