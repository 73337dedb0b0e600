//! Instructions on floating-point numbers: singles and doubles, with the arithmetic of scalar instructions.

use rustc_apfloat::Round;
use rustc_apfloat::ieee::{Double, Single};

use super::super::float::{self, Integer, Outcome, Relation, flags};
use super::super::isa::Op;
use super::float_work::{self, Conversion, FloatFunction, FloatMeaning, FloatRelation, FloatWork};
use super::operate::{Operands, may_be_made};
use super::registers::{Group, Vectors};
use super::work::Shape;
use super::{Checked, estimates, require};

/// Calls a function of `float` for the format of a width in bits.
macro_rules! of_format {
    ($width:expr, $function:ident $arguments:tt) => {
        if $width == 64 { float::$function::<Double> $arguments } else { float::$function::<Single> $arguments }
    };
}

/// Requires that there is a format of this width in bits.
fn require_format(width: u32) -> Checked {
    require(matches!(width, 32 | 64))
}

/// A number in a format that is as wide or wider, of widths in bits.
fn widened(value: u64, from: u32, to: u32) -> Outcome {
    if from < to { float::convert::<Single, Double>(value, Round::NearestTiesToEven) } else { (value, 0) }
}

impl FloatMeaning {
    /// The outcome for elements of a width in bits.
    fn of(self, a: u64, b: u64, d: u64, width: u32, round: Round) -> Outcome {
        let sign = 1 << (width - 1);
        match self {
            Self::Arithmetic(work) => of_format!(width, arithmetic(work, a, b, round)),
            Self::Reversed(work) => of_format!(width, arithmetic(work, b, a, round)),
            Self::Accumulate(negate) => of_format!(width, multiply_add([a, b, d], negate, round)),
            Self::MultiplyAdd(negate) => of_format!(width, multiply_add([d, b, a], negate, round)),
            Self::Extreme(greater) => of_format!(width, extreme(a, b, greater)),
            Self::Sign => (a & !sign | b & sign, 0),
            Self::SignNegated => (a & !sign | !b & sign, 0),
            Self::SignProduct => (a ^ b & sign, 0),
        }
    }
}

impl FloatRelation {
    /// Whether it holds of elements of a width in bits, as 1 or 0.
    fn of(self, a: u64, b: u64, width: u32) -> Outcome {
        match self {
            Self::Equal => of_format!(width, compare(Relation::Equal, a, b)),
            Self::NotEqual => {
                let (equal, raised) = of_format!(width, compare(Relation::Equal, a, b));
                (equal ^ 1, raised)
            }
            Self::Less => of_format!(width, compare(Relation::Less, a, b)),
            Self::LessOrEqual => of_format!(width, compare(Relation::LessOrEqual, a, b)),
            Self::Greater => of_format!(width, compare(Relation::Less, b, a)),
            Self::GreaterOrEqual => of_format!(width, compare(Relation::LessOrEqual, b, a)),
        }
    }
}

impl FloatFunction {
    fn of(self, a: u64, width: u32, round: Round) -> Outcome {
        match self {
            Self::SquareRoot => of_format!(width, square_root(a, round)),
            Self::ReciprocalSquareRoot => estimates::reciprocal_square_root(a, width),
            Self::Reciprocal => estimates::reciprocal(a, width, round),
            Self::Classify => (of_format!(width, classify(a)), 0),
        }
    }
}

impl Conversion {
    /// Requires formats for those of the widths, in bits, that are of floating-point numbers.
    fn require_formats(self, from: u32, to: u32) -> Checked {
        match self {
            Self::ToInteger(_) | Self::Truncation(_) => require_format(from),
            Self::FromInteger(_) => require_format(to),
            Self::Format | Self::FormatToOdd => require_format(from).and(require_format(to)),
        }
    }

    fn of(self, a: u64, (from, to): (u32, u32), round: Round) -> Outcome {
        match self {
            Self::ToInteger(signed) => of_format!(from, to_integer(a, Integer { bits: to, signed }, round)),
            Self::Truncation(signed) => Self::ToInteger(signed).of(a, (from, to), Round::TowardZero),
            Self::FromInteger(signed) => {
                of_format!(to, from_integer(a, Integer { bits: from, signed }, round))
            }
            Self::Format if from < to => widened(a, from, to),
            Self::Format => float::convert::<Double, Single>(a, round),
            Self::FormatToOdd => {
                let (value, raised) = Self::Format.of(a, (from, to), Round::TowardZero);
                (value | u64::from(raised & flags::INEXACT), raised)
            }
        }
    }
}

impl Vectors {
    /// Requires a kind of vectors whose elements may be floating-point numbers.
    ///
    /// # Errors
    /// It is reserved.
    pub(in super::super) fn require_floats(&self) -> Checked {
        require_format(self.kind()?.width)
    }

    /// Carries out an instruction that computes with floating-point numbers: what becomes of a floating-point register, if it is
    /// set, and the exceptions that are raised; `None` for all other instructions.
    ///
    /// # Errors
    /// It is reserved.
    pub(in super::super) fn operate_on_floats(
        &mut self,
        op: Op,
        o: &Operands,
        round: Round,
    ) -> Option<Checked<(Option<u64>, u32)>> {
        let outcome = self.compute(float_work::of(op)?, o, round);
        if outcome.is_ok() {
            self.start = 0;
        }
        Some(outcome)
    }

    fn compute(&mut self, work: FloatWork, o: &Operands, round: Round) -> Checked<(Option<u64>, u32)> {
        let raised = match work {
            FloatWork::Elements(meaning, shape) => self.float_elements(o, meaning, shape, round)?,
            FloatWork::Reduction(meaning, shape) => self.float_reduction(o, meaning, shape, round)?,
            FloatWork::Compare(relation) => self.float_compare(o, relation)?,
            FloatWork::Function(function) => {
                self.require_floats()?;
                self.each(o, Shape::Same, |a, (width, _)| function.of(a, width, round))?
            }
            FloatWork::Convert(conversion, shape) => {
                let width = self.kind()?.width;
                let (to, from) = shape.scales();
                conversion.require_formats(width << from, width << to)?;
                self.each(o, shape, |a, widths| conversion.of(a, widths, round))?
            }
            FloatWork::ToScalar => {
                self.require_floats()?;
                let width = self.kind()?.width;
                return Ok((Some(self.get(Self::single(o.rs2, width), 0)), 0));
            }
        };
        Ok((None, raised))
    }

    /// A function of each element, which is told the widths of source and destination in bits; gives the exceptions.
    fn each(
        &mut self,
        o: &Operands,
        shape: Shape,
        function: impl Fn(u64, (u32, u32)) -> Outcome,
    ) -> Checked<u32> {
        let (to, from) = shape.scales();
        let (d, a) = (self.group(o.rd, to)?, self.group(o.rs2, from)?);
        self.touch(d);
        may_be_made(d, [Some(a), None], o.masked)?;
        let mut all = 0;
        for index in self.active(o.masked) {
            let (value, raised) = function(self.get(a, index), (a.width, d.width));
            self.set(d, index, value);
            all |= raised;
        }
        Ok(all)
    }

    /// An element of the operand beside a vector.
    fn float_at(&self, o: &Operands, group: Option<Group>, index: u64) -> u64 {
        group.map_or(o.scalar, |group| self.get(group, index))
    }

    fn float_elements(
        &mut self,
        o: &Operands,
        meaning: FloatMeaning,
        shape: Shape,
        round: Round,
    ) -> Checked<u32> {
        self.require_floats()?;
        let (to, from) = shape.scales();
        let width = self.kind()?.width;
        let (d, a, b) = (self.group(o.rd, to)?, self.group(o.rs2, from)?, self.second(o)?);
        self.touch(d);
        may_be_made(d, [Some(a), b], o.masked)?;
        let mut all = 0;
        for index in self.active(o.masked) {
            let (first, of_first) = widened(self.get(a, index), a.width, d.width);
            let (second, of_second) = widened(self.float_at(o, b, index), width, d.width);
            let (value, raised) = meaning.of(first, second, self.get(d, index), d.width, round);
            self.set(d, index, value);
            all |= raised | of_first | of_second;
        }
        Ok(all)
    }

    fn float_reduction(
        &mut self,
        o: &Operands,
        meaning: FloatMeaning,
        shape: Shape,
        round: Round,
    ) -> Checked<u32> {
        self.require_floats()?;
        let (to, _) = shape.scales();
        let a = self.group(o.rs2, 0)?;
        let width = a.width << to;
        require(self.start == 0)?;
        require_format(width)?;
        if self.count == 0 {
            return Ok(0);
        }
        let mut value = self.get(Self::single(o.rs1, width), 0);
        let mut all = 0;
        for index in self.active(o.masked) {
            let (element, of_element) = widened(self.get(a, index), a.width, width);
            let (next, raised) = meaning.of(value, element, 0, width, round);
            value = next;
            all |= raised | of_element;
        }
        self.set(Self::single(o.rd, width), 0, value);
        Ok(all)
    }

    fn float_compare(&mut self, o: &Operands, relation: FloatRelation) -> Checked<u32> {
        self.require_floats()?;
        let (a, b) = (self.group(o.rs2, 0)?, self.second(o)?);
        may_be_made(Self::mask(o.rd), [Some(a), b], false)?;
        self.touch(Self::mask(o.rd));
        let mut all = 0;
        for index in self.active(o.masked) {
            let (holds, raised) = relation.of(self.get(a, index), self.float_at(o, b, index), a.width);
            self.set_bit(o.rd, index, holds == 1);
            all |= raised;
        }
        Ok(all)
    }
}
