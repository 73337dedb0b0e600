//! Instructions that were assembled before: most texts have few different ones, again and again.

use rustc_hash::FxHashMap;

/// Encodings by the text of their instruction. Only what depends on the text alone is kept: no symbols, no place, no
/// section.
#[derive(Debug, Default)]
pub struct KeptInstructions(FxHashMap<Box<str>, Encoding>);

/// Bytes of an instruction, of which so many count.
#[derive(Debug, Clone, Copy)]
pub(super) struct Encoding {
    bytes: [u8; MOST_BYTES],
    len: u8,
}

/// Bytes of the longest instruction that is kept.
const MOST_BYTES: usize = 15;
/// Instructions that are kept of one target.
const MOST_KEPT: usize = 1 << 14;

impl Encoding {
    fn new(from: &[u8]) -> Option<Encoding> {
        let mut bytes = [0; MOST_BYTES];
        bytes.get_mut(..from.len())?.copy_from_slice(from);
        Some(Encoding { bytes, len: u8::try_from(from.len()).ok()? })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.len)).unwrap_or_default()
    }
}

impl KeptInstructions {
    pub(super) fn get(&self, text: &str) -> Option<Encoding> {
        self.0.get(text).copied()
    }

    pub(super) fn keep(&mut self, text: &str, bytes: &[u8]) {
        let Some(encoding) = Encoding::new(bytes) else { return };
        if self.0.len() >= MOST_KEPT {
            self.0.clear();
        }
        self.0.insert(text.into(), encoding);
    }
}
