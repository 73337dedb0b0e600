//! Poison at the start of a program: in registers and on the stack, as far as nobody has put anything there.

use super::enter::filled;
use super::poison::{Flipped, Lair, Poison};
use crosscall_engine::trial::program::stack_of;
use crosscall_explain::dialect::Dialect;
use crosscall_explain::{case_of_nothing, plan_of};
use crosscall_machines::executable::Executable;
use crosscall_machines::machine::Machine;
use crosscall_model::Target;
use std::ops::Range;

/// Bytes of a register of variable length.
const MOST_BYTES: usize = 64;

/// The only run has the first poison.
const POISON: Poison<'_> = Poison { seed: 1, flipped: Flipped::Nowhere, extended: &[] };

/// Fills all registers that carry nothing where a function without parameters begins, and the stack as far as the program does
/// not lie there, with bytes from 0xe0 to 0xef.
///
/// # Errors
/// The machine has no memory where the stack is.
pub fn poison(machine: &mut dyn Machine, target: Target, program: &Executable) -> Result<(), String> {
    let (plan, _) = plan_of(&case_of_nothing(target), &Dialect::preferred(target));
    for register in filled(&plan).into_iter().filter(|register| target.is_general(*register)) {
        let Some(info) = target.register(register).filter(|_| register != target.stack_pointer()) else {
            continue;
        };
        let number = machine.registers().iter().position(|of_machine| of_machine.name == info.name);
        if let Some(number) = number.and_then(|number| u16::try_from(number).ok()) {
            let bytes = POISON.bytes(Lair::Register(register), 0, usize::from(info.bytes).min(MOST_BYTES));
            machine.set_register_bytes(number, &bytes);
        }
    }
    let stack = free_part(target, stack_of(target, machine), program);
    let bytes = usize::try_from(stack.end.saturating_sub(stack.start)).unwrap_or(0);
    let written = machine.write(stack.start, &POISON.bytes(Lair::Beyond, stack.start, bytes));
    written.map_err(|e| format!("nothing can be written to the stack at {:#x}: {e:?}", stack.start))
}

/// The part of the stack from where it begins up to the program.
fn free_part(target: Target, stack: Range<u64>, program: &Executable) -> Range<u64> {
    let mut free = stack;
    for segment in &program.segments {
        let end = segment.address.saturating_add(segment.memory_size);
        if segment.address >= free.end || end <= free.start {
            continue;
        }
        match target.grows_down() {
            true => free.start = end.min(free.end),
            false => free.end = segment.address.max(free.start),
        }
    }
    free
}
