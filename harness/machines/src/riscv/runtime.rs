//! RISC-V's convention for runtime functions that the host serves: that of libgcc as it is compiled for the ABI of the program.
//!
//! Integers and pointers are in a0, a1 and so on, on RV32 64-bit values in two neighbouring registers with the low word first.
//! Floating-point values are in fa0 and fa1 where the program's ABI passes their type in such registers, else where integers
//! of their size are.

pub use crate::runtime::RuntimePolicy;
use crate::runtime::{Function, Library};

/// Registers that do not survive a call: ra, t0 to t6, a0 to a7; ft0 to ft11 and fa0 to fa7.
pub const CALL_CLOBBERED: u64 = 0xf003_fce2 | 0xf003_fcff << 32;

/// First register of arguments and results.
pub(super) const A0: u16 = 10;
/// First floating-point register of arguments and results, by its number for the harness.
pub(super) const FA0: u16 = 42;

/// Work of a function that only this target has: there is none.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Work {}

/// The functions that the host serves.
pub(super) static LIBRARY: Library<Work> = Library::SHARED;

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

    #[test]
    fn clobbered_registers_are_those_of_the_document() {
        assert_eq!((CALL_CLOBBERED as u32).count_ones(), 1 + 7 + 8);
        assert_eq!((CALL_CLOBBERED >> 32).count_ones(), 12 + 8);
    }
}
