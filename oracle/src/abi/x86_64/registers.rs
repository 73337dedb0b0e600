//! Registers by their roles, and the fate of each across a call: X86-REG.

use crate::abi::call::registers_of_files;
use crate::abi::rules::Rules;
use crosscall_clauses::x86_64::{MxcsrControl, X87ControlWord, clause};
use crosscall_model::Target;
use crosscall_model::plan::{ClauseId, Preservation, RegisterRule};
use crosscall_model::target::Register;

/// rax: the first register of results. Its lowest byte, al, counts vector registers.
pub(super) const RAX: Register = Register(0);

/// rdi: the first register of arguments, and that of the address for a result in memory.
pub(super) const RDI: Register = Register(7);

/// X86-ARG-38 and -39.
pub(super) const INTEGER_ARGUMENTS: [Register; 6] =
    [RDI, Register(6), Register(2), Register(1), Register(8), Register(9)];

/// X86-RET-05: rax, rdx.
pub(super) const INTEGER_RESULTS: [Register; 2] = [RAX, Register(2)];

/// X86-ARG-40: xmm0 to xmm7 carry arguments.
pub(super) const VECTOR_ARGUMENTS: u8 = 8;

/// Numbers of xmm0 and st0 among the registers of the target.
const FIRST_VECTOR: u16 = 16;
const FIRST_X87: u16 = 32;

/// A vector register by its number.
pub(super) fn vector(number: u8) -> Register {
    Register(FIRST_VECTOR + u16::from(number))
}

/// An x87 register, counted from the top of the stack.
pub(super) fn x87(number: u8) -> Register {
    Register(FIRST_X87 + u16::from(number))
}

/// True for a vector register.
pub(super) fn is_vector(register: Register) -> bool {
    (FIRST_VECTOR..FIRST_X87).contains(&register.0)
}

/// True for an x87 register.
pub(super) fn is_x87(register: Register) -> bool {
    (FIRST_X87..FIRST_X87 + 8).contains(&register.0)
}

/// One rule for each register of the target, in its order.
pub(super) fn fates(rules: &mut Rules<'_>) -> Vec<RegisterRule> {
    let kept = |is_preserved: bool| match is_preserved {
        true => Preservation::Preserved,
        false => Preservation::Scratch,
    };
    let mxcsr = kept(rules.is(MxcsrControl::Preserved));
    let control_word = kept(rules.is(X87ControlWord::Preserved));
    let mut specials = 0;
    registers_of_files(Target::X86_64, |file, number| match file {
        "r" => integer_fate(number),
        "xmm" => (Preservation::Scratch, &[clause::REG_12, clause::REG_25]),
        "st" => match number - FIRST_X87 {
            0..=1 => (Preservation::Scratch, &[clause::REG_15, clause::S22, clause::REG_16]),
            _ => (Preservation::Scratch, &[clause::REG_14, clause::S22, clause::REG_16]),
        },
        _ => {
            specials += 1;
            match specials {
                // Of rflags the direction, of mxcsr what is no status.
                1 => (Preservation::Preserved, &[clause::REG_18, clause::REG_19]),
                2 => (mxcsr, &[clause::REG_20, clause::REG_21]),
                3 => (control_word, &[clause::REG_22]),
                _ => (Preservation::Scratch, &[clause::REG_23]),
            }
        }
    })
}

/// Preservation of a general register by its number.
fn integer_fate(number: u16) -> (Preservation, &'static [ClauseId]) {
    match number {
        3 => (Preservation::Preserved, &[clause::REG_03]),
        // The stack pointer has a rule of its own.
        4 => (Preservation::Unspecified, &[]),
        5 => (Preservation::Preserved, &[clause::REG_05]),
        10 => (Preservation::Scratch, &[clause::REG_08, clause::REG_25]),
        11 => (Preservation::Scratch, &[clause::REG_10, clause::REG_25]),
        12..=15 => (Preservation::Preserved, &[clause::REG_04]),
        _ => (Preservation::Scratch, &[clause::REG_07, clause::REG_25]),
    }
}
