//! Open questions of the Nyuzi document (the wiki page on the compiler's ABI), with the names and numbers of its
//! clause catalogue.

use crosscall_clauses::nyuzi as names;

use crate::readings::{Choice, choice, other};

/// Open questions whose answer changes the generated code.
pub(crate) const CHOICES: &[Choice] = &[
    // Data layout.
    choice::<names::CharSign>(),
    choice::<names::LongLongAlign>(),
    choice::<names::LongDouble>(),
    choice::<names::VectorAlign>(),
    choice::<names::VectorMemberAlign>(),
    choice::<names::EnumWidth>(),
    choice::<names::WideChar>(),
    choice::<names::BitFieldPlacement>(),
    choice::<names::PlainBitFieldSign>(),
    choice::<names::EmptyRecordSize>(),
    // Registers.
    choice::<names::GlobalPointer>(),
    choice::<names::LinkAtReturn>(),
    // R1: where gp is saved it is a register like others; R2: gp is never written where it is saved.
    other("NYUZI-REG-07", &[1, 2], 2),
    choice::<names::UnneededFramePointer>(),
    // Arguments.
    choice::<names::RegisterCount>(),
    choice::<names::LongLongCount>(),
    choice::<names::StackArgumentOrder>(),
    choice::<names::StackSlot>(),
    choice::<names::StackLongLongAlign>().usually(names::StackLongLongAlign::Eight as u8),
    choice::<names::LongLongStart>(),
    choice::<names::LongLongSplit>().usually(names::LongLongSplit::WholeOnStack as u8),
    choice::<names::BackFill>(),
    choice::<names::NarrowArgument>(),
    choice::<names::CompositeArgument>(),
    choice::<names::CompositeSplit>(),
    choice::<names::ByAddressOwner>(),
    choice::<names::StackSlotOwner>().usually(names::StackSlotOwner::Caller as u8),
    choice::<names::TemporaryAlign>(),
    choice::<names::CalleeArea>(),
    choice::<names::EmptyArgument>().usually(names::EmptyArgument::NotPassed as u8),
    choice::<names::ComplexArgument>().usually(names::ComplexArgument::TwoArguments as u8),
    choice::<names::ShapedVectorArgument>(),
    choice::<names::VariadicNamed>(),
    choice::<names::VariadicResultAddress>(),
    choice::<names::VariadicSlot>(),
    // Results.
    choice::<names::CompositeResult>(),
    choice::<names::EmptyResult>().usually(names::EmptyResult::Nothing as u8),
    choice::<names::ResultAddressAtReturn>(),
    choice::<names::ResultAddressCount>(),
    choice::<names::ResultRoom>(),
    choice::<names::ComplexResult>().usually(names::ComplexResult::ScalarRegisters as u8),
    choice::<names::ShapedVectorResult>(),
    choice::<names::NarrowResult>(),
    // Stack.
    choice::<names::StackAlign>(),
    choice::<names::BelowStackPointer>(),
    choice::<names::AttributedScalar>(),
];
