//! Probes for the DPU in the syntax of the vendor's assembler. C names have no prefix. Calls use `call`, which stores
//! the number of the next instruction in r23, and a return is a jump there.

use std::fmt::Write;

use crosscall_model::Target;
use crosscall_model::plan::RegisterRule;
use crosscall_model::target::Register;

use super::spelling::{Language, Spelling, Unit, line};

/// Assembly syntax of the DPU.
pub(super) struct Dpu;

const SP: Register = Register(22);
/// Scratch registers that carry no arguments.
const FREE: std::ops::RangeInclusive<u16> = 8..=13;

static LANGUAGE: Language = Language {
    work: [Register(10), Register(11), Register(12), Register(13)],
    sp: "r22",
    link: Some("r23"),
    call: "call r23,",
    jump: "jump",
    ret: "jump r23",
    comment: "//",
    word: ".word",
    code: ["\t.text\n\t.balign 8\n", ""],
    ..Language::gnu(Target::Dpu.facts())
};

impl Spelling for Dpu {
    fn language(&self) -> &Language {
        &LANGUAGE
    }

    fn place(&self, base: &str, offset: i64) -> String {
        format!("{base}, {offset}")
    }

    fn loads(&self, to: &str, place: &str) -> String {
        format!("lw {to}, {place}")
    }

    fn stores(&self, from: &str, place: &str) -> String {
        format!("sw {place}, {from}")
    }

    fn copies(&self, to: &str, from: &str) -> String {
        format!("move {to}, {from}")
    }

    fn is_loaded(&self, register: Register) -> bool {
        register.0 < SP.0
    }

    fn is_temporary(&self, register: Register) -> bool {
        FREE.contains(&register.0)
    }

    fn number(&self, code: &mut String, to: Register, value: u64) {
        line(code, format_args!("move {}, {:#x}", self.name(to), value & 0xffff_ffff));
    }

    fn address(&self, code: &mut String, to: Register, label: &str) {
        line(code, format_args!("move {}, {label}", self.name(to)));
    }

    fn stack_address(&self, code: &mut String, to: Register, offset: i64) {
        line(code, format_args!("add {}, r22, {offset}", self.name(to)));
    }

    fn move_stack(&self, code: &mut String, up: bool, bytes: u64, _temporary: Register) {
        let sign = if up { "" } else { "-" };
        line(code, format_args!("add r22, r22, {sign}{bytes}\t// stack arguments"));
    }

    fn align_stack(&self, code: &mut String, align: u64, _temporary: Register) {
        line(code, format_args!("and r22, r22, {:#x}", align.wrapping_neg() & 0xffff_ffff));
    }

    fn copy(&self, code: &mut String, label: &str, unit: Unit, registers: [Register; 4]) {
        let [from, to, count, between] = registers.map(|register| self.name(register));
        let (load, store, bytes) = match unit {
            Unit::Byte => ("lbu", "sb", 1),
            Unit::Word => ("lw", "sw", 4),
        };
        let _ = writeln!(code, "{label}:");
        line(code, format_args!("{load} {between}, {from}, 0"));
        line(code, format_args!("{store} {to}, 0, {between}"));
        line(code, format_args!("add {from}, {from}, {bytes}"));
        line(code, format_args!("add {to}, {to}, {bytes}"));
        line(code, format_args!("add {count}, {count}, -1, nz, {label}"));
    }

    /// Adds with carry to 0.
    fn destroy_flags(&self, code: &mut String, _rules: &[RegisterRule], temporary: Register) {
        line(code, format_args!("add {}, lneg, 1", self.name(temporary)));
    }
}
