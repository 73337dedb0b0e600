//! Calls to the runtime functions that the host serves.

use super::super::float::NAN;
use super::super::runtime::{LIBRARY, Work};
use super::super::special::FIRST_VECTOR;
use super::{Core, LANES};
use crate::machine::Observer;
use crate::memory::AccessFault;
use crate::runtime::{Library, MemoryPort};
use crate::simulator::{Hosted, Outcome, Port, Trap};

/// Reads arguments from left to right.
struct Arguments {
    registers: [u32; 32],
    next: usize,
}

impl Arguments {
    fn word(&mut self) -> u32 {
        let value = self.registers.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        value
    }

    fn double(&mut self) -> u64 {
        u64::from(self.word()) | u64::from(self.word()) << 32
    }

    fn single(&mut self) -> f32 {
        f32::from_bits(self.word())
    }
}

/// The words of a single.
fn single(value: f32) -> [Option<u64>; 2] {
    [Some(if value.is_nan() { NAN } else { value.to_bits() }.into()), None]
}

/// The words of a 64-bit value.
fn double(value: u64) -> [Option<u64>; 2] {
    [Some(value & 0xffff_ffff), Some(value >> 32)]
}

impl Hosted for Core {
    type Work = Work;
    const ARGUMENTS: u16 = 8;
    const EVEN_PAIRS: bool = false;

    fn library() -> &'static Library<Work> {
        &LIBRARY
    }

    /// Every lane of a vector register gets the value.
    fn put_register<O: Observer>(&mut self, observer: &mut O, register: u16, value: u64) {
        match register.checked_sub(FIRST_VECTOR) {
            Some(vector) => self.fill_vector(observer, vector as u8, &[value as u32; LANES]),
            None => self.set(observer, register as u8, value as u32),
        }
    }

    fn perform_own<O: Observer>(&mut self, work: Work, observer: &mut O) -> Result<Outcome, Trap> {
        let mut arguments = Arguments { registers: self.s, next: 0 };
        let mut port = Port { core: self, observer };
        let words = match work {
            Work::One(function) => single(function(arguments.single())),
            Work::Two(function) => {
                let (a, b) = (arguments.single(), arguments.single());
                single(function(a, b))
            }
            Work::Three(function) => {
                let (a, b, c) = (arguments.single(), arguments.single(), arguments.single());
                single(function(a, b, c))
            }
            Work::MultiplyOverflow => {
                let (a, b) = (arguments.double() as i64, arguments.double() as i64);
                let (product, overflow) = a.overflowing_mul(b);
                let place = arguments.word();
                port.store(place.into(), &u32::from(overflow).to_le_bytes())?;
                double(product as u64)
            }
            Work::Fetch(function) => {
                let (place, value) = (arguments.word(), arguments.double());
                let old = read_double(&mut port, place)?;
                port.store(place.into(), &function(old, value).to_le_bytes())?;
                double(old)
            }
            Work::CompareSwap => {
                let (place, expected, new) = (arguments.word(), arguments.double(), arguments.double());
                let old = read_double(&mut port, place)?;
                if old == expected {
                    port.store(place.into(), &new.to_le_bytes())?;
                }
                double(old)
            }
            Work::CompareExchange => {
                let (place, expected, new) = (arguments.word(), arguments.word(), arguments.double());
                let old = read_double(&mut port, place)?;
                let equal = old == read_double(&mut port, expected)?;
                let (to, value) = if equal { (place, new) } else { (expected, old) };
                port.store(to.into(), &value.to_le_bytes())?;
                [Some(equal.into()), None]
            }
            Work::Load => double(read_double(&mut port, arguments.word())?),
            Work::Store => {
                let (place, value) = (arguments.word(), arguments.double());
                port.store(place.into(), &value.to_le_bytes())?;
                [None; 2]
            }
        };
        Ok(Outcome { clobbers: self.base.policy.scratch, first: 0, words })
    }
}

/// The 64-bit value in memory.
fn read_double<O: Observer>(port: &mut Port<'_, Core, O>, address: u32) -> Result<u64, AccessFault> {
    let bytes = port.load(address.into(), 8)?;
    Ok(bytes.first_chunk::<8>().map_or(0, |bytes| u64::from_le_bytes(*bytes)))
}
