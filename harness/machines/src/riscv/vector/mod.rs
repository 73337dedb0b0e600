//! The vector extension 1.0 with registers of 128 or 256 bits and elements of up to 64: configuration, loads and stores, integers,
//! fixed-point numbers, singles and doubles, masks and permutations. What instructions do is here, on vector registers alone; `execute` has the
//! accesses to memory and the other registers.
//!
//! Elements behind the last and those that a mask leaves out keep their values, unless the host asks that those become ones for which
//! the kind of vectors allows it (`agnostic`).

mod agnostic;
mod carries;
mod elements;
mod estimates;
mod float_work;
mod floats;
pub(super) mod isa;
pub mod kind;
mod masks;
pub(super) mod memory;
mod operate;
mod permute;
mod registers;
mod work;

pub(super) use operate::Operands;
pub(super) use registers::Group;
pub use registers::{LONGEST, USUAL_LENGTH, Vectors};
pub(super) use work::Source;

/// An instruction that is reserved: the kind of vectors, a register, or both together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reserved;

/// Text of the fault of an instruction that needs a kind of vectors where there is none (`vill`).
pub const UNSET: &str = "the instruction needs a kind of vectors, and vtype has none";

/// What can be found to be reserved.
pub(super) type Checked<T = ()> = Result<T, Reserved>;

/// Requires a condition.
pub(super) fn require(condition: bool) -> Checked {
    if condition { Ok(()) } else { Err(Reserved) }
}
