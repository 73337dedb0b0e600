//! Errors of the linker, with enough said to find the place.

use std::fmt;

/// A place in an object that refers to a symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Name of the object.
    pub object: String,
    /// Name of the section.
    pub section: String,
    /// Byte offset in the section.
    pub offset: u64,
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({}+{:#x})", self.object, self.section, self.offset)
    }
}

/// A symbol that nothing defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndefinedSymbol {
    /// Its name.
    pub name: String,
    /// References to it.
    pub references: Vec<Reference>,
}

/// A symbol that is defined more than once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuplicateSymbol {
    /// Its name.
    pub name: String,
    /// The object whose definition came first.
    pub first: String,
    /// The object that defines it again.
    pub second: String,
}

/// Reason why one relocation cannot be applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RelocationError {
    /// The target knows no relocation of this number.
    #[error("unknown relocation number")]
    Unknown,
    /// The value does not fit its field.
    #[error("value {value:#x} ({value}) is outside {minimum}..{maximum}")]
    Overflow {
        /// The value, in the unit of the field.
        value: i64,
        /// Least value that fits.
        minimum: i64,
        /// Greatest value that fits.
        maximum: i64,
    },
    /// The value is not a multiple of the field's unit.
    #[error("value {value:#x} is not a multiple of {unit}")]
    Misaligned {
        /// The value in bytes.
        value: u64,
        /// The unit in bytes.
        unit: u64,
    },
    /// The relocation is one half of a pair, and the other half is missing or contradicts it.
    #[error("the relocation goes with another one, which is missing")]
    Unpaired,
    /// The field reaches over the end of its section.
    #[error("the field needs {needed} bytes, the section has {available} left")]
    Truncated {
        /// Size of the field in bytes.
        needed: usize,
        /// Bytes from the place to the end of the section.
        available: usize,
    },
}

/// A relocation that cannot be applied, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelocationFailure {
    /// The relocated place.
    pub at: Reference,
    /// The relocation number.
    pub kind: u32,
    /// The relocation's name.
    pub name: &'static str,
    /// The symbol it names, or `*ABS*`.
    pub symbol: String,
    /// The mistake.
    pub reason: RelocationError,
}

impl fmt::Display for RelocationFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({}) against `{}`: {}", self.at, self.name, self.kind, self.symbol, self.reason)
    }
}

/// Why linking failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// Symbols that nothing defines.
    #[error("{}", undefined_text(.0))]
    Undefined(Vec<UndefinedSymbol>),
    /// Symbols that are defined more than once.
    #[error("{}", duplicate_text(.0))]
    Duplicate(Vec<DuplicateSymbol>),
    /// Relocations that cannot be applied.
    #[error("{}", lines(.0))]
    Relocations(Vec<RelocationFailure>),
    /// The entry symbol is not defined.
    #[error("entry symbol `{0}` is not defined")]
    NoEntry(String),
    /// An object contradicts itself, for example by a symbol index that does not exist.
    #[error("{object}: {text}")]
    BadObject {
        /// Name of the object.
        object: String,
        /// The mistake.
        text: String,
    },
    /// A reference to a symbol in a section that the linker left out.
    #[error("{at}: symbol `{symbol}` lies in section `{section}`, which is not part of the program")]
    Discarded {
        /// References to it.
        at: Reference,
        /// The symbol.
        symbol: String,
        /// The section left out.
        section: String,
    },
    /// The sections are larger than allowed.
    #[error("the sections take more than {limit:#x} bytes")]
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// A section reaches over the end of the address space.
    #[error("section `{section}` at {address:#x} of {size:#x} bytes does not fit the address space")]
    AddressSpace {
        /// The section.
        section: String,
        /// Its first address.
        address: u64,
        /// Its size in bytes.
        size: u64,
    },
    /// Two sections, or a section and a reserved range, share addresses.
    #[error(
        "section `{section}` at {address:#x} of {size:#x} bytes overlaps `{other}` at {other_address:#x}"
    )]
    Overlap {
        /// The section.
        section: String,
        /// Its first address.
        address: u64,
        /// Its size in bytes.
        size: u64,
        /// The other section or reserved range.
        other: String,
        /// First address of the other.
        other_address: u64,
    },
}

/// Number of places that are listed for one undefined symbol.
const REFERENCES_SHOWN: usize = 4;

fn undefined_text(symbols: &[UndefinedSymbol]) -> String {
    let line = |symbol: &UndefinedSymbol| {
        let shown: Vec<String> =
            symbol.references.iter().take(REFERENCES_SHOWN).map(ToString::to_string).collect();
        let rest = symbol.references.len().saturating_sub(REFERENCES_SHOWN);
        let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
        format!("undefined symbol `{}`, referred to by {}{more}", symbol.name, shown.join(", "))
    };
    symbols.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn duplicate_text(symbols: &[DuplicateSymbol]) -> String {
    let line = |symbol: &DuplicateSymbol| {
        format!("symbol `{}` is defined by {} and again by {}", symbol.name, symbol.first, symbol.second)
    };
    symbols.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn lines<T: fmt::Display>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
