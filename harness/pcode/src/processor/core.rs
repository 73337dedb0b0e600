//! The core as the run loop sees it.

use super::Processor as Name;
use super::build::Builder;
use super::decode::{self, Correction};
use super::number::Manner;
use super::run;
use super::work::{Cells, Operand, Operation, Own, Work};
use crate::specification::{LONGEST, Spelled};
use crosscall_machines::machine::{FaultKind, Observer, RegisterInfo, Stop};
use crosscall_machines::memory_map::{MapError, MemoryMap};
use crosscall_machines::predecoded::{self, Sentinel};
use crosscall_machines::runtime::{
    Function, Library, Meaning, MemoryPort as _, OF_C, RuntimePolicy, perform,
};
use crosscall_machines::simulator::{
    Base, Hosted, Outcome, Port, Processor, Trap, announce_jump, execute_sentinel,
};
use rustc_hash::FxHashMap;

/// What one processor has of its own.
pub(crate) trait Target: std::fmt::Debug + Send + Sized + 'static {
    /// Which one it is.
    const NAME: Name;
    /// `e_machine` of its programs.
    const MACHINE: u16;
    /// Distance in bytes from one possible instruction to the next.
    const UNIT: u8;
    /// Number and cell of the stack pointer.
    const STACK: (u16, u64);
    /// Number of the program counter.
    const COUNTER: u16;
    /// Number of the register with a function's return address, where that is not on the stack.
    const LINK: Option<u16>;
    /// Address behind the registers that instructions use.
    const END: usize;
    /// Cell of the register that points to what belongs to a thread.
    const THREAD: u64;
    /// The first registers of arguments, and that of the result.
    const ARGUMENTS: ([u16; 3], u16);
    /// Calls of the system, as Linux has them.
    const SYSTEM: System;
    /// Registers that functions may change: bit n for the register with number n.
    const SCRATCH: u64;
    /// The condition flags behind a function that may change them.
    const SPOILED: u64;
    /// Corrections of the specification.
    const CORRECTIONS: &'static [Correction];
    /// Instructions that were compared: in each line a name and the kinds of its registers.
    const COMPARED: &'static str;

    /// Settings, and the specification.
    fn specification() -> (&'static str, &'static [u8]);
    /// The registers as the host sees them.
    fn table() -> &'static [RegisterInfo];
    /// The cell of a register; `None` for flags that lie in several cells, and for the program counter.
    fn cell(register: u16) -> Option<Operand>;
    /// The number of the register that a cell lies in, unless it is the stack pointer, the program counter or a condition flag.
    fn number(cell: Operand) -> Option<u8>;
    /// The number of the general register that a cell is.
    fn general(cell: Operand) -> Option<u16>;
    /// The condition flags as a register.
    fn flags(cells: &Cells) -> u64;
    fn set_flags(cells: &mut Cells, value: u64);
    /// Start values.
    fn restart(cells: &mut Cells);
    /// How operations on numbers of so many bytes are carried out.
    ///
    /// # Errors
    /// The control register asks for what is not modelled, in words.
    fn manner(cells: &Cells, mode: u8, size: u8, quiet: bool) -> Result<Manner, &'static str>;
    /// Notes floating-point exceptions.
    fn raise(cells: &mut Cells, raised: u32, is_extended: bool);
    /// Work that only this processor has, on so many operands.
    ///
    /// # Errors
    /// The run ends here.
    fn own(cells: &mut Cells, own: Own, operands: [u128; 3], given: usize) -> Result<u128, &'static str> {
        let _ = (cells, own, operands, given);
        Ok(0)
    }

    /// What kind of register a word of assembly text is.
    fn register_kind(word: &str) -> Option<String>;
    /// The cell that a word of assembly text names, and the size of its lanes.
    fn register(word: &str) -> Option<(Operand, u8)>;
    /// What is above a cell in its register.
    fn above(cell: Operand) -> Operand {
        Operand { size: 0, ..cell }
    }
    /// True if an access to memory of so many bytes has to be aligned.
    fn is_aligned(spelled: &Spelled, size: u8) -> bool;
    /// Where an instruction has an operand of 16 bytes in memory, of which p-code may load parts, the address of it, if the
    /// instruction alone says that.
    fn wide(spelled: &Spelled) -> Option<Option<u64>> {
        let _ = spelled;
        None
    }
    /// True if comparisons of an instruction are quiet.
    fn is_quiet(name: &str) -> bool;
    /// Operations in front of an instruction.
    fn begin(builder: &mut Builder<'_, Self>) -> Option<()> {
        let _ = builder;
        Some(())
    }
    /// Operations in front of one of p-code, and behind it.
    fn before(builder: &mut Builder<'_, Self>, work: &Work, inputs: [Operand; 3]) {
        let _ = (builder, work, inputs);
    }
    fn behind(builder: &mut Builder<'_, Self>, work: &Work, out: Operand) {
        let _ = (builder, work, out);
    }
    /// Operations behind an instruction; `None` if it cannot be executed.
    fn finish(builder: &mut Builder<'_, Self>) -> Option<()> {
        let _ = builder;
        Some(())
    }
}

/// Calls of the system, whose arguments and result are in the registers of those of functions.
pub(crate) struct System {
    /// Name and operands' kinds of the instruction.
    pub(crate) kind: &'static str,
    /// Register with the number of the call.
    pub(crate) number: u16,
    /// Numbers of the call that writes to a file, and of those that end the program.
    pub(crate) write: u64,
    pub(crate) ends: [u64; 2],
}

/// One simulated processor.
#[derive(Debug)]
pub(crate) struct Core<P> {
    pub(super) base: Base<Entry>,
    pub(super) cells: Cells,
    pub(super) pc: u64,
    /// The operations of the instructions that the machine has come to, one instruction behind the other.
    pub(super) operations: Vec<Operation>,
    pub(super) forms: Vec<Form>,
    /// Numbers of registers that instructions write.
    pub(super) written: Vec<u8>,
    /// Why some instructions cannot be executed.
    pub(super) refusals: Vec<String>,
    known: FxHashMap<decode::Key, u32>,
    processor: std::marker::PhantomData<P>,
}

/// A decoded instruction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Form {
    /// Its operations, or the number of the reason why it cannot be executed.
    pub(super) first: u32,
    pub(super) count: Option<u32>,
    /// Length in bytes.
    pub(super) size: u8,
    /// The registers that it writes.
    pub(super) written: (u32, u8),
}

/// An entry of the table by addresses.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Entry {
    /// No instruction, with the number of a runtime function.
    Sentinel(Sentinel, u32),
    /// The number of a form.
    Form(u32),
}

impl predecoded::Entry for Entry {
    type Detail = ();
    const SHIFT: u32 = 0;
    const LONGEST: u32 = LONGEST as u32 - 1;

    #[inline(always)]
    fn sentinel(work: Sentinel, number: u32) -> Self {
        Entry::Sentinel(work, number)
    }

    #[inline(always)]
    fn as_sentinel(self) -> Option<Sentinel> {
        if let Entry::Sentinel(work, _) = self { Some(work) } else { None }
    }
}

/// Operations that are kept.
const MOST_OPERATIONS: usize = 1 << 18;

impl<P: Target> Core<P> {
    pub(super) fn new(map: MemoryMap) -> Result<Self, MapError> {
        let mut core = Self {
            base: Base::new(map, RuntimePolicy::filling(P::SCRATCH), 0)?,
            cells: Cells::new(),
            pc: 0,
            operations: Vec::new(),
            forms: Vec::new(),
            written: Vec::new(),
            refusals: Vec::new(),
            known: FxHashMap::default(),
            processor: std::marker::PhantomData,
        };
        core.restart();
        Ok(core)
    }

    /// The number of the form of some bytes, of which so many are code.
    fn form(&mut self, bytes: decode::Key, length: usize) -> Result<u32, Trap> {
        let sizes = if P::UNIT == 4 { 4..5 } else { 1..LONGEST as u8 };
        if let Some(form) = sizes.into_iter().find_map(|size| self.known.get(&decode::key(bytes, size))) {
            return Ok(*form);
        }
        if self.operations.len() > MOST_OPERATIONS || self.refusals.len() > MOST_OPERATIONS {
            self.base.forget_decoded();
            self.operations.clear();
            self.forms.clear();
            self.written.clear();
            self.refusals.clear();
            self.known.clear();
        }
        let decoded = decode::decoded(P::NAME, &bytes);
        if usize::from(decoded.size) > length {
            let text = "the instruction reaches over the end of the code";
            return Err(Trap::fault(FaultKind::WildJump, self.pc, text));
        }
        let (first, count) = match &decoded.operations {
            Ok(operations) => {
                let first = self.operations.len() as u32;
                self.operations.extend_from_slice(operations);
                (first, Some(operations.len() as u32))
            }
            Err(reason) => {
                self.refusals.push(reason.clone());
                (self.refusals.len() as u32 - 1, None)
            }
        };
        let written = (self.written.len() as u32, decoded.written.len() as u8);
        self.written.extend_from_slice(&decoded.written);
        self.forms.push(Form { first, count, size: decoded.size, written });
        let form = self.forms.len() as u32 - 1;
        if !decoded.kind.is_empty() {
            self.known.insert(decoded.key, form);
        }
        Ok(form)
    }
}

impl<P: Target> Processor for Core<P> {
    type Entry = Entry;
    const MACHINE: u16 = P::MACHINE;
    const RETURN_REGISTER: u16 = match P::LINK {
        Some(link) => link,
        None => P::STACK.0,
    };

    fn table() -> &'static [RegisterInfo] {
        P::table()
    }

    fn base(&self) -> &Base<Entry> {
        &self.base
    }

    fn base_mut(&mut self) -> &mut Base<Entry> {
        &mut self.base
    }

    fn restart(&mut self) {
        self.cells.clear(P::END);
        P::restart(&mut self.cells);
        self.cells.put(P::STACK.1, 8, self.base.map.stack_top.into());
        let map = &self.base.map;
        let thread = map.regions.iter().find(|region| region.name == "thread");
        let thread = thread.map(|thread| thread.base + thread.size / 2);
        // Else the page for it is the last one of the memory (`FlatMemory::thread_page`).
        let thread = thread.unwrap_or_else(|| map.host.page_before());
        self.cells.put(P::THREAD, 8, thread.into());
        self.pc = self.base.entry;
    }

    fn value(&self, index: u16) -> u64 {
        match P::cell(index) {
            Some(cell) => self.cells.get(cell.value, cell.size) as u64,
            None if index == P::COUNTER => self.pc,
            None => P::flags(&self.cells),
        }
    }

    fn set_value(&mut self, index: u16, value: u64) {
        match P::cell(index) {
            Some(cell) => self.cells.put(cell.value, cell.size, value.into()),
            None if index == P::COUNTER => self.pc = value,
            None if usize::from(index) < P::table().len() => P::set_flags(&mut self.cells, value),
            None => {}
        }
    }

    fn wide(&self, index: u16, out: &mut [u8]) -> Option<usize> {
        let cell = P::cell(index).filter(|cell| cell.size > 8)?;
        let bytes = self.cells.get(cell.value, cell.size).to_le_bytes();
        out.iter_mut().zip(bytes).take(cell.size.into()).for_each(|(to, from)| *to = from);
        Some(cell.size.into())
    }

    fn set_wide(&mut self, index: u16, bytes: &[u8]) -> bool {
        let Some(cell) = P::cell(index).filter(|cell| cell.size > 8) else { return false };
        let mut value = [0; 16];
        value.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
        self.cells.put(cell.value, cell.size, u128::from_le_bytes(value));
        true
    }

    fn address(&self) -> u64 {
        self.pc
    }

    fn go_to(&mut self, address: u64) {
        self.pc = address;
    }

    /// Where there is no register for it, on the stack: a stack without memory shows at the return.
    fn set_return_address(&mut self, address: u64) {
        if let Some(link) = P::LINK {
            return self.set_value(link, address);
        }
        let below = self.value(P::STACK.0).wrapping_sub(8);
        self.set_value(P::STACK.0, below);
        if let Ok(written) = self.base.memory.write(below, &address.to_le_bytes()) {
            self.after_write(written, below, 8);
        }
    }

    fn check_start(&self) -> Result<(), Trap> {
        if self.pc.is_multiple_of(P::UNIT.into()) {
            return Ok(());
        }
        Err(Trap::fault(FaultKind::Misaligned, self.pc, "jump to a misaligned address"))
    }

    #[inline(always)]
    fn cached(&self) -> Entry {
        self.base.cached(self.pc)
    }

    fn serves(number: u64) -> bool {
        OF_C.get(number).is_some()
    }

    fn decode_at(&mut self, address: u64) -> Result<Entry, Trap> {
        let memory = &mut self.base.memory;
        let most = if P::UNIT == 4 { 4 } else { LONGEST - 1 };
        let length = (1..=most).rev().find(|length| memory.is_code(address, *length as u64));
        let is_low = u32::try_from(address).is_ok();
        let Some(length) = length.filter(|_| is_low && address.is_multiple_of(P::UNIT.into())) else {
            return Err(Trap::fault(FaultKind::WildJump, address, "there is no code here"));
        };
        let mut bytes = [0; LONGEST];
        memory.read(address, bytes.get_mut(..length).unwrap_or_default())?;
        let form = self.form(bytes, length)?;
        let size = self.forms.get(form as usize).map_or(1, |form| form.size);
        self.base.memory.watch(address);
        self.base.memory.watch(address + u64::from(size.max(1)) - 1);
        Ok(Entry::Form(form))
    }

    #[inline(always)]
    fn step<O: Observer>(&mut self, entry: Entry, _: u64, observer: &mut O) -> Result<(), Trap> {
        self.announce(entry, observer);
        match entry {
            Entry::Form(form) => run::execute(self, form, observer),
            Entry::Sentinel(work, number) => {
                self.pc = execute_sentinel(self, work, number, observer)?;
                Ok(())
            }
        }
    }
}

impl<P: Target> Hosted for Core<P> {
    type Work = ();
    const ARGUMENTS: u16 = 0;

    fn library() -> &'static Library<()> {
        &OF_C
    }

    fn return_target(&self, back: u64) -> Result<u64, Trap> {
        if !back.is_multiple_of(P::UNIT.into()) {
            return Err(Trap::fault(FaultKind::Misaligned, back, Self::MISALIGNED_RETURN));
        }
        Ok(back)
    }

    fn go_back<O: Observer>(&mut self, observer: &mut O, link: u16) -> Result<(u64, Option<u16>), Trap> {
        let value = self.value(link);
        if P::LINK.is_some() {
            return Ok((self.return_target(value)?, Some(link)));
        }
        observer.read(self.pc, value, 8);
        let back = self.base.memory.load_any(value)?;
        self.put_register(observer, link, value.wrapping_add(8));
        Ok((u64::from_le_bytes(back), None))
    }

    fn put_register<O: Observer>(&mut self, observer: &mut O, register: u16, value: u64) {
        observer.register(self.pc, register, self.value(register), value);
        let twice = u128::from(value) << 64 | u128::from(value);
        if !self.set_wide(register, &twice.to_le_bytes()) {
            self.set_value(register, value);
        }
    }

    fn perform_own<O: Observer>(&mut self, (): (), _: &mut O) -> Result<Outcome, Trap> {
        Ok(Outcome { clobbers: 0, first: 0, words: [None; 2] })
    }

    fn perform_shared<O: Observer>(
        &mut self,
        function: &Function,
        observer: &mut O,
    ) -> Result<Outcome, Trap> {
        let (arguments, first) = P::ARGUMENTS;
        let words = match function.meaning {
            Meaning::Memory(work) => {
                let operands = arguments.map(|register| self.value(register));
                [Some(perform(work, operands, &mut Port { core: self, observer })?), None]
            }
            Meaning::Abort(text) => {
                let (back, _) = self.go_back(observer, Self::RETURN_REGISTER)?;
                return Err(Trap::fault(FaultKind::Abort, back, text));
            }
            Meaning::Pure(..) => {
                return Err(Trap::fault(FaultKind::Runtime, self.pc, "no function of this name is served"));
            }
        };
        if self.base.policy.poison.is_some() {
            P::set_flags(&mut self.cells, P::SPOILED);
        }
        Ok(Outcome { clobbers: self.base.policy.scratch, first, words })
    }
}

impl<P: Target> Core<P> {
    /// Writes to memory as the program.
    #[inline(always)]
    pub(super) fn write<const N: usize, O: Observer>(
        &mut self,
        observer: &mut O,
        address: u64,
        bytes: [u8; N],
    ) -> Result<(), Trap> {
        observer.write(self.pc, address, N as u64, &*self);
        let written = self.base.memory.store_any(address, bytes)?;
        self.after_write(written, address, N as u64);
        Ok(())
    }

    /// A call of the system: output, and the end of the program.
    ///
    /// # Errors
    /// The program ends, or the host has no such call.
    #[cold]
    pub(super) fn system<O: Observer>(&mut self, observer: &mut O) -> Result<(), Trap> {
        let System { number, write, ends, .. } = P::SYSTEM;
        let (arguments, result) = P::ARGUMENTS;
        let [first, address, length] = arguments.map(|register| self.value(register));
        let number = self.value(number);
        if ends.contains(&number) {
            return Err(Trap::Stop(Box::new(Stop::Exit((first as u8).into()))));
        }
        if number != write || !(1..=2).contains(&first) {
            return Err(run::refused(self.pc, &format!("call {number} of the system")));
        }
        observer.read(self.pc, address, length);
        let bytes = self.base.memory.load_bytes(address, length)?.to_vec();
        self.base.emit(&bytes);
        self.put_register(observer, result, length);
        Ok(())
    }

    /// Writes to memory as the program, in a size that no instruction of another kind has.
    pub(super) fn write_all<O: Observer>(
        &mut self,
        observer: &mut O,
        address: u64,
        bytes: &[u8],
    ) -> Result<(), Trap> {
        Ok(Port { core: self, observer }.store(address, bytes)?)
    }

    /// Notifies the observer of a jump in a way in which functions return.
    pub(super) fn announce_return<O: Observer>(
        &mut self,
        observer: &mut O,
        target: u64,
        register: Option<u16>,
    ) {
        announce_jump(self, observer, target, register);
    }
}
