//! Components of the DPU's cases. Its document has neither half-precision numbers nor vectors (DPU-S05).

use crosscall_model::{Form, Scalar};

use super::{Parts, Repertoire};
use crate::directed::dpu;

use Scalar::{
    Bool, Char, Double, Float, Half, Int, Long, LongDouble, LongLong, PointerDifference, Short, SignedChar,
    Size, UnsignedChar, UnsignedInt, UnsignedLong, UnsignedLongLong, UnsignedShort, WideChar,
};

pub(super) const REPERTOIRE: Repertoire = Repertoire {
    absent: &[Half],
    words: &[Int, UnsignedInt, Int],
    narrow: &[Char, SignedChar, UnsignedChar, Short, UnsignedShort],
    wide: &[LongLong, UnsignedLongLong, Long, UnsignedLong],
    spelled: &[WideChar, Size, PointerDifference],
    complex: &[Float, Float, Double, LongDouble],
    lanes: &[],
    vector_bits: &[],
    most_vector_bits: 0,
    most_member_bits: 128,
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
    leaves: 72,
    parts: &[Parts::Complex(Float), Parts::Complex(Double), Parts::Complex(LongDouble)],
    settling: dpu::settling,
};
