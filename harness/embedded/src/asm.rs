//! Short sequences of instructions, composed of the single instructions of any target.

use std::fmt::Write;

use crosscall_model::Target;

use crate::convention::{Convention, Roles};
use crate::emit::{Access, Emit, Op, Reg, Text};
use crate::places::Part;

/// Number of units above which a copy becomes a loop.
const UNROLLED: u32 = 16;

/// Memory operand: bytes at a distance from a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mem {
    /// Register that holds an address.
    pub(crate) base: Reg,
    /// Distance in bytes.
    pub(crate) offset: i64,
    /// Alignment of `base + offset` as far as it is known, in bytes; a power of two.
    pub(crate) align: u32,
}

impl Mem {
    /// Bytes at the address in a register.
    pub(crate) fn of(base: Reg, align: u32) -> Mem {
        Mem { base, offset: 0, align }
    }

    /// Bytes `by` further on.
    pub(crate) fn at(self, by: u32) -> Mem {
        Mem {
            base: self.base,
            offset: self.offset + i64::from(by),
            align: alignment(self.align, i64::from(by)),
        }
    }
}

/// Alignment of an address that is `offset` bytes from a multiple of `align`.
pub(crate) fn alignment(align: u32, offset: i64) -> u32 {
    if offset == 0 { align } else { align.min(1 << offset.trailing_zeros().min(12)) }
}

/// Largest power of two not above `limit`.
fn unit(limit: u32) -> u32 {
    1 << limit.max(1).ilog2()
}

/// Words of a register with the bytes of a piece in each: number of the word, offset in the piece and number of
/// bytes.
fn lanes(part: &Part, word: u32) -> impl Iterator<Item = (u32, u32, u32)> + use<> {
    let (len, step) = (part.len, part.spread.unwrap_or(word).max(1));
    (0..len.div_ceil(step)).map(move |lane| (lane, lane * step, step.min(len - lane * step)))
}

/// Bytes of a piece that share a register of one word: lowest bit in the register, offset in the piece and number of
/// bytes.
fn shares(part: &Part, word: u32) -> impl Iterator<Item = (i64, u32, u32)> + use<> {
    let len = part.spread.unwrap_or(part.len).min(part.len);
    let count = part.len.checked_div(len).unwrap_or(1).max(1);
    let bits = i64::from(8 * word / count);
    (0..count).map(move |share| (i64::from(share) * bits, share * len, len))
}

/// Assembly text under construction, in the syntax of one target.
pub(crate) struct Asm {
    /// Text so far.
    pub(crate) text: Text,
    /// Printer of instructions.
    pub(crate) emit: &'static dyn Emit,
    /// Use of registers.
    pub(crate) roles: Roles,
    /// Number of bytes of a word.
    pub(crate) word: u32,
    target: Target,
    /// Number of local labels in use.
    labels: usize,
}

impl Asm {
    pub(crate) fn new(convention: &dyn Convention) -> Asm {
        Asm {
            text: Text::default(),
            emit: convention.emit(),
            roles: convention.roles(),
            word: convention.word(),
            target: convention.target(),
            labels: 0,
        }
    }

    /// Number of bytes of a register.
    fn register_bytes(&self, r: Reg) -> u32 {
        self.target.register(r).map_or(self.word, |info| info.bytes.into())
    }

    /// True for a register with a length of its own.
    fn is_variable(&self, r: Reg) -> bool {
        self.target.register(r).is_some_and(|info| info.variable)
    }

    /// Makes the length of a register of variable length a word more than that of the value in it.
    pub(crate) fn lengthen(&mut self, d: Reg, len: u32, mem: Mem) {
        if self.is_variable(d) {
            self.access(Access::Load, len + self.word, d, mem.base, mem.offset);
        }
    }

    /// True if a register is wider than a word.
    pub(crate) fn is_wide(&self, r: Reg) -> bool {
        self.register_bytes(r) > self.word
    }

    /// Emits code whose operations work on numbers of 4 bytes.
    pub(crate) fn on_ints(&mut self, code: impl FnOnce(&mut Asm)) {
        let emit = self.emit;
        self.emit = emit.on_ints().unwrap_or(emit);
        code(self);
        self.emit = emit;
    }

    /// New local label.
    pub(crate) fn new_label(&mut self) -> usize {
        self.labels += 1;
        self.labels
    }

    /// Places a local label here.
    pub(crate) fn place_label(&mut self, label: usize) {
        let _ = writeln!(self.text.0, "{}{label}:", self.emit.local_prefix());
    }

    /// Branches to a local label.
    pub(crate) fn branch(&mut self, label: usize) {
        self.emit.branch(&mut self.text, label);
    }

    /// Branches to a local label unless the register, which the preceding instruction has computed, is 0.
    pub(crate) fn branch_not_zero(&mut self, r: Reg, label: usize) {
        self.emit.branch_not_zero(&mut self.text, r, label);
    }

    /// Writes a comment on a line of its own.
    pub(crate) fn comment(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.text.0, "\t{} {text}", self.emit.comment_mark());
    }

    /// Copies a register; emits nothing if it is the same.
    pub(crate) fn copy_register(&mut self, to: Reg, from: Reg) {
        if to != from {
            self.emit.copy(&mut self.text, to, from);
        }
    }

    /// Emits an operation on registers.
    pub(crate) fn operate(&mut self, op: Op, d: Reg, n: Reg, m: Reg) {
        self.emit.operate(&mut self.text, op, d, n, m);
    }

    /// Emits an operation with a number that is known to fit.
    pub(crate) fn operate_with(&mut self, op: Op, d: Reg, n: Reg, value: i64) {
        self.emit.operate_with(&mut self.text, op, d, n, value);
    }

    /// Loads a constant.
    pub(crate) fn constant(&mut self, d: Reg, value: u32) {
        self.emit.constant(&mut self.text, d, value);
    }

    /// Loads the address of a C symbol.
    pub(crate) fn address_of(&mut self, d: Reg, name: &str) {
        self.emit.address_of(&mut self.text, d, [self.emit.symbol_prefix(), name]);
    }

    /// Loads the address of a symbol that only this unit uses.
    pub(crate) fn address_of_own(&mut self, d: Reg, name: &str) {
        self.emit.address_of(&mut self.text, d, [name, ""]);
    }

    /// `d = n + value`; `n` is not the scratch register.
    pub(crate) fn add(&mut self, d: Reg, n: Reg, value: i64) {
        if value == 0 {
            self.copy_register(d, n);
        } else {
            self.emit.add(&mut self.text, d, n, value);
        }
    }

    /// Loads the address of bytes in memory.
    pub(crate) fn address(&mut self, d: Reg, mem: Mem) {
        self.add(d, mem.base, mem.offset);
    }

    /// Rounds a register up to a multiple of a power of two.
    pub(crate) fn round_up(&mut self, r: Reg, align: u32) {
        self.add(r, r, i64::from(align) - 1);
        let bits = i64::from(align.trailing_zeros());
        self.operate_with(Op::ShiftRight, r, r, bits);
        self.operate_with(Op::ShiftLeft, r, r, bits);
    }

    /// Emits one load or store. The scratch register is destroyed where the distance is out of range; so it is
    /// neither the base nor the register that is stored.
    pub(crate) fn access(&mut self, way: Access, size: u32, r: Reg, base: Reg, offset: i64) {
        self.emit.access(&mut self.text, way, size, r, base, offset);
    }

    /// Emits one load or store at the address in `base`, which then grows by `step`.
    pub(crate) fn access_and_step(&mut self, way: Access, size: u32, r: Reg, base: Reg, step: i64) {
        self.emit.access_and_step(&mut self.text, way, size, r, base, step);
    }

    /// Loads `count` bytes (up to a word) into the low bytes of a register and zeros into the rest. The base may be
    /// the register itself only where one access suffices.
    pub(crate) fn load(&mut self, d: Reg, count: u32, mem: Mem) {
        self.transfer(Access::Load, d, count, mem);
    }

    /// Stores the `count` low bytes (up to a word) of a register.
    pub(crate) fn store(&mut self, s: Reg, count: u32, mem: Mem) {
        self.transfer(Access::Store, s, count, mem);
    }

    /// Loads or stores the `count` low bytes of a register, in the largest units that the alignment permits.
    fn transfer(&mut self, way: Access, r: Reg, count: u32, mem: Mem) {
        let mut done = 0;
        while done < count {
            let Mem { base, offset, align } = mem.at(done);
            let size = unit((count - done).min(align).min(self.word));
            self.at_bit(way, r, i64::from(done) * 8, |asm, unit| asm.access(way, size, unit, base, offset));
            done += size;
        }
    }

    /// Loads or stores what a register of one word holds from a bit on: `access` does so at the low end of the
    /// register that it is given. A load puts zeros above it, so that the lowest bits are loaded first.
    fn at_bit(&mut self, way: Access, r: Reg, bit: i64, access: impl FnOnce(&mut Asm, Reg)) {
        let piece = self.roles.piece;
        match way {
            _ if bit == 0 => access(self, r),
            Access::Load => {
                access(self, piece);
                self.operate_with(Op::ShiftLeft, piece, piece, bit);
                self.operate(Op::Or, r, r, piece);
            }
            Access::Store => {
                self.operate_with(Op::ShiftRight, piece, r, bit);
                access(self, piece);
            }
        }
    }

    /// Loads a piece of a value from its place in memory into its register, or stores it there. Where one access does
    /// not suffice for a register that is wider than a word, it is moved word by word, which destroys the first data
    /// register.
    pub(crate) fn transfer_part(&mut self, way: Access, r: Reg, part: &Part, mem: Mem) {
        let width = self.register_bytes(r);
        if self.emit.is_floating(r) {
            return self.transfer_number(way, r, part, mem);
        }
        if part.shift > 0 {
            return self.transfer_field(way, r, part, mem);
        }
        if width <= self.word {
            for (bit, at, len) in shares(part, self.word) {
                self.at_bit(way, r, bit, |asm, share| asm.transfer(way, share, len, mem.at(at)));
            }
            return;
        }
        if self.is_variable(r) || part.len == width && part.spread.is_none() && mem.align >= width {
            return self.access(way, part.len, r, mem.base, mem.offset);
        }
        for (lane, at, len) in lanes(part, self.word) {
            self.transfer_lane(way, r, lane, len, mem.at(at));
        }
    }

    /// Loads a number from memory into a register for such numbers, or stores it: at once, where that is possible, else
    /// through the first data register.
    fn transfer_number(&mut self, way: Access, r: Reg, part: &Part, mem: Mem) {
        let (width, [data, ..]) = (self.register_bytes(r), self.roles.data);
        let is_full = part.len == width || way == Access::Store || part.ones >= width;
        if is_full && matches!(part.len, 4 | 8) && mem.align >= part.len {
            return self.access(way, part.len, r, mem.base, mem.offset);
        }
        if way == Access::Load && part.len <= self.word {
            self.load(data, part.len, mem);
            return self.emit.insert_number(&mut self.text, r, data, part.len, part.ones);
        }
        for (lane, at, len) in lanes(part, self.word) {
            self.transfer_lane(way, r, lane, len, mem.at(at));
        }
    }

    /// Loads or stores bytes in a lane of a register that is wider than a word, through the first data register.
    fn transfer_lane(&mut self, way: Access, r: Reg, lane: u32, len: u32, mem: Mem) {
        let [data, ..] = self.roles.data;
        match way {
            Access::Load => {
                self.load(data, len, mem);
                self.emit.insert(&mut self.text, r, lane, data);
            }
            Access::Store => {
                self.emit.extract(&mut self.text, data, r, lane);
                self.store(data, len, mem);
            }
        }
    }

    /// Loads a bit-field that is not at the low end of its bytes into the low end of a register, or stores it; a store
    /// destroys the first data register.
    fn transfer_field(&mut self, way: Access, r: Reg, part: &Part, mem: Mem) {
        let (shift, [data, ..]) = (part.shift.into(), self.roles.data);
        match way {
            Access::Load => {
                self.load(r, part.len, mem);
                self.operate_with(Op::ShiftRight, r, r, shift);
            }
            Access::Store => {
                self.operate_with(Op::ShiftLeft, data, r, shift);
                self.store(data, part.len, mem);
            }
        }
    }

    /// Copies bytes that do not overlap; destroys the first two data registers, the scratch register and the two
    /// registers for copies.
    pub(crate) fn copy(&mut self, to: Mem, from: Mem, size: u32) {
        let step = unit(to.align.min(from.align).min(self.emit.widest()));
        let units = size / step;
        if units <= UNROLLED {
            return self.copy_rest(to, from, size);
        }
        let Roles { from: source, to: target, scratch, data: [data, ..], .. } = self.roles;
        self.address(source, from);
        self.address(target, to);
        self.constant(scratch, units);
        let again = self.new_label();
        self.place_label(again);
        self.access_and_step(Access::Load, step, data, source, step.into());
        self.access_and_step(Access::Store, step, data, target, step.into());
        self.operate_with(Op::Subtract, scratch, scratch, 1);
        self.branch_not_zero(scratch, again);
        let done = units * step;
        let rest = |base, align| Mem::of(base, alignment(align, done.into()));
        self.copy_rest(rest(target, to.align), rest(source, from.align), size - done);
    }

    /// Copies `size` bytes in lanes of `bytes` bytes, whose distances may differ on both sides: each side is its first
    /// lane and the distance of the next. A lane that lies a word from the next fills the word.
    pub(crate) fn copy_lanes(
        &mut self,
        (to, to_step): (Mem, u32),
        (from, from_step): (Mem, u32),
        bytes: u32,
        size: u32,
    ) {
        let [data, ..] = self.roles.data;
        for lane in 0..size / bytes.max(1) {
            self.load(data, bytes, from.at(lane * from_step));
            self.store(data, to_step, to.at(lane * to_step));
        }
    }

    /// Copies bytes in the largest units that the alignment permits.
    fn copy_rest(&mut self, to: Mem, from: Mem, size: u32) {
        let mut done = 0;
        while done < size {
            let (f, t) = (from.at(done), to.at(done));
            let step = unit((size - done).min(f.align).min(t.align).min(self.emit.widest()));
            let [data, ..] = self.roles.data;
            self.access(Access::Load, step, data, f.base, f.offset);
            self.access(Access::Store, step, data, t.base, t.offset);
            done += step;
        }
    }
}
