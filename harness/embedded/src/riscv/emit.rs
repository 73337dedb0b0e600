//! Instructions of RISC-V, in the syntax of the GNU assembler.
//!
//! Instructions on floating-point registers assume that these have 64 bits, whatever the ABI passes in them.

use crosscall_model::Target;
use crosscall_model::target::RegisterInfo;
use crosscall_model::target::riscv::Abi;

use super::registers::{Numbers, SCRATCH};
use crate::directives::Directives;
use crate::emit::{Access, Emit, Op, Reg, Text};

/// Printer of instructions.
pub(super) struct Printer {
    registers: &'static [RegisterInfo],
    numbers: Numbers,
    /// Number of bytes of an integer register.
    xlen: u32,
    /// Printer of operations on numbers of 4 bytes, where a register has more.
    ints: Option<&'static Printer>,
    /// True if operations are on numbers of 4 bytes.
    on_ints: bool,
}

pub(super) static EMBEDDED: Printer = printer(Abi::Ilp32e, None);
pub(super) static NARROW: Printer = printer(Abi::Ilp32d, None);
pub(super) static WIDE: Printer = printer(Abi::Lp64d, Some(&INTS));
static INTS: Printer = Printer { on_ints: true, ..printer(Abi::Lp64d, None) };

const fn printer(abi: Abi, ints: Option<&'static Printer>) -> Printer {
    let facts = Target::Riscv(abi).facts();
    Printer {
        registers: facts.registers,
        numbers: Numbers::of(abi),
        xlen: facts.word as u32,
        ints,
        on_ints: false,
    }
}

/// Names of the registers that the base with 16 lacks.
#[rustfmt::skip]
const BEYOND: [&str; 16] = [
    "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29", "x30", "x31",
];

/// Range of immediates and displacements.
const IMMEDIATES: std::ops::RangeInclusive<i64> = -2048..=2047;

/// Mnemonics in the order of [`Op`].
const MNEMONICS: [&str; 7] = ["add", "sub", "or", "xor", "sll", "srl", "sra"];
/// Mnemonics of operations on numbers of 4 bytes.
const INT_MNEMONICS: [&str; 7] = ["addw", "subw", "or", "xor", "sllw", "srlw", "sraw"];
/// Mnemonics with a number; a difference is a sum with the opposite number.
const NUMBER_MNEMONICS: [&str; 7] = ["addi", "addi", "ori", "xori", "slli", "srli", "srai"];
/// The same on numbers of 4 bytes.
const INT_NUMBER_MNEMONICS: [&str; 7] = ["addiw", "addiw", "ori", "xori", "slliw", "srliw", "sraiw"];

impl Printer {
    /// Emits code with 16 more bytes of stack, which the stack pointer leads to.
    fn on_stack(&self, text: &mut Text, code: impl FnOnce(&mut Text)) {
        text.line(&["addi sp, sp, -16"]);
        code(text);
        text.line(&["addi sp, sp, 16"]);
    }

    /// Puts zeros above the lower 4 bytes of a wider register.
    fn cut(&self, text: &mut Text, d: Reg) {
        if self.xlen > 4 {
            let d = self.name(d);
            text.line(&["slli ", d, ", ", d, ", 32"]);
            text.line(&["srli ", d, ", ", d, ", 32"]);
        }
    }

    fn transfer_name(&self, way: Access, size: u32, floating: bool) -> &'static str {
        match (way, size, floating) {
            (Access::Load, 4, true) => "flw ",
            (Access::Load, _, true) => "fld ",
            (Access::Store, 4, true) => "fsw ",
            (Access::Store, _, true) => "fsd ",
            (Access::Load, 1, _) => "lbu ",
            (Access::Load, 2, _) => "lhu ",
            (Access::Load, 4, _) if self.xlen > 4 => "lwu ",
            (Access::Load, 4, _) => "lw ",
            (Access::Load, ..) => "ld ",
            (Access::Store, 1, _) => "sb ",
            (Access::Store, 2, _) => "sh ",
            (Access::Store, 4, _) => "sw ",
            (Access::Store, ..) => "sd ",
        }
    }

    /// Emits a branch over a jump to the label, which reaches farther than a branch. The label behind the jump has the
    /// length of the text as its number.
    fn jump_unless(&self, text: &mut Text, condition: &[&str], label: usize) {
        let near = text.0.len() as i64;
        let mut parts = condition.to_vec();
        parts.push(", .Lnear");
        text.line_with(&parts, near, "");
        self.branch(text, label);
        text.pieces(&[".Lnear"]);
        text.number(near);
        text.pieces(&[":\n"]);
    }
}

impl Directives for Printer {
    fn address_directive(&self) -> &'static str {
        if self.xlen > 4 { ".dword" } else { ".word" }
    }
}

impl Emit for Printer {
    fn name(&self, r: Reg) -> &'static str {
        let at = usize::from(r.0);
        let beyond = || at.checked_sub(self.registers.len()).and_then(|i| BEYOND.get(i)).copied();
        self.registers.get(at).map(|info| info.name).or_else(beyond).unwrap_or("zero")
    }

    fn widest(&self) -> u32 {
        self.xlen
    }

    fn copy(&self, text: &mut Text, to: Reg, from: Reg) {
        let (d, s) = (self.name(to), self.name(from));
        match (self.is_floating(to), self.is_floating(from)) {
            (false, false) => text.line(&["mv ", d, ", ", s]),
            (true, true) => text.line(&["fmv.d ", d, ", ", s]),
            (true, false) => text.line(&["fmv.w.x ", d, ", ", s]),
            (false, true) => {
                text.line(&["fmv.x.w ", d, ", ", s]);
                self.cut(text, to);
            }
        }
    }

    fn operate(&self, text: &mut Text, op: Op, d: Reg, n: Reg, m: Reg) {
        let m = self.name(m);
        if self.is_floating(d) {
            let (d, n, scratch) = (self.name(d), self.name(n), self.name(SCRATCH));
            return self.on_stack(text, |text| {
                text.line(&["fsd ", n, ", 0(sp)"]);
                text.line(&["lw ", scratch, ", 0(sp)"]);
                text.line(&[op.mnemonic(&MNEMONICS), " ", scratch, ", ", scratch, ", ", m]);
                text.line(&["sw ", scratch, ", 0(sp)"]);
                text.line(&["fld ", d, ", 0(sp)"]);
            });
        }
        let mnemonics = if self.on_ints { &INT_MNEMONICS } else { &MNEMONICS };
        text.line(&[op.mnemonic(mnemonics), " ", self.name(d), ", ", self.name(n), ", ", m]);
        if self.on_ints {
            self.cut(text, d);
        }
    }

    fn operate_with(&self, text: &mut Text, op: Op, d: Reg, n: Reg, value: i64) {
        let value = if op == Op::Subtract { -value } else { value };
        let mnemonics = if self.on_ints { &INT_NUMBER_MNEMONICS } else { &NUMBER_MNEMONICS };
        text.line_with(&[op.mnemonic(mnemonics), " ", self.name(d), ", ", self.name(n), ", "], value, "");
        if self.on_ints {
            self.cut(text, d);
        }
    }

    fn add(&self, text: &mut Text, d: Reg, n: Reg, value: i64) {
        let (d, n, scratch) = (self.name(d), self.name(n), self.name(SCRATCH));
        if IMMEDIATES.contains(&value) {
            return text.line_with(&["addi ", d, ", ", n, ", "], value, "");
        }
        text.line_with(&["li ", scratch, ", "], value, "");
        text.line(&["add ", d, ", ", n, ", ", scratch]);
    }

    fn constant(&self, text: &mut Text, d: Reg, value: u32) {
        self.constant_long(text, d, value.into());
    }

    fn constant_long(&self, text: &mut Text, d: Reg, value: u64) {
        let to = if self.is_floating(d) { SCRATCH } else { d };
        // With 32-bit registers a number is given with the sign that it has there.
        let value = if self.xlen > 4 { value.cast_signed() } else { (value as u32).cast_signed().into() };
        text.line_with(&["li ", self.name(to), ", "], value, "");
        if to != d {
            self.copy(text, d, to);
        }
    }

    fn on_ints(&self) -> Option<&'static dyn Emit> {
        self.ints.map(|ints| ints as &dyn Emit)
    }

    fn spoil_upper(&self, text: &mut Text, d: Reg, value: u32) {
        if !self.is_floating(d) {
            let above = if self.xlen > 4 { 32 } else { 16 };
            self.constant_long(text, SCRATCH, u64::from(value) << above);
            self.operate(text, Op::ExclusiveOr, d, d, SCRATCH);
        }
    }

    fn address_of(&self, text: &mut Text, d: Reg, [prefix, symbol]: [&str; 2]) {
        text.line(&["la ", self.name(d), ", ", prefix, symbol]);
    }

    fn access(&self, text: &mut Text, way: Access, size: u32, r: Reg, base: Reg, offset: i64) {
        let (mut base, mut offset) = (self.name(base), offset);
        let scratch = self.name(SCRATCH);
        if !IMMEDIATES.contains(&offset) {
            let near = (offset << 52) >> 52;
            text.line_with(&["li ", scratch, ", "], offset - near, "");
            text.line(&["add ", scratch, ", ", scratch, ", ", base]);
            (base, offset) = (scratch, near);
        }
        let is_floating = self.is_floating(r);
        let mut name = self.name(r);
        if is_floating && size < 4 {
            // There may be no instruction for numbers of this size.
            if way == Access::Load {
                text.pieces(&["\t", self.transfer_name(way, size, false), scratch, ", "]);
                text.number(offset);
                text.pieces(&["(", base, ")\n"]);
                return self.insert_number(text, r, SCRATCH, size, 8);
            }
            name = self.name(self.numbers.piece);
            text.line(&["fmv.x.w ", name, ", ", self.name(r)]);
        }
        text.pieces(&["\t", self.transfer_name(way, size, is_floating && size >= 4), name, ", "]);
        text.number(offset);
        text.pieces(&["(", base, ")\n"]);
    }

    fn insert(&self, text: &mut Text, d: Reg, lane: u32, from: Reg) {
        let (d, s) = (self.name(d), self.name(from));
        match (self.xlen, lane) {
            (8.., _) => text.line(&["fmv.d.x ", d, ", ", s]),
            (_, 0) => text.line(&["fmv.w.x ", d, ", ", s]),
            _ => self.on_stack(text, |text| {
                text.line(&["fsd ", d, ", 0(sp)"]);
                text.line(&["sw ", s, ", 4(sp)"]);
                text.line(&["fld ", d, ", 0(sp)"]);
            }),
        }
    }

    fn extract(&self, text: &mut Text, to: Reg, s: Reg, lane: u32) {
        let (d, s) = (self.name(to), self.name(s));
        match (self.xlen, lane) {
            (8.., _) => text.line(&["fmv.x.d ", d, ", ", s]),
            (_, 0) => text.line(&["fmv.x.w ", d, ", ", s]),
            _ => self.on_stack(text, |text| {
                text.line(&["fsd ", s, ", 0(sp)"]);
                text.line(&["lw ", d, ", 4(sp)"]);
            }),
        }
    }

    fn is_floating(&self, r: Reg) -> bool {
        self.numbers.is_floating(r)
    }

    fn insert_number(&self, text: &mut Text, d: Reg, from: Reg, len: u32, ones: u32) {
        let (to, s, scratch) = (self.name(d), self.name(from), self.name(SCRATCH));
        if len == 8 {
            return text.line(&["fmv.d.x ", to, ", ", s]);
        }
        let mut word = s;
        if len < 4 && ones >= 4 {
            text.line_with(&["li ", scratch, ", "], -1 << (8 * len), "");
            if ones == 4 {
                // Bits above 4 bytes are zero.
                text.line(&["or ", scratch, ", ", scratch, ", ", s]);
                self.cut(text, SCRATCH);
            } else {
                text.line(&["or ", scratch, ", ", scratch, ", ", s]);
            }
            word = scratch;
        }
        match (ones, self.xlen) {
            (8.., _) => text.line(&["fmv.w.x ", to, ", ", word]),
            (_, 8..) => text.line(&["fmv.d.x ", to, ", ", word]),
            _ => self.on_stack(text, |text| {
                text.line(&["sw ", word, ", 0(sp)"]);
                text.line(&["sw zero, 4(sp)"]);
                text.line(&["fld ", to, ", 0(sp)"]);
            }),
        }
    }

    fn branch(&self, text: &mut Text, label: usize) {
        text.line_with(&["j .L"], label as i64, "");
    }

    fn branch_not_zero(&self, text: &mut Text, r: Reg, label: usize) {
        self.jump_unless(text, &["beqz ", self.name(r)], label);
    }

    fn branch_not_below(&self, text: &mut Text, n: Reg, m: Reg, _scratch: Reg, label: usize) {
        self.jump_unless(text, &["bltu ", self.name(n), ", ", self.name(m)], label);
    }

    fn call(&self, text: &mut Text, function: Reg) {
        text.line(&["jalr ", self.name(function)]);
    }

    fn jump(&self, text: &mut Text, to: Reg) {
        text.line(&["jr ", self.name(to)]);
    }

    fn jump_to(&self, text: &mut Text, [prefix, symbol]: [&str; 2], _scratch: Reg) {
        text.line(&["tail ", prefix, symbol]);
    }

    fn ret(&self, text: &mut Text) {
        text.line(&["ret"]);
    }
}
