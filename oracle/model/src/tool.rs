//! Assemblers and linkers as subjects: their inputs, the expected results and the actual results.
//!
//! A case is one short text or a few small sections. A tool turns it into bytes or refuses it.

pub mod table;

use crate::plan::ClauseId;
use crate::target::Target;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Input of a tool for one target.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ToolCase {
    /// Target of the tool.
    pub target: Target,
    /// Input of the tool.
    pub input: Input,
}

/// Input of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Input {
    /// One assembly statement, alone in a code section. Its symbols are undefined.
    Statement(String),
    /// Object file for a linker, with the addresses of its sections.
    Link(LinkInput),
}

/// Object file for a linker.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct LinkInput {
    /// Sections, which do not overlap.
    pub sections: Vec<InputSection>,
    /// Symbols of the file.
    pub symbols: Vec<InputSymbol>,
    /// Relocations, in their order.
    pub relocations: Vec<InputRelocation>,
    /// Second object file of the link.
    pub beside: Option<Beside>,
}

/// Second object file, which refers to the first symbol of the first file or to nothing in it; or a run of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Beside {
    /// Caller of the first symbol.
    Caller {
        /// Registers that the function changes, according to its own object file: one bit for each general register,
        /// and for each vector register.
        changes: [u32; 2],
        /// Registers that the caller's reference expects it to change, if it specifies them.
        expects: Option<[u32; 2]>,
    },
    /// Second, weak definition of the first symbol.
    WeakAgain,
    /// Start of the program, which calls a weak function that is defined nowhere.
    CallsNowhere,
    /// Code with these flags in the header of its file.
    Flagged {
        /// `e_flags`.
        flags: u32,
    },
    /// Start of the program, which calls the first symbol: the contents of sections do not count, but what it returns.
    Starts,
}

/// Section of an object file, with the address that is requested of the linker.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct InputSection {
    /// Address of its first byte.
    pub address: u64,
    /// Contents before linking.
    pub bytes: Vec<u8>,
}

/// Symbol of an object file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct InputSymbol {
    /// Name of the symbol.
    pub name: String,
    /// Location of the symbol.
    pub place: SymbolAt,
}

/// Location of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SymbolAt {
    /// Absolute value.
    Absolute(u64),
    /// Section, by its index, and the distance in bytes from its beginning.
    Section(usize, u64),
    /// No location.
    Undefined,
    /// No location, as a weak symbol: its value is then 0.
    Weak,
}

/// Index of a symbol of a relocation that has none.
pub const NO_SYMBOL: usize = usize::MAX;

/// Relocation of an object file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct InputRelocation {
    /// Index of the section that contains the field.
    pub section: usize,
    /// Distance in bytes of the field from the beginning of its section.
    pub offset: u64,
    /// Number of the target's relocation type.
    pub kind: u32,
    /// Index of the symbol, or [`NO_SYMBOL`].
    pub symbol: usize,
    /// Addend of the relocation.
    pub addend: i64,
}

/// Expected result of a case under one dialect.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ToolPlan {
    /// Expected result.
    pub expected: Expected,
    /// Expected `e_machine` of the output, with its clause.
    pub machine: (u16, ClauseId),
    /// Expected `e_flags` of the output, with its clause.
    pub flags: (u32, ClauseId),
    /// Name of the table's row that the expectation comes from; several names are joined by `, `.
    pub row: String,
    /// Source of the row: the name of a public document or source code.
    pub source: &'static str,
    /// Clauses that decide, the most specific first.
    pub clauses: Vec<ClauseId>,
    /// Relocations that may stand beside the expected ones of an assembler.
    pub hints: Vec<MadeRelocation>,
    /// Relocation of hints, which stands nowhere else, with its clause.
    pub hint: Option<(u32, ClauseId)>,
    /// Bits of the first section that are not compared, since a relocation fills them in: the offset in bytes of a word of 8 bytes,
    /// little-endian, and its bits.
    pub free: Vec<(u64, u64)>,
}

/// Expected result of a case.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expected {
    /// Refusal, with the reason.
    Refusal(String),
    /// Contents of each section, and the relocations that remain for the linker.
    Made {
        /// Contents, one for each section of the input; one for a statement.
        sections: Vec<Vec<u8>>,
        /// Relocations in the object file that an assembler writes.
        relocations: Vec<MadeRelocation>,
        /// Computation of the field, in words.
        why: String,
        /// Messages that the tool may print.
        says: Speech,
    },
    /// Contents of each section, and a warning.
    Warned {
        /// Contents, one for each section of the input.
        sections: Vec<Vec<u8>>,
        /// Subject of the warning.
        reason: String,
    },
    /// Contents of each section, and a program that returns with 0 in its result registers.
    ReturnsZero {
        /// Contents, one for each section of the input.
        sections: Vec<Vec<u8>>,
    },
    /// A program that returns with a number in its first result register; the contents of its sections are the linker's
    /// own.
    Returns {
        /// The number.
        number: u64,
    },
    /// Any result: nothing is demanded, for the given reason.
    Open(String),
}

/// Messages that a tool may print about an input that it does not refuse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Speech {
    /// No message that a number does not fit: it does.
    Silence,
    /// Any message: a number does not fit, and its low bits are stored.
    Any,
}

/// Actual result of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Refusal, with the tool's message.
    Refused(String),
    /// Output.
    Made(Made),
}

/// Output of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct Made {
    /// Actual `e_machine` of the file.
    pub machine: u16,
    /// Actual `e_flags` of the file.
    pub flags: u32,
    /// Contents of each section of the input; of one section for a statement.
    pub sections: Vec<Vec<u8>>,
    /// Relocations of an object file, sorted.
    pub relocations: Vec<MadeRelocation>,
    /// Warnings and errors that the tool printed about the case although it did not refuse it: each once, without the
    /// location.
    pub words: Vec<String>,
    /// Result of running the program, where a run is required.
    pub ran: Option<Ran>,
}

/// Result of running a program that was started at its beginning with values other than 0 in its registers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub enum Ran {
    /// Returned, with these values in the first result registers, in the order of their register files.
    Returned(Vec<u64>),
    /// Did not return, for this reason.
    Stopped(String),
}

impl Made {
    /// Message in which a tool reports an error of its own.
    pub fn own_error(&self) -> Option<&str> {
        let is_own = |words: &&String| words.to_ascii_lowercase().contains("internal error");
        self.words.iter().find(is_own).map(String::as_str)
    }

    /// Message in which a tool reports that a number does not fit.
    pub fn complaint(&self) -> Option<&str> {
        let fits_not = ["truncat", "out of range", "overflow", "not fit", "too large", "too big", "too far"];
        let complains = |words: &&String| {
            let words = words.to_ascii_lowercase();
            fits_not.iter().any(|part| words.contains(part))
        };
        self.words.iter().find(complains).map(String::as_str)
    }
}

/// Symbol of a relocation that names a place in its own statement; the addend is the distance of the place from the
/// beginning.
pub const HERE: &str = ".";

/// Relocation that an assembler leaves to the linker.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MadeRelocation {
    /// Distance in bytes of the field from the beginning of its section.
    pub offset: u64,
    /// Number of the target's relocation type.
    pub kind: u32,
    /// Name of the symbol.
    pub symbol: String,
    /// Addend of the relocation.
    pub addend: i64,
}

impl fmt::Display for MadeRelocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MadeRelocation { offset, kind, symbol, addend } = self;
        write!(f, "relocation {kind} at {offset:#x} for {symbol}{addend:+}")
    }
}

impl fmt::Display for ToolCase {
    /// Writes one line: the statement, or the relocations with the operands of their formulae.
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
                Some(SymbolAt::Undefined) => f.write_str("undefined")?,
                None => f.write_str("none")?,
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
            Beside::Flagged { flags } => write!(f, "an object with flags {flags:#x}"),
            Beside::Starts => f.write_str("a start that calls it"),
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

/// Hexadecimal text of bytes: two digits each, separated by spaces.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}
