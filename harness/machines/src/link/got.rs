//! The global offset table: one slot for each symbol that a relocation asks a slot for.

use super::LinkTarget;
use super::layout::Layout;
use super::symbols::Symbols;
use crate::object_file::{Binding, ObjectFile};
use rustc_hash::FxHashMap;

/// Symbol of a slot, and whether the slot holds the symbol's offset from the thread pointer.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Key<'a> {
    /// A symbol that all objects share, by name.
    Shared(&'a str, bool),
    /// A local symbol: object and symbol index.
    Local(usize, usize, bool),
}

/// The slots in the order in which relocations first ask for them.
#[derive(Debug)]
pub(super) struct Got<'a> {
    objects: &'a [&'a ObjectFile],
    /// Object and symbol index of each slot's symbol, and whether its offset from the thread pointer is meant.
    slots: Vec<(usize, usize, bool)>,
    by_key: FxHashMap<Key<'a>, usize>,
    /// Bytes of a slot: an address.
    slot_size: u64,
}

impl<'a> Got<'a> {
    /// Gives slots to the symbols of all relocations that the target says need one, in the sections that
    /// are part of the program, and space for them to the layout.
    pub(super) fn collect<T: LinkTarget>(
        target: &T,
        objects: &'a [&'a ObjectFile],
        layout: &mut Layout<'_>,
    ) -> Got<'a> {
        let slot_size = u64::from(target.address_bits()) / 8;
        let mut got = Got { objects, slots: Vec::new(), by_key: FxHashMap::default(), slot_size };
        for (object_index, object) in objects.iter().enumerate() {
            for (section_index, section) in object.sections.iter().enumerate() {
                if layout.placed(object_index, section_index).is_none() {
                    continue;
                }
                for relocation in &section.relocations {
                    let Some(symbol) = relocation.symbol.filter(|_| target.uses_got(relocation.kind)) else {
                        continue;
                    };
                    let tls = target.counts_from_tls(relocation.kind);
                    let Some(key) = got.key(object_index, symbol, tls) else { continue };
                    let next = got.slots.len();
                    if *got.by_key.entry(key).or_insert(next) == next {
                        got.slots.push((object_index, symbol, tls));
                    }
                }
            }
        }
        if !got.slots.is_empty() {
            layout.add_got(got.slots.len() as u64 * slot_size, slot_size);
        }
        got
    }

    fn key(&self, object: usize, symbol: usize, tls: bool) -> Option<Key<'a>> {
        let found = self.objects.get(object)?.symbols.get(symbol)?;
        Some(match found.binding {
            Binding::Local => Key::Local(object, symbol, tls),
            _ => Key::Shared(&found.name, tls),
        })
    }

    /// Offset in bytes of a symbol's slot from the start of the table; 0 when it has none.
    pub(super) fn offset(&self, object: usize, symbol: usize, tls: bool) -> u64 {
        let slot = self.key(object, symbol, tls).and_then(|key| self.by_key.get(&key).copied());
        slot.unwrap_or(0) as u64 * self.slot_size
    }

    /// The contents of the table: the value of each symbol, low byte first. `thread` is the thread pointer.
    pub(super) fn contents(&self, symbols: &Symbols<'_>, thread: u64) -> Vec<u8> {
        let size = usize::try_from(self.slot_size).unwrap_or(8).min(8);
        let value = |&(object, symbol, tls): &(usize, usize, bool)| {
            symbols.value(object, symbol).wrapping_sub(if tls { thread } else { 0 }).to_le_bytes()
        };
        self.slots.iter().flat_map(|slot| value(slot).into_iter().take(size)).collect()
    }
}
