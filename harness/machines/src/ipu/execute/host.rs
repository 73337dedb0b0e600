//! Runtime functions that the host serves.

use super::super::runtime::{LIBRARY, Work, singles};
use super::super::special::{FIRST_A, FIRST_SPECIAL};
use super::{Tile, Trap};
use crate::machine::{FaultKind, Observer};
use crate::runtime::{Function, Library, MemoryPort};
use crate::simulator::{Hosted, Outcome, Port, no_answer};

impl Hosted for Tile {
    type Work = Work;
    const ARGUMENTS: u16 = 4;

    fn library() -> &'static Library<Work> {
        &LIBRARY
    }

    fn put_register<O: Observer>(&mut self, observer: &mut O, register: u16, value: u64) {
        let (register, value) = (usize::from(register), value as u32);
        match register {
            0..FIRST_A => self.set_m(observer, register as u8, value),
            // The supervisor has no A file.
            FIRST_A..FIRST_SPECIAL if !self.supervisor => {
                self.set_a(observer, (register - FIRST_A) as u8, value);
            }
            _ => {}
        }
    }

    fn perform_own<O: Observer>(&mut self, work: Work, observer: &mut O) -> Result<Outcome, Trap> {
        let answer = match work {
            Work::Store(size, align, file) => {
                self.store_part(size, align, file, observer)?;
                None
            }
            Work::Word(compute) => {
                let answer = compute(self.m(0).into(), self.m(1).into());
                Some(answer.ok_or_else(|| no_answer(self))?)
            }
        };
        Ok(Outcome { clobbers: self.base.policy.scratch, first: 0, words: [answer, None] })
    }

    /// Singles travel in the A file, which the supervisor does not have.
    fn first_registers(&self, function: &Function) -> [u16; 2] {
        let (takes, gives) = singles(function.name);
        [takes, gives].map(|single| if single && !self.supervisor { FIRST_A as u16 } else { 0 })
    }
}

impl Tile {
    /// Stores the low bytes of `$m1` or `$a0` at `$m0`.
    fn store_part<O: Observer>(
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
        Ok(())
    }
}
