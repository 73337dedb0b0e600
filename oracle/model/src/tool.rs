//! Assemblers and linkers as subjects: what they are given, what they are to make of it, and what they made.
//!
//! A case is one small text or a few small sections. What a tool makes of it are bytes, or it refuses.

pub mod table;

use crate::plan::ClauseId;
use crate::target::Target;
use std::fmt;

/// One input of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ToolCase {
    /// The processor.
    pub target: Target,
    /// What the tool is given.
    pub input: Input,
}

/// What a tool is given.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Input {
    /// One statement of assembly, which stands alone in a section of code. The symbols in it are defined nowhere.
    Statement(String),
    /// An object file and the addresses of its sections, for a linker.
    Link(LinkInput),
}

/// An object file for a linker.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct LinkInput {
    /// Its sections, which do not overlap.
    pub sections: Vec<InputSection>,
    /// Its symbols.
    pub symbols: Vec<InputSymbol>,
    /// Its relocations, in their order.
    pub relocations: Vec<InputRelocation>,
    /// Another object file that the linker gets with it.
    pub beside: Option<Beside>,
}

/// An object file that has to do with the first symbol of the one beside which it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Beside {
    /// It calls the first symbol.
    Caller {
        /// The registers that the function changes, as its own object says: a bit for each general register, and for
        /// each vector register.
        changes: [u32; 2],
        /// Those that the caller's reference expects it to change, if it says something.
        expects: Option<[u32; 2]>,
    },
    /// It defines the first symbol once more, as a weak one.
    WeakAgain,
    /// It is the program's beginning, and calls a weak function that is defined nowhere.
    CallsNowhere,
}

/// A section of an object file, with the address that the linker is told to put it at.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct InputSection {
    /// The address of its first byte.
    pub address: u64,
    /// What it holds before it is linked.
    pub bytes: Vec<u8>,
}

/// A symbol of an object file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct InputSymbol {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub place: SymbolAt,
}

/// Where a symbol is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SymbolAt {
    /// A number that is no place in a section.
    Absolute(u64),
    /// In a section, at this distance in bytes from its beginning.
    Section(usize, u64),
    /// Nowhere.
    Undefined,
    /// Nowhere, and need not be anywhere: its value is then 0.
    Weak,
}

/// A relocation of an object file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct InputRelocation {
    /// The section with the field.
    pub section: usize,
    /// The distance in bytes of the field from the beginning of its section.
    pub offset: u64,
    /// The target's relocation number.
    pub kind: u32,
    /// The symbol.
    pub symbol: usize,
    /// The addend.
    pub addend: i64,
}

/// What a tool is to make of a case under one dialect.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ToolPlan {
    /// What is to come of it.
    pub expected: Expected,
    /// `e_machine` of what it writes, with its clause.
    pub machine: (u16, ClauseId),
    /// `e_flags` of what it writes, with its clause.
    pub flags: (u32, ClauseId),
    /// The row of the table that it comes from, by name; several of them joined by `, `.
    pub row: String,
    /// Where the row has it from: a public document or source, by name.
    pub source: &'static str,
    /// Clauses that decide, the most telling first.
    pub clauses: Vec<ClauseId>,
}

/// What is to come of a case.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expected {
    /// A refusal, with the reason.
    Refusal(String),
    /// The contents of each section, and what is left to the linker.
    Made {
        /// One for each section of the input; one for a statement.
        sections: Vec<Vec<u8>>,
        /// Relocations of an object file that an assembler writes.
        relocations: Vec<MadeRelocation>,
        /// How the field is worked out, in words.
        why: String,
        /// What the tool may print about it.
        says: Speech,
    },
    /// These contents of each section, and words about it for this reason: a warning.
    Warned {
        /// One for each section of the input.
        sections: Vec<Vec<u8>>,
        /// What the warning is about.
        reason: String,
    },
    /// These contents of each section, and a program that comes back with 0 in its result registers.
    ReturnsZero {
        /// One for each section of the input.
        sections: Vec<Vec<u8>>,
    },
    /// Anything: nothing can be held against anybody, for this reason.
    Open(String),
}

/// What a tool may print about what it makes and does not refuse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Speech {
    /// Nothing that says that a number does not fit: it does.
    Silence,
    /// Whatever it likes: a number does not fit, and its low bits are stored.
    Any,
}

/// What a tool did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It refused, in these words.
    Refused(String),
    /// It made this.
    Made(Made),
}

/// What a tool made.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Made {
    /// `e_machine` of the file.
    pub machine: u16,
    /// `e_flags` of the file.
    pub flags: u32,
    /// The contents of each section of the input; of one section for a statement.
    pub sections: Vec<Vec<u8>>,
    /// Relocations of an object file, sorted.
    pub relocations: Vec<MadeRelocation>,
    /// Warnings and errors that it printed about the case though it ended without a refusal: each once, without the
    /// place that they are about.
    pub words: Vec<String>,
    /// How the program ran, where that is asked for.
    pub ran: Option<Ran>,
}

/// How a program ran that was started at its beginning with other numbers than 0 in its registers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ran {
    /// It came back with these numbers in the first registers for results, in the order of their files.
    Returned(Vec<u64>),
    /// It did not, for this reason.
    Stopped(String),
}

impl Made {
    /// The words with which a tool says that something went wrong in itself.
    pub fn own_error(&self) -> Option<&str> {
        let is_own = |words: &&String| words.to_ascii_lowercase().contains("internal error");
        self.words.iter().find(is_own).map(String::as_str)
    }

    /// The words with which a tool says that a number does not fit.
    pub fn complaint(&self) -> Option<&str> {
        let fits_not = ["truncat", "out of range", "overflow", "not fit", "too large", "too big", "too far"];
        let complains = |words: &&String| {
            let words = words.to_ascii_lowercase();
            fits_not.iter().any(|part| words.contains(part))
        };
        self.words.iter().find(complains).map(String::as_str)
    }
}

/// A relocation that an assembler leaves to the linker.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MadeRelocation {
    /// The distance in bytes of the field from the beginning of its section.
    pub offset: u64,
    /// The target's relocation number.
    pub kind: u32,
    /// The symbol's name.
    pub symbol: String,
    /// The addend.
    pub addend: i64,
}

impl fmt::Display for MadeRelocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MadeRelocation { offset, kind, symbol, addend } = self;
        write!(f, "relocation {kind} at {offset:#x} for {symbol}{addend:+}")
    }
}

impl fmt::Display for ToolCase {
    /// In one line: the statement, or the relocations with what goes into their formulae.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.input {
            Input::Statement(text) => f.write_str(text),
            Input::Link(link) => write!(f, "{link}"),
        }
    }
}

impl fmt::Display for LinkInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, relocation) in self.relocations.iter().enumerate() {
            let InputRelocation { section, offset, kind, symbol, addend } = relocation;
            let separator = if i > 0 { "; " } else { "" };
            let place = self.sections.get(*section).map_or(0, |s| s.address).wrapping_add(*offset);
            write!(f, "{separator}relocation {kind} at {place:#x}, symbol ")?;
            match self.symbols.get(*symbol).map(|s| s.place) {
                Some(SymbolAt::Absolute(value)) => write!(f, "{value:#x}")?,
                Some(SymbolAt::Section(of, at)) => {
                    let address = self.sections.get(of).map_or(0, |s| s.address).wrapping_add(at);
                    write!(f, "in a section at {address:#x}")?;
                }
                Some(SymbolAt::Weak) => f.write_str("weak and undefined")?,
                Some(SymbolAt::Undefined) | None => f.write_str("undefined")?,
            }
            write!(f, ", addend {addend}")?;
        }
        let separator = if self.relocations.is_empty() { "" } else { "; " };
        self.beside.iter().try_for_each(|beside| write!(f, "{separator}{beside}"))
    }
}

impl fmt::Display for Beside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Beside::WeakAgain => f.write_str("a weak definition of the same name"),
            Beside::CallsNowhere => f.write_str("a call of a weak function that is defined nowhere"),
            Beside::Caller { changes: [general, vector], expects } => {
                write!(
                    f,
                    "a call of a function that changes {general:#x} and {vector:#x}, and is expected to change "
                )?;
                match expects {
                    Some([general, vector]) => write!(f, "{general:#x} and {vector:#x}"),
                    None => f.write_str("what the convention lets it"),
                }
            }
        }
    }
}

/// Bytes as people read them: two digits each.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}
