//! Faults of layout constants and of initialised objects.

use crate::edit::Action::{Constant, Image};
use crate::edit::{Action, Edit};
use crate::facts::Side;
use crosscall_model::{RecordKind, Scalar, Type};

const fn row(
    name: &'static str,
    kind: &'static str,
    text: &'static str,
    clauses: &'static [&'static str],
    action: Action,
) -> Edit {
    Edit::new(Side::Data, name, kind, text, clauses, action)
}

/// A constant is wrong where the expression is this one.
macro_rules! constant {
    ($expression:literal, $wrong:literal) => {
        Constant(|item, _| (item == $expression).then_some($wrong))
    };
}

pub(super) const EDITS: &[Edit] = &[
    row(
        "sizeof-short",
        "size of a type",
        "short takes 4 bytes",
        &["TYPE-08"],
        constant!("sizeof (short)", 4),
    ),
    row("sizeof-long", "size of a type", "long takes 8 bytes", &["TYPE-12"], constant!("sizeof (long)", 8)),
    row(
        "alignof-long-long",
        "alignment of a type",
        "long long is aligned to 4",
        &["TYPE-14"],
        constant!("_Alignof (long long)", 4),
    ),
    row(
        "alignof-double",
        "alignment of a type",
        "double is aligned to 4",
        &["TYPE-17"],
        constant!("_Alignof (double)", 4),
    ),
    row("sizeof-int", "size of a type", "int takes 2 bytes", &["TYPE-10"], constant!("sizeof (int)", 2)),
    row(
        "sizeof-float",
        "size of a type",
        "float takes 8 bytes",
        &["TYPE-16"],
        constant!("sizeof (float)", 8),
    ),
    row(
        "unsigned-short-signed",
        "signedness of a type",
        "unsigned short is signed",
        &["TYPE-09"],
        constant!("(unsigned short)-1 < 0", 1),
    ),
    row(
        "signed-char-unsigned",
        "signedness of a type",
        "signed char is unsigned",
        &["TYPE-07"],
        constant!("(signed char)-1 < 0", 0),
    ),
    row(
        "offset-of-second",
        "member moved",
        "the second member of a structure is 4 bytes further on",
        &["LAYOUT-01", "LAYOUT-09"],
        Constant(|item, old| (item.contains("struct") && item.ends_with(", m1)")).then(|| old + 4)),
    ),
    row(
        "offset-in-union",
        "member moved",
        "the second member of a union is 4 bytes further on",
        &["LAYOUT-05"],
        Constant(|item, old| (item.contains("offsetof (union") && item.ends_with(", m1)")).then(|| old + 4)),
    ),
    row(
        "sizeof-struct",
        "size of a record",
        "a structure is 8 bytes larger",
        &["LAYOUT-03"],
        Constant(|item, old| item.starts_with("sizeof (struct").then(|| old + 8)),
    ),
    row(
        "sizeof-union",
        "size of a record",
        "a union is 8 bytes larger",
        &["LAYOUT-07"],
        Constant(|item, old| item.starts_with("sizeof (union").then(|| old + 8)),
    ),
    row(
        "alignof-struct",
        "alignment of a record",
        "a structure is aligned to 16",
        &["LAYOUT-02"],
        Constant(|item, _| item.starts_with("_Alignof (struct").then_some(16)),
    ),
    row(
        "alignof-union",
        "alignment of a record",
        "a union is aligned to 16",
        &["LAYOUT-06"],
        Constant(|item, _| item.starts_with("_Alignof (union").then_some(16)),
    ),
    row(
        "big-endian-word",
        "byte order",
        "the bytes of an int are in the opposite order",
        &["TYPE-02"],
        Image(|ty, bytes| {
            *ty == Type::Scalar(Scalar::Int) && {
                bytes.reverse();
                true
            }
        }),
    ),
    row(
        "double-words-swapped",
        "byte order",
        "the words of a double are in the opposite order",
        &["TYPE-02"],
        Image(|ty, bytes| {
            *ty == Type::Scalar(Scalar::Double) && {
                bytes.rotate_left(4);
                true
            }
        }),
    ),
    row(
        "bit-fields-reversed",
        "order of bit-fields",
        "bit-fields are allocated from the upper end",
        &["TYPE-03", "S02"],
        Image(reverse_bit_fields),
    ),
    row(
        "union-member-moved",
        "member moved",
        "the first member of a union of 8 bytes begins 4 bytes on",
        &["LAYOUT-05"],
        Image(|ty, bytes| {
            is_union(ty) && bytes.len() == 8 && {
                bytes.rotate_right(4);
                true
            }
        }),
    ),
];

fn is_union(ty: &Type) -> bool {
    ty.record().is_some_and(|r| r.kind == RecordKind::Union && r.members.len() > 1)
}

/// Takes the bit-fields of a word from bit 0 up and lays them down again from bit 31 down.
fn reverse_bit_fields(ty: &Type, bytes: &mut Vec<u8>) -> bool {
    let Some(record) =
        ty.record().filter(|r| r.kind == RecordKind::Struct && !r.packed && r.members.len() > 1)
    else {
        return false;
    };
    let word = |ty: &Type| {
        matches!(ty, Type::Scalar(Scalar::Int | Scalar::UnsignedInt | Scalar::Long | Scalar::UnsignedLong))
    };
    let widths: Option<Vec<u32>> = record
        .members
        .iter()
        .map(|m| m.bits.filter(|b| *b > 0 && m.align.is_none() && word(&m.ty)).map(u32::from))
        .collect();
    let Some(widths) = widths.filter(|w| w.iter().sum::<u32>() <= 32) else { return false };
    let Ok(old) = <[u8; 4]>::try_from(&bytes[..]) else { return false };
    let (mut rest, mut new, mut top) = (u64::from(u32::from_le_bytes(old)), 0_u64, 32);
    for width in widths {
        top -= width;
        new |= (rest & ((1 << width) - 1)) << top;
        rest >>= width;
    }
    *bytes = new.to_le_bytes().into_iter().take(4).collect();
    true
}
