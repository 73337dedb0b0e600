//! The `object` pairing: what an object file says of itself, in the words in which a document is held against it.

use crosscall_machines::link::SECTION_EXECUTE;
use crosscall_machines::object_file::{Binding, ObjectFile, Section, Symbol, SymbolPlace};
use crosscall_model::object::{Object, ObjectForm, ObjectPlace, ObjectSection, ObjectSymbol};

/// `st_type` of the symbol that names a source file.
const SOURCE_FILE: u8 = 4;

/// An object file in the words of the model, with what its first bytes say, where they are at hand.
pub fn in_words(object: &ObjectFile, form: Option<ObjectForm>) -> Object {
    let section = |section: &Section| ObjectSection {
        name: section.name.clone(),
        executable: section.flags & SECTION_EXECUTE != 0,
        relocations: section.relocations.iter().map(|r| (r.offset, r.kind)).collect(),
    };
    let symbol = |symbol: &Symbol| ObjectSymbol {
        name: symbol.name.clone(),
        binding: match symbol.binding {
            Binding::Local => "Local",
            Binding::Global => "Global",
            Binding::Weak => "Weak",
        },
        visible: symbol.binding != Binding::Local,
        place: match symbol.place {
            SymbolPlace::Undefined => ObjectPlace::Undefined,
            SymbolPlace::Absolute => ObjectPlace::Absolute(symbol.value),
            SymbolPlace::Section(index) => ObjectPlace::Section(index),
            SymbolPlace::Common => ObjectPlace::Common,
        },
        size: symbol.size,
    };
    let named = object.symbols.iter().filter(|s| s.kind != SOURCE_FILE && !s.name.is_empty());
    Object {
        form,
        flags: object.flags,
        sections: object.sections.iter().map(section).collect(),
        symbols: named.map(symbol).collect(),
    }
}
