//! Calls to the runtime functions that the host serves.

use super::super::float::NAN;
use super::super::isa::RA;
use super::super::runtime::{Served, Work, served};
use super::super::special::FIRST_VECTOR;
use super::{Core, LANES, Trap};
use crate::machine::{FaultKind, Observer};
use crate::memory::AccessFault;
use crate::runtime::{Function, Meaning, MemoryPort, Width, perform};
use crate::simulator::Port;

/// What a function returns.
enum Answer {
    Nothing,
    Word(u32),
    Double(u64),
}

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

fn single(value: f32) -> Answer {
    Answer::Word(if value.is_nan() { NAN } else { value.to_bits() })
}

impl Core {
    /// Serves a runtime function and returns to the caller.
    pub(super) fn serve<O: Observer>(&mut self, index: usize, observer: &mut O) -> Result<(), Trap> {
        let wild = Trap::fault(FaultKind::WildJump, self.pc, "no runtime function is served here");
        let function = served(index).ok_or(wild)?;
        observer.runtime_call(self.pc.into(), function.name());
        let target = self.scalar(RA);
        if target & 3 != 0 {
            return Err(Trap::fault(FaultKind::Misaligned, target, "return to a misaligned address"));
        }
        let mut arguments = Arguments { registers: self.s, next: 0 };
        let answer = match function {
            Served::Own(own) => self.perform_own(own.work, &mut arguments, observer)?,
            Served::Shared(function) => self.perform_shared(function, &mut arguments, observer)?,
        };
        self.poison(observer);
        match answer {
            Answer::Nothing => {}
            Answer::Word(value) => self.set(observer, 0, value),
            Answer::Double(value) => {
                self.set(observer, 0, value as u32);
                self.set(observer, 1, (value >> 32) as u32);
            }
        }
        self.pc = target;
        Ok(())
    }

    fn perform_shared<O: Observer>(
        &mut self,
        function: &Function,
        arguments: &mut Arguments,
        observer: &mut O,
    ) -> Result<Answer, Trap> {
        match function.meaning {
            Meaning::Abort => Err(Trap::fault(FaultKind::Abort, self.scalar(RA), "abort was called")),
            Meaning::Memory(work) => {
                let operands = [arguments.word(), arguments.word(), arguments.word()].map(u64::from);
                let result = perform(work, operands, &mut Port { core: self, observer })?;
                Ok(Answer::Word(result as u32))
            }
            Meaning::Pure(operands, width, compute) => {
                let mut values = [0u64; 2];
                for (value, operand) in values.iter_mut().zip(operands) {
                    *value = match operand {
                        Width::Word => arguments.word().into(),
                        Width::Double => arguments.double(),
                    };
                }
                let text = "a runtime function has no answer for its operands";
                let [a, b] = values;
                let result = compute(a, b).ok_or(Trap::fault(FaultKind::Runtime, self.pc, text))?;
                Ok(match width {
                    Width::Word => Answer::Word(result as u32),
                    Width::Double => Answer::Double(result),
                })
            }
        }
    }

    fn perform_own<O: Observer>(
        &mut self,
        work: Work,
        arguments: &mut Arguments,
        observer: &mut O,
    ) -> Result<Answer, Trap> {
        let mut port = Port { core: self, observer };
        Ok(match work {
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
                Answer::Double(product as u64)
            }
            Work::Fetch(function) => {
                let (place, value) = (arguments.word(), arguments.double());
                let old = read_double(&mut port, place)?;
                port.store(place.into(), &function(old, value).to_le_bytes())?;
                Answer::Double(old)
            }
            Work::CompareSwap => {
                let (place, expected, new) = (arguments.word(), arguments.double(), arguments.double());
                let old = read_double(&mut port, place)?;
                if old == expected {
                    port.store(place.into(), &new.to_le_bytes())?;
                }
                Answer::Double(old)
            }
            Work::CompareExchange => {
                let (place, expected, new) = (arguments.word(), arguments.word(), arguments.double());
                let old = read_double(&mut port, place)?;
                let equal = old == read_double(&mut port, expected)?;
                let (to, value) = if equal { (place, new) } else { (expected, old) };
                port.store(to.into(), &value.to_le_bytes())?;
                Answer::Word(equal.into())
            }
            Work::Load => Answer::Double(read_double(&mut port, arguments.word())?),
            Work::Store => {
                let (place, value) = (arguments.word(), arguments.double());
                port.store(place.into(), &value.to_le_bytes())?;
                Answer::Nothing
            }
        })
    }

    /// Fills registers that a function may clobber.
    fn poison<O: Observer>(&mut self, observer: &mut O) {
        let Some(pattern) = self.policy.poison else { return };
        let names = |index: u32| self.policy.scratch >> index & 1 == 1;
        let (scalars, vectors): (Vec<u32>, Vec<u32>) =
            (0..64).filter(|&index| names(index)).partition(|&index| index < u32::from(FIRST_VECTOR));
        for index in scalars {
            self.set(observer, index as u8, pattern.wrapping_add(index));
        }
        for index in vectors {
            let value = [pattern.wrapping_add(index); LANES];
            self.fill_vector(observer, (index - u32::from(FIRST_VECTOR)) as u8, &value);
        }
    }
}

/// The 64-bit value in memory.
fn read_double<O: Observer>(port: &mut Port<'_, Core, O>, address: u32) -> Result<u64, AccessFault> {
    let bytes = port.load(address.into(), 8)?;
    Ok(bytes.first_chunk::<8>().map_or(0, |bytes| u64::from_le_bytes(*bytes)))
}
