//! The table of edits for compilers of the Nyuzi.

use super::LANGUAGE;
use crate::data::{self, Wrong};
use crate::edit::{Action, Edit};
use crate::facts::Side::Callee;
use crate::fault::Fault::*;
use crate::fault::{Carried, Returned};
use crate::language::Operation::{Add, Flip, Set};
use crate::made::{self, Made, callee, caller};
use crate::splice::Which::All;
use crate::table::row;
use std::sync::LazyLock;

static TABLE: LazyLock<Vec<Edit>> = LazyLock::new(|| {
    let made = |rows| made::edits(rows, &LANGUAGE).into_iter();
    let scratch = row("scratch-destroyed", "scratch registers are destroyed at return")
        .does(Action::Exit("li s8, 85; li s9, 85; li s16, 85; li s23, 85; move v20, s9"));
    let scratch = scratch.edit(Callee, "harmless", &[]);
    made(FAULTS).chain(data::constants(LAYOUT)).chain(made(HARMLESS)).chain([scratch]).collect()
});

/// The whole table: what breaks something first, then what breaks nothing.
pub fn edits() -> Vec<Edit> {
    TABLE.clone()
}

const FAULTS: &[Made] = &[
    // Registers.
    callee("clobber-s24", Changed(24, Set(85), All)),
    callee("clobber-s27-rare", Changed(27, Add(1), All)).one_in(8),
    callee("clobber-gp", Changed(28, Flip(4), All)),
    callee("clobber-fp", Changed(29, Set(85), All)),
    callee("clobber-v26", Changed(58, Set(85), All)),
    callee("drop-restore-s24", RestoreLost(24, All)),
    callee("save-lost-s24", SaveLost(24)),
    callee("drop-restore-fp", RestoreLost(29, All)),
    caller("caller-clobber-s25", Changed(25, Set(85), All)),
    // Arguments.
    callee("swap-first-arguments", ArgumentsSwapped(0, 1)),
    caller("call-swap-arguments", ArgumentsSwapped(0, 1)),
    callee("halves-swapped", HalvesSwapped(0)),
    caller("call-halves-swapped", HalvesSwapped(0)),
    callee("stack-argument-one-word-on", StackArguments(4)),
    caller("call-record-address-higher", ArgumentComputed(0, Add(4), Carried::Address)),
    // Results.
    callee("result-in-s1", ResultIn(Returned::Word, 1)),
    callee("result-halves-swapped", ResultSwapped),
    callee("memory-result-higher", ResultAddress(4)),
    // The stack and the return.
    callee("sp-lower-at-return", StackAtReturn(-64)),
    caller("call-misaligned", StackAtCall(-4)),
    callee("return-one-on", ReturnMoved(Add(4))),
    callee("link-lost", LinkLost(Set(0))),
];

const LAYOUT: &[Wrong] = &[
    ("sizeof-short", "sizeof (short)", 4, &["TYPE-02"]),
    ("sizeof-double", "sizeof (double)", 8, &["TYPE-08"]),
];

/// Changes that break nothing. A word below the stack pointer may be written by one reading of S19.
const HARMLESS: &[Made] = &[
    callee("write-below", Touched(-64, false)),
    caller("call-larger-frame", StackAtCall(-64)),
    callee("read-callers-frame", Touched(96, true)),
];
