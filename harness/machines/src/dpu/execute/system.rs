//! DMA, atomic bits, run bits and the cycle counter.

use super::super::conditions::Cond;
use super::super::isa::Op;
use super::super::link::{ATOMIC, IRAM, MRAM, MRAM_SIZE};
use super::super::predecode::{Action, Entry};
use super::operate::Test;
use super::{Core, Trap};
use crate::machine::{FaultKind, Observer};
use crate::memory::AccessFault;
use crate::simulator::Processor;

/// Cycles from one instruction of a tasklet to its next when no other tasklet runs.
const CYCLES: u64 = 11;

/// The bit that `acquire`, `boot` and their relatives mean by an address.
const fn bit_number(address: u32) -> usize {
    (address >> 8 & 0xff ^ address & 0xff) as usize
}

impl Core {
    /// `ldma`, `sdma` and `ldmai`.
    pub(super) fn transfer<O: Observer>(&mut self, op: Op, e: Entry, observer: &mut O) -> Result<(), Trap> {
        let (ra, rb) = (self.reg(e.ra), self.reg(e.rb));
        let length = u64::from((e.imm.wrapping_add(ra >> 24) & 0xff) + 1) * 8;
        let near = u64::from(ra & 0x00ff_fff8);
        let far = MRAM + u64::from(rb & !7);
        if u64::from(rb & !7) + length > MRAM_SIZE {
            // Not the memories that lie behind MRAM in files.
            return Err(AccessFault { kind: FaultKind::Unmapped, address: far, length }.into());
        }
        let (from, to) = match op {
            Op::Ldma => (far, near),
            Op::Ldmai => (far, IRAM + near),
            _ => (near, far),
        };
        observer.read(self.pc, from, length);
        let mut bytes = vec![0; length as usize];
        self.base.memory.read(from, &mut bytes)?;
        observer.write(self.pc, to, length, &*self);
        let written = self.base.memory.write(to, &bytes)?;
        self.after_write(written, to, length);
        if op == Op::Ldmai {
            // Jumps that have gone there before found no code.
            self.base.cache.forget(to, length);
            let known =
                |&(base, size): &(u64, u64)| to.wrapping_sub(base) < size && length <= size - (to - base);
            if !self.loaded.iter().any(known) {
                self.loaded.retain(|&(base, size)| base < to || base + size > to + length);
                self.loaded.push((to, length));
            }
        }
        self.next();
        Ok(())
    }

    /// `acquire` and `release`.
    pub(super) fn atomic<O: Observer>(&mut self, op: Op, e: Entry, observer: &mut O) -> Result<(), Trap> {
        let address = ATOMIC + bit_number(self.reg(e.ra).wrapping_add(e.imm)) as u64;
        observer.read(self.pc, address, 1);
        let mut old = [0];
        self.base.memory.read(address, &mut old)?;
        observer.write(self.pc, address, 1, &*self);
        let written = self.base.memory.write(address, &[u8::from(op == Op::Acquire)])?;
        self.after_write(written, address, 1);
        let x = u32::from(old != [0]);
        let taken = match e.cond {
            Cond::True => true,
            Cond::Z => x == 0,
            _ => x != 0,
        };
        if op == Op::Acquire && taken && x != 0 && self.is_this_instruction(e) && self.waits_for_ever() {
            return Err(Trap::fault(
                FaultKind::Idle,
                address,
                "a lock is taken already, and no other tasklet will release it",
            ));
        }
        self.zero = x == 0;
        self.branch(e, taken);
        Ok(())
    }

    /// Returns whether an instruction branches to itself.
    fn is_this_instruction(&self, e: Entry) -> bool {
        super::super::link::address_of_index(e.target.into()) == self.pc
    }

    /// `boot`, `resume`, `clr_run` and `read_run`: the result is the old run bit.
    pub(super) fn run_bit(&mut self, op: Op, e: Entry) -> Result<(), Trap> {
        let a = self.reg(e.ra);
        let number = bit_number(a.wrapping_add(e.imm));
        let own = self.tasklet() as usize;
        if let Some(bit) = self.run_bits.get_mut(own) {
            *bit = true;
        }
        let Some(bit) = self.run_bits.get_mut(number) else { return Ok(()) };
        let x = u32::from(*bit);
        match op {
            Op::Boot | Op::Resume => *bit = true,
            Op::ClrRun => *bit = false,
            _ => {}
        }
        let taken = e.action == Action::Branch && self.holds(e.cond, Test::plain(x, a, 0));
        self.zero = x == 0;
        if op == Op::ClrRun && number == own {
            self.clear_run_bit()?;
        }
        self.branch(e, taken);
        match op {
            Op::Boot | Op::Resume if x == 0 => self.start_tasklet(op, number as u32),
            _ => Ok(()),
        }
    }

    /// `time` and `time_cfg`: bits 35:4 of the counter of cycles or instructions, as it was before
    /// `time_cfg` changes it.
    pub(super) fn time<O: Observer>(&mut self, op: Op, e: Entry, observer: &mut O) {
        let x = (self.counter.value(self.base.progress.instructions) >> 4) as u32;
        if op == Op::TimeCfg {
            self.counter.configure(self.reg(e.rb), self.base.progress.instructions);
        }
        self.put(observer, e, x);
        self.branch(e, e.cond == Cond::True);
    }
}

/// The cycle counter. It is worked out from the number of instructions when it is read.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counter {
    /// Cycles that an instruction counts.
    rate: u64,
    /// Its value when `start` instructions had been executed.
    value: u64,
    start: u64,
}

impl Counter {
    fn value(&self, instructions: u64) -> u64 {
        self.value.wrapping_add(instructions.wrapping_sub(self.start).wrapping_mul(self.rate))
    }

    /// Bit 0 sets it to 0; bits 2:1 choose cycles (1), instructions (2) or nothing (3).
    fn configure(&mut self, bits: u32, instructions: u64) {
        let value = if bits & 1 != 0 { 0 } else { self.value(instructions) };
        let rate = match bits >> 1 & 3 {
            1 => CYCLES,
            2 => 1,
            3 => 0,
            _ => self.rate,
        };
        *self = Self { rate, value, start: instructions };
    }
}
