//! Components of the invented target's cases.

use crosscall_model::{Form, Scalar};

use super::{Parts, Repertoire};
use crate::directed::invented;

use Scalar::{
    Bool, Char, Double, Float, Half, Int, Long, LongDouble, LongLong, PointerDifference, Short, SignedChar,
    Size, UnsignedChar, UnsignedInt, UnsignedLong, UnsignedLongLong, UnsignedShort, WideChar,
};

pub(super) const REPERTOIRE: Repertoire = Repertoire {
    absent: &[Half],
    words: &[Int, UnsignedInt, Long, UnsignedLong],
    narrow: &[Char, SignedChar, UnsignedChar, Short, UnsignedShort],
    wide: &[LongLong, UnsignedLongLong],
    spelled: &[WideChar, Size, PointerDifference],
    complex: &[Float, Double, LongDouble],
    lanes: &[Float, Int, SignedChar, UnsignedShort, LongLong, Double],
    // All lengths of a register.
    vector_bits: &[64, 128, 256, 512],
    most_vector_bits: 512,
    most_member_bits: 512,
    members: &[Char, Short, Int, Float, LongLong, Double],
    bit_fields: &[Int, UnsignedInt, SignedChar, UnsignedChar, Short, UnsignedShort, LongLong, Bool],
    forms: &[Form::Prototype, Form::Vertex],
    register_words: 3,
    leaves: 100,
    parts: &[
        Parts::Vector(Float, 4),
        Parts::Complex(Float),
        Parts::Vector(Int, 16),
        Parts::Vector(SignedChar, 8),
        Parts::Vector(LongLong, 8),
        Parts::Complex(LongDouble),
    ],
    settling: invented::settling,
};
