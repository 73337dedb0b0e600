//! How a probe is spelled in the assembly of one target. What a probe does is in [`sides`](super::sides); a target's
//! file holds spelling only.

use std::fmt::Write;

use crosscall_model::digits::append_row;
use crosscall_model::plan::RegisterRule;
use crosscall_model::target::{Facts, Register};

use super::fill::Word;

/// Appends an instruction to code.
pub(super) fn line(code: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = writeln!(code, "\t{text}");
}

/// Where a register is loaded from, or stored.
pub(super) struct Source {
    /// Holds the address of a table.
    pub(super) base: Register,
    /// Distance in the table, in bytes.
    pub(super) offset: u64,
}

/// What a loop copies at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// A byte.
    Byte,
    /// A word of the target.
    Word,
}

/// The spelling of a target. Labels are as the assembler takes them: see [`Spelling::symbol`] and
/// [`Spelling::local`].
///
/// Directives are those of GNU assemblers unless a target says otherwise.
pub(super) trait Spelling: Sync {
    /// The hardware.
    fn facts(&self) -> &'static Facts;

    /// A register as instructions name it.
    fn name(&self, register: Register) -> &'static str {
        self.facts().registers.get(usize::from(register.0)).map_or("?", |info| info.name)
    }

    /// A name of C.
    fn symbol(&self, name: &str) -> String;

    /// A label of the file's own.
    fn local(&self, name: &str) -> String {
        format!(".L{name}")
    }

    /// Registers for a caller's own work, which get their last contents afterwards.
    fn work(&self) -> [Register; 4];

    /// Further ones, for loops that copy bytes.
    fn more_work(&self) -> &'static [Register] {
        &[]
    }

    /// Whether probes put something into a register when they fill registers: not into the stack pointer, what holds
    /// the return address, and what cannot be loaded.
    fn is_loaded(&self, register: Register) -> bool;

    /// Whether a register that is loaded can hold the address that others are loaded from.
    fn is_base(&self, register: Register) -> bool;

    /// Whether a callee's probe may work in a register that is scratch and carries nothing.
    fn is_temporary(&self, register: Register) -> bool;

    /// A register set to a number.
    fn number(&self, code: &mut String, to: Register, value: u64);

    /// A register set to the address of a label.
    fn address(&self, code: &mut String, to: Register, label: &str);

    /// A register loaded from a table: so many bytes, which are fewer than it has only where it knows how many it
    /// holds. `spare` may be used on the way, where there is one.
    fn load(&self, code: &mut String, to: Register, from: &Source, bytes: usize, spare: Option<Register>);

    /// Two neighbours loaded at once, of which the first has an even number; `false` where there is no such
    /// instruction.
    fn load_pair(&self, _code: &mut String, _first: Register, _from: &Source) -> bool {
        false
    }

    /// A register stored in a table, all of it; `false` where a program that writes down what it sees cannot be made.
    fn store(&self, _code: &mut String, _from: Register, _to: &Source) -> bool {
        false
    }

    /// A word loaded from a place on the stack.
    fn load_from_stack(&self, code: &mut String, to: Register, offset: i64);

    /// A word stored at a place on the stack.
    fn store_to_stack(&self, code: &mut String, from: Register, offset: i64);

    /// A register set to what another holds; `note` ends the line.
    fn copy_register(&self, code: &mut String, to: Register, from: Register, note: &str);

    /// A register set to the address of a place on the stack.
    fn stack_address(&self, code: &mut String, to: Register, offset: i64);

    /// The stack pointer moved, to higher addresses or to lower ones.
    fn move_stack(&self, code: &mut String, up: bool, bytes: u64, temporary: Register);

    /// The stack pointer made a multiple of a power of two, by moving it to lower addresses.
    fn align_stack(&self, code: &mut String, align: u64, temporary: Register);

    /// A loop that copies a number of units: registers that hold where from, where to, how many, and one for what is on
    /// the way. All four are used up.
    fn copy(&self, code: &mut String, label: &str, unit: Unit, registers: [Register; 4]);

    /// The same for bytes. What cannot store a byte by one instruction may use spare registers up as well.
    fn copy_bytes(&self, code: &mut String, label: &str, registers: [Register; 4], _spare: &[Register]) {
        self.copy(code, label, Unit::Byte, registers);
    }

    /// Keeps the return address and the stack pointer in two words at an address.
    fn leave_home(&self, code: &mut String, at: Register);

    /// Takes them from there and returns.
    fn come_home(&self, code: &mut String, at: Register);

    /// One of the two words loaded again: the first is the return address.
    fn load_kept(&self, code: &mut String, to: Register, at: Register, second: bool);

    /// What a caller does right before a call for its callee to find the way back to a label, beside what the call itself
    /// does.
    fn leave_way_back(&self, _code: &mut String, _label: &str) {}

    /// A call.
    fn call(&self, code: &mut String, symbol: &str);

    /// A jump to the end of a function.
    fn jump(&self, code: &mut String, symbol: &str);

    /// A return.
    fn give_back(&self, code: &mut String);

    /// Destroys flags that nobody preserves. Modes are left alone, also where a plan calls them scratch: a subject's
    /// own code shows what it does with them.
    fn destroy_flags(&self, _code: &mut String, _rules: &[RegisterRule], _temporary: Register) {}

    /// What begins a comment up to the end of the line.
    fn comment(&self) -> &'static str {
        ";"
    }

    /// What stands before code.
    fn code_section(&self) -> &'static str {
        "\t.text\n\t.balign 4\n"
    }

    /// What stands before data.
    fn data_section(&self) -> &'static str {
        "\t.data\n\t.balign 8\n"
    }

    /// What stands behind code.
    fn code_end(&self) -> &'static str {
        ""
    }

    /// What stands behind data.
    fn data_end(&self) -> &'static str {
        ""
    }

    /// What a file has to say of a function that is defined in another one.
    fn reference(&self, _text: &mut String, _symbol: &str) {}

    /// The beginning of a function.
    fn function(&self, code: &mut String, symbol: &str) {
        let _ = writeln!(code, "\t.global {symbol}\n{symbol}:");
    }

    /// A label in data; `global` if other files may know it. The note ends the line.
    fn label(&self, data: &mut String, label: &str, global: bool, note: &str) {
        if global {
            let _ = writeln!(data, "\t.global {label}");
        }
        let note = if note.is_empty() { String::new() } else { format!("\t{} {note}", self.comment()) };
        let _ = writeln!(data, "{label}:{note}");
    }

    /// Data from here on at a multiple of a number of bytes.
    fn align(&self, data: &mut String, bytes: u64) {
        let _ = writeln!(data, "\t.balign {bytes}");
    }

    /// Bytes that hold a filler, or whatever there is where it is not given. The note ends the line.
    fn space(&self, data: &mut String, bytes: u64, filler: Option<u8>, note: &str) {
        let filler = filler.map_or_else(String::new, |filler| format!(",{filler:#x}"));
        let note = if note.is_empty() { String::new() } else { format!("\t{} {note}", self.comment()) };
        let _ = writeln!(data, "\t.space {bytes}{filler}{note}");
    }

    /// The directive for words of the target.
    fn word_directive(&self) -> &'static str {
        if self.facts().word == 8 { ".quad" } else { ".word" }
    }

    /// Words of the target on a line. The note ends it.
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

    /// Words of the target that are zero.
    fn zero_words(&self, data: &mut String, count: usize) {
        let _ = writeln!(data, "\t{} {}", self.word_directive(), vec!["0"; count].join(","));
    }

    /// Bytes, sixteen on a line.
    fn bytes(&self, data: &mut String, bytes: &[u8]) {
        for row in bytes.chunks(16) {
            append_row(data, ".byte", row);
        }
    }

    /// A line that no assembler takes.
    fn refuse(&self, code: &mut String, why: &str) {
        let _ = writeln!(code, "\t.error \"{}\"", why.replace('"', "'"));
    }
}
