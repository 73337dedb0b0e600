//! Calls that leave the simulated program: the runtime functions.

use super::super::isa::LINK;
use super::super::link::address_of_index;
use super::super::runtime::{Served, argument, served};
use super::{Core, Trap};
use crate::machine::{FaultKind, Observer};
use crate::runtime::{Function, Meaning, MemoryPort, Width, perform};
use crate::simulator::Port;

impl Core {
    /// Serves a runtime function and returns to the caller.
    pub(super) fn serve<O: Observer>(&mut self, index: usize, observer: &mut O) -> Result<(), Trap> {
        let wild = Trap::fault(FaultKind::WildJump, self.pc, "no runtime function is served here");
        let function = served(index).ok_or(wild)?;
        observer.runtime_call(self.pc, function.name());
        let back = self.r[usize::from(LINK)];
        let target = address_of_index(back);
        if back > 0xffff {
            let text = "return beyond the last instruction there can be";
            return Err(Trap::fault(FaultKind::WildJump, target, text));
        }
        match function {
            Served::Special(special) => {
                let (a, b) = (self.r[0].into(), self.r[1].into());
                let no_answer = || {
                    Trap::fault(
                        FaultKind::Runtime,
                        self.pc,
                        "a runtime function has no answer for its operands",
                    )
                };
                let first = (special.first)(a, b).ok_or_else(no_answer)?;
                let second = special.second.and_then(|compute| compute(a, b));
                self.poison(observer, special.clobbers);
                self.set(observer, 0, first as u32);
                if let Some(second) = second {
                    self.set(observer, 1, second as u32);
                }
            }
            Served::Normal(function) => self.serve_normal(function, observer)?,
            Served::Division(division) => {
                let [a, b, place, ..] = self.r.map(u64::from);
                let both = (division.quotient)(a, b).zip((division.remainder)(a, b));
                let text = "a runtime function has no answer for its operands";
                let (quotient, remainder) = both.ok_or(Trap::fault(FaultKind::Runtime, self.pc, text))?;
                Port { core: self, observer }.store(place, &(remainder as u32).to_le_bytes())?;
                self.poison(observer, self.policy.scratch);
                self.set(observer, 0, quotient as u32);
            }
        }
        if self.policy.poison.is_some() {
            // No caller may look at the flags: they get a combination that no comparison leaves.
            (self.zero, self.carry) = (true, false);
        }
        self.pc = target;
        Ok(())
    }

    fn serve_normal<O: Observer>(&mut self, function: &Function, observer: &mut O) -> Result<(), Trap> {
        match function.meaning {
            Meaning::Abort => {
                return Err(Trap::fault(FaultKind::Abort, self.r[usize::from(LINK)], "abort was called"));
            }
            Meaning::Memory(work) => {
                let [to, from, length, ..] = self.r.map(u64::from);
                let result = perform(work, [to, from, length], &mut Port { core: self, observer })?;
                self.poison(observer, self.policy.scratch);
                self.set(observer, 0, result as u32);
            }
            Meaning::Pure(operands, width, compute) => {
                let mut values = [0u64; 2];
                let mut next = 0;
                for (value, operand) in values.iter_mut().zip(operands) {
                    let place = argument(*operand, next);
                    let text = "the operands of a runtime function do not fit the argument registers";
                    let (first, behind) = place.ok_or(Trap::fault(FaultKind::Runtime, self.pc, text))?;
                    next = behind;
                    let part = |index: usize| self.r.get(index).copied().map_or(0, u64::from);
                    *value = match operand {
                        Width::Word => part(first),
                        Width::Double => part(first) << 32 | part(first + 1),
                    };
                }
                let text = "a runtime function has no answer for its operands";
                let result =
                    compute(values[0], values[1]).ok_or(Trap::fault(FaultKind::Runtime, self.pc, text))?;
                self.poison(observer, self.policy.scratch);
                match width {
                    Width::Word => self.set(observer, 0, result as u32),
                    Width::Double => self.set_pair(observer, 0, (result >> 32) as u32, result as u32),
                }
            }
        }
        Ok(())
    }

    /// Fills registers that a function may clobber.
    fn poison<O: Observer>(&mut self, observer: &mut O, registers: u32) {
        let Some(pattern) = self.policy.poison else { return };
        for index in (0..24u8).filter(|index| registers >> index & 1 == 1) {
            self.set(observer, index, pattern.wrapping_add(index.into()));
        }
    }
}
