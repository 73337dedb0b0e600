use super::*;
use crate::layout::Image;
use crate::plan::{Link, Place};
use crate::target::Register;
use crate::tool::{MadeRelocation, Ran};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::fmt::Debug;

const R5: Register = Register(5);
const A0: ValueId = ValueId::Argument(0);
const PLACES: [Place; 3] = [
    Place::Register { register: R5, byte: 1 },
    Place::Pointed { base: R5, offset: i64::MIN },
    Place::Stack { offset: -8 },
];
const ANSWER: Answer = Answer { clause: "EPIPHANY-RET-06", question: "memory", reading: "R5" };

fn name() -> String {
    "a \"name\"\n\u{1b}[31m\0\u{fffd}".to_owned()
}

fn image() -> Image {
    Image { bytes: vec![0, 0x7f, 0x80, 0xff], mask: vec![0xff, 0, 1, 0x80] }
}

fn address() -> Address {
    Address { at: u64::MAX, symbol: Some((name(), 1 << 63)) }
}

fn relocation() -> MadeRelocation {
    MadeRelocation { offset: u64::MAX, kind: u32::MAX, symbol: name(), addend: i64::MIN }
}

fn text() -> ReadingText {
    ReadingText { answer: ANSWER, text: "in memory, at the address passed" }
}

fn spots() -> Vec<Spot> {
    vec![Spot::Place(PLACES[2]), Spot::Run(vec![R5, Register(u16::MAX)]), Spot::Behind(PLACES[1])]
}

/// Asserts that a value is the same after it was written and read.
fn survives<T: Debug + PartialEq + Serialize + DeserializeOwned>(value: &T) {
    let json = serde_json::to_string(value).unwrap();
    let read: T = serde_json::from_str(&json).unwrap_or_else(|e| panic!("{json}: {e}"));
    assert_eq!(&read, value, "{json}");
}

/// Names of all variants of an enumeration, as its reader lists them for an unknown one.
fn variants<T: Debug + DeserializeOwned>() -> BTreeSet<String> {
    let error = serde_json::from_str::<T>("\"?\"").unwrap_err().to_string();
    error.split('`').skip(3).step_by(2).map(str::to_owned).collect()
}

/// Name of the variant of a value.
fn variant<T: Serialize>(value: &T) -> String {
    match serde_json::to_value(value).unwrap() {
        serde_json::Value::String(name) => name,
        serde_json::Value::Object(map) => map.into_iter().next().unwrap().0,
        other => panic!("{other} is no value of an enumeration"),
    }
}

/// Asserts that the values survive, and that every variant is among them.
fn all_survive<T: Debug + PartialEq + Serialize + DeserializeOwned>(values: &[T]) {
    values.iter().for_each(survives);
    assert_eq!(values.iter().map(variant).collect::<BTreeSet<_>>(), variants::<T>());
}

fn topics() -> Vec<Topic> {
    let datum =
        Datum { value: ValueId::Unnamed(2), path: ".m0[1]".to_owned(), taking: Taking::Used, inner: true };
    vec![
        Topic::Value(datum),
        Topic::CallersObject(ValueId::Result),
        Topic::CallersList,
        Topic::ParameterList,
        Topic::SpentEntry(A0),
        Topic::ResultRoom,
        Topic::ResultAddress,
        Topic::Link(Link::Length(u64::MAX)),
        Topic::ReturnAddress,
        Topic::StackPointer,
        Topic::Register(R5),
        Topic::Kept(7),
        Topic::LocalArray,
        Topic::DynamicArray,
        Topic::OtherCalls,
        Topic::LastCall,
        Topic::Write,
        Topic::Stack,
        Topic::Calls,
        Topic::Control,
        Topic::Layout(LayoutFact::Offset(name(), 3)),
        Topic::Symbol,
        Topic::Relocation,
        Topic::Header,
        Topic::HeaderField("e_flags"),
        Topic::Code,
        Topic::Row(name()),
        Topic::OwnError(name()),
        Topic::Operation(name()),
        Topic::OtherThread,
        Topic::ThreadBeside,
        Topic::Start("start address"),
        Topic::Dialect,
        Topic::Tool(name()),
    ]
}

fn expectations() -> Vec<Expected> {
    let (bytes, pointer) = (|| vec![0, 255], || PLACES.to_vec());
    vec![
        Expected::Value { image: image(), places: pointer() },
        Expected::Reference { pointer: pointer(), image: image(), align: 8 },
        Expected::InMemory { image: image(), at: u64::MAX, pointer: pointer() },
        Expected::Extended { bytes: bytes(), place: PLACES[0], c_type: name(), signed: true },
        Expected::Filled { bytes: bytes(), place: PLACES[0], c_type: name() },
        Expected::Length(R5, 64),
        Expected::Room { pointer: pointer(), bytes: 16, align: 8 },
        Expected::Apart(A0, 1),
        Expected::InFrame(1, u64::MAX),
        Expected::Copy,
        Expected::List { pointer: R5, bytes: 8, align: 4 },
        Expected::Link(address(), PLACES[2]),
        Expected::AddressBack(1, pointer()),
        Expected::StackPointer(1),
        Expected::BackAt(address()),
        Expected::Kept(bytes()),
        Expected::Unchanged(bytes(), 1),
        Expected::NoWrite(Area::Reserved(0, u64::MAX)),
        Expected::Aligned { to: 8, always: false },
        Expected::Limits { start: 1, end: 2, down: true },
        Expected::NothingBeyond,
        Expected::NothingKeptBeyond,
        Expected::SavedFirst,
        Expected::NeverWritten,
        Expected::SameAtCalls,
        Expected::Bytes(bytes()),
        Expected::BytesAt(bytes(), 1),
        Expected::StillAfterCall(bytes()),
        Expected::Bits(f64::NAN.to_bits().into(), 64, None),
        Expected::Times(2),
        Expected::Returns,
        Expected::Exits,
        Expected::NoAddress(A0, name()),
        Expected::Behind(A0, name()),
        Expected::AsAlone(Box::new((
            Topic::Control,
            Expected::AsAlone(Box::new((Topic::Write, Expected::Copy))),
        ))),
        Expected::Number(u64::MAX),
        Expected::Address(u64::MAX),
        Expected::Image(image()),
        Expected::MultipleOf(8),
        Expected::NothingReserved,
        Expected::Function(name()),
        Expected::GlobalCode,
        Expected::KnownRelocation("a relocation"),
        Expected::Refusal(name(), "a source"),
        Expected::NoComplaint("a source"),
        Expected::Warning(name(), "a source"),
        Expected::ReturnsZero("a source"),
        Expected::ReturnsNumber(u64::MAX, "a source"),
        Expected::Sections(vec![bytes(), Vec::new()], name(), ""),
        Expected::Relocations(vec![relocation()], "a source"),
        Expected::Header("e_machine", u32::MAX),
        Expected::Masked(1, u32::MAX),
        Expected::AtMost(1),
        Expected::AnyValue,
        Expected::ComesBack,
        Expected::ByteCount(usize::MAX),
        Expected::Element("lane", Some(3), name()),
        Expected::AsBefore(vec![vec![text()], Vec::new()]),
        Expected::Product("an object file"),
    ]
}

fn observations() -> Vec<Observed> {
    let bytes = || vec![0, 255];
    let write = Write { bytes: 4, at: address(), from_sp: Some(i64::MIN), by: Address::bare(0) };
    vec![
        Observed::Held(vec![Some(bytes()), None, Some(Vec::new())]),
        Observed::Reference { pointer: PLACES.to_vec(), to: None, held: Some(bytes()), misaligned: true },
        Observed::Pointer(Some(u64::MAX)),
        Observed::OwnObject(name()),
        Observed::Length(64),
        Observed::Link(Some(address())),
        Observed::StackPointer(u64::MAX, i32::MIN),
        Observed::ControlAt(address()),
        Observed::Left(bytes()),
        Observed::NoMemory,
        Observed::Write(write),
        Observed::After(1, address()),
        Observed::AtCall(1, address()),
        Observed::Access { bytes: 4, at: 1, written: true, by: address(), sp: 2 },
        Observed::NothingSaved(1, address()),
        Observed::WrittenBy(address()),
        Observed::Bytes(bytes()),
        Observed::Bits((-0.0f64).to_bits().into(), 64),
        Observed::End(End::Fault(address(), name()), Reached::InCallee),
        Observed::Times(0),
        Observed::Number(u64::MAX),
        Observed::Address(u64::MAX),
        Observed::MultipleOf(1),
        Observed::Nothing,
        Observed::SymbolAt(name(), 1),
        Observed::Binding(name(), None),
        Observed::RelocationKind(1, name(), 2),
        Observed::Sections(vec![bytes()], vec![name()]),
        Observed::EndedWell(vec![bytes()], Vec::new()),
        Observed::Printed(name()),
        Observed::Relocations(vec![relocation()]),
        Observed::Accepted(vec![bytes()], vec![relocation()], vec![name()]),
        Observed::Silent,
        Observed::Ran(Some(Ran::Returned(vec![u64::MAX]))),
        Observed::Refused(name()),
        Observed::Header("e_flags", 1),
        Observed::Stopped(name()),
        Observed::ByteCount(0),
        Observed::Element("word", None, name(), vec![1, 2]),
        Observed::Here(vec![text()]),
        Observed::Message(name()),
    ]
}

fn explanations() -> Vec<Found> {
    let inside = Inside { value: A0, first: 1, last: 2 };
    vec![
        Found::In(Whereabouts::Words(spots())),
        Found::Displaced(i64::MIN),
        Found::ReadFrom { place: Some(Whereabouts::Copies(spots())), inside: Some(inside) },
        Found::ReadFrom { place: None, inside: None },
        Found::KeptIn(Whereabouts::Copies(Vec::new())),
        Found::LastWritten(address()),
        Found::NearValue { address: u64::MAX, distance: -1, value: A0, pointer: PLACES.to_vec() },
        Found::UsedAsAddress { address: 1, place: PLACES[0], moment: Moment::Returned },
        Found::Mistake(name()),
        Found::OtherElement("lane", 1, 2),
        Found::TwoConventions,
    ]
}

fn kinds() -> Vec<MismatchKind> {
    vec![
        MismatchKind::Value(Role::Unnamed, Taking::Compared, true),
        MismatchKind::CallersObject(Role::Argument),
        MismatchKind::Register(Target::Nyuzi, R5),
        MismatchKind::Row(name()),
        MismatchKind::Operation(name()),
        MismatchKind::Other("control"),
    ]
}

#[test]
fn every_variant_is_read_back() {
    all_survive(&topics());
    all_survive(&expectations());
    all_survive(&observations());
    all_survive(&explanations());
    all_survive(&kinds());
    let kind = || MismatchKind::Other("control");
    all_survive(&[
        Fingerprint::Deviation(ANSWER),
        Fingerprint::Changed("EPIPHANY-S06", ""),
        Fingerprint::Mismatch("EPIPHANY-S06", kind()),
        Fingerprint::Between("EPIPHANY-S06", kind()),
        Fingerprint::Fault(name()),
    ]);
    all_survive(&[
        LayoutFact::Size(name()),
        LayoutFact::Align(name()),
        LayoutFact::Offset(name(), 1),
        LayoutFact::Signed(name()),
        LayoutFact::FieldSigned(name(), 2),
        LayoutFact::Image(3),
        LayoutFact::ImageAddress(4),
        LayoutFact::Documented(name(), name()),
    ]);
    all_survive(&[Area::Reserved(1, 2), Area::CallersStack, Area::Elsewhere, Area::OtherStack, Area::Lent]);
    all_survive(&[End::Returned, End::Exited, End::Fault(address(), name()), End::Budget]);
    all_survive(&[Reached::BeforeCall, Reached::InCallee, Reached::AfterCall]);
    all_survive(&[
        Confirmed::Not,
        Confirmed::Alone,
        Confirmed::InItsBatch,
        Confirmed::Gone,
        Confirmed::Chance,
        Confirmed::Settled,
    ]);
    all_survive(&[
        FindingKind::Violation,
        FindingKind::Incompatibility,
        FindingKind::CompilerFault,
        FindingKind::NotRepeatable,
    ]);
}

#[test]
fn contradictions_are_read_back() {
    let mismatch = |observed| Mismatch {
        target: Target::Dpu,
        clauses: vec!["DPU-ARG-01", "DPU-ARG-02"],
        topic: Topic::Register(R5),
        expected: Expected::Kept(vec![1]),
        observed,
        found: Some(Found::TwoConventions),
    };
    let mismatches: Vec<Mismatch> = observations().into_iter().map(mismatch).collect();
    let details: BTreeSet<Detail> = mismatches.iter().map(Mismatch::detail).collect();
    survives(&details);
    survives(&Detail { what: name(), bytes: [0, 7, usize::MAX].into() });
    survives(&mismatches.iter().map(|one| Beside::of(name(), one)).collect::<BTreeSet<_>>());
    let violation = Violation {
        mismatches,
        deviations: vec![ANSWER],
        changed: vec![ANSWER],
        under: Vec::new(),
        readings: vec![ANSWER],
    };
    all_survive(&[Verdict::Conforms, Verdict::Violates(violation), Verdict::Untestable(name())]);
}

#[test]
fn a_hostile_file_is_refused() {
    let long = "x".repeat(crate::interned::MOST_BYTES + 1);
    let refusal = |json: &str| serde_json::from_str::<Topic>(json).unwrap_err().to_string();
    assert!(refusal(&format!(r#"{{"Start":"{long}"}}"#)).starts_with("a name of 4097 bytes"));
    let nested =
        |depth| format!("{}\"Copy\"{}", r#"{"AsAlone":["Control","#.repeat(depth), "]}".repeat(depth));
    assert!(serde_json::from_str::<Expected>(&nested(60)).is_ok());
    assert!(serde_json::from_str::<Expected>(&nested(100_000)).is_err());
}
