//! Registers by file, as the register-use words of object files number them: a word for each file, in the order of the
//! target's registers, and bit n for the n-th register of the file.

use crosscall_model::Target;
use crosscall_model::target::Register;

/// One word for each register file.
pub type Words = [u32; 2];

/// The registers of each file with a name, in their order.
pub fn register_files(target: Target) -> Vec<Vec<Register>> {
    let mut files: Vec<(&str, Vec<Register>)> = Vec::new();
    for (register, info) in (0u16..).map(Register).zip(target.registers()) {
        match files.iter_mut().find(|(name, _)| *name == info.file) {
            Some((_, registers)) => registers.push(register),
            None if info.file.is_empty() => {}
            None => files.push((info.file, vec![register])),
        }
    }
    files.into_iter().map(|(_, registers)| registers).collect()
}

/// True if words have a register, given by its file and its number in it.
pub fn has(words: &Words, file: usize, number: u8) -> bool {
    let word = words.get(file).and_then(|word| word.checked_shr(number.into()));
    word.is_some_and(|word| word & 1 != 0)
}
