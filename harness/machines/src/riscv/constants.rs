//! The constants of `fli` (Zfa, "Load-Immediate Instructions"), by their numbers.

/// A constant.
#[derive(Debug)]
pub(super) struct Constant {
    /// As LLVM prints it.
    pub(super) text: &'static str,
    pub(super) value: Value,
}

/// The value of a constant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value {
    /// The number, or the nearest of the format.
    Number(f64),
    /// The smallest normal number of the format.
    Smallest,
    /// No number.
    Nan,
}

use Value::{Nan, Number, Smallest};

const fn constant(text: &'static str, value: Value) -> Constant {
    Constant { text, value }
}

#[rustfmt::skip]
pub(super) static CONSTANTS: [Constant; 32] = [
    constant("-1.0", Number(-1.0)), constant("min", Smallest),
    constant("1.52587890625e-05", Number(1.0 / 65536.0)), constant("3.0517578125e-05", Number(1.0 / 32768.0)),
    constant("0.00390625", Number(0.00390625)), constant("0.0078125", Number(0.0078125)),
    constant("0.0625", Number(0.0625)), constant("0.125", Number(0.125)),
    constant("0.25", Number(0.25)), constant("0.3125", Number(0.3125)),
    constant("0.375", Number(0.375)), constant("0.4375", Number(0.4375)),
    constant("0.5", Number(0.5)), constant("0.625", Number(0.625)),
    constant("0.75", Number(0.75)), constant("0.875", Number(0.875)),
    constant("1.0", Number(1.0)), constant("1.25", Number(1.25)),
    constant("1.5", Number(1.5)), constant("1.75", Number(1.75)),
    constant("2.0", Number(2.0)), constant("2.5", Number(2.5)),
    constant("3.0", Number(3.0)), constant("4.0", Number(4.0)),
    constant("8.0", Number(8.0)), constant("16.0", Number(16.0)),
    constant("128.0", Number(128.0)), constant("256.0", Number(256.0)),
    constant("32768.0", Number(32768.0)), constant("65536.0", Number(65536.0)),
    constant("inf", Number(f64::INFINITY)), constant("nan", Nan),
];

/// The constant of a number.
pub(super) fn of(number: u8) -> Option<&'static Constant> {
    CONSTANTS.get(usize::from(number))
}

/// The number of the constant that is written so.
pub(super) fn number_of(text: &str) -> Option<u8> {
    let value = text.parse::<f64>().ok().filter(|value| !value.is_nan());
    let is_it = |known: &Constant| {
        known.text == text || matches!(known.value, Number(number) if value == Some(number))
    };
    CONSTANTS.iter().position(is_it).map(|number| number as u8)
}
