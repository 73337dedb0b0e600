//! Edits that are made of faults, with what GCC does that the document leaves open.

use crate::fault::Fault::*;
use crate::fault::{Carried, Condition, Moment, Narrow, Returned, Sort};
use crate::language::Operation::{Add, Left, Right, Set};
use crate::language::{Clauses, Register};
use crate::made::{Made, both, callee, caller};
use crate::splice::Which::All;

/// The registers that functions preserve by the document, and those that GCC preserves besides.
const VARIABLES: &[Register] = &[4, 5, 6, 7, 8, 9, 10, 11];
const HIGH: &[Register] = &[32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43];

const SHORT: Narrow = Narrow { signed: true, bits: 16 };
const UNSIGNED_SHORT: Narrow = Narrow { signed: false, bits: 16 };

/// A double word in a pair that begins with an odd register.
const ODD_PAIR: Clauses = &["ARG-03", "S07"];
const UNNAMED: Clauses = &["S14"];
/// A stack pointer that is too high at a call.
const GIVEN_UP: Clauses = &["ARG-06", "STACK-10"];

/// Faults of called functions.
#[rustfmt::skip]
pub(super) const CALLEE: &[Made] = &[
    // Registers that a function preserves.
    callee("clobber-r4", Changed(4, Set(85), All)),
    callee("clobber-r7-rare", Changed(7, Set(85), All)).one_in(20),
    callee("clobber-r9-large", Changed(9, Set(85), All)).when(Condition::OnStack),
    callee("clobber-r11", Changed(11, Set(85), All)),
    callee("increment-r5", Changed(5, Add(1), All)).one_in(10),
    callee("clobber-fp", Changed(15, Set(85), All)).at("r15").rare(20),
    callee("clobber-r32-rare", Changed(32, Set(85), All)).one_in(10),
    callee("clobber-r43", Changed(43, Set(85), All)),
    callee("drop-restore", AnyOf(VARIABLES, |r| RestoreLost(r, All))),
    callee("drop-restore-high", AnyOf(HIGH, |r| RestoreLost(r, All))),
    callee("drop-restore-fp", RestoreLost(15, All)).at("r15"),
    callee("drop-save", AnyOf(VARIABLES, NotSaved)),
    callee("restore-other-slot", AnyOf(VARIABLES, |r| RestoredFrom(r, 4))),
    callee("restore-crossed", Exchanged(4, 5)),
    // Registers that nobody writes.
    callee("write-r28", Reserved(28, false)),
    callee("write-r30-rare", Reserved(30, false)).one_in(20),
    callee("write-r31-restored", Reserved(31, true)),
    // Results.
    callee("swap-double-result", ResultSwapped).rare(8),
    callee("double-result-in-r2", PairIn(2)).at("r2"),
    callee("word-result-in-r1", ResultIn(Returned::Word, 1)).at("r1").rare(8),
    callee("narrow-result-in-r3", ResultIn(Returned::Narrow, 3)).at("r3"),
    callee("narrow-result-not-extended", ResultNotExtended(8, 16)).rare(8),
    callee("short-result-zero-extended", ResultExtended(SHORT)),
    callee("short-result-sign-extended", ResultExtended(UNSIGNED_SHORT)),
    callee("bool-result-minus-one", ResultTruth(u32::MAX)).breaks(&["RET-01", "S01"]),
    callee("small-record-shifted", ResultComputed(Returned::Small, Left(8))),
    callee("memory-result-higher", ResultAddress(4)).breaks(&["RET-06"]),
    callee("memory-result-elsewhere", ResultElsewhere).breaks(&["RET-06"]),
    callee("memory-result-incomplete", ResultIncomplete).breaks(&["RET-06"]),
    // Arguments.
    callee("swap-first-arguments", ArgumentsSwapped(0, 1)).rare(10),
    callee("arguments-one-on", ArgumentsShifted(0, 3, 1)),
    callee("first-argument-from-r3", ArgumentFrom(0, 3)).when(Condition::Free(3)).breaks(&["ARG-01", "REG-03"]).at("r3"),
    callee("double-argument-swapped", HalvesSwapped(0)).rare(10),
    callee("double-argument-odd", PairShifted(2, -1)).breaks(ODD_PAIR).at("r1"),
    callee("stack-argument-one-word-on", StackArguments(4)).rare(20),
    callee("stack-argument-no-area", StackArguments(-8)),
    callee("unnamed-one-on", ArgumentsShifted(1, 2, 1)).when(Condition::OneNamed).breaks(UNNAMED),
    callee("argument-object-written", ObjectWritten).when(Condition::Result(Sort::Nothing)).breaks(&["S10"]),
    callee("argument-object-destroyed", ObjectChanged).breaks(&["S10"]),
    // The stack.
    callee("sp-higher-at-return", StackAtReturn(8)),
    callee("sp-lower-at-return", StackAtReturn(-8)).rare(20),
    callee("sp-odd", StackMoved(-2)).breaks(&["STACK-08", "STACK-01"]).rare(20),
    callee("sp-beyond-limit", StackMoved(-0x10_0000)),
    callee("sp-above-base", StackMoved(0x10_0000)),
    callee("write-callers-frame", Touched(80, false)).rare(20),
    callee("write-above-area", Touched(8, false)).breaks(&["STACK-03", "ARG-06"]),
    callee("write-below-4", Touched(-4, false)),
    callee("write-below-64", Touched(-64, false)),
    callee("save-below-64", KeptBelow(4, 64)),
    callee("read-below-16", Touched(-16, true)),
    callee("write-below-32-rare", Touched(-32, false)).one_in(20),
    // Returning.
    callee("return-one-on", ReturnMoved(Add(4))),
    callee("link-lost", LinkLost(Set(0))).at("r14").rare(20),
    callee("return-to-zero-rare", ReturnMoved(Set(0))).one_in(10),
    // Modes and memory that is nobody's.
    callee("rounding-changed", ModeChanged(0)).one_in(5),
    callee("loop-left-armed", ModeChanged(5)).rare(20),
    callee("arithmetic-mode-changed-rare", ModeChanged(2)).one_in(20),
    callee("write-reserved-memory", ReservedMemory(0x80)),
    callee("write-vector-table-rare", ReservedMemory(8)).one_in(20),
    callee("write-callers-code", CallersCodeWritten),
];

/// Faults of calling functions, and of both sides.
#[rustfmt::skip]
pub(super) const CALLER: &[Made] = &[
    // Arguments.
    caller("call-swap-arguments", ArgumentsSwapped(0, 1)).rare(10),
    caller("call-arguments-one-on", ArgumentsShifted(0, 3, 1)).at("r1"),
    caller("call-double-swapped", HalvesSwapped(0)),
    caller("call-double-odd", PairShifted(2, -1)).breaks(ODD_PAIR).at("r1"),
    caller("call-stack-argument-up", ArgumentsShifted(4, 1, 1)).breaks(&["ARG-06", "S09"]).at("[sp+12]"),
    caller("call-stack-arguments-swapped", ArgumentsSwapped(4, 5)).breaks(&["ARG-06"]).at("[sp+12]"),
    caller("call-stack-without-area", StackArguments(-8)).at("[sp+0]"),
    caller("call-stack-larger-area", StackArguments(8)).at("[sp+16]").rare(20),
    caller("call-frame-given-up", StackAtCall(8)).breaks(GIVEN_UP).rare(10),
    caller("call-frame-given-up-more", StackAtCall(16)).breaks(GIVEN_UP),
    caller("call-unnamed-swapped", ArgumentsSwapped(1, 2)).when(Condition::OneNamed).breaks(UNNAMED),
    caller("call-object-elsewhere", ArgumentComputed(0, Add(4), Carried::Address)).breaks(&["S06"]),
    // Results.
    caller("call-word-result-from-r1", ResultIn(Returned::Word, 1)),
    caller("call-double-result-swapped", ResultSwapped).rare(8),
    caller("call-small-record-shifted", ResultComputed(Returned::Small, Right(8))),
    caller("call-result-address-higher", ResultAddress(4)).breaks(&["RET-06"]),
    caller("call-result-address-second", ResultAddressSwapped).at("r1"),
    // The stack and the link.
    caller("call-misaligned", StackAtCall(-4)).breaks(&["STACK-08", "STACK-09"]).rare(20),
    caller("call-without-link", LinkAtCall).at("r14").one_in(5),
    // Registers.
    caller("keep-in-r22", Kept(8, 22)),
    caller("keep-in-r2", Kept(10, 2)),
    caller("keep-in-r12", Kept(10, 12)),
    caller("keep-in-r46", Kept(6, 46)),
    caller("caller-clobber-r8", Changed(8, Set(85), All)),
    caller("caller-drop-restore", AnyOf(VARIABLES, |r| RestoreLost(r, All))),
    caller("caller-sp-lower", StackAtReturn(-8)),
    both("nobody-extends", NobodyExtendsAny),
    // Faults that show with special values alone: zero, minus one.
    callee("zero-argument-becomes-one", ArgumentReplaced(0, 0, 1)),
    callee("minus-one-argument-becomes-zero", ArgumentReplaced(0, -1, 0)),
    callee("zero-argument-hides-the-next", ZeroSpreads),
    callee("minus-one-result-becomes-zero", ResultReplaced(Returned::Word, -1, 0)).at("r0"),
    caller("call-zero-argument-becomes-one", ArgumentReplaced(0, 0, 1)).at("r0"),
    caller("call-zero-result-becomes-one", ResultReplaced(Returned::Word, 0, 1)),
];

/// Changes that break nothing: a finding that they cause is a false alarm.
#[rustfmt::skip]
pub(super) const HARMLESS: &[Made] = &[
    callee("scratch-destroyed", ScratchDestroyed(Moment::Return, false)),
    callee("scratch-destroyed-at-entry", ScratchDestroyed(Moment::Entry, false)),
    callee("second-result-register-destroyed", SecondResult(false)),
    callee("idle-instructions", Idle),
    callee("larger-frame", LargerFrame(64)),
    callee("spill-to-own-frame", Borrowed(&[16])),
    callee("own-area-used", OwnAreaWritten),
    callee("borrowed-and-restored", Borrowed(&[4, 43])),
    callee("return-through-register", ReturnThrough),
    callee("result-address-not-returned", ResultAddressLost),
    caller("call-scratch-destroyed", ScratchDestroyed(Moment::Call, false)),
    // The callees of GCC extend for themselves, so its callers may leave it to them, and the other way round.
    caller("call-does-not-extend", NotExtended(0, Carried::Narrow)).harmless(),
    callee("callee-does-not-extend", ExtensionForgotten(0)).harmless(),
    caller("call-extends-again", Extended(SHORT, true)).harmless(),
    caller("call-larger-frame", StackAtCall(-16)),
];
