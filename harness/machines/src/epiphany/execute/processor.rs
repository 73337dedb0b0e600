//! The core as the run loop sees it.

use super::super::link::MACHINE;
use super::super::predecode::{Cache, Code, Entry};
use super::super::special::{REGISTERS, special_of, status};
use super::{Core, LR};
use crate::executable::Executable;
use crate::machine::{FaultKind, Observer, RegisterInfo};
use crate::simulator::{Base, Processor, Trap};

impl Processor for Core {
    type Entry = Entry;
    type Cache = Cache;
    const MACHINE: u16 = MACHINE;

    fn table() -> &'static [RegisterInfo] {
        &REGISTERS
    }

    fn base(&self) -> &Base<Cache> {
        &self.base
    }

    fn base_mut(&mut self) -> &mut Base<Cache> {
        &mut self.base
    }

    fn begin(&mut self, program: &Executable) {
        self.entry = program.entry as u32;
    }

    fn restart(&mut self) {
        self.r = [0; 64];
        self.pc = self.entry;
        self.status = status::CAI;
        self.config = 0;
        self.special.fill(0);
        self.loop_end = 1;
    }

    fn value(&self, index: u16) -> u64 {
        match (self.r.get(usize::from(index)), special_of(index)) {
            (Some(value), _) => (*value).into(),
            (None, Some(special)) => self.read_special(special).into(),
            (None, None) => 0,
        }
    }

    fn set_value(&mut self, index: u16, value: u64) {
        if let Some(register) = self.r.get_mut(usize::from(index)) {
            *register = value as u32;
        } else if let Some(special) = special_of(index) {
            self.store_special(special, value as u32);
        }
    }

    fn address(&self) -> u64 {
        self.pc.into()
    }

    fn go_to(&mut self, address: u64) {
        self.pc = address as u32;
    }

    fn set_return_address(&mut self, address: u64) {
        self.r[LR] = address as u32;
    }

    fn check_start(&self) -> Result<(), Trap> {
        if self.pc & 1 != 0 {
            return Err(Trap::fault(FaultKind::Misaligned, self.pc, "jump to an odd address"));
        }
        Ok(())
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

    fn own_breakpoint(entry: Entry) -> Option<u32> {
        (entry.code == Code::Bkpt).then_some(2)
    }

    #[inline(always)]
    fn step<O: Observer>(&mut self, entry: Entry, _: u64, observer: &mut O) -> Result<(), Trap> {
        let pc = self.pc;
        if entry.code as u8 > Code::Return as u8 {
            observer.step(pc.into(), &*self);
        }
        self.execute(entry, observer)?;
        if pc == self.loop_end && !entry.is_branch() {
            self.end_of_loop();
        }
        Ok(())
    }
}
