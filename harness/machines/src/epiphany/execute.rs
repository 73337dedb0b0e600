//! The simulator: registers, memory, and the loop that executes decoded instructions.
//!
//! It is functional: one core, no timing, no mesh, no DMA and no running timers. What the parts of an
//! instruction do is in `operate`, the special registers in `special`, calls to the host in `host`.

mod host;
mod operate;

use super::decode::{decode, size_of};
use super::link::{MACHINE, memory_map};
use super::predecode::{Cache, Code, Entry};
use super::runtime::RuntimePolicy;
use super::special::{CORE_ID, Mapped, REGISTERS, mapped, number, special_of, status};
use crate::executable::Executable;
use crate::machine::{FaultKind, LoadError, Machine, Observer, RegisterInfo, State, Stop};
use crate::memory::{AccessFault, Memory, Written};
use crate::memory_map::{MapError, MemoryMap};
use crate::simulator::{Served, Trap, load_program, served};

/// Register number of the link register.
const LR: usize = 14;
/// Most bytes of output that are kept.
const OUTPUT_LIMIT: usize = 1 << 20;

/// One simulated Epiphany core.
#[derive(Debug, Clone)]
pub struct Core {
    map: MemoryMap,
    memory: Memory,
    cache: Cache,
    policy: RuntimePolicy,
    r: [u32; 64],
    pc: u32,
    status: u32,
    config: u32,
    /// Special registers that only store, by number.
    special: Box<[u32; 256]>,
    /// Address of the last instruction of the hardware loop, an odd number until one was set up.
    loop_end: u32,
    entry: u32,
    /// Where the last run stopped at a breakpoint: the next run executes the instruction there.
    resume: Option<u32>,
    instructions: u64,
    output: Vec<u8>,
}

impl Core {
    /// A core with the default memory map.
    ///
    /// # Errors
    ///
    /// Never with the map as it is; the type is that of [`Core::with_map`].
    pub fn new() -> Result<Self, MapError> {
        Self::with_map(memory_map())
    }

    /// A core with a memory map of the caller's.
    ///
    /// # Errors
    ///
    /// The map does not pass [`MemoryMap::validate`].
    pub fn with_map(map: MemoryMap) -> Result<Self, MapError> {
        let memory = Memory::new(&map)?;
        let mut core = Self {
            map,
            memory,
            cache: Cache::new(32, 4),
            policy: RuntimePolicy::default(),
            r: [0; 64],
            pc: 0,
            status: 0,
            config: 0,
            special: Box::new([0; 256]),
            loop_end: 1,
            entry: 0,
            resume: None,
            instructions: 0,
            output: Vec::new(),
        };
        core.reset_registers();
        Ok(core)
    }

    /// Sets what host-served runtime functions do to scratch registers.
    pub fn set_runtime_policy(&mut self, policy: RuntimePolicy) {
        self.policy = policy;
    }

    fn reset_registers(&mut self) {
        self.r = [0; 64];
        self.pc = self.entry;
        self.status = status::CAI;
        self.config = 0;
        self.special.fill(0);
        self.loop_end = 1;
        self.resume = None;
        self.instructions = 0;
        self.output.clear();
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

    /// Decodes the instruction at `pc`, which must be even.
    fn fetch(&mut self, pc: u32) -> Result<Entry, Trap> {
        let address = u64::from(pc);
        if let Some(served) = served(&self.map.host, address, super::runtime::is_served) {
            return Ok(match served? {
                Served::Return => Entry::plain(Code::Return, 0),
                Served::Function(number) => Entry::plain(Code::Host, number as u32),
            });
        }
        let wild = Trap::fault(FaultKind::WildJump, pc, "there is no code here");
        if !self.memory.is_code(address, 2) {
            return Err(wild);
        }
        let mut bytes = [0; 4];
        let [first, second, ..] = &mut bytes;
        let mut head = [0; 2];
        self.memory.read(address, &mut head)?;
        (*first, *second) = (head[0], head[1]);
        if size_of(head[0]) == 4 {
            if !self.memory.is_code(address, 4) {
                return Err(Trap::fault(
                    FaultKind::WildJump,
                    pc,
                    "the instruction reaches over the end of the code",
                ));
            }
            self.memory.read(address, &mut bytes)?;
            self.memory.watch(address + 2);
        }
        self.memory.watch(address);
        let word = u32::from_le_bytes(bytes);
        Ok(match decode(&bytes) {
            Ok(instruction) => Entry::of(&instruction, word),
            Err(_) => Entry::plain(Code::Illegal, word),
        })
    }

    /// The cache entry for `pc`, which is not in the cache yet.
    #[cold]
    fn fill(&mut self, pc: u32) -> Result<Entry, Trap> {
        if self.cache.is_breakpoint(pc) {
            let entry = Entry::plain(Code::Breakpoint, 0);
            self.cache.set(pc, entry);
            return Ok(entry);
        }
        let entry = self.fetch(pc)?;
        self.cache.set(pc, entry);
        Ok(entry)
    }

    fn run_loop<O: Observer>(&mut self, budget: u64, observer: &mut O) -> Stop {
        if self.pc & 1 != 0 {
            return self.stop(Trap::fault(FaultKind::Misaligned, self.pc, "jump to an odd address"));
        }
        let mut left = budget;
        let resumed = self.resume.take() == Some(self.pc);
        if resumed && left > 0 {
            // The instruction under the breakpoint, without the breakpoint.
            let step = self.fetch(self.pc).and_then(|entry| match entry.code {
                Code::Bkpt => {
                    self.pc = self.pc.wrapping_add(2);
                    Ok(())
                }
                _ => self.step(entry, observer),
            });
            if let Err(trap) = step {
                return self.stop(trap);
            }
            left -= 1;
            self.instructions += 1;
        }
        let started = left;
        let stop = loop {
            if left == 0 {
                break Stop::Budget;
            }
            let mut entry = self.cache.get(self.pc);
            if entry.code == Code::Empty {
                entry = match self.fill(self.pc) {
                    Ok(entry) => entry,
                    Err(trap) => break self.stop(trap),
                };
            }
            if let Err(trap) = self.step(entry, observer) {
                break self.stop(trap);
            }
            left -= 1;
        };
        self.instructions += started - left;
        stop
    }

    /// Executes one instruction.
    #[inline(always)]
    fn step<O: Observer>(&mut self, entry: Entry, observer: &mut O) -> Result<(), Trap> {
        let pc = self.pc;
        if entry.code as u8 > Code::Return as u8 {
            observer.step(pc.into(), &*self);
        }
        self.execute(entry, observer)?;
        if pc == self.loop_end && !entry.is_branch() {
            self.end_of_loop();
        }
        Ok(())
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

    /// Makes the end of the run from why the instruction at the program counter did not complete.
    #[cold]
    fn stop(&mut self, trap: Trap) -> Stop {
        let pc = u64::from(self.pc);
        let stop = trap.into_stop(pc);
        if let Stop::Breakpoint(_) = stop {
            self.resume = Some(self.pc);
        }
        stop
    }

    /// Forgets decoded instructions after a write to a watched page.
    fn after_write(&mut self, written: Written, address: u32, length: u32) {
        if written == Written::Watched {
            self.cache.forget(address, length);
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
        let bytes = self.memory.load_bytes(local.into(), out.len() as u64).map_err(|_| fault)?;
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
        let written = self.memory.store_bytes(local.into(), bytes).map_err(|_| fault)?;
        self.after_write(written, local, bytes.len() as u32);
        Ok(())
    }
}

impl State for Core {
    fn register(&self, index: u16) -> u64 {
        match (self.r.get(usize::from(index)), special_of(index)) {
            (Some(value), _) => (*value).into(),
            (None, Some(special)) => self.read_special(special).into(),
            (None, None) => 0,
        }
    }

    fn register_width(&self, index: u16) -> u16 {
        REGISTERS.get(usize::from(index)).map_or(0, |info| info.bits)
    }

    fn pc(&self) -> u64 {
        self.pc.into()
    }

    fn read(&self, address: u64, out: &mut [u8]) -> Result<(), AccessFault> {
        self.memory.read(address, out)
    }
}

impl Machine for Core {
    fn registers(&self) -> &'static [RegisterInfo] {
        &REGISTERS
    }

    fn set_register(&mut self, index: u16, value: u64) {
        if let Some(register) = self.r.get_mut(usize::from(index)) {
            *register = value as u32;
        } else if let Some(special) = special_of(index) {
            self.store_special(special, value as u32);
        }
    }

    fn set_pc(&mut self, pc: u64) {
        self.pc = pc as u32;
        self.resume = None;
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), AccessFault> {
        let written = self.memory.write(address, bytes)?;
        self.after_write(written, address as u32, bytes.len() as u32);
        Ok(())
    }

    fn memory_map(&self) -> &MemoryMap {
        &self.map
    }

    fn load(&mut self, program: &Executable) -> Result<(), LoadError> {
        load_program(&mut self.memory, &self.map, MACHINE, program, |segment| program.holds_code(segment))?;
        self.cache.clear();
        self.entry = program.entry as u32;
        self.reset_registers();
        Ok(())
    }

    fn reset(&mut self) {
        let cache = &mut self.cache;
        self.memory.reset(|page| cache.forget(page as u32, crate::memory::PAGE as u32));
        self.reset_registers();
    }

    fn seal(&mut self) {
        self.memory.seal();
    }

    fn set_breakpoints(&mut self, addresses: &[u64]) {
        self.cache.set_breakpoints(addresses);
    }

    fn begin_call(&mut self, function: u64) -> u64 {
        let return_address = self.map.host.return_address();
        self.r[LR] = return_address as u32;
        self.set_pc(function);
        return_address
    }

    fn run(&mut self, budget: u64) -> Stop {
        self.run_loop(budget, &mut ())
    }

    fn run_observed(&mut self, budget: u64, mut observer: &mut dyn Observer) -> Stop {
        self.run_loop(budget, &mut observer)
    }

    fn run_with<O: Observer>(&mut self, budget: u64, observer: &mut O) -> Stop {
        self.run_loop(budget, observer)
    }

    fn instructions(&self) -> u64 {
        self.instructions
    }

    fn output(&self) -> &[u8] {
        &self.output
    }
}
