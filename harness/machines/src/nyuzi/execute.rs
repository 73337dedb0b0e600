//! The simulator: registers, memory, and the loop that executes decoded instructions.
//!
//! It is functional: one thread, no timing, no caches, no interrupts, no address translation. What the
//! instructions do is in `operate` and `vector`, traps and control registers are in `system`, calls to the
//! host in `host`.

mod host;
mod operate;
mod system;
mod vector;

use super::decode::decode_word;
use super::isa::RA;
use super::link::{MACHINE, memory_map};
use super::predecode::{Cache, Code, Entry};
use super::runtime::RuntimePolicy;
use super::special::{FIRST_VECTOR, REGISTERS, Special, special_of};
use crate::executable::Executable;
use crate::machine::{FaultKind, LoadError, Machine, Observer, RegisterInfo, State, Stop};
use crate::memory::{AccessFault, Memory, Written};
use crate::memory_map::{MapError, MemoryMap};
use crate::simulator::{Served, Trap, load_program, served};
use system::System;

/// Lanes of a vector.
pub const LANES: usize = 16;
/// Most bytes of output that are kept.
const OUTPUT_LIMIT: usize = 1 << 20;
/// [`Core::link`] when no line is linked.
const NO_LINE: u32 = u32::MAX;
/// log2 of the size of a cache line in bytes.
const LINE_SHIFT: u32 = 6;

type Vector = [u32; LANES];

/// One simulated Nyuzi thread.
#[derive(Debug, Clone)]
pub struct Core {
    map: MemoryMap,
    memory: Memory,
    cache: Cache,
    policy: RuntimePolicy,
    s: [u32; 32],
    v: Box<[Vector; 32]>,
    pc: u32,
    system: System,
    /// Number of the cache line that `load_sync` has linked.
    link: u32,
    /// Lane at which a gather or scatter goes on.
    lane: u32,
    entry: u32,
    /// Where the last run stopped at a breakpoint: the next run executes the instruction there.
    resume: Option<u32>,
    instructions: u64,
    /// Instructions executed when the present run began, and its budget: for the cycle counter.
    budget: u64,
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
            s: [0; 32],
            v: Box::new([[0; LANES]; 32]),
            pc: 0,
            system: System::start(),
            link: NO_LINE,
            lane: 0,
            entry: 0,
            resume: None,
            instructions: 0,
            budget: 0,
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
        self.s = [0; 32];
        self.v.fill([0; LANES]);
        self.pc = self.entry;
        self.system = System::start();
        self.link = NO_LINE;
        self.lane = 0;
        self.resume = None;
        self.instructions = 0;
        self.output.clear();
    }

    /// Decodes the instruction at `pc`, which must be a multiple of 4.
    fn fetch(&mut self, pc: u32) -> Result<Entry, Trap> {
        let address = u64::from(pc);
        if let Some(served) = served(&self.map.host, address, super::runtime::is_served) {
            return Ok(match served? {
                Served::Return => Entry::plain(Code::Return, 0),
                Served::Function(number) => Entry::plain(Code::Host, number as u32),
            });
        }
        if !self.memory.is_code(address, 4) {
            return Err(Trap::fault(FaultKind::WildJump, pc, "there is no code here"));
        }
        let mut bytes = [0; 4];
        self.memory.read(address, &mut bytes)?;
        self.memory.watch(address);
        let word = u32::from_le_bytes(bytes);
        Ok(match decode_word(word) {
            Ok((instruction, _)) => Entry::of(&instruction),
            Err(_) => Entry::plain(Code::Illegal, word),
        })
    }

    /// The cache entry for `pc`, which is not in the cache yet.
    #[cold]
    fn fill(&mut self, pc: u32) -> Result<Entry, Trap> {
        if self.cache.is_breakpoint(pc) {
            let entry = Entry::plain(Code::Breakpoint, 0);
            if pc & 3 == 0 {
                self.cache.set(pc, entry);
            }
            return Ok(entry);
        }
        if pc & 3 != 0 {
            // Never in the cache, whose entries stand for whole words.
            return self.misaligned_fetch(pc);
        }
        let entry = self.fetch(pc)?;
        self.cache.set(pc, entry);
        Ok(entry)
    }

    fn run_loop<O: Observer>(&mut self, budget: u64, observer: &mut O) -> Stop {
        let mut left = budget;
        self.budget = budget;
        let resumed = self.resume.take() == Some(self.pc);
        if resumed && left > 0 {
            // The instruction under the breakpoint, without the breakpoint.
            let pc = self.pc;
            let entry = if pc & 3 == 0 { self.fetch(pc) } else { self.misaligned_fetch(pc) };
            if let Err(trap) = entry.and_then(|entry| self.step(entry, left, observer)) {
                return self.stop(trap);
            }
            left -= 1;
            self.instructions += 1;
            self.budget = left;
        }
        let started = left;
        let stop = loop {
            if left == 0 {
                break Stop::Budget;
            }
            let mut entry = if self.pc & 3 == 0 { self.cache.get(self.pc) } else { Entry::EMPTY };
            if entry.code == Code::Empty {
                entry = match self.fill(self.pc) {
                    Ok(entry) => entry,
                    Err(trap) => break self.stop(trap),
                };
            }
            if let Err(trap) = self.step(entry, left, observer) {
                break self.stop(trap);
            }
            left -= 1;
        };
        self.instructions += started - left;
        stop
    }

    /// Executes one instruction; `left` is what is left of the run's budget.
    #[inline(always)]
    fn step<O: Observer>(&mut self, entry: Entry, left: u64, observer: &mut O) -> Result<(), Trap> {
        if entry.code as u8 > Code::Return as u8 {
            observer.step(self.pc.into(), &*self);
        }
        self.execute(entry, left, observer)
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

    /// What follows from a write of the program: the link to the line is lost, and decoded instructions
    /// on a watched page are forgotten.
    #[inline(always)]
    fn after_write(&mut self, written: Written, address: u32, length: u32) {
        let (first, last) =
            (address >> LINE_SHIFT, address.wrapping_add(length.saturating_sub(1)) >> LINE_SHIFT);
        if self.link >= first && self.link <= last {
            self.link = NO_LINE;
        }
        if written == Written::Watched {
            self.cache.forget(address, length);
        }
    }

    /// Value of a special register for the harness.
    fn special(&self, special: Special) -> u32 {
        match special {
            Special::Pc => self.pc,
            Special::Control(number) => self.system.read(number, self.instructions),
            Special::Link => self.link,
            Special::Lane => self.lane,
        }
    }
}

impl State for Core {
    fn register(&self, index: u16) -> u64 {
        if let Some(value) = self.s.get(usize::from(index)) {
            return (*value).into();
        }
        if let Some([first, second, ..]) = self.v.get(usize::from(index.wrapping_sub(FIRST_VECTOR))) {
            return u64::from(*first) | u64::from(*second) << 32;
        }
        special_of(index).map_or(0, |special| self.special(special).into())
    }

    fn register_bytes(&self, index: u16, out: &mut [u8]) -> usize {
        let vector = index.checked_sub(FIRST_VECTOR).and_then(|index| self.v.get(usize::from(index)));
        let Some(vector) = vector else {
            let size = usize::from(self.register_width(index) / 8);
            for (to, from) in out.iter_mut().zip(self.register(index).to_le_bytes().iter().take(size)) {
                *to = *from;
            }
            return size;
        };
        for (to, lane) in out.chunks_mut(4).zip(vector) {
            for (to, from) in to.iter_mut().zip(lane.to_le_bytes()) {
                *to = from;
            }
        }
        4 * LANES
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
        REGISTERS.as_slice()
    }

    fn set_register(&mut self, index: u16, value: u64) {
        if let Some(register) = self.s.get_mut(usize::from(index)) {
            *register = value as u32;
        } else if (FIRST_VECTOR..FIRST_VECTOR + 32).contains(&index) {
            self.set_register_bytes(index, &value.to_le_bytes());
        } else if let Some(special) = special_of(index) {
            let value = value as u32;
            match special {
                Special::Pc => self.pc = value,
                Special::Control(number) => self.system.store(number, value),
                Special::Link => self.link = value,
                Special::Lane => self.lane = value % LANES as u32,
            }
        }
    }

    fn set_register_bytes(&mut self, index: u16, bytes: &[u8]) {
        let vector = index.checked_sub(FIRST_VECTOR).and_then(|index| self.v.get_mut(usize::from(index)));
        let Some(vector) = vector else {
            let mut value = [0; 8];
            for (to, from) in value.iter_mut().zip(bytes) {
                *to = *from;
            }
            return self.set_register(index, u64::from_le_bytes(value));
        };
        let mut chunks = bytes.chunks(4);
        for lane in vector {
            let mut value = [0; 4];
            for (to, from) in value.iter_mut().zip(chunks.next().unwrap_or_default()) {
                *to = *from;
            }
            *lane = u32::from_le_bytes(value);
        }
    }

    fn set_pc(&mut self, pc: u64) {
        self.pc = pc as u32;
        self.lane = 0;
        self.resume = None;
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), AccessFault> {
        if self.memory.write(address, bytes)? == Written::Watched {
            self.cache.forget(address as u32, bytes.len() as u32);
        }
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
        self.s[usize::from(RA)] = return_address as u32;
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
