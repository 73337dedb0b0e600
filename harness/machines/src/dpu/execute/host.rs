//! Calls that leave the simulated program: the runtime functions.

use super::super::link::address_of_index;
use super::super::runtime::{LIBRARY, Work};
use super::{Core, Trap};
use crate::machine::{FaultKind, Observer};
use crate::runtime::{Library, MemoryPort};
use crate::simulator::{Hosted, Outcome, Port, no_answer};

impl Hosted for Core {
    type Work = Work;
    const ARGUMENTS: u16 = 8;
    const HIGH_FIRST: bool = true;

    fn library() -> &'static Library<Work> {
        &LIBRARY
    }

    fn return_target(&self, back: u64) -> Result<u64, Trap> {
        let target = address_of_index(back as u32);
        if back > 0xffff {
            let text = "return beyond the last instruction there can be";
            return Err(Trap::fault(FaultKind::WildJump, target, text));
        }
        Ok(target)
    }

    fn put_register<O: Observer>(&mut self, observer: &mut O, register: u16, value: u64) {
        self.set(observer, register as u8, value as u32);
    }

    fn perform_own<O: Observer>(&mut self, work: Work, observer: &mut O) -> Result<Outcome, Trap> {
        let [a, b, place, ..] = self.r.map(u64::from);
        let outcome = match work {
            Work::Special { first, second, clobbers } => {
                let answer = first(a, b).ok_or_else(|| no_answer(self))?;
                let words = [Some(answer), second.and_then(|compute| compute(a, b))];
                Outcome { clobbers, first: 0, words }
            }
            Work::Division { quotient, remainder } => {
                let both = quotient(a, b).zip(remainder(a, b));
                let (quotient, remainder) = both.ok_or_else(|| no_answer(self))?;
                Port { core: self, observer }.store(place, &(remainder as u32).to_le_bytes())?;
                Outcome { clobbers: self.base.policy.scratch, first: 0, words: [Some(quotient), None] }
            }
        };
        if self.base.policy.poison.is_some() {
            self.spoil_flags();
        }
        Ok(outcome)
    }

    /// No caller may look at the flags: they get a combination that no comparison leaves.
    fn spoil_flags(&mut self) {
        (self.zero, self.carry) = (true, false);
    }
}
