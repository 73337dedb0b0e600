//! Runtime functions that the host serves.

use super::super::runtime::{Served, Work, argument, served, singles};
use super::super::special::{FIRST_A, LR};
use super::{Tile, Trap};
use crate::machine::{FaultKind, Observer};
use crate::runtime::{Function, Meaning, MemoryPort, Width, perform};
use crate::simulator::Port;

impl Tile {
    /// Serves a runtime function and gives the address to which it returns.
    pub(super) fn serve<O: Observer>(&mut self, index: usize, observer: &mut O) -> Result<u32, Trap> {
        let wild = Trap::fault(FaultKind::WildJump, self.pc, "no runtime function is served here");
        let function = served(index).ok_or(wild)?;
        observer.runtime_call(self.pc.into(), function.name());
        let target = self.m(LR);
        if target & 3 != 0 {
            return Err(Trap::fault(FaultKind::Misaligned, target, "return to a misaligned address"));
        }
        match function {
            Served::Own(own) => match own.work {
                Work::Store(size, align, file) => self.serve_store(size, align, file, observer)?,
                Work::Word(compute) => {
                    let result = compute(self.m(0).into(), self.m(1).into());
                    let result = result.ok_or_else(|| self.no_answer())?;
                    self.poison(observer);
                    self.set_m(observer, 0, result as u32);
                }
            },
            Served::Shared(function) => self.serve_shared(function, observer)?,
        }
        Ok(target)
    }

    fn no_answer(&self) -> Trap {
        Trap::fault(FaultKind::Runtime, self.pc, "a runtime function has no answer for its operands")
    }

    /// Stores the low bytes of `$m1` or `$a0` at `$m0`.
    fn serve_store<O: Observer>(
        &mut self,
        size: u8,
        align: u8,
        file: bool,
        observer: &mut O,
    ) -> Result<(), Trap> {
        let address = self.m(0);
        let value = if file { self.a(0) } else { self.m(1) };
        if file && self.supervisor {
            return Err(Trap::fault(FaultKind::Runtime, self.pc, "the supervisor has no A registers"));
        }
        if !address.is_multiple_of(align.into()) {
            let text = "a runtime function stores to a misaligned address";
            return Err(Trap::fault(FaultKind::Misaligned, address, text));
        }
        let bytes = value.to_le_bytes();
        let bytes = bytes.get(..usize::from(size)).unwrap_or_default();
        Port { core: self, observer }.store(address.into(), bytes)?;
        self.poison(observer);
        Ok(())
    }

    fn serve_shared<O: Observer>(&mut self, function: &Function, observer: &mut O) -> Result<(), Trap> {
        match function.meaning {
            Meaning::Abort => Err(Trap::fault(FaultKind::Abort, self.m(LR), "abort was called")),
            Meaning::Memory(work) => {
                let [to, from, length] = [self.m(0), self.m(1), self.m(2)].map(u64::from);
                let result = perform(work, [to, from, length], &mut Port { core: self, observer })?;
                self.poison(observer);
                self.set_m(observer, 0, result as u32);
                Ok(())
            }
            Meaning::Pure(operands, width, compute) => {
                let (takes, gives) = singles(function.name);
                // The supervisor has no A file.
                let (takes, gives) = (takes && !self.supervisor, gives && !self.supervisor);
                let mut values = [0u64; 2];
                let mut next = 0;
                for (value, operand) in values.iter_mut().zip(operands) {
                    let place = argument(*operand, next);
                    let text = "the operands of a runtime function do not fit the argument registers";
                    let (first, behind) = place.ok_or(Trap::fault(FaultKind::Runtime, self.pc, text))?;
                    next = behind;
                    let first = first as u8;
                    *value = if takes { self.a(first) } else { self.m(first) }.into();
                    if *operand == Width::Double {
                        *value |= u64::from(self.m(first + 1)) << 32;
                    }
                }
                let result = compute(values[0], values[1]).ok_or_else(|| self.no_answer())?;
                self.poison(observer);
                if gives {
                    self.set_a(observer, 0, result as u32);
                } else {
                    self.set_m(observer, 0, result as u32);
                }
                if width == Width::Double {
                    self.set_m(observer, 1, (result >> 32) as u32);
                }
                Ok(())
            }
        }
    }

    /// Fills registers that a function may clobber.
    fn poison<O: Observer>(&mut self, observer: &mut O) {
        let policy = self.policy;
        let Some(pattern) = policy.poison else { return };
        for index in (0..32u32).filter(|index| policy.scratch >> index & 1 == 1) {
            let value = pattern.wrapping_add(index);
            match (index as usize).checked_sub(FIRST_A) {
                Some(_) if self.supervisor => {}
                Some(number) => self.set_a(observer, number as u8, value),
                None => self.set_m(observer, index as u8, value),
            }
        }
    }
}
