//! Facts about a data model that values depend on.

use crosscall_model::{EnumType, Scalar, Target, Type};

/// Widths of types in bits, as the caller of the generator provides them; the generator has no rules of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Widths {
    scalars: Vec<u32>,
    pointer: u32,
    /// Types that few targets' compilers have.
    rare: Rare,
}

/// Types that few targets' compilers have, and that are in the cases of few targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rare {
    /// Bit-precise integers.
    pub bit_ints: bool,
    /// Atomic types.
    pub atomics: bool,
    /// Arithmetic types whose names give them an alignment of their own.
    pub aligned: bool,
    /// Complex types of integers.
    pub complex_integers: bool,
    /// Arrays of no elements elsewhere than at the end of a structure.
    pub zero_arrays: bool,
    /// Records whose names give them an alignment of their own.
    pub aligned_records: bool,
    /// Vectors whose number of lanes is no power of two.
    pub odd_vectors: bool,
}

impl Rare {
    /// Rare types in the cases of a target.
    pub fn of(target: Target) -> Rare {
        let repertoire = crate::repertoire::of(target);
        Rare {
            bit_ints: !repertoire.bit_ints.is_empty(),
            atomics: !repertoire.atomics.is_empty(),
            aligned: !repertoire.alignments.is_empty(),
            complex_integers: repertoire.scalars.complex.iter().any(|part| !part.is_floating()),
            zero_arrays: repertoire.has_zero_arrays,
            aligned_records: !repertoire.record_alignments.is_empty(),
            odd_vectors: !repertoire.odd_lanes.is_empty(),
        }
    }

    /// True for a type that is one of these, or that is not rare at all.
    pub fn has(self, ty: &Type) -> bool {
        match ty {
            Type::BitInt(_) => self.bit_ints,
            Type::Atomic(_) => self.atomics,
            Type::Aligned(..) => self.aligned,
            Type::Record(record) if record.name_align.is_some() => self.aligned_records,
            Type::Vector { lanes, .. } if !lanes.is_power_of_two() => self.odd_vectors,
            Type::Complex(part) if !part.is_floating() => self.complex_integers,
            _ => true,
        }
    }
}

/// True if a scalar is in the cases of a target, as far as its widths allow.
pub fn has_scalar(target: Target, scalar: Scalar) -> bool {
    !crate::repertoire::of(target).scalars.absent.contains(&scalar)
}

impl Widths {
    /// Widths of a target's scalars according to `width`; pointers are as wide as its addresses.
    pub fn new(target: Target, width: &dyn Fn(Scalar) -> u32) -> Widths {
        let known = |scalar| if has_scalar(target, scalar) { width(scalar) } else { 0 };
        let pointer = u32::try_from(target.address_bytes() * 8).unwrap_or(64);
        Widths::with_pointer(target, &known, pointer)
    }

    /// Widths with an explicit width of pointers.
    pub fn with_pointer(target: Target, width: &dyn Fn(Scalar) -> u32, pointer: u32) -> Widths {
        Widths { scalars: Scalar::ALL.into_iter().map(width).collect(), pointer, rare: Rare::of(target) }
    }

    /// Width of a scalar.
    pub fn scalar(&self, scalar: Scalar) -> u32 {
        let index = Scalar::ALL.iter().position(|s| *s == scalar);
        index.and_then(|i| self.scalars.get(i)).copied().unwrap_or(32)
    }

    /// Width of a pointer.
    pub fn pointer(&self) -> u32 {
        self.pointer
    }

    /// Width of an enumeration: that of `int` if its constants fit, else that of `long long`.
    pub fn enumeration(&self, enumeration: &EnumType) -> u32 {
        let int = self.scalar(Scalar::Int);
        let fits = |value: &i64| {
            let value = i128::from(*value);
            let negative = enumeration.constants.iter().any(|v| *v < 0);
            let limit = 1i128 << if negative { int.clamp(1, 64) - 1 } else { int.min(64) };
            (-limit..limit).contains(&value)
        };
        if enumeration.constants.iter().all(fits) { int } else { self.scalar(Scalar::LongLong) }
    }

    /// Width of the values of a scalar, enumeration or pointer type; `None` for a type of several scalars.
    pub fn leaf(&self, ty: &Type) -> Option<u32> {
        match ty {
            Type::Scalar(scalar) | Type::Atomic(scalar) | Type::Aligned(scalar, _) => {
                Some(self.scalar(*scalar))
            }
            Type::BitInt(integer) => Some(integer.bits.into()),
            Type::Enum(enumeration) => Some(self.enumeration(enumeration)),
            Type::DataPointer | Type::FunctionPointer => Some(self.pointer),
            Type::Array(..) | Type::Record(_) | Type::Complex(_) | Type::Vector { .. } => None,
        }
    }

    /// Types that few compilers have, as far as the target's have them.
    pub(crate) fn rare(&self) -> Rare {
        self.rare
    }

    /// True if the target has the scalar, and its values fit into 128 bits; others do not occur in generated cases.
    pub fn supports(&self, scalar: Scalar) -> bool {
        (1..=128).contains(&self.scalar(scalar))
    }
}

/// Mask of the lowest `bits` bits of a number of 64 bits.
pub(crate) fn mask_of_word(bits: u32) -> u64 {
    mask(bits.min(64)) as u64
}

/// Mask of the lowest `bits` bits.
pub fn mask(bits: u32) -> u128 {
    match bits {
        0 => 0,
        1..=127 => (1 << bits) - 1,
        _ => u128::MAX,
    }
}
