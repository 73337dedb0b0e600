//! Components of a target's cases: the types that its compilers support, in proportion, and the sizes at which its
//! convention makes decisions. One table a target; it contains no rule.

mod aarch64;
mod dpu;
mod epiphany;
mod forwardcom;
#[cfg(feature = "invented")]
mod invented;
mod ipu;
mod nyuzi;
mod riscv;
mod x86_64;

use crosscall_model::Scalar::*;
use crosscall_model::{Form, Scalar, Target, Type};

use crate::directed::{List, settling};

/// Table of a target. Types are chosen from its lists at random, so that a type that occurs twice is generated twice
/// as often.
pub(crate) struct Repertoire {
    /// Scalars by their use.
    pub(crate) scalars: Scalars,
    /// Widths of bit-precise integers; empty where there are none.
    pub(crate) bit_ints: &'static [u8],
    /// Types that occur as `_Atomic`; empty where there are none.
    pub(crate) atomics: &'static [Scalar],
    /// Alignments in bytes that names give arithmetic types; empty where none do.
    pub(crate) alignments: &'static [u32],
    /// Alignments in bytes that names give records; empty where none do.
    pub(crate) record_alignments: &'static [u32],
    /// True if records may have arrays of no elements elsewhere than at their ends.
    pub(crate) has_zero_arrays: bool,
    /// True if the types that few compilers have are in random cases, too. False leaves a target's random cases as they were
    /// before it had such types, so that what was recorded of its compilers stands.
    pub(crate) draws_rare: bool,
    /// True if compilers of several languages are looked for.
    pub(crate) has_languages: bool,
    /// Types of the lanes of vectors; empty where there are no vectors.
    pub(crate) lanes: &'static [Scalar],
    /// Numbers of lanes that are no powers of two; empty where there are no such vectors.
    pub(crate) odd_lanes: &'static [u32],
    /// Sizes of vectors in bits. A vector has at most 16 lanes.
    pub(crate) vector_bits: &'static [u32],
    /// Size in bits of the longest vector that is passed by itself.
    pub(crate) most_vector_bits: u32,
    /// Size in bits of the longest complex type or vector that is a member of a record.
    pub(crate) most_member_bits: u32,
    /// Forms of functions that its compilers support.
    pub(crate) forms: &'static [Form],
    /// Number of argument words in registers: directed cases go slightly beyond it, and random lists end near it.
    pub(crate) register_words: u32,
    /// Approximate number of scalars in a case's arguments and result.
    pub(crate) leaves: u32,
    /// Types of several parts for directed cases, the most informative first.
    pub(crate) parts: &'static [Parts],
    /// Directed cases for questions of the document that the first cases of all targets leave open.
    pub(crate) settling: fn(&mut List),
    /// Directed cases behind all others: those of which there are many, and those that came after a recording, whose first cases
    /// are then those that are recorded.
    pub(crate) later: fn(&mut List),
}

/// Scalars of a target's cases, by their use.
pub(crate) struct Scalars {
    /// Scalars that its compilers do not have.
    pub(crate) absent: &'static [Scalar],
    /// Words.
    pub(crate) words: &'static [Scalar],
    /// Kinds of `char` and `short`.
    pub(crate) narrow: &'static [Scalar],
    /// Double words.
    pub(crate) wide: &'static [Scalar],
    /// Types with other names, and types that are in no other list.
    pub(crate) spelled: &'static [Scalar],
    /// Types of the parts of complex types.
    pub(crate) complex: &'static [Scalar],
    /// Types of the members of records of equal members.
    pub(crate) members: &'static [Scalar],
    /// Declared types of bit-fields.
    pub(crate) bit_fields: &'static [Scalar],
}

/// Types that a processor of 32 bits loads and stores at once; those that are wider need functions of a library.
const ATOMIC_WORDS: &[Scalar] =
    &[Int, Short, Char, UnsignedInt, Long, SignedChar, UnsignedChar, UnsignedShort, Bool, Float];

/// Scalars of most targets.
const USUAL: Scalars = Scalars {
    absent: &[Half, Int128, UnsignedInt128, BrainHalf],
    words: &[Int, UnsignedInt, Int, Long, UnsignedLong],
    narrow: &[Char, SignedChar, UnsignedChar, Short, UnsignedShort],
    wide: &[LongLong, UnsignedLongLong],
    spelled: &[WideChar, Size, PointerDifference],
    complex: &[Float, Float, Double, LongDouble, Int, Short, LongLong, UnsignedChar],
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
};

/// Type of several equal parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parts {
    /// Complex type of this part.
    Complex(Scalar),
    /// Vector: type and number of its lanes.
    Vector(Scalar, u32),
}

impl Repertoire {
    /// Components of the cases of most targets; vectors and directed cases are each target's own.
    const USUAL: Repertoire = Repertoire {
        scalars: USUAL,
        bit_ints: &[],
        atomics: ATOMIC_WORDS,
        alignments: &[8, 4, 2, 1, 16, 8],
        record_alignments: &[],
        has_zero_arrays: true,
        draws_rare: true,
        has_languages: false,
        lanes: &[],
        odd_lanes: &[],
        vector_bits: &[],
        most_vector_bits: 0,
        most_member_bits: 128,
        // Clang has no nested functions.
        forms: &[Form::Prototype, Form::Unprototyped, Form::VaListPassed, Form::VaListPointer],
        register_words: 8,
        leaves: 72,
        parts: &[],
        settling: |_| {},
        later: settling::later,
    };

    /// Widths of bit-precise integers in random cases.
    pub(crate) fn drawn_bit_ints(&self) -> &'static [u8] {
        if self.draws_rare { self.bit_ints } else { &[] }
    }

    /// Types that occur as `_Atomic` in random cases.
    pub(crate) fn drawn_atomics(&self) -> &'static [Scalar] {
        if self.draws_rare { self.atomics } else { &[] }
    }

    /// Alignments that names give arithmetic types in random cases.
    pub(crate) fn drawn_alignments(&self) -> &'static [u32] {
        if self.draws_rare { self.alignments } else { &[] }
    }

    /// True if records of random cases have arrays of no elements elsewhere than at their ends.
    pub(crate) fn draws_zero_arrays(&self) -> bool {
        self.draws_rare && self.has_zero_arrays
    }

    /// Types of the parts of complex types in random cases.
    pub(crate) fn drawn_complex(&self) -> Vec<Scalar> {
        let all = self.scalars.complex.iter().copied();
        all.filter(|part| self.draws_rare || part.is_floating()).collect()
    }
}

impl From<Parts> for Type {
    fn from(parts: Parts) -> Type {
        match parts {
            Parts::Complex(part) => Type::Complex(part),
            Parts::Vector(element, lanes) => Type::Vector { element, lanes },
        }
    }
}

/// Table of a target.
pub(crate) fn of(target: Target) -> &'static Repertoire {
    match target {
        Target::Epiphany => &epiphany::REPERTOIRE,
        Target::Nyuzi => &nyuzi::REPERTOIRE,
        Target::Dpu => &dpu::REPERTOIRE,
        Target::Ipu => &ipu::REPERTOIRE,
        Target::ForwardCom => &forwardcom::REPERTOIRE,
        Target::Riscv(abi) => riscv::of(abi),
        Target::X86_64 => &x86_64::REPERTOIRE,
        Target::Aarch64 => &aarch64::REPERTOIRE,
        #[cfg(feature = "invented")]
        Target::Invented => &invented::REPERTOIRE,
    }
}

/// Number of lanes of the vectors that test whether a target's compilers have vectors of a type.
pub fn usual_lanes(target: Target) -> u32 {
    let lanes = |parts: &Parts| match parts {
        Parts::Complex(_) => None,
        Parts::Vector(_, lanes) => Some(*lanes),
    };
    of(target).parts.iter().find_map(lanes).unwrap_or(4)
}
