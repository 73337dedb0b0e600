//! Open questions of the psABI's document, with the names and numbers of its clause catalogue.

use crosscall_clauses::riscv as names;
use crosscall_model::target::riscv::Abi;

use super::Scope::{self, Embedded, Every, Hard, Narrow, NarrowHard, Soft};
use crate::readings::{Choice, choice, other};

/// Place of a choice in a table that is filled.
const EMPTY: Choice = other("", &[], 0);

/// Open questions whose answer changes the generated code, with the ABIs that have them.
const CHOICES: &[(Scope, Choice)] = &[
    // Data.
    (Every, choice::<names::CharSign>()),
    (Every, choice::<names::VectorAlign>()),
    (Every, choice::<names::VectorAlignof>()),
    (Every, choice::<names::OddVectorSize>()),
    (Every, choice::<names::UnnamedBitFieldAlign>()),
    (Every, choice::<names::TrailingZeroBitField>()),
    (Every, choice::<names::ZeroBitFieldAlign>()),
    (Every, choice::<names::Enumeration>()),
    (Every, choice::<names::WideChar>()),
    (Every, choice::<names::PlainBitFieldSign>()),
    (Every, choice::<names::PackedBitFields>()),
    // Registers.
    (Every, choice::<names::FixedRegisters>()),
    (Every, choice::<names::RoundingMode>()),
    (Every, choice::<names::ExceptionFlags>()),
    // Arguments.
    (Every, choice::<names::NarrowInteger>()),
    (Narrow, choice::<names::NamedPair>()),
    (Narrow, choice::<names::LastRegisterScalar>()),
    (Every, choice::<names::LastRegisterAggregate>()),
    (Soft, choice::<names::VectorArgument>().of(&[1, 3])),
    (Hard, choice::<names::VectorArgument>()),
    (Every, choice::<names::EmptyRecord>()),
    (Every, choice::<names::FlexibleAlone>()),
    (Every, choice::<names::ByAddressOwner>()),
    (Hard, choice::<names::EmptyUnionMember>()),
    (Hard, choice::<names::ZeroBitFieldMember>()),
    (Hard, choice::<names::ZeroArrayMember>()),
    (Hard, choice::<names::EmptyElementArray>()),
    (Hard, choice::<names::BoxWidth>()),
    (Hard, choice::<names::BoxMembers>()),
    (Hard, choice::<names::SkippedFloatRegister>()),
    (NarrowHard, choice::<names::WideBitField>()),
    (Hard, choice::<names::UnnamedBitFieldMember>()),
    (Hard, choice::<names::PointerMember>()),
    (Every, choice::<names::ResultAddressAtReturn>()),
    (Hard, choice::<names::VariadicNamed>()),
    // Stack.
    (Every, choice::<names::FrameChain>()),
    (Every, choice::<names::StackAlign>()),
    (Every, choice::<names::BelowStackPointer>()),
    (Embedded, choice::<names::EmbeddedStackAlign>()),
    // What the document does not say.
    (Hard, choice::<names::AtomicMember>()),
    (Hard, choice::<names::FlexibleArray>()),
    (Every, choice::<names::ComplexInteger>()),
    (Every, choice::<names::Unprototyped>()),
    (Every, choice::<names::ArgumentCopyAlign>()),
    (Every, choice::<names::ResultMemoryAlign>()),
    (Every, choice::<names::ResultRoom>()),
    (Every, choice::<names::StackSlotOwner>()),
    (Every, choice::<names::AttributedScalar>()),
    (Every, choice::<names::AttributedRecord>()),
    (Embedded, choice::<names::EmbeddedEvenPair>()),
    (Embedded, choice::<names::EmbeddedLocal>()),
];

/// Number of questions of all ABIs.
const COUNT: usize = CHOICES.len();

/// Questions of all ABIs.
pub(super) const QUESTIONS: &[Choice] = &{
    let mut all = [EMPTY; COUNT];
    let mut at = 0;
    while at < COUNT {
        all[at] = CHOICES[at].1;
        at += 1;
    }
    all
};

super::selection!(CHOICES, Choice, abi, entry => *entry);

/// Readings of GCC 12 that differ from the default ones (observed in its output).
pub(super) const fn toolchain(abi: Abi) -> &'static [(&'static str, u8)] {
    const SOFT: &[(&str, u8)] = &[("RISCV-LAYOUT-03", 3), ("RISCV-S12 argument", 2)];
    const HARD: &[(&str, u8)] = &[
        ("RISCV-LAYOUT-03", 3),
        ("RISCV-ARG-34", 2),
        ("RISCV-ARG-36", 2),
        ("RISCV-ARG-38", 2),
        ("RISCV-S12 argument", 2),
    ];
    if Hard.has(abi) { HARD } else { SOFT }
}
