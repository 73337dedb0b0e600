//! What was seen where a document expects something else.

use super::expected::ReadingText;
use crate::plan::Place;
use crate::tool::{MadeRelocation, Ran};

/// An address with the symbol at it or before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The address.
    pub at: u64,
    /// The symbol and the distance from it, where one is near.
    pub symbol: Option<(String, u64)>,
}

impl Address {
    /// An address of which no symbol is known, or matters.
    pub fn bare(at: u64) -> Address {
        Address { at, symbol: None }
    }
}

/// A store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Write {
    /// How many bytes.
    pub bytes: u32,
    /// The first of them.
    pub at: Address,
    /// Distance from the stack pointer at entry, for one into the stack.
    pub from_sp: Option<i64>,
    /// The instruction.
    pub by: Address,
}

/// How a run has ended that should have gone on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// It came back to where it was called from.
    Returned,
    /// The program ended itself.
    Exited,
    /// It stopped at an instruction, for a reason in the machine's words.
    Fault(Address, String),
    /// Its budget of instructions was used up.
    Budget,
}

/// How far a run had come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reached {
    /// The call was not reached.
    BeforeCall,
    /// The function called had not come back to its return address.
    InCallee,
    /// The function called had come back.
    AfterCall,
}

/// What was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Observed {
    /// What the expected places hold, each; none for what cannot be read.
    Held(Vec<Option<Vec<u8>>>),
    /// What the expected place of an address holds.
    Reference {
        /// Where the address was looked for.
        pointer: Vec<Place>,
        /// The address, where it can be read.
        to: Option<u64>,
        /// The bytes there, where the address is one of the program's data.
        held: Option<Vec<u8>>,
        /// Whether the bytes are right, and only the address is not so aligned.
        misaligned: bool,
    },
    /// An address, where it can be read.
    Pointer(Option<u64>),
    /// The address of an object of the caller's itself, by its name.
    OwnObject(String),
    /// A length in bytes.
    Length(u16),
    /// What is in a place for something that leads back, where it can be read.
    Link(Option<Address>),
    /// The stack pointer, and how far it is from where it should be.
    StackPointer(u64, i32),
    /// Where control is.
    ControlAt(Address),
    /// What a register holds at return.
    Left(Vec<u8>),
    /// No memory where a value should be.
    NoMemory,
    /// A store.
    Write(Write),
    /// The stack pointer after an instruction.
    After(u64, Address),
    /// The stack pointer at a call.
    AtCall(u64, Address),
    /// An access beyond the stack pointer.
    Access {
        /// How many bytes.
        bytes: u32,
        /// The first of them.
        at: u64,
        /// Whether they were written, not read.
        written: bool,
        /// The instruction.
        by: Address,
        /// The stack pointer.
        sp: u64,
    },
    /// A stack pointer after an instruction that moved it before anything was saved.
    NothingSaved(u64, Address),
    /// A write of a register by an instruction.
    WrittenBy(Address),
    /// Bytes as they are.
    Bytes(Vec<u8>),
    /// So many bits of a number.
    Bits(u64, u32),
    /// How a run has ended, and how far it had come.
    End(End, Reached),
    /// So many calls.
    Times(u64),
    /// A number.
    Number(u64),
    /// An address.
    Address(u64),
    /// A multiple of a number only.
    MultipleOf(u64),
    /// Nothing of the kind.
    Nothing,
    /// A symbol at an address.
    SymbolAt(String, u64),
    /// Binding and section of a symbol.
    Binding(String, Option<String>),
    /// The number of a relocation, its section and its offset.
    RelocationKind(u32, String, u64),
    /// Bytes of sections, with what was printed about them.
    Sections(Vec<Vec<u8>>, Vec<String>),
    /// The same of a tool that ended as if all were well.
    EndedWell(Vec<Vec<u8>>, Vec<String>),
    /// Words of a tool.
    Printed(String),
    /// Relocations.
    Relocations(Vec<MadeRelocation>),
    /// Input that was accepted: the sections and relocations made of it, and what was printed about it.
    Accepted(Vec<Vec<u8>>, Vec<MadeRelocation>, Vec<String>),
    /// No word of the tool.
    Silent,
    /// A program that was run, where it was.
    Ran(Option<Ran>),
    /// A refusal, with the tool's words.
    Refused(String),
    /// A field of a header.
    Header(&'static str, u32),
    /// A run that stopped, with the reason.
    Stopped(String),
    /// So many bytes.
    ByteCount(usize),
    /// An element of a value (see [`Expected::Element`](super::Expected::Element)), and the numbers of others that are
    /// wrong, too.
    Element(&'static str, Option<usize>, String, Vec<usize>),
    /// The readings that the subject follows here.
    Here(Vec<ReadingText>),
    /// A message of a tool.
    Message(String),
}
