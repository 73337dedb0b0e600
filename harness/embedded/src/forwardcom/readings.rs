//! Open questions of the ForwardCom document, with the names and numbers of its clause catalogue.

use crosscall_clauses::forwardcom as names;

use crate::readings::{Choice, choice};

/// Open questions whose answer changes the generated code.
pub(crate) const CHOICES: &[Choice] = &[
    // Data layout.
    choice::<names::LongSize>(),
    choice::<names::BoolSize>(),
    choice::<names::SmallCompositeAlign>(),
    choice::<names::ArrayAlign>(),
    choice::<names::CharSign>(),
    choice::<names::EnumSize>(),
    choice::<names::WideChar>(),
    choice::<names::BitFieldPlacement>(),
    choice::<names::PlainBitFieldSign>(),
    choice::<names::EmptyRecordSize>(),
    choice::<names::LargeRecordAlign>(),
    choice::<names::LargeVectorAlign>(),
    // Arguments.
    choice::<names::VectorRegisterLength>(),
    choice::<names::SingleIntegerTuple>(),
    choice::<names::NestedRecord>(),
    choice::<names::BitFieldInTuple>(),
    choice::<names::PaddedTuple>(),
    choice::<names::ZeroArrayInTuple>(),
    choice::<names::AtomicInTuple>(),
    choice::<names::UnionLimit>(),
    choice::<names::PointerRecord>(),
    choice::<names::EmptyList>(),
    choice::<names::ListRegister>(),
    choice::<names::ListUpperBits>(),
    choice::<names::LongTupleInList>(),
    choice::<names::LongVectorInList>(),
    choice::<names::NarrowInteger>(),
    choice::<names::AddressRegister>(),
    choice::<names::ByAddressOwner>(),
    choice::<names::EmptyArgument>(),
    // Results.
    choice::<names::TwoResults>(),
    choice::<names::TwoMemberStructure>(),
    // Stack.
    choice::<names::BelowStackPointer>(),
];
