//! The thread as the run loop sees it.

use super::super::decode::decode_word;
use super::super::isa::RA;
use super::super::link::MACHINE;
use super::super::predecode::Entry;
use super::super::runtime::LIBRARY;
use super::super::special::{FIRST_VECTOR, REGISTERS, Special, special_of};
use super::system::System;
use super::{Core, LANES, LINE_SHIFT, NO_LINE};
use crate::machine::{FaultKind, Observer, RegisterInfo};
use crate::memory::Written;
use crate::predecoded::{Entry as _, Sentinel};
use crate::simulator::{Base, Processor, Trap, fetch};

impl Processor for Core {
    type Entry = Entry;
    const MACHINE: u16 = MACHINE;
    const RETURN_REGISTER: u16 = RA as u16;

    fn table() -> &'static [RegisterInfo] {
        REGISTERS.as_slice()
    }

    fn base(&self) -> &Base<Entry> {
        &self.base
    }

    fn base_mut(&mut self) -> &mut Base<Entry> {
        &mut self.base
    }

    fn restart(&mut self) {
        self.s = [0; 32];
        self.v.fill([0; LANES]);
        self.pc = self.base.entry as u32;
        self.system = System::start();
        self.link = NO_LINE;
        self.lane = 0;
    }

    fn value(&self, index: u16) -> u64 {
        if let Some(value) = self.s.get(usize::from(index)) {
            return (*value).into();
        }
        if let Some([first, second, ..]) = self.v.get(usize::from(index.wrapping_sub(FIRST_VECTOR))) {
            return u64::from(*first) | u64::from(*second) << 32;
        }
        special_of(index).map_or(0, |special| self.special(special).into())
    }

    fn set_value(&mut self, index: u16, value: u64) {
        let value = value as u32;
        if let Some(register) = self.s.get_mut(usize::from(index)) {
            *register = value;
        } else if let Some(special) = special_of(index) {
            match special {
                Special::Pc => self.pc = value,
                Special::Control(number) => self.system.store(number, value),
                Special::Link => self.link = value,
                Special::Lane => self.lane = value % LANES as u32,
            }
        }
    }

    fn wide(&self, index: u16, out: &mut [u8]) -> Option<usize> {
        let vector = self.v.get(usize::from(index.checked_sub(FIRST_VECTOR)?))?;
        let (whole, rest) = out.as_chunks_mut();
        let last = vector.get(whole.len()).copied().unwrap_or(0).to_le_bytes();
        for (to, lane) in whole.iter_mut().zip(vector) {
            *to = lane.to_le_bytes();
        }
        for (to, from) in rest.iter_mut().zip(last) {
            *to = from;
        }
        Some(4 * LANES)
    }

    fn set_wide(&mut self, index: u16, bytes: &[u8]) -> bool {
        let vector = index.checked_sub(FIRST_VECTOR).and_then(|index| self.v.get_mut(usize::from(index)));
        let Some(vector) = vector else { return false };
        let mut chunks = bytes.chunks(4);
        for lane in vector {
            let mut value = [0; 4];
            for (to, from) in value.iter_mut().zip(chunks.next().unwrap_or_default()) {
                *to = *from;
            }
            *lane = u32::from_le_bytes(value);
        }
        true
    }

    fn address(&self) -> u64 {
        self.pc.into()
    }

    fn go_to(&mut self, address: u64) {
        self.pc = address as u32;
        self.lane = 0;
    }

    /// The link to the line is lost, too.
    #[inline(always)]
    fn after_write(&mut self, written: Written, address: u64, length: u64) {
        let last = address.wrapping_add(length.saturating_sub(1));
        if (address as u32 >> LINE_SHIFT..=last as u32 >> LINE_SHIFT).contains(&self.link) {
            self.link = NO_LINE;
        }
        if written == Written::Watched {
            self.base.cache.forget(address, length);
        }
    }

    #[inline(always)]
    fn cached(&self) -> Entry {
        if self.pc & 3 == 0 { self.base.cache.get(self.pc) } else { Entry::empty() }
    }

    fn fetch_here(&mut self) -> Result<Entry, Trap> {
        if self.pc & 3 == 0 { fetch(self) } else { self.misaligned_fetch(self.pc) }
    }

    fn serves(number: u64) -> bool {
        LIBRARY.get(number).is_some()
    }

    fn decode_at(&mut self, address: u64) -> Result<Entry, Trap> {
        if !self.base.memory.is_code(address, 4) {
            return Err(Trap::fault(FaultKind::WildJump, address, "there is no code here"));
        }
        let mut bytes = [0; 4];
        self.base.memory.read(address, &mut bytes)?;
        self.base.memory.watch(address);
        let word = u32::from_le_bytes(bytes);
        Ok(match decode_word(word) {
            Ok((instruction, _)) => Entry::of(&instruction),
            Err(_) => Entry::sentinel(Sentinel::Illegal, word),
        })
    }

    #[inline(always)]
    fn step<O: Observer>(&mut self, entry: Entry, left: u64, observer: &mut O) -> Result<(), Trap> {
        self.announce(entry, observer);
        self.execute(entry, left, observer)
    }
}
