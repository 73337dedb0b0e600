//! Observations that contradict a document's expectation.

use super::expected::ReadingText;
use crate::interned::{self, Text};
use crate::plan::Place;
use crate::tool::{MadeRelocation, Ran};
use serde::{Deserialize, Serialize};

/// Address, with the symbol at it or before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Address {
    /// Address as a number.
    pub at: u64,
    /// Symbol and the distance in bytes from it, where one is near.
    pub symbol: Option<(String, u64)>,
}

impl Address {
    /// Address without a symbol.
    pub fn bare(at: u64) -> Address {
        Address { at, symbol: None }
    }
}

/// Store to memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Write {
    /// Number of bytes.
    pub bytes: u32,
    /// Address of the first byte.
    pub at: Address,
    /// Distance in bytes from the stack pointer at entry, for a store to the stack.
    pub from_sp: Option<i64>,
    /// Address of the instruction.
    pub by: Address,
}

/// Unexpected end of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// Return to the caller.
    Returned,
    /// End of the program by itself.
    Exited,
    /// Stop at an instruction, with the machine's reason.
    Fault(Address, String),
    /// Exhausted instruction budget.
    Budget,
}

/// Progress of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Reached {
    /// The call was not reached.
    BeforeCall,
    /// The called function had not returned to its return address.
    InCallee,
    /// The called function had returned.
    AfterCall,
}

/// Observation that contradicts the expectation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Observed {
    /// Contents of each expected place; none for a place that cannot be read.
    Held(Vec<Option<Vec<u8>>>),
    /// Contents of the expected place of an address.
    Reference {
        /// Places where the address was expected.
        pointer: Vec<Place>,
        /// Address, where it can be read.
        to: Option<u64>,
        /// Bytes at the address, where it is one of the program's data.
        held: Option<Vec<u8>>,
        /// True if the bytes are right and only the alignment of the address is wrong.
        misaligned: bool,
    },
    /// Address, where it can be read.
    Pointer(Option<u64>),
    /// Address of the caller's own object, by its name.
    OwnObject(String),
    /// Length in bytes.
    Length(u16),
    /// Contents of the place of a link, where it can be read.
    Link(Option<Address>),
    /// Stack pointer, and its distance from the expected one.
    StackPointer(u64, i32),
    /// Address at which control is.
    ControlAt(Address),
    /// Contents of a register at return.
    Left(Vec<u8>),
    /// No memory at the place of a value.
    NoMemory,
    /// Store to memory.
    Write(Write),
    /// Stack pointer after an instruction.
    After(u64, Address),
    /// Stack pointer, or another register, at a call.
    AtCall(u64, Address),
    /// Access beyond the stack pointer.
    Access {
        /// Number of bytes.
        bytes: u32,
        /// Address of the first byte.
        at: u64,
        /// True for a write, false for a read.
        written: bool,
        /// Address of the instruction.
        by: Address,
        /// Stack pointer at the access.
        sp: u64,
    },
    /// Stack pointer after an instruction that moved it before anything was saved.
    NothingSaved(u64, Address),
    /// Write of a register by an instruction.
    WrittenBy(Address),
    /// Bytes as they are.
    Bytes(Vec<u8>),
    /// Number, with its width in bits.
    Bits(u128, u32),
    /// End of a run, and its progress.
    End(End, Reached),
    /// Number of calls.
    Times(u64),
    /// Number.
    Number(u64),
    /// Address.
    Address(u64),
    /// Number of which an address is no more than a multiple.
    MultipleOf(u64),
    /// Absence of the expected thing.
    Nothing,
    /// Symbol at an address.
    SymbolAt(String, u64),
    /// Binding and section of a symbol.
    Binding(String, Option<String>),
    /// Number of a relocation type, with its section and its offset.
    RelocationKind(u32, String, u64),
    /// Bytes of sections, with the messages about them.
    Sections(Vec<Vec<u8>>, Vec<String>),
    /// Bytes of sections, with the messages about them, of a tool that ended successfully.
    EndedWell(Vec<Vec<u8>>, Vec<String>),
    /// Message that a tool printed.
    Printed(String),
    /// Relocations.
    Relocations(Vec<MadeRelocation>),
    /// Accepted input: the sections and relocations in the output, and the messages.
    Accepted(Vec<Vec<u8>>, Vec<MadeRelocation>, Vec<String>),
    /// No message of the tool.
    Silent,
    /// Result of a program that was run, if it was.
    Ran(Option<Ran>),
    /// Refusal, with the tool's message.
    Refused(String),
    /// Field of a header.
    Header(#[serde(deserialize_with = "interned::text")] Text, u32),
    /// Stopped run, with the reason.
    Stopped(String),
    /// Number of bytes.
    ByteCount(usize),
    /// Element of a value (see [`Expected::Element`](super::Expected::Element)), and the indices of other wrong
    /// elements.
    Element(#[serde(deserialize_with = "interned::text")] Text, Option<usize>, String, Vec<usize>),
    /// Readings that the subject follows here.
    Here(Vec<ReadingText>),
    /// Message of a tool.
    Message(String),
}
