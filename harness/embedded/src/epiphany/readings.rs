//! Open questions of the Epiphany document (`epiphany.txt`), with the numbers of its clause catalogue.

use crosscall_clauses::epiphany as names;

use crate::readings::{Choice, choice, other};

/// Open questions whose answer changes the generated code.
pub(crate) const CHOICES: &[Choice] = &[
    // Data layout.
    choice::<names::CharSign>(),
    choice::<names::StackDouble>(),
    choice::<names::MemberPadding>(),
    choice::<names::StructAlign>(),
    choice::<names::UnionAlign>(),
    choice::<names::ArrayMemberAlign>(),
    choice::<names::BitFieldPlacement>(),
    choice::<names::EmptyRecordSize>(),
    choice::<names::TemporaryAlign>(),
    // Registers.
    choice::<names::LinkAtReturn>(),
    // R1: the callee gives sp back as it got it; R2: the callee of a function with named arguments only removes
    // the stack arguments
    other("EPIPHANY-REG-09", &[1, 2], 1),
    // R1: r15 is a saved register like r4 to r11; R2: every function keeps the caller's r15 in its frame and
    // the address of its frame in r15
    other("EPIPHANY-REG-11", &[1, 2], 1),
    choice::<names::ConstantRegisters>(),
    choice::<names::HighRegisters>(),
    choice::<names::ModesAtReturn>(),
    // Arguments.
    choice::<names::FloatArguments>(),
    choice::<names::DoubleStart>(),
    choice::<names::DoubleOrder>(),
    choice::<names::DoubleSplit>(),
    choice::<names::BackFill>(),
    choice::<names::CalleeArea>().usually(names::CalleeArea::Absent as u8),
    choice::<names::StackSlot>(),
    choice::<names::NarrowArgument>(),
    choice::<names::CompositeArgument>().usually(names::CompositeArgument::AlwaysByValue as u8),
    choice::<names::CompositeSplit>(),
    choice::<names::StackSlotOwner>().usually(names::StackSlotOwner::Caller as u8),
    choice::<names::ByAddressOwner>().usually(names::ByAddressOwner::Callee as u8),
    choice::<names::EmptyArgument>(),
    choice::<names::UnnamedArguments>(),
    // Results.
    choice::<names::NarrowResult>(),
    choice::<names::ResultOrder>(),
    choice::<names::SmallCompositeResult>(),
    choice::<names::ResultAddress>(),
    choice::<names::ResultAddressAtReturn>(),
    choice::<names::LargeCompositeResult>(),
    // R1: aggregates of 5 to 8 bytes are returned as EPIPHANY-RET-06 memory says; R2: aggregates of 5 to 8
    // bytes are returned in r0 and r1
    other("EPIPHANY-S13", &[1, 2], 1),
    // Types of several parts, and types without a row in the table.
    choice::<names::EnumWidth>(),
    choice::<names::WideChar>(),
    choice::<names::PlainBitFieldSign>(),
    choice::<names::ComplexArgument>(),
    choice::<names::ComplexResult>(),
    choice::<names::VectorAlign>(),
    choice::<names::VectorArgument>(),
    choice::<names::VectorSplit>().usually(names::VectorSplit::Never as u8),
    choice::<names::VectorResult>(),
    // Stack and calls.
    choice::<names::StackAlign>().usually(names::StackAlign::AlwaysEight as u8),
    // R2, which the catalogue does not tell from R1: lr is stored at the old sp by the instruction that lowers sp, where the
    // callee owns that word.
    choice::<names::BelowStackPointer>().of(&[1, 2, 3]),
    // R1: return through any register (r27 where lr need not survive); R2: return through lr.
    other("EPIPHANY-CALL-04", &[1, 2], 2),
    choice::<names::AttributedScalar>(),
];

/// Readings of GCC 12 that differ from the default ones (observed in its output).
pub(crate) const TOOLCHAIN: &[(&str, u8)] = &[
    ("EPIPHANY-TYPE-05", 2),
    ("EPIPHANY-LAYOUT-02", 2),
    ("EPIPHANY-LAYOUT-06", 2),
    ("EPIPHANY-LAYOUT-10", 2),
    ("EPIPHANY-REG-14", 2),
    ("EPIPHANY-ARG-06 area", 2),
    ("EPIPHANY-S06", 2),
    ("EPIPHANY-S10 copy", 2),
    ("EPIPHANY-S11", 2),
    ("EPIPHANY-RET-04", 2),
    ("EPIPHANY-RET-06 memory", 5),
    ("EPIPHANY-S24 argument", 7),
    ("EPIPHANY-S25 split", 2),
    ("EPIPHANY-STACK-10", 2),
];
