//! Components of the invented target's cases.

use crosscall_model::Form;
use crosscall_model::Scalar::*;

use super::{Parts, Repertoire, Scalars, USUAL};
use crate::directed::invented;

pub(super) const REPERTOIRE: Repertoire = Repertoire {
    scalars: Scalars {
        words: &[Int, UnsignedInt, Long, UnsignedLong],
        complex: &[Float, Double, LongDouble],
        members: &[Char, Short, Int, Float, LongLong, Double],
        bit_fields: &[Int, UnsignedInt, SignedChar, UnsignedChar, Short, UnsignedShort, LongLong, Bool],
        ..USUAL
    },
    atomics: &[],
    alignments: &[],
    has_zero_arrays: false,
    lanes: &[Float, Int, SignedChar, UnsignedShort, LongLong, Double],
    // All lengths of a register.
    vector_bits: &[64, 128, 256, 512],
    most_vector_bits: 512,
    most_member_bits: 512,
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
    later: |_| {},
    ..Repertoire::USUAL
};
