//! Types without members.

use crosscall_model::{BitInt, EnumType, Scalar, Type};

use super::Maker;
use crate::valid::is_promoted;

/// Limits of types that an enumeration may have.
const ENDS: [i64; 12] =
    [0, -1, 0x7f, 0x80, 0xff, -0x80, 0x7fff, 0x8000, 0xffff, -0x8000, 0x7fff_ffff, -0x8000_0000];

impl Maker<'_, '_, '_> {
    pub(super) fn spend(&mut self, leaves: u32) {
        self.leaves = self.leaves.saturating_sub(leaves);
    }

    fn one_of(&mut self, scalars: &[Scalar]) -> Scalar {
        self.draw.pick(scalars).copied().unwrap_or(Scalar::Int)
    }

    /// Arithmetic type.
    pub(super) fn scalar(&mut self) -> Scalar {
        self.spend(1);
        let config = self.config;
        let scalar = match self.draw.weighted(&[
            config.scalar_word,
            config.scalar_narrow,
            config.scalar_wide,
            config.scalar_double,
            config.scalar_float,
            config.scalar_bool,
            config.scalar_long_double,
            config.scalar_spelled,
        ]) {
            0 => self.one_of(self.repertoire.scalars.words),
            1 => self.one_of(self.repertoire.scalars.narrow),
            2 => self.one_of(self.repertoire.scalars.wide),
            3 => Scalar::Double,
            4 => Scalar::Float,
            5 => Scalar::Bool,
            6 => Scalar::LongDouble,
            _ => self.one_of(self.repertoire.scalars.spelled),
        };
        let first = [scalar, Scalar::Double].into_iter().find(|scalar| self.widths.supports(*scalar));
        first.unwrap_or(Scalar::Int)
    }

    /// Type that occupies one register of any usual machine.
    pub(super) fn word(&mut self) -> Type {
        self.spend(1);
        match self.draw.weighted(&[10, 4, 2, 2]) {
            0 => self.one_of(self.repertoire.scalars.words).into(),
            1 => self.one_of(self.repertoire.scalars.narrow).into(),
            2 => self.pointer(),
            _ => Scalar::Float.into(),
        }
    }

    /// Type of two words, or a double word.
    pub(super) fn wide(&mut self) -> Type {
        self.spend(1);
        if self.draw.chance(40) {
            Scalar::Double.into()
        } else {
            self.one_of(self.repertoire.scalars.wide).into()
        }
    }

    /// Type that the default argument promotions do not change.
    pub(super) fn promoted(&mut self) -> Type {
        let vectors = if self.repertoire.lanes.is_empty() { 0 } else { 3 };
        let bit_ints = if self.repertoire.drawn_bit_ints().is_empty() { 0 } else { 2 };
        let aligned = if self.repertoire.drawn_alignments().is_empty() { 0 } else { 3 };
        let ty = match self.draw.weighted(&[8, 10, 2, 6, 2, 2, vectors, vectors, bit_ints, aligned]) {
            0 => {
                self.spend(1);
                let spelled = self.draw.chance(10);
                self.one_of(if spelled {
                    self.repertoire.scalars.spelled
                } else {
                    self.repertoire.scalars.words
                })
                .into()
            }
            1 => self.wide(),
            2 => self.pointer(),
            3 if self.leaves > 1 => self.record(0),
            4 => self.scalar().into(),
            5 if self.leaves > 1 => self.complex(u32::MAX),
            6 if self.leaves > 1 => self.vector(self.repertoire.most_vector_bits),
            7 if self.leaves > 1 => {
                let inner = self.vector(self.repertoire.most_member_bits);
                self.wrapper(inner)
            }
            8 => self.bit_int(),
            9 => self.aligned(),
            _ => Scalar::Int.into(),
        };
        if is_promoted(&ty) { ty } else { Scalar::Int.into() }
    }

    pub(super) fn pointer(&mut self) -> Type {
        self.spend(1);
        if self.draw.chance(25) { Type::FunctionPointer } else { Type::DataPointer }
    }

    /// Enumeration of one to four constants that `int` can hold.
    pub(super) fn enumeration(&mut self) -> Type {
        self.spend(1);
        let count = self.draw.between(1, 4);
        let constants = (0..count).map(|i| {
            let small = i64::from(self.draw.below(200));
            match self.draw.weighted(&[6, 3, 2, 1, 2]) {
                0 => small + i64::from(i),
                1 => -1 - small,
                2 => 0x1234 + 0x111 * small,
                3 => 0x7fff_ff00 - small,
                _ => *self.draw.pick(&ENDS).unwrap_or(&0),
            }
        });
        Type::Enum(EnumType { constants: constants.collect() })
    }

    /// Frequencies of bit-precise integers, atomic types and types with an alignment of their own, among others with these of the
    /// configuration.
    pub(super) fn rare(&self) -> [u32; 3] {
        let lists = [
            self.repertoire.drawn_bit_ints().is_empty(),
            self.repertoire.drawn_atomics().is_empty(),
            self.repertoire.drawn_alignments().is_empty(),
        ];
        lists.map(|is_empty| if is_empty { 0 } else { self.config.scalar_spelled })
    }

    /// Bit-precise integer.
    pub(super) fn bit_int(&mut self) -> Type {
        self.spend(1);
        let bits = self.draw.pick(self.repertoire.drawn_bit_ints()).copied().unwrap_or(BitInt::MOST);
        let unsigned = self.draw.chance(50);
        Type::BitInt(BitInt { bits: bits.max(BitInt::least(unsigned)), unsigned })
    }

    /// Atomic type.
    pub(super) fn atomic(&mut self) -> Type {
        self.spend(1);
        Type::Atomic(self.one_of(self.repertoire.drawn_atomics()))
    }

    /// Arithmetic type with an alignment of its own.
    pub(super) fn aligned(&mut self) -> Type {
        let scalar = self.scalar();
        Type::Aligned(scalar, self.draw.pick(self.repertoire.drawn_alignments()).copied().unwrap_or(1))
    }

    /// The same, of elements, of which no alignment is above the size.
    pub(super) fn aligned_element(&mut self) -> Type {
        match self.aligned() {
            Type::Aligned(scalar, align) => {
                Type::Aligned(scalar, align.min((self.widths.scalar(scalar) / 8).max(1)))
            }
            ty => ty,
        }
    }

    /// Type other than a record.
    pub(super) fn simple(&mut self) -> Type {
        let config = self.config;
        let [bit_int, atomic, aligned] = self.rare();
        match self.draw.weighted(&[
            config.type_scalar,
            config.type_pointer,
            config.type_enum,
            config.type_complex,
            config.type_vector,
            bit_int,
            atomic,
            aligned,
        ]) {
            0 => self.scalar().into(),
            1 => self.pointer(),
            2 => self.enumeration(),
            3 => self.complex(u32::MAX),
            4 => self.vector(self.repertoire.most_vector_bits),
            5 => self.bit_int(),
            6 => self.atomic(),
            _ => self.aligned(),
        }
    }

    /// Complex type of at most `most` bits.
    pub(super) fn complex(&mut self, most: u32) -> Type {
        self.spend(2);
        let part = self.one_of(&self.repertoire.drawn_complex());
        let fits = self.widths.supports(part) && self.widths.scalar(part).saturating_mul(2) <= most;
        Type::Complex(if fits { part } else { Scalar::Float })
    }

    /// Vector of at most `most` bits; another type where the target has none.
    pub(super) fn vector(&mut self, most: u32) -> Type {
        if self.repertoire.lanes.is_empty() {
            return self.scalar().into();
        }
        let element = self.one_of(self.repertoire.lanes);
        let element = if self.widths.supports(element) { element } else { Scalar::Int };
        let bits = *self.draw.pick(self.repertoire.vector_bits).unwrap_or(&64);
        let lanes = (bits.min(most) / self.widths.scalar(element).max(1)).clamp(1, 16);
        let lanes = 1 << lanes.ilog2();
        self.spend(lanes);
        Type::Vector { element, lanes }
    }
}
