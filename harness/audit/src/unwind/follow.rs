//! The calls of one function in a run, and the claims of its call frame information about them.

use super::claims::{Checker, Entered, SKIPPED, UNKNOWN, Wrong};
use super::table::Frames;
use crosscall_machines::machine::State;
use std::collections::BTreeMap;

/// Most calls that are followed at one time; nothing is compared from there on.
const MOST_CALLS: usize = 1 << 14;

/// A call that has not come back.
struct Call {
    entered: Entered,
    /// Values of registers at entry; none for another function.
    held: Vec<u64>,
    procedure: u32,
}

/// Follows the calls of a function.
pub(crate) struct Following<'f> {
    checker: Checker<'f>,
    /// Address of the function.
    start: u64,
    numbers: &'f [u16],
    sp: u16,
    /// Register of the return address; `None` where a call pushes it.
    link: Option<u16>,
    link_value: u64,
    /// Bytes that a call pushes.
    pushed: u64,
    address_bytes: usize,
    calls: Vec<Call>,
    is_entering: bool,
    is_blind: bool,
}

impl<'f> Following<'f> {
    /// Follows the function at an address from its first instruction on; `numbers` has the machine's number of each register.
    pub(crate) fn new(frames: &'f Frames, numbers: &'f [u16], start: u64) -> Following<'f> {
        let target = frames.registers.target;
        let number = |register: crosscall_model::target::Register| {
            numbers.get(usize::from(register.0)).copied().unwrap_or(u16::MAX)
        };
        Following {
            checker: Checker::new(frames, numbers),
            start,
            numbers,
            sp: number(target.stack_pointer()),
            link: frames.registers.link().map(number),
            link_value: 0,
            pushed: target.facts().call_pushes.into(),
            address_bytes: usize::from(target.address_bytes() as u8).clamp(1, 8),
            calls: Vec::new(),
            is_entering: true,
            is_blind: false,
        }
    }

    /// Before an instruction.
    pub(crate) fn step(&mut self, pc: u64, state: &dyn State) {
        if self.is_blind {
            return;
        }
        if self.is_entering {
            self.is_entering = false;
            self.enter(pc, state);
        } else if self.calls.len() > 1 || self.calls.last().is_some_and(|call| call.entered.back[0] == pc) {
            self.leave(pc, state.register(self.sp));
        }
        if self.checker.is_settled(pc) {
            return;
        }
        let Some(call) = self.calls.last_mut() else { return };
        let held = &call.held;
        let value = |at: usize| [held.get(at).copied().unwrap_or(0); 2];
        self.checker.look(pc, state, (&mut call.procedure, &call.entered, None), &value);
    }

    /// The first instruction of a function that was called.
    fn enter(&mut self, pc: u64, state: &dyn State) {
        let sp = state.register(self.sp);
        let back = match self.link {
            Some(link) => state.register(link),
            None => {
                let mut bytes = [0; 8];
                let read = bytes.get_mut(..self.address_bytes).map(|bytes| state.read(sp, bytes));
                read.and_then(Result::ok).map_or(0, |()| u64::from_le_bytes(bytes))
            }
        };
        let is_it = pc == self.start;
        let kept = &self.checker.frames.registers.kept;
        let number = |of: &super::Kept| self.numbers.get(usize::from(of.register.0)).copied();
        let held = kept.iter().filter(|_| is_it).map(|of| number(of).map_or(0, |n| state.register(n)));
        self.calls.push(Call {
            entered: Entered { cfa: sp.wrapping_add(self.pushed), back: [back; 2] },
            held: held.collect(),
            procedure: if is_it { UNKNOWN } else { SKIPPED },
        });
        self.is_blind = self.calls.len() > MOST_CALLS;
        self.checker.call += 1;
        self.checker.changed();
    }

    /// Functions that have come back, or were left by a jump over them.
    fn leave(&mut self, pc: u64, sp: u64) {
        while let Some(call) = self.calls.last() {
            let Entered { cfa, back } = call.entered;
            let is_back = pc == back[0] && sp == cfa;
            if !is_back && (sp <= cfa || self.calls.len() == 1) {
                return;
            }
            if is_back {
                self.checker.returned(call.procedure);
            }
            self.calls.pop();
            self.checker.changed();
            if is_back {
                return;
            }
        }
    }

    /// A register gets a value.
    pub(crate) fn register(&mut self, register: u16, new: u64) {
        self.checker.register(register);
        if Some(register) == self.link {
            self.link_value = new;
        }
    }

    /// Memory is written.
    pub(crate) fn write(&mut self, address: u64, length: u64) {
        self.checker.write(address, length);
    }

    /// A call. One of the next instruction, and one through another register than that of the return address, are none of the
    /// convention.
    pub(crate) fn call(&mut self, pc: u64, target: u64, return_address: u64) {
        if target != return_address && (self.link.is_none() || self.link_value == return_address) {
            self.checker.called(pc);
            self.is_entering = true;
        }
    }

    /// What is wrong, by cause: where it was seen first. `has_returned` says that the function came back in the end.
    pub(crate) fn found(mut self, has_returned: bool) -> BTreeMap<super::Cause, Wrong> {
        if has_returned && let Some(call) = self.calls.first() {
            self.checker.returned(call.procedure);
        }
        let mut all = BTreeMap::new();
        for (_, wrong) in self.checker.into_found() {
            all.entry(wrong.cause).or_insert(wrong);
        }
        all
    }
}
