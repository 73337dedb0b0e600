//! Instructions that were assembled before: most texts have few different ones, again and again.

use rustc_hash::FxBuildHasher;
use std::cell::RefCell;
use std::hash::BuildHasher;
use std::thread::LocalKey;

/// Encodings of instructions, by their text. Only what depends on the text alone is kept: no symbols, no place, no section.
/// Each text has one slot, in which it takes the place of the last one, and a slot is as long as a line of the processor's
/// cache: a text is found, or is not, with one look at memory.
#[derive(Debug, Default)]
pub struct KeptInstructions(Vec<Slot>);

/// The instructions that a thread keeps of one target.
pub type KeptStore = LocalKey<RefCell<KeptInstructions>>;

/// Bytes of an instruction, of which so many count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Encoding {
    bytes: [u8; MOST_BYTES],
    len: u8,
}

/// Bytes of the longest instruction that is kept.
const MOST_BYTES: usize = 15;
/// Bytes of the longest text of one.
const MOST_TEXT: usize = 47;
/// Slots for the instructions of one target.
const SLOTS: usize = 1 << 12;

/// A text with its encoding.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
struct Slot {
    text: [u8; MOST_TEXT],
    /// Bytes of the text; 0 where there is none.
    len: u8,
    made: Encoding,
}

/// A slot without a text.
const EMPTY: Slot = Slot { text: [0; MOST_TEXT], len: 0, made: Encoding { bytes: [0; MOST_BYTES], len: 0 } };

impl Slot {
    fn holds(&self, text: &str) -> bool {
        self.len > 0 && self.text.get(..usize::from(self.len)) == Some(text.as_bytes())
    }
}

impl Encoding {
    /// `None` if there are more bytes than any instruction has.
    pub(crate) fn new(from: &[u8]) -> Option<Encoding> {
        let mut bytes = [0; MOST_BYTES];
        bytes.get_mut(..from.len())?.copy_from_slice(from);
        Some(Encoding { bytes, len: u8::try_from(from.len()).ok()? })
    }

    /// The bytes in the order of memory.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.len)).unwrap_or_default()
    }
}

/// Number of the slot of a text.
fn slot_of(text: &str) -> usize {
    FxBuildHasher.hash_one(text) as usize % SLOTS
}

impl KeptInstructions {
    /// The encoding that an instruction got before.
    pub(crate) fn get(&self, text: &str) -> Option<Encoding> {
        let slot = self.0.get(slot_of(text))?;
        slot.holds(text).then_some(slot.made)
    }

    /// Keeps what was made of an instruction, unless its text is too long.
    pub(crate) fn keep(&mut self, text: &str, made: Encoding) {
        if self.0.is_empty() {
            self.0 = vec![EMPTY; SLOTS];
        }
        let (Some(slot), Ok(len)) = (self.0.get_mut(slot_of(text)), u8::try_from(text.len())) else { return };
        let mut kept = [0; MOST_TEXT];
        if let Some(place) = kept.get_mut(..text.len()) {
            place.copy_from_slice(text.as_bytes());
            *slot = Slot { text: kept, len, made };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_is_found_by_its_whole_text() {
        let mut kept = KeptInstructions::default();
        let made = |bytes: &[u8]| Encoding::new(bytes).unwrap();
        assert_eq!(kept.get("nop"), None);
        let long = "x".repeat(MOST_TEXT + 1);
        for (text, bytes) in
            [("nop", &[1u8, 2][..]), ("nop1", &[3]), (&long[1..], &[4; MOST_BYTES]), (&long, &[5])]
        {
            kept.keep(text, made(bytes));
        }
        assert_eq!(size_of::<Slot>(), 64);
        assert_eq!(kept.get("nop"), Some(made(&[1, 2])));
        assert_eq!(kept.get("nop1"), Some(made(&[3])));
        assert_eq!(kept.get(&long[1..]), Some(made(&[4; MOST_BYTES])));
        assert_eq!([kept.get("no"), kept.get(""), kept.get(&long)], [None; 3]);
        assert_eq!(Encoding::new(&[0; MOST_BYTES + 1]), None);
    }
}
