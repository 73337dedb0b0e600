//! Clauses and readings of RISC-V ABIs Specification (riscv-non-isa/riscv-elf-psabi-doc, CC BY 4.0, state of 2 July 2026, e03d44a): calling convention, ELF, atomics, by name.
//!
//! Generated from `oracle/clauses/riscv.toml`; see [`crate::names`].

use super::{Question, Reading};

/// How is a _BitInt of 65 to 128 bits aligned? (RISCV-TYPE-22)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LongBitIntAlign {
    /// R1: to 16.
    Sixteen = 1,
    /// R2: to 8, against the sentence (deviation).
    Eight = 2,
}

impl Reading for LongBitIntAlign {
    const QUESTION: Question = Question { clause: clause::TYPE_22, name: "" };
    const ALL: &'static [LongBitIntAlign] = &[LongBitIntAlign::Sixteen, LongBitIntAlign::Eight];
    const FIRST: LongBitIntAlign = LongBitIntAlign::Sixteen;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is plain `char` signed? (RISCV-TYPE-27)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CharSign {
    /// R1: plain char is unsigned.
    Unsigned = 1,
    /// R2: plain char is signed, against the sentence (deviation).
    Signed = 2,
}

impl Reading for CharSign {
    const QUESTION: Question = Question { clause: clause::TYPE_27, name: "" };
    const ALL: &'static [CharSign] = &[CharSign::Unsigned, CharSign::Signed];
    const FIRST: CharSign = CharSign::Unsigned;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How is a fixed-length vector aligned? (RISCV-LAYOUT-03)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VectorAlign {
    /// R1: as its lanes are.
    Lane = 1,
    /// R2: to its size, against the sentence, as was usual before it was there (deviation).
    Size = 2,
    /// R3: to its size, but to 16 at most, against the sentence (deviation).
    SizeUpToSixteen = 3,
}

impl Reading for VectorAlign {
    const QUESTION: Question = Question { clause: clause::LAYOUT_03, name: "" };
    const ALL: &'static [VectorAlign] = &[VectorAlign::Lane, VectorAlign::Size, VectorAlign::SizeUpToSixteen];
    const FIRST: VectorAlign = VectorAlign::Lane;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does `_Alignof` give for a type that a vector aligns to more than 16? (RISCV-LAYOUT-03 `alignof`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VectorAlignof {
    /// R4: its alignment.
    Alignment = 4,
    /// R5: 16, wherever objects of it lie (deviation).
    Sixteen = 5,
}

impl Reading for VectorAlignof {
    const QUESTION: Question = Question { clause: clause::LAYOUT_03, name: "alignof" };
    const ALL: &'static [VectorAlignof] = &[VectorAlignof::Alignment, VectorAlignof::Sixteen];
    const FIRST: VectorAlignof = VectorAlignof::Alignment;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How large is a vector whose number of lanes is no power of two? (RISCV-LAYOUT-04)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OddVectorSize {
    /// R1: as many lanes as it has.
    Product = 1,
    /// R2: the next power of two of that, against the sentence (deviation).
    NextPowerOfTwo = 2,
}

impl Reading for OddVectorSize {
    const QUESTION: Question = Question { clause: clause::LAYOUT_04, name: "" };
    const ALL: &'static [OddVectorSize] = &[OddVectorSize::Product, OddVectorSize::NextPowerOfTwo];
    const FIRST: OddVectorSize = OddVectorSize::Product;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Are the unused bits of a _BitInt in memory extended? (RISCV-LAYOUT-08)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BitIntUnused {
    /// R1: always, by the signedness of the type.
    Extended = 1,
    /// R2: not in memory: a store may leave anything there, against the sentence (deviation).
    Unspecified = 2,
}

impl Reading for BitIntUnused {
    const QUESTION: Question = Question { clause: clause::LAYOUT_08, name: "" };
    const ALL: &'static [BitIntUnused] = &[BitIntUnused::Extended, BitIntUnused::Unspecified];
    const FIRST: BitIntUnused = BitIntUnused::Extended;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does an unnamed bit-field raise the alignment of its structure? (RISCV-LAYOUT-13)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnnamedBitFieldAlign {
    /// R1: it does not.
    No = 1,
    /// R2: it does, as a named one would, against the sentence (deviation).
    Yes = 2,
}

impl Reading for UnnamedBitFieldAlign {
    const QUESTION: Question = Question { clause: clause::LAYOUT_13, name: "" };
    const ALL: &'static [UnnamedBitFieldAlign] = &[UnnamedBitFieldAlign::No, UnnamedBitFieldAlign::Yes];
    const FIRST: UnnamedBitFieldAlign = UnnamedBitFieldAlign::No;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does a bit-field of width zero at the end make the structure larger? (RISCV-LAYOUT-14)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TrailingZeroBitField {
    /// R1: the structure reaches up to the boundary at which the bit-field is aligned.
    Larger = 1,
    /// R2: what has no width takes no room: nothing follows that would begin there.
    NotCounted = 2,
}

impl Reading for TrailingZeroBitField {
    const QUESTION: Question = Question { clause: clause::LAYOUT_14, name: "" };
    const ALL: &'static [TrailingZeroBitField] = &[TrailingZeroBitField::Larger, TrailingZeroBitField::NotCounted];
    const FIRST: TrailingZeroBitField = TrailingZeroBitField::Larger;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does a bit-field of width zero raise the alignment of its structure? (RISCV-LAYOUT-15)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ZeroBitFieldAlign {
    /// R1: it does not.
    No = 1,
    /// R2: it does, as a named one of its type would, against the sentence (deviation).
    Yes = 2,
}

impl Reading for ZeroBitFieldAlign {
    const QUESTION: Question = Question { clause: clause::LAYOUT_15, name: "" };
    const ALL: &'static [ZeroBitFieldAlign] = &[ZeroBitFieldAlign::No, ZeroBitFieldAlign::Yes];
    const FIRST: ZeroBitFieldAlign = ZeroBitFieldAlign::No;

    fn number(self) -> u8 {
        self as u8
    }
}

/// May a function change gp or tp for a while? (RISCV-REG-11)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FixedRegisters {
    /// R1: no: neither register is written at any time, since a signal may come at any time.
    NeverWritten = 1,
    /// R2: it may, if they hold their values again at each call and at return.
    SameAtReturn = 2,
}

impl Reading for FixedRegisters {
    const QUESTION: Question = Question { clause: clause::REG_11, name: "" };
    const ALL: &'static [FixedRegisters] = &[FixedRegisters::NeverWritten, FixedRegisters::SameAtReturn];
    const FIRST: FixedRegisters = FixedRegisters::NeverWritten;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does frm hold its value again at return? (RISCV-REG-21 `mode`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RoundingMode {
    /// R1: it does, in every function that is not there to change it.
    Unchanged = 1,
    /// R2: it is a variable of the thread, which a function may leave in another mode (deviation).
    Free = 2,
}

impl Reading for RoundingMode {
    const QUESTION: Question = Question { clause: clause::REG_21, name: "mode" };
    const ALL: &'static [RoundingMode] = &[RoundingMode::Unchanged, RoundingMode::Free];
    const FIRST: RoundingMode = RoundingMode::Unchanged;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What may a call do to the exception flags? (RISCV-REG-21 `flags`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExceptionFlags {
    /// R3: set some and clear none.
    Accumulated = 3,
    /// R4: change them in any way.
    Free = 4,
}

impl Reading for ExceptionFlags {
    const QUESTION: Question = Question { clause: clause::REG_21, name: "flags" };
    const ALL: &'static [ExceptionFlags] = &[ExceptionFlags::Accumulated, ExceptionFlags::Free];
    const FIRST: ExceptionFlags = ExceptionFlags::Accumulated;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Where are narrow integers extended? (RISCV-ARG-04)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NarrowInteger {
    /// R1: in registers and on the stack.
    RegistersAndStack = 1,
    /// R2: in registers; on the stack the bytes above the value may be wrong, against the sentence (deviation).
    RegistersOnly = 2,
}

impl Reading for NarrowInteger {
    const QUESTION: Question = Question { clause: clause::ARG_04, name: "" };
    const ALL: &'static [NarrowInteger] = &[NarrowInteger::RegistersAndStack, NarrowInteger::RegistersOnly];
    const FIRST: NarrowInteger = NarrowInteger::RegistersAndStack;

    fn number(self) -> u8 {
        self as u8
    }
}

/// In which registers may a scalar of twice the width begin? (RISCV-ARG-13)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NamedPair {
    /// R1: in any argument register.
    AnyRegister = 1,
    /// R2: in one with an even number, as variadic arguments do, against the sentence (deviation).
    EvenRegister = 2,
}

impl Reading for NamedPair {
    const QUESTION: Question = Question { clause: clause::ARG_13, name: "" };
    const ALL: &'static [NamedPair] = &[NamedPair::AnyRegister, NamedPair::EvenRegister];
    const FIRST: NamedPair = NamedPair::AnyRegister;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is a scalar split between the last register and the stack? (RISCV-ARG-15)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LastRegisterScalar {
    /// R1: it is split.
    Split = 1,
    /// R2: it goes to the stack as a whole, against the sentence (deviation).
    WholeOnStack = 2,
}

impl Reading for LastRegisterScalar {
    const QUESTION: Question = Question { clause: clause::ARG_15, name: "" };
    const ALL: &'static [LastRegisterScalar] = &[LastRegisterScalar::Split, LastRegisterScalar::WholeOnStack];
    const FIRST: LastRegisterScalar = LastRegisterScalar::Split;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is an aggregate split between the last register and the stack? (RISCV-ARG-18)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LastRegisterAggregate {
    /// R1: it is split.
    Split = 1,
    /// R2: it goes to the stack as a whole, against the sentence (deviation).
    WholeOnStack = 2,
}

impl Reading for LastRegisterAggregate {
    const QUESTION: Question = Question { clause: clause::ARG_18, name: "" };
    const ALL: &'static [LastRegisterAggregate] = &[LastRegisterAggregate::Split, LastRegisterAggregate::WholeOnStack];
    const FIRST: LastRegisterAggregate = LastRegisterAggregate::Split;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How does a fixed-length vector travel where floating-point registers are used? (RISCV-ARG-23)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VectorArgument {
    /// R1: always by the integer convention, whatever its lanes are.
    IntegerConvention = 1,
    /// R2: like a structure of its lanes, so that one or two floating-point lanes take floating-point registers.
    FlattenedLanes = 2,
    /// R3: always by address, against the sentence (deviation).
    ByAddress = 3,
}

impl Reading for VectorArgument {
    const QUESTION: Question = Question { clause: clause::ARG_23, name: "" };
    const ALL: &'static [VectorArgument] = &[VectorArgument::IntegerConvention, VectorArgument::FlattenedLanes, VectorArgument::ByAddress];
    const FIRST: VectorArgument = VectorArgument::IntegerConvention;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Which structures are empty? (RISCV-ARG-24)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmptyRecord {
    /// R1: those without a byte: without members, or with members of no size.
    SizeZero = 1,
    /// R2: those without a named member as well, such as one of an unnamed bit-field, though it has a size.
    NoNamedMember = 2,
}

impl Reading for EmptyRecord {
    const QUESTION: Question = Question { clause: clause::ARG_24, name: "" };
    const ALL: &'static [EmptyRecord] = &[EmptyRecord::SizeZero, EmptyRecord::NoNamedMember];
    const FIRST: EmptyRecord = EmptyRecord::SizeZero;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is a structure empty that has no byte, and a flexible array behind members without one? (RISCV-ARG-24 `flexible`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FlexibleAlone {
    /// R3: it is, and nothing is passed for it.
    Empty = 3,
    /// R4: it is not, and takes a register, or a word of the stack, in which nothing is.
    Word = 4,
}

impl Reading for FlexibleAlone {
    const QUESTION: Question = Question { clause: clause::ARG_24, name: "flexible" };
    const ALL: &'static [FlexibleAlone] = &[FlexibleAlone::Empty, FlexibleAlone::Word];
    const FIRST: FlexibleAlone = FlexibleAlone::Empty;

    fn number(self) -> u8 {
        self as u8
    }
}

/// May the callee write to an argument that is passed by address? (RISCV-ARG-26)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ByAddressOwner {
    /// R1: it may.
    Callee = 1,
    /// R2: it may not: the address may be that of the caller's own object, against the sentence (deviation).
    Caller = 2,
}

impl Reading for ByAddressOwner {
    const QUESTION: Question = Question { clause: clause::ARG_26, name: "" };
    const ALL: &'static [ByAddressOwner] = &[ByAddressOwner::Callee, ByAddressOwner::Caller];
    const FIRST: ByAddressOwner = ByAddressOwner::Callee;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is a member that is an empty union counted? (RISCV-ARG-34)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmptyUnionMember {
    /// R1: it is not counted.
    NotCounted = 1,
    /// R2: a structure with one is not taken apart, against the sentence: it goes by the integer convention unless one real or complex number fills it and it is aligned as that is (deviation).
    NotTakenApart = 2,
}

impl Reading for EmptyUnionMember {
    const QUESTION: Question = Question { clause: clause::ARG_34, name: "" };
    const ALL: &'static [EmptyUnionMember] = &[EmptyUnionMember::NotCounted, EmptyUnionMember::NotTakenApart];
    const FIRST: EmptyUnionMember = EmptyUnionMember::NotCounted;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is a bit-field of width zero counted? (RISCV-ARG-35)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ZeroBitFieldMember {
    /// R1: it is not counted.
    NotCounted = 1,
    /// R2: in front of the last of two members in a structure it leads to the integer convention, against the sentence; behind them, or with one member, it does not (deviation).
    CountedBesideTwo = 2,
}

impl Reading for ZeroBitFieldMember {
    const QUESTION: Question = Question { clause: clause::ARG_35, name: "" };
    const ALL: &'static [ZeroBitFieldMember] = &[ZeroBitFieldMember::NotCounted, ZeroBitFieldMember::CountedBesideTwo];
    const FIRST: ZeroBitFieldMember = ZeroBitFieldMember::NotCounted;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is an array without elements counted? (RISCV-ARG-36)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ZeroArrayMember {
    /// R1: it is not counted.
    NotCounted = 1,
    /// R2: a structure with one is not taken apart, against the sentence: it goes by the integer convention unless one real or complex number fills it and it is aligned as that is (deviation).
    NotTakenApart = 2,
}

impl Reading for ZeroArrayMember {
    const QUESTION: Question = Question { clause: clause::ARG_36, name: "" };
    const ALL: &'static [ZeroArrayMember] = &[ZeroArrayMember::NotCounted, ZeroArrayMember::NotTakenApart];
    const FIRST: ZeroArrayMember = ZeroArrayMember::NotCounted;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is an array of empty structures counted? (RISCV-ARG-38)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmptyElementArray {
    /// R1: it is not counted.
    NotCounted = 1,
    /// R2: a structure with one is not taken apart, against the note: it goes by the integer convention unless one real or complex number fills it and it is aligned as that is (deviation).
    NotTakenApart = 2,
}

impl Reading for EmptyElementArray {
    const QUESTION: Question = Question { clause: clause::ARG_38, name: "" };
    const ALL: &'static [EmptyElementArray] = &[EmptyElementArray::NotCounted, EmptyElementArray::NotTakenApart];
    const FIRST: EmptyElementArray = EmptyElementArray::NotCounted;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Up to which bit is a narrow value filled with ones? (RISCV-ARG-43 `width`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BoxWidth {
    /// R1: up to the top of the processor's register.
    Processor = 1,
    /// R2: up to the width of the ABI's registers.
    Abi = 2,
}

impl Reading for BoxWidth {
    const QUESTION: Question = Question { clause: clause::ARG_43, name: "width" };
    const ALL: &'static [BoxWidth] = &[BoxWidth::Processor, BoxWidth::Abi];
    const FIRST: BoxWidth = BoxWidth::Processor;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Are the members of a structure filled with ones as well? (RISCV-ARG-43 `members`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BoxMembers {
    /// R3: each value in a register of its own is.
    Members = 3,
    /// R4: only an argument that is a floating-point value by itself.
    StandaloneOnly = 4,
}

impl Reading for BoxMembers {
    const QUESTION: Question = Question { clause: clause::ARG_43, name: "members" };
    const ALL: &'static [BoxMembers] = &[BoxMembers::Members, BoxMembers::StandaloneOnly];
    const FIRST: BoxMembers = BoxMembers::Members;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does a later argument take the floating-point register that a structure left? (RISCV-ARG-47)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SkippedFloatRegister {
    /// R1: it does: each argument asks only whether a register is left.
    Taken = 1,
    /// R2: it does not, against the sentence on reals (deviation).
    Unused = 2,
}

impl Reading for SkippedFloatRegister {
    const QUESTION: Question = Question { clause: clause::ARG_47, name: "" };
    const ALL: &'static [SkippedFloatRegister] = &[SkippedFloatRegister::Taken, SkippedFloatRegister::Unused];
    const FIRST: SkippedFloatRegister = SkippedFloatRegister::Taken;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does a bit-field of a type wider than a register count as an integer that fits? (RISCV-ARG-49 `bit-field`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WideBitField {
    /// R1: it does if its own width fits.
    ItsWidth = 1,
    /// R2: it does not: its declared type does not fit.
    DeclaredType = 2,
}

impl Reading for WideBitField {
    const QUESTION: Question = Question { clause: clause::ARG_49, name: "bit-field" };
    const ALL: &'static [WideBitField] = &[WideBitField::ItsWidth, WideBitField::DeclaredType];
    const FIRST: WideBitField = WideBitField::ItsWidth;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is an unnamed bit-field that has a width counted? (RISCV-ARG-49 `unnamed`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnnamedBitFieldMember {
    /// R3: it is, as the integer that a named one would be.
    Counted = 3,
    /// R4: it is not: it has no value to pass.
    NotCounted = 4,
}

impl Reading for UnnamedBitFieldMember {
    const QUESTION: Question = Question { clause: clause::ARG_49, name: "unnamed" };
    const ALL: &'static [UnnamedBitFieldMember] = &[UnnamedBitFieldMember::Counted, UnnamedBitFieldMember::NotCounted];
    const FIRST: UnnamedBitFieldMember = UnnamedBitFieldMember::Counted;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is a pointer an integer here? (RISCV-ARG-49 `pointer`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PointerMember {
    /// R5: it is not: a structure of a pointer and a real goes by the integer convention.
    NoInteger = 5,
    /// R6: it is: it travels in an integer register like one.
    Integer = 6,
}

impl Reading for PointerMember {
    const QUESTION: Question = Question { clause: clause::ARG_49, name: "pointer" };
    const ALL: &'static [PointerMember] = &[PointerMember::NoInteger, PointerMember::Integer];
    const FIRST: PointerMember = PointerMember::NoInteger;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does a caller take that address from a0 after the call? (RISCV-RET-04)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResultAddressAtReturn {
    /// R1: it does not.
    NotReliedOn = 1,
    /// R2: it does, against the note (deviation).
    ReliedOn = 2,
}

impl Reading for ResultAddressAtReturn {
    const QUESTION: Question = Question { clause: clause::RET_04, name: "" };
    const ALL: &'static [ResultAddressAtReturn] = &[ResultAddressAtReturn::NotReliedOn, ResultAddressAtReturn::ReliedOn];
    const FIRST: ResultAddressAtReturn = ResultAddressAtReturn::NotReliedOn;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How do the named arguments of a variadic function travel? (RISCV-VAR-05)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariadicNamed {
    /// R1: as in any other function.
    LikeAnyCall = 1,
    /// R2: by the integer convention, too, against the sentence (deviation).
    IntegerConvention = 2,
}

impl Reading for VariadicNamed {
    const QUESTION: Question = Question { clause: clause::VAR_05, name: "" };
    const ALL: &'static [VariadicNamed] = &[VariadicNamed::LikeAnyCall, VariadicNamed::IntegerConvention];
    const FIRST: VariadicNamed = VariadicNamed::LikeAnyCall;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Which functions keep the frame pointer and a frame record? (RISCV-STACK-06)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FrameChain {
    /// R1: none has to: s0 is a callee-saved register like others.
    None = 1,
    /// R2: s0 leads to a valid record at any time, but any function may do without one of its own.
    AddressAlwaysValid = 2,
    /// R3: all functions that call others make a record of their own.
    AllButLeaves = 3,
}

impl Reading for FrameChain {
    const QUESTION: Question = Question { clause: clause::STACK_06, name: "" };
    const ALL: &'static [FrameChain] = &[FrameChain::None, FrameChain::AddressAlwaysValid, FrameChain::AllButLeaves];
    const FIRST: FrameChain = FrameChain::None;

    fn number(self) -> u8 {
        self as u8
    }
}

/// When is the stack pointer aligned? (RISCV-STACK-10)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackAlign {
    /// R1: at all times.
    AtAllTimes = 1,
    /// R2: only when a function is called, against the sentence (deviation).
    AtCalls = 2,
}

impl Reading for StackAlign {
    const QUESTION: Question = Question { clause: clause::STACK_10, name: "" };
    const ALL: &'static [StackAlign] = &[StackAlign::AtAllTimes, StackAlign::AtCalls];
    const FIRST: StackAlign = StackAlign::AtAllTimes;

    fn number(self) -> u8 {
        self as u8
    }
}

/// May anything be written below the stack pointer? (RISCV-STACK-14)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BelowStackPointer {
    /// R1: nothing there is read or written.
    Unused = 1,
    /// R2: it may be written, since only relying on it is forbidden; it is not read.
    WrittenOnly = 2,
}

impl Reading for BelowStackPointer {
    const QUESTION: Question = Question { clause: clause::STACK_14, name: "" };
    const ALL: &'static [BelowStackPointer] = &[BelowStackPointer::Unused, BelowStackPointer::WrittenOnly];
    const FIRST: BelowStackPointer = BelowStackPointer::Unused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How far may a function rely on the stack pointer's alignment? (RISCV-STACK-15)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmbeddedStackAlign {
    /// R1: it is a multiple of 4.
    Four = 1,
    /// R2: it is a multiple of 8, against the sentence (deviation).
    Eight = 2,
}

impl Reading for EmbeddedStackAlign {
    const QUESTION: Question = Question { clause: clause::STACK_15, name: "" };
    const ALL: &'static [EmbeddedStackAlign] = &[EmbeddedStackAlign::Four, EmbeddedStackAlign::Eight];
    const FIRST: EmbeddedStackAlign = EmbeddedStackAlign::Four;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Which relocation does a call have? (RISCV-OBJ-21)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CallRelocation {
    /// R1: number 19.
    CallPlt = 1,
    /// R2: number 18, which is deprecated and not forbidden.
    Call = 2,
}

impl Reading for CallRelocation {
    const QUESTION: Question = Question { clause: clause::OBJ_21, name: "" };
    const ALL: &'static [CallRelocation] = &[CallRelocation::CallPlt, CallRelocation::Call];
    const FIRST: CallRelocation = CallRelocation::CallPlt;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What becomes of the addend of a subtraction? (RISCV-OBJ-26 `addend`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SubtractedAddend {
    /// R1: a linker takes both the symbol's value and the addend off the old contents.
    Subtracted = 1,
    /// R2: it takes the symbol's value off and adds the addend (deviation).
    Added = 2,
}

impl Reading for SubtractedAddend {
    const QUESTION: Question = Question { clause: clause::OBJ_26, name: "addend" };
    const ALL: &'static [SubtractedAddend] = &[SubtractedAddend::Subtracted, SubtractedAddend::Added];
    const FIRST: SubtractedAddend = SubtractedAddend::Subtracted;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How large is an _Atomic structure whose size is no power of two? (RISCV-S01 `record`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AtomicRecord {
    /// R1: as large and as aligned as the structure; of a size of 1, 2, 4, 8 or 16 bytes it is aligned to its size.
    AsType = 1,
    /// R2: up to 16 bytes the size is rounded up to a power of two, and the alignment is that size; larger ones are as the structure is.
    RoundedUpToSixteen = 2,
}

impl Reading for AtomicRecord {
    const QUESTION: Question = Question { clause: clause::S01, name: "record" };
    const ALL: &'static [AtomicRecord] = &[AtomicRecord::AsType, AtomicRecord::RoundedUpToSixteen];
    const FIRST: AtomicRecord = AtomicRecord::AsType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is a structure with an _Atomic member taken apart into reals and integers? (RISCV-S01 `member`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AtomicMember {
    /// R3: it is, as if the member were not atomic.
    AsType = 3,
    /// R4: it is not, and goes by the integer convention.
    NotTakenApart = 4,
}

impl Reading for AtomicMember {
    const QUESTION: Question = Question { clause: clause::S01, name: "member" };
    const ALL: &'static [AtomicMember] = &[AtomicMember::AsType, AtomicMember::NotTakenApart];
    const FIRST: AtomicMember = AtomicMember::AsType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is a narrow _Atomic integer extended like one that is not atomic? (RISCV-S01 `extension`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AtomicExtension {
    /// R5: it is.
    AsType = 5,
    /// R6: the bits above it are unspecified.
    Unspecified = 6,
}

impl Reading for AtomicExtension {
    const QUESTION: Question = Question { clause: clause::S01, name: "extension" };
    const ALL: &'static [AtomicExtension] = &[AtomicExtension::AsType, AtomicExtension::Unspecified];
    const FIRST: AtomicExtension = AtomicExtension::AsType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Which type is an enumeration? (RISCV-S02)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Enumeration {
    /// R1: unsigned int if no constant is negative, else int; a type of 64 bits if 32 do not suffice.
    UnsignedIntOrInt = 1,
    /// R2: int, whatever its constants are.
    AlwaysInt = 2,
    /// R3: the smallest type that holds the constants, as with an option for short enumerations.
    AsNeeded = 3,
}

impl Reading for Enumeration {
    const QUESTION: Question = Question { clause: clause::S02, name: "" };
    const ALL: &'static [Enumeration] = &[Enumeration::UnsignedIntOrInt, Enumeration::AlwaysInt, Enumeration::AsNeeded];
    const FIRST: Enumeration = Enumeration::UnsignedIntOrInt;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What is wchar_t where the system is not Linux? (RISCV-S03)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WideChar {
    /// R1: a signed int, as on Linux.
    Int = 1,
    /// R2: an unsigned int.
    UnsignedInt = 2,
    /// R3: an unsigned short.
    UnsignedShort = 3,
}

impl Reading for WideChar {
    const QUESTION: Question = Question { clause: clause::S03, name: "" };
    const ALL: &'static [WideChar] = &[WideChar::Int, WideChar::UnsignedInt, WideChar::UnsignedShort];
    const FIRST: WideChar = WideChar::Int;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is such a bit-field signed? (RISCV-S04)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlainBitFieldSign {
    /// R1: as its type is by itself: an int is signed, and a plain char is not.
    AsType = 1,
    /// R2: it is unsigned, whatever its type.
    Unsigned = 2,
}

impl Reading for PlainBitFieldSign {
    const QUESTION: Question = Question { clause: clause::S04, name: "" };
    const ALL: &'static [PlainBitFieldSign] = &[PlainBitFieldSign::AsType, PlainBitFieldSign::Unsigned];
    const FIRST: PlainBitFieldSign = PlainBitFieldSign::AsType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Where are the bit-fields of a packed structure? (RISCV-S05 `packed`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PackedBitFields {
    /// R1: they follow each other bit by bit, across any boundary.
    WithoutGaps = 1,
    /// R2: as in a structure that is not packed: none crosses a boundary of its declared type.
    WithinDeclaredType = 2,
}

impl Reading for PackedBitFields {
    const QUESTION: Question = Question { clause: clause::S05, name: "packed" };
    const ALL: &'static [PackedBitFields] = &[PackedBitFields::WithoutGaps, PackedBitFields::WithinDeclaredType];
    const FIRST: PackedBitFields = PackedBitFields::WithoutGaps;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is a flexible array counted among the members? (RISCV-S07)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FlexibleArray {
    /// R1: it is, so that the structure goes by the integer convention.
    Counted = 1,
    /// R2: it is not, like an array of zero elements.
    NotCounted = 2,
}

impl Reading for FlexibleArray {
    const QUESTION: Question = Question { clause: clause::S07, name: "" };
    const ALL: &'static [FlexibleArray] = &[FlexibleArray::Counted, FlexibleArray::NotCounted];
    const FIRST: FlexibleArray = FlexibleArray::Counted;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How does a complex integer travel? (RISCV-S08)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ComplexInteger {
    /// R1: as an aggregate of its two parts, packed as in memory.
    Aggregate = 1,
    /// R2: as two integers one after the other.
    TwoScalars = 2,
}

impl Reading for ComplexInteger {
    const QUESTION: Question = Question { clause: clause::S08, name: "" };
    const ALL: &'static [ComplexInteger] = &[ComplexInteger::Aggregate, ComplexInteger::TwoScalars];
    const FIRST: ComplexInteger = ComplexInteger::Aggregate;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How do the arguments of a call without a prototype travel? (RISCV-S11)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unprototyped {
    /// R1: like named ones, with the types that the promotions of C give.
    LikeNamed = 1,
    /// R2: like variadic ones, floating-point values in integer registers, with even pairs.
    LikeVariadic = 2,
}

impl Reading for Unprototyped {
    const QUESTION: Question = Question { clause: clause::S11, name: "" };
    const ALL: &'static [Unprototyped] = &[Unprototyped::LikeNamed, Unprototyped::LikeVariadic];
    const FIRST: Unprototyped = Unprototyped::LikeNamed;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How is the copy of an argument aligned that is passed by address? (RISCV-S12 `argument`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArgumentCopyAlign {
    /// R1: as the type is, however much.
    AsType = 1,
    /// R2: as the type is, but to the stack's alignment at most.
    StackAtMost = 2,
}

impl Reading for ArgumentCopyAlign {
    const QUESTION: Question = Question { clause: clause::S12, name: "argument" };
    const ALL: &'static [ArgumentCopyAlign] = &[ArgumentCopyAlign::AsType, ArgumentCopyAlign::StackAtMost];
    const FIRST: ArgumentCopyAlign = ArgumentCopyAlign::AsType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How is the memory for a result aligned? (RISCV-S12 `result`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResultMemoryAlign {
    /// R3: as the type is, however much.
    AsType = 3,
    /// R4: as the type is, but to the stack's alignment at most.
    StackAtMost = 4,
}

impl Reading for ResultMemoryAlign {
    const QUESTION: Question = Question { clause: clause::S12, name: "result" };
    const ALL: &'static [ResultMemoryAlign] = &[ResultMemoryAlign::AsType, ResultMemoryAlign::StackAtMost];
    const FIRST: ResultMemoryAlign = ResultMemoryAlign::AsType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// May the memory for a result be an object that is known elsewhere? (RISCV-S13)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResultRoom {
    /// R1: it may not: the called function may write to it at any time.
    OwnRoom = 1,
    /// R2: it may, so that the called function writes to it last of all.
    AnyObject = 2,
}

impl Reading for ResultRoom {
    const QUESTION: Question = Question { clause: clause::S13, name: "" };
    const ALL: &'static [ResultRoom] = &[ResultRoom::OwnRoom, ResultRoom::AnyObject];
    const FIRST: ResultRoom = ResultRoom::OwnRoom;

    fn number(self) -> u8 {
        self as u8
    }
}

/// May the callee write to the places of its stack arguments? (RISCV-S14)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackSlotOwner {
    /// R1: it may.
    Callee = 1,
    /// R2: it may not: the caller may still look at them.
    Caller = 2,
}

impl Reading for StackSlotOwner {
    const QUESTION: Question = Question { clause: clause::S14, name: "" };
    const ALL: &'static [StackSlotOwner] = &[StackSlotOwner::Callee, StackSlotOwner::Caller];
    const FIRST: StackSlotOwner = StackSlotOwner::Callee;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does an attribute of alignment on a scalar type count where a value of it is passed? (RISCV-S15)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttributedScalar {
    /// R1: it does not: on the stack, among variadic arguments and behind an address a scalar is aligned as its kind of number is.
    Ignored = 1,
    /// R2: it does, as that of a structure does.
    Counted = 2,
}

impl Reading for AttributedScalar {
    const QUESTION: Question = Question { clause: clause::S15, name: "" };
    const ALL: &'static [AttributedScalar] = &[AttributedScalar::Ignored, AttributedScalar::Counted];
    const FIRST: AttributedScalar = AttributedScalar::Ignored;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does the alignment that a typedef gives a structure or a union count where a value of it is passed? (RISCV-S15 `record`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttributedRecord {
    /// R3: it does not: a record is passed as one without the typedef is.
    Ignored = 3,
    /// R4: it does, as an alignment of the record itself does.
    Counted = 4,
}

impl Reading for AttributedRecord {
    const QUESTION: Question = Question { clause: clause::S15, name: "record" };
    const ALL: &'static [AttributedRecord] = &[AttributedRecord::Ignored, AttributedRecord::Counted];
    const FIRST: AttributedRecord = AttributedRecord::Ignored;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Do variadic arguments of 8 bytes need an even register by ILP32E? (RISCV-S16)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmbeddedEvenPair {
    /// R1: they do not, since nothing is aligned to more than 4 on this stack.
    AnyRegister = 1,
    /// R2: they do, since ILP32E differs only in what its section names.
    EvenRegister = 2,
}

impl Reading for EmbeddedEvenPair {
    const QUESTION: Question = Question { clause: clause::S16, name: "" };
    const ALL: &'static [EmbeddedEvenPair] = &[EmbeddedEvenPair::AnyRegister, EmbeddedEvenPair::EvenRegister];
    const FIRST: EmbeddedEvenPair = EmbeddedEvenPair::AnyRegister;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How is such a local object aligned? (RISCV-S17)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmbeddedLocal {
    /// R1: as its type is: the function aligns its frame.
    AsType = 1,
    /// R2: to 4 as the stack is.
    AsStack = 2,
}

impl Reading for EmbeddedLocal {
    const QUESTION: Question = Question { clause: clause::S17, name: "" };
    const ALL: &'static [EmbeddedLocal] = &[EmbeddedLocal::AsType, EmbeddedLocal::AsStack];
    const FIRST: EmbeddedLocal = EmbeddedLocal::AsType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does _Float16 become as a variadic argument? (RISCV-S19)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariadicHalf {
    /// R1: it stays what it is, as no promotion of C names it.
    Unchanged = 1,
    /// R2: it becomes a double, as float does.
    Double = 2,
}

impl Reading for VariadicHalf {
    const QUESTION: Question = Question { clause: clause::S19, name: "" };
    const ALL: &'static [VariadicHalf] = &[VariadicHalf::Unchanged, VariadicHalf::Double];
    const FIRST: VariadicHalf = VariadicHalf::Unchanged;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does an assembler do with an immediate that does not fit? (RISCV-S27 `immediate`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssemblerImmediateOverflow {
    /// R1: an assembler refuses a number that does not fit the instruction.
    Refused = 1,
    /// R2: it stores the low bits, which is another instruction (deviation).
    LowBitsStored = 2,
}

impl Reading for AssemblerImmediateOverflow {
    const QUESTION: Question = Question { clause: clause::S27, name: "immediate" };
    const ALL: &'static [AssemblerImmediateOverflow] = &[AssemblerImmediateOverflow::Refused, AssemblerImmediateOverflow::LowBitsStored];
    const FIRST: AssemblerImmediateOverflow = AssemblerImmediateOverflow::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does an assembler do with data that do not fit? (RISCV-S27 `data`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssemblerDataOverflow {
    /// R3: an assembler refuses a number that fits the data neither with a sign nor without.
    Refused = 3,
    /// R4: it refuses what does not fit data of one bit more, and stores the low bits otherwise.
    RefusedBeyondOneBit = 4,
    /// R5: it stores the low bits.
    LowBitsStored = 5,
}

impl Reading for AssemblerDataOverflow {
    const QUESTION: Question = Question { clause: clause::S27, name: "data" };
    const ALL: &'static [AssemblerDataOverflow] = &[AssemblerDataOverflow::Refused, AssemblerDataOverflow::RefusedBeyondOneBit, AssemblerDataOverflow::LowBitsStored];
    const FIRST: AssemblerDataOverflow = AssemblerDataOverflow::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does a linker do with an instruction that does not reach? (RISCV-S30 `reach`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkerOverflow {
    /// R1: a linker refuses a value that does not fit an instruction.
    Refused = 1,
    /// R2: it stores the low bits of the value.
    LowBitsStored = 2,
}

impl Reading for LinkerOverflow {
    const QUESTION: Question = Question { clause: clause::S30, name: "reach" };
    const ALL: &'static [LinkerOverflow] = &[LinkerOverflow::Refused, LinkerOverflow::LowBitsStored];
    const FIRST: LinkerOverflow = LinkerOverflow::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does a linker do with a branch to an odd address? (RISCV-S30 `odd`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkerOddDistance {
    /// R3: a linker refuses an odd distance.
    Refused = 3,
    /// R4: it drops the lowest bit.
    LowestBitDropped = 4,
}

impl Reading for LinkerOddDistance {
    const QUESTION: Question = Question { clause: clause::S30, name: "odd" };
    const ALL: &'static [LinkerOddDistance] = &[LinkerOddDistance::Refused, LinkerOddDistance::LowestBitDropped];
    const FIRST: LinkerOddDistance = LinkerOddDistance::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does a linker do with an address that does not fit 32 bits of data? (RISCV-S30 `data`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkerDataOverflow {
    /// R5: a linker stores the low bits of an address.
    LowBitsStored = 5,
    /// R6: it refuses an address that does not fit.
    Refused = 6,
}

impl Reading for LinkerDataOverflow {
    const QUESTION: Question = Question { clause: clause::S30, name: "data" };
    const ALL: &'static [LinkerDataOverflow] = &[LinkerDataOverflow::LowBitsStored, LinkerDataOverflow::Refused];
    const FIRST: LinkerDataOverflow = LinkerDataOverflow::LowBitsStored;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does a linker do with a distance that does not fit 32 bits with a sign? (RISCV-S30 `distance`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkerDistanceOverflow {
    /// R7: a linker stores the low bits of a distance.
    LowBitsStored = 7,
    /// R8: it refuses a distance that does not fit.
    Refused = 8,
}

impl Reading for LinkerDistanceOverflow {
    const QUESTION: Question = Question { clause: clause::S30, name: "distance" };
    const ALL: &'static [LinkerDistanceOverflow] = &[LinkerDistanceOverflow::LowBitsStored, LinkerDistanceOverflow::Refused];
    const FIRST: LinkerDistanceOverflow = LinkerDistanceOverflow::LowBitsStored;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Ids of all clauses.
pub mod clause {
    use crate::plan::ClauseId;

    /// _Bool takes 1 byte, aligned to 1.
    pub const TYPE_01: ClauseId = "RISCV-TYPE-01";
    /// char takes 1 byte, aligned to 1.
    pub const TYPE_02: ClauseId = "RISCV-TYPE-02";
    /// short takes 2 bytes, aligned to 2.
    pub const TYPE_03: ClauseId = "RISCV-TYPE-03";
    /// int takes 4 bytes, aligned to 4.
    pub const TYPE_04: ClauseId = "RISCV-TYPE-04";
    /// long takes 4 bytes, aligned to 4, where pointers have 32 bits.
    pub const TYPE_05: ClauseId = "RISCV-TYPE-05";
    /// long takes 8 bytes, aligned to 8, where pointers have 64 bits.
    pub const TYPE_06: ClauseId = "RISCV-TYPE-06";
    /// long long takes 8 bytes, aligned to 8, with registers of 32 bits as well, and with a stack that is aligned to 4 only.
    pub const TYPE_07: ClauseId = "RISCV-TYPE-07";
    /// intmax_t and uintmax_t take 8 bytes, aligned to 8: long long where long has 4 bytes, long where it has 8. It is a type of its own, seen in a selection by type, not in a call.
    pub const TYPE_08: ClauseId = "RISCV-TYPE-08";
    /// __int128 takes 16 bytes, aligned to 16.
    pub const TYPE_09: ClauseId = "RISCV-TYPE-09";
    /// A pointer takes 4 bytes, aligned to 4.
    pub const TYPE_10: ClauseId = "RISCV-TYPE-10";
    /// A pointer takes 8 bytes, aligned to 8.
    pub const TYPE_11: ClauseId = "RISCV-TYPE-11";
    /// __bf16 takes 2 bytes, aligned to 2.
    pub const TYPE_12: ClauseId = "RISCV-TYPE-12";
    /// _Float16 takes 2 bytes, aligned to 2.
    pub const TYPE_13: ClauseId = "RISCV-TYPE-13";
    /// float takes 4 bytes, aligned to 4.
    pub const TYPE_14: ClauseId = "RISCV-TYPE-14";
    /// double takes 8 bytes, aligned to 8, with registers of 32 bits as well.
    pub const TYPE_15: ClauseId = "RISCV-TYPE-15";
    /// long double takes 16 bytes, aligned to 16, with registers of 32 bits as well.
    pub const TYPE_16: ClauseId = "RISCV-TYPE-16";
    /// float _Complex takes 8 bytes, aligned to 4.
    pub const TYPE_17: ClauseId = "RISCV-TYPE-17";
    /// double _Complex takes 16 bytes, aligned to 8.
    pub const TYPE_18: ClauseId = "RISCV-TYPE-18";
    /// long double _Complex takes 32 bytes, aligned to 16.
    pub const TYPE_19: ClauseId = "RISCV-TYPE-19";
    /// _BitInt(N) of at most 64 bits has the size and the alignment of the smallest of the sizes 1, 2, 4 and 8 that holds its bits.
    pub const TYPE_20: ClauseId = "RISCV-TYPE-20";
    /// _BitInt(N) of more than 64 bits takes as many bytes as the next multiple of 64 bits has, aligned to 8.
    pub const TYPE_21: ClauseId = "RISCV-TYPE-21";
    /// _BitInt(N) of 65 to 128 bits takes 16 bytes, aligned to 16.
    pub const TYPE_22: ClauseId = "RISCV-TYPE-22";
    /// _BitInt(N) of more than 128 bits takes as many bytes as the next multiple of 128 bits has, aligned to 16.
    pub const TYPE_23: ClauseId = "RISCV-TYPE-23";
    /// _Float16, float, double and long double have the IEEE 754 formats of 16, 32, 64 and 128 bits; __bf16 is bfloat16. Until the column was added the formats followed from the sizes and the hardware.
    pub const TYPE_24: ClauseId = "RISCV-TYPE-24";
    /// max_align_t is aligned to 16, by ILP32E as well, where the stack is aligned to 4.
    pub const TYPE_25: ClauseId = "RISCV-TYPE-25";
    /// A byte of C has 8 bits.
    pub const TYPE_26: ClauseId = "RISCV-TYPE-26";
    /// Plain char is unsigned.
    pub const TYPE_27: ClauseId = "RISCV-TYPE-27";
    /// A _Bool is 0 or 1 in memory, and as a scalar argument. As such it is one of the narrow integers (RISCV-ARG-04), so that 0 or 1 is what the whole register or the whole place on the stack holds.
    pub const TYPE_28: ClauseId = "RISCV-TYPE-28";
    /// A null pointer of any type is all zero bits.
    pub const TYPE_29: ClauseId = "RISCV-TYPE-29";
    /// _Float16 is the type of that name in ISO/IEC TS 18661-3.
    pub const TYPE_30: ClauseId = "RISCV-TYPE-30";
    /// __bf16 is passed and returned as _Float16 is.
    pub const TYPE_31: ClauseId = "RISCV-TYPE-31";
    /// A complex type is laid out as a structure of two members of its real type, the real part first. Only float, double and long double are named.
    pub const TYPE_32: ClauseId = "RISCV-TYPE-32";
    /// size_t is unsigned int with 32-bit registers and unsigned long with 64-bit ones. The sentence names registers, not ABIs; for the ABIs here that is the same.
    pub const TYPE_33: ClauseId = "RISCV-TYPE-33";
    /// ptrdiff_t is int with 32-bit registers and long with 64-bit ones.
    pub const TYPE_34: ClauseId = "RISCV-TYPE-34";
    /// A _BitInt that does not say unsigned is signed, as in C.
    pub const TYPE_35: ClauseId = "RISCV-TYPE-35";
    /// The sizes and alignments of the vector types of the V extension's intrinsics. They are not ruled here.
    pub const TYPE_36: ClauseId = "RISCV-TYPE-36";
    /// On Linux, wchar_t takes 4 bytes, aligned to 4. Of other systems nothing is said (RISCV-S03).
    pub const TYPE_37: ClauseId = "RISCV-TYPE-37";
    /// On Linux, wint_t takes 4 bytes, aligned to 4.
    pub const TYPE_38: ClauseId = "RISCV-TYPE-38";
    /// On Linux, wchar_t is signed and wint_t unsigned.
    pub const TYPE_39: ClauseId = "RISCV-TYPE-39";
    /// A structure or union has the alignment of its most strictly aligned member. Nothing is said of attributes, of bit-fields in this sentence, or of an empty one.
    pub const LAYOUT_01: ClauseId = "RISCV-LAYOUT-01";
    /// The size of every object is a multiple of its alignment.
    pub const LAYOUT_02: ClauseId = "RISCV-LAYOUT-02";
    /// A fixed-length vector is aligned as its lanes are.
    pub const LAYOUT_03: ClauseId = "RISCV-LAYOUT-03";
    /// The size of a fixed-length vector is that of a lane times the number of lanes.
    pub const LAYOUT_04: ClauseId = "RISCV-LAYOUT-04";
    /// Compilers have fixed-length vectors by an attribute with the size in bytes, for example.
    pub const LAYOUT_05: ClauseId = "RISCV-LAYOUT-05";
    /// A _BitInt of at most twice the width of a register is stored in the byte order of other integers, lowest byte first.
    pub const LAYOUT_06: ClauseId = "RISCV-LAYOUT-06";
    /// A wider _BitInt is stored in chunks of twice the width of a register, each in the usual byte order, and on a little-endian machine the lowest chunk first.
    pub const LAYOUT_07: ClauseId = "RISCV-LAYOUT-07";
    /// Bits of a _BitInt's storage beyond its width are copies of the sign of a signed one, and zero in an unsigned one, in memory and in registers. That collides with RISCV-ARG-07 for an unsigned _BitInt(32) in a register of 64 bits.
    pub const LAYOUT_08: ClauseId = "RISCV-LAYOUT-08";
    /// Bit-fields are allocated from the lowest bit of the lowest byte upwards.
    pub const LAYOUT_09: ClauseId = "RISCV-LAYOUT-09";
    /// A bit-field that would cross a boundary of its declared type's alignment begins at that boundary instead.
    pub const LAYOUT_10: ClauseId = "RISCV-LAYOUT-10";
    /// Bits that no bit-field occupies are undefined.
    pub const LAYOUT_11: ClauseId = "RISCV-LAYOUT-11";
    /// A bit-field that is wider than its type exists in C++ only and follows the Itanium C++ ABI.
    pub const LAYOUT_12: ClauseId = "RISCV-LAYOUT-12";
    /// An unnamed bit-field that has a width takes its place like a named one, but does not raise the alignment of the structure.
    pub const LAYOUT_13: ClauseId = "RISCV-LAYOUT-13";
    /// A bit-field of width zero is aligned by its declared type, counted from the beginning of the structure: what follows begins there.
    pub const LAYOUT_14: ClauseId = "RISCV-LAYOUT-14";
    /// A bit-field of width zero does not raise the alignment of the structure.
    pub const LAYOUT_15: ClauseId = "RISCV-LAYOUT-15";
    /// C treats bit-fields on both sides of one of width zero as separate memory locations: a store to one writes no byte of the other.
    pub const LAYOUT_16: ClauseId = "RISCV-LAYOUT-16";
    /// x0 is zero and cannot be changed.
    pub const REG_01: ClauseId = "RISCV-REG-01";
    /// x1 (ra) holds the return address at entry, and is not preserved: what it holds at return is free.
    pub const REG_02: ClauseId = "RISCV-REG-02";
    /// x2 (sp) is the stack pointer; a function gives it back as it got it.
    pub const REG_03: ClauseId = "RISCV-REG-03";
    /// x3 (gp) is the global pointer, which no compiler allocates. What a function may do with it is asked at RISCV-REG-11.
    pub const REG_04: ClauseId = "RISCV-REG-04";
    /// x4 (tp) is the thread pointer, which no compiler allocates. What a function may do with it is asked at RISCV-REG-11.
    pub const REG_05: ClauseId = "RISCV-REG-05";
    /// x5 to x7 (t0 to t2) are temporaries, which a call need not preserve.
    pub const REG_06: ClauseId = "RISCV-REG-06";
    /// A function preserves x8 and x9 (s0 and s1).
    pub const REG_07: ClauseId = "RISCV-REG-07";
    /// x10 to x17 (a0 to a7) carry arguments and are not preserved.
    pub const REG_08: ClauseId = "RISCV-REG-08";
    /// A function preserves x18 to x27 (s2 to s11).
    pub const REG_09: ClauseId = "RISCV-REG-09";
    /// x28 to x31 (t3 to t6) are temporaries, which a call need not preserve.
    pub const REG_10: ClauseId = "RISCV-REG-10";
    /// Functions should leave tp and gp alone, on account of signal handlers, which may count on them; later it is said without a should that fixed registers never change.
    pub const REG_11: ClauseId = "RISCV-REG-11";
    /// A function may do without a frame pointer. If there is one, it is in s0.
    pub const REG_12: ClauseId = "RISCV-REG-12";
    /// s0 is callee-saved as a frame pointer, too.
    pub const REG_13: ClauseId = "RISCV-REG-13";
    /// A platform that needs a general register for itself should take gp.
    pub const REG_14: ClauseId = "RISCV-REG-14";
    /// Such a platform documents the register.
    pub const REG_15: ClauseId = "RISCV-REG-15";
    /// On such a platform no code uses gp against that purpose, and linkers do not relax accesses by gp.
    pub const REG_16: ClauseId = "RISCV-REG-16";
    /// ft0 to ft11 are temporaries, which a call need not preserve.
    pub const REG_17: ClauseId = "RISCV-REG-17";
    /// A function preserves fs0 to fs11 as far as the ABI's floating-point registers are wide: the lower 32 bits by the F ABIs, 64 by the D ABIs. Bits above that are free.
    pub const REG_18: ClauseId = "RISCV-REG-18";
    /// fa0 to fa7 carry arguments and are not preserved.
    pub const REG_19: ClauseId = "RISCV-REG-19";
    /// Where no floating-point value travels in such registers by the ABI, fs0 to fs11 are temporaries as well.
    pub const REG_20: ClauseId = "RISCV-REG-20";
    /// fcsr has thread storage duration, as C's floating-point environment has. By C a call leaves its caller's rounding mode alone and clears none of its caller's flags, unless the function is documented to.
    pub const REG_21: ClauseId = "RISCV-REG-21";
    /// v0 to v31 are temporaries.
    pub const REG_22: ClauseId = "RISCV-REG-22";
    /// vl and vtype are not preserved.
    pub const REG_23: ClauseId = "RISCV-REG-23";
    /// vxrm and vxsat are not preserved, and a function knows nothing of them at entry.
    pub const REG_24: ClauseId = "RISCV-REG-24";
    /// By the standard convention no argument or result travels in a vector register.
    pub const REG_25: ClauseId = "RISCV-REG-25";
    /// vstart is zero at entry and at return: a function may rely on it.
    pub const REG_26: ClauseId = "RISCV-REG-26";
    /// Programs should not write vstart, and who does so makes it zero before a call and before returning.
    pub const REG_27: ClauseId = "RISCV-REG-27";
    /// A register that the convention does not name for an argument has no defined contents at entry.
    pub const REG_28: ClauseId = "RISCV-REG-28";
    /// A register that is named neither for a result nor as callee-saved has no defined contents at return.
    pub const REG_29: ClauseId = "RISCV-REG-29";
    /// At return every callee-saved register holds what it held at entry.
    pub const REG_30: ClauseId = "RISCV-REG-30";
    /// A function preserves s0 to s11. Said again without an exception for ILP32E, which has s0 and s1 alone.
    pub const REG_31: ClauseId = "RISCV-REG-31";
    /// No floating-point register is preserved by the integer calling convention.
    pub const REG_32: ClauseId = "RISCV-REG-32";
    /// A function preserves fs0 to fs11 as far as they hold values no wider than the ABI's registers.
    pub const REG_33: ClauseId = "RISCV-REG-33";
    /// x16 to x31 take no part in calls: there are the argument registers a0 to a5.
    pub const REG_34: ClauseId = "RISCV-REG-34";
    /// A function preserves s0 and s1, and no other s register.
    pub const REG_35: ClauseId = "RISCV-REG-35";
    /// The temporaries are t0 to t2.
    pub const REG_36: ClauseId = "RISCV-REG-36";
    /// Where the processor has x16 to x31 or f0 to f31 all the same, they are temporaries.
    pub const REG_37: ClauseId = "RISCV-REG-37";
    /// Eight registers carry arguments, a0 to a7 in this order. That an argument takes the next free one is meant, and said nowhere.
    pub const ARG_01: ClauseId = "RISCV-ARG-01";
    /// A scalar of at most the width of a register takes one argument register, or a place on the stack if none is left.
    pub const ARG_02: ClauseId = "RISCV-ARG-02";
    /// Its value is passed on the stack itself, not by an address.
    pub const ARG_03: ClauseId = "RISCV-ARG-03";
    /// An integer narrower than a register is extended by its own signedness up to 32 bits, and from there by bit 31: with 64-bit registers an unsigned int is sign-extended. That holds in registers and on the stack.
    pub const ARG_04: ClauseId = "RISCV-ARG-04";
    /// A floating-point value narrower than a register, in an integer register or on the stack, has undefined bits above it.
    pub const ARG_05: ClauseId = "RISCV-ARG-05";
    /// A _BitInt narrower than a register is extended to a register's width, with its sign if it is signed and with zeros if it is not.
    pub const ARG_06: ClauseId = "RISCV-ARG-06";
    /// With 64-bit registers a _BitInt(32), signed or not, is sign-extended like an int.
    pub const ARG_07: ClauseId = "RISCV-ARG-07";
    /// A _BitInt as wide as a register travels as such a scalar.
    pub const ARG_08: ClauseId = "RISCV-ARG-08";
    /// A _BitInt wider than a register and at most twice as wide travels as a scalar of twice a register's width.
    pub const ARG_09: ClauseId = "RISCV-ARG-09";
    /// The unused bits of its upper half are copies of its sign if it is signed, and zeros if it is not.
    pub const ARG_10: ClauseId = "RISCV-ARG-10";
    /// A _BitInt of more than twice a register's width travels by address.
    pub const ARG_11: ClauseId = "RISCV-ARG-11";
    /// The unused bits in the memory behind that address are extended likewise.
    pub const ARG_12: ClauseId = "RISCV-ARG-12";
    /// A scalar of twice a register's width takes two argument registers, the lower half in the lower-numbered one. They need not begin at an even number: only variadic arguments ask for that.
    pub const ARG_13: ClauseId = "RISCV-ARG-13";
    /// If no register is left, it lies on the stack by value.
    pub const ARG_14: ClauseId = "RISCV-ARG-14";
    /// If one register is left, it takes the lower half, and the stack takes the upper half.
    pub const ARG_15: ClauseId = "RISCV-ARG-15";
    /// A wider scalar travels by address, as long double does with 32-bit registers.
    pub const ARG_16: ClauseId = "RISCV-ARG-16";
    /// An aggregate of at most the width of a register takes one register, with its bytes where a load from memory would put them; if none is left, it lies on the stack.
    pub const ARG_17: ClauseId = "RISCV-ARG-17";
    /// An aggregate of at most twice that width takes two registers; with one left, that takes the first part and the stack the rest; with none left, all of it lies on the stack.
    pub const ARG_18: ClauseId = "RISCV-ARG-18";
    /// Padding inside an aggregate, and bits above its end, are undefined.
    pub const ARG_19: ClauseId = "RISCV-ARG-19";
    /// An argument on the stack is aligned as its type is, but at least to a register's width and at most to the stack's alignment: to 4 in any case by ILP32E.
    pub const ARG_20: ClauseId = "RISCV-ARG-20";
    /// An aggregate of more than twice a register's width travels by address, which takes its place among the arguments.
    pub const ARG_21: ClauseId = "RISCV-ARG-21";
    /// Objects of C++ with their own copying or destruction, or with virtual functions, travel by address.
    pub const ARG_22: ClauseId = "RISCV-ARG-22";
    /// A fixed-length vector travels as an aggregate. The words stand in the integer convention; the hardware convention speaks of structures only.
    pub const ARG_23: ClauseId = "RISCV-ARG-23";
    /// A C compiler that has empty structures and unions passes nothing for one, neither as an argument nor as a result.
    pub const ARG_24: ClauseId = "RISCV-ARG-24";
    /// In C++ such an object has a size and travels like any other.
    pub const ARG_25: ClauseId = "RISCV-ARG-25";
    /// The called function may write to what it got by address. So the caller passes the address of a copy, unless it does not look at the object again.
    pub const ARG_26: ClauseId = "RISCV-ARG-26";
    /// By the integer convention a real travels as an aggregate of its size does.
    pub const ARG_27: ClauseId = "RISCV-ARG-27";
    /// By the integer convention a complex number travels as a structure of its two parts does: as one aggregate, not as two arguments.
    pub const ARG_28: ClauseId = "RISCV-ARG-28";
    /// By ILP32E six registers carry arguments, a0 to a5; in all else that is not named the integer convention holds.
    pub const ARG_29: ClauseId = "RISCV-ARG-29";
    /// Eight more registers carry arguments, fa0 to fa7.
    pub const ARG_30: ClauseId = "RISCV-ARG-30";
    /// A value that may travel in a floating-point register does so, whether or not integer registers are left.
    pub const ARG_31: ClauseId = "RISCV-ARG-31";
    /// The ABI's floating-point registers are at most as wide as the processor's, which may be wider.
    pub const ARG_32: ClauseId = "RISCV-ARG-32";
    /// A structure is looked at with its members' members in their place, and with each element of an array as a member: an array of one is that one.
    pub const ARG_33: ClauseId = "RISCV-ARG-33";
    /// A member that is an empty structure or union is not counted, in C++ neither unless it has its own copying or destruction.
    pub const ARG_34: ClauseId = "RISCV-ARG-34";
    /// A member that is a bit-field of width zero is not counted.
    pub const ARG_35: ClauseId = "RISCV-ARG-35";
    /// A member that is an array without elements is not counted.
    pub const ARG_36: ClauseId = "RISCV-ARG-36";
    /// The attributes packed and aligned, on the structure or on members, change nothing in how it is looked at: only its place in memory is another one.
    pub const ARG_37: ClauseId = "RISCV-ARG-37";
    /// In C an array of empty structures or unions is not counted, whatever its length.
    pub const ARG_38: ClauseId = "RISCV-ARG-38";
    /// In C++ an array of at least one empty structure is a member, and the structure goes by the integer convention.
    pub const ARG_39: ClauseId = "RISCV-ARG-39";
    /// An array without elements of empty structures is not counted in either language.
    pub const ARG_40: ClauseId = "RISCV-ARG-40";
    /// A real no wider than the ABI's registers takes the next floating-point argument register.
    pub const ARG_41: ClauseId = "RISCV-ARG-41";
    /// If it is wider or none of these registers is left, it travels by the integer convention: in an integer register if there is one.
    pub const ARG_42: ClauseId = "RISCV-ARG-42";
    /// A floating-point value narrower than the register has ones in all bits above it.
    pub const ARG_43: ClauseId = "RISCV-ARG-43";
    /// A structure that holds one real and nothing else travels as that real.
    pub const ARG_44: ClauseId = "RISCV-ARG-44";
    /// A structure that holds two reals, neither wider than the ABI's registers, takes two floating-point registers if two are left, at any number, equal in type or not.
    pub const ARG_45: ClauseId = "RISCV-ARG-45";
    /// The real at the lower address takes the first of the two registers.
    pub const ARG_46: ClauseId = "RISCV-ARG-46";
    /// Otherwise it travels by the integer convention. A last floating-point register that stays free is taken by a later argument.
    pub const ARG_47: ClauseId = "RISCV-ARG-47";
    /// A complex number, or a structure of one and nothing else, travels as a structure of two reals.
    pub const ARG_48: ClauseId = "RISCV-ARG-48";
    /// A structure that holds one real and one integer or bit-field, in either order, takes a register of each kind, if the real is no wider than the ABI's registers, the integer no wider than a register, and one of each kind is left.
    pub const ARG_49: ClauseId = "RISCV-ARG-49";
    /// If the integer of such a structure is narrower than a register, the bits above it are unspecified: it is not extended. That a bit-field lies in the lowest bits of its register, wherever it was in memory, is meant and not said.
    pub const ARG_50: ClauseId = "RISCV-ARG-50";
    /// If one of the conditions is missing, the structure travels by the integer convention as a whole.
    pub const ARG_51: ClauseId = "RISCV-ARG-51";
    /// A union is never looked into and always travels by the integer convention, and so does a structure with a union that is not empty: its members are then not those that are named.
    pub const ARG_52: ClauseId = "RISCV-ARG-52";
    /// Results travel in a0 and a1.
    pub const RET_01: ClauseId = "RISCV-RET-01";
    /// A result travels as the first named argument of its type would: in the same registers, extended in the same way.
    pub const RET_02: ClauseId = "RISCV-RET-02";
    /// If such an argument would travel by address, the caller provides memory for the result and passes its address as a first parameter that the source does not have: in a0, so that the others begin with a1.
    pub const RET_03: ClauseId = "RISCV-RET-03";
    /// Nobody may rely on that address being in a0 at return.
    pub const RET_04: ClauseId = "RISCV-RET-04";
    /// Floating-point results travel in fa0 and fa1.
    pub const RET_05: ClauseId = "RISCV-RET-05";
    /// By the hardware convention, too, a result travels as the first named argument of its type would.
    pub const RET_06: ClauseId = "RISCV-RET-06";
    /// A variadic argument travels as a named one does by the integer convention, with the exception that follows.
    pub const VAR_01: ClauseId = "RISCV-VAR-01";
    /// A variadic argument that is aligned to twice a register's width, and no larger than that, takes two registers the first of which has an even number; a register before them stays unused.
    pub const VAR_02: ClauseId = "RISCV-VAR-02";
    /// If no such pair is left, it lies on the stack by value, as a whole.
    pub const VAR_03: ClauseId = "RISCV-VAR-03";
    /// Once a variadic argument lies on the stack, all that follow do, and the last register may stay unused.
    pub const VAR_04: ClauseId = "RISCV-VAR-04";
    /// The hardware convention is for named arguments: variadic ones travel by the integer convention, floating-point values among them. The named ones of a variadic function use floating-point registers.
    pub const VAR_05: ClauseId = "RISCV-VAR-05";
    /// A va_list has the representation of a pointer to void.
    pub const VAR_06: ClauseId = "RISCV-VAR-06";
    /// It points to arguments that lie as variadic arguments on the stack do, with padding before those that need alignment.
    pub const VAR_07: ClauseId = "RISCV-VAR-07";
    /// All the standard conventions use the same form, so that a va_list may go from one to another.
    pub const VAR_08: ClauseId = "RISCV-VAR-08";
    /// After va_start the va_list leads to where the first variadic argument would be, if there is one.
    pub const VAR_09: ClauseId = "RISCV-VAR-09";
    /// If named arguments take all integer argument registers, that is the address after the last named argument on the stack, or the stack pointer at entry if there is none.
    pub const VAR_10: ClauseId = "RISCV-VAR-10";
    /// Otherwise the function stores the integer argument registers that no named argument takes, in their order, just below the stack pointer at entry, and the va_list begins there and goes on into the stack arguments.
    pub const VAR_11: ClauseId = "RISCV-VAR-11";
    /// va_arg aligns the va_list, fetches a value and moves on, by the size and alignment of a variadic argument of the type, which may not be those of the type in memory.
    pub const VAR_12: ClauseId = "RISCV-VAR-12";
    /// For a type that travels by address, va_arg takes a pointer from the list and the value from where that points.
    pub const VAR_13: ClauseId = "RISCV-VAR-13";
    /// va_copy copies one pointer, and va_end does nothing.
    pub const VAR_14: ClauseId = "RISCV-VAR-14";
    /// Code with frame pointers keeps a list of frame records, each of a return address and the address of the caller's record.
    pub const STACK_01: ClauseId = "RISCV-STACK-01";
    /// The frame pointer leads to the innermost record, with the address of the caller's at the lower address and the return address above it.
    pub const STACK_02: ClauseId = "RISCV-STACK-02";
    /// The list ends with a null pointer.
    pub const STACK_03: ClauseId = "RISCV-STACK-03";
    /// After the prologue the frame pointer holds what the stack pointer held at entry.
    pub const STACK_04: ClauseId = "RISCV-STACK-04";
    /// So the return address lies one pointer below it and the caller's frame pointer two. The text divides PTRSZ by 8 and means a pointer's size in bytes.
    pub const STACK_05: ClauseId = "RISCV-STACK-05";
    /// Which of this is kept is left to the platform. A way of the platform's own to tell whether s0 is a frame pointer cannot be seen from outside.
    pub const STACK_06: ClauseId = "RISCV-STACK-06";
    /// The stack grows downwards.
    pub const STACK_07: ClauseId = "RISCV-STACK-07";
    /// At a function's entry the stack pointer is a multiple of 16, whatever the width of registers.
    pub const STACK_08: ClauseId = "RISCV-STACK-08";
    /// The first argument on the stack lies at the stack pointer of the function's entry, and those that follow lie above it in their order.
    pub const STACK_09: ClauseId = "RISCV-STACK-09";
    /// The stack pointer stays aligned throughout a function.
    pub const STACK_10: ClauseId = "RISCV-STACK-10";
    /// Code that does not keep it aligned aligns it before it calls a function of the standard ABI.
    pub const STACK_11: ClauseId = "RISCV-STACK-11";
    /// The operating system aligns it before it calls a signal handler, so that handlers need not.
    pub const STACK_12: ClauseId = "RISCV-STACK-12";
    /// An interrupt handler that runs on the stack of what it interrupts aligns the stack pointer if any code linked with it keeps another discipline, and need not otherwise.
    pub const STACK_13: ClauseId = "RISCV-STACK-13";
    /// No function relies on what lies below the stack pointer: there is no red zone.
    pub const STACK_14: ClauseId = "RISCV-STACK-14";
    /// By ILP32E the stack pointer need be a multiple of 4 only, at entry and throughout.
    pub const STACK_15: ClauseId = "RISCV-STACK-15";
    /// The calling convention of big-endian processors is not part of the document yet.
    pub const CALL_01: ClauseId = "RISCV-CALL-01";
    /// There are variants of the convention that pass arguments and results in vector registers, for scalable vectors and for those of a fixed length. They exist, and are not ruled here yet.
    pub const CALL_02: ClauseId = "RISCV-CALL-02";
    /// ILP32E does not go together with a processor that aligns a register's loads to more than 32 bits, and is not used with the D extension.
    pub const CALL_03: ClauseId = "RISCV-CALL-03";
    /// With 64-bit registers and 32-bit pointers, a pointer is sign-extended to a register's width.
    pub const CALL_04: ClauseId = "RISCV-CALL-04";
    /// By ILP32 and ILP32E the integer convention alone holds, in an ELF file of 32 bits whose flags say soft float, and for ILP32E also that it is of the E ABI.
    pub const CALL_05: ClauseId = "RISCV-CALL-05";
    /// By ILP32F the hardware convention holds with floating-point registers of 32 bits.
    pub const CALL_06: ClauseId = "RISCV-CALL-06";
    /// By ILP32D the hardware convention holds with floating-point registers of 64 bits.
    pub const CALL_07: ClauseId = "RISCV-CALL-07";
    /// By LP64 the integer convention alone holds, in an ELF file of 64 bits whose flags say soft float.
    pub const CALL_08: ClauseId = "RISCV-CALL-08";
    /// By LP64F the hardware convention holds with floating-point registers of 32 bits.
    pub const CALL_09: ClauseId = "RISCV-CALL-09";
    /// By LP64D the hardware convention holds with floating-point registers of 64 bits.
    pub const CALL_10: ClauseId = "RISCV-CALL-10";
    /// There are an ABI with floating-point registers of 128 bits, and experimental ones with 32-bit pointers and 64-bit registers.
    pub const CALL_11: ClauseId = "RISCV-CALL-11";
    /// The LP64 ABIs go with 64-bit processors only; the ILP32 ones with 32-bit processors, and since 2025 with 64-bit ones as well, though the named ABIs for these are others.
    pub const CALL_12: ClauseId = "RISCV-CALL-12";
    /// An ABI that passes values in floating-point registers needs the extension with registers of that width; without such registers, as with Zfinx, the integer ABIs are used.
    pub const CALL_13: ClauseId = "RISCV-CALL-13";
    /// For RV32G ILP32D is recommended, and for RV64G LP64D, with the Q extension as well.
    pub const CALL_14: ClauseId = "RISCV-CALL-14";
    /// Object files follow the generic ELF specification of System V.
    pub const OBJ_01: ClauseId = "RISCV-OBJ-01";
    /// The file's class is that of the ABI: 32 bits for the ILP32 ABIs, 64 for the LP64 ones.
    pub const OBJ_02: ClauseId = "RISCV-OBJ-02";
    /// The file says that it is little-endian, as our machine is.
    pub const OBJ_03: ClauseId = "RISCV-OBJ-03";
    /// The machine number is 243.
    pub const OBJ_04: ClauseId = "RISCV-OBJ-04";
    /// Flag bit 0 is set where instructions may lie at any even address.
    pub const OBJ_05: ClauseId = "RISCV-OBJ-05";
    /// Flag bits 1 and 2 say which floating-point values travel in registers by the ABI: 0 none, 1 float, 2 double as well. That instructions use such registers otherwise does not count.
    pub const OBJ_06: ClauseId = "RISCV-OBJ-06";
    /// Flag bit 3 is set by ILP32E.
    pub const OBJ_07: ClauseId = "RISCV-OBJ-07";
    /// Flag bit 4 is set where the code needs the stronger memory model.
    pub const OBJ_08: ClauseId = "RISCV-OBJ-08";
    /// Flag bit 5 is set by the ABIs with 64-bit registers and 32-bit pointers, and by none of the seven here.
    pub const OBJ_09: ClauseId = "RISCV-OBJ-09";
    /// All other flag bits below 24 are clear; bit 6 is for a base with capabilities. The bits from 24 on are for extensions outside the standard, and are not looked at.
    pub const OBJ_10: ClauseId = "RISCV-OBJ-10";
    /// A linker refuses files of different class, byte order or machine, of different floating-point ABIs, and those of the E ABI beside others.
    pub const OBJ_11: ClauseId = "RISCV-OBJ-11";
    /// Linked files have the bit for even addresses, and the one for the memory model, if any of the files has it.
    pub const OBJ_12: ClauseId = "RISCV-OBJ-12";
    /// A linker may leave these checks out for a file without code whose flags are all clear.
    pub const OBJ_13: ClauseId = "RISCV-OBJ-13";
    /// The two lowest bits of st_other are the visibility, and the highest marks functions of another convention; the rest are clear.
    pub const OBJ_14: ClauseId = "RISCV-OBJ-14";
    /// A function that uses registers against the convention of its ABI has that mark. So functions without vectors in registers do not have it.
    pub const OBJ_15: ClauseId = "RISCV-OBJ-15";
    /// A dynamic executable that reaches data by gp exports the symbol of the global pointer.
    pub const OBJ_16: ClauseId = "RISCV-OBJ-16";
    /// Functions of a vector variant have that mark.
    pub const OBJ_17: ClauseId = "RISCV-OBJ-17";
    /// Relocations have the numbers of the table, with addends beside them. Numbers that it reserves are not written.
    pub const OBJ_18: ClauseId = "RISCV-OBJ-18";
    /// An address in data is 1 for 32 bits and 2 for 64 bits: the symbol's value and the addend.
    pub const OBJ_19: ClauseId = "RISCV-OBJ-19";
    /// A branch has relocation 16 and reaches 4 KiB to either side, a jump has 17 and reaches 1 MiB, both over even distances from their own address.
    pub const OBJ_20: ClauseId = "RISCV-OBJ-20";
    /// A call to a symbol is an AUIPC and a JALR with one relocation on the first: 18 or 19, which mean the same. 18 is deprecated.
    pub const OBJ_21: ClauseId = "RISCV-OBJ-21";
    /// An address by the program counter has relocation 23 on the AUIPC, and 24 or 25 on the instructions with its lower 12 bits, whose symbol is the label of the AUIPC in the same section.
    pub const OBJ_22: ClauseId = "RISCV-OBJ-22";
    /// The addend of these two is zero.
    pub const OBJ_23: ClauseId = "RISCV-OBJ-23";
    /// An absolute address has relocation 26 on the LUI and 27 or 28 on the instructions with its lower 12 bits; the upper part is rounded, since the lower one has a sign.
    pub const OBJ_24: ClauseId = "RISCV-OBJ-24";
    /// An address from the global offset table has relocation 20 on the AUIPC, with an addend of zero.
    pub const OBJ_25: ClauseId = "RISCV-OBJ-25";
    /// Differences of labels are pairs of an addition and a subtraction at the same place, and for ULEB128 numbers an assignment right before a subtraction.
    pub const OBJ_26: ClauseId = "RISCV-OBJ-26";
    /// Where a section may be relaxed, an alignment is relocation 43 on padding of valid instructions, its addend the number of the padding's bytes.
    pub const OBJ_27: ClauseId = "RISCV-OBJ-27";
    /// What a linker may shorten has relocation 51 beside its own.
    pub const OBJ_28: ClauseId = "RISCV-OBJ-28";
    /// Code reaches addresses by one of the models: low and high 2 GiB of the address space, 2 GiB around the program counter, by the global offset table, or any address.
    pub const OBJ_29: ClauseId = "RISCV-OBJ-29";
    /// Variables of a thread are reached by tp, by one of four models.
    pub const OBJ_30: ClauseId = "RISCV-OBJ-30";
    /// Attributes are in a section .riscv.attributes of type 0x70000003, with a format letter A and a part named riscv. A tag with an odd number has text, one with an even number a number.
    pub const OBJ_31: ClauseId = "RISCV-OBJ-31";
    /// Tag 4 is the stack's alignment in bytes: 16, or 4 for the E base; left out it means that.
    pub const OBJ_32: ClauseId = "RISCV-OBJ-32";
    /// Tag 5 names the base and the extensions with their versions, in lower case, joined by underscores, without abbreviations and in canonical order.
    pub const OBJ_33: ClauseId = "RISCV-OBJ-33";
    /// Tag 6 is 1 if the code may make unaligned accesses, and 0 if it makes none.
    pub const OBJ_34: ClauseId = "RISCV-OBJ-34";
    /// Tag 14 says which mapping of atomics the code follows: 0 unknown, 1 the original one, 2 the strengthened one, 3 the future one.
    pub const OBJ_35: ClauseId = "RISCV-OBJ-35";
    /// Tag 16 says what x3 is in the code: 0 unknown, 1 the global pointer, 2 a shadow stack's pointer, 3 a temporary.
    pub const OBJ_36: ClauseId = "RISCV-OBJ-36";
    /// Tags 8, 10 and 12, on privileged code, are deprecated.
    pub const OBJ_37: ClauseId = "RISCV-OBJ-37";
    /// A linker refuses files whose stack alignments or uses of x3 differ or whose atomics do not go together, and joins architectures and unaligned accesses.
    pub const OBJ_38: ClauseId = "RISCV-OBJ-38";
    /// Local symbols without type and size mark where data ($d) and instructions ($x) begin in a section, with the architecture where it is not the file's.
    pub const OBJ_39: ClauseId = "RISCV-OBJ-39";
    /// A linker shortens code only where relocation 51 stands beside another one, a group as a whole, so that the code does the same, and adjusts what refers to places that have moved.
    pub const OBJ_40: ClauseId = "RISCV-OBJ-40";
    /// A linker keeps the length of a ULEB128 number, filling it up, and refuses a value that does not fit that length.
    pub const OBJ_41: ClauseId = "RISCV-OBJ-41";
    /// Compilers map the atomic operations of C to instructions and fences as in the table, or in a way that works together with it; two mappings of a store followed by a load with full ordering do not work together by chance.
    pub const MEM_01: ClauseId = "RISCV-MEM-01";
    /// A store with full ordering is followed by a full fence, or made by an exchange with release, beyond what the first version of the mapping had.
    pub const MEM_02: ClauseId = "RISCV-MEM-02";
    /// What is marked with note 3 does not go together with the first version of the mapping.
    pub const MEM_03: ClauseId = "RISCV-MEM-03";
    /// With the Ztso extension loads, stores and fences are mapped to less, and go together with the other mappings.
    pub const MEM_04: ClauseId = "RISCV-MEM-04";
    /// An operation for which there is an AMO instruction uses it, others a loop of LR and SC; operands of less than 32 bits use such a loop on the word that holds them.
    pub const MEM_05: ClauseId = "RISCV-MEM-05";
    /// Atomics order no input or output.
    pub const MEM_06: ClauseId = "RISCV-MEM-06";
    /// Atomic loads and stores of floating-point values use the integer sequences, and other operations a loop of a plain load, the operation, and a compare and exchange.
    pub const MEM_07: ClauseId = "RISCV-MEM-07";
    /// Neither the calling convention nor the specification of atomics gives size and alignment of an _Atomic type, or says how one travels. Those of 1, 2, 4, 8 and 16 bytes are aligned to their size at least in every reading.
    pub const S01: ClauseId = "RISCV-S01";
    /// Nothing is said of the size and the sign of an enumeration.
    pub const S02: ClauseId = "RISCV-S02";
    /// wchar_t and wint_t are given for Linux only (RISCV-TYPE-37).
    pub const S03: ClauseId = "RISCV-S03";
    /// Nothing is said of the sign of a bit-field whose type says neither signed nor unsigned.
    pub const S04: ClauseId = "RISCV-S04";
    /// The layout rules do not speak of the attributes packed and aligned, which the hardware convention mentions. Members of a packed structure follow each other; an attribute of alignment raises, or on a packed member lowers.
    pub const S05: ClauseId = "RISCV-S05";
    /// That members lie in the order of their declaration, each at the next address that its alignment allows, the members of a union all at its beginning, and the elements of an array side by side, is said nowhere. It is held against every subject.
    pub const S06: ClauseId = "RISCV-S06";
    /// Nothing is said of a last member that is an array without a size, where arrays of zero elements are not counted.
    pub const S07: ClauseId = "RISCV-S07";
    /// Complex numbers of integer types, an extension of GNU C, are not mentioned. In memory the real part comes first.
    pub const S08: ClauseId = "RISCV-S08";
    /// _Float16 _Complex is in no table. It is taken as the others are: two parts side by side, 4 bytes aligned to 2, passed like a structure of two reals.
    pub const S09: ClauseId = "RISCV-S09";
    /// Size and alignment of __int128 are given for 64-bit registers only, and no compiler has it with 32-bit ones.
    pub const S10: ClauseId = "RISCV-S10";
    /// Nothing is said of a call to a function without a prototype, which is neither clearly named nor clearly variadic. The called function gets named arguments.
    pub const S11: ClauseId = "RISCV-S11";
    /// How an argument that is passed by address, and the memory for a result, are aligned.
    pub const S12: ClauseId = "RISCV-S12";
    /// Whether the memory for a result may be an object that the called function can reach in another way.
    pub const S13: ClauseId = "RISCV-S13";
    /// Whether the called function may write to the places of its arguments on the stack.
    pub const S14: ClauseId = "RISCV-S14";
    /// Nothing is said of a typedef that gives an arithmetic type or a record an alignment of its own, higher or lower than the type's. Objects and members of it are aligned so, except in a packed structure, and are as large as the type is, even where that is no multiple of the alignment (RISCV-LAYOUT-02). Such a member keeps no structure out of floating-point registers (RISCV-ARG-37).
    pub const S15: ClauseId = "RISCV-S15";
    /// Whether the even pairs of variadic arguments, which keep long long and double aligned when they are stored beside the stack arguments, hold by ILP32E. Its section makes no exception. But its stack is aligned to 4, so that an even register says nothing of an address, and va_arg, which has a pointer and nothing else, could not find what was skipped.
    pub const S16: ClauseId = "RISCV-S16";
    /// Whether an object of a type that is aligned to 8 or 16 is so aligned on the stack of ILP32E.
    pub const S17: ClauseId = "RISCV-S17";
    /// How much the stack pointer moves, where a function keeps its locals and saved registers, and in which order.
    pub const S18: ClauseId = "RISCV-S18";
    /// Variadic arguments have the types that C's promotions give. What a variadic argument of a floating-point type narrower than float becomes is not said.
    pub const S19: ClauseId = "RISCV-S19";
    /// Tail calls, the register of a nested function's frame, and calls through pointers.
    pub const S20: ClauseId = "RISCV-S20";
    /// Names and conventions of helpers for arithmetic are in another document of the group, and are those of the compilers' runtime libraries.
    pub const S21: ClauseId = "RISCV-S21";
    /// That a function of C has its own name as its symbol, without a prefix, and that the symbol is a global function in a section of code.
    pub const S22: ClauseId = "RISCV-S22";
    /// Nothing is said of memory outside the stack. A function writes there only what its C text has it write: objects that it names, and those whose addresses it was given to write. No reading that permits more would leave a correct program correct.
    pub const S23: ClauseId = "RISCV-S23";
    /// Types that the tables do not have, such as decimal floating-point numbers.
    pub const S24: ClauseId = "RISCV-S24";
    /// Whether a function leaves the control registers of the machine alone. No compiled function writes one, except for the floating-point environment and the vector unit.
    pub const S25: ClauseId = "RISCV-S25";
    /// The numbers of registers in debugging information are in another document of the group; unwinding tables are not ruled here.
    pub const S26: ClauseId = "RISCV-S26";
    /// How instructions are written is in the assembly programmer's manual, and how they are encoded in the architecture; an instruction that holds another number than is written is not the one that is written, and a symbol stands only where a relocation of the document can put its value.
    pub const S27: ClauseId = "RISCV-S27";
    /// That a function returns by jumping to the address that it got in ra, through whatever register, is not said of the standard conventions beyond the meaning of ra.
    pub const S28: ClauseId = "RISCV-S28";
    /// How a union travels that an attribute of GNU C makes transparent. Compilers pass it as its first member would be.
    pub const S29: ClauseId = "RISCV-S29";
    /// What a linker does with a value that does not fit its field is not said, but that it may report an error where code does not reach; nor what it does with relocations that are reserved. What is checked is that it takes no reserved ones and does nothing but what the formulae have.
    pub const S30: ClauseId = "RISCV-S30";
}
