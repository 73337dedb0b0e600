//! Probes for AArch64. C names have no prefix. Calls use `bl`, which leaves the return address in `x30`, and returns `ret`.
//! Everything is addressed relative to the program counter.

use std::fmt::Write;

use crosscall_model::Target;
use crosscall_model::plan::RegisterRule;
use crosscall_model::target::Register;

use super::spelling::{Language, Source, Spelling, Unit, line};

/// Assembly syntax of AArch64.
pub(super) struct Aarch64(Language);

/// The syntax.
pub(super) static SYNTAX: Aarch64 = Aarch64(Language {
    // x9 to x12.
    work: [Register(9), Register(10), Register(11), Register(12)],
    link: Some("x30"),
    call: "bl",
    jump: "b",
    ret: "ret",
    comment: "//",
    word: ".quad",
    code: ["\t.text\n\t.balign 4\n", ""],
    data: ["\t.data\n\t.balign 16\n", ""],
    ..Language::gnu(Target::Aarch64.facts())
});

const LINK: Register = Register(30);
const SP: Register = Register(31);
/// Vector registers, behind the general ones and the stack pointer.
const VECTORS: std::ops::Range<u16> = 32..64;
/// x9 to x15.
const TEMPORARIES: std::ops::RangeInclusive<u16> = 9..=15;
/// Immediates of additions and subtractions.
const IMMEDIATES: std::ops::Range<u64> = 0..4096;

impl Aarch64 {
    /// Name in loads and stores: of a vector register that of all its bytes.
    fn whole(&self, register: Register) -> String {
        if VECTORS.contains(&register.0) {
            format!("q{}", register.0 - VECTORS.start)
        } else {
            self.name(register).to_owned()
        }
    }

    /// Sets `to` to the sum of the stack pointer and a number.
    fn shifted(&self, code: &mut String, to: Register, offset: i64, temporary: Register) {
        let (name, work) = (self.name(to), if offset < 0 { "sub" } else { "add" });
        let distance = offset.unsigned_abs();
        if IMMEDIATES.contains(&distance) {
            line(code, format_args!("{work} {name}, sp, #{distance}"));
        } else {
            self.number(code, temporary, distance);
            line(code, format_args!("{work} {name}, sp, {}", self.name(temporary)));
        }
    }
}

impl Spelling for Aarch64 {
    fn language(&self) -> &Language {
        &self.0
    }

    fn place(&self, base: &str, offset: i64) -> String {
        format!("[{base}, #{offset}]")
    }

    fn loads(&self, to: &str, place: &str) -> String {
        format!("ldr {to}, {place}")
    }

    fn stores(&self, from: &str, place: &str) -> String {
        format!("str {from}, {place}")
    }

    fn copies(&self, to: &str, from: &str) -> String {
        format!("mov {to}, {from}")
    }

    fn is_loaded(&self, register: Register) -> bool {
        register.0 < VECTORS.end && register != SP && register != LINK
    }

    fn is_base(&self, register: Register) -> bool {
        self.is_loaded(register) && register.0 < VECTORS.start
    }

    fn is_temporary(&self, register: Register) -> bool {
        TEMPORARIES.contains(&register.0)
    }

    fn number(&self, code: &mut String, to: Register, value: u64) {
        let to = self.name(to);
        line(code, format_args!("mov {to}, #{:#x}", value & 0xffff));
        for shift in [16, 32, 48] {
            let part = value >> shift & 0xffff;
            if part != 0 {
                line(code, format_args!("movk {to}, #{part:#x}, lsl #{shift}"));
            }
        }
    }

    fn address(&self, code: &mut String, to: Register, label: &str) {
        let to = self.name(to);
        line(code, format_args!("adrp {to}, {label}"));
        line(code, format_args!("add {to}, {to}, :lo12:{label}"));
    }

    fn load(&self, code: &mut String, to: Register, from: &Source, _bytes: usize, _spare: Option<Register>) {
        let place = self.place(self.name(from.base), from.offset.cast_signed());
        line(code, self.loads(&self.whole(to), &place));
    }

    fn store(&self, code: &mut String, from: Register, to: &Source) -> bool {
        let place = self.place(self.name(to.base), to.offset.cast_signed());
        line(code, self.stores(&self.whole(from), &place));
        true
    }

    fn stack_address(&self, code: &mut String, to: Register, offset: i64) {
        self.shifted(code, to, offset, to);
    }

    fn move_stack(&self, code: &mut String, up: bool, bytes: u64, temporary: Register) {
        let by = if up { bytes.cast_signed() } else { -bytes.cast_signed() };
        self.shifted(code, SP, by, temporary);
    }

    fn align_stack(&self, code: &mut String, align: u64, temporary: Register) {
        let temporary = self.name(temporary);
        line(code, format_args!("mov {temporary}, sp"));
        line(code, format_args!("and sp, {temporary}, #{:#x}", align.wrapping_neg()));
    }

    fn copy(&self, code: &mut String, label: &str, unit: Unit, registers: [Register; 4]) {
        let [from, to, count, between] = registers.map(|register| self.name(register));
        let (end, between, bytes) = match unit {
            Unit::Byte => ("b", between.replacen('x', "w", 1), 1),
            Unit::Word => ("", between.to_owned(), 8),
        };
        let _ = writeln!(code, "{label}:");
        line(code, format_args!("ldr{end} {between}, [{from}], #{bytes}"));
        line(code, format_args!("str{end} {between}, [{to}], #{bytes}"));
        line(code, format_args!("subs {count}, {count}, #1"));
        line(code, format_args!("b.ne {label}"));
    }

    /// No store takes the stack pointer.
    fn save_links(&self, code: &mut String, at: Register) {
        let [_, b, ..] = self.0.work;
        let (at, b) = (self.name(at), self.name(b));
        line(code, format_args!("mov {b}, sp"));
        line(code, format_args!("stp x30, {b}, [{at}]\t// for the way home"));
    }

    fn return_by_saved(&self, code: &mut String, at: Register) {
        let [_, b, ..] = self.0.work;
        let (at, b) = (self.name(at), self.name(b));
        line(code, format_args!("ldp x30, {b}, [{at}]"));
        line(code, format_args!("mov sp, {b}"));
        self.ret(code);
    }

    /// The condition flags.
    fn destroy_flags(&self, code: &mut String, _rules: &[RegisterRule], _temporary: Register) {
        line(code, "cmp sp, #1");
    }
}
