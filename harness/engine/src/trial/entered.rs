//! A function of a program that is entered in a state which somebody else makes: the probe calls it with values of no
//! importance, and at its first instruction registers and memory are set as it is wanted.

use super::program::Program;
use super::run::{Eyes, ended, number_of, poison};
use super::watch::{Grounds, Watch};
use crate::machine::{self, TrialError, backend};
use crosscall_machines::executable::{Executable, LinkedSymbol, OutputSection};
use crosscall_machines::link::{LinkError, SECTION_ALLOC, SECTION_EXECUTE, SECTION_WRITE, UndefinedSymbol};
use crosscall_machines::listing::{Line, Style};
use crosscall_machines::machine::{Fault, FaultKind, Machine, Observer, State, Stop};
use crosscall_machines::memory_map::{Permissions, RegionSpec};
use crosscall_machines::object_file::ObjectFile;
use crosscall_machines::runtime::RuntimePolicy;
use crosscall_model::observation::{End, Names, Observation, Snapshot};
use crosscall_model::plan::{Link, Plan, WayOut};
use crosscall_model::target::Register;
use crosscall_model::{Target, unit};
use std::ops::Range;
use std::sync::Arc;

/// Position of the only case.
pub const K: usize = 0;

/// Kind of a symbol that is a function, in ELF.
const FUNCTION: u8 = 2;

/// Kinds of symbols that name no place of their own: sections and files.
const UNNAMED: [u8; 2] = [3, 4];

/// Bytes of memory above the stack.
const ABOVE_STACK: u64 = 1 << 16;

/// Events that are kept of one run.
const MOST_EVENTS: usize = 1 << 16;

/// A program around one function.
#[derive(Debug)]
pub struct Stage {
    program: Program,
    /// Writable sections of the objects under test.
    own_data: Vec<Range<u64>>,
    /// Everything that the program occupies.
    occupied: Vec<Range<u64>>,
    /// Symbols of the objects under test, in the order of their addresses.
    symbols: Vec<Placed>,
    /// Sections of the objects under test that hold code: their addresses, and the numbers of object and section.
    code_sections: Vec<(Range<u64>, usize, usize)>,
    /// Addresses before which a linker has taken bytes out of code, and their numbers.
    cuts: Vec<(u64, u64)>,
    /// Fault that ended the last run.
    fault: Option<Fault>,
}

/// A symbol of the objects under test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// Name in the object file.
    pub name: String,
    /// Address of the symbol.
    pub address: u64,
    /// Size in bytes; 0 where the object file does not say it.
    pub size: u64,
    /// True if it can begin a function: it is global, or the object file calls it one.
    pub begins: bool,
}

/// Conditions of one run.
pub struct Conditions<'a> {
    /// Mask of the modes that are switched on.
    pub modes: u64,
    /// Largest number of instructions.
    pub budget: u64,
    /// Memory outside the stack that the function may write, beside its own data.
    pub lent: &'a [Range<u64>],
    /// Functions of ours that it may call.
    pub ours: &'a [u64],
    /// Addresses that hold nothing and stand for code elsewhere: the function of ours, or the return address, at which control
    /// is that comes there.
    pub far: &'a [(u64, u64)],
    /// Number that, with that of the register added, runtime functions leave in each register that they may change.
    pub served: u64,
}

/// Actions of the user of a stage in a run.
pub trait Hand {
    /// Sets the machine at the function's first instruction, which it has reached in this state.
    ///
    /// # Errors
    /// When it cannot be set.
    fn enter(&mut self, machine: &mut dyn Machine, at: &Snapshot) -> Result<(), TrialError>;

    /// Changes what a function of ours, which begins at an address, has left in a register that it may destroy.
    fn leave(&mut self, function: u64, register: Register, bytes: &mut [u8]);

    /// Changes registers that snapshots do not hold, when a function of ours has come back.
    fn left(&mut self, machine: &mut dyn Machine) {
        let _ = machine;
    }
}

impl Stage {
    /// Symbols that these objects need and nothing defines.
    pub fn undefined(target: Target, subjects: &[&ObjectFile]) -> Vec<UndefinedSymbol> {
        let tools = machine::tools(target);
        match tools.link(subjects, &tools.link_options()) {
            Err(LinkError::Undefined(symbols)) => symbols,
            _ => Vec::new(),
        }
    }

    /// Links objects under test with probes, and loads the program. The symbol of the function that the probe calls
    /// is left out of messages: it is another name for one of the objects' own.
    ///
    /// # Errors
    /// The message of the linker or the loader.
    pub fn new(
        target: Target,
        subjects: &[&ObjectFile],
        probes: &[Arc<ObjectFile>],
    ) -> Result<Stage, TrialError> {
        Stage::on(machine::machine(target)?, target, subjects, probes)
    }

    /// The same with the stack, and memory that nothing occupies, at high addresses: of `size` bytes from `base` on. `None`
    /// where no simulator has such memory.
    pub fn high(
        target: Target,
        subjects: &[&ObjectFile],
        probes: &[Arc<ObjectFile>],
        (base, size): (u64, u64),
    ) -> Option<Result<Stage, TrialError>> {
        let tools = machine::tools(target);
        let mut map = tools.machine().ok().filter(|_| backend::is_built_in())?.memory_map().clone();
        map.regions.push(RegionSpec::new("high", base, size, Permissions::DATA));
        map.stack_top = base.checked_add(size)?.checked_sub(ABOVE_STACK)?;
        Some(Stage::on(tools.machine_with(map)?, target, subjects, probes))
    }

    fn on(
        machine: Box<dyn Machine + Send>,
        target: Target,
        subjects: &[&ObjectFile],
        probes: &[Arc<ObjectFile>],
    ) -> Result<Stage, TrialError> {
        let objects: Vec<&ObjectFile> =
            subjects.iter().copied().chain(probes.iter().map(|probe| &**probe)).collect();
        let tools = machine::tools(target);
        let linked = tools.link(&objects, &tools.link_options());
        let executable = linked.map_err(|error| TrialError::Failed(reported(error)))?;
        let is_ours = |section: &&OutputSection| section.flags & SECTION_ALLOC != 0 && section.size > 0;
        let sections = executable.sections.iter().filter(is_ours);
        let occupied = sections.clone().map(|s| s.address..s.address.saturating_add(s.size)).collect();
        let written = sections.filter(|s| s.flags & SECTION_WRITE != 0 && s.flags & SECTION_EXECUTE == 0);
        let inputs = written.flat_map(|section| &section.inputs).filter(|i| i.object < subjects.len());
        let own_data = inputs.map(|i| i.address..i.address.saturating_add(i.size));
        let own_data = own_data.filter(|range| !range.is_empty()).collect();
        let code = executable.sections.iter().filter(|s| s.flags & SECTION_EXECUTE != 0);
        let code = code.flat_map(|section| &section.inputs).filter(|i| i.object < subjects.len());
        let code_sections: Vec<(Range<u64>, usize, usize)> = code
            .filter_map(|i| Some((i.address..i.address.saturating_add(i.size), i.object, i.index?)))
            .collect();
        let cuts = cuts(&code_sections, subjects);
        let symbols = placed(target, &executable, subjects);
        let names: Vec<(u64, String)> =
            symbols.iter().filter(|s| s.begins).map(|s| (s.address, s.name.clone())).collect();
        let mut program = Program::load_into(machine, target, executable, subjects)?;
        program.symbols = Names::new(move || names);
        Ok(Stage { program, own_data, occupied, symbols, code_sections, cuts, fault: None })
    }

    /// The target.
    pub fn target(&self) -> Target {
        self.program.target
    }

    /// Symbols of the objects under test, in the order of their addresses.
    pub fn symbols(&self) -> &[Placed] {
        &self.symbols
    }

    /// Code of the objects under test.
    pub fn code(&self) -> &[Range<u64>] {
        &self.program.subject_code
    }

    /// Sections of the objects under test that hold code: their addresses, and the numbers of object and section.
    pub fn code_sections(&self) -> &[(Range<u64>, usize, usize)] {
        &self.code_sections
    }

    /// The range of code that an address is in.
    pub fn code_at(&self, address: u64) -> Option<&Range<u64>> {
        self.code().iter().find(|range| range.contains(&address))
    }

    /// The place of an address in the code of the objects under test: the number of the object, in the order in which they
    /// were given, of the section in it, and the offset.
    pub fn origin(&self, address: u64) -> Option<(usize, usize, u64)> {
        let (range, object, section) =
            self.code_sections.iter().find(|(range, ..)| range.contains(&address))?;
        Some((*object, *section, address - range.start))
    }

    /// Bytes from one address of code to a later one in the object file, from which a linker may have taken some out.
    pub fn distance_in_file(&self, from: u64, to: u64) -> u64 {
        let between = self.cuts.iter().filter(|(at, _)| from < *at && *at <= to);
        to.saturating_sub(from) + between.map(|(_, count)| count).sum::<u64>()
    }

    /// Writable sections of the objects under test.
    pub fn own_data(&self) -> &[Range<u64>] {
        &self.own_data
    }

    /// Everything that the program occupies.
    pub fn occupied(&self) -> &[Range<u64>] {
        &self.occupied
    }

    /// Addresses at which the host serves functions.
    pub fn host(&self) -> Range<u64> {
        self.program.host()
    }

    /// The stack.
    pub fn stack(&self) -> Range<u64> {
        self.program.stack.clone()
    }

    /// The machine's number of a register.
    pub fn number_of(&self, register: Register) -> u16 {
        number_of(&self.program.registers, register)
    }

    /// The number of a register by its name in the machine.
    pub fn number_named(&self, name: &str) -> Option<u16> {
        let position = self.program.machine.registers().iter().position(|info| info.name == name);
        position.and_then(|position| u16::try_from(position).ok())
    }

    /// Value of a register of the machine as it is now, by its number there.
    pub fn register(&self, number: u16) -> u64 {
        self.program.machine.register(number)
    }

    /// Address of a function or object of the program, by its name in C.
    pub fn address_of(&self, name: &str) -> Option<u64> {
        self.program.address_of(name)
    }

    /// Instructions of a range of code, beginning anew where a symbol is.
    pub fn listing(&self, range: &Range<u64>) -> Vec<Line> {
        let length = usize::try_from(range.end.saturating_sub(range.start)).unwrap_or(0);
        let Some(code) = self.program.read(range.start, length) else { return Vec::new() };
        let starts: Vec<u64> = self.symbols.iter().map(|s| s.address).collect();
        machine::tools(self.target()).disassemble_from(&code, range.start, &starts, Style::Vendor)
    }

    /// Memory that nothing occupies, of `bytes` bytes and with `margin` more on both sides: programs can read and write
    /// it. `None` where there is none.
    pub fn free(&self, bytes: u64, margin: u64, avoid: &[Range<u64>]) -> Option<Range<u64>> {
        let map = self.program.machine.memory_map();
        let mut taken: Vec<Range<u64>> = self.occupied.clone();
        taken.extend(avoid.iter().cloned());
        taken.push(self.stack());
        taken.push(self.host());
        taken.sort_by_key(|range| range.start);
        let usable = map.regions.iter().filter(|r| r.permissions.read && r.permissions.write);
        // That of the stack comes first: there every address fits every instruction.
        let stack = self.stack();
        let mut usable: Vec<Range<u64>> = usable.map(|r| r.base..r.base.saturating_add(r.size)).collect();
        usable.sort_by_key(|region| !region.contains(&stack.start));
        let needed = bytes.checked_add(2 * margin)?;
        usable.into_iter().find_map(|region| {
            let mut gaps = Vec::new();
            let mut from = region.start;
            for range in taken.iter().filter(|r| r.start < region.end && r.end > region.start) {
                gaps.push(from..range.start.max(from));
                from = from.max(range.end);
            }
            gaps.push(from..region.end.max(from));
            let widest = gaps.into_iter().max_by_key(|gap| gap.end - gap.start)?;
            (widest.end - widest.start >= needed).then(|| {
                // At its end: what lies before it differs from program to program.
                let start = (widest.end - margin - bytes) / 64 * 64;
                start..start + bytes
            })
        })
    }

    /// Runs the function from the call to the return. At its first instruction `hand` sets what it likes; `more`
    /// observes the function from there on.
    ///
    /// # Errors
    /// When the function is not reached, or the hand fails.
    pub fn run(
        &mut self,
        plan: &Plan,
        conditions: &Conditions<'_>,
        hand: &mut dyn Hand,
        more: &mut dyn Observer,
    ) -> Result<Observation, TrialError> {
        let program = &mut self.program;
        let find = |name: String| program.defined(&name);
        let (call, callee, back) = (find(unit::caller(K))?, find(unit::callee(K))?, find(unit::back(K))?);
        program.machine.reset();
        let policy = program.machine.runtime_policy();
        program.machine.set_runtime_policy(RuntimePolicy { poison: Some(conditions.served), ..policy });
        poison(program, conditions.modes);
        let home = program.machine.begin_call(call);
        let sp_number = number_of(&program.registers, program.target.stack_pointer());
        let down = plan.stack.grows_down;
        let sp = program.begin_stack(down, home)?;
        let own_data: Vec<Range<u64>> = self.own_data.iter().chain(conditions.lent).cloned().collect();
        let grounds = Grounds {
            code: &program.subject_code,
            host: program.host(),
            stack: program.stack.clone(),
            own_data: &own_data,
            grows_down: down,
        };
        let mut watch = Watch::new(grounds, sp_number, program.reserved(plan), &program.modes, sp);
        let eyes = Eyes {
            target: program.target,
            registers: &program.registers,
            writable: &program.writable,
            stack: program.stack.clone(),
            grows_down: down,
        };
        let mut seen = Observation::new(End::Returned, program.ground(K, &own_data));
        let machine = &mut *program.machine;
        machine.set_breakpoints(&[callee]);
        match machine.run_observed(conditions.budget, &mut watch) {
            Stop::Breakpoint(at) if at == callee => {}
            stop => {
                return Err(TrialError::Failed(format!("the probe did not come to the function: {stop:?}")));
            }
        }
        let before = eyes.snapshot(machine);
        hand.enter(machine, &before)?;
        watch.begin(MOST_EVENTS, before.sp());
        let link = plan.linkage.iter().find(|linkage| linkage.link == Link::ReturnAddress);
        if let Some((far, _)) = conditions.far.iter().find(|(_, near)| *near == back)
            && let Some(link) = link.and_then(|linkage| linkage.place.register())
        {
            machine.set_register(number_of(&program.registers, link), *far);
        }
        let entry = eyes.snapshot(machine);
        seen.entry = Some(entry);
        seen.return_address = Some(back);
        let about = (program.destroyed.as_slice(), program.registers.as_slice());
        let ends = [back, home];
        let stop = to_end(machine, (&mut watch, more), (&ends, conditions), about, hand);
        self.fault = match &stop {
            Stop::Fault(fault) => Some(fault.clone()),
            _ => None,
        };
        seen.end = match stop {
            Stop::Breakpoint(at) if at == back => End::Returned,
            Stop::Breakpoint(pc) => {
                let reason = "came back to another address than it was called from".to_owned();
                End::Fault { pc, reason }
            }
            Stop::Exit(_) if plan.way_out == WayOut::Exit => End::Exited,
            stop => ended(stop, machine, &eyes, &mut seen),
        };
        if matches!(seen.end, End::Returned | End::Exited) {
            seen.exit = Some(eyes.snapshot(machine));
        }
        seen.sight = machine.sight();
        seen.events = std::mem::take(&mut watch.events);
        seen.events_dropped = watch.dropped;
        Ok(seen)
    }

    /// The address that a fault which ended the last run is about.
    pub fn fault_address(&self) -> Option<u64> {
        self.fault.as_ref().map(|fault| fault.address)
    }

    /// What the machine lacks for the last run to go on, in words; `None` where it has ended otherwise.
    pub fn lacking(&self) -> Option<String> {
        let fault = self.fault.as_ref()?;
        match self.program.lacking(fault.pc, &fault.text) {
            Some(TrialError::Unserved(what)) if !is_never_defined(fault.address) => Some(what),
            _ => self.is_lack(fault).then(|| fault.text.clone()),
        }
    }

    /// True if a fault says nothing of the program, but that the machine lacks something.
    fn is_lack(&self, fault: &Fault) -> bool {
        match (fault.kind, self.target()) {
            (FaultKind::Unsupported, _) => true,
            (FaultKind::Illegal, Target::Riscv(_)) => {
                let longest = self.code_at(fault.pc).map_or(0, |range| range.end - fault.pc).min(4);
                let listed = self.listing(&(fault.pc..fault.pc.saturating_add(longest)));
                // An instruction that is known is illegal with these operands, as a write of a counter is.
                let is_known = listed.first().is_some_and(|line| !line.text.starts_with('.'));
                !is_known && !is_never_defined(fault.address)
            }
            _ => backend::refuses(&fault.text),
        }
    }

    /// Instructions of the last run.
    pub fn instructions(&self) -> u64 {
        self.program.machine.instructions()
    }

    /// Bytes of memory as they are now.
    pub fn read(&self, address: u64, len: usize) -> Option<Vec<u8>> {
        self.program.read(address, len)
    }
}

/// True for the two words that RISC-V defines to be no instruction: 16 zeros and 32 ones.
fn is_never_defined(word: u64) -> bool {
    word as u16 == 0 || word == u64::from(u32::MAX)
}

/// A linker's complaint, for somebody who gave the objects.
fn reported(error: LinkError) -> String {
    match error {
        LinkError::Undefined(symbols) => {
            let names: Vec<String> = symbols.iter().map(|symbol| format!("`{}`", symbol.name)).collect();
            format!(
                "nothing that was given defines {}; give the object or the library that does",
                names.join(", ")
            )
        }
        other => other.to_string(),
    }
}

/// Lets the machine run to one of the ends. What functions of ours leave in registers is changed when they return.
fn to_end(
    machine: &mut dyn Machine,
    (watch, more): (&mut Watch<'_>, &mut dyn Observer),
    (ends, conditions): (&[u64; 2], &Conditions<'_>),
    (destroyed, numbers): (&[(Register, Vec<u8>)], &[u16]),
    hand: &mut dyn Hand,
) -> Stop {
    let start = machine.instructions();
    let outside: Vec<u64> = ends.iter().chain(conditions.ours).copied().collect();
    machine.set_breakpoints(&outside);
    let mut run = |machine: &mut dyn Machine, watch: &mut Watch<'_>| loop {
        let left = conditions.budget.saturating_sub(machine.instructions() - start);
        let stop = machine.run_observed(left, &mut Both { watch, more });
        let Stop::Fault(fault) = &stop else { return stop };
        let Some((_, near)) = conditions.far.iter().find(|(far, _)| *far == fault.address) else {
            return stop;
        };
        machine.set_pc(*near);
    };
    loop {
        let stop = run(machine, watch);
        let function = match stop {
            Stop::Breakpoint(at) if !ends.contains(&at) => at,
            stop => return stop,
        };
        // Called by a jump, it goes to whoever called last, or to an end.
        let home = watch.return_address().unwrap_or(ends[0]);
        machine.set_breakpoints(&[ends[0], ends[1], home]);
        let stop = run(machine, watch);
        let Stop::Breakpoint(back) = stop else { return stop };
        for (register, bytes) in destroyed {
            let number = number_of(numbers, *register);
            let mut held = vec![0; bytes.len()];
            let length = machine.register_bytes(number, &mut held).min(held.len());
            held.truncate(length);
            if Some(held.as_slice()) == bytes.get(..length) && !held.is_empty() {
                hand.leave(function, *register, &mut held);
                machine.set_register_bytes(number, &held);
            }
        }
        if ends.contains(&back) {
            return stop;
        }
        hand.left(machine);
        machine.set_breakpoints(&outside);
    }
}

/// Addresses of code before which bytes were taken out of the objects, and their numbers.
fn cuts(code: &[(Range<u64>, usize, usize)], objects: &[&ObjectFile]) -> Vec<(u64, u64)> {
    let mut all = Vec::new();
    for (range, object, section) in code {
        let of_section = objects.get(*object).and_then(|object| object.annotations.cuts.get(section));
        let mut lost = 0;
        for (offset, count) in of_section.into_iter().flatten() {
            all.push((range.start.saturating_add(offset.saturating_sub(lost)), *count));
            lost += count;
        }
    }
    all
}

/// The symbols of the objects under test, by address. The name by which the probe calls the function is none of them.
fn placed(target: Target, executable: &Executable, subjects: &[&ObjectFile]) -> Vec<Placed> {
    let alias = machine::symbol(target, &unit::callee(K));
    let sections = &executable.sections;
    let is_subjects = |symbol: &LinkedSymbol| {
        let section = symbol.section.and_then(|index| sections.get(index));
        section.is_some_and(|section| {
            let mut inputs = section.inputs.iter().filter(|input| input.object < subjects.len());
            inputs.any(|input| {
                (input.address..input.address.saturating_add(input.size)).contains(&symbol.address)
            })
        })
    };
    let globals = executable.globals.iter().map(|named| (true, named));
    let locals = executable.locals.values().flatten().map(|named| (false, named));
    let labels_are_functions = machine::tools(target).labels_are_functions();
    let wanted = |(_, (name, symbol)): &(bool, (&String, &LinkedSymbol))| {
        !UNNAMED.contains(&symbol.kind) && !name.is_empty() && is_subjects(symbol)
    };
    let mut all: Vec<Placed> = globals
        .chain(locals)
        .filter(wanted)
        .map(|(global, (name, symbol))| Placed {
            name: name.clone(),
            address: symbol.address,
            size: symbol.size,
            begins: global || symbol.kind == FUNCTION && !labels_are_functions,
        })
        .collect();
    all.sort_by(|a, b| (a.address, !a.begins, &a.name).cmp(&(b.address, !b.begins, &b.name)));
    // Where it is no name of the object's own there is another one.
    let address = all.iter().find(|symbol| symbol.name == alias).map(|symbol| symbol.address);
    let has_other = all.iter().any(|symbol| Some(symbol.address) == address && symbol.name != alias);
    all.retain(|symbol| symbol.name != alias || !has_other);
    all
}

/// A watch and another observer.
struct Both<'a, 'b> {
    watch: &'a mut Watch<'b>,
    more: &'a mut dyn Observer,
}

impl Observer for Both<'_, '_> {
    fn step(&mut self, pc: u64, state: &dyn State) {
        self.watch.step(pc, state);
        self.more.step(pc, state);
    }

    fn register(&mut self, pc: u64, register: u16, old: u64, new: u64) {
        self.watch.register(pc, register, old, new);
        self.more.register(pc, register, old, new);
    }

    fn read(&mut self, pc: u64, address: u64, length: u64) {
        self.watch.read(pc, address, length);
        self.more.read(pc, address, length);
    }

    fn write(&mut self, pc: u64, address: u64, length: u64, state: &dyn State) {
        self.watch.write(pc, address, length, state);
        self.more.write(pc, address, length, state);
    }

    fn call(&mut self, pc: u64, target: u64, return_address: u64) {
        self.watch.call(pc, target, return_address);
        self.more.call(pc, target, return_address);
    }

    fn runtime_call(&mut self, pc: u64, name: &str) {
        self.more.runtime_call(pc, name);
    }
}
