//! Faults of layout constants and of initialised objects.

use crate::edit::Action::{Constant, Constants, Image};
use crate::facts::Side::Data;
use crate::table::{Family, family, row};
use crosscall_model::{Member, Record, RecordKind, Scalar, Type};

pub(super) const EDITS: &[Family] = &[
    family(Data, "size of a type", &["TYPE-08"]).of(&[
        row("sizeof-short", "short takes 4 bytes").does(Constant("sizeof (short)", 4)),
        row("sizeof-long", "long takes 8 bytes").does(Constant("sizeof (long)", 8)).breaks(&["TYPE-12"]),
    ]),
    family(Data, "alignment of a type", &["TYPE-14"]).of(&[
        row("alignof-long-long", "long long is aligned to 4").does(Constant("_Alignof (long long)", 4)),
        row("alignof-double", "double is aligned to 4")
            .does(Constant("_Alignof (double)", 4))
            .breaks(&["TYPE-17"]),
    ]),
    family(Data, "size of a type", &["TYPE-10"]).of(&[
        row("sizeof-int", "int takes 2 bytes").does(Constant("sizeof (int)", 2)),
        row("sizeof-float", "float takes 8 bytes").does(Constant("sizeof (float)", 8)).breaks(&["TYPE-16"]),
    ]),
    family(Data, "signedness of a type", &["TYPE-09"]).of(&[
        row("unsigned-short-signed", "unsigned short is signed").does(Constant("(unsigned short)-1 < 0", 1)),
        row("signed-char-unsigned", "signed char is unsigned")
            .does(Constant("(signed char)-1 < 0", 0))
            .breaks(&["TYPE-07"]),
    ]),
    family(Data, "member moved", &["LAYOUT-01", "LAYOUT-09"]).of(&[
        row("offset-of-second", "the second member of a structure is 4 bytes further on").does(Constants(
            |item, old| (item.contains("struct") && item.ends_with(", m1)")).then(|| old + 4),
        )),
        row("offset-in-union", "the second member of a union is 4 bytes further on")
            .does(Constants(|item, old| {
                (item.contains("offsetof (union") && item.ends_with(", m1)")).then(|| old + 4)
            }))
            .breaks(&["LAYOUT-05"]),
    ]),
    family(Data, "size of a record", &["LAYOUT-03"]).of(&[
        row("sizeof-struct", "a structure is 8 bytes larger")
            .does(Constants(|item, old| item.starts_with("sizeof (struct").then(|| old + 8))),
        row("sizeof-union", "a union is 8 bytes larger")
            .does(Constants(|item, old| item.starts_with("sizeof (union").then(|| old + 8)))
            .breaks(&["LAYOUT-07"]),
    ]),
    family(Data, "alignment of a record", &["LAYOUT-02"]).of(&[
        row("alignof-struct", "a structure is aligned to 16")
            .does(Constants(|item, _| item.starts_with("_Alignof (struct").then_some(16))),
        row("alignof-union", "a union is aligned to 16")
            .does(Constants(|item, _| item.starts_with("_Alignof (union").then_some(16)))
            .breaks(&["LAYOUT-06"]),
    ]),
    family(Data, "byte order", &["TYPE-02"]).of(&[
        row("big-endian-word", "the bytes of an int are in the opposite order").does(Image(|ty, bytes| {
            if *ty == Type::Scalar(Scalar::Int) {
                bytes.reverse()
            }
        })),
        row("double-words-swapped", "the words of a double are in the opposite order").does(Image(
            |ty, bytes| {
                if *ty == Type::Scalar(Scalar::Double) {
                    bytes.rotate_left(4)
                }
            },
        )),
    ]),
    family(Data, "order of bit-fields", &["TYPE-03", "S02"]).of_one(
        row("bit-fields-reversed", "bit-fields are allocated from the upper end")
            .does(Image(reverse_bit_fields)),
    ),
    family(Data, "member moved", &["LAYOUT-05"]).of_one(
        row("union-member-moved", "the first member of a union of 8 bytes begins 4 bytes on").does(Image(
            |ty, bytes| {
                if is_union(ty) && bytes.len() == 8 {
                    bytes.rotate_right(4)
                }
            },
        )),
    ),
];

fn is_union(ty: &Type) -> bool {
    ty.record().is_some_and(|r| r.kind == RecordKind::Union && r.members.len() > 1)
}

/// Takes the bit-fields of a word from bit 0 up and lays them down again from bit 31 down.
fn reverse_bit_fields(ty: &Type, bytes: &mut [u8]) {
    let word = |ty: &Type| {
        matches!(ty, Type::Scalar(Scalar::Int | Scalar::UnsignedInt | Scalar::Long | Scalar::UnsignedLong))
    };
    let is_one =
        |record: &&Record| record.kind == RecordKind::Struct && !record.packed && record.members.len() > 1;
    let width =
        |m: &Member| m.bits.filter(|bits| *bits > 0 && m.align.is_none() && word(&m.ty)).map(u32::from);
    let widths = ty.record().filter(is_one).and_then(|record| record.members.iter().map(width).collect());
    let Some(widths) = widths.filter(|widths: &Vec<u32>| widths.iter().sum::<u32>() <= 32) else { return };
    let Ok(old) = <[u8; 4]>::try_from(&*bytes) else { return };
    let (mut rest, mut new, mut top) = (u64::from(u32::from_le_bytes(old)), 0_u64, 32);
    for width in widths {
        top -= width;
        new |= (rest & ((1 << width) - 1)) << top;
        rest >>= width;
    }
    bytes.iter_mut().zip(new.to_le_bytes()).for_each(|(byte, new)| *byte = new);
}
