//! The core as the run loop sees it.

use super::super::decode::decode;
use super::super::elf::MACHINE;
use super::super::loader::STACK_TOP;
use super::super::predecode::{Code, Entry, General};
use super::super::runtime::served;
use super::{Core, DATAP, FIRST_SPECIAL, NUMCONTR, REGISTERS, THREADP, Vector, system};
use crate::executable::{Executable, Segment};
use crate::machine::{FaultKind, Observer, RegisterInfo};
use crate::predecoded::{Entry as _, Sentinel};
use crate::simulator::{Base, Processor, Trap};

impl Processor for Core {
    type Entry = Entry;
    const MACHINE: u16 = MACHINE;
    const MISALIGNED_START: Option<&'static str> = Some("jump to an odd address");

    fn table() -> &'static [RegisterInfo] {
        &REGISTERS
    }

    /// Memory is protected.
    fn is_code(_: &Executable, segment: &Segment) -> bool {
        segment.is_flagged_code()
    }

    fn base(&self) -> &Base<Entry> {
        &self.base
    }

    fn base_mut(&mut self) -> &mut Base<Entry> {
        &mut self.base
    }

    fn begin(&mut self, program: &Executable) {
        let symbol = |name: &str| program.globals.get(name).map(|symbol| symbol.address);
        self.pointers = [symbol("__threadp_base").unwrap_or(0), symbol("__datap_base").unwrap_or(STACK_TOP)];
    }

    fn restart(&mut self) {
        self.r = [0; 64];
        self.r[31] = self.base.map.stack_top;
        [self.r[THREADP], self.r[DATAP]] = self.pointers;
        self.v.fill(Vector::EMPTY);
        self.set_numcontr(NUMCONTR);
        self.capabilities = system::CAPABILITIES;
        self.call_stack.clear();
        self.pc = self.base.entry as u32;
    }

    fn value(&self, index: u16) -> u64 {
        match index {
            0..32 => self.r(index as u8),
            32..64 => self.vector(index as u8).first(8) as u64,
            FIRST_SPECIAL => self.numcontr,
            65 => self.r[THREADP],
            66 => self.r[DATAP],
            _ => 0,
        }
    }

    fn set_value(&mut self, index: u16, value: u64) {
        match index {
            0..32 => self.r[usize::from(index & 31)] = value,
            FIRST_SPECIAL => self.set_numcontr(value),
            65 => self.r[THREADP] = value,
            66 => self.r[DATAP] = value,
            _ => {}
        }
    }

    /// A vector register has as many bytes as its present length.
    fn wide(&self, index: u16, out: &mut [u8]) -> Option<usize> {
        if !(32..64).contains(&index) {
            return None;
        }
        let vector = self.vector(index as u8);
        for (to, from) in out.iter_mut().zip(vector.bytes.iter().take(vector.length)) {
            *to = *from;
        }
        Some(vector.length)
    }

    /// The length of a vector register becomes that of the bytes, at most the longest.
    fn set_wide(&mut self, index: u16, bytes: &[u8]) -> bool {
        if !(32..64).contains(&index) {
            return false;
        }
        let mut vector = Vector::of_length(bytes.len() as u64);
        for (to, from) in vector.bytes.iter_mut().zip(bytes) {
            *to = *from;
        }
        self.v[usize::from(index & 31)] = vector;
        true
    }

    fn address(&self) -> u64 {
        self.pc.into()
    }

    fn go_to(&mut self, address: u64) {
        self.pc = u32::try_from(address).unwrap_or(u32::MAX);
    }

    /// The return address goes to the call stack.
    fn set_return_address(&mut self, address: u64) {
        self.call_stack.clear();
        self.call_stack.push(address);
    }

    fn serves(number: u64) -> bool {
        served(number as usize).is_some()
    }

    fn decode_at(&mut self, address: u64) -> Result<Entry, Trap> {
        let pc = address as u32;
        if !self.base.memory.is_code(address, 4) {
            return Err(Trap::fault(FaultKind::WildJump, address, "there is no code here"));
        }
        let mut bytes = [0; 12];
        let mut have = 0;
        for part in bytes.chunks_exact_mut(4) {
            let at = address + have as u64;
            if !self.base.memory.is_code(at, 4) || self.base.memory.read(at, part).is_err() {
                break;
            }
            self.base.memory.watch(at);
            have += 4;
        }
        let word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let Ok(instruction) = decode(bytes.get(..have).unwrap_or_default()) else {
            return Ok(Entry::sentinel(Sentinel::Illegal, word));
        };
        let general = General::of(instruction);
        if let Some(entry) = Entry::of(&general, pc) {
            return Ok(entry);
        }
        let size = instruction.size() as u8;
        let place = self.base.cache.keep(general).into();
        Ok(Entry { size, ..Entry::plain(Code::General, place) })
    }

    fn own_breakpoint(entry: Entry) -> Option<u32> {
        (entry.code == Code::BreakpointHere).then_some(entry.size.into())
    }

    #[inline(always)]
    fn step<O: Observer>(&mut self, entry: Entry, _: u64, observer: &mut O) -> Result<(), Trap> {
        self.step_entry(entry, observer)
    }
}
