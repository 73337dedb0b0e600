//! Components of Nyuzi's cases.

use crosscall_model::{Form, Scalar};

use super::{Parts, Repertoire};
use crate::directed::nyuzi;

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
        Float,
        UnsignedInt,
        Int,
        Float,
        UnsignedInt,
        Int,
        Float,
        Double,
        Short,
        UnsignedShort,
        SignedChar,
        UnsignedChar,
        Char,
        LongLong,
        UnsignedLongLong,
        Long,
        UnsignedLong,
    ],
    // Mostly the size of a vector register.
    vector_bits: &[512, 512, 512, 512, 512, 512, 128, 256],
    most_vector_bits: 512,
    most_member_bits: 512,
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
    // Clang has no nested functions.
    forms: &[Form::Prototype, Form::Unprototyped, Form::VaListPassed, Form::VaListPointer],
    register_words: 8,
    // Enough for a list of vectors that exceeds their registers.
    leaves: 200,
    parts: &[
        Parts::Vector(Int, 16),
        Parts::Vector(Float, 16),
        Parts::Complex(Float),
        Parts::Vector(UnsignedInt, 16),
        Parts::Complex(Double),
        Parts::Vector(Int, 4),
        Parts::Vector(Short, 16),
        Parts::Vector(Int, 2),
        Parts::Vector(SignedChar, 16),
        Parts::Vector(Float, 8),
        Parts::Vector(Int, 32),
        Parts::Vector(Short, 4),
        Parts::Vector(SignedChar, 2),
        Parts::Vector(LongLong, 8),
        Parts::Vector(Double, 16),
        Parts::Complex(LongDouble),
    ],
    settling: nyuzi::settling,
};
