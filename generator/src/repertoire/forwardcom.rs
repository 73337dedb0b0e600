//! Components of ForwardCom's cases.

use crosscall_model::Form;
use crosscall_model::Scalar::*;

use super::{Parts, Repertoire, Scalars, USUAL};
use crate::directed::forwardcom;

pub(super) const REPERTOIRE: Repertoire = Repertoire {
    scalars: Scalars {
        absent: &[Int128, UnsignedInt128, BrainHalf],
        narrow: &[Char, SignedChar, UnsignedChar, Short, UnsignedShort, Bool],
        spelled: &[WideChar, Size, PointerDifference, Half],
        complex: &[Float, Double, LongDouble, Float, Int, Short, LongLong, UnsignedChar],
        // Equal members form tuples.
        members: &[Char, Short, Int, Float, LongLong, Double, Bool, Half],
        bit_fields: &[
            Int,
            UnsignedInt,
            Char,
            SignedChar,
            UnsignedChar,
            Short,
            UnsignedShort,
            LongLong,
            UnsignedLongLong,
            Long,
            UnsignedLong,
            Bool,
        ],
        ..USUAL
    },
    alignments: &[16, 8, 4, 2, 1],
    atomics: &[
        Int,
        Short,
        Char,
        UnsignedInt,
        Long,
        SignedChar,
        UnsignedShort,
        Bool,
        UnsignedLongLong,
        Float,
        Double,
    ],
    lanes: &[
        Float,
        Int,
        SignedChar,
        UnsignedShort,
        LongLong,
        Double,
        Float,
        Char,
        UnsignedChar,
        Short,
        UnsignedInt,
        Long,
        UnsignedLong,
        UnsignedLongLong,
        Half,
    ],
    // Half a register for the list's shorter entries, vectors that fit a register of fixed length, and longer ones.
    vector_bits: &[64, 128, 128, 128, 256, 512],
    most_vector_bits: 512,
    most_member_bits: 256,
    forms: &[
        Form::Prototype,
        Form::Unprototyped,
        Form::VaListPassed,
        Form::VaListPointer,
        Form::Method,
        Form::Pair,
        Form::Variable,
    ],
    register_words: 16,
    leaves: 150,
    parts: &[
        Parts::Vector(Float, 4),
        Parts::Vector(SignedChar, 8),
        Parts::Complex(Float),
        Parts::Vector(Double, 4),
        Parts::Complex(Double),
        Parts::Vector(Int, 16),
        Parts::Vector(LongLong, 2),
        Parts::Complex(LongDouble),
        Parts::Vector(Short, 2),
    ],
    settling: forwardcom::settling,
    ..Repertoire::USUAL
};
