//! Floating-point arithmetic: that of `rustc_apfloat`, with RISC-V's rules around it. A result that is no number is always the
//! same quiet NaN; a result is too small where it would be so too if exponents had no end ("after rounding").

use rustc_apfloat::ieee::{Double, Half, Quad, Single};
use rustc_apfloat::{Category, Float, FloatConvert, Round, Status, StatusAnd};

use super::constants::{self, Value};
use crate::ieee::odd;

/// Bits of `fflags`.
pub mod flags {
    /// The result is not exact.
    pub const INEXACT: u32 = 1;
    /// The result is too small, and not exact.
    pub const UNDERFLOW: u32 = 2;
    /// The result is too large.
    pub const OVERFLOW: u32 = 4;
    /// A finite number was divided by zero.
    pub const DIVISION_BY_ZERO: u32 = 8;
    /// There is no result.
    pub const INVALID: u32 = 16;
    /// All of them.
    pub const ALL: u32 = 31;
}

/// Bits of a result, and the flags it raises.
pub type Outcome = (u64, u32);

/// A format of floating-point numbers.
pub trait Format: Float + FloatConvert<Quad> + FloatConvert<Double> {
    /// Width in bits.
    const WIDTH: u32;
    /// The nearest number of this format to one of another.
    fn from_quad(value: Quad, round: Round) -> StatusAnd<Self>;
    /// The nearest number to a double, ties to even.
    fn from_double(value: f64) -> Self;

    /// The number with these bits.
    fn read(bits: u64) -> Self {
        Self::from_bits(bits.into())
    }

    /// Its bits; the canonical bits of what is no number.
    fn bits(self) -> u64 {
        let nan = Self::NAN.to_bits() as u64;
        if self.is_nan() { nan } else { self.to_bits() as u64 }
    }
}

macro_rules! formats {
    ($($format:ident $width:literal;)*) => {
        $(impl Format for $format {
            const WIDTH: u32 = $width;

            fn from_quad(value: Quad, round: Round) -> StatusAnd<Self> {
                value.convert_r(round, &mut false)
            }

            fn from_double(value: f64) -> Self {
                Double::from_bits(value.to_bits().into()).convert(&mut false).value
            }
        })*
    };
}

formats! {
    Half 16;
    Single 32;
    Double 64;
}

/// The rounding mode with this code; `None` for a reserved one.
pub const fn rounding(code: u8) -> Option<Round> {
    Some(match code {
        0 => Round::NearestTiesToEven,
        1 => Round::TowardZero,
        2 => Round::TowardNegative,
        3 => Round::TowardPositive,
        4 => Round::NearestTiesToAway,
        _ => return None,
    })
}

/// An operation on two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    /// `a + b`.
    Add,
    /// `a - b`.
    Subtract,
    /// `a * b`.
    Multiply,
    /// `a / b`.
    Divide,
}

fn quad<F: Format>(value: F) -> Quad {
    value.convert(&mut false).value
}

/// The outcome of an operation with a result. `exact` gives it with all bits that rounding may need.
pub fn finish<F: Format>(result: StatusAnd<F>, round: Round, exact: impl FnOnce() -> Quad) -> Outcome {
    let status = result.status;
    let mut raised = 0;
    for (from, to) in [
        (Status::INVALID_OP, flags::INVALID),
        (Status::DIV_BY_ZERO, flags::DIVISION_BY_ZERO),
        (Status::OVERFLOW, flags::OVERFLOW | flags::INEXACT),
        (Status::UNDERFLOW, flags::UNDERFLOW | flags::INEXACT),
        (Status::INEXACT, flags::INEXACT),
    ] {
        if status.intersects(from) {
            raised |= to;
        }
    }
    if status.intersects(Status::INEXACT) {
        raised |= edge(result.value.abs(), round, exact);
    }
    (result.value.bits(), raised)
}

/// The flags of an inexact result at an end of the range, for which the crate raises none: it is too small or too large if the
/// exact result is so after rounding to as many bits with any exponent.
fn edge<F: Format>(magnitude: F, round: Round, exact: impl FnOnce() -> Quad) -> u32 {
    // The exact result moved by a power of two, so that it is rounded as within the range.
    let moved = |exact: Quad, by| F::from_quad(exact.scalbn(by), round).value.abs();
    if magnitude.to_bits() == F::smallest_normalized().to_bits() {
        let is_less = moved(exact(), -F::MIN_EXP) < F::from_double(1.0);
        if is_less { flags::UNDERFLOW } else { 0 }
    } else if magnitude.to_bits() == F::largest().to_bits() {
        let is_greater = moved(exact(), -1) > F::largest().scalbn(-1);
        if is_greater { flags::OVERFLOW } else { 0 }
    } else {
        0
    }
}

/// The outcome of an operation with an operand that is no number.
fn nan_of<F: Format>(operands: &[F]) -> Option<Outcome> {
    let signals = operands.iter().any(|operand| operand.is_signaling());
    let is_nan = operands.iter().any(|operand| operand.is_nan());
    is_nan.then(|| (F::NAN.bits(), if signals { flags::INVALID } else { 0 }))
}

/// An operation on two numbers.
pub fn arithmetic<F: Format>(work: Arithmetic, a: u64, b: u64, round: Round) -> Outcome {
    let (a, b) = (F::read(a), F::read(b));
    if let Some(outcome) = nan_of(&[a, b]) {
        return outcome;
    }
    let compute = |round: Round| match work {
        Arithmetic::Add => a.add_r(b, round),
        Arithmetic::Subtract => a.sub_r(b, round),
        Arithmetic::Multiply => a.mul_r(b, round),
        Arithmetic::Divide => a.div_r(b, round),
    };
    finish(compute(round), round, || {
        let (a, b) = (quad(a), quad(b));
        odd(match work {
            Arithmetic::Add => a.add_r(b, Round::TowardZero),
            Arithmetic::Subtract => a.sub_r(b, Round::TowardZero),
            Arithmetic::Multiply => a.mul_r(b, Round::TowardZero),
            Arithmetic::Divide => a.div_r(b, Round::TowardZero),
        })
    })
}

/// `a * b + c`, rounded once; the product and `c` may be negated first.
pub fn multiply_add<F: Format>([a, b, c]: [u64; 3], negate: [bool; 2], round: Round) -> Outcome {
    let (a, b, c) = (F::read(a), F::read(b), F::read(c));
    if let Some((bits, raised)) = nan_of(&[a, b, c]) {
        let has_no_product = a.is_infinite() && b.is_zero() || a.is_zero() && b.is_infinite();
        return (bits, raised | if has_no_product { flags::INVALID } else { 0 });
    }
    let [product, addend] = negate;
    let a = if product { -a } else { a };
    let c = if addend { -c } else { c };
    finish(a.mul_add_r(b, c, round), round, || odd(quad(a).mul_add_r(quad(b), quad(c), Round::TowardZero)))
}

/// The square root.
pub fn square_root<F: Format>(a: u64, round: Round) -> Outcome {
    let value = F::read(a);
    if let Some(outcome) = nan_of(&[value]) {
        return outcome;
    }
    if value.is_zero() || value.is_infinite() && !value.is_negative() {
        return (value.bits(), 0);
    }
    if value.is_negative() {
        return (F::NAN.bits(), flags::INVALID);
    }
    // The host's root is right to nearest; a double has enough bits to be rounded again.
    let double: Double = value.convert(&mut false).value;
    let nearest = F::from_double(f64::from_bits(double.to_bits() as u64).sqrt());
    // The square of a number has at most 106 bits, which a quad holds.
    let square = quad(nearest).mul_r(quad(nearest), Round::TowardZero).value;
    let order = square.partial_cmp(&quad(value));
    if order == Some(std::cmp::Ordering::Equal) {
        return (nearest.bits(), 0);
    }
    let bits = nearest.to_bits() as u64;
    let below = if order == Some(std::cmp::Ordering::Greater) { bits - 1 } else { bits };
    let rounded = match round {
        Round::TowardZero | Round::TowardNegative => below,
        Round::TowardPositive => below + 1,
        _ => bits,
    };
    (rounded, flags::INEXACT)
}

/// The lesser of two numbers, or with `greater` the greater; a number where the other operand is none.
pub fn extreme<F: Format>(a: u64, b: u64, greater: bool) -> Outcome {
    let (x, y) = (F::read(a), F::read(b));
    let raised = if x.is_signaling() || y.is_signaling() { flags::INVALID } else { 0 };
    let value = match (x.is_nan(), y.is_nan()) {
        (true, true) => F::NAN,
        (true, false) => y,
        (false, true) => x,
        (false, false) => {
            let x_is_less = match x.partial_cmp(&y) {
                Some(std::cmp::Ordering::Equal) => x.is_negative(),
                order => order == Some(std::cmp::Ordering::Less),
            };
            if x_is_less == greater { y } else { x }
        }
    };
    (value.bits(), raised)
}

/// As [`extreme`], but no number where one operand is none.
pub fn extreme_of_numbers<F: Format>(a: u64, b: u64, greater: bool) -> Outcome {
    nan_of(&[F::read(a), F::read(b)]).unwrap_or_else(|| extreme::<F>(a, b, greater))
}

/// A relation of two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// `a == b`.
    Equal,
    /// `a < b`.
    Less,
    /// `a <= b`.
    LessOrEqual,
    /// `a < b`; that an operand is no number is not told.
    QuietLess,
    /// `a <= b`; that an operand is no number is not told.
    QuietLessOrEqual,
}

/// Whether a relation holds, as 1 or 0.
pub fn compare<F: Format>(relation: Relation, a: u64, b: u64) -> Outcome {
    let (x, y) = (F::read(a), F::read(b));
    let quiet = !matches!(relation, Relation::Less | Relation::LessOrEqual);
    let invalid = if quiet { x.is_signaling() || y.is_signaling() } else { x.is_nan() || y.is_nan() };
    let order = x.partial_cmp(&y);
    let holds = match relation {
        Relation::Equal => order == Some(std::cmp::Ordering::Equal),
        Relation::Less | Relation::QuietLess => order == Some(std::cmp::Ordering::Less),
        Relation::LessOrEqual | Relation::QuietLessOrEqual => {
            matches!(order, Some(std::cmp::Ordering::Less | std::cmp::Ordering::Equal))
        }
    };
    (holds.into(), if invalid { flags::INVALID } else { 0 })
}

/// The class of a number, one bit of ten.
pub fn classify<F: Format>(a: u64) -> u64 {
    let value = F::read(a);
    let place = match (value.category(), value.is_negative()) {
        (Category::Infinity, true) => 0,
        (Category::Normal, true) if !value.is_denormal() => 1,
        (Category::Normal, true) => 2,
        (Category::Zero, true) => 3,
        (Category::Zero, false) => 4,
        (Category::Normal, false) if value.is_denormal() => 5,
        (Category::Normal, false) => 6,
        (Category::Infinity, false) => 7,
        (Category::NaN, _) if value.is_signaling() => 8,
        (Category::NaN, _) => 9,
    };
    1 << place
}

/// An integer of 32 or 64 bits, with or without a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Integer {
    /// Width in bits.
    pub bits: u32,
    /// Numbers below zero are integers too.
    pub signed: bool,
}

/// A number as an integer; one that is out of range, or no number, as the nearest integer there is or the largest.
pub fn to_integer<F: Format>(a: u64, integer: Integer, round: Round) -> Outcome {
    let value = F::read(a);
    let bits = integer.bits as usize;
    let (result, status) = if integer.signed {
        let result = value.to_i128_r(bits, round, &mut false);
        (result.value as u64, result.status)
    } else {
        let result = value.to_u128_r(bits, round, &mut false);
        (result.value as u64, result.status)
    };
    if status.intersects(Status::INVALID_OP) || value.is_nan() {
        let most = u64::MAX >> (64 - integer.bits + u32::from(integer.signed));
        let least = if integer.signed { !most } else { 0 };
        let result = if value.is_negative() && !value.is_nan() { least } else { most };
        return (result, flags::INVALID);
    }
    (result, if status.intersects(Status::INEXACT) { flags::INEXACT } else { 0 })
}

/// The nearest integer in the same format. Whether it is exact is told if that is asked for.
pub fn integral<F: Format>(a: u64, round: Round, tells: bool) -> Outcome {
    let value = F::read(a);
    if let Some(outcome) = nan_of(&[value]) {
        return outcome;
    }
    let result = value.round_to_integral(round);
    let told = tells && result.status.intersects(Status::INEXACT);
    (result.value.bits(), if told { flags::INEXACT } else { 0 })
}

/// The lowest 32 bits of a number without its fraction, extended by their sign, with the flags of [`to_integer`]; 0 where there is
/// no such number.
pub fn to_modular_word<F: Format>(a: u64) -> Outcome {
    let signed = Integer { bits: 32, signed: true };
    let (near, raised) = to_integer::<F>(a, signed, Round::TowardZero);
    if raised & flags::INVALID == 0 {
        return (near as i32 as i64 as u64, raised);
    }
    // Beyond the words: a product of an integer and a power of two, of which a large one leaves nothing of the lowest bits.
    let value = F::read(a);
    let exponent = value.ilogb();
    if !value.is_finite() || exponent >= i128::BITS as i32 - 1 {
        return (0, raised);
    }
    let whole = value.to_i128_r(128, Round::TowardZero, &mut false).value;
    (whole as i32 as i64 as u64, raised)
}

/// A constant of `fli`.
pub fn constant<F: Format>(number: u8) -> u64 {
    match constants::of(number).map(|constant| constant.value) {
        Some(Value::Number(value)) => F::from_double(value).bits(),
        Some(Value::Smallest) => F::smallest_normalized().bits(),
        Some(Value::Nan) | None => F::NAN.bits(),
    }
}

/// An integer as a number.
pub fn from_integer<F: Format>(value: u64, integer: Integer, round: Round) -> Outcome {
    let unused = 64 - integer.bits;
    let value = value << unused;
    let value = if integer.signed { (value as i64 >> unused).into() } else { i128::from(value >> unused) };
    finish(F::from_i128_r(value, round), round, || Quad::from_i128(value).value)
}

/// A number in another format.
pub fn convert<F: Format, G: Format>(a: u64, round: Round) -> Outcome {
    let value = F::read(a);
    if value.is_nan() {
        return (G::NAN.bits(), if value.is_signaling() { flags::INVALID } else { 0 });
    }
    finish(G::from_quad(quad(value), round), round, || quad(value))
}
