//! The functions that the host serves on x86-64: those of the C library that compilers call by themselves. What they call of a
//! library of their own, such as `__udivti3`, is linked from that library.
//!
//! Operands are in rdi, rsi and rdx, the result is in rax (psABI, "Parameter Passing").

use std::convert::Infallible;

use crate::runtime::{Function, Library, Served};

/// The functions that the host serves.
pub(super) static LIBRARY: Library<Infallible> = Library::OF_C;

/// The function with this number, one less than that of its slot in the host window.
pub fn function(number: u64) -> Option<&'static Function> {
    match LIBRARY.get(number)? {
        Served::Shared(function) => Some(function),
        Served::Own(own) => match own.work {},
    }
}
