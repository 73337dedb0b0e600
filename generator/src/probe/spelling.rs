//! Syntax of a probe in the assembly of one target. The behaviour of probes is in [`sides`](super::sides); a target's
//! file holds syntax only.

use std::fmt::Write;

use crosscall_model::digits::append_row;
use crosscall_model::plan::RegisterRule;
use crosscall_model::target::{Facts, Register};

use super::fill::Word;

/// Appends an instruction to code.
pub(super) fn line(code: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = writeln!(code, "\t{text}");
}

/// Place in a table from which a register is loaded, or in which it is stored.
pub(super) struct Source {
    /// Register that holds the address of the table.
    pub(super) base: Register,
    /// Distance from the beginning of the table, in bytes.
    pub(super) offset: u64,
}

/// Unit in which a loop copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// One byte.
    Byte,
    /// Word of the target.
    Word,
}

/// Assembly syntax of a target. Labels are as the assembler takes them: see [`Spelling::symbol`] and
/// [`Spelling::local`].
///
/// Directives are those of GNU assemblers unless a target overrides them.
pub(super) trait Spelling: Sync {
    /// Properties of the hardware.
    fn facts(&self) -> &'static Facts;

    /// Name of a register in instructions.
    fn name(&self, register: Register) -> &'static str {
        self.facts().registers.get(usize::from(register.0)).map_or("?", |info| info.name)
    }

    /// Symbol for a C name.
    fn symbol(&self, name: &str) -> String {
        name.to_owned()
    }

    /// Label that is local to the file.
    fn local(&self, name: &str) -> String {
        format!(".L{name}")
    }

    /// Registers for a caller's own work; their final contents are loaded afterwards.
    fn work(&self) -> [Register; 4];

    /// Further work registers, for loops that copy bytes.
    fn more_work(&self) -> &'static [Register] {
        &[]
    }

    /// True if probes write a register when they fill registers: not the stack pointer, the register with the return
    /// address, and registers that cannot be loaded.
    fn is_loaded(&self, register: Register) -> bool;

    /// True if a register that is loaded can hold the address from which others are loaded.
    fn is_base(&self, register: Register) -> bool {
        self.is_loaded(register)
    }

    /// True if a callee's probe may use a register that is scratch and carries nothing.
    fn is_temporary(&self, register: Register) -> bool;

    /// Sets a register to a number.
    fn number(&self, code: &mut String, to: Register, value: u64);

    /// Sets a register to the address of a label.
    fn address(&self, code: &mut String, to: Register, label: &str);

    /// Loads `bytes` bytes of a register from a table; fewer than its width only for a register of variable length.
    /// `spare` may be used for intermediate values, where there is one.
    fn load(&self, code: &mut String, to: Register, from: &Source, bytes: usize, spare: Option<Register>);

    /// Loads two adjacent registers at once, of which the first has an even number; returns `false` where there is no
    /// such instruction.
    fn load_pair(&self, _code: &mut String, _first: Register, _from: &Source) -> bool {
        false
    }

    /// Stores a whole register in a table; returns `false` where a program that records what it observes is
    /// impossible.
    fn store(&self, _code: &mut String, _from: Register, _to: &Source) -> bool {
        false
    }

    /// Loads a word from a stack location.
    fn load_from_stack(&self, code: &mut String, to: Register, offset: i64);

    /// Stores a word at a stack location.
    fn store_to_stack(&self, code: &mut String, from: Register, offset: i64);

    /// Copies a register; `note` is the comment on the line.
    fn copy_register(&self, code: &mut String, to: Register, from: Register, note: &str);

    /// Sets a register to the address of a stack location.
    fn stack_address(&self, code: &mut String, to: Register, offset: i64);

    /// Moves the stack pointer, to higher addresses or to lower ones.
    fn move_stack(&self, code: &mut String, up: bool, bytes: u64, temporary: Register);

    /// Aligns the stack pointer to a power of two by moving it to lower addresses.
    fn align_stack(&self, code: &mut String, align: u64, temporary: Register);

    /// Writes a loop that copies a number of units. The registers hold the source address, the destination address,
    /// the number of units, and the unit being copied; all four are destroyed.
    fn copy(&self, code: &mut String, label: &str, unit: Unit, registers: [Register; 4]);

    /// Writes a loop that copies bytes. A target without a store of single bytes may destroy spare registers as well.
    fn copy_bytes(&self, code: &mut String, label: &str, registers: [Register; 4], _spare: &[Register]) {
        self.copy(code, label, Unit::Byte, registers);
    }

    /// Stores the return address and the stack pointer in two words at an address.
    fn save_links(&self, code: &mut String, at: Register);

    /// Loads both words from the address, and returns.
    fn return_by_saved(&self, code: &mut String, at: Register);

    /// Loads one of the two words again; the first one is the return address.
    fn load_saved(&self, code: &mut String, to: Register, at: Register, second: bool);

    /// Passes the link to a return label that the callee needs, right before a call, in addition to what the call
    /// instruction does.
    fn pass_return_link(&self, _code: &mut String, _label: &str) {}

    /// Writes a call.
    fn call(&self, code: &mut String, symbol: &str);

    /// Writes a jump at the end of a function.
    fn jump(&self, code: &mut String, symbol: &str);

    /// Writes a return.
    fn ret(&self, code: &mut String);

    /// Destroys flags that are not callee-saved. Modes are left unchanged, even where a plan makes them scratch: a
    /// subject's own code shows its use of them.
    fn destroy_flags(&self, _code: &mut String, _rules: &[RegisterRule], _temporary: Register) {}

    /// Text that begins a comment up to the end of the line.
    fn comment(&self) -> &'static str {
        ";"
    }

    /// Text before code.
    fn code_section(&self) -> &'static str {
        "\t.text\n\t.balign 4\n"
    }

    /// Text before data.
    fn data_section(&self) -> &'static str {
        "\t.data\n\t.balign 8\n"
    }

    /// Text after code.
    fn code_end(&self) -> &'static str {
        ""
    }

    /// Text after data.
    fn data_end(&self) -> &'static str {
        ""
    }

    /// Declares a function that is defined in another file.
    fn reference(&self, _text: &mut String, _symbol: &str) {}

    /// Writes the beginning of a function.
    fn function(&self, code: &mut String, symbol: &str) {
        let _ = writeln!(code, "\t.global {symbol}\n{symbol}:");
    }

    /// Writes a label in data; `global` makes it visible to other files. The note is the comment on the line.
    fn label(&self, data: &mut String, label: &str, global: bool, note: &str) {
        if global {
            let _ = writeln!(data, "\t.global {label}");
        }
        let note = if note.is_empty() { String::new() } else { format!("\t{} {note}", self.comment()) };
        let _ = writeln!(data, "{label}:{note}");
    }

    /// Aligns the data that follow to a multiple of `bytes` bytes.
    fn align(&self, data: &mut String, bytes: u64) {
        let _ = writeln!(data, "\t.balign {bytes}");
    }

    /// Writes `bytes` bytes of a filler, or of unspecified contents where it is not given. The note is the comment on
    /// the line.
    fn space(&self, data: &mut String, bytes: u64, filler: Option<u8>, note: &str) {
        let filler = filler.map_or_else(String::new, |filler| format!(",{filler:#x}"));
        let note = if note.is_empty() { String::new() } else { format!("\t{} {note}", self.comment()) };
        let _ = writeln!(data, "\t.space {bytes}{filler}{note}");
    }

    /// Directive for words of the target.
    fn word_directive(&self) -> &'static str {
        if self.facts().word == 8 { ".quad" } else { ".word" }
    }

    /// Writes words of the target on one line. The note is the comment on the line.
    fn words(&self, data: &mut String, words: &[Word], note: &str) {
        let (directive, digits) = (self.word_directive(), 2 + 2 * usize::from(self.facts().word));
        let shown: Vec<String> = words
            .iter()
            .map(|word| match word {
                Word::Number(number) => format!("{number:#0digits$x}"),
                Word::Address(label) => self.symbol(label),
            })
            .collect();
        let note = if note.is_empty() { String::new() } else { format!("\t{} {note}", self.comment()) };
        let _ = writeln!(data, "\t{directive} {}{note}", shown.join(","));
    }

    /// Writes words of the target that are zero.
    fn zero_words(&self, data: &mut String, count: usize) {
        let _ = writeln!(data, "\t{} {}", self.word_directive(), vec!["0"; count].join(","));
    }

    /// Writes bytes, sixteen on a line.
    fn bytes(&self, data: &mut String, bytes: &[u8]) {
        for row in bytes.chunks(16) {
            append_row(data, ".byte", row);
        }
    }

    /// Writes a line that makes every assembler fail.
    fn refuse(&self, code: &mut String, why: &str) {
        let _ = writeln!(code, "\t.error \"{}\"", why.replace('"', "'"));
    }
}
