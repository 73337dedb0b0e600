//! Components of Nyuzi's cases.

use crosscall_model::Scalar::*;

use super::{Parts, Repertoire};
use crate::directed::{nyuzi, settling};

pub(super) const REPERTOIRE: Repertoire = Repertoire {
    alignments: &[8, 4, 2, 1, 16],
    // Clang 9 was recorded before there were such cases.
    draws_rare: false,
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
    later: settling::rare_and_later,
    ..Repertoire::USUAL
};
