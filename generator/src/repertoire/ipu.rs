//! Components of the IPU's cases.

use crosscall_model::Form;
use crosscall_model::Scalar::*;

use super::{Parts, Repertoire, Scalars, USUAL};
use crate::directed::ipu;

pub(super) const REPERTOIRE: Repertoire = Repertoire {
    scalars: Scalars {
        absent: &[Int128, UnsignedInt128, BrainHalf],
        narrow: &[Char, SignedChar, UnsignedChar, Short, UnsignedShort, Half, Half],
        members: &[Char, UnsignedChar, Short, Int, Half, Float, LongLong, Double],
        ..USUAL
    },
    lanes: &[
        Float,
        Half,
        Int,
        Float,
        Half,
        Short,
        SignedChar,
        UnsignedShort,
        UnsignedInt,
        LongLong,
        Char,
        UnsignedChar,
        Long,
        UnsignedLong,
        UnsignedLongLong,
        Double,
    ],
    // A register, a pair, a quad.
    vector_bits: &[64, 32, 128, 64, 32, 16],
    most_vector_bits: 128,
    // Clang has no nested functions.
    forms: &[Form::Prototype, Form::Unprototyped, Form::VaListPassed, Form::VaListPointer, Form::Vertex],
    register_words: 4,
    // Enough for a list that exceeds the registers of both files.
    leaves: 80,
    parts: &[
        Parts::Vector(Float, 2),
        Parts::Vector(Half, 2),
        Parts::Vector(Int, 2),
        Parts::Vector(Float, 4),
        Parts::Vector(Half, 4),
        Parts::Vector(Short, 2),
        Parts::Vector(Int, 4),
        Parts::Vector(SignedChar, 2),
        Parts::Vector(SignedChar, 4),
        Parts::Vector(Short, 4),
        Parts::Vector(Half, 8),
        Parts::Vector(Double, 2),
        Parts::Vector(LongLong, 2),
        Parts::Complex(Float),
    ],
    settling: ipu::settling,
    ..Repertoire::USUAL
};
