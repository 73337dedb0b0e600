//! Seeded faults: code that breaks one observable clause on purpose.
//!
//! What a fault does is the same on every target ([`Mechanism`]); which clause it breaks and what it is
//! called is in the target's table.

use crosscall_model::{Scalar, Target};

use crate::convention::document;

/// A seeded fault of one target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The target.
    pub target: Target,
    /// Name on the command line; unique within the target.
    pub name: &'static str,
    /// The clause that it breaks.
    pub clause: &'static str,
    /// What the code does wrong, in a sentence.
    pub description: &'static str,
    /// Which side's code is changed.
    pub side: Side,
    /// Readings under which it can be seen, where the default dialect gives no occasion for it.
    pub needs: &'static [(&'static str, u8)],
    /// What the code does wrong.
    pub(crate) mechanism: Mechanism,
}

/// Whose code a fault changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Code of functions that are called.
    Callee,
    /// Code of functions that call.
    Caller,
    /// Both.
    Both,
    /// The layout of data, in code and in constants.
    Data,
}

/// What generated code can do wrong. Each is applied wherever a case gives the occasion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Mechanism {
    /// The callee changes one of these registers, which it has to give back or may not write: another one in
    /// each case.
    Changes(&'static [u16]),
    /// The callee changes the frame pointer.
    FramePointer,
    /// The callee returns with another value in the link register.
    LinkRegister,
    /// The callee returns with the stack pointer lower than at entry.
    StackPointer,
    /// The stack pointer is not aligned while a function is called.
    StackAlignment,
    /// A function stores below its stack pointer.
    BelowStackPointer,
    /// Two neighbouring word arguments change places.
    SwapArguments,
    /// Each register argument is expected or put one register too high.
    ShiftArguments,
    /// The words of a double word argument change places.
    SwapHalves,
    /// A double word argument starts in the wrong kind of register.
    PairStart,
    /// Stack arguments are a word too high.
    StackArgumentOffset,
    /// A narrow argument has undefined upper bits.
    ArgumentExtension,
    /// The callee writes the caller's object instead of a copy.
    ModifyCallersObject,
    /// A member of a composite is accessed one byte too low.
    MemberOffset,
    /// A narrow result has undefined upper bits.
    ResultExtension,
    /// A word result is in the next register.
    ResultRegister,
    /// The words of a double word result change places.
    ResultHalves,
    /// A small composite result is shifted to the top of its register.
    ResultShift,
    /// A result in memory is stored a word too high.
    ResultAddress,
    /// The address of a result in memory is not returned.
    ResultPointer,
    /// The callee writes the stack of its caller above the arguments.
    AboveFrame,
    /// The callee writes the word at this address, which is reserved.
    ReservedMemory(u32),
    /// The callee returns four bytes behind the return address.
    ReturnAddress,
    /// Words in memory have their most significant byte first.
    ByteOrder,
    /// The size of a record is not rounded up to its alignment.
    RecordSize,
    /// A record's alignment is that of its first member.
    RecordAlign,
    /// Each member of a union lies behind the one before.
    UnionOffset,
    /// Array elements lie one byte apart from each other more than their size.
    ArrayStride,
    /// Members are laid out from the last to the first.
    MemberOrder,
    /// A type of half a word has the alignment of a word.
    HalfAlign,
    /// A double word has the alignment of a word.
    DoubleAlign,
    /// A native type has another alignment, in bytes.
    Align(Scalar, u32),
    /// A native type has another size and alignment, in bytes.
    Size(Scalar, u32),
    /// Pointers have so many bytes.
    PointerSize(u32),
    /// Members of records that are vectors are not aligned to more than so many bytes.
    VectorMember(u32),
    /// No vector is aligned to more than so many bytes.
    VectorAlign(u32),
    /// An integer type has another signedness.
    Signed(Scalar, bool),
    /// Bit-fields are allocated from the upper end of their container.
    BitFieldsReversed,
    /// An enumeration has the fewest bytes that hold its constants.
    ShortEnums,
    /// Pointers to functions have so many bytes, others do not.
    FunctionPointer(u32),
    /// A record without members has so many bytes.
    EmptySize(u32),
    /// Something about bit-fields.
    BitField(FieldMistake),
    /// Small aggregates that travel by their addresses are taken for integers.
    AggregateAsInteger,
    /// A floating result is where an integer one would be.
    FloatingAsInteger,
    /// The room for a result in memory is that of an argument that is passed by its address.
    RoomShared,
    /// Inside a record a double word has the alignment of a word.
    MemberAlign,
    /// A union has the alignment of its first member.
    UnionAlign,
    /// The size of a union is that of its last member.
    UnionSize,
    /// An array has at least the alignment of a word.
    ArrayAlign,
    /// Called functions follow another reading of a question than calling ones do.
    CalleeReads(&'static str, u8),
    /// A caller keeps a value in this register, which does not survive the call.
    KeepIn(u16),
    /// Functions are in the section of initialised objects.
    CodeInData,
    /// The room for a result in memory is an object outside the caller's frame.
    RoomOutside,
    /// What leads back leads elsewhere at a call.
    NoLink,
    /// A caller leaves its stack pointer, or nothing, where that with which it was entered should be.
    EntryPointer,
    /// A caller saves its return address elsewhere than where everybody looks for it.
    SavedLink,
    /// A caller with stack arguments exchanges the words that it saves for all to see.
    SavedWordsSwapped,
    /// A register that knows how many bytes it holds says more than the argument has.
    ArgumentLength,
    /// A register that knows how many bytes it holds says more than the result has.
    ResultLength,
    /// The callee writes the list of parameters.
    #[allow(dead_code, reason = "the list belongs to its callee in every released document so far")]
    WritesList,
    /// A caller writes its list of parameters once, before a loop in which it calls.
    ListKept,
    /// The address of a list of parameters is too low by this many bytes.
    ListAddress(u32),
    /// A vertex returns as a function does.
    VertexReturns,
    /// The stack pointer goes so many bytes away, far beyond the stack, and back.
    BeyondLimit(u32),
    /// The stack pointer goes to an object outside the stack, and back.
    SecondStack,
    /// The callee keeps its stack pointer in an object, of which there is one for all threads.
    SharedObject,
    /// The callee stores a word of its frame so many bytes lower for each thread than it should.
    OtherStack(u32),
    /// The callee adds the number of the thread to a register that it has to give back, as if that were 0.
    ThreadNumber,
    /// The stack pointer is odd for a moment.
    OddStack,
    /// The callee writes a byte of its caller's code.
    StrayWrite,
    /// What only the target's own convention can do, by its name there.
    Own(&'static str),
    /// On a way out that is not its end the callee does not give back a register that it has to.
    OtherWayOut,
    /// Bit-fields of arguments and results are read as if they had no sign.
    FieldsUnsigned,
    /// A caller calls twice.
    CallsTwice,
    /// A word argument that is exactly this comes out as another.
    OneValue(u32),
    /// A function with a floating result leaves its rounding mode behind, others do not.
    ModeLeft,
}

/// What can be wrong with bit-fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum FieldMistake {
    /// They follow each other without containers.
    Cross,
    /// A member behind one that ends inside of a byte lies in the next word.
    WordTaken,
    /// Those of width zero do nothing.
    ZeroWidth,
    /// Those without a name take no room.
    UnnamedRoom,
    /// Those with a name do not align their record.
    NamedAlign,
    /// Those without a name do not align their record.
    UnnamedAlign,
    /// Those of an enumeration with a constant below zero are unsigned.
    EnumUnsigned,
    /// Those of an enumeration whose constants a signed one of the width holds are unsigned.
    EnumPlainUnsigned,
    /// Of an enumeration's constants the first one decides on the sign.
    EnumFirst,
    /// In a packed record they keep to their containers.
    PackedKeeps,
    /// Those of a type that does not say so are unsigned.
    PlainUnsigned,
}

impl Fault {
    /// The faults of every target.
    pub fn all() -> impl Iterator<Item = &'static Fault> {
        Target::ALL.into_iter().flat_map(Fault::of)
    }

    /// The faults of a target, in the order of its table.
    pub fn of(target: Target) -> &'static [Fault] {
        document(target).faults
    }

    /// The fault of this name.
    ///
    /// # Errors
    /// A message that lists the names known for the target.
    pub fn by_name(target: Target, name: &str) -> Result<&'static Fault, String> {
        Fault::of(target).iter().find(|f| f.name == name).ok_or_else(|| {
            let known: Vec<_> = Fault::of(target).iter().map(|f| f.name).collect();
            format!("unknown fault `{name}` for {target}; known: {}", known.join(", "))
        })
    }
}
