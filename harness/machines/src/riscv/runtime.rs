//! RISC-V's convention for runtime functions that the host serves: that of libgcc as it is compiled for the ABI of the program.
//!
//! Integers and pointers are in a0, a1 and so on, on RV32 64-bit values in two neighbouring registers with the low word first.
//! Floating-point values are in fa0 and fa1 where the program's ABI passes their type in such registers, else where integers
//! of their size are.

pub use crate::runtime::RuntimePolicy;
use crate::runtime::{Function, Library, Own};

/// Registers that do not survive a call: ra, t0 to t6, a0 to a7; ft0 to ft11 and fa0 to fa7.
pub const CALL_CLOBBERED: u64 = 0xf003_fce2 | 0xf003_fcff << 32;

/// First register of arguments and results.
pub(super) const A0: u16 = 10;
/// First floating-point register of arguments and results, by its number for the harness.
pub(super) const FA0: u16 = 42;

/// Register to which [`Work::Save`] returns.
pub(super) const T0: u16 = 5;
/// Register that [`Work::Save`] changes.
pub(super) const T1: u16 = 6;
const RA: u16 = 1;

/// Work of a function that only this target has: the routines that `-msave-restore` calls in place of a prologue and an
/// epilogue, as the assembly of libgcc and of compiler-rt has them.
#[derive(Debug, Clone, Copy)]
pub enum Work {
    /// Makes a frame and saves ra and at least so many of s0, s1 and so on. It is called with its return address in t0.
    Save(u8),
    /// Restores what the same number has saved, removes the frame and returns to ra. It is jumped to.
    Restore(u8),
}

const fn save(name: &'static str, count: u8) -> Own<Work> {
    Own { name, work: Work::Save(count) }
}

const fn restore(name: &'static str, count: u8) -> Own<Work> {
    Own { name, work: Work::Restore(count) }
}

/// The functions that the host serves.
#[rustfmt::skip]
pub(super) static LIBRARY: Library<Work> = Library {
    more: &[
        save("__riscv_save_0", 0),   restore("__riscv_restore_0", 0),
        save("__riscv_save_1", 1),   restore("__riscv_restore_1", 1),
        save("__riscv_save_2", 2),   restore("__riscv_restore_2", 2),
        save("__riscv_save_3", 3),   restore("__riscv_restore_3", 3),
        save("__riscv_save_4", 4),   restore("__riscv_restore_4", 4),
        save("__riscv_save_5", 5),   restore("__riscv_restore_5", 5),
        save("__riscv_save_6", 6),   restore("__riscv_restore_6", 6),
        save("__riscv_save_7", 7),   restore("__riscv_restore_7", 7),
        save("__riscv_save_8", 8),   restore("__riscv_restore_8", 8),
        save("__riscv_save_9", 9),   restore("__riscv_restore_9", 9),
        save("__riscv_save_10", 10), restore("__riscv_restore_10", 10),
        save("__riscv_save_11", 11), restore("__riscv_restore_11", 11),
        save("__riscv_save_12", 12), restore("__riscv_restore_12", 12),
    ],
    ..Library::SHARED
};

/// The frame that [`Work::Save`] makes: its size in bytes, and the registers in it with their offsets. ra is in the highest
/// word, s0 and those behind it below. A frame is a multiple of 16 bytes and is filled as far as there are registers; that of
/// the base E always holds ra, s0 and s1, and is aligned to words alone.
pub(super) fn saved(xlen: u32, is_embedded: bool, count: u8) -> (u64, impl Iterator<Item = (u16, u64)>) {
    let word = u64::from(xlen / 8);
    let (frame, most) = match is_embedded {
        true => (3 * word, 2),
        false => (((u64::from(count) + 1) * word).next_multiple_of(16), 12),
    };
    let callee_saved = [8, 9].into_iter().chain(18..28).take(most);
    let places = (0..frame / word).rev().map(move |slot| slot * word);
    (frame, std::iter::once(RA).chain(callee_saved).zip(places))
}

/// A floating-point type, by its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Float {
    /// `float`.
    Single,
    /// `double`.
    Double,
}

/// The floating-point types of operands and of the result; `None` for integers.
pub(super) fn float_types(function: &Function) -> (Option<Float>, Option<Float>) {
    // Names are made of modes: `__fixsfdi` makes a DI from an SF.
    let Some(name) = function.name.strip_prefix("__") else { return (None, None) };
    let types = [("sf", Float::Single), ("df", Float::Double)];
    let mut found: Vec<(usize, Float)> =
        types.iter().filter_map(|(mode, float)| Some((name.find(mode)?, *float))).collect();
    found.sort_by_key(|(at, _)| *at);
    let starts = |words: &[&str]| words.iter().any(|word| name.starts_with(word));
    match found.as_slice() {
        [(_, one), (_, other)] => (Some(*one), Some(*other)),
        [(_, float)] if starts(&["float"]) => (None, Some(*float)),
        // A bfloat16 is where a `float` is.
        [(_, float)] if starts(&["add", "sub", "mul", "div", "neg", "trunc"]) => (Some(*float), Some(*float)),
        [(_, float)] => (Some(*float), None),
        _ => (None, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::FUNCTIONS;

    #[test]
    fn types_follow_from_names() {
        use Float::{Double, Single};
        let cases = [
            ("__addsf3", (Some(Single), Some(Single))),
            ("__negdf2", (Some(Double), Some(Double))),
            ("__ltdf2", (Some(Double), None)),
            ("__fixunssfdi", (Some(Single), None)),
            ("__floatundidf", (None, Some(Double))),
            ("__extendsfdf2", (Some(Single), Some(Double))),
            ("__truncdfsf2", (Some(Double), Some(Single))),
            ("__truncsfbf2", (Some(Single), Some(Single))),
            ("__divdi3", (None, None)),
            ("memcpy", (None, None)),
            ("__ffsdi2", (None, None)),
        ];
        for (name, types) in cases {
            let function = FUNCTIONS.iter().find(|function| function.name == name).expect("served");
            assert_eq!(float_types(function), types, "{name}");
        }
    }

    /// Offsets in the disassembly of libgcc 12's `save-restore.o`.
    #[test]
    fn frames_are_those_of_the_library() {
        let frame = |xlen, is_embedded, count| {
            let (size, slots) = saved(xlen, is_embedded, count);
            (size, slots.collect::<Vec<_>>())
        };
        let of_rv64 = [(1, 24), (8, 16), (9, 8), (18, 0)];
        for count in [2, 3] {
            assert_eq!(frame(64, false, count), (32, of_rv64.to_vec()), "{count}");
        }
        assert_eq!(frame(64, false, 0), (16, vec![(1, 8), (8, 0)]));
        let (size, slots) = frame(64, false, 12);
        assert_eq!((size, slots.len()), (112, 13));
        assert_eq!(slots[..3], [(1, 104), (8, 96), (9, 88)]);
        assert_eq!(slots.last(), Some(&(27, 8)));
        for count in [0, 3] {
            assert_eq!(frame(32, false, count), (16, vec![(1, 12), (8, 8), (9, 4), (18, 0)]), "{count}");
        }
        assert_eq!(frame(32, false, 4).0, 32);
        assert_eq!(frame(32, false, 11).0, 48);
        let (size, slots) = frame(32, false, 12);
        assert_eq!((size, slots.last()), (64, Some(&(27, 12))));
        assert_eq!(frame(32, true, 0), (12, vec![(1, 8), (8, 4), (9, 0)]));
    }

    #[test]
    fn clobbered_registers_are_those_of_the_document() {
        assert_eq!((CALL_CLOBBERED as u32).count_ones(), 1 + 7 + 8);
        assert_eq!((CALL_CLOBBERED >> 32).count_ones(), 12 + 8);
    }
}
