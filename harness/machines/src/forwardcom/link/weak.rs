//! Stand-ins for weak functions that are defined nowhere: a function that returns zero, as the manual has it
//! (Programming manual, on weak external symbols).

use super::super::elf::{flags, section_flags, symbol};
use crate::link::LinkOptions;
use crate::object_file::{Annotations, Binding, ObjectFile, Section, Symbol, SymbolNote, SymbolPlace};
use std::collections::BTreeSet;

/// Zero in r0 and in v0, and back: `int64 r0 = move(0)`, `int64 v0 = gp2vec(r0)`, `return`.
const CODE: [u32; 3] = [0x0840_6000, 0x5800_6000, 0x77C0_00E0];

/// An object with such a function under the name of each that is declared weak and defined nowhere; none where there is
/// none of them.
pub(super) fn functions(objects: &[&ObjectFile], options: &LinkOptions) -> Option<ObjectFile> {
    let all = || objects.iter().flat_map(|file| &file.symbols);
    let is_defined = |symbol: &&Symbol| {
        symbol.binding != Binding::Local
            && matches!(symbol.place, SymbolPlace::Section(_) | SymbolPlace::Absolute)
    };
    let defined: BTreeSet<&str> = all().filter(is_defined).map(|symbol| symbol.name.as_str()).collect();
    let is_meant = |symbol: &&Symbol| {
        symbol.binding == Binding::Weak
            && symbol.place == SymbolPlace::Undefined
            && symbol.kind == symbol::FUNCTION
            && !defined.contains(symbol.name.as_str())
            && options.address_for(&symbol.name).is_none()
    };
    let names: BTreeSet<&str> = all().filter(is_meant).map(|symbol| symbol.name.as_str()).collect();
    if names.is_empty() {
        return None;
    }
    let data: Vec<u8> = CODE.iter().flat_map(|word| word.to_le_bytes()).collect();
    let attributes = flags::IP | flags::EXECUTE | flags::REGISTER_USE;
    let note = SymbolNote { binding: 1, attributes, unit_size: 0, unit_count: 0, registers: [1, 1] };
    let symbol = |name: &str| Symbol {
        name: name.to_owned(),
        binding: Binding::Weak,
        kind: symbol::FUNCTION,
        value: 0,
        size: 0,
        place: SymbolPlace::Section(0),
    };
    Some(ObjectFile {
        name: "weak functions that are defined nowhere".to_owned(),
        flags: 0,
        symbols: names.iter().map(|name| symbol(name)).collect(),
        annotations: Annotations {
            symbols: (0..names.len()).map(|index| (index, note)).collect(),
            ..Annotations::default()
        },
        sections: vec![Section {
            name: "zdummyfunc".to_owned(),
            kind: 1,
            flags: section_flags(flags::ALLOC | flags::EXECUTE | flags::IP),
            align: 4,
            size: data.len() as u64,
            data,
            relocations: Vec::new(),
        }],
        ..ObjectFile::default()
    })
}
