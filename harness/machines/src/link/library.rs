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

/// Names that an object defines for others.
fn definitions(object: &ObjectFile) -> impl Iterator<Item = &str> {
    let defines =
        |symbol: &&Symbol| symbol.place != SymbolPlace::Undefined && symbol.binding != Binding::Local;
    object.symbols.iter().filter(defines).map(|symbol| symbol.name.as_str())
}

/// Names for which an object needs a definition.
fn references(object: &ObjectFile) -> impl Iterator<Item = &str> {
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
}
