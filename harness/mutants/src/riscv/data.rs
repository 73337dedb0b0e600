//! Faults of layout constants and of initialised objects.

use super::rows::Part;
use super::rows::Scope::{Every, Narrow, Wide};
use crate::changes::reverse_bit_fields;
use crate::edit::Action::{Constant, Constants, Image};
use crate::facts::Side::Data;
use crate::table::{family, row};
use crosscall_model::{Scalar, Type};

pub(super) const EDITS: &[Part] = &[
    (
        Every,
        family(Data, "size of a type", &[]).of(&[
            row("sizeof-short", "short takes 4 bytes")
                .does(Constant("sizeof (short)", 4))
                .breaks(&["TYPE-03"]),
            row("sizeof-int", "int takes 2 bytes").does(Constant("sizeof (int)", 2)).breaks(&["TYPE-04"]),
            row("sizeof-long-long", "long long takes 4 bytes")
                .does(Constant("sizeof (long long)", 4))
                .breaks(&["TYPE-07"]),
            row("sizeof-double", "double takes 4 bytes")
                .does(Constant("sizeof (double)", 4))
                .breaks(&["TYPE-15"]),
            row("sizeof-long-double", "long double takes 8 bytes")
                .does(Constant("sizeof (long double)", 8))
                .breaks(&["TYPE-16"]),
        ]),
    ),
    (
        Wide,
        family(Data, "size of a type", &["TYPE-06"])
            .of_one(row("sizeof-long", "long takes 4 bytes").does(Constant("sizeof (long)", 4))),
    ),
    (
        Narrow,
        family(Data, "size of a type", &["TYPE-05"])
            .of_one(row("sizeof-long", "long takes 8 bytes").does(Constant("sizeof (long)", 8))),
    ),
    (
        Every,
        family(Data, "alignment of a type", &[]).of(&[
            row("alignof-long-long", "long long is aligned to 4")
                .does(Constant("_Alignof (long long)", 4))
                .breaks(&["TYPE-07"]),
            row("alignof-float", "float is aligned to 8")
                .does(Constant("_Alignof (float)", 8))
                .breaks(&["TYPE-14"]),
        ]),
    ),
    (
        Every,
        family(Data, "sign of a type", &["TYPE-27"])
            .of_one(row("char-signed", "char is signed").does(Constant("(char)-1 < 0", 1))),
    ),
    (
        Every,
        family(Data, "member moved", &["S06", "LAYOUT-01"]).of(&[
            row("offset-of-second", "the second member of a structure is 16 bytes further on").does(
                Constants(|item, old| (item.contains("struct") && item.ends_with(", m1)")).then(|| old + 16)),
            ),
            row("offset-in-union", "the second member of a union is 4 bytes further on")
                .does(Constants(|item, old| {
                    (item.contains("offsetof (union") && item.ends_with(", m1)")).then(|| old + 4)
                }))
                .breaks(&["S06"]),
        ]),
    ),
    (
        Every,
        family(Data, "size of a record", &["LAYOUT-02"]).of(&[
            row("sizeof-struct", "a structure is 16 bytes larger")
                .does(Constants(|item, old| item.starts_with("sizeof (struct").then(|| old + 16))),
            row("sizeof-union", "a union is 16 bytes larger")
                .does(Constants(|item, old| item.starts_with("sizeof (union").then(|| old + 16))),
        ]),
    ),
    (
        Every,
        family(Data, "alignment of a record", &["LAYOUT-01"]).of(&[
            row("alignof-struct", "a structure is aligned to 32")
                .does(Constants(|item, _| item.starts_with("_Alignof (struct").then_some(32))),
            row("alignof-union", "a union is aligned to 32")
                .does(Constants(|item, _| item.starts_with("_Alignof (union").then_some(32))),
        ]),
    ),
    (
        Every,
        family(Data, "order of bit-fields", &["LAYOUT-09"]).of_one(
            row("bit-fields-reversed", "bit-fields are allocated from the upper end")
                .does(Image(|ty, bytes| reverse_bit_fields(WORDS, ty, bytes))),
        ),
    ),
    (
        Every,
        family(Data, "representation of a real", &["OBJ-03", "TYPE-24"]).of_one(
            row("double-words-swapped", "the words of a double are in the opposite order").does(Image(
                |ty, bytes| {
                    if *ty == Type::Scalar(Scalar::Double) {
                        bytes.rotate_left(4);
                    }
                },
            )),
        ),
    ),
];

/// Types of bit-fields that are as wide as a word.
const WORDS: &[Scalar] = &[Scalar::Int, Scalar::UnsignedInt];
