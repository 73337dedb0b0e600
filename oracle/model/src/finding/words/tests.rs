use super::*;
use crate::finding::Answer;
use crate::finding::topic::Taking;
use crate::plan::Link;
use expect_test::{Expect, expect};

const R1: Place = Place::Register { register: Register(1), byte: 0 };
const R2: Place = Place::Register { register: Register(2), byte: 0 };
const ON_STACK: Place = Place::Stack { offset: 8 };
const A0: ValueId = ValueId::Argument(0);

fn plain(topic: Topic, expected: Expected, observed: Observed) -> Mismatch {
    Mismatch { target: Target::Epiphany, clauses: Vec::new(), topic, expected, observed, found: None }
}

/// One line for each.
fn hold(lines: impl IntoIterator<Item = String>, expected: Expect) {
    let text: String = lines.into_iter().map(|line| line + "\n").collect();
    expected.assert_eq(&text);
}

fn topic(topic: Topic) -> String {
    plain(topic, Expected::AnyValue, Observed::Nothing).words().subject
}

fn wanted(expected: Expected) -> String {
    plain(Topic::Control, expected, Observed::Nothing).words().expected
}

fn seen(observed: Observed) -> String {
    plain(Topic::Control, Expected::AnyValue, observed).words().observed
}

fn found(found: Found) -> String {
    let plain = plain(Topic::Control, Expected::AnyValue, Observed::Nothing);
    Mismatch { found: Some(found), ..plain }.words().inferred.expect("something was found")
}

fn whole(bytes: &[u8]) -> Image {
    Image { bytes: bytes.to_vec(), mask: vec![0xff; bytes.len()] }
}

fn at(at: u64, name: &str, distance: u64) -> Address {
    Address { at, symbol: Some((name.to_owned(), distance)) }
}

fn by() -> Address {
    at(0x402, "_f0", 2)
}

fn relocation() -> MadeRelocation {
    MadeRelocation { offset: 4, kind: 3, symbol: "x".to_owned(), addend: -2 }
}

fn reading(reading: &'static str, text: &'static str) -> ReadingText {
    ReadingText { answer: Answer { clause: "EPIPHANY-ARG-03", question: "start", reading }, text }
}

#[test]
fn topics() {
    let datum = |value, path: &str, taking, inner| {
        Topic::Value(Datum { value, path: path.to_owned(), taking, inner })
    };
    let name = || "struct s0".to_owned();
    let all = [
        Topic::value(A0),
        Topic::part(ValueId::Unnamed(1), ".m0[1]".to_owned()),
        datum(ValueId::Result, ".m2", Taking::Plain, true),
        datum(A0, "", Taking::Widened, false),
        datum(A0, "", Taking::Compared, false),
        datum(A0, "", Taking::Used, true),
        Topic::CallersObject(ValueId::Argument(3)),
        Topic::CallersList,
        Topic::ParameterList,
        Topic::SpentEntry(ValueId::Argument(16)),
        Topic::ResultRoom,
        Topic::ResultAddress,
        Topic::Link(Link::ReturnAddress),
        Topic::Link(Link::CallersReturnAddress),
        Topic::Link(Link::CallersStackPointer),
        Topic::Link(Link::ReturnAddressInFrame),
        Topic::Link(Link::StackPointerInFrame),
        Topic::Link(Link::Length(8)),
        Topic::ReturnAddress,
        Topic::StackPointer,
        Topic::Register(Register(8)),
        Topic::Register(Register(14)),
        Topic::Register(Register(999)),
        Topic::Kept(2),
        Topic::LocalArray,
        Topic::DynamicArray,
        Topic::OtherCalls,
        Topic::LastCall,
        Topic::Write,
        Topic::Stack,
        Topic::Control,
        Topic::Layout(LayoutFact::Size(name())),
        Topic::Layout(LayoutFact::Align(name())),
        Topic::Layout(LayoutFact::Offset(name(), 1)),
        Topic::Layout(LayoutFact::Signed("char".to_owned())),
        Topic::Layout(LayoutFact::FieldSigned(name(), 1)),
        Topic::Layout(LayoutFact::Image(0)),
        Topic::Layout(LayoutFact::ImageAddress(1)),
        Topic::Layout(LayoutFact::Documented("offset of size".to_owned(), "list".to_owned())),
        Topic::Symbol,
        Topic::Relocation,
        Topic::Header,
        Topic::Row("R_EPIPHANY_32".to_owned()),
        Topic::Operation("add-ints".to_owned()),
        Topic::OtherThread,
        Topic::ThreadBeside,
        Topic::Start("start address"),
        Topic::Dialect,
        Topic::Tool("caller unit".to_owned()),
    ];
    hold(
        all.map(topic),
        expect![[r#"
            arg0
            variadic1.m0[1]
            result.m2 in the call of itself
            arg0 as a wider integer
            arg0 compared with its value
            arg0 as an index or a case in the call of itself
            the caller's arg3
            the caller's parameter list
            parameter list
            arg16 at the second call
            address for the result
            address of the result
            return address
            caller's own return address
            caller's own stack pointer
            caller's own return address (from its entry stack pointer on)
            caller's own stack pointer (from its entry stack pointer on)
            length of a value
            return address
            stack pointer
            r8
            r14 (lr)
            register 999
            value 2 kept across the call
            the local array
            the array of variable size
            what calls of other functions gave
            what the call at the function's end left
            a write
            stack
            control
            sizeof (struct s0)
            _Alignof (struct s0)
            offsetof (struct s0, m1)
            (char)-1 < 0
            m1 < 0 in struct s0
            initialised object 0
            address of initialised object 1
            offset of size in list
            symbol
            relocation
            header
            R_EPIPHANY_32
            value of add-ints
            another thread than the first
            a thread beside another
            start address
            dialect
            caller unit
        "#]],
    );
}

#[test]
fn expectations_of_values_and_places() {
    let padded = Image { bytes: vec![0x81, 0x55, 2], mask: vec![0xff, 0, 0x0f] };
    let extended = |bytes: &[u8], signed| Expected::Extended {
        bytes: bytes.to_vec(),
        place: R1,
        c_type: "char".to_owned(),
        signed,
    };
    let all = [
        Expected::Value { image: whole(&[1, 2, 3, 4, 5, 6, 7, 8]), places: vec![R1, R2] },
        Expected::Value { image: whole(&[1, 2, 3, 4, 5, 6, 7, 8, 9]), places: vec![R2, ON_STACK] },
        Expected::Value { image: padded, places: vec![Place::Register { register: Register(1), byte: 2 }] },
        Expected::Reference { pointer: vec![R1], image: whole(&[1]), align: 8 },
        Expected::InMemory { image: whole(&[1, 2]), at: 0x2000, pointer: vec![R2] },
        extended(&[0x81, 0xff, 0xff, 0xff], true),
        extended(&[0x81, 0, 0, 0], false),
        Expected::Length(Register(3), 16),
        Expected::Room { pointer: vec![R1], bytes: 12, align: 4 },
        Expected::Apart(A0, 0x2040),
        Expected::InFrame(0x7000, 0x707f),
        Expected::Copy,
        Expected::List { pointer: Register(9), bytes: 24, align: 8 },
        Expected::Link(by(), Place::Register { register: Register(14), byte: 0 }),
        Expected::Link(Address::bare(0x402), Place::Pointed { base: Register(13), offset: -4 }),
        Expected::AddressBack(0x2000, vec![R1]),
        Expected::NoAddress(A0, "struct s0".to_owned()),
        Expected::Behind(ValueId::Result, "struct s0".to_owned()),
        Expected::AsAlone(Box::new((Topic::value(A0), Expected::Bytes(vec![1, 2])))),
    ];
    hold(
        all.map(wanted),
        expect![[r#"
        0x0807060504030201 in r1:r2
        01 02 03 04 05 06 07 08 09 in r2 and [sp+8]
        81 .. 02 in r1 byte 2
        r1 holds the address of 0x01, aligned to 8
        0x0201 in memory at 0x2000, the address passed in r2
        0xffffff81 in r1: char sign-extended
        0x00000081 in r1: char zero-extended
        r3 with a length of 16 bytes
        r1 holds the address of 12 writable bytes, aligned to 4
        apart from arg0, which is at 0x2040
        in the caller's stack frame, from 0x7000 to 0x707f
        the address of a copy, which the callee may write
        r9 holds the address of 24 bytes, aligned to 8
        0x402 (_f0+0x2) in r14 (lr)
        0x402 in [r13-4]
        0x2000 in r1 at return
        arg0: struct s0 is a value and no address
        result: struct s0 in memory, where its address says
        as in a single thread: arg0: 0x0201
    "#]],
    );
}

#[test]
fn expectations_of_states() {
    let all = [
        Expected::StackPointer(0x7000),
        Expected::BackAt(by()),
        Expected::Kept(vec![1, 2, 3, 4]),
        Expected::Unchanged(vec![1, 2], 0x2000),
        Expected::NoWrite(Area::Reserved(0x100, 0x1ff)),
        Expected::NoWrite(Area::CallersStack),
        Expected::NoWrite(Area::Elsewhere),
        Expected::NoWrite(Area::OtherStack),
        Expected::NoWrite(Area::Lent),
        Expected::Aligned { to: 8, always: true },
        Expected::Aligned { to: 8, always: false },
        Expected::Limits { start: 0x6000, end: 0x8000, down: true },
        Expected::Limits { start: 0x6000, end: 0x8000, down: false },
        Expected::NothingBeyond,
        Expected::NothingKeptBeyond,
        Expected::SavedFirst,
        Expected::NeverWritten,
        Expected::StillAfterCall(vec![1, 2]),
        Expected::Returns,
        Expected::Exits,
        Expected::ComesBack,
        Expected::AsBefore(vec![
            vec![reading("R1", "one"), reading("R2", "two")],
            vec![reading("R3", "three")],
        ]),
    ];
    hold(
        all.map(wanted),
        expect![[r#"
        0x7000 at return, as at entry
        control is back at 0x402 (_f0+0x2)
        still 0x04030201 at return
        at return still 0x0201 at 0x2000
        no write into 0x100 to 0x1ff
        nothing is written into the caller's part of the stack
        nothing is written outside the stack but what the function was given to write
        nothing is written into the stack of another thread
        not written by the function called
        a multiple of 8 at all times
        a multiple of 8 when a function is called
        above 0x6000 and at most 0x8000
        at least 0x6000 and below 0x8000
        nothing beyond the stack pointer is read or written
        nothing is read that is beyond the stack pointer or was when it was written
        something is saved on the stack before it moves
        never written by compiled code
        still 0x0201 after the call
        control comes back to the return address
        the program ends itself
        control comes back with a value
        EPIPHANY-ARG-03: as in other cases, R1: one, or R2: two; EPIPHANY-ARG-03: as in other cases, R3: three
    "#]],
    );
}

#[test]
fn expectations_of_numbers_and_files() {
    let sections = || vec![vec![1, 2], vec![3]];
    let all = [
        Expected::Bytes(vec![1, 2]),
        Expected::Bits(0x5, 12, None),
        Expected::Bits(0x5, 1, None),
        Expected::Number(12),
        Expected::Address(0x2000),
        Expected::Image(whole(&[1, 2])),
        Expected::MultipleOf(8),
        Expected::NothingReserved,
        Expected::Function("_f0".to_owned()),
        Expected::GlobalCode,
        Expected::KnownRelocation("a relocation that binutils knows"),
        Expected::Refusal("out of range".to_owned(), "the manual"),
        Expected::Refusal("out of range".to_owned(), ""),
        Expected::Refusal(String::new(), ""),
        Expected::Sections(sections(), "low bits".to_owned(), "the manual"),
        Expected::Sections(sections(), String::new(), "the manual"),
        Expected::Relocations(vec![relocation()], "the manual"),
        Expected::Relocations(Vec::new(), ""),
        Expected::Header("machine", 0x1223),
        Expected::AnyValue,
        Expected::ByteCount(64),
        Expected::Element("lane", Some(3), "0x1".to_owned()),
        Expected::Element("lane", None, "0x1".to_owned()),
        Expected::Product("an object file"),
    ];
    hold(
        all.map(wanted),
        expect![[r#"
        0x0201
        0x005
        0x5
        12
        0x2000
        0x0201
        a multiple of 8
        nothing in reserved memory
        a function `_f0`
        a global symbol in a section of code
        a relocation that binutils knows
        a refusal (out of range; source: the manual)
        a refusal (out of range)
        a refusal
        01 02 | 03 (low bits; source: the manual)
        01 02 | 03 (source: the manual)
        relocation 3 at 0x4 for x-2 (source: the manual)
        no relocation
        machine 0x1223
        a value
        64 bytes
        lane 3: 0x1
        0x1
        an object file
    "#]],
    );
}

#[test]
fn observations_of_calls() {
    let reference = |to, held: Option<&[u8]>, misaligned| Observed::Reference {
        pointer: vec![R1],
        to,
        held: held.map(<[u8]>::to_vec),
        misaligned,
    };
    let write =
        |bytes, from_sp| Observed::Write(Write { bytes, at: at(0x2604, "_arg0_0", 4), from_sp, by: by() });
    let access = |written| Observed::Access { bytes: 4, at: 0x6ff8, written, by: by(), sp: 0x7000 };
    let all = [
        Observed::Held(vec![Some(vec![1, 2]), None]),
        reference(Some(0x2002), Some(&[1]), true),
        reference(Some(0x2000), Some(&[1]), false),
        reference(Some(0x9000), None, false),
        reference(None, None, false),
        Observed::Pointer(Some(0x2000)),
        Observed::Pointer(None),
        Observed::OwnObject("arg0_0".to_owned()),
        Observed::Length(16),
        Observed::Link(Some(at(0x402, "_f0", 0))),
        Observed::Link(Some(Address::bare(0x402))),
        Observed::Link(None),
        Observed::StackPointer(0x6ff8, -8),
        Observed::StackPointer(0x7008, 8),
        Observed::ControlAt(by()),
        Observed::Left(vec![1, 2, 3, 4]),
        Observed::NoMemory,
        write(1, None),
        write(4, Some(-8)),
        Observed::After(0x6ffe, by()),
        Observed::AtCall(0x6ffe, by()),
        access(true),
        access(false),
        Observed::NothingSaved(0x6ff0, by()),
        Observed::WrittenBy(by()),
        Observed::End(End::Returned, Reached::BeforeCall),
        Observed::End(End::Exited, Reached::InCallee),
        Observed::End(End::Fault(by(), "no such memory".to_owned()), Reached::AfterCall),
        Observed::End(End::Budget, Reached::AfterCall),
        Observed::Here(vec![reading("R1", "one"), reading("R2", "two")]),
    ];
    hold(
        all.map(seen),
        expect![[r#"
        there: 0x0201, unreadable
        r1 holds 0x2002, which is not so aligned
        r1 holds 0x2000, where there is 0x01
        r1 holds 0x9000, which is no address of the program's data
        r1 cannot be read
        it holds 0x2000
        it cannot be read
        the address of the object `arg0_0` itself
        it has a length of 16
        there: 0x402 (_f0)
        there: 0x402
        unreadable
        0x6ff8 (-8)
        0x7008 (+8)
        control is at 0x402 (_f0+0x2)
        0x04030201 at return
        no such memory
        1 byte written at 0x2604 (_arg0_0+0x4) by the instruction at 0x402 (_f0+0x2)
        4 bytes written at 0x2604 (_arg0_0+0x4), that is [sp-8] at entry, by the instruction at 0x402 (_f0+0x2)
        0x6ffe after the instruction at 0x402 (_f0+0x2)
        0x6ffe at the call at 0x402 (_f0+0x2)
        4 bytes at 0x6ff8 written by the instruction at 0x402 (_f0+0x2) while the stack pointer is 0x7000
        4 bytes at 0x6ff8 read by the instruction at 0x402 (_f0+0x2) while the stack pointer is 0x7000
        0x6ff0 after the instruction at 0x402 (_f0+0x2), and nothing was saved before
        written by the instruction at 0x402 (_f0+0x2)
        came back to where it was called from (before the call was reached)
        the program ended itself (before it came back to the return address)
        stopped at 0x402 (_f0+0x2): no such memory (after the call)
        still running when its instruction budget was used up (after the call)
        EPIPHANY-ARG-03: here, R1: one; EPIPHANY-ARG-03: here, R2: two
    "#]],
    );
}

#[test]
fn observations_of_numbers_and_files() {
    let sections = || vec![vec![1, 2], vec![3]];
    let all = [
        Observed::Bytes(vec![1, 2]),
        Observed::Bits(0x5, 12),
        Observed::Number(12),
        Observed::Address(0x2000),
        Observed::MultipleOf(4),
        Observed::Nothing,
        Observed::SymbolAt("_low".to_owned(), 0xfc),
        Observed::Binding("Global".to_owned(), Some(".data".to_owned())),
        Observed::Binding("Local".to_owned(), None),
        Observed::RelocationKind(14, ".text".to_owned(), 8),
        Observed::Sections(sections(), Vec::new()),
        Observed::Relocations(vec![relocation(), relocation()]),
        Observed::Relocations(Vec::new()),
        Observed::Accepted(sections(), vec![relocation()], Vec::new()),
        Observed::Accepted(sections(), Vec::new(), Vec::new()),
        Observed::Refused("no such instruction".to_owned()),
        Observed::Header("flags", 1),
        Observed::Stopped("an illegal instruction at 0x40".to_owned()),
        Observed::ByteCount(63),
        Observed::Element("lane", Some(3), "0x2".to_owned(), vec![9, 10]),
        Observed::Element("lane", None, "0x2".to_owned(), Vec::new()),
        Observed::Message("internal error".to_owned()),
    ];
    hold(
        all.map(seen),
        expect![[r#"
        0x0201
        0x005
        12
        0x2000
        a multiple of 4 only
        none
        `_low` at 0xfc
        Global binding, section .data
        Local binding, section none
        number 14 at .text+0x8
        01 02 | 03
        relocation 3 at 0x4 for x-2, relocation 3 at 0x4 for x-2
        no relocation
        accepted: 01 02 | 03, relocation 3 at 0x4 for x-2
        accepted: 01 02 | 03
        refused: no such instruction
        flags 0x1
        an illegal instruction at 0x40
        63 bytes
        lane 3: 0x2 (wrong, too: 9, 10)
        0x2
        internal error
    "#]],
    );
}

#[test]
fn what_was_found() {
    let run = || Spot::Run(vec![Register(1), Register(2)]);
    let link = || Spot::Run(vec![Register(14)]);
    let read = |place, inside| Found::ReadFrom { place, inside };
    let inside = |first, last| Inside { value: A0, first, last };
    let copies = || Whereabouts::Copies(vec![run(), Spot::Place(ON_STACK)]);
    let used = |moment| Found::UsedAsAddress { address: 0x1234, place: R2, moment };
    let all = [
        Found::In(copies()),
        Found::In(Whereabouts::Words(vec![Spot::Place(R1), link(), Spot::Place(ON_STACK), Spot::Place(R2)])),
        Found::In(Whereabouts::Words(vec![Spot::Place(R1), Spot::Behind(R2), Spot::Place(R1)])),
        Found::In(Whereabouts::Words(vec![Spot::Place(R1), Spot::Behind(ON_STACK)])),
        Found::Displaced(-4),
        Found::Displaced(1),
        read(Some(copies()), None),
        read(Some(Whereabouts::Copies(vec![run()])), Some(inside(1, 2))),
        read(None, Some(inside(3, 3))),
        Found::KeptIn(copies()),
        Found::LastWritten(by()),
        Found::NearValue { address: 0x2048, distance: 8, value: A0, pointer: vec![R1] },
        used(Moment::Entry),
        used(Moment::Returned),
        Found::Mistake("lanes in the opposite order".to_owned()),
        Found::OtherElement("lane", 3, 4),
        Found::TwoConventions,
    ];
    hold(
        all.map(found),
        expect![[r#"
        found in r1:r2, and again in [sp+8]
        found in r1:r14 (lr) and [sp+8] and r2
        found in r1 and memory at the address in r2 and r1
        found in r1 and memory at the address in [sp+8]
        there: its bytes from an offset of -4
        there: its bytes from an offset of +1
        the subject read it from r1:r2 or [sp+8]
        the subject read it from r1:r2: bytes 1 to 2 of arg0
        the subject read it from byte 3 of arg0
        it was kept in r1:r2 or [sp+8]
        last written by the instruction at 0x402 (_f0+0x2)
        0x2048 is +8 bytes from the address of arg0 in r1
        0x1234, which was in r2 at entry, was used as an address
        0x1234, which was in r2 when the call had returned, was used as an address
        lanes in the opposite order
        lane 3 has what belongs in lane 4
        the subject follows two conventions at one question
    "#]],
    );
}

/// Names that a person has given stand wherever a value is named.
#[test]
fn values_can_have_names() {
    let near = Found::NearValue { address: 0x2048, distance: 8, value: ValueId::Result, pointer: vec![R1] };
    let mismatch = Mismatch {
        found: Some(near),
        ..plain(Topic::part(A0, ".m0".to_owned()), Expected::Apart(A0, 0x2040), Observed::Pointer(None))
    };
    let name = |value: ValueId| match value {
        ValueId::Result => "the sum".to_owned(),
        _ => "left".to_owned(),
    };
    let words = mismatch.words_with(&name);
    assert_eq!(words.subject, "left.m0");
    assert_eq!(words.expected, "apart from left, which is at 0x2040");
    assert_eq!(words.seen(), "it cannot be read; 0x2048 is +8 bytes from the address of the sum in r1");
    assert_eq!(Mismatch { found: None, ..mismatch }.words().seen(), "it cannot be read");
}
