//! Runtime functions that the host serves.

use super::super::runtime::served;
use super::{Core, Trap};
use crate::machine::{FaultKind, Observer};
use crate::runtime::{Meaning, perform};
use crate::simulator::Port;

impl Core {
    /// Serves a runtime function and returns to the caller.
    pub(super) fn serve<O: Observer>(&mut self, index: usize, observer: &mut O) -> Result<(), Trap> {
        let pc = u64::from(self.pc);
        let wild = || Trap::fault(FaultKind::WildJump, pc, "no runtime function is served here");
        let function = served(index).ok_or_else(wild)?;
        observer.runtime_call(pc, function.name);
        match function.meaning {
            Meaning::Memory(work) => {
                let [to, from, length, ..] = self.r;
                let result = perform(work, [to, from, length], &mut Port { core: self, observer })?;
                self.poison(observer);
                self.put(observer, 0, result);
            }
            Meaning::Abort(text) => return Err(Trap::fault(FaultKind::Abort, pc, text)),
            Meaning::Pure(..) => return Err(wild()),
        }
        self.leave(observer)
    }

    /// Fills registers that a function may clobber.
    fn poison<O: Observer>(&mut self, observer: &mut O) {
        let Some(pattern) = self.base.policy.poison else { return };
        let scratch = self.base.policy.scratch;
        for index in (0..31u8).filter(|index| scratch >> index & 1 == 1) {
            self.put(observer, index, pattern.wrapping_add(index.into()));
        }
    }
}
