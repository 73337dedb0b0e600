//! Components of the DPU's cases. Its document has neither half-precision numbers nor vectors (DPU-S05).

use crosscall_model::Form;
use crosscall_model::Scalar::*;

use super::{ATOMIC_WORDS, Parts, Repertoire, Scalars, USUAL};
use crate::directed::{dpu, settling};

pub(super) const REPERTOIRE: Repertoire = Repertoire {
    scalars: Scalars {
        words: &[Int, UnsignedInt, Int],
        wide: &[LongLong, UnsignedLongLong, Long, UnsignedLong],
        ..USUAL
    },
    bit_ints: &[],
    alignments: &[8, 4, 2, 1, 16, 8],
    atomics: ATOMIC_WORDS,
    has_zero_arrays: true,
    draws_rare: true,
    lanes: &[],
    odd_lanes: &[],
    record_alignments: &[],
    vector_bits: &[],
    most_vector_bits: 0,
    most_member_bits: 128,
    // Clang has no nested functions.
    forms: &[Form::Prototype, Form::Unprototyped, Form::VaListPassed, Form::VaListPointer],
    register_words: 8,
    leaves: 72,
    parts: &[Parts::Complex(Float), Parts::Complex(Double), Parts::Complex(LongDouble)],
    settling: dpu::settling,
    later: settling::later,
};
