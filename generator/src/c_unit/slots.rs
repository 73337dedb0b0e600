//! Slots: where C code leaves what it received.

use std::fmt::Write;

use crosscall_model::leaf::Leaf;
use crosscall_model::unit::{Holds, SLOT_BYTES, Slot};
use crosscall_model::{Scalar, Type};

use super::types::Types;

/// The slots of one array. A slot is a union with a member for each type that is stored.
pub(super) struct Slots<'a> {
    tag: String,
    array: String,
    stored: Vec<&'a Type>,
    slots: Vec<Slot<'a>>,
}

/// The type that a bit-field and a widened value are stored as.
const WIDE: Type = Type::Scalar(Scalar::UnsignedLongLong);
/// The type of words.
const WORD: Type = Type::Scalar(Scalar::UnsignedInt);

/// The type that a slot is stored as.
fn stored_as<'a>(holds: &Holds<'a>) -> &'a Type {
    match holds {
        Holds::Argument { leaf: Leaf { bits: None, ty, .. }, .. } => ty,
        Holds::Result(Leaf { bits: None, ty, .. }) => ty,
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

    /// The declaration of a pointer to slots that starts at the first one.
    pub(super) fn pointer(&self, name: &str) -> String {
        format!("union {} *{name} = {};", self.tag, self.array)
    }

    /// The declaration of a parameter that points to slots.
    pub(super) fn parameter(&self, name: &str) -> String {
        format!("union {} *{name}", self.tag)
    }

    /// Those of the slots that the outer call fills, or those that the inner one does, with their numbers.
    pub(super) fn of(&self, inner: bool) -> impl Iterator<Item = (usize, &Holds<'a>)> {
        let slots = self.slots.iter().enumerate().filter(move |(_, slot)| slot.inner == inner);
        slots.map(|(i, slot)| (i, &slot.holds))
    }

    /// The statement that stores an expression in slot `i` of an array with another name.
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

    /// The statement that stores an expression in slot `i`.
    pub(super) fn store(&self, i: usize, holds: &Holds<'_>, expression: &str) -> String {
        self.store_at(&self.array, i, holds, expression)
    }
}
