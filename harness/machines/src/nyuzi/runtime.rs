//! Nyuzi's convention for runtime functions that the host serves.
//!
//! All follow the normal convention of the ABI document: words in s0 to s7 from left to right, 64-bit
//! values in two neighbouring registers with the low word first, results in s0 or s0 and s1. The `double`
//! of this target is a single, so the functions on real doubles do not exist here. The names are those
//! that LLVM's tables for this target have and that its compiler-rt or C library defines.

pub use crate::runtime::RuntimePolicy;
use crate::runtime::{Library, Own};

/// Registers that do not survive a call: s0 to s23 and v0 to v25.
pub const CALL_CLOBBERED: u64 = 0xff_ffff | 0x3ff_ffff << 32;

/// Work of a function that only this target has.
#[derive(Debug, Clone, Copy)]
pub enum Work {
    /// A single from a single.
    One(fn(f32) -> f32),
    /// A single from two.
    Two(fn(f32, f32) -> f32),
    /// A single from three.
    Three(fn(f32, f32, f32) -> f32),
    /// `__mulodi4(a, b, overflow)`: a 64-bit product; an int in memory says whether it overflowed.
    MultiplyOverflow,
    /// `f(pointer, value)`: a 64-bit value in memory becomes `f(old, value)`; the old one is the result.
    Fetch(fn(u64, u64) -> u64),
    /// `f(pointer, old, new)`: exchange if equal; the value found is the result.
    CompareSwap,
    /// `f(pointer, expected, new, ...)`: exchange if equal to what `expected` points to; the result says
    /// whether it was, and if not the value found goes there.
    CompareExchange,
    /// `f(pointer, order)`: the 64-bit value in memory.
    Load,
    /// `f(pointer, value, order)`.
    Store,
}

const fn own(name: &'static str, work: Work) -> Own<Work> {
    Own { name, work }
}

fn signed(choose: fn(i64, i64) -> i64, a: u64, b: u64) -> u64 {
    choose(a as i64, b as i64) as u64
}

/// The functions that the host serves. Those on singles have exact results; the transcendental ones, whose last bits depend
/// on the library, are left to objects. Shared functions on real doubles do not exist here.
#[rustfmt::skip]
pub(super) static LIBRARY: Library<Work> = Library {
    own: &[
        own("sqrtf",      Work::One(f32::sqrt)),
        own("floorf",     Work::One(f32::floor)),
        own("ceilf",      Work::One(f32::ceil)),
        own("truncf",     Work::One(f32::trunc)),
        own("rintf",      Work::One(f32::round_ties_even)),
        own("nearbyintf", Work::One(f32::round_ties_even)),
        own("roundf",     Work::One(f32::round)),
        own("fmodf",      Work::Two(|a, b| a % b)),
        own("fminf",      Work::Two(f32::min)),
        own("fmaxf",      Work::Two(f32::max)),
        own("fmaf",       Work::Three(f32::mul_add)),
        own("__mulodi4",  Work::MultiplyOverflow),
        own("__sync_fetch_and_add_8",       Work::Fetch(u64::wrapping_add)),
        own("__sync_fetch_and_sub_8",       Work::Fetch(u64::wrapping_sub)),
        own("__sync_fetch_and_and_8",       Work::Fetch(|a, b| a & b)),
        own("__sync_fetch_and_or_8",        Work::Fetch(|a, b| a | b)),
        own("__sync_fetch_and_xor_8",       Work::Fetch(|a, b| a ^ b)),
        own("__sync_fetch_and_nand_8",      Work::Fetch(|a, b| !(a & b))),
        own("__sync_fetch_and_max_8",       Work::Fetch(|a, b| signed(i64::max, a, b))),
        own("__sync_fetch_and_min_8",       Work::Fetch(|a, b| signed(i64::min, a, b))),
        own("__sync_fetch_and_umax_8",      Work::Fetch(u64::max)),
        own("__sync_fetch_and_umin_8",      Work::Fetch(u64::min)),
        own("__sync_lock_test_and_set_8",   Work::Fetch(|_, b| b)),
        own("__sync_val_compare_and_swap_8", Work::CompareSwap),
        own("__atomic_load_8",              Work::Load),
        own("__atomic_store_8",             Work::Store),
        own("__atomic_exchange_8",          Work::Fetch(|_, b| b)),
        own("__atomic_compare_exchange_8",  Work::CompareExchange),
        own("__atomic_fetch_add_8",         Work::Fetch(u64::wrapping_add)),
        own("__atomic_fetch_sub_8",         Work::Fetch(u64::wrapping_sub)),
        own("__atomic_fetch_and_8",         Work::Fetch(|a, b| a & b)),
        own("__atomic_fetch_or_8",          Work::Fetch(|a, b| a | b)),
        own("__atomic_fetch_xor_8",         Work::Fetch(|a, b| a ^ b)),
        own("__atomic_fetch_nand_8",        Work::Fetch(|a, b| !(a & b))),
    ],
    shares: |function| !function.name.contains("df"),
    ..Library::SHARED
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::FUNCTIONS;

    #[test]
    fn every_slot_has_one_name() {
        let window = super::super::link::HOST_WINDOW;
        let table = LIBRARY.addresses(&window);
        let shared = FUNCTIONS.iter().filter(|function| (LIBRARY.shares)(function)).count();
        assert_eq!(table.len(), LIBRARY.own.len() + shared);
        assert_eq!(table.get("sqrtf"), Some(&(window.base + window.slot)));
        for name in ["__divsi3", "__udivdi3", "__floatundisf", "__mulodi4", "memcpy"] {
            assert!(table.contains_key(name), "{name}");
        }
        assert!(!table.contains_key("__adddf3"));
    }

    #[test]
    fn clobbered_registers_are_those_of_the_document() {
        assert_eq!(CALL_CLOBBERED.count_ones(), 24 + 26);
        assert_eq!(CALL_CLOBBERED >> 24 & 0xff, 0);
    }
}
