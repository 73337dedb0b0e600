//! Instructions of the Epiphany, in the syntax of the assembler's manual: displacements count elements, not bytes.

use crate::directives::Directives;
use crate::emit::{Access, Emit, Op, Reg, Text};

/// Printer of the Epiphany's instructions.
pub(super) struct Printer;

/// Scratch register: offsets and constants out of an instruction's range, and callees' addresses.
pub(super) const SCRATCH: Reg = Reg(12);

const NAMES: [&str; 64] = [
    "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "sp", "lr", "r15",
    "r16", "r17", "r18", "r19", "r20", "r21", "r22", "r23", "r24", "r25", "r26", "r27", "r28", "r29", "r30",
    "r31", "r32", "r33", "r34", "r35", "r36", "r37", "r38", "r39", "r40", "r41", "r42", "r43", "r44", "r45",
    "r46", "r47", "r48", "r49", "r50", "r51", "r52", "r53", "r54", "r55", "r56", "r57", "r58", "r59", "r60",
    "r61", "r62", "r63",
];

/// Mnemonics in the order of [`Op`].
const MNEMONICS: [&str; 7] = ["add", "sub", "orr", "eor", "lsl", "lsr", "asr"];

/// Writes the beginning of a load or store, up to the name of the base register.
fn begin(text: &mut Text, way: Access, size: u32, r: &str, base: &str) {
    let name = if way == Access::Load { "ldr" } else { "str" };
    let suffix = match size {
        1 => "b",
        2 => "h",
        8 => "d",
        _ => "",
    };
    text.pieces(&["\t", name, suffix, " ", r, ",[", base]);
}

impl Directives for Printer {
    fn comment_mark(&self) -> &'static str {
        ";"
    }

    fn symbol_prefix(&self) -> &'static str {
        "_"
    }

    fn word(&self) -> &'static str {
        ".word"
    }
}

impl Emit for Printer {
    fn name(&self, r: Reg) -> &'static str {
        NAMES.get(usize::from(r.0)).copied().unwrap_or("r63")
    }

    fn widest(&self) -> u32 {
        8
    }

    fn pairs(&self, low: Reg, high: Reg) -> bool {
        low.0.is_multiple_of(2) && high.0 == low.0 + 1
    }

    fn copy(&self, text: &mut Text, to: Reg, from: Reg) {
        text.line(&["mov ", self.name(to), ",", self.name(from)]);
    }

    fn operate(&self, text: &mut Text, op: Op, d: Reg, n: Reg, m: Reg) {
        text.line(&[op.mnemonic(&MNEMONICS), " ", self.name(d), ",", self.name(n), ",", self.name(m)]);
    }

    fn operate_with(&self, text: &mut Text, op: Op, d: Reg, n: Reg, value: i64) {
        text.line_with(&[op.mnemonic(&MNEMONICS), " ", self.name(d), ",", self.name(n), ",#"], value, "");
    }

    fn add(&self, text: &mut Text, d: Reg, n: Reg, value: i64) {
        if (-1024..=1023).contains(&value) {
            self.operate_with(text, Op::Add, d, n, value);
        } else {
            self.constant(text, SCRATCH, value as u32);
            self.operate(text, Op::Add, d, n, SCRATCH);
        }
    }

    fn constant(&self, text: &mut Text, d: Reg, value: u32) {
        text.line_with(&["mov ", self.name(d), ",#"], (value & 0xffff).into(), "");
        if value >> 16 != 0 {
            self.spoil_upper(text, d, value >> 16);
        }
    }

    fn spoil_upper(&self, text: &mut Text, d: Reg, value: u32) {
        text.line_with(&["movt ", self.name(d), ",#"], (value & 0xffff).into(), "");
    }

    fn address_of(&self, text: &mut Text, d: Reg, [prefix, symbol]: [&str; 2]) {
        text.line(&["mov ", self.name(d), ",%low(", prefix, symbol, ")"]);
        text.line(&["movt ", self.name(d), ",%high(", prefix, symbol, ")"]);
    }

    fn access(&self, text: &mut Text, way: Access, size: u32, r: Reg, base: Reg, offset: i64) {
        let elements = offset / i64::from(size);
        if elements * i64::from(size) == offset && (-2047..=2047).contains(&elements) {
            begin(text, way, size, self.name(r), self.name(base));
            if elements != 0 {
                text.pieces(&[",#"]);
                text.number(elements);
            }
            text.pieces(&["]\n"]);
        } else {
            self.constant(text, SCRATCH, offset as u32);
            begin(text, way, size, self.name(r), self.name(base));
            text.pieces(&[",r12]\n"]);
        }
    }

    fn access_and_step(&self, text: &mut Text, way: Access, size: u32, r: Reg, base: Reg, step: i64) {
        begin(text, way, size, self.name(r), self.name(base));
        text.pieces(&["],#"]);
        text.number(step / i64::from(size));
        text.pieces(&["\n"]);
    }

    fn test(&self, text: &mut Text, r: Reg) {
        // Conditions are flags, which other instructions may have changed.
        self.operate_with(text, Op::Subtract, r, r, 0);
    }

    fn branch(&self, text: &mut Text, label: usize) {
        text.line_with(&["b .L"], label as i64, "");
    }

    fn branch_not_zero(&self, text: &mut Text, _r: Reg, label: usize) {
        text.line_with(&["bne .L"], label as i64, "");
    }

    fn branch_not_below(&self, text: &mut Text, _n: Reg, _m: Reg, _scratch: Reg, label: usize) {
        text.line_with(&["bgteu .L"], label as i64, "");
    }

    fn call(&self, text: &mut Text, function: Reg) {
        text.line(&["jalr ", self.name(function)]);
    }

    fn jump(&self, text: &mut Text, to: Reg) {
        text.line(&["jr ", self.name(to)]);
    }

    fn ret(&self, text: &mut Text) {
        text.line(&["rts"]);
    }
}
