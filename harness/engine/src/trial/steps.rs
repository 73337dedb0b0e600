//! The instructions of a subject one by one, for the listing that shows which of them went wrong.

use super::watch::Watch;
use crosscall_machines::machine::{Machine, Observer, State, Stop};

/// Instructions that are kept of one run.
const MOST_STEPS: usize = 20_000;

/// Effects of one instruction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Step {
    /// Its address.
    pub pc: u64,
    /// Registers that it wrote, by the machine's numbers, with what they hold then.
    pub registers: Vec<(u16, u64)>,
    /// Addresses and lengths of what it wrote or read in memory.
    pub accesses: Vec<(u64, u64)>,
    /// The function that it called.
    pub called: Option<u64>,
}

/// Writes down what an instruction does, and lets a watch see it, too.
struct Recorder<'a, 'b> {
    watch: &'a mut Watch<'b>,
    steps: Vec<Step>,
}

impl Recorder<'_, '_> {
    /// The instruction at an address, if it is the one at work.
    fn current(&mut self, pc: u64) -> Option<&mut Step> {
        self.steps.last_mut().filter(|step| step.pc == pc)
    }
}

impl Observer for Recorder<'_, '_> {
    fn step(&mut self, pc: u64, state: &dyn State) {
        self.watch.step(pc, state);
        if self.watch.in_code(pc) && self.steps.len() < MOST_STEPS {
            self.steps.push(Step { pc, ..Step::default() });
        }
    }

    fn register(&mut self, pc: u64, register: u16, old: u64, new: u64) {
        if let Some(step) = self.current(pc) {
            step.registers.push((register, new));
        }
        self.watch.register(pc, register, old, new);
    }

    fn read(&mut self, pc: u64, address: u64, length: u64) {
        if let Some(step) = self.current(pc) {
            step.accesses.push((address, length));
        }
        self.watch.read(pc, address, length);
    }

    fn write(&mut self, pc: u64, address: u64, length: u64, state: &dyn State) {
        if let Some(step) = self.current(pc) {
            step.accesses.push((address, length));
        }
        self.watch.write(pc, address, length, state);
    }

    fn call(&mut self, pc: u64, target: u64, return_address: u64) {
        if let Some(step) = self.current(pc) {
            step.called = Some(target);
        }
        self.watch.call(pc, target, return_address);
    }
}

/// Runs a machine under a watch, and writes the steps down where that is wanted.
pub(super) fn go(machine: &mut dyn Machine, budget: u64, watch: &mut Watch<'_>) -> Stop {
    match watch.steps.take() {
        None => machine.run_observed(budget, watch),
        Some(steps) => {
            let mut recorder = Recorder { watch, steps };
            let stop = machine.run_observed(budget, &mut recorder);
            let steps = recorder.steps;
            watch.steps = Some(steps);
            stop
        }
    }
}
