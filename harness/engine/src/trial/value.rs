//! Running the function of an expression.

use super::program::Program;
use super::run::{BUDGET, poison};
use crate::machine::TrialError;
use crosscall_machines::machine::Stop;
use crosscall_model::expression::ValueOutcome;
use crosscall_model::unit;

/// Runs `value{k}` of a program and reads so many bytes of `valued{k}`.
///
/// # Errors
/// When the program lacks one of the two, or the machine an instruction.
pub fn run_value(program: &mut Program, k: usize, bytes: usize) -> Result<ValueOutcome, TrialError> {
    let find = |name: String| program.defined(&name);
    let function = find(unit::value_function(k))?;
    let value = find(unit::valued(k))?;
    let target = program.target;
    program.machine.reset();
    poison(program, 0);
    let home = program.machine.begin_call(function);
    program.begin_stack(target.grows_down(), home)?;
    let machine = &mut *program.machine;
    let reason = match machine.run(BUDGET) {
        Stop::Breakpoint(at) if at == home => {
            let mut stored = vec![0; bytes];
            let read = machine.read(value, &mut stored);
            read.map_err(|e| TrialError::Failed(format!("the value cannot be read: {e:?}")))?;
            return Ok(ValueOutcome::Stored(stored));
        }
        Stop::Breakpoint(at) => format!("came to a stop at {at:#x}"),
        Stop::Exit(status) => format!("the program ended itself with status {status}"),
        Stop::Fault(fault) => match program.lacking(fault.pc, &fault.text) {
            Some(lacking) => return Err(lacking),
            None => format!("stopped {fault}"),
        },
        Stop::Budget => "still running when its instruction budget was used up".to_owned(),
    };
    Ok(ValueOutcome::Stopped(reason))
}
