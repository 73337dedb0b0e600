//! A function in the second thread of a machine, while the first runs the same function now and then.
//!
//! Each has its half of the stack. At its turn the first thread runs the function from beginning to end, with what the
//! second found there when it entered it: addresses in the stack lead to the same place of its own, and every other value
//! that is no address is the complement. What it leaves outside the compilers' own data is undone: that is for the second
//! thread's eyes, whose run is the one that is judged.

use super::program::{CALLER_FRAME, Program};
use super::run::{BEYOND, BUDGET, LeafSizes, Way, number_of, observe, poison};
use crate::machine::TrialError;
use crosscall_machines::machine::{Machine, Stop};
use crosscall_model::observation::{Event, Observation, Snapshot};
use crosscall_model::plan::{Plan, WayOut};
use crosscall_model::target::Register;
use crosscall_model::{Pairing, unit};
use std::ops::Range;

/// The thread that is judged.
const SECOND: u64 = 1;

/// The thread that comes between.
const FIRST: u64 = 0;

/// Numbers below this may be addresses, and are left as they are.
const ADDRESSES: u32 = 0x1_0000;

/// Instructions until the first thread has its first turn; until the next turn it is twice as many.
const FIRST_TURN: u64 = 3;

/// Everything that another thread needs to have its turn.
pub(super) struct Beside {
    /// Number of the register that says which thread is shown.
    thread: u16,
    /// The stack of the thread that is judged.
    own: Range<u64>,
    /// The stack of the one that comes between.
    pub(super) other: Range<u64>,
    /// Memory that has to be as it was behind a turn.
    kept: Vec<Range<u64>>,
    /// The registers that hold values, with their numbers in the machine.
    registers: Vec<(Register, u16)>,
    stack_pointer: u16,
    /// True if the other thread ever has a turn.
    takes_turns: bool,
}

/// Runs case `k` in the second thread, where a single one needs the stack up to `top`; with `takes_turns` the first thread
/// has its turns. `None` where there are no threads, or the stack is too small for two.
///
/// # Errors
/// When the program lacks a function that the pairing needs.
pub(crate) fn run_beside(
    program: &mut Program,
    k: usize,
    pairing: Pairing,
    plan: &Plan,
    leaf_sizes: &LeafSizes,
    (top, takes_turns): (u64, bool),
) -> Result<Option<Observation>, TrialError> {
    let Some(register) = program.target.facts().thread_register.filter(|_| plan.threads.is_some()) else {
        return Ok(None);
    };
    let thread = program.machine.registers().iter().position(|info| info.name == register);
    let thread = thread.and_then(|number| u16::try_from(number).ok());
    let thread =
        thread.ok_or_else(|| TrialError::Failed(format!("the machine has no register `{register}`")))?;
    let whole = program.stack.clone();
    let middle = (whole.start + (whole.end - whole.start) / 2) & !0xff;
    // Each half begins with the caller's frame, and half of it is room for what nobody saw.
    if top > whole.start + CALLER_FRAME + (middle - whole.start) / 2 || plan.stack.grows_down {
        return Ok(None);
    }
    let find = |name: String| program.defined(&name);
    let (call, callee) = (find(unit::caller(k))?, find(unit::callee(k))?);
    let back = if pairing == Pairing::Callee { Some(find(unit::back(k))?) } else { None };
    let numbers = (0u16..).map(Register).zip(program.registers.iter().copied());
    let general = numbers.filter(|(register, _)| program.target.is_general(*register));
    let beside = Beside {
        thread,
        own: middle..whole.end,
        other: whole.start..middle,
        kept: program.contract_data(),
        registers: general.collect(),
        stack_pointer: number_of(&program.registers, program.target.stack_pointer()),
        takes_turns,
    };
    program.reset()?;
    program.machine.set_register(thread, SECOND);
    poison(program, 0);
    let home = program.machine.begin_call(call);
    let exits = plan.way_out == WayOut::Exit;
    program.stack = beside.own.clone();
    let way = Way { exits, beside: Some(beside), ..Way::between(callee, back, home) };
    let seen = observe(program, k, pairing, plan, leaf_sizes, way);
    program.stack = whole;
    seen.map(Some)
}

/// The highest stack pointer of a run.
pub fn highest(seen: &Observation) -> u64 {
    let moved = seen.events.iter().filter_map(|event| match event {
        Event::StackPointer { sp, .. } => Some(*sp),
        _ => None,
    });
    moved.chain(seen.entry.iter().map(Snapshot::sp)).max().unwrap_or_default()
}

impl Beside {
    /// Lets the machine go on to the end of the function, with turns of the other thread: `entered` is the state in which
    /// the function at an address was entered, and `back` where it ends.
    pub(super) fn go_on(
        &self,
        machine: &mut dyn Machine,
        (function, entered): (u64, &Snapshot),
        back: u64,
        mut run: impl FnMut(&mut dyn Machine, u64) -> Stop,
    ) -> Stop {
        let mut left = BUDGET;
        let mut turn = FIRST_TURN;
        while self.takes_turns && turn < left {
            match run(machine, turn) {
                Stop::Budget => left -= turn,
                stop => return stop,
            }
            turn *= 2;
            self.take_turn(machine, (function, entered), back);
        }
        run(machine, left)
    }

    /// The other thread runs the function.
    pub(super) fn take_turn(
        &self,
        machine: &mut dyn Machine,
        (function, entered): (u64, &Snapshot),
        back: u64,
    ) {
        let before: Vec<Vec<u8>> = self.kept.iter().map(|range| read(machine, range)).collect();
        machine.set_register(self.thread, FIRST);
        let sp = entered.sp();
        let used = self.own.start..sp.saturating_add(BEYOND).clamp(self.own.start, self.own.end);
        let bytes = entered.read(used.start, (used.end - used.start) as usize).unwrap_or_default();
        let words = bytes.chunks_exact(4).map(|word| {
            let word = word.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte));
            self.translated(word).to_le_bytes()
        });
        let stack: Vec<u8> = words.flatten().collect();
        // The lower half is as large as the other, or smaller by less than what is left over there.
        let _ = machine.write(self.other.start, &stack);
        for (register, number) in &self.registers {
            let value = entered.register_value(*register);
            machine.set_register(*number, self.translated(value as u32).into());
        }
        machine.set_register(self.stack_pointer, self.translated(sp as u32).into());
        machine.set_pc(function);
        machine.set_breakpoints(&[back]);
        machine.run(BUDGET);
        for (range, before) in self.kept.iter().zip(before) {
            if read(machine, range) != before {
                let _ = machine.write(range.start, &before);
            }
        }
        machine.set_register(self.thread, SECOND);
    }

    /// The other thread's value for a word of this one.
    fn translated(&self, word: u32) -> u32 {
        if self.own.contains(&word.into()) {
            (u64::from(word) - self.own.start + self.other.start) as u32
        } else if word < ADDRESSES {
            word
        } else {
            !word
        }
    }
}

fn read(machine: &dyn Machine, range: &Range<u64>) -> Vec<u8> {
    let length = usize::try_from(range.end - range.start).unwrap_or(0);
    // Unreadable memory counts as nothing before and after.
    machine.bytes(range.start, length).map_or_else(|| vec![0; length], <[u8]>::to_vec)
}
