//! Open questions of the IPU document (chapter 14 of the user guide of Poplar), with the names and numbers of its
//! clause catalogue.

use crosscall_clauses::ipu as names;

use crate::readings::{Choice, choice};

/// Open questions whose answer changes the generated code.
pub(crate) const CHOICES: &[Choice] = &[
    // Data layout.
    choice::<names::DoubleAlign>(),
    choice::<names::QuadVectorAlign>(),
    choice::<names::LargeEnumeration>(),
    choice::<names::EnumBitFieldSign>(),
    choice::<names::WideChar>(),
    choice::<names::EmptyRecordSize>(),
    // Registers.
    choice::<names::BasePointer>(),
    choice::<names::FramePointer>(),
    // Arguments.
    choice::<names::DoubleFile>(),
    choice::<names::IntegerVectorFile>(),
    choice::<names::RegisterCount>(),
    choice::<names::AfterStackArgument>(),
    choice::<names::StackSlot>(),
    choice::<names::PairOrder>(),
    choice::<names::LastRegisterPair>(),
    choice::<names::PairStart>(),
    choice::<names::QuadStackAlign>(),
    choice::<names::BackFill>(),
    choice::<names::PassedOverRegisters>(),
    choice::<names::NestedAggregate>(),
    choice::<names::SingleMemberUnion>(),
    choice::<names::SingleElementArray>(),
    choice::<names::SingleBitField>(),
    choice::<names::ZeroArrayMember>(),
    choice::<names::VectorPassing>(),
    choice::<names::WideVector>(),
    choice::<names::ByteVectors>(),
    choice::<names::ComplexPassing>(),
    choice::<names::HalfUpperBits>(),
    choice::<names::EmptyArgument>(),
    choice::<names::TemporaryAlign>(),
    choice::<names::VariadicNamed>(),
    choice::<names::VariadicResultAddress>(),
    choice::<names::VariadicAggregate>(),
    // Results.
    choice::<names::ResultAddress>(),
    choice::<names::ResultAddressAtReturn>().usually(names::ResultAddressAtReturn::Free as u8),
    choice::<names::QuadResult>(),
    // Stack.
    choice::<names::StackAlign>(),
    choice::<names::CalleeArea>(),
    choice::<names::StackSlotOwner>().usually(names::StackSlotOwner::Caller as u8),
    choice::<names::BelowStackPointer>(),
    choice::<names::AttributedScalar>(),
];

/// Readings of the vendor's fork of LLVM according to its source: its data layout and its tables of conventions.
pub(crate) const TOOLCHAIN: &[(&str, u8)] = &[
    ("IPU-TYPE-01 double", 4),
    ("IPU-TYPE-01 vector", 6),
    ("IPU-TYPE-07", 4),
    ("IPU-ARG-05 slot", 5),
    ("IPU-ARG-07 stack", 4),
    ("IPU-S04 wide", 4),
    ("IPU-S04 bytes", 8),
    ("IPU-VAR-01 position", 6),
    ("IPU-S05 upper", 3),
];
