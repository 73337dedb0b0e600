//! The thing that a contradiction is about.

use crate::plan::Link;
use crate::target::Register;

/// A value that a call carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ValueId {
    /// A named argument, counted from 0.
    Argument(usize),
    /// An unnamed argument, counted from 0 behind the named ones.
    Unnamed(usize),
    /// The result.
    Result,
}

/// `a0`, `v0` for the first unnamed argument, `result`.
impl std::fmt::Display for ValueId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ValueId::Argument(index) => write!(f, "a{index}"),
            ValueId::Unnamed(index) => write!(f, "v{index}"),
            ValueId::Result => f.write_str("result"),
        }
    }
}

/// How code took a narrow value, where what is above its own bits matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Taking {
    /// As it is.
    Plain,
    /// Converted to a wider integer.
    Widened,
    /// Compared with its value.
    Compared,
    /// As an index or as what a `switch` looks at.
    Used,
}

/// A value of a call, or a scalar inside one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Datum {
    /// The value.
    pub value: ValueId,
    /// The scalar inside the value: `.m0[1]`; empty for the value as a whole.
    pub path: String,
    /// How it was taken.
    pub taking: Taking,
    /// Whether it belongs to the call that the function makes of itself.
    pub inner: bool,
}

/// A number or a sign that an object file tells of a type.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LayoutFact {
    /// `sizeof` of a type.
    Size(String),
    /// `_Alignof` of a type.
    Align(String),
    /// `offsetof` a member, by its number.
    Offset(String, usize),
    /// Whether a type is signed.
    Signed(String),
    /// Whether a bit-field, by the number of the member, is signed.
    FieldSigned(String, usize),
    /// Bytes of an initialised object, by its number.
    Image(usize),
    /// Alignment of the address of an initialised object, by its number.
    ImageAddress(usize),
    /// Something of a structure that the document has itself, in words: `size`, `offset of size`; and its name.
    Documented(String, String),
}

/// The thing that a contradiction is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// A value of the call, or a part of one.
    Value(Datum),
    /// The caller's own object whose address was passed for a value.
    CallersObject(ValueId),
    /// The caller's own list of parameters.
    CallersList,
    /// The list of parameters that was passed.
    ParameterList,
    /// A value in the list of parameters of a second call.
    SpentEntry(ValueId),
    /// The address that is passed for a result in memory.
    ResultRoom,
    /// The address of a result in memory that a callee gives back.
    ResultAddress,
    /// What a caller leaves for the way back.
    Link(Link),
    /// Where control goes back to.
    ReturnAddress,
    /// The stack pointer.
    StackPointer,
    /// A register that has to survive, or may not be written.
    Register(Register),
    /// A value that the subject kept across a call, by its number.
    Kept(usize),
    /// The local array of the subject's function.
    LocalArray,
    /// The array of variable size of the subject's function.
    DynamicArray,
    /// What calls of other functions gave.
    OtherCalls,
    /// What the call at the end of the function left.
    LastCall,
    /// A store.
    Write,
    /// An access beyond the stack pointer.
    Stack,
    /// How often a function was called.
    Calls,
    /// Whether a run comes back.
    Control,
    /// Layout of a type or of an object.
    Layout(LayoutFact),
    /// A symbol of an object file.
    Symbol,
    /// A relocation of an object file.
    Relocation,
    /// The header of an object file.
    Header,
    /// A number of that header, by its name in ELF.
    HeaderField(&'static str),
    /// The code of a function.
    Code,
    /// A row of the table of an assembler or a linker, by its name.
    Row(String),
    /// An error in a tool itself, which it reports at a row of its table.
    OwnError(String),
    /// An operation of the table of values, by its name.
    Operation(String),
    /// Another thread than the first, which runs alone.
    OtherThread,
    /// A thread beside another that runs the same function.
    ThreadBeside,
    /// The start of a program, in words: `start address`, `stack arguments`.
    Start(&'static str),
    /// The readings that a subject follows.
    Dialect,
    /// A tool as such, by what it was given: `caller unit`, `input`.
    Tool(String),
}

impl Topic {
    /// A value as a whole.
    pub fn value(value: ValueId) -> Topic {
        Topic::part(value, String::new())
    }

    /// A scalar inside a value.
    pub fn part(value: ValueId, path: String) -> Topic {
        Topic::Value(Datum { value, path, taking: Taking::Plain, inner: false })
    }

    /// The value that it is about as such, or a part of it.
    pub fn of_value(&self) -> Option<ValueId> {
        match self {
            Topic::Value(datum) => Some(datum.value),
            _ => None,
        }
    }

    /// The register that it is about.
    pub fn register(&self) -> Option<Register> {
        match self {
            Topic::Register(register) => Some(*register),
            _ => None,
        }
    }
}
