//! What vector instructions do, as a table: operations, with what they compute from which elements.

use super::super::isa::Op;

/// Where the operand beside a vector comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Source {
    /// A vector.
    Vector,
    /// A general or floating-point register.
    Scalar,
    /// The instruction.
    Constant,
}

impl Op {
    /// Returns whether a vector instruction is on floating-point numbers; by the function in the encoding.
    pub(in super::super) fn is_on_floats(self) -> bool {
        self.form().is_some_and(|form| matches!(form.value & 0x707f, 0x1057 | 0x5057))
    }

    /// Where the operand beside a vector comes from; by the function in the encoding.
    pub(in super::super) fn vector_source(self) -> Source {
        match self.form().map_or(0, |form| form.value >> 12 & 7) {
            3 => Source::Constant,
            4..=6 => Source::Scalar,
            _ => Source::Vector,
        }
    }
}

/// Widths of destination and first vector; the other operand is as wide as the kind of vectors says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// All as it says.
    Same,
    /// Twice the width to twice of it.
    WideFirst,
    /// To twice the width.
    Wide,
    /// From twice the width.
    Narrow,
}

impl Shape {
    /// Doublings of the width of destination and first vector.
    pub(super) const fn scales(self) -> (i32, i32) {
        match self {
            Self::Same => (0, 0),
            Self::WideFirst => (1, 1),
            Self::Wide => (1, 0),
            Self::Narrow => (0, 1),
        }
    }
}

/// What is computed of an element `a` of the first vector (`vs2`), an operand `b` and the old value `d`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Add,
    Subtract,
    /// `b - a`.
    SubtractFrom,
    And,
    Or,
    Xor,
    Least,
    Greatest,
    ShiftLeft,
    ShiftRight,
    Multiply,
    /// The upper half of a product.
    MultiplyHigh,
    Divide,
    Remainder,
    /// Half a sum, and half a difference.
    AverageSum,
    AverageDifference,
    /// A product of fractions.
    MultiplyFractions,
    /// A shift to the right that rounds.
    Scale,
    /// `d + a * b`, `d - a * b`.
    Accumulate,
    Deplete,
    /// `a + d * b`, `a - d * b`.
    MultiplyAdd,
    MultiplySubtract,
    /// `b`.
    Second,
}

/// A relation of two elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
}

/// A logical operation on masks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Logic {
    And,
    AndNot,
    Or,
    OrNot,
    Xor,
}

/// Elements before the first set one, up to it, or it alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    Before,
    Including,
    Only,
}

/// The work of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Work {
    /// The meaning; whether `a` and `b` have signs; whether a result out of range becomes the nearest one; widths.
    Elements(Meaning, [bool; 2], bool, Shape),
    /// As that, of all elements and one.
    Reduction(Meaning, bool, Shape),
    /// A mask of elements in a relation, with signs or without.
    Compare(Relation, bool),
    /// Sums and differences (`true`) with carries: elements, or the carries of them; with the mask as carries.
    Carry {
        subtracts: bool,
        gives_carries: bool,
        takes_carries: bool,
    },
    /// By the mask of the first or of the other operand.
    Merge,
    /// Elements halved in width so often, with signs or without.
    Extend(i32, bool),
    /// The operation, and whether its result is negated.
    Masks(Logic, bool),
    CountMask,
    FirstOfMask,
    Until(Until),
    CountBefore,
    Number,
    ToScalar,
    FromScalar,
    SlideUp,
    SlideDown,
    SlideUpByOne,
    SlideDownByOne,
    Gather,
    GatherByHalves,
    Compress,
    /// So many registers.
    Move(u8),
}

use Meaning as M;

const U: [bool; 2] = [false, false];
const S: [bool; 2] = [true, true];

const fn same(meaning: Meaning, signs: [bool; 2]) -> Work {
    Work::Elements(meaning, signs, false, Shape::Same)
}

const fn saturating(meaning: Meaning, signs: [bool; 2]) -> Work {
    Work::Elements(meaning, signs, true, Shape::Same)
}

const fn wide(meaning: Meaning, signs: [bool; 2]) -> Work {
    Work::Elements(meaning, signs, false, Shape::Wide)
}

const fn wide_first(meaning: Meaning, signs: [bool; 2]) -> Work {
    Work::Elements(meaning, signs, false, Shape::WideFirst)
}

const fn carry(subtracts: bool, gives_carries: bool, takes_carries: bool) -> Work {
    Work::Carry { subtracts, gives_carries, takes_carries }
}

/// The work of an operation; `None` for all that are not on vector registers alone.
#[rustfmt::skip]
pub(super) fn of(op: Op) -> Option<Work> {
    use Op::*;
    Some(match op {
        VaddVv | VaddVx | VaddVi => same(M::Add, U),
        VsubVv | VsubVx => same(M::Subtract, U),
        VrsubVx | VrsubVi => same(M::SubtractFrom, U),
        VandVv | VandVx | VandVi => same(M::And, U),
        VorVv | VorVx | VorVi => same(M::Or, U),
        VxorVv | VxorVx | VxorVi => same(M::Xor, U),
        VminuVv | VminuVx => same(M::Least, U),
        VminVv | VminVx => same(M::Least, S),
        VmaxuVv | VmaxuVx => same(M::Greatest, U),
        VmaxVv | VmaxVx => same(M::Greatest, S),
        VsllVv | VsllVx | VsllVi => same(M::ShiftLeft, U),
        VsrlVv | VsrlVx | VsrlVi => same(M::ShiftRight, U),
        VsraVv | VsraVx | VsraVi => same(M::ShiftRight, [true, false]),
        VmulVv | VmulVx => same(M::Multiply, U),
        VmulhVv | VmulhVx => same(M::MultiplyHigh, S),
        VmulhuVv | VmulhuVx => same(M::MultiplyHigh, U),
        VmulhsuVv | VmulhsuVx => same(M::MultiplyHigh, [true, false]),
        VdivuVv | VdivuVx => same(M::Divide, U),
        VdivVv | VdivVx => same(M::Divide, S),
        VremuVv | VremuVx => same(M::Remainder, U),
        VremVv | VremVx => same(M::Remainder, S),
        VmaccVv | VmaccVx => same(M::Accumulate, U),
        VnmsacVv | VnmsacVx => same(M::Deplete, U),
        VmaddVv | VmaddVx => same(M::MultiplyAdd, U),
        VnmsubVv | VnmsubVx => same(M::MultiplySubtract, U),
        VmvVV | VmvVX | VmvVI | VfmvVF => same(M::Second, U),

        VsadduVv | VsadduVx | VsadduVi => saturating(M::Add, U),
        VsaddVv | VsaddVx | VsaddVi => saturating(M::Add, S),
        VssubuVv | VssubuVx => saturating(M::Subtract, U),
        VssubVv | VssubVx => saturating(M::Subtract, S),
        VaadduVv | VaadduVx => same(M::AverageSum, U),
        VaaddVv | VaaddVx => same(M::AverageSum, S),
        VasubuVv | VasubuVx => same(M::AverageDifference, U),
        VasubVv | VasubVx => same(M::AverageDifference, S),
        VsmulVv | VsmulVx => saturating(M::MultiplyFractions, S),
        VssrlVv | VssrlVx | VssrlVi => same(M::Scale, U),
        VssraVv | VssraVx | VssraVi => same(M::Scale, [true, false]),

        VwadduVv | VwadduVx => wide(M::Add, U),
        VwaddVv | VwaddVx => wide(M::Add, S),
        VwsubuVv | VwsubuVx => wide(M::Subtract, U),
        VwsubVv | VwsubVx => wide(M::Subtract, S),
        VwadduWv | VwadduWx => wide_first(M::Add, U),
        VwaddWv | VwaddWx => wide_first(M::Add, S),
        VwsubuWv | VwsubuWx => wide_first(M::Subtract, U),
        VwsubWv | VwsubWx => wide_first(M::Subtract, S),
        VwmuluVv | VwmuluVx => wide(M::Multiply, U),
        VwmulsuVv | VwmulsuVx => wide(M::Multiply, [true, false]),
        VwmulVv | VwmulVx => wide(M::Multiply, S),
        VwmaccuVv | VwmaccuVx => wide(M::Accumulate, U),
        VwmaccVv | VwmaccVx => wide(M::Accumulate, S),
        VwmaccsuVv | VwmaccsuVx => wide(M::Accumulate, [false, true]),
        VwmaccusVx => wide(M::Accumulate, [true, false]),
        VnsrlWv | VnsrlWx | VnsrlWi => Work::Elements(M::ShiftRight, U, false, Shape::Narrow),
        VnsraWv | VnsraWx | VnsraWi => Work::Elements(M::ShiftRight, [true, false], false, Shape::Narrow),
        VnclipuWv | VnclipuWx | VnclipuWi => Work::Elements(M::Scale, U, true, Shape::Narrow),
        VnclipWv | VnclipWx | VnclipWi => Work::Elements(M::Scale, [true, false], true, Shape::Narrow),

        VredsumVs => Work::Reduction(M::Add, false, Shape::Same),
        VredandVs => Work::Reduction(M::And, false, Shape::Same),
        VredorVs => Work::Reduction(M::Or, false, Shape::Same),
        VredxorVs => Work::Reduction(M::Xor, false, Shape::Same),
        VredminuVs => Work::Reduction(M::Least, false, Shape::Same),
        VredminVs => Work::Reduction(M::Least, true, Shape::Same),
        VredmaxuVs => Work::Reduction(M::Greatest, false, Shape::Same),
        VredmaxVs => Work::Reduction(M::Greatest, true, Shape::Same),
        VwredsumuVs => Work::Reduction(M::Add, false, Shape::Wide),
        VwredsumVs => Work::Reduction(M::Add, true, Shape::Wide),

        VmseqVv | VmseqVx | VmseqVi => Work::Compare(Relation::Equal, false),
        VmsneVv | VmsneVx | VmsneVi => Work::Compare(Relation::NotEqual, false),
        VmsltuVv | VmsltuVx => Work::Compare(Relation::Less, false),
        VmsltVv | VmsltVx => Work::Compare(Relation::Less, true),
        VmsleuVv | VmsleuVx | VmsleuVi => Work::Compare(Relation::LessOrEqual, false),
        VmsleVv | VmsleVx | VmsleVi => Work::Compare(Relation::LessOrEqual, true),
        VmsgtuVx | VmsgtuVi => Work::Compare(Relation::Greater, false),
        VmsgtVx | VmsgtVi => Work::Compare(Relation::Greater, true),

        VadcVvm | VadcVxm | VadcVim => carry(false, false, true),
        VsbcVvm | VsbcVxm => carry(true, false, true),
        VmadcVvm | VmadcVxm | VmadcVim => carry(false, true, true),
        VmadcVv | VmadcVx | VmadcVi => carry(false, true, false),
        VmsbcVvm | VmsbcVxm => carry(true, true, true),
        VmsbcVv | VmsbcVx => carry(true, true, false),
        VmergeVvm | VmergeVxm | VmergeVim | VfmergeVfm => Work::Merge,

        VzextVf2 => Work::Extend(1, false),
        VzextVf4 => Work::Extend(2, false),
        VzextVf8 => Work::Extend(3, false),
        VsextVf2 => Work::Extend(1, true),
        VsextVf4 => Work::Extend(2, true),
        VsextVf8 => Work::Extend(3, true),

        VmandMm => Work::Masks(Logic::And, false),
        VmnandMm => Work::Masks(Logic::And, true),
        VmandnMm => Work::Masks(Logic::AndNot, false),
        VmorMm => Work::Masks(Logic::Or, false),
        VmnorMm => Work::Masks(Logic::Or, true),
        VmornMm => Work::Masks(Logic::OrNot, false),
        VmxorMm => Work::Masks(Logic::Xor, false),
        VmxnorMm => Work::Masks(Logic::Xor, true),
        VcpopM => Work::CountMask,
        VfirstM => Work::FirstOfMask,
        VmsbfM => Work::Until(Until::Before),
        VmsifM => Work::Until(Until::Including),
        VmsofM => Work::Until(Until::Only),
        ViotaM => Work::CountBefore,
        VidV => Work::Number,

        VmvXS => Work::ToScalar,
        VmvSX | VfmvSF => Work::FromScalar,
        VslideupVx | VslideupVi => Work::SlideUp,
        VslidedownVx | VslidedownVi => Work::SlideDown,
        Vslide1upVx | Vfslide1upVf => Work::SlideUpByOne,
        Vslide1downVx | Vfslide1downVf => Work::SlideDownByOne,
        VrgatherVv | VrgatherVx | VrgatherVi => Work::Gather,
        Vrgatherei16Vv => Work::GatherByHalves,
        VcompressVm => Work::Compress,
        Vmv1rV => Work::Move(1),
        Vmv2rV => Work::Move(2),
        Vmv4rV => Work::Move(4),
        Vmv8rV => Work::Move(8),
        _ => return None,
    })
}
