//! Syntax of a target's instructions: the interface of an instruction set that the lowering needs.

use crate::directives::Directives;

/// Register, by its index in the model's list of the target.
pub(crate) use crosscall_model::target::Register as Reg;

/// Operation on whole registers.
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

impl Op {
    /// Mnemonic in a table that is in the order of the operations.
    pub(crate) fn mnemonic(self, table: &[&'static str; 7]) -> &'static str {
        table.get(self as usize).copied().unwrap_or_default()
    }
}

/// Direction of an access to memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Memory to register; a value narrower than the register is zero-extended.
    Load,
    /// Low bytes of the register to memory.
    Store,
}

/// Printer of instructions. Distances and steps are in bytes; a label is a number from
/// [`Asm::new_label`](crate::asm::Asm::new_label).
///
/// Where an instruction cannot hold a number, the scratch register of the target's
/// [`Roles`](crate::convention::Roles) is destroyed; so it is not an operand there.
pub(crate) trait Emit: Directives + Sync {
    /// Name of a register in assembly.
    fn name(&self, r: Reg) -> &'static str;
    /// Greatest number of bytes that one access moves between memory and the data registers: a word, or two where a
    /// pair of registers can be loaded and stored at once.
    fn widest(&self) -> u32 {
        4
    }
    /// True if two registers can be loaded and stored at once, the first with the lower half.
    fn pairs(&self, _low: Reg, _high: Reg) -> bool {
        false
    }
    /// Copies a register to another. From a register that is wider than the other, only one word need be copied; into
    /// a wider register, the value is copied so that it can be extracted again.
    fn copy(&self, text: &mut Text, to: Reg, from: Reg);
    /// Emits an operation on registers.
    fn operate(&self, text: &mut Text, op: Op, d: Reg, n: Reg, m: Reg);
    /// Emits an operation with a number that is known to fit: a shift by less than a word, or a number less than 256.
    fn operate_with(&self, text: &mut Text, op: Op, d: Reg, n: Reg, value: i64);
    /// Emits `d = n + value`, for any value except 0.
    fn add(&self, text: &mut Text, d: Reg, n: Reg, value: i64);
    /// Loads a constant of 4 bytes, zero-extended.
    fn constant(&self, text: &mut Text, d: Reg, value: u32);
    /// Loads a constant of 8 bytes, where a word has 8.
    fn constant_long(&self, text: &mut Text, d: Reg, value: u64) {
        self.constant(text, d, value as u32);
    }
    /// Printer of operations on numbers of 4 bytes, with zero-extended results; `None` where a word has no more than
    /// 4 bytes.
    fn on_ints(&self) -> Option<&'static dyn Emit> {
        None
    }
    /// Overwrites the upper bits of a register, above every value of up to 2 bytes.
    fn spoil_upper(&self, text: &mut Text, d: Reg, value: u32);
    /// Loads the address of a symbol, whose name is given in two pieces.
    fn address_of(&self, text: &mut Text, d: Reg, symbol: [&str; 2]);
    /// Emits one load or store of at most [`Emit::widest`] bytes, of a whole wider register, or of `size` bytes of a
    /// register of variable length.
    fn access(&self, text: &mut Text, way: Access, size: u32, r: Reg, base: Reg, offset: i64);
    /// Emits one load or store at the address in `base`, which then grows by `step`.
    fn access_and_step(&self, text: &mut Text, way: Access, size: u32, r: Reg, base: Reg, step: i64) {
        self.access(text, way, size, r, base, 0);
        self.add(text, base, base, step);
    }
    /// Inserts a word into a lane of a register that is wider than a word; a register of one word has one lane.
    fn insert(&self, text: &mut Text, d: Reg, _lane: u32, from: Reg) {
        self.copy(text, d, from);
    }
    /// Extracts a word from a lane.
    fn extract(&self, text: &mut Text, to: Reg, s: Reg, _lane: u32) {
        self.copy(text, to, s);
    }
    /// True for a register that holds floating-point numbers only; [`Emit::insert`] and [`Emit::extract`] move words
    /// between it and the others.
    fn is_floating(&self, _r: Reg) -> bool {
        false
    }
    /// Moves a number of `len` bytes, at most a word, into such a register, with ones above it up to `ones` bytes and
    /// zeros from there on.
    fn insert_number(&self, text: &mut Text, d: Reg, from: Reg, _len: u32, _ones: u32) {
        self.insert(text, d, 0, from);
    }
    /// Tests a register, so that [`Emit::branch_not_zero`] may follow as after an instruction that has computed it.
    /// Emits nothing where branches test registers.
    fn test(&self, _text: &mut Text, _r: Reg) {}
    /// Branches to a label.
    fn branch(&self, text: &mut Text, label: usize);
    /// Branches to a label unless the register, which the preceding instruction has computed, is 0.
    fn branch_not_zero(&self, text: &mut Text, r: Reg, label: usize);
    /// Branches to a label unless `n < m` (unsigned), where the preceding instruction has computed `d = n - m`;
    /// `scratch` is destroyed.
    fn branch_not_below(&self, text: &mut Text, n: Reg, m: Reg, scratch: Reg, label: usize);
    /// Loads the link to a return label into its register, where a call needs more links than the call instruction
    /// stores.
    fn set_return_link(&self, _text: &mut Text, _label: usize) {}
    /// Adds the number of the thread to a register, where an instruction can.
    fn add_thread_number(&self, _text: &mut Text, _d: Reg) {}
    /// Calls the function whose address is in a register.
    fn call(&self, text: &mut Text, function: Reg);
    /// Jumps to the address in a register.
    fn jump(&self, text: &mut Text, to: Reg);
    /// Jumps to a symbol, whose name is given in two pieces; the scratch register is destroyed where that needs one.
    fn jump_to(&self, text: &mut Text, symbol: [&str; 2], scratch: Reg) {
        self.address_of(text, scratch, symbol);
        self.jump(text, scratch);
    }
    /// Returns to the address in the link register, or on the hidden stack.
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
