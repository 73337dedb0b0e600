//! Slots, in which C code stores the values that it received.

use std::fmt::Write;

use crosscall_model::leaf::Leaf;
use crosscall_model::unit::{Holds, SLOT_BYTES, Slot};
use crosscall_model::{Scalar, Type};

use super::types::Types;
use crate::unit_parts::Slots;

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

/// Slots of an array.
pub(super) fn slots<'a>(k: usize, array: String, slots: Vec<Slot<'a>>) -> Slots<'a> {
    Slots::new(k, array, slots, stored_as)
}

impl Slots<'_> {
    /// Definition of the union and of the array.
    pub(super) fn define(&self, types: &Types<'_>) -> String {
        let mut text = format!("union {} {{\n\tchar bytes[{SLOT_BYTES}];\n", self.tag);
        for (i, ty) in self.stored.iter().enumerate() {
            let _ = writeln!(text, "\t{};", types.declare(ty, &format!("v{i}")));
        }
        let _ = writeln!(text, "}} __attribute__((aligned({SLOT_BYTES})));");
        let _ = writeln!(text, "union {} {}[{}];", self.tag, self.array, self.len());
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

    /// Statement that stores an expression in slot `i` of an array with another name.
    pub(super) fn store_at(&self, array: &str, i: usize, holds: &Holds<'_>, expression: &str) -> String {
        let ty = stored_as(holds);
        let cast = match holds {
            Holds::Widened { .. } => "(long long)",
            _ if *ty == WIDE => "(unsigned long long)",
            _ => "",
        };
        format!("{array}[{i}].v{} = {cast}{expression};", self.member(ty))
    }

    /// Statement that stores an expression in slot `i`.
    pub(super) fn store(&self, i: usize, holds: &Holds<'_>, expression: &str) -> String {
        self.store_at(&self.array, i, holds, expression)
    }
}
