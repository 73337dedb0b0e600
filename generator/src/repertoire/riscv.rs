//! Components of RISC-V's cases: one table for each number of argument registers.

use crosscall_model::Scalar::*;
use crosscall_model::target::riscv::Abi;
use crosscall_model::{Form, Scalar};

use super::{Parts, Repertoire, Scalars, USUAL};
use crate::directed::riscv;

/// Table of an ABI.
pub(super) fn of(abi: Abi) -> &'static Repertoire {
    let facts = abi.facts();
    match (facts.xlen, facts.is_embedded) {
        (8, _) => &WIDE,
        (_, false) => &NARROW,
        (_, true) => &EMBEDDED,
    }
}

static WIDE: Repertoire = wide(8);
static NARROW: Repertoire = with_registers(8, NO_LONG_INTEGERS);
static EMBEDDED: Repertoire = with_registers(6, NO_LONG_INTEGERS);

/// Integers that compilers have for processors of 64 bits alone.
const NO_LONG_INTEGERS: &[Scalar] = &[Int128, UnsignedInt128];

/// Types that a processor of 64 bits loads and stores at once; those that are wider need functions of a library.
const ATOMICS: &[Scalar] =
    &[Int, Short, Char, UnsignedInt, Long, SignedChar, UnsignedShort, Bool, UnsignedLongLong, Float, Double];

/// Table of a processor with so many argument registers of 64 bits.
pub(super) const fn wide(register_words: u32) -> Repertoire {
    Repertoire { atomics: ATOMICS, alignments: &[16, 4, 8, 2, 1, 16], ..with_registers(register_words, &[]) }
}

/// Table of the ABIs with so many argument registers and without some types.
const fn with_registers(register_words: u32, absent: &'static [Scalar]) -> Repertoire {
    Repertoire {
        scalars: Scalars {
            absent,
            spelled: &[WideChar, Size, PointerDifference, Half, Int128, UnsignedInt128, BrainHalf],
            complex: &[Float, Double, Float, Double, LongDouble, Int, Short, LongLong, UnsignedChar],
            members: &[Char, UnsignedChar, Short, Int, Float, LongLong, Double, Float, Double],
            ..USUAL
        },
        // Around the widths of the usual integers, of registers of both widths and of two of them.
        bit_ints: &[17, 32, 33, 64, 65, 7, 31, 128, 1, 8, 9, 16, 24, 48, 63, 96, 100, 127],
        has_zero_arrays: true,
        draws_rare: true,
        has_languages: true,
        atomics: &[Int, Short, Char, UnsignedInt, Long, SignedChar, UnsignedShort, Bool, Float],
        // Up to two registers.
        alignments: &[8, 4, 2, 1, 8],
        lanes: &[
            Int,
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
            Half,
            BrainHalf,
            Int128,
        ],
        record_alignments: &[16, 8, 32, 16, 4, 1, 8, 64],
        // Clang has them.
        odd_lanes: &[3, 5, 6, 3, 7, 12],
        // Sizes around one and two words of both widths.
        vector_bits: &[64, 128, 32, 256, 16, 64, 512],
        most_vector_bits: 512,
        most_member_bits: 256,
        forms: &[Form::Prototype, Form::Unprototyped, Form::VaListPassed, Form::VaListPointer, Form::Nested],
        register_words,
        leaves: 72,
        parts: &[
            Parts::Complex(Float),
            Parts::Complex(Double),
            Parts::Vector(Int, 4),
            Parts::Vector(Float, 2),
            Parts::Vector(Int, 2),
            Parts::Vector(Short, 2),
            Parts::Vector(Double, 2),
            Parts::Vector(SignedChar, 8),
            Parts::Vector(Float, 4),
            Parts::Vector(LongLong, 2),
            Parts::Vector(Int, 8),
            Parts::Vector(Double, 1),
            Parts::Complex(LongDouble),
        ],
        settling: riscv::settling,
        later: |_| {},
    }
}
