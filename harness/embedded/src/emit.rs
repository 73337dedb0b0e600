//! How a target's instructions are written: what the lowering needs of an instruction set.

use crate::directives::Directives;

/// A register, by its index in the model's list of the target.
pub(crate) use crosscall_model::target::Register as Reg;

/// An operation on whole registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Op {
    /// `n + m`
    Add,
    /// `n - m`
    Subtract,
    /// `n | m`
    Or,
    /// `n ^ m`
    ExclusiveOr,
    /// `n << m`
    ShiftLeft,
    /// `n >> m`, zeros from above
    ShiftRight,
    /// `n >> m`, copies of the highest bit from above
    ShiftRightSigned,
}

/// Which way a value goes between a register and memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Into the register; what is narrower than the register is zero-extended.
    Load,
    /// From its low bytes.
    Store,
}

/// Spells instructions. Distances and steps are in bytes; a label is a number from
/// [`Asm::new_label`](crate::asm::Asm::new_label).
///
/// Where an instruction cannot hold a number, the scratch register of the target's
/// [`Roles`](crate::convention::Roles) is destroyed; so it is not an operand there.
pub(crate) trait Emit: Directives + Sync {
    /// The assembler's name of a register.
    fn name(&self, r: Reg) -> &'static str;
    /// Bytes that one access to memory moves at most between memory and the registers for data: a word, or two
    /// where a pair of registers can be loaded and stored at once.
    fn widest(&self) -> u32;
    /// Whether two registers can be loaded and stored at once, the first with the lower half.
    fn pairs(&self, low: Reg, high: Reg) -> bool;
    /// Copies a register to another. Of a register that is wider than the other, one word is enough; into a wider
    /// one it goes so that it can be taken out again.
    fn copy(&self, text: &mut Text, to: Reg, from: Reg);
    /// An operation on registers.
    fn operate(&self, text: &mut Text, op: Op, d: Reg, n: Reg, m: Reg);
    /// An operation with a number that is known to fit: a shift by less than a word, or less than 256.
    fn operate_with(&self, text: &mut Text, op: Op, d: Reg, n: Reg, value: i64);
    /// `d = n + value` for any value but 0.
    fn add(&self, text: &mut Text, d: Reg, n: Reg, value: i64);
    /// A constant of 4 bytes, with zeros above.
    fn constant(&self, text: &mut Text, d: Reg, value: u32);
    /// A constant of 8 bytes, where a word has so many.
    fn constant_long(&self, text: &mut Text, d: Reg, value: u64) {
        self.constant(text, d, value as u32);
    }
    /// How operations on numbers of 4 bytes are spelled, with zeros above what they give; `None` where a word has no
    /// more than these.
    fn on_ints(&self) -> Option<&'static dyn Emit> {
        None
    }
    /// Puts something else into the upper bits of a register that no value of 2 bytes reaches.
    fn spoil_upper(&self, text: &mut Text, d: Reg, value: u32);
    /// The address of a symbol, whose name comes in two pieces.
    fn address_of(&self, text: &mut Text, d: Reg, symbol: [&str; 2]);
    /// One load or store of at most [`Emit::widest`] bytes, or of a whole register that is wider; of so many bytes where
    /// a register knows how many it holds.
    fn access(&self, text: &mut Text, way: Access, size: u32, r: Reg, base: Reg, offset: i64);
    /// One load or store at the address in `base`, which then grows by `step`.
    fn access_and_step(&self, text: &mut Text, way: Access, size: u32, r: Reg, base: Reg, step: i64);
    /// Puts a word into a lane of a register that is wider than a word. Where no register is, it has one lane.
    fn insert(&self, text: &mut Text, d: Reg, _lane: u32, from: Reg) {
        self.copy(text, d, from);
    }
    /// Takes a word out of such a lane.
    fn extract(&self, text: &mut Text, to: Reg, s: Reg, _lane: u32) {
        self.copy(text, to, s);
    }
    /// Makes a register what an instruction right before computed, in the sense of [`Emit::branch_not_zero`].
    fn test(&self, text: &mut Text, r: Reg);
    /// Goes on at a label.
    fn branch(&self, text: &mut Text, label: usize);
    /// Goes on at a label unless the register is 0, which the instruction right before has computed.
    fn branch_not_zero(&self, text: &mut Text, r: Reg, label: usize);
    /// Goes on at a label unless `n < m` (without signs), where `d = n - m` is what the instruction right before
    /// has computed; `scratch` is destroyed.
    fn branch_not_below(&self, text: &mut Text, n: Reg, m: Reg, scratch: Reg, label: usize);
    /// Puts into the register for that what leads back to a label, where more is left at a call than the call leaves.
    fn lead_back(&self, _text: &mut Text, _label: usize) {}
    /// Adds the number of the thread to a register, where an instruction can.
    fn add_thread_number(&self, _text: &mut Text, _d: Reg) {}
    /// Calls the function whose address is in a register.
    fn call(&self, text: &mut Text, function: Reg);
    /// Goes on at the address in a register.
    fn jump(&self, text: &mut Text, to: Reg);
    /// Goes on at a symbol, whose name comes in two pieces; the scratch register is destroyed where that takes one.
    fn jump_to(&self, text: &mut Text, symbol: [&str; 2], scratch: Reg) {
        self.address_of(text, scratch, symbol);
        self.jump(text, scratch);
    }
    /// Returns to where the link register says, or a stack that nobody sees.
    fn ret(&self, text: &mut Text);
    /// Ends the program.
    fn exit(&self, text: &mut Text) {
        self.ret(text);
    }
}

/// Assembly text under construction.
#[derive(Debug, Default)]
pub(crate) struct Text(pub(crate) String);

impl Text {
    /// Appends a line of these pieces, indented.
    pub(crate) fn line(&mut self, parts: &[&str]) {
        self.0.push('\t');
        self.pieces(parts);
        self.0.push('\n');
    }

    /// Appends pieces.
    pub(crate) fn pieces(&mut self, parts: &[&str]) {
        for part in parts {
            self.0.push_str(part);
        }
    }

    /// Appends a line of these pieces with a number between them, indented.
    pub(crate) fn line_with(&mut self, parts: &[&str], number: i64, rest: &str) {
        self.0.push('\t');
        self.pieces(parts);
        self.number(number);
        self.0.push_str(rest);
        self.0.push('\n');
    }

    /// Appends a number in decimal.
    pub(crate) fn number(&mut self, number: i64) {
        if number < 0 {
            self.0.push('-');
        }
        digits(&mut self.0, number.unsigned_abs());
    }
}

/// Appends a number in decimal. Text generation spends much of its time here: the formatting of the standard
/// library takes three times as long.
fn digits(text: &mut String, number: u64) {
    if number >= 10 {
        digits(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}
