//! Instructions of the DPU, in the syntax of the vendor's assembler: the result comes first, in a store the address.

use crate::directives::Directives;
use crate::emit::{Access, Emit, Op, Reg, Text};

/// Printer of the DPU's instructions. It loads no pairs of registers, which have the upper half first (REG-19).
pub(super) struct Printer;

#[rustfmt::skip]
const NAMES: [&str; 24] = [
    "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11",
    "r12", "r13", "r14", "r15", "r16", "r17", "r18", "r19", "r20", "r21", "r22", "r23",
];

/// Mnemonics in the order of [`Op`].
const MNEMONICS: [&str; 7] = ["add ", "sub ", "or ", "xor ", "lsl ", "lsr ", "asr "];

impl Directives for Printer {
    fn comment_mark(&self) -> &'static str {
        "//"
    }

    fn code_align(&self) -> u32 {
        8
    }
}

impl Emit for Printer {
    fn name(&self, r: Reg) -> &'static str {
        NAMES.get(usize::from(r.0)).copied().unwrap_or("r0")
    }

    fn copy(&self, text: &mut Text, to: Reg, from: Reg) {
        text.line(&["move ", self.name(to), ", ", self.name(from)]);
    }

    fn operate(&self, text: &mut Text, op: Op, d: Reg, n: Reg, m: Reg) {
        text.line(&[op.mnemonic(&MNEMONICS), self.name(d), ", ", self.name(n), ", ", self.name(m)]);
    }

    fn operate_with(&self, text: &mut Text, op: Op, d: Reg, n: Reg, value: i64) {
        // An immediate can be the minuend, but not the subtrahend.
        let (op, value) = if op == Op::Subtract { (Op::Add, -value) } else { (op, value) };
        text.line_with(&[op.mnemonic(&MNEMONICS), self.name(d), ", ", self.name(n), ", "], value, "");
    }

    fn add(&self, text: &mut Text, d: Reg, n: Reg, value: i64) {
        self.operate_with(text, Op::Add, d, n, value);
    }

    fn constant(&self, text: &mut Text, d: Reg, value: u32) {
        text.line_with(&["move ", self.name(d), ", "], value.into(), "");
    }

    fn spoil_upper(&self, text: &mut Text, d: Reg, value: u32) {
        self.operate_with(text, Op::ExclusiveOr, d, d, i64::from(value << 16));
    }

    fn address_of(&self, text: &mut Text, d: Reg, [prefix, symbol]: [&str; 2]) {
        text.line(&["move ", self.name(d), ", ", prefix, symbol]);
    }

    fn access(&self, text: &mut Text, way: Access, size: u32, r: Reg, base: Reg, offset: i64) {
        let (load, store) = match size {
            1 => ("lbu ", "sb "),
            2 => ("lhu ", "sh "),
            _ => ("lw ", "sw "),
        };
        match way {
            Access::Load => text.line_with(&[load, self.name(r), ", ", self.name(base), ", "], offset, ""),
            Access::Store => {
                text.pieces(&["\t", store, self.name(base), ", "]);
                text.number(offset);
                text.pieces(&[", ", self.name(r), "\n"]);
            }
        }
    }

    fn branch(&self, text: &mut Text, label: usize) {
        text.line_with(&["jump .L"], label as i64, "");
    }

    fn branch_not_zero(&self, text: &mut Text, r: Reg, label: usize) {
        text.line_with(&["jnz ", self.name(r), ", .L"], label as i64, "");
    }

    fn branch_not_below(&self, text: &mut Text, n: Reg, m: Reg, _scratch: Reg, label: usize) {
        text.line_with(&["jgeu ", self.name(n), ", ", self.name(m), ", .L"], label as i64, "");
    }

    fn add_thread_number(&self, text: &mut Text, d: Reg) {
        text.line(&["add ", self.name(d), ", id, ", self.name(d)]);
    }

    fn call(&self, text: &mut Text, function: Reg) {
        text.line(&["call r23, ", self.name(function)]);
    }

    fn jump(&self, text: &mut Text, to: Reg) {
        text.line(&["jump ", self.name(to)]);
    }

    fn ret(&self, text: &mut Text) {
        text.line(&["jump r23"]);
    }
}
