//! Seeded faults: code that breaks one observable clause on purpose.
//!
//! The effect of a fault is the same on every target ([`Mechanism`]); the clause that it breaks and its name are in
//! the target's table.

use crosscall_model::{Scalar, Target};

use crate::convention::tables;

/// Seeded fault of one target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Target whose code it changes.
    pub target: Target,
    /// Name on the command line; unique within the target.
    pub name: &'static str,
    /// Id of the clause that it breaks.
    pub clause: &'static str,
    /// Ids of other clauses under which the same mistake is reported as rightly, in the cases that show it.
    pub also: &'static [&'static str],
    /// Description of the mistake, in a sentence.
    pub description: &'static str,
    /// Side whose code is changed.
    pub side: Side,
    /// Readings under which it is observable, where the default dialect gives no occasion for it.
    pub needs: &'static [(&'static str, u8)],
    /// Mistake that the code makes.
    pub(crate) mechanism: Mechanism,
}

/// Side whose code a fault changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Called functions.
    Callee,
    /// Calling functions.
    Caller,
    /// Both sides.
    Both,
    /// Layout of data, in code and in constants.
    Data,
}

/// Mistake in generated code. Each is made wherever a case gives the occasion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Mechanism {
    /// The callee changes one of these registers, which it has to preserve or may not write: another one in each
    /// case.
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
    /// Two adjacent word arguments exchange their places.
    SwapArguments,
    /// Each register argument is expected or placed one register too high.
    ShiftArguments,
    /// The words of a double word argument exchange their places.
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
    /// The words of a double word result exchange their places.
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
    /// The callee returns four bytes beyond the return address.
    ReturnAddress,
    /// Words in memory have their most significant byte first.
    ByteOrder,
    /// The size of a record is not rounded up to its alignment.
    RecordSize,
    /// A record's alignment is that of its first member.
    RecordAlign,
    /// Each member of a union follows the one before.
    UnionOffset,
    /// The stride of an array is one byte more than the size of an element.
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
    /// Pointers have this size in bytes.
    PointerSize(u32),
    /// Members of records that are vectors have at most this alignment in bytes.
    VectorMember(u32),
    /// Vectors have at most this alignment in bytes.
    VectorAlign(u32),
    /// An integer type has another signedness.
    Signed(Scalar, bool),
    /// Bit-fields are allocated from the upper end of their container.
    BitFieldsReversed,
    /// An enumeration has the smallest size that holds its constants.
    ShortEnums,
    /// Pointers to functions have this size in bytes, other pointers their usual one.
    FunctionPointer(u32),
    /// A record without members has this size in bytes.
    EmptySize(u32),
    /// A mistake about bit-fields.
    BitField(FieldMistake),
    /// Small aggregates that are passed by address are treated as integers.
    AggregateAsInteger,
    /// A floating result is where an integer one would be.
    FloatingAsInteger,
    /// The space for a result in memory is that of an argument that is passed by address.
    RoomShared,
    /// Atomic types are aligned to 1.
    AtomicAlign,
    /// Alignments of typedefs are not obeyed.
    TypedefAlign,
    /// An array of no elements does not contribute to the alignment of its record.
    ZeroArrayAlign,
    /// Inside a record a double word has the alignment of a word.
    MemberAlign,
    /// A union has the alignment of its first member.
    UnionAlign,
    /// The size of a union is that of its last member.
    UnionSize,
    /// An array has at least the alignment of a word.
    ArrayAlign,
    /// Called functions follow another reading of a question than calling functions do.
    CalleeReads(&'static str, u8),
    /// A caller keeps a value in this register, which does not survive the call.
    KeepIn(u16),
    /// Functions are in the section of initialised objects.
    CodeInData,
    /// The space for a result in memory is an object outside the caller's frame.
    RoomOutside,
    /// The return link has a wrong value at a call.
    NoLink,
    /// A caller leaves its own stack pointer, or nothing, in the place for the stack pointer at its entry.
    EntryPointer,
    /// A caller saves its return address at another place than the convention demands.
    SavedLink,
    /// A caller with stack arguments exchanges the two words that it saves next to its stack pointer.
    SavedWordsSwapped,
    /// The length of a register of variable length is greater than that of the argument.
    ArgumentLength,
    /// The length of a register of variable length is greater than that of the result.
    ResultLength,
    /// The callee writes the list of parameters.
    #[allow(dead_code, reason = "the list belongs to its callee in every released document so far")]
    WritesList,
    /// A caller writes its list of parameters once, before a loop that contains the call.
    ListKept,
    /// The address of a list of parameters is too low by this number of bytes.
    ListAddress(u32),
    /// A vertex returns as a function does.
    VertexReturns,
    /// The stack pointer moves this many bytes, far beyond the stack, and back.
    BeyondLimit(u32),
    /// The stack pointer moves to an object outside the stack, and back.
    SecondStack,
    /// The callee keeps its stack pointer in an object that all threads share.
    SharedObject,
    /// The callee stores a word of its frame too low by this number of bytes for each thread.
    OtherStack(u32),
    /// The callee adds the number of the thread to a callee-saved register, as if that number were 0.
    ThreadNumber,
    /// The stack pointer is odd for some instructions.
    OddStack,
    /// The callee writes a byte of its caller's code.
    StrayWrite,
    /// A mistake that only the target's own convention can make, by its name there.
    Own(&'static str),
    /// The callee does not restore a callee-saved register where it returns early.
    OtherWayOut,
    /// Bit-fields of arguments and results are read as unsigned.
    FieldsUnsigned,
    /// A caller makes its call twice.
    CallsTwice,
    /// A word argument with exactly this value is replaced by another value.
    OneValue(u32),
    /// A function with a floating result leaves its rounding mode in force, other functions do not.
    ModeLeft,
}

/// Mistake about bit-fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum FieldMistake {
    /// Bit-fields are packed without regard to containers.
    Cross,
    /// A member after a bit-field that ends within a byte is placed in the next word.
    WordTaken,
    /// Bit-fields of width zero have no effect.
    ZeroWidth,
    /// Unnamed bit-fields occupy no space.
    UnnamedRoom,
    /// Named bit-fields do not contribute to the alignment of their record.
    NamedAlign,
    /// Unnamed bit-fields do not contribute to the alignment of their record.
    UnnamedAlign,
    /// Bit-fields of an enumeration with a negative constant are unsigned.
    EnumUnsigned,
    /// Bit-fields of an enumeration are unsigned although a signed bit-field of the width holds all constants.
    EnumPlainUnsigned,
    /// The first constant of an enumeration decides on the sign.
    EnumFirst,
    /// Bit-fields of a packed record do not cross the boundaries of their containers.
    PackedKeeps,
    /// Bit-fields of a type without a specified signedness are unsigned.
    PlainUnsigned,
}

impl Fault {
    /// Faults of every target.
    pub fn all() -> impl Iterator<Item = &'static Fault> {
        Target::built_in().flat_map(Fault::of)
    }

    /// Faults of a target, in the order of its table.
    pub fn of(target: Target) -> &'static [Fault] {
        tables(target).faults
    }

    /// Fault of this name.
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

/// Fault of a target that needs no particular readings.
pub(crate) const fn fault(
    target: Target,
    name: &'static str,
    clause: &'static str,
    side: Side,
    mechanism: Mechanism,
    description: &'static str,
) -> Fault {
    Fault { target, name, clause, also: &[], description, side, needs: &[], mechanism }
}

/// Fault that is reported under other clauses as rightly.
pub(crate) const fn also(also: &'static [&'static str], fault: Fault) -> Fault {
    Fault { also, ..fault }
}

/// Fault that is observable only under these readings.
pub(crate) const fn under(needs: &'static [(&'static str, u8)], fault: Fault) -> Fault {
    Fault { needs, ..fault }
}

/// Fault that several targets have, without the target and the clause: its name, its side, the mistake, and a description.
pub(crate) type Shared = (&'static str, Side, Mechanism, &'static str);

/// Fault of a target that others have as well.
pub(crate) const fn usual(
    target: Target,
    clause: &'static str,
    (name, side, mechanism, description): Shared,
) -> Fault {
    fault(target, name, clause, side, mechanism, description)
}

/// Faults that several targets have.
#[rustfmt::skip]
pub(crate) mod shared {
    use super::{Mechanism as M, Shared, Side};
    use crosscall_model::Scalar;

    pub(crate) const ARGUMENTS_SWAPPED: Shared = ("arguments-swapped", Side::Both, M::SwapArguments,
        "two neighbouring arguments of one register each change places");
    pub(crate) const ARGUMENT_NOT_EXTENDED: Shared = ("argument-not-extended", Side::Caller, M::ArgumentExtension,
        "the upper bits of a narrow argument are undefined");
    pub(crate) const RESULT_ADDRESS: Shared = ("result-address", Side::Callee, M::ResultAddress,
        "an aggregate result is stored 4 bytes above the address that was passed");
    pub(crate) const BYTE_ORDER: Shared = ("byte-order", Side::Data, M::ByteOrder,
        "objects hold their most significant byte first");
    pub(crate) const SHORT_SIZE: Shared = ("short-size", Side::Data, M::Size(Scalar::Short, 4), "short has 4 bytes");
    pub(crate) const INT_SIZE: Shared = ("int-size", Side::Data, M::Size(Scalar::Int, 2), "int has 2 bytes");
    pub(crate) const DOUBLE_SIZE: Shared = ("double-size", Side::Data, M::Size(Scalar::Double, 4), "double has 4 bytes");
    pub(crate) const POINTER_SIZE: Shared = ("pointer-size", Side::Data, M::PointerSize(8), "pointers have 8 bytes");
    pub(crate) const RECORD_ALIGNMENT: Shared = ("record-alignment", Side::Data, M::RecordAlign,
        "a record has the alignment of its first member");
    pub(crate) const RECORD_SIZE: Shared = ("record-size", Side::Data, M::RecordSize,
        "a record's size is not rounded up to its alignment");
    pub(crate) const MEMBER_ORDER: Shared = ("member-order", Side::Data, M::MemberOrder,
        "members are laid out from the last to the first");
    pub(crate) const MEMBER_OFFSET: Shared = ("member-offset", Side::Both, M::MemberOffset,
        "a member of an aggregate is read one byte too low");
    pub(crate) const UNION_ALIGNMENT: Shared = ("union-alignment", Side::Data, M::UnionAlign,
        "a union has the alignment of its first member");
    pub(crate) const UNION_SIZE: Shared = ("union-size", Side::Data, M::UnionSize, "a union is as large as its last member");
    pub(crate) const UNION_OFFSET: Shared = ("union-offset", Side::Data, M::UnionOffset,
        "the members of a union lie one behind the other");
    pub(crate) const ZERO_ARRAY_ALIGNMENT: Shared = ("zero-array-alignment", Side::Data, M::ZeroArrayAlign,
        "an array of no elements does not align its record");
    pub(crate) const ATOMIC_ALIGNMENT: Shared = ("atomic-alignment", Side::Data, M::AtomicAlign,
        "atomic types are not aligned");
    pub(crate) const TYPEDEF_ALIGNMENT: Shared = ("typedef-alignment", Side::Data, M::TypedefAlign,
        "alignments of typedefs are not obeyed");
    pub(crate) const ARRAY_STRIDE: Shared = ("array-stride", Side::Data, M::ArrayStride,
        "an array has one byte more per element");
    pub(crate) const BIT_FIELDS_REVERSED: Shared = ("bit-fields-reversed", Side::Data, M::BitFieldsReversed,
        "bit-fields are allocated from the upper end of their container");
    pub(crate) const STACK_ARGUMENT_OFFSET: Shared = ("stack-argument-offset", Side::Both, M::StackArgumentOffset,
        "stack arguments lie 4 bytes too high");
    pub(crate) const RESULT_NOT_EXTENDED: Shared = ("result-not-extended", Side::Callee, M::ResultExtension,
        "the upper bits of a narrow result are undefined");
    pub(crate) const STRAY_WRITE: Shared = ("stray-write", Side::Callee, M::StrayWrite,
        "the callee writes the byte at its return address, with the value that it has");
    pub(crate) const BEYOND_LIMIT: Shared = ("beyond-limit", Side::Callee, M::BeyondLimit(0x10_0000),
        "sp goes a mebibyte below its place and back");
    pub(crate) const ODD_STACK: Shared = ("odd-stack", Side::Callee, M::OddStack,
        "sp is lowered by one byte and raised again");
    pub(crate) const ABOVE_FRAME: Shared = ("above-frame", Side::Callee, M::AboveFrame,
        "the callee writes a word of the caller's stack above the arguments");
    pub(crate) const RETURN_ADDRESS: Shared = ("return-address", Side::Callee, M::ReturnAddress,
        "the callee returns 4 bytes behind the return address");
    pub(crate) const INT_ALIGNMENT: Shared = ("int-alignment", Side::Data, M::Align(Scalar::Int, 2), "int is aligned to 2");
    pub(crate) const FLOAT_ALIGNMENT: Shared = ("float-alignment", Side::Data, M::Align(Scalar::Float, 8),
        "float is aligned to 8");
    pub(crate) const DOUBLE_ALIGNMENT: Shared = ("double-alignment", Side::Data, M::Align(Scalar::Double, 4),
        "double is aligned to 4");
    pub(crate) const LONG_LONG_SIZE: Shared = ("long-long-size", Side::Data, M::Size(Scalar::LongLong, 4),
        "long long has 4 bytes");
    pub(crate) const BOOL_SIZE: Shared = ("bool-size", Side::Data, M::Size(Scalar::Bool, 4), "_Bool has 4 bytes");
    pub(crate) const LONG_SIZE: Shared = ("long-size", Side::Data, M::Size(Scalar::Long, 8), "long has 8 bytes");
}
