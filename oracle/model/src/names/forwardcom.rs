//! Clauses and readings of Standardization of ABI and software ecosystem (chapter of the ForwardCom manual, Agner Fog, revision 153 of the sources), by name.
//!
//! Generated from `oracle/clauses/forwardcom.toml`; see [`crate::names`].

use super::{Question, Reading};

/// How large is `long`? (FORWARDCOM-TYPE-02 `long`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LongSize {
    /// R2: long has 8 bytes, as pointers have.
    Eight = 2,
    /// R3: long has 4 bytes.
    Four = 3,
}

impl Reading for LongSize {
    const QUESTION: Question = Question { clause: clause::TYPE_02, name: "long" };
    const ALL: &'static [LongSize] = &[LongSize::Eight, LongSize::Four];
    const FIRST: LongSize = LongSize::Eight;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How large is a truth value? (FORWARDCOM-TYPE-14)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BoolSize {
    /// R1: _Bool has 1 byte.
    One = 1,
    /// R2: _Bool has the size of int, 4 bytes.
    Four = 2,
}

impl Reading for BoolSize {
    const QUESTION: Question = Question { clause: clause::TYPE_14, name: "" };
    const ALL: &'static [BoolSize] = &[BoolSize::One, BoolSize::Four];
    const FIRST: BoolSize = BoolSize::One;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How is an aggregate of up to 8 bytes aligned? (FORWARDCOM-LAYOUT-01 `composites`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SmallCompositeAlign {
    /// R1: a record or complex value of up to 8 bytes is aligned as what is in it.
    AsMembers = 1,
    /// R3: one of 2, 4 or 8 bytes is aligned to its size.
    Size = 3,
}

impl Reading for SmallCompositeAlign {
    const QUESTION: Question = Question { clause: clause::LAYOUT_01, name: "composites" };
    const ALL: &'static [SmallCompositeAlign] = &[SmallCompositeAlign::AsMembers, SmallCompositeAlign::Size];
    const FIRST: SmallCompositeAlign = SmallCompositeAlign::AsMembers;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Which arrays are aligned to 8? (FORWARDCOM-LAYOUT-02)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArrayAlign {
    /// R1: every array, inside a record as well.
    EveryArray = 1,
    /// R2: only an array that stands by itself: a member is aligned as its elements are.
    LoneArraysOnly = 2,
}

impl Reading for ArrayAlign {
    const QUESTION: Question = Question { clause: clause::LAYOUT_02, name: "" };
    const ALL: &'static [ArrayAlign] = &[ArrayAlign::EveryArray, ArrayAlign::LoneArraysOnly];
    const FIRST: ArrayAlign = ArrayAlign::EveryArray;

    fn number(self) -> u8 {
        self as u8
    }
}

/// May a vector register be longer than its value? (FORWARDCOM-ARG-04 `length`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VectorRegisterLength {
    /// R1: the register is as long as the value.
    AsValue = 1,
    /// R2: it may be longer, and what is above the value does not count.
    AtLeastValue = 2,
}

impl Reading for VectorRegisterLength {
    const QUESTION: Question = Question { clause: clause::ARG_04, name: "length" };
    const ALL: &'static [VectorRegisterLength] = &[VectorRegisterLength::AsValue, VectorRegisterLength::AtLeastValue];
    const FIRST: VectorRegisterLength = VectorRegisterLength::AsValue;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How does a tuple of one integer travel? (FORWARDCOM-ARG-08 `one`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SingleIntegerTuple {
    /// R1: each simple tuple is.
    VectorRegister = 1,
    /// R2: one that has a single integer inside is in a general register, as that would be.
    GeneralRegister = 2,
}

impl Reading for SingleIntegerTuple {
    const QUESTION: Question = Question { clause: clause::ARG_08, name: "one" };
    const ALL: &'static [SingleIntegerTuple] = &[SingleIntegerTuple::VectorRegister, SingleIntegerTuple::GeneralRegister];
    const FIRST: SingleIntegerTuple = SingleIntegerTuple::VectorRegister;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does a record inside count by what is inside it? (FORWARDCOM-ARG-09 `nested`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NestedRecord {
    /// R1: a record inside a record counts by what is inside that.
    ByMembers = 1,
    /// R2: a record inside a record makes the outer one no tuple.
    NoTuple = 2,
}

impl Reading for NestedRecord {
    const QUESTION: Question = Question { clause: clause::ARG_09, name: "nested" };
    const ALL: &'static [NestedRecord] = &[NestedRecord::ByMembers, NestedRecord::NoTuple];
    const FIRST: NestedRecord = NestedRecord::ByMembers;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does a bit-field count as its declared type? (FORWARDCOM-ARG-09 `bit-fields`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BitFieldInTuple {
    /// R3: a bit-field counts as its declared type.
    AsDeclaredType = 3,
    /// R4: a record with a bit-field is no tuple.
    NoTuple = 4,
}

impl Reading for BitFieldInTuple {
    const QUESTION: Question = Question { clause: clause::ARG_09, name: "bit-fields" };
    const ALL: &'static [BitFieldInTuple] = &[BitFieldInTuple::AsDeclaredType, BitFieldInTuple::NoTuple];
    const FIRST: BitFieldInTuple = BitFieldInTuple::AsDeclaredType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does padding make a difference? (FORWARDCOM-ARG-09 `padding`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaddedTuple {
    /// R5: padding makes no difference.
    NoDifference = 5,
    /// R6: a record with padding is no tuple.
    NoTuple = 6,
}

impl Reading for PaddedTuple {
    const QUESTION: Question = Question { clause: clause::ARG_09, name: "padding" };
    const ALL: &'static [PaddedTuple] = &[PaddedTuple::NoDifference, PaddedTuple::NoTuple];
    const FIRST: PaddedTuple = PaddedTuple::NoDifference;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does an array of no elements make a difference? (FORWARDCOM-ARG-09 `zero`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ZeroArrayInTuple {
    /// R7: an array of no elements makes no difference.
    NoDifference = 7,
    /// R8: a record with an array of no elements is no tuple.
    NoTuple = 8,
}

impl Reading for ZeroArrayInTuple {
    const QUESTION: Question = Question { clause: clause::ARG_09, name: "zero" };
    const ALL: &'static [ZeroArrayInTuple] = &[ZeroArrayInTuple::NoDifference, ZeroArrayInTuple::NoTuple];
    const FIRST: ZeroArrayInTuple = ZeroArrayInTuple::NoDifference;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What may have 16 bytes, a union or its first member? (FORWARDCOM-ARG-10 `limit`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnionLimit {
    /// R3: the 16 bytes are those of the whole union.
    WholeUnion = 3,
    /// R4: the 16 bytes are those of its first member, and the union is in a register as long as one holds it.
    FirstMember = 4,
}

impl Reading for UnionLimit {
    const QUESTION: Question = Question { clause: clause::ARG_10, name: "limit" };
    const ALL: &'static [UnionLimit] = &[UnionLimit::WholeUnion, UnionLimit::FirstMember];
    const FIRST: UnionLimit = UnionLimit::WholeUnion;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How does a record of a pointer travel? (FORWARDCOM-ARG-12 `pointers`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PointerRecord {
    /// R2: a record of pointers travels by its address.
    ByAddress = 2,
    /// R3: a record with a single pointer in it is in a general register, as the pointer would be.
    SingleInGeneralRegister = 3,
}

impl Reading for PointerRecord {
    const QUESTION: Question = Question { clause: clause::ARG_12, name: "pointers" };
    const ALL: &'static [PointerRecord] = &[PointerRecord::ByAddress, PointerRecord::SingleInGeneralRegister];
    const FIRST: PointerRecord = PointerRecord::ByAddress;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is there a list where nothing is in it? (FORWARDCOM-ARG-19 `empty`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmptyList {
    /// R3: the address of a list is passed to a function that takes unnamed arguments, though nothing is in it.
    AddressPassed = 3,
    /// R4: without unnamed arguments there is no list, and its register holds anything.
    NoList = 4,
}

impl Reading for EmptyList {
    const QUESTION: Question = Question { clause: clause::ARG_19, name: "empty" };
    const ALL: &'static [EmptyList] = &[EmptyList::AddressPassed, EmptyList::NoList];
    const FIRST: EmptyList = EmptyList::AddressPassed;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Which register holds the address of the list? (FORWARDCOM-ARG-20 `next`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ListRegister {
    /// R1: behind all those of the whole function.
    BehindAll = 1,
    /// R2: behind those that come before the first argument that is in the list.
    BehindThoseBefore = 2,
}

impl Reading for ListRegister {
    const QUESTION: Question = Question { clause: clause::ARG_20, name: "next" };
    const ALL: &'static [ListRegister] = &[ListRegister::BehindAll, ListRegister::BehindThoseBefore];
    const FIRST: ListRegister = ListRegister::BehindAll;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What is above a narrow value in the list? (FORWARDCOM-ARG-24 `rest`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ListUpperBits {
    /// R1: above a narrow value is what would be there in a register.
    LikeRegister = 1,
    /// R2: above a narrow value is anything.
    Unspecified = 2,
}

impl Reading for ListUpperBits {
    const QUESTION: Question = Question { clause: clause::ARG_24, name: "rest" };
    const ALL: &'static [ListUpperBits] = &[ListUpperBits::LikeRegister, ListUpperBits::Unspecified];
    const FIRST: ListUpperBits = ListUpperBits::LikeRegister;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How is a tuple of more than 8 bytes in the list? (FORWARDCOM-ARG-27 `tuples`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LongTupleInList {
    /// R1: a simple tuple of 9 to 16 bytes is such a vector.
    Vector = 1,
    /// R2: a simple tuple of 9 to 16 bytes is one entry with an address.
    ByAddress = 2,
}

impl Reading for LongTupleInList {
    const QUESTION: Question = Question { clause: clause::ARG_27, name: "tuples" };
    const ALL: &'static [LongTupleInList] = &[LongTupleInList::Vector, LongTupleInList::ByAddress];
    const FIRST: LongTupleInList = LongTupleInList::Vector;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How is a vector in the list that fits no register? (FORWARDCOM-ARG-27 `long`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LongVectorInList {
    /// R4: a vector of a fixed size of more than 16 bytes, which fits no register, is one entry with an address.
    ByAddress = 4,
    /// R3: it is two entries.
    TwoEntries = 3,
}

impl Reading for LongVectorInList {
    const QUESTION: Question = Question { clause: clause::ARG_27, name: "long" };
    const ALL: &'static [LongVectorInList] = &[LongVectorInList::ByAddress, LongVectorInList::TwoEntries];
    const FIRST: LongVectorInList = LongVectorInList::ByAddress;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Are two results of one type a tuple? (FORWARDCOM-RET-02)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TwoResults {
    /// R1: two results of one type are a tuple.
    SameTypeTuple = 1,
    /// R2: two results that fit a register each are in two registers, whatever their types.
    TwoRegisters = 2,
}

impl Reading for TwoResults {
    const QUESTION: Question = Question { clause: clause::RET_02, name: "" };
    const ALL: &'static [TwoResults] = &[TwoResults::SameTypeTuple, TwoResults::TwoRegisters];
    const FIRST: TwoResults = TwoResults::SameTypeTuple;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is a structure of two members two results? (FORWARDCOM-RET-03 `structure`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TwoMemberStructure {
    /// R4: a structure is one result, and only languages with two results have two.
    OneResult = 4,
    /// R3: a structure of two members that is no tuple is two results.
    TwoResults = 3,
}

impl Reading for TwoMemberStructure {
    const QUESTION: Question = Question { clause: clause::RET_03, name: "structure" };
    const ALL: &'static [TwoMemberStructure] = &[TwoMemberStructure::OneResult, TwoMemberStructure::TwoResults];
    const FIRST: TwoMemberStructure = TwoMemberStructure::OneResult;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does a linker do about a function that changes more than a reference expects? (FORWARDCOM-OBJ-07)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RegisterUseDiscrepancy {
    /// R1: it is an error, and there is no program.
    Error = 1,
    /// R2: it is a warning, and the program is written.
    Warning = 2,
}

impl Reading for RegisterUseDiscrepancy {
    const QUESTION: Question = Question { clause: clause::OBJ_07, name: "" };
    const ALL: &'static [RegisterUseDiscrepancy] = &[RegisterUseDiscrepancy::Error, RegisterUseDiscrepancy::Warning];
    const FIRST: RegisterUseDiscrepancy = RegisterUseDiscrepancy::Error;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is plain `char` signed? (FORWARDCOM-S01 `char`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CharSign {
    /// R3: plain char is signed.
    Signed = 3,
    /// R4: plain char is unsigned.
    Unsigned = 4,
}

impl Reading for CharSign {
    const QUESTION: Question = Question { clause: clause::S01, name: "char" };
    const ALL: &'static [CharSign] = &[CharSign::Signed, CharSign::Unsigned];
    const FIRST: CharSign = CharSign::Signed;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How large is an enumeration? (FORWARDCOM-S01 `enum`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EnumSize {
    /// R5: an enumeration has at least the size of int.
    IntAtLeast = 5,
    /// R6: an enumeration has the fewest bytes that hold its constants.
    AsNeeded = 6,
}

impl Reading for EnumSize {
    const QUESTION: Question = Question { clause: clause::S01, name: "enum" };
    const ALL: &'static [EnumSize] = &[EnumSize::IntAtLeast, EnumSize::AsNeeded];
    const FIRST: EnumSize = EnumSize::IntAtLeast;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What is `wchar_t`? (FORWARDCOM-S01 `wchar`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WideChar {
    /// R7: wchar_t is a signed integer of 4 bytes.
    SignedFour = 7,
    /// R8: wchar_t is an unsigned integer of 4 bytes.
    UnsignedFour = 8,
    /// R9: wchar_t is an unsigned integer of 2 bytes.
    UnsignedTwo = 9,
}

impl Reading for WideChar {
    const QUESTION: Question = Question { clause: clause::S01, name: "wchar" };
    const ALL: &'static [WideChar] = &[WideChar::SignedFour, WideChar::UnsignedFour, WideChar::UnsignedTwo];
    const FIRST: WideChar = WideChar::SignedFour;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How are bit-fields placed? (FORWARDCOM-S03 `bit-fields`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BitFieldPlacement {
    /// R1: a bit-field lies within its declared type, which aligns the record if the bit-field has a name.
    WithinDeclaredType = 1,
    /// R3: an unnamed bit-field aligns its record as well.
    WithinDeclaredTypeUnnamedAlign = 3,
    /// R4: bit-fields follow each other without gaps.
    WithoutGaps = 4,
}

impl Reading for BitFieldPlacement {
    const QUESTION: Question = Question { clause: clause::S03, name: "bit-fields" };
    const ALL: &'static [BitFieldPlacement] = &[BitFieldPlacement::WithinDeclaredType, BitFieldPlacement::WithinDeclaredTypeUnnamedAlign, BitFieldPlacement::WithoutGaps];
    const FIRST: BitFieldPlacement = BitFieldPlacement::WithinDeclaredType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Are bit-fields signed whose type does not say so? (FORWARDCOM-S03 `sign`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlainBitFieldSign {
    /// R5: a bit-field of a plain type has the sign of that type.
    AsType = 5,
    /// R6: a bit-field of a plain type has none.
    Unsigned = 6,
}

impl Reading for PlainBitFieldSign {
    const QUESTION: Question = Question { clause: clause::S03, name: "sign" };
    const ALL: &'static [PlainBitFieldSign] = &[PlainBitFieldSign::AsType, PlainBitFieldSign::Unsigned];
    const FIRST: PlainBitFieldSign = PlainBitFieldSign::AsType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How large is an empty record? (FORWARDCOM-S03 `empty`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmptyRecordSize {
    /// R7: an empty record has no bytes.
    Zero = 7,
    /// R8: an empty record has as many bytes as it is aligned to.
    Alignment = 8,
}

impl Reading for EmptyRecordSize {
    const QUESTION: Question = Question { clause: clause::S03, name: "empty" };
    const ALL: &'static [EmptyRecordSize] = &[EmptyRecordSize::Zero, EmptyRecordSize::Alignment];
    const FIRST: EmptyRecordSize = EmptyRecordSize::Zero;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How is a larger record aligned? (FORWARDCOM-S04 `records`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LargeRecordAlign {
    /// R1: a record is aligned as its most aligned member.
    MostAlignedMember = 1,
    /// R2: a record of more than 8 bytes is aligned to 8 at least.
    EightAtLeast = 2,
}

impl Reading for LargeRecordAlign {
    const QUESTION: Question = Question { clause: clause::S04, name: "records" };
    const ALL: &'static [LargeRecordAlign] = &[LargeRecordAlign::MostAlignedMember, LargeRecordAlign::EightAtLeast];
    const FIRST: LargeRecordAlign = LargeRecordAlign::MostAlignedMember;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How is a larger vector aligned? (FORWARDCOM-S04 `vectors`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LargeVectorAlign {
    /// R3: a vector of more than 8 bytes is aligned as its lanes are.
    Lane = 3,
    /// R4: a vector of more than 8 bytes is aligned to its size.
    Size = 4,
    /// R5: a vector of more than 8 bytes is aligned to 8.
    Eight = 5,
}

impl Reading for LargeVectorAlign {
    const QUESTION: Question = Question { clause: clause::S04, name: "vectors" };
    const ALL: &'static [LargeVectorAlign] = &[LargeVectorAlign::Lane, LargeVectorAlign::Size, LargeVectorAlign::Eight];
    const FIRST: LargeVectorAlign = LargeVectorAlign::Lane;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What is above a narrow integer? (FORWARDCOM-S08)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NarrowInteger {
    /// R1: they are anything.
    Unspecified = 1,
    /// R2: they are zero.
    Zero = 2,
    /// R3: they are copies of its sign, or zero where it has none.
    SignExtended = 3,
}

impl Reading for NarrowInteger {
    const QUESTION: Question = Question { clause: clause::S08, name: "" };
    const ALL: &'static [NarrowInteger] = &[NarrowInteger::Unspecified, NarrowInteger::Zero, NarrowInteger::SignExtended];
    const FIRST: NarrowInteger = NarrowInteger::Unspecified;

    fn number(self) -> u8 {
        self as u8
    }
}

/// When does an address take its register? (FORWARDCOM-S10)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AddressRegister {
    /// R1: it does.
    InTurn = 1,
    /// R2: addresses of such arguments come behind all others for general registers.
    BehindOthers = 2,
}

impl Reading for AddressRegister {
    const QUESTION: Question = Question { clause: clause::S10, name: "" };
    const ALL: &'static [AddressRegister] = &[AddressRegister::InTurn, AddressRegister::BehindOthers];
    const FIRST: AddressRegister = AddressRegister::InTurn;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Who may write what travels by address? (FORWARDCOM-S11)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ByAddressOwner {
    /// R1: the called function may write it.
    Callee = 1,
    /// R2: it may only read it, and the caller need not make a copy.
    Caller = 2,
}

impl Reading for ByAddressOwner {
    const QUESTION: Question = Question { clause: clause::S11, name: "" };
    const ALL: &'static [ByAddressOwner] = &[ByAddressOwner::Callee, ByAddressOwner::Caller];
    const FIRST: ByAddressOwner = ByAddressOwner::Callee;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How does an empty record travel? (FORWARDCOM-S13)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmptyArgument {
    /// R1: they do not travel.
    NotPassed = 1,
    /// R2: an empty record is a tuple of nothing, in a vector register without bytes.
    EmptyTuple = 2,
    /// R3: an empty record travels by its address.
    ByAddress = 3,
}

impl Reading for EmptyArgument {
    const QUESTION: Question = Question { clause: clause::S13, name: "" };
    const ALL: &'static [EmptyArgument] = &[EmptyArgument::NotPassed, EmptyArgument::EmptyTuple, EmptyArgument::ByAddress];
    const FIRST: EmptyArgument = EmptyArgument::NotPassed;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is anything below the stack pointer used? (FORWARDCOM-S19 `below`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BelowStackPointer {
    /// R3: nothing below the stack pointer is used.
    Unused = 3,
    /// R4: a function may keep something below it, as the chapter on object files allows.
    Used = 4,
}

impl Reading for BelowStackPointer {
    const QUESTION: Question = Question { clause: clause::S19, name: "below" };
    const ALL: &'static [BelowStackPointer] = &[BelowStackPointer::Unused, BelowStackPointer::Used];
    const FIRST: BelowStackPointer = BelowStackPointer::Unused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does an assembler do with data that do not fit? (FORWARDCOM-S27 `data`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssemblerDataOverflow {
    /// R1: data that do not fit are refused.
    Refused = 1,
    /// R2: their low bits are stored.
    LowBitsStored = 2,
}

impl Reading for AssemblerDataOverflow {
    const QUESTION: Question = Question { clause: clause::S27, name: "data" };
    const ALL: &'static [AssemblerDataOverflow] = &[AssemblerDataOverflow::Refused, AssemblerDataOverflow::LowBitsStored];
    const FIRST: AssemblerDataOverflow = AssemblerDataOverflow::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does an assembler do with an offset that does not fit? (FORWARDCOM-S27 `offsets`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssemblerOffsetOverflow {
    /// R3: the offset of an address that does not fit in 32 bits is refused.
    Refused = 3,
    /// R4: its low 32 bits are taken.
    LowBitsStored = 4,
}

impl Reading for AssemblerOffsetOverflow {
    const QUESTION: Question = Question { clause: clause::S27, name: "offsets" };
    const ALL: &'static [AssemblerOffsetOverflow] = &[AssemblerOffsetOverflow::Refused, AssemblerOffsetOverflow::LowBitsStored];
    const FIRST: AssemblerOffsetOverflow = AssemblerOffsetOverflow::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is an _Atomic member of another type than one that is not atomic? (FORWARDCOM-S28 `tuple`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AtomicInTuple {
    /// R1: it counts as its type without the qualifier, so that both make one tuple.
    AsType = 1,
    /// R2: it is of another type, so that a record of both is no tuple.
    AnotherType = 2,
}

impl Reading for AtomicInTuple {
    const QUESTION: Question = Question { clause: clause::S28, name: "tuple" };
    const ALL: &'static [AtomicInTuple] = &[AtomicInTuple::AsType, AtomicInTuple::AnotherType];
    const FIRST: AtomicInTuple = AtomicInTuple::AsType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Ids of all clauses.
pub mod clause {
    use crate::plan::ClauseId;

    /// Data in memory have their lowest byte at the lowest address.
    pub const TYPE_01: ClauseId = "FORWARDCOM-TYPE-01";
    /// There are integers of 8, 16, 32 and 64 bits, with a sign and without one; 128 bits are optional. Which type of C is which is not said: char, short, int and long long are taken to be the four.
    pub const TYPE_02: ClauseId = "FORWARDCOM-TYPE-02";
    /// A negative integer is stored in two's complement.
    pub const TYPE_03: ClauseId = "FORWARDCOM-TYPE-03";
    /// An integer operation whose result does not fit wraps around, unless the instruction saturates. Whether a language has to define it or the processor merely does it is open; what comes out of an operation that is carried out is the same.
    pub const TYPE_04: ClauseId = "FORWARDCOM-TYPE-04";
    /// Floating numbers are of 16, 32 and 64 bits: half, float and double. long double, of which nothing is said, is taken for a double.
    pub const TYPE_05: ClauseId = "FORWARDCOM-TYPE-05";
    /// Floating numbers of 128 bits are optional.
    pub const TYPE_06: ClauseId = "FORWARDCOM-TYPE-06";
    /// Floating numbers have the binary interchange formats of IEEE 754.
    pub const TYPE_07: ClauseId = "FORWARDCOM-TYPE-07";
    /// Subnormal numbers of half precision are supported.
    pub const TYPE_08: ClauseId = "FORWARDCOM-TYPE-08";
    /// Subnormal numbers of other precisions may be taken for zero.
    pub const TYPE_09: ClauseId = "FORWARDCOM-TYPE-09";
    /// An error in a floating operation shows as a NaN in its result and need not trap.
    pub const TYPE_10: ClauseId = "FORWARDCOM-TYPE-10";
    /// A signalling NaN need not trap.
    pub const TYPE_11: ClauseId = "FORWARDCOM-TYPE-11";
    /// What a NaN carries in its payload comes through the operations that it goes through.
    pub const TYPE_12: ClauseId = "FORWARDCOM-TYPE-12";
    /// Of two NaNs with different payloads in one operation the higher payload comes through. Compared as numbers without sign and quiet bit or as whole fractions: two quiet NaNs have the same order either way.
    pub const TYPE_13: ClauseId = "FORWARDCOM-TYPE-13";
    /// A truth value is stored as an integer of 8 bits at least.
    pub const TYPE_14: ClauseId = "FORWARDCOM-TYPE-14";
    /// False is stored as 0 and true as 1. That whoever makes a truth value stores exactly these hurts nobody, as the other bits are ignored (FORWARDCOM-TYPE-16); so only the lowest bit is compared.
    pub const TYPE_15: ClauseId = "FORWARDCOM-TYPE-15";
    /// Code that gets a truth value looks at its lowest bit only.
    pub const TYPE_16: ClauseId = "FORWARDCOM-TYPE-16";
    /// The logical operators need a branch only where the right operand has an effect of its own.
    pub const TYPE_17: ClauseId = "FORWARDCOM-TYPE-17";
    /// Text for system functions and for functions that all languages can call is in UTF-8.
    pub const TYPE_18: ClauseId = "FORWARDCOM-TYPE-18";
    /// How long a string is, a zero at its end says, or a length beside it, or both.
    pub const TYPE_19: ClauseId = "FORWARDCOM-TYPE-19";
    /// What has no more than 8 bytes lies at a multiple of its size. It is taken to hold for members of records and for what a function keeps on its stack as well (R1); a packed record goes against it and is the programmer's doing. Whether a record of up to 8 bytes is such a variable as a whole is open.
    pub const LAYOUT_01: ClauseId = "FORWARDCOM-LAYOUT-01";
    /// An array of 8 bytes or more lies at a multiple of 8.
    pub const LAYOUT_02: ClauseId = "FORWARDCOM-LAYOUT-02";
    /// Large arrays may be aligned to more.
    pub const LAYOUT_03: ClauseId = "FORWARDCOM-LAYOUT-03";
    /// Of an array of arrays the last index counts fastest.
    pub const LAYOUT_04: ClauseId = "FORWARDCOM-LAYOUT-04";
    /// A vector of variable length cannot be a member of a record.
    pub const LAYOUT_05: ClauseId = "FORWARDCOM-LAYOUT-05";
    /// A vector of variable length cannot be a static or global object.
    pub const LAYOUT_06: ClauseId = "FORWARDCOM-LAYOUT-06";
    /// There are two methods for saving registers. The first one holds where nothing else is arranged.
    pub const REG_01: ClauseId = "FORWARDCOM-REG-01";
    /// A function preserves r16 to r31 and v16 to v31. r31 is among them as the stack pointer, which has rules of its own; a vector register is preserved with its length, and there is nothing above that.
    pub const REG_02: ClauseId = "FORWARDCOM-REG-02";
    /// A function may leave anything in r0 to r15 and v0 to v15.
    pub const REG_03: ClauseId = "FORWARDCOM-REG-03";
    /// A function that needs more registers saves those that it takes.
    pub const REG_04: ClauseId = "FORWARDCOM-REG-04";
    /// A function preserves system registers and special ones unless it is there to change them. The control register for numbers is the one that a program can write.
    pub const REG_05: ClauseId = "FORWARDCOM-REG-05";
    /// A vector register is saved and restored with whatever length it has.
    pub const REG_06: ClauseId = "FORWARDCOM-REG-06";
    /// A caller that knows which registers a function changes may keep values in all others across the call, so that a function changes no register that its object file does not list. That the list is only about more registers than r0 to r15 goes against FORWARDCOM-OBJ-04.
    pub const REG_07: ClauseId = "FORWARDCOM-REG-07";
    /// Within one compilation the compiler keeps account of registers itself.
    pub const REG_08: ClauseId = "FORWARDCOM-REG-08";
    /// A caller that knows nothing of a function goes by the first method.
    pub const REG_09: ClauseId = "FORWARDCOM-REG-09";
    /// For functions that call each other the first method is the easier one.
    pub const REG_10: ClauseId = "FORWARDCOM-REG-10";
    /// Low registers are taken before high ones.
    pub const REG_11: ClauseId = "FORWARDCOM-REG-11";
    /// r6 and v6 may be left to callers for masks.
    pub const REG_12: ClauseId = "FORWARDCOM-REG-12";
    /// The main function may change every register if its object file says so.
    pub const REG_13: ClauseId = "FORWARDCOM-REG-13";
    /// System functions keep to the first method.
    pub const REG_14: ClauseId = "FORWARDCOM-REG-14";
    /// The system tells which registers each system function uses.
    pub const REG_15: ClauseId = "FORWARDCOM-REG-15";
    /// Values that are not needed at the same time share a register.
    pub const REG_16: ClauseId = "FORWARDCOM-REG-16";
    /// Arguments travel in registers as far as there are some.
    pub const ARG_01: ClauseId = "FORWARDCOM-ARG-01";
    /// Integers of up to 64 bits, pointers and truth values are in general registers. What is above a narrow one is a question of its own (FORWARDCOM-S08). Integers of 128 bits have no type in the cases.
    pub const ARG_02: ClauseId = "FORWARDCOM-ARG-02";
    /// The length of a vector argument may vary from call to call.
    pub const ARG_03: ClauseId = "FORWARDCOM-ARG-03";
    /// Floating numbers, vectors of a fixed length of up to 16 bytes and vectors of variable length are in vector registers. A longer vector of fixed length fits no register and travels by its address.
    pub const ARG_04: ClauseId = "FORWARDCOM-ARG-04";
    /// The first 16 arguments for general registers are in r0 to r15, counted by themselves; that all arguments are counted together is ruled out by the rationale, which has 32 of them in registers.
    pub const ARG_05: ClauseId = "FORWARDCOM-ARG-05";
    /// The first 16 arguments for vector registers are in v0 to v15, counted by themselves.
    pub const ARG_06: ClauseId = "FORWARDCOM-ARG-06";
    /// A vector of variable length says in its register how long it is.
    pub const ARG_07: ClauseId = "FORWARDCOM-ARG-07";
    /// A simple tuple of up to 16 bytes is in a vector register, with integers in it as well.
    pub const ARG_08: ClauseId = "FORWARDCOM-ARG-08";
    /// A record is a simple tuple if all that it consists of has one type, which is no pointer. Arrays inside count by their elements, truth values and enumerations by their type; a complex number is a tuple of its two parts.
    pub const ARG_09: ClauseId = "FORWARDCOM-ARG-09";
    /// A union travels as a structure would that had its first member only. All its bytes travel: that no more than those of the first member do would lose what the others hold, and is not offered; a union whose first member holds nothing while another holds something travels by its address, for the same reason.
    pub const ARG_10: ClauseId = "FORWARDCOM-ARG-10";
    /// An argument that fits no register travels by the address of an object that its caller makes. Nothing in the cases is const, so that it is an object of its own.
    pub const ARG_11: ClauseId = "FORWARDCOM-ARG-11";
    /// These are records of different types and such of more than 16 bytes. Records of pointers are in neither list.
    pub const ARG_12: ClauseId = "FORWARDCOM-ARG-12";
    /// So do objects with a copy constructor or a destructor of their own.
    pub const ARG_13: ClauseId = "FORWARDCOM-ARG-13";
    /// So do objects with hidden contents, such as a table of virtual functions.
    pub const ARG_14: ClauseId = "FORWARDCOM-ARG-14";
    /// The caller calls copy constructors and destructors.
    pub const ARG_15: ClauseId = "FORWARDCOM-ARG-15";
    /// Arguments for which there is no register are in a list, anywhere in memory. Its entries are variables of 8 bytes, so that it is aligned to 8 (by FORWARDCOM-LAYOUT-01).
    pub const ARG_16: ClauseId = "FORWARDCOM-ARG-16";
    /// The address of the list is in a general register.
    pub const ARG_17: ClauseId = "FORWARDCOM-ARG-17";
    /// There is one list at most.
    pub const ARG_18: ClauseId = "FORWARDCOM-ARG-18";
    /// A list is used where there are more than 16 arguments of one of the two kinds, or where the function takes unnamed ones, and only then. Whether it is there where such a function is called without any is open.
    pub const ARG_19: ClauseId = "FORWARDCOM-ARG-19";
    /// With fewer than 16 arguments for general registers, the one behind theirs holds the list's address.
    pub const ARG_20: ClauseId = "FORWARDCOM-ARG-20";
    /// With 16 or more of them and a list for whatever reason, 15 are in r0 to r14, the list's address is in r15, and the others are in the list. Sixteen without need of a list are all in registers, sixteen named ones of a variadic function are not: the two do not contradict each other.
    pub const ARG_21: ClauseId = "FORWARDCOM-ARG-21";
    /// Of more than 16 arguments for vector registers the first 16 are in v0 to v15 and the others in the list.
    pub const ARG_22: ClauseId = "FORWARDCOM-ARG-22";
    /// The list is in the order of the function's definition, whatever its entries are.
    pub const ARG_23: ClauseId = "FORWARDCOM-ARG-23";
    /// An entry of the list has 8 bytes.
    pub const ARG_24: ClauseId = "FORWARDCOM-ARG-24";
    /// An argument for a general register takes one entry.
    pub const ARG_25: ClauseId = "FORWARDCOM-ARG-25";
    /// A vector of a fixed size of up to 8 bytes takes one entry, which is its value; floating numbers are such vectors. That float is passed as double among unnamed arguments is what C does before they are passed.
    pub const ARG_26: ClauseId = "FORWARDCOM-ARG-26";
    /// A vector of a fixed size of more than 8 bytes or of variable size takes two entries: its length in bytes, then the address of an array with what it holds.
    pub const ARG_27: ClauseId = "FORWARDCOM-ARG-27";
    /// What fits no register is an address in the list.
    pub const ARG_28: ClauseId = "FORWARDCOM-ARG-28";
    /// The list is the called function's: it may change what is not declared const.
    pub const ARG_29: ClauseId = "FORWARDCOM-ARG-29";
    /// So are arrays and objects whose addresses are in the list.
    pub const ARG_30: ClauseId = "FORWARDCOM-ARG-30";
    /// A caller may count on entries only where they are declared const. No parameter of the cases is: once it has been passed the harness destroys the whole list, and a second call has to write it again.
    pub const ARG_31: ClauseId = "FORWARDCOM-ARG-31";
    /// The list is where no other thread can change it.
    pub const ARG_32: ClauseId = "FORWARDCOM-ARG-32";
    /// The pointer to the object of a member function is in r0, or in r1 where r0 leads to the result. It is counted like any argument: not to count it leaves no register for the sixteenth other one.
    pub const ARG_33: ClauseId = "FORWARDCOM-ARG-33";
    /// A caller may use one list for several calls if its entries are const.
    pub const ARG_34: ClauseId = "FORWARDCOM-ARG-34";
    /// A single result is in r0 or v0, by the rules for arguments.
    pub const RET_01: ClauseId = "FORWARDCOM-RET-01";
    /// Several results of one type are a tuple in v0 where they have no more than 16 bytes.
    pub const RET_02: ClauseId = "FORWARDCOM-RET-02";
    /// Two results that fit a register each are in two of r0, r1, v0 and v1, by their kinds.
    pub const RET_03: ClauseId = "FORWARDCOM-RET-03";
    /// For any other result the caller has room, whose address travels in r0. It is counted like any argument: where r0 is taken, sixteen others have no place.
    pub const RET_04: ClauseId = "FORWARDCOM-RET-04";
    /// The function returns with that address in r0.
    pub const RET_05: ClauseId = "FORWARDCOM-RET-05";
    /// The called function calls the constructor of its result.
    pub const RET_06: ClauseId = "FORWARDCOM-RET-06";
    /// Unnamed arguments are in the list, wherever there are registers left; named ones have their registers first, as the rule on fewer than 16 arguments says. That a function with unnamed arguments has all in the list contradicts it.
    pub const VAR_01: ClauseId = "FORWARDCOM-VAR-01";
    /// Unnamed arguments are the last in the list.
    pub const VAR_02: ClauseId = "FORWARDCOM-VAR-02";
    /// A function can hand its list on to another one.
    pub const VAR_03: ClauseId = "FORWARDCOM-VAR-03";
    /// No argument has a fixed distance from the stack pointer: the address in the register is the only way to the list.
    pub const STACK_01: ClauseId = "FORWARDCOM-STACK-01";
    /// The convention does for a stack of return addresses of its own and for one common stack.
    pub const STACK_02: ClauseId = "FORWARDCOM-STACK-02";
    /// A function comes back properly even if caller and callee differ over the number of arguments: nobody takes any off the stack.
    pub const CALL_01: ClauseId = "FORWARDCOM-CALL-01";
    /// A function may end with a jump to another one, whatever the arguments.
    pub const CALL_02: ClauseId = "FORWARDCOM-CALL-02";
    /// What registers a function uses is said in its object file and not in some other file.
    pub const OBJ_01: ClauseId = "FORWARDCOM-OBJ-01";
    /// An object file tells for each function which registers it changes.
    pub const OBJ_02: ClauseId = "FORWARDCOM-OBJ-02";
    /// That are 64 bits: bit n for register rn, bit 32 and n for vn.
    pub const OBJ_03: ClauseId = "FORWARDCOM-OBJ-03";
    /// Registers of arguments and results are among them if they are changed.
    pub const OBJ_04: ClauseId = "FORWARDCOM-OBJ-04";
    /// A caller's bits have those of everything that it calls.
    pub const OBJ_05: ClauseId = "FORWARDCOM-OBJ-05";
    /// A reference to a function of another file tells which registers it is expected to change. It is seen by what a linker does about it.
    pub const OBJ_06: ClauseId = "FORWARDCOM-OBJ-06";
    /// The linker notices where a function changes more than was expected, and asks for a new compilation. What is expected where a reference does not say is what the first method lets a function change (FORWARDCOM-REG-09).
    pub const OBJ_07: ClauseId = "FORWARDCOM-OBJ-07";
    /// Functions that call each other have it in their object files as well.
    pub const OBJ_08: ClauseId = "FORWARDCOM-OBJ-08";
    /// Objects in a library say which registers they use.
    pub const OBJ_09: ClauseId = "FORWARDCOM-OBJ-09";
    /// A function is compiled before those that call it.
    pub const OBJ_10: ClauseId = "FORWARDCOM-OBJ-10";
    /// Code that was compiled without knowing may be compiled again.
    pub const OBJ_11: ClauseId = "FORWARDCOM-OBJ-11";
    /// A compiler of level 1 has no vectors of variable length; it may call a vector function with a scalar.
    pub const LANG_01: ClauseId = "FORWARDCOM-LANG-01";
    /// A compiler of level 2 calls vector functions and makes none.
    pub const LANG_02: ClauseId = "FORWARDCOM-LANG-02";
    /// A compiler of level 3 has types for vectors of variable length.
    pub const LANG_03: ClauseId = "FORWARDCOM-LANG-03";
    /// Operations on them can be written out, with masks and what to do where a mask is off.
    pub const LANG_04: ClauseId = "FORWARDCOM-LANG-04";
    /// A compiler may have relative pointers, and arithmetic on pointers to functions.
    pub const LANG_05: ClauseId = "FORWARDCOM-LANG-05";
    /// The difference of two pointers to functions counts words of code, of 4 bytes.
    pub const LANG_06: ClauseId = "FORWARDCOM-LANG-06";
    /// Without them such pointers are converted to integers and back.
    pub const LANG_07: ClauseId = "FORWARDCOM-LANG-07";
    /// A compiler may detect overflow by the methods of another chapter.
    pub const LANG_08: ClauseId = "FORWARDCOM-LANG-08";
    /// A compiler may check the bounds of arrays.
    pub const LANG_09: ClauseId = "FORWARDCOM-LANG-09";
    /// Each language needs a standard for tables of virtual functions, type information and pointers to members.
    pub const LANG_10: ClauseId = "FORWARDCOM-LANG-10";
    /// A pointer to a member is no larger than it has to be.
    pub const LANG_11: ClauseId = "FORWARDCOM-LANG-11";
    /// A pointer to a data member is the member's distance from the object.
    pub const LANG_12: ClauseId = "FORWARDCOM-LANG-12";
    /// A null pointer to a data member is -1.
    pub const LANG_13: ClauseId = "FORWARDCOM-LANG-13";
    /// Names of overloaded functions are made as GNU compilers make them from version 4 on.
    pub const LANG_14: ClauseId = "FORWARDCOM-LANG-14";
    /// They have additions for vectors of variable length.
    pub const LANG_15: ClauseId = "FORWARDCOM-LANG-15";
    /// A function with such a name may have its plain name as a weak one beside it. A linker takes both.
    pub const LANG_16: ClauseId = "FORWARDCOM-LANG-16";
    /// Names of C have an underscore in front, of functions and of objects.
    pub const LANG_17: ClauseId = "FORWARDCOM-LANG-17";
    /// There has to be one way to make such names.
    pub const LANG_18: ClauseId = "FORWARDCOM-LANG-18";
    /// The document has no names of C types: int is taken to have 4 bytes and pointers 8, which its registers suggest.
    pub const S01: ClauseId = "FORWARDCOM-S01";
    /// Half precision numbers and complex ones are not mentioned as arguments: a half travels as any floating number, a complex number of integers as one of reals. Decimal numbers and those of 128 bits are in no case.
    pub const S02: ClauseId = "FORWARDCOM-S02";
    /// Nothing is said of where the members of a record lie. They are taken to follow each other, each at its alignment, and a record to end at a multiple of its own.
    pub const S03: ClauseId = "FORWARDCOM-S03";
    /// Nothing is said of the alignment of what has more than 8 bytes and is no array.
    pub const S04: ClauseId = "FORWARDCOM-S04";
    /// Which register is the stack pointer is said in other chapters: r31.
    pub const S05: ClauseId = "FORWARDCOM-S05";
    /// That the length of a vector register is preserved with it is not said, but its contents cannot be without it.
    pub const S06: ClauseId = "FORWARDCOM-S06";
    /// Nothing is said of the rounding mode across a call beside that special registers are preserved. That it is free has nothing for it.
    pub const S07: ClauseId = "FORWARDCOM-S07";
    /// Nothing is said of the bits above a narrow integer in a register.
    pub const S08: ClauseId = "FORWARDCOM-S08";
    /// How long a register of vectors is that carries a value of fixed size is not said.
    pub const S09: ClauseId = "FORWARDCOM-S09";
    /// Whether an argument that travels by its address takes its register in the order of the arguments is not said.
    pub const S10: ClauseId = "FORWARDCOM-S10";
    /// Nothing is said of who may write an object whose address is in a register, nor how it is aligned: it is taken to be aligned as its type.
    pub const S11: ClauseId = "FORWARDCOM-S11";
    /// The alignment of the list and of the arrays that it leads to follows from what is said of variables and arrays.
    pub const S12: ClauseId = "FORWARDCOM-S12";
    /// Nothing is said of empty records.
    pub const S13: ClauseId = "FORWARDCOM-S13";
    /// Pointers to functions travel as pointers do. Closures, pointers to member functions and static chains are not mentioned.
    pub const S14: ClauseId = "FORWARDCOM-S14";
    /// A result of different types that would fit two registers is a question of FORWARDCOM-RET-03; functions with more than two results are in no case.
    pub const S15: ClauseId = "FORWARDCOM-S15";
    /// Whether the room for a result may overlap what the arguments lead to is not said.
    pub const S16: ClauseId = "FORWARDCOM-S16";
    /// Which promotions there are is not said: those of C have happened before.
    pub const S17: ClauseId = "FORWARDCOM-S17";
    /// What va_list is, is not said.
    pub const S18: ClauseId = "FORWARDCOM-S18";
    /// How the stack grows is said in other chapters: downwards, in words of 8 bytes. Of what is below its pointer nothing is said here.
    pub const S19: ClauseId = "FORWARDCOM-S19";
    /// How a function is called and where the return address is, is said in other chapters: on a stack of its own, which no function sees.
    pub const S20: ClauseId = "FORWARDCOM-S20";
    /// Exceptions and how a stack is unwound are announced and not described.
    pub const S21: ClauseId = "FORWARDCOM-S21";
    /// The form of object files and the numbers of relocations are in the vendor's header file for its tools. What a relocation stores, and that a value which does not fit or is not divisible is an error, is in its linker. That a weak function which is defined nowhere returns zero is in the manual, on its assembly language.
    pub const S22: ClauseId = "FORWARDCOM-S22";
    /// What a call through a pointer changes is not said: what the first method allows. All that it could lead to is as much here, where the function that is reached says nothing of itself.
    pub const S23: ClauseId = "FORWARDCOM-S23";
    /// Whether the bit of the stack pointer is set is not said.
    pub const S24: ClauseId = "FORWARDCOM-S24";
    /// What a program finds in registers when it starts is not said.
    pub const S25: ClauseId = "FORWARDCOM-S25";
    /// Predefined macros, type information and the name of the entry point are not said.
    pub const S26: ClauseId = "FORWARDCOM-S26";
    /// The syntax of the assembly language is announced and not in this chapter. Encodings are the manual's; which of several forms is taken, and that an immediate which fits none is an error, is in the vendor's assembler. What becomes of other numbers that do not fit is not said.
    pub const S27: ClauseId = "FORWARDCOM-S27";
    /// Nothing is said of the _Atomic types of C. They are as large and as aligned as the types without that qualifier, and travel as these do, but that it is asked whether both are of one type.
    pub const S28: ClauseId = "FORWARDCOM-S28";
    /// Nothing is said of a typedef that gives an arithmetic type an alignment of its own, higher or lower than the type's. Objects and members of it are aligned so, except in a packed structure, and are as large as the type is. It is no other type than the one that has the typedef, so that members of both make one tuple (FORWARDCOM-ARG-09). At a call nothing depends on the alignment of a number: it has a register or an entry of the list to itself (FORWARDCOM-ARG-24).
    pub const S29: ClauseId = "FORWARDCOM-S29";
}
