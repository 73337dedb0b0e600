//! Calls to the runtime functions that the host serves.

use super::super::flags;
use super::super::isa::SP;
use super::super::runtime::{A0, FA0, Float, LIBRARY, T0, T1, Work, float_types, saved};
use super::super::special::FIRST_FLOAT;
use super::{Core, Semantics};
use crate::machine::{FaultKind, Observer};
use crate::runtime::{Function, Library, Meaning, MemoryPort as _, Width, perform};
use crate::simulator::{Hosted, Outcome, Port, Processor, Trap, no_answer};

/// Registers of the base E and no others.
const EMBEDDED: u64 = 0xffff;

impl<const XLEN: u32, S: Semantics> Core<XLEN, S> {
    /// Returns whether calls pass values of a type in floating-point registers.
    fn in_float_registers(&self, float: Option<Float>) -> bool {
        let abi = self.flags & flags::FLOAT_ABI;
        match float {
            None => false,
            Some(Float::Single) => abi >= flags::FLOAT_ABI_SINGLE,
            Some(Float::Double) => abi >= flags::FLOAT_ABI_DOUBLE,
        }
    }
}

/// A number in a floating-point register: ones stand above a single.
fn boxed(value: u64, width: Width) -> u64 {
    match width {
        Width::Word => value | u64::MAX << 32,
        Width::Double => value,
    }
}

impl<const XLEN: u32, S: Semantics> Hosted for Core<XLEN, S> {
    type Work = Work;
    const ARGUMENTS: u16 = 8;

    fn library() -> &'static Library<Work> {
        &LIBRARY
    }

    /// The lowest bit of an address does not count.
    fn return_target(&self, back: u64) -> Result<u64, Trap> {
        Ok(back & !1)
    }

    fn put_register<O: Observer>(&mut self, observer: &mut O, register: u16, value: u64) {
        match register.checked_sub(FIRST_FLOAT) {
            Some(float) => self.set_float(observer, float as u8, value),
            None => self.set(observer, register as u8, value),
        }
    }

    fn link_register(work: Work) -> u16 {
        match work {
            Work::Save(_) => T0,
            Work::Restore(_) => Self::RETURN_REGISTER,
        }
    }

    fn perform_own<O: Observer>(&mut self, work: Work, observer: &mut O) -> Result<Outcome, Trap> {
        let sp = self.value(SP.into());
        let mut clobbers = 0;
        match work {
            Work::Save(count) => {
                let (frame, slots) = saved(XLEN, self.flags & flags::RVE != 0, count);
                let lower = Self::unsigned(sp.wrapping_sub(frame));
                self.set(observer, SP, lower);
                for (register, offset) in slots {
                    let bytes = self.value(register).to_le_bytes();
                    let word = bytes.get(..XLEN as usize / 8).unwrap_or_default();
                    Port { core: &mut *self, observer: &mut *observer }
                        .store(Self::unsigned(lower.wrapping_add(offset)), word)?;
                }
                clobbers = self.base.policy.scratch & 1 << T1;
            }
            Work::Restore(count) => {
                let (frame, slots) = saved(XLEN, self.flags & flags::RVE != 0, count);
                for (register, offset) in slots {
                    let place = Self::unsigned(sp.wrapping_add(offset));
                    let word = Port { core: &mut *self, observer: &mut *observer }
                        .load(place, u64::from(XLEN / 8))?;
                    let value = word.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
                    self.set(observer, register as u8, value);
                }
                self.set(observer, SP, sp.wrapping_add(frame));
            }
        }
        Ok(Outcome { clobbers, first: A0, words: [None; 2] })
    }

    fn perform_shared<O: Observer>(
        &mut self,
        function: &Function,
        observer: &mut O,
    ) -> Result<Outcome, Trap> {
        let scratch = self.base.policy.scratch;
        let clobbers = if self.flags & flags::RVE != 0 { scratch & EMBEDDED } else { scratch };
        let (first, words) = match function.meaning {
            Meaning::Abort(text) => {
                return Err(Trap::fault(FaultKind::Abort, self.value(Self::RETURN_REGISTER), text));
            }
            Meaning::Memory(work) => {
                let operands = [0, 1, 2].map(|place| self.value(A0 + place));
                (A0, [Some(perform(work, operands, &mut Port { core: self, observer })?), None])
            }
            Meaning::Pure(operands, width, compute) => {
                let (operand_type, result_type) = float_types(function);
                let (mut general, mut float) = (A0, FA0);
                let mut values = [0; 2];
                for (value, operand) in values.iter_mut().zip(operands) {
                    let low = if self.in_float_registers(operand_type) { &mut float } else { &mut general };
                    *value = self.value(*low);
                    *low += 1;
                    let is_pair = XLEN == 32 && *low < FIRST_FLOAT && *operand == Width::Double;
                    if is_pair {
                        *value |= self.value(*low) << 32;
                        *low += 1;
                    }
                    if *operand == Width::Word {
                        *value &= 0xffff_ffff;
                    }
                }
                let value = compute(values[0], values[1]).ok_or_else(|| no_answer(self))?;
                if self.in_float_registers(result_type) {
                    (FA0, [Some(boxed(value, width)), None])
                } else if XLEN == 32 && width == Width::Double {
                    (A0, [Some(value & 0xffff_ffff), Some(value >> 32)])
                } else if width == Width::Word {
                    // Integers of 32 bits are extended by their sign.
                    (A0, [Some(value as i32 as i64 as u64), None])
                } else {
                    (A0, [Some(value), None])
                }
            }
        };
        if let Some(pattern) = self.base.policy.poison {
            self.vectors.spoil(pattern);
        }
        Ok(Outcome { clobbers, first, words })
    }
}
