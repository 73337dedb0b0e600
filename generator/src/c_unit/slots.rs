//! Slots: where C code leaves what it received.

use std::fmt::Write;

use crosscall_model::leaf::Leaf;
use crosscall_model::unit::SLOT_BYTES;
use crosscall_model::{Scalar, Type};

use super::types::Types;

/// The slots of one array. A slot is a union with a member for each type that is stored.
pub(super) struct Slots<'a> {
    tag: String,
    array: String,
    stored: Vec<&'a Type>,
    count: usize,
}

/// The type that a bit-field is stored as.
const BIT_FIELD: Type = Type::Scalar(Scalar::UnsignedLongLong);
/// The type of the words that a caller keeps alive.
pub(super) const KEPT: Type = Type::Scalar(Scalar::UnsignedInt);

/// The type that a leaf is stored as.
fn stored_as<'a>(leaf: &Leaf<'a>) -> &'a Type {
    if leaf.bits.is_some() { &BIT_FIELD } else { leaf.ty }
}

impl<'a> Slots<'a> {
    /// Slots for leaves, then `kept` more for words.
    pub(super) fn new(k: usize, array: String, leaves: &[Leaf<'a>], kept: usize) -> Slots<'a> {
        let mut stored: Vec<&Type> = Vec::new();
        let types = leaves.iter().map(stored_as).chain(std::iter::repeat_n(&KEPT, kept));
        for ty in types {
            if !stored.contains(&ty) {
                stored.push(ty);
            }
        }
        Slots { tag: format!("slot{k}"), array, stored, count: leaves.len() + kept }
    }

    /// Definition of the union and of the array.
    pub(super) fn define(&self, types: &Types<'_>) -> String {
        let mut text = format!("union {} {{\n\tchar bytes[{SLOT_BYTES}];\n", self.tag);
        for (i, ty) in self.stored.iter().enumerate() {
            let _ = writeln!(text, "\t{};", types.declare(ty, &format!("v{i}")));
        }
        let _ = writeln!(text, "}} __attribute__((aligned({SLOT_BYTES})));");
        let _ = writeln!(text, "union {} {}[{}];", self.tag, self.array, self.count.max(1));
        text
    }

    /// The statement that stores an expression with a leaf's value in slot `i`.
    pub(super) fn store(&self, i: usize, leaf: &Leaf<'_>, expression: &str) -> String {
        let cast = if leaf.bits.is_some() { "(unsigned long long)" } else { "" };
        format!("{} = {cast}{expression};", self.place(i, stored_as(leaf)))
    }

    /// Slot `i` as an object of a type that is stored.
    pub(super) fn place(&self, i: usize, ty: &Type) -> String {
        let member = self.stored.iter().position(|known| *known == ty).unwrap_or(0);
        format!("{}[{i}].v{member}", self.array)
    }
}
