//! The interface of every simulator: registers, memory, breakpoints, bounded runs and observers.
//!
//! A machine is deterministic and never panics: whatever the program does, a run ends with a [`Stop`].
//! Registers are numbered per target in the order of [`Machine::registers`]; general registers come
//! first and keep the numbers the instruction set gives them.

use crate::executable::Executable;
use crate::memory::AccessFault;
use crate::memory_map::MemoryMap;
use crate::runtime::RuntimePolicy;
use crosscall_model::observation::Sight;

/// Kind of a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegisterClass {
    /// A general register: may hold arguments, results, addresses.
    General,
    /// A floating-point or vector register of its own file.
    Vector,
    /// Flags, modes and other state that a program reaches by special instructions.
    Special,
}

/// Description of one register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegisterInfo {
    /// The name the target's assembler uses.
    pub name: &'static str,
    /// Another name by its role, such as `sp`, or empty.
    pub alias: &'static str,
    /// Width in bits; above 64 only [`State::register_bytes`] gives the whole value.
    pub bits: u16,
    /// Its kind.
    pub class: RegisterClass,
}

impl RegisterInfo {
    /// A general register of 32 bits.
    pub(crate) const fn general(name: &'static str, alias: &'static str) -> Self {
        Self { name, alias, bits: 32, class: RegisterClass::General }
    }

    /// A special register.
    pub(crate) const fn special(name: &'static str, alias: &'static str, bits: u16) -> Self {
        Self { name, alias, bits, class: RegisterClass::Special }
    }
}

/// Why a run could not go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// A data access to an address that is no memory.
    Unmapped,
    /// A data access that the region forbids.
    Forbidden,
    /// A data access or a jump to an address that is not aligned as it must be.
    Misaligned,
    /// A jump to an address where no code was loaded.
    WildJump,
    /// A word that is no instruction.
    Illegal,
    /// An instruction, register or host call that exists but is not modelled.
    Unsupported,
    /// The program raised an exception and has no handler for it.
    Exception,
    /// The processor waits for an event that cannot come.
    Idle,
    /// The program called `abort`.
    Abort,
    /// A runtime function was called with operands it has no answer for, such as a divisor of 0.
    Runtime,
}

/// The end of a run that went wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Address of the instruction at fault; for a wild jump, the address jumped to.
    pub pc: u64,
    /// Its kind.
    pub kind: FaultKind,
    /// The data address, the jump target or the offending word, depending on the kind.
    pub address: u64,
    /// One sentence for people.
    pub text: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "at {:#x}: {}", self.pc, self.text)
    }
}

/// Why a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// Control reached a breakpoint or the return address of [`Machine::begin_call`]; the
    /// instruction there has not been executed.
    Breakpoint(u64),
    /// The program ended itself with this status.
    Exit(i32),
    /// The program did something that cannot be done.
    Fault(Fault),
    /// The instruction budget is used up; a further run goes on.
    Budget,
}

/// Read access to a machine's state, as an observer or a harness needs it.
pub trait State {
    /// Value of a register, its low 64 bits if it is wider, 0 if there is no such register.
    fn register(&self, index: u16) -> u64;

    /// Writes a register's value, little-endian, to `out` and returns the register's size in bytes:
    /// for a register of variable length its present length, 0 if there is no such register. Bytes
    /// that `out` has no room for are left out; bytes of `out` beyond the size are not touched.
    fn register_bytes(&self, index: u16, out: &mut [u8]) -> usize;

    /// Width of a register in bits, 0 if there is no such register.
    fn register_width(&self, index: u16) -> u16;

    /// Address of the next instruction.
    fn pc(&self) -> u64;

    /// Memory as the host sees it, whatever the region's permissions; `None` where the range is not in one region.
    fn bytes(&self, address: u64, length: usize) -> Option<&[u8]>;

    /// Reads memory as the host, whatever the region's permissions; fails where there is no memory.
    fn read(&self, address: u64, out: &mut [u8]) -> Result<(), AccessFault>;
}

/// Receives what happens while a program runs. Every method does nothing unless overridden.
///
/// `()` is the observer that watches nothing; runs with it pay nothing. Calls come in the order in
/// which an instruction does its work: `step`, then `read` and `write`, then `register`, then `call` or `jump`.
/// Loads and stores of the program and those of host-served functions are both reported.
pub trait Observer {
    /// Before the instruction at `pc` is executed.
    fn step(&mut self, _pc: u64, _state: &dyn State) {}
    /// A register gets a value; also called when the new value equals the old one. Registers wider
    /// than 64 bits report their low 64 bits.
    fn register(&mut self, _pc: u64, _register: u16, _old: u64, _new: u64) {}
    /// Memory is read as data.
    fn read(&mut self, _pc: u64, _address: u64, _length: u64) {}
    /// Memory is about to be written; `state` still shows the old contents.
    fn write(&mut self, _pc: u64, _address: u64, _length: u64, _state: &dyn State) {}
    /// A call instruction at `pc` goes to `target` and expects to come back to `return_address`.
    fn call(&mut self, _pc: u64, _target: u64, _return_address: u64) {}
    /// Control goes from `pc` to `target` in a way in which functions return: by an instruction that jumps to the address in
    /// `register` and is no call, or by one that takes its target from where the processor alone keeps return addresses,
    /// which is `None`; a function that the host serves returns so, too. `state` shows the registers of that moment.
    fn jump(&mut self, _pc: u64, _target: u64, _register: Option<u16>, _state: &dyn State) {}
    /// A register that gets another value, with its bytes from the lowest, before the instruction behind a
    /// [`jump`](Self::jump) is executed; asked for until there is none. No other method is called for it.
    fn overwritten(&mut self) -> Option<(u16, &[u8])> {
        None
    }
    /// The host serves the runtime function `name` at its address `pc`.
    fn runtime_call(&mut self, _pc: u64, _name: &str) {}
}

impl Observer for () {}

impl<O: Observer + ?Sized> Observer for &mut O {
    #[inline(always)]
    fn step(&mut self, pc: u64, state: &dyn State) {
        (**self).step(pc, state);
    }
    #[inline(always)]
    fn register(&mut self, pc: u64, register: u16, old: u64, new: u64) {
        (**self).register(pc, register, old, new);
    }
    #[inline(always)]
    fn read(&mut self, pc: u64, address: u64, length: u64) {
        (**self).read(pc, address, length);
    }
    #[inline(always)]
    fn write(&mut self, pc: u64, address: u64, length: u64, state: &dyn State) {
        (**self).write(pc, address, length, state);
    }
    #[inline(always)]
    fn call(&mut self, pc: u64, target: u64, return_address: u64) {
        (**self).call(pc, target, return_address);
    }
    #[inline(always)]
    fn jump(&mut self, pc: u64, target: u64, register: Option<u16>, state: &dyn State) {
        (**self).jump(pc, target, register, state);
    }
    #[inline(always)]
    fn overwritten(&mut self) -> Option<(u16, &[u8])> {
        (**self).overwritten()
    }
    #[inline(always)]
    fn runtime_call(&mut self, pc: u64, name: &str) {
        (**self).runtime_call(pc, name);
    }
}

/// Why a program could not be loaded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The program is for another processor.
    #[error("the program is for ELF machine {found:#x}, this simulator runs {expected:#x}")]
    Machine {
        /// `e_machine` of the program.
        found: u16,
        /// The program that this simulator runs.
        expected: u16,
    },
    /// A segment lies where the machine has no memory.
    #[error("a segment of {size:#x} bytes at {address:#x} lies outside the machine's memory")]
    Outside {
        /// First address of the segment.
        address: u64,
        /// Its size in memory in bytes.
        size: u64,
    },
}

/// A simulator of one target.
///
/// Typical use: [`load`](Self::load) once, then for every case [`reset`](Self::reset), poison
/// registers and stack, [`begin_call`](Self::begin_call), [`run`](Self::run) until
/// `Stop::Breakpoint(return address)`, and look at the [`State`].
pub trait Machine: State {
    /// The registers; a register's number is its index here.
    fn registers(&self) -> &'static [RegisterInfo];

    /// Kinds of events that an [`Observer`] is told of.
    fn sight(&self) -> Sight {
        Sight::ALL
    }

    /// Sets a register; bits beyond its width are dropped, unknown registers are ignored.
    fn set_register(&mut self, index: u16, value: u64);

    /// Sets a register from little-endian bytes. Missing bytes are 0; for a register of variable
    /// length the length becomes that of `bytes`.
    fn set_register_bytes(&mut self, index: u16, bytes: &[u8]);

    /// Sets the address of the next instruction. A breakpoint there stops the next run at once.
    fn set_pc(&mut self, pc: u64);

    /// Writes memory as the host, whatever the region's permissions. Nothing is written when some
    /// byte lies outside the machine's memory.
    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), AccessFault>;

    /// The memory map the machine was made with.
    fn memory_map(&self) -> &MemoryMap;

    /// Clears memory, loads a program, and makes that state the one [`reset`](Self::reset) returns
    /// to. Breakpoints are removed.
    fn load(&mut self, program: &Executable) -> Result<(), LoadError>;

    /// Returns memory to what it was after [`load`](Self::load) or the last [`seal`](Self::seal),
    /// and registers, instruction count and output to their start values. The cost is proportional
    /// to the memory written since. Breakpoints stay.
    fn reset(&mut self);

    /// Makes the present contents of memory those to which [`reset`](Self::reset) returns.
    fn seal(&mut self);

    /// Replaces the set of breakpoints. Running does not become slower with their number.
    fn set_breakpoints(&mut self, addresses: &[u64]);

    /// Sets the effect of host-served runtime functions on scratch registers.
    fn set_runtime_policy(&mut self, policy: RuntimePolicy);

    /// The effect of host-served runtime functions on scratch registers.
    fn runtime_policy(&self) -> RuntimePolicy;

    /// Prepares a call: the program counter becomes `function`, and the return address is set, in
    /// the way the target does it, to an address that always stops the run and that is returned.
    /// Arguments and the stack pointer are the caller's business.
    fn begin_call(&mut self, function: u64) -> u64;

    /// Runs at most `budget` instructions without an observer. Stopped at a breakpoint, the next run
    /// executes the instruction there; after [`set_pc`](Self::set_pc) it stops there again.
    fn run(&mut self, budget: u64) -> Stop;

    /// Like [`run`](Self::run), with an observer chosen at run time.
    fn run_observed(&mut self, budget: u64, observer: &mut dyn Observer) -> Stop;

    /// Like [`run`](Self::run), with an observer known at compile time.
    fn run_with<O: Observer>(&mut self, budget: u64, observer: &mut O) -> Stop
    where
        Self: Sized;

    /// Instructions executed since the last reset; a host-served function counts as one.
    fn instructions(&self) -> u64;

    /// Bytes that the program wrote to its standard output and error streams since the last reset, in
    /// order, cut off at a fixed length.
    fn output(&self) -> &[u8];
}
