//! Probes for the IPU in the syntax of LLVM's assembler. C names have no prefix. Calls leave the return address in
//! `$m10`; the processor can store only words.

use std::fmt::Write;

use crosscall_model::Target;
use crosscall_model::target::Register;

use super::spelling::{Language, Spelling, Unit, line};

/// Assembly syntax of the IPU.
pub(super) struct Ipu;

const SP: Register = Register(11);
/// Index of $a0 among the registers: those of the m file come first.
const FIRST_A: u16 = 16;
/// Registers of the m file that probes fill: neither the link register nor those above it.
const LOADED_M: std::ops::Range<u16> = 0..10;
/// Registers of the a file that exist.
const LOADED_A: std::ops::Range<u16> = FIRST_A..FIRST_A + 8;
/// Registers that are scratch in every called function.
const FREE: std::ops::Range<u16> = 0..7;
/// Range of an addition's immediates.
const IMMEDIATE: std::ops::Range<i64> = -0x8000..0x8000;
/// Bound of the masks of cleared bits that an instruction can hold.
const MASK: u64 = 0x1000;

#[rustfmt::skip]
const NAMES: [&str; 32] = [
    "$m0", "$m1", "$m2", "$m3", "$m4", "$m5", "$m6", "$m7",
    "$m8", "$m9", "$m10", "$m11", "$m12", "$m13", "$m14", "$m15",
    "$a0", "$a1", "$a2", "$a3", "$a4", "$a5", "$a6", "$a7",
    "$a8", "$a9", "$a10", "$a11", "$a12", "$a13", "$a14", "$a15",
];

static LANGUAGE: Language = Language {
    work: [Register(3), Register(4), Register(5), Register(6)],
    sp: "$m11",
    link: Some("$m10"),
    call: "call $m10,",
    jump: "bri",
    ret: "br $m10",
    ..Language::gnu(Target::Ipu.facts())
};

impl Spelling for Ipu {
    fn language(&self) -> &Language {
        &LANGUAGE
    }

    fn place(&self, base: &str, offset: i64) -> String {
        format!("{base}, $m15, {}", offset / 4)
    }

    fn loads(&self, to: &str, place: &str) -> String {
        format!("ld32 {to}, {place}")
    }

    fn stores(&self, from: &str, place: &str) -> String {
        format!("st32 {from}, {place}")
    }

    fn copies(&self, to: &str, from: &str) -> String {
        format!("mov {to}, {from}")
    }

    fn name(&self, register: Register) -> &'static str {
        NAMES.get(usize::from(register.0)).copied().unwrap_or("?")
    }

    fn more_work(&self) -> &'static [Register] {
        &[Register(7)]
    }

    fn is_loaded(&self, register: Register) -> bool {
        LOADED_M.contains(&register.0) || LOADED_A.contains(&register.0)
    }

    fn is_base(&self, register: Register) -> bool {
        LOADED_M.contains(&register.0)
    }

    fn is_temporary(&self, register: Register) -> bool {
        FREE.contains(&register.0)
    }

    fn number(&self, code: &mut String, to: Register, value: u64) {
        line(code, format_args!("ldconst {}, {:#x}", self.name(to), value & 0xffff_ffff));
    }

    fn address(&self, code: &mut String, to: Register, label: &str) {
        line(code, format_args!("setzi {}, {label}", self.name(to)));
    }

    fn stack_address(&self, code: &mut String, to: Register, offset: i64) {
        self.sum(code, "add", [to, SP], offset, IMMEDIATE.contains(&offset));
    }

    fn move_stack(&self, code: &mut String, up: bool, bytes: u64, temporary: Register) {
        let by = if up { bytes.cast_signed() } else { -bytes.cast_signed() };
        let by = self.operand(code, by, IMMEDIATE.contains(&by), temporary);
        line(code, format_args!("add $m11, $m11, {by}\t# stack arguments"));
    }

    fn align_stack(&self, code: &mut String, align: u64, temporary: Register) {
        let below = align.saturating_sub(1);
        let below = self.operand(code, below.cast_signed(), below < MASK, temporary);
        line(code, format_args!("andc $m11, $m11, {below}"));
    }

    fn copy(&self, code: &mut String, label: &str, unit: Unit, registers: [Register; 4]) {
        let [from, to, count, between] = registers.map(|register| self.name(register));
        if unit == Unit::Byte {
            return self.refuse(code, "a byte to be stored without a register to spare");
        }
        let _ = writeln!(code, "{label}:");
        line(code, format_args!("ld32 {between}, {from}, $m15, 0"));
        line(code, format_args!("st32 {between}, {to}, $m15, 0"));
        line(code, format_args!("add {from}, {from}, 4"));
        line(code, format_args!("add {to}, {to}, 4"));
        line(code, format_args!("add {count}, {count}, -1"));
        line(code, format_args!("brnz {count}, {label}"));
    }

    /// Writes a loop that copies bytes: the bits in which a byte differs from the old one are changed in its word.
    fn copy_bytes(&self, code: &mut String, label: &str, registers: [Register; 4], spare: &[Register]) {
        let Some(word) = spare.first().map(|register| self.name(*register)) else {
            return self.copy(code, label, Unit::Byte, registers);
        };
        let [from, to, count, change] = registers.map(|register| self.name(register));
        let _ = writeln!(code, "{label}:");
        line(code, format_args!("ldz8 {change}, {from}, $m15, 0"));
        line(code, format_args!("ldz8 {word}, {to}, $m15, 0"));
        line(code, format_args!("xor {change}, {change}, {word}"));
        line(code, format_args!("and {word}, {to}, 3"));
        line(code, format_args!("shl {word}, {word}, 3"));
        line(code, format_args!("shl {change}, {change}, {word}"));
        line(code, format_args!("andc {word}, {to}, 3"));
        line(code, format_args!("ld32 {word}, {word}, $m15, 0"));
        line(code, format_args!("xor {change}, {change}, {word}"));
        line(code, format_args!("andc {word}, {to}, 3"));
        line(code, format_args!("st32 {change}, {word}, $m15, 0"));
        line(code, format_args!("add {from}, {from}, 1"));
        line(code, format_args!("add {to}, {to}, 1"));
        line(code, format_args!("add {count}, {count}, -1"));
        line(code, format_args!("brnz {count}, {label}"));
    }
}
