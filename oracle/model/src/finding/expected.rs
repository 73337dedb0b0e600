//! What a document expects, where something else was seen.

use super::Answer;
use super::observed::Address;
use super::topic::{Topic, ValueId};
use crate::layout::Image;
use crate::plan::Place;
use crate::target::Register;
use crate::tool::MadeRelocation;

/// Memory into which nothing may be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Area {
    /// Reserved addresses, first and last.
    Reserved(u64, u64),
    /// The caller's part of the stack.
    CallersStack,
    /// Everything outside the stack but what the function was given to write.
    Elsewhere,
    /// The stack of another thread.
    OtherStack,
    /// What a callee got only to read.
    Lent,
}

/// An answer with the words of its reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadingText {
    /// The answer.
    pub answer: Answer,
    /// The reading in words.
    pub text: &'static str,
}

/// What a document, or what is known of the subject, expects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// A value in places, or in one after the other.
    Value {
        /// Its bytes.
        image: Image,
        /// Where they are.
        places: Vec<Place>,
    },
    /// The address of a value in places.
    Reference {
        /// Where the address is.
        pointer: Vec<Place>,
        /// The value's bytes.
        image: Image,
        /// Alignment of the address, in bytes.
        align: u64,
    },
    /// A value in memory at an address that was passed.
    InMemory {
        /// Its bytes.
        image: Image,
        /// The address.
        at: u64,
        /// Where the address was passed.
        pointer: Vec<Place>,
    },
    /// A narrow value that is extended.
    Extended {
        /// All bytes, those above included.
        bytes: Vec<u8>,
        /// Where they are.
        place: Place,
        /// Its type in C.
        c_type: String,
        /// Whether its sign is what it is extended by.
        signed: bool,
    },
    /// A register that knows how many bytes it holds.
    Length(Register, u16),
    /// The address of room for a result, in places.
    Room {
        /// Where the address is.
        pointer: Vec<Place>,
        /// Bytes that can be written.
        bytes: u64,
        /// Alignment in bytes.
        align: u64,
    },
    /// Room for a result apart from a value that is passed by its address.
    Apart(ValueId, u64),
    /// Room for a result in the caller's frame, between two addresses.
    InFrame(u64, u64),
    /// The address of a copy, which the callee may write.
    Copy,
    /// The address of a list of parameters.
    List {
        /// The register that holds it.
        pointer: Register,
        /// Bytes of the list.
        bytes: u64,
        /// Alignment in bytes.
        align: u64,
    },
    /// What a caller leaves for the way back, in its place.
    Link(Address, Place),
    /// The address of the result in places, at return.
    AddressBack(u64, Vec<Place>),
    /// The stack pointer at return, as at entry.
    StackPointer(u64),
    /// Control back at an address.
    BackAt(Address),
    /// A register that holds at return what it held at entry.
    Kept(Vec<u8>),
    /// Bytes of memory that have not changed at return, with their address.
    Unchanged(Vec<u8>, u64),
    /// No store into an area.
    NoWrite(Area),
    /// A multiple, at all times or at calls only.
    Aligned {
        /// Bytes.
        to: u64,
        /// Whether at all times.
        always: bool,
    },
    /// A stack pointer inside the stack: its first and last address. Where the stack grows down the first is outside,
    /// else the last.
    Limits {
        /// The lower end.
        start: u64,
        /// The upper end.
        end: u64,
        /// Whether the stack grows down.
        down: bool,
    },
    /// No access beyond the stack pointer.
    NothingBeyond,
    /// Something that is saved on the stack before its pointer moves.
    SavedFirst,
    /// A register that compiled code never writes.
    NeverWritten,
    /// Bytes as they are.
    Bytes(Vec<u8>),
    /// Bytes at an address.
    BytesAt(Vec<u8>, u64),
    /// The same bytes after a call as before.
    StillAfterCall(Vec<u8>),
    /// So many bits of a number.
    Bits(u64, u32),
    /// So many calls.
    Times(u64),
    /// Control that comes back to the return address.
    Returns,
    /// A program that ends itself.
    Exits,
    /// A value that travels by itself and is no address, with its type in C.
    NoAddress(ValueId, String),
    /// A value in memory where its address says, with its type in C.
    Behind(ValueId, String),
    /// What the same function does in a single thread.
    AsAlone(Box<(Topic, Expected)>),
    /// A number.
    Number(u64),
    /// An address.
    Address(u64),
    /// Bytes of an object, with a mask.
    Image(Image),
    /// A multiple of a number.
    MultipleOf(u64),
    /// Nothing in reserved memory.
    NothingReserved,
    /// A function with a name.
    Function(String),
    /// A global symbol in a section of code.
    GlobalCode,
    /// One of a family of relocations that is known, in words.
    KnownRelocation(&'static str),
    /// A refusal of a tool, for a reason; and where that is known from.
    Refusal(String, &'static str),
    /// No word of a tool that a number does not fit; and where that is known from.
    NoComplaint(&'static str),
    /// A warning of a tool, for a reason; and where that is known from.
    Warning(String, &'static str),
    /// A program that comes back with 0; and where that is known from.
    ReturnsZero(&'static str),
    /// Bytes of sections, with a reason where there is one; and where that is known from.
    Sections(Vec<Vec<u8>>, String, &'static str),
    /// Relocations; and where they are known from.
    Relocations(Vec<MadeRelocation>, &'static str),
    /// A field of a header.
    Header(&'static str, u32),
    /// A number in the bits that a mask has.
    Masked(u32, u32),
    /// So many bytes at most.
    AtMost(u64),
    /// Some value.
    AnyValue,
    /// Control that comes back with a value.
    ComesBack,
    /// So many bytes.
    ByteCount(usize),
    /// An element of a value, as the words of its type have it: name of the kind of element, its number where there are
    /// several, and its bits in words.
    Element(&'static str, Option<usize>, String),
    /// The readings that the subject follows otherwise.
    AsBefore(Vec<Vec<ReadingText>>),
    /// What a tool has to make, in words.
    Product(&'static str),
}
