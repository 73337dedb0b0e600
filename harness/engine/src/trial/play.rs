//! Counterparts that are played: this program sets registers and memory where a probe would do it. The machine itself only
//! calls and returns, by instructions that are the same for all plans.

use super::program::Program;
use super::run::number_of;
use super::steps::go;
use super::watch::Watch;
use crate::machine::{self, TrialError};
use crosscall_generator::poison::{self, PoisonKind};
use crosscall_generator::probe::play::{self, Answer, Call, Content, Contents, InMemory, Object, Side, Word};
use crosscall_machines::machine::{Machine, Observer, Stop};
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::observation::number;
use crosscall_model::plan::{Place, Plan};
use crosscall_model::target::{Facts, Register};
use crosscall_model::{Case, Pairing, Target, unit};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Cases whose instructions are assembled together: those of a usual batch.
const TOGETHER: usize = 64;

/// The other side of a call, as a plan has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Counterpart {
    /// Caller of the subject, and the function that the subject may call.
    Caller(Box<Call>, Option<Box<Answer>>),
    /// Function that the subject calls.
    Callee(Box<Answer>),
}

impl Counterpart {
    /// The side that is not the subject's in a pairing.
    ///
    /// # Errors
    /// The demand that cannot be played, in words.
    pub fn of(pairing: Pairing, k: usize, case: &Case, plan: &Plan) -> Result<Counterpart, String> {
        match pairing {
            Pairing::Caller => Ok(Counterpart::Callee(Box::new(play::answer(case.target, plan)?))),
            Pairing::Callee => {
                let clobber = case.style.calls.then(|| play::clobber(case.target, plan)).transpose()?;
                Ok(Counterpart::Caller(Box::new(play::call(k, case, plan)?), clobber.map(Box::new)))
            }
            _ => Err(format!("nobody is played in the pairing {pairing}")),
        }
    }
}

/// The instructions with which the other side of some cases calls and returns.
///
/// # Errors
/// The assembler's diagnostics.
pub fn stubs(target: Target, pairing: Pairing, ks: &[usize]) -> Result<Arc<ObjectFile>, TrialError> {
    let side = if pairing == Pairing::Caller { Side::Callee } else { Side::Caller };
    let count = ks.iter().max().map_or(0, |last| last + 1).next_multiple_of(TOGETHER);
    machine::stubs(target, side, count)
}

/// A function of the other side that the subject calls.
pub(super) struct Function<'a> {
    answer: &'a Answer,
    target: Target,
    registers: Arc<Vec<u16>>,
    /// Address of the first instruction, and of that by which the function returns.
    entry: u64,
    leave: u64,
    /// Address of a result in memory, and contents of the register that destroying flags destroys, from the entry on.
    at_entry: (u64, Vec<u8>),
    /// Reason for which it could not be played.
    pub(super) failure: Option<String>,
}

impl<'a> Function<'a> {
    /// The function that the subject calls in case `k`; `None` where it calls none.
    ///
    /// # Errors
    /// When the program does not have its instructions.
    pub(super) fn of(
        program: &Program,
        k: usize,
        counterpart: &'a Counterpart,
    ) -> Result<Option<Function<'a>>, TrialError> {
        let (answer, name) = match counterpart {
            Counterpart::Callee(answer) => (answer, unit::callee(k)),
            Counterpart::Caller(_, Some(answer)) => (answer, unit::clobber(k)),
            Counterpart::Caller(_, None) => return Ok(None),
        };
        Ok(Some(Function {
            answer,
            target: program.target,
            registers: program.registers.clone(),
            entry: program.defined(&name)?,
            leave: program.defined(&play::leave(k))?,
            at_entry: (0, Vec::new()),
            failure: None,
        }))
    }

    fn number(&self, register: Register) -> u16 {
        number_of(&self.registers, register)
    }

    /// Contents of a register.
    fn held(&self, machine: &dyn Machine, register: Register) -> Vec<u8> {
        let size = self.target.registers().get(usize::from(register.0)).map_or(0, |info| info.bytes);
        let mut bytes = vec![0; size.into()];
        machine.register_bytes(self.number(register), &mut bytes);
        bytes
    }

    /// Does everything that is done at the first instruction, at which the machine has stopped.
    pub(super) fn enter(&mut self, machine: &mut dyn Machine, watch: &mut Watch<'_>) {
        let sp = machine.register(self.number(self.target.stack_pointer()));
        self.at_entry = (0, self.held(machine, play::temporary(self.target)));
        if let Some(InMemory { pointer, bytes, .. }) = &self.answer.result {
            match self.address_at(machine, sp, *pointer) {
                Some(address) if machine.write(address, bytes).is_ok() => self.at_entry.0 = address,
                _ => self.failure = Some("there is no memory for the result".to_owned()),
            }
        }
        let (lowest, own) = &self.answer.own;
        if !own.is_empty() {
            let from = sp.wrapping_add_signed(*lowest);
            watch.write(self.entry, from, own.len() as u64, &*machine);
            if machine.write(from, own).is_err() {
                self.failure = Some("the function's bytes of the stack are no memory".to_owned());
            }
        }
        if !self.answer.has_flags && self.entry != self.leave {
            watch.step(self.entry, &*machine);
            machine.set_pc(self.leave);
        }
        if self.entry == self.leave {
            self.leave(machine);
        }
    }

    /// The address that a place holds.
    fn address_at(&self, machine: &dyn Machine, sp: u64, place: Place) -> Option<u64> {
        let facts = self.target.facts();
        let mut bytes = vec![0; facts.address.into()];
        let at = match place {
            Place::Register { register, .. } => return Some(machine.register(self.number(register))),
            Place::Stack { offset } => sp.wrapping_add_signed(offset),
            Place::Pointed { base, offset } => {
                machine.register(self.number(base)).wrapping_add_signed(offset)
            }
        };
        machine.read(at, &mut bytes).ok()?;
        Some(number(&bytes))
    }

    /// Sets the registers before the function returns.
    fn leave(&self, machine: &mut dyn Machine) {
        let facts = self.target.facts();
        machine.set_register_bytes(self.number(play::temporary(self.target)), &self.at_entry.1);
        for register in &self.answer.destroyed {
            let size = facts.registers.get(usize::from(register.0)).map_or(0, |info| info.bytes);
            let bytes: Vec<u8> = poison::bytes(PoisonKind::Scratch, *register).take(size.into()).collect();
            machine.set_register_bytes(self.number(*register), &bytes);
        }
        if let Some(InMemory { returned: Some(register), .. }) = &self.answer.result {
            machine.set_register(self.number(*register), self.at_entry.0);
        }
        for content in &self.answer.registers {
            set(machine, facts, self.number(content.register), content, &|_| None);
        }
    }
}

/// Lets the machine run until it comes to one of some addresses, or stops by itself. If it comes to the function that is
/// played, and that is not wanted, the function is played.
pub(super) fn go_on(
    machine: &mut dyn Machine,
    budget: u64,
    watch: &mut Watch<'_>,
    played: Option<&mut Function<'_>>,
    stops: &[u64],
) -> Stop {
    let Some(function) = played else {
        machine.set_breakpoints(stops);
        return go(machine, budget, watch);
    };
    let start = machine.instructions();
    let all: Vec<u64> = stops.iter().copied().chain([function.entry, function.leave]).collect();
    machine.set_breakpoints(&all);
    loop {
        let spent = machine.instructions() - start;
        match go(machine, budget.saturating_sub(spent), watch) {
            Stop::Breakpoint(at) if stops.contains(&at) => return Stop::Breakpoint(at),
            Stop::Breakpoint(at) if at == function.entry => {
                function.enter(machine, watch);
            }
            Stop::Breakpoint(at) if at == function.leave => function.leave(machine),
            stop => return stop,
        }
    }
}

/// Sets a register to words, of which some may be addresses.
fn set(
    machine: &mut dyn Machine,
    facts: &Facts,
    number: u16,
    content: &Content,
    address_of: &dyn Fn(&str) -> Option<u64>,
) {
    if let Some(mut bytes) = bytes_of(&content.words, facts, address_of) {
        bytes.truncate(content.bytes);
        machine.set_register_bytes(number, &bytes);
    }
}

/// Bytes of words; `None` where a label has no address.
fn bytes_of(words: &[Word], facts: &Facts, address_of: &dyn Fn(&str) -> Option<u64>) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(words.len() * usize::from(facts.word));
    for word in words {
        let value = match word {
            Word::Number(number) => *number,
            Word::Address(label) => address_of(label)?,
        };
        bytes.extend(value.to_le_bytes().into_iter().take(facts.word.into()));
    }
    Some(bytes)
}

/// Surroundings of a caller that is played.
pub(super) struct Calling<'a> {
    pub(super) target: Target,
    /// The machine's numbers of the target's registers.
    pub(super) registers: &'a [u16],
    /// Memory for its objects.
    pub(super) area: Range<u64>,
    /// Address to which it returns.
    pub(super) home: u64,
}

/// Memory of a program for the objects of a caller that is played.
///
/// # Errors
/// When the program has none.
pub(super) fn area(program: &Program) -> Result<Range<u64>, TrialError> {
    let start = program.defined(play::AREA)?;
    Ok(start..start + play::AREA_BYTES)
}

/// Sets everything that a caller sets before its call: the machine is at its first instruction.
///
/// # Errors
/// When there is no room for it.
pub(super) fn enter_call(
    machine: &mut dyn Machine,
    watch: &mut Watch<'_>,
    Calling { target, registers, area, home }: &Calling<'_>,
    plan: &Plan,
    call: &Call,
) -> Result<(), TrialError> {
    let (facts, home) = (target.facts(), *home);
    let number = |register: Register| number_of(registers, register);
    let sp_number = number(target.stack_pointer());
    let first = machine.register(sp_number);
    let mut sp = first;
    let put = |machine: &mut dyn Machine, watch: &mut Watch<'_>, at: u64, bytes: &[u8]| {
        let pc = machine.pc();
        watch.write(pc, at, bytes.len() as u64, &*machine);
        let cannot =
            |_| TrialError::Failed(format!("the caller cannot write {} bytes at {at:#x}", bytes.len()));
        machine.write(at, bytes).map_err(cannot)
    };
    if let Some(record) = &call.record {
        sp = sp.wrapping_sub(record.bytes);
        for (offset, from) in &record.links {
            let word = machine.register(number(*from)).to_le_bytes();
            put(machine, watch, sp.wrapping_add_signed(*offset), &word[..facts.word.into()])?;
        }
        machine.set_register(number(record.pointer), sp.wrapping_add(record.at));
    }
    sp = if plan.stack.grows_down { sp.wrapping_sub(call.moved) } else { sp.wrapping_add(call.moved) };
    sp &= !(call.align - 1);
    let mut addresses: BTreeMap<&str, u64> = BTreeMap::new();
    let mut free = area.start;
    for object in &call.objects {
        let (multiple, before) = object.place();
        let at = free.next_multiple_of(multiple) + before;
        let length = match &object.contents {
            Contents::Bytes(bytes) => bytes.len(),
            Contents::Words(words) => words.len() * usize::from(facts.word),
        };
        addresses.insert(&object.label, at);
        free = at + length as u64 + Object::BEHIND;
    }
    if free > area.end || call.objects.iter().any(|object| object.align * 2 > play::AREA_ALIGN) {
        return Err(TrialError::Failed("the objects have no room".to_owned()));
    }
    if let Some((offset, room)) = &call.room {
        addresses.insert(&room.label, sp.wrapping_add_signed(*offset));
    }
    let address_of = |label: &str| addresses.get(label).copied();
    let lacks = || TrialError::Failed("an object has no address".to_owned());
    for object in call.objects.iter().chain(call.room.iter().map(|(_, room)| room)) {
        let at = address_of(&object.label).ok_or_else(lacks)?;
        match &object.contents {
            Contents::Bytes(bytes) => put(machine, watch, at, bytes)?,
            Contents::Words(words) => {
                put(machine, watch, at, &bytes_of(words, facts, &address_of).ok_or_else(lacks)?)?;
            }
        }
    }
    let stack = bytes_of(&call.stack, facts, &address_of).ok_or_else(lacks)?;
    if !stack.is_empty() {
        put(machine, watch, sp.wrapping_add_signed(call.lowest), &stack)?;
    }
    for (offset, is_stack_pointer) in &call.links {
        let word = if *is_stack_pointer { first } else { home }.to_le_bytes();
        put(machine, watch, sp.wrapping_add_signed(*offset), &word[..facts.word.into()])?;
    }
    if sp != first {
        let pc = machine.pc();
        machine.set_register(sp_number, sp);
        watch.register(pc, sp_number, first, sp);
    }
    for content in &call.registers {
        set(machine, facts, number(content.register), content, &address_of);
    }
    Ok(())
}
