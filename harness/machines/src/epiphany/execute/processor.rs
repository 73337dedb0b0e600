//! The core as the run loop sees it.

use super::super::decode::{decode, size_of};
use super::super::isa::Op;
use super::super::link::MACHINE;
use super::super::predecode::{Code, Entry};
use super::super::runtime::LIBRARY;
use super::super::special::{REGISTERS, special_of, status};
use super::{Core, LR};
use crate::machine::{Observer, RegisterInfo};
use crate::predecoded::{Entry as _, Sentinel};
use crate::simulator::{Base, Processor, Trap, read_halves};

impl Processor for Core {
    type Entry = Entry;
    const MACHINE: u16 = MACHINE;
    const MISALIGNED_START: Option<&'static str> = Some("jump to an odd address");
    const RETURN_REGISTER: u16 = LR as u16;

    fn table() -> &'static [RegisterInfo] {
        &REGISTERS
    }

    fn base(&self) -> &Base<Entry> {
        &self.base
    }

    fn base_mut(&mut self) -> &mut Base<Entry> {
        &mut self.base
    }

    fn restart(&mut self) {
        self.r = [0; 64];
        self.pc = self.base.entry as u32;
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

    fn serves(number: u64) -> bool {
        LIBRARY.get(number).is_some()
    }

    fn decode_at(&mut self, address: u64) -> Result<Entry, Trap> {
        let bytes = read_halves(&mut self.base.memory, address, size_of)?;
        let word = u32::from_le_bytes(bytes);
        Ok(match decode(&bytes) {
            Ok(instruction) => Entry::of(&instruction, word),
            Err(_) => Entry::sentinel(Sentinel::Illegal, word),
        })
    }

    fn own_breakpoint(entry: Entry) -> Option<u32> {
        (entry.code == Code::Op(Op::Bkpt)).then_some(2)
    }

    #[inline(always)]
    fn step<O: Observer>(&mut self, entry: Entry, _: u64, observer: &mut O) -> Result<(), Trap> {
        let pc = self.pc;
        self.announce(entry, observer);
        self.execute(entry, observer)?;
        if pc == self.loop_end && !entry.is_branch() {
            self.end_of_loop();
        }
        Ok(())
    }
}
