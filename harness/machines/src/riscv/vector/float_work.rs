//! What vector instructions do with floating-point numbers, as a table beside that of the others.

use super::super::float::Arithmetic;
use super::super::isa::Op;
use super::work::Shape;

/// What is computed of an element `a` of the first vector (`vs2`), an operand `b` and the old value `d`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FloatMeaning {
    /// `a` and `b`, in this order.
    Arithmetic(Arithmetic),
    /// `b` and `a`, in this order.
    Reversed(Arithmetic),
    /// `a * b + d`, of which the product and `d` may be negated.
    Accumulate([bool; 2]),
    /// `d * b + a`, of which the product and `a` may be negated.
    MultiplyAdd([bool; 2]),
    /// The lesser, or with `true` the greater.
    Extreme(bool),
    /// `a` with the sign of `b`, its negated sign, or the product of both signs.
    Sign,
    SignNegated,
    SignProduct,
}

/// A relation of two elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FloatRelation {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// A function of one element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FloatFunction {
    SquareRoot,
    /// Estimates of 7 bits.
    ReciprocalSquareRoot,
    Reciprocal,
    Classify,
}

/// A conversion; of integers with whether they have signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Conversion {
    ToInteger(bool),
    /// Without the fraction, whatever the rounding mode is.
    Truncation(bool),
    FromInteger(bool),
    /// To another format.
    Format,
    /// As that, rounded to odd.
    FormatToOdd,
}

/// The work of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FloatWork {
    Elements(FloatMeaning, Shape),
    /// Of all elements and one, in their order.
    Reduction(FloatMeaning, Shape),
    Compare(FloatRelation),
    Function(FloatFunction),
    Convert(Conversion, Shape),
    ToScalar,
}

const ADD: FloatMeaning = FloatMeaning::Arithmetic(Arithmetic::Add);
const SUBTRACT: FloatMeaning = FloatMeaning::Arithmetic(Arithmetic::Subtract);
const MULTIPLY: FloatMeaning = FloatMeaning::Arithmetic(Arithmetic::Multiply);
const DIVIDE: FloatMeaning = FloatMeaning::Arithmetic(Arithmetic::Divide);

const fn same(meaning: FloatMeaning) -> FloatWork {
    FloatWork::Elements(meaning, Shape::Same)
}

const fn wide(meaning: FloatMeaning) -> FloatWork {
    FloatWork::Elements(meaning, Shape::Wide)
}

/// The work of an operation; `None` for those that compute nothing with floating-point numbers.
#[rustfmt::skip]
pub(super) fn of(op: Op) -> Option<FloatWork> {
    use Conversion as C;
    use FloatMeaning as M;
    use FloatWork::{Compare, Convert, Elements, Function, Reduction};
    use Op::*;
    Some(match op {
        VfaddVv | VfaddVf => same(ADD),
        VfsubVv | VfsubVf => same(SUBTRACT),
        VfrsubVf => same(M::Reversed(Arithmetic::Subtract)),
        VfmulVv | VfmulVf => same(MULTIPLY),
        VfdivVv | VfdivVf => same(DIVIDE),
        VfrdivVf => same(M::Reversed(Arithmetic::Divide)),
        VfminVv | VfminVf => same(M::Extreme(false)),
        VfmaxVv | VfmaxVf => same(M::Extreme(true)),
        VfsgnjVv | VfsgnjVf => same(M::Sign),
        VfsgnjnVv | VfsgnjnVf => same(M::SignNegated),
        VfsgnjxVv | VfsgnjxVf => same(M::SignProduct),
        VfmaccVv | VfmaccVf => same(M::Accumulate([false, false])),
        VfnmaccVv | VfnmaccVf => same(M::Accumulate([true, true])),
        VfmsacVv | VfmsacVf => same(M::Accumulate([false, true])),
        VfnmsacVv | VfnmsacVf => same(M::Accumulate([true, false])),
        VfmaddVv | VfmaddVf => same(M::MultiplyAdd([false, false])),
        VfnmaddVv | VfnmaddVf => same(M::MultiplyAdd([true, true])),
        VfmsubVv | VfmsubVf => same(M::MultiplyAdd([false, true])),
        VfnmsubVv | VfnmsubVf => same(M::MultiplyAdd([true, false])),
        VfwaddVv | VfwaddVf => wide(ADD),
        VfwsubVv | VfwsubVf => wide(SUBTRACT),
        VfwmulVv | VfwmulVf => wide(MULTIPLY),
        VfwaddWv | VfwaddWf => Elements(ADD, Shape::WideFirst),
        VfwsubWv | VfwsubWf => Elements(SUBTRACT, Shape::WideFirst),
        VfwmaccVv | VfwmaccVf => wide(M::Accumulate([false, false])),
        VfwnmaccVv | VfwnmaccVf => wide(M::Accumulate([true, true])),
        VfwmsacVv | VfwmsacVf => wide(M::Accumulate([false, true])),
        VfwnmsacVv | VfwnmsacVf => wide(M::Accumulate([true, false])),

        VfredusumVs | VfredosumVs => Reduction(ADD, Shape::Same),
        VfredminVs => Reduction(M::Extreme(false), Shape::Same),
        VfredmaxVs => Reduction(M::Extreme(true), Shape::Same),
        VfwredusumVs | VfwredosumVs => Reduction(ADD, Shape::Wide),

        VmfeqVv | VmfeqVf => Compare(FloatRelation::Equal),
        VmfneVv | VmfneVf => Compare(FloatRelation::NotEqual),
        VmfltVv | VmfltVf => Compare(FloatRelation::Less),
        VmfleVv | VmfleVf => Compare(FloatRelation::LessOrEqual),
        VmfgtVf => Compare(FloatRelation::Greater),
        VmfgeVf => Compare(FloatRelation::GreaterOrEqual),

        VfsqrtV => Function(FloatFunction::SquareRoot),
        Vfrsqrt7V => Function(FloatFunction::ReciprocalSquareRoot),
        Vfrec7V => Function(FloatFunction::Reciprocal),
        VfclassV => Function(FloatFunction::Classify),

        VfcvtXuFV => Convert(C::ToInteger(false), Shape::Same),
        VfcvtXFV => Convert(C::ToInteger(true), Shape::Same),
        VfcvtRtzXuFV => Convert(C::Truncation(false), Shape::Same),
        VfcvtRtzXFV => Convert(C::Truncation(true), Shape::Same),
        VfcvtFXuV => Convert(C::FromInteger(false), Shape::Same),
        VfcvtFXV => Convert(C::FromInteger(true), Shape::Same),
        VfwcvtXuFV => Convert(C::ToInteger(false), Shape::Wide),
        VfwcvtXFV => Convert(C::ToInteger(true), Shape::Wide),
        VfwcvtRtzXuFV => Convert(C::Truncation(false), Shape::Wide),
        VfwcvtRtzXFV => Convert(C::Truncation(true), Shape::Wide),
        VfwcvtFXuV => Convert(C::FromInteger(false), Shape::Wide),
        VfwcvtFXV => Convert(C::FromInteger(true), Shape::Wide),
        VfwcvtFFV => Convert(C::Format, Shape::Wide),
        VfncvtXuFW => Convert(C::ToInteger(false), Shape::Narrow),
        VfncvtXFW => Convert(C::ToInteger(true), Shape::Narrow),
        VfncvtRtzXuFW => Convert(C::Truncation(false), Shape::Narrow),
        VfncvtRtzXFW => Convert(C::Truncation(true), Shape::Narrow),
        VfncvtFXuW => Convert(C::FromInteger(false), Shape::Narrow),
        VfncvtFXW => Convert(C::FromInteger(true), Shape::Narrow),
        VfncvtFFW => Convert(C::Format, Shape::Narrow),
        VfncvtRodFFW => Convert(C::FormatToOdd, Shape::Narrow),

        VfmvFS => FloatWork::ToScalar,
        _ => return None,
    })
}
