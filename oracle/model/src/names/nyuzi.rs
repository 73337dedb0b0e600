//! Clauses and readings of Compiler ABI (page of the wiki of the Nyuzi processor, Jeff Bush, revision of 10 April 2018), by name.
//!
//! Generated from `oracle/clauses/nyuzi.toml`; see [`crate::names`].

use super::{Question, Reading};

/// Is plain `char` signed? (NYUZI-TYPE-01)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CharSign {
    /// R1: plain char is signed.
    Signed = 1,
    /// R2: plain char is unsigned.
    Unsigned = 2,
}

impl Reading for CharSign {
    const QUESTION: Question = Question { clause: clause::TYPE_01, name: "" };
    const ALL: &'static [CharSign] = &[CharSign::Signed, CharSign::Unsigned];
    const FIRST: CharSign = CharSign::Signed;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How is a `long long` aligned in memory? (NYUZI-TYPE-05 `alignment`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LongLongAlign {
    /// R1: in memory it is aligned to 8.
    Eight = 1,
    /// R2: in memory it is aligned to 4, the width of a register.
    Four = 2,
}

impl Reading for LongLongAlign {
    const QUESTION: Question = Question { clause: clause::TYPE_05, name: "alignment" };
    const ALL: &'static [LongLongAlign] = &[LongLongAlign::Eight, LongLongAlign::Four];
    const FIRST: LongLongAlign = LongLongAlign::Eight;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What is a `long double`? (NYUZI-TYPE-09 `long-double`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LongDouble {
    /// R1: long double is what double is: 4 bytes of single precision.
    SinglePrecision = 1,
    /// R2: long double is an IEEE 754 number of 8 bytes.
    DoublePrecision = 2,
}

impl Reading for LongDouble {
    const QUESTION: Question = Question { clause: clause::TYPE_09, name: "long-double" };
    const ALL: &'static [LongDouble] = &[LongDouble::SinglePrecision, LongDouble::DoublePrecision];
    const FIRST: LongDouble = LongDouble::SinglePrecision;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How is a vector type aligned? (NYUZI-TYPE-10 `alignment`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VectorAlign {
    /// R1: a vector type is aligned to its size, 64.
    Size = 1,
    /// R2: a vector type has the alignment of its lanes, and only the objects that the compiler places are aligned to 64.
    Lane = 2,
}

impl Reading for VectorAlign {
    const QUESTION: Question = Question { clause: clause::TYPE_10, name: "alignment" };
    const ALL: &'static [VectorAlign] = &[VectorAlign::Size, VectorAlign::Lane];
    const FIRST: VectorAlign = VectorAlign::Size;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does a vector member align its structure? (NYUZI-LAYOUT-01)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VectorMemberAlign {
    /// R1: the compiler sees to it: such a structure has an alignment of 64 by itself.
    SixtyFour = 1,
    /// R2: the programmer has to add an attribute: without one the structure is aligned as its other members are, and its size is a multiple of that.
    WithAttributeOnly = 2,
}

impl Reading for VectorMemberAlign {
    const QUESTION: Question = Question { clause: clause::LAYOUT_01, name: "" };
    const ALL: &'static [VectorMemberAlign] = &[VectorMemberAlign::SixtyFour, VectorMemberAlign::WithAttributeOnly];
    const FIRST: VectorMemberAlign = VectorMemberAlign::SixtyFour;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is gp preserved where nothing is position-independent? (NYUZI-REG-02)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GlobalPointer {
    /// R1: always.
    AlwaysPreserved = 1,
    /// R2: only in position-independent code, where gp has a meaning, against the list, which makes no such difference (deviation).
    PositionIndependentOnly = 2,
}

impl Reading for GlobalPointer {
    const QUESTION: Question = Question { clause: clause::REG_02, name: "" };
    const ALL: &'static [GlobalPointer] = &[GlobalPointer::AlwaysPreserved, GlobalPointer::PositionIndependentOnly];
    const FIRST: GlobalPointer = GlobalPointer::AlwaysPreserved;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does ra hold its entry value at return? (NYUZI-REG-04 `link`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkAtReturn {
    /// R1: at return ra holds what it held at entry, the return address.
    Restored = 1,
    /// R2: a function keeps its return address as it likes, and ra itself is free at return, against the list (deviation).
    Free = 2,
}

impl Reading for LinkAtReturn {
    const QUESTION: Question = Question { clause: clause::REG_04, name: "link" };
    const ALL: &'static [LinkAtReturn] = &[LinkAtReturn::Restored, LinkAtReturn::Free];
    const FIRST: LinkAtReturn = LinkAtReturn::Restored;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is fp an ordinary register where no frame pointer is needed? (NYUZI-REG-08)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnneededFramePointer {
    /// R2: it is for nothing else: a function without need of a frame pointer never writes it.
    NeverWritten = 2,
    /// R1: otherwise it is an ordinary register that a function preserves, as a frame pointer that is not needed would be.
    Preserved = 1,
}

impl Reading for UnneededFramePointer {
    const QUESTION: Question = Question { clause: clause::REG_08, name: "" };
    const ALL: &'static [UnneededFramePointer] = &[UnneededFramePointer::NeverWritten, UnneededFramePointer::Preserved];
    const FIRST: UnneededFramePointer = UnneededFramePointer::NeverWritten;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What do the eight count? (NYUZI-ARG-01 `count`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RegisterCount {
    /// R1: there are two counts: eight scalars in s0 to s7, and eight vectors in v0 to v7.
    TwoCounts = 1,
    /// R2: there is one count of eight places; each argument is in the register of its class that has its place's number, and a 64-bit value takes two places.
    SharedPlaces = 2,
    /// R3: there is one count of eight arguments, but scalars and vectors are numbered by themselves.
    SharedArguments = 3,
}

impl Reading for RegisterCount {
    const QUESTION: Question = Question { clause: clause::ARG_01, name: "count" };
    const ALL: &'static [RegisterCount] = &[RegisterCount::TwoCounts, RegisterCount::SharedPlaces, RegisterCount::SharedArguments];
    const FIRST: RegisterCount = RegisterCount::TwoCounts;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does a 64-bit value count as one or as two? (NYUZI-ARG-01 `wide`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LongLongCount {
    /// R4: a 64-bit value counts as two scalars, for the registers that it takes.
    TwoScalars = 4,
    /// R5: a 64-bit value counts as one argument, so that scalars may reach to s15.
    OneArgument = 5,
}

impl Reading for LongLongCount {
    const QUESTION: Question = Question { clause: clause::ARG_01, name: "wide" };
    const ALL: &'static [LongLongCount] = &[LongLongCount::TwoScalars, LongLongCount::OneArgument];
    const FIRST: LongLongCount = LongLongCount::TwoScalars;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Which stack argument is nearest to the stack pointer? (NYUZI-ARG-02 `order`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackArgumentOrder {
    /// R1: at ascending addresses: the first of them is nearest to the stack pointer.
    Ascending = 1,
    /// R2: pushed one by one: the last of them is nearest to the stack pointer, the first at the highest address.
    PushedOneByOne = 2,
}

impl Reading for StackArgumentOrder {
    const QUESTION: Question = Question { clause: clause::ARG_02, name: "order" };
    const ALL: &'static [StackArgumentOrder] = &[StackArgumentOrder::Ascending, StackArgumentOrder::PushedOneByOne];
    const FIRST: StackArgumentOrder = StackArgumentOrder::Ascending;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How large is the stack slot of a narrow value? (NYUZI-ARG-02 `slot`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackSlot {
    /// R3: char and short take a word each, in its low bytes, as in a register.
    Word = 3,
    /// R4: char takes 1 byte and short 2 bytes, aligned to 2.
    NaturalSize = 4,
}

impl Reading for StackSlot {
    const QUESTION: Question = Question { clause: clause::ARG_02, name: "slot" };
    const ALL: &'static [StackSlot] = &[StackSlot::Word, StackSlot::NaturalSize];
    const FIRST: StackSlot = StackSlot::Word;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Are 64-bit values aligned among the stack arguments? (NYUZI-ARG-02 `stack`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackLongLongAlign {
    /// R6: a 64-bit value is two words on the stack, aligned to 4.
    Four = 6,
    /// R5: a 64-bit value is aligned to 8 on the stack.
    Eight = 5,
}

impl Reading for StackLongLongAlign {
    const QUESTION: Question = Question { clause: clause::ARG_02, name: "stack" };
    const ALL: &'static [StackLongLongAlign] = &[StackLongLongAlign::Four, StackLongLongAlign::Eight];
    const FIRST: StackLongLongAlign = StackLongLongAlign::Four;

    fn number(self) -> u8 {
        self as u8
    }
}

/// In which registers may a 64-bit value start? (NYUZI-ARG-03 `start`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LongLongStart {
    /// R1: any two neighbouring registers.
    AnyRegister = 1,
    /// R2: the first of the two has an even number.
    EvenRegister = 2,
}

impl Reading for LongLongStart {
    const QUESTION: Question = Question { clause: clause::ARG_03, name: "start" };
    const ALL: &'static [LongLongStart] = &[LongLongStart::AnyRegister, LongLongStart::EvenRegister];
    const FIRST: LongLongStart = LongLongStart::AnyRegister;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is a 64-bit value split when one register is left? (NYUZI-ARG-03 `split`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LongLongSplit {
    /// R3: with one register left the low word takes it and the high word the stack.
    LastRegisterAndStack = 3,
    /// R4: with one register left the value goes to the stack as a whole.
    WholeOnStack = 4,
}

impl Reading for LongLongSplit {
    const QUESTION: Question = Question { clause: clause::ARG_03, name: "split" };
    const ALL: &'static [LongLongSplit] = &[LongLongSplit::LastRegisterAndStack, LongLongSplit::WholeOnStack];
    const FIRST: LongLongSplit = LongLongSplit::LastRegisterAndStack;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does a later scalar take a skipped register? (NYUZI-ARG-03 `back-fill`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BackFill {
    /// R5: a register that was skipped stays unused.
    Never = 5,
    /// R6: a register that was skipped is taken by a later scalar.
    LaterScalar = 6,
}

impl Reading for BackFill {
    const QUESTION: Question = Question { clause: clause::ARG_03, name: "back-fill" };
    const ALL: &'static [BackFill] = &[BackFill::Never, BackFill::LaterScalar];
    const FIRST: BackFill = BackFill::Never;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Which aggregates are returned in memory? (NYUZI-RET-01 `memory`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CompositeResult {
    /// R1: every structure and union, even one of a single byte.
    AlwaysInMemory = 1,
    /// R2: only what the result registers of a 64-bit value cannot hold: structures and unions of up to 8 bytes are returned in s0 and s1, offset 0 in the low byte of s0.
    UpToEightInRegisters = 2,
}

impl Reading for CompositeResult {
    const QUESTION: Question = Question { clause: clause::RET_01, name: "memory" };
    const ALL: &'static [CompositeResult] = &[CompositeResult::AlwaysInMemory, CompositeResult::UpToEightInRegisters];
    const FIRST: CompositeResult = CompositeResult::AlwaysInMemory;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is the address passed for an empty result, too? (NYUZI-RET-01 `empty`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmptyResult {
    /// R5: an empty one as well: an address is passed, though nothing is stored.
    AddressPassed = 5,
    /// R6: not an empty one: there is nothing to return.
    Nothing = 6,
}

impl Reading for EmptyResult {
    const QUESTION: Question = Question { clause: clause::RET_01, name: "empty" };
    const ALL: &'static [EmptyResult] = &[EmptyResult::AddressPassed, EmptyResult::Nothing];
    const FIRST: EmptyResult = EmptyResult::AddressPassed;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is the address in s0 again at return? (NYUZI-RET-01 `again`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResultAddressAtReturn {
    /// R3: s0 holds the address again at return.
    InS0 = 3,
    /// R4: s0 is free at return.
    Free = 4,
}

impl Reading for ResultAddressAtReturn {
    const QUESTION: Question = Question { clause: clause::RET_01, name: "again" };
    const ALL: &'static [ResultAddressAtReturn] = &[ResultAddressAtReturn::InS0, ResultAddressAtReturn::Free];
    const FIRST: ResultAddressAtReturn = ResultAddressAtReturn::InS0;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does the address count among the eight? (NYUZI-RET-02)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResultAddressCount {
    /// R1: the address counts as the first of the eight: s1 to s7 remain.
    FirstOfEight = 1,
    /// R2: the address does not count: s1 to s8 take eight scalars.
    NotCounted = 2,
}

impl Reading for ResultAddressCount {
    const QUESTION: Question = Question { clause: clause::RET_02, name: "" };
    const ALL: &'static [ResultAddressCount] = &[ResultAddressCount::FirstOfEight, ResultAddressCount::NotCounted];
    const FIRST: ResultAddressCount = ResultAddressCount::FirstOfEight;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is the room for a result in the caller's frame? (NYUZI-RET-03)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResultRoom {
    /// R1: always in the frame of the function that makes the call.
    CallersFrame = 1,
    /// R2: in any memory that the caller may let be written, such as the variable that the result is assigned to, against the sentence (deviation).
    AnyMemory = 2,
}

impl Reading for ResultRoom {
    const QUESTION: Question = Question { clause: clause::RET_03, name: "" };
    const ALL: &'static [ResultRoom] = &[ResultRoom::CallersFrame, ResultRoom::AnyMemory];
    const FIRST: ResultRoom = ResultRoom::CallersFrame;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Do the named arguments of a variadic function go to the stack? (NYUZI-VAR-01 `named`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariadicNamed {
    /// R1: named and unnamed arguments alike.
    OnStack = 1,
    /// R2: the unnamed ones; named ones travel as in any other function.
    LikeAnyCall = 2,
}

impl Reading for VariadicNamed {
    const QUESTION: Question = Question { clause: clause::VAR_01, name: "named" };
    const ALL: &'static [VariadicNamed] = &[VariadicNamed::OnStack, VariadicNamed::LikeAnyCall];
    const FIRST: VariadicNamed = VariadicNamed::OnStack;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Where does the address for the result of a variadic function travel? (NYUZI-VAR-01 `position`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariadicResultAddress {
    /// R3: the address for a result in memory is no argument and stays in s0.
    InS0 = 3,
    /// R4: the address for a result in memory is the first word on the stack.
    OnStack = 4,
}

impl Reading for VariadicResultAddress {
    const QUESTION: Question = Question { clause: clause::VAR_01, name: "position" };
    const ALL: &'static [VariadicResultAddress] = &[VariadicResultAddress::InS0, VariadicResultAddress::OnStack];
    const FIRST: VariadicResultAddress = VariadicResultAddress::InS0;

    fn number(self) -> u8 {
        self as u8
    }
}

/// When is the stack pointer aligned? (NYUZI-STACK-01 `alignment`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackAlign {
    /// R1: at all times.
    AtAllTimes = 1,
    /// R2: only when a function is called, against the sentence, which knows no exception (deviation).
    AtCalls = 2,
}

impl Reading for StackAlign {
    const QUESTION: Question = Question { clause: clause::STACK_01, name: "alignment" };
    const ALL: &'static [StackAlign] = &[StackAlign::AtAllTimes, StackAlign::AtCalls];
    const FIRST: StackAlign = StackAlign::AtAllTimes;

    fn number(self) -> u8 {
        self as u8
    }
}

/// In which unit is the distance of a branch stored? (NYUZI-OBJ-02 `unit`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BranchUnit {
    /// R1: the distance is counted in instructions of 4 bytes.
    Instructions = 1,
    /// R2: the distance is counted in bytes.
    Bytes = 2,
}

impl Reading for BranchUnit {
    const QUESTION: Question = Question { clause: clause::OBJ_02, name: "unit" };
    const ALL: &'static [BranchUnit] = &[BranchUnit::Instructions, BranchUnit::Bytes];
    const FIRST: BranchUnit = BranchUnit::Instructions;

    fn number(self) -> u8 {
        self as u8
    }
}

/// From where is it counted? (NYUZI-OBJ-02 `base`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BranchBase {
    /// R3: the distance is counted from the branch itself.
    Branch = 3,
    /// R4: the distance is counted from the instruction after the branch.
    NextInstruction = 4,
}

impl Reading for BranchBase {
    const QUESTION: Question = Question { clause: clause::OBJ_02, name: "base" };
    const ALL: &'static [BranchBase] = &[BranchBase::Branch, BranchBase::NextInstruction];
    const FIRST: BranchBase = BranchBase::Branch;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Where are the upper 19 bits of an address? (NYUZI-OBJ-04)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UpperAddressBits {
    /// R1: these are bits of the 19: 18 to 5 go to the immediate field in bits 23 to 10 of the instruction, and 4 to 0 to its bits 4 to 0.
    OfTheNineteen = 1,
    /// R2: these are bits of the instruction, as in the rows beside it: 18 to 5 and 4 to 0.
    OfTheInstruction = 2,
}

impl Reading for UpperAddressBits {
    const QUESTION: Question = Question { clause: clause::OBJ_04, name: "" };
    const ALL: &'static [UpperAddressBits] = &[UpperAddressBits::OfTheNineteen, UpperAddressBits::OfTheInstruction];
    const FIRST: UpperAddressBits = UpperAddressBits::OfTheNineteen;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How wide is the field of its lower 13 bits? (NYUZI-OBJ-05)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LowerAddressField {
    /// R1: the 13 bits are 22 to 10 of the instruction, and bit 23 stays as it is.
    ThirteenBits = 1,
    /// R2: the field has 14 bits, and the highest of them repeats the highest of the 13.
    FourteenBits = 2,
}

impl Reading for LowerAddressField {
    const QUESTION: Question = Question { clause: clause::OBJ_05, name: "" };
    const ALL: &'static [LowerAddressField] = &[LowerAddressField::ThirteenBits, LowerAddressField::FourteenBits];
    const FIRST: LowerAddressField = LowerAddressField::ThirteenBits;

    fn number(self) -> u8 {
        self as u8
    }
}

/// In which unit is the offset of an entry counted? (NYUZI-OBJ-06)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ConstantPoolOffset {
    /// R1: the offset is counted in bytes, as that of a load is.
    Bytes = 1,
    /// R2: the offset is the number of the entry.
    Entries = 2,
}

impl Reading for ConstantPoolOffset {
    const QUESTION: Question = Question { clause: clause::OBJ_06, name: "" };
    const ALL: &'static [ConstantPoolOffset] = &[ConstantPoolOffset::Bytes, ConstantPoolOffset::Entries];
    const FIRST: ConstantPoolOffset = ConstantPoolOffset::Bytes;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How do vectors of other shapes travel as arguments? (NYUZI-LANG-05 `argument`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShapedVectorArgument {
    /// R3: fitted to the vector registers: 16 integer lanes of less than 32 bits take a lane each, 2 to 8 lanes of 32 bits the lowest lanes of one register, more than 16 as many registers as they fill, each an argument of its own; the lanes of any other shape are scalar arguments one after the other.
    FittedToRegisters = 3,
    /// R4: like a structure of its lanes.
    LikeStructure = 4,
    /// R5: its bytes as they are in memory, up to 64 in one vector register, more in as many as they fill, each an argument of its own.
    BytesInRegisters = 5,
}

impl Reading for ShapedVectorArgument {
    const QUESTION: Question = Question { clause: clause::LANG_05, name: "argument" };
    const ALL: &'static [ShapedVectorArgument] = &[ShapedVectorArgument::FittedToRegisters, ShapedVectorArgument::LikeStructure, ShapedVectorArgument::BytesInRegisters];
    const FIRST: ShapedVectorArgument = ShapedVectorArgument::FittedToRegisters;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How do vectors of other shapes travel as results? (NYUZI-LANG-05 `result`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShapedVectorResult {
    /// R6: as R3 would have it for an argument, from v0 or s0 on, where the six registers are enough that the only known backend has for results; otherwise like a structure of its lanes.
    FittedUpToSixRegisters = 6,
    /// R7: like a structure of its lanes.
    LikeStructure = 7,
    /// R8: its bytes in v0, and further on from v1 if they are more than 64, as long as eight registers are enough; otherwise like a structure of its lanes.
    BytesInRegisters = 8,
}

impl Reading for ShapedVectorResult {
    const QUESTION: Question = Question { clause: clause::LANG_05, name: "result" };
    const ALL: &'static [ShapedVectorResult] = &[ShapedVectorResult::FittedUpToSixRegisters, ShapedVectorResult::LikeStructure, ShapedVectorResult::BytesInRegisters];
    const FIRST: ShapedVectorResult = ShapedVectorResult::FittedUpToSixRegisters;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What is a lane of a comparison of vectors where it holds? (NYUZI-LANG-17)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VectorTruth {
    /// R1: a lane is -1 where the comparison holds and 0 elsewhere, as GCC has it.
    MinusOne = 1,
    /// R2: a lane is 1 where the comparison holds and 0 elsewhere, as a comparison of scalars has it.
    One = 2,
}

impl Reading for VectorTruth {
    const QUESTION: Question = Question { clause: clause::LANG_17, name: "" };
    const ALL: &'static [VectorTruth] = &[VectorTruth::MinusOne, VectorTruth::One];
    const FIRST: VectorTruth = VectorTruth::MinusOne;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Which bit of a mask is for lane 0? (NYUZI-LANG-19 `order`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MaskOrder {
    /// R1: bit n of a mask is for lane n.
    LowestBitFirst = 1,
    /// R2: bit n of a mask is for lane 15 - n.
    HighestBitFirst = 2,
}

impl Reading for MaskOrder {
    const QUESTION: Question = Question { clause: clause::LANG_19, name: "order" };
    const ALL: &'static [MaskOrder] = &[MaskOrder::LowestBitFirst, MaskOrder::HighestBitFirst];
    const FIRST: MaskOrder = MaskOrder::LowestBitFirst;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Has a gather load for floats a result of float lanes? (NYUZI-LANG-25)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FloatGatherResult {
    /// R1: the ones for floats have a result of float lanes, as their name says.
    FloatLanes = 1,
    /// R2: the ones for floats have a result of int lanes, as they are printed.
    IntLanes = 2,
}

impl Reading for FloatGatherResult {
    const QUESTION: Question = Question { clause: clause::LANG_25, name: "" };
    const ALL: &'static [FloatGatherResult] = &[FloatGatherResult::FloatLanes, FloatGatherResult::IntLanes];
    const FIRST: FloatGatherResult = FloatGatherResult::FloatLanes;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does the unmasked scatter store for floats take float lanes? (NYUZI-LANG-27)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FloatScatterValue {
    /// R1: the one for floats takes a value of float lanes, as the masked one does.
    FloatLanes = 1,
    /// R2: the one for floats takes a value of int lanes, as it is printed.
    IntLanes = 2,
}

impl Reading for FloatScatterValue {
    const QUESTION: Question = Question { clause: clause::LANG_27, name: "" };
    const ALL: &'static [FloatScatterValue] = &[FloatScatterValue::FloatLanes, FloatScatterValue::IntLanes];
    const FIRST: FloatScatterValue = FloatScatterValue::FloatLanes;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How wide is an enumeration? (NYUZI-S03 `enum`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EnumWidth {
    /// R3: an enumeration is as wide as int, or 8 bytes if its constants need that.
    IntOrEightBytes = 3,
    /// R4: an enumeration is as wide as its constants need.
    AsNeeded = 4,
}

impl Reading for EnumWidth {
    const QUESTION: Question = Question { clause: clause::S03, name: "enum" };
    const ALL: &'static [EnumWidth] = &[EnumWidth::IntOrEightBytes, EnumWidth::AsNeeded];
    const FIRST: EnumWidth = EnumWidth::IntOrEightBytes;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How wide is `wchar_t`, and is it signed? (NYUZI-S03 `wchar`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WideChar {
    /// R5: wchar_t is a signed word.
    SignedWord = 5,
    /// R6: wchar_t is an unsigned word.
    UnsignedWord = 6,
    /// R7: wchar_t is an unsigned half-word.
    UnsignedHalfWord = 7,
}

impl Reading for WideChar {
    const QUESTION: Question = Question { clause: clause::S03, name: "wchar" };
    const ALL: &'static [WideChar] = &[WideChar::SignedWord, WideChar::UnsignedWord, WideChar::UnsignedHalfWord];
    const FIRST: WideChar = WideChar::SignedWord;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How are bit-fields placed? (NYUZI-S05)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BitFieldPlacement {
    /// R1: a bit-field does not cross a boundary of its declared type, named ones align the record by it, a width of zero moves on to its next boundary.
    WithinDeclaredType = 1,
    /// R3: like R1, and unnamed bit-fields, those of width zero too, align the record as well.
    WithinDeclaredTypeUnnamedAlign = 3,
    /// R4: bit-fields follow each other without gaps, across boundaries of their declared type; named ones align the record by it.
    WithoutGaps = 4,
}

impl Reading for BitFieldPlacement {
    const QUESTION: Question = Question { clause: clause::S05, name: "" };
    const ALL: &'static [BitFieldPlacement] = &[BitFieldPlacement::WithinDeclaredType, BitFieldPlacement::WithinDeclaredTypeUnnamedAlign, BitFieldPlacement::WithoutGaps];
    const FIRST: BitFieldPlacement = BitFieldPlacement::WithinDeclaredType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Are bit-fields signed whose type does not say so? (NYUZI-S05 `sign`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlainBitFieldSign {
    /// R5: a bit-field whose type says neither signed nor unsigned is signed as that type is.
    AsType = 5,
    /// R6: such a bit-field is unsigned.
    Unsigned = 6,
}

impl Reading for PlainBitFieldSign {
    const QUESTION: Question = Question { clause: clause::S05, name: "sign" };
    const ALL: &'static [PlainBitFieldSign] = &[PlainBitFieldSign::AsType, PlainBitFieldSign::Unsigned];
    const FIRST: PlainBitFieldSign = PlainBitFieldSign::AsType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How large is an empty record? (NYUZI-S05 `empty`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmptyRecordSize {
    /// R7: an empty record has size 0.
    Zero = 7,
    /// R8: an empty record has size 1.
    One = 8,
}

impl Reading for EmptyRecordSize {
    const QUESTION: Question = Question { clause: clause::S05, name: "empty" };
    const ALL: &'static [EmptyRecordSize] = &[EmptyRecordSize::Zero, EmptyRecordSize::One];
    const FIRST: EmptyRecordSize = EmptyRecordSize::Zero;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Who extends narrow arguments? (NYUZI-S08)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NarrowArgument {
    /// R1: the caller extends, by the signedness of the type; plain char is not checked, since who extends it cannot be told from how.
    CallerExtends = 1,
    /// R2: nobody does before the call; the bits above the value are unspecified.
    Unspecified = 2,
}

impl Reading for NarrowArgument {
    const QUESTION: Question = Question { clause: clause::S08, name: "" };
    const ALL: &'static [NarrowArgument] = &[NarrowArgument::CallerExtends, NarrowArgument::Unspecified];
    const FIRST: NarrowArgument = NarrowArgument::CallerExtends;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How do aggregate arguments travel? (NYUZI-S09)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CompositeArgument {
    /// R1: always by address, which is a scalar.
    ByAddress = 1,
    /// R3: by value in scalar registers, word by word, each word as a scalar of its own.
    InScalarRegisters = 3,
    /// R4: by value on the stack, aligned as the type is and to 4 at least where a narrow scalar takes a word.
    OnStack = 4,
}

impl Reading for CompositeArgument {
    const QUESTION: Question = Question { clause: clause::S09, name: "" };
    const ALL: &'static [CompositeArgument] = &[CompositeArgument::ByAddress, CompositeArgument::InScalarRegisters, CompositeArgument::OnStack];
    const FIRST: CompositeArgument = CompositeArgument::ByAddress;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is an aggregate split between registers and the stack? (NYUZI-S09 `split`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CompositeSplit {
    /// R5: where the words are more than the registers left, the first of them take those and the others the stack.
    RegistersAndStack = 5,
    /// R6: where the words are more than the registers left, all of them go to the stack.
    WholeOnStack = 6,
}

impl Reading for CompositeSplit {
    const QUESTION: Question = Question { clause: clause::S09, name: "split" };
    const ALL: &'static [CompositeSplit] = &[CompositeSplit::RegistersAndStack, CompositeSplit::WholeOnStack];
    const FIRST: CompositeSplit = CompositeSplit::RegistersAndStack;

    fn number(self) -> u8 {
        self as u8
    }
}

/// May the callee write an aggregate that is passed by address? (NYUZI-S10 `copy`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ByAddressOwner {
    /// R1: the caller passes the address of a copy, which the callee may write.
    Callee = 1,
    /// R2: the callee may not write it: the address may be that of the caller's own object.
    Caller = 2,
}

impl Reading for ByAddressOwner {
    const QUESTION: Question = Question { clause: clause::S10, name: "copy" };
    const ALL: &'static [ByAddressOwner] = &[ByAddressOwner::Callee, ByAddressOwner::Caller];
    const FIRST: ByAddressOwner = ByAddressOwner::Callee;

    fn number(self) -> u8 {
        self as u8
    }
}

/// May the callee write the stack slots of its arguments? (NYUZI-S10 `slots`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackSlotOwner {
    /// R3: the callee may write the stack slots of its arguments.
    Callee = 3,
    /// R4: the stack slots of arguments stay the caller's.
    Caller = 4,
}

impl Reading for StackSlotOwner {
    const QUESTION: Question = Question { clause: clause::S10, name: "slots" };
    const ALL: &'static [StackSlotOwner] = &[StackSlotOwner::Callee, StackSlotOwner::Caller];
    const FIRST: StackSlotOwner = StackSlotOwner::Callee;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Are temporaries aligned to more than 64 bytes where their type asks for it? (NYUZI-S10 `temporary`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TemporaryAlign {
    /// R5: an aggregate that is passed or returned by address is aligned as its type is, however much.
    AsType = 5,
    /// R6: such an aggregate is aligned to 64 at most, since the stack pointer is.
    SixtyFourAtMost = 6,
}

impl Reading for TemporaryAlign {
    const QUESTION: Question = Question { clause: clause::S10, name: "temporary" };
    const ALL: &'static [TemporaryAlign] = &[TemporaryAlign::AsType, TemporaryAlign::SixtyFourAtMost];
    const FIRST: TemporaryAlign = TemporaryAlign::AsType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Where does the first stack argument lie? (NYUZI-S11 `area`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CalleeArea {
    /// R1: the stack arguments begin at the stack pointer.
    Absent = 1,
    /// R3: they begin 64 bytes above the stack pointer, the least that keeps vectors aligned; where there are any, the bytes below them belong to the callee.
    SixtyFourBytes = 3,
}

impl Reading for CalleeArea {
    const QUESTION: Question = Question { clause: clause::S11, name: "area" };
    const ALL: &'static [CalleeArea] = &[CalleeArea::Absent, CalleeArea::SixtyFourBytes];
    const FIRST: CalleeArea = CalleeArea::Absent;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does an empty argument travel? (NYUZI-S12)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmptyArgument {
    /// R1: its address is passed.
    ByAddress = 1,
    /// R2: it takes neither register nor stack.
    NotPassed = 2,
}

impl Reading for EmptyArgument {
    const QUESTION: Question = Question { clause: clause::S12, name: "" };
    const ALL: &'static [EmptyArgument] = &[EmptyArgument::ByAddress, EmptyArgument::NotPassed];
    const FIRST: EmptyArgument = EmptyArgument::ByAddress;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How do complex arguments travel? (NYUZI-S13 `argument`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ComplexArgument {
    /// R2: a complex number is passed like a structure of its two parts.
    LikeStructure = 2,
    /// R1: a complex number is passed as two arguments of the type of its parts, the real part first.
    TwoArguments = 1,
}

impl Reading for ComplexArgument {
    const QUESTION: Question = Question { clause: clause::S13, name: "argument" };
    const ALL: &'static [ComplexArgument] = &[ComplexArgument::LikeStructure, ComplexArgument::TwoArguments];
    const FIRST: ComplexArgument = ComplexArgument::LikeStructure;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How do complex results travel? (NYUZI-S13 `result`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ComplexResult {
    /// R3: a complex number is returned like a structure of its two parts.
    LikeStructure = 3,
    /// R4: a complex number is returned in as many scalar registers from s0 on as its parts take, the real part first.
    ScalarRegisters = 4,
}

impl Reading for ComplexResult {
    const QUESTION: Question = Question { clause: clause::S13, name: "result" };
    const ALL: &'static [ComplexResult] = &[ComplexResult::LikeStructure, ComplexResult::ScalarRegisters];
    const FIRST: ComplexResult = ComplexResult::LikeStructure;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Who extends narrow results? (NYUZI-S15)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NarrowResult {
    /// R1: the callee extends, by the signedness of the type.
    CalleeExtends = 1,
    /// R2: nobody does before the return; the bits above the value are unspecified.
    Unspecified = 2,
}

impl Reading for NarrowResult {
    const QUESTION: Question = Question { clause: clause::S15, name: "" };
    const ALL: &'static [NarrowResult] = &[NarrowResult::CalleeExtends, NarrowResult::Unspecified];
    const FIRST: NarrowResult = NarrowResult::CalleeExtends;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How large is the place of an argument of a variadic function? (NYUZI-S17 `slot`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariadicSlot {
    /// R1: each takes the place that it would take among other stack arguments: a scalar its words, a vector 64 bytes aligned to 64.
    LikeStackArguments = 1,
    /// R2: each takes a multiple of 8 bytes, aligned to 8 at least.
    MultipleOfEight = 2,
}

impl Reading for VariadicSlot {
    const QUESTION: Question = Question { clause: clause::S17, name: "slot" };
    const ALL: &'static [VariadicSlot] = &[VariadicSlot::LikeStackArguments, VariadicSlot::MultipleOfEight];
    const FIRST: VariadicSlot = VariadicSlot::LikeStackArguments;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is anything below the stack pointer read or written? (NYUZI-S19)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BelowStackPointer {
    /// R1: nothing below the stack pointer is read or written.
    Unused = 1,
    /// R2: a function may use memory below the stack pointer.
    Used = 2,
}

impl Reading for BelowStackPointer {
    const QUESTION: Question = Question { clause: clause::S19, name: "" };
    const ALL: &'static [BelowStackPointer] = &[BelowStackPointer::Unused, BelowStackPointer::Used];
    const FIRST: BelowStackPointer = BelowStackPointer::Unused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does a linker do with a branch that does not reach? (NYUZI-S23 `branch`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkerBranchOverflow {
    /// R3: a linker refuses a branch that does not reach.
    Refused = 3,
    /// R4: it stores the low bits of the distance.
    LowBitsStored = 4,
}

impl Reading for LinkerBranchOverflow {
    const QUESTION: Question = Question { clause: clause::S23, name: "branch" };
    const ALL: &'static [LinkerBranchOverflow] = &[LinkerBranchOverflow::Refused, LinkerBranchOverflow::LowBitsStored];
    const FIRST: LinkerBranchOverflow = LinkerBranchOverflow::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does a linker do with a branch to the middle of an instruction? (NYUZI-S23 `odd`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkerOddBranch {
    /// R5: a linker refuses a distance that is no multiple of an instruction.
    Refused = 5,
    /// R6: it drops the lowest bits.
    LowestBitsDropped = 6,
    /// R9: it divides, so that the branch goes to the instruction nearer to it.
    Divided = 9,
}

impl Reading for LinkerOddBranch {
    const QUESTION: Question = Question { clause: clause::S23, name: "odd" };
    const ALL: &'static [LinkerOddBranch] = &[LinkerOddBranch::Refused, LinkerOddBranch::LowestBitsDropped, LinkerOddBranch::Divided];
    const FIRST: LinkerOddBranch = LinkerOddBranch::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does a linker know the relocation 0, which the table does not have? (NYUZI-S23 `none`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RelocationZero {
    /// R7: a relocation 0 changes nothing, as in every ELF file.
    NoChange = 7,
    /// R8: a linker refuses it, as one that the table does not have.
    Refused = 8,
}

impl Reading for RelocationZero {
    const QUESTION: Question = Question { clause: clause::S23, name: "none" };
    const ALL: &'static [RelocationZero] = &[RelocationZero::NoChange, RelocationZero::Refused];
    const FIRST: RelocationZero = RelocationZero::NoChange;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does an assembler do with an immediate that does not fit? (NYUZI-S27 `immediate`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssemblerImmediateOverflow {
    /// R1: an assembler refuses a number that does not fit the instruction.
    Refused = 1,
    /// R2: it stores the low bits without a word, which is another instruction (deviation).
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

/// What does an assembler do with data that do not fit? (NYUZI-S27 `data`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssemblerDataOverflow {
    /// R3: an assembler refuses a number that fits the data neither with a sign nor without.
    Refused = 3,
    /// R10: it refuses what does not fit data of one bit more, and stores the low bits otherwise.
    RefusedBeyondOneBit = 10,
    /// R4: it stores the low bits.
    LowBitsStored = 4,
}

impl Reading for AssemblerDataOverflow {
    const QUESTION: Question = Question { clause: clause::S27, name: "data" };
    const ALL: &'static [AssemblerDataOverflow] = &[AssemblerDataOverflow::Refused, AssemblerDataOverflow::RefusedBeyondOneBit, AssemblerDataOverflow::LowBitsStored];
    const FIRST: AssemblerDataOverflow = AssemblerDataOverflow::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does an assembler do with a branch that does not reach? (NYUZI-S27 `branch`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssemblerBranchOverflow {
    /// R5: an assembler refuses a branch that does not reach.
    Refused = 5,
    /// R6: it stores the low bits of the distance, which is another branch (deviation).
    LowBitsStored = 6,
}

impl Reading for AssemblerBranchOverflow {
    const QUESTION: Question = Question { clause: clause::S27, name: "branch" };
    const ALL: &'static [AssemblerBranchOverflow] = &[AssemblerBranchOverflow::Refused, AssemblerBranchOverflow::LowBitsStored];
    const FIRST: AssemblerBranchOverflow = AssemblerBranchOverflow::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does an assembler do with a branch to the middle of an instruction? (NYUZI-S27 `odd`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssemblerOddBranch {
    /// R7: an assembler refuses a distance that is no multiple of an instruction.
    Refused = 7,
    /// R8: it drops the lowest bits.
    LowestBitsDropped = 8,
    /// R9: it divides, so that the branch goes to the instruction nearer to it.
    Divided = 9,
}

impl Reading for AssemblerOddBranch {
    const QUESTION: Question = Question { clause: clause::S27, name: "odd" };
    const ALL: &'static [AssemblerOddBranch] = &[AssemblerOddBranch::Refused, AssemblerOddBranch::LowestBitsDropped, AssemblerOddBranch::Divided];
    const FIRST: AssemblerOddBranch = AssemblerOddBranch::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is a narrow _Atomic integer extended like one that is not atomic? (NYUZI-S28)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AtomicExtension {
    /// R1: it is.
    AsType = 1,
    /// R2: the bits above it are unspecified.
    Unspecified = 2,
}

impl Reading for AtomicExtension {
    const QUESTION: Question = Question { clause: clause::S28, name: "" };
    const ALL: &'static [AtomicExtension] = &[AtomicExtension::AsType, AtomicExtension::Unspecified];
    const FIRST: AtomicExtension = AtomicExtension::AsType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does the alignment that a typedef gives an arithmetic type count where a value of it is passed? (NYUZI-S29)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttributedScalar {
    /// R1: it does not: on the stack the value has the place that its type has.
    Ignored = 1,
    /// R2: it does: on the stack the value is aligned so.
    Counted = 2,
}

impl Reading for AttributedScalar {
    const QUESTION: Question = Question { clause: clause::S29, name: "" };
    const ALL: &'static [AttributedScalar] = &[AttributedScalar::Ignored, AttributedScalar::Counted];
    const FIRST: AttributedScalar = AttributedScalar::Ignored;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Ids of all clauses.
pub mod clause {
    use crate::plan::ClauseId;

    /// char takes 1 byte. Whether it is signed is not said.
    pub const TYPE_01: ClauseId = "NYUZI-TYPE-01";
    /// short takes 2 bytes.
    pub const TYPE_02: ClauseId = "NYUZI-TYPE-02";
    /// int takes 4 bytes.
    pub const TYPE_03: ClauseId = "NYUZI-TYPE-03";
    /// long takes 4 bytes.
    pub const TYPE_04: ClauseId = "NYUZI-TYPE-04";
    /// long long takes 8 bytes. Its alignment is not said; among stack arguments that is a question of its own (NYUZI-ARG-02).
    pub const TYPE_05: ClauseId = "NYUZI-TYPE-05";
    /// A pointer takes 4 bytes.
    pub const TYPE_06: ClauseId = "NYUZI-TYPE-06";
    /// float takes 4 bytes.
    pub const TYPE_07: ClauseId = "NYUZI-TYPE-07";
    /// double takes 4 bytes, less than the language demands of its precision.
    pub const TYPE_08: ClauseId = "NYUZI-TYPE-08";
    /// double has the IEEE 754 format of single precision. Nothing is said of long double.
    pub const TYPE_09: ClauseId = "NYUZI-TYPE-09";
    /// A vector type has 16 lanes of 32 bits: 64 bytes. That its members, locals and globals are aligned all the same is said elsewhere (NYUZI-LAYOUT-02); the alignment of the type is not.
    pub const TYPE_10: ClauseId = "NYUZI-TYPE-10";
    /// The processor is little-endian: the lowest byte of data and of an instruction has the lowest address.
    pub const TYPE_11: ClauseId = "NYUZI-TYPE-11";
    /// A structure with a vector member must lie at a multiple of 64 bytes.
    pub const LAYOUT_01: ClauseId = "NYUZI-LAYOUT-01";
    /// The compiler aligns vector members inside their structure, vectors among the local variables and vectors among the global ones to 64 bytes without being asked.
    pub const LAYOUT_02: ClauseId = "NYUZI-LAYOUT-02";
    /// Structures with vectors in memory from an allocator are aligned only if the allocator does so, which most do not: a duty of the heap, or of the program that asks it.
    pub const LAYOUT_03: ClauseId = "NYUZI-LAYOUT-03";
    /// A function preserves s24 to s27.
    pub const REG_01: ClauseId = "NYUZI-REG-01";
    /// A function preserves gp, s28.
    pub const REG_02: ClauseId = "NYUZI-REG-02";
    /// A function preserves fp, s29.
    pub const REG_03: ClauseId = "NYUZI-REG-03";
    /// ra, s31, is named among the registers that the callee saves, although a call writes it.
    pub const REG_04: ClauseId = "NYUZI-REG-04";
    /// A function preserves v26 to v31, all 16 lanes of each.
    pub const REG_05: ClauseId = "NYUZI-REG-05";
    /// All other registers are caller-saved: s0 to s23 and v0 to v25. The stack pointer is not meant: it comes back as it was; that s30 is among the others by the letter would leave no usable stack and is not offered.
    pub const REG_06: ClauseId = "NYUZI-REG-06";
    /// s28 is the global pointer: in position-independent code it holds the address of the global offset table. In other code it is a register that a function preserves; who keeps it for nothing else all the same preserves it as well, so that no caller or callee can tell the two apart.
    pub const REG_07: ClauseId = "NYUZI-REG-07";
    /// s29 is the frame pointer of a function that needs one. What it may be otherwise is not said.
    pub const REG_08: ClauseId = "NYUZI-REG-08";
    /// s30 is the stack pointer. A function gives it back as it got it.
    pub const REG_09: ClauseId = "NYUZI-REG-09";
    /// s31 is the register of the return address, by the hardware's choice.
    pub const REG_10: ClauseId = "NYUZI-REG-10";
    /// The first eight scalar and vector arguments travel in registers. Their numbers are not given (NYUZI-S07). Numbers and pointers are scalars, float among them; a vector of 16 lanes is a vector.
    pub const ARG_01: ClauseId = "NYUZI-ARG-01";
    /// The other arguments are pushed on the stack in their order, each aligned by its size; a vector is aligned to 64 there.
    pub const ARG_02: ClauseId = "NYUZI-ARG-02";
    /// A 64-bit value travels in two neighbouring scalar registers, the least significant word in the one with the lower number.
    pub const ARG_03: ClauseId = "NYUZI-ARG-03";
    /// The caller of a function that returns a structure by value reserves room for it and passes the room's address in s0. A union is taken for a structure here.
    pub const RET_01: ClauseId = "NYUZI-RET-01";
    /// The parameters of such a function begin with s1; a vector among them begins with v0, but with v1 where one count of places gives the first place to the address.
    pub const RET_02: ClauseId = "NYUZI-RET-02";
    /// The room for such a result is in the caller's own stack frame.
    pub const RET_03: ClauseId = "NYUZI-RET-03";
    /// A function with a variable number of arguments gets all its arguments on the stack.
    pub const VAR_01: ClauseId = "NYUZI-VAR-01";
    /// The stack pointer is a multiple of 64 bytes, the width of a vector, in functions without vectors as well.
    pub const STACK_01: ClauseId = "NYUZI-STACK-01";
    /// A function sets up a frame pointer only if it asks for the address of its frame or its return by the builtins, or allocates an amount of stack that it does not know beforehand. A compiler that is told to keep frame pointers sets up more of them, which cannot be told from a use of s29 as an ordinary register: the two are one answer to the question of NYUZI-REG-08.
    pub const STACK_02: ClauseId = "NYUZI-STACK-02";
    /// A call leaves the return address in s31: the address of the next instruction. Another distance is impossible on a processor without delay slots whose calls return with the address as it is.
    pub const CALL_01: ClauseId = "NYUZI-CALL-01";
    /// Division and remainder of integers become calls of __udivsi3, __divsi3, __umodsi3 and __modsi3. They follow the ordinary convention as far as can be seen: a private one would be known only to the two sides of one toolchain. Seen in the values of quotients and remainders: the machine serves the four by these names, and a program that calls others does not come to its end. Divisors that are constants, and 64-bit operands, may do without these names.
    pub const CALL_02: ClauseId = "NYUZI-CALL-02";
    /// The four helpers are in libclang_rt.builtins-nyuzi.a.
    pub const CALL_03: ClauseId = "NYUZI-CALL-03";
    /// A division of floats is an estimate of the reciprocal and two steps of Newton and Raphson: 9 instructions for a reciprocal, 10 for a division. Results are not said to be rounded correctly, and the counts inform rather than bind: they are not counted in an object. What is held against a quotient is its size: two steps make an estimate of 6 binary digits, the least for which two are enough, one of 24, less a few roundings, so that it is within a 2^-20th of the exact one.
    pub const CALL_04: ClauseId = "NYUZI-CALL-04";
    /// R_NYUZI_ABS32 is number 1: an absolute address of 32 bits.
    pub const OBJ_01: ClauseId = "NYUZI-OBJ-01";
    /// R_NYUZI_BRANCH20 is number 2: a distance of 20 bits in bits 24 to 5 of a short branch.
    pub const OBJ_02: ClauseId = "NYUZI-OBJ-02";
    /// R_NYUZI_BRANCH25 is number 3: a distance of 25 bits in bits 24 to 0 of a long branch, in the unit and from the base of the short one.
    pub const OBJ_03: ClauseId = "NYUZI-OBJ-03";
    /// R_NYUZI_HI19 is number 4: the upper 19 bits of an absolute address in a movehi. The list of bits names 18 to 5 and 4 to 0.
    pub const OBJ_04: ClauseId = "NYUZI-OBJ-04";
    /// R_NYUZI_IMM_LO13 is number 5: the lower 13 bits of an absolute address in bits 23 to 10 of an instruction with an immediate, which are 14. That bit 23 is made zero (R2 in its first form) is the same as R1 where it is zero before.
    pub const OBJ_05: ClauseId = "NYUZI-OBJ-05";
    /// R_NYUZI_GOT is number 6: an offset into the global offset table, in a load. Where the field lies is not said; it is the offset field of the load.
    pub const OBJ_06: ClauseId = "NYUZI-OBJ-06";
    /// The machine number of an object file is 9999. That it is called provisional leaves nothing else to expect.
    pub const OBJ_07: ClauseId = "NYUZI-OBJ-07";
    /// A memory image has one word on a line, as 8 hexadecimal digits in the order of its bytes in memory: what is written 002600f6 is fetched as 0xf6002600.
    pub const MEM_01: ClauseId = "NYUZI-MEM-01";
    /// The image is flat: each segment at its address, and zeros for .bss. Whether gaps between segments are zero too or free is not said, and nobody reads them.
    pub const MEM_02: ClauseId = "NYUZI-MEM-02";
    /// The first word of the image, where the ELF header lies, is replaced by a jump to the start address. That needs a segment at address 0 which begins with the header; an image whose segments do not reach down to 0 has no word to replace.
    pub const MEM_03: ClauseId = "NYUZI-MEM-03";
    /// The compiler predefines the macro __NYUZI__.
    pub const LANG_01: ClauseId = "NYUZI-LANG-01";
    /// The C++ compiler knows many features up to C++1z.
    pub const LANG_02: ClauseId = "NYUZI-LANG-02";
    /// There is no C++ standard library.
    pub const LANG_03: ClauseId = "NYUZI-LANG-03";
    /// Inline assembly is written in GCC's extended form; the constraint v is for a vector register, r for a scalar one. It is seen in the value of a statement with both: an instruction that adds a scalar to a vector takes no other registers.
    pub const LANG_04: ClauseId = "NYUZI-LANG-04";
    /// Vector types are declared with ext_vector_type(16) from int, unsigned and float. Of other shapes nothing is said: a compiler that refuses them lacks them, which is no disagreement; where it takes them the lanes follow each other in memory, and the alignment is that of NYUZI-TYPE-10.
    pub const LANG_05: ClauseId = "NYUZI-LANG-05";
    /// Vectors may be local and global variables, parameters and members of structures and classes.
    pub const LANG_06: ClauseId = "NYUZI-LANG-06";
    /// The compiler keeps vectors in registers wherever possible.
    pub const LANG_07: ClauseId = "NYUZI-LANG-07";
    /// The usual arithmetic operators work on vectors, lane by lane.
    pub const LANG_08: ClauseId = "NYUZI-LANG-08";
    /// Brackets read or write one lane of a vector. Only the result is checked, not that getlane and moves under a mask compute it; an index beyond the lanes is left alone. The instructions could be read in an object file, but they bind nobody: a store and a load of the word give the same lane.
    pub const LANG_09: ClauseId = "NYUZI-LANG-09";
    /// A list in braces initialises a vector, from the constant pool where its members are constants. Lane 0 is the first of the list and has the lowest address; that the order in memory is not said in so many words predicts nothing.
    pub const LANG_10: ClauseId = "NYUZI-LANG-10";
    /// A list whose members are not constants initialises a vector by a series of moves under masks. Only the result is checked: which moves build it is the compiler's choice, and the only known one shuffles lanes where values repeat.
    pub const LANG_11: ClauseId = "NYUZI-LANG-11";
    /// Vectors and scalars may be mixed: an operator applies the scalar to each lane.
    pub const LANG_12: ClauseId = "NYUZI-LANG-12";
    /// For that the backend knows the instructions with a vector and a scalar operand.
    pub const LANG_13: ClauseId = "NYUZI-LANG-13";
    /// A scalar that is cast to a vector type fills all lanes; an argument may need such a cast.
    pub const LANG_14: ClauseId = "NYUZI-LANG-14";
    /// A cast between vectors of integers and of floats keeps the bits.
    pub const LANG_15: ClauseId = "NYUZI-LANG-15";
    /// __builtin_convertvector converts each lane's value, by the signedness of its type.
    pub const LANG_16: ClauseId = "NYUZI-LANG-16";
    /// A comparison of two vectors has a vector as its result, which moves under a mask build.
    pub const LANG_17: ClauseId = "NYUZI-LANG-17";
    /// Builtins give the comparison of the processor, a mask of one bit for each lane in a scalar; f in their name is for floats, i for integers. One example stores the result as 32 bits: the upper 16 are zero since the type is an unsigned short. That they and the order of the bits are open predicts nothing beyond the order, which is asked at NYUZI-LANG-19.
    pub const LANG_18: ClauseId = "NYUZI-LANG-18";
    /// __builtin_nyuzi_vector_mixi and its sister for floats take a mask and two vectors: where one of the low 16 bits is 1 the lane comes from the first vector, where it is 0 from the second.
    pub const LANG_19: ClauseId = "NYUZI-LANG-19";
    /// The mix builtins need not become instructions of their own.
    pub const LANG_20: ClauseId = "NYUZI-LANG-20";
    /// __builtin_nyuzi_shufflei and its sister for floats take a vector and a vector of indices: each lane of the result is the lane that its index names, 0 to 15. Indices beyond are left alone: that their low 4 bits count or nothing does is not said.
    pub const LANG_21: ClauseId = "NYUZI-LANG-21";
    /// For constant indices __builtin_shufflevector serves, also with lanes of two vectors.
    pub const LANG_22: ClauseId = "NYUZI-LANG-22";
    /// Scalar loops are not vectorised.
    pub const LANG_23: ClauseId = "NYUZI-LANG-23";
    /// __builtin_nyuzi_read_control_reg takes the index of a control register and gives its value, __builtin_nyuzi_write_control_reg takes an index and a value. Indices are constants in our programs; whether others are taken or refused is not said.
    pub const LANG_24: ClauseId = "NYUZI-LANG-24";
    /// The gather loads take a vector of pointers and give a vector of the words to which they point, lane by lane. The ones for floats are printed with a result of int lanes.
    pub const LANG_25: ClauseId = "NYUZI-LANG-25";
    /// The masked gather loads fetch only the lanes whose bit is 1; what the other lanes of the result hold is undefined.
    pub const LANG_26: ClauseId = "NYUZI-LANG-26";
    /// The scatter stores are the opposite of the gather loads. The unmasked one for floats is printed with a value of int lanes. What two lanes with one address store is left open.
    pub const LANG_27: ClauseId = "NYUZI-LANG-27";
    /// The masked block stores write the lanes whose bit is 1 to a vector in memory and leave its other lanes alone; that these are undefined predicts nothing. The destination is a vector object, and aligned as one.
    pub const LANG_28: ClauseId = "NYUZI-LANG-28";
    /// The comparisons ugt, uge, ult and ule of unsigned lanes, and eq and ne of int lanes, give an unsigned short with one bit for each lane.
    pub const LANG_29: ClauseId = "NYUZI-LANG-29";
    /// The comparisons sgt, sge, slt and sle of signed lanes give such a mask.
    pub const LANG_30: ClauseId = "NYUZI-LANG-30";
    /// The comparisons gt, ge, lt, le, eq and ne of float lanes give such a mask. A lane that is no number compares as in C: 0, but 1 for ne; that this is open predicts nothing.
    pub const LANG_31: ClauseId = "NYUZI-LANG-31";
    /// Whether plain char is signed.
    pub const S01: ClauseId = "NYUZI-S01";
    /// No alignment of a scalar type is given. It is the size; whether more than 4 is ever needed is the question of NYUZI-TYPE-05.
    pub const S02: ClauseId = "NYUZI-S02";
    /// _Bool, enumerations, wchar_t, size_t, ptrdiff_t, long double, va_list and half have no row in the table. Taken as: _Bool one byte, size_t and ptrdiff_t one word, half two bytes where there is one; long double has its question at NYUZI-TYPE-09. That nothing is known of them predicts nothing.
    pub const S03: ClauseId = "NYUZI-S03";
    /// Whether the mask of a comparison has a type of its own: 16 bits in a scalar register or a vector.
    pub const S04: ClauseId = "NYUZI-S04";
    /// Nothing is said of structures, unions, arrays and bit-fields but what vectors need. They are laid out as in the System V interfaces (R1): members in order, each at the next multiple of its alignment, the record aligned as its most aligned member, its size a multiple of that, arrays without gaps, bit-fields from bit 0 up; an array of no elements aligns its record as any array does. Attributes mean what their inventor, GCC, documents. That all is open predicts nothing.
    pub const S05: ClauseId = "NYUZI-S05";
    /// Nothing is said of initial values, of floating-point state and of control registers across calls: not kept or preserved.
    pub const S06: ClauseId = "NYUZI-S06";
    /// Which registers carry arguments is not said, but s0 and s1 are named beside results in memory: from s0 and v0 upwards. Other numbers predict nothing unless they are named.
    pub const S07: ClauseId = "NYUZI-S07";
    /// Nothing is said of the bits above a narrow integer argument.
    pub const S08: ClauseId = "NYUZI-S08";
    /// Nothing is said of how structures and unions are passed. By address (R1) covers both a copy and the caller's own object: they differ in who may write it, which is asked at NYUZI-S10.
    pub const S09: ClauseId = "NYUZI-S09";
    /// Who may write an aggregate that is passed by address, how it is aligned, and who may write the stack slots of arguments.
    pub const S10: ClauseId = "NYUZI-S10";
    /// How far the first stack argument is from the stack pointer at entry, and what the area of all of them measures. With a stack pointer that is a multiple of 64 the area is rounded up to that, and nobody owns the rest. Another distance predicts nothing unless it is named.
    pub const S11: ClauseId = "NYUZI-S11";
    /// Whether an argument without bytes travels at all.
    pub const S12: ClauseId = "NYUZI-S12";
    /// Nothing is said of masks, which are unsigned shorts in C, of integers of 128 bits, which no compiler here has, and of complex types, be their parts floating or integers. In memory the real part of a complex number comes first.
    pub const S13: ClauseId = "NYUZI-S13";
    /// Nothing is said of results that are no structures. A scalar is in s0, a 64-bit value in s0 and s1 with its low word in s0 as NYUZI-ARG-03 has it, a vector in v0. That this is open predicts nothing.
    pub const S14: ClauseId = "NYUZI-S14";
    /// Nothing is said of the bits above a narrow integer result.
    pub const S15: ClauseId = "NYUZI-S15";
    /// Whether s0 holds the address of a result in memory at return, and whether the room for the result may be something that the callee can reach otherwise. The first is a question of NYUZI-RET-01, the second of NYUZI-RET-03.
    pub const S16: ClauseId = "NYUZI-S16";
    /// Nothing is said of promotions, which are those of C (a float becomes a double without change), and of the places of such arguments. They ascend from the first place for stack arguments in their order, whatever the order of others, or va_arg could not find them. A function without a prototype is called as if it had one.
    pub const S17: ClauseId = "NYUZI-S17";
    /// What a va_list is: one pointer, or a structure.
    pub const S18: ClauseId = "NYUZI-S18";
    /// That the stack grows downwards, and that the stack pointer is the address of the lowest byte in use, only shows in the example of a disassembled function.
    pub const S19: ClauseId = "NYUZI-S19";
    /// Layout of a frame, order of saved registers, limits of the stack and the initial stack pointer: the compiler's and the start-up code's choice, or as in the example of a disassembled function.
    pub const S20: ClauseId = "NYUZI-S20";
    /// Indirect calls, tail calls, and who sets up gp where a module is entered: no tail calls and one gp for a program, or tail calls.
    pub const S21: ClauseId = "NYUZI-S21";
    /// Names and conventions of helpers for 64-bit and other arithmetic, and of calls to copy memory: those of the compiler's runtime library, or unknown.
    pub const S22: ClauseId = "NYUZI-S22";
    /// ELF class, byte order, flags, form of relocations, overflow, section names and symbol prefix: ELF of 32 bits, little-endian, with addends beside the relocations and names as in C. A file of another form has nothing that could be linked; that nothing is known predicts nothing. What is checked is that a function is a global symbol in a section of code, and that relocations are those of the table, or 0 for none; and that a linker takes no others and does nothing but what their formulae have.
    pub const S23: ClauseId = "NYUZI-S23";
    /// Register numbers of DWARF, and unwinding: s0 to s31 as 0 to 31 and v0 to v31 as 32 to 63, or none.
    pub const S24: ClauseId = "NYUZI-S24";
    /// Nothing is said of the memory map, reserved addresses, stacks of threads and devices, which are the runtime library's choice or fixed somewhere else. A function writes outside the stack only what its C text has it write: objects that it names, and those whose addresses it was given to write. No reading that permits more would leave a correct program correct.
    pub const S25: ClauseId = "NYUZI-S25";
    /// Names, classes and virtual functions of C++: those of the Itanium interface, or unknown.
    pub const S26: ClauseId = "NYUZI-S26";
    /// But for a few examples nothing is said of how instructions are written and encoded. Encodings and spellings are those of LLVM for the Nyuzi, as the reference emulator decodes them; an instruction that holds another number than is written is not the one that is written, and a symbol stands only where a relocation of the document can put its value.
    pub const S27: ClauseId = "NYUZI-S27";
    /// Nothing is said of the _Atomic types of C. They are as large and as aligned as the types without that qualifier, and travel as these do, but that the extension of a narrow one is asked for.
    pub const S28: ClauseId = "NYUZI-S28";
    /// Nothing is said of a typedef that gives an arithmetic type an alignment of its own, higher or lower than the type's. Objects and members of it are aligned so, except in a packed structure, and are as large as the type is, and a result of it is returned as one of the type is. Registers are given away by size alone, so that only the stack can show whether such an alignment counts there, up to 64.
    pub const S29: ClauseId = "NYUZI-S29";
}
