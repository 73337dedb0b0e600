//! Clauses and readings of DPU ABI (page of the UPMEM SDK's manual), by name.
//!
//! Generated from `oracle/clauses/dpu.toml`; see [`crate::names`].

use super::{Question, Reading};

/// Is plain `char` signed? (DPU-TYPE-02)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CharSign {
    /// R1: plain char is signed.
    Signed = 1,
    /// R2: the row is that of signed char, and plain char is unsigned.
    Unsigned = 2,
}

impl Reading for CharSign {
    const QUESTION: Question = Question { clause: clause::TYPE_02, name: "" };
    const ALL: &'static [CharSign] = &[CharSign::Signed, CharSign::Unsigned];
    const FIRST: CharSign = CharSign::Signed;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is an object of a byte or a half-word that stands by itself aligned to a word? (DPU-TYPE-14)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LoneObjectAlign {
    /// R1: an object of such a type that stands by itself is aligned to 4; members of records are not.
    Word = 1,
    /// R2: a hint: such an object is aligned as its type has to be.
    AsType = 2,
}

impl Reading for LoneObjectAlign {
    const QUESTION: Question = Question { clause: clause::TYPE_14, name: "" };
    const ALL: &'static [LoneObjectAlign] = &[LoneObjectAlign::Word, LoneObjectAlign::AsType];
    const FIRST: LoneObjectAlign = LoneObjectAlign::Word;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does r23 hold the return address at return? (DPU-REG-08)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkAtReturn {
    /// R2: a function returns with the return address in r23, as the recommended epilogue leaves it.
    ReturnAddress = 2,
    /// R1: r23 holds anything at return; a function may use it once its contents are kept elsewhere (R3).
    Free = 1,
}

impl Reading for LinkAtReturn {
    const QUESTION: Question = Question { clause: clause::REG_08, name: "" };
    const ALL: &'static [LinkAtReturn] = &[LinkAtReturn::ReturnAddress, LinkAtReturn::Free];
    const FIRST: LinkAtReturn = LinkAtReturn::ReturnAddress;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does an assembler refuse a register as a destination that can only be read? (DPU-REG-11)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReadOnlyDestination {
    /// R1: an assembler refuses such a register as a destination.
    Refused = 1,
    /// R2: it takes it, and the result is lost.
    Encoded = 2,
}

impl Reading for ReadOnlyDestination {
    const QUESTION: Question = Question { clause: clause::REG_11, name: "" };
    const ALL: &'static [ReadOnlyDestination] = &[ReadOnlyDestination::Refused, ReadOnlyDestination::Encoded];
    const FIRST: ReadOnlyDestination = ReadOnlyDestination::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Who extends narrow arguments? (DPU-ARG-02)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NarrowArgument {
    /// R1: the caller extends, a plain char as DPU-TYPE-02 has its sign.
    CallerExtends = 1,
    /// R3: only the place is that of a word: the bits above the value are unspecified.
    Unspecified = 3,
}

impl Reading for NarrowArgument {
    const QUESTION: Question = Question { clause: clause::ARG_02, name: "" };
    const ALL: &'static [NarrowArgument] = &[NarrowArgument::CallerExtends, NarrowArgument::Unspecified];
    const FIRST: NarrowArgument = NarrowArgument::CallerExtends;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does a later word take a skipped register? (DPU-ARG-03)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BackFill {
    /// R2: a register that a double word skipped is taken by a later word.
    NextWord = 2,
    /// R1: a register that a double word skipped stays unused.
    Never = 1,
}

impl Reading for BackFill {
    const QUESTION: Question = Question { clause: clause::ARG_03, name: "" };
    const ALL: &'static [BackFill] = &[BackFill::NextWord, BackFill::Never];
    const FIRST: BackFill = BackFill::NextWord;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What becomes of a double word when only r7 is left? (DPU-ARG-04)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LastRegisterDouble {
    /// R3: where only r7 is left the double word is wholly on the stack, and r7 is skipped as any other.
    SkippedLikeAnyOther = 3,
    /// R4: where only r7 is left the double word is wholly on the stack, and so are all arguments behind it.
    RestOnStack = 4,
    /// R5: where only r7 is left it holds the least significant half, as the odd register of a pair does, and the stack the other.
    SplitWithStack = 5,
}

impl Reading for LastRegisterDouble {
    const QUESTION: Question = Question { clause: clause::ARG_04, name: "" };
    const ALL: &'static [LastRegisterDouble] = &[LastRegisterDouble::SkippedLikeAnyOther, LastRegisterDouble::RestOnStack, LastRegisterDouble::SplitWithStack];
    const FIRST: LastRegisterDouble = LastRegisterDouble::SkippedLikeAnyOther;

    fn number(self) -> u8 {
        self as u8
    }
}

/// May the callee write an aggregate that is passed by reference? (DPU-ARG-05 `copy`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ByReferenceOwner {
    /// R1: the caller passes the address of a copy, which the callee may write.
    Callee = 1,
    /// R2: the callee may not write it: the address may be that of the caller's own object.
    Caller = 2,
}

impl Reading for ByReferenceOwner {
    const QUESTION: Question = Question { clause: clause::ARG_05, name: "copy" };
    const ALL: &'static [ByReferenceOwner] = &[ByReferenceOwner::Callee, ByReferenceOwner::Caller];
    const FIRST: ByReferenceOwner = ByReferenceOwner::Callee;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Which stack argument is nearest to the stack pointer? (DPU-ARG-06 `order`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackArgumentOrder {
    /// R2: at descending addresses: the first of them is nearest to the stack pointer.
    Descending = 2,
    /// R1: at ascending addresses: the first of them is the lowest.
    Ascending = 1,
}

impl Reading for StackArgumentOrder {
    const QUESTION: Question = Question { clause: clause::ARG_06, name: "order" };
    const ALL: &'static [StackArgumentOrder] = &[StackArgumentOrder::Descending, StackArgumentOrder::Ascending];
    const FIRST: StackArgumentOrder = StackArgumentOrder::Descending;

    fn number(self) -> u8 {
        self as u8
    }
}

/// At which end of the stack arguments is what they need to be a multiple of 8? (DPU-ARG-06 `padding`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackAreaPadding {
    /// R4: places are counted from the upper end of the area: what it needs to be a multiple of 8 is at its lower end.
    LowerEnd = 4,
    /// R5: places are counted from the lower end of the area, which is a multiple of 8: what is needed is at its upper end.
    UpperEnd = 5,
}

impl Reading for StackAreaPadding {
    const QUESTION: Question = Question { clause: clause::ARG_06, name: "padding" };
    const ALL: &'static [StackAreaPadding] = &[StackAreaPadding::LowerEnd, StackAreaPadding::UpperEnd];
    const FIRST: StackAreaPadding = StackAreaPadding::LowerEnd;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Who extends narrow results? (DPU-RET-01)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NarrowResult {
    /// R1: the callee extends, by the signedness of the type.
    CalleeExtends = 1,
    /// R2: only the place is that of a word: the bits above the value are unspecified.
    Unspecified = 2,
}

impl Reading for NarrowResult {
    const QUESTION: Question = Question { clause: clause::RET_01, name: "" };
    const ALL: &'static [NarrowResult] = &[NarrowResult::CalleeExtends, NarrowResult::Unspecified];
    const FIRST: NarrowResult = NarrowResult::CalleeExtends;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is the address for a result the first argument? (DPU-RET-04 `position`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResultAddress {
    /// R1: the address is the first argument.
    FirstArgument = 1,
    /// R3: the address is the last of the named arguments.
    LastNamedArgument = 3,
}

impl Reading for ResultAddress {
    const QUESTION: Question = Question { clause: clause::RET_04, name: "position" };
    const ALL: &'static [ResultAddress] = &[ResultAddress::FirstArgument, ResultAddress::LastNamedArgument];
    const FIRST: ResultAddress = ResultAddress::FirstArgument;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is the address in r0 again at return? (DPU-RET-04 `again`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResultAddressAtReturn {
    /// R2: r0 holds the address again at return.
    InR0 = 2,
    /// R5: r0 is free at return.
    Free = 5,
}

impl Reading for ResultAddressAtReturn {
    const QUESTION: Question = Question { clause: clause::RET_04, name: "again" };
    const ALL: &'static [ResultAddressAtReturn] = &[ResultAddressAtReturn::InR0, ResultAddressAtReturn::Free];
    const FIRST: ResultAddressAtReturn = ResultAddressAtReturn::InR0;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Do the named arguments of a variadic function go to the stack? (DPU-VAR-02 `named`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariadicNamed {
    /// R1: unnamed arguments are; named ones travel as in any call.
    LikeAnyCall = 1,
    /// R2: all arguments of a variadic function are.
    OnStack = 2,
}

impl Reading for VariadicNamed {
    const QUESTION: Question = Question { clause: clause::VAR_02, name: "named" };
    const ALL: &'static [VariadicNamed] = &[VariadicNamed::LikeAnyCall, VariadicNamed::OnStack];
    const FIRST: VariadicNamed = VariadicNamed::LikeAnyCall;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Which argument of a variadic function is nearest to the stack pointer? (DPU-VAR-02 `order`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariadicOrder {
    /// R4: at descending addresses: the first of them is nearest to the stack pointer.
    Descending = 4,
    /// R3: at ascending addresses: the first of them is the lowest.
    Ascending = 3,
}

impl Reading for VariadicOrder {
    const QUESTION: Question = Question { clause: clause::VAR_02, name: "order" };
    const ALL: &'static [VariadicOrder] = &[VariadicOrder::Descending, VariadicOrder::Ascending];
    const FIRST: VariadicOrder = VariadicOrder::Descending;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Are aggregates of a variadic function on the stack themselves? (DPU-VAR-03)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariadicComposite {
    /// R1: the aggregate itself is on the stack.
    OnStack = 1,
    /// R2: it is passed by reference there, too: its address is on the stack.
    ByReference = 2,
}

impl Reading for VariadicComposite {
    const QUESTION: Question = Question { clause: clause::VAR_03, name: "" };
    const ALL: &'static [VariadicComposite] = &[VariadicComposite::OnStack, VariadicComposite::ByReference];
    const FIRST: VariadicComposite = VariadicComposite::OnStack;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does a small aggregate among the variable arguments take words? (DPU-VAR-03 `slot`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariadicCompositeSlot {
    /// R4: its place has its size and its alignment, however small they are.
    OwnSize = 4,
    /// R5: its place is a multiple of 4 bytes, aligned to 4 at least, as those of words are.
    WholeWords = 5,
}

impl Reading for VariadicCompositeSlot {
    const QUESTION: Question = Question { clause: clause::VAR_03, name: "slot" };
    const ALL: &'static [VariadicCompositeSlot] = &[VariadicCompositeSlot::OwnSize, VariadicCompositeSlot::WholeWords];
    const FIRST: VariadicCompositeSlot = VariadicCompositeSlot::OwnSize;

    fn number(self) -> u8 {
        self as u8
    }
}

/// When is the stack pointer aligned? (DPU-STACK-05)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackAlign {
    /// R1: at all times.
    AtAllTimes = 1,
    /// R2: when a function is called or returns.
    AtCallsAndReturns = 2,
}

impl Reading for StackAlign {
    const QUESTION: Question = Question { clause: clause::STACK_05, name: "" };
    const ALL: &'static [StackAlign] = &[StackAlign::AtAllTimes, StackAlign::AtCallsAndReturns];
    const FIRST: StackAlign = StackAlign::AtAllTimes;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is the picture of a frame mandatory? (DPU-STACK-08)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FramePicture {
    /// R1: the order is mandatory: while a callee may run, the two saved words are right below the stack pointer.
    Mandatory = 1,
    /// R2: a picture of what is usual: only the place of arguments binds, and what a function saves is anywhere in its frame, against the numbers in the picture (deviation).
    Usual = 2,
}

impl Reading for FramePicture {
    const QUESTION: Question = Question { clause: clause::STACK_08, name: "" };
    const ALL: &'static [FramePicture] = &[FramePicture::Mandatory, FramePicture::Usual];
    const FIRST: FramePicture = FramePicture::Mandatory;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Which of the two saved words is nearer to the stack pointer? (DPU-STACK-09)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SavedPairOrder {
    /// R1: the registers are right: the return address is 8 bytes below the stack pointer and the old stack pointer 4 bytes below it, as a store of the pair d22 leaves them.
    ReturnAddressLower = 1,
    /// R2: the words are right: the old stack pointer is 8 bytes below the stack pointer and the return address 4 bytes below it.
    StackPointerLower = 2,
}

impl Reading for SavedPairOrder {
    const QUESTION: Question = Question { clause: clause::STACK_09, name: "" };
    const ALL: &'static [SavedPairOrder] = &[SavedPairOrder::ReturnAddressLower, SavedPairOrder::StackPointerLower];
    const FIRST: SavedPairOrder = SavedPairOrder::ReturnAddressLower;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is the return address always saved where the picture has it? (DPU-CALL-01)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReturnAddressSave {
    /// R1: always, where the picture has it.
    InPicture = 1,
    /// R2: it keeps it anywhere else that survives the call, against the sentence (deviation).
    Anywhere = 2,
}

impl Reading for ReturnAddressSave {
    const QUESTION: Question = Question { clause: clause::CALL_01, name: "" };
    const ALL: &'static [ReturnAddressSave] = &[ReturnAddressSave::InPicture, ReturnAddressSave::Anywhere];
    const FIRST: ReturnAddressSave = ReturnAddressSave::InPicture;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is the stack pointer saved, too? (DPU-CALL-03)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackPointerSave {
    /// R1: it does, since whoever walks the stack relies on the pair.
    Saved = 1,
    /// R2: advice: a function may find its caller's stack pointer in another way, and leave that word alone.
    Optional = 2,
}

impl Reading for StackPointerSave {
    const QUESTION: Question = Question { clause: clause::CALL_03, name: "" };
    const ALL: &'static [StackPointerSave] = &[StackPointerSave::Saved, StackPointerSave::Optional];
    const FIRST: StackPointerSave = StackPointerSave::Saved;

    fn number(self) -> u8 {
        self as u8
    }
}

/// At which end of a frame is the pair saved? (DPU-CALL-04)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SavedPairPlace {
    /// R1: the pair is at the end of the frame, right below the stack pointer, as in the picture.
    FrameEnd = 1,
    /// R2: it is at the beginning of the frame, from the stack pointer on that the function was entered with.
    FrameStart = 2,
}

impl Reading for SavedPairPlace {
    const QUESTION: Question = Question { clause: clause::CALL_04, name: "" };
    const ALL: &'static [SavedPairPlace] = &[SavedPairPlace::FrameEnd, SavedPairPlace::FrameStart];
    const FIRST: SavedPairPlace = SavedPairPlace::FrameEnd;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is the pair saved before the stack pointer moves? (DPU-CALL-06)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SavedPairTime {
    /// R1: a function that calls saves the pair before it moves the stack pointer.
    BeforeStackMoves = 1,
    /// R2: the order does not bind.
    AnyTime = 2,
}

impl Reading for SavedPairTime {
    const QUESTION: Question = Question { clause: clause::CALL_06, name: "" };
    const ALL: &'static [SavedPairTime] = &[SavedPairTime::BeforeStackMoves, SavedPairTime::AnyTime];
    const FIRST: SavedPairTime = SavedPairTime::BeforeStackMoves;

    fn number(self) -> u8 {
        self as u8
    }
}

/// From where is a place in code counted? (DPU-OBJ-13)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CodePlaceBase {
    /// R1: counted from the beginning of the memory for instructions.
    InstructionMemory = 1,
    /// R2: counted from the instruction itself.
    OwnAddress = 2,
}

impl Reading for CodePlaceBase {
    const QUESTION: Question = Question { clause: clause::OBJ_13, name: "" };
    const ALL: &'static [CodePlaceBase] = &[CodePlaceBase::InstructionMemory, CodePlaceBase::OwnAddress];
    const FIRST: CodePlaceBase = CodePlaceBase::InstructionMemory;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What becomes of an address in the memory for instructions? (DPU-MEM-06)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CodeAddress {
    /// R1: what an instruction or an object gets of such a symbol is the number of the instruction, as the processor counts.
    InstructionNumber = 1,
    /// R3: it gets the value of the symbol, with the offset.
    SymbolValue = 3,
    /// R4: it gets the distance in bytes from the beginning of that memory.
    ByteDistance = 4,
}

impl Reading for CodeAddress {
    const QUESTION: Question = Question { clause: clause::MEM_06, name: "" };
    const ALL: &'static [CodeAddress] = &[CodeAddress::InstructionNumber, CodeAddress::SymbolValue, CodeAddress::ByteDistance];
    const FIRST: CodeAddress = CodeAddress::InstructionNumber;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What becomes of an address in the large memory? (DPU-MEM-07)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LargeMemoryAddress {
    /// R2: what an instruction or an object gets of such a symbol is without the offset, as transfers need it.
    WithoutOffset = 2,
    /// R1: it gets the value of the symbol, with the offset.
    SymbolValue = 1,
}

impl Reading for LargeMemoryAddress {
    const QUESTION: Question = Question { clause: clause::MEM_07, name: "" };
    const ALL: &'static [LargeMemoryAddress] = &[LargeMemoryAddress::WithoutOffset, LargeMemoryAddress::SymbolValue];
    const FIRST: LargeMemoryAddress = LargeMemoryAddress::WithoutOffset;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What becomes of the address of a lock? (DPU-MEM-08)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LockAddress {
    /// R1: what an instruction or an object gets of such a symbol is the number of the lock.
    LockNumber = 1,
    /// R2: it gets the value of the symbol, with the offset.
    SymbolValue = 2,
}

impl Reading for LockAddress {
    const QUESTION: Question = Question { clause: clause::MEM_08, name: "" };
    const ALL: &'static [LockAddress] = &[LockAddress::LockNumber, LockAddress::SymbolValue];
    const FIRST: LockAddress = LockAddress::LockNumber;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How large is a `_Bool`? (DPU-S01)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BoolSize {
    /// R1: a byte.
    Byte = 1,
    /// R2: a word.
    Word = 2,
}

impl Reading for BoolSize {
    const QUESTION: Question = Question { clause: clause::S01, name: "" };
    const ALL: &'static [BoolSize] = &[BoolSize::Byte, BoolSize::Word];
    const FIRST: BoolSize = BoolSize::Byte;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What is an enumeration? (DPU-S02)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Enumeration {
    /// R1: unsigned int where no constant is negative, int otherwise.
    UnsignedIntOrInt = 1,
    /// R2: always int.
    AlwaysInt = 2,
    /// R3: the smallest type that holds all constants.
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

/// How large are `size_t` and `ptrdiff_t`? (DPU-S04 `size`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SizeWidth {
    /// R1: size_t and ptrdiff_t have 32 bits, as pointers have.
    ThirtyTwo = 1,
    /// R2: they have 64 bits, as long has.
    SixtyFour = 2,
}

impl Reading for SizeWidth {
    const QUESTION: Question = Question { clause: clause::S04, name: "size" };
    const ALL: &'static [SizeWidth] = &[SizeWidth::ThirtyTwo, SizeWidth::SixtyFour];
    const FIRST: SizeWidth = SizeWidth::ThirtyTwo;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What is `wchar_t`? (DPU-S04 `wchar`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WideChar {
    /// R3: wchar_t is unsigned int, as the vendor's headers have it.
    UnsignedInt = 3,
    /// R4: wchar_t is int.
    Int = 4,
    /// R5: wchar_t is unsigned char.
    UnsignedChar = 5,
}

impl Reading for WideChar {
    const QUESTION: Question = Question { clause: clause::S04, name: "wchar" };
    const ALL: &'static [WideChar] = &[WideChar::UnsignedInt, WideChar::Int, WideChar::UnsignedChar];
    const FIRST: WideChar = WideChar::UnsignedInt;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How do complex arguments travel? (DPU-S05 `argument`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ComplexArgument {
    /// R2: a complex number is passed as an aggregate is.
    LikeComposite = 2,
    /// R3: a complex number is passed as two arguments of the type of its parts, the real part first.
    TwoArguments = 3,
}

impl Reading for ComplexArgument {
    const QUESTION: Question = Question { clause: clause::S05, name: "argument" };
    const ALL: &'static [ComplexArgument] = &[ComplexArgument::LikeComposite, ComplexArgument::TwoArguments];
    const FIRST: ComplexArgument = ComplexArgument::LikeComposite;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How do complex results travel? (DPU-S05 `result`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ComplexResult {
    /// R4: a complex number is returned as an aggregate is.
    LikeComposite = 4,
    /// R5: a complex number is returned as its parts would be passed, from r0 on.
    LikeArgumentParts = 5,
}

impl Reading for ComplexResult {
    const QUESTION: Question = Question { clause: clause::S05, name: "result" };
    const ALL: &'static [ComplexResult] = &[ComplexResult::LikeComposite, ComplexResult::LikeArgumentParts];
    const FIRST: ComplexResult = ComplexResult::LikeComposite;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How are bit-fields placed? (DPU-S08)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BitFieldPlacement {
    /// R3: a bit-field does not cross a boundary of its declared type, which aligns the record unless the field has no name.
    WithinDeclaredType = 3,
    /// R1: the same, and fields without a name align the record as well.
    WithinDeclaredTypeUnnamedAlign = 1,
    /// R2: a bit-field begins at the next free bit, even if it then crosses a boundary of its declared type.
    WithoutGaps = 2,
}

impl Reading for BitFieldPlacement {
    const QUESTION: Question = Question { clause: clause::S08, name: "" };
    const ALL: &'static [BitFieldPlacement] = &[BitFieldPlacement::WithinDeclaredType, BitFieldPlacement::WithinDeclaredTypeUnnamedAlign, BitFieldPlacement::WithoutGaps];
    const FIRST: BitFieldPlacement = BitFieldPlacement::WithinDeclaredType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Are bit-fields signed whose type does not say so? (DPU-S08 `sign`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlainBitFieldSign {
    /// R4: a bit-field of a plain type is signed as the type is.
    AsType = 4,
    /// R5: a bit-field of a plain type is unsigned.
    Unsigned = 5,
}

impl Reading for PlainBitFieldSign {
    const QUESTION: Question = Question { clause: clause::S08, name: "sign" };
    const ALL: &'static [PlainBitFieldSign] = &[PlainBitFieldSign::AsType, PlainBitFieldSign::Unsigned];
    const FIRST: PlainBitFieldSign = PlainBitFieldSign::AsType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// How large is an empty record? (DPU-S09)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmptyRecordSize {
    /// R1: it is 0.
    Zero = 1,
    /// R2: it is 1.
    One = 2,
}

impl Reading for EmptyRecordSize {
    const QUESTION: Question = Question { clause: clause::S09, name: "" };
    const ALL: &'static [EmptyRecordSize] = &[EmptyRecordSize::Zero, EmptyRecordSize::One];
    const FIRST: EmptyRecordSize = EmptyRecordSize::Zero;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is what is passed by reference aligned to more than 8 where its type asks for it? (DPU-S10)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TemporaryAlign {
    /// R1: as its type is, however much.
    AsType = 1,
    /// R2: to 8 at most.
    EightAtMost = 2,
}

impl Reading for TemporaryAlign {
    const QUESTION: Question = Question { clause: clause::S10, name: "" };
    const ALL: &'static [TemporaryAlign] = &[TemporaryAlign::AsType, TemporaryAlign::EightAtMost];
    const FIRST: TemporaryAlign = TemporaryAlign::AsType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Are floating arguments always on the stack? (DPU-S14)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FloatArguments {
    /// R1: as words and double words.
    LikeIntegers = 1,
    /// R2: always on the stack.
    OnStack = 2,
}

impl Reading for FloatArguments {
    const QUESTION: Question = Question { clause: clause::S14, name: "" };
    const ALL: &'static [FloatArguments] = &[FloatArguments::LikeIntegers, FloatArguments::OnStack];
    const FIRST: FloatArguments = FloatArguments::LikeIntegers;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is anything passed for an aggregate without bytes? (DPU-S15)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmptyArgument {
    /// R1: its address, as for any other.
    ByAddress = 1,
    /// R2: nothing.
    NotPassed = 2,
}

impl Reading for EmptyArgument {
    const QUESTION: Question = Question { clause: clause::S15, name: "" };
    const ALL: &'static [EmptyArgument] = &[EmptyArgument::ByAddress, EmptyArgument::NotPassed];
    const FIRST: EmptyArgument = EmptyArgument::ByAddress;

    fn number(self) -> u8 {
        self as u8
    }
}

/// May the callee write the stack places of its arguments? (DPU-S16)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackSlotOwner {
    /// R1: it may.
    Callee = 1,
    /// R2: it may not.
    Caller = 2,
}

impl Reading for StackSlotOwner {
    const QUESTION: Question = Question { clause: clause::S16, name: "" };
    const ALL: &'static [StackSlotOwner] = &[StackSlotOwner::Callee, StackSlotOwner::Caller];
    const FIRST: StackSlotOwner = StackSlotOwner::Callee;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Where is the address for the result of a variadic function? (DPU-S19)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariadicResultAddress {
    /// R1: in r0.
    InR0 = 1,
    /// R2: on the stack, with the others.
    OnStack = 2,
}

impl Reading for VariadicResultAddress {
    const QUESTION: Question = Question { clause: clause::S19, name: "" };
    const ALL: &'static [VariadicResultAddress] = &[VariadicResultAddress::InR0, VariadicResultAddress::OnStack];
    const FIRST: VariadicResultAddress = VariadicResultAddress::InR0;

    fn number(self) -> u8 {
        self as u8
    }
}

/// May a function use memory beyond the stack pointer? (DPU-S21)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BeyondStackPointer {
    /// R2: it may not.
    Unused = 2,
    /// R1: it may.
    Used = 1,
}

impl Reading for BeyondStackPointer {
    const QUESTION: Question = Question { clause: clause::S21, name: "" };
    const ALL: &'static [BeyondStackPointer] = &[BeyondStackPointer::Unused, BeyondStackPointer::Used];
    const FIRST: BeyondStackPointer = BeyondStackPointer::Unused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does a linker do with a value that its field cannot hold? (DPU-S26 `excess`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkerOverflow {
    /// R3: a linker stores the low bits of a value that its field cannot hold.
    LowBitsStored = 3,
    /// R4: it refuses such a value.
    Refused = 4,
}

impl Reading for LinkerOverflow {
    const QUESTION: Question = Question { clause: clause::S26, name: "excess" };
    const ALL: &'static [LinkerOverflow] = &[LinkerOverflow::LowBitsStored, LinkerOverflow::Refused];
    const FIRST: LinkerOverflow = LinkerOverflow::LowBitsStored;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does an assembler do with a number that does not fit? (DPU-S32 `immediate`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssemblerImmediateOverflow {
    /// R1: an assembler refuses a number that does not fit its field.
    Refused = 1,
    /// R2: it stores the low bits, which is another instruction (deviation).
    LowBitsStored = 2,
}

impl Reading for AssemblerImmediateOverflow {
    const QUESTION: Question = Question { clause: clause::S32, name: "immediate" };
    const ALL: &'static [AssemblerImmediateOverflow] = &[AssemblerImmediateOverflow::Refused, AssemblerImmediateOverflow::LowBitsStored];
    const FIRST: AssemblerImmediateOverflow = AssemblerImmediateOverflow::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// What does an assembler do with data that do not fit? (DPU-S32 `data`)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssemblerDataOverflow {
    /// R3: an assembler refuses a number that fits the data neither with a sign nor without.
    Refused = 3,
    /// R5: it refuses what does not fit data of one bit more, and stores the low bits otherwise.
    RefusedBeyondOneBit = 5,
    /// R4: it stores the low bits.
    LowBitsStored = 4,
}

impl Reading for AssemblerDataOverflow {
    const QUESTION: Question = Question { clause: clause::S32, name: "data" };
    const ALL: &'static [AssemblerDataOverflow] = &[AssemblerDataOverflow::Refused, AssemblerDataOverflow::RefusedBeyondOneBit, AssemblerDataOverflow::LowBitsStored];
    const FIRST: AssemblerDataOverflow = AssemblerDataOverflow::Refused;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Is a narrow _Atomic integer extended like one that is not atomic? (DPU-S33)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AtomicExtension {
    /// R1: it is.
    AsType = 1,
    /// R2: the bits above it are unspecified.
    Unspecified = 2,
}

impl Reading for AtomicExtension {
    const QUESTION: Question = Question { clause: clause::S33, name: "" };
    const ALL: &'static [AtomicExtension] = &[AtomicExtension::AsType, AtomicExtension::Unspecified];
    const FIRST: AtomicExtension = AtomicExtension::AsType;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Does the alignment that a typedef gives an arithmetic type count where a value of it is passed? (DPU-S34)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttributedScalar {
    /// R1: it does not: on the stack the value has the place that its type has.
    Ignored = 1,
    /// R2: it does: on the stack the value is aligned so.
    Counted = 2,
}

impl Reading for AttributedScalar {
    const QUESTION: Question = Question { clause: clause::S34, name: "" };
    const ALL: &'static [AttributedScalar] = &[AttributedScalar::Ignored, AttributedScalar::Counted];
    const FIRST: AttributedScalar = AttributedScalar::Ignored;

    fn number(self) -> u8 {
        self as u8
    }
}

/// Ids of all clauses.
pub mod clause {
    use crate::plan::ClauseId;

    /// unsigned char has 1 byte, is aligned to 1 and preferably to 4.
    pub const TYPE_01: ClauseId = "DPU-TYPE-01";
    /// char is the signed byte: 1 byte, aligned to 1 and preferably to 4. There is no row for signed char, so that the row may name a machine type rather than what a char without a sign is.
    pub const TYPE_02: ClauseId = "DPU-TYPE-02";
    /// unsigned short has 2 bytes, is aligned to 2 and preferably to 4.
    pub const TYPE_03: ClauseId = "DPU-TYPE-03";
    /// short is signed, has 2 bytes, is aligned to 2 and preferably to 4.
    pub const TYPE_04: ClauseId = "DPU-TYPE-04";
    /// unsigned int has 4 bytes and is aligned to 4.
    pub const TYPE_05: ClauseId = "DPU-TYPE-05";
    /// int is signed, has 4 bytes and is aligned to 4.
    pub const TYPE_06: ClauseId = "DPU-TYPE-06";
    /// unsigned long and unsigned long long both have 8 bytes and are aligned to 8, though pointers have 4.
    pub const TYPE_07: ClauseId = "DPU-TYPE-07";
    /// long and long long are signed, both have 8 bytes and are aligned to 8.
    pub const TYPE_08: ClauseId = "DPU-TYPE-08";
    /// float is an IEEE 754 number of single precision: 4 bytes, aligned to 4. Software does all operations on it, so that it is a word for a call; that it is a class of its own predicts nothing but what is asked at DPU-S14.
    pub const TYPE_09: ClauseId = "DPU-TYPE-09";
    /// double is an IEEE 754 number of double precision: 8 bytes, aligned to 8; for a call it is a double word, as under DPU-TYPE-09.
    pub const TYPE_10: ClauseId = "DPU-TYPE-10";
    /// A pointer to data has 4 bytes and is aligned to 4.
    pub const TYPE_11: ClauseId = "DPU-TYPE-11";
    /// A pointer to a function has 4 bytes and is aligned to 4.
    pub const TYPE_12: ClauseId = "DPU-TYPE-12";
    /// A byte or a half-word lives in a whole register. Whether the bits above it are determined or not is what promotion means for arguments and for results.
    pub const TYPE_13: ClauseId = "DPU-TYPE-13";
    /// Bytes and half-words are preferably aligned to 4. Slots of the stack are words in any case, since narrow arguments are promoted.
    pub const TYPE_14: ClauseId = "DPU-TYPE-14";
    /// Data in memory are little-endian.
    pub const TYPE_15: ClauseId = "DPU-TYPE-15";
    /// Loads and stores can also be big-endian, but are not unless they say so. Whether a compiler may ever use that shows in no byte, as long as it undoes it.
    pub const TYPE_16: ClauseId = "DPU-TYPE-16";
    /// A structure is aligned as its most aligned member is.
    pub const LAYOUT_01: ClauseId = "DPU-LAYOUT-01";
    /// The size of a structure is the least multiple of its alignment that holds all members. Members are in the order of their declaration, each at the next multiple of its alignment (DPU-S07); that they may be in any order that makes the structure smaller would be no C.
    pub const LAYOUT_02: ClauseId = "DPU-LAYOUT-02";
    /// The attributes packed and aligned override both rules. They change the layout; among the arguments of a variadic function a structure has the alignment that its type then has.
    pub const LAYOUT_03: ClauseId = "DPU-LAYOUT-03";
    /// A union is aligned as its most aligned member is.
    pub const LAYOUT_04: ClauseId = "DPU-LAYOUT-04";
    /// The size of a union is the least multiple of its alignment that holds its largest member.
    pub const LAYOUT_05: ClauseId = "DPU-LAYOUT-05";
    /// An array is aligned as its elements are.
    pub const LAYOUT_06: ClauseId = "DPU-LAYOUT-06";
    /// The size of an array is that of an element times their number.
    pub const LAYOUT_07: ClauseId = "DPU-LAYOUT-07";
    /// Each thread has its own 24 registers of 32 bits and 8 that can only be read: a function does in every thread what it does in the first.
    pub const REG_01: ClauseId = "DPU-REG-01";
    /// r0 holds the first argument, a result of 32 bits, or the most significant half of one of 64; a callee may change it.
    pub const REG_02: ClauseId = "DPU-REG-02";
    /// r1 holds the second argument, or the least significant half of a result of 64 bits; a callee may change it. That it survives a call with a result of 32 bits contradicts the word for caller-saved.
    pub const REG_03: ClauseId = "DPU-REG-03";
    /// r2 to r7 hold the third to the eighth argument; a callee may change them.
    pub const REG_04: ClauseId = "DPU-REG-04";
    /// A callee may change r8 to r13.
    pub const REG_05: ClauseId = "DPU-REG-05";
    /// A function preserves r14 to r21.
    pub const REG_06: ClauseId = "DPU-REG-06";
    /// r22 is the stack pointer.
    pub const REG_07: ClauseId = "DPU-REG-07";
    /// r23 holds the return address, as the number of an instruction.
    pub const REG_08: ClauseId = "DPU-REG-08";
    /// r0 to r23 can be read and written.
    pub const REG_09: ClauseId = "DPU-REG-09";
    /// zero reads as 0, and cannot be written. Assemblers take it where an instruction has no result.
    pub const REG_10: ClauseId = "DPU-REG-10";
    /// one reads as 1, and cannot be written.
    pub const REG_11: ClauseId = "DPU-REG-11";
    /// lneg reads as -1, and cannot be written.
    pub const REG_12: ClauseId = "DPU-REG-12";
    /// mneg reads as 0x80000000, and cannot be written.
    pub const REG_13: ClauseId = "DPU-REG-13";
    /// id reads as the number of the thread, and cannot be written. From where threads are counted is not said.
    pub const REG_14: ClauseId = "DPU-REG-14";
    /// id2 reads as twice the number of the thread, and cannot be written.
    pub const REG_15: ClauseId = "DPU-REG-15";
    /// id4 reads as four times the number of the thread, and cannot be written.
    pub const REG_16: ClauseId = "DPU-REG-16";
    /// id8 reads as eight times the number of the thread, and cannot be written.
    pub const REG_17: ClauseId = "DPU-REG-17";
    /// Two neighbours, the first with an even number, make one of 12 registers of 64 bits: d0, d2 and so on to d22.
    pub const REG_18: ClauseId = "DPU-REG-18";
    /// Of a pair the even register holds the most significant half and the odd one the least significant: in the order of registers the opposite of the order in memory.
    pub const REG_19: ClauseId = "DPU-REG-19";
    /// There are no pairs with odd numbers. The list of those that do not exist ends with d21; d23 would need a register that is not there.
    pub const REG_20: ClauseId = "DPU-REG-20";
    /// Registers that can only be read have no 64-bit form. They may be a source of 32 bits in an instruction whose result has 64: that is not a 64-bit form of them.
    pub const REG_21: ClauseId = "DPU-REG-21";
    /// Argument registers are numbered: the n-th argument is in the n-th of r0 to r7. That is exact where every argument is a word; where one is a double word it contradicts DPU-ARG-04 by the letter, and is not offered.
    pub const ARG_01: ClauseId = "DPU-ARG-01";
    /// Bytes and half-words are promoted to words. By the type's own signedness or by C's promotion makes no difference to the bits.
    pub const ARG_02: ClauseId = "DPU-ARG-02";
    /// Each word takes one of r0 to r7, from left to right the lowest that is free. That words take the registers of pairs contradicts the row of r1.
    pub const ARG_03: ClauseId = "DPU-ARG-03";
    /// Each double word takes one of d0, d2, d4 and d6, from left to right the lowest that is free: an odd register before it is skipped. What becomes of skipped ones is the question of DPU-ARG-03.
    pub const ARG_04: ClauseId = "DPU-ARG-04";
    /// Structures and unions are always passed by reference, whatever their size. That a union is passed as one of its members is against the document, which has unions among the aggregate types. Empty ones are a question of DPU-S15.
    pub const ARG_05: ClauseId = "DPU-ARG-05";
    /// Arguments that find no register are on the stack, below the two words right below the stack pointer: the area ends 8 bytes below it. A word takes 4 bytes, a double word 8, aligned to 8. That they begin at the stack pointer and go up contradicts the picture, in which the callee's own memory begins there.
    pub const ARG_06: ClauseId = "DPU-ARG-06";
    /// Bytes and half-words are promoted to words.
    pub const RET_01: ClauseId = "DPU-RET-01";
    /// A word is returned in r0; pointers and floats are words.
    pub const RET_02: ClauseId = "DPU-RET-02";
    /// A double word is returned in d0: its most significant half in r0, the other in r1.
    pub const RET_03: ClauseId = "DPU-RET-03";
    /// An aggregate result becomes an argument that is passed by reference. The sentence speaks of arguments; that it has no meaning for results predicts nothing.
    pub const RET_04: ClauseId = "DPU-RET-04";
    /// Bytes and half-words are promoted to words, as in any call.
    pub const VAR_01: ClauseId = "DPU-VAR-01";
    /// Words and double words are on the stack, at places that have their sizes and alignments.
    pub const VAR_02: ClauseId = "DPU-VAR-02";
    /// Aggregates are on the stack with their sizes and alignments, though aggregates are always passed by reference (DPU-ARG-05). No alignment above 8 can be had there: the stack pointer, from which places are counted, is a multiple of 8.
    pub const VAR_03: ClauseId = "DPU-VAR-03";
    /// Each thread has a contiguous stack of its own: what a function keeps there is not touched by another thread that runs the same function.
    pub const STACK_01: ClauseId = "DPU-STACK-01";
    /// The stack holds local variables, and arguments for which registers are too few.
    pub const STACK_02: ClauseId = "DPU-STACK-02";
    /// r22 holds the stack pointer.
    pub const STACK_03: ClauseId = "DPU-STACK-03";
    /// To allocate memory is to add to the stack pointer: the stack grows to higher addresses. It is called full and ascending, though in the picture the stack pointer addresses the first free byte; a stack pointer at the last item would leave no room for the numbers of the picture.
    pub const STACK_04: ClauseId = "DPU-STACK-04";
    /// The stack pointer is a multiple of 8.
    pub const STACK_05: ClauseId = "DPU-STACK-05";
    /// The size of each stack is fixed before the program runs: a function takes no second area when it needs more. Whether the threads may have different sizes is not said.
    pub const STACK_06: ClauseId = "DPU-STACK-06";
    /// What writes into the stack of another thread, as with more memory than was defined, has no defined result: a function keeps its stack pointer within its stack.
    pub const STACK_07: ClauseId = "DPU-STACK-07";
    /// From lower to higher addresses a frame has the function's local variables, the arguments for the functions that it calls, two saved words, and the place of the stack pointer.
    pub const STACK_08: ClauseId = "DPU-STACK-08";
    /// The word 8 bytes below the stack pointer is called the stack pointer of the previous function, with r23 in brackets, which is the register of the return address.
    pub const STACK_09: ClauseId = "DPU-STACK-09";
    /// The word 4 bytes below the stack pointer is called the return address of the current function, with r22 in brackets, which is the stack pointer.
    pub const STACK_10: ClauseId = "DPU-STACK-10";
    /// The memory of a callee begins at the stack pointer that it receives; another beginning goes with another sense of full, as in DPU-STACK-04.
    pub const STACK_11: ClauseId = "DPU-STACK-11";
    /// A function that calls another saves its return address on the stack.
    pub const CALL_01: ClauseId = "DPU-CALL-01";
    /// A function returns with the stack pointer that it was called with.
    pub const CALL_02: ClauseId = "DPU-CALL-02";
    /// A function that calls another should save the stack pointer on the stack, too.
    pub const CALL_03: ClauseId = "DPU-CALL-03";
    /// The easiest prologue is one store of d22, whose operand is missing. At the end of the frame (R1) it makes the picture; at its beginning, where the stack pointer is when the function is entered (R2), the pair is elsewhere, and the picture's two words are free.
    pub const CALL_04: ClauseId = "DPU-CALL-04";
    /// The easiest epilogue is one load of d22, whose operand is missing: from 8 bytes below the stack pointer, or from the beginning of the frame.
    pub const CALL_05: ClauseId = "DPU-CALL-05";
    /// The stack pointer is modified after the pair has been saved.
    pub const CALL_06: ClauseId = "DPU-CALL-06";
    /// A function that calls no other and leaves the stack pointer alone need not save anything. Whether it may use memory beyond the stack pointer is the question of DPU-S21; one that moves the pointer has to bring it back, however it does.
    pub const CALL_07: ClauseId = "DPU-CALL-07";
    /// Files are ELF of 32 bits; little-endian, as data are. A file of the other byte order is not read at all: it is reported as no object file for this processor.
    pub const OBJ_01: ClauseId = "DPU-OBJ-01";
    /// EI_OSABI is ELFOSABI_NONE, which is 0.
    pub const OBJ_02: ClauseId = "DPU-OBJ-02";
    /// e_machine is 0xf5.
    pub const OBJ_03: ClauseId = "DPU-OBJ-03";
    /// Bit 23 of e_flags says that bits 24 to 31 hold a version. A file without it has none; every file that a tool writes has it, or the current version could not be told.
    pub const OBJ_04: ClauseId = "DPU-OBJ-04";
    /// Bits 24 to 31 of e_flags are the version of the ABI.
    pub const OBJ_05: ClauseId = "DPU-OBJ-05";
    /// Only files of one version are linked together: what a compiler writes has the version of all other files, which is the current one. What a file without a version mixes with is not said. That a linker refuses two versions is not tried, for its inputs are one object file.
    pub const OBJ_06: ClauseId = "DPU-OBJ-06";
    /// The current version is 2: e_flags is 0x02800000.
    pub const OBJ_07: ClauseId = "DPU-OBJ-07";
    /// R_DPU_NONE is number 0: nothing is relocated.
    pub const OBJ_08: ClauseId = "DPU-OBJ-08";
    /// R_DPU_32 is number 1: data of 32 bits.
    pub const OBJ_09: ClauseId = "DPU-OBJ-09";
    /// R_DPU_8 is number 2: data of 8 bits.
    pub const OBJ_10: ClauseId = "DPU-OBJ-10";
    /// R_DPU_16 is number 3: data of 16 bits.
    pub const OBJ_11: ClauseId = "DPU-OBJ-11";
    /// R_DPU_64 is number 4: data of 64 bits.
    pub const OBJ_12: ClauseId = "DPU-OBJ-12";
    /// R_DPU_PC is number 128: a place in code of 16 bits, as an offset in instructions.
    pub const OBJ_13: ClauseId = "DPU-OBJ-13";
    /// R_DPU_IMM5 is number 129: the 5 bits of a shift.
    pub const OBJ_14: ClauseId = "DPU-OBJ-14";
    /// R_DPU_IMM8_DMA is number 130: the 8 bits of a transfer's length. The value itself; that the linker makes the number of a transfer's units of a number of bytes is not said of any field.
    pub const OBJ_15: ClauseId = "DPU-OBJ-15";
    /// R_DPU_IMM24_PC is number 131: 8 bits of a number in an instruction that has a place in code as well. The low bits of a number of 24: what becomes of the others is a question of DPU-S26.
    pub const OBJ_16: ClauseId = "DPU-OBJ-16";
    /// R_DPU_IMM27_PC is number 132: 11 bits of such a number where there is no destination, of the first group of instructions.
    pub const OBJ_17: ClauseId = "DPU-OBJ-17";
    /// R_DPU_IMM28_PC_OPC8 is number 133: 12 bits of such a number where there is no destination, of the second group.
    pub const OBJ_18: ClauseId = "DPU-OBJ-18";
    /// R_DPU_IMM8_STR is number 134: the byte that an instruction stores.
    pub const OBJ_19: ClauseId = "DPU-OBJ-19";
    /// R_DPU_IMM12_STR is number 135: the 12 bits of the offset where a number is stored. Whether it has a sign shows only where numbers are refused.
    pub const OBJ_20: ClauseId = "DPU-OBJ-20";
    /// R_DPU_IMM16_STR is number 136: the 16 bits of a number that is stored. How it is extended is the processor's work.
    pub const OBJ_21: ClauseId = "DPU-OBJ-21";
    /// R_DPU_IMM16_ATM is number 137: the 16 bits of the number of a lock. With or without the offset of that memory makes no difference to 16 bits.
    pub const OBJ_22: ClauseId = "DPU-OBJ-22";
    /// R_DPU_IMM24 is number 138: a number of 24 bits.
    pub const OBJ_23: ClauseId = "DPU-OBJ-23";
    /// R_DPU_IMM24_RB is number 139: the 24 bits of the offset where a register is stored.
    pub const OBJ_24: ClauseId = "DPU-OBJ-24";
    /// R_DPU_IMM27 is number 140: a number of 27 bits, of the first group of instructions where they have a condition and no destination.
    pub const OBJ_25: ClauseId = "DPU-OBJ-25";
    /// R_DPU_IMM28 is number 141: a number of 28 bits, of the second group.
    pub const OBJ_26: ClauseId = "DPU-OBJ-26";
    /// R_DPU_IMM32 is number 142: a number of 32 bits.
    pub const OBJ_27: ClauseId = "DPU-OBJ-27";
    /// R_DPU_IMM32_ZERO_RB is number 143: a number of 32 bits where there is no destination.
    pub const OBJ_28: ClauseId = "DPU-OBJ-28";
    /// R_DPU_IMM17_24 is number 144: a number of 17 bits, extended by its sign to 24, of the safe additions.
    pub const OBJ_29: ClauseId = "DPU-OBJ-29";
    /// R_DPU_IMM32_DUS_RB is number 145: a number of 32 bits where the result has 64.
    pub const OBJ_30: ClauseId = "DPU-OBJ-30";
    /// There is room for 4096 instructions on version v1A of the chip, and for 3968 on v1B: no function has more, with 8 bytes for each: our programs are put together by a linker script of their own, whose memory is larger, so that nothing is seen of a whole program. No file says for which version it is, so that the greater number counts. Whether a linker script or the loader looks at the limit is not said.
    pub const MEM_01: ClauseId = "DPU-MEM-01";
    /// In the memory for instructions one takes 6 bytes.
    pub const MEM_02: ClauseId = "DPU-MEM-02";
    /// In files an instruction is a word of 8 bytes: 6 bytes of code with two zeros above them; in files of the vendor nothing else was seen.
    pub const MEM_03: ClauseId = "DPU-MEM-03";
    /// What copies instructions from the large memory to their own finds each in 8 bytes.
    pub const MEM_04: ClauseId = "DPU-MEM-04";
    /// Symbols of the working memory have an offset of 0.
    pub const MEM_05: ClauseId = "DPU-MEM-05";
    /// Symbols of the memory for instructions have an offset of 0x80000000, and 8 bytes for each instruction (R1); to count instructions there contradicts the 8 bytes that each has in a file.
    pub const MEM_06: ClauseId = "DPU-MEM-06";
    /// Symbols of the large memory have an offset of 0x08000000.
    pub const MEM_07: ClauseId = "DPU-MEM-07";
    /// Symbols of locks have an offset of 0xf0000000.
    pub const MEM_08: ClauseId = "DPU-MEM-08";
    /// Size, alignment and form of a _Bool: 0 or 1, extended like other bytes. Who extends it is a question of DPU-ARG-02.
    pub const S01: ClauseId = "DPU-S01";
    /// The type that an enumeration is. One whose constants need 8 bytes has 8.
    pub const S02: ClauseId = "DPU-S02";
    /// long double is what double is. A compiler that has none is not asked for any, and for one of 16 bytes no case has values.
    pub const S03: ClauseId = "DPU-S03";
    /// size_t, ptrdiff_t and wchar_t.
    pub const S04: ClauseId = "DPU-S04";
    /// A compiler may have none of them. Complex types, those of integers too, are asked for, of which the real part comes first in memory; the others are not.
    pub const S05: ClauseId = "DPU-S05";
    /// What a null pointer is, and whether the address 0 can be used.
    pub const S06: ClauseId = "DPU-S06";
    /// Members follow each other in the order of their declaration, each at the next multiple of its alignment, as C and every compiler have it; anything else that has the right size could not be told.
    pub const S07: ClauseId = "DPU-S07";
    /// Bit-fields fill their bytes from the least significant bit.
    pub const S08: ClauseId = "DPU-S08";
    /// The size of a structure that holds nothing, and of arrays without elements, which have no bytes.
    pub const S09: ClauseId = "DPU-S09";
    /// Whether an aggregate that is passed or returned by reference is aligned to more than the stack pointer is.
    pub const S10: ClauseId = "DPU-S10";
    /// The carry and the zero flag are free in calls. That they survive one nobody could see to: no instruction stores them.
    pub const S11: ClauseId = "DPU-S11";
    /// No register is set aside for a frame pointer or for the linker; a compiler that takes one of r14 to r21 for it preserves it as any other.
    pub const S12: ClauseId = "DPU-S12";
    /// That arguments are taken from left to right is never said. From right to left on the stack is what is asked at DPU-ARG-06.
    pub const S13: ClauseId = "DPU-S13";
    /// Where a float and a double are passed.
    pub const S14: ClauseId = "DPU-S14";
    /// Whether anything is passed for an aggregate without bytes, as an argument or as a result. All others are by reference (R1).
    pub const S15: ClauseId = "DPU-S15";
    /// Whether a function may use the stack places of its arguments for other things. Of what is passed by reference DPU-ARG-05 asks it.
    pub const S16: ClauseId = "DPU-S16";
    /// Whether the register behind the address for a result is lost to a double word: the question of DPU-ARG-03.
    pub const S17: ClauseId = "DPU-S17";
    /// Promotions are those of C. What a va_list is, a pointer or a structure, is not said.
    pub const S18: ClauseId = "DPU-S18";
    /// Where it is, if all other arguments are on the stack.
    pub const S19: ClauseId = "DPU-S19";
    /// A function without a prototype is called as one that is not variadic. What becomes of a variadic one that is called so is not defined in C.
    pub const S20: ClauseId = "DPU-S20";
    /// Whether a function may use memory from the stack pointer on without moving it. What is stored right before the pointer moves over it is not meant: the recommended prologue does so.
    pub const S21: ClauseId = "DPU-S21";
    /// With which stack pointer and return address a thread begins, and whether a pair lies below.
    pub const S22: ClauseId = "DPU-S22";
    /// The stack pointer goes up, and the pair is saved once more where callees look for it. Compilers without such arrays are not asked for any.
    pub const S23: ClauseId = "DPU-S23";
    /// A call leaves the number of the next instruction in r23, and a return goes there. A tail call with the caller's stack pointer and return address cannot be told from a call and a return.
    pub const S24: ClauseId = "DPU-S24";
    /// Names and conventions of the functions of the runtime library.
    pub const S25: ClauseId = "DPU-S25";
    /// Relocations have addends beside them, and a function is a global symbol in a section of code. What the fields of relocations are the document says for none of them: they are those of the vendor's objects and programs.
    pub const S26: ClauseId = "DPU-S26";
    /// Whether the first bytes of the working memory are reserved, and where stacks and heap are.
    pub const S27: ClauseId = "DPU-S27";
    /// Alignment of what is transferred, and pointers to other memories.
    pub const S28: ClauseId = "DPU-S28";
    /// Names in files are those of C; names of C++ are not asked for.
    pub const S29: ClauseId = "DPU-S29";
    /// float, double, pointers and _Bool are returned as words and double words; that they are undefined predicts nothing.
    pub const S30: ClauseId = "DPU-S30";
    /// A function writes outside the stack only what its C text has it write: objects that it names, and those whose addresses it was given to write. No reading that permits more would leave a correct program correct. Not in the catalogue.
    pub const S31: ClauseId = "DPU-S31";
    /// How instructions are written and encoded: as the vendor's assembler does, by public tables and by its objects. Not in the catalogue.
    pub const S32: ClauseId = "DPU-S32";
    /// Nothing is said of the _Atomic types of C. They are as large and as aligned as the types without that qualifier, and travel as these do, but that the extension of a narrow one is asked for.
    pub const S33: ClauseId = "DPU-S33";
    /// Nothing is said of a typedef that gives an arithmetic type an alignment of its own, higher or lower than the type's. Objects and members of it are aligned so, except in a packed structure, and are as large as the type is, and a result of it is returned as one of the type is. Registers are given away by size alone, so that only the stack can show whether such an alignment counts there, up to 8 (DPU-STACK-05) and from a word on.
    pub const S34: ClauseId = "DPU-S34";
}
