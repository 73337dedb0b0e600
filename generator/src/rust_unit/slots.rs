//! Slots, in which Rust code stores the values that it received.

use super::types::Types;
use crate::unit_parts::Slots;
use crosscall_model::unit::{Holds, SLOT_BYTES, Slot};
use crosscall_model::{Scalar, Type};
use std::fmt::Write;

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

/// Slots of an array.
pub(super) fn slots<'a>(k: usize, array: String, slots: Vec<Slot<'a>>) -> Slots<'a> {
    Slots::new(k, array, slots, stored_as)
}

/// Definition of the union and of the array.
pub(super) fn define(slots: &Slots<'_>, types: &Types<'_>) -> String {
    let mut text =
        format!("#[repr(C, align({SLOT_BYTES}))] pub union {} {{ bytes: [u8; {SLOT_BYTES}]", slots.tag);
    for (i, ty) in slots.stored.iter().enumerate() {
        let _ = write!(text, ", v{i}: {}", types.name(ty));
    }
    let (name, len) = (&slots.tag, slots.len());
    let _ = writeln!(text, " }}\nimpl Copy for {name} {{}}");
    let empty = format!("{name} {{ bytes: [0; {SLOT_BYTES}] }}");
    text + &super::side::object(&slots.array, &format!("[{name}; {len}]"), &format!("[{empty}; {len}]"))
}

/// Declaration of a pointer to slots that starts at slot `first`.
pub(super) fn pointer(slots: &Slots<'_>, name: &str, first: &str) -> String {
    format!("let {name} = (&raw mut {} as usize + {first}) as *mut {};", slots.array, slots.tag)
}

/// Statement that stores an expression in slot `i` of the array, or behind a pointer.
pub(super) fn store(
    slots: &Slots<'_>,
    pointer: Option<&str>,
    i: usize,
    holds: &Holds<'_>,
    expression: &str,
) -> String {
    let ty = stored_as(holds);
    let member = slots.member(ty);
    let cast = if matches!(holds, Holds::Widened { .. }) { " as i64" } else { "" };
    let place = match pointer {
        None => format!("{}[{i}]", slots.array),
        Some(name) => format!("(*(({name} as usize + {}) as *mut {}))", i as u64 * SLOT_BYTES, slots.tag),
    };
    format!("\t{place}.v{member} = {expression}{cast};\n")
}
