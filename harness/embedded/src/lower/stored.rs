//! Slots of the callee: every scalar of the parameters, and the other values of the contract.

use crosscall_model::unit;

use super::callee::Callee;
use super::frame::Home;
use super::held::{Held, pointed};
use super::leaves::{store_leaf, store_long, store_pair, store_register};
use super::others;
use crate::asm::{Asm, Mem};
use crate::emit::Access;
use crate::laid::{Laid, LeafPlace, Shape};
use crate::places::{Part, PassMode};

impl Callee<'_> {
    /// Writes every scalar of the parameters to the slots, followed by the other values of the contract.
    pub(super) fn store_slots(&self, asm: &mut Asm, leaves: &[Vec<LeafPlace>]) {
        if unit::received_slots(self.prepared.case).is_empty() {
            return;
        }
        let slots = asm.roles.slots;
        match &self.again {
            Some(again) => again.load_slots(asm, slots, &self.frame),
            None => asm.address_of(slots, &unit::received(self.prepared.k)),
        }
        let mut position = self.walk_start();
        for ((i, laid, _, way), leaves) in self.prepared.each().zip(leaves) {
            let value = match self.held.get(i) {
                None | Some(Held::Nothing) => None,
                Some(Held::Unnamed) => self.unnamed(asm, (i, laid, way), leaves, &mut position),
                Some(held) => self.named(asm, (i, laid, way), held),
            };
            let Some(value) = value else { continue };
            let in_place = matches!(self.held.get(i), Some(Held::Memory(Home::Incoming(_)) | Held::Unnamed));
            let spread = way.spread().filter(|_| in_place);
            for leaf in leaves {
                store_leaf(asm, value, &spread_leaf(leaf, spread, asm.word), self.convention);
            }
        }
        self.store_narrow(asm);
        self.kept.store(asm, &self.frame);
        if self.array.exists() {
            let [data, ..] = asm.roles.data;
            self.array.read(asm, &self.frame);
            store_register(asm, data, 4);
        }
        for at in self.dynamic.map(|(_, at)| at).into_iter().chain(self.other) {
            others::store_from_frame(asm, self.frame.local(at));
        }
    }

    /// Memory operand of a named argument; stores one that is in registers and returns none.
    fn named(&self, asm: &mut Asm, (i, laid, way): (usize, &Laid, &PassMode), held: &Held) -> Option<Mem> {
        match held {
            Held::Wide(r, at) => {
                let home = self.frame.local(*at);
                if let PassMode::Value(parts) = way
                    && let [part] = parts.as_slice()
                {
                    asm.transfer_part(Access::Store, *r, part, home);
                }
                Some(self.memory(asm, home))
            }
            Held::Word(r) => {
                store_register(asm, *r, laid.size);
                None
            }
            Held::Pair(low, high) => {
                store_pair(asm, *low, *high);
                None
            }
            Held::Memory(home) => Some(self.memory(asm, self.frame.home(*home))),
            Held::Pointer(_) | Held::StoredPointer(_) => match self.copies.iter().find(|(of, _)| *of == i) {
                Some((_, at)) => Some(self.memory(asm, self.frame.local(*at))),
                None => Some(pointed(asm, held, laid, &self.frame)),
            },
            Held::Nothing | Held::Unnamed => None,
        }
    }

    /// Memory operand of an unnamed argument; stores one that is not in memory order and returns none.
    fn unnamed(
        &self,
        asm: &mut Asm,
        (i, laid, way): (usize, &Laid, &PassMode),
        leaves: &[LeafPlace],
        position: &mut i64,
    ) -> Option<Mem> {
        if self.store_unnamed_parts(asm, laid, way, leaves, position) {
            return None;
        }
        self.prepared.comment(asm, i, laid, way);
        if let (Some(Some(at)), PassMode::Value(parts)) = (self.gathered.get(i), way) {
            return Some(self.gather_unnamed(asm, parts, *at, position));
        }
        let value = self.next_unnamed(asm, way, laid, position);
        if value.is_none() && !matches!(way, PassMode::Nothing) {
            store_long(asm);
        }
        value
    }

    /// Type of the parts of a complex value and the way of each part, where they are passed as two values.
    pub(super) fn unnamed_parts<'l>(
        &self,
        laid: &'l Laid,
        way: &PassMode,
    ) -> Option<(&'l Laid, [PassMode; 2])> {
        let (Shape::Complex { part, .. }, PassMode::Value(parts)) = (&laid.shape, way) else { return None };
        let way_of = |half: u32| {
            let from = half * part.size;
            let own = parts.iter().filter(|p| (from..from + part.size).contains(&p.offset));
            PassMode::Value(own.map(|p| Part { offset: p.offset - from, ..*p }).collect())
        };
        self.convention.passing().separates(part).then(|| (&**part, [way_of(0), way_of(1)]))
    }

    /// Stores both parts of an unnamed complex value that was passed as two values; returns true if it was.
    fn store_unnamed_parts(
        &self,
        asm: &mut Asm,
        laid: &Laid,
        way: &PassMode,
        leaves: &[LeafPlace],
        position: &mut i64,
    ) -> bool {
        let Some((part, ways)) = self.unnamed_parts(laid, way) else { return false };
        for (own, leaf) in ways.iter().zip(leaves) {
            match self.next_unnamed(asm, own, part, position) {
                Some(value) => {
                    store_leaf(asm, value, &LeafPlace { bit_offset: 0, ..*leaf }, self.convention);
                }
                None => store_long(asm),
            }
        }
        true
    }

    /// Memory operand of a value in the frame or on the stack: direct, or through its address.
    pub(super) fn memory(&self, asm: &mut Asm, value: Mem) -> Mem {
        if !self.prepared.case.style.address_taken {
            return value;
        }
        let pointer = asm.roles.pointer;
        asm.address(pointer, value);
        Mem::of(pointer, value.align)
    }
}

/// Place of a scalar in an object that is spread over words, with `spread` bytes of the value in each word.
fn spread_leaf(leaf: &LeafPlace, spread: Option<u32>, word: u32) -> LeafPlace {
    match spread {
        Some(bytes) if bytes > 0 => {
            let lane = leaf.bit_offset / (8 * u64::from(bytes));
            LeafPlace { bit_offset: lane * 8 * u64::from(word), ..*leaf }
        }
        _ => *leaf,
    }
}
