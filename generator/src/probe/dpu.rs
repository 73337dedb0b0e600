//! Probes for the DPU in the syntax of the vendor's assembler. C names have no prefix. Calls use `call`, which stores
//! the number of the next instruction in r23, and a return is a jump there.

use std::fmt::Write;

use crosscall_model::Target;
use crosscall_model::plan::RegisterRule;
use crosscall_model::target::{Facts, Register};

use super::spelling::{Source, Spelling, Unit, line};

/// Assembly syntax of the DPU.
pub(super) struct Dpu;

const SP: Register = Register(22);
const LINK: Register = Register(23);
/// Scratch registers that carry no arguments.
const FREE: std::ops::RangeInclusive<u16> = 8..=13;

impl Spelling for Dpu {
    fn facts(&self) -> &'static Facts {
        Target::Dpu.facts()
    }

    fn work(&self) -> [Register; 4] {
        [10, 11, 12, 13].map(Register)
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

    fn load(&self, code: &mut String, to: Register, from: &Source, _bytes: usize, _spare: Option<Register>) {
        line(code, format_args!("lw {}, {}, {}", self.name(to), self.name(from.base), from.offset));
    }

    fn store(&self, code: &mut String, from: Register, to: &Source) -> bool {
        line(code, format_args!("sw {}, {}, {}", self.name(to.base), to.offset, self.name(from)));
        true
    }

    fn load_from_stack(&self, code: &mut String, to: Register, offset: i64) {
        line(code, format_args!("lw {}, r22, {offset}", self.name(to)));
    }

    fn store_to_stack(&self, code: &mut String, from: Register, offset: i64) {
        line(code, format_args!("sw r22, {offset}, {}", self.name(from)));
    }

    fn copy_register(&self, code: &mut String, to: Register, from: Register, note: &str) {
        let note = if note.is_empty() { String::new() } else { format!("\t// {note}") };
        line(code, format_args!("move {}, {}{note}", self.name(to), self.name(from)));
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

    fn save_links(&self, code: &mut String, at: Register) {
        let at = self.name(at);
        line(code, format_args!("sw {at}, 0, r23\t// for the way home"));
        line(code, format_args!("sw {at}, 4, r22"));
    }

    fn return_by_saved(&self, code: &mut String, at: Register) {
        let at = self.name(at);
        line(code, format_args!("lw r23, {at}, 0"));
        line(code, format_args!("lw r22, {at}, 4"));
        self.ret(code);
    }

    fn load_saved(&self, code: &mut String, to: Register, at: Register, second: bool) {
        let offset = if second { 4 } else { 0 };
        line(code, format_args!("lw {}, {}, {offset}", self.name(to), self.name(at)));
    }

    fn call(&self, code: &mut String, symbol: &str) {
        line(code, format_args!("call {}, {symbol}", self.name(LINK)));
    }

    fn jump(&self, code: &mut String, symbol: &str) {
        line(code, format_args!("jump {symbol}"));
    }

    fn ret(&self, code: &mut String) {
        line(code, format_args!("jump {}", self.name(LINK)));
    }

    /// Adds with carry to 0.
    fn destroy_flags(&self, code: &mut String, _rules: &[RegisterRule], temporary: Register) {
        line(code, format_args!("add {}, lneg, 1", self.name(temporary)));
    }

    fn comment(&self) -> &'static str {
        "//"
    }

    fn code_section(&self) -> &'static str {
        "\t.text\n\t.balign 8\n"
    }
}
