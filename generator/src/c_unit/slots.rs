//! Slots, in which C code stores the values that it received.

use std::fmt::Write;

use crosscall_model::leaf::Leaf;
use crosscall_model::unit::{Holds, SLOT_BYTES, Slot};
use crosscall_model::{Scalar, Type};

use super::types::Types;

/// Slots of one array. A slot is a union with a member for each type that is stored.
pub(super) struct Slots<'a> {
    tag: String,
    array: String,
    stored: Vec<&'a Type>,
    slots: Vec<Slot<'a>>,
}

/// Type in which a bit-field or a widened value is stored.
const WIDE: Type = Type::Scalar(Scalar::UnsignedLongLong);
/// Type of words.
const WORD: Type = Type::Scalar(Scalar::UnsignedInt);

/// Type in which a slot is stored.
fn stored_as<'a>(holds: &Holds<'a>) -> &'a Type {
    match holds {
        // A slot is aligned as it is.
        Holds::Argument { leaf: Leaf { bits: None, ty, .. }, .. } => ty.unaligned(),
        Holds::Result(Leaf { bits: None, ty, .. }) => ty.unaligned(),
        Holds::Argument { .. } | Holds::Result(_) | Holds::Widened { .. } => &WIDE,
        _ => &WORD,
    }
}

impl<'a> Slots<'a> {
    pub(super) fn new(k: usize, array: String, slots: Vec<Slot<'a>>) -> Slots<'a> {
        let mut stored: Vec<&Type> = Vec::new();
        for ty in slots.iter().map(|slot| stored_as(&slot.holds)) {
            if !stored.contains(&ty) {
                stored.push(ty);
            }
        }
        Slots { tag: format!("slot{k}"), array, stored, slots }
    }

    /// Definition of the union and of the array.
    pub(super) fn define(&self, types: &Types<'_>) -> String {
        let mut text = format!("union {} {{\n\tchar bytes[{SLOT_BYTES}];\n", self.tag);
        for (i, ty) in self.stored.iter().enumerate() {
            let _ = writeln!(text, "\t{};", types.declare(ty, &format!("v{i}")));
        }
        let _ = writeln!(text, "}} __attribute__((aligned({SLOT_BYTES})));");
        let _ = writeln!(text, "union {} {}[{}];", self.tag, self.array, self.slots.len().max(1));
        text
    }

    /// Declaration of a pointer to slots that starts at the first one.
    pub(super) fn pointer(&self, name: &str) -> String {
        format!("union {} *{name} = {};", self.tag, self.array)
    }

    /// Declaration of a parameter that points to slots.
    pub(super) fn parameter(&self, name: &str) -> String {
        format!("union {} *{name}", self.tag)
    }

    /// Slots that the outer activation fills, or those of the inner one, with their indices.
    pub(super) fn of(&self, inner: bool) -> impl Iterator<Item = (usize, &Holds<'a>)> {
        let slots = self.slots.iter().enumerate().filter(move |(_, slot)| slot.inner == inner);
        slots.map(|(i, slot)| (i, &slot.holds))
    }

    /// Statement that stores an expression in slot `i` of an array with another name.
    pub(super) fn store_at(&self, array: &str, i: usize, holds: &Holds<'_>, expression: &str) -> String {
        let ty = stored_as(holds);
        let cast = match holds {
            Holds::Widened { .. } => "(long long)",
            _ if *ty == WIDE => "(unsigned long long)",
            _ => "",
        };
        let member = self.stored.iter().position(|known| *known == ty).unwrap_or(0);
        format!("{array}[{i}].v{member} = {cast}{expression};")
    }

    /// Statement that stores an expression in slot `i`.
    pub(super) fn store(&self, i: usize, holds: &Holds<'_>, expression: &str) -> String {
        self.store_at(&self.array, i, holds, expression)
    }
}
