//! English text of contradictions. No decision depends on it, and no code parses it.

use super::Mismatch;
use super::expected::{Area, Expected, ReadingText};
use super::found::{Found, Inside, Moment, Spot, Whereabouts};
use super::kind::OWN_ERROR;
use super::observed::{Address, End, Observed, Reached, Write};
use super::topic::{Datum, LayoutFact, Topic, ValueId};
use crate::counted;
use crate::layout::Image;
use crate::observation::number;
use crate::plan::Place;
use crate::target::{Register, Target};
use crate::tool::{MadeRelocation, Ran, hex};

/// Contradiction as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// Subject: `arg2`, `result`, `r8`, `stack pointer`, `a write`.
    pub subject: String,
    /// Expected place and contents.
    pub expected: String,
    /// Observation at the expected place, or instead of the expected event.
    pub observed: String,
    /// Place where the value was found, if it was: `found in r1:r2`.
    pub inferred: Option<String>,
}

impl Words {
    /// Observation, and the place where the value was found.
    pub fn seen(&self) -> String {
        match &self.inferred {
            Some(inferred) => format!("{}; {inferred}", self.observed),
            None => self.observed.clone(),
        }
    }
}

/// Text of a contradiction; `name` returns the names of values.
pub(super) fn of(mismatch: &Mismatch, name: &dyn Fn(ValueId) -> String) -> Words {
    let writer = Writer { target: mismatch.target, name };
    Words {
        subject: writer.topic(&mismatch.topic),
        expected: writer.expected(&mismatch.expected),
        observed: writer.observed(&mismatch.observed),
        inferred: mismatch.found.as_ref().map(|found| writer.found(found)),
    }
}

/// Name of a place as findings print it: `r2`, `r0 byte 1`, `[sp+8]`.
pub fn name_place(target: Target, place: Place) -> String {
    match place {
        Place::Register { register, byte: 0 } => target.register_name(register),
        Place::Register { register, byte } => format!("{} byte {byte}", target.register_name(register)),
        Place::Pointed { base, offset } => format!("[{}{offset:+}]", bare_name(target, base)),
        Place::Stack { offset } => stack(offset),
    }
}

/// Names of consecutive places: `r2:r3`, `r3 and [sp+0]`.
pub fn name_places(target: Target, places: &[Place]) -> String {
    join(
        places
            .iter()
            .map(|place| (name_place(target, *place), matches!(place, Place::Register { byte: 0, .. }))),
    )
}

/// Names of the places of a value: those of its words, `r2:r3 and [sp+0]`, or those of its copies with `between` in between.
pub fn name_whereabouts(target: Target, place: &Whereabouts, between: &str) -> String {
    let spot = |spot: &Spot| match spot {
        Spot::Place(place) => name_place(target, *place),
        Spot::Run(run) => run.iter().map(|r| target.register_name(*r)).collect::<Vec<_>>().join(":"),
        Spot::Behind(place) => format!("memory at the address in {}", name_place(target, *place)),
    };
    match place {
        Whereabouts::Words(spots) => join(spots.iter().map(|one| {
            let is_register = matches!(one, Spot::Run(_) | Spot::Place(Place::Register { byte: 0, .. }));
            (spot(one), is_register)
        })),
        Whereabouts::Copies(spots) => spots.iter().map(spot).collect::<Vec<_>>().join(between),
    }
}

/// Stack location at a distance from the stack pointer: `[sp+8]`.
pub fn stack(offset: i64) -> String {
    format!("[sp{offset:+}]")
}

/// Text of bytes: a number where there are at most eight, else the bytes in memory order.
pub fn show(bytes: &[u8]) -> String {
    if bytes.len() <= 8 {
        let digits = bytes.len() * 2;
        format!("{:#0width$x}", number(bytes), width = digits + 2)
    } else {
        hex(bytes)
    }
}

/// Text of a value's bytes, with padding shown as dots.
pub fn show_image(image: &Image) -> String {
    if image.mask.iter().all(|m| *m == 0xff) {
        return show(&image.bytes);
    }
    let digits = image.bytes.iter().zip(&image.mask).map(|(b, m)| match m {
        0 => "..".to_owned(),
        _ => format!("{:02x}", b & m),
    });
    digits.collect::<Vec<_>>().join(" ")
}

/// Text of the bytes of sections.
pub fn show_sections(sections: &[Vec<u8>]) -> String {
    sections.iter().map(|bytes| hex(bytes)).collect::<Vec<_>>().join(" | ")
}

/// Text of relocations, in one line.
pub fn show_relocations(relocations: &[MadeRelocation]) -> String {
    if relocations.is_empty() {
        return "no relocation".to_owned();
    }
    relocations.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Writes an address with the symbol before it: `0x1234 (f3+0x10)`.
impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.symbol {
            Some((name, 0)) => write!(f, "{:#x} ({name})", self.at),
            Some((name, distance)) => write!(f, "{:#x} ({name}+{distance:#x})", self.at),
            None => write!(f, "{:#x}", self.at),
        }
    }
}

impl std::fmt::Display for Reached {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Reached::BeforeCall => "before the call was reached",
            Reached::InCallee => "before it came back to the return address",
            Reached::AfterCall => "after the call",
        })
    }
}

impl std::fmt::Display for Moment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Moment::Entry => "at entry",
            Moment::Returned => "when the call had returned",
        })
    }
}

fn bare_name(target: Target, register: Register) -> &'static str {
    target.register(register).map_or("?", |info| info.name)
}

/// Joins consecutive registers with colons, and other parts with "and".
fn join(parts: impl Iterator<Item = (String, bool)>) -> String {
    let mut text = String::new();
    let mut last_was_register = false;
    for (part, is_register) in parts {
        if !text.is_empty() {
            text.push_str(if is_register && last_was_register { ":" } else { " and " });
        }
        text.push_str(&part);
        last_was_register = is_register;
    }
    text
}

/// Number of occurrences as text.
fn times(number: u64) -> String {
    if number == 1 { "once".to_owned() } else { format!("{number} times") }
}

/// Output of a tool, with the messages about it.
fn with_words(made: String, words: &[String]) -> String {
    if words.is_empty() {
        return made;
    }
    let words: Vec<String> = words.iter().map(|words| format!("`{words}`")).collect();
    format!("{made}, and it printed {}", words.join(", "))
}

/// Reason and source of an expectation in brackets; empty where there is neither.
fn because(reason: &str, source: &str) -> String {
    let source = if source.is_empty() { String::new() } else { format!("source: {source}") };
    match (reason.is_empty(), source.is_empty()) {
        (true, true) => String::new(),
        (false, true) => format!(" ({reason})"),
        (true, false) => format!(" ({source})"),
        (false, false) => format!(" ({reason}; {source})"),
    }
}

struct Writer<'a> {
    target: Target,
    name: &'a dyn Fn(ValueId) -> String,
}

impl Writer<'_> {
    fn name(&self, value: ValueId) -> String {
        (self.name)(value)
    }

    fn register(&self, register: Register) -> String {
        self.target.register_name(register)
    }

    fn place(&self, place: Place) -> String {
        name_place(self.target, place)
    }

    fn places(&self, places: &[Place]) -> String {
        name_places(self.target, places)
    }

    fn topic(&self, topic: &Topic) -> String {
        match topic {
            Topic::Value(Datum { value, path, taking, inner }) => {
                let who = if *inner { " in the call of itself" } else { "" };
                format!("{}{path}{}{who}", self.name(*value), taking.words())
            }
            Topic::CallersObject(value) => format!("the caller's {}", self.name(*value)),
            Topic::SpentEntry(value) => format!("{} at the second call", self.name(*value)),
            Topic::Register(register) => self.register(*register),
            Topic::Kept(index) => format!("value {index} kept across the call"),
            Topic::Layout(fact) => match fact {
                LayoutFact::Size(ty) => format!("sizeof ({ty})"),
                LayoutFact::Align(ty) => format!("_Alignof ({ty})"),
                LayoutFact::Offset(ty, member) => format!("offsetof ({ty}, m{member})"),
                LayoutFact::Signed(ty) => format!("({ty})-1 < 0"),
                LayoutFact::FieldSigned(ty, member) => format!("m{member} < 0 in {ty}"),
                LayoutFact::Image(index) => format!("initialised object {index}"),
                LayoutFact::ImageAddress(index) => format!("address of initialised object {index}"),
                LayoutFact::Documented(what, name) => format!("{what} in {name}"),
            },
            Topic::Row(row) => row.clone(),
            Topic::OwnError(row) => format!("{row}{OWN_ERROR}"),
            Topic::Operation(operation) => format!("value of {operation}"),
            Topic::Tool(what) => what.clone(),
            other => other.fixed_words().unwrap_or_default().to_owned(),
        }
    }

    fn expected(&self, expected: &Expected) -> String {
        match expected {
            Expected::Value { image, places } => format!("{} in {}", show_image(image), self.places(places)),
            Expected::Reference { pointer, image, align } => format!(
                "{} holds the address of {}, aligned to {align}",
                self.places(pointer),
                show_image(image)
            ),
            Expected::InMemory { image, at, pointer } => format!(
                "{} in memory at {at:#x}, the address passed in {}",
                show_image(image),
                self.places(pointer)
            ),
            Expected::Filled { bytes, place, c_type } => {
                format!("{} in {}: {c_type} filled with ones", show(bytes), self.place(*place))
            }
            Expected::Extended { bytes, place, c_type, signed } => {
                let how = if *signed { "sign-extended" } else { "zero-extended" };
                format!("{} in {}: {c_type} {how}", show(bytes), self.place(*place))
            }
            Expected::Length(register, bytes) => {
                format!("{} with a length of {bytes} bytes", self.register(*register))
            }
            Expected::Room { pointer, bytes, align } => format!(
                "{} holds the address of {bytes} writable bytes, aligned to {align}",
                self.places(pointer)
            ),
            Expected::Apart(value, at) => format!("apart from {}, which is at {at:#x}", self.name(*value)),
            Expected::InFrame(first, last) => {
                format!("in the caller's stack frame, from {first:#x} to {last:#x}")
            }
            Expected::Copy => "the address of a copy, which the callee may write".to_owned(),
            Expected::List { pointer, bytes, align } => {
                format!("{} holds the address of {bytes} bytes, aligned to {align}", self.register(*pointer))
            }
            Expected::Link(address, place) => format!("{address} in {}", self.place(*place)),
            Expected::AddressBack(at, places) => format!("{at:#x} in {} at return", self.places(places)),
            Expected::StackPointer(sp) => format!("{sp:#x} at return, as at entry"),
            Expected::BackAt(address) => format!("control is back at {address}"),
            Expected::Kept(bytes) => format!("still {} at return", show(bytes)),
            Expected::Unchanged(bytes, at) => format!("at return still {} at {at:#x}", show(bytes)),
            Expected::NoWrite(area) => match area {
                Area::Reserved(first, last) => format!("no write into {first:#x} to {last:#x}"),
                Area::CallersStack => "nothing is written into the caller's part of the stack".to_owned(),
                Area::Elsewhere => {
                    "nothing is written outside the stack but what the function was given to write".to_owned()
                }
                Area::OtherStack => "nothing is written into the stack of another thread".to_owned(),
                Area::Lent => "not written by the function called".to_owned(),
            },
            Expected::Aligned { to, always: true } => format!("a multiple of {to} at all times"),
            Expected::Aligned { to, always: false } => {
                format!("a multiple of {to} when a function is called")
            }
            Expected::Limits { start, end, down: true } => format!("above {start:#x} and at most {end:#x}"),
            Expected::Limits { start, end, down: false } => format!("at least {start:#x} and below {end:#x}"),
            Expected::NothingBeyond => "nothing beyond the stack pointer is read or written".to_owned(),
            Expected::NothingKeptBeyond => {
                "nothing is read that is beyond the stack pointer or was when it was written".to_owned()
            }
            Expected::SavedFirst => "something is saved on the stack before it moves".to_owned(),
            Expected::NeverWritten => "never written by compiled code".to_owned(),
            Expected::SameAtCalls => "at each call what it held at entry".to_owned(),
            Expected::Bytes(bytes) => show(bytes),
            Expected::BytesAt(bytes, at) => format!("{} at {at:#x}", show(bytes)),
            Expected::StillAfterCall(bytes) => format!("still {} after the call", show(bytes)),
            Expected::Bits(value, bits, _) => show_bits(*value, *bits),
            Expected::Times(number) => times(*number),
            Expected::Returns => "control comes back to the return address".to_owned(),
            Expected::Exits => "the program ends itself".to_owned(),
            Expected::NoAddress(value, c_type) => {
                format!("{}: {c_type} is a value and no address", self.name(*value))
            }
            Expected::Behind(value, c_type) => {
                format!("{}: {c_type} in memory, where its address says", self.name(*value))
            }
            Expected::AsAlone(inner) => {
                format!("as in a single thread: {}: {}", self.topic(&inner.0), self.expected(&inner.1))
            }
            Expected::Number(number) => number.to_string(),
            Expected::Address(address) => format!("{address:#x}"),
            Expected::Image(image) => show_image(image),
            Expected::MultipleOf(number) => format!("a multiple of {number}"),
            Expected::NothingReserved => "nothing in reserved memory".to_owned(),
            Expected::Function(name) => format!("a function `{name}`"),
            Expected::GlobalCode => "a global symbol in a section of code".to_owned(),
            Expected::KnownRelocation(words) | Expected::Product(words) => (*words).to_owned(),
            Expected::Refusal(reason, source) => format!("a refusal{}", because(reason, source)),
            Expected::NoComplaint(source) => {
                format!("no word that a number does not fit{}", because("", source))
            }
            Expected::Warning(reason, source) => format!("a warning{}", because(reason, source)),
            Expected::ReturnsZero(source) => {
                format!("a program that comes back with 0{}", because("", source))
            }
            Expected::ReturnsNumber(number, source) => {
                format!("a program that comes back with {number:#x}{}", because("", source))
            }
            Expected::Sections(sections, why, source) => {
                format!("{}{}", show_sections(sections), because(why, source))
            }
            Expected::Relocations(list, source) => {
                format!("{}{}", show_relocations(list), because("", source))
            }
            Expected::Header(field, number) => format!("{field} {number:#x}"),
            Expected::Masked(value, u32::MAX) => format!("{value:#x}"),
            Expected::Masked(value, mask) => format!("{value:#x} in the bits {mask:#x}"),
            Expected::AtMost(bytes) => format!("at most {}", counted(*bytes, "byte")),
            Expected::AnyValue => "a value".to_owned(),
            Expected::ComesBack => "control comes back with a value".to_owned(),
            Expected::ByteCount(bytes) => counted(*bytes, "byte"),
            Expected::Element(kind, index, bits) => format!("{}{bits}", element(kind, *index)),
            Expected::AsBefore(questions) => {
                let of = |readings: &Vec<ReadingText>| {
                    let clause = readings.first().map_or("", |r| r.answer.clause);
                    let each: Vec<String> = readings.iter().map(reading).collect();
                    format!("{clause}: as in other cases, {}", each.join(", or "))
                };
                questions.iter().map(of).collect::<Vec<_>>().join("; ")
            }
        }
    }

    fn observed(&self, observed: &Observed) -> String {
        match observed {
            Observed::Held(held) => {
                let each = held.iter().map(|bytes| match bytes {
                    Some(bytes) => show(bytes),
                    None => "unreadable".to_owned(),
                });
                format!("there: {}", each.collect::<Vec<_>>().join(", "))
            }
            Observed::Reference { pointer, to, held, misaligned } => {
                let place = self.places(pointer);
                match (to, held) {
                    (Some(p), Some(_)) if *misaligned => {
                        format!("{place} holds {p:#x}, which is not so aligned")
                    }
                    (Some(p), Some(bytes)) => format!("{place} holds {p:#x}, where there is {}", show(bytes)),
                    (Some(p), None) => {
                        format!("{place} holds {p:#x}, which is no address of the program's data")
                    }
                    (None, _) => format!("{place} cannot be read"),
                }
            }
            Observed::Pointer(Some(at)) => format!("it holds {at:#x}"),
            Observed::Pointer(None) => "it cannot be read".to_owned(),
            Observed::OwnObject(name) => format!("the address of the object `{name}` itself"),
            Observed::Length(bytes) => format!("it has a length of {bytes}"),
            Observed::Link(Some(address)) => format!("there: {address}"),
            Observed::Link(None) => "unreadable".to_owned(),
            Observed::StackPointer(sp, by) => format!("{sp:#x} ({by:+})"),
            Observed::ControlAt(address) => format!("control is at {address}"),
            Observed::Left(bytes) => format!("{} at return", show(bytes)),
            Observed::NoMemory => "no such memory".to_owned(),
            Observed::Write(Write { bytes, at, from_sp, by }) => {
                let count = counted(*bytes, "byte");
                let distance = match from_sp {
                    Some(offset) => format!(", that is {} at entry,", stack(*offset)),
                    None => String::new(),
                };
                format!("{count} written at {at}{distance} by the instruction at {by}")
            }
            Observed::After(sp, by) => format!("{sp:#x} after the instruction at {by}"),
            Observed::AtCall(sp, by) => format!("{sp:#x} at the call at {by}"),
            Observed::Access { bytes, at, written, by, sp } => {
                let how = if *written { "written" } else { "read" };
                let count = counted(*bytes, "byte");
                format!(
                    "{count} at {at:#x} {how} by the instruction at {by} while the stack pointer is {sp:#x}"
                )
            }
            Observed::NothingSaved(sp, by) => {
                format!("{sp:#x} after the instruction at {by}, and nothing was saved before")
            }
            Observed::WrittenBy(by) => format!("written by the instruction at {by}"),
            Observed::Bytes(bytes) => show(bytes),
            Observed::Bits(value, bits) => show_bits(*value, *bits),
            Observed::End(end, reached) => {
                let end = match end {
                    End::Returned => "came back to where it was called from".to_owned(),
                    End::Exited => "the program ended itself".to_owned(),
                    End::Fault(at, reason) => format!("stopped at {at}: {reason}"),
                    End::Budget => "still running when its instruction budget was used up".to_owned(),
                };
                format!("{end} ({reached})")
            }
            Observed::Times(number) => times(*number),
            Observed::Number(number) => number.to_string(),
            Observed::Address(address) => format!("{address:#x}"),
            Observed::MultipleOf(number) => format!("a multiple of {number} only"),
            Observed::Nothing => "none".to_owned(),
            Observed::SymbolAt(name, at) => format!("`{name}` at {at:#x}"),
            Observed::Binding(binding, section) => {
                format!("{binding} binding, section {}", section.as_deref().unwrap_or("none"))
            }
            Observed::RelocationKind(kind, section, offset) => {
                format!("number {kind} at {section}+{offset:#x}")
            }
            Observed::Sections(sections, words) => with_words(show_sections(sections), words),
            Observed::EndedWell(sections, words) => {
                format!("exit code 0: {}", with_words(show_sections(sections), words))
            }
            Observed::Printed(words) => format!("it printed `{words}`"),
            Observed::Relocations(list) => show_relocations(list),
            Observed::Accepted(sections, relocations, words) => {
                let sections = with_words(show_sections(sections), words);
                match relocations.is_empty() {
                    true => format!("accepted: {sections}"),
                    false => format!("accepted: {sections}, {}", show_relocations(relocations)),
                }
            }
            Observed::Silent => "linked without a word".to_owned(),
            Observed::Ran(Some(Ran::Returned(numbers))) => {
                let numbers: Vec<String> = numbers.iter().map(|number| format!("{number:#x}")).collect();
                format!("it comes back with {}", numbers.join(" and "))
            }
            Observed::Ran(Some(Ran::Stopped(reason))) => format!("it does not come back: {reason}"),
            Observed::Ran(None) => "it was not run".to_owned(),
            Observed::Refused(words) => format!("refused: {words}"),
            Observed::Header(field, number) => format!("{field} {number:#x}"),
            Observed::Stopped(reason) | Observed::Message(reason) => reason.clone(),
            Observed::ByteCount(bytes) => counted(*bytes, "byte"),
            Observed::Element(kind, index, bits, others) => {
                let others = match others.is_empty() {
                    true => String::new(),
                    false => {
                        let list: Vec<String> = others.iter().map(ToString::to_string).collect();
                        format!(" (wrong, too: {})", list.join(", "))
                    }
                };
                format!("{}{bits}{others}", element(kind, *index))
            }
            Observed::Here(readings) => {
                let of = |one: &ReadingText| format!("{}: here, {}", one.answer.clause, reading(one));
                readings.iter().map(of).collect::<Vec<_>>().join("; ")
            }
        }
    }

    fn found(&self, found: &Found) -> String {
        match found {
            Found::In(place) => {
                format!("found in {}", name_whereabouts(self.target, place, ", and again in "))
            }
            Found::Displaced(by) => format!("there: its bytes from an offset of {by:+}"),
            Found::ReadFrom { place, inside } => {
                let place = place.as_ref().map(|place| name_whereabouts(self.target, place, " or "));
                let inside = inside.as_ref().map(|inside| self.inside(inside));
                let all: Vec<String> = place.into_iter().chain(inside).collect();
                format!("the subject read it from {}", all.join(": "))
            }
            Found::KeptIn(place) => {
                format!("it was kept in {}", name_whereabouts(self.target, place, " or "))
            }
            Found::LastWritten(by) => format!("last written by the instruction at {by}"),
            Found::NearValue { address, distance, value, pointer } => format!(
                "{address:#x} is {distance:+} bytes from the address of {} in {}",
                self.name(*value),
                self.places(pointer)
            ),
            Found::UsedAsAddress { address, place, moment } => {
                format!("{address:#x}, which was in {} {moment}, was used as an address", self.place(*place))
            }
            Found::Mistake(words) => words.clone(),
            Found::OtherElement(kind, at, belongs) => {
                format!("{kind} {at} has what belongs in {kind} {belongs}")
            }
            Found::TwoConventions => "the subject follows two conventions at one question".to_owned(),
        }
    }

    fn inside(&self, inside: &Inside) -> String {
        let Inside { value, first, last } = inside;
        match first == last {
            true => format!("byte {first} of {}", self.name(*value)),
            false => format!("bytes {first} to {last} of {}", self.name(*value)),
        }
    }
}

/// Prefix for an element where there are several.
fn element(kind: &str, index: Option<usize>) -> String {
    index.map_or_else(String::new, |index| format!("{kind} {index}: "))
}

/// Text of a reading in a list of readings.
fn reading(one: &ReadingText) -> String {
    format!("{}: {}", one.answer.reading, one.text)
}

/// Number with as many digits as its width in bits needs.
fn show_bits(value: u128, bits: u32) -> String {
    let digits = (bits as usize).div_ceil(4) + 2;
    format!("{value:#0digits$x}")
}

#[cfg(test)]
mod tests;
