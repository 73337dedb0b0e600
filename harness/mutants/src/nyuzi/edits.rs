//! The table of edits for compilers of the Nyuzi.

use super::LANGUAGE;
use crate::edit::{Action, Edit};
use crate::facts::Side::{self, Callee, Caller, Data};
use crate::language::Operation::{Add, Flip, Set};
use crate::random::Fault::{
    self, ArgumentComputed, ArgumentsSwapped, Changed, HalvesSwapped, LinkLost, ResultIn,
};
use crate::random::Fault::{
    RestoreLost, ResultAddress, ResultSwapped, ReturnMoved, SaveLost, StackArguments,
};
use crate::random::Fault::{StackAtCall, StackAtReturn, Touched};
use crate::random::{Carried, Generated, Returned};
use crate::splice::Which::All;
use crate::table::{Family, family, row};
use std::sync::LazyLock;

static TABLE: LazyLock<Vec<Edit>> = LazyLock::new(|| {
    let layout = LAYOUT.iter().flat_map(Family::edits);
    let scratch = SCRATCH.edits();
    made(FAULTS).chain(layout).chain(made(HARMLESS)).chain(scratch).collect()
});

/// The whole table: what breaks something first, then what breaks nothing.
pub fn edits() -> Vec<Edit> {
    TABLE.clone()
}

/// A fault: it is made in one of so many functions on a side; its name, its description, and the fault itself.
type Row = (u64, Side, &'static str, &'static str, Fault);

fn made(rows: &'static [Row]) -> impl Iterator<Item = Edit> {
    rows.iter().map(|(one_in, side, name, text, fault)| {
        let edit = Generated::always(*fault).edit(*side, name, text, &LANGUAGE);
        let kind = if edit.is_harmless() { "harmless" } else { edit.kind };
        Edit { one_in: *one_in, kind, ..edit }
    })
}

const FAULTS: &[Row] = &[
    // Registers.
    (1, Callee, "clobber-s24", "s24 is another one at return", Changed(24, Set(85), All)),
    (8, Callee, "clobber-s27-rare", "s27 is one more at return", Changed(27, Add(1), All)),
    (1, Callee, "clobber-gp", "gp is another one at return", Changed(28, Flip(4), All)),
    (1, Callee, "clobber-fp", "fp is another one at return", Changed(29, Set(85), All)),
    (1, Callee, "clobber-v26", "v26 is another one at return", Changed(58, Set(85), All)),
    (1, Callee, "drop-restore-s24", "s24 is saved and not restored", RestoreLost(24, All)),
    (1, Callee, "save-lost-s24", "something else lies where s24 was saved", SaveLost(24)),
    (1, Callee, "drop-restore-fp", "fp is saved and not restored", RestoreLost(29, All)),
    (1, Caller, "caller-clobber-s25", "the calling function itself loses s25", Changed(25, Set(85), All)),
    // Arguments.
    (
        1,
        Callee,
        "swap-first-arguments",
        "the first two word arguments are taken for each other",
        ArgumentsSwapped(0, 1),
    ),
    (
        1,
        Caller,
        "call-swap-arguments",
        "the first two word arguments are in each other's register",
        ArgumentsSwapped(0, 1),
    ),
    (1, Callee, "halves-swapped", "the words of a 64-bit first argument are swapped", HalvesSwapped(0)),
    (1, Caller, "call-halves-swapped", "the words of a 64-bit first argument are swapped", HalvesSwapped(0)),
    (1, Callee, "stack-argument-one-word-on", "stack arguments are read 4 bytes higher", StackArguments(4)),
    (
        1,
        Caller,
        "call-record-address-higher",
        "the address of a record that is passed first is 4 bytes higher",
        ArgumentComputed(0, Add(4), Carried::Address),
    ),
    // Results.
    (1, Callee, "result-in-s1", "a word result is in s1", ResultIn(Returned::Word, 1)),
    (1, Callee, "result-halves-swapped", "the words of a 64-bit result are swapped", ResultSwapped),
    (1, Callee, "memory-result-higher", "a result in memory is stored 4 bytes higher", ResultAddress(4)),
    // The stack and the return.
    (1, Callee, "sp-lower-at-return", "the stack pointer is 64 bytes lower at return", StackAtReturn(-64)),
    (1, Caller, "call-misaligned", "the stack pointer is 4 bytes lower at the call", StackAtCall(-4)),
    (1, Callee, "return-one-on", "the return leads one instruction beyond the right one", ReturnMoved(4)),
    (1, Callee, "link-lost", "the return is right, and ra is another one", LinkLost(Set(0))),
];

const LAYOUT: [Family; 2] = [
    family(Data, "size of a type", &["TYPE-02"])
        .of_one(row("sizeof-short", "short takes 4 bytes").does(Action::Constant("sizeof (short)", 4))),
    family(Data, "size of a type", &["TYPE-08"])
        .of_one(row("sizeof-double", "double takes 8 bytes").does(Action::Constant("sizeof (double)", 8))),
];

/// Changes that break nothing. A word below the stack pointer may be written by one reading of S19.
const HARMLESS: &[Row] = &[
    (1, Callee, "write-below", "a word 64 bytes below the stack pointer is written", Touched(-64, false)),
    (1, Caller, "call-larger-frame", "the stack pointer is 64 bytes lower at the call", StackAtCall(-64)),
    (1, Callee, "read-callers-frame", "a word 96 bytes above the stack pointer is read", Touched(96, true)),
];

const SCRATCH: Family = family(Callee, "harmless", &[]).of_one(
    row("scratch-destroyed", "scratch registers are destroyed at return")
        .does(Action::Exit("li s8, 85; li s9, 85; li s16, 85; li s23, 85; move v20, s9")),
);
