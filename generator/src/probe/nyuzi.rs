//! Probes for the Nyuzi in the syntax of LLVM's assembler. C names have no prefix. Calls use `call`, which leaves the
//! return address in `ra`, and returns `ret`.

use std::fmt::Write;

use crosscall_model::Target;
use crosscall_model::target::Register;

use super::spelling::{Language, Source, Spelling, Unit, line};

/// Assembly syntax of the Nyuzi.
pub(super) struct Nyuzi;

const SP: Register = Register(30);
const RA: Register = Register(31);
/// Number of scalar registers; vector registers follow.
const SCALARS: u16 = 32;
/// Scratch scalar registers that carry no argument, whichever way arguments are counted.
const FREE: std::ops::RangeInclusive<u16> = 16..=23;
/// Range of an instruction's immediates.
const IMMEDIATE: std::ops::Range<i64> = -8192..8192;

static LANGUAGE: Language = Language {
    work: [Register(20), Register(21), Register(22), Register(23)],
    link: Some("ra"),
    call: "call",
    jump: "b",
    ret: "ret",
    ..Language::gnu(Target::Nyuzi.facts())
};

impl Spelling for Nyuzi {
    fn language(&self) -> &Language {
        &LANGUAGE
    }

    fn place(&self, base: &str, offset: i64) -> String {
        format!("{offset}({base})")
    }

    fn pointed(&self, base: &str) -> String {
        format!("({base})")
    }

    fn loads(&self, to: &str, place: &str) -> String {
        format!("load_32 {to}, {place}")
    }

    fn stores(&self, from: &str, place: &str) -> String {
        format!("store_32 {from}, {place}")
    }

    fn copies(&self, to: &str, from: &str) -> String {
        format!("move {to}, {from}")
    }

    fn is_loaded(&self, register: Register) -> bool {
        register != SP && register != RA
    }

    fn is_base(&self, register: Register) -> bool {
        self.is_loaded(register) && register.0 < SCALARS
    }

    fn is_temporary(&self, register: Register) -> bool {
        FREE.contains(&register.0)
    }

    fn number(&self, code: &mut String, to: Register, value: u64) {
        let to = self.name(to);
        // The low word as a signed number.
        let number = i64::from((value & 0xffff_ffff) as u32 as i32);
        if IMMEDIATE.contains(&number) {
            line(code, format_args!("move {to}, {number}"));
        } else {
            line(code, format_args!("li {to}, {number}"));
        }
    }

    fn address(&self, code: &mut String, to: Register, label: &str) {
        line(code, format_args!("lea {}, {label}", self.name(to)));
    }

    fn load(&self, code: &mut String, to: Register, from: &Source, _bytes: usize, _spare: Option<Register>) {
        let load = if to.0 < SCALARS { "load_32" } else { "load_v" };
        line(code, format_args!("{load} {}, {}({})", self.name(to), from.offset, self.name(from.base)));
    }

    fn store(&self, code: &mut String, from: Register, to: &Source) -> bool {
        let store = if from.0 < SCALARS { "store_32" } else { "store_v" };
        line(code, format_args!("{store} {}, {}({})", self.name(from), to.offset, self.name(to.base)));
        true
    }

    fn stack_address(&self, code: &mut String, to: Register, offset: i64) {
        self.sum(code, "add_i", [to, SP], offset, IMMEDIATE.contains(&offset));
    }

    fn move_stack(&self, code: &mut String, up: bool, bytes: u64, temporary: Register) {
        let by = if up { bytes.cast_signed() } else { -bytes.cast_signed() };
        let by = self.operand(code, by, IMMEDIATE.contains(&by), temporary);
        line(code, format_args!("add_i sp, sp, {by}\t# stack arguments"));
    }

    fn align_stack(&self, code: &mut String, align: u64, temporary: Register) {
        let mask = align.wrapping_neg().cast_signed();
        let mask = self.operand(code, mask, IMMEDIATE.contains(&mask), temporary);
        line(code, format_args!("and sp, sp, {mask}"));
    }

    fn copy(&self, code: &mut String, label: &str, unit: Unit, registers: [Register; 4]) {
        let [from, to, count, between] = registers.map(|register| self.name(register));
        let (load, store, bytes) = match unit {
            Unit::Byte => ("load_u8", "store_8", 1),
            Unit::Word => ("load_32", "store_32", 4),
        };
        let _ = writeln!(code, "{label}:");
        line(code, format_args!("{load} {between}, ({from})"));
        line(code, format_args!("{store} {between}, ({to})"));
        line(code, format_args!("add_i {from}, {from}, {bytes}"));
        line(code, format_args!("add_i {to}, {to}, {bytes}"));
        line(code, format_args!("sub_i {count}, {count}, 1"));
        line(code, format_args!("bnz {count}, {label}"));
    }
}
