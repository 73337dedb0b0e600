//! Reading constants and initialised objects out of an object file.

use crosscall_machines::object_file::{ObjectFile, SymbolPlace};

/// `len` bytes of an initialised object; `None` when the file does not have the symbol or so many bytes.
pub fn bytes_of<'a>(object: &'a ObjectFile, symbol: &str, len: usize) -> Option<&'a [u8]> {
    let symbol = object.symbols.iter().find(|s| s.name == symbol && s.place != SymbolPlace::Undefined)?;
    let SymbolPlace::Section(index) = symbol.place else { return None };
    let section = object.sections.get(index)?;
    let start = usize::try_from(symbol.value).ok()?;
    section.data.get(start..start.checked_add(len)?)
}

/// The numbers of an array of 32-bit words in the byte order of little-endian targets.
pub fn words_of(object: &ObjectFile, symbol: &str, count: usize) -> Option<Vec<u64>> {
    let bytes = bytes_of(object, symbol, count.checked_mul(4)?)?;
    Some(bytes.chunks_exact(4).map(crosscall_model::observation::number).collect())
}
