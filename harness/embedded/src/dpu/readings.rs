//! Open questions of the DPU document (the page on the ABI in the vendor's manual), with the names and numbers of its
//! clause catalogue.

use crosscall_clauses::dpu as names;

use crate::readings::{Choice, choice};

/// Open questions whose answer changes the generated code.
pub(crate) const CHOICES: &[Choice] = &[
    // Data.
    choice::<names::CharSign>(),
    choice::<names::LoneObjectAlign>(),
    choice::<names::BoolSize>(),
    choice::<names::Enumeration>(),
    choice::<names::SizeWidth>(),
    choice::<names::WideChar>(),
    choice::<names::BitFieldPlacement>(),
    choice::<names::PlainBitFieldSign>(),
    choice::<names::EmptyRecordSize>(),
    // Registers.
    choice::<names::LinkAtReturn>(),
    // Arguments.
    choice::<names::NarrowArgument>(),
    choice::<names::BackFill>(),
    choice::<names::LastRegisterDouble>(),
    choice::<names::ByReferenceOwner>(),
    choice::<names::StackArgumentOrder>(),
    choice::<names::StackAreaPadding>(),
    choice::<names::ComplexArgument>(),
    choice::<names::TemporaryAlign>(),
    choice::<names::FloatArguments>(),
    choice::<names::EmptyArgument>(),
    choice::<names::StackSlotOwner>().usually(names::StackSlotOwner::Caller as u8),
    // Results.
    choice::<names::NarrowResult>(),
    choice::<names::ResultAddress>(),
    choice::<names::ResultAddressAtReturn>(),
    choice::<names::ComplexResult>(),
    // Variable arguments.
    choice::<names::VariadicNamed>(),
    choice::<names::VariadicOrder>(),
    choice::<names::VariadicComposite>(),
    choice::<names::VariadicCompositeSlot>(),
    choice::<names::VariadicResultAddress>(),
    // Stack.
    choice::<names::StackAlign>(),
    choice::<names::FramePicture>(),
    choice::<names::SavedPairOrder>(),
    choice::<names::ReturnAddressSave>(),
    choice::<names::StackPointerSave>(),
    choice::<names::SavedPairPlace>(),
    choice::<names::SavedPairTime>(),
    choice::<names::BeyondStackPointer>(),
    choice::<names::AttributedScalar>(),
];

/// Readings of the vendor's clang that differ from the default ones, as far as its public sources of 2019 show them
/// (`LowerCall` in `DPUTargetLowering.cpp` passes the address of a copy for every composite): read, not run.
pub(crate) const TOOLCHAIN: &[(&str, u8)] = &[("DPU-VAR-03", 2)];
