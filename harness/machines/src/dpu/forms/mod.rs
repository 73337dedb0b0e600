//! The instruction forms as tables: 973 that the machine has and 105 other spellings of them.
//!
//! Each row has the mnemonic, the operation, the vendor's name of the form's shape, the fixed bits of the
//! word, and the operands in the order in which they are written. The facts are those of the vendor's
//! instruction encoder and disassembler (SDK 2020.2.1 and 2025.1), which agree.

mod aliases;
mod arithmetic;
mod logic;
mod memory;
mod multiply;
mod shift;
mod unary;

use super::isa::Op;
use super::operands::Operand;

/// One form of an instruction.
#[derive(PartialEq, Eq)]
pub struct Form {
    /// Mnemonic, with `.s` or `.u` where the result is extended to a pair.
    pub mnemonic: &'static str,
    /// What it does.
    pub op: Op,
    /// The vendor's name of its shape, such as `rrici`.
    pub shape: &'static str,
    /// The word with zeros in all operands.
    pub base: u64,
    /// The bits that no operand fills.
    pub mask: u64,
    /// The operands as written.
    pub operands: &'static [Operand],
}

impl Form {
    /// The vendor's name of the form, such as `add:rrici`.
    pub fn signature(&self) -> String {
        format!("{}:{}", self.mnemonic, self.shape)
    }
}

impl std::fmt::Debug for Form {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.signature())
    }
}

/// Bits of an instruction word.
pub const WORD: u64 = (1 << 48) - 1;

const fn row(
    mnemonic: &'static str,
    op: Op,
    shape: &'static str,
    base: u64,
    operands: &'static [Operand],
) -> Form {
    let mut mask = WORD;
    let mut index = 0;
    while index < operands.len() {
        mask &= !operands[index].layout.mask();
        index += 1;
    }
    Form { mnemonic, op, shape, base, mask, operands }
}

static GROUPS: [&[Form]; 6] =
    [arithmetic::ROWS, multiply::ROWS, logic::ROWS, shift::ROWS, unary::ROWS, memory::ROWS];

/// The forms that the machine has.
pub fn forms() -> impl Iterator<Item = &'static Form> {
    GROUPS.iter().flat_map(|group| group.iter())
}

/// Other spellings: forms whose word is always that of a machine form.
pub fn aliases() -> impl Iterator<Item = &'static Form> {
    aliases::ROWS.iter()
}
