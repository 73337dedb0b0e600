//! Which members of libraries a program needs.

use std::collections::{BTreeMap, BTreeSet};

use super::Entry;
use crate::object_file::{Binding, ObjectFile, Symbol, SymbolPlace};

/// Positions of the members that a program of these objects needs, ascending: those that define a symbol
/// that an object or another needed member refers to and no object defines, and one for the program's first
/// instruction. Where several members define a symbol the first one is taken. A weak reference asks for nothing.
pub fn needed_members(objects: &[ObjectFile], members: &[ObjectFile], entry: &Entry) -> Vec<usize> {
    let mut defined: BTreeSet<&str> = objects.iter().flat_map(definitions).collect();
    let mut by_name: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, member) in members.iter().enumerate() {
        for name in definitions(member) {
            by_name.entry(name).or_insert(index);
        }
    }
    let mut wanted: Vec<&str> = objects.iter().flat_map(references).collect();
    match entry {
        Entry::Symbol(name) => wanted.push(name),
        Entry::Prefer(names) if names.iter().any(|name| defined.contains(name.as_str())) => {}
        Entry::Prefer(names) => {
            wanted.extend(names.iter().map(String::as_str).find(|name| by_name.contains_key(name)));
        }
    }
    let mut needed = BTreeSet::new();
    while let Some(name) = wanted.pop() {
        if let (false, Some(index)) = (defined.contains(name), by_name.get(name))
            && let Some(member) = members.get(*index)
            && needed.insert(*index)
        {
            defined.extend(definitions(member));
            wanted.extend(references(member));
        }
    }
    needed.into_iter().collect()
}

/// An object with members of a library as parts of it: its references, and those of the members, lead to the members'
/// definitions, which no other object sees. An object that defines such a name itself keeps its own.
pub fn with_members(object: &ObjectFile, members: &[&ObjectFile]) -> ObjectFile {
    let mut whole = object.clone();
    let own: BTreeSet<String> = definitions(object).map(str::to_owned).collect();
    let mut defined: BTreeMap<String, usize> = BTreeMap::new();
    for member in members {
        let (first_section, first_symbol) = (whole.sections.len(), whole.symbols.len());
        whole.sections.extend(member.sections.iter().cloned().map(|mut section| {
            for relocation in &mut section.relocations {
                relocation.symbol = relocation.symbol.map(|symbol| first_symbol + symbol);
            }
            section
        }));
        whole.groups.extend(member.groups.iter().cloned().map(|mut group| {
            group.sections.iter_mut().for_each(|section| *section += first_section);
            group
        }));
        for mut symbol in member.symbols.iter().cloned() {
            let defines = symbol.binding != Binding::Local && symbol.place != SymbolPlace::Undefined;
            if let SymbolPlace::Section(section) = &mut symbol.place {
                *section += first_section;
            }
            if defines {
                symbol.binding = Binding::Local;
                if !own.contains(&symbol.name) {
                    defined.entry(symbol.name.clone()).or_insert(whole.symbols.len());
                }
            }
            whole.symbols.push(symbol);
        }
    }
    let undefined =
        whole.symbols.iter().enumerate().filter(|(_, symbol)| symbol.place == SymbolPlace::Undefined);
    let meant: BTreeMap<usize, usize> =
        undefined.filter_map(|(index, symbol)| Some((index, *defined.get(&symbol.name)?))).collect();
    for relocation in whole.sections.iter_mut().flat_map(|section| &mut section.relocations) {
        relocation.symbol = relocation.symbol.map(|symbol| meant.get(&symbol).copied().unwrap_or(symbol));
    }
    whole
}

/// Names that an object defines for others.
pub fn definitions(object: &ObjectFile) -> impl Iterator<Item = &str> {
    let defines =
        |symbol: &&Symbol| symbol.place != SymbolPlace::Undefined && symbol.binding != Binding::Local;
    object.symbols.iter().filter(defines).map(|symbol| symbol.name.as_str())
}

/// Names for which an object needs a definition.
pub fn references(object: &ObjectFile) -> impl Iterator<Item = &str> {
    let refers =
        |symbol: &&Symbol| symbol.place == SymbolPlace::Undefined && symbol.binding == Binding::Global;
    object.symbols.iter().filter(refers).map(|symbol| symbol.name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epiphany::assemble::assemble;

    fn object(text: &str) -> ObjectFile {
        assemble("x", text).expect("good text")
    }

    #[test]
    fn members_are_taken_for_what_is_referred_to() {
        let main = [
            object("\t.global _main\n_main:\tb _a\n\t.weak _weak\n\t.word _weak, _given\n"),
            object("\t.global _given\n_given:\trts\n"),
        ];
        let members = [
            "\t.global _unused\n_unused:\tb _nowhere\n",
            "\t.global _b\n_b:\trts\n",
            "\t.global _a\n_a:\tb _b\n\t.global _main\n_main:\trts\n",
            "\t.global _a\n_a:\trts\n",
            "\t.global _weak\n_weak:\trts\n",
            "\t.global _start\n_start:\trts\n",
            "\t.global _given\n_given:\trts\n",
        ]
        .map(object);
        let any = Entry::Prefer(vec!["_start".to_owned(), "_main".to_owned()]);
        assert_eq!(needed_members(&main, &members, &any), [1, 2]);
        assert_eq!(needed_members(&main, &members, &Entry::Symbol("_start".to_owned())), [1, 2, 5]);
        assert_eq!(needed_members(&[], &members, &any), [5], "the first that is preferred");
        assert_eq!(needed_members(&[], &members, &Entry::Prefer(vec!["_none".to_owned()])), [0; 0]);
    }

    #[test]
    fn members_become_a_part_of_the_object() {
        let main = object("\t.global _main\n_main:\tbl _a\n\t.word _outside\n");
        let members = ["\t.global _a\n_a:\tb _b\n", "\t.global _b\n_b:\trts\n"].map(object);
        let whole = with_members(&main, &members.iter().collect::<Vec<_>>());
        let exported: Vec<&str> = definitions(&whole).collect();
        assert_eq!(exported, ["_main"], "nobody else sees the members");
        let relocations = whole.sections.iter().flat_map(|section| &section.relocations);
        let named = |name: &&str| whole.symbols.iter().filter(|symbol| symbol.name == **name).count();
        assert_eq!(["_main", "_outside"].iter().map(named).collect::<Vec<_>>(), [1, 1]);
        let places: BTreeSet<(&str, bool)> = relocations
            .filter_map(|relocation| whole.symbols.get(relocation.symbol?))
            .map(|symbol| (symbol.name.as_str(), symbol.place != SymbolPlace::Undefined))
            .collect();
        assert_eq!(places, BTreeSet::from([("_a", true), ("_outside", false), ("_b", true)]));
        // Two such objects go together, and the program has both copies.
        let other =
            with_members(&object("\t.global _other\n_other:\tbl _a\n"), &members.iter().collect::<Vec<_>>());
        let outside = object("\t.global _outside\n_outside:\trts\n");
        let options = crate::epiphany::link::link_options();
        let program = crate::epiphany::link::link(&[whole, other, outside], &options).expect("it links");
        assert!(program.address_of("_a").is_none() && program.address_of("_other").is_some());
    }
}
