//! The simulator: registers, memory, and the loop that executes decoded instructions.
//!
//! It is functional: one core, no timing, no mesh, no DMA and no running timers. What the parts of an
//! instruction do is in `operate`, the special registers in `special`, calls to the host in `host`.

mod host;
mod operate;
mod processor;

use super::link::memory_map;
use super::predecode::Entry;
use super::runtime::{CALL_CLOBBERED, RuntimePolicy};
use super::special::{CORE_ID, Mapped, mapped, number};
use crate::machine::FaultKind;
use crate::memory::AccessFault;
use crate::memory_map::MapError;
use crate::simulator::{Base, Processor, Trap};

/// Register number of the link register.
const LR: usize = 14;

/// One simulated Epiphany core.
#[derive(Debug)]
pub struct Core {
    base: Base<Entry>,
    r: [u32; 64],
    pc: u32,
    status: u32,
    config: u32,
    /// Special registers that only store, by number.
    special: Box<[u32; 256]>,
    /// Address of the last instruction of the hardware loop, an odd number until one was set up.
    loop_end: u32,
}

impl Core {
    /// A core with the default memory map.
    ///
    /// # Errors
    ///
    /// Never with the map as it is; the type is that of any map.
    pub fn new() -> Result<Self, MapError> {
        let mut core = Self {
            base: Base::new(memory_map(), RuntimePolicy::filling(CALL_CLOBBERED), 0)?,
            r: [0; 64],
            pc: 0,
            status: 0,
            config: 0,
            special: Box::new([0; 256]),
            loop_end: 1,
        };
        core.restart();
        Ok(core)
    }

    /// Value of a special register as `movfs` reads it.
    fn read_special(&self, special: u8) -> u32 {
        match special {
            number::CONFIG => self.config,
            number::STATUS => self.status,
            number::PC => self.pc,
            number::ILATST | number::ILATCL => 0,
            number::COREID => CORE_ID,
            _ => self.special.get(usize::from(special)).copied().unwrap_or(0),
        }
    }

    fn special_mut(&mut self, special: u8) -> &mut u32 {
        // The array has a place for every number a byte can hold.
        &mut self.special[usize::from(special)]
    }

    /// Writes a special register without the consequences an instruction has.
    fn store_special(&mut self, special: u8, value: u32) {
        match special {
            number::CONFIG => self.config = value,
            number::STATUS => self.status = value,
            number::PC => self.pc = value,
            number::COREID => {}
            number::ILATST => *self.special_mut(number::ILAT) |= value,
            number::ILATCL => *self.special_mut(number::ILAT) &= !value,
            number::LC | number::LS | number::LE => {
                *self.special_mut(special) = value;
                self.loop_end = *self.special_mut(number::LE);
            }
            _ => *self.special_mut(special) = value,
        }
    }

    /// The last instruction of a hardware loop was executed.
    #[cold]
    fn end_of_loop(&mut self) {
        let count = self.special_mut(number::LC);
        *count = count.wrapping_sub(1);
        if *count != 0 {
            self.pc = *self.special_mut(number::LS);
        }
    }

    /// An address without the core's own place in the mesh.
    fn local(address: u32) -> u32 {
        if address >> 20 == CORE_ID { address & 0xF_FFFF } else { address }
    }

    /// A data read that memory refused: memory-mapped registers and the core's global addresses.
    #[cold]
    fn load_slow(&mut self, address: u32, out: &mut [u8], fault: AccessFault) -> Result<(), Trap> {
        let local = Self::local(address);
        if fault.kind != FaultKind::Unmapped {
            return Err(fault.into());
        }
        if let (Some(register), [a, b, c, d]) = (mapped(local), &mut *out) {
            let value = match register {
                Mapped::General(index) => self.r[usize::from(index & 63)],
                Mapped::Special(special) => self.read_special(special),
            };
            [*a, *b, *c, *d] = value.to_le_bytes();
            return Ok(());
        }
        if local == address {
            return Err(fault.into());
        }
        let bytes = self.base.memory.load_bytes(local.into(), out.len() as u64).map_err(|_| fault)?;
        out.copy_from_slice(bytes);
        Ok(())
    }

    /// A data write that memory refused.
    #[cold]
    fn store_slow(&mut self, address: u32, bytes: &[u8], fault: AccessFault) -> Result<(), Trap> {
        let local = Self::local(address);
        if fault.kind != FaultKind::Unmapped {
            return Err(fault.into());
        }
        if let (Some(register), Ok(value)) = (mapped(local), <[u8; 4]>::try_from(bytes)) {
            let value = u32::from_le_bytes(value);
            match register {
                Mapped::General(index) => self.r[usize::from(index & 63)] = value,
                // The program counter of the next instruction is not reachable by a store.
                Mapped::Special(number::PC) => return Err(fault.into()),
                Mapped::Special(special) => self.write_special(special, value),
            }
            return Ok(());
        }
        if local == address {
            return Err(fault.into());
        }
        let written = self.base.memory.store_bytes(local.into(), bytes).map_err(|_| fault)?;
        self.after_write(written, local.into(), bytes.len() as u64);
        Ok(())
    }
}
