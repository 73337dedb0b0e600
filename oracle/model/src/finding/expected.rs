//! Expectations of a document that an observation contradicts.

use super::Answer;
use super::observed::Address;
use super::topic::{Topic, ValueId};
use crate::interned::{self, Text};
use crate::layout::Image;
use crate::plan::Place;
use crate::target::Register;
use crate::tool::MadeRelocation;
use serde::{Deserialize, Serialize};

/// Memory that may not be written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Area {
    /// Reserved addresses, first and last.
    Reserved(u64, u64),
    /// The caller's part of the stack.
    CallersStack,
    /// Memory outside the stack, except objects that the function was given to write.
    Elsewhere,
    /// The stack of another thread.
    OtherStack,
    /// Memory that a callee was given only to read.
    Lent,
}

/// Answer with the text of its reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadingText {
    /// Question and reading.
    pub answer: Answer,
    /// Text of the reading.
    #[serde(deserialize_with = "interned::text")]
    pub text: Text,
}

/// Expectation, by a document or by the known behaviour of the subject.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Expected {
    /// Value in one place or in several consecutive ones.
    Value {
        /// Bytes of the value.
        image: Image,
        /// Places of the bytes.
        places: Vec<Place>,
    },
    /// Address of a value, in places.
    Reference {
        /// Places of the address.
        pointer: Vec<Place>,
        /// Bytes of the value.
        image: Image,
        /// Alignment of the address, in bytes.
        align: u64,
    },
    /// Value in memory at an address that was passed.
    InMemory {
        /// Bytes of the value.
        image: Image,
        /// Address of the value.
        at: u64,
        /// Places where the address was passed.
        pointer: Vec<Place>,
    },
    /// Extended narrow value.
    Extended {
        /// All bytes, including those above the value.
        bytes: Vec<u8>,
        /// Place of the bytes.
        place: Place,
        /// C type of the value.
        c_type: String,
        /// True if it is sign-extended.
        signed: bool,
    },
    /// Narrow value with ones above it.
    Filled {
        /// All bytes, including those above the value.
        bytes: Vec<u8>,
        /// Place of the bytes.
        place: Place,
        /// C type of the value.
        c_type: String,
    },
    /// Length in bytes of a register with a length of its own.
    Length(Register, u16),
    /// Address of the space for a result, in places.
    Room {
        /// Places of the address.
        pointer: Vec<Place>,
        /// Number of bytes that can be written.
        bytes: u64,
        /// Alignment in bytes.
        align: u64,
    },
    /// Space for a result that does not overlap a value passed by address.
    Apart(ValueId, u64),
    /// Space for a result in the caller's frame, between two addresses.
    InFrame(u64, u64),
    /// Address of a copy, which the callee may write.
    Copy,
    /// Address of a list of parameters.
    List {
        /// Register that holds it.
        pointer: Register,
        /// Size of the list in bytes.
        bytes: u64,
        /// Alignment in bytes.
        align: u64,
    },
    /// Link to the caller, in its place.
    Link(Address, Place),
    /// Address of the result in places, at return.
    AddressBack(u64, Vec<Place>),
    /// Stack pointer at return, as at entry.
    StackPointer(u64),
    /// Return of control to an address.
    BackAt(Address),
    /// Contents of a register at return, as at entry.
    Kept(Vec<u8>),
    /// Bytes of memory that are unchanged at return, with their address.
    Unchanged(Vec<u8>, u64),
    /// No store into an area.
    NoWrite(Area),
    /// Alignment, at all times or at calls only.
    Aligned {
        /// Alignment in bytes.
        to: u64,
        /// True if it is demanded at all times.
        always: bool,
    },
    /// Stack pointer inside the stack: its first and last address. Where the stack grows down, the first one is
    /// outside, else the last one.
    Limits {
        /// Lower end of the stack.
        start: u64,
        /// Upper end of the stack.
        end: u64,
        /// True if the stack grows down.
        down: bool,
    },
    /// No access beyond the stack pointer.
    NothingBeyond,
    /// Nothing that was written beyond the stack pointer is read.
    NothingKeptBeyond,
    /// Save on the stack before its pointer moves.
    SavedFirst,
    /// Register that compiled code never writes.
    NeverWritten,
    /// Contents of a register at each call, as at entry.
    SameAtCalls,
    /// Bytes as they are.
    Bytes(Vec<u8>),
    /// Bytes at an address.
    BytesAt(Vec<u8>, u64),
    /// Bytes that are the same after a call as before.
    StillAfterCall(Vec<u8>),
    /// Number, with its width in bits, and the place where the value that it is part of, or its address, begins.
    Bits(u128, u32, Option<Place>),
    /// Number of calls.
    Times(u64),
    /// Return of control to the return address.
    Returns,
    /// End of the program.
    Exits,
    /// Value that is passed directly and not by address, with its C type.
    NoAddress(ValueId, String),
    /// Value in memory at the passed address, with its C type.
    Behind(ValueId, String),
    /// Behaviour of the same function in a single thread.
    AsAlone(Box<(Topic, Expected)>),
    /// Number.
    Number(u64),
    /// Address.
    Address(u64),
    /// Bytes of an object, with a mask.
    Image(Image),
    /// Number of which an address is a multiple.
    MultipleOf(u64),
    /// No contents in reserved memory.
    NothingReserved,
    /// Function with this name.
    Function(String),
    /// Global symbol in a code section.
    GlobalCode,
    /// Known relocation of a family, in words.
    KnownRelocation(#[serde(deserialize_with = "interned::text")] Text),
    /// Refusal by a tool, with the reason and the source of the expectation.
    Refusal(String, #[serde(deserialize_with = "interned::text")] Text),
    /// No message of a tool that a number does not fit, with the source of the expectation.
    NoComplaint(#[serde(deserialize_with = "interned::text")] Text),
    /// Warning of a tool, with the reason and the source of the expectation.
    Warning(String, #[serde(deserialize_with = "interned::text")] Text),
    /// Program that returns 0, with the source of the expectation.
    ReturnsZero(#[serde(deserialize_with = "interned::text")] Text),
    /// Program that returns a number, with the source of the expectation.
    ReturnsNumber(u64, #[serde(deserialize_with = "interned::text")] Text),
    /// Bytes of sections, with the reason where there is one and the source of the expectation.
    Sections(Vec<Vec<u8>>, String, #[serde(deserialize_with = "interned::text")] Text),
    /// Relocations, with the source of the expectation.
    Relocations(Vec<MadeRelocation>, #[serde(deserialize_with = "interned::text")] Text),
    /// Field of a header.
    Header(#[serde(deserialize_with = "interned::text")] Text, u32),
    /// Number and mask: the number in the bits of the mask.
    Masked(u32, u32),
    /// Greatest number of bytes.
    AtMost(u64),
    /// Any value.
    AnyValue,
    /// Return of control, with a value.
    ComesBack,
    /// Number of bytes.
    ByteCount(usize),
    /// Element of a value, described as its type is: the kind of element, its index where there are several, and its
    /// bits as text.
    Element(#[serde(deserialize_with = "interned::text")] Text, Option<usize>, String),
    /// Readings that the subject follows elsewhere.
    AsBefore(Vec<Vec<ReadingText>>),
    /// Product of a tool, in words.
    Product(#[serde(deserialize_with = "interned::text")] Text),
}
