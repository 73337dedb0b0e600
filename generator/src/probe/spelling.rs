//! Syntax of a probe in the assembly of one target. The behaviour of probes is in [`sides`](super::sides); a target's
//! file holds syntax only.

use std::fmt::Write;

use crosscall_model::digits::{append_hexadecimal, append_row};
use crosscall_model::plan::RegisterRule;
use crosscall_model::target::{Facts, Register};

use super::fill::Word;

/// Appends an instruction to code.
pub(super) fn line(code: &mut String, text: impl std::fmt::Display) {
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

/// Words of an assembly language that occur in every probe.
pub(super) struct Language {
    /// Properties of the hardware.
    pub(super) facts: &'static Facts,
    /// Text before a C name in its symbol.
    pub(super) prefix: &'static str,
    /// Text before the name of a label that is local to the file.
    pub(super) local: &'static str,
    /// Registers for a caller's own work; their final contents are loaded afterwards.
    pub(super) work: [Register; 4],
    /// Stack pointer.
    pub(super) sp: &'static str,
    /// Register with the return address; `None` if it is on a stack of its own.
    pub(super) link: Option<&'static str>,
    /// Call, up to the symbol.
    pub(super) call: &'static str,
    /// Jump at the end of a function, up to the symbol.
    pub(super) jump: &'static str,
    /// Return.
    pub(super) ret: &'static str,
    /// Text that begins a comment up to the end of the line.
    pub(super) comment: &'static str,
    /// Directive for words of the target.
    pub(super) word: &'static str,
    /// Directive for bytes.
    pub(super) byte: &'static str,
    /// Directive that makes every assembler fail.
    pub(super) refuse: &'static str,
    /// Text before code and after it.
    pub(super) code: [&'static str; 2],
    /// Text before data and after it.
    pub(super) data: [&'static str; 2],
}

impl Language {
    /// Words of GNU's and LLVM's assemblers for a target; those of its instructions are missing.
    pub(super) const fn gnu(facts: &'static Facts) -> Language {
        Language {
            facts,
            prefix: "",
            local: ".L",
            work: [facts.stack_pointer; 4],
            sp: "sp",
            link: None,
            call: "",
            jump: "",
            ret: "",
            comment: "#",
            word: ".long",
            byte: ".byte",
            refuse: ".error",
            code: ["\t.text\n\t.balign 4\n", ""],
            data: ["\t.data\n\t.balign 8\n", ""],
        }
    }
}

/// Assembly syntax of a target. Labels are as the assembler takes them: see [`Spelling::symbol`] and
/// [`Spelling::local`].
///
/// Directives are those of GNU assemblers unless a target overrides them.
pub(super) trait Spelling: Sync {
    /// Words of the language.
    fn language(&self) -> &Language;

    /// Properties of the hardware.
    fn facts(&self) -> &'static Facts {
        self.language().facts
    }

    /// Name of a register in instructions.
    fn name(&self, register: Register) -> &'static str {
        self.facts().registers.get(usize::from(register.0)).map_or("?", |info| info.name)
    }

    /// Symbol for a C name.
    fn symbol(&self, name: &str) -> String {
        format!("{}{name}", self.language().prefix)
    }

    /// Label that is local to the file.
    fn local(&self, name: &str) -> String {
        format!("{}{name}", self.language().local)
    }

    /// Operand for the word at a distance in bytes from a register.
    fn place(&self, base: &str, offset: i64) -> String;

    /// Operand for the word at which a register points.
    fn pointed(&self, base: &str) -> String {
        self.place(base, 0)
    }

    /// Instruction that loads a register from the word of an operand.
    fn loads(&self, to: &str, place: &str) -> String;

    /// Instruction that stores a register in the word of an operand.
    fn stores(&self, from: &str, place: &str) -> String;

    /// Instruction that copies a register.
    fn copies(&self, to: &str, from: &str) -> String;

    /// Comment at the end of a line; nothing for an empty note.
    fn note(&self, note: &str) -> String {
        if note.is_empty() { String::new() } else { format!("\t{} {note}", self.language().comment) }
    }

    /// Further work registers, for loops that copy bytes.
    fn more_work(&self) -> &'static [Register] {
        &[]
    }

    /// True if probes write a register when they fill registers: not the stack pointer, the register with the return
    /// address, and registers that cannot be loaded.
    fn is_loaded(&self, register: Register) -> bool;

    /// True if probes fill a register that is loaded with poison where it carries nothing.
    fn is_poisoned(&self, register: Register) -> bool {
        self.is_loaded(register)
    }

    /// True if a register that is loaded can hold the address from which others are loaded.
    fn is_base(&self, register: Register) -> bool {
        self.is_loaded(register)
    }

    /// True if a callee's probe may use a register that is scratch and carries nothing.
    fn is_temporary(&self, register: Register) -> bool;

    /// Sets a register to a number.
    fn number(&self, code: &mut String, to: Register, value: u64);

    /// Operand for a number: itself if it fits an instruction, otherwise a register into which it is loaded.
    fn operand(&self, code: &mut String, number: i64, fits: bool, temporary: Register) -> String {
        if fits {
            return number.to_string();
        }
        self.number(code, temporary, number.cast_unsigned());
        self.name(temporary).to_owned()
    }

    /// Sets a register to the sum of another and a number, which the instruction holds if it fits.
    fn sum(&self, code: &mut String, add: &str, [to, from]: [Register; 2], number: i64, fits: bool) {
        let (name, from) = (self.name(to), self.name(from));
        if fits {
            line(code, format_args!("{add} {name}, {from}, {number}"));
        } else {
            self.number(code, to, number.cast_unsigned());
            line(code, format_args!("{add} {name}, {name}, {from}"));
        }
    }

    /// Sets a register to the address of a label.
    fn address(&self, code: &mut String, to: Register, label: &str);

    /// Loads `bytes` bytes of a register from a table; fewer than its width only for a register of variable length.
    /// `spare` may be used for intermediate values, where there is one.
    fn load(&self, code: &mut String, to: Register, from: &Source, _bytes: usize, _spare: Option<Register>) {
        let place = self.place(self.name(from.base), from.offset.cast_signed());
        line(code, self.loads(self.name(to), &place));
    }

    /// Loads two adjacent registers at once, of which the first has an even number; returns `false` where there is no
    /// such instruction.
    fn load_pair(&self, _code: &mut String, _first: Register, _from: &Source) -> bool {
        false
    }

    /// Stores a whole register in a table; returns `false` where a program that records what it observes is
    /// impossible.
    fn store(&self, code: &mut String, from: Register, to: &Source) -> bool {
        let place = self.place(self.name(to.base), to.offset.cast_signed());
        line(code, self.stores(self.name(from), &place));
        true
    }

    /// Loads a word from a stack location.
    fn load_from_stack(&self, code: &mut String, to: Register, offset: i64) {
        let place = self.place(self.language().sp, offset);
        line(code, self.loads(self.name(to), &place));
    }

    /// Stores a word at a stack location.
    fn store_to_stack(&self, code: &mut String, from: Register, offset: i64) {
        let place = self.place(self.language().sp, offset);
        line(code, self.stores(self.name(from), &place));
    }

    /// Copies a register; `note` is the comment on the line.
    fn copy_register(&self, code: &mut String, to: Register, from: Register, note: &str) {
        line(code, format_args!("{}{}", self.copies(self.name(to), self.name(from)), self.note(note)));
    }

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
    fn save_links(&self, code: &mut String, at: Register) {
        let mut note = "for the way home";
        for (register, place) in self.links(at) {
            line(code, format_args!("{}{}", self.stores(register, &place), self.note(note)));
            note = "";
        }
    }

    /// Loads both words from the address, and returns.
    fn return_by_saved(&self, code: &mut String, at: Register) {
        for (register, place) in self.links(at) {
            line(code, self.loads(register, &place));
        }
        self.ret(code);
    }

    /// Names of the register with the return address, if there is one, and of the stack pointer, with their places at
    /// an address.
    fn links(&self, at: Register) -> Vec<(&'static str, String)> {
        let (at, Language { sp, link, .. }) = (self.name(at), self.language());
        let link = link.map(|link| (link, self.pointed(at)));
        link.into_iter().chain([(*sp, self.place(at, self.facts().word.into()))]).collect()
    }

    /// Loads one of the two words again; the first one is the return address.
    fn load_saved(&self, code: &mut String, to: Register, at: Register, second: bool) {
        let offset = if second { self.facts().word.into() } else { 0 };
        self.load(code, to, &Source { base: at, offset }, self.facts().word.into(), None);
    }

    /// Passes the link to a return label that the callee needs, right before a call, in addition to what the call
    /// instruction does.
    fn pass_return_link(&self, _code: &mut String, _label: &str) {}

    /// Writes a call.
    fn call(&self, code: &mut String, symbol: &str) {
        line(code, format_args!("{} {symbol}", self.language().call));
    }

    /// Writes a jump at the end of a function.
    fn jump(&self, code: &mut String, symbol: &str) {
        line(code, format_args!("{} {symbol}", self.language().jump));
    }

    /// Writes a return.
    fn ret(&self, code: &mut String) {
        line(code, self.language().ret);
    }

    /// Destroys flags that are not callee-saved. Modes are left unchanged, even where a plan makes them scratch: a
    /// subject's own code shows its use of them.
    fn destroy_flags(&self, _code: &mut String, _rules: &[RegisterRule], _temporary: Register) {}

    /// Declares a function that is defined in another file.
    fn reference(&self, _text: &mut String, _symbol: &str) {}

    /// Writes the beginning of a function.
    fn function(&self, code: &mut String, symbol: &str) {
        let _ = writeln!(code, "\t.global {symbol}\n{symbol}:");
    }

    /// Line that makes a label in data visible to other files.
    fn global(&self, label: &str) -> String {
        format!("\t.global {label}\n")
    }

    /// Writes a label in data; `global` makes it visible to other files. The note is the comment on the line.
    fn label(&self, data: &mut String, label: &str, global: bool, note: &str) {
        if global {
            *data += &self.global(label);
        }
        let _ = writeln!(data, "{label}:{}", self.note(note));
    }

    /// Aligns the data that follow to a multiple of `bytes` bytes.
    fn align(&self, data: &mut String, bytes: u64) {
        let _ = writeln!(data, "\t.balign {bytes}");
    }

    /// Writes `bytes` bytes of a filler, or of unspecified contents where it is not given. The note is the comment on
    /// the line.
    fn space(&self, data: &mut String, bytes: u64, filler: Option<u8>, note: &str) {
        let filler = filler.map_or_else(String::new, |filler| format!(",{filler:#x}"));
        let _ = writeln!(data, "\t.space {bytes}{filler}{}", self.note(note));
    }

    /// Address of a symbol as a word of data.
    fn address_word(&self, symbol: String) -> String {
        symbol
    }

    /// Writes words of the target on one line. The note is the comment on the line.
    fn words(&self, data: &mut String, words: &[Word], note: &str) {
        let digits = 2 * u32::from(self.facts().word);
        data.push('\t');
        data.push_str(self.language().word);
        data.push(' ');
        for (i, word) in words.iter().enumerate() {
            if i > 0 {
                data.push(',');
            }
            match word {
                Word::Number(number) => append_hexadecimal(data, *number, digits),
                Word::Address(label) => data.push_str(&self.address_word(self.symbol(label))),
            }
        }
        data.push_str(&self.note(note));
        data.push('\n');
    }

    /// Writes words of the target that are zero.
    fn zero_words(&self, data: &mut String, count: usize) {
        let _ = writeln!(data, "\t{} {}", self.language().word, vec!["0"; count].join(","));
    }

    /// Writes bytes, sixteen on a line.
    fn bytes(&self, data: &mut String, bytes: &[u8]) {
        for row in bytes.chunks(16) {
            append_row(data, self.language().byte, row);
        }
    }

    /// Writes a line that makes every assembler fail.
    fn refuse(&self, code: &mut String, why: &str) {
        let _ = writeln!(code, "\t{} \"{}\"", self.language().refuse, why.replace('"', "'"));
    }
}
