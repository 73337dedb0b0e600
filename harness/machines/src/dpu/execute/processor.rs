//! The core as the run loop sees it.

use super::super::isa::LINK;
use super::super::link::{IRAM, MACHINE, address_of_index, index_of_address};
use super::super::predecode::{Cache, Code, Entry};
use super::system::Counter;
use super::{Core, FLAGS, ID, PC, REGISTERS, TASKLETS};
use crate::executable::{Executable, Segment};
use crate::machine::{Machine, Observer, RegisterInfo, Stop};
use crate::simulator::{Base, Processor, Trap};

impl Processor for Core {
    type Entry = Entry;
    type Cache = Cache;
    const MACHINE: u16 = MACHINE;
    const COUNTS_EACH: bool = true;

    fn table() -> &'static [RegisterInfo] {
        &REGISTERS
    }

    /// What lies in IRAM, whatever the flags say.
    fn is_code(_: &Executable, segment: &Segment) -> bool {
        segment.address >= IRAM
    }

    fn base(&self) -> &Base<Cache> {
        &self.base
    }

    fn base_mut(&mut self) -> &mut Base<Cache> {
        &mut self.base
    }

    fn begin(&mut self, program: &Executable) {
        self.entry = program.entry;
    }

    fn restart(&mut self) {
        self.r = [0; 32];
        self.set_tasklet(0);
        (self.zero, self.carry) = (false, false);
        self.pc = self.entry;
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
                // Where another tasklet has stopped at a breakpoint does not count for this one.
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
        self.base.cache.get(self.pc)
    }

    #[inline(always)]
    fn is_missing(entry: Entry) -> bool {
        entry.code == Code::Empty
    }

    fn fetch_here(&mut self) -> Result<Entry, Trap> {
        self.fetch(self.pc)
    }

    fn fill_here(&mut self) -> Result<Entry, Trap> {
        self.fill(self.pc)
    }

    #[inline(always)]
    fn step<O: Observer>(&mut self, entry: Entry, _: u64, observer: &mut O) -> Result<(), Trap> {
        if !matches!(entry.code, Code::Breakpoint | Code::Return) {
            observer.step(self.pc, &*self);
        }
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
