//! Reading constants and initialised objects out of an object file.

use crosscall_machines::link::SECTION_NOBITS;
use crosscall_machines::object_file::{ObjectFile, Symbol, SymbolPlace};
use std::collections::HashMap;

/// Largest object that is read, in bytes.
const MOST: usize = 1 << 20;

/// An object file whose symbols are found by name.
#[derive(Debug)]
pub(super) struct Constants<'a> {
    object: &'a ObjectFile,
    /// Symbols that the file defines.
    symbols: HashMap<&'a str, &'a Symbol>,
}

impl<'a> Constants<'a> {
    pub(super) fn new(object: &'a ObjectFile) -> Self {
        let mut symbols = HashMap::new();
        for symbol in object.symbols.iter().filter(|s| s.place != SymbolPlace::Undefined) {
            // Of two of one name the first counts.
            symbols.entry(symbol.name.as_str()).or_insert(symbol);
        }
        Self { object, symbols }
    }

    /// `len` bytes of an initialised object; `None` when the file does not have the symbol or so many bytes.
    /// An object that is initialised with zeros may be without contents in the file.
    pub(super) fn bytes_of(&self, symbol: &str, len: usize) -> Option<Vec<u8>> {
        let symbol = self.symbols.get(symbol)?;
        let start = usize::try_from(symbol.value).ok()?;
        match symbol.place {
            SymbolPlace::Section(index) => {
                let section = self.object.sections.get(index)?;
                let end = start.checked_add(len)?;
                if section.kind == SECTION_NOBITS {
                    return (end as u64 <= section.size && len <= MOST).then(|| vec![0; len]);
                }
                section.data.get(start..end).map(<[u8]>::to_vec)
            }
            SymbolPlace::Common => (len as u64 <= symbol.size && len <= MOST).then(|| vec![0; len]),
            SymbolPlace::Absolute | SymbolPlace::Undefined => None,
        }
    }

    /// The greatest power of two that the address of an object is known to be a multiple of before it is linked;
    /// `None` when the file does not have the symbol in a section.
    pub(super) fn placed_at(&self, symbol: &str) -> Option<u64> {
        let symbol = self.symbols.get(symbol)?;
        let SymbolPlace::Section(index) = symbol.place else { return None };
        let section = self.object.sections.get(index)?.align.max(1);
        let known = section.trailing_zeros().min(symbol.value.trailing_zeros());
        1u64.checked_shl(known)
    }

    /// The numbers of an array of 32-bit words in the byte order of little-endian targets.
    pub(super) fn words_of(&self, symbol: &str, count: usize) -> Option<Vec<u64>> {
        let bytes = self.bytes_of(symbol, count.checked_mul(4)?)?;
        Some(bytes.chunks_exact(4).map(crosscall_model::observation::number).collect())
    }
}
