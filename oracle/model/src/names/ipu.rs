//! Clauses and readings of Application binary interface (chapter 14 of the user guide of Poplar and PopLibs, Graphcore), by name.
//!
//! Generated from `oracle/clauses/ipu.toml`; see [`crate::names`].

use super::{Question, Reading};

/// How is a `double` aligned? (IPU-TYPE-01 `double`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DoubleAlign {
    /// R3: double is aligned to 8.
    Eight = 3,
    /// R4: double is aligned to 4, the width of a register.
    Four = 4,
}

impl Reading for DoubleAlign {
    const QUESTION: Question = Question { clause: clause::TYPE_01, name: "double" };
    const ALL: &'static [DoubleAlign] = &[DoubleAlign::Eight, DoubleAlign::Four];
    const FIRST: DoubleAlign = DoubleAlign::Eight;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How is a vector of 128 bits aligned? (IPU-TYPE-01 `vector`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum QuadVectorAlign {
    /// R5: a vector of 128 bits is aligned to 16.
    Sixteen = 5,
    /// R6: no vector is aligned to more than 8.
    EightAtMost = 6,
}

impl Reading for QuadVectorAlign {
    const QUESTION: Question = Question { clause: clause::TYPE_01, name: "vector" };
    const ALL: &'static [QuadVectorAlign] = &[QuadVectorAlign::Sixteen, QuadVectorAlign::EightAtMost];
    const FIRST: QuadVectorAlign = QuadVectorAlign::Sixteen;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How wide is an enumeration with a constant that no int holds? (IPU-TYPE-05)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LargeEnumeration {
    /// R2: int, or a signed type of 8 bytes where a constant does not fit.
    IntOrLongLong = 2,
    /// R1: always int, of whose constants only the low 4 bytes are left.
    AlwaysInt = 1,
}

impl Reading for LargeEnumeration {
    const QUESTION: Question = Question { clause: clause::TYPE_05, name: "" };
    const ALL: &'static [LargeEnumeration] = &[LargeEnumeration::IntOrLongLong, LargeEnumeration::AlwaysInt];
    const FIRST: LargeEnumeration = LargeEnumeration::IntOrLongLong;

    fn number(self) -> u8 {
        self as u8
    }
}

/// In which file does a double travel? (IPU-TYPE-07)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DoubleFile {
    /// R3: as floating-point values, in a pair of a registers.
    FloatPair = 3,
    /// R4: as the integers that software makes of them, in a pair of m registers.
    IntegerPair = 4,
}

impl Reading for DoubleFile {
    const QUESTION: Question = Question { clause: clause::TYPE_07, name: "" };
    const ALL: &'static [DoubleFile] = &[DoubleFile::FloatPair, DoubleFile::IntegerPair];
    const FIRST: DoubleFile = DoubleFile::FloatPair;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Whose width decides on the sign of a bit-field of an enumeration? (IPU-LAYOUT-06)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EnumBitFieldSign {
    /// R1: the width is that of the bit-field, so that two bit-fields of one enumeration may differ.
    ByFieldWidth = 1,
    /// R2: the width is that of the underlying type, so that an enumeration is signed everywhere or nowhere.
    ByUnderlyingType = 2,
}

impl Reading for EnumBitFieldSign {
    const QUESTION: Question = Question { clause: clause::LAYOUT_06, name: "" };
    const ALL: &'static [EnumBitFieldSign] = &[EnumBitFieldSign::ByFieldWidth, EnumBitFieldSign::ByUnderlyingType];
    const FIRST: EnumBitFieldSign = EnumBitFieldSign::ByFieldWidth;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is the base pointer preserved? (IPU-REG-07)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BasePointer {
    /// R1: preserved, as its column says.
    Preserved = 1,
    /// R2: its value need not be kept, since it is called scratch, against the column (deviation).
    Scratch = 2,
}

impl Reading for BasePointer {
    const QUESTION: Question = Question { clause: clause::REG_07, name: "" };
    const ALL: &'static [BasePointer] = &[BasePointer::Preserved, BasePointer::Scratch];
    const FIRST: BasePointer = BasePointer::Preserved;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is the frame pointer preserved? (IPU-REG-08)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FramePointer {
    /// R1: preserved, as its column says.
    Preserved = 1,
    /// R2: its value need not be kept, since it is called scratch, against the column (deviation).
    Scratch = 2,
}

impl Reading for FramePointer {
    const QUESTION: Question = Question { clause: clause::REG_08, name: "" };
    const ALL: &'static [FramePointer] = &[FramePointer::Preserved, FramePointer::Scratch];
    const FIRST: FramePointer = FramePointer::Preserved;

    fn number(self) -> u8 {
        self as u8
    }
}

/// In which file do vectors of integers travel? (IPU-ARG-03 `vectors`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IntegerVectorFile {
    /// R1: vectors of integers are integers, in m registers.
    Main = 1,
    /// R2: vectors of any kind are in a registers, which the processor has its operations on vectors for.
    Arithmetic = 2,
}

impl Reading for IntegerVectorFile {
    const QUESTION: Question = Question { clause: clause::ARG_03, name: "vectors" };
    const ALL: &'static [IntegerVectorFile] = &[IntegerVectorFile::Main, IntegerVectorFile::Arithmetic];
    const FIRST: IntegerVectorFile = IntegerVectorFile::Main;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Have the two files counts of their own? (IPU-ARG-04 `count`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RegisterCount {
    /// R1: each file has a count of its own.
    PerFile = 1,
    /// R2: there is one count of positions, and a register has the number of its parameter's position.
    Shared = 2,
}

impl Reading for RegisterCount {
    const QUESTION: Question = Question { clause: clause::ARG_04, name: "count" };
    const ALL: &'static [RegisterCount] = &[RegisterCount::PerFile, RegisterCount::Shared];
    const FIRST: RegisterCount = RegisterCount::PerFile;

    fn number(self) -> u8 {
        self as u8
    }
}

/// May a parameter take a register when one before it is on the stack? (IPU-ARG-05 `after`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AfterStackArgument {
    /// R1: a parameter of the other class, or a smaller one, may still take a register.
    RegistersStillUsed = 1,
    /// R2: once a parameter is on the stack all later ones are.
    StackOnly = 2,
}

impl Reading for AfterStackArgument {
    const QUESTION: Question = Question { clause: clause::ARG_05, name: "after" };
    const ALL: &'static [AfterStackArgument] = &[AfterStackArgument::RegistersStillUsed, AfterStackArgument::StackOnly];
    const FIRST: AfterStackArgument = AfterStackArgument::RegistersStillUsed;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How large are the places on the stack? (IPU-ARG-05 `slot`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackSlot {
    /// R3: values of up to 32 bits take 4 bytes, those of 64 bits 8 bytes aligned to 8.
    NaturalSize = 3,
    /// R5: a scalar of 64 bits takes two places of 4 bytes, aligned to 4; a vector of 64 bits takes 8 bytes aligned to 8.
    TwoWordsForScalars = 5,
    /// R6: every value of 64 bits, vectors among them, takes two places of 4 bytes, aligned to 4.
    TwoWordsForAll = 6,
    /// R4: every value takes a multiple of 8 bytes, aligned to 8.
    MultipleOfEight = 4,
}

impl Reading for StackSlot {
    const QUESTION: Question = Question { clause: clause::ARG_05, name: "slot" };
    const ALL: &'static [StackSlot] = &[StackSlot::NaturalSize, StackSlot::TwoWordsForScalars, StackSlot::TwoWordsForAll, StackSlot::MultipleOfEight];
    const FIRST: StackSlot = StackSlot::NaturalSize;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Which word of 64 bits is in the even register? (IPU-ARG-06 `order`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PairOrder {
    /// R1: the word of the lower address is in the even register.
    LowerAddressInEven = 1,
    /// R2: the word of the lower address is in the odd register.
    LowerAddressInOdd = 2,
}

impl Reading for PairOrder {
    const QUESTION: Question = Question { clause: clause::ARG_06, name: "order" };
    const ALL: &'static [PairOrder] = &[PairOrder::LowerAddressInEven, PairOrder::LowerAddressInOdd];
    const FIRST: PairOrder = PairOrder::LowerAddressInEven;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is a value of 64 bits split where one register is left? (IPU-ARG-06 `short`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LastRegisterPair {
    /// R3: where no pair is left the value goes to the stack as a whole.
    WholeOnStack = 3,
    /// R4: where one register is left it takes the first word, and the stack the second.
    SplitWithStack = 4,
}

impl Reading for LastRegisterPair {
    const QUESTION: Question = Question { clause: clause::ARG_06, name: "short" };
    const ALL: &'static [LastRegisterPair] = &[LastRegisterPair::WholeOnStack, LastRegisterPair::SplitWithStack];
    const FIRST: LastRegisterPair = LastRegisterPair::WholeOnStack;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Do the words of 64 bits travel by themselves? (IPU-ARG-06 `pair`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PairStart {
    /// R5: the pair begins with an even number, whatever the value is.
    EvenRegister = 5,
    /// R6: each word of a scalar takes the next register, or a place on the stack, by itself; a vector has an aligned pair (deviation).
    WordsByThemselves = 6,
}

impl Reading for PairStart {
    const QUESTION: Question = Question { clause: clause::ARG_06, name: "pair" };
    const ALL: &'static [PairStart] = &[PairStart::EvenRegister, PairStart::WordsByThemselves];
    const FIRST: PairStart = PairStart::EvenRegister;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How is a value of 128 bits aligned on the stack? (IPU-ARG-07 `stack`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum QuadStackAlign {
    /// R3: on the stack such a value is aligned to 16 among the arguments.
    Sixteen = 3,
    /// R4: on the stack such a value is aligned to 8, as the stack pointer is.
    Eight = 4,
    /// R5: on the stack such a value takes four places of 4 bytes, aligned to 4.
    Four = 5,
}

impl Reading for QuadStackAlign {
    const QUESTION: Question = Question { clause: clause::ARG_07, name: "stack" };
    const ALL: &'static [QuadStackAlign] = &[QuadStackAlign::Sixteen, QuadStackAlign::Eight, QuadStackAlign::Four];
    const FIRST: QuadStackAlign = QuadStackAlign::Sixteen;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does a later argument take a register that was left out? (IPU-ARG-08 `back-fill`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BackFill {
    /// R1: a register that was left out for an even number stays unused.
    Never = 1,
    /// R3: a later argument of one register takes it.
    LaterArgument = 3,
}

impl Reading for BackFill {
    const QUESTION: Question = Question { clause: clause::ARG_08, name: "back-fill" };
    const ALL: &'static [BackFill] = &[BackFill::Never, BackFill::LaterArgument];
    const FIRST: BackFill = BackFill::Never;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Do later arguments take registers that were too few for a value on the stack? (IPU-ARG-08 `passed`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PassedOverRegisters {
    /// R5: registers that were too few for a value on the stack are taken by later ones that they are enough for.
    TakenLater = 5,
    /// R4: registers that were too few for a value on the stack stay unused.
    Unused = 4,
}

impl Reading for PassedOverRegisters {
    const QUESTION: Question = Question { clause: clause::ARG_08, name: "passed" };
    const ALL: &'static [PassedOverRegisters] = &[PassedOverRegisters::TakenLater, PassedOverRegisters::Unused];
    const FIRST: PassedOverRegisters = PassedOverRegisters::TakenLater;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does an aggregate count whose only member is such an aggregate? (IPU-ARG-10 `nested`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NestedAggregate {
    /// R1: of a member that is such an aggregate itself its own member counts, however deep.
    AnyDepth = 1,
    /// R2: one level only: an aggregate whose member is an aggregate is passed by a pointer.
    ByPointer = 2,
}

impl Reading for NestedAggregate {
    const QUESTION: Question = Question { clause: clause::ARG_10, name: "nested" };
    const ALL: &'static [NestedAggregate] = &[NestedAggregate::AnyDepth, NestedAggregate::ByPointer];
    const FIRST: NestedAggregate = NestedAggregate::AnyDepth;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does a union of one member count? (IPU-ARG-10 `union`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SingleMemberUnion {
    /// R3: a union of one member is such an aggregate.
    AsMember = 3,
    /// R4: a union is passed by a pointer.
    ByPointer = 4,
}

impl Reading for SingleMemberUnion {
    const QUESTION: Question = Question { clause: clause::ARG_10, name: "union" };
    const ALL: &'static [SingleMemberUnion] = &[SingleMemberUnion::AsMember, SingleMemberUnion::ByPointer];
    const FIRST: SingleMemberUnion = SingleMemberUnion::AsMember;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does an array of one element count as the element? (IPU-ARG-10 `array`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SingleElementArray {
    /// R5: an array of one element counts as the element.
    AsElement = 5,
    /// R6: an array as the only member is passed by a pointer.
    ByPointer = 6,
}

impl Reading for SingleElementArray {
    const QUESTION: Question = Question { clause: clause::ARG_10, name: "array" };
    const ALL: &'static [SingleElementArray] = &[SingleElementArray::AsElement, SingleElementArray::ByPointer];
    const FIRST: SingleElementArray = SingleElementArray::AsElement;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does a bit-field count as the only member? (IPU-ARG-10 `bit-field`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SingleBitField {
    /// R7: a bit-field as the only member is passed as the container of its declared type, with its bits where they lie.
    AsContainer = 7,
    /// R8: it is passed by a pointer.
    ByPointer = 8,
}

impl Reading for SingleBitField {
    const QUESTION: Question = Question { clause: clause::ARG_10, name: "bit-field" };
    const ALL: &'static [SingleBitField] = &[SingleBitField::AsContainer, SingleBitField::ByPointer];
    const FIRST: SingleBitField = SingleBitField::AsContainer;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is an array of no elements a member beside the only other one? (IPU-ARG-10 `zero`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ZeroArrayMember {
    /// R9: it is not counted, so that the aggregate has a single member; a flexible array member is.
    NotCounted = 9,
    /// R10: it is counted, so that the aggregate has two members and is passed by a pointer.
    Counted = 10,
}

impl Reading for ZeroArrayMember {
    const QUESTION: Question = Question { clause: clause::ARG_10, name: "zero" };
    const ALL: &'static [ZeroArrayMember] = &[ZeroArrayMember::NotCounted, ZeroArrayMember::Counted];
    const FIRST: ZeroArrayMember = ZeroArrayMember::NotCounted;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Which parameter is the address for a result in memory? (IPU-RET-05 `place`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResultAddress {
    /// R1: it is the first parameter, in $m0.
    FirstParameter = 1,
    /// R2: it is the last of the named parameters.
    LastNamedParameter = 2,
}

impl Reading for ResultAddress {
    const QUESTION: Question = Question { clause: clause::RET_05, name: "place" };
    const ALL: &'static [ResultAddress] = &[ResultAddress::FirstParameter, ResultAddress::LastNamedParameter];
    const FIRST: ResultAddress = ResultAddress::FirstParameter;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Are named parameters of a variadic function on the stack, too? (IPU-VAR-01 `named`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariadicNamed {
    /// R2: named and unnamed parameters alike.
    OnStack = 2,
    /// R1: the unnamed ones; named ones travel as in any other function.
    LikeAnyCall = 1,
}

impl Reading for VariadicNamed {
    const QUESTION: Question = Question { clause: clause::VAR_01, name: "named" };
    const ALL: &'static [VariadicNamed] = &[VariadicNamed::OnStack, VariadicNamed::LikeAnyCall];
    const FIRST: VariadicNamed = VariadicNamed::OnStack;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Where does the address for the result of a variadic function travel? (IPU-VAR-01 `position`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariadicResultAddress {
    /// R3: the address for a result in memory stays in its register.
    InRegister = 3,
    /// R6: the address for a result in memory is a parameter among them, on the stack.
    OnStack = 6,
}

impl Reading for VariadicResultAddress {
    const QUESTION: Question = Question { clause: clause::VAR_01, name: "position" };
    const ALL: &'static [VariadicResultAddress] = &[VariadicResultAddress::InRegister, VariadicResultAddress::OnStack];
    const FIRST: VariadicResultAddress = VariadicResultAddress::InRegister;

    fn number(self) -> u8 {
        self as u8
    }
}

/// When is the stack pointer aligned? (IPU-STACK-01 `alignment`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackAlign {
    /// R2: at all times.
    AtAllTimes = 2,
    /// R1: only when a function is called.
    AtCalls = 1,
}

impl Reading for StackAlign {
    const QUESTION: Question = Question { clause: clause::STACK_01, name: "alignment" };
    const ALL: &'static [StackAlign] = &[StackAlign::AtAllTimes, StackAlign::AtCalls];
    const FIRST: StackAlign = StackAlign::AtAllTimes;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Where does the first stack argument lie? (IPU-STACK-04 `area`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CalleeArea {
    /// R1: the first argument is at the stack pointer.
    Absent = 1,
    /// R2: the first argument is 8 bytes above the stack pointer, the least that keeps pairs aligned; where there are any, the bytes below belong to the function called.
    EightBytes = 2,
    /// R4: the first argument is 16 bytes above the stack pointer, behind room for the four registers, which belongs to the function called.
    SixteenBytes = 4,
}

impl Reading for CalleeArea {
    const QUESTION: Question = Question { clause: clause::STACK_04, name: "area" };
    const ALL: &'static [CalleeArea] = &[CalleeArea::Absent, CalleeArea::EightBytes, CalleeArea::SixteenBytes];
    const FIRST: CalleeArea = CalleeArea::Absent;

    fn number(self) -> u8 {
        self as u8
    }
}

/// May the callee write the stack slots of its arguments? (IPU-STACK-08 `slots`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackSlotOwner {
    /// R1: the function called may overwrite its arguments on the stack.
    Callee = 1,
    /// R2: that is a slip: they stay the caller's.
    Caller = 2,
}

impl Reading for StackSlotOwner {
    const QUESTION: Question = Question { clause: clause::STACK_08, name: "slots" };
    const ALL: &'static [StackSlotOwner] = &[StackSlotOwner::Callee, StackSlotOwner::Caller];
    const FIRST: StackSlotOwner = StackSlotOwner::Callee;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is `wchar_t` signed? (IPU-S03 `wchar`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WideChar {
    /// R3: wchar_t is signed.
    Signed = 3,
    /// R4: wchar_t is unsigned.
    Unsigned = 4,
}

impl Reading for WideChar {
    const QUESTION: Question = Question { clause: clause::S03, name: "wchar" };
    const ALL: &'static [WideChar] = &[WideChar::Signed, WideChar::Unsigned];
    const FIRST: WideChar = WideChar::Signed;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How do vectors travel? (IPU-S04)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VectorPassing {
    /// R1: by their width: up to 32 bits in one register, 64 in a pair, 128 in a quad.
    ByWidth = 1,
    /// R2: as aggregates, by a pointer.
    ByPointer = 2,
}

impl Reading for VectorPassing {
    const QUESTION: Question = Question { clause: clause::S04, name: "" };
    const ALL: &'static [VectorPassing] = &[VectorPassing::ByWidth, VectorPassing::ByPointer];
    const FIRST: VectorPassing = VectorPassing::ByWidth;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How is a vector passed that no registers are enough for? (IPU-S04 `wide`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WideVector {
    /// R3: a vector of more than 128 bits is passed as an aggregate, by a pointer.
    ByPointer = 3,
    /// R4: a vector of more than 128 bits is passed in pieces of 64 bits, each as a vector of its own.
    InPieces = 4,
}

impl Reading for WideVector {
    const QUESTION: Question = Question { clause: clause::S04, name: "wide" };
    const ALL: &'static [WideVector] = &[WideVector::ByPointer, WideVector::InPieces];
    const FIRST: WideVector = WideVector::ByPointer;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How do vectors of bytes travel? (IPU-S04 `bytes`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ByteVectors {
    /// R7: the bytes of a vector follow each other in its registers, as in memory.
    AsInMemory = 7,
    /// R8: two or four bytes are widened to lanes of 16 bits, of which they are the low bytes; of more, each travels by itself in a register or a place on the stack, and a result is in memory; so but for arguments that a variadic function finds on the stack.
    Widened = 8,
}

impl Reading for ByteVectors {
    const QUESTION: Question = Question { clause: clause::S04, name: "bytes" };
    const ALL: &'static [ByteVectors] = &[ByteVectors::AsInMemory, ByteVectors::Widened];
    const FIRST: ByteVectors = ByteVectors::AsInMemory;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How do complex numbers travel? (IPU-S04 `complex`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ComplexPassing {
    /// R5: a complex number travels as an aggregate of two parts, by a pointer.
    ByPointer = 5,
    /// R6: a complex number is passed as two arguments of the type of its parts, the real part first, and returned in the registers that two such arguments would take.
    TwoArguments = 6,
}

impl Reading for ComplexPassing {
    const QUESTION: Question = Question { clause: clause::S04, name: "complex" };
    const ALL: &'static [ComplexPassing] = &[ComplexPassing::ByPointer, ComplexPassing::TwoArguments];
    const FIRST: ComplexPassing = ComplexPassing::ByPointer;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What is above a half? (IPU-S05 `upper`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HalfUpperBits {
    /// R1: zeros, as IPU-ARG-09 has it of narrow scalars.
    Zero = 1,
    /// R2: the same half again, as instructions that load and convert one leave it.
    SameHalfAgain = 2,
    /// R3: anything.
    Unspecified = 3,
}

impl Reading for HalfUpperBits {
    const QUESTION: Question = Question { clause: clause::S05, name: "upper" };
    const ALL: &'static [HalfUpperBits] = &[HalfUpperBits::Zero, HalfUpperBits::SameHalfAgain, HalfUpperBits::Unspecified];
    const FIRST: HalfUpperBits = HalfUpperBits::Zero;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How large is an empty structure? (IPU-S07 `empty`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmptyRecordSize {
    /// R1: an empty structure has size 0.
    Zero = 1,
    /// R2: an empty structure has size 1.
    One = 2,
}

impl Reading for EmptyRecordSize {
    const QUESTION: Question = Question { clause: clause::S07, name: "empty" };
    const ALL: &'static [EmptyRecordSize] = &[EmptyRecordSize::Zero, EmptyRecordSize::One];
    const FIRST: EmptyRecordSize = EmptyRecordSize::Zero;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does an empty argument travel? (IPU-S14)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmptyArgument {
    /// R1: it takes neither register nor stack.
    NotPassed = 1,
    /// R2: its address is passed, like that of any other aggregate.
    ByAddress = 2,
}

impl Reading for EmptyArgument {
    const QUESTION: Question = Question { clause: clause::S14, name: "" };
    const ALL: &'static [EmptyArgument] = &[EmptyArgument::NotPassed, EmptyArgument::ByAddress];
    const FIRST: EmptyArgument = EmptyArgument::NotPassed;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is what is passed by a pointer aligned to more than the stack pointer is? (IPU-S15 `align`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TemporaryAlign {
    /// R1: as its type is, however much.
    AsType = 1,
    /// R2: as its type is, but to 8 at most, since the stack pointer is.
    EightAtMost = 2,
}

impl Reading for TemporaryAlign {
    const QUESTION: Question = Question { clause: clause::S15, name: "align" };
    const ALL: &'static [TemporaryAlign] = &[TemporaryAlign::AsType, TemporaryAlign::EightAtMost];
    const FIRST: TemporaryAlign = TemporaryAlign::AsType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is the address for a result given back? (IPU-S16 `again`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResultAddressAtReturn {
    /// R1: $m0 holds it at return.
    InM0 = 1,
    /// R2: $m0 is free at return.
    Free = 2,
}

impl Reading for ResultAddressAtReturn {
    const QUESTION: Question = Question { clause: clause::S16, name: "again" };
    const ALL: &'static [ResultAddressAtReturn] = &[ResultAddressAtReturn::InM0, ResultAddressAtReturn::Free];
    const FIRST: ResultAddressAtReturn = ResultAddressAtReturn::InM0;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How does a result of 128 bits travel? (IPU-S17)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum QuadResult {
    /// R1: in a quad.
    InQuad = 1,
    /// R2: in memory, by an address that the caller passes.
    InMemory = 2,
}

impl Reading for QuadResult {
    const QUESTION: Question = Question { clause: clause::S17, name: "" };
    const ALL: &'static [QuadResult] = &[QuadResult::InQuad, QuadResult::InMemory];
    const FIRST: QuadResult = QuadResult::InQuad;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How does an aggregate travel to a variadic function? (IPU-S18 `aggregates`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariadicAggregate {
    /// R1: like any other aggregate: one of a single member as the member, others by a pointer, which is on the stack.
    LikeAnyCall = 1,
    /// R2: by value on the stack, in a multiple of 4 bytes, aligned as its type is, to 4 at least and 8 at most.
    ByValueOnStack = 2,
}

impl Reading for VariadicAggregate {
    const QUESTION: Question = Question { clause: clause::S18, name: "aggregates" };
    const ALL: &'static [VariadicAggregate] = &[VariadicAggregate::LikeAnyCall, VariadicAggregate::ByValueOnStack];
    const FIRST: VariadicAggregate = VariadicAggregate::LikeAnyCall;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is anything below the stack pointer read or written? (IPU-S19 `below`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BelowStackPointer {
    /// R1: nothing below the stack pointer is read or written.
    Unused = 1,
    /// R2: a function may use memory below the stack pointer.
    Used = 2,
}

impl Reading for BelowStackPointer {
    const QUESTION: Question = Question { clause: clause::S19, name: "below" };
    const ALL: &'static [BelowStackPointer] = &[BelowStackPointer::Unused, BelowStackPointer::Used];
    const FIRST: BelowStackPointer = BelowStackPointer::Unused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is a narrow _Atomic integer extended like one that is not atomic? (IPU-S27)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AtomicExtension {
    /// R1: it is.
    AsType = 1,
    /// R2: the bits above it are unspecified.
    Unspecified = 2,
}

impl Reading for AtomicExtension {
    const QUESTION: Question = Question { clause: clause::S27, name: "" };
    const ALL: &'static [AtomicExtension] = &[AtomicExtension::AsType, AtomicExtension::Unspecified];
    const FIRST: AtomicExtension = AtomicExtension::AsType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does the alignment that a typedef gives an arithmetic type count where a value of it is passed? (IPU-S28)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttributedScalar {
    /// R1: it does not: on the stack the value has the place that its type has.
    Ignored = 1,
    /// R2: it does: on the stack the value is aligned so, whatever the places of its type are.
    Counted = 2,
}

impl Reading for AttributedScalar {
    const QUESTION: Question = Question { clause: clause::S28, name: "" };
    const ALL: &'static [AttributedScalar] = &[AttributedScalar::Ignored, AttributedScalar::Counted];
    const FIRST: AttributedScalar = AttributedScalar::Ignored;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Ids of all clauses.
pub mod clause {
    use crate::plan::ClauseId;

    /// Sizes and alignments of scalars and vectors are those of two tables of the same guide, which are not in this chapter: char 1, short 2, int 4, long long 8, half 2, float 4, double 8, pointers 4, each aligned to its size, a vector to the size of all its lanes. That the numbers bind nobody predicts the same ones, as they are the natural ones, but for alignments of more than a word, which are asked.
    pub const TYPE_01: ClauseId = "IPU-TYPE-01";
    /// Plain char is signed unless an option says otherwise.
    pub const TYPE_02: ClauseId = "IPU-TYPE-02";
    /// long is the same as int. That it does not exist at all is IPU-TYPE-08: a compiler without it has nothing that could differ.
    pub const TYPE_03: ClauseId = "IPU-TYPE-03";
    /// long double is the same as double: 8 bytes of IEEE 754. A compiler without it has nothing that could differ.
    pub const TYPE_04: ClauseId = "IPU-TYPE-04";
    /// Every enumerated type has int as its underlying type, without a word on constants that no int holds.
    pub const TYPE_05: ClauseId = "IPU-TYPE-05";
    /// A pointer to a function is represented like a pointer to data.
    pub const TYPE_06: ClauseId = "IPU-TYPE-06";
    /// double and long double are not supported on Poplar targets. A compiler that refuses them has no call with them; one that has them in software passes them as values of 64 bits, and in which file is not said.
    pub const TYPE_07: ClauseId = "IPU-TYPE-07";
    /// long, long long and their unsigned forms are not supported on the IPU. Since long is an int by another bullet, long long a type of bit-fields and values of 64 bits have a rule of their own, what is meant are tensors and fields of vertices: the C types exist, and long long is an integer of 64 bits. A compiler that refuses them has nothing that could differ.
    pub const TYPE_08: ClauseId = "IPU-TYPE-08";
    /// float and half are types of the hardware: IEEE 754 numbers of 32 and 16 bits.
    pub const TYPE_09: ClauseId = "IPU-TYPE-09";
    /// On a CPU target half is by default another name for float.
    pub const TYPE_10: ClauseId = "IPU-TYPE-10";
    /// With the parameter accurateHalf of a CPU target, half is a 16-bit number there.
    pub const TYPE_11: ClauseId = "IPU-TYPE-11";
    /// With that parameter a CPU target has the results of the IPU: to the last bit, or but for settings of rounding.
    pub const TYPE_12: ClauseId = "IPU-TYPE-12";
    /// A codelet should not depend on the size of half.
    pub const TYPE_13: ClauseId = "IPU-TYPE-13";
    /// The offset of a member is a multiple of the alignment of its type.
    pub const LAYOUT_01: ClauseId = "IPU-LAYOUT-01";
    /// A structure has the greatest alignment among its members.
    pub const LAYOUT_02: ClauseId = "IPU-LAYOUT-02";
    /// Padding at the end makes a structure's size a multiple of its alignment. Whether a derived class may use that padding is a question of C++, which is not asked.
    pub const LAYOUT_03: ClauseId = "IPU-LAYOUT-03";
    /// Bit-fields may be declared with char, short, int, long, long long and enumerations, with or without a sign; one of long long has a container of 64 bits, unless the compiler refuses the type, and then there is none. A bool is not listed: where a compiler takes it, it has a container of a byte.
    pub const LAYOUT_04: ClauseId = "IPU-LAYOUT-04";
    /// A bit-field of an enumeration with a negative constant is signed.
    pub const LAYOUT_05: ClauseId = "IPU-LAYOUT-05";
    /// Otherwise, if a signed integer of the width cannot hold every constant, it is unsigned.
    pub const LAYOUT_06: ClauseId = "IPU-LAYOUT-06";
    /// Otherwise it is signed.
    pub const LAYOUT_07: ClauseId = "IPU-LAYOUT-07";
    /// All other bit-fields are signed unless their type is declared unsigned. A bool is unsigned all the same: that one of 1 bit held 0 and -1 would be no bool.
    pub const LAYOUT_08: ClauseId = "IPU-LAYOUT-08";
    /// Bit-fields fill their allocation unit from its least significant end.
    pub const LAYOUT_09: ClauseId = "IPU-LAYOUT-09";
    /// A bit-field of a width other than zero lies at the first free bit at which it is inside one aligned container of its declared type. Such a container may reach over members before it: that it begins anew behind a member that is no bit-field is not the first free bit. In a packed structure, which the document does not know, the rule is dropped, as the inventors of the attribute have it.
    pub const LAYOUT_10: ClauseId = "IPU-LAYOUT-10";
    /// A member that is no bit-field lies at the first free offset that suits its type: the first suitable byte after the last bit in use. The rest of the last container is free, so that one behind it is not the first.
    pub const LAYOUT_11: ClauseId = "IPU-LAYOUT-11";
    /// A bit-field of width zero leaves out what is before the next bit offset aligned for its declared type, which is nothing where that is aligned. The sentence makes no difference by what is around it.
    pub const LAYOUT_12: ClauseId = "IPU-LAYOUT-12";
    /// A bit-field without a name takes room like one that has a name.
    pub const LAYOUT_13: ClauseId = "IPU-LAYOUT-13";
    /// The declared type of every bit-field aligns its structure.
    pub const LAYOUT_14: ClauseId = "IPU-LAYOUT-14";
    /// Bit-fields without a name and of width zero align it, too. What classes of C++ change is not asked.
    pub const LAYOUT_15: ClauseId = "IPU-LAYOUT-15";
    /// At entry of a vertex $mvertex_base holds the address of its state. The register is set by the instruction that starts a worker, and read-only from then on: neither a compiler nor a vertex can set it to anything else, and our machine's run and runall leave there what their operands say (programs of harness/machines). What is tested is that assemblers take the name for that register.
    pub const REG_01: ClauseId = "IPU-REG-01";
    /// At entry of a vertex $mworker_base holds the address of the worker's scratch space, of any alignment, or of 8 bytes since the stack is there, too. It is read-only and set before a worker starts, like the other one; the simulator plays that part, so that nothing that a subject does could contradict it, and what is tested is the name.
    pub const REG_02: ClauseId = "IPU-REG-02";
    /// A vertex preserves nothing: all m and a registers are its own, as far as they can be written. Codelets of the supervisor, which are called, are not looked at: our machine runs cases as a worker.
    pub const REG_03: ClauseId = "IPU-REG-03";
    /// $m0 to $m3 carry arguments and results, and no function preserves them.
    pub const REG_04: ClauseId = "IPU-REG-04";
    /// $m4 to $m6 are preserved by no function.
    pub const REG_05: ClauseId = "IPU-REG-05";
    /// A function preserves one more register: by its place in the table it is $m7. That its name is unknown predicts nothing.
    pub const REG_06: ClauseId = "IPU-REG-06";
    /// A function preserves the register that may be the base pointer: by its place $m8. That the row calls it scratch besides is no word on who saves it, which the column before says.
    pub const REG_07: ClauseId = "IPU-REG-07";
    /// A function preserves the register that may be the frame pointer: by its place $m9. Nobody has to have a frame pointer.
    pub const REG_08: ClauseId = "IPU-REG-08";
    /// $m10 is the link register, and the caller saves it: at return it may hold anything. Who leaves the return address there cannot be told from who happens to.
    pub const REG_09: ClauseId = "IPU-REG-09";
    /// A function preserves the stack pointer: by its place, and in the vendor's assembler, $sp is $m11.
    pub const REG_10: ClauseId = "IPU-REG-10";
    /// $a0 to $a5 carry arguments and results, and no function preserves them. The text has results in $a0 to $a3 only; as no value takes more than four registers, no result shows the difference.
    pub const REG_11: ClauseId = "IPU-REG-11";
    /// A function preserves $a6 and $a7.
    pub const REG_12: ClauseId = "IPU-REG-12";
    /// A vertex has no arguments.
    pub const ARG_01: ClauseId = "IPU-ARG-01";
    /// A worker's vertex finds all its state by $mvertex_base.
    pub const ARG_02: ClauseId = "IPU-ARG-02";
    /// Integer parameters travel in $m0 to $m3: integers, enumerations, booleans, pointers, and vectors of integers.
    pub const ARG_03: ClauseId = "IPU-ARG-03";
    /// Floating-point parameters travel in $a0 to $a5: float, half, and vectors of them where they are no aggregates, which is asked of IPU-S04.
    pub const ARG_04: ClauseId = "IPU-ARG-04";
    /// Further parameters travel on the stack.
    pub const ARG_05: ClauseId = "IPU-ARG-05";
    /// A parameter of 64 bits takes a pair of registers, the first of which has an even number.
    pub const ARG_06: ClauseId = "IPU-ARG-06";
    /// A parameter of 128 bits takes four registers, the first of which has a number that four divides: $m0 to $m3 or $a0 to $a3. $a4 to $a7 are no registers of arguments to the half. Another goes to the stack.
    pub const ARG_07: ClauseId = "IPU-ARG-07";
    /// Arguments that come after one in a pair or a quad may only take the registers behind it. That the slip of a word means earlier ones predicts nothing else.
    pub const ARG_08: ClauseId = "IPU-ARG-08";
    /// A scalar of less than 32 bits is passed as 32 bits, extended with zeros or copies of its sign by its type. Of a half, which has no sign of that kind, the bits above are asked of IPU-S05. That it became a float would be no extension.
    pub const ARG_09: ClauseId = "IPU-ARG-09";
    /// An aggregate with a single member is passed like that member. Bit-fields without a name are no members.
    pub const ARG_10: ClauseId = "IPU-ARG-10";
    /// Any other aggregate, whatever its size, is passed as a pointer to it, which is an integer parameter. It is a pointer to a copy: if it were the caller's object, IPU-ARG-12 would let a function change a variable that C passes by value.
    pub const ARG_11: ClauseId = "IPU-ARG-11";
    /// The function called may write that aggregate. So the caller copies what it still needs; that it expected its own variable to change is not C.
    pub const ARG_12: ClauseId = "IPU-ARG-12";
    /// Integer results are in $m0 to $m3: 32 bits in $m0, 64 in $m0 and $m1, 128 in all four. The order of the words of 64 bits is that of parameters.
    pub const RET_01: ClauseId = "IPU-RET-01";
    /// Floating-point results are in $a0 to $a3: one register, a pair or a quad from $a0 on. Nothing is long enough for $a4 and $a5.
    pub const RET_02: ClauseId = "IPU-RET-02";
    /// A scalar of less than 32 bits is returned as 32 bits, extended by its type; of a half see IPU-S05.
    pub const RET_03: ClauseId = "IPU-RET-03";
    /// An aggregate with a single member is returned as a result of the member's type; the registers of an argument of that type are the same for one value. What counts as a single member is asked of IPU-ARG-10.
    pub const RET_04: ClauseId = "IPU-RET-04";
    /// For any other aggregate the caller passes the address of the destination as an implicit parameter. That it has a register of its own predicts nothing while that has no name.
    pub const RET_05: ClauseId = "IPU-RET-05";
    /// The destination is memory that can be written, and large enough, also where the caller makes no use of the result; the other way our callers do not show, as they look at every result.
    pub const RET_06: ClauseId = "IPU-RET-06";
    /// The destination overlaps nothing else that the function called can see. What it can see is not known of a call; what is checked are the aggregates that are passed by pointers. That a variable which is assigned to is no destination where its address is passed our callers do not show: they store results in objects that nobody else knows.
    pub const RET_07: ClauseId = "IPU-RET-07";
    /// All parameters of a variadic function are passed on the stack. What a float becomes in the list is C's matter: a double, if there is one.
    pub const VAR_01: ClauseId = "IPU-VAR-01";
    /// At entry of a function the stack pointer is a multiple of 8.
    pub const STACK_01: ClauseId = "IPU-STACK-01";
    /// At entry the stack pointer is the address of the top of the stack: of the lowest byte in use. If it were that of the first free one, arguments would begin above it, which is asked of IPU-STACK-04.
    pub const STACK_02: ClauseId = "IPU-STACK-02";
    /// The stack grows down, towards address 0.
    pub const STACK_03: ClauseId = "IPU-STACK-03";
    /// Of the arguments on the stack the earlier ones have the lower addresses. The tables that had the offsets are lost.
    pub const STACK_04: ClauseId = "IPU-STACK-04";
    /// The stack of a worker is what another section of the guide describes: in its scratch space, or elsewhere. Here it is what the harness gives to a program; a function stays inside.
    pub const STACK_05: ClauseId = "IPU-STACK-05";
    /// A frame has the arguments of functions that it calls at its low end. That the flattened table is in the other order would contradict the sentence on offsets.
    pub const STACK_06: ClauseId = "IPU-STACK-06";
    /// Objects and spilled values of a function lie between the arguments that it passes and those that it got: it writes nothing of its caller's above them.
    pub const STACK_07: ClauseId = "IPU-STACK-07";
    /// The arguments that a function got lie beyond its objects, in its caller's frame. Both tables have the callee write them, and one the caller.
    pub const STACK_08: ClauseId = "IPU-STACK-08";
    /// A vertex is started by the supervisor only.
    pub const CALL_01: ClauseId = "IPU-CALL-01";
    /// A vertex ends with one of the exit instructions, which tells the supervisor yes or no. Any of them; which one a result asks for is not seen, as our vertices have none.
    pub const CALL_02: ClauseId = "IPU-CALL-02";
    /// At entry $m10 holds the address of the instruction behind the call.
    pub const CALL_03: ClauseId = "IPU-CALL-03";
    /// A function gives the stack pointer back as it got it.
    pub const CALL_04: ClauseId = "IPU-CALL-04";
    /// A function ends by going on where the link register said at entry, by whichever instruction; one through $m10 itself cannot be told from others.
    pub const CALL_05: ClauseId = "IPU-CALL-05";
    /// Object files are ELF of 32 bits, as in the fourth edition of the System V interface. That they are little-endian is not said: see IPU-S24.
    pub const OBJ_01: ClauseId = "IPU-OBJ-01";
    /// Objects from C, C++ and assembly can be linked with each other: a function is a global symbol in a section of code, under its name in C.
    pub const OBJ_02: ClauseId = "IPU-OBJ-02";
    /// Which byte of a word has the lowest address: the least significant one, as the processor has it. That it is open predicts nothing.
    pub const S01: ClauseId = "IPU-S01";
    /// Size and form of bool: one byte that holds 0 or 1, extended with zeros. Four bytes contradict the tables of the guide, which are named by IPU-TYPE-01.
    pub const S02: ClauseId = "IPU-S02";
    /// size_t, ptrdiff_t and wchar_t have 32 bits, size_t without a sign. What a va_list is, one pointer or a structure, is between two functions of one compiler.
    pub const S03: ClauseId = "IPU-S03";
    /// How vectors and complex numbers travel, those of integers among them. For vectors of more than 128 bits there is no register form; a result of that kind is in memory. Lanes lie in their registers as in memory, but that it is asked of those of 8 bits, for which the processor has no operations.
    pub const S04: ClauseId = "IPU-S04";
    /// Where in its register a half is: in the low 16 bits. What is above it is not said.
    pub const S05: ClauseId = "IPU-S05";
    /// Members of a union begin at its first byte, it is as large and as aligned as the largest and the most aligned of them ask; an array has no gaps. That this is open predicts nothing.
    pub const S06: ClauseId = "IPU-S06";
    /// How large a structure without members is. Attributes mean what their inventors document.
    pub const S07: ClauseId = "IPU-S07";
    /// Bit-fields of a union each begin at its first bit, by the same rules; in a packed structure they follow each other without containers.
    pub const S08: ClauseId = "IPU-S08";
    /// How the state of a vertex is laid out: as a structure of C, or as other chapters have it.
    pub const S09: ClauseId = "IPU-S09";
    /// $m12 to $m15, $a8 to $a15, control registers and modes of floating point across calls: the first are read-only or absent, others are nobody's.
    pub const S10: ClauseId = "IPU-S10";
    /// Whether the two files are counted together, which is asked of IPU-ARG-04.
    pub const S11: ClauseId = "IPU-S11";
    /// Size and alignment of the places on the stack, which are asked of IPU-ARG-05 and IPU-ARG-07.
    pub const S12: ClauseId = "IPU-S12";
    /// Which half is in the even register, which is asked of IPU-ARG-06.
    pub const S13: ClauseId = "IPU-S13";
    /// Whether an argument or a result without bytes travels. That it is a single member of size 0 comes to R1.
    pub const S14: ClauseId = "IPU-S14";
    /// How an aggregate that is passed or returned by its address is aligned. It lives until the function returns.
    pub const S15: ClauseId = "IPU-S15";
    /// Whether the address for a result in memory is given back. In which register it travels is asked of IPU-RET-05.
    pub const S16: ClauseId = "IPU-S16";
    /// How a result of 128 bits travels.
    pub const S17: ClauseId = "IPU-S17";
    /// How an aggregate travels to a variadic function. Values of 64 bits are aligned as other stack arguments are.
    pub const S18: ClauseId = "IPU-S18";
    /// Whether anything below the stack pointer may be used.
    pub const S19: ClauseId = "IPU-S19";
    /// Where saved registers lie, chains of frame pointers, memory of unknown size on the stack: among the objects and spilled values, as the compiler likes.
    pub const S20: ClauseId = "IPU-S20";
    /// Recursion, and symbols that say how much stack a function uses: required, or not.
    pub const S21: ClauseId = "IPU-S21";
    /// Calls at the end of functions, calls among workers, calls of the supervisor's: a jump with the stack pointer and $m10 as they were, or not allowed.
    pub const S22: ClauseId = "IPU-S22";
    /// Whether the rules hold for the supervisor, which has no a registers: for workers only, or for both. No call is made in its mode, which is the host's to set: a machine that is in it faults at the first a register that a probe fills, and probes without the a file would need the vendor's option for the supervisor's code. What is tested is that the assembler knows no a register in that mode.
    pub const S23: ClauseId = "IPU-S23";
    /// Machine number, flags, relocations, sections, symbols and assembly: EM_GRAPHCORE_IPU, 248, flags 2 for ipu2, little-endian, no prefix before names of C, the relocations of the vendor's LLVM, 0 to 9 and 14 to 17, with the fields and checks of its linker, and the statements of its assembler. That they are private predicts nothing.
    pub const S24: ClauseId = "IPU-S24";
    /// Nothing is said of the memory map, of regions and of the alignment of code, which are the architecture's or free. A function writes outside the stack only what its C text has it write: objects that it names, and those whose addresses it was given to write.
    pub const S25: ClauseId = "IPU-S25";
    /// Predefined macros, names and classes of C++: those of the Itanium interface, or unknown.
    pub const S26: ClauseId = "IPU-S26";
    /// Nothing is said of the _Atomic types of C. They are as large and as aligned as the types without that qualifier, and travel as these do, but that the extension of a narrow one is asked for.
    pub const S27: ClauseId = "IPU-S27";
    /// Nothing is said of a typedef that gives an arithmetic type an alignment of its own, higher or lower than the type's. Objects and members of it are aligned so, except in a packed structure, and are as large as the type is, and a result of it is returned as one of the type is. Registers are given away by size alone, so that only the stack can show whether such an alignment counts there, up to 8 (IPU-STACK-01) and from a word on.
    pub const S28: ClauseId = "IPU-S28";
}
