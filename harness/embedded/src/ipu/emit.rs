//! Instructions of the IPU, in the syntax of LLVM's assembler.
//!
//! Values without a register are in words of memory; values move from the m file to the a file only through memory;
//! and memory is written a word at a time.

use super::registers::{CELLS, FIRST_CELL};
use crate::directives::Directives;
use crate::emit::{Access, Emit, Op, Reg, Text};

/// Printer of the IPU's instructions.
pub(super) struct Printer {
    upper: Upper,
}

/// Contents above a half when it is extended in a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Upper {
    Zero,
    Again,
    Anything,
}

/// Printer that puts zeros above a half.
pub(super) static ZERO: Printer = Printer { upper: Upper::Zero };
/// Printer that puts the same half above a half.
pub(super) static AGAIN: Printer = Printer { upper: Upper::Again };
/// Printer that puts arbitrary bits above a half.
pub(super) static ANYTHING: Printer = Printer { upper: Upper::Anything };

#[rustfmt::skip]
const NAMES: [&str; 32] = [
    "$m0", "$m1", "$m2", "$m3", "$m4", "$m5", "$m6", "$m7", "$m8", "$m9", "$m10", "$m11", "$m12", "$m13", "$m14", "$m15",
    "$a0", "$a1", "$a2", "$a3", "$a4", "$a5", "$a6", "$a7", "$a8", "$a9", "$a10", "$a11", "$a12", "$a13", "$a14", "$a15",
];

/// Registers for intermediate values.
const ONE: &str = "$m4";
const TWO: &str = "$m5";
const THREE: &str = "$m6";
/// Label of the words of memory that represent registers, followed by one more, through which words move to the a
/// file.
const WORK: &str = "work_words";
const WAY: i64 = CELLS as i64;

/// Range of an addition's immediates.
const IMMEDIATES: std::ops::RangeInclusive<i64> = -0x8000..=0x7fff;
/// Number of units that the offset of a load or a store can hold.
const UNITS: i64 = 0x1000;
/// Bound of the numbers that fit a short constant.
const SHORT: u32 = 1 << 20;

/// Location of a register or of the word that represents one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Location {
    M,
    A,
    /// Memory, at this index of a word.
    Cell(i64),
}

fn location(r: Reg) -> Location {
    match r.0 {
        0..16 => Location::M,
        16..32 => Location::A,
        _ => Location::Cell(i64::from(r.0.saturating_sub(FIRST_CELL))),
    }
}

/// Mnemonics in the order of [`Op`].
const MNEMONICS: [&str; 7] = ["add ", "sub ", "or ", "xor ", "shl ", "shr ", "shrs "];

impl Printer {
    /// Register of the m file with the contents of `r`: itself, or `through`.
    fn take(&self, text: &mut Text, r: Reg, through: &'static str) -> &'static str {
        match location(r) {
            Location::M => self.name(r),
            Location::A => {
                text.line(&["atom ", through, ", ", self.name(r)]);
                through
            }
            Location::Cell(word) => {
                text.line(&["setzi ", through, ", ", WORK]);
                text.line_with(&["ld32 ", through, ", ", through, ", $m15, "], word, "");
                through
            }
        }
    }

    /// Register of the m file in which a value for `d` is computed.
    fn target(&self, d: Reg) -> &'static str {
        if location(d) == Location::M { self.name(d) } else { ONE }
    }

    /// Moves the computed value to its destination. The second register for intermediate values is destroyed.
    fn give(&self, text: &mut Text, d: Reg) {
        let word = match location(d) {
            Location::M => return,
            Location::A => WAY,
            Location::Cell(word) => word,
        };
        text.line(&["setzi ", TWO, ", ", WORK]);
        text.line_with(&["st32 ", ONE, ", ", TWO, ", $m15, "], word, "");
        if location(d) == Location::A {
            text.line_with(&["ld32 ", self.name(d), ", ", TWO, ", $m15, "], word, "");
        }
    }

    fn put_constant(&self, text: &mut Text, name: &str, value: u32) {
        let directive = if value < SHORT { "setzi " } else { "ldconst " };
        text.line_with(&[directive, name, ", "], value.into(), "");
    }

    /// Computes an address `to = base + offset`.
    fn place(&self, text: &mut Text, to: &str, base: &str, offset: i64) {
        if offset == 0 {
            text.line(&["mov ", to, ", ", base]);
        } else if IMMEDIATES.contains(&offset) {
            text.line_with(&["add ", to, ", ", base, ", "], offset, "");
        } else {
            self.put_constant(text, THREE, offset as u32);
            text.line(&["add ", to, ", ", base, ", ", THREE]);
        }
    }

    /// Base register, and offset in units of `size` bytes, that one access can hold.
    fn within(&self, text: &mut Text, base: Reg, offset: i64, size: u32) -> (&'static str, i64) {
        let from = self.take(text, base, TWO);
        let size = i64::from(size);
        if offset >= 0 && offset % size == 0 && offset / size < UNITS {
            return (from, offset / size);
        }
        self.place(text, TWO, from, offset);
        (TWO, 0)
    }

    fn load(&self, text: &mut Text, size: u32, r: Reg, base: Reg, offset: i64) {
        let (base, units) = self.within(text, base, offset, size);
        let whole = size >= 4;
        let to = if whole && location(r) == Location::A { self.name(r) } else { self.target(r) };
        let load = match size {
            1 => "ldz8 ",
            2 => "ldz16 ",
            _ => "ld32 ",
        };
        text.line_with(&[load, to, ", ", base, ", $m15, "], units, "");
        if to == ONE {
            self.give(text, r);
        }
    }

    fn store(&self, text: &mut Text, size: u32, r: Reg, base: Reg, offset: i64) {
        if size >= 4 {
            let (base, units) = self.within(text, base, offset, size);
            let from = if location(r) == Location::A { self.name(r) } else { self.take(text, r, ONE) };
            return text.line_with(&["st32 ", from, ", ", base, ", $m15, "], units, "");
        }
        let from = self.take(text, r, ONE);
        if from != ONE {
            text.line(&["mov ", ONE, ", ", from]);
        }
        let base = self.take(text, base, TWO);
        self.place(text, TWO, base, offset);
        let (load, bits) = if size == 1 { ("ldz8 ", 24) } else { ("ldz16 ", 16) };
        // The bits in which the stored value differs are changed in the word around it.
        text.line(&[load, THREE, ", ", TWO, ", $m15, 0"]);
        text.line(&["xor ", ONE, ", ", ONE, ", ", THREE]);
        text.line_with(&["shl ", ONE, ", ", ONE, ", "], bits, "");
        text.line_with(&["shr ", ONE, ", ", ONE, ", "], bits, "");
        text.line(&["and ", THREE, ", ", TWO, ", 3"]);
        text.line(&["shl ", THREE, ", ", THREE, ", 3"]);
        text.line(&["shl ", ONE, ", ", ONE, ", ", THREE]);
        text.line(&["andc ", THREE, ", ", TWO, ", 3"]);
        text.line(&["ld32 ", TWO, ", ", THREE, ", $m15, 0"]);
        text.line(&["xor ", ONE, ", ", ONE, ", ", TWO]);
        text.line(&["st32 ", ONE, ", ", THREE, ", $m15, 0"]);
    }

    /// Writes half of an extension in the a file: the half moves up, or down with other contents above it.
    fn extend_half(&self, text: &mut Text, up: bool, d: Reg, n: Reg) {
        let (d, n) = (self.name(d), self.name(n));
        match (up, self.upper) {
            (true, _) => text.line(&["sort4x16lo ", d, ", $azero, ", n]),
            (false, Upper::Again) => text.line(&["sort4x16hi ", d, ", ", n, ", ", n]),
            (false, Upper::Zero) => text.line(&["sort4x16hi ", d, ", ", n, ", $azero"]),
            (false, Upper::Anything) => {
                text.line(&["sort4x16hi ", d, ", ", n, ", $azero"]);
                text.line(&["or ", d, ", ", d, ", 0x5a300000"]);
            }
        }
    }
}

impl Directives for Printer {
    fn own_objects(&self, text: &mut String) {
        self.align(text, 8);
        let bytes = 4 * (usize::from(CELLS) + 2);
        text.push_str(&format!("{WORK}:\n\t.zero {bytes}\n\t.size {WORK}, {bytes}\n"));
    }
}

impl Emit for Printer {
    fn name(&self, r: Reg) -> &'static str {
        NAMES.get(usize::from(r.0)).copied().unwrap_or("a word of its own")
    }

    fn copy(&self, text: &mut Text, to: Reg, from: Reg) {
        match (location(to), location(from)) {
            (Location::M, Location::M) | (Location::A, Location::A) => {
                text.line(&["mov ", self.name(to), ", ", self.name(from)]);
            }
            (Location::M, _) => {
                let found = self.take(text, from, self.name(to));
                debug_assert_eq!(found, self.name(to));
            }
            _ => {
                let found = self.take(text, from, ONE);
                if found != ONE {
                    text.line(&["mov ", ONE, ", ", found]);
                }
                self.give(text, to);
            }
        }
    }

    fn operate(&self, text: &mut Text, op: Op, d: Reg, n: Reg, m: Reg) {
        let (n, m) = (self.take(text, n, ONE), self.take(text, m, TWO));
        text.line(&[op.mnemonic(&MNEMONICS), self.target(d), ", ", n, ", ", m]);
        self.give(text, d);
    }

    fn operate_with(&self, text: &mut Text, op: Op, d: Reg, n: Reg, value: i64) {
        match op {
            Op::ShiftLeft if location(d) == Location::A && value == 16 => {
                return self.extend_half(text, true, d, n);
            }
            Op::ShiftRight | Op::ShiftRightSigned if location(d) == Location::A && value == 16 => {
                return self.extend_half(text, false, d, n);
            }
            _ => {}
        }
        let n = self.take(text, n, ONE);
        let (mnemonic, value) =
            if op == Op::Subtract { ("add ", -value) } else { (op.mnemonic(&MNEMONICS), value) };
        text.line_with(&[mnemonic, self.target(d), ", ", n, ", "], value, "");
        self.give(text, d);
    }

    fn add(&self, text: &mut Text, d: Reg, n: Reg, value: i64) {
        let n = self.take(text, n, ONE);
        self.place(text, self.target(d), n, value);
        self.give(text, d);
    }

    fn constant(&self, text: &mut Text, d: Reg, value: u32) {
        if location(d) == Location::A {
            return self.put_constant(text, self.name(d), value);
        }
        self.put_constant(text, self.target(d), value);
        self.give(text, d);
    }

    fn spoil_upper(&self, text: &mut Text, d: Reg, value: u32) {
        let n = self.take(text, d, ONE);
        self.put_constant(text, TWO, value << 16);
        text.line(&["xor ", self.target(d), ", ", n, ", ", TWO]);
        self.give(text, d);
    }

    fn address_of(&self, text: &mut Text, d: Reg, [prefix, symbol]: [&str; 2]) {
        text.line(&["setzi ", self.target(d), ", ", prefix, symbol]);
        self.give(text, d);
    }

    fn access(&self, text: &mut Text, way: Access, size: u32, r: Reg, base: Reg, offset: i64) {
        match way {
            Access::Load => self.load(text, size, r, base, offset),
            Access::Store => self.store(text, size, r, base, offset),
        }
    }

    fn branch(&self, text: &mut Text, label: usize) {
        text.line_with(&["bri .L"], label as i64, "");
    }

    fn branch_not_zero(&self, text: &mut Text, r: Reg, label: usize) {
        let r = self.take(text, r, ONE);
        text.line_with(&["brnz ", r, ", .L"], label as i64, "");
    }

    fn branch_not_below(&self, text: &mut Text, n: Reg, m: Reg, _scratch: Reg, label: usize) {
        let (n, m) = (self.take(text, n, ONE), self.take(text, m, TWO));
        text.line(&["cmpult ", ONE, ", ", n, ", ", m]);
        text.line_with(&["brz ", ONE, ", .L"], label as i64, "");
    }

    /// There is no call by a register: the link register is set separately.
    fn call(&self, text: &mut Text, function: Reg) {
        let function = self.take(text, function, ONE);
        text.line(&["setzi $m10, 1f"]);
        text.line(&["br ", function]);
        text.pieces(&["1:\n"]);
    }

    fn jump(&self, text: &mut Text, to: Reg) {
        let to = self.take(text, to, ONE);
        text.line(&["br ", to]);
    }

    fn ret(&self, text: &mut Text) {
        text.line(&["br $m10"]);
    }

    fn exit(&self, text: &mut Text) {
        text.line(&["exitz $m15"]);
    }
}
