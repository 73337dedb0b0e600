//! From [`Instruction`] to the instruction word.

use super::forms::Form;
use super::isa::{Instruction, Op};
use super::operands::{Operand, OperandKind, Role};

/// Bytes of an instruction in files and in the simulator's memory: 48 bits and 16 zero bits.
pub const SLOT: usize = 8;

/// An operand's value does not fit its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("operand {operand} of `{mnemonic}` does not fit its field")]
pub struct EncodeError {
    /// The instruction.
    pub mnemonic: &'static str,
    /// Number of the operand, from 1.
    pub operand: usize,
}

/// Returns whether an operand can have this value.
pub fn fits(operand: &Operand, value: i64) -> bool {
    let Ok(number) = u64::try_from(value) else {
        return matches!(operand.kind, OperandKind::Number { low, .. } if value >= low);
    };
    match operand.kind {
        OperandKind::NoDestination => number == 0,
        OperandKind::Endian => number < 2,
        OperandKind::Register(registers) => registers.has(number),
        OperandKind::Number { high, .. } => value <= high,
        OperandKind::Condition(class) => u8::try_from(number).is_ok_and(|code| class.choice(code).is_some()),
    }
}

/// Returns whether some instruction is no instruction although every operand fits: `mul_step` of `zero`.
pub(super) fn is_reserved(form: &Form, operand: &Operand, value: i64) -> bool {
    form.op == Op::MulStep && operand.role == Role::Ra && value == 24
}

/// The instruction word, its upper 16 bits zero.
///
/// # Errors
/// An operand does not fit.
pub fn encode(instruction: &Instruction) -> Result<u64, EncodeError> {
    let form = instruction.form;
    let mut word = form.base;
    for (index, (operand, &value)) in form.operands.iter().zip(&instruction.values).enumerate() {
        if !fits(operand, value) || is_reserved(form, operand, value) {
            return Err(EncodeError { mnemonic: &form.mnemonic, operand: index + 1 });
        }
        word |= operand.layout.insert(value as u64);
    }
    Ok(word)
}
