//! Faults of layout constants and of initialised objects, which every compiler could have.

use super::changes::reverse_bit_fields;
use super::edit::Action::{Constant, Constants, Image};
use super::edit::Edit;
use super::facts::Side::Data;
use super::fault::kept;
use super::language::Clauses;
use super::table::{Named, named, row};
use crosscall_model::{RecordKind, Scalar, Type};

/// The name of an edit, the expression of a layout constant, its wrong value, and the clauses that it breaks.
pub(crate) type Wrong = (&'static str, &'static str, u32, Clauses);

/// The edits of layout constants.
pub(crate) fn constants(wrong: &'static [Wrong]) -> impl Iterator<Item = Edit> {
    wrong.iter().map(|(name, expression, value, clauses)| {
        let kind = match expression.split(' ').next() {
            Some("sizeof") => "size of a type",
            Some("_Alignof") => "alignment of a type",
            _ => "sign of a type",
        };
        let text = kept(format!("{expression} is {value}"));
        row(name, text).does(Constant(expression, *value)).edit(Data, kind, clauses)
    })
}

/// Faults of records and of objects: name, kind, description, and change.
const NAMED: &[Named] = &[
    (
        "offset-of-second",
        "member moved",
        "the second member of a structure is 16 bytes further on",
        Constants(|item, old| (item.contains("struct") && item.ends_with(", m1)")).then(|| old + 16)),
    ),
    (
        "offset-in-union",
        "member moved",
        "the second member of a union is 4 bytes further on",
        Constants(|item, old| (item.contains("offsetof (union") && item.ends_with(", m1)")).then(|| old + 4)),
    ),
    (
        "sizeof-struct",
        "size of a record",
        "a structure is 16 bytes larger",
        Constants(|item, old| item.starts_with("sizeof (struct").then(|| old + 16)),
    ),
    (
        "sizeof-union",
        "size of a record",
        "a union is 16 bytes larger",
        Constants(|item, old| item.starts_with("sizeof (union").then(|| old + 16)),
    ),
    (
        "alignof-struct",
        "alignment of a record",
        "a structure is aligned to 32",
        Constants(|item, _| item.starts_with("_Alignof (struct").then_some(32)),
    ),
    (
        "alignof-union",
        "alignment of a record",
        "a union is aligned to 32",
        Constants(|item, _| item.starts_with("_Alignof (union").then_some(32)),
    ),
    (
        "big-endian-word",
        "byte order",
        "the bytes of an int are in the opposite order",
        Image(|ty, bytes| {
            if *ty == Type::Scalar(Scalar::Int) {
                bytes.reverse();
            }
        }),
    ),
    (
        "double-words-swapped",
        "byte order",
        "the words of a double are in the opposite order",
        Image(|ty, bytes| {
            if *ty == Type::Scalar(Scalar::Double) {
                bytes.rotate_left(4);
            }
        }),
    ),
    (
        "bit-fields-reversed",
        "order of bit-fields",
        "bit-fields are allocated from the upper end",
        Image(reverse_bit_fields),
    ),
    (
        "union-member-moved",
        "member moved",
        "the first member of a union of 8 bytes begins 4 bytes on",
        Image(|ty, bytes| {
            if is_union(ty) && bytes.len() == 8 {
                bytes.rotate_right(4);
            }
        }),
    ),
];

fn is_union(ty: &Type) -> bool {
    ty.record().is_some_and(|r| r.kind == RecordKind::Union && r.members.len() > 1)
}

/// The edits of records and objects with these names, and the clauses that they break.
pub(crate) fn records(wanted: &'static [(&'static str, Clauses)]) -> impl Iterator<Item = Edit> {
    named(Data, NAMED, wanted)
}
