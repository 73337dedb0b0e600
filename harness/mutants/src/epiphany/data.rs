//! Faults of layout constants and of initialised objects.

use crate::changes::reverse_bit_fields;
use crate::edit::Action::{Constant, Constants, Image};
use crate::facts::Side::Data;
use crate::table::{Family, family, row};
use crosscall_model::{RecordKind, Scalar, Type};

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
            .does(Image(|ty, bytes| reverse_bit_fields(WORDS, ty, bytes))),
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

/// Types of bit-fields that are as wide as a word.
const WORDS: &[Scalar] = &[Scalar::Int, Scalar::UnsignedInt, Scalar::Long, Scalar::UnsignedLong];
