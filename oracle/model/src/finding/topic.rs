//! Subjects of contradictions.

use super::kind::CONTROL;
use crate::interned::{self, Text};
use crate::plan::Link;
use crate::target::Register;
use serde::{Deserialize, Serialize};

/// Value that a call passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ValueId {
    /// Named argument, counted from 0.
    Argument(usize),
    /// Unnamed argument, counted from 0 after the named ones.
    Unnamed(usize),
    /// Result.
    Result,
}

/// `arg0`, `variadic0` for the first unnamed argument, `result`: no target has registers of these names.
impl std::fmt::Display for ValueId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ValueId::Argument(index) => write!(f, "arg{index}"),
            ValueId::Unnamed(index) => write!(f, "variadic{index}"),
            ValueId::Result => f.write_str("result"),
        }
    }
}

/// Use of a narrow value in code, for which the bits above it matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Taking {
    /// Unchanged.
    Plain,
    /// Converted to a wider integer.
    Widened,
    /// Compared with its own value.
    Compared,
    /// Used as an index or as the operand of a `switch`.
    Used,
}

/// Value of a call, or a scalar inside one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Datum {
    /// Value that is meant.
    pub value: ValueId,
    /// Path of the scalar inside the value: `.m0[1]`; empty for the value as a whole.
    pub path: String,
    /// Use of the value.
    pub taking: Taking,
    /// True if it belongs to the function's recursive call.
    pub inner: bool,
}

/// Property of a type or object that an object file shows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum LayoutFact {
    /// `sizeof` of a type.
    Size(String),
    /// `_Alignof` of a type.
    Align(String),
    /// `offsetof` a member, by its number.
    Offset(String, usize),
    /// Signedness of a type.
    Signed(String),
    /// Signedness of a bit-field, by the number of the member.
    FieldSigned(String, usize),
    /// Bytes of an initialised object, by its number.
    Image(usize),
    /// Alignment of the address of an initialised object, by its number.
    ImageAddress(usize),
    /// Property of a structure that the document itself defines, in words: `size`, `offset of size`; and its name.
    Documented(String, String),
}

/// Subject of a contradiction.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Topic {
    /// Value of the call, or a part of one.
    Value(Datum),
    /// The caller's own object whose address was passed for a value.
    CallersObject(ValueId),
    /// The caller's own list of parameters.
    CallersList,
    /// List of parameters that was passed.
    ParameterList,
    /// Value in the list of parameters of a second call.
    SpentEntry(ValueId),
    /// Address that is passed for a result in memory.
    ResultRoom,
    /// Address of a result in memory that a callee returns.
    ResultAddress,
    /// Link from a caller to its callee.
    Link(Link),
    /// Address to which control returns.
    ReturnAddress,
    /// Stack pointer.
    StackPointer,
    /// Register that is callee-saved, or may not be written.
    Register(Register),
    /// Value that the subject kept across a call, by its number.
    Kept(usize),
    /// Local array of the subject's function.
    LocalArray,
    /// Array of variable length in the subject's function.
    DynamicArray,
    /// Results of calls of other functions.
    OtherCalls,
    /// Effect of the call at the end of the function.
    LastCall,
    /// Store to memory.
    Write,
    /// An access beyond the stack pointer.
    Stack,
    /// Number of calls of a function.
    Calls,
    /// Return of a run.
    Control,
    /// Layout of a type or of an object.
    Layout(LayoutFact),
    /// A symbol of an object file.
    Symbol,
    /// A relocation of an object file.
    Relocation,
    /// The header of an object file.
    Header,
    /// Field of that header, by its name in ELF.
    HeaderField(#[serde(deserialize_with = "interned::text")] Text),
    /// The code of a function.
    Code,
    /// Row of the table of an assembler or a linker, by its name.
    Row(String),
    /// Internal error of a tool, which it reports for a row of its table.
    OwnError(String),
    /// Operation of the table of values, by its name.
    Operation(String),
    /// Thread other than the first, which runs alone.
    OtherThread,
    /// Thread that runs the same function as another at the same time.
    ThreadBeside,
    /// Start of a program, in words: `start address`, `stack arguments`.
    Start(#[serde(deserialize_with = "interned::text")] Text),
    /// Readings that a subject follows.
    Dialect,
    /// Tool as such, by its input: `caller unit`, `input`.
    Tool(String),
}

impl Topic {
    /// Topic of a value as a whole.
    pub fn value(value: ValueId) -> Topic {
        Topic::part(value, String::new())
    }

    /// Topic of a scalar inside a value.
    pub fn part(value: ValueId, path: String) -> Topic {
        Topic::Value(Datum { value, path, taking: Taking::Plain, inner: false })
    }

    /// Value that the topic is about, as a whole or in part.
    pub fn of_value(&self) -> Option<ValueId> {
        match self {
            Topic::Value(datum) => Some(datum.value),
            _ => None,
        }
    }

    /// Words of a topic without names of types, values and rows; `None` for one that has such names.
    pub(super) fn fixed_words(&self) -> Option<&'static str> {
        Some(match self {
            Topic::Link(link) => link.words(),
            Topic::HeaderField(words) | Topic::Start(words) => words,
            Topic::CallersList => "the caller's parameter list",
            Topic::ParameterList => "parameter list",
            Topic::ResultRoom => "address for the result",
            Topic::ResultAddress => "address of the result",
            Topic::ReturnAddress => "return address",
            Topic::StackPointer => "stack pointer",
            Topic::LocalArray => "the local array",
            Topic::DynamicArray => "the array of variable size",
            Topic::OtherCalls => "what calls of other functions gave",
            Topic::LastCall => "what the call at the function's end left",
            Topic::Write => "a write",
            Topic::Stack => "stack",
            Topic::Calls => "calls",
            Topic::Control => CONTROL,
            Topic::Symbol => "symbol",
            Topic::Relocation => "relocation",
            Topic::Header => "header",
            Topic::Code => "code",
            Topic::OtherThread => "another thread than the first",
            Topic::ThreadBeside => "a thread beside another",
            Topic::Dialect => "dialect",
            Topic::Value(_)
            | Topic::CallersObject(_)
            | Topic::SpentEntry(_)
            | Topic::Register(_)
            | Topic::Kept(_)
            | Topic::Layout(_)
            | Topic::Row(_)
            | Topic::OwnError(_)
            | Topic::Operation(_)
            | Topic::Tool(_) => return None,
        })
    }

    /// Register that the topic is about.
    pub fn register(&self) -> Option<Register> {
        match self {
            Topic::Register(register) => Some(*register),
            _ => None,
        }
    }
}
