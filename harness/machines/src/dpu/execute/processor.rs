//! The core as the run loop sees it.

use super::super::decode::decode;
use super::super::encode::SLOT;
use super::super::isa::LINK;
use super::super::link::{IRAM, MACHINE, address_of_index, index_of_address};
use super::super::predecode::Entry;
use super::super::runtime::LIBRARY;
use super::system::Counter;
use super::{Core, FLAGS, ID, PC, REGISTERS, TASKLETS};
use crate::executable::{Executable, Segment};
use crate::machine::{FaultKind, Machine, Observer, RegisterInfo, Stop};
use crate::predecoded::{Entry as _, Sentinel};
use crate::simulator::{Base, Processor, Trap};

impl Processor for Core {
    type Entry = Entry;
    const MACHINE: u16 = MACHINE;
    const RETURN_REGISTER: u16 = LINK as u16;
    const COUNTS_EACH: bool = true;

    fn table() -> &'static [RegisterInfo] {
        &REGISTERS
    }

    /// Everything in IRAM is code, whatever the flags say.
    fn is_code(_: &Executable, segment: &Segment) -> bool {
        segment.address >= IRAM
    }

    fn base(&self) -> &Base<Entry> {
        &self.base
    }

    fn base_mut(&mut self) -> &mut Base<Entry> {
        &mut self.base
    }

    fn restart(&mut self) {
        self.r = [0; 32];
        self.set_tasklet(0);
        (self.zero, self.carry) = (false, false);
        self.pc = self.base.entry;
        self.run_bits.fill(false);
        self.loaded.clear();
        self.counter = Counter::default();
        self.tasklets.restart();
    }

    fn value(&self, index: u16) -> u64 {
        match index {
            0..24 => self.r[usize::from(index)].into(),
            FLAGS => u64::from(self.zero) | u64::from(self.carry) << 1,
            ID => self.tasklet().into(),
            PC => index_of_address(self.pc).into(),
            _ => 0,
        }
    }

    /// Numbers of tasklets that no chip has are ignored.
    fn set_value(&mut self, index: u16, value: u64) {
        match index {
            0..24 => self.r[usize::from(index)] = value as u32,
            FLAGS => (self.zero, self.carry) = (value & 1 != 0, value & 2 != 0),
            ID if value < u64::from(TASKLETS) => {
                self.show(value as u32);
                // The breakpoint at which another tasklet has stopped does not count for this one.
                self.set_pc(self.pc);
            }
            PC => self.set_pc(address_of_index(value as u32 & 0xffff)),
            _ => {}
        }
    }

    fn address(&self) -> u64 {
        self.pc
    }

    fn go_to(&mut self, address: u64) {
        self.pc = address;
    }

    /// It goes to r23 as the number of an instruction, as `call` puts it there.
    fn set_return_address(&mut self, address: u64) {
        self.r[usize::from(LINK)] = index_of_address(address);
    }

    #[inline(always)]
    fn cached(&self) -> Entry {
        // Whatever the host has set: entries stand for whole slots.
        match u32::try_from(self.pc) {
            Ok(pc) if pc.is_multiple_of(SLOT as u32) => self.base.cache.get(pc),
            _ => Entry::empty(),
        }
    }

    fn serves(number: u64) -> bool {
        LIBRARY.get(number).is_some()
    }

    fn decode_at(&mut self, pc: u64) -> Result<Entry, Trap> {
        if !pc.is_multiple_of(SLOT as u64) {
            return Err(Trap::fault(FaultKind::Misaligned, pc, "jump between two instructions"));
        }
        let size = SLOT as u64;
        let by_dma = |&(base, length): &(u64, u64)| pc.wrapping_sub(base) < length;
        if !self.base.memory.is_code(pc, size) && !self.loaded.iter().any(by_dma) {
            return Err(Trap::fault(FaultKind::WildJump, pc, "there is no code here"));
        }
        let mut bytes = [0; SLOT];
        self.base.memory.read(pc, &mut bytes)?;
        self.base.memory.watch(pc);
        let word = u64::from_le_bytes(bytes);
        Ok(match decode(word) {
            Ok(instruction) => Entry::of(&instruction),
            Err(_) => Entry::sentinel(Sentinel::Illegal, word as u32),
        })
    }

    #[inline(always)]
    fn step<O: Observer>(&mut self, entry: Entry, _: u64, observer: &mut O) -> Result<(), Trap> {
        self.announce(entry, observer);
        self.execute(entry, observer)
    }

    fn has_several(&self) -> bool {
        self.has_several()
    }

    fn next_turn(&mut self) -> bool {
        self.next_turn()
    }

    /// An instruction that ends the program counts.
    fn ended(&mut self, stop: &Stop) {
        if let Stop::Exit(_) = stop {
            self.base.progress.instructions += 1;
        }
    }
}
