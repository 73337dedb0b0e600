//! Runs of a program: by itself, and watched, with scratch registers destroyed or not.

use super::Question;
use super::rules::Rules;
use super::symbols::Symbols;
use super::unwinding::Unwinding;
use super::watch::{Destroying, Watch};
use crate::unwind::{Found, Frames};
use crosscall_machines::machine::{Machine, Observer, State, Stop};
use std::collections::BTreeSet;

/// Prepares a machine that has the program and is at its start: the stack pointer, arguments, memory.
pub type Prepare<'a> = &'a (dyn Fn(&mut dyn Machine) -> Result<(), String> + Sync);

/// How a run ended, as far as anybody outside the program sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ended {
    pub(super) stop: Stop,
    /// Where the beginning came back, the register of an `int`.
    pub(super) result: Option<u64>,
    pub(super) output: Vec<u8>,
    pub(super) instructions: u64,
}

impl Ended {
    /// True if nobody outside sees a difference.
    pub(super) fn is_like(&self, other: &Ended) -> bool {
        let kind = |stop: &Stop| match stop {
            Stop::Fault(fault) => (Some(fault.kind), fault.pc),
            _ => (None, 0),
        };
        let same_stop = match (&self.stop, &other.stop) {
            (Stop::Fault(_), Stop::Fault(_)) => kind(&self.stop) == kind(&other.stop),
            (one, another) => one == another,
        };
        same_stop && self.result == other.result && self.output == other.output
    }
}

/// A program that is ready to be run again and again.
pub(super) struct Stage<'a, M> {
    pub(super) machine: &'a mut M,
    pub(super) prepare: Prepare<'a>,
    pub(super) entry: u64,
    pub(super) budget: u64,
    /// The register of an `int` that comes back.
    pub(super) result: u16,
    /// Number of the stack pointer.
    pub(super) sp: u16,
    /// Contents, at the start, of registers that nobody has set.
    pub(super) filled: Vec<(u16, Vec<u8>)>,
    /// Instructions of all runs.
    pub(super) instructions: u64,
    /// Call frame information, where there is some, and the machine's number of each register of the target.
    pub(super) frames: Option<(&'a Frames, &'a [u16])>,
}

/// Runs a program by itself, on a machine of its own.
///
/// # Errors
/// The machine cannot be made, loaded or prepared.
pub(super) fn plain(
    question: &Question<'_>,
    result: u16,
    filled: &[(u16, Vec<u8>)],
) -> Result<Ended, String> {
    let mut machine = crosscall_engine::machine::machine(question.target).map_err(|e| e.to_string())?;
    machine.set_breakpoints(&[]);
    machine.load(question.program).map_err(|e| e.to_string())?;
    let back = begin(&mut *machine, question.prepare, question.entry, filled)?;
    let stop = machine.run(question.budget);
    let ended = ended(&*machine, stop, back, result);
    crosscall_engine::machine::give_back(question.target, machine);
    Ok(ended)
}

/// Prepares a machine at its start.
fn begin(
    machine: &mut dyn Machine,
    prepare: Prepare<'_>,
    entry: u64,
    filled: &[(u16, Vec<u8>)],
) -> Result<u64, String> {
    prepare(machine)?;
    for (register, bytes) in filled {
        if machine.register(*register) == 0 {
            machine.set_register_bytes(*register, bytes);
        }
    }
    Ok(machine.begin_call(entry))
}

fn ended(machine: &dyn Machine, stop: Stop, back: u64, result: u16) -> Ended {
    let result = (stop == Stop::Breakpoint(back)).then(|| machine.register(result));
    Ended { stop, result, output: machine.output().to_vec(), instructions: machine.instructions() }
}

impl<'a, M: Machine> Stage<'a, M> {
    /// Goes to the start.
    fn begin(&mut self) -> Result<u64, String> {
        self.machine.reset();
        begin(self.machine, self.prepare, self.entry, &self.filled)
    }

    fn ended(&mut self, stop: Stop, back: u64) -> Ended {
        let ended = ended(self.machine, stop, back, self.result);
        self.instructions = self.instructions.saturating_add(ended.instructions);
        ended
    }

    /// Runs, watches, and compares call frame information where there is some: with it come claims that are wrong.
    ///
    /// # Errors
    /// The machine cannot be prepared.
    pub(super) fn unwound<'w, const STEPS: bool>(
        &mut self,
        about: (&'w Rules, &'w Symbols, &'w BTreeSet<u64>),
        destroying: Destroying,
    ) -> Result<(Ended, Watch<'w, STEPS>, Found), String>
    where
        'a: 'w,
    {
        let Some(frames) = self.frames else {
            let (ended, watch) = self.watched(about, destroying)?;
            return Ok((ended, watch, Vec::new()));
        };
        let back = self.begin()?;
        let at = (self.entry, back, self.machine.register(self.sp));
        let mut unwinding = Unwinding::new(Watch::<STEPS>::new(about, at, destroying), frames);
        let stop = self.machine.run_with(self.budget, &mut unwinding);
        let ended = self.ended(stop, back);
        let Unwinding { watch, checker, .. } = unwinding;
        Ok((ended, watch, checker.into_found()))
    }

    /// Runs and watches.
    ///
    /// # Errors
    /// The machine cannot be prepared.
    pub(super) fn watched<'w, const STEPS: bool>(
        &mut self,
        about: (&'w Rules, &'w Symbols, &'w BTreeSet<u64>),
        destroying: Destroying,
    ) -> Result<(Ended, Watch<'w, STEPS>), String> {
        let back = self.begin()?;
        let at = (self.entry, back, self.machine.register(self.sp));
        let mut watch = Watch::<STEPS>::new(about, at, destroying);
        let stop = self.machine.run_with(self.budget, &mut watch);
        Ok((self.ended(stop, back), watch))
    }

    /// Runs, and records what happens behind the last return behind which registers are destroyed.
    ///
    /// # Errors
    /// The machine cannot be prepared.
    pub(super) fn recorded<const STEPS: bool>(
        &mut self,
        about: (&Rules, &Symbols, &BTreeSet<u64>),
        destroying: Destroying,
    ) -> Result<Vec<Happening>, String> {
        let back = self.begin()?;
        let at = (self.entry, back, self.machine.register(self.sp));
        let mut recorder = Recorder { watch: Watch::<STEPS>::new(about, at, destroying), events: Vec::new() };
        let stop = self.machine.run_observed(self.budget, &mut recorder);
        self.ended(stop, back);
        Ok(recorder.events)
    }
}

/// Something that happens in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Happening {
    /// An instruction is executed.
    Step(u64),
    /// An instruction gives a register a value.
    Register(u64, u16, u64),
    /// An instruction reads or writes an address.
    Access(u64, u64),
}

/// Most happenings that are recorded.
const MOST: usize = 1 << 18;

/// A watch that records.
struct Recorder<'a, const STEPS: bool> {
    watch: Watch<'a, STEPS>,
    events: Vec<Happening>,
}

impl<const STEPS: bool> Recorder<'_, STEPS> {
    fn add(&mut self, happening: Happening) {
        if self.watch.last.is_some() && self.events.len() < MOST {
            self.events.push(happening);
        }
    }
}

impl<const STEPS: bool> Observer for Recorder<'_, STEPS> {
    fn step(&mut self, pc: u64, state: &dyn State) {
        self.add(Happening::Step(pc));
        self.watch.step(pc, state);
    }

    fn register(&mut self, pc: u64, register: u16, old: u64, new: u64) {
        self.add(Happening::Register(pc, register, new));
        self.watch.register(pc, register, old, new);
    }

    fn read(&mut self, pc: u64, address: u64, length: u64) {
        self.add(Happening::Access(pc, address));
        self.watch.read(pc, address, length);
    }

    fn write(&mut self, pc: u64, address: u64, length: u64, state: &dyn State) {
        self.add(Happening::Access(pc, address));
        self.watch.write(pc, address, length, state);
    }

    fn call(&mut self, pc: u64, target: u64, return_address: u64) {
        self.watch.call(pc, target, return_address);
    }

    fn jump(&mut self, pc: u64, target: u64, register: Option<u16>, state: &dyn State) {
        self.watch.jump(pc, target, register, state);
    }

    fn overwritten(&mut self) -> Option<(u16, &[u8])> {
        self.watch.overwritten()
    }
}
