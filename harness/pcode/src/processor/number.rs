//! Floating-point operations of processors that keep what a NaN carries: on halves, singles and doubles by the arithmetic of
//! `crosscall-machines`, which also knows the flags, on extended doubles by `rustc_apfloat`.

use crate::arithmetic::{mask, signed};
use crosscall_machines::riscv::float::{self, Arithmetic, Format, Integer, flags};
use libsla::FloatOp;
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status, StatusAnd};
use std::cmp::Ordering;

/// Bits of a result, and the flags that it raises, which are those of RISC-V and [`DENORMAL`].
pub(crate) type Outcome = (u128, u32);

/// An operand is below the normal range.
pub(crate) const DENORMAL: u32 = 32;

/// What a processor has of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rules {
    /// Of two NaNs the first one counts, what has no result is negative, and an integer out of range is the lowest one.
    X86,
    /// Signalling NaNs count first, what has no result is positive, and an integer out of range is the nearest one.
    Arm,
}

/// How an operation is carried out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Manner {
    pub(crate) rules: Rules,
    pub(crate) round: Round,
    /// Only signalling NaNs make a comparison invalid.
    pub(crate) quiet: bool,
}

impl Manner {
    /// That of operations that have none.
    pub(crate) const PLAIN: Manner =
        Manner { rules: Rules::Arm, round: Round::NearestTiesToEven, quiet: true };
}

/// Bits of the fraction of a format of so many bytes, without the leading one.
const fn fraction(size: u8) -> u32 {
    match size {
        2 => 10,
        4 => 23,
        8 => 52,
        _ => 63,
    }
}

/// The lowest bit of the exponent; an extended double has its leading one below it.
const fn exponent_at(size: u8) -> u32 {
    if size == 10 { 64 } else { fraction(size) }
}

/// The exponent as it is written, the greatest there is, and the fraction.
fn parts(bits: u128, size: u8) -> (u128, u128, u128) {
    let most = (1 << (8 * u32::from(size) - 1 - exponent_at(size))) - 1;
    (bits >> exponent_at(size) & most, most, bits & ((1 << fraction(size)) - 1))
}

pub(crate) fn is_nan(bits: u128, size: u8) -> bool {
    let (exponent, most, fraction) = parts(bits, size);
    exponent == most && fraction != 0
}

fn is_signaling(bits: u128, size: u8) -> bool {
    is_nan(bits, size) && bits >> (fraction(size) - 1) & 1 == 0
}

fn is_denormal(bits: u128, size: u8) -> bool {
    parts(bits, size).0 == 0 && bits & ((1 << exponent_at(size)) - 1) != 0
}

const fn quiet(bits: u128, size: u8) -> u128 {
    bits | 1 << (fraction(size) - 1)
}

impl Rules {
    /// What an operation without a result gives.
    pub(crate) const fn none(self, size: u8) -> u128 {
        let (at, bits) = (exponent_at(size), 8 * size as u32);
        let positive = ((1 << (bits - 1 - at)) - 1) << at
            | 1 << (fraction(size) - 1)
            | if size == 10 { 1 << 63 } else { 0 };
        positive | if matches!(self, Rules::X86) { 1 << (bits - 1) } else { 0 }
    }

    /// The outcome of an operation if one of its operands is a NaN; the first one counts first.
    fn nan(self, operands: &[u128], size: u8) -> Option<Outcome> {
        let mut nans = operands.iter().filter(|operand| is_nan(**operand, size));
        let first = *nans.next()?;
        let signaling = operands.iter().find(|operand| is_signaling(**operand, size));
        let chosen = match (self, nans.next()) {
            // The x87 takes a quiet one, else the greater one.
            (Rules::X86, Some(second))
                if size == 10 && is_signaling(first, 10) != is_signaling(*second, 10) =>
            {
                if is_signaling(first, 10) { *second } else { first }
            }
            (Rules::X86, Some(second)) if size == 10 => {
                let of = |bits: u128| (bits & u128::from(u64::MAX), bits >> 79 == 0);
                if of(*second) > of(first) { *second } else { first }
            }
            (Rules::X86, _) => first,
            (Rules::Arm, _) => *signaling.unwrap_or(&first),
        };
        Some((quiet(chosen, size), if signaling.is_some() { flags::INVALID } else { 0 }))
    }
}

fn raised(status: Status) -> u32 {
    let rows = [
        (Status::INVALID_OP, flags::INVALID),
        (Status::DIV_BY_ZERO, flags::DIVISION_BY_ZERO),
        (Status::OVERFLOW, flags::OVERFLOW | flags::INEXACT),
        (Status::UNDERFLOW, flags::UNDERFLOW | flags::INEXACT),
        (Status::INEXACT, flags::INEXACT),
    ];
    rows.into_iter().filter(|(from, _)| status.intersects(*from)).fold(0, |all, (_, to)| all | to)
}

fn outcome<F: Float>(result: StatusAnd<F>) -> Outcome {
    (result.value.to_bits(), raised(result.status))
}

/// The square root of an extended double that is positive and finite.
fn extended_root(a: X87DoubleExtended, round: Round) -> Outcome {
    let scale = a.ilogb();
    // The number is m * 2^e with an even e and m in [2^126, 2^128).
    let shift = 63 + (scale & 1);
    let significand = a.scalbn(63 - scale).to_u128_r(128, Round::TowardZero, &mut false).value;
    let radicand = significand << shift;
    let root = radicand.isqrt();
    let rest = radicand - root * root;
    // Two more bits: whether there is a rest, and whether it is more than half.
    let wide = root << 2
        | if rest == 0 {
            0
        } else if rest > root {
            3
        } else {
            1
        };
    let value = X87DoubleExtended::from_u128_r(wide, round);
    (value.value.scalbn((scale - (scale & 1)) / 2 - 65).to_bits(), raised(value.status))
}

/// Operations on extended doubles; no operand is a NaN.
fn extended(work: FloatOp, [a, b]: [u128; 2], manner: Manner) -> Outcome {
    let [x, y] = [a, b].map(X87DoubleExtended::from_bits);
    let round = manner.round;
    let apply = |x: X87DoubleExtended, y: X87DoubleExtended| match work {
        FloatOp::Add => x.add_r(y, round),
        FloatOp::Subtract => x.sub_r(y, round),
        FloatOp::Multiply => x.mul_r(y, round),
        _ => x.div_r(y, round),
    };
    match work {
        FloatOp::SquareRoot if x.is_zero() || x.is_pos_infinity() => return (a, 0),
        FloatOp::SquareRoot if x.is_negative() => return (manner.rules.none(10), flags::INVALID),
        FloatOp::SquareRoot => return extended_root(x, round),
        FloatOp::Round | FloatOp::Ceiling | FloatOp::Floor => return outcome(x.round_to_integral(round)),
        _ => {}
    }
    let result = apply(x, y);
    let (bits, mut raised) = outcome(result);
    // The crate raises nothing at the ends of the range: there the result counts that an exponent without an end would give.
    let moved = |by| {
        let is_sum = matches!(work, FloatOp::Add | FloatOp::Subtract);
        apply(x.scalbn(by), if is_sum { y.scalbn(by) } else { y }).value.abs()
    };
    let (magnitude, largest) = (result.value.abs(), X87DoubleExtended::largest());
    let smallest = X87DoubleExtended::smallest_normalized();
    if raised & flags::INEXACT != 0 && magnitude.bitwise_eq(largest) && moved(-1) > largest.scalbn(-1) {
        raised |= flags::OVERFLOW;
    }
    if raised & flags::INEXACT != 0 && magnitude.bitwise_eq(smallest) && moved(1) < smallest.scalbn(1) {
        raised |= flags::UNDERFLOW;
    }
    (bits, raised)
}

/// Operations on numbers of another format; no operand is a NaN.
fn ieee<F: Format>(work: FloatOp, [a, b]: [u128; 2], round: Round) -> Outcome {
    let (x, y) = (a as u64, b as u64);
    let (value, raised) = match work {
        FloatOp::Add => float::arithmetic::<F>(Arithmetic::Add, x, y, round),
        FloatOp::Subtract => float::arithmetic::<F>(Arithmetic::Subtract, x, y, round),
        FloatOp::Multiply => float::arithmetic::<F>(Arithmetic::Multiply, x, y, round),
        FloatOp::Divide => float::arithmetic::<F>(Arithmetic::Divide, x, y, round),
        FloatOp::SquareRoot => float::square_root::<F>(x, round),
        _ => {
            let result = F::read(x).round_to_integral(round);
            return outcome(result);
        }
    };
    (value.into(), raised)
}

macro_rules! by_size {
    ($size:expr, $name:ident ( $($argument:expr),* ), $other:expr) => {
        match $size {
            2 => $name::<Half>($($argument),*),
            4 => $name::<Single>($($argument),*),
            8 => $name::<Double>($($argument),*),
            _ => $other,
        }
    };
}

/// The order of two numbers, none of them a NaN.
fn order(a: u128, b: u128, size: u8) -> Option<Ordering> {
    fn of<F: Float>(a: u128, b: u128) -> Option<Ordering> {
        F::from_bits(a).partial_cmp(&F::from_bits(b))
    }
    by_size!(size, of(a, b), of::<X87DoubleExtended>(a, b))
}

fn relation(work: FloatOp, [a, b]: [u128; 2], size: u8, manner: Manner) -> Outcome {
    let signals = is_signaling(a, size) || is_signaling(b, size);
    let is_none = is_nan(a, size) || is_nan(b, size);
    let order = if is_none { None } else { order(a, b, size) };
    let holds = match work {
        FloatOp::Equal => order == Some(Ordering::Equal),
        FloatOp::NotEqual => order != Some(Ordering::Equal),
        FloatOp::LessThan => order == Some(Ordering::Less),
        _ => matches!(order, Some(Ordering::Less | Ordering::Equal)),
    };
    (holds.into(), if signals || is_none && !manner.quiet { flags::INVALID } else { 0 })
}

/// A number as an integer of so many bytes.
pub(crate) fn to_integer(bits: u128, size: u8, out: u8, is_signed: bool, manner: Manner) -> Outcome {
    fn of<F: Float>(bits: u128, width: usize, is_signed: bool, round: Round) -> Outcome {
        let value = F::from_bits(bits);
        if is_signed {
            let result = value.to_i128_r(width, round, &mut false);
            (result.value as u128, raised(result.status))
        } else {
            let result = value.to_u128_r(width, round, &mut false);
            (result.value, raised(result.status))
        }
    }
    let width = usize::from(out) * 8;
    let (value, raised) = by_size!(
        size,
        of(bits, width, is_signed, manner.round),
        of::<X87DoubleExtended>(bits, width, is_signed, manner.round)
    );
    if raised & flags::INVALID == 0 && !is_nan(bits, size) {
        return (value & mask(out), raised);
    }
    let least = if is_signed { 1 << (width - 1) } else { 0 };
    let is_negative = bits >> (8 * u32::from(size) - 1) & 1 == 1;
    let value = match manner.rules {
        Rules::X86 => 1 << (width - 1),
        Rules::Arm if is_nan(bits, size) => 0,
        Rules::Arm if is_negative => least,
        Rules::Arm => mask(out) - least,
    };
    (value, flags::INVALID)
}

/// An integer of so many bytes as a number.
pub(crate) fn from_integer(value: u128, size: u8, out: u8, is_signed: bool, round: Round) -> Outcome {
    fn of<F: Format>(value: u64, integer: Integer, round: Round) -> Outcome {
        let (bits, raised) = float::from_integer::<F>(value, integer, round);
        (bits.into(), raised)
    }
    let value = if is_signed { signed(value, size) } else { value as i128 };
    // Wider values are extended ones.
    let integer = Integer { bits: 64, signed: i64::try_from(value).is_ok() };
    by_size!(out, of(value as u64, integer, round), outcome(X87DoubleExtended::from_i128_r(value, round)))
}

/// A number in another format.
fn convert(bits: u128, [size, out]: [u8; 2], manner: Manner) -> Outcome {
    fn wide<F: Float + FloatConvert<Quad>>(bits: u128) -> Quad {
        F::from_bits(bits).convert(&mut false).value
    }
    fn narrow<F: Format>(value: Quad, round: Round) -> Outcome {
        let (bits, raised) = float::finish(F::from_quad(value, round), round, || value);
        (bits.into(), raised)
    }
    if is_nan(bits, size) {
        let signals = is_signaling(bits, size);
        let kept = bits & ((1 << fraction(size)) - 1);
        let moved = if fraction(out) >= fraction(size) {
            kept << (fraction(out) - fraction(size))
        } else {
            kept >> (fraction(size) - fraction(out))
        };
        let sign = 1 << (8 * u32::from(out) - 1);
        let is_negative = bits >> (8 * u32::from(size) - 1) & 1 == 1;
        let none = manner.rules.none(out) & !sign & !(1 << (fraction(out) - 1));
        let value = quiet(none | moved, out) | if is_negative { sign } else { 0 };
        return (value, if signals { flags::INVALID } else { 0 });
    }
    let round = manner.round;
    let value = by_size!(size, wide(bits), wide::<X87DoubleExtended>(bits));
    by_size!(out, narrow(value, round), {
        let value: StatusAnd<X87DoubleExtended> = value.convert_r(round, &mut false);
        outcome(value)
    })
}

/// The outcome of an operation where a number counts as too small before it is rounded, as Arm has it: `again` carries out the
/// operation towards zero.
fn before_rounding(
    (bits, raised): Outcome,
    size: u8,
    manner: Manner,
    again: impl Fn(Manner) -> u128,
) -> Outcome {
    let sign = 1 << (8 * u32::from(size) - 1);
    let is_least = bits & !sign == 1 << exponent_at(size);
    let is_small = manner.rules == Rules::Arm && raised & flags::INEXACT != 0 && is_least;
    let rounded = is_small && again(Manner { round: Round::TowardZero, ..manner }) != bits;
    (bits, raised | if rounded { flags::UNDERFLOW } else { 0 })
}

/// A product and a sum, rounded once; the product and what is added may be negated.
pub(crate) fn multiply_add([a, b, c]: [u128; 3], negate: [bool; 2], size: u8, manner: Manner) -> Outcome {
    fn of<F: Format>(operands: [u64; 3], negate: [bool; 2], round: Round) -> Outcome {
        let (bits, raised) = float::multiply_add::<F>(operands, negate, round);
        (bits.into(), raised)
    }
    let sign = 1 << (8 * u32::from(size) - 1);
    let flip = |bits: u128, is_flipped: bool| if is_flipped { bits ^ sign } else { bits };
    let (x, y) = (flip(a, negate[0]), flip(c, negate[1]));
    let rules = manner.rules;
    let is_zero = |bits: u128| bits & mask(size) & !sign == 0;
    let is_infinite = |bits: u128| {
        let (exponent, most, fraction) = parts(bits, size);
        exponent == most && fraction == 0
    };
    let has_no_product = is_zero(a) && is_infinite(b) || is_infinite(a) && is_zero(b);
    if rules == Rules::Arm && has_no_product && is_nan(c, size) && !is_signaling(c, size) {
        return (rules.none(size), flags::INVALID);
    }
    let in_order = if rules == Rules::Arm { [y, x, b] } else { [x, b, y] };
    if let Some(outcome) = rules.nan(&in_order, size) {
        return outcome;
    }
    let fused = |manner: Manner| {
        by_size!(size, of([x, b, y].map(|bits| bits as u64), [false; 2], manner.round), (0, 0))
    };
    let (bits, raised) = before_rounding(fused(manner), size, manner, |manner| fused(manner).0);
    (if is_nan(bits, size) { rules.none(size) } else { bits }, raised)
}

/// A quiet NaN made of a signalling one as it was, with the flags but that it signals.
pub(crate) fn signaling_again(bits: u128, from: u128, [size, out]: [u8; 2], raised: u32) -> Outcome {
    if is_signaling(from, size) {
        (bits & !(1 << (fraction(out) - 1)), raised & !flags::INVALID)
    } else {
        (bits, raised)
    }
}

/// True if what an operation raises, or a NaN among its operands, comes before an operand below the normal range.
pub(crate) fn comes_first([a, b]: [u128; 2], size: u8, raised: u32) -> bool {
    is_nan(a, size) || is_nan(b, size) || raised & (flags::INVALID | flags::DIVISION_BY_ZERO) != 0
}

/// The lesser or the greater of two numbers as Arm has them; with `is_number` a number rather than a quiet NaN.
pub(crate) fn greatest(
    [a, b]: [u128; 2],
    greater: bool,
    is_number: bool,
    size: u8,
    manner: Manner,
) -> Outcome {
    let is_quiet = |bits: u128| is_nan(bits, size) && !is_signaling(bits, size);
    if is_number && is_quiet(a) != is_quiet(b) && !is_signaling(a, size) && !is_signaling(b, size) {
        return (if is_quiet(a) { b } else { a }, 0);
    }
    if let Some(outcome) = manner.rules.nan(&[a, b], size) {
        return outcome;
    }
    let is_less = match order(a, b, size) {
        Some(Ordering::Equal) => a >> (8 * u32::from(size) - 1) & 1 == 1,
        order => order == Some(Ordering::Less),
    };
    (if is_less == greater { b } else { a }, 0)
}

/// The outcome of an operation, by its operands and the sizes of the first of them and of the result.
pub(crate) fn float(work: FloatOp, [a, b]: [u128; 2], [size, out]: [u8; 2], manner: Manner) -> Outcome {
    let rules = manner.rules;
    let sign = 1 << (8 * u32::from(size) - 1);
    let denormal = |operands: &[u128]| {
        if operands.iter().any(|operand| is_denormal(*operand, size)) { DENORMAL } else { 0 }
    };
    match work {
        FloatOp::Negate => (a ^ sign, 0),
        FloatOp::AbsoluteValue => (a & !sign, 0),
        FloatOp::IsNaN => (is_nan(a, size).into(), 0),
        FloatOp::IntToFloat => from_integer(a, size, out, true, manner.round),
        FloatOp::Truncate => to_integer(a, size, out, true, Manner { round: Round::TowardZero, ..manner }),
        FloatOp::FloatToFloat => {
            let result = convert(a, [size, out], manner);
            let again = |manner| convert(a, [size, out], manner).0;
            let (bits, raised) = before_rounding(result, out, manner, again);
            (bits, raised | denormal(&[a]))
        }
        FloatOp::Equal | FloatOp::NotEqual | FloatOp::LessThan | FloatOp::LessThanOrEqual => {
            let (holds, raised) = relation(work, [a, b], size, manner);
            let is_none = is_nan(a, size) || is_nan(b, size);
            (holds, raised | if is_none { 0 } else { denormal(&[a, b]) })
        }
        _ => {
            let is_unary =
                matches!(work, FloatOp::SquareRoot | FloatOp::Ceiling | FloatOp::Floor | FloatOp::Round);
            let both = [a, b];
            let operands = if is_unary { both.get(..1) } else { both.get(..) }.unwrap_or_default();
            if let Some(outcome) = rules.nan(operands, size) {
                return outcome;
            }
            let compute =
                |manner: Manner| by_size!(size, ieee(work, both, manner.round), extended(work, both, manner));
            let (bits, raised) = before_rounding(compute(manner), size, manner, |manner| compute(manner).0);
            let is_first = raised & (flags::INVALID | flags::DIVISION_BY_ZERO) != 0;
            let raised = if is_first { raised } else { raised | denormal(operands) };
            (if is_nan(bits, size) { rules.none(size) } else { bits }, raised)
        }
    }
}
