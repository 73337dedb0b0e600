//! Instructions of the Nyuzi, in the syntax of LLVM's assembler.

use crate::directives::Directives;
use crate::emit::{Access, Emit, Op, Reg, Text};

/// Printer of the Nyuzi's instructions.
pub(super) struct Printer {
    /// Scratch register: offsets and constants out of an instruction's range, masks, and callees' addresses.
    pub(super) scratch: Reg,
}

#[rustfmt::skip]
const NAMES: [&str; 64] = [
    "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "s12", "s13", "s14", "s15",
    "s16", "s17", "s18", "s19", "s20", "s21", "s22", "s23", "s24", "s25", "s26", "s27", "gp", "fp", "sp", "ra",
    "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15",
    "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31",
];

/// Range of a load's or store's displacements, in bytes.
const DISPLACEMENTS: std::ops::RangeInclusive<i64> = -16384..=16383;
/// Range of an operation's immediates.
const IMMEDIATES: std::ops::RangeInclusive<i64> = -8192..=8191;

/// Mnemonics in the order of [`Op`].
const MNEMONICS: [&str; 7] = ["add_i", "sub_i", "or", "xor", "shl", "shr", "ashr"];

fn is_vector(r: Reg) -> bool {
    r.0 >= super::registers::FIRST_VECTOR.0
}

fn transfer_name(way: Access, size: u32) -> &'static str {
    match (way, size) {
        (Access::Load, 1) => "load_u8 ",
        (Access::Load, 2) => "load_u16 ",
        (Access::Load, 64) => "load_v ",
        (Access::Load, _) => "load_32 ",
        (Access::Store, 1) => "store_8 ",
        (Access::Store, 2) => "store_16 ",
        (Access::Store, 64) => "store_v ",
        (Access::Store, _) => "store_32 ",
    }
}

impl Printer {
    /// Writes one load or store whose displacement fits.
    fn transfer(&self, text: &mut Text, way: Access, size: u32, r: Reg, base: Reg, offset: i64) {
        text.pieces(&["\t", transfer_name(way, size), self.name(r), ", "]);
        text.number(offset);
        text.pieces(&["(", self.name(base), ")\n"]);
    }
}

impl Directives for Printer {}

impl Emit for Printer {
    fn name(&self, r: Reg) -> &'static str {
        NAMES.get(usize::from(r.0)).copied().unwrap_or("s0")
    }

    fn copy(&self, text: &mut Text, to: Reg, from: Reg) {
        if is_vector(from) && !is_vector(to) {
            return self.extract(text, to, from, 0);
        }
        // A scalar is copied to every lane of a vector.
        text.line(&["move ", self.name(to), ", ", self.name(from)]);
    }

    fn operate(&self, text: &mut Text, op: Op, d: Reg, n: Reg, m: Reg) {
        text.line(&[op.mnemonic(&MNEMONICS), " ", self.name(d), ", ", self.name(n), ", ", self.name(m)]);
    }

    fn operate_with(&self, text: &mut Text, op: Op, d: Reg, n: Reg, value: i64) {
        text.line_with(&[op.mnemonic(&MNEMONICS), " ", self.name(d), ", ", self.name(n), ", "], value, "");
    }

    fn add(&self, text: &mut Text, d: Reg, n: Reg, value: i64) {
        if IMMEDIATES.contains(&value) {
            self.operate_with(text, Op::Add, d, n, value);
        } else {
            self.constant(text, self.scratch, value as u32);
            self.operate(text, Op::Add, d, n, self.scratch);
        }
    }

    fn constant(&self, text: &mut Text, d: Reg, value: u32) {
        if is_vector(d) {
            self.constant(text, self.scratch, value);
            return self.copy(text, d, self.scratch);
        }
        text.line_with(&["li ", self.name(d), ", "], value.into(), "");
    }

    fn spoil_upper(&self, text: &mut Text, d: Reg, value: u32) {
        self.constant(text, self.scratch, value << 16);
        self.operate(text, Op::ExclusiveOr, d, d, self.scratch);
    }

    fn address_of(&self, text: &mut Text, d: Reg, [prefix, symbol]: [&str; 2]) {
        text.line(&["lea ", self.name(d), ", ", prefix, symbol]);
    }

    fn access(&self, text: &mut Text, way: Access, size: u32, r: Reg, base: Reg, offset: i64) {
        if DISPLACEMENTS.contains(&offset) {
            self.transfer(text, way, size, r, base, offset);
        } else {
            self.constant(text, self.scratch, offset as u32);
            self.operate(text, Op::Add, self.scratch, self.scratch, base);
            self.transfer(text, way, size, r, self.scratch, 0);
        }
    }

    fn insert(&self, text: &mut Text, d: Reg, lane: u32, from: Reg) {
        self.constant(text, self.scratch, 1 << lane.min(15));
        text.line(&["move_mask ", self.name(d), ", ", self.name(self.scratch), ", ", self.name(from)]);
    }

    fn extract(&self, text: &mut Text, to: Reg, s: Reg, lane: u32) {
        text.line_with(&["getlane ", self.name(to), ", ", self.name(s), ", "], lane.into(), "");
    }

    fn branch(&self, text: &mut Text, label: usize) {
        text.line_with(&["b .L"], label as i64, "");
    }

    fn branch_not_zero(&self, text: &mut Text, r: Reg, label: usize) {
        text.line_with(&["bnz ", self.name(r), ", .L"], label as i64, "");
    }

    fn branch_not_below(&self, text: &mut Text, n: Reg, m: Reg, scratch: Reg, label: usize) {
        let flag = self.name(scratch);
        text.line(&["cmplt_u ", flag, ", ", self.name(n), ", ", self.name(m)]);
        text.line_with(&["bz ", flag, ", .L"], label as i64, "");
    }

    fn call(&self, text: &mut Text, function: Reg) {
        text.line(&["call ", self.name(function)]);
    }

    fn jump(&self, text: &mut Text, to: Reg) {
        text.line(&["b ", self.name(to)]);
    }

    fn ret(&self, text: &mut Text) {
        text.line(&["ret"]);
    }
}
