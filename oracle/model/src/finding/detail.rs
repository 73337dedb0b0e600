//! Details of observations, without the values of the case. They distinguish two disagreements of one kind, and a
//! list of known findings names what it accepts by them.

use super::expected::{Area, Expected};
use super::found::{Found, Inside};
use super::observed::{End, Observed, Write};
use super::topic::{Datum, LayoutFact, Topic};
use super::words::{name_place, name_places};
use super::{Mismatch, MismatchKind};
use crate::layout::Image;
use crate::plan::Place;
use crate::target::Target;
use crate::tool::Ran;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// Register, member or place, with the expected size and the kind of error.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Detail {
    /// Subject, its place and size, and the way in which it went astray.
    pub what: String,
    /// Indices of the wrong bytes, where single bytes are compared.
    pub bytes: BTreeSet<usize>,
}

/// Text before the indices of the bytes.
const BYTES: &str = "; wrong bytes ";

/// Writes one line: `argument .m0, 4 bytes in r1, found in r2; wrong bytes 0 1 2 3`.
impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        if !self.bytes.is_empty() {
            let bytes: Vec<String> = self.bytes.iter().map(ToString::to_string).collect();
            write!(f, "{BYTES}{}", bytes.join(" "))?;
        }
        Ok(())
    }
}

impl std::str::FromStr for Detail {
    type Err = String;

    fn from_str(text: &str) -> Result<Detail, String> {
        let Some((what, bytes)) = text.split_once(BYTES) else {
            return Ok(Detail { what: text.to_owned(), bytes: BTreeSet::new() });
        };
        let number = |word: &str| word.parse().map_err(|_| format!("`{word}` is no number of a byte"));
        Ok(Detail { what: what.to_owned(), bytes: bytes.split(' ').map(number).collect::<Result<_, _>>()? })
    }
}

impl Detail {
    /// True if an observation is covered by this one: the same subject, and no other wrong byte. A byte that is right
    /// by chance makes no difference; but where more than half of them are right, it is another error.
    pub fn covers(&self, seen: &Detail) -> bool {
        let (known, now) = (self.bytes.len(), seen.bytes.len());
        self.what == seen.what
            && seen.bytes.is_subset(&self.bytes)
            && (known == now || now > 0 && now * 2 >= known)
    }
}

impl Mismatch {
    /// Detail of the observation.
    pub fn detail(&self) -> Detail {
        let target = self.target;
        let mut parts = vec![topic(target, &self.topic)];
        parts.extend(expected(target, &self.expected));
        parts.extend(observed(&self.expected, &self.observed));
        parts.extend(self.found.as_ref().and_then(|one| found(target, one)));
        Detail { what: parts.join(", "), bytes: wrong_bytes(&self.expected, &self.observed) }
    }
}

fn topic(target: Target, topic: &Topic) -> String {
    let kind = MismatchKind::of(target, topic);
    match topic {
        Topic::Value(Datum { path, .. }) if !path.is_empty() => format!("{kind} {path}"),
        Topic::Kept(index) => format!("{kind} {index}"),
        Topic::Layout(fact) => match fact {
            LayoutFact::Size(ty) | LayoutFact::Align(ty) | LayoutFact::Signed(ty) => format!("{kind} {ty}"),
            LayoutFact::Offset(ty, member) | LayoutFact::FieldSigned(ty, member) => {
                format!("{kind} m{member} of {ty}")
            }
            LayoutFact::Image(index) | LayoutFact::ImageAddress(index) => format!("{kind} {index}"),
            LayoutFact::Documented(what, name) => format!("{kind} {name}, {what}"),
        },
        _ => kind.to_string(),
    }
}

fn expected(target: Target, expected: &Expected) -> Option<String> {
    let size = |image: &Image| image.bytes.len();
    let places = |places: &[Place]| name_places(target, places);
    Some(match expected {
        Expected::Value { image, places: at } => format!("{} bytes in {}", size(image), places(at)),
        Expected::Reference { pointer, image, align } => {
            format!("address of {} bytes aligned to {align} in {}", size(image), places(pointer))
        }
        Expected::InMemory { image, pointer, .. } => {
            format!("{} bytes at the address in {}", size(image), places(pointer))
        }
        Expected::Filled { place, c_type, .. } => {
            format!("{c_type} with ones above it in {}", name_place(target, *place))
        }
        Expected::Extended { place, c_type, signed, .. } => {
            let how = if *signed { "sign" } else { "zero" };
            format!("{c_type} with {how} extension in {}", name_place(target, *place))
        }
        Expected::Length(register, bytes) => {
            format!("length {bytes} in {}", target.register_name(*register))
        }
        Expected::Room { pointer, bytes, align } => {
            format!("address of {bytes} bytes of room aligned to {align} in {}", places(pointer))
        }
        Expected::List { pointer, bytes, .. } => {
            format!("address of a list of {bytes} bytes in {}", target.register_name(*pointer))
        }
        Expected::Link(_, place) => format!("in {}", name_place(target, *place)),
        Expected::AddressBack(_, at) => format!("in {}", places(at)),
        Expected::Apart(..) => "apart from an argument".to_owned(),
        Expected::InFrame(..) => "in the caller's frame".to_owned(),
        Expected::Copy => "a copy".to_owned(),
        Expected::NeverWritten => "never written".to_owned(),
        Expected::SameAtCalls => "the same at calls".to_owned(),
        Expected::NoWrite(area) => match area {
            Area::Reserved(first, last) => format!("none into {first:#x} to {last:#x}"),
            Area::CallersStack => "none into the caller's stack".to_owned(),
            Area::Elsewhere => "none outside the stack".to_owned(),
            Area::OtherStack => "none into another stack".to_owned(),
            Area::Lent => "not written".to_owned(),
        },
        Expected::Aligned { to, always } => {
            format!("aligned to {to}{}", if *always { "" } else { " at calls" })
        }
        Expected::Limits { .. } => "inside the stack".to_owned(),
        Expected::SavedFirst => "saved first".to_owned(),
        Expected::Unchanged(bytes, _) | Expected::Kept(bytes) | Expected::StillAfterCall(bytes) => {
            format!("{} bytes unchanged", bytes.len())
        }
        Expected::Bytes(bytes) | Expected::BytesAt(bytes, _) => format!("{} bytes", bytes.len()),
        Expected::Bits(_, bits, None) => format!("{bits} bits"),
        Expected::Bits(_, bits, Some(place)) => format!("{bits} bits of {}", name_place(target, *place)),
        Expected::NoAddress(value, c_type) => {
            format!("{}, {c_type}, no address", MismatchKind::of(target, &Topic::value(*value)))
        }
        Expected::Behind(value, c_type) => {
            format!("{}, {c_type}, in memory", MismatchKind::of(target, &Topic::value(*value)))
        }
        Expected::AsAlone(alone) => {
            let of = self::expected(target, &alone.1);
            std::iter::once(topic(target, &alone.0)).chain(of).collect::<Vec<_>>().join(", ")
        }
        Expected::Times(number) | Expected::Number(number) => format!("{number}"),
        Expected::Image(image) => format!("{} bytes", size(image)),
        Expected::MultipleOf(number) => format!("a multiple of {number}"),
        Expected::Header(field, number) => format!("{field} {number:#x}"),
        Expected::Masked(value, mask) => format!("{value:#x} in {mask:#x}"),
        Expected::AtMost(bytes) => format!("at most {bytes}"),
        Expected::Refusal(..) => "a refusal".to_owned(),
        Expected::NoComplaint(_) => "no complaint".to_owned(),
        Expected::Warning(..) => "a warning".to_owned(),
        Expected::ReturnsZero(_) => "comes back with 0".to_owned(),
        Expected::ReturnsNumber(number, _) => format!("comes back with {number:#x}"),
        Expected::Sections(sections, ..) => {
            format!("sections of {:?} bytes", sections.iter().map(Vec::len).collect::<Vec<_>>())
        }
        Expected::Relocations(list, _) => {
            let kinds: Vec<String> = list.iter().map(|r| format!("{} at {:#x}", r.kind, r.offset)).collect();
            format!("relocations [{}]", kinds.join(" "))
        }
        Expected::Element(kind, index, _) => match index {
            Some(_) => format!("a {kind}"),
            None => "a value".to_owned(),
        },
        Expected::ByteCount(bytes) => format!("{bytes} bytes"),
        Expected::Address(_)
        | Expected::StackPointer(_)
        | Expected::BackAt(_)
        | Expected::NothingBeyond
        | Expected::NothingKeptBeyond
        | Expected::Returns
        | Expected::Exits
        | Expected::NothingReserved
        | Expected::Function(_)
        | Expected::GlobalCode
        | Expected::KnownRelocation(_)
        | Expected::AnyValue
        | Expected::ComesBack
        | Expected::AsBefore(_)
        | Expected::Product(_) => return None,
    })
}

fn observed(wanted: &Expected, observed: &Observed) -> Option<String> {
    Some(match observed {
        Observed::Held(held) if held.iter().any(Option::is_none) => "unreadable".to_owned(),
        Observed::Reference { misaligned: true, .. } => "not so aligned".to_owned(),
        Observed::Reference { held: Some(_), .. } => "other bytes there".to_owned(),
        Observed::Reference { .. } => "no address".to_owned(),
        Observed::Pointer(None) | Observed::Link(None) => "unreadable".to_owned(),
        Observed::Length(bytes) => format!("length {bytes}"),
        Observed::StackPointer(_, by) => format!("{by:+}"),
        Observed::NoMemory => "no memory".to_owned(),
        Observed::Write(Write { bytes, from_sp, .. }) => match from_sp {
            Some(offset) => format!("{bytes} bytes at [sp{offset:+}]"),
            None => format!("{bytes} bytes"),
        },
        Observed::After(sp, _) | Observed::AtCall(sp, _) => match wanted {
            Expected::Aligned { to, .. } => format!("off by {}", sp % (*to).max(1)),
            Expected::SameAtCalls => return None,
            _ => "outside".to_owned(),
        },
        Observed::Access { bytes, at, written, sp, .. } => {
            let how = if *written { "written" } else { "read" };
            format!("{bytes} bytes {how} at [sp{:+}]", at.wrapping_sub(*sp).cast_signed())
        }
        Observed::End(end, reached) => match end {
            End::Returned => format!("returned {reached}"),
            End::Exited => format!("ended {reached}"),
            End::Budget => format!("still running {reached}"),
            End::Fault(_, reason) => format!("{} {reached}", without_numbers(reason)),
        },
        Observed::Times(number) | Observed::Number(number) => format!("not {number}"),
        Observed::MultipleOf(number) => format!("of {number} only"),
        Observed::RelocationKind(kind, ..) => format!("number {kind}"),
        Observed::Binding(binding, section) => {
            format!("{binding}, section {}", section.as_deref().unwrap_or("none"))
        }
        Observed::SymbolAt(..) => "a symbol".to_owned(),
        Observed::Sections(..) => "other bytes".to_owned(),
        Observed::EndedWell(..) => "exit code 0".to_owned(),
        Observed::Printed(words) => without_numbers(words),
        Observed::Relocations(list) => {
            let kinds: Vec<String> = list.iter().map(|r| format!("{} at {:#x}", r.kind, r.offset)).collect();
            format!("not [{}]", kinds.join(" "))
        }
        Observed::Accepted(..) => "accepted".to_owned(),
        Observed::Refused(_) => "refused".to_owned(),
        Observed::Silent => "silent".to_owned(),
        Observed::Ran(Some(Ran::Stopped(reason))) => without_numbers(reason),
        Observed::Ran(Some(Ran::Returned(_))) => "comes back with something else".to_owned(),
        Observed::Ran(None) => "not run".to_owned(),
        Observed::Header(_, number) => format!("not {number:#x}"),
        Observed::Stopped(reason) => without_numbers(reason),
        // The size of code differs from case to case.
        Observed::ByteCount(_) if matches!(wanted, Expected::AtMost(_)) => return None,
        Observed::ByteCount(bytes) => format!("not {bytes}"),
        Observed::Here(readings) => {
            let all: Vec<String> = readings.iter().map(|reading| reading.answer.to_string()).collect();
            format!("here {}", all.join(" "))
        }
        Observed::Nothing => "none".to_owned(),
        Observed::Message(_)
        | Observed::Held(_)
        | Observed::Pointer(Some(_))
        | Observed::Link(Some(_))
        | Observed::OwnObject(_)
        | Observed::ControlAt(_)
        | Observed::Left(_)
        | Observed::NothingSaved(..)
        | Observed::WrittenBy(_)
        | Observed::Bytes(_)
        | Observed::Bits(..)
        | Observed::Address(_)
        | Observed::Element(..) => return None,
    })
}

fn found(target: Target, found: &Found) -> Option<String> {
    let at = |whereabouts: &super::Whereabouts| name_places(target, &whereabouts.places());
    Some(match found {
        Found::In(place) => format!("found in {}", at(place)),
        Found::Displaced(by) => format!("displaced by {by:+}"),
        Found::ReadFrom { place, inside } => {
            let place = place.as_ref().map(&at);
            let inside = inside.as_ref().map(|Inside { first, last, .. }| format!("bytes {first} to {last}"));
            format!("taken from {}", place.into_iter().chain(inside).collect::<Vec<_>>().join(", "))
        }
        Found::KeptIn(place) => format!("kept in {}", at(place)),
        Found::NearValue { distance, pointer, .. } => {
            format!("{distance:+} from the address in {}", name_places(target, pointer))
        }
        Found::UsedAsAddress { place, .. } => format!("{} used as an address", name_place(target, *place)),
        Found::Mistake(words) => without_numbers(words),
        Found::OtherElement(..) => "another element".to_owned(),
        Found::LastWritten(_) | Found::TwoConventions => return None,
    })
}

/// Indices of the determined bytes in which two values differ.
fn wrong_bytes(expected: &Expected, observed: &Observed) -> BTreeSet<usize> {
    let differing = |bytes: &[u8], mask: Option<&[u8]>, seen: &[u8]| {
        let masked = |at: usize, byte: u8| byte & mask.and_then(|mask| mask.get(at)).copied().unwrap_or(0xff);
        let pairs = bytes.iter().zip(seen).enumerate();
        pairs
            .filter(|(at, (one, other))| masked(*at, **one) != masked(*at, **other))
            .map(|(at, _)| at)
            .collect()
    };
    match (expected, observed) {
        (Expected::Value { image, .. } | Expected::InMemory { image, .. }, Observed::Held(held)) => {
            let seen: Vec<u8> = held.iter().flatten().flatten().copied().collect();
            differing(&image.bytes, Some(&image.mask), &seen)
        }
        (Expected::Reference { image, .. }, Observed::Reference { held: Some(held), .. }) => {
            differing(&image.bytes, Some(&image.mask), held)
        }
        (Expected::Image(image), Observed::Bytes(seen)) => differing(&image.bytes, Some(&image.mask), seen),
        (
            Expected::Extended { bytes, .. } | Expected::Filled { bytes, .. } | Expected::Unchanged(bytes, _),
            Observed::Held(held),
        ) => {
            let seen: Vec<u8> = held.iter().flatten().flatten().copied().collect();
            differing(bytes, None, &seen)
        }
        (
            Expected::Bytes(bytes) | Expected::BytesAt(bytes, _) | Expected::StillAfterCall(bytes),
            Observed::Bytes(seen),
        )
        | (Expected::Kept(bytes), Observed::Left(seen)) => differing(bytes, None, seen),
        (Expected::Bits(wanted, bits, _), Observed::Bits(seen, _)) => {
            let len = (*bits as usize).div_ceil(8).min(16);
            let (wanted, seen) = (wanted.to_le_bytes(), seen.to_le_bytes());
            differing(wanted.get(..len).unwrap_or_default(), None, &seen)
        }
        _ => BTreeSet::new(),
    }
}

/// Text of a machine or of a table with its numbers replaced by `N`.
fn without_numbers(text: &str) -> String {
    let mut out = String::new();
    for word in text.split(' ') {
        let core = word.trim_matches(|c: char| "(),;:".contains(c));
        let is_number =
            core.starts_with("0x") || !core.is_empty() && core.bytes().all(|b| b.is_ascii_digit());
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(if is_number { "N" } else { word });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::Detail;

    #[test]
    fn a_byte_that_is_right_by_chance_is_no_news() {
        let detail = |text: &str| text.parse::<Detail>().expect("a detail");
        let whole = detail("register r5, 4 bytes; wrong bytes 0 1 2 3");
        let covers = |text: &str| whole.covers(&detail(text));
        assert!(covers("register r5, 4 bytes; wrong bytes 0 1 2 3"));
        assert!(covers("register r5, 4 bytes; wrong bytes 0 2 3"));
        assert!(covers("register r5, 4 bytes; wrong bytes 1 2"));
        // A single byte of the register is another fault, and so is one beside it or nothing that is compared by bytes.
        assert!(!covers("register r5, 4 bytes; wrong bytes 0"));
        assert!(!covers("register r5, 4 bytes; wrong bytes 3 4"));
        assert!(!covers("register r5, 4 bytes"));
        assert!(!covers("register r6, 4 bytes; wrong bytes 0 1 2 3"));
        assert!(!detail("register r5, 4 bytes; wrong bytes 0 1").covers(&whole));
        assert!(detail("stack pointer, 8 higher").covers(&detail("stack pointer, 8 higher")));
    }
}
