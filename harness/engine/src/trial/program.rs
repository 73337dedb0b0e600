//! Subjects and probes of a batch, linked and loaded.

use super::run::number_of;
use super::steps::Step;
use crate::machine::register_files::{Words, has, register_files};
use crate::machine::{self, TrialError, backend};
use crosscall_generator::poison::PoisonKind;
use crosscall_machines::executable::{Executable, LinkedSymbol, OutputSection, PlacedInput};
use crosscall_machines::link::{SECTION_ALLOC, SECTION_EXECUTE};
use crosscall_machines::listing::{Line, Style};
use crosscall_machines::machine::Machine;
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::layout::Image;
use crosscall_model::observation::{Ground, Names};
use crosscall_model::plan::{Plan, Preservation};
use crosscall_model::target::{Register, RegisterInfo};
use crosscall_model::{Target, unit};
use crosscall_oracle::judge::Judgement;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

/// Byte that fills slots before a case runs, so that a slot that was not written shows.
pub(crate) const SLOT_FILLER: u8 = 0xe5;

/// Bytes between the initial stack pointer and the beginning of the stack: the part of the start-up code's
/// frame that a subject must not write.
pub(super) const CALLER_FRAME: u64 = 256;

/// Size in bytes of the stack that is watched, from where it begins.
pub(crate) const STACK_BYTES: u64 = 0x8000;

/// A loaded program.
pub struct Program {
    /// The target.
    pub target: Target,
    pub(super) machine: Box<dyn Machine + Send>,
    /// Code of the subjects.
    pub(super) subject_code: Vec<Range<u64>>,
    /// Writable sections, ascending.
    pub(super) writable: Vec<Range<u64>>,
    /// Data that the subjects' compilers made for themselves.
    own_data: Vec<Range<u64>>,
    /// The stack as the program may use it.
    pub(super) stack: Range<u64>,
    /// Machine register numbers of the target's registers, in order.
    pub(super) registers: Arc<Vec<u16>>,
    /// Registers that hold modes or count hardware loops, after their numbers in the machine.
    pub(super) modes: Vec<(u16, Register)>,
    /// Global symbols.
    globals: Globals,
    pub(super) symbols: Names,
    /// Contents of registers that hold values before a case runs.
    pub(super) before: Contents,
    /// Contents of registers that probes destroy.
    pub(super) destroyed: Contents,
    /// Registers that the subjects' object files say their functions change, by the functions' symbols.
    declared: BTreeMap<String, Arc<Vec<Register>>>,
    /// Code of subjects that may have instructions which the machine lacks, and their architectures.
    foreign: Vec<(Range<u64>, String)>,
    /// Steps of the next run, or of the last one, where they are wanted.
    pub(super) steps: Option<Vec<Step>>,
    /// Values that objects have in the next run in place of those that were compiled.
    pub(crate) values: Rc<Vec<Put>>,
}

/// A value in the place of another one.
#[derive(Debug, Clone)]
pub(crate) struct Put {
    /// The object, by its name in C.
    pub(crate) symbol: String,
    /// What it holds.
    pub(crate) old: Image,
    /// What it is to hold.
    pub(crate) new: Image,
}

/// Global symbols by name.
type Globals = Arc<BTreeMap<String, LinkedSymbol>>;

/// An instruction of a subject as it lies in the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Symbols that begin here.
    pub labels: Vec<String>,
    /// Address, bytes and text.
    pub line: Line,
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program").field("target", &self.target).finish_non_exhaustive()
    }
}

impl Program {
    /// Links subjects and probes, and loads the program. Functions of cases without a probe in this program lead nowhere.
    ///
    /// # Errors
    /// The error of the linker or the loader.
    pub fn new(
        target: Target,
        subjects: &[&ObjectFile],
        probes: &[Arc<ObjectFile>],
    ) -> Result<Program, TrialError> {
        let probes = probes.iter().map(|probe| &**probe);
        let objects: Vec<&ObjectFile> = subjects.iter().copied().chain(probes).collect();
        let executable = machine::link_some(target, &objects)?;
        Program::load(target, executable, subjects)
    }

    /// Loads a program in which these object files of subjects come first.
    ///
    /// # Errors
    /// The error of the loader.
    pub(super) fn load(
        target: Target,
        executable: Executable,
        subjects: &[&ObjectFile],
    ) -> Result<Program, TrialError> {
        let machine = machine::machine(target)?;
        Program::load_into(machine, target, executable, subjects)
    }

    /// The same in a machine that is given.
    ///
    /// # Errors
    /// The error of the loader.
    pub(super) fn load_into(
        mut machine: Box<dyn Machine + Send>,
        target: Target,
        mut executable: Executable,
        subjects: &[&ObjectFile],
    ) -> Result<Program, TrialError> {
        machine.load(&executable).map_err(|e| TrialError::Failed(e.to_string()))?;
        let registers = register_numbers(target, &*machine)?;
        let is_subjects = |input: &&PlacedInput| input.object < subjects.len();
        let code = executable.sections.iter().filter(|section| section.flags & SECTION_EXECUTE != 0);
        let code = code.flat_map(|section| section.inputs.iter().filter(is_subjects));
        let subject_code = code.map(|i| i.address..i.address + i.size).filter(|r| !r.is_empty()).collect();
        let mut writable: Vec<Range<u64>> = writable_sections(&executable).collect();
        writable.extend(super::start::memory(target));
        writable.sort_by_key(|r| r.start);
        let numbered = registers.iter().copied().zip((0..).map(Register));
        let modes = numbered.filter(|(_, r)| target.mode_bits(*r) != 0 || target.loop_end(*r).is_some());
        let modes = modes.collect();
        let stack = stack_of(target, &*machine);
        let globals = Arc::new(std::mem::take(&mut executable.globals));
        let symbols = names(globals.clone());
        let own_data = compilers_data(target, &executable, &globals, subjects.len());
        let mut program = Program {
            target,
            machine,
            subject_code,
            writable,
            own_data,
            stack,
            registers,
            modes,
            globals,
            symbols,
            before: poisoned(target, PoisonKind::Register),
            destroyed: poisoned(target, PoisonKind::Scratch),
            foreign: std::mem::take(&mut executable.foreign),
            declared: subjects.iter().flat_map(|object| declared(target, object)).collect(),
            steps: None,
            values: Rc::default(),
        };
        program.prepare_memory()?;
        Ok(program)
    }

    /// Puts the machine into the state in which every case starts, with other values where that is wanted.
    ///
    /// # Errors
    /// When an object does not hold the value that it should.
    pub(super) fn reset(&mut self) -> Result<(), TrialError> {
        self.machine.reset();
        for Put { symbol, old, new } in self.values.clone().iter() {
            let elsewhere = || TrialError::Failed(format!("`{symbol}` does not hold its value"));
            let address = self.defined(symbol)?;
            let held = self.read(address, new.bytes.len()).filter(|held| old.matches(held));
            let mut held = held.ok_or_else(elsewhere)?;
            for ((held, new), mask) in held.iter_mut().zip(&new.bytes).zip(&new.mask) {
                *held = *held & !mask | new & mask;
            }
            self.machine.write(address, &held).map_err(|_| elsewhere())?;
        }
        Ok(())
    }

    /// Poisons the stack and the slots, and makes that the state every case starts from.
    fn prepare_memory(&mut self) -> Result<(), TrialError> {
        let fault = |e| TrialError::Failed(format!("the machine's memory cannot be prepared: {e:?}"));
        let stack = stack_filling(&self.stack);
        self.machine.write(self.stack.start, &stack).map_err(fault)?;
        let prefix = machine::symbol(self.target, "");
        let all_slots = [&prefix, RECEIVED].concat()..=[&prefix, RETURNED, AFTER_DIGITS].concat();
        let between = self.globals.range(all_slots);
        let slots = between.filter(|(name, _)| name.strip_prefix(&prefix).is_some_and(is_slots));
        let slots: Vec<(u64, u64)> = slots.map(|(_, symbol)| (symbol.address, symbol.size)).collect();
        for (address, size) in slots {
            let filler = vec![SLOT_FILLER; usize::try_from(size.min(1 << 20)).unwrap_or(0)];
            self.machine.write(address, &filler).map_err(fault)?;
        }
        self.machine.seal();
        Ok(())
    }

    /// The error of a run that ended for this reason at an instruction which the machine lacks.
    pub(super) fn lacking(&self, pc: u64, reason: &str) -> Option<TrialError> {
        if backend::refuses(reason) {
            return Some(TrialError::Unserved(reason.to_owned()));
        }
        let (_, architecture) = self.foreign.iter().find(|(code, _)| code.contains(&pc))?;
        let tools = machine::tools(self.target);
        let code = (1..=tools.longest_instruction()).rev().find_map(|length| self.read(pc, length))?;
        let what = tools.lacking(architecture, &code)?;
        Some(TrialError::Unserved(format!("crosscall's machine lacks {what}")))
    }

    /// A global symbol by its name in C.
    fn global(&self, name: &str) -> Option<&LinkedSymbol> {
        self.globals.get(&machine::symbol(self.target, name))
    }

    /// Ends the program and keeps its machine for another one.
    pub fn retire(self) {
        machine::give_back(self.target, self.machine);
    }

    /// Address of a symbol given by its name in C.
    pub fn address_of(&self, name: &str) -> Option<u64> {
        self.global(name).map(|symbol| symbol.address)
    }

    /// The same of a symbol without which nothing can be run.
    ///
    /// # Errors
    /// [`TrialError::Failed`] with its name, where no object file defines it.
    pub(super) fn defined(&self, name: &str) -> Result<u64, TrialError> {
        let lacks = || TrialError::Failed(format!("no object file defines `{name}`"));
        self.address_of(name).ok_or_else(lacks)
    }

    /// Registers that a function of the subjects, given by its name in C, changes as its object file says; `None` where
    /// that says nothing.
    pub(super) fn declared_of(&self, name: &str) -> Option<Arc<Vec<Register>>> {
        self.declared.get(&machine::symbol(self.target, name)).cloned()
    }

    /// Data outside the stack that the subjects may write in case `k`, which has so many slots.
    pub(super) fn data_of(&self, k: usize, received: usize, returned: usize) -> Vec<Range<u64>> {
        let slots = |name: String, count: usize| {
            let symbol = self.global(&name)?;
            Some(symbol.address..symbol.address + symbol.size.max(count as u64 * unit::SLOT_BYTES))
        };
        let mut data = self.own_data.clone();
        data.extend(slots(unit::received(k), received));
        data.extend(slots(unit::returned(k), returned));
        data
    }

    /// Writable memory but the stack and what the subjects' compilers made for themselves.
    pub(super) fn contract_data(&self) -> Vec<Range<u64>> {
        let mut rest: Vec<Range<u64>> = self.writable.clone();
        for own in &self.own_data {
            let cut = |range: Range<u64>| {
                let below = range.start..range.end.min(own.start);
                let above = range.start.max(own.end)..range.end;
                [below, above].into_iter().filter(|part| !part.is_empty())
            };
            rest = rest.into_iter().flat_map(cut).collect();
        }
        rest
    }

    /// Has the instructions of the next run written down; see [`Program::steps`].
    pub fn trace(&mut self) {
        self.steps = Some(Vec::new());
    }

    /// Steps of the subjects' instructions in the last run.
    pub fn steps(&mut self) -> Vec<Step> {
        self.steps.take().unwrap_or_default()
    }

    /// The machine's number of a register.
    pub fn number_of(&self, register: Register) -> Option<u16> {
        self.registers.get(usize::from(register.0)).copied()
    }

    /// Stack pointer of the code that makes the first call: behind the frame of the start-up code.
    pub(super) fn first_sp(&self, grows_down: bool) -> u64 {
        behind_first_frame(&self.stack, grows_down)
    }

    /// Makes the stack of the code that makes the first call, with the return address where calls push it; returns its pointer.
    ///
    /// # Errors
    /// When the return address cannot be written.
    pub(super) fn begin_stack(&mut self, grows_down: bool, home: u64) -> Result<u64, TrialError> {
        let (facts, first) = (self.target.facts(), self.first_sp(grows_down));
        let sp = first - u64::from(facts.call_pushes);
        let word = home.to_le_bytes();
        let pushed = word.get(..facts.call_pushes.into()).unwrap_or_default();
        let written = self.machine.write(sp, pushed);
        written.map_err(|_| TrialError::Failed("the stack has no memory for a return address".to_owned()))?;
        self.machine.set_register(number_of(&self.registers, self.target.stack_pointer()), sp);
        Ok(sp)
    }

    /// Addresses at which the host serves functions.
    pub(super) fn host(&self) -> Range<u64> {
        let host = self.machine.memory_map().host;
        host.base..host.base.saturating_add(host.size)
    }

    /// Registers that a plan reserves, after their numbers in the machine.
    pub(super) fn reserved(&self, plan: &Plan) -> Vec<(u16, Register)> {
        let is_watched = |preservation| matches!(preservation, Preservation::Reserved | Preservation::Fixed);
        let reserved = plan.registers.iter().filter(|rule| is_watched(rule.preservation));
        reserved.map(|rule| (number_of(&self.registers, rule.register), rule.register)).collect()
    }

    /// Ground of an observation of case `k` in which the subject may write this data.
    pub(super) fn ground(&self, k: usize, own_data: &[Range<u64>]) -> Ground {
        Ground {
            stack: self.stack.clone(),
            other_stacks: Vec::new(),
            subject_code: self.subject_code.clone(),
            own_data: own_data.to_vec(),
            destroyed: self.destroyed.clone(),
            declared: self.declared_of(&unit::callee(k)),
            declared_by_caller: self.declared_of(&unit::caller(k)),
            symbols: self.symbols.clone(),
        }
    }

    /// The code of the subjects.
    pub fn listing(&self) -> Vec<Listed> {
        let mut all = Vec::new();
        for range in &self.subject_code {
            let Some(code) = self.read(range.start, usize::try_from(range.end - range.start).unwrap_or(0))
            else {
                continue;
            };
            let inside = self.symbols.iter().filter(|(at, _)| range.contains(at));
            let mut starts: Vec<u64> = inside.clone().map(|(at, _)| *at).collect();
            starts.dedup();
            let lines =
                machine::tools(self.target).disassemble_from(&code, range.start, &starts, Style::Vendor);
            all.extend(lines.into_iter().map(|line| {
                Listed {
                    labels: inside
                        .clone()
                        .filter(|(at, _)| *at == line.address)
                        .map(|(_, name)| name.clone())
                        .collect(),
                    line,
                }
            }));
        }
        all
    }

    /// Judges reserved memory after a start by the loader.
    pub(crate) fn judge_configuration(&self, start: &super::start::Start, judgement: &mut Judgement) {
        super::start::judge_configuration(start, &*self.machine, judgement);
    }

    /// Bytes of memory as they are now.
    pub fn read(&self, address: u64, len: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; len];
        self.machine.read(address, &mut bytes).ok()?;
        Some(bytes)
    }
}

/// Sections that are in memory and are no code.
fn data_sections(executable: &Executable) -> impl Iterator<Item = &OutputSection> {
    let is_data = |flags: u64| flags & SECTION_ALLOC != 0 && flags & SECTION_EXECUTE == 0;
    executable.sections.iter().filter(move |section| is_data(section.flags))
}

/// Sections of a program that are neither code nor empty.
fn writable_sections(executable: &Executable) -> impl Iterator<Item = Range<u64>> {
    let sections = data_sections(executable).filter(|section| section.size > 0);
    sections.map(|section| section.address..section.address + section.size)
}

/// Placed symbols with their addresses.
fn names(globals: Globals) -> Names {
    Names::new(move || {
        let placed = globals.iter().filter(|(_, symbol)| symbol.section.is_some());
        placed.map(|(name, symbol)| (symbol.address, name.clone())).collect()
    })
}

/// Begins the call of a function that is the first one on the stack; returns the address that it comes back to.
pub fn begin_call(target: Target, machine: &mut dyn Machine, function: u64) -> u64 {
    let stack = stack_of(target, machine);
    let name = machine::tools(target).stack_pointer();
    let pointer = machine.registers().iter().position(|register| register.name == name);
    if let Some(pointer) = pointer.and_then(|pointer| u16::try_from(pointer).ok()) {
        machine.set_register(pointer, behind_first_frame(&stack, target.grows_down()));
    }
    // It may push the return address.
    machine.begin_call(function)
}

/// Stack pointer behind the frame of the start-up code.
fn behind_first_frame(stack: &Range<u64>, grows_down: bool) -> u64 {
    if grows_down { stack.end - CALLER_FRAME } else { stack.start + CALLER_FRAME }
}

/// The part of a machine's memory that is the stack. The machine's initial stack pointer is the end from which the stack
/// grows, but where a target's stack grows the other way than that of other programs for the machine: then it is at the
/// end of the stack's memory.
pub fn stack_of(target: Target, machine: &dyn Machine) -> Range<u64> {
    let map = machine.memory_map();
    let top = map.stack_top;
    let ends_at_top = map.regions.iter().any(|region| region.base.checked_add(region.size) == Some(top));
    if target.grows_down() || ends_at_top {
        top.saturating_sub(STACK_BYTES)..top
    } else {
        // It ends with its memory at the latest.
        let ends = map.regions.iter().filter(|region| region.base <= top);
        let ends = ends.map(|region| region.base.saturating_add(region.size)).filter(|end| *end > top);
        let end = ends.min().unwrap_or(u64::MAX);
        top..top.saturating_add(STACK_BYTES).min(end)
    }
}

/// Prefixes of names of slots, the smallest and the greatest.
const RECEIVED: &str = "received";
const RETURNED: &str = "returned";
/// Greater than every digit.
const AFTER_DIGITS: &str = ":";

/// True if a C name is that of slots: `received3`, `returned12`.
fn is_slots(name: &str) -> bool {
    let number = name.strip_prefix(RECEIVED).or_else(|| name.strip_prefix(RETURNED));
    number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// The objects in data sections of the first `subjects` object files that no contract names: a compiler may keep
/// there what it likes.
fn compilers_data(
    target: Target,
    executable: &Executable,
    globals: &BTreeMap<String, LinkedSymbol>,
    subjects: usize,
) -> Vec<Range<u64>> {
    let inputs =
        data_sections(executable).flat_map(|section| &section.inputs).filter(|input| input.object < subjects);
    let places: Vec<Range<u64>> = inputs.map(|input| input.address..input.address + input.size).collect();
    let prefix = machine::symbol(target, "");
    let known = |name: &str| unit::is_object(name.strip_prefix(&prefix).unwrap_or(name));
    let symbols = globals.iter().chain(executable.locals.values().flatten());
    let own = symbols.filter(|(name, symbol)| {
        symbol.section.is_some()
            && symbol.size > 0
            && places.iter().any(|place| place.contains(&symbol.address))
            && !known(name)
    });
    own.map(|(_, symbol)| symbol.address..symbol.address + symbol.size).collect()
}

/// Registers with what they hold, least significant byte first.
type Contents = Arc<Vec<(Register, Vec<u8>)>>;

/// Poison of a kind for the registers of a target that hold values.
fn poisoned(target: Target, kind: PoisonKind) -> Contents {
    static POISON: Mutex<BTreeMap<(Target, PoisonKind), Contents>> = Mutex::new(BTreeMap::new());
    // Whoever panicked, the map itself is whole.
    let mut kept = POISON.lock().unwrap_or_else(PoisonError::into_inner);
    let left = |(i, info): (u16, &RegisterInfo)| {
        let poison = crosscall_generator::poison::bytes(kind, Register(i));
        let is_general = target.is_general(Register(i));
        is_general.then(|| (Register(i), poison.take(info.bytes.into()).collect()))
    };
    let all = || Arc::new((0u16..).zip(target.registers()).filter_map(left).collect());
    kept.entry((target, kind)).or_insert_with(all).clone()
}

/// The registers that each function of an object file changes, where the file says so: a word for each of the target's
/// register files, in their order.
fn declared(target: Target, object: &ObjectFile) -> BTreeMap<String, Arc<Vec<Register>>> {
    let files = register_files(target);
    let changed = |words: Words| {
        let of_file = |(file, registers): (usize, &Vec<Register>)| {
            let numbered = (0u8..).zip(registers.clone());
            numbered.filter(move |(number, _)| has(&words, file, *number)).map(|(_, register)| register)
        };
        Arc::new(files.iter().enumerate().flat_map(of_file).collect())
    };
    let symbols = object.symbols.iter().enumerate();
    let said =
        symbols.filter_map(|(i, symbol)| Some((symbol, machine::tools(target).register_use(object, i)?)));
    said.map(|(symbol, words)| (symbol.name.clone(), changed(words))).collect()
}

/// Contents of stacks with these bounds.
type Fillings = BTreeMap<(u64, u64), Arc<[u8]>>;

/// Contents of the stack before a case runs.
fn stack_filling(stack: &Range<u64>) -> Arc<[u8]> {
    static FILLINGS: Mutex<Fillings> = Mutex::new(Fillings::new());
    // Whoever panicked, the map itself is whole. There are no more stacks than targets.
    let mut fillings = FILLINGS.lock().unwrap_or_else(PoisonError::into_inner);
    let words = || stack.clone().step_by(4).map(crosscall_generator::poison::stack_word);
    let filling = fillings.entry((stack.start, stack.end));
    filling.or_insert_with(|| words().flat_map(u32::to_le_bytes).collect()).clone()
}

/// The machine's numbers for the registers that the target lists.
fn register_numbers(target: Target, machine: &dyn Machine) -> Result<Arc<Vec<u16>>, TrialError> {
    static NUMBERS: Mutex<BTreeMap<Target, Arc<Vec<u16>>>> = Mutex::new(BTreeMap::new());
    // Whoever panicked, the map itself is whole.
    let mut kept = NUMBERS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(numbers) = kept.get(&target) {
        return Ok(numbers.clone());
    }
    let numbers = Arc::new(find_registers(target, machine)?);
    kept.insert(target, numbers.clone());
    Ok(numbers)
}

fn find_registers(target: Target, machine: &dyn Machine) -> Result<Vec<u16>, TrialError> {
    let infos = machine.registers();
    target
        .registers()
        .iter()
        .map(|wanted| {
            infos
                .iter()
                .position(|info| info.name == wanted.name)
                .and_then(|i| u16::try_from(i).ok())
                .ok_or_else(|| {
                    TrialError::Failed(format!("the {target} machine has no register `{}`", wanted.name))
                })
        })
        .collect()
}
