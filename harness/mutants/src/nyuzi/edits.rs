//! The table of edits for compilers of the Nyuzi.

use crate::edit::Action::{Constant, Random};
use crate::edit::{Action, Edit};
use crate::facts::Side::{self, Callee, Caller, Data};
use crate::language::{Clauses, Operation};
use crate::random::{Carried, Condition, Fault, Generated, Returned};
use crate::splice::Which;

/// The whole table: what breaks something first, then what breaks nothing.
pub fn edits() -> Vec<Edit> {
    EDITS.to_vec()
}

const fn row(
    side: Side,
    name: &'static str,
    kind: &'static str,
    text: &'static str,
    clauses: Clauses,
    action: Action,
) -> Edit {
    Edit::new(side, name, kind, text, clauses, action)
}

/// A fault in every function that gives occasion.
macro_rules! always {
    ($fault:expr) => {
        Random(&Generated { fault: $fault, condition: Condition::Always })
    };
}

/// A constant is wrong where the expression is this one.
macro_rules! constant {
    ($expression:literal, $wrong:literal) => {
        Constant(|item, _| (item == $expression).then_some($wrong))
    };
}

const EDITS: &[Edit] = &[
    // Registers.
    row(
        Callee,
        "clobber-s24",
        "saved register changed",
        "s24 is another one at return",
        &["REG-01"],
        always!(Fault::Changed(24, Operation::Set(85), Which::All)),
    )
    .at("s24"),
    row(
        Callee,
        "clobber-s27-rare",
        "saved register changed",
        "s27 is one more at return",
        &["REG-01"],
        always!(Fault::Changed(27, Operation::Add(1), Which::All)),
    )
    .at("s27")
    .one_in(8),
    row(
        Callee,
        "clobber-gp",
        "saved register changed",
        "gp is another one at return",
        &["REG-02"],
        always!(Fault::Changed(28, Operation::Flip(4), Which::All)),
    )
    .at("gp"),
    row(
        Callee,
        "clobber-fp",
        "saved register changed",
        "fp is another one at return",
        &["REG-03", "REG-08"],
        always!(Fault::Changed(29, Operation::Set(85), Which::All)),
    )
    .at("fp"),
    row(
        Callee,
        "clobber-v26",
        "saved register changed",
        "v26 is another one at return",
        &["REG-05"],
        always!(Fault::Changed(58, Operation::Set(85), Which::All)),
    )
    .at("v26"),
    row(
        Callee,
        "drop-restore-s24",
        "restore left out",
        "s24 is saved and not restored",
        &["REG-01"],
        always!(Fault::RestoreLost(24, Which::All)),
    )
    .at("s24"),
    row(
        Callee,
        "save-lost-s24",
        "save lost",
        "something else lies where s24 was saved",
        &["REG-01"],
        always!(Fault::SaveLost(24)),
    )
    .at("s24"),
    row(
        Callee,
        "drop-restore-fp",
        "restore left out",
        "fp is saved and not restored",
        &["REG-03", "REG-08"],
        always!(Fault::RestoreLost(29, Which::All)),
    )
    .at("fp"),
    row(
        Caller,
        "caller-clobber-s25",
        "saved register changed",
        "the calling function itself loses s25",
        &["REG-01"],
        always!(Fault::Changed(25, Operation::Set(85), Which::All)),
    )
    .at("s25"),
    // Arguments.
    row(
        Callee,
        "swap-first-arguments",
        "arguments exchanged",
        "the first two word arguments are taken for each other",
        &["ARG-01", "S07"],
        always!(Fault::ArgumentsSwapped(0, 1)),
    ),
    row(
        Caller,
        "call-swap-arguments",
        "arguments exchanged",
        "the first two word arguments are in each other's register",
        &["ARG-01", "S07"],
        always!(Fault::ArgumentsSwapped(0, 1)),
    ),
    row(
        Callee,
        "halves-swapped",
        "words of an argument swapped",
        "the words of a 64-bit first argument are swapped",
        &["ARG-03"],
        always!(Fault::HalvesSwapped(0)),
    ),
    row(
        Caller,
        "call-halves-swapped",
        "words of an argument swapped",
        "the words of a 64-bit first argument are swapped",
        &["ARG-03"],
        always!(Fault::HalvesSwapped(0)),
    ),
    row(
        Callee,
        "stack-argument-one-word-on",
        "stack arguments elsewhere",
        "stack arguments are read 4 bytes higher",
        &["ARG-02", "S11"],
        always!(Fault::StackArguments(4)),
    ),
    row(
        Caller,
        "call-record-address-higher",
        "address of an argument computed with",
        "the address of a record that is passed first is 4 bytes higher",
        &["S09", "S10"],
        always!(Fault::ArgumentComputed(0, Operation::Add(4), Carried::Address)),
    ),
    // Results.
    row(
        Callee,
        "result-in-s1",
        "result in another register",
        "a word result is in s1",
        &["S14"],
        always!(Fault::ResultIn(Returned::Word, 1)),
    ),
    row(
        Callee,
        "result-halves-swapped",
        "words of a result swapped",
        "the words of a 64-bit result are swapped",
        &["S14", "ARG-03"],
        always!(Fault::ResultSwapped),
    ),
    row(
        Callee,
        "memory-result-higher",
        "address of a result elsewhere",
        "a result in memory is stored 4 bytes higher",
        &["RET-01", "RET-02"],
        always!(Fault::ResultAddress(4)),
    ),
    // The stack and the return.
    row(
        Callee,
        "sp-lower-at-return",
        "stack pointer at return",
        "the stack pointer is 64 bytes lower at return",
        &["REG-09"],
        always!(Fault::StackAtReturn(-64)),
    )
    .at("stack pointer"),
    row(
        Caller,
        "call-misaligned",
        "stack pointer at a call",
        "the stack pointer is 4 bytes lower at the call",
        &["STACK-01"],
        always!(Fault::StackAtCall(-4)),
    ),
    row(
        Callee,
        "return-one-on",
        "return elsewhere",
        "the return leads one instruction beyond the right one",
        &["CALL-01"],
        always!(Fault::ReturnMoved(4)),
    ),
    row(
        Callee,
        "link-lost",
        "link register lost",
        "the return is right, and ra is another one",
        &["REG-04"],
        always!(Fault::LinkLost(Operation::Set(0))),
    ),
    // Layout.
    row(
        Data,
        "sizeof-short",
        "size of a type",
        "short takes 4 bytes",
        &["TYPE-02"],
        constant!("sizeof (short)", 4),
    ),
    row(
        Data,
        "sizeof-double",
        "size of a type",
        "double takes 8 bytes",
        &["TYPE-08"],
        constant!("sizeof (double)", 8),
    ),
    // What breaks nothing. A word below the stack pointer may be written by one reading of S19.
    row(
        Callee,
        "write-below",
        "harmless",
        "a word 64 bytes below the stack pointer is written",
        &[],
        always!(Fault::Touched(-64, false)),
    ),
    row(
        Caller,
        "call-larger-frame",
        "harmless",
        "the stack pointer is 64 bytes lower at the call",
        &[],
        always!(Fault::StackAtCall(-64)),
    ),
    row(
        Callee,
        "read-callers-frame",
        "harmless",
        "a word 96 bytes above the stack pointer is read",
        &[],
        always!(Fault::Touched(96, true)),
    ),
    row(
        Callee,
        "scratch-destroyed",
        "harmless",
        "scratch registers are destroyed at return",
        &[],
        Action::Exit(&["li s8, 85", "li s9, 85", "li s16, 85", "li s23, 85", "move v20, s9"]),
    ),
];
