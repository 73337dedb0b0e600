//! The tile as the run loop sees it.

use super::super::decode::{DecodeError, decode};
use super::super::link::MACHINE;
use super::super::predecode::{Code, Entry, entry_of};
use super::super::runtime::LIBRARY;
use super::super::special::{A_GENERAL, COUNT, FIRST_A, FIRST_SPECIAL, LR, REGISTERS, WORKER_BASE};
use super::accumulators::Accumulators;
use super::{Repeat, Tile};
use crate::machine::{FaultKind, Machine, Observer, RegisterInfo};
use crate::predecoded::{Entry as _, Sentinel};
use crate::simulator::{Base, Processor, Trap};

/// A tile has no output of its own.
impl Processor for Tile {
    type Entry = Entry;
    const MACHINE: u16 = MACHINE;
    const MISALIGNED_START: Option<&'static str> = Some("jump to a misaligned address");
    const RETURN_REGISTER: u16 = LR as u16;
    const COUNTS_EACH: bool = true;

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
        (self.m, self.a) = ([0; 16], [0; 16]);
        self.supervisor = false;
        self.worker_base = 0;
        self.m[usize::from(WORKER_BASE)] = self.base.map.stack_top as u32;
        self.pc = self.base.entry as u32;
        self.repeat = Repeat::default();
        (self.fp_status, self.fp_control) = (0, 0);
        self.accumulators = Accumulators::default();
        self.stored.fill(0);
        self.waiting = None;
    }

    fn value(&self, index: u16) -> u64 {
        let index = usize::from(index);
        let value = match index {
            0..FIRST_A => self.m.get(index).copied(),
            FIRST_A..FIRST_SPECIAL => self.a.get(index - FIRST_A).copied(),
            FIRST_SPECIAL..COUNT => Some(self.special(index - FIRST_SPECIAL)),
            _ => None,
        };
        value.unwrap_or(0).into()
    }

    /// The read-only base registers can be set; those that read zero or do not exist keep their value.
    fn set_value(&mut self, index: u16, value: u64) {
        let (index, value) = (usize::from(index), value as u32);
        match index {
            // The supervisor reads 0 there whatever its workers will read.
            12 if self.supervisor => self.worker_base = value,
            0..14 => {
                if let Some(register) = self.m.get_mut(index) {
                    *register = value;
                }
            }
            FIRST_A..FIRST_SPECIAL if index - FIRST_A < usize::from(A_GENERAL) => {
                if let Some(register) = self.a.get_mut(index - FIRST_A) {
                    *register = value;
                }
            }
            FIRST_SPECIAL..COUNT => match index - FIRST_SPECIAL {
                0 => self.set_pc(value.into()),
                1 => self.repeat.count = value & 0xffff,
                2 => self.repeat.first = value,
                3 => self.repeat.end = value,
                4 => self.fp_status = value,
                5 => self.fp_control = value,
                _ => self.set_supervisor(value & 1 != 0),
            },
            _ => {}
        }
    }

    fn address(&self) -> u64 {
        self.pc.into()
    }

    fn go_to(&mut self, address: u64) {
        self.pc = address as u32;
        self.repeat.active = false;
    }

    fn serves(number: u64) -> bool {
        LIBRARY.get(number).is_some()
    }

    fn decode_at(&mut self, address: u64) -> Result<Entry, Trap> {
        let pc = address as u32;
        if !self.base.memory.is_code(address, 4) {
            return Err(Trap::fault(FaultKind::WildJump, pc, "there is no code here"));
        }
        let mut bytes = [0; 8];
        let length = if self.base.memory.is_code(address, 8) { 8 } else { 4 };
        let available = bytes.get_mut(..length).unwrap_or_default();
        self.base.memory.read(address, available)?;
        self.base.memory.watch(address);
        Ok(match decode(available) {
            Ok(issue) => {
                self.base.memory.watch(address + u64::from(issue.size()) - 1);
                entry_of(&mut self.base.cache, &issue)
            }
            Err(DecodeError::Unknown { word }) => Entry::sentinel(Sentinel::Illegal, word),
            Err(DecodeError::Bundle { main, .. }) => {
                self.base.memory.watch(address + 7);
                Entry::plain(Code::BadBundle, main)
            }
            Err(DecodeError::Truncated { .. }) => {
                let text = "the bundle reaches over the end of the code";
                return Err(Trap::fault(FaultKind::WildJump, pc, text));
            }
        })
    }

    #[inline(always)]
    fn step<O: Observer>(&mut self, entry: Entry, _: u64, observer: &mut O) -> Result<(), Trap> {
        let pc = self.pc;
        self.announce(entry, observer);
        if entry.worker && self.supervisor {
            return Err(Trap::fault(
                FaultKind::Illegal,
                pc,
                "the supervisor cannot execute this instruction",
            ));
        }
        if self.repeat.active {
            return self.step_repeated(entry, observer);
        }
        self.pc = self.execute(entry, observer)?;
        Ok(())
    }
}
