//! Edits that are made of faults. An ABI takes those that it has the registers for.

use crate::fault::Fault::*;
use crate::fault::{Carried, Condition, First, Moment, Narrow, Reals, Returned};
use crate::language::Clauses;
use crate::language::Operation::{Add, Flip, Left, Right, Set};
use crate::made::{Made, callee, caller};
use crate::splice::Which::All;

const CHAR: Narrow = Narrow { signed: true, bits: 8 };
const SHORT: Narrow = Narrow { signed: true, bits: 16 };
const UNSIGNED_SHORT: Narrow = Narrow { signed: false, bits: 16 };
const INT: Narrow = Narrow { signed: true, bits: 32 };
const UNSIGNED_INT: Narrow = Narrow { signed: false, bits: 32 };

/// The order of a structure's parts in registers of reals, and of a complex number's.
const PARTS: Clauses = &["ARG-46", "ARG-45"];
const COMPLEX: Clauses = &["ARG-48", "TYPE-32"];
const RESULT_PARTS: Clauses = &["RET-06", "ARG-46", "ARG-45"];
const COMPLEX_RESULT: Clauses = &["RET-06", "ARG-48", "TYPE-32"];
/// A structure of a real and an integer.
const MIXED: Clauses = &["ARG-49"];
const UNNAMED: Clauses = &["VAR-01", "ARG-02"];
const FIXED: Clauses = &["REG-11", "REG-04", "REG-05"];

/// Faults of called functions.
#[rustfmt::skip]
pub(super) const CALLEE: &[Made] = &[
    // Registers.
    callee("clobber-s0", Changed(8, Set(85), All)),
    callee("clobber-s0-with-stack-arguments", Changed(8, Set(85), All)).when(Condition::OnStack),
    callee("clobber-s1-rare", Changed(9, Add(1), All)).one_in(8),
    callee("clobber-s4", Changed(20, Flip(4), All)),
    callee("clobber-s11-rare", Changed(27, Set(85), All)).one_in(20),
    callee("clobber-fs0", Changed(40, Set(85), All)),
    callee("clobber-fs11-rare", Changed(59, Set(85), All)).one_in(8),
    callee("drop-restore-s0", RestoreLost(8, All)),
    callee("drop-restore-s1", RestoreLost(9, All)),
    callee("drop-restore-s2", RestoreLost(18, All)),
    callee("drop-restore-fs0", RestoreLost(40, All)),
    callee("save-lost-s0", SaveLost(8)),
    callee("save-lost-fs0", SaveLost(40)),
    callee("saved-exchanged", Exchanged(8, 9)),
    callee("saved-reals-exchanged", Exchanged(40, 41)),
    callee("write-gp", Reserved(3, false)),
    callee("write-tp", Reserved(4, false)),
    callee("keep-in-t6", Kept(8, 31)),
    callee("keep-in-t2", Kept(8, 7)),
    callee("keep-in-a7", Kept(8, 17)),
    callee("keep-in-ft11", Kept(40, 63)),
    callee("keep-in-fa7", Kept(40, 49)),
    // The stack and the return.
    callee("sp-higher-at-return", StackAtReturn(16)),
    callee("sp-lower-at-return", StackAtReturn(-16)).rare(20),
    callee("sp-odd", StackMoved(-2)),
    callee("read-below", Touched(-16, true)),
    callee("save-below", KeptBelow(9, 64)),
    callee("write-callers-frame", Touched(96, false)),
    callee("return-one-on", ReturnMoved(Add(4))),
    callee("return-to-zero-rare", ReturnMoved(Set(0))).one_in(10),
    callee("write-callers-code", CallersCodeWritten),
    callee("rounding-left", ModeChanged(0)),
    callee("rounding-left-rare", ModeChanged(1)).one_in(20),
    // Arguments.
    callee("arguments-swapped", ArgumentsSwapped(0, 1)).rare(10),
    callee("arguments-one-on", ArgumentsShifted(0, 3, 1)),
    callee("argument-from-a3", ArgumentFrom(0, 3)).when(Condition::Free(3)).at("a3"),
    callee("halves-swapped", HalvesSwapped(0)),
    callee("named-pair-even", PairShifted(1, 1)).when(Condition::Fixed).breaks(&["ARG-13"]).at("a2"),
    callee("address-of-record-higher", ArgumentComputed(0, Add(8), Carried::Address)),
    callee("unnamed-one-on", ArgumentsShifted(1, 2, 1)).when(Condition::OneNamed).breaks(UNNAMED),
    callee("reals-swapped", RealsSwapped(Reals::Two)).rare(8),
    callee("two-reals-reversed", RealsSwapped(Reals::Structure)).breaks(PARTS),
    callee("complex-reversed", RealsSwapped(Reals::Complex)).breaks(COMPLEX),
    callee("mixed-integer-from-a1", FirstIn(First::IntegerOfMixed, 11)).breaks(MIXED).at("a1"),
    callee("mixed-real-from-fa1", FirstIn(First::RealOfMixed, 43)).breaks(MIXED).at("fa1"),
    // Results.
    callee("result-halves-swapped", ResultSwapped).rare(8),
    callee("result-in-a1", ResultIn(Returned::Integer, 11)).at("a1").rare(8),
    callee("result-in-a5", PairIn(14)).breaks(&["RET-01", "RET-02"]).at("a4"),
    callee("real-result-in-fa1", ResultIn(Returned::Real, 43)).at("fa1"),
    callee("mixed-result-in-a1", ResultIn(Returned::Mixed, 11)).breaks(&["RET-06", "ARG-49"]).at("a1"),
    callee("upper-result-lost", SecondResult(true)).at("a1"),
    callee("short-result-not-extended", ResultNotExtended(8, 16)).rare(8),
    callee("int-result-not-extended", ResultNotExtended(32, 32)),
    callee("short-result-zero-extended", ResultExtended(SHORT)),
    callee("unsigned-short-result-sign-extended", ResultExtended(UNSIGNED_SHORT)),
    callee("signed-char-result-zero-extended", ResultExtended(CHAR)),
    callee("int-result-zero-extended", ResultExtended(INT)),
    callee("unsigned-result-zero-extended", ResultExtended(UNSIGNED_INT)),
    callee("bool-result-minus-one", ResultTruth(u32::MAX)).breaks(&["TYPE-28", "RET-02"]),
    callee("small-record-shifted", ResultComputed(Returned::Small, Left(8))),
    callee("result-of-two-reals-reversed", RealResultsSwapped(Reals::Structure)).breaks(RESULT_PARTS),
    callee("complex-result-reversed", RealResultsSwapped(Reals::Complex)).breaks(COMPLEX_RESULT),
    callee("memory-result-higher", ResultAddress(8)),
    callee("memory-result-elsewhere", ResultElsewhere),
    callee("memory-result-address-in-a1", ResultAddressSwapped).breaks(&["RET-03", "ARG-02"]),
    callee("memory-result-incomplete", ResultIncomplete),
    callee("memory-result-address-again", ResultAddressAgain).breaks(&["REG-08", "RET-04", "RET-03"]),
];

/// Faults of calling functions.
#[rustfmt::skip]
pub(super) const CALLER: &[Made] = &[
    // Registers and the stack.
    caller("caller-clobber-s1", Changed(9, Set(85), All)),
    caller("caller-clobber-s7", Changed(23, Set(85), All)),
    caller("caller-clobber-fs1", Changed(41, Set(85), All)),
    caller("caller-drop-restore-s0", RestoreLost(8, All)),
    caller("caller-sp-lower", StackAtReturn(-16)),
    caller("call-frame-given-up", StackAtCall(16)),
    caller("call-gp-changed", ReservedAtCall(3, 16)).breaks(FIXED),
    caller("call-tp-changed-rare", ReservedAtCall(4, 16)).breaks(FIXED).one_in(10),
    caller("call-without-link", LinkAtCall).at("ra").one_in(5),
    // Arguments.
    caller("call-arguments-swapped", ArgumentsSwapped(0, 1)).rare(10),
    caller("call-arguments-one-on", ArgumentsShifted(0, 3, 1)).at("a1"),
    caller("call-halves-swapped", HalvesSwapped(0)),
    caller("call-named-pair-even", PairShifted(1, 1)).when(Condition::Fixed).breaks(&["ARG-13"]).at("a2"),
    caller("call-stack-arguments-higher", StackArguments(16)).rare(20),
    caller("call-not-extended", NotExtended(0, Carried::Narrow)).rare(10),
    caller("call-short-zero-extended", Extended(SHORT, false)),
    caller("call-unsigned-short-sign-extended", Extended(UNSIGNED_SHORT, true)),
    caller("call-unsigned-zero-extended", Extended(UNSIGNED_INT, false)),
    caller("call-true-is-two", Truth(0, 2)),
    caller("call-bool-minus-one", Truth(0, u32::MAX)),
    caller("call-address-of-record-higher", ArgumentComputed(0, Add(8), Carried::Address)),
    caller("call-small-by-address", ByAddress).breaks(&["ARG-17"]),
    caller("call-own-object", OwnObject).breaks(&["ARG-26"]),
    caller("call-unnamed-swapped", ArgumentsSwapped(1, 2)).when(Condition::OneNamed).breaks(UNNAMED),
    caller("call-reals-swapped", RealsSwapped(Reals::Two)),
    caller("call-two-reals-reversed", RealsSwapped(Reals::Structure)).breaks(PARTS),
    caller("call-complex-reversed", RealsSwapped(Reals::Complex)).breaks(COMPLEX),
    caller("call-real-in-fa1", FirstIn(First::Real, 43)).at("fa1"),
    caller("call-mixed-integer-in-a1", FirstIn(First::IntegerOfMixed, 11)).breaks(MIXED).at("a1"),
    // Results.
    caller("call-result-halves-swapped", ResultSwapped),
    caller("call-result-from-a1", ResultIn(Returned::Integer, 11)),
    caller("call-real-result-from-fa1", ResultIn(Returned::Real, 43)),
    caller("call-result-of-two-reals-reversed", RealResultsSwapped(Reals::Structure)).breaks(RESULT_PARTS),
    caller("call-complex-result-reversed", RealResultsSwapped(Reals::Complex)).breaks(COMPLEX_RESULT),
    caller("call-small-record-shifted", ResultComputed(Returned::Small, Right(8))),
    caller("call-result-address-higher", ResultAddress(8)),
    caller("call-result-address-second", ResultAddressSwapped).at("a1"),
    caller("call-result-through-a0", ResultThroughAddress).breaks(&["RET-04"]),
    // Faults that show with special values alone: zero, minus one.
    callee("zero-argument-becomes-one", ArgumentReplaced(0, 0, 1)),
    callee("minus-one-argument-becomes-zero", ArgumentReplaced(0, -1, 0)),
    callee("zero-argument-hides-the-next", ZeroSpreads),
    callee("minus-one-result-becomes-zero", ResultReplaced(Returned::Integer, -1, 0)).at("a0"),
    callee("zero-result-becomes-256", ResultReplaced(Returned::LongOrInt, 0, 256)).at("a0"),
    caller("call-zero-result-becomes-256", ResultReplaced(Returned::LongOrInt, 0, 256)),
];

/// Faults of ABIs with words of 8 bytes.
pub(super) const WIDE: &[Made] = &[
    callee("restore-s0-elsewhere", RestoredFrom(8, 8)),
    callee("stack-arguments-one-on", StackArguments(8)).rare(20),
];

/// Faults of ABIs with words of 4 bytes.
pub(super) const NARROW: &[Made] = &[
    callee("restore-s0-elsewhere", RestoredFrom(8, 4)),
    callee("stack-arguments-one-on", StackArguments(4)).rare(20),
];

/// Faults of ABIs with eight argument registers and a stack that is aligned to 16.
#[rustfmt::skip]
pub(super) const USUAL: &[Made] = &[
    callee("sp-unaligned", StackMoved(-8)),
    callee("unnamed-pair-odd", PairShifted(2, -1)).when(Condition::OneNamed).breaks(&["VAR-02"]).at("a1"),
    caller("call-unaligned", StackAtCall(-8)).rare(20),
    caller("call-unnamed-pair-odd", PairShifted(2, -1)).when(Condition::OneNamed).breaks(&["VAR-02"]).at("a1"),
    caller("call-stack-not-extended", NotExtended(8, Carried::Narrow)),
    caller("call-stack-arguments-swapped", ArgumentsSwapped(8, 9)).breaks(&["STACK-09", "ARG-01"]),
];

/// Faults of ILP32E.
pub(super) const EMBEDDED: &[Made] = &[
    callee("keep-in-a5", Kept(8, 15)),
    caller("call-unaligned", StackAtCall(-2)),
    caller("call-stack-not-extended", NotExtended(6, Carried::Narrow)),
    caller("call-stack-arguments-swapped", ArgumentsSwapped(6, 7)).breaks(&["STACK-09", "ARG-29"]),
];

/// Changes that break nothing: a finding that they cause is a false alarm. Below the stack pointer a function may write by one
/// reading of STACK-14, and by one of REG-11 it may write tp and put it back: who does so in every function follows these
/// readings.
#[rustfmt::skip]
pub(super) const HARMLESS: &[Made] = &[
    callee("borrow-tp", Reserved(4, true)).harmless(),
    callee("write-far-below", Touched(-256, false)).harmless(),
    callee("link-lost", LinkLost(Set(0))),
    callee("read-callers-frame", Touched(96, true)),
    callee("scratch-destroyed", ScratchDestroyed(Moment::Return, false)),
    callee("real-scratch-destroyed", ScratchDestroyed(Moment::Return, true)),
    callee("scratch-destroyed-at-entry", ScratchDestroyed(Moment::Entry, false)),
    callee("second-result-register-destroyed", SecondResult(false)),
    callee("idle-instructions", Idle),
    callee("larger-frame", LargerFrame(64)),
    callee("spill-to-own-frame", Borrowed(&[28])),
    callee("spill-to-own-frame", Borrowed(&[5])),
    callee("borrowed-and-restored", Borrowed(&[21, 27])),
    callee("real-borrowed-and-restored", Borrowed(&[41])),
    callee("return-through-register", ReturnThrough),
    callee("result-address-not-returned", ResultAddressLost),
    callee("own-argument-written", OwnAreaWritten),
    callee("argument-object-written", ObjectWritten).harmless(),
    callee("callee-extends-again", Extended(SHORT, true)).harmless(),
    caller("call-larger-frame", StackAtCall(-64)),
    caller("call-scratch-destroyed", ScratchDestroyed(Moment::Call, false)),
    caller("call-real-scratch-destroyed", ScratchDestroyed(Moment::Call, true)),
    caller("call-extends-again", Extended(SHORT, true)).harmless(),
    caller("call-above-record", NotExtended(0, Carried::Small)).harmless(),
    caller("call-free-register-destroyed", FreeDestroyed(3)),
];
