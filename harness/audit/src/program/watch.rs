//! The observer: a shadow stack of calls, and the document's demands at every call, return and access.

use super::breach::{Breach, Breaches, Cause};
use super::code_set::CodeSet;
use super::frame::{Frame, FrameKind, Old, Thread};
use super::rules::{Kind, MOST_DESTROYED, Mask, Rules};
use super::symbols::Symbols;
use crate::unwind::REGISTERS;
use crosscall_machines::machine::{Observer, State};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Calls that have not come back, at most: those of a deeper recursion are not followed.
pub(super) const MOST_FRAMES: usize = 1 << 21;

/// Bytes beyond the furthest that the stack pointer ever was that belong to the stack, too.
const UNUSED_STACK: u64 = 256;

/// Change of the stack pointer, in bytes, after which it is on another stack.
const FAR: u64 = 1 << 16;

/// Writes beyond the stack pointer that wait for it to move.
const MOST_EARLY: usize = 64;

/// Which registers are destroyed behind which calls.
#[derive(Debug, Clone, Default)]
pub(super) struct Destroying {
    /// Number of returns behind which they are.
    pub(super) until: u64,
    /// Registers that are spared behind a call, by its return address: a bit for each.
    pub(super) spared: BTreeMap<u64, Mask>,
    /// Registers that are destroyed behind the last of the returns: a bit for each.
    pub(super) last: Mask,
}

impl Destroying {
    /// Everything, everywhere.
    pub(super) fn all() -> Destroying {
        Destroying { until: u64::MAX, spared: BTreeMap::new(), last: Mask::MAX }
    }
}

/// A return behind which registers were destroyed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Return {
    /// Address to which control came back.
    pub(super) back: u64,
    /// Address of the call.
    pub(super) call: u64,
    /// The function that came back.
    pub(super) target: u64,
}

/// Numbers of what was seen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Calls.
    pub(super) calls: u64,
    /// Calls that came back.
    pub(super) returns: u64,
    /// Calls that were left by a jump over them, as by `longjmp`.
    pub(super) left: u64,
    /// Changes to another stack of the program.
    pub(super) switches: u64,
    /// Most calls at one time that had not come back.
    pub(super) depth: usize,
}

/// Watches a whole program. With `STEPS` it sees every instruction, which costs time: for threads and wide registers.
pub(super) struct Watch<'a, const STEPS: bool> {
    pub(super) rules: &'a Rules,
    pub(super) symbols: &'a Symbols,
    /// First addresses of functions with conventions of their own.
    pub(super) private: &'a BTreeSet<u64>,
    pub(super) kinds: [Kind; REGISTERS],
    /// Bits of the stack pointer that are 0 at calls, and always.
    pub(super) below_align_at_call: u64,
    pub(super) below_align: u64,
    pub(super) grows_down: bool,
    /// Bytes that a call pushes.
    pub(super) pushed: u64,
    pub(super) thread: Thread,
    /// The other threads, by number.
    pub(super) threads: BTreeMap<u64, Thread>,
    pub(super) thread_number: u64,
    pub(super) sites: CodeSet,
    pub(super) called: CodeSet,
    /// Instructions that have written registers.
    pub(super) ran: CodeSet,
    /// The function that a program's beginning calls when everything is set up, where it is not the beginning itself.
    main: Option<Range<u64>>,
    pub(super) breaches: Breaches,
    /// Breaches of the program's beginning: they count where it is a function that comes back.
    pub(super) start: Breaches,
    pub(super) counts: Counts,
    pub(super) destroying: Destroying,
    /// Registers that are to be destroyed now: a bit for each; and all that there are.
    pub(super) chosen: Mask,
    pub(super) all_destroyed: Mask,
    /// The last return behind which registers were destroyed.
    pub(super) last: Option<Return>,
    /// The last instruction that has read memory.
    last_read: u64,
    /// True when calls became too deep: nothing is followed from then on.
    pub(super) is_blind: bool,
}

impl<'a, const STEPS: bool> Watch<'a, STEPS> {
    /// An observer of a program that begins at `entry`, with a stack pointer, and whose beginning comes back to `back`.
    pub(super) fn new(
        (rules, symbols, private): (&'a Rules, &'a Symbols, &'a BTreeSet<u64>),
        (entry, back, sp): (u64, u64, u64),
        destroying: Destroying,
    ) -> Watch<'a, STEPS> {
        let pushed = rules.target.facts().call_pushes.into();
        let mut watch = Watch {
            rules,
            symbols,
            private,
            kinds: rules.kinds,
            below_align_at_call: rules.stack.align_at_call.0.max(1).next_power_of_two() - 1,
            below_align: rules.stack.align_always.0.max(1).next_power_of_two() - 1,
            grows_down: rules.stack.grows_down,
            pushed,
            thread: Thread::new(entry, back, sp, FrameKind::Start),
            threads: BTreeMap::new(),
            thread_number: 0,
            sites: CodeSet::of(symbols),
            called: CodeSet::of(symbols),
            ran: CodeSet::of(symbols),
            main: symbols.main(rules.target).filter(|main| main.start != entry),
            breaches: Breaches::default(),
            start: Breaches::default(),
            counts: Counts::default(),
            destroying,
            chosen: 0,
            all_destroyed: Mask::MAX
                .checked_shr((MOST_DESTROYED - rules.destroyed.len().min(MOST_DESTROYED)) as u32)
                .unwrap_or(0),
            last: None,
            last_read: NOWHERE,
            is_blind: false,
        };
        if let Some(start) = watch.thread.calls.frames.last_mut() {
            start.sp = sp.saturating_add(pushed);
        }
        watch.called.insert(entry);
        watch.set_window();
        watch
    }

    /// True if a function was called, or control came to it in another way.
    pub(super) fn was_called(&self, function: u64) -> bool {
        self.called.contains(function) || self.ran.meets(&self.symbols.range(function))
    }

    /// True if control came to a label as it comes to functions.
    pub(super) fn was_called_by_name(&self, label: u64) -> bool {
        self.called.contains(label)
    }

    /// True before the program's main function has begun.
    fn is_setting_up(&self) -> bool {
        self.main.as_ref().is_some_and(|main| !self.ran.meets(main))
    }

    pub(super) fn top(&self) -> Option<&Frame> {
        self.thread.calls.frames.last()
    }

    /// True while the program's beginning runs, which nobody has called.
    pub(super) fn is_start(&self) -> bool {
        self.thread.calls.frames.len() <= 1
    }

    /// True if demands are made on the function that runs.
    fn is_judged(&self) -> bool {
        self.top().is_some_and(|frame| frame.kind == FrameKind::Function)
    }

    /// First address of the function with an instruction, and the call that it was called by.
    fn blamed(&self, pc: u64) -> (u64, Option<u64>) {
        let top = self.top().copied();
        let function = match (self.symbols.at(pc), &top) {
            // A label that was called is a function, too.
            (Some(symbol), Some(frame)) if symbol.address < frame.target && frame.target <= pc => {
                frame.target
            }
            (Some(symbol), _) => symbol.address,
            (None, Some(frame)) => frame.target,
            (None, None) => pc,
        };
        (function, top.filter(|frame| frame.call != 0).map(|frame| frame.call))
    }

    pub(super) fn is_private(&self, function: u64) -> bool {
        !self.private.is_empty() && self.private.contains(&function)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn breach(
        &mut self,
        cause: Cause,
        pc: u64,
        (expected, observed): (u64, u64),
        access: Option<(u64, bool)>,
    ) {
        let (function, site) = self.blamed(pc);
        if self.is_blind || self.is_private(function) {
            return;
        }
        let breach = Breach { expected, observed, access, ..Breach::new(function, cause, site, pc) };
        if self.is_judged() {
            self.breaches.add(breach);
        } else if self.is_start() {
            self.start.add(breach);
        }
    }

    /// Memory of the stack beyond its pointer, and beyond what is as good as before it there.
    #[inline(always)]
    pub(super) fn set_window(&mut self) {
        if self.rules.stack.no_access_beyond.is_none() {
            return;
        }
        let red_zone = self.rules.stack.red_zone;
        let thread = &mut self.thread;
        let (sp, reach) = (thread.sp, thread.reach);
        thread.window = if self.grows_down {
            let start = reach.saturating_sub(UNUSED_STACK);
            (start, sp.saturating_sub(red_zone).saturating_sub(start))
        } else {
            let start = sp.saturating_add(red_zone);
            (start, reach.saturating_add(UNUSED_STACK).saturating_sub(start))
        };
    }

    /// The stack pointer gets a value.
    fn moved(&mut self, pc: u64, new: u64) {
        let thread = &mut self.thread;
        let old = std::mem::replace(&mut thread.sp, new);
        thread.before = old;
        let is_further = if self.grows_down { new < thread.reach } else { new > thread.reach };
        // One that comes from memory is that of another stack.
        let is_loaded = self.last_read == pc && old.abs_diff(new) > UNUSED_STACK;
        if is_further || is_loaded || old.abs_diff(new) > FAR || thread.calls.frames.len() <= 1 {
            thread.reach = new;
        }
        self.set_window();
        if !self.thread.early.is_empty() {
            self.settle_early(Some(new));
        }
        if new & self.below_align != 0 {
            self.breach(Cause::Misaligned, pc, (self.below_align + 1, new), None);
        }
    }

    /// Judges writes beyond the stack pointer that were right if it moved past them next: it has moved, or a call came first.
    #[cold]
    fn settle_early(&mut self, moved_to: Option<u64>) {
        for (pc, address, length) in std::mem::take(&mut self.thread.early) {
            let covers = |sp: u64| if self.grows_down { sp <= address } else { sp >= address + length };
            if !moved_to.is_some_and(covers) {
                let sp = self.thread.before;
                self.breach(Cause::Beyond, pc, (sp, address), Some((length, true)));
            }
        }
    }

    /// True if an access is of memory beyond the stack pointer.
    #[inline(always)]
    fn is_beyond(&self, address: u64, length: u64) -> bool {
        let probe = if self.grows_down { address } else { address.wrapping_add(length).wrapping_sub(1) };
        probe.wrapping_sub(self.thread.window.0) < self.thread.window.1
    }

    #[cold]
    #[inline(never)]
    fn beyond(&mut self, pc: u64, address: u64, length: u64, is_write: bool) {
        let Some(rule) = &self.rules.stack.no_access_beyond else { return };
        // The program's beginning may be about to make its stack.
        if rule.may_write && is_write || self.is_start() {
            return;
        }
        let (sp, end) = (self.thread.sp, address.saturating_add(length));
        let distance = if self.grows_down { sp.saturating_sub(address) } else { end.saturating_sub(sp) };
        if !rule.may_write && distance <= self.rules.stack.kept_beyond {
            if is_write && self.thread.early.len() < MOST_EARLY {
                self.thread.early.push((pc, address, length));
                return;
            }
            let before = self.thread.before;
            let covered = if self.grows_down { before <= address } else { before >= end };
            if covered {
                return;
            }
        }
        self.breach(Cause::Beyond, pc, (sp, address), Some((length, is_write)));
    }

    #[inline(always)]
    fn slot_written(&mut self, pc: u64, slot: u8, old: u64, new: u64) {
        let thread = &mut self.thread;
        let at = usize::from(slot & 63);
        if let (Some(now), Some(writer)) = (thread.now.get_mut(at), thread.writers.get_mut(at)) {
            (*now, *writer) = (new, pc);
        }
        if let Some(frame) = thread.calls.frames.last_mut()
            && frame.mask >> at & 1 == 0
        {
            frame.mask |= 1 << at;
            thread.calls.log.push(Old { slot, value: old, excused: old });
        }
    }

    #[inline(never)]
    fn special(&mut self, pc: u64, kind: Kind, old: u64, new: u64) {
        if kind == Kind::LINK {
            self.thread.link = new;
            if let Some(slot) = self.rules.link_slot {
                self.slot_written(pc, slot, old, new);
            }
            if let Some(at) = self.rules.link_destroyed {
                self.thread.written |= 1 << (at & 127);
            }
        } else if kind == Kind::WIDE {
            self.thread.is_dirty = true;
        } else if let Some(index) = kind.reserved().filter(|_| !self.is_setting_up()) {
            self.breach(Cause::Reserved(index), pc, (old, new), None);
        }
    }

    /// A function comes back to the return address of the last call.
    pub(super) fn returned(&mut self, pc: u64, state: &dyn State) {
        if !self.thread.early.is_empty() {
            self.settle_early(None);
        }
        let Some(frame) = self.thread.calls.frames.pop() else { return };
        let is_start = self.thread.calls.frames.is_empty();
        let is_judged = frame.kind == FrameKind::Function || is_start && frame.back != NOWHERE;
        if self.thread.sp != frame.sp && is_judged {
            self.not_restored(&frame, pc);
        }
        let log = frame.log as usize;
        if self.thread.calls.log.len() > log {
            self.compare(&frame, pc, is_judged);
        }
        if STEPS && !self.rules.wide.is_empty() {
            self.compare_wide(&frame, pc, is_judged, state);
        }
        if is_start {
            for breach in self.start.list() {
                self.breaches.add(breach.clone());
            }
            return;
        }
        self.counts.returns += 1;
        if self.counts.returns <= self.destroying.until && frame.kind == FrameKind::Function {
            self.destroy(&frame);
        }
    }

    /// Chooses registers to be destroyed behind a call.
    #[inline(always)]
    fn destroy(&mut self, frame: &Frame) {
        let mut chosen = Mask::MAX;
        if self.counts.returns == self.destroying.until {
            chosen &= self.destroying.last;
            self.last = Some(Return { back: frame.back, call: frame.call, target: frame.target });
        }
        if !self.destroying.spared.is_empty() {
            chosen &= !self.destroying.spared.get(&frame.back).copied().unwrap_or(0);
        }
        // The others hold it still.
        self.chosen = chosen & self.thread.written & self.all_destroyed;
        self.thread.written &= !self.chosen;
    }
}

/// Return address that no code has: of a beginning that does not come back.
pub(super) const NOWHERE: u64 = u64::MAX;

impl<const STEPS: bool> Observer for Watch<'_, STEPS> {
    #[inline(always)]
    fn step(&mut self, pc: u64, state: &dyn State) {
        if !STEPS {
            return;
        }
        if let Some(number) = self.rules.thread {
            let number = state.register(number);
            if number != self.thread_number {
                self.other_thread(number, pc, state);
            }
        }
        if self.thread.is_entering {
            self.thread.is_entering = false;
            if self.thread.is_dirty && !self.rules.wide.is_empty() {
                let now = self.wide_now(state);
                self.thread.calls.wide.push(now);
                self.thread.is_dirty = false;
            }
            let at = (self.thread.calls.wide.len() as u32).saturating_sub(1);
            if let Some(frame) = self.thread.calls.frames.last_mut() {
                frame.wide = at;
            }
        }
    }

    #[inline(always)]
    fn register(&mut self, pc: u64, register: u16, old: u64, new: u64) {
        self.ran.insert(pc);
        let kind = self.kinds.get(usize::from(register)).copied().unwrap_or(Kind::FREE);
        if let Some(slot) = kind.slot() {
            self.slot_written(pc, slot, old, new);
        } else if let Some(at) = kind.destroyed() {
            self.thread.written |= 1 << (at & 127);
        } else if kind == Kind::STACK_POINTER {
            self.moved(pc, new);
        } else if kind != Kind::FREE {
            self.special(pc, kind, old, new);
        }
    }

    #[inline(always)]
    fn read(&mut self, pc: u64, address: u64, length: u64) {
        self.last_read = pc;
        if self.is_beyond(address, length) {
            self.beyond(pc, address, length, false);
        }
    }

    #[inline(always)]
    fn write(&mut self, pc: u64, address: u64, length: u64, _state: &dyn State) {
        if self.is_beyond(address, length) {
            self.beyond(pc, address, length, true);
        }
    }

    fn call(&mut self, pc: u64, target: u64, return_address: u64) {
        // A call of the next instruction is how code finds out where it is; one through another register than that of the
        // return address is no call of the convention.
        let link = self.thread.link;
        let other_link = self.rules.link.is_some()
            && link != return_address
            && link != self.rules.target.code_pointer(return_address);
        let is_next = target == return_address && !self.symbols.is_function(target);
        if is_next || other_link || self.is_blind {
            if !is_next {
                self.called.insert(target);
            }
            return;
        }
        let sp = self.thread.sp.wrapping_add(self.pushed);
        let may_be_otherwise = || self.rules.stack.private_calls.is_some() && self.symbols.is_private(target);
        if sp & self.below_align_at_call != 0 && !may_be_otherwise() {
            self.breach(Cause::MisalignedAtCall, pc, (self.below_align_at_call + 1, sp), None);
        }
        if !self.thread.early.is_empty() {
            self.settle_early(None);
        }
        let depth = self.thread.calls.frames.len();
        if depth >= MOST_FRAMES {
            self.is_blind = true;
            return;
        }
        self.counts.calls += 1;
        self.counts.depth = self.counts.depth.max(depth);
        self.sites.insert(return_address);
        self.called.insert(target);
        let is_own = self.is_private(target) || self.symbols.is_inside(pc, target);
        let kind = if is_own { FrameKind::Private } else { FrameKind::Function };
        let log = self.thread.calls.log.len() as u32;
        self.thread.calls.frames.push(Frame {
            back: return_address,
            sp,
            call: pc,
            target,
            mask: 0,
            log,
            wide: 0,
            kind,
            procedure: 0,
        });
        self.thread.is_entering = true;
    }

    #[inline(always)]
    fn jump(&mut self, pc: u64, target: u64, register: Option<u16>, state: &dyn State) {
        if self.is_blind {
            return;
        }
        let Some(top) = self.thread.calls.frames.last() else { return };
        let is_return = register.is_none() || register == self.rules.link;
        if target == top.back {
            let sp = self.thread.sp;
            if sp == top.sp || is_return && !self.resume(pc, target, state) {
                self.returned(pc, state);
            }
        } else {
            self.elsewhere(pc, target, is_return, state);
        }
    }

    #[inline(always)]
    fn overwritten(&mut self) -> Option<(u16, &[u8])> {
        if self.chosen == 0 {
            return None;
        }
        let at = self.chosen.trailing_zeros() as usize;
        self.chosen &= self.chosen - 1;
        self.rules.destroyed.get(at).map(|destroyed| (destroyed.number, destroyed.bytes.as_slice()))
    }
}
