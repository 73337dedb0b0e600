//! Text of single instructions, and of the short sequences that stand in for instructions the processor
//! does not have. Syntax as in the assembler's manual: displacements count elements, not bytes.

use std::fmt::Write;

/// A general register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reg(pub(crate) u8);

/// The stack pointer.
pub(crate) const SP: Reg = Reg(13);
/// The link register.
pub(crate) const LR: Reg = Reg(14);
/// The frame pointer by the document.
pub(crate) const FP: Reg = Reg(15);
/// Scratch of this module: offsets and constants out of an instruction's range, and callees' addresses.
pub(crate) const IP: Reg = Reg(12);
/// First data register; the even one of a pair with [`DATA1`].
pub(crate) const DATA0: Reg = Reg(16);
/// Second data register.
pub(crate) const DATA1: Reg = Reg(17);
/// Third data register.
pub(crate) const DATA2: Reg = Reg(20);
/// Scratch of [`Asm::load`] and [`Asm::store`].
const PIECE: Reg = Reg(21);
/// Source address of a copy.
const FROM: Reg = Reg(18);
/// Destination address of a copy.
const TO: Reg = Reg(19);
/// Copies of more units than this become loops.
const UNROLLED: u32 = 16;

const NAMES: [&str; 64] = [
    "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "sp", "lr", "r15",
    "r16", "r17", "r18", "r19", "r20", "r21", "r22", "r23", "r24", "r25", "r26", "r27", "r28", "r29", "r30",
    "r31", "r32", "r33", "r34", "r35", "r36", "r37", "r38", "r39", "r40", "r41", "r42", "r43", "r44", "r45",
    "r46", "r47", "r48", "r49", "r50", "r51", "r52", "r53", "r54", "r55", "r56", "r57", "r58", "r59", "r60",
    "r61", "r62", "r63",
];

impl Reg {
    /// The assembler's name.
    pub(crate) fn name(self) -> &'static str {
        NAMES.get(usize::from(self.0)).copied().unwrap_or("r63")
    }
}

/// Bytes in memory at a distance from a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mem {
    /// Holds an address.
    pub(crate) base: Reg,
    /// Distance in bytes.
    pub(crate) offset: i64,
    /// What `base + offset` is known to be a multiple of, in bytes; a power of two.
    pub(crate) align: u32,
}

impl Mem {
    /// The bytes `by` further on.
    pub(crate) fn at(self, by: u32) -> Mem {
        Mem {
            base: self.base,
            offset: self.offset + i64::from(by),
            align: alignment(self.align, i64::from(by)),
        }
    }
}

/// What an address is a multiple of that is `offset` bytes from a multiple of `align`.
pub(crate) fn alignment(align: u32, offset: i64) -> u32 {
    if offset == 0 { align } else { align.min(1 << offset.trailing_zeros().min(12)) }
}

/// The largest unit of 1, 2, 4 or 8 bytes not above `limit`.
fn unit(limit: u32) -> u32 {
    match limit {
        0 | 1 => 1,
        2 | 3 => 2,
        4..=7 => 4,
        _ => 8,
    }
}

/// Assembly text under construction.
#[derive(Debug, Default)]
pub(crate) struct Asm {
    /// The text so far.
    pub(crate) text: String,
    /// Number of local labels handed out.
    labels: usize,
}

impl Asm {
    /// A new local label.
    pub(crate) fn new_label(&mut self) -> usize {
        self.labels += 1;
        self.labels
    }

    /// Puts a local label here.
    pub(crate) fn place_label(&mut self, label: usize) {
        let _ = writeln!(self.text, ".L{label}:");
    }

    /// A branch to a local label; `name` such as `bne`.
    pub(crate) fn branch(&mut self, name: &str, label: usize) {
        let _ = writeln!(self.text, "\t{name} .L{label}");
    }

    /// A comment on a line of its own.
    pub(crate) fn comment(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.text, "\t; {text}");
    }

    fn line(&mut self, parts: &[&str]) {
        self.text.push('\t');
        for part in parts {
            self.text.push_str(part);
        }
        self.text.push('\n');
    }

    /// An instruction without operands.
    pub(crate) fn plain(&mut self, name: &str) {
        self.line(&[name]);
    }

    /// An instruction with one register.
    pub(crate) fn one(&mut self, name: &str, r: Reg) {
        self.line(&[name, " ", r.name()]);
    }

    /// Copies a register; nothing if it is the same.
    pub(crate) fn copy_register(&mut self, to: Reg, from: Reg) {
        if to != from {
            self.line(&["mov ", to.name(), ",", from.name()]);
        }
    }

    /// An operation on registers.
    pub(crate) fn three(&mut self, name: &str, d: Reg, n: Reg, m: Reg) {
        self.line(&[name, " ", d.name(), ",", n.name(), ",", m.name()]);
    }

    /// An operation with an immediate operand that is known to fit.
    pub(crate) fn immediate(&mut self, name: &str, d: Reg, n: Reg, value: i64) {
        let _ = writeln!(self.text, "\t{name} {},{},#{value}", d.name(), n.name());
    }

    /// A constant.
    pub(crate) fn constant(&mut self, d: Reg, value: u32) {
        let _ = writeln!(self.text, "\tmov {},#{}", d.name(), value & 0xffff);
        if value >> 16 != 0 {
            self.upper(d, value >> 16);
        }
    }

    /// Reads the register of modes.
    pub(crate) fn read_modes(&mut self, d: Reg) {
        self.line(&["movfs ", d.name(), ",config"]);
    }

    /// Writes the register of modes.
    pub(crate) fn write_modes(&mut self, s: Reg) {
        self.line(&["movts config,", s.name()]);
    }

    /// Replaces the upper half of a register.
    pub(crate) fn upper(&mut self, d: Reg, half: u32) {
        let _ = writeln!(self.text, "\tmovt {},#{}", d.name(), half & 0xffff);
    }

    /// The address of a symbol.
    pub(crate) fn address_of(&mut self, d: Reg, symbol: &str) {
        self.line(&["mov ", d.name(), ",%low(", symbol, ")"]);
        self.line(&["movt ", d.name(), ",%high(", symbol, ")"]);
    }

    /// `d = n + value`; `n` is not [`IP`].
    pub(crate) fn add(&mut self, d: Reg, n: Reg, value: i64) {
        if value == 0 {
            self.copy_register(d, n);
        } else if (-1024..=1023).contains(&value) {
            self.immediate("add", d, n, value);
        } else {
            self.constant(IP, value as u32);
            self.three("add", d, n, IP);
        }
    }

    /// The address of bytes in memory.
    pub(crate) fn address(&mut self, d: Reg, mem: Mem) {
        self.add(d, mem.base, mem.offset);
    }

    /// Rounds a register up to a multiple of a power of two.
    pub(crate) fn round_up(&mut self, r: Reg, align: u32) {
        self.add(r, r, i64::from(align) - 1);
        let bits = i64::from(align.trailing_zeros());
        self.immediate("lsr", r, r, bits);
        self.immediate("lsl", r, r, bits);
    }

    /// One load or store (`ldr`, `str`) of 1, 2, 4 or 8 bytes. [`IP`] is destroyed where the distance is
    /// out of range; so it is not the base, and not what is stored.
    pub(crate) fn access(&mut self, name: &str, size: u32, r: Reg, base: Reg, offset: i64) {
        let elements = offset / i64::from(size);
        if elements * i64::from(size) == offset && (-2047..=2047).contains(&elements) {
            self.line_start(name, size, r, base);
            if elements != 0 {
                let _ = write!(self.text, ",#{elements}");
            }
            self.text.push_str("]\n");
        } else {
            self.constant(IP, offset as u32);
            self.line_start(name, size, r, base);
            self.text.push_str(",r12]\n");
        }
    }

    /// One load or store at the address in `base`, which then grows by `step` elements.
    pub(crate) fn access_and_step(&mut self, name: &str, size: u32, r: Reg, base: Reg, step: i64) {
        self.line_start(name, size, r, base);
        let _ = writeln!(self.text, "],#{step}");
    }

    fn line_start(&mut self, name: &str, size: u32, r: Reg, base: Reg) {
        let suffix = match size {
            1 => "b",
            2 => "h",
            8 => "d",
            _ => "",
        };
        for part in ["\t", name, suffix, " ", r.name(), ",[", base.name()] {
            self.text.push_str(part);
        }
    }

    /// Loads `count` bytes (1 to 4) into the low bytes of a register; the rest of it becomes zero. The
    /// base may be the register itself only where one access suffices.
    pub(crate) fn load(&mut self, d: Reg, count: u32, mem: Mem) {
        let mut done = 0;
        while done < count {
            let from = mem.at(done);
            let size = unit((count - done).min(from.align).min(4));
            let to = if done == 0 { d } else { PIECE };
            self.access("ldr", size, to, from.base, from.offset);
            if done > 0 {
                self.immediate("lsl", PIECE, PIECE, i64::from(done) * 8);
                self.three("orr", d, d, PIECE);
            }
            done += size;
        }
    }

    /// Stores the `count` low bytes (1 to 4) of a register.
    pub(crate) fn store(&mut self, s: Reg, count: u32, mem: Mem) {
        let mut done = 0;
        while done < count {
            let to = mem.at(done);
            let size = unit((count - done).min(to.align).min(4));
            let from = if done == 0 { s } else { PIECE };
            if done > 0 {
                self.immediate("lsr", PIECE, s, i64::from(done) * 8);
            }
            self.access("str", size, from, to.base, to.offset);
            done += size;
        }
    }

    /// Copies bytes that do not overlap; destroys [`DATA0`], [`DATA1`], [`IP`] and two more.
    pub(crate) fn copy(&mut self, to: Mem, from: Mem, size: u32) {
        let step = unit(to.align.min(from.align));
        let units = size / step;
        let mut done = 0;
        if units > UNROLLED {
            self.address(FROM, from);
            self.address(TO, to);
            self.constant(IP, units);
            let again = self.new_label();
            self.place_label(again);
            self.access_and_step("ldr", step, DATA0, FROM, 1);
            self.access_and_step("str", step, DATA0, TO, 1);
            self.immediate("sub", IP, IP, 1);
            self.branch("bne", again);
            done = units * step;
            let rest = |base, align| Mem { base, offset: 0, align: alignment(align, i64::from(done)) };
            return self.copy_rest(rest(TO, to.align), rest(FROM, from.align), size - done);
        }
        while done + step <= size {
            let (f, t) = (from.at(done), to.at(done));
            self.access("ldr", step, DATA0, f.base, f.offset);
            self.access("str", step, DATA0, t.base, t.offset);
            done += step;
        }
        self.copy_rest(to.at(done), from.at(done), size - done);
    }

    fn copy_rest(&mut self, to: Mem, from: Mem, size: u32) {
        let mut done = 0;
        while done < size {
            let (f, t) = (from.at(done), to.at(done));
            let step = unit((size - done).min(f.align).min(t.align));
            self.access("ldr", step, DATA0, f.base, f.offset);
            self.access("str", step, DATA0, t.base, t.offset);
            done += step;
        }
    }
}
