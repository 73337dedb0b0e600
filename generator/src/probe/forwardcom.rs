//! Probes in the language of ForwardCom's assembler. C names have a leading underscore. Return addresses are on a
//! hidden stack.

use std::fmt::Write;

use crosscall_model::Target;
use crosscall_model::digits::append_row;
use crosscall_model::target::{Facts, Register};

use super::fill::Word;
use super::spelling::{Source, Spelling, Unit, line};

/// Assembly syntax of ForwardCom, and of any other target on its machine.
pub(super) struct ForwardCom {
    /// Properties of the hardware.
    pub(super) facts: &'static Facts,
    /// Register that holds the number of the next instruction at a call, where a document demands that.
    pub(super) link: Option<Register>,
}

/// Assembly syntax of ForwardCom itself.
pub(super) static FORWARDCOM: ForwardCom = ForwardCom { facts: Target::ForwardCom.facts(), link: None };

const SP: Register = Register(31);
/// Number of general registers that can hold the address in an access to memory.
const BASES: u16 = 28;
/// Number of general registers; vector registers follow.
const GENERAL: u16 = 32;
/// Number of registers that hold values.
const LOADED: u16 = 64;
/// Number of bytes on a line of data.
const ROW: usize = 16;

impl Spelling for ForwardCom {
    fn facts(&self) -> &'static Facts {
        self.facts
    }

    fn symbol(&self, name: &str) -> String {
        format!("_{name}")
    }

    fn local(&self, name: &str) -> String {
        format!("L_{name}")
    }

    fn work(&self) -> [Register; 4] {
        [16, 17, 18, 19].map(Register)
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

    fn load_from_stack(&self, code: &mut String, to: Register, offset: i64) {
        line(code, format_args!("int64 {} = [sp{offset:+}]", self.name(to)));
    }

    fn store_to_stack(&self, code: &mut String, from: Register, offset: i64) {
        line(code, format_args!("int64 [sp{offset:+}] = {}", self.name(from)));
    }

    fn copy_register(&self, code: &mut String, to: Register, from: Register, note: &str) {
        let note = if note.is_empty() { String::new() } else { format!("\t// {note}") };
        line(code, format_args!("int64 {} = {}{note}", self.name(to), self.name(from)));
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

    /// Stores the stack pointer only: the return address is on the hidden stack and need not be stored.
    fn save_links(&self, code: &mut String, at: Register) {
        line(code, format_args!("int64 [{}+8] = sp\t// for the way home", self.name(at)));
    }

    fn return_by_saved(&self, code: &mut String, at: Register) {
        line(code, format_args!("int64 sp = [{}+8]", self.name(at)));
        line(code, format_args!("return"));
    }

    fn load_saved(&self, code: &mut String, to: Register, at: Register, second: bool) {
        let offset = if second { 8 } else { 0 };
        line(code, format_args!("int64 {} = [{}+{offset}]", self.name(to), self.name(at)));
    }

    /// Passes the number of the return label's instruction, in units of 4 bytes.
    fn pass_return_link(&self, code: &mut String, label: &str) {
        if let Some(link) = self.link {
            self.address(code, link, label);
            line(code, format_args!("uint64 {0} = {0} >> 2", self.name(link)));
        }
    }

    fn call(&self, code: &mut String, symbol: &str) {
        line(code, format_args!("call {symbol}"));
    }

    fn jump(&self, code: &mut String, symbol: &str) {
        line(code, format_args!("jump {symbol}"));
    }

    fn ret(&self, code: &mut String) {
        line(code, format_args!("return"));
    }

    fn comment(&self) -> &'static str {
        "//"
    }

    fn code_section(&self) -> &'static str {
        "code section read execute ip\n"
    }

    fn code_end(&self) -> &'static str {
        "code end\n"
    }

    fn data_section(&self) -> &'static str {
        "data section read write datap\n\talign (8)\n"
    }

    fn data_end(&self) -> &'static str {
        "data end\n"
    }

    fn reference(&self, text: &mut String, symbol: &str) {
        // Another document on this machine lets its functions change other registers.
        let changed = if self.link.is_some() { ", reguse = 0xffffffff, 0xffffffff" } else { "" };
        let _ = writeln!(text, "extern {symbol}: function{changed}");
    }

    fn function(&self, code: &mut String, symbol: &str) {
        let _ = writeln!(code, "{symbol} function public");
    }

    fn label(&self, data: &mut String, label: &str, global: bool, note: &str) {
        if global {
            let _ = writeln!(data, "public {label}: datap");
        }
        let note = if note.is_empty() { String::new() } else { format!("\t// {note}") };
        let _ = writeln!(data, "{label}:{note}");
    }

    fn align(&self, data: &mut String, bytes: u64) {
        let _ = writeln!(data, "\talign ({bytes})");
    }

    fn space(&self, data: &mut String, bytes: u64, filler: Option<u8>, note: &str) {
        if !note.is_empty() {
            let _ = writeln!(data, "\t// {note}");
        }
        let bytes = vec![filler.unwrap_or(0); usize::try_from(bytes).unwrap_or(0)];
        self.bytes(data, &bytes);
    }

    fn words(&self, data: &mut String, words: &[Word], note: &str) {
        let shown: Vec<String> = words
            .iter()
            .map(|word| match word {
                Word::Number(number) => format!("{number:#018x}"),
                // A type followed by a name would define the name.
                Word::Address(label) => format!("0 + {}", self.symbol(label)),
            })
            .collect();
        let note = if note.is_empty() { String::new() } else { format!("\t// {note}") };
        let _ = writeln!(data, "\tint64 {}{note}", shown.join(","));
    }

    fn zero_words(&self, data: &mut String, count: usize) {
        let _ = writeln!(data, "\tint64 {}", vec!["0"; count].join(","));
    }

    fn bytes(&self, data: &mut String, bytes: &[u8]) {
        for row in bytes.chunks(ROW) {
            append_row(data, "int8", row);
        }
    }

    fn refuse(&self, code: &mut String, why: &str) {
        let _ = writeln!(code, "\trefused \"{}\"", why.replace('"', "'"));
    }
}
