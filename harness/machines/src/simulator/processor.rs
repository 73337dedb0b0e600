//! The run loop, and [`Machine`] and [`State`] for every simulator: what a target adds is its registers, its
//! instructions and where they lie in memory.

use super::{Served, Trap, load_program, served};
use crate::executable::{Executable, Segment};
use crate::machine::{FaultKind, LoadError, Machine, Observer, RegisterInfo, State, Stop};
use crate::memory::{AccessFault, Memory, PAGE, Written};
use crate::memory_map::{MapError, MemoryMap};
use crate::predecoded::{Cache, Entry, Sentinel};
use crate::runtime::{MemoryPort, RuntimePolicy};

/// Progress of the program.
#[derive(Debug, Clone, Default)]
pub(crate) struct Progress {
    /// Address at which the last run stopped at a breakpoint: the next run executes the instruction there.
    resume: Option<u64>,
    /// Instructions executed; during a run, those of former runs only, unless the processor
    /// [counts each](Processor::COUNTS_EACH).
    pub(crate) instructions: u64,
    /// The budget of the present run, or what was left of it behind a breakpoint.
    pub(crate) budget: u64,
}

/// Most bytes of output that are kept.
const OUTPUT_LIMIT: usize = 1 << 20;

/// The part of a simulator that is the same for every target.
#[derive(Debug)]
pub struct Base<E: Entry> {
    /// Memory as it is laid out.
    pub map: MemoryMap,
    /// Memory.
    pub memory: Memory,
    pub(crate) cache: Cache<E>,
    pub(crate) progress: Progress,
    /// Effect of host-served functions on scratch registers.
    pub policy: RuntimePolicy,
    /// Address of the program's first instruction.
    pub entry: u64,
    /// Output of the program.
    pub(crate) output: Vec<u8>,
}

impl<E: Entry> Base<E> {
    /// Clear memory by a map.
    ///
    /// # Errors
    ///
    /// The map does not pass [`MemoryMap::validate`].
    pub fn new(map: MemoryMap, policy: RuntimePolicy, entry: u64) -> Result<Self, MapError> {
        let memory = Memory::new(&map)?;
        let (cache, progress) = (Cache::new(), Progress::default());
        Ok(Self { map, memory, cache, progress, policy, entry, output: Vec::new() })
    }

    /// Forgets all decoded instructions; breakpoints stay.
    pub fn forget_decoded(&mut self) {
        self.cache.forget_all();
    }

    /// The entry kept for an address below 2^32; an empty one if there is none.
    #[inline(always)]
    pub fn cached(&self, address: u64) -> E {
        match u32::try_from(address) {
            Ok(address) => self.cache.get(address),
            Err(_) => E::empty(),
        }
    }

    /// Appends to the output, as far as there is room.
    pub fn emit(&mut self, bytes: &[u8]) {
        let room = OUTPUT_LIMIT.saturating_sub(self.output.len());
        self.output.extend_from_slice(bytes.get(..room.min(bytes.len())).unwrap_or_default());
    }
}

/// The simulated memory as runtime functions see it.
pub struct Port<'a, C, O> {
    /// The simulator.
    pub core: &'a mut C,
    /// Who is told of accesses.
    pub observer: &'a mut O,
}

impl<C: Processor, O: Observer> MemoryPort for Port<'_, C, O> {
    fn load(&mut self, address: u64, length: u64) -> Result<Vec<u8>, AccessFault> {
        self.observer.read(self.core.address(), address, length);
        self.core.base().memory.load_bytes(address, length).map(<[u8]>::to_vec)
    }

    fn store(&mut self, address: u64, bytes: &[u8]) -> Result<(), AccessFault> {
        let length = bytes.len() as u64;
        self.observer.write(self.core.address(), address, length, &*self.core);
        let written = self.core.base_mut().memory.store_bytes(address, bytes)?;
        self.core.after_write(written, address, length);
        Ok(())
    }

    fn check(&self, address: u64, length: u64) -> Result<(), AccessFault> {
        self.core.base().memory.load_bytes(address, length).map(|_| ())
    }
}

/// A simulator as the run loop sees it.
pub trait Processor: Sized {
    /// A decoded instruction.
    type Entry: Entry;

    /// `e_machine` of the programs that it runs.
    const MACHINE: u16;
    /// Number of the register that holds a called function's return address, for processors that have one.
    const RETURN_REGISTER: u16 = 0;
    /// The number of instructions is right during a run too, for processors that read it often.
    const COUNTS_EACH: bool = false;
    /// Text of the fault of a run that would begin where no instruction can lie, for processors that do not look at that when
    /// they decode.
    const MISALIGNED_START: Option<&'static str> = None;

    /// The registers; a register's number is its index here.
    fn table() -> &'static [RegisterInfo];

    /// Memory, decoded instructions and progress.
    fn base(&self) -> &Base<Self::Entry>;

    /// Memory, decoded instructions and progress.
    fn base_mut(&mut self) -> &mut Base<Self::Entry>;

    /// Forgets decoded instructions after a write of the program to a watched page.
    #[inline(always)]
    fn after_write(&mut self, written: Written, address: u64, length: u64) {
        if written == Written::Watched {
            self.base_mut().cache.forget(address, length);
        }
    }

    /// Writes to memory as the program: the observer sees it first, and decoded instructions there are forgotten.
    ///
    /// # Errors
    ///
    /// No memory, or no permission; nothing is written then.
    #[inline(always)]
    fn write_memory<const N: usize, O: Observer>(
        &mut self,
        observer: &mut O,
        address: u64,
        bytes: [u8; N],
    ) -> Result<(), AccessFault> {
        observer.write(self.address(), address, N as u64, &*self);
        let written = self.base_mut().memory.store(address, bytes)?;
        self.after_write(written, address, N as u64);
        Ok(())
    }

    /// Returns whether a segment of a program is code.
    fn is_code(program: &Executable, segment: &Segment) -> bool {
        program.holds_code(segment)
    }

    /// Takes facts from a program that was loaded, beside its first instruction.
    fn begin(&mut self, program: &Executable) {
        let _ = program;
    }

    /// Gives registers and all other state but that in [`Base`] their start values.
    fn restart(&mut self);

    /// Value of a register, its low 64 bits if it is wider, 0 if there is no such register.
    fn value(&self, index: u16) -> u64;

    /// Sets a register; unknown ones are ignored.
    fn set_value(&mut self, index: u16, value: u64);

    /// Writes a register that is wider than 64 bits to `out`, as far as there is room, and gives its size in
    /// bytes; `None` for all others.
    fn wide(&self, index: u16, out: &mut [u8]) -> Option<usize> {
        let _ = (index, out);
        None
    }

    /// Sets a register that is wider than 64 bits; says whether it is one.
    fn set_wide(&mut self, index: u16, bytes: &[u8]) -> bool {
        let _ = (index, bytes);
        false
    }

    /// Address of the next instruction.
    fn address(&self) -> u64;

    /// Goes on at an address, as the host says.
    fn go_to(&mut self, address: u64);

    /// Puts a return address where a called function finds it.
    fn set_return_address(&mut self, address: u64) {
        self.set_value(Self::RETURN_REGISTER, address);
    }

    /// Checks that a run may begin at the present address.
    ///
    /// # Errors
    ///
    /// No instruction can lie at the address.
    fn check_start(&self) -> Result<(), Trap> {
        let address = self.address();
        match Self::MISALIGNED_START {
            Some(text) if !address.is_multiple_of(1 << Self::Entry::SHIFT) => {
                Err(Trap::fault(FaultKind::Misaligned, address, text))
            }
            _ => Ok(()),
        }
    }

    /// The entry kept for the present address; an empty one if there is none.
    #[inline(always)]
    fn cached(&self) -> Self::Entry {
        self.base().cache.get(self.address() as u32)
    }

    /// Returns whether the host serves the runtime function with this number.
    fn serves(number: u64) -> bool;

    /// Decodes the instruction at an address outside of the host's window.
    ///
    /// # Errors
    ///
    /// No instruction can be fetched there.
    fn decode_at(&mut self, address: u64) -> Result<Self::Entry, Trap>;

    /// Decodes the instruction at the present address, whatever breakpoints there are.
    ///
    /// # Errors
    ///
    /// No instruction can be fetched there.
    fn fetch_here(&mut self) -> Result<Self::Entry, Trap> {
        fetch(self)
    }

    /// Decodes the instruction at the present address, or its breakpoint, and keeps it.
    ///
    /// # Errors
    ///
    /// No instruction can be fetched there.
    #[cold]
    fn fill_here(&mut self) -> Result<Self::Entry, Trap> {
        let address = self.address();
        let is_breakpoint = self.base().cache.is_breakpoint(address);
        let entry =
            if is_breakpoint { Self::Entry::sentinel(Sentinel::Breakpoint, 0) } else { self.fetch_here()? };
        self.base_mut().cache.set(address as u32, entry);
        Ok(entry)
    }

    /// The size of an instruction that is a breakpoint by itself, over which a run that begins there goes.
    fn own_breakpoint(entry: Self::Entry) -> Option<u32> {
        let _ = entry;
        None
    }

    /// Notifies the observer of an entry that is executed next, unless the run stops there.
    #[inline(always)]
    fn announce<O: Observer>(&self, entry: Self::Entry, observer: &mut O) {
        if !entry.is_stop() {
            observer.step(self.address(), self);
        }
    }

    /// Executes one instruction; `left` is what is left of the run's budget.
    ///
    /// # Errors
    ///
    /// The run ends here.
    fn step<O: Observer>(&mut self, entry: Self::Entry, left: u64, observer: &mut O) -> Result<(), Trap>;

    /// Returns whether several threads run, which take turns.
    fn has_several(&self) -> bool {
        false
    }

    /// Goes over to the thread whose turn is next; says whether there are several still.
    fn next_turn(&mut self) -> bool {
        false
    }

    /// Called with the end of a run before the run returns.
    fn ended(&mut self, stop: &Stop) {
        let _ = stop;
    }
}

/// The function that the host serves at the present address, or the decoded instruction there.
pub(crate) fn fetch<C: Processor>(core: &mut C) -> Result<C::Entry, Trap> {
    let address = core.address();
    match served(&core.base().map.host, address, C::serves) {
        Some(Ok(Served::Return)) => Ok(C::Entry::sentinel(Sentinel::Return, 0)),
        Some(Ok(Served::Function(number))) => Ok(C::Entry::sentinel(Sentinel::Host, number as u32)),
        Some(Err(trap)) => Err(trap),
        None => core.decode_at(address),
    }
}

/// Runs until something stops the program, at most `budget` instructions.
fn run_loop<C: Processor, O: Observer>(core: &mut C, budget: u64, observer: &mut O) -> Stop {
    if let Err(trap) = core.check_start() {
        return stop(core, trap);
    }
    let mut left = budget;
    core.base_mut().progress.budget = budget;
    let resumed = core.base_mut().progress.resume.take() == Some(core.address());
    if resumed && left > 0 {
        match step_over(core, left, observer) {
            Ok(()) | Err(Trap::Several) => {}
            Err(trap) => return stop(core, trap),
        }
        left -= 1;
        core.base_mut().progress.instructions += 1;
        core.base_mut().progress.budget = left;
    }
    let started = left;
    if core.has_several() {
        match take_turns(core, left, observer) {
            Ok(rest) => left = rest,
            Err(stop) => return stop,
        }
    }
    let end = loop {
        if left == 0 {
            break Stop::Budget;
        }
        let entry = core.cached();
        // Two calls and not one with a variable: the entry then stays in registers.
        let step =
            if entry.is_empty() { step_new(core, left, observer) } else { core.step(entry, left, observer) };
        if let Err(trap) = step {
            match interrupted(core, trap, left, observer) {
                Ok(rest) => left = rest,
                Err(stop) => break stop,
            }
            continue;
        }
        left -= 1;
        if C::COUNTS_EACH {
            core.base_mut().progress.instructions += 1;
        }
    };
    if !C::COUNTS_EACH {
        core.base_mut().progress.instructions += started - left;
    }
    end
}

/// Goes on when an instruction has started a second thread: gives what is left of the budget when there is one thread again.
///
/// # Errors
///
/// The run ends here.
#[cold]
#[inline(never)]
fn interrupted<C: Processor, O: Observer>(
    core: &mut C,
    trap: Trap,
    left: u64,
    observer: &mut O,
) -> Result<u64, Stop> {
    match trap {
        Trap::Several => {
            count(core);
            take_turns(core, left - 1, observer)
        }
        trap => Err(stop(core, trap)),
    }
}

/// Counts an instruction at once where a processor wants that.
fn count<C: Processor>(core: &mut C) {
    if C::COUNTS_EACH {
        core.base_mut().progress.instructions += 1;
    }
}

/// Runs several threads, which take turns of one instruction each, until one alone is left or the budget is used up; gives
/// what is left of it.
///
/// # Errors
///
/// The run ends here.
#[cold]
#[inline(never)]
fn take_turns<C: Processor, O: Observer>(core: &mut C, mut left: u64, observer: &mut O) -> Result<u64, Stop> {
    while left > 0 && core.next_turn() {
        let entry = core.cached();
        let step =
            if entry.is_empty() { step_new(core, left, observer) } else { core.step(entry, left, observer) };
        match step {
            Ok(()) | Err(Trap::Several) => {
                left -= 1;
                count(core);
            }
            Err(trap) => return Err(stop(core, trap)),
        }
    }
    Ok(left)
}

/// Notifies the observer that the instruction at the present address jumps to `target` in a way in which functions return (see
/// [`Observer::jump`]), and gives registers the values that it wants.
#[inline(always)]
pub fn announce_jump<C: Processor, O: Observer>(
    core: &mut C,
    observer: &mut O,
    target: u64,
    register: Option<u16>,
) {
    observer.jump(core.address(), target, register, &*core);
    while let Some((register, bytes)) = observer.overwritten() {
        put(core, register, bytes);
    }
}

/// Sets a register to little-endian bytes; missing ones are 0.
fn put<C: Processor>(core: &mut C, register: u16, bytes: &[u8]) {
    if !core.set_wide(register, bytes) {
        let mut value = [0; 8];
        copy(&mut value, bytes);
        core.set_value(register, u64::from_le_bytes(value));
    }
}

/// Executes the instruction under a breakpoint, without the breakpoint.
fn step_over<C: Processor, O: Observer>(core: &mut C, left: u64, observer: &mut O) -> Result<(), Trap> {
    let entry = core.fetch_here()?;
    match C::own_breakpoint(entry) {
        Some(size) => {
            let next = core.address().wrapping_add(size.into());
            core.go_to(next);
            Ok(())
        }
        None => core.step(entry, left, observer),
    }
}

/// Executes an instruction that was not decoded yet.
#[cold]
#[inline(never)]
fn step_new<C: Processor, O: Observer>(core: &mut C, left: u64, observer: &mut O) -> Result<(), Trap> {
    let entry = core.fill_here()?;
    core.step(entry, left, observer)
}

/// Makes the end of the run from why the instruction at the present address did not complete.
#[cold]
fn stop<C: Processor>(core: &mut C, trap: Trap) -> Stop {
    let address = core.address();
    let stop = trap.into_stop(address);
    if let Stop::Breakpoint(_) = stop {
        core.base_mut().progress.resume = Some(address);
    }
    core.ended(&stop);
    stop
}

/// All but memory at its start.
fn restart<C: Processor>(core: &mut C) {
    core.restart();
    core.base_mut().progress = Progress::default();
    core.base_mut().output.clear();
}

/// Copies as many bytes as both have.
fn copy(to: &mut [u8], from: &[u8]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = *from;
    }
}

impl<C: Processor> State for C {
    fn register(&self, index: u16) -> u64 {
        self.value(index)
    }

    fn register_bytes(&self, index: u16, out: &mut [u8]) -> usize {
        if let Some(size) = self.wide(index, out) {
            return size;
        }
        let value = self.value(index).to_le_bytes();
        let size = usize::from(self.register_width(index).div_ceil(8)).min(value.len());
        copy(out, value.get(..size).unwrap_or_default());
        size
    }

    fn register_width(&self, index: u16) -> u16 {
        C::table().get(usize::from(index)).map_or(0, |info| info.bits)
    }

    fn pc(&self) -> u64 {
        self.address()
    }

    fn bytes(&self, address: u64, length: usize) -> Option<&[u8]> {
        self.base().memory.bytes(address, length)
    }

    fn read(&self, address: u64, out: &mut [u8]) -> Result<(), AccessFault> {
        self.base().memory.read(address, out)
    }
}

impl<C: Processor> Machine for C {
    fn set_runtime_policy(&mut self, policy: RuntimePolicy) {
        self.base_mut().policy = policy;
    }

    fn runtime_policy(&self) -> RuntimePolicy {
        self.base().policy
    }

    fn registers(&self) -> &'static [RegisterInfo] {
        C::table()
    }

    fn set_register(&mut self, index: u16, value: u64) {
        if !self.set_wide(index, &value.to_le_bytes()) {
            self.set_value(index, value);
        }
    }

    fn set_register_bytes(&mut self, index: u16, bytes: &[u8]) {
        put(self, index, bytes);
    }

    fn set_pc(&mut self, pc: u64) {
        self.go_to(pc);
        self.base_mut().progress.resume = None;
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), AccessFault> {
        let parts = self.base_mut();
        if parts.memory.write(address, bytes)? == Written::Watched {
            parts.cache.forget(address, bytes.len() as u64);
        }
        Ok(())
    }

    fn memory_map(&self) -> &MemoryMap {
        &self.base().map
    }

    fn load(&mut self, program: &Executable) -> Result<(), LoadError> {
        let Base { map, memory, cache, .. } = self.base_mut();
        load_program(memory, map, C::MACHINE, program, |segment| C::is_code(program, segment))?;
        cache.clear();
        self.base_mut().entry = program.entry;
        self.begin(program);
        restart(self);
        Ok(())
    }

    fn reset(&mut self) {
        let Base { memory, cache, .. } = self.base_mut();
        memory.reset(|page| cache.forget(page, PAGE as u64));
        restart(self);
    }

    fn seal(&mut self) {
        self.base_mut().memory.seal();
    }

    fn set_breakpoints(&mut self, addresses: &[u64]) {
        self.base_mut().cache.set_breakpoints(addresses);
    }

    fn begin_call(&mut self, function: u64) -> u64 {
        let return_address = self.base().map.host.return_address();
        self.set_return_address(return_address);
        self.set_pc(function);
        return_address
    }

    fn run(&mut self, budget: u64) -> Stop {
        run_loop(self, budget, &mut ())
    }

    fn run_observed(&mut self, budget: u64, mut observer: &mut dyn Observer) -> Stop {
        run_loop(self, budget, &mut observer)
    }

    fn run_with<O: Observer>(&mut self, budget: u64, observer: &mut O) -> Stop {
        run_loop(self, budget, observer)
    }

    fn instructions(&self) -> u64 {
        self.base().progress.instructions
    }

    fn output(&self) -> &[u8] {
        &self.base().output
    }
}
