//! Parts of a case's units that are the same in every language: names, slots, types in their order.

use crosscall_model::unit::{Holds, Slot};
use crosscall_model::{Case, Scalar, Style, Type, unit};

/// Numbers of the exits before and after the calls, as the unit's word for the exit holds them.
pub(crate) const BEFORE_CALLS: u8 = 1;
pub(crate) const BEHIND_CALLS: u8 = 2;

/// Side of a case. Its names have its prefix, so that both sides can be in one program.
pub(crate) struct Side {
    pub(crate) k: usize,
    prefix: &'static str,
    pub(crate) style: Style,
}

impl Side {
    pub(crate) fn callee(k: usize, case: &Case) -> Side {
        Side { k, prefix: "", style: case.style }
    }

    pub(crate) fn caller(k: usize, case: &Case) -> Side {
        Side { k, prefix: "call_", style: case.style }
    }

    /// Name on this side.
    pub(crate) fn name(&self, what: &str) -> String {
        format!("{}{what}{}", self.prefix, self.k)
    }

    /// Name of the function that returns an argument of the type of argument `i`.
    pub(crate) fn same(&self, i: usize) -> String {
        format!("{}_{i}", self.name("same"))
    }

    /// Arguments of the call as expressions.
    pub(crate) fn arguments(&self, case: &Case) -> Vec<String> {
        let objects = (0..case.arguments.len()).map(|i| (i, unit::argument(self.k, i)));
        let argument = |(i, object)| match case.style.computed {
            true => format!("{}({object})", self.same(first_of_type(case, i))),
            false => object,
        };
        objects.map(argument).collect()
    }

    /// Statement with the call by which a callee has its scratch registers destroyed, if it makes one.
    pub(crate) fn clobber(&self) -> String {
        match (self.style.calls, self.style.pointer) {
            (false, _) => String::new(),
            (true, false) => format!("\t{}();\n", unit::clobber(self.k)),
            (true, true) => format!("\t{}();\n", self.name("to_clobber")),
        }
    }
}

/// Index of the first argument that has the type of argument `i`.
pub(crate) fn first_of_type(case: &Case, i: usize) -> usize {
    let types: Vec<&Type> = case.signature.arguments().collect();
    types.iter().position(|ty| types.get(i) == Some(ty)).unwrap_or(i)
}

/// Slots of one array. A slot is a union with a member for each type that is stored.
pub(crate) struct Slots<'a> {
    pub(crate) tag: String,
    pub(crate) array: String,
    pub(crate) stored: Vec<&'a Type>,
    slots: Vec<Slot<'a>>,
}

impl<'a> Slots<'a> {
    /// Slots of which each is stored in the type that a language says.
    pub(crate) fn new(
        k: usize,
        array: String,
        slots: Vec<Slot<'a>>,
        stored_as: fn(&Holds<'a>) -> &'a Type,
    ) -> Slots<'a> {
        let mut stored: Vec<&Type> = Vec::new();
        for ty in slots.iter().map(|slot| stored_as(&slot.holds)) {
            if !stored.contains(&ty) {
                stored.push(ty);
            }
        }
        Slots { tag: format!("slot{k}"), array, stored, slots }
    }

    /// Number of elements of the array: no language has one without.
    pub(crate) fn len(&self) -> usize {
        self.slots.len().max(1)
    }

    /// Number of the union's member of a type.
    pub(crate) fn member(&self, ty: &Type) -> usize {
        self.stored.iter().position(|known| *known == ty).unwrap_or(0)
    }

    /// Slots that the outer activation fills, or those of the inner one, with their indices.
    pub(crate) fn of(&self, inner: bool) -> impl Iterator<Item = (usize, &Holds<'a>)> {
        let slots = self.slots.iter().enumerate().filter(move |(_, slot)| slot.inner == inner);
        slots.map(|(i, slot)| (i, &slot.holds))
    }
}

/// Types of a case that need a definition, the inner ones first, each with its name.
pub(crate) fn named_types(k: usize, case: &Case, is_named: fn(&Type) -> bool) -> Vec<(&Type, String)> {
    let mut found = Vec::new();
    for ty in case.signature.types() {
        collect(ty, is_named, &mut found);
    }
    found.into_iter().enumerate().map(|(n, ty)| (ty, format!("t{k}_{n}"))).collect()
}

fn collect<'a>(ty: &'a Type, is_named: fn(&Type) -> bool, found: &mut Vec<&'a Type>) {
    match ty {
        Type::Array(elem, _) => collect(elem, is_named, found),
        _ if found.contains(&ty) || !is_named(ty) => {}
        _ => {
            if let Type::Record(record) = ty {
                record.members.iter().for_each(|member| collect(&member.ty, is_named, found));
            }
            found.push(ty);
        }
    }
}

/// True if a parameter is changed by a combination of bits.
pub(crate) fn is_integer(ty: &Type) -> bool {
    matches!(ty, Type::Scalar(scalar) if !scalar.is_floating() && *scalar != Scalar::Bool)
}

pub(crate) fn is_bool(ty: &Type) -> bool {
    *ty == Type::Scalar(Scalar::Bool)
}
