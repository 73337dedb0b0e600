//! State that a function has to give back when it returns: the stack pointer and registers.

use super::breach::{Breach, Cause};
use super::frame::Frame;
use super::watch::Watch;
use crosscall_machines::machine::State;

/// Values left in wide registers that are not held against callers.
const MOST_EXCUSED: usize = 256;

impl<const STEPS: bool> Watch<'_, STEPS> {
    #[cold]
    #[inline(never)]
    pub(super) fn not_restored(&mut self, frame: &Frame, pc: u64) {
        let breach = Breach {
            expected: frame.sp,
            observed: self.thread.sp,
            ..Breach::new(frame.target, Cause::StackPointer, Some(frame.call), pc)
        };
        self.add_of(frame, breach);
    }

    /// Adds a breach of a function that comes back.
    pub(super) fn add_of(&mut self, frame: &Frame, mut breach: Breach) {
        if frame.call == 0 {
            breach.site = None;
        }
        if !self.is_blind {
            self.breaches.add(breach);
        }
    }

    /// Compares slots with what they held when the function was entered. What is not given back is held against nobody else.
    pub(super) fn compare(&mut self, frame: &Frame, pc: u64, is_judged: bool) {
        if !is_judged {
            self.hand_over(frame);
            return;
        }
        let log = frame.log as usize;
        let mut wrong = 0u64;
        for old in self.thread.calls.log.get(log..).unwrap_or_default() {
            let at = usize::from(old.slot & 63);
            let now = self.thread.now.get(at).copied().unwrap_or(0);
            let mask = self.rules.slots.get(at).map_or(0, |slot| slot.mask);
            if (now ^ old.value) & mask != 0 {
                wrong |= 1 << at;
            }
        }
        if wrong == 0 {
            self.thread.calls.log.truncate(log);
        } else {
            self.not_given_back(frame, pc, wrong);
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn not_given_back(&mut self, frame: &Frame, pc: u64, wrong: u64) {
        let log = frame.log as usize;
        let entries = self.thread.calls.log.get(log..).unwrap_or_default().to_vec();
        self.thread.calls.log.truncate(log);
        for mut old in entries.into_iter().filter(|old| wrong >> (old.slot & 63) & 1 == 1) {
            let at = usize::from(old.slot & 63);
            let value = |all: &[u64]| all.get(at).copied().unwrap_or(0);
            let (now, writer) = (value(&self.thread.now), value(&self.thread.writers));
            let rule = self.rules.slots.get(at);
            // A loop that is over counts no rounds of the caller's.
            let is_over = rule.is_some_and(|slot| slot.counts_rounds) && now == 0;
            let is_excused = (now ^ old.excused) & rule.map_or(0, |slot| slot.mask) == 0;
            if !is_over && !is_excused {
                let breach = Breach {
                    expected: old.value,
                    observed: now,
                    writer: Some(writer),
                    ..Breach::new(frame.target, Cause::Slot(old.slot), Some(frame.call), pc)
                };
                self.add_of(frame, breach);
            }
            old.excused = now;
            self.thread.calls.log.push(old);
        }
        self.hand_over(frame);
    }

    /// Counts the changes of a call as changes of its caller.
    pub(super) fn hand_over(&mut self, frame: &Frame) {
        let calls = &mut self.thread.calls;
        let Some(caller) = calls.frames.last_mut() else {
            calls.log.truncate(frame.log as usize);
            return;
        };
        let mut kept = frame.log as usize;
        for at in frame.log as usize..calls.log.len() {
            let Some(old) = calls.log.get(at).copied() else { break };
            if caller.mask >> (old.slot & 63) & 1 == 1 {
                // What the caller is excused of has become something else.
                let of_caller =
                    calls.log.get_mut(caller.log as usize..frame.log as usize).unwrap_or_default();
                let known = of_caller.iter_mut().find(|known| known.slot == old.slot);
                if let Some(known) = known.filter(|known| known.excused == old.value) {
                    known.excused = old.excused;
                }
            } else {
                caller.mask |= 1 << (old.slot & 63);
                if let Some(place) = calls.log.get_mut(kept) {
                    *place = old;
                }
                kept += 1;
            }
        }
        calls.log.truncate(kept);
    }

    /// Bytes of all wide registers; each has its length in front.
    pub(super) fn wide_now(&self, state: &dyn State) -> Vec<u8> {
        let mut all = Vec::new();
        for wide in &self.rules.wide {
            let mut bytes = vec![0; wide.bytes];
            let length = state.register_bytes(wide.number, &mut bytes);
            all.extend((length as u16).to_le_bytes());
            all.extend(bytes);
        }
        all
    }

    pub(super) fn compare_wide(&mut self, frame: &Frame, pc: u64, is_judged: bool, state: &dyn State) {
        let at = frame.wide as usize;
        if !self.thread.is_dirty && self.thread.calls.wide.len() == at + 1 || !is_judged {
            return;
        }
        let now = self.wide_now(state);
        let Some(before) = self.thread.calls.wide.get(at).cloned() else { return };
        let mut start = 0;
        for (index, wide) in self.rules.wide.iter().enumerate() {
            let range = start..start + wide.bytes + 2;
            start = range.end;
            let (Some(old), Some(new)) = (before.get(range.clone()), now.get(range.clone())) else {
                continue;
            };
            let is_excused = |(of, bytes): &(usize, Vec<u8>)| *of == index && bytes == new;
            if old == new || self.thread.calls.excused.iter().any(is_excused) {
                continue;
            }
            let value = |bytes: &[u8]| -> Vec<u8> {
                let length = bytes.first_chunk::<2>().map_or(0, |length| u16::from_le_bytes(*length));
                bytes.iter().skip(2).take(length.into()).copied().collect()
            };
            let breach = Breach {
                bytes: Some(Box::new((value(old), value(new)))),
                ..Breach::new(frame.target, Cause::Wide(index as u8), Some(frame.call), pc)
            };
            self.add_of(frame, breach);
            // It is not held against the caller.
            if self.thread.calls.excused.len() < MOST_EXCUSED {
                let left = (index, new.to_vec());
                self.thread.calls.excused.push(left);
            }
        }
        self.thread.calls.wide.truncate(at + 1);
        self.thread.is_dirty = now != before;
    }
}
