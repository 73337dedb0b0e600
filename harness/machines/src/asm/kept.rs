//! Instructions that were assembled before: most texts have few different ones, again and again.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::thread::LocalKey;

/// Encodings of instructions, by their text. Only what depends on the text alone is kept: no symbols, no place, no section.
#[derive(Debug, Default)]
pub struct KeptInstructions(FxHashMap<Box<str>, Encoding>);

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
/// Instructions that are kept of one target.
const MOST_KEPT: usize = 1 << 14;

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

impl KeptInstructions {
    /// The encoding that an instruction got before.
    pub(crate) fn get(&self, text: &str) -> Option<Encoding> {
        self.0.get(text).copied()
    }

    /// Keeps what was made of an instruction.
    pub(crate) fn keep(&mut self, text: &str, made: Encoding) {
        if self.0.len() >= MOST_KEPT {
            self.0.clear();
        }
        self.0.insert(text.into(), made);
    }
}
