//! Registers and memory as instructions see them, whatever says what they do.

use super::super::isa::Extension;
use super::super::special::FIRST_FLOAT;
use super::{Core, Semantics};
use crate::machine::Observer;
use crate::predecoded::Sentinel;
use crate::runtime::MemoryPort;
use crate::simulator::{Port, Processor, Trap, announce_jump, execute_sentinel};

impl<const XLEN: u32, S: Semantics> Core<XLEN, S> {
    /// A general register; on RV32 a value of 32 bits extended by its sign.
    #[inline(always)]
    pub fn x(&self, index: u8) -> u64 {
        self.x[usize::from(index & 31)]
    }

    /// Sets a general register; register 0 stays 0.
    #[inline(always)]
    pub fn set<O: Observer>(&mut self, observer: &mut O, index: u8, value: u64) {
        let index = index & 31;
        if index == 0 {
            return;
        }
        let value = Self::narrow(value);
        let register = &mut self.x[usize::from(index)];
        let (old, new) = (Self::unsigned(*register), Self::unsigned(value));
        *register = value;
        observer.register(self.pc, index.into(), old, new);
    }

    /// All bits of a floating-point register.
    #[inline(always)]
    pub fn f(&self, index: u8) -> u64 {
        self.f[usize::from(index & 31)]
    }

    /// Sets all bits of a floating-point register.
    pub fn set_float<O: Observer>(&mut self, observer: &mut O, index: u8, value: u64) {
        let register = &mut self.f[usize::from(index & 31)];
        observer.register(self.pc, FIRST_FLOAT + u16::from(index & 31), *register, value);
        *register = value;
    }

    /// Reads memory as the program, at any address: environments that run programs carry out misaligned accesses.
    ///
    /// # Errors
    /// No memory, or no permission.
    #[inline(always)]
    pub fn read<const N: usize, O: Observer>(&self, observer: &mut O, address: u64) -> Result<[u8; N], Trap> {
        observer.read(self.pc, address, N as u64);
        Ok(self.base.memory.load_any::<N>(address)?)
    }

    /// Writes memory as the program, at any address.
    ///
    /// # Errors
    /// No memory, or no permission; nothing is written then.
    #[inline(always)]
    pub fn write<const N: usize, O: Observer>(
        &mut self,
        observer: &mut O,
        address: u64,
        bytes: [u8; N],
    ) -> Result<(), Trap> {
        if address.is_multiple_of(N as u64) {
            return Ok(self.write_memory(observer, address, bytes)?);
        }
        Ok(Port { core: self, observer }.store(address, &bytes)?)
    }

    /// The floating-point control and status register.
    pub fn fcsr(&self) -> u32 {
        u32::from(self.frm) << 5 | self.fflags
    }

    /// Sets the floating-point control and status register; bits that it lacks are dropped.
    pub fn set_fcsr(&mut self, value: u32) {
        self.fflags = value & super::super::float::flags::ALL;
        self.frm = (value >> 5 & 7) as u8;
    }

    /// Instructions executed before the present one, of which `left` is what is left of the run's budget.
    pub fn count(&self, left: u64) -> u64 {
        let progress = &self.base.progress;
        progress.instructions.wrapping_add(progress.budget.wrapping_sub(left))
    }

    /// Goes on at an address.
    #[inline(always)]
    pub fn continue_at(&mut self, address: u64) {
        self.pc = Self::unsigned(address);
    }

    /// Notifies the observer of a jump to `target` in a way in which functions return (see [`Observer::jump`]), and gives
    /// registers the values that it wants.
    #[inline(always)]
    pub fn announce_jump<O: Observer>(&mut self, observer: &mut O, target: u64, register: Option<u16>) {
        announce_jump(self, observer, target, register);
    }

    /// Carries out an entry that is no instruction: serves a runtime function, or ends the run.
    ///
    /// # Errors
    /// The run ends here.
    pub fn sentinel<O: Observer>(
        &mut self,
        work: Sentinel,
        number: u32,
        observer: &mut O,
    ) -> Result<(), Trap> {
        let next = execute_sentinel(self, work, number, observer)?;
        self.continue_at(next);
        Ok(())
    }

    /// Forgets all decoded instructions; breakpoints stay.
    pub fn forget_decoded(&mut self) {
        self.base.cache.forget_all();
    }

    /// Extensions whose encodings mean something else in the code at an address.
    pub fn taken_at(&self, address: u64) -> impl Iterator<Item = Extension> {
        let here = self.taken.iter().filter(move |(code, _)| code.contains(&address));
        here.flat_map(|(_, taken)| taken.iter().copied())
    }
}
