//! Registers that a function's code changes, as far as its instructions say.

/// Changes of registers by the code of a function.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RegisterChanges {
    /// Registers that instructions write, each once, but for those of `restored`.
    pub written: Vec<Written>,
    /// Registers that are written and seem to be given back, since they are saved on the stack and loaded from there: by register
    /// file, bit n for register n.
    pub restored: [u32; 2],
    /// Functions that it calls, or goes on to.
    pub calls: Vec<Called>,
    /// Actions of unknown effect, each with its byte offset in the section.
    pub unknown: Vec<(&'static str, u64)>,
}

/// A register that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// Number of the register file, as in the words of [`Toolset::register_use`](crate::tools::Toolset::register_use).
    pub file: usize,
    /// Its number.
    pub number: u8,
    /// The first instruction that writes it: byte offset in the section.
    pub at: u64,
}

/// A function that is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Called {
    /// Index of its symbol.
    pub symbol: usize,
    /// The first instruction that calls it: byte offset in the section.
    pub at: u64,
}
