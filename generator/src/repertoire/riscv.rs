//! Components of RISC-V's cases: one table for each number of argument registers.

use crosscall_model::Form;
use crosscall_model::Scalar::*;
use crosscall_model::target::riscv::Abi;

use super::{Parts, Repertoire, Scalars, USUAL};
use crate::directed::riscv;

/// Table of an ABI.
pub(super) fn of(abi: Abi) -> &'static Repertoire {
    if abi.facts().is_embedded { &EMBEDDED } else { &REPERTOIRE }
}

static REPERTOIRE: Repertoire = with_registers(8);
static EMBEDDED: Repertoire = with_registers(6);

/// Table of the ABIs with so many argument registers.
const fn with_registers(register_words: u32) -> Repertoire {
    Repertoire {
        scalars: Scalars {
            // No compiler without the extension Zfh has it.
            absent: &[],
            spelled: &[WideChar, Size, PointerDifference, Half],
            complex: &[Float, Double, Float, Double, LongDouble],
            members: &[Char, UnsignedChar, Short, Int, Float, LongLong, Double, Float, Double],
            ..USUAL
        },
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
        ],
        // Sizes around one and two words of both widths.
        vector_bits: &[64, 128, 32, 256, 16, 64],
        most_vector_bits: 256,
        most_member_bits: 128,
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
    }
}
