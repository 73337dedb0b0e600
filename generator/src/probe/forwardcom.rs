//! Probes in the language of ForwardCom's assembler. C names have a leading underscore. Return addresses are on a
//! hidden stack.

use std::fmt::Write;

use crosscall_model::Target;
use crosscall_model::target::{Facts, Register};

use super::spelling::{Language, Source, Spelling, Unit, line};

/// Assembly syntax of ForwardCom, and of any other target on its machine.
pub(super) struct ForwardCom {
    /// Words of the language.
    language: Language,
    /// Register that holds the number of the next instruction at a call, where a document demands that.
    link: Option<Register>,
}

/// Assembly syntax of ForwardCom itself.
pub(super) static FORWARDCOM: ForwardCom = ForwardCom::on(Target::ForwardCom.facts(), None);

const SP: Register = Register(31);
/// Number of general registers that can hold the address in an access to memory.
const BASES: u16 = 28;
/// Number of general registers; vector registers follow.
const GENERAL: u16 = 32;
/// Number of registers that hold values.
const LOADED: u16 = 64;

impl ForwardCom {
    /// Syntax for a target on ForwardCom's machine.
    pub(super) const fn on(facts: &'static Facts, link: Option<Register>) -> ForwardCom {
        let language = Language {
            facts,
            prefix: "_",
            local: "L_",
            work: [Register(16), Register(17), Register(18), Register(19)],
            sp: "sp",
            link: None,
            call: "call",
            jump: "jump",
            ret: "return",
            comment: "//",
            word: "int64",
            byte: "int8",
            refuse: "refused",
            code: ["code section read execute ip\n", "code end\n"],
            data: ["data section read write datap\n\talign (8)\n", "data end\n"],
        };
        ForwardCom { language, link }
    }
}

impl Spelling for ForwardCom {
    fn language(&self) -> &Language {
        &self.language
    }

    fn place(&self, base: &str, offset: i64) -> String {
        format!("[{base}{offset:+}]")
    }

    fn loads(&self, to: &str, place: &str) -> String {
        format!("int64 {to} = {place}")
    }

    fn stores(&self, from: &str, place: &str) -> String {
        format!("int64 {place} = {from}")
    }

    fn copies(&self, to: &str, from: &str) -> String {
        format!("int64 {to} = {from}")
    }

    fn is_loaded(&self, register: Register) -> bool {
        register.0 < LOADED && register != SP
    }

    fn is_base(&self, register: Register) -> bool {
        register.0 < BASES
    }

    fn is_temporary(&self, register: Register) -> bool {
        self.is_base(register) && Some(register) != self.link
    }

    fn number(&self, code: &mut String, to: Register, value: u64) {
        line(code, format_args!("int64 {} = {value:#x}", self.name(to)));
    }

    fn address(&self, code: &mut String, to: Register, label: &str) {
        line(code, format_args!("int64 {} = address([{label}])", self.name(to)));
    }

    fn load(&self, code: &mut String, to: Register, from: &Source, bytes: usize, spare: Option<Register>) {
        let (name, base, offset) = (self.name(to), self.name(from.base), from.offset);
        if to.0 < GENERAL {
            line(code, format_args!("int64 {name} = [{base}+{offset}]"));
        } else if let Some(spare) = spare {
            self.number(code, spare, bytes as u64);
            line(code, format_args!("int8 {name} = [{base}+{offset}, length={}]", self.name(spare)));
        } else {
            self.refuse(code, "no register for the length of a vector");
        }
    }

    fn stack_address(&self, code: &mut String, to: Register, offset: i64) {
        line(code, format_args!("int64 {} = sp + ({offset})", self.name(to)));
    }

    fn move_stack(&self, code: &mut String, up: bool, bytes: u64, _temporary: Register) {
        let sign = if up { '+' } else { '-' };
        line(code, format_args!("int64 sp = sp {sign} {bytes}\t// stack arguments"));
    }

    fn align_stack(&self, code: &mut String, align: u64, temporary: Register) {
        self.number(code, temporary, align.wrapping_neg());
        line(code, format_args!("int64 sp = sp & {}", self.name(temporary)));
    }

    fn copy(&self, code: &mut String, label: &str, unit: Unit, registers: [Register; 4]) {
        let [from, to, count, between] = registers.map(|register| self.name(register));
        let (kind, bytes) = match unit {
            Unit::Byte => ("int8", 1),
            Unit::Word => ("int64", 8),
        };
        let _ = writeln!(code, "{label}:");
        line(code, format_args!("{kind} {between} = [{from}]"));
        line(code, format_args!("{kind} [{to}] = {between}"));
        line(code, format_args!("int64 {from} = {from} + {bytes}"));
        line(code, format_args!("int64 {to} = {to} + {bytes}"));
        line(code, format_args!("int64 {count} = sub({count}, 1), jump_nzero {label}"));
    }

    /// Passes the number of the return label's instruction, in units of 4 bytes.
    fn pass_return_link(&self, code: &mut String, label: &str) {
        if let Some(link) = self.link {
            self.address(code, link, label);
            line(code, format_args!("uint64 {0} = {0} >> 2", self.name(link)));
        }
    }

    fn reference(&self, text: &mut String, symbol: &str) {
        // Another document on this machine lets its functions change other registers.
        let changed = if self.link.is_some() { ", reguse = 0xffffffff, 0xffffffff" } else { "" };
        let _ = writeln!(text, "extern {symbol}: function{changed}");
    }

    fn function(&self, code: &mut String, symbol: &str) {
        let _ = writeln!(code, "{symbol} function public");
    }

    fn global(&self, label: &str) -> String {
        format!("public {label}: datap\n")
    }

    /// Sum with zero, because a type followed by a name would define the name.
    fn address_word(&self, symbol: String) -> String {
        format!("0 + {symbol}")
    }

    /// A program that records what it observes is impossible.
    fn store(&self, _code: &mut String, _from: Register, _to: &Source) -> bool {
        false
    }

    fn align(&self, data: &mut String, bytes: u64) {
        let _ = writeln!(data, "\talign ({bytes})");
    }

    fn space(&self, data: &mut String, bytes: u64, filler: Option<u8>, note: &str) {
        if !note.is_empty() {
            let _ = writeln!(data, "{}", self.note(note));
        }
        let bytes = vec![filler.unwrap_or(0); usize::try_from(bytes).unwrap_or(0)];
        self.bytes(data, &bytes);
    }
}
