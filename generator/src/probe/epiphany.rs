//! Probes for the Epiphany in the syntax of its assembler (GNU binutils). C names have a leading
//! underscore. Calls use `bl` and returns `rts` (Epiphany ABI, "Subroutine Calls").

use std::fmt::Write;

use crosscall_model::Target;
use crosscall_model::plan::{Preservation, RegisterRule};
use crosscall_model::target::Register;

use super::spelling::{Language, Source, Spelling, Unit, line};

/// Assembly syntax of the Epiphany.
pub(super) struct Epiphany;

const SP: Register = Register(13);
const LR: Register = Register(14);
/// Number of general registers; the special ones after them are not loaded from memory.
const GENERAL: u16 = 64;
/// Name of the flags among the registers.
const FLAGS: &str = "status";
/// Integer and floating-point flags, current and sticky: all flags that have a meaning are set.
const FLAG_POISON: u64 = 0xfff0;

static LANGUAGE: Language = Language {
    prefix: "_",
    work: [Register(16), Register(17), Register(18), Register(19)],
    link: Some("lr"),
    call: "bl",
    jump: "b",
    ret: "rts",
    comment: ";",
    word: ".word",
    ..Language::gnu(Target::Epiphany.facts())
};

impl Spelling for Epiphany {
    fn language(&self) -> &Language {
        &LANGUAGE
    }

    fn place(&self, base: &str, offset: i64) -> String {
        format!("[{base},#{}]", offset / 4)
    }

    fn pointed(&self, base: &str) -> String {
        format!("[{base}]")
    }

    fn loads(&self, to: &str, place: &str) -> String {
        format!("ldr {to},{place}")
    }

    fn stores(&self, from: &str, place: &str) -> String {
        format!("str {from},{place}")
    }

    fn copies(&self, to: &str, from: &str) -> String {
        format!("mov {to},{from}")
    }

    fn is_loaded(&self, register: Register) -> bool {
        register.0 < GENERAL && register != SP && register != LR
    }

    fn is_temporary(&self, register: Register) -> bool {
        self.is_loaded(register) && register.0 >= 12
    }

    fn number(&self, code: &mut String, to: Register, value: u64) {
        let to = self.name(to);
        if value <= 0xffff {
            line(code, format_args!("mov {to},#{value:#x}"));
        } else {
            let value = value & 0xffff_ffff;
            line(code, format_args!("mov {to},%low({value:#x})"));
            line(code, format_args!("movt {to},%high({value:#x})"));
        }
    }

    fn address(&self, code: &mut String, to: Register, label: &str) {
        let to = self.name(to);
        line(code, format_args!("mov {to},%low({label})"));
        line(code, format_args!("movt {to},%high({label})"));
    }

    fn load_pair(&self, code: &mut String, first: Register, from: &Source) -> bool {
        let (first, base) = (self.name(first), self.name(from.base));
        line(code, format_args!("ldrd {first},[{base},#{}]", from.offset / 8));
        true
    }

    fn stack_address(&self, code: &mut String, to: Register, offset: i64) {
        if offset == 0 {
            line(code, format_args!("mov {},sp", self.name(to)));
        } else {
            self.number(code, to, offset.cast_unsigned());
            line(code, format_args!("add {0},{0},sp", self.name(to)));
        }
    }

    fn move_stack(&self, code: &mut String, up: bool, bytes: u64, temporary: Register) {
        self.number(code, temporary, bytes);
        let move_by = if up { "add" } else { "sub" };
        line(code, format_args!("{move_by} sp,sp,{}\t; stack arguments", self.name(temporary)));
    }

    fn align_stack(&self, code: &mut String, align: u64, temporary: Register) {
        self.number(code, temporary, align.wrapping_neg());
        line(code, format_args!("and sp,sp,{}", self.name(temporary)));
    }

    fn copy(&self, code: &mut String, label: &str, unit: Unit, registers: [Register; 4]) {
        let [from, to, count, between] = registers.map(|register| self.name(register));
        let unit = if unit == Unit::Byte { "b" } else { "" };
        let _ = writeln!(code, "{label}:");
        line(code, format_args!("ldr{unit} {between},[{from}],#1"));
        line(code, format_args!("str{unit} {between},[{to}],#1"));
        line(code, format_args!("sub {count},{count},#1"));
        line(code, format_args!("bne {label}"));
    }

    fn destroy_flags(&self, code: &mut String, rules: &[RegisterRule], temporary: Register) {
        let is_flags = |r: Register| self.name(r) == FLAGS;
        if rules.iter().any(|rule| is_flags(rule.register) && rule.preservation != Preservation::Unspecified)
        {
            self.number(code, temporary, FLAG_POISON);
            line(code, format_args!("movts {FLAGS},{}", self.name(temporary)));
        }
    }
}
