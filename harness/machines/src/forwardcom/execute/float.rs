//! Floating-point arithmetic with ForwardCom's rules for NaN and subnormal numbers.

use super::super::number::half_to_float;
use super::exact::{Control, Exact};
use crate::ieee;
use rustc_apfloat::Status;

/// Codes in the payload of a NaN that an invalid operation or an exception makes.
pub(super) mod nan {
    pub(in super::super) const DIV_BY_ZERO: u64 = 0b1_1111_0111;
    pub(in super::super) const OVERFLOW_DIV: u64 = 0b1_1110_1111;
    pub(in super::super) const OVERFLOW_MUL: u64 = 0b1_1110_1110;
    pub(in super::super) const OVERFLOW_FMA: u64 = 0b1_1110_1101;
    pub(in super::super) const OVERFLOW_ADD: u64 = 0b1_1110_1100;
    pub(in super::super) const OVERFLOW_CONVERSION: u64 = 0b1_1110_1011;
    pub(in super::super) const UNDERFLOW: u64 = 0b1_1101_1111;
    pub(in super::super) const INEXACT: u64 = 0b1_1101_0111;
    pub(in super::super) const INF_SUB_INF: u64 = 0b1_1110_0100;
    pub(in super::super) const ZERO_MUL_INF: u64 = 0b1_1110_0101;
    pub(in super::super) const INF_DIV_INF: u64 = 0b1_1110_0110;
    pub(in super::super) const ZERO_DIV_ZERO: u64 = 0b1_1110_0111;
    pub(in super::super) const REMAINDER: u64 = 0b1_1100_1100;
    pub(in super::super) const SQRT: u64 = 0b1_1100_1111;
}

/// An operation on two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

/// A binary format: its size and where its parts are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Precision {
    Half,
    Single,
    Double,
}

impl Precision {
    /// The format of an operand type.
    pub(super) fn of(operand_type: u8) -> Option<Self> {
        match operand_type {
            5 => Some(Self::Single),
            6 => Some(Self::Double),
            _ => None,
        }
    }

    /// The format of an operand type where int16 stands for float16.
    pub(super) fn with_half(operand_type: u8) -> Option<Self> {
        if operand_type == 1 { Some(Self::Half) } else { Self::of(operand_type) }
    }

    pub(super) fn mantissa_bits(self) -> u32 {
        match self {
            Self::Half => 10,
            Self::Single => 23,
            Self::Double => 52,
        }
    }

    fn exponent_mask(self) -> u64 {
        (self.sign() - 1) >> self.mantissa_bits()
    }

    /// The sign bit.
    pub(super) fn sign(self) -> u64 {
        match self {
            Self::Half => 1 << 15,
            Self::Single => 1 << 31,
            Self::Double => 1 << 63,
        }
    }

    pub(super) fn infinity(self) -> u64 {
        self.exponent_mask() << self.mantissa_bits()
    }

    pub(super) fn magnitude(self, value: u64) -> u64 {
        value & (self.sign() - 1)
    }

    pub(super) fn is_nan(self, value: u64) -> bool {
        self.magnitude(value) > self.infinity()
    }

    fn is_zero(self, value: u64) -> bool {
        self.magnitude(value) == 0
    }

    fn is_infinite(self, value: u64) -> bool {
        self.magnitude(value) == self.infinity()
    }

    fn is_subnormal(self, value: u64) -> bool {
        let magnitude = self.magnitude(value);
        magnitude != 0 && magnitude >> self.mantissa_bits() == 0
    }

    /// The value as a double, exactly.
    pub(super) fn wide(self, value: u64) -> f64 {
        match self {
            Self::Half => half_to_float(value as u16).into(),
            Self::Single => f32::from_bits(value as u32).into(),
            Self::Double => f64::from_bits(value),
        }
    }

    /// A double rounded to the format.
    pub(super) fn narrow(self, value: f64) -> u64 {
        match self {
            Self::Half => ieee::double_to_half(value).into(),
            Self::Single => (value as f32).to_bits().into(),
            Self::Double => value.to_bits(),
        }
    }

    /// A NaN with a code and the word number of an instruction.
    pub(super) fn make_nan(self, code: u64, place: u64) -> u64 {
        match self {
            Self::Half => 0x7E00 | code,
            Self::Single => 0x7FC0_0000 | code << 13 | place & 0x1FFF,
            Self::Double => {
                0x7FF8_0000_0000_0000 | code << 42 | (place & 0x1FFF) << 29 | place >> 13 & 0x7_FFFF
            }
        }
    }

    /// A NaN that does not signal.
    pub(super) fn quiet(self, value: u64) -> u64 {
        value | 1 << (self.mantissa_bits() - 1)
    }

    /// The NaN that a result takes from its operands: the one with the largest payload.
    pub(super) fn propagated(self, a: u64, b: u64) -> Option<u64> {
        match (self.is_nan(a), self.is_nan(b)) {
            (true, true) => Some(if self.magnitude(a) > self.magnitude(b) { a } else { b }),
            (true, false) => Some(a),
            (false, true) => Some(b),
            (false, false) => None,
        }
    }

    /// 0 with its sign instead of a subnormal number.
    fn flushed(self, value: u64) -> u64 {
        if self.is_subnormal(value) { value & self.sign() } else { value }
    }

    /// One operation. `place` is the word number of the instruction, which goes into the NaN of an invalid
    /// operation or an exception.
    pub(super) fn arithmetic(self, op: Arithmetic, a: u64, b: u64, control: Control, place: u64) -> u64 {
        let impossible = self.is_zero(b) || self.is_infinite(a);
        if let Some(nan) = self.propagated(a, b).filter(|_| op != Arithmetic::Rem || !impossible) {
            let one = self.is_nan(a) != self.is_nan(b);
            return if op == Arithmetic::Rem && one { self.quiet(nan) } else { nan };
        }
        let keep = self.keeps_subnormal(control);
        let (a, b) = if keep { (a, b) } else { (self.flushed(a), self.flushed(b)) };
        let zero = |value| self.is_zero(value);
        let infinite = |value| self.is_infinite(value);
        if op == Arithmetic::Rem && (zero(b) || infinite(a)) {
            return self.make_nan(nan::REMAINDER, place);
        }
        // An infinite number divided by 0 raises nothing.
        if op == Arithmetic::Div && zero(b) && !zero(a) && !infinite(a) && control.exceptions & 1 != 0 {
            return self.make_nan(nan::DIV_BY_ZERO, place) | (a ^ b) & self.sign();
        }
        let finite = !(infinite(a) || infinite(b) || op == Arithmetic::Div && zero(b));
        if !control.is_plain() && finite && op != Arithmetic::Rem {
            let (x, y) = (Exact::of(self, a), Exact::of(self, b));
            let (exact, overflow) = match op {
                Arithmetic::Add => (x.plus(y, control.mode == 1), nan::OVERFLOW_ADD),
                Arithmetic::Sub => (x.plus(y.minus(), control.mode == 1), nan::OVERFLOW_ADD),
                Arithmetic::Mul => (x.times(y), nan::OVERFLOW_MUL),
                _ => (x.over(y), nan::OVERFLOW_DIV),
            };
            return self.finished(exact, control, overflow, place);
        }
        let result = match self {
            // The sum, difference, product and quotient of two singles or halves, rounded to double first,
            // round to the same number again.
            Self::Half | Self::Single => {
                let (x, y) = (self.wide(a), self.wide(b));
                self.narrow(apply(op, x, y))
            }
            Self::Double => apply(op, f64::from_bits(a), f64::from_bits(b)).to_bits(),
        };
        if self.is_nan(result) {
            let code = match op {
                Arithmetic::Mul => nan::ZERO_MUL_INF,
                Arithmetic::Div if zero(b) => nan::ZERO_DIV_ZERO,
                Arithmetic::Div => nan::INF_DIV_INF,
                _ => nan::INF_SUB_INF,
            };
            // The NaN of a division has the sign of the quotient.
            let sign = if op == Arithmetic::Div { (a ^ b) & self.sign() } else { 0 };
            return self.make_nan(code, place) | sign;
        }
        if keep { result } else { self.flushed(result) }
    }

    fn keeps_subnormal(self, control: Control) -> bool {
        control.subnormal || self == Self::Half
    }

    /// A result rounded, or the NaN of the exception that this raises; `overflow` is the code of an overflow.
    pub(super) fn finished(self, exact: Exact, control: Control, overflow: u64, place: u64) -> u64 {
        let (result, raised) = self.rounded(exact, control.mode, !self.keeps_subnormal(control));
        self.checked(result, raised, control, overflow, place)
    }

    /// A result, or the NaN of an exception.
    fn checked(self, result: u64, raised: Status, control: Control, overflow: u64, place: u64) -> u64 {
        let wanted = |status, bit: u8| raised.intersects(status) && control.exceptions & bit != 0;
        if wanted(Status::OVERFLOW, 2) {
            self.make_nan(overflow, place)
        } else if wanted(Status::UNDERFLOW, 4) {
            self.make_nan(nan::UNDERFLOW, place)
        } else if wanted(Status::INEXACT, 8) {
            self.make_nan(nan::INEXACT, place)
        } else {
            result
        }
    }

    /// The sum of three numbers, the first two first, each sum rounded to nearest. None is NaN.
    pub(super) fn sum(self, parts: [u64; 3], control: Control, place: u64) -> u64 {
        let [x, y, z] = parts;
        let nearest = Control { mode: 0, exceptions: 0, ..control };
        let add = |a, b| self.arithmetic(Arithmetic::Add, a, b, nearest, place);
        let first = add(x, y);
        let result = add(first, z);
        if control.exceptions == 0 || parts.into_iter().any(|part| self.is_infinite(part)) {
            return result;
        }
        let flush = !self.keeps_subnormal(control);
        let kept = |value| if flush { self.flushed(value) } else { value };
        let raise = |a, b| {
            if self.is_infinite(a) {
                return Status::OK;
            }
            self.rounded(Exact::of(self, kept(a)).plus(Exact::of(self, kept(b)), false), 0, flush).1
        };
        let raised = raise(x, y) | raise(first, z);
        self.checked(result, raised, control, nan::OVERFLOW_ADD, place)
    }

    /// A number in another format, rounded. NaN becomes quiet and keeps the upper bits of its payload.
    pub(super) fn converted(self, value: u64, to: Self, control: Control, place: u64) -> u64 {
        if self.is_nan(value) {
            return to.quiet(to.narrow(self.wide(value)));
        }
        if self.is_infinite(value) || control.is_plain() && control.subnormal {
            return to.narrow(self.wide(value));
        }
        to.finished(Exact::of(self, value), control, nan::OVERFLOW_CONVERSION, place)
    }

    /// a * b + c with one rounding.
    pub(super) fn fused(self, a: u64, b: u64, c: u64, control: Control, place: u64) -> u64 {
        let nan = [a, b, c].into_iter().filter(|&v| self.is_nan(v)).map(|v| self.magnitude(v)).max();
        if let Some(nan) = nan {
            return nan;
        }
        let keep = self.keeps_subnormal(control);
        let [a, b, c] = [a, b, c].map(|value| if keep { value } else { self.flushed(value) });
        let finite = [a, b, c].into_iter().all(|value| !self.is_infinite(value));
        if !control.is_plain() && finite {
            let product = Exact::of(self, a).times(Exact::of(self, b));
            let exact = product.plus(Exact::of(self, c), control.mode == 1);
            return self.finished(exact, control, nan::OVERFLOW_FMA, place);
        }
        let result = match self {
            Self::Half => self.narrow(self.wide(a) * self.wide(b) + self.wide(c)),
            Self::Single => {
                let [a, b, c] = [a, b, c].map(|value| f32::from_bits(value as u32));
                a.mul_add(b, c).to_bits().into()
            }
            Self::Double => f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c)).to_bits(),
        };
        if self.is_nan(result) {
            let code = if self.is_zero(a) || self.is_zero(b) { nan::ZERO_MUL_INF } else { nan::INF_SUB_INF };
            return self.make_nan(code, place);
        }
        if keep { result } else { self.flushed(result) }
    }

    /// The square root.
    pub(super) fn sqrt(self, a: u64, control: Control, place: u64) -> u64 {
        if self.is_nan(a) {
            return self.quiet(a);
        }
        if a & self.sign() != 0 && !self.is_zero(a) {
            return self.make_nan(nan::SQRT, place);
        }
        if !control.is_plain() && a & self.sign() == 0 && !self.is_infinite(a) {
            return self.finished(Exact::of(self, a).root(), control, nan::INEXACT, place);
        }
        self.narrow(self.wide(a).sqrt())
    }

    /// a * 2^n. Subnormal numbers count as 0, in and out.
    pub(super) fn scaled(self, a: u64, n: i64) -> u64 {
        if self.is_nan(a) {
            return a;
        }
        let exponent = a >> self.mantissa_bits() & self.exponent_mask();
        if exponent == 0 || exponent == self.exponent_mask() {
            return if exponent == 0 { a & self.sign() } else { a };
        }
        let new = (exponent as i64).saturating_add(n);
        if new >= self.exponent_mask() as i64 {
            self.infinity() | a & self.sign()
        } else if new <= 0 {
            a & self.sign()
        } else {
            a & !self.infinity() | (new as u64) << self.mantissa_bits()
        }
    }

    /// The category bits of a number: 0 NaN, 1 zero, 2 and 3 subnormal (negative, positive), 4 and 5
    /// normal, 6 and 7 infinity.
    pub(super) fn category(self, a: u64) -> u8 {
        let positive = u8::from(a & self.sign() == 0);
        if self.is_nan(a) {
            1
        } else if self.is_zero(a) {
            2
        } else if self.is_subnormal(a) {
            4 << positive
        } else if self.is_infinite(a) {
            0x40 << positive
        } else {
            0x10 << positive
        }
    }
}

fn apply(op: Arithmetic, a: f64, b: f64) -> f64 {
    match op {
        Arithmetic::Add => a + b,
        Arithmetic::Sub => a - b,
        Arithmetic::Mul => a * b,
        Arithmetic::Div => a / b,
        Arithmetic::Rem => a % b,
    }
}

/// A number rounded to a whole one by rounding mode 0 to 4: nearest even, down, up, towards 0, odd.
pub(super) fn round(value: f64, mode: u8) -> Option<f64> {
    Some(match mode {
        0 => value.round_ties_even(),
        1 => value.floor(),
        2 => value.ceil(),
        3 => value.trunc(),
        4 if value.fract() == 0.0 || !value.is_finite() => value,
        4 => {
            let down = value.floor();
            if (down / 2.0).fract() == 0.0 { down + 1.0 } else { down }
        }
        _ => return None,
    })
}
