//! Ways of control that are neither a call nor the return from the last one: jumps over calls, other stacks, other threads.

use super::breach::{Breach, Cause};
use super::frame::{Calls, Frame, FrameKind, Thread};
use super::watch::{NOWHERE, Watch};
use crosscall_machines::machine::State;

impl<const STEPS: bool> Watch<'_, STEPS> {
    /// Control jumps to another place than the return address of the last call.
    #[cold]
    #[inline(never)]
    pub(super) fn elsewhere(&mut self, pc: u64, target: u64, is_return: bool, state: &dyn State) {
        let Some(top) = self.top().copied() else { return };
        let sp = self.thread.sp;
        if sp != top.sp && self.resume(pc, target, state) {
            return;
        }
        if !self.sites.contains(target) {
            if !is_return || self.is_start() {
                return;
            }
            // An outer call goes on at another place, as where an exception is caught; or there is another stack with another
            // function: a new thread of the program's own making.
            if sp != top.sp {
                if self.is_between(sp) {
                    self.leave(sp);
                } else {
                    self.begin_stack(target, state);
                }
                return;
            }
            self.astray(&top, pc, target);
            let caller = self.symbols.start(top.call);
            if self.symbols.start(target) == caller {
                self.drop_top();
            }
            return;
        }
        // Over calls that have not come back.
        let is_it = |frame: &&Frame| frame.back == target && frame.sp == sp;
        let is_outer = is_return && self.thread.calls.frames.iter().rev().skip(1).any(|frame| is_it(&frame));
        if is_outer {
            self.astray(&top, pc, target);
            while self.top().is_some_and(|frame| !is_it(&frame)) && !self.is_start() {
                self.drop_top();
            }
            self.returned(pc, state);
            return;
        }
        if self.is_above(sp, top.sp) || self.is_long_jump(pc) {
            self.leave(sp);
        } else if is_return && !self.is_start() {
            self.astray(&top, pc, target);
            self.drop_top();
        }
    }

    /// True if a stack pointer is nearer to the stack's beginning than another one.
    pub(super) fn is_above(&self, sp: u64, other: u64) -> bool {
        if self.grows_down { sp > other } else { sp < other }
    }

    /// True if a stack pointer lies between those of the outermost call and of the last one.
    pub(super) fn is_between(&self, sp: u64) -> bool {
        let outermost = self.thread.calls.frames.get(1);
        let top = self.top();
        outermost.is_some_and(|frame| !self.is_above(sp, frame.sp))
            && top.is_some_and(|top| self.is_above(sp, top.sp))
    }

    /// Calls that began no nearer to the stack's beginning than a stack pointer will not come back.
    pub(super) fn leave(&mut self, sp: u64) {
        while self.top().is_some_and(|frame| frame.sp == sp || self.is_above(sp, frame.sp))
            && !self.is_start()
        {
            self.drop_top();
            self.counts.left += 1;
        }
    }

    /// True if the name of the function says that it goes back to an earlier state.
    pub(super) fn is_long_jump(&self, pc: u64) -> bool {
        self.symbols.at(pc).is_some_and(|symbol| symbol.name.contains("longjmp"))
    }

    pub(super) fn astray(&mut self, frame: &Frame, pc: u64, target: u64) {
        if frame.kind == FrameKind::Function {
            let breach = Breach {
                expected: frame.back,
                observed: target,
                ..Breach::new(frame.target, Cause::ReturnAddress, Some(frame.call), pc)
            };
            self.add_of(frame, breach);
        }
    }

    /// The last call will not come back.
    pub(super) fn drop_top(&mut self) {
        if let Some(frame) = self.thread.calls.frames.pop() {
            self.hand_over(&frame);
        }
    }

    /// Goes on with a stack that the program has left, where its last call comes back to `target` with the present stack
    /// pointer.
    pub(super) fn resume(&mut self, pc: u64, target: u64, state: &dyn State) -> bool {
        let sp = self.thread.sp;
        let is_it =
            |calls: &Calls| calls.frames.last().is_some_and(|frame| frame.back == target && frame.sp == sp);
        let Some(at) = self.thread.parked.iter().position(is_it) else { return false };
        let calls = self.thread.parked.swap_remove(at);
        self.park(calls, state);
        self.counts.switches += 1;
        self.at_other_stack();
        // The function that changes stacks gives back what it has found on this one.
        if let Some(frame) = self.thread.calls.frames.pop() {
            self.thread.calls.log.truncate(frame.log as usize);
            self.compare_held(&frame, pc, state);
        }
        true
    }

    /// A stack that the program begins.
    pub(super) fn begin_stack(&mut self, target: u64, state: &dyn State) {
        let base = Thread::new(target, NOWHERE, self.thread.sp, FrameKind::Start).calls;
        self.park(base, state);
        self.thread.is_entering = true;
        self.called.insert(target);
        self.counts.switches += 1;
        self.at_other_stack();
    }

    /// Leaves the present stack for another one, and keeps what its last call has found in registers.
    fn park(&mut self, calls: Calls, state: &dyn State) {
        let mut left = std::mem::replace(&mut self.thread.calls, calls);
        left.held = self.rules.slots.iter().map(|slot| state.register(slot.number)).collect();
        let log = left.frames.last().map_or(0, |frame| frame.log as usize);
        for old in left.log.get(log..).unwrap_or_default() {
            if let Some(held) = left.held.get_mut(usize::from(old.slot)) {
                *held = old.value;
            }
        }
        self.thread.parked.push(left);
    }

    /// Compares registers with what a call has found in them that went to another stack and comes back.
    fn compare_held(&mut self, frame: &Frame, pc: u64, state: &dyn State) {
        let held = std::mem::take(&mut self.thread.calls.held);
        if frame.kind != FrameKind::Function {
            return;
        }
        for (number, (slot, held)) in (0..).zip(self.rules.slots.iter().zip(held)) {
            let now = state.register(slot.number);
            // Modes may be those of all stacks together.
            let is_mode = slot.counts_rounds || self.rules.target.mode_bits(slot.register) != 0;
            if (now ^ held) & slot.mask == 0 || is_mode {
                continue;
            }
            let breach = Breach {
                expected: held,
                observed: now,
                ..Breach::new(frame.target, Cause::Slot(number), Some(frame.call), pc)
            };
            self.add_of(frame, breach);
        }
    }

    pub(super) fn at_other_stack(&mut self) {
        self.thread.reach = self.thread.sp;
        self.thread.before = self.thread.sp;
        self.thread.early.clear();
        self.thread.is_dirty = true;
        self.set_window();
    }

    /// Another thread has its turn.
    #[cold]
    pub(super) fn other_thread(&mut self, number: u64, pc: u64, state: &dyn State) {
        let sp = state.register(self.rules.sp);
        let new = || Thread::new(pc, NOWHERE, sp, FrameKind::Start);
        let thread = self.threads.remove(&number).unwrap_or_else(new);
        let left = std::mem::replace(&mut self.thread, thread);
        self.threads.insert(self.thread_number, left);
        self.thread_number = number;
    }
}
