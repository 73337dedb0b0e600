//! Call frame information of a program, compared with the machine in a watched run.

use super::frame::{Frame, FrameKind};
use super::watch::Watch;
use crate::unwind::{Checker, Entered, Frames};
use crosscall_machines::machine::{Observer, State};

/// A watch that also compares call frame information.
pub(super) struct Unwinding<'a, const STEPS: bool> {
    pub(super) watch: Watch<'a, STEPS>,
    pub(super) checker: Checker<'a>,
    /// Position among the watch's slots of each register that the claims are about.
    slots: Vec<Option<u8>>,
}

impl<'a, const STEPS: bool> Unwinding<'a, STEPS> {
    /// Compares the claims of `frames`; `numbers` has the machine's number of each register of the target.
    pub(super) fn new(watch: Watch<'a, STEPS>, (frames, numbers): (&'a Frames, &'a [u16])) -> Self {
        let slot = |of: &crate::unwind::Kept| {
            let at = watch.rules.slots.iter().position(|slot| slot.register == of.register);
            at.and_then(|at| u8::try_from(at).ok())
        };
        let slots = frames.registers.kept.iter().map(slot).collect();
        Unwinding { watch, checker: Checker::new(frames, numbers), slots }
    }

    #[inline(never)]
    fn look(&mut self, pc: u64, state: &dyn State) {
        let code_pointer = |address| self.watch.rules.target.code_pointer(address);
        let calls = &mut self.watch.thread.calls;
        let Some(Frame { back, sp, call, mask, log, kind, mut procedure, .. }) = calls.frames.last().copied()
        else {
            return;
        };
        if kind != FrameKind::Function || self.watch.is_blind {
            return;
        }
        let (slots, rules) = (&self.slots, self.watch.rules);
        let log = calls.log.get(log as usize..).unwrap_or_default();
        // What was written has its old value in the log, and perhaps another one that a function which it called answers for.
        let held = |at: usize| {
            let Some(slot) = slots.get(at).copied().flatten() else { return [0; 2] };
            let now = || rules.slots.get(usize::from(slot)).map_or(0, |slot| state.register(slot.number));
            match log.iter().find(|old| old.slot == slot).filter(|_| mask >> slot & 1 == 1) {
                Some(old) => [old.value, old.excused],
                None => [now(); 2],
            }
        };
        let entered = Entered { cfa: sp, back: [back, code_pointer(back)] };
        self.checker.call = self.watch.counts.calls;
        self.checker.look(pc, state, (&mut procedure, &entered, Some(call)), &held);
        if let Some(frame) = calls.frames.last_mut() {
            frame.procedure = procedure;
        }
    }
}

impl<const STEPS: bool> Observer for Unwinding<'_, STEPS> {
    #[inline(always)]
    fn step(&mut self, pc: u64, state: &dyn State) {
        self.watch.step(pc, state);
        if !self.checker.is_settled(pc) {
            self.look(pc, state);
        }
    }

    #[inline(always)]
    fn register(&mut self, pc: u64, register: u16, old: u64, new: u64) {
        self.checker.register(register);
        self.watch.register(pc, register, old, new);
    }

    #[inline(always)]
    fn read(&mut self, pc: u64, address: u64, length: u64) {
        self.watch.read(pc, address, length);
    }

    #[inline(always)]
    fn write(&mut self, pc: u64, address: u64, length: u64, state: &dyn State) {
        self.checker.write(address, length);
        self.watch.write(pc, address, length, state);
    }

    fn call(&mut self, pc: u64, target: u64, return_address: u64) {
        let depth = self.watch.thread.calls.frames.len();
        self.watch.call(pc, target, return_address);
        if self.watch.thread.calls.frames.len() > depth {
            self.checker.called(pc);
            self.checker.changed();
        }
    }

    #[inline(always)]
    fn jump(&mut self, pc: u64, target: u64, register: Option<u16>, state: &dyn State) {
        if let Some(top) = self.watch.thread.calls.frames.last().filter(|top| top.back == target) {
            self.checker.returned(top.procedure);
        }
        self.checker.changed();
        self.watch.jump(pc, target, register, state);
    }

    #[inline(always)]
    fn overwritten(&mut self) -> Option<(u16, &[u8])> {
        self.watch.overwritten()
    }
}
