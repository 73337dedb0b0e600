//! Parts of an object file that a program is made of: all bytes, relocations and symbols, and neither what debuggers read nor
//! the compiler's note of its own name.

use crosscall_machines::object_file::{Binding, ObjectFile, Section, SectionGroup, SymbolPlace};
use std::collections::BTreeMap;

/// Beginnings of the names of sections that no program can see: what debuggers read, and who wrote the file.
const UNSEEN: &[&str] =
    &[".debug", ".zdebug", ".gnu.debug", ".stab", ".line", ".comment", ".ident", ".mdebug"];

/// Raw type of a symbol that names the source file.
const FILE_SYMBOL: u8 = 4;

/// True if two object files make the same program.
pub(crate) fn is_same(one: &ObjectFile, other: &ObjectFile) -> bool {
    Contents::of(one) == Contents::of(other)
}

/// The parts of one object file. Two of them are the same if they make the same program.
#[derive(PartialEq, Hash)]
pub(crate) struct Contents<'a> {
    flags: u32,
    sections: Vec<SeenSection<'a>>,
    symbols: Vec<SeenSymbol<'a>>,
    /// Signature, whether only the first of several is kept, and sections.
    groups: Vec<(&'a str, bool, Vec<usize>)>,
}

#[derive(PartialEq, Hash)]
struct SeenSection<'a> {
    name: &'a str,
    kind: u32,
    flags: u64,
    align: u64,
    size: u64,
    data: &'a [u8],
    relocations: Vec<SeenRelocation<'a>>,
}

#[derive(PartialEq, Hash)]
struct SeenRelocation<'a> {
    offset: u64,
    kind: u32,
    addend: i64,
    symbol: Option<SeenSymbol<'a>>,
    /// Symbol that it is relative to, in formats that say it.
    reference: Option<SeenSymbol<'a>>,
}

/// A symbol with the number of its section among those that are seen, and the raw bits of formats that have more.
#[derive(Clone, Copy, PartialEq, Hash)]
struct SeenSymbol<'a> {
    name: &'a str,
    binding: Binding,
    kind: u8,
    value: u64,
    size: u64,
    place: SymbolPlace,
    note: Option<(u8, u32, u32, u32, [u32; 2])>,
}

impl<'a> Contents<'a> {
    /// The contents of an object file.
    pub(crate) fn of(object: &'a ObjectFile) -> Contents<'a> {
        let is_seen = |section: &&Section| !UNSEEN.iter().any(|start| section.name.starts_with(start));
        // The number of a section in the file depends on those that nobody sees.
        let numbers: BTreeMap<usize, usize> = { object.sections.iter().enumerate() }
            .filter(|(_, section)| is_seen(section))
            .enumerate()
            .map(|(number, (at, _))| (at, number))
            .collect();
        let symbol = |at: usize| -> Option<SeenSymbol<'a>> {
            let symbol = object.symbols.get(at)?;
            let place = match symbol.place {
                SymbolPlace::Section(section) => SymbolPlace::Section(*numbers.get(&section)?),
                place => place,
            };
            let note = object.annotations.symbols.get(&at);
            Some(SeenSymbol {
                name: &symbol.name,
                binding: symbol.binding,
                kind: symbol.kind,
                value: symbol.value,
                size: symbol.size,
                place,
                note: note.map(|n| (n.binding, n.attributes, n.unit_size, n.unit_count, n.registers)),
            })
        };
        let section = |(at, section): (usize, &'a Section)| SeenSection {
            name: &section.name,
            kind: section.kind,
            flags: section.flags,
            align: section.align,
            size: section.size,
            data: &section.data,
            relocations: { section.relocations.iter().enumerate() }
                .map(|(number, relocation)| {
                    let reference = object.annotations.references.get(&(at, number)).copied();
                    SeenRelocation {
                        offset: relocation.offset,
                        kind: relocation.kind,
                        addend: relocation.addend,
                        symbol: relocation.symbol.and_then(symbol),
                        reference: reference.and_then(symbol),
                    }
                })
                .collect(),
        };
        let sections = object.sections.iter().enumerate().filter(|(_, section)| is_seen(section));
        let is_file = |at: &usize| object.symbols.get(*at).is_some_and(|s| s.kind == FILE_SYMBOL);
        let symbols = (0..object.symbols.len()).filter(|at| !is_file(at));
        let group = |group: &'a SectionGroup| {
            let sections = group.sections.iter().filter_map(|at| numbers.get(at).copied()).collect();
            (group.signature.as_str(), group.is_comdat, sections)
        };
        Contents {
            flags: object.flags,
            sections: sections.map(section).collect(),
            symbols: symbols.filter_map(symbol).collect(),
            groups: object.groups.iter().map(group).collect(),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crosscall_engine::machine;
    use crosscall_model::Target;

    /// An object file of assembly text.
    pub(crate) fn object(text: &str) -> ObjectFile {
        machine::assemble(Target::Epiphany, "unit", text).expect("an object file")
    }

    /// A function that returns 1.
    pub(crate) const F: &str = ".global _f0\n_f0: mov r0,#1\nrts\n";

    #[test]
    fn bytes_relocations_and_symbols_count() {
        let one = object(F);
        assert!(is_same(&one, &object(F)));
        for other in [
            ".global _f0\n_f0: mov r0,#2\nrts\n",
            ".global _f0\n.global _g\n_f0: mov r0,#1\n_g: rts\n",
            ".global _f0\n_f0: mov r0,#1\nrts\n.data\n.long 1\n",
        ] {
            assert!(!is_same(&one, &object(other)), "{other}");
        }
        let called = |name: &str| object(&format!(".global _f0\n_f0: mov r0,%low({name})\nrts\n"));
        assert!(!is_same(&called("_a"), &called("_b")));
    }

    #[test]
    fn what_debuggers_read_does_not_count() {
        let (one, mut other) = (object(F), object(F));
        let unseen =
            |name: &str| Section { name: name.to_owned(), data: vec![1, 2], size: 2, ..Section::default() };
        other.sections.insert(0, unseen(".debug_info"));
        other.sections.push(unseen(".comment"));
        other.symbols.iter_mut().for_each(|symbol| {
            if let SymbolPlace::Section(at) = &mut symbol.place {
                *at += 1;
            }
        });
        assert!(is_same(&one, &other));
        other.sections.push(unseen(".rodata"));
        assert!(!is_same(&one, &other));
    }
}
