//! The instruction forms: 973 that the machine has and 105 other spellings of them.
//!
//! Each form has the mnemonic, the operation, the vendor's name of the form's shape, the fixed bits of the
//! word, and the operands in the order in which they are written. Most forms are regular and are made from a
//! family (`families`): a group of operations that come with the same destinations and sources. The facts are
//! those of the vendor's instruction encoder and disassembler (SDK 2020.2.1 and 2025.1), which agree.

mod aliases;
mod families;

use std::sync::LazyLock;

use super::isa::Op;
use super::operands::Operand;

/// One form of an instruction.
#[derive(PartialEq, Eq)]
pub struct Form {
    /// Mnemonic, with `.s` or `.u` where the result is extended to a pair.
    pub mnemonic: String,
    /// Operation.
    pub op: Op,
    /// The vendor's name of its shape, such as `rrici`.
    pub shape: String,
    /// The word with zeros in all operands.
    pub base: u64,
    /// The bits that no operand fills.
    pub mask: u64,
    /// The operands as written.
    pub operands: Vec<Operand>,
}

impl Form {
    fn new(mnemonic: &str, op: Op, shape: &str, base: u64, operands: Vec<Operand>) -> Self {
        let mask = operands.iter().fold(WORD, |mask, operand| mask & !operand.layout.mask());
        Self { mnemonic: mnemonic.to_owned(), op, shape: shape.to_owned(), base, mask, operands }
    }

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

/// A form that belongs to no family: mnemonic, operation, shape, fixed bits and operands.
type Row = (&'static str, Op, &'static str, u64, &'static [Operand]);

/// Forms under construction.
#[derive(Default)]
struct Forms(Vec<Form>);

impl Forms {
    fn rows(&mut self, rows: &[Row]) {
        let form = |&(mnemonic, op, shape, base, operands): &Row| {
            Form::new(mnemonic, op, shape, base, operands.to_vec())
        };
        self.0.extend(rows.iter().map(form));
    }

    fn sorted(mut self) -> Vec<Form> {
        self.0.sort_by_cached_key(Form::signature);
        self.0
    }
}

static FORMS: LazyLock<Vec<Form>> = LazyLock::new(families::all);
static ALIASES: LazyLock<Vec<Form>> = LazyLock::new(|| aliases::all(&FORMS));

/// The forms that the machine has.
pub fn forms() -> impl Iterator<Item = &'static Form> {
    FORMS.iter()
}

/// Other spellings: forms whose word is always that of a machine form.
pub fn aliases() -> impl Iterator<Item = &'static Form> {
    ALIASES.iter()
}
