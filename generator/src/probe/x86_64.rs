//! Probes for x86-64 in Intel's syntax, as GNU's and LLVM's assemblers take it. C names have no prefix, and everything is
//! addressed relative to the instruction pointer.

use std::fmt::Write;

use crosscall_model::Target;
use crosscall_model::plan::RegisterRule;
use crosscall_model::target::Register;

use super::spelling::{Language, Source, Spelling, Unit, line};

/// Assembly syntax of x86-64.
pub(super) struct X86_64(Language);

/// The syntax.
pub(super) static SYNTAX: X86_64 = X86_64(Language {
    // rax, r10, r11 and rbx.
    work: [Register(0), Register(10), Register(11), Register(3)],
    sp: "rsp",
    call: "call",
    jump: "jmp",
    ret: "ret",
    word: ".quad",
    code: ["\t.intel_syntax noprefix\n\t.text\n\t.balign 16\n", ""],
    data: ["\t.data\n\t.balign 16\n", ""],
    ..Language::gnu(Target::X86_64.facts())
});

const RSP: Register = Register(4);
/// Number of general registers, before which the others begin.
const GENERAL: u16 = 16;
/// Registers of vectors, and those of x87 behind them.
const VECTORS: std::ops::Range<u16> = GENERAL..32;
const X87: std::ops::Range<u16> = 32..40;
/// rcx, rsi and r8 to r11: neither the address of a result is in them, nor a result of a word.
const TEMPORARIES: [u16; 6] = [1, 6, 8, 9, 10, 11];
/// Lowest bytes of the general registers.
const LOW: [&str; 16] = [
    "al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil", "r8b", "r9b", "r10b", "r11b", "r12b", "r13b", "r14b",
    "r15b",
];

impl Spelling for X86_64 {
    fn language(&self) -> &Language {
        &self.0
    }

    fn place(&self, base: &str, offset: i64) -> String {
        format!("[{base}{offset:+}]")
    }

    fn loads(&self, to: &str, place: &str) -> String {
        format!("mov {to}, {place}")
    }

    fn stores(&self, from: &str, place: &str) -> String {
        format!("mov {place}, {from}")
    }

    fn copies(&self, to: &str, from: &str) -> String {
        format!("mov {to}, {from}")
    }

    fn is_loaded(&self, register: Register) -> bool {
        register.0 < X87.end && register != RSP
    }

    /// The stack of x87 is empty at calls but for values: poison would stay there.
    fn is_poisoned(&self, register: Register) -> bool {
        register.0 < VECTORS.end && register != RSP
    }

    fn is_base(&self, register: Register) -> bool {
        register.0 < GENERAL && register != RSP
    }

    fn is_temporary(&self, register: Register) -> bool {
        TEMPORARIES.contains(&register.0)
    }

    fn number(&self, code: &mut String, to: Register, value: u64) {
        line(code, format_args!("movabs {}, {value:#x}", self.name(to)));
    }

    fn address(&self, code: &mut String, to: Register, label: &str) {
        line(code, format_args!("lea {}, [rip+{label}]", self.name(to)));
    }

    /// Of x87 the lower register is loaded first, and then changes places with the next.
    fn load(&self, code: &mut String, to: Register, from: &Source, _bytes: usize, _spare: Option<Register>) {
        let place = self.place(self.name(from.base), from.offset.cast_signed());
        match to.0 {
            number if VECTORS.contains(&number) => {
                line(code, format_args!("movups {}, {place}", self.name(to)))
            }
            number if X87.contains(&number) => {
                line(code, format_args!("fld tbyte ptr {place}"));
                if number > X87.start {
                    line(code, format_args!("fxch st({})", number - X87.start));
                }
            }
            _ => line(code, self.loads(self.name(to), &place)),
        }
    }

    fn store(&self, code: &mut String, from: Register, to: &Source) -> bool {
        let place = self.place(self.name(to.base), to.offset.cast_signed());
        match from.0 {
            number if VECTORS.contains(&number) => {
                line(code, format_args!("movups {place}, {}", self.name(from)))
            }
            number if X87.contains(&number) => {
                line(code, format_args!("fld st({})", number - X87.start));
                line(code, format_args!("fstp tbyte ptr {place}"));
            }
            _ => line(code, self.stores(self.name(from), &place)),
        }
        true
    }

    fn stack_address(&self, code: &mut String, to: Register, offset: i64) {
        line(code, format_args!("lea {}, {}", self.name(to), self.place("rsp", offset)));
    }

    fn move_stack(&self, code: &mut String, up: bool, bytes: u64, _temporary: Register) {
        line(code, format_args!("{} rsp, {bytes}\t# stack arguments", if up { "add" } else { "sub" }));
    }

    fn align_stack(&self, code: &mut String, align: u64, _temporary: Register) {
        line(code, format_args!("and rsp, -{align}"));
    }

    fn copy(&self, code: &mut String, label: &str, unit: Unit, registers: [Register; 4]) {
        let [from, to, count, between] = registers.map(|register| self.name(register));
        let low = LOW.get(usize::from(registers[3].0)).copied().unwrap_or("al");
        let (between, bytes) = match unit {
            Unit::Byte => (low, 1),
            Unit::Word => (between, 8),
        };
        let _ = writeln!(code, "{label}:");
        line(code, format_args!("mov {between}, [{from}]"));
        line(code, format_args!("mov [{to}], {between}"));
        line(code, format_args!("add {from}, {bytes}"));
        line(code, format_args!("add {to}, {bytes}"));
        line(code, format_args!("sub {count}, 1"));
        line(code, format_args!("jne {label}"));
    }

    /// The arithmetic flags. The direction flag is a mode.
    fn destroy_flags(&self, code: &mut String, _rules: &[RegisterRule], _temporary: Register) {
        line(code, "cmp rsp, 1");
    }
}
