//! Finding lost values again, and naming places.

use super::chance::is_certain;
use crosscall_model::finding::{Address, Spot, Whereabouts};
use crosscall_model::layout::Image;
use crosscall_model::observation::{Observation, Snapshot, number};
use crosscall_model::plan::{Piece, Place, Plan, Transfer};
use crosscall_model::target::{Register, Target};

/// Distance from the stack pointer up to which a value is looked for, in bytes.
const STACK_REACH: i64 = 512;
/// Distance from the stack pointer up to which an address is looked for, in bytes.
const ADDRESS_REACH: i64 = 64;

/// The places of the pieces of a value.
pub(super) fn places(pieces: &[Piece]) -> Vec<Place> {
    pieces.iter().map(|piece| piece.place).collect()
}

/// Farthest distance of an address from the symbol that it is named by, in bytes.
const SYMBOL_REACH: u64 = 0x1_0000;

/// An address with the symbol before it.
pub(super) fn address(seen: &Observation, at: u64) -> Address {
    let symbols = &seen.ground.symbols;
    let after = symbols.partition_point(|(start, _)| *start <= at);
    let before = after.checked_sub(1).and_then(|i| symbols.get(i));
    let near = before.filter(|(start, _)| at - start < SYMBOL_REACH);
    Address { at, symbol: near.map(|(start, name)| (name.clone(), at - start)) }
}

/// Places of the determined bytes of a value in a snapshot: in the places of other values of the plan, in
/// registers, near the stack pointer, or behind an address in one of these. The value as a whole is looked
/// for first, then word by word. `None` when some word is nowhere, or could be there by chance (see
/// [`chance`](super::chance)).
pub(super) fn find_value(
    image: &Image,
    at: &Snapshot,
    expected: &[Piece],
    plan: &Plan,
) -> Option<Whereabouts> {
    let search = Search { at, stack_first: expected.first().is_some_and(|p| is_on_stack(p.place)) };
    in_places_of(plan, image, at).or_else(|| search.anywhere(&image.bytes, &image.mask))
}

/// Places of bytes that a subject took for a value: the other direction of the search.
pub(super) fn find_bytes(bytes: &[u8], at: &Snapshot) -> Option<Whereabouts> {
    let mask = vec![0xff; bytes.len()];
    Search { at, stack_first: false }.anywhere(bytes, &mask)
}

fn is_on_stack(place: Place) -> bool {
    matches!(place, Place::Stack { .. })
}

/// The places of a plan's values, when each word of the image is in one of them.
fn in_places_of(plan: &Plan, image: &Image, at: &Snapshot) -> Option<Whereabouts> {
    let values = plan.arguments.iter().chain(&plan.result);
    let mut places: Vec<Place> = values
        .flat_map(|passed| match &passed.transfer {
            Transfer::Direct(pieces) => pieces.as_slice(),
            _ => &[],
        })
        .map(|piece| piece.place)
        .collect();
    places.sort();
    places.dedup();
    let find = |bytes: &[u8], mask: &[u8]| {
        if !is_certain(bytes, mask, places.len()) {
            return None;
        }
        let holds =
            |place: &&Place| at.bytes_at(**place, bytes.len()).is_some_and(|seen| matches(bytes, mask, seen));
        places.iter().find(holds).map(|place| Spot::Place(*place))
    };
    word_by_word(image.bytes.as_slice(), &image.mask, at.target, find)
}

/// A search through a snapshot.
struct Search<'a> {
    at: &'a Snapshot,
    /// True if the stack is named before the registers.
    stack_first: bool,
}

/// Number of places that were looked at, and those that hold what was looked for.
#[derive(Default)]
struct Hits {
    places: usize,
    spots: Vec<Spot>,
}

impl Hits {
    fn look(&mut self, holds: bool, spot: impl FnOnce() -> Spot) {
        self.places += 1;
        if holds {
            self.spots.push(spot());
        }
    }

    /// The places that are reported: all of them, or none if they are too many or may be there by chance.
    fn reported(self, bytes: &[u8], mask: &[u8]) -> Option<Vec<Spot>> {
        let some = (1..=MOST_PLACES).contains(&self.spots.len());
        (some && is_certain(bytes, mask, self.places)).then_some(self.spots)
    }
}

/// More places than these are not reported: then it is not known where a value went.
const MOST_PLACES: usize = 3;

impl Search<'_> {
    fn anywhere(&self, bytes: &[u8], mask: &[u8]) -> Option<Whereabouts> {
        let target = self.at.target;
        let whole = |search: &dyn Fn(&mut Hits)| {
            let mut hits = Hits::default();
            search(&mut hits);
            hits.reported(bytes, mask).map(Whereabouts::Copies)
        };
        let one = |bytes: &[u8], mask: &[u8], behind: bool| {
            let mut hits = Hits::default();
            self.aligned(bytes, mask, &mut hits);
            if behind && hits.spots.is_empty() {
                self.behind_addresses(bytes, mask, &mut hits);
            }
            if hits.spots.len() > 1 { None } else { hits.reported(bytes, mask)?.pop() }
        };
        whole(&|hits| self.aligned(bytes, mask, hits))
            .or_else(|| word_by_word(bytes, mask, target, |b, m| one(b, m, false)))
            .or_else(|| whole(&|hits| self.unaligned(bytes, mask, hits)))
            .or_else(|| whole(&|hits| self.behind_addresses(bytes, mask, hits)))
            .or_else(|| word_by_word(bytes, mask, target, |b, m| one(b, m, true)))
    }

    /// Registers, one or several after the other, and words of the stack.
    fn aligned(&self, bytes: &[u8], mask: &[u8], hits: &mut Hits) {
        let registers = |hits: &mut Hits| {
            for first in general_registers(self.at.target) {
                let (run, seen) = registers_from(self.at, first, bytes.len());
                hits.look(matches(bytes, mask, seen), || Spot::Run(run.map(Register).collect()));
            }
        };
        let words = self.stack_offsets(self.at.target.word());
        if self.stack_first {
            self.on_stack(bytes, mask, words, hits);
            registers(hits);
        } else {
            registers(hits);
            self.on_stack(bytes, mask, words, hits);
        }
    }

    /// Inside one register, and on the stack between words.
    fn unaligned(&self, bytes: &[u8], mask: &[u8], hits: &mut Hits) {
        for register in general_registers(self.at.target) {
            let held = self.at.register(register);
            for byte in 1..held.len().saturating_sub(bytes.len().saturating_sub(1)) {
                let seen = held.get(byte..).unwrap_or_default();
                let byte = u16::try_from(byte).unwrap_or(u16::MAX);
                let spot = || Spot::Place(Place::Register { register, byte });
                hits.look(matches(bytes, mask, seen), spot);
            }
        }
        let step = self.at.target.word() as i64;
        let mut between = self.stack_offsets(1);
        between.retain(|offset| offset % step != 0);
        self.on_stack(bytes, mask, between, hits);
    }

    /// Multiples of `step` bytes up to [`STACK_REACH`] from the stack pointer: first those that are not beyond the
    /// pointer, the nearest first.
    fn stack_offsets(&self, step: usize) -> Vec<i64> {
        let upwards = (0..STACK_REACH).step_by(step);
        let downwards = (-STACK_REACH..0).rev().skip(step - 1).step_by(step);
        match self.at.target.grows_down() {
            true => upwards.chain(downwards).collect(),
            false => downwards.chain(upwards).collect(),
        }
    }

    /// On the stack, at offsets from the stack pointer.
    fn on_stack(&self, bytes: &[u8], mask: &[u8], offsets: Vec<i64>, hits: &mut Hits) {
        let sp = self.at.sp();
        for offset in offsets {
            if let Some(seen) = self.at.read(sp.wrapping_add_signed(offset), bytes.len()) {
                hits.look(matches(bytes, mask, seen), || Spot::Place(Place::Stack { offset }));
            }
        }
    }

    /// In memory whose address is in a register or near the stack pointer.
    fn behind_addresses(&self, bytes: &[u8], mask: &[u8], hits: &mut Hits) {
        let at = self.at;
        let mut seen_before: Vec<u64> = Vec::new();
        let mut look = |address: u64, place: Place| {
            let Some(seen) = at.read(address, bytes.len()) else { return };
            let holds = matches(bytes, mask, seen);
            // Another register with the same address is no other place.
            if holds && seen_before.contains(&address) {
                return;
            }
            seen_before.push(address);
            hits.look(holds, || Spot::Behind(place));
        };
        for register in general_registers(at.target).filter(|r| *r != at.target.stack_pointer()) {
            look(at.register_value(register), Place::Register { register, byte: 0 });
        }
        let word = at.target.word();
        let offsets = match at.target.grows_down() {
            true => 0..ADDRESS_REACH,
            false => -ADDRESS_REACH..0,
        };
        for offset in offsets.step_by(word) {
            if let Some(address) = at.read(at.sp().wrapping_add_signed(offset), word).map(number) {
                look(address, Place::Stack { offset });
            }
        }
    }
}

/// The registers in which values can be.
fn general_registers(target: Target) -> impl Iterator<Item = Register> {
    let all = (0..target.registers().len()).filter_map(|i| u16::try_from(i).ok()).map(Register);
    all.filter(move |register| target.is_general(*register))
}

/// The registers from one on that `len` bytes take, with what they hold; nothing where there are not so many.
fn registers_from(at: &Snapshot, first: Register, len: usize) -> (std::ops::Range<u16>, &[u8]) {
    let infos = at.target.registers();
    let start = at.target.register_starts().get(usize::from(first.0)).copied().unwrap_or_default();
    let (mut end, mut held) = (first.0, 0);
    let file = |number: u16| at.target.register(Register(number)).map(|info| info.file);
    for number in first.0.. {
        if held >= len || !at.target.is_general(Register(number)) || file(number) != file(first.0) {
            break;
        }
        end = number + 1;
        held += infos.get(usize::from(number)).map_or(0, |info| usize::from(info.bytes));
    }
    (first.0..end, at.registers.get(start..start + held).unwrap_or_default())
}

/// The place of each word that is determined at all.
fn word_by_word(
    bytes: &[u8],
    mask: &[u8],
    target: Target,
    find: impl Fn(&[u8], &[u8]) -> Option<Spot>,
) -> Option<Whereabouts> {
    let word = target.word();
    let words = bytes.chunks(word).zip(mask.chunks(word));
    let determined = words.filter(|(_, mask)| mask.iter().any(|m| *m != 0));
    let spots: Vec<Spot> = determined.map(|(bytes, mask)| find(bytes, mask)).collect::<Option<_>>()?;
    (!spots.is_empty()).then_some(Whereabouts::Words(spots))
}

fn matches(bytes: &[u8], mask: &[u8], seen: &[u8]) -> bool {
    seen.len() >= bytes.len() && bytes.iter().zip(mask).zip(seen).all(|((b, m), s)| (b ^ s) & m == 0)
}
