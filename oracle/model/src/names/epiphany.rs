//! Clauses and readings of Epiphany Application Binary Interface (chapter of the Epiphany SDK documentation, Adapteva, 2008-2016), by name.
//!
//! Generated from `oracle/clauses/epiphany.toml`; see [`crate::names`].

use super::{Question, Reading};

/// Is plain `char` signed? (EPIPHANY-TYPE-05)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CharSign {
    /// R1: plain char is signed.
    Signed = 1,
    /// R2: plain char is unsigned, against the table row (deviation).
    Unsigned = 2,
}

impl Reading for CharSign {
    const QUESTION: Question = Question { clause: clause::TYPE_05, name: "" };
    const ALL: &'static [CharSign] = &[CharSign::Signed, CharSign::Unsigned];
    const FIRST: CharSign = CharSign::Signed;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Are double words aligned among the stack arguments? (EPIPHANY-TYPE-14 `stack`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackDouble {
    /// R1: double words among the stack arguments are aligned to 8 too.
    AlignedToEight = 1,
    /// R2: among the stack arguments everything is aligned to 4 only, as the stack pointer is in the formula of the stack rules.
    AlignedToFour = 2,
}

impl Reading for StackDouble {
    const QUESTION: Question = Question { clause: clause::TYPE_14, name: "stack" };
    const ALL: &'static [StackDouble] = &[StackDouble::AlignedToEight, StackDouble::AlignedToFour];
    const FIRST: StackDouble = StackDouble::AlignedToEight;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is there padding between members? (EPIPHANY-LAYOUT-01)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MemberPadding {
    /// R1: with the padding that each member's alignment needs.
    Padded = 1,
    /// R2: literally adjacent without padding, against the alignment column of Table 8.1 (deviation).
    Adjacent = 2,
}

impl Reading for MemberPadding {
    const QUESTION: Question = Question { clause: clause::LAYOUT_01, name: "" };
    const ALL: &'static [MemberPadding] = &[MemberPadding::Padded, MemberPadding::Adjacent];
    const FIRST: MemberPadding = MemberPadding::Padded;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is the alignment of a structure that of its most aligned member? (EPIPHANY-LAYOUT-02)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StructAlign {
    /// R1: exactly that.
    MostAlignedMember = 1,
    /// R2: structures whose members take more than 32 bits are raised to an alignment of 8 bytes and those of 32 bits to 4, packed ones excepted (deviation).
    RaisedBySize = 2,
}

impl Reading for StructAlign {
    const QUESTION: Question = Question { clause: clause::LAYOUT_02, name: "" };
    const ALL: &'static [StructAlign] = &[StructAlign::MostAlignedMember, StructAlign::RaisedBySize];
    const FIRST: StructAlign = StructAlign::MostAlignedMember;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is the alignment of a union that of its most aligned member? (EPIPHANY-LAYOUT-06)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnionAlign {
    /// R1: exactly that.
    MostAlignedMember = 1,
    /// R2: unions whose largest member takes more than 32 bits are raised to an alignment of 8 bytes and those of 32 bits to 4, packed ones excepted (deviation).
    RaisedBySize = 2,
}

impl Reading for UnionAlign {
    const QUESTION: Question = Question { clause: clause::LAYOUT_06, name: "" };
    const ALL: &'static [UnionAlign] = &[UnionAlign::MostAlignedMember, UnionAlign::RaisedBySize];
    const FIRST: UnionAlign = UnionAlign::MostAlignedMember;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is the alignment of an array member that of its elements? (EPIPHANY-LAYOUT-10)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArrayMemberAlign {
    /// R1: also as a member of a record.
    Element = 1,
    /// R2: as a member of a record that is not packed, an array of elements of at least 4 bytes that are aligned to 4 is raised to 8, unless the member asks for an alignment of exactly 4 (deviation).
    RaisedToEight = 2,
}

impl Reading for ArrayMemberAlign {
    const QUESTION: Question = Question { clause: clause::LAYOUT_10, name: "" };
    const ALL: &'static [ArrayMemberAlign] = &[ArrayMemberAlign::Element, ArrayMemberAlign::RaisedToEight];
    const FIRST: ArrayMemberAlign = ArrayMemberAlign::Element;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does the link register hold its entry value at return? (EPIPHANY-REG-07 `link`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkAtReturn {
    /// R1: the link register holds its entry value again at return.
    Restored = 1,
    /// R2: the link register is kept across inner calls but is free at return, against the sentence that a subroutine must preserve it (deviation).
    Free = 2,
}

impl Reading for LinkAtReturn {
    const QUESTION: Question = Question { clause: clause::REG_07, name: "link" };
    const ALL: &'static [LinkAtReturn] = &[LinkAtReturn::Restored, LinkAtReturn::Free];
    const FIRST: LinkAtReturn = LinkAtReturn::Restored;

    fn number(self) -> u8 {
        self as u8
    }
}

/// May compiled code write r28 to r31? (EPIPHANY-REG-13)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ConstantRegisters {
    /// R1: compiled code never writes them.
    NeverWritten = 1,
    /// R2: a routine uses them as it likes, against the reservation (deviation).
    Scratch = 2,
}

impl Reading for ConstantRegisters {
    const QUESTION: Question = Question { clause: clause::REG_13, name: "" };
    const ALL: &'static [ConstantRegisters] = &[ConstantRegisters::NeverWritten, ConstantRegisters::Scratch];
    const FIRST: ConstantRegisters = ConstantRegisters::NeverWritten;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What becomes of r32 to r63? (EPIPHANY-REG-14)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HighRegisters {
    /// R1: general use, caller-saved: the role text is a copy of the row above.
    CallerSaved = 1,
    /// R2: r32 to r43 are callee-saved, being named among the registers for local variables, and r44 to r63 caller-saved.
    FirstTwelveCalleeSaved = 2,
    /// R3: reserved for constants: compiled code does not write them.
    NeverWritten = 3,
}

impl Reading for HighRegisters {
    const QUESTION: Question = Question { clause: clause::REG_14, name: "" };
    const ALL: &'static [HighRegisters] = &[HighRegisters::CallerSaved, HighRegisters::FirstTwelveCalleeSaved, HighRegisters::NeverWritten];
    const FIRST: HighRegisters = HighRegisters::CallerSaved;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Where may a double word start? (EPIPHANY-ARG-03 `start`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DoubleStart {
    /// R1: the first of the two has an even number.
    EvenRegister = 1,
    /// R2: any two consecutive argument registers.
    AnyRegister = 2,
}

impl Reading for DoubleStart {
    const QUESTION: Question = Question { clause: clause::ARG_03, name: "start" };
    const ALL: &'static [DoubleStart] = &[DoubleStart::EvenRegister, DoubleStart::AnyRegister];
    const FIRST: DoubleStart = DoubleStart::EvenRegister;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Which of two registers holds the low word of an argument? (EPIPHANY-ARG-03 `order`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DoubleOrder {
    /// R3: the low word is in the register with the lower number.
    LowWordFirst = 3,
    /// R4: the low word is in the register with the higher number.
    HighWordFirst = 4,
}

impl Reading for DoubleOrder {
    const QUESTION: Question = Question { clause: clause::ARG_03, name: "order" };
    const ALL: &'static [DoubleOrder] = &[DoubleOrder::LowWordFirst, DoubleOrder::HighWordFirst];
    const FIRST: DoubleOrder = DoubleOrder::LowWordFirst;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is a double word split when one register is left? (EPIPHANY-ARG-03 `split`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DoubleSplit {
    /// R5: with one register left the double word goes to the stack as a whole.
    Never = 5,
    /// R6: with one register left its first word takes r3 and the other the stack.
    LastRegisterAndStack = 6,
}

impl Reading for DoubleSplit {
    const QUESTION: Question = Question { clause: clause::ARG_03, name: "split" };
    const ALL: &'static [DoubleSplit] = &[DoubleSplit::Never, DoubleSplit::LastRegisterAndStack];
    const FIRST: DoubleSplit = DoubleSplit::Never;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does a later word take a skipped register? (EPIPHANY-ARG-03 `back-fill`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BackFill {
    /// R7: a register that was skipped stays unused.
    Never = 7,
    /// R8: a register that was skipped is taken by a later word.
    NextWord = 8,
}

impl Reading for BackFill {
    const QUESTION: Question = Question { clause: clause::ARG_03, name: "back-fill" };
    const ALL: &'static [BackFill] = &[BackFill::Never, BackFill::NextWord];
    const FIRST: BackFill = BackFill::Never;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Do floating arguments use registers? (EPIPHANY-ARG-04)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FloatArguments {
    /// R1: floating values use the same registers.
    InRegisters = 1,
    /// R2: only integers and pointers use registers, floating values the stack.
    OnStack = 2,
}

impl Reading for FloatArguments {
    const QUESTION: Question = Question { clause: clause::ARG_04, name: "" };
    const ALL: &'static [FloatArguments] = &[FloatArguments::InRegisters, FloatArguments::OnStack];
    const FIRST: FloatArguments = FloatArguments::InRegisters;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Where does the first stack argument lie? (EPIPHANY-ARG-06 `area`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CalleeArea {
    /// R2: the first is 8 bytes above the stack pointer; the 8 bytes below it belong to the callee.
    EightBytes = 2,
    /// R1: the first is at the stack pointer.
    Absent = 1,
}

impl Reading for CalleeArea {
    const QUESTION: Question = Question { clause: clause::ARG_06, name: "area" };
    const ALL: &'static [CalleeArea] = &[CalleeArea::EightBytes, CalleeArea::Absent];
    const FIRST: CalleeArea = CalleeArea::EightBytes;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How large is a stack slot? (EPIPHANY-ARG-06 `slot`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackSlot {
    /// R3: each takes a whole number of words.
    WholeWords = 3,
    /// R4: each takes its natural size, at its natural alignment.
    NaturalSize = 4,
}

impl Reading for StackSlot {
    const QUESTION: Question = Question { clause: clause::ARG_06, name: "slot" };
    const ALL: &'static [StackSlot] = &[StackSlot::WholeWords, StackSlot::NaturalSize];
    const FIRST: StackSlot = StackSlot::WholeWords;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How is a narrow result extended? (EPIPHANY-RET-01)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NarrowResult {
    /// R1: by the signedness of its type.
    Extended = 1,
    /// R2: no extension that depends on the type: the bits above the value are not to be relied upon (deviation).
    Unspecified = 2,
}

impl Reading for NarrowResult {
    const QUESTION: Question = Question { clause: clause::RET_01, name: "" };
    const ALL: &'static [NarrowResult] = &[NarrowResult::Extended, NarrowResult::Unspecified];
    const FIRST: NarrowResult = NarrowResult::Extended;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Which of r0 and r1 holds the low word of a result? (EPIPHANY-RET-03)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResultOrder {
    /// R1: the low word in r0.
    LowWordInR0 = 1,
    /// R2: the high word in r0.
    HighWordInR0 = 2,
}

impl Reading for ResultOrder {
    const QUESTION: Question = Question { clause: clause::RET_03, name: "" };
    const ALL: &'static [ResultOrder] = &[ResultOrder::LowWordInR0, ResultOrder::HighWordInR0];
    const FIRST: ResultOrder = ResultOrder::LowWordInR0;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Which small aggregates are returned in r0? (EPIPHANY-RET-04)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SmallCompositeResult {
    /// R1: every aggregate of at most 4 bytes, whatever its size and alignment.
    InR0 = 1,
    /// R2: only aggregates with a natural machine mode; others of at most 4 bytes are returned in memory (deviation).
    NaturalModeOnly = 2,
}

impl Reading for SmallCompositeResult {
    const QUESTION: Question = Question { clause: clause::RET_04, name: "" };
    const ALL: &'static [SmallCompositeResult] = &[SmallCompositeResult::InR0, SmallCompositeResult::NaturalModeOnly];
    const FIRST: SmallCompositeResult = SmallCompositeResult::InR0;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Which larger aggregates are returned in memory? (EPIPHANY-RET-06 `memory`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LargeCompositeResult {
    /// R6: every aggregate larger than 4 bytes.
    InMemory = 6,
    /// R5: not those of 8 bytes that have a natural machine mode: they are returned in r0 and r1 (deviation).
    NaturalModeInPair = 5,
}

impl Reading for LargeCompositeResult {
    const QUESTION: Question = Question { clause: clause::RET_06, name: "memory" };
    const ALL: &'static [LargeCompositeResult] = &[LargeCompositeResult::InMemory, LargeCompositeResult::NaturalModeInPair];
    const FIRST: LargeCompositeResult = LargeCompositeResult::InMemory;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Where does the address for a result travel? (EPIPHANY-RET-06 `position`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResultAddress {
    /// R1: the extra argument is the first, in r0, and the others follow.
    FirstArgument = 1,
    /// R2: the extra argument is the last.
    LastArgument = 2,
}

impl Reading for ResultAddress {
    const QUESTION: Question = Question { clause: clause::RET_06, name: "position" };
    const ALL: &'static [ResultAddress] = &[ResultAddress::FirstArgument, ResultAddress::LastArgument];
    const FIRST: ResultAddress = ResultAddress::FirstArgument;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is that address in r0 again at return? (EPIPHANY-RET-06 `again`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResultAddressAtReturn {
    /// R3: r0 holds the address again at return.
    InR0 = 3,
    /// R4: r0 is unspecified at return.
    Unspecified = 4,
}

impl Reading for ResultAddressAtReturn {
    const QUESTION: Question = Question { clause: clause::RET_06, name: "again" };
    const ALL: &'static [ResultAddressAtReturn] = &[ResultAddressAtReturn::InR0, ResultAddressAtReturn::Unspecified];
    const FIRST: ResultAddressAtReturn = ResultAddressAtReturn::InR0;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How is the stack pointer aligned? (EPIPHANY-STACK-08 `alignment`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackAlign {
    /// R3: 4 at all times and 8 at public interfaces, the constraint that the section announces and leaves out.
    EightAtCalls = 3,
    /// R2: 8 at all times: the sentence is right and the formula is not.
    AlwaysEight = 2,
    /// R1: 4 at all times: the formula is right and the sentence is not.
    AlwaysFour = 1,
}

impl Reading for StackAlign {
    const QUESTION: Question = Question { clause: clause::STACK_08, name: "alignment" };
    const ALL: &'static [StackAlign] = &[StackAlign::EightAtCalls, StackAlign::AlwaysEight, StackAlign::AlwaysFour];
    const FIRST: StackAlign = StackAlign::EightAtCalls;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is anything below the stack pointer read or written? (EPIPHANY-STACK-10)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BelowStackPointer {
    /// R1: nothing below the stack pointer is read or written.
    Unused = 1,
    /// R3: prologue and epilogue keep a register in the 4 bytes below the stack pointer, written before the pointer moves past them and read after it moved back, against the interval (deviation).
    SavedRegister = 3,
}

impl Reading for BelowStackPointer {
    const QUESTION: Question = Question { clause: clause::STACK_10, name: "" };
    const ALL: &'static [BelowStackPointer] = &[BelowStackPointer::Unused, BelowStackPointer::SavedRegister];
    const FIRST: BelowStackPointer = BelowStackPointer::Unused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How does the loader pass stack arguments to a start function? (EPIPHANY-MEM-17 `spill`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StartStackArguments {
    /// R1: stack_spill_size bytes are copied from stack_spill_ptr to the place of stack arguments.
    Copied = 1,
    /// R2: the stack pointer is set so that the bytes at stack_spill_ptr are the stack arguments.
    StackPointerSet = 2,
}

impl Reading for StartStackArguments {
    const QUESTION: Question = Question { clause: clause::MEM_17, name: "spill" };
    const ALL: &'static [StartStackArguments] = &[StartStackArguments::Copied, StartStackArguments::StackPointerSet];
    const FIRST: StartStackArguments = StartStackArguments::Copied;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How wide is an enumeration? (EPIPHANY-S01 `enum`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EnumWidth {
    /// R1: an enumeration is as wide as int, or a double word if its constants need one.
    Int = 1,
    /// R3: an enumeration is as wide as its constants need.
    AsNeeded = 3,
}

impl Reading for EnumWidth {
    const QUESTION: Question = Question { clause: clause::S01, name: "enum" };
    const ALL: &'static [EnumWidth] = &[EnumWidth::Int, EnumWidth::AsNeeded];
    const FIRST: EnumWidth = EnumWidth::Int;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How wide is `wchar_t`, and is it signed? (EPIPHANY-S01 `wchar`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WideChar {
    /// R4: wchar_t is an unsigned word.
    UnsignedWord = 4,
    /// R5: wchar_t is a signed word.
    SignedWord = 5,
    /// R6: wchar_t is an unsigned half-word.
    UnsignedHalfWord = 6,
}

impl Reading for WideChar {
    const QUESTION: Question = Question { clause: clause::S01, name: "wchar" };
    const ALL: &'static [WideChar] = &[WideChar::UnsignedWord, WideChar::SignedWord, WideChar::UnsignedHalfWord];
    const FIRST: WideChar = WideChar::UnsignedWord;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How are bit-fields placed? (EPIPHANY-S02)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BitFieldPlacement {
    /// R1: a bit-field does not cross a boundary of its declared type, named ones align the record by it, a width of zero moves on to its next boundary.
    WithinDeclaredType = 1,
    /// R3: like R1, and unnamed bit-fields, those of width zero too, align the record as well.
    WithinDeclaredTypeUnnamedAlign = 3,
    /// R2: bit-fields follow each other without gaps, across boundaries of their declared type; named ones align the record by it.
    WithoutGaps = 2,
}

impl Reading for BitFieldPlacement {
    const QUESTION: Question = Question { clause: clause::S02, name: "" };
    const ALL: &'static [BitFieldPlacement] = &[BitFieldPlacement::WithinDeclaredType, BitFieldPlacement::WithinDeclaredTypeUnnamedAlign, BitFieldPlacement::WithoutGaps];
    const FIRST: BitFieldPlacement = BitFieldPlacement::WithinDeclaredType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Are bit-fields signed whose type does not say so? (EPIPHANY-S02 `sign`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlainBitFieldSign {
    /// R4: a bit-field whose type says neither signed nor unsigned is signed as that type is.
    AsType = 4,
    /// R5: such a bit-field is unsigned.
    Unsigned = 5,
}

impl Reading for PlainBitFieldSign {
    const QUESTION: Question = Question { clause: clause::S02, name: "sign" };
    const ALL: &'static [PlainBitFieldSign] = &[PlainBitFieldSign::AsType, PlainBitFieldSign::Unsigned];
    const FIRST: PlainBitFieldSign = PlainBitFieldSign::AsType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How large is an empty record? (EPIPHANY-S03 `empty`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmptyRecordSize {
    /// R1: an empty record has size 0.
    Zero = 1,
    /// R2: an empty record has size 1.
    One = 2,
}

impl Reading for EmptyRecordSize {
    const QUESTION: Question = Question { clause: clause::S03, name: "empty" };
    const ALL: &'static [EmptyRecordSize] = &[EmptyRecordSize::Zero, EmptyRecordSize::One];
    const FIRST: EmptyRecordSize = EmptyRecordSize::Zero;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Are temporaries aligned to more than 8 bytes where their type asks for it? (EPIPHANY-S03 `temporary`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TemporaryAlign {
    /// R3: an aggregate that is passed or returned by address is aligned as its type is, however much.
    AsType = 3,
    /// R4: such an aggregate is aligned to 8 at most, since the stack pointer is.
    EightAtMost = 4,
}

impl Reading for TemporaryAlign {
    const QUESTION: Question = Question { clause: clause::S03, name: "temporary" };
    const ALL: &'static [TemporaryAlign] = &[TemporaryAlign::AsType, TemporaryAlign::EightAtMost];
    const FIRST: TemporaryAlign = TemporaryAlign::AsType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What becomes of the modes in CONFIG and STATUS? (EPIPHANY-S04)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ModesAtReturn {
    /// R1: modes are at return what they were at entry, and no loop is armed over the caller's code: a function that needs others puts them back.
    Restored = 1,
    /// R2: modes are scratch: a function sets them as it likes and leaves them so, against the language (deviation).
    Scratch = 2,
}

impl Reading for ModesAtReturn {
    const QUESTION: Question = Question { clause: clause::S04, name: "" };
    const ALL: &'static [ModesAtReturn] = &[ModesAtReturn::Restored, ModesAtReturn::Scratch];
    const FIRST: ModesAtReturn = ModesAtReturn::Restored;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Who extends narrow arguments? (EPIPHANY-S05)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NarrowArgument {
    /// R1: the caller extends, by the signedness of the type; plain char is not checked, since who extends it cannot be told from how.
    CallerExtends = 1,
    /// R2: the callee extends; the bits above the value are unspecified.
    CalleeExtends = 2,
}

impl Reading for NarrowArgument {
    const QUESTION: Question = Question { clause: clause::S05, name: "" };
    const ALL: &'static [NarrowArgument] = &[NarrowArgument::CallerExtends, NarrowArgument::CalleeExtends];
    const FIRST: NarrowArgument = NarrowArgument::CallerExtends;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How do aggregate arguments travel? (EPIPHANY-S06)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CompositeArgument {
    /// R2: aggregates with a natural machine mode (1, 2, 4 or 8 bytes, so aligned) like a scalar of that size, structures of nothing but a complex number by value, others by address.
    NaturalModeByValue = 2,
    /// R1: always by address.
    AlwaysByAddress = 1,
    /// R3: always by value, word by word.
    AlwaysByValue = 3,
    /// R4: aggregates of at most 4 bytes in a word, others by address, as results are.
    WordByValue = 4,
}

impl Reading for CompositeArgument {
    const QUESTION: Question = Question { clause: clause::S06, name: "" };
    const ALL: &'static [CompositeArgument] = &[CompositeArgument::NaturalModeByValue, CompositeArgument::AlwaysByAddress, CompositeArgument::AlwaysByValue, CompositeArgument::WordByValue];
    const FIRST: CompositeArgument = CompositeArgument::NaturalModeByValue;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is an aggregate split between registers and the stack? (EPIPHANY-S08 `composite`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CompositeSplit {
    /// R1: an aggregate that does not fit into the registers left goes to the stack as a whole.
    Never = 1,
    /// R2: an aggregate of words is split.
    OfWords = 2,
    /// R3: any aggregate is split.
    Always = 3,
}

impl Reading for CompositeSplit {
    const QUESTION: Question = Question { clause: clause::S08, name: "composite" };
    const ALL: &'static [CompositeSplit] = &[CompositeSplit::Never, CompositeSplit::OfWords, CompositeSplit::Always];
    const FIRST: CompositeSplit = CompositeSplit::Never;

    fn number(self) -> u8 {
        self as u8
    }
}

/// May the callee write the stack slots of its arguments? (EPIPHANY-S10 `slots`)
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

/// May the callee write an aggregate that is passed by address? (EPIPHANY-S10 `copy`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ByAddressOwner {
    /// R2: the address is that of the caller's own object: the callee copies before it writes.
    Caller = 2,
    /// R1: the caller passes the address of a copy, which the callee may write.
    Callee = 1,
}

impl Reading for ByAddressOwner {
    const QUESTION: Question = Question { clause: clause::S10, name: "copy" };
    const ALL: &'static [ByAddressOwner] = &[ByAddressOwner::Caller, ByAddressOwner::Callee];
    const FIRST: ByAddressOwner = ByAddressOwner::Caller;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does an empty argument travel? (EPIPHANY-S11)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmptyArgument {
    /// R1: it takes neither register nor stack.
    NotPassed = 1,
    /// R2: its address is passed.
    ByAddress = 2,
}

impl Reading for EmptyArgument {
    const QUESTION: Question = Question { clause: clause::S11, name: "" };
    const ALL: &'static [EmptyArgument] = &[EmptyArgument::NotPassed, EmptyArgument::ByAddress];
    const FIRST: EmptyArgument = EmptyArgument::NotPassed;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Where do unnamed arguments travel? (EPIPHANY-S14)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnnamedArguments {
    /// R1: unnamed arguments travel like named ones.
    LikeNamed = 1,
    /// R2: unnamed arguments travel on the stack only.
    OnStack = 2,
}

impl Reading for UnnamedArguments {
    const QUESTION: Question = Question { clause: clause::S14, name: "" };
    const ALL: &'static [UnnamedArguments] = &[UnnamedArguments::LikeNamed, UnnamedArguments::OnStack];
    const FIRST: UnnamedArguments = UnnamedArguments::LikeNamed;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does a linker do with data that do not fit? (EPIPHANY-S18 `data`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkerDataOverflow {
    /// R3: a linker refuses a value that fits its byte or half-word neither with a sign nor without.
    Refused = 3,
    /// R5: it refuses what does not fit a field of one bit more, and stores the low bits otherwise.
    RefusedBeyondOneBit = 5,
    /// R4: it stores the low bits.
    LowBitsStored = 4,
}

impl Reading for LinkerDataOverflow {
    const QUESTION: Question = Question { clause: clause::S18, name: "data" };
    const ALL: &'static [LinkerDataOverflow] = &[LinkerDataOverflow::Refused, LinkerDataOverflow::RefusedBeyondOneBit, LinkerDataOverflow::LowBitsStored];
    const FIRST: LinkerDataOverflow = LinkerDataOverflow::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does a linker do with a branch that does not reach? (EPIPHANY-S18 `branch`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkerBranchOverflow {
    /// R6: a linker refuses a branch that does not reach.
    Refused = 6,
    /// R7: it stores the low bits of the distance.
    LowBitsStored = 7,
}

impl Reading for LinkerBranchOverflow {
    const QUESTION: Question = Question { clause: clause::S18, name: "branch" };
    const ALL: &'static [LinkerBranchOverflow] = &[LinkerBranchOverflow::Refused, LinkerBranchOverflow::LowBitsStored];
    const FIRST: LinkerBranchOverflow = LinkerBranchOverflow::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does a linker do with an immediate that does not fit? (EPIPHANY-S18 `immediate`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkerImmediateOverflow {
    /// R8: a linker refuses an immediate that does not fit.
    Refused = 8,
    /// R9: it stores the low bits.
    LowBitsStored = 9,
}

impl Reading for LinkerImmediateOverflow {
    const QUESTION: Question = Question { clause: clause::S18, name: "immediate" };
    const ALL: &'static [LinkerImmediateOverflow] = &[LinkerImmediateOverflow::Refused, LinkerImmediateOverflow::LowBitsStored];
    const FIRST: LinkerImmediateOverflow = LinkerImmediateOverflow::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does a linker do with a branch to an odd address? (EPIPHANY-S18 `odd`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkerOddBranch {
    /// R10: a linker refuses an odd distance.
    Refused = 10,
    /// R11: it drops the lowest bit.
    LowestBitDropped = 11,
}

impl Reading for LinkerOddBranch {
    const QUESTION: Question = Question { clause: clause::S18, name: "odd" };
    const ALL: &'static [LinkerOddBranch] = &[LinkerOddBranch::Refused, LinkerOddBranch::LowestBitDropped];
    const FIRST: LinkerOddBranch = LinkerOddBranch::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// From where are relative data counted? (EPIPHANY-S18 `place`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RelativeDataBase {
    /// R12: relative data are counted from their own address.
    OwnAddress = 12,
    /// R13: they are counted from the beginning of their section: the assembler takes their offset off the addend.
    SectionStart = 13,
}

impl Reading for RelativeDataBase {
    const QUESTION: Question = Question { clause: clause::S18, name: "place" };
    const ALL: &'static [RelativeDataBase] = &[RelativeDataBase::OwnAddress, RelativeDataBase::SectionStart];
    const FIRST: RelativeDataBase = RelativeDataBase::OwnAddress;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Do the old contents of a field count? (EPIPHANY-S18 `contents`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OldFieldContents {
    /// R14: the addend is in the relocation alone: the old contents of the field do not count.
    Ignored = 14,
    /// R15: the old contents of the field are added, too, against the explicit addends of ELF (deviation).
    Added = 15,
}

impl Reading for OldFieldContents {
    const QUESTION: Question = Question { clause: clause::S18, name: "contents" };
    const ALL: &'static [OldFieldContents] = &[OldFieldContents::Ignored, OldFieldContents::Added];
    const FIRST: OldFieldContents = OldFieldContents::Ignored;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How do complex arguments travel? (EPIPHANY-S24 `argument`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ComplexArgument {
    /// R1: two arguments of the type of the parts, the real part first.
    TwoArguments = 1,
    /// R2: like a structure of its two parts.
    LikeStructure = 2,
    /// R3: its words by value, one after the other, all in registers or all on the stack.
    Words = 3,
    /// R7: its words by value, one after the other, the first ones in registers and the others on the stack where registers end.
    WordsSplit = 7,
}

impl Reading for ComplexArgument {
    const QUESTION: Question = Question { clause: clause::S24, name: "argument" };
    const ALL: &'static [ComplexArgument] = &[ComplexArgument::TwoArguments, ComplexArgument::LikeStructure, ComplexArgument::Words, ComplexArgument::WordsSplit];
    const FIRST: ComplexArgument = ComplexArgument::TwoArguments;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How do complex results travel? (EPIPHANY-S24 `result`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ComplexResult {
    /// R4: up to 8 bytes in r0 and r1, the real part first; larger ones in memory.
    PairOrMemory = 4,
    /// R5: like a structure of its two parts.
    LikeStructure = 5,
    /// R6: in as many registers from r0 on as it has words.
    ByWords = 6,
}

impl Reading for ComplexResult {
    const QUESTION: Question = Question { clause: clause::S24, name: "result" };
    const ALL: &'static [ComplexResult] = &[ComplexResult::PairOrMemory, ComplexResult::LikeStructure, ComplexResult::ByWords];
    const FIRST: ComplexResult = ComplexResult::PairOrMemory;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How is a vector aligned? (EPIPHANY-S25 `alignment`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VectorAlign {
    /// R7: a vector is aligned to its size, but to 8 at most.
    SizeUpToEight = 7,
    /// R8: a vector is aligned to its size.
    Size = 8,
    /// R9: a vector is aligned as its lanes are.
    Lane = 9,
}

impl Reading for VectorAlign {
    const QUESTION: Question = Question { clause: clause::S25, name: "alignment" };
    const ALL: &'static [VectorAlign] = &[VectorAlign::SizeUpToEight, VectorAlign::Size, VectorAlign::Lane];
    const FIRST: VectorAlign = VectorAlign::SizeUpToEight;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How do vectors travel as arguments? (EPIPHANY-S25 `argument`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VectorArgument {
    /// R4: its words by value, one after the other; from an even register on if it is aligned to 8.
    Words = 4,
    /// R5: like a structure of its lanes.
    LikeStructure = 5,
    /// R6: always by address.
    ByAddress = 6,
}

impl Reading for VectorArgument {
    const QUESTION: Question = Question { clause: clause::S25, name: "argument" };
    const ALL: &'static [VectorArgument] = &[VectorArgument::Words, VectorArgument::LikeStructure, VectorArgument::ByAddress];
    const FIRST: VectorArgument = VectorArgument::Words;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is a vector split between registers and the stack? (EPIPHANY-S25 `split`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VectorSplit {
    /// R2: a vector that does not fit into the registers left is split: they take what they can.
    Split = 2,
    /// R1: such a vector goes to the stack as a whole.
    Never = 1,
}

impl Reading for VectorSplit {
    const QUESTION: Question = Question { clause: clause::S25, name: "split" };
    const ALL: &'static [VectorSplit] = &[VectorSplit::Split, VectorSplit::Never];
    const FIRST: VectorSplit = VectorSplit::Split;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How do vectors travel as results? (EPIPHANY-S25 `result`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VectorResult {
    /// R10: up to 8 bytes in r0 and r1, lane 0 lowest; larger ones in memory.
    PairOrMemory = 10,
    /// R11: like a structure of its lanes.
    LikeStructure = 11,
    /// R12: up to 16 bytes in r0 to r3; larger ones in memory.
    FourRegistersOrMemory = 12,
}

impl Reading for VectorResult {
    const QUESTION: Question = Question { clause: clause::S25, name: "result" };
    const ALL: &'static [VectorResult] = &[VectorResult::PairOrMemory, VectorResult::LikeStructure, VectorResult::FourRegistersOrMemory];
    const FIRST: VectorResult = VectorResult::PairOrMemory;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does an assembler do with an immediate that does not fit? (EPIPHANY-S26 `immediate`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssemblerImmediateOverflow {
    /// R1: an assembler refuses a number that does not fit the instruction.
    Refused = 1,
    /// R2: it stores the low bits without a word, which is another instruction (deviation).
    LowBitsStored = 2,
}

impl Reading for AssemblerImmediateOverflow {
    const QUESTION: Question = Question { clause: clause::S26, name: "immediate" };
    const ALL: &'static [AssemblerImmediateOverflow] = &[AssemblerImmediateOverflow::Refused, AssemblerImmediateOverflow::LowBitsStored];
    const FIRST: AssemblerImmediateOverflow = AssemblerImmediateOverflow::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does an assembler do with data that do not fit? (EPIPHANY-S26 `data`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssemblerDataOverflow {
    /// R3: an assembler refuses a number that fits the data neither with a sign nor without.
    Refused = 3,
    /// R24: it refuses what does not fit data of one bit more, and stores the low bits otherwise.
    RefusedBeyondOneBit = 24,
    /// R4: it stores the low bits.
    LowBitsStored = 4,
}

impl Reading for AssemblerDataOverflow {
    const QUESTION: Question = Question { clause: clause::S26, name: "data" };
    const ALL: &'static [AssemblerDataOverflow] = &[AssemblerDataOverflow::Refused, AssemblerDataOverflow::RefusedBeyondOneBit, AssemblerDataOverflow::LowBitsStored];
    const FIRST: AssemblerDataOverflow = AssemblerDataOverflow::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does an assembler do with a branch that does not reach? (EPIPHANY-S26 `branch`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssemblerBranchOverflow {
    /// R5: an assembler refuses a branch that does not reach.
    Refused = 5,
    /// R6: it stores the low bits of the distance, which is another branch (deviation).
    LowBitsStored = 6,
}

impl Reading for AssemblerBranchOverflow {
    const QUESTION: Question = Question { clause: clause::S26, name: "branch" };
    const ALL: &'static [AssemblerBranchOverflow] = &[AssemblerBranchOverflow::Refused, AssemblerBranchOverflow::LowBitsStored];
    const FIRST: AssemblerBranchOverflow = AssemblerBranchOverflow::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does an assembler do with a branch to an odd address? (EPIPHANY-S26 `odd`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssemblerOddBranch {
    /// R7: an assembler refuses an odd distance.
    Refused = 7,
    /// R8: it drops the lowest bit.
    LowestBitDropped = 8,
}

impl Reading for AssemblerOddBranch {
    const QUESTION: Question = Question { clause: clause::S26, name: "odd" };
    const ALL: &'static [AssemblerOddBranch] = &[AssemblerOddBranch::Refused, AssemblerOddBranch::LowestBitDropped];
    const FIRST: AssemblerOddBranch = AssemblerOddBranch::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Which of several encodings is taken? (EPIPHANY-S26 `size`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EncodingSize {
    /// R9: the shortest encoding that fits is taken.
    Shortest = 9,
    /// R10: the longest is taken where nothing else is asked for.
    Longest = 10,
}

impl Reading for EncodingSize {
    const QUESTION: Question = Question { clause: clause::S26, name: "size" };
    const ALL: &'static [EncodingSize] = &[EncodingSize::Shortest, EncodingSize::Longest];
    const FIRST: EncodingSize = EncodingSize::Shortest;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is a displacement of minus zero another one than zero? (EPIPHANY-S26 `zero`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MinusZeroDisplacement {
    /// R11: a displacement of minus zero is zero.
    Zero = 11,
    /// R21: it is zero, and where the encoding is the long one for other reasons its bit for subtraction is set.
    ZeroWithSubtractBit = 21,
    /// R12: it is subtracted: the long encoding with its bit for that.
    Subtracted = 12,
}

impl Reading for MinusZeroDisplacement {
    const QUESTION: Question = Question { clause: clause::S26, name: "zero" };
    const ALL: &'static [MinusZeroDisplacement] = &[MinusZeroDisplacement::Zero, MinusZeroDisplacement::ZeroWithSubtractBit, MinusZeroDisplacement::Subtracted];
    const FIRST: MinusZeroDisplacement = MinusZeroDisplacement::Zero;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is a pair at an odd register refused? (EPIPHANY-S26 `pair`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OddPair {
    /// R13: a pair at an odd register is refused.
    Refused = 13,
    /// R14: it is encoded as it is written.
    Encoded = 14,
}

impl Reading for OddPair {
    const QUESTION: Question = Question { clause: clause::S26, name: "pair" };
    const ALL: &'static [OddPair] = &[OddPair::Refused, OddPair::Encoded];
    const FIRST: OddPair = OddPair::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is a base register that is loaded and changed at once refused? (EPIPHANY-S26 `update`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LoadedBase {
    /// R15: a load that changes the base register that it loads is refused.
    Refused = 15,
    /// R16: it is encoded as it is written.
    Encoded = 16,
}

impl Reading for LoadedBase {
    const QUESTION: Question = Question { clause: clause::S26, name: "update" };
    const ALL: &'static [LoadedBase] = &[LoadedBase::Refused, LoadedBase::Encoded];
    const FIRST: LoadedBase = LoadedBase::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does an assembler do with a number that does not fit a field with a sign? (EPIPHANY-S26 `signed`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SignedFieldOverflow {
    /// R17: an assembler refuses a number that does not fit the field of an addition, which has a sign.
    Refused = 17,
    /// R18: it stores the low bits, which is another addition (deviation).
    LowBitsStored = 18,
}

impl Reading for SignedFieldOverflow {
    const QUESTION: Question = Question { clause: clause::S26, name: "signed" };
    const ALL: &'static [SignedFieldOverflow] = &[SignedFieldOverflow::Refused, SignedFieldOverflow::LowBitsStored];
    const FIRST: SignedFieldOverflow = SignedFieldOverflow::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is the constant behind a symbol in the field, too? (EPIPHANY-S26 `field`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SymbolConstant {
    /// R19: a constant behind a symbol is in the addend alone: the field is zero.
    AddendOnly = 19,
    /// R20: it is in the field, too.
    InFieldToo = 20,
}

impl Reading for SymbolConstant {
    const QUESTION: Question = Question { clause: clause::S26, name: "field" };
    const ALL: &'static [SymbolConstant] = &[SymbolConstant::AddendOnly, SymbolConstant::InFieldToo];
    const FIRST: SymbolConstant = SymbolConstant::AddendOnly;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is a constant behind a symbol refused that does not fit the field by itself? (EPIPHANY-S26 `constant`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LargeSymbolConstant {
    /// R22: whether a symbol with its constant fits the field is left to the linker.
    LeftToLinker = 22,
    /// R23: a constant that does not fit the field by itself is refused.
    Refused = 23,
}

impl Reading for LargeSymbolConstant {
    const QUESTION: Question = Question { clause: clause::S26, name: "constant" };
    const ALL: &'static [LargeSymbolConstant] = &[LargeSymbolConstant::LeftToLinker, LargeSymbolConstant::Refused];
    const FIRST: LargeSymbolConstant = LargeSymbolConstant::LeftToLinker;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does an assembler do with a branch that reaches in no size? (EPIPHANY-S26 `reach`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnreachableBranch {
    /// R25: a branch whose size is left open is refused where no size reaches.
    Refused = 25,
    /// R26: the low bits of the distance are stored, which is another branch (deviation).
    LowBitsStored = 26,
}

impl Reading for UnreachableBranch {
    const QUESTION: Question = Question { clause: clause::S26, name: "reach" };
    const ALL: &'static [UnreachableBranch] = &[UnreachableBranch::Refused, UnreachableBranch::LowBitsStored];
    const FIRST: UnreachableBranch = UnreachableBranch::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does an assembler do with more than half of a word in a move? (EPIPHANY-S26 `half`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HalfMoveOverflow {
    /// R27: a move of half a word refuses a number with more bits.
    Refused = 27,
    /// R28: it stores the low bits, which is another move (deviation).
    LowBitsStored = 28,
}

impl Reading for HalfMoveOverflow {
    const QUESTION: Question = Question { clause: clause::S26, name: "half" };
    const ALL: &'static [HalfMoveOverflow] = &[HalfMoveOverflow::Refused, HalfMoveOverflow::LowBitsStored];
    const FIRST: HalfMoveOverflow = HalfMoveOverflow::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is a narrow _Atomic integer extended like one that is not atomic? (EPIPHANY-S27)
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

/// Does the alignment that a typedef gives an arithmetic type count where a value of it is passed? (EPIPHANY-S28)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttributedScalar {
    /// R1: it does not: registers and places on the stack are those of the type.
    Ignored = 1,
    /// R2: it does: with an alignment of 8 or more the value begins in an even register and is aligned to 8 on the stack, with a lower one neither.
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

    /// Memory is an array of bytes, each with an address of its own.
    pub const TYPE_01: ClauseId = "EPIPHANY-TYPE-01";
    /// Data are little-endian.
    pub const TYPE_02: ClauseId = "EPIPHANY-TYPE-02";
    /// Bit 0 of an object is its lowest-valued bit; taken with little-endian data, bit-fields are allocated from bit 0 upwards. (A second reading takes the sentence as a way to name bits and says nothing of bit-fields; it predicts nothing and is not offered.)
    pub const TYPE_03: ClauseId = "EPIPHANY-TYPE-03";
    /// A word has 32 bits, a half-word 16, a double word 64.
    pub const TYPE_04: ClauseId = "EPIPHANY-TYPE-04";
    /// char is a signed byte of 1 byte.
    pub const TYPE_05: ClauseId = "EPIPHANY-TYPE-05";
    /// unsigned char is an unsigned byte of 1 byte.
    pub const TYPE_06: ClauseId = "EPIPHANY-TYPE-06";
    /// signed char is a signed byte of 1 byte.
    pub const TYPE_07: ClauseId = "EPIPHANY-TYPE-07";
    /// short is a signed half-word: 2 bytes, aligned to 2.
    pub const TYPE_08: ClauseId = "EPIPHANY-TYPE-08";
    /// unsigned short is an unsigned half-word: 2 bytes, aligned to 2.
    pub const TYPE_09: ClauseId = "EPIPHANY-TYPE-09";
    /// int is a signed word: 4 bytes, aligned to 4.
    pub const TYPE_10: ClauseId = "EPIPHANY-TYPE-10";
    /// unsigned int is an unsigned word: 4 bytes, aligned to 4.
    pub const TYPE_11: ClauseId = "EPIPHANY-TYPE-11";
    /// long is a signed word: 4 bytes, aligned to 4.
    pub const TYPE_12: ClauseId = "EPIPHANY-TYPE-12";
    /// unsigned long is an unsigned word: 4 bytes, aligned to 4.
    pub const TYPE_13: ClauseId = "EPIPHANY-TYPE-13";
    /// long long is a signed double word: 8 bytes, aligned to 8.
    pub const TYPE_14: ClauseId = "EPIPHANY-TYPE-14";
    /// unsigned long long is an unsigned double word: 8 bytes, aligned to 8.
    pub const TYPE_15: ClauseId = "EPIPHANY-TYPE-15";
    /// float is a 32-bit IEEE 754 number: 4 bytes, aligned to 4.
    pub const TYPE_16: ClauseId = "EPIPHANY-TYPE-16";
    /// double is a 64-bit IEEE 754 number: 8 bytes, aligned to 8.
    pub const TYPE_17: ClauseId = "EPIPHANY-TYPE-17";
    /// The members of an aggregate follow each other in memory.
    pub const LAYOUT_01: ClauseId = "EPIPHANY-LAYOUT-01";
    /// An aggregate has the alignment of its most aligned component.
    pub const LAYOUT_02: ClauseId = "EPIPHANY-LAYOUT-02";
    /// The size of an aggregate is the least multiple of its alignment that holds all members: 12 bytes for three ints, which becomes 16 where the alignment is raised to 8.
    pub const LAYOUT_03: ClauseId = "EPIPHANY-LAYOUT-03";
    /// Aggregate types may contain aggregate and fundamental types.
    pub const LAYOUT_04: ClauseId = "EPIPHANY-LAYOUT-04";
    /// All members of a union have the same address.
    pub const LAYOUT_05: ClauseId = "EPIPHANY-LAYOUT-05";
    /// A union has the alignment of its most aligned component.
    pub const LAYOUT_06: ClauseId = "EPIPHANY-LAYOUT-06";
    /// The size of a union is the least multiple of its alignment that holds its largest member.
    pub const LAYOUT_07: ClauseId = "EPIPHANY-LAYOUT-07";
    /// Structures and unions are laid out by the fundamental types of which they consist: a member has the size and alignment that its type has by itself.
    pub const LAYOUT_08: ClauseId = "EPIPHANY-LAYOUT-08";
    /// Members are laid out in the order of their declaration.
    pub const LAYOUT_09: ClauseId = "EPIPHANY-LAYOUT-09";
    /// An array has the alignment of its base type.
    pub const LAYOUT_10: ClauseId = "EPIPHANY-LAYOUT-10";
    /// The size of an array is that of its base type times the number of elements.
    pub const LAYOUT_11: ClauseId = "EPIPHANY-LAYOUT-11";
    /// Data that a public interface shows (parameters, static data, all that is reached through pointers that cross it) follow the layout rules.
    pub const LAYOUT_12: ClauseId = "EPIPHANY-LAYOUT-12";
    /// There are 64 general registers of one word each.
    pub const REG_01: ClauseId = "EPIPHANY-REG-01";
    /// Ten registers are callee-saved and 52 caller-saved. The ten are r4 to r11, r14 and r15; 52 agrees with the table only if r28 to r31 are counted and r12 is not.
    pub const REG_02: ClauseId = "EPIPHANY-REG-02";
    /// r0 to r3 (A1 to A4) carry argument values and the result, and are caller-saved.
    pub const REG_03: ClauseId = "EPIPHANY-REG-03";
    /// r0 to r3 may hold intermediate values inside a routine.
    pub const REG_04: ClauseId = "EPIPHANY-REG-04";
    /// Typically r4 to r11, r14, r15 and r32 to r43 hold the local variables of a routine.
    pub const REG_05: ClauseId = "EPIPHANY-REG-05";
    /// A subroutine preserves r4 to r11 (V1 to V8).
    pub const REG_06: ClauseId = "EPIPHANY-REG-06";
    /// A subroutine preserves r14 and r15.
    pub const REG_07: ClauseId = "EPIPHANY-REG-07";
    /// r12 (IP) is a scratch register that may be used in the middle of a call, and is caller-saved. Whether a veneer may change it between caller and callee or it is only a scratch register makes no difference where no veneers are made.
    pub const REG_08: ClauseId = "EPIPHANY-REG-08";
    /// r13 is the stack pointer; who saves it is said not to apply. The callee gives it back as it got it; that the callee pops its arguments would be another reading of the empty table cell, which no compiler is known to follow and which is not offered.
    pub const REG_09: ClauseId = "EPIPHANY-REG-09";
    /// r14 is the link register.
    pub const REG_10: ClauseId = "EPIPHANY-REG-10";
    /// r15 is the frame pointer and callee-saved. That every function keeps a chain of frames in it is not checked; a function without need of a frame pointer may use it for anything.
    pub const REG_11: ClauseId = "EPIPHANY-REG-11";
    /// r16 to r27 are for general use and caller-saved.
    pub const REG_12: ClauseId = "EPIPHANY-REG-12";
    /// r28 to r31 are reserved for constants; who saves them is said not to apply. No compiled routine writes them (R1), or only the runtime does and code may read them: the same prediction for compiled code.
    pub const REG_13: ClauseId = "EPIPHANY-REG-13";
    /// r32 to r63 are caller-saved; the role column repeats the reservation for constants from the row above.
    pub const REG_14: ClauseId = "EPIPHANY-REG-14";
    /// The first arguments travel in r0 to r3, one word argument to a register, from left to right. (An order that is not specified, predicts nothing and is not offered.)
    pub const ARG_01: ClauseId = "EPIPHANY-ARG-01";
    /// Types wider than 32 bits may be parameters and results.
    pub const ARG_02: ClauseId = "EPIPHANY-ARG-02";
    /// A double word travels in two consecutive registers, r0 with r1 or r2 with r3 for example.
    pub const ARG_03: ClauseId = "EPIPHANY-ARG-03";
    /// Arguments travel in the core registers r0 to r3 and on the stack.
    pub const ARG_04: ClauseId = "EPIPHANY-ARG-04";
    /// If there are few parameters, only registers are used: no stack traffic while the four registers suffice. Whether a list of four words may miss out because a double word skips a register is decided by how double words start and back-fill.
    pub const ARG_05: ClauseId = "EPIPHANY-ARG-05";
    /// Arguments beyond the registers go to the stack, at ascending addresses in the order of the arguments.
    pub const ARG_06: ClauseId = "EPIPHANY-ARG-06";
    /// A result narrower than 4 bytes is extended to a word in r0, with zeros or with its sign.
    pub const RET_01: ClauseId = "EPIPHANY-RET-01";
    /// A result of one word, integer or floating, is in r0.
    pub const RET_02: ClauseId = "EPIPHANY-RET-02";
    /// A double-word result is in r0 and r1.
    pub const RET_03: ClauseId = "EPIPHANY-RET-03";
    /// An aggregate of at most 4 bytes is returned in r0, with the bytes that r0 would have after a word was loaded from the aggregate's address: offset 0 in bits 7 to 0.
    pub const RET_04: ClauseId = "EPIPHANY-RET-04";
    /// Bits of r0 outside such an aggregate are unspecified.
    pub const RET_05: ClauseId = "EPIPHANY-RET-05";
    /// An aggregate larger than 4 bytes, or whose size one side cannot know, is stored at an address that is passed as an extra argument.
    pub const RET_06: ClauseId = "EPIPHANY-RET-06";
    /// Stack limits and the basic alignment of the stack are observed at all times.
    pub const STACK_01: ClauseId = "EPIPHANY-STACK-01";
    /// The stack is one contiguous area for local variables and for arguments beyond the registers.
    pub const STACK_02: ClauseId = "EPIPHANY-STACK-02";
    /// The stack is full-descending: the pointer addresses the lowest item in use and moves down. Whether the byte at the pointer belongs to the caller at entry or some bytes from there on to the callee is the question of the callee's area below the stack arguments.
    pub const STACK_03: ClauseId = "EPIPHANY-STACK-03";
    /// r13 holds the current extent of the stack.
    pub const STACK_04: ClauseId = "EPIPHANY-STACK-04";
    /// The stack has a base and a limit, which a program may be unable to find out.
    pub const STACK_05: ClauseId = "EPIPHANY-STACK-05";
    /// The size of the stack is fixed, or extended by moving the limit down.
    pub const STACK_06: ClauseId = "EPIPHANY-STACK-06";
    /// At all times the limit is below the stack pointer, and the pointer at or below the base.
    pub const STACK_07: ClauseId = "EPIPHANY-STACK-07";
    /// At all times the stack pointer is a multiple of 4 (the formula).
    pub const STACK_08: ClauseId = "EPIPHANY-STACK-08";
    /// At all times the stack pointer is aligned to a double word (the sentence beside the formula).
    pub const STACK_09: ClauseId = "EPIPHANY-STACK-09";
    /// Only the interval from the stack pointer to the byte below the base is read or written: nothing below the pointer (R1). A store that writes at the old pointer and then lowers it touches no address below the pointer of that moment, so the two agree in what they forbid.
    pub const STACK_10: ClauseId = "EPIPHANY-STACK-10";
    /// A further constraint is announced for public interfaces and never given: an alignment of 8, as in the standard that this chapter follows, or nothing.
    pub const STACK_11: ClauseId = "EPIPHANY-STACK-11";
    /// Routines of a publicly visible interface follow the procedure call standard.
    pub const CALL_01: ClauseId = "EPIPHANY-CALL-01";
    /// BL and JALR put the address of the next instruction into the link register and the target into the program counter; the next instruction is 2 or 4 bytes further, by the length of the call, not at a fixed distance (impossible with a 16-bit JALR).
    pub const CALL_02: ClauseId = "EPIPHANY-CALL-02";
    /// The link register is a further parameter: the return address.
    pub const CALL_03: ClauseId = "EPIPHANY-CALL-03";
    /// A routine returns by loading the return address into the program counter with JR or RTS, from any register that holds it; that it has to be the link register is not checked.
    pub const CALL_04: ClauseId = "EPIPHANY-CALL-04";
    /// Addresses 0x0 to 0x100 are reserved for the runtime. The check takes 0x00 to 0xff; whether 0x100 belongs to it as well is left alone, since the tables describe nothing there.
    pub const MEM_01: ClauseId = "EPIPHANY-MEM-01";
    /// The region holds the interrupt table (architecture), the workgroup and external-memory configuration (e-lib) and the loader configuration (runtime).
    pub const MEM_02: ClauseId = "EPIPHANY-MEM-02";
    /// 0x00 to 0x27 hold ten entries, each a branch instruction to a service routine. Whether an entry that nobody uses has to hold a branch as well or may hold anything is left open.
    pub const MEM_03: ClauseId = "EPIPHANY-MEM-03";
    /// Entries of 4 bytes from 0x00: sync, swexp, memfault, timer0, timer1, message, dma0, dma1, wand, user.
    pub const MEM_04: ClauseId = "EPIPHANY-MEM-04";
    /// 0x28 to 0x4f hold a structure that e-lib reads and that the e-hal loader fills before the core starts; a loader other than e-hal may leave it zero.
    pub const MEM_05: ClauseId = "EPIPHANY-MEM-05";
    /// Fields of 4 bytes from 0x28: objtype, chiptype, group_id, group_row, group_col, group_rows, group_cols, core_row, core_col, alignment_padding. The three e_ types take 4 bytes, for the offsets require it; an enumeration of another size would break them.
    pub const MEM_06: ClauseId = "EPIPHANY-MEM-06";
    /// 0x50 to 0x57 hold a structure that e-lib reads to find the external memory, filled by the e-hal loader.
    pub const MEM_07: ClauseId = "EPIPHANY-MEM-07";
    /// objtype is at 0x50 and base at 0x54.
    pub const MEM_08: ClauseId = "EPIPHANY-MEM-08";
    /// 0x58 to 0x67 hold a structure by which the loader tells the start-up code how to start the program.
    pub const MEM_09: ClauseId = "EPIPHANY-MEM-09";
    /// flags is at 0x58, padding at 0x5c, args_ptr (a 32-bit pointer) at 0x60, padding at 0x64. The padding is written as zero, which serves both those who ignore it and those who take it for the high half of a pointer.
    pub const MEM_10: ClauseId = "EPIPHANY-MEM-10";
    /// Ten fields of 32 bits, 40 bytes: r0, r1, r2, r3, function_ptr, function_ptr_hi32, stack_spill_size, padding, stack_spill_ptr, stack_spill_ptr_hi32. The high halves are written as zero, which serves both who reads them and who does not.
    pub const MEM_11: ClauseId = "EPIPHANY-MEM-11";
    /// The structure is packed, with an alignment of 4.
    pub const MEM_12: ClauseId = "EPIPHANY-MEM-12";
    /// Its padding field is reserved and 0: a duty of the loader. That start-up code has to check it is not tested.
    pub const MEM_13: ClauseId = "EPIPHANY-MEM-13";
    /// stack_spill_size and stack_spill_ptr are multiples of 8. That the fields themselves are aligned to 8 is impossible in a structure of alignment 4.
    pub const MEM_14: ClauseId = "EPIPHANY-MEM-14";
    /// LOADER_BSS_CLEARED_FLAG is 1 and LOADER_CUSTOM_ARGS_FLAG is 2, as bit masks in the flags word; taken as values of an enumeration they could not be combined. The loader sets both bits at once.
    pub const MEM_15: ClauseId = "EPIPHANY-MEM-15";
    /// With this flag the runtime does not clear .bss. That it does so without the flag is not said in so many words (nothing is required).
    pub const MEM_16: ClauseId = "EPIPHANY-MEM-16";
    /// With this flag the runtime, instead of calling main, loads the argument registers and the stack from loader_args and calls function_ptr. What follows the return of that function is left open.
    pub const MEM_17: ClauseId = "EPIPHANY-MEM-17";
    /// Pointers, _Bool, enumerations, wchar_t, size_t, ptrdiff_t and long double have no row in Table 8.1. Taken as: pointers, size_t and ptrdiff_t one word, _Bool one byte, long double like double.
    pub const S01: ClauseId = "EPIPHANY-S01";
    /// Nothing is said of containers, straddling, alignment, signedness and unnamed bit-fields.
    pub const S02: ClauseId = "EPIPHANY-S02";
    /// Nothing is said of empty records, flexible arrays, arrays of no elements and attributes. An array of no elements aligns its record as any array does. The attributes packed and aligned mean what their inventor, GCC, documents.
    pub const S03: ClauseId = "EPIPHANY-S03";
    /// Nothing is said of status flags, CONFIG, hardware-loop and interrupt registers across calls. Flags are scratch. Of the others those count that set a mode in which the caller's code goes on: rounding, exceptions and arithmetic mode in CONFIG, interrupts switched off in STATUS or held back in IMASK, and a hardware loop that is armed (LC is not zero) over code that is not the function's own (LE), as the caller's next instruction. Loop registers that arm nothing of that kind may hold anything. Modes are put back, since by the language (ISO C 7.6) a call leaves the floating-point control modes of its caller alone and goes on behind the call; that all are scratch (R2) is offered as a departure only.
    pub const S04: ClauseId = "EPIPHANY-S04";
    /// Only results are said to be extended to a word.
    pub const S05: ClauseId = "EPIPHANY-S05";
    /// Nothing is said of how aggregates are passed.
    pub const S06: ClauseId = "EPIPHANY-S06";
    /// Alignment of double words in registers, and back-filling.
    pub const S07: ClauseId = "EPIPHANY-S07";
    /// Whether a value is split between registers and the stack; for double words the same question as in EPIPHANY-ARG-03.
    pub const S08: ClauseId = "EPIPHANY-S08";
    /// Distance of the first stack argument, slot sizes, a home area for r0 to r3.
    pub const S09: ClauseId = "EPIPHANY-S09";
    /// Who may write the stack slots of arguments, and who copies an aggregate that is passed by address.
    pub const S10: ClauseId = "EPIPHANY-S10";
    /// Whether an argument without bytes travels at all.
    pub const S11: ClauseId = "EPIPHANY-S11";
    /// Position of the address for a result in memory, and whether r0 holds it again at return.
    pub const S12: ClauseId = "EPIPHANY-S12";
    /// The text sends them to memory without saying a word of r0 and r1, which carry double words.
    pub const S13: ClauseId = "EPIPHANY-S13";
    /// Placement of unnamed arguments, promotions, register save area, va_list. A function without a prototype is called as if it had one, with the types that the promotions give.
    pub const S14: ClauseId = "EPIPHANY-S14";
    /// Layout of a frame, chain of frame pointers, dynamic allocation.
    pub const S15: ClauseId = "EPIPHANY-S15";
    /// Initial stack pointer, base and limit of each core.
    pub const S16: ClauseId = "EPIPHANY-S16";
    /// Tail calls, calls beyond the reach of a branch, interrupt handlers.
    pub const S17: ClauseId = "EPIPHANY-S17";
    /// ELF machine number, flags, relocations, section names and symbol prefix. Files are held to the reading that they are as in GNU binutils: machine 0x1223, no flags, the relocations of include/elf/epiphany.h with explicit addends, each with the field that the instruction set gives it. (A second reading that nothing is specified, predicts nothing and is not offered.)
    pub const S18: ClauseId = "EPIPHANY-S18";
    /// Where code and data lie above 0x100, and how code is aligned.
    pub const S19: ClauseId = "EPIPHANY-S19";
    /// What an unaligned access does, and double-word access to external memory.
    pub const S20: ClauseId = "EPIPHANY-S20";
    /// Names and conventions of the helpers for division and floating arithmetic.
    pub const S21: ClauseId = "EPIPHANY-S21";
    /// Predefined macros and C++.
    pub const S22: ClauseId = "EPIPHANY-S22";
    /// Nothing is said of memory outside the stack and the reserved region. A function writes there only what its C text has it write: objects that it names, and those whose addresses it was given to write. No reading that permits more would leave a correct program correct.
    pub const S23: ClauseId = "EPIPHANY-S23";
    /// Nothing is said of complex types, nor of those of integers, which GNU C has. In memory the real part comes first, then the imaginary part, each as its type is.
    pub const S24: ClauseId = "EPIPHANY-S24";
    /// Nothing is said of the vector types of GNU C. In memory the lanes follow each other, lane 0 first.
    pub const S25: ClauseId = "EPIPHANY-S25";
    /// Nothing is said of how instructions are written and encoded. Encodings are those of the architecture reference, spellings those of GNU binutils; an instruction that holds another number than is written is not the one that is written.
    pub const S26: ClauseId = "EPIPHANY-S26";
    /// Nothing is said of the _Atomic types of C. They are as large and as aligned as the types without that qualifier, and travel as these do, but that the extension of a narrow one is asked for.
    pub const S27: ClauseId = "EPIPHANY-S27";
    /// Nothing is said of a typedef that gives an arithmetic type an alignment of its own, higher or lower than the type's. Objects and members of it are aligned so, except in a packed structure, and are as large as the type is, and a result of it is returned as one of the type is. Where such an alignment counts at a call, a word that it aligns to 8 begins in an even register, and a double word that it aligns to less than 8 in any.
    pub const S28: ClauseId = "EPIPHANY-S28";
}
