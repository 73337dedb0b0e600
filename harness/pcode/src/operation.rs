//! P-code in the form in which it is executed: every operand is resolved to where it is.

use libsla::{FloatOp, OpCode};

/// Where an operand is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// In the operation itself. What is written here is lost: the specification writes so to register 0.
    Constant,
    /// In the operation, as a distance from the instruction's address.
    Relative,
    /// A place that only this instruction uses.
    Temporary(u8),
    General(u8),
    /// All bits of a floating-point register.
    Float(u8),
    /// A single in a floating-point register, with ones above it.
    Single(u8),
    /// `fflags`, `frm` and `fcsr`.
    Flags,
    Rounding,
    Status,
    /// Instructions executed, and the upper half of their number.
    Counter,
    CounterHigh,
    /// What `lr` has reserved: the address, whether there is one, the number of bytes.
    Reserve(u8),
}

/// An operand: some bytes of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Operand {
    pub(crate) place: Place,
    /// Distance in bits from the lowest bit of the place.
    pub(crate) shift: u8,
    /// Size in bytes.
    pub(crate) size: u8,
    /// Value of a constant.
    pub(crate) value: u64,
}

impl Operand {
    pub(crate) const NONE: Operand = Operand { place: Place::Constant, shift: 0, size: 8, value: 0 };

    pub(crate) const fn constant(value: u64) -> Operand {
        Operand { value, ..Operand::NONE }
    }

    pub(crate) const fn new(place: Place, size: u8) -> Operand {
        Operand { place, size, ..Operand::NONE }
    }
}

/// Work of an instruction as a whole, for which p-code is missing or wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whole {
    /// The bits of a number, extended by their sign.
    BitsOut,
    /// A number as an integer of so many bits, with a sign or without.
    ToInteger(u8, bool),
    Classify,
    /// A product and a sum rounded once; which of them are negated.
    MultiplyAdd([bool; 2]),
    /// The lesser of two numbers, or the greater.
    Extreme(bool),
    EnvironmentCall,
    Breakpoint,
    Illegal,
}

/// Work of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// On integers.
    Pure(OpCode),
    /// On floating-point numbers; the third operand is the rounding mode.
    Float(FloatOp),
    Whole(Whole),
    /// An access to memory, and whether its address has to be aligned.
    Load(bool),
    Store(bool),
    /// Nothing, if there is aligned memory of the second operand's size at the first one.
    Check,
    /// To the first operand if the second is not 0: a constant is a distance in operations.
    Branch,
    /// To an address, and no return from it.
    Jump,
    Call,
    /// To the address in a register, as functions return; the register's number.
    Return(u8),
}

/// One operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Operation {
    pub(crate) work: Work,
    pub(crate) out: Operand,
    pub(crate) inputs: [Operand; 3],
    /// Rounding mode as instructions have it.
    pub(crate) mode: u8,
}
