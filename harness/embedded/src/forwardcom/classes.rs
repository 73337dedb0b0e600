//! Classes of arguments and results: ARG-02 to ARG-12, and their representation in the list, ARG-25 to ARG-28.

use crosscall_clauses::forwardcom as names;
use crosscall_model::{Form, Scalar, Type};

use super::Dialect;
use super::tuples::{RecordClass, classify};
use crate::laid::{Laid, Shape};

/// Number of bytes of an entry of the list (ARG-24).
pub(super) const ENTRY: u32 = 8;
/// Size in bytes of the longest vector of fixed length in a register (ARG-04).
const MOST_VECTOR: u32 = 16;

/// Class of an argument or a result in the convention.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArgumentClass {
    /// Value that is not passed.
    Nothing,
    /// Value in a general register.
    General,
    /// Value in a vector register.
    Vector(Entry),
    /// Value that fits no register.
    Memory(Entry),
}

/// Representation in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    /// Value.
    Value,
    /// Length and address.
    Measured,
    /// Address.
    Address,
}

/// Class of a type in a function of this form.
pub(super) fn class(laid: &Laid, ty: &Type, form: Form, dialect: &Dialect) -> ArgumentClass {
    use ArgumentClass::{General, Memory, Nothing, Vector};
    match (&laid.shape, ty) {
        (Shape::Scalar { floating: true, .. }, _) if dialect.errs("floats-general") => General,
        // ARG-04: floating numbers are in vector registers.
        (Shape::Scalar { floating: true, .. }, _) => Vector(Entry::Value),
        (_, ty) if ty.scalar() == Some(Scalar::Bool) && dialect.errs("truth-vector") => Vector(Entry::Value),
        // ARG-02: integers of up to 64 bits, pointers and truth values are in general registers.
        (Shape::Scalar { .. }, _) => General,
        // ARG-03, ARG-07: a vector of variable length is in a vector register, which holds its length.
        (Shape::Vector { .. }, _) if form == Form::Variable => Vector(Entry::Measured),
        // ARG-04: so are vectors of fixed length, up to 16 bytes.
        (Shape::Vector { .. }, _) if laid.size <= MOST_VECTOR => Vector(measured(laid)),
        // ARG-27 long: a vector of more than 16 bytes is an address in the list, or a length and an address.
        (Shape::Vector { .. }, _) if dialect.is(names::LongVectorInList::TwoEntries) => {
            Memory(Entry::Measured)
        }
        (Shape::Vector { .. }, _) => Memory(Entry::Address),
        (Shape::Complex { .. }, _) => Vector(tuple(laid, dialect)),
        (_, Type::Record(record)) => match classify(record, laid.size, dialect) {
            // S13: an empty record is not passed, is a vector of no bytes, or is passed by address.
            RecordClass::EmptyArgument => match dialect.of() {
                names::EmptyArgument::NotPassed => Nothing,
                names::EmptyArgument::EmptyTuple if laid.size <= MOST_VECTOR => Vector(tuple(laid, dialect)),
                names::EmptyArgument::EmptyTuple => Memory(Entry::Address),
                names::EmptyArgument::ByAddress => Memory(Entry::Address),
            },
            RecordClass::Tuple if dialect.errs("tuples-general") && laid.size <= ENTRY => General,
            RecordClass::Tuple => Vector(tuple(laid, dialect)),
            RecordClass::General => General,
            RecordClass::Memory => Memory(Entry::Address),
        },
        _ => Memory(Entry::Address),
    }
}

/// Representation of a value by its size (ARG-26, ARG-27).
fn measured(laid: &Laid) -> Entry {
    if laid.size <= ENTRY { Entry::Value } else { Entry::Measured }
}

/// Representation of a tuple (ARG-27 tuples).
fn tuple(laid: &Laid, dialect: &Dialect) -> Entry {
    match measured(laid) {
        Entry::Measured if dialect.is(names::LongTupleInList::ByAddress) => Entry::Address,
        entry => entry,
    }
}
