//! The spelling of an assembly language as a table.

use super::language::Register;
use std::fmt::Display;
use std::ops::Range;

/// Registers of one file, which are named by a letter and a number.
#[derive(Debug, Clone, Copy)]
pub struct Numbered {
    /// The letter.
    pub letter: char,
    /// The register with number 0.
    pub first: Register,
    /// Number of registers.
    pub count: Register,
}

/// The words of an assembly language. Operands come in the order of the ones that are written, then those that are read.
#[derive(Debug, Clone)]
pub struct Notation {
    /// Registers that have a name of their own.
    pub named: &'static [(&'static str, Register)],
    /// Names that are read and not written.
    pub aliases: &'static [(&'static str, Register)],
    /// All other registers.
    pub numbered: &'static [Numbered],
    /// Text between operands.
    pub comma: &'static str,
    /// Text before a number.
    pub immediate: &'static str,
    /// Copy of a register.
    pub copy: &'static str,
    /// An addition.
    pub add: &'static str,
    /// A subtraction.
    pub subtract: &'static str,
    /// Numbers that an addition can have as an immediate.
    pub addends: Range<i32>,
    /// The bits that two registers have in common.
    pub and: &'static str,
    /// The bits in which two registers differ.
    pub exclusive_or: &'static str,
    /// A shift to the left.
    pub left: &'static str,
    /// A shift to the right that fills with zeros.
    pub right: &'static str,
    /// A shift to the right that fills with the sign.
    pub right_signed: &'static str,
    /// Beginning of the names of loads.
    pub load: &'static str,
    /// Beginning of the names of stores.
    pub store: &'static str,
    /// A call of the function whose address is in a register.
    pub call: &'static str,
    /// A jump to the address in a register.
    pub jump: &'static str,
    /// Instructions that compute a register from others.
    pub computes: &'static [&'static str],
    /// Register that these write as well.
    pub flags: Option<Register>,
}

impl Notation {
    /// The register of this name.
    pub fn register(&self, name: &str) -> Option<Register> {
        let own = self.named.iter().chain(self.aliases).find(|(other, _)| *other == name);
        own.map(|(_, register)| *register).or_else(|| {
            self.numbered.iter().find_map(|file| {
                let n = name.strip_prefix(file.letter)?.parse::<Register>().ok()?;
                (n < file.count).then_some(file.first + n)
            })
        })
    }

    /// The name of a register.
    pub fn name(&self, register: Register) -> String {
        if let Some((name, _)) = self.named.iter().find(|(_, other)| *other == register) {
            return (*name).to_owned();
        }
        let file = self.numbered.iter().rev().find(|file| file.first <= register);
        file.map_or_else(String::new, |file| format!("{}{}", file.letter, register - file.first))
    }

    /// An instruction.
    pub fn code<T: AsRef<str>>(&self, mnemonic: &str, operands: &[T]) -> String {
        let operands: Vec<&str> = operands.iter().map(AsRef::as_ref).collect();
        format!("{mnemonic} {}", operands.join(self.comma))
    }

    /// An instruction whose operands are registers.
    pub fn of_registers(&self, mnemonic: &str, registers: &[Register]) -> String {
        self.code(mnemonic, &registers.iter().map(|register| self.name(*register)).collect::<Vec<_>>())
    }

    /// An instruction that changes a register by a number.
    pub fn by_number(&self, mnemonic: &str, register: Register, number: impl Display) -> String {
        let name = self.name(register);
        self.code(mnemonic, &[name.as_str(), &name, &format!("{}{number}", self.immediate)])
    }
}
