//! Slots, in which Rust code stores the values that it received.

use super::types::Types;
use crosscall_model::unit::{Holds, SLOT_BYTES, Slot};
use crosscall_model::{Scalar, Type};
use std::fmt::Write;

/// Slots of one array. A slot is a union with a member for each type that is stored.
pub(super) struct Slots<'a> {
    name: String,
    array: String,
    stored: Vec<&'a Type>,
    slots: Vec<Slot<'a>>,
}

/// Type in which a widened value is stored.
const WIDE: Type = Type::Scalar(Scalar::LongLong);
/// Type of words.
const WORD: Type = Type::Scalar(Scalar::UnsignedInt);

/// Type in which a slot is stored.
fn stored_as<'a>(holds: &Holds<'a>) -> &'a Type {
    match holds {
        Holds::Argument { leaf, .. } | Holds::Result(leaf) => leaf.ty,
        Holds::Widened { .. } => &WIDE,
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
        Slots { name: format!("slot{k}"), array, stored, slots }
    }

    /// Definition of the union and of the array.
    pub(super) fn define(&self, types: &Types<'_>) -> String {
        let mut text =
            format!("#[repr(C, align({SLOT_BYTES}))] pub union {} {{ bytes: [u8; {SLOT_BYTES}]", self.name);
        for (i, ty) in self.stored.iter().enumerate() {
            let _ = write!(text, ", v{i}: {}", types.name(ty));
        }
        let (name, len) = (&self.name, self.slots.len().max(1));
        let _ = writeln!(text, " }}\nimpl Copy for {name} {{}}");
        let empty = format!("{name} {{ bytes: [0; {SLOT_BYTES}] }}");
        text + &super::side::object(&self.array, &format!("[{name}; {len}]"), &format!("[{empty}; {len}]"))
    }

    /// Declaration of a pointer to slots that starts at slot `first`.
    pub(super) fn pointer(&self, name: &str, first: &str) -> String {
        format!("let {name} = (&raw mut {} as usize + {first}) as *mut {};", self.array, self.name)
    }

    /// Slots that the outer activation fills, or those of the inner one, with their indices.
    pub(super) fn of(&self, inner: bool) -> impl Iterator<Item = (usize, &Holds<'a>)> {
        let slots = self.slots.iter().enumerate().filter(move |(_, slot)| slot.inner == inner);
        slots.map(|(i, slot)| (i, &slot.holds))
    }

    /// Statement that stores an expression in slot `i` of the array, or behind a pointer.
    pub(super) fn store(
        &self,
        pointer: Option<&str>,
        i: usize,
        holds: &Holds<'_>,
        expression: &str,
    ) -> String {
        let ty = stored_as(holds);
        let member = self.stored.iter().position(|known| *known == ty).unwrap_or(0);
        let cast = if matches!(holds, Holds::Widened { .. }) { " as i64" } else { "" };
        let place = match pointer {
            None => format!("{}[{i}]", self.array),
            Some(name) => format!("(*(({name} as usize + {}) as *mut {}))", i as u64 * SLOT_BYTES, self.name),
        };
        format!("\t{place}.v{member} = {expression}{cast};\n")
    }
}
