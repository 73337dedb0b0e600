//! From a finding to the model of its picture: places and bytes are those of its contradictions.

use super::{Bank, Byte, Lane, MOST_VALUES, Move, Picture, Route, Slot};
use crate::dialect::Answer;
use crosscall_model::Target;
use crosscall_model::finding::words::name_place;
use crosscall_model::finding::{Expected, Finding, Found, Mismatch, Observed, Spot, Topic, Whereabouts};
use crosscall_model::layout::Image;
use crosscall_model::plan::Place;
use crosscall_model::target::Register;

/// A bank's place among the columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Row {
    Value,
    File(&'static str),
    OtherRegisters,
    Stack,
    Memory,
}

/// A place in the picture: its bank, its order in it, its name.
type At = (Row, i128, String);

impl Picture {
    /// The picture of a finding; none where its contradictions name no places.
    pub(crate) fn of(finding: &Finding) -> Option<Picture> {
        Picture::drawn(finding, |_| None)
    }

    /// The picture of a finding, in which a value that was looked for in the wrong place stands where it belongs by the document,
    /// as a subject with these answers reads it.
    pub(crate) fn by_document(finding: &Finding, follows: &[Answer]) -> Option<Picture> {
        Picture::drawn(finding, |mismatch| Route::of(finding, mismatch, follows))
    }

    fn drawn(finding: &Finding, route: impl Fn(&Mismatch) -> Option<Route>) -> Option<Picture> {
        let mut drawing = Drawing::default();
        for mismatch in finding.mismatches.iter().take(MOST_VALUES) {
            let belongs = route(mismatch).map(|route| route.belongs).unwrap_or_default();
            drawing.mismatch(mismatch, &belongs);
        }
        drawing.finish()
    }
}

#[derive(Default)]
struct Drawing {
    banks: Vec<(Row, Bank)>,
    moves: Vec<(usize, At, At)>,
    values: Vec<String>,
}

impl Drawing {
    fn finish(mut self) -> Option<Picture> {
        if self.banks.is_empty() {
            return None;
        }
        self.banks.sort_by_key(|(row, _)| *row);
        self.banks.iter_mut().for_each(|(_, bank)| bank.slots.sort_by_key(|slot| slot.key));
        let find = |(row, key, _): &At| {
            let bank = self.banks.iter().position(|(of, _)| of == row)?;
            Some((bank, self.banks.get(bank)?.1.slots.iter().position(|slot| slot.key == *key)?))
        };
        let moves = self.moves.iter().filter_map(|(value, from, to)| {
            let (from, to) = (find(from)?, find(to)?);
            (from != to).then_some(Move { value: *value, from, to })
        });
        let moves = moves.collect();
        Some(Picture {
            moves,
            banks: self.banks.into_iter().map(|(_, bank)| bank).collect(),
            values: self.values,
        })
    }

    fn slot(&mut self, (row, key, name): &At) -> Option<&mut Slot> {
        let bank = match self.banks.iter().position(|(of, _)| of == row) {
            Some(bank) => bank,
            None => {
                let title = match row {
                    Row::Value => "value in C".to_owned(),
                    Row::File(file) => format!("registers {file}"),
                    Row::OtherRegisters => "other registers".to_owned(),
                    Row::Stack => "stack, from sp at entry".to_owned(),
                    Row::Memory => "memory".to_owned(),
                };
                self.banks.push((*row, Bank { title, slots: Vec::new() }));
                self.banks.len().saturating_sub(1)
            }
        };
        let slots = &mut self.banks.get_mut(bank)?.1.slots;
        let at = match slots.iter().position(|slot| slot.key == *key) {
            Some(at) => at,
            None => {
                slots.push(Slot { key: *key, name: name.clone(), ..Slot::default() });
                slots.len().saturating_sub(1)
            }
        };
        slots.get_mut(at)
    }

    fn expect(&mut self, at: &At, lane: Lane) {
        if let Some(slot) = self.slot(at) {
            slot.expected = Some(lane);
        }
    }

    /// Records an observation; bytes of a value count more than bytes of which nothing is known.
    fn observe(&mut self, at: &At, lane: Lane) {
        if let Some(slot) = self.slot(at)
            && (lane.value().is_some() || slot.observed.is_none())
        {
            slot.observed = Some(lane);
        }
    }

    fn mismatch(&mut self, mismatch: &Mismatch, belongs: &[Spot]) {
        let Mismatch { target, topic, expected, observed, found, .. } = mismatch;
        let (target, value) = (*target, self.values.len());
        let words = |text: String| Lane::Words(text, Some(value));
        let held = match observed {
            Observed::Held(held) => held.as_slice(),
            _ => &[],
        };
        let first = held.first().cloned().flatten();
        let mut from: Vec<At> = Vec::new();
        let mut image = None;
        match expected {
            Expected::Value { image: of, places } => {
                let mut offset = 0;
                for (number, place) in places.iter().enumerate() {
                    let bytes = held.get(number).cloned().flatten();
                    let is_last = number + 1 == places.len();
                    let rest = of.bytes.len().saturating_sub(offset);
                    let usual = if is_last { rest } else { target.word().min(rest) };
                    let length = bytes.as_ref().map_or(usual, Vec::len);
                    let at = at_place(target, *place);
                    self.expect(&at, lane_of(of, value, offset, length, skipped(*place)));
                    if let Some(bytes) = bytes {
                        self.observe(&at, other(&bytes, skipped(*place)));
                    }
                    offset = offset.saturating_add(length);
                    from.push(at);
                }
                image = Some(of);
            }
            Expected::InMemory { image: of, at, pointer } => {
                for place in pointer {
                    let slot = at_place(target, *place);
                    self.expect(&slot, words(format!("its address {at:#x}")));
                }
                let memory = at_address(*at);
                self.expect(&memory, lane_of(of, value, 0, of.bytes.len(), 0));
                if let Some(bytes) = first {
                    self.observe(&memory, other(&bytes, 0));
                }
                from.push(memory);
                image = Some(of);
            }
            Expected::Reference { pointer, image: of, .. } => {
                let behind = pointer.first().map(|place| at_behind(target, *place));
                for place in pointer {
                    let slot = at_place(target, *place);
                    self.expect(&slot, words("its address".to_owned()));
                    if let Observed::Reference { to: Some(to), .. } = observed {
                        self.observe(&slot, Lane::Words(format!("{to:#x}"), None));
                    }
                }
                if let Some(behind) = behind {
                    self.expect(&behind, lane_of(of, value, 0, of.bytes.len(), 0));
                    if let Observed::Reference { held: Some(bytes), .. } = observed {
                        self.observe(&behind, other(bytes, 0));
                    }
                    from.push(behind);
                }
                image = Some(of);
            }
            Expected::Bits(wanted, bits, _) => {
                let (Topic::Value(_), Observed::Bits(seen, _)) = (topic, observed) else { return };
                let length = usize::try_from(bits.div_ceil(8)).unwrap_or(0);
                let bytes =
                    |number: &u128| number.to_le_bytes().into_iter().take(length).collect::<Vec<u8>>();
                self.value(mismatch, belongs, &bytes(wanted), &bytes(seen));
            }
            Expected::Bytes(wanted) => {
                let (Topic::Value(_), Observed::Bytes(seen)) = (topic, observed) else { return };
                self.value(mismatch, belongs, wanted, seen);
            }
            Expected::Room { pointer, bytes, .. } => {
                for place in pointer {
                    let at = at_place(target, *place);
                    self.expect(&at, words(format!("address of {bytes} bytes")));
                    if let Observed::Pointer(Some(seen)) = observed {
                        self.observe(&at, Lane::Words(format!("{seen:#x}"), None));
                    }
                }
            }
            Expected::Aligned { to, .. } => {
                let (Observed::After(seen, _) | Observed::AtCall(seen, _)) = observed else { return };
                let at = at_register(target, target.stack_pointer());
                self.expect(&at, words(format!("a multiple of {to}")));
                self.observe(&at, Lane::Words(format!("{seen:#x}"), None));
            }
            Expected::NothingBeyond | Expected::NothingKeptBeyond => {
                let Observed::Access { bytes, at, written, sp, .. } = observed else { return };
                let at = at_place(target, Place::Stack { offset: at.wrapping_sub(*sp).cast_signed() });
                let what = if *written { "written" } else { "read" };
                let allowed = if *expected == Expected::NothingBeyond { "not touched" } else { "not read" };
                self.expect(&at, words(allowed.to_owned()));
                self.observe(&at, Lane::Words(format!("{bytes} bytes {what}"), Some(value)));
            }
            Expected::Extended { bytes, place, .. } => {
                let at = at_place(target, *place);
                self.expect(&at, own(bytes, value, skipped(*place)));
                if let Some(seen) = first {
                    // What is as it should be has the value's hue.
                    let byte = |(seen, wanted): (&u8, Option<&u8>)| match wanted {
                        Some(wanted) if wanted == seen => Byte::Of(value, *seen),
                        _ => Byte::Other(*seen),
                    };
                    let wanted = bytes.iter().map(Some).chain(std::iter::repeat(None));
                    self.observe(&at, Lane::Bytes(seen.iter().zip(wanted).map(byte).collect()));
                }
            }
            Expected::Kept(bytes) => {
                let Topic::Register(register) = topic else { return };
                let at = at_register(target, *register);
                self.expect(&at, own(bytes, value, 0));
                if let Observed::Left(seen) = observed {
                    self.observe(&at, other(seen, 0));
                }
            }
            Expected::Unchanged(bytes, address) => {
                let at = at_address(*address);
                self.expect(&at, own(bytes, value, 0));
                if let Some(seen) = first {
                    self.observe(&at, other(&seen, 0));
                }
            }
            Expected::StackPointer(address) => {
                let at = at_register(target, target.stack_pointer());
                self.expect(&at, words(format!("{address:#x}")));
                if let Observed::StackPointer(seen, distance) = observed {
                    self.observe(&at, Lane::Words(format!("{seen:#x} ({distance:+})"), None));
                }
            }
            Expected::Link(address, place) => {
                let at = at_place(target, *place);
                self.expect(&at, words(format!("{address}")));
                if let Observed::Link(Some(seen)) = observed {
                    self.observe(&at, Lane::Words(format!("{seen}"), None));
                }
            }
            Expected::AddressBack(address, places) => {
                for place in places {
                    let at = at_place(target, *place);
                    self.expect(&at, words(format!("{address:#x}")));
                    if let Observed::Pointer(Some(seen)) = observed {
                        self.observe(&at, Lane::Words(format!("{seen:#x}"), None));
                    }
                }
            }
            Expected::Length(register, length) => {
                let at = at_register(target, *register);
                self.expect(&at, words(format!("{length} bytes")));
                if let Observed::Length(seen) = observed {
                    self.observe(&at, Lane::Words(format!("{seen} bytes"), None));
                }
            }
            Expected::NoWrite(_) => {
                let Observed::Write(write) = observed else { return };
                let at = match write.from_sp {
                    Some(offset) => at_place(target, Place::Stack { offset }),
                    None => at_address(write.at.at),
                };
                self.expect(&at, words("not written".to_owned()));
                self.observe(&at, Lane::Words(format!("{} bytes written", write.bytes), Some(value)));
            }
            _ => return,
        }
        self.values.push(mismatch.words().subject);
        let places = match found {
            Some(Found::In(places) | Found::KeptIn(places)) => places,
            Some(Found::ReadFrom { place: Some(place), .. }) if image.is_some() => place,
            _ => return,
        };
        if let Some(image) = image {
            self.found(target, image, value, places, &from);
        }
    }

    /// A value as the subject's own code sees it, and where it has read that, if that is known.
    fn value(&mut self, mismatch: &Mismatch, belongs: &[Spot], wanted: &[u8], seen: &[u8]) {
        let value = self.values.len();
        let read = match &mismatch.found {
            Some(Found::ReadFrom { place: Some(places), .. }) => Some(places),
            _ => None,
        };
        // One place of the document beside those where it was looked for: what is in them is known.
        let own_place = match belongs {
            [Spot::Behind(place)] => Some(at_behind(mismatch.target, *place)),
            [Spot::Place(place)] => Some(at_place(mismatch.target, *place)),
            _ => None,
        };
        if let (Some(at), Some(places)) = (own_place, read) {
            let all: Vec<At> =
                places.places().into_iter().map(|place| at_place(mismatch.target, place)).collect();
            if !all.is_empty() && !all.contains(&at) {
                self.expect(&at, own(wanted, value, 0));
                for to in all {
                    self.observe(&to, other(seen, 0));
                    self.moves.push((value, at.clone(), to));
                }
                return;
            }
        }
        let at: At = (Row::Value, i128::try_from(value).unwrap_or(0), mismatch.words().subject);
        self.expect(&at, own(wanted, value, 0));
        self.observe(&at, other(seen, 0));
        for place in read.map(Whereabouts::places).unwrap_or_default() {
            let from = at_place(mismatch.target, place);
            self.observe(&from, Lane::Words("read from here".to_owned(), Some(value)));
            self.moves.push((value, from, at.clone()));
        }
    }

    /// Marks where a value is instead.
    fn found(&mut self, target: Target, image: &Image, value: usize, places: &Whereabouts, from: &[At]) {
        let mut offset = 0;
        let mut number = 0;
        for spot in places.spots() {
            if matches!(places, Whereabouts::Copies(_)) {
                offset = 0;
                number = 0;
            }
            let parts: Vec<(At, usize, usize)> = match spot {
                Spot::Run(run) => {
                    let part = |register: &Register| {
                        let width = target.register(*register).map_or(0, |info| usize::from(info.bytes));
                        (at_register(target, *register), 0, width)
                    };
                    run.iter().map(part).collect()
                }
                Spot::Place(place) => {
                    let whole =
                        matches!(places, Whereabouts::Copies(_)) && !matches!(place, Place::Register { .. });
                    let width = if whole { image.bytes.len() } else { target.word() };
                    vec![(at_place(target, *place), skipped(*place), width)]
                }
                Spot::Behind(place) => vec![(at_behind(target, *place), 0, image.bytes.len())],
            };
            for (at, skip, width) in parts {
                let length = width.min(image.bytes.len().saturating_sub(offset));
                self.observe(&at, lane_of(image, value, offset, length, skip));
                if let Some(from) = from.get(number).or(from.last()) {
                    self.moves.push((value, from.clone(), at));
                }
                offset = offset.saturating_add(length);
                number += 1;
            }
        }
    }
}

/// Bytes of a register before those of a place in it.
fn skipped(place: Place) -> usize {
    match place {
        Place::Register { byte, .. } => usize::from(byte),
        _ => 0,
    }
}

/// A part of a value, behind so many bytes of which nothing is said.
fn lane_of(image: &Image, value: usize, offset: usize, length: usize, skip: usize) -> Lane {
    let byte = |(byte, mask): (&u8, &u8)| if *mask == 0 { Byte::Padding } else { Byte::Of(value, *byte) };
    let part = image.bytes.iter().zip(&image.mask).skip(offset).take(length).map(byte);
    Lane::Bytes(std::iter::repeat_n(Byte::Unknown, skip).chain(part).collect())
}

fn own(bytes: &[u8], value: usize, skip: usize) -> Lane {
    let part = bytes.iter().map(|byte| Byte::Of(value, *byte));
    Lane::Bytes(std::iter::repeat_n(Byte::Unknown, skip).chain(part).collect())
}

fn other(bytes: &[u8], skip: usize) -> Lane {
    let part = bytes.iter().map(|byte| Byte::Other(*byte));
    Lane::Bytes(std::iter::repeat_n(Byte::Unknown, skip).chain(part).collect())
}

fn at_register(target: Target, register: Register) -> At {
    let file = target.register(register).map_or("", |info| info.file);
    let row = if file.is_empty() { Row::OtherRegisters } else { Row::File(file) };
    (row, i128::from(register.0), target.register_name(register))
}

fn at_place(target: Target, place: Place) -> At {
    match place {
        Place::Register { register, .. } => at_register(target, register),
        Place::Stack { offset } => (Row::Stack, i128::from(offset), name_place(target, place)),
        // Behind all addresses and before what is behind registers.
        Place::Pointed { base, offset } => {
            let key = (i128::from(base.0) << 80) + i128::from(offset);
            (Row::Memory, key, name_place(target, place))
        }
    }
}

fn at_address(address: u64) -> At {
    (Row::Memory, i128::from(address), format!("{address:#x}"))
}

/// Memory at the address in a place.
fn at_behind(target: Target, place: Place) -> At {
    let key = match place {
        Place::Register { register, .. } | Place::Pointed { base: register, .. } => i128::from(register.0),
        Place::Stack { offset } => i128::from(offset).saturating_add(1 << 20),
    };
    (Row::Memory, (key << 80) + (1 << 70), format!("at {}", name_place(target, place)))
}
