//! Edits that are made with what is known of the language, whose kind, clauses and place follow from the fault.

use super::language::of;
use super::rows::Scope::{self, Embedded, Every, Hard, Usual, Wide};
use crate::edit::Edit;
use crate::facts::Side::{self, Callee, Caller};
use crate::language::Operation::{Add, Flip, Set};
use crate::random::Fault::{
    self, ArgumentComputed, Changed, Exchanged, HalvesSwapped, Kept, LinkLost, ModeChanged, Reserved,
    RestoreLost, RestoredFrom, ResultAddress, ResultExtended, ResultSwapped, ReturnMoved, SaveLost,
    StackArguments, StackAtCall, StackAtReturn, StackMoved, Touched, Truth,
};
use crate::random::{Carried, Generated};
use crate::splice::Which::All;
use crosscall_model::target::riscv::Abi;

/// A fault: the ABIs that have it, in one of how many functions it is made, on which side, its name, its description, and
/// the fault itself for words of so many bytes.
pub(super) type Row = (Scope, u64, Side, &'static str, &'static str, fn(i64) -> Fault);

/// The edits of rows that break nothing, whatever a reading of the clauses on them says.
pub(super) fn harmless(abi: Abi) -> Vec<Edit> {
    let made = edits(abi, HARMLESS).into_iter();
    made.map(|edit| Edit { kind: "harmless", clauses: &[], place: "", ..edit }).collect()
}

/// The edits of some rows.
pub(super) fn edits(abi: Abi, rows: &'static [Row]) -> Vec<Edit> {
    let facts = abi.facts();
    let taken = rows.iter().filter(|(scope, ..)| scope.holds(facts));
    let made = taken.map(|(_, one_in, side, name, text, fault)| {
        let edit = Generated::always(fault(facts.xlen.into())).edit(*side, name, text, of(abi));
        Edit { one_in: *one_in, ..edit }
    });
    made.collect()
}

/// Faults of called functions.
#[rustfmt::skip]
pub(super) const CALLEE: &[Row] = &[
    // Registers.
    (Every, 1, Callee, "clobber-s0", "s0 is another one at return", |_| Changed(8, Set(85), All)),
    (Every, 8, Callee, "clobber-s1-rare", "s1 is one more at return", |_| Changed(9, Add(1), All)),
    (Usual, 1, Callee, "clobber-s4", "one bit of s4 is another one at return", |_| Changed(20, Flip(4), All)),
    (Usual, 20, Callee, "clobber-s11-rare", "s11 is another one at return", |_| Changed(27, Set(85), All)),
    (Hard, 1, Callee, "clobber-fs0", "fs0 is another one at return", |_| Changed(40, Set(85), All)),
    (Hard, 8, Callee, "clobber-fs11-rare", "fs11 is another one at return", |_| Changed(59, Set(85), All)),
    (Every, 1, Callee, "drop-restore-s0", "s0 is saved and not restored", |_| RestoreLost(8, All)),
    (Every, 1, Callee, "drop-restore-s1", "s1 is saved and not restored", |_| RestoreLost(9, All)),
    (Usual, 1, Callee, "drop-restore-s2", "s2 is saved and not restored", |_| RestoreLost(18, All)),
    (Hard, 1, Callee, "drop-restore-fs0", "fs0 is saved and not restored", |_| RestoreLost(40, All)),
    (Every, 1, Callee, "save-lost-s0", "something else lies where s0 was saved", |_| SaveLost(8)),
    (Hard, 1, Callee, "save-lost-fs0", "something else lies where fs0 was saved", |_| SaveLost(40)),
    (Every, 1, Callee, "restore-s0-elsewhere", "s0 is restored from a word further on", |w| RestoredFrom(8, w)),
    (Every, 1, Callee, "saved-exchanged", "s0 and s1 have each other's value at return", |_| Exchanged(8, 9)),
    (Hard, 1, Callee, "saved-reals-exchanged", "fs0 and fs1 have each other's value at return", |_| Exchanged(40, 41)),
    (Every, 1, Callee, "write-gp", "gp is written", |_| Reserved(3, false)),
    (Every, 1, Callee, "write-tp", "tp is written", |_| Reserved(4, false)),
    (Usual, 1, Callee, "keep-in-t6", "what has to outlive a call is kept in t6", |_| Kept(8, 31)),
    (Every, 1, Callee, "keep-in-t2", "what has to outlive a call is kept in t2", |_| Kept(8, 7)),
    (Usual, 1, Callee, "keep-in-a7", "what has to outlive a call is kept in a7", |_| Kept(8, 17)),
    (Embedded, 1, Callee, "keep-in-a5", "what has to outlive a call is kept in a5", |_| Kept(8, 15)),
    (Hard, 1, Callee, "keep-in-ft11", "a real that has to outlive a call is kept in ft11", |_| Kept(40, 63)),
    (Hard, 1, Callee, "keep-in-fa7", "a real that has to outlive a call is kept in fa7", |_| Kept(40, 49)),
    // Arguments.
    (Every, 1, Callee, "halves-swapped", "the registers of a first argument of two are swapped", |_| HalvesSwapped(0)),
    (Every, 1, Callee, "stack-arguments-one-on", "stack arguments are read a word higher", StackArguments),
    (Every, 20, Callee, "stack-arguments-one-on-rare", "stack arguments are read a word higher", StackArguments),
    (Every, 1, Callee, "address-of-record-higher", "the address of a record that is passed first is taken to be 8 bytes higher",
        |_| ArgumentComputed(0, Add(8), Carried::Address)),
    // Results.
    (Every, 1, Callee, "result-halves-swapped", "the registers of a result of two are swapped", |_| ResultSwapped),
    (Every, 8, Callee, "result-halves-swapped-rare", "the registers of a result of two are swapped", |_| ResultSwapped),
    (Every, 1, Callee, "short-result-zero-extended", "a short result is extended with zeros",
        |_| ResultExtended { signed: true, bits: 16 }),
    (Every, 1, Callee, "unsigned-short-result-sign-extended", "an unsigned short result is extended with its upper bit",
        |_| ResultExtended { signed: false, bits: 16 }),
    (Every, 1, Callee, "signed-char-result-zero-extended", "a signed char result is extended with zeros",
        |_| ResultExtended { signed: true, bits: 8 }),
    (Wide, 1, Callee, "int-result-zero-extended", "an int result has zeros above bit 31",
        |_| ResultExtended { signed: true, bits: 32 }),
    (Wide, 1, Callee, "unsigned-result-zero-extended", "an unsigned int result has zeros above bit 31",
        |_| ResultExtended { signed: false, bits: 32 }),
    (Every, 1, Callee, "memory-result-higher", "a result in memory is stored 8 bytes higher", |_| ResultAddress(8)),
    // The stack and the return.
    (Every, 1, Callee, "sp-higher-at-return", "the stack pointer is 16 bytes higher at return", |_| StackAtReturn(16)),
    (Every, 1, Callee, "sp-lower-at-return", "the stack pointer is 16 bytes lower at return", |_| StackAtReturn(-16)),
    (Every, 20, Callee, "sp-lower-at-return-rare", "the stack pointer is 16 bytes lower at return", |_| StackAtReturn(-16)),
    (Usual, 1, Callee, "sp-unaligned", "the stack pointer is moved by 8 bytes and back", |_| StackMoved(-8)),
    (Every, 1, Callee, "sp-odd", "the stack pointer is moved by 2 bytes and back", |_| StackMoved(-2)),
    (Every, 1, Callee, "read-below", "a word 16 bytes below the stack pointer is read", |_| Touched(-16, true)),
    (Every, 1, Callee, "write-callers-frame", "a word 96 bytes above the stack pointer at entry is written",
        |_| Touched(96, false)),
    (Every, 1, Callee, "return-one-on", "the return leads 4 bytes beyond the right place", |_| ReturnMoved(4)),
    (Hard, 1, Callee, "rounding-left", "the rounding mode is another one at return", |_| ModeChanged(0)),
    (Hard, 20, Callee, "rounding-left-rare", "the rounding mode is another one at return", |_| ModeChanged(1)),
];

/// Faults of calling functions.
#[rustfmt::skip]
pub(super) const CALLER: &[Row] = &[
    (Every, 1, Caller, "call-halves-swapped", "the registers of a first argument of two are swapped", |_| HalvesSwapped(0)),
    (Every, 1, Caller, "call-stack-arguments-higher", "stack arguments lie 16 bytes higher", |_| StackArguments(16)),
    (Every, 20, Caller, "call-stack-arguments-higher-rare", "stack arguments lie 16 bytes higher", |_| StackArguments(16)),
    (Every, 1, Caller, "call-true-is-two", "a true _Bool that is passed first is 2", |_| Truth(0, 2)),
    (Every, 1, Caller, "call-address-of-record-higher", "the address of a record that is passed first is 8 bytes higher",
        |_| ArgumentComputed(0, Add(8), Carried::Address)),
    (Every, 1, Caller, "call-result-halves-swapped", "the registers of a result of two are taken for each other",
        |_| ResultSwapped),
    (Every, 1, Caller, "call-result-address-higher", "the address for a result in memory is 8 bytes higher",
        |_| ResultAddress(8)),
    (Usual, 1, Caller, "call-unaligned", "the stack pointer is 8 bytes lower at the call", |_| StackAtCall(-8)),
    (Usual, 20, Caller, "call-unaligned-rare", "the stack pointer is 8 bytes lower at the call", |_| StackAtCall(-8)),
    (Embedded, 1, Caller, "call-unaligned", "the stack pointer is 2 bytes lower at the call", |_| StackAtCall(-2)),
    (Every, 1, Caller, "call-frame-given-up", "the stack pointer is 16 bytes higher at the call", |_| StackAtCall(16)),
    (Every, 1, Caller, "caller-clobber-s1", "the calling function itself loses s1", |_| Changed(9, Set(85), All)),
    (Usual, 1, Caller, "caller-clobber-s7", "the calling function itself loses s7", |_| Changed(23, Set(85), All)),
    (Hard, 1, Caller, "caller-clobber-fs1", "the calling function itself loses fs1", |_| Changed(41, Set(85), All)),
    (Every, 1, Caller, "caller-drop-restore-s0", "the calling function does not restore s0", |_| RestoreLost(8, All)),
    (Every, 1, Caller, "caller-sp-lower", "the calling function returns with a stack pointer 16 bytes lower",
        |_| StackAtReturn(-16)),
];

/// Changes that break nothing. Below the stack pointer a function may write by one reading of STACK-14, and by one of REG-11
/// it may write tp and put it back: who does so in every function follows these readings.
#[rustfmt::skip]
const HARMLESS: &[Row] = &[
    (Every, 1, Callee, "borrow-tp", "tp is written and put back", |_| Reserved(4, true)),
    (Every, 1, Callee, "write-far-below", "a word 256 bytes below the stack pointer is written", |_| Touched(-256, false)),
    (Every, 1, Callee, "link-lost", "the return is right, and ra is another one", |_| LinkLost(Set(0))),
    (Every, 1, Callee, "read-callers-frame", "a word 96 bytes above the stack pointer at entry is read", |_| Touched(96, true)),
    (Every, 1, Caller, "call-larger-frame", "the stack pointer is 64 bytes lower at the call", |_| StackAtCall(-64)),
];
