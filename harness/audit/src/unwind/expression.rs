//! Expressions of DWARF in call frame information.

use super::claims::Machine;
use crate::debug::dwarf_register;
use gimli::{EndianSlice, EvaluationResult, Expression, Format, LittleEndian, Location, Value};

/// Most operations of an expression.
const MOST_STEPS: u32 = 256;

/// Number of x86-64's return address, which stands for the address of the instruction.
const PROGRAM_COUNTER: u16 = 16;

/// Value of an expression at an instruction, where it needs registers and memory alone; `first` lies on the stack before it.
pub(super) fn value(bytes: &[u8], machine: &Machine<'_>, pc: u64, first: Option<u64>) -> Option<u64> {
    let target = machine.registers.target;
    let address_size = u8::try_from(target.address_bytes()).unwrap_or(8);
    let encoding = gimli::Encoding { address_size, format: Format::Dwarf32, version: 4 };
    let mut evaluation = Expression(EndianSlice::new(bytes, LittleEndian)).evaluation(encoding);
    evaluation.set_max_iterations(MOST_STEPS);
    if let Some(first) = first {
        evaluation.set_initial_value(first);
    }
    let mut result = evaluation.evaluate().ok()?;
    loop {
        result = match result {
            EvaluationResult::Complete => break,
            EvaluationResult::RequiresRegister { register, .. } => {
                let value = match dwarf_register(target, register.0) {
                    Some(register) => machine.register(register),
                    None if register.0 == PROGRAM_COUNTER => pc,
                    None => return None,
                };
                evaluation.resume_with_register(Value::Generic(value)).ok()?
            }
            EvaluationResult::RequiresMemory { address, size, .. } => {
                let value = machine.memory(address, size.into())?;
                evaluation.resume_with_memory(Value::Generic(value)).ok()?
            }
            _ => return None,
        };
    }
    match evaluation.as_result() {
        [piece] => match piece.location {
            Location::Address { address } => Some(address),
            _ => None,
        },
        _ => None,
    }
}
