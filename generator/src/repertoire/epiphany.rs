//! Components of Epiphany's cases.

use crosscall_model::Form;
use crosscall_model::Scalar::*;

use super::{Parts, Repertoire};
use crate::directed::epiphany;

pub(super) const REPERTOIRE: Repertoire = Repertoire {
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
    forms: &[Form::Prototype, Form::Unprototyped, Form::VaListPassed, Form::VaListPointer, Form::Nested],
    register_words: 4,
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
    ..Repertoire::USUAL
};
