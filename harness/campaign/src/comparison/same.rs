//! Cases of two builds of a compiler whose object files are the same to everybody who links them.

use crate::contents::is_same;
use crosscall_engine::machine;
use crosscall_engine::unit::{Compiled, Role};
use crosscall_machines::object_file::{ObjectFile, SymbolPlace};
use crosscall_model::{Target, unit};
use std::collections::BTreeSet;

/// The cases of two units of one role whose object files hold the same, and hold them at all.
pub(super) fn cases(target: Target, role: Role, old: &Compiled, new: &Compiled) -> BTreeSet<usize> {
    let mut same = BTreeSet::new();
    for (n, (ks, one)) in old.objects.iter().enumerate() {
        let others = new.objects.iter().enumerate().filter(|(_, (other, _))| other == ks);
        for (m, (_, other)) in others {
            if old.forms.get(n) == new.forms.get(m) && is_same(one, other) {
                same.extend(ks.iter().copied().filter(|k| defines(one, &symbol(target, role, *k))));
            }
        }
    }
    same
}

/// The symbol that a unit exists for.
fn symbol(target: Target, role: Role, k: usize) -> String {
    let name = match role {
        Role::Callee => unit::callee(k),
        Role::Caller => unit::caller(k),
        Role::Layout => unit::layout(k),
    };
    machine::symbol(target, &name)
}

/// An object file without the function that it should hold shows nothing.
fn defines(object: &ObjectFile, name: &str) -> bool {
    object.symbols.iter().any(|symbol| symbol.name == name && symbol.place != SymbolPlace::Undefined)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contents::tests::{F, object};

    #[test]
    fn an_object_without_its_function_shows_nothing() {
        let of = |text: &str| Compiled { objects: vec![(vec![0, 1], object(text))], ..Compiled::default() };
        let same = |text: &str| cases(Target::Epiphany, Role::Callee, &of(text), &of(text));
        assert_eq!(same(F), [0].into());
        assert_eq!(same(".global _other\n_other: rts\n"), BTreeSet::new());
    }
}
