//! The observer that turns what a machine does into events.

use super::steps::Step;
use crosscall_machines::machine::{Observer, State};
use crosscall_model::observation::Event;
use crosscall_model::target::Register;
use std::ops::Range;

/// Events kept of one run; more are counted only.
const MOST_EVENTS: usize = 4096;

/// Addresses that a watch distinguishes.
pub(super) struct Grounds<'a> {
    /// Code of the subjects.
    pub(super) code: &'a [Range<u64>],
    /// Addresses at which the host answers calls of runtime functions.
    pub(super) host: Range<u64>,
    /// The stack.
    pub(super) stack: Range<u64>,
    /// Data outside the stack that the subjects may write.
    pub(super) own_data: &'a [Range<u64>],
    /// True if the stack grows towards lower addresses.
    pub(super) grows_down: bool,
}

/// Watches the code of the subjects, and the runtime functions, which nobody else calls.
pub(super) struct Watch<'a> {
    grounds: Grounds<'a>,
    sp_number: u16,
    reserved: Vec<(u16, Register)>,
    /// Of these, those that the subjects have written: what they held before, and what they hold now.
    written: Vec<(Register, u64, u64)>,
    modes: &'a [(u16, Register)],
    sp: u64,
    /// Events so far, in order.
    pub(super) events: Vec<Event>,
    /// Events that were too many.
    pub(super) dropped: u64,
    /// Stack memory that was written while it was beyond the stack pointer, and not since.
    loose: Vec<Range<u64>>,
    /// Calls that may not have come back yet, each with its return address and the stack pointer then.
    calls: Vec<(u64, u64)>,
    /// Steps, where they are wanted.
    pub(super) steps: Option<Vec<Step>>,
    /// The first instruction of a function whose runs are counted, and how many there were.
    pub(super) counted: Option<(u64, u64)>,
    /// Events that are kept.
    most: usize,
    /// Stack pointer at the entry of the function, where stores into its frame are left out once the pointer has moved:
    /// nobody asks for them.
    frame: Option<u64>,
    moved: bool,
}

impl<'a> Watch<'a> {
    pub(super) fn new(
        grounds: Grounds<'a>,
        sp_number: u16,
        reserved: Vec<(u16, Register)>,
        modes: &'a [(u16, Register)],
        sp: u64,
    ) -> Watch<'a> {
        let (events, calls, loose, written) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (steps, counted) = (None, None);
        let (most, frame, moved) = (MOST_EVENTS, None, false);
        Watch {
            grounds,
            sp_number,
            reserved,
            written,
            modes,
            sp,
            events,
            dropped: 0,
            loose,
            calls,
            steps,
            counted,
            most,
            frame,
            moved,
        }
    }

    /// Begins anew at the first instruction of a function, with as many events as `most`, and without its stores into its
    /// own frame.
    pub(super) fn begin(&mut self, most: usize, sp: u64) {
        self.events.clear();
        self.loose.clear();
        self.written.clear();
        (self.dropped, self.most, self.sp) = (0, most, sp);
        (self.frame, self.moved) = (Some(sp), false);
    }

    /// True for a store between the stack pointer and where it was at the function's entry, after it has moved.
    fn is_in_frame(&self, address: u64, end: u64) -> bool {
        let Some(entry) = self.frame.filter(|_| self.moved) else { return false };
        let frame = if self.grounds.grows_down { self.sp..entry } else { entry..self.sp };
        frame.start <= address && end <= frame.end && self.grounds.stack.contains(&address)
    }

    pub(super) fn in_code(&self, pc: u64) -> bool {
        // Few ranges: one for each subject.
        self.grounds.code.iter().any(|range| range.contains(&pc)) || self.grounds.host.contains(&pc)
    }

    fn push(&mut self, event: Event) {
        if self.events.len() < self.most {
            self.events.push(event);
        } else {
            self.dropped += 1;
        }
    }

    /// Return address of a function that was just entered: behind the last call that has not come back, be it
    /// a call of this function or of another that ended in a jump to it. A call has come back if the stack
    /// pointer is further up than it was then.
    pub(super) fn return_address(&self) -> Option<u64> {
        let (sp, down) = (self.sp, self.grounds.grows_down);
        let mut running = self.calls.iter().rev().filter(|(_, at)| if down { *at >= sp } else { *at <= sp });
        running.next().map(|(back, _)| *back)
    }

    fn beyond(&self, address: u64, len: u64) -> bool {
        if self.grounds.grows_down { address < self.sp } else { address + len > self.sp }
    }

    /// True if some of this memory was written while it was beyond the stack pointer.
    fn is_loose(&self, address: u64, length: u64) -> bool {
        self.loose.iter().any(|range| range.start < address + length && address < range.end)
    }

    /// Forgets what is beyond the stack pointer now: nobody knows what is there.
    fn forget_beyond(&mut self) {
        let (sp, down) = (self.sp, self.grounds.grows_down);
        self.loose.retain(|range| if down { range.start >= sp } else { range.end <= sp });
    }

    /// Forgets what is written anew.
    fn forget(&mut self, written: Range<u64>) {
        if self.is_loose(written.start, written.end - written.start) {
            let rest = |range: Range<u64>| {
                [range.start..range.end.min(written.start), range.start.max(written.end)..range.end]
            };
            let loose = std::mem::take(&mut self.loose);
            self.loose = loose.into_iter().flat_map(rest).filter(|range| !range.is_empty()).collect();
        }
    }
}

impl Observer for Watch<'_> {
    fn step(&mut self, pc: u64, _state: &dyn State) {
        if let Some((first, runs)) = &mut self.counted
            && *first == pc
        {
            *runs += 1;
        }
    }

    fn register(&mut self, pc: u64, register: u16, old: u64, new: u64) {
        if register == self.sp_number {
            self.sp = new;
            self.moved = true;
            self.forget_beyond();
            if self.in_code(pc) {
                self.push(Event::StackPointer { pc, sp: new });
            }
        } else if let Some((_, register)) = self.reserved.iter().find(|(number, _)| *number == register) {
            let register = *register;
            if self.in_code(pc) {
                self.push(Event::ReservedWrite { pc, register });
                match self.written.iter_mut().find(|(written, ..)| *written == register) {
                    Some((.., now)) => *now = new,
                    None => self.written.push((register, old, new)),
                }
            }
        } else if let Some((_, register)) = self.modes.iter().find(|(number, _)| *number == register) {
            let register = *register;
            if self.in_code(pc) {
                self.push(Event::ModeWrite { pc, register, value: new });
            }
        }
    }

    fn read(&mut self, pc: u64, address: u64, length: u64) {
        let is_reported = self.grounds.stack.contains(&address)
            && (self.beyond(address, length) || self.is_loose(address, length));
        if is_reported && self.in_code(pc) {
            self.push(Event::Read { pc, address, len: length as u32, sp: self.sp });
        }
    }

    fn write(&mut self, pc: u64, address: u64, length: u64, _state: &dyn State) {
        let end = address.saturating_add(length);
        self.forget(address..end);
        if self.grounds.stack.contains(&address) && self.beyond(address, length) && self.in_code(pc) {
            // What is written one behind the other is one range.
            match self.loose.last_mut() {
                Some(last) if last.end == address => last.end = end,
                Some(last) if last.start == end => last.start = address,
                _ => self.loose.push(address..end),
            }
        }
        let own = self.grounds.own_data.iter().any(|own| own.start <= address && end <= own.end);
        if !own && !self.is_in_frame(address, end) && self.in_code(pc) {
            self.push(Event::Write { pc, address, len: length as u32, sp: self.sp });
        }
    }

    fn jump(&mut self, _pc: u64, target: u64, _register: Option<u16>, _state: &dyn State) {
        // The last call has come back.
        if self.calls.last().is_some_and(|(back, _)| *back == target) {
            self.calls.pop();
        }
    }

    fn call(&mut self, pc: u64, target: u64, return_address: u64) {
        // Another call at the same place of the stack: the one before has come back.
        let (sp, down) = (self.sp, self.grounds.grows_down);
        self.calls.retain(|(_, at)| if down { *at > sp } else { *at < sp });
        self.calls.push((return_address, sp));
        self.forget_beyond();
        if self.in_code(pc) {
            let sp = self.sp;
            self.push(Event::Call { pc, target, return_address, sp });
            let others = self.written.iter().filter(|(_, before, now)| before != now);
            let others: Vec<(Register, u64)> = others.map(|(register, _, now)| (*register, *now)).collect();
            for (register, value) in others {
                self.push(Event::ReservedAtCall { pc, register, value });
            }
        }
    }
}
