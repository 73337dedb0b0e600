//! The instruction set of the Graphcore Colossus IPU Mk2 (`ipu2`) as one table.
//!
//! The rows of [`FORMS`] drive the encoder, the decoder, the assembler and the disassembler. Each row
//! names an operation in one of its forms, the bits that are fixed and where each operand lies. The
//! facts come from the vendor's public LLVM target. Bit 31 of every word says that the word is one
//! half of an execution bundle; it is no part of a form unless the form may not be bundled.

mod control;
mod float;
mod integer;
mod memory;
mod op;

use super::fields::{Operand, OperandKind};
pub use op::{
    Bits, Convert, Data, Float, Function, Int, Lanes, Op, Pace, Term, Test, Unmodelled, Wide, Width,
};

/// Issues in the main lane.
pub const MAIN: u8 = 0;
/// Issues in the auxiliary lane, which only workers have.
pub const AUX: u8 = 1;
/// Only in worker contexts.
pub const WORKER: u8 = 2;
/// Only in the supervisor context.
pub const SUPERVISOR: u8 = 4;
/// A control instruction: not inside a repeated body.
pub const CONTROL: u8 = 8;
/// A system instruction: not inside a repeated body.
pub const SYSTEM: u8 = 16;
/// Never bundled: bit 31 is always 0.
pub const SOLO: u8 = 32;

/// One form of one instruction: a row of the table.
pub struct Form {
    /// Mnemonic.
    pub mnemonic: &'static str,
    /// Its operation.
    pub op: Op,
    /// The value of the fixed bits; all others are 0.
    pub value: u32,
    /// Operands in the order of the assembly text.
    pub operands: &'static [Operand],
    /// A sum of [`AUX`], [`WORKER`], [`SUPERVISOR`], [`CONTROL`], [`SYSTEM`] and [`SOLO`].
    pub traits: u8,
}

/// Shorthand for a row.
const fn f(mnemonic: &'static str, op: Op, value: u32, operands: &'static [Operand], traits: u8) -> Form {
    Form { mnemonic, op, value, operands, traits }
}

impl std::fmt::Debug for Form {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:#010x}", self.mnemonic, self.value)
    }
}

impl Form {
    /// The bits that are fixed.
    pub fn mask(&self) -> u32 {
        let bundle = if self.is(SOLO) { 0 } else { BUNDLED };
        !self.operands.iter().fold(bundle, |bits, operand| bits | operand.mask())
    }

    /// Returns whether it has one of these traits.
    pub const fn is(&self, traits: u8) -> bool {
        self.traits & traits != 0
    }

    /// Returns whether only workers may execute it.
    pub const fn needs_worker(&self) -> bool {
        self.is(AUX | WORKER)
    }

    /// Returns whether the assembly may leave out the third operand, the delta of an address.
    pub const fn has_delta(&self) -> bool {
        matches!(self.op, Op::Load(_) | Op::Store(_))
    }
}

/// The bit that marks the halves of a bundle.
pub const BUNDLED: u32 = 1 << 31;

/// The table: integer, control, memory and floating-point rows. Of the forms that one text fits, the
/// assembler takes the first; decoding does not depend on the order.
pub static FORMS: [&[Form]; 4] = [integer::FORMS, control::FORMS, memory::FORMS, float::FORMS];

/// Every row.
pub fn forms() -> impl Iterator<Item = &'static Form> {
    FORMS.into_iter().flatten()
}

/// Operands that a form has at most.
pub const MOST_OPERANDS: usize = 5;

/// One decoded instruction.
#[derive(Debug, Clone, Copy)]
pub struct Instruction {
    /// Its row.
    pub form: &'static Form,
    /// The operands' values in the order of the row: register numbers (of a group the first),
    /// numbers (signed ones as two's complement of 32 bits), word addresses of code.
    pub values: [u32; MOST_OPERANDS],
    /// True if it is one half of a bundle.
    pub bundled: bool,
}

impl PartialEq for Instruction {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.form, other.form) && self.values == other.values && self.bundled == other.bundled
    }
}

impl Eq for Instruction {}

impl Instruction {
    /// An instruction of a form with every operand 0.
    pub fn new(form: &'static Form) -> Self {
        Self { form, values: [0; MOST_OPERANDS], bundled: false }
    }

    /// Its operands with their values.
    pub fn operands(&self) -> impl Iterator<Item = (&'static Operand, u32)> {
        self.form.operands.iter().zip(self.values)
    }

    /// The A registers that it writes: bit n is `$a n`.
    pub fn written_a(&self) -> u16 {
        let bits = |(operand, value): (&Operand, u32)| match operand.kind {
            OperandKind::A | OperandKind::APair | OperandKind::AQuad if operand.written => {
                ((1u32 << operand.kind.registers()) - 1) << (value & 15)
            }
            _ => 0,
        };
        self.operands().map(bits).fold(0, |all, bits| all | bits) as u16
    }
}

/// Returns whether two instructions may be the halves of one bundle: the lanes, nothing that stands alone, and
/// no A register written by both.
pub fn may_be_bundled(main: &Instruction, aux: &Instruction) -> bool {
    !main.form.is(AUX | SOLO | SUPERVISOR)
        && aux.form.is(AUX)
        && !aux.form.is(SOLO)
        && main.written_a() & aux.written_a() == 0
}
