//! Components of Epiphany's cases.

use crosscall_model::{Form, Scalar};

use super::{Parts, Repertoire};
use crate::directed::epiphany;

use Scalar::{
    Bool, Char, Double, Float, Half, Int, Long, LongDouble, LongLong, PointerDifference, Short, SignedChar,
    Size, UnsignedChar, UnsignedInt, UnsignedLong, UnsignedLongLong, UnsignedShort, WideChar,
};

pub(super) const REPERTOIRE: Repertoire = Repertoire {
    absent: &[Half],
    words: &[Int, UnsignedInt, Int, Long, UnsignedLong],
    narrow: &[Char, SignedChar, UnsignedChar, Short, UnsignedShort],
    wide: &[LongLong, UnsignedLongLong],
    spelled: &[WideChar, Size, PointerDifference],
    complex: &[Float, Float, Double, LongDouble],
    lanes: &[
        Int,
        Int,
        Float,
        Float,
        SignedChar,
        UnsignedChar,
        Short,
        UnsignedShort,
        UnsignedInt,
        LongLong,
        UnsignedLongLong,
        Double,
        Char,
        Long,
        UnsignedLong,
    ],
    // Sizes of about one and two words are the most important.
    vector_bits: &[64, 128, 32, 16, 256, 64],
    most_vector_bits: 256,
    most_member_bits: 64,
    members: &[Char, UnsignedChar, Short, Int, Float, LongLong, Double],
    bit_fields: &[
        Int,
        UnsignedInt,
        UnsignedInt,
        Char,
        SignedChar,
        UnsignedChar,
        Short,
        UnsignedShort,
        Long,
        UnsignedLong,
        LongLong,
        UnsignedLongLong,
        Bool,
    ],
    forms: &[Form::Prototype, Form::Unprototyped, Form::VaListPassed, Form::VaListPointer, Form::Nested],
    register_words: 4,
    leaves: 72,
    parts: &[
        Parts::Complex(Float),
        Parts::Vector(Int, 4),
        Parts::Vector(Short, 2),
        Parts::Complex(Double),
        Parts::Vector(Int, 2),
        Parts::Vector(SignedChar, 2),
        Parts::Vector(Float, 2),
        Parts::Vector(Float, 4),
        Parts::Vector(LongLong, 2),
        Parts::Vector(Int, 8),
        Parts::Vector(Double, 1),
        Parts::Vector(SignedChar, 1),
        Parts::Vector(UnsignedInt, 16),
        Parts::Complex(LongDouble),
    ],
    settling: epiphany::settling,
};
