//! The result of one operation for one set of elements, of any size from 8 to 128 bits.

use super::super::fields::bits as field;
use super::super::isa::id;
use super::super::predecode::General;
use super::exact::Control;
use super::float::{Arithmetic, Precision, round};
use super::pairs::{product, product_signed};

/// The operands of one operation. Values are zero-extended from the operand size.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Values {
    /// The operands; the last one is always at index 2.
    pub(super) p: [u128; 3],
    /// The immediate operand as it stands in the instruction, sign-extended, if there is one.
    pub(super) raw: Option<u128>,
    /// Operand type.
    pub(super) operand_type: u8,
    /// Options in IM5.
    pub(super) options: u8,
    /// The mask element, or the numeric control register.
    pub(super) mask: u128,
    /// True if there is a mask register.
    pub(super) masked: bool,
    /// The fallback element.
    pub(super) fallback: u128,
    /// True if the element has an odd number.
    pub(super) odd: bool,
    /// Word number of the instruction.
    pub(super) place: u64,
}

impl Values {
    /// The floating-point format that the operand type or option 5 asks for.
    fn precision(&self) -> Option<Precision> {
        let half = self.operand_type == 1 && self.options & 0x20 != 0;
        Precision::of(self.operand_type).or(half.then_some(Precision::Half))
    }

    /// Rounding and exceptions of floating-point arithmetic; `None` where the rounding mode is reserved.
    fn control(&self) -> Option<Control> {
        Control::of(self.mask as u64)
    }
}

/// Width of an operand type in bits.
pub(super) fn width(operand_type: u8) -> u32 {
    8 * super::super::isa::type_size(operand_type) as u32
}

/// The lowest `width` bits, at least 1.
pub(super) fn low(value: impl Into<u128>, width: u32) -> u128 {
    value.into() & u128::MAX >> (128 - width.clamp(1, 128))
}

/// The lowest `width` bits as a signed number.
pub(super) fn signed(value: impl Into<u128>, width: u32) -> i128 {
    let unused = 128 - width.clamp(1, 128);
    (value.into() << unused) as i128 >> unused
}

/// True if an operation deals with its mask itself.
pub(super) fn handles_mask(operation: u32) -> bool {
    matches!(
        operation,
        id::STORE
            | id::COMPARE
            | id::COMPARE_H
            | id::TEST_BIT
            | id::TEST_BITS_AND
            | id::TEST_BITS_OR
            | id::TRUTH_TAB3
    )
}

/// The result of an operation, or `None` where it does not exist for the type.
pub(super) fn compute(g: &General, v: &Values) -> Option<u128> {
    let i = &g.instruction;
    let operation = i.form.id;
    let bits = width(v.operand_type);
    let [a, b, c] = v.p.map(|value| low(value, bits));
    let float = Precision::of(v.operand_type);
    let im1 = i.words.get(field::IM1) as u8;
    // The number of a bit, which is no number of the operand type.
    let count = if v.operand_type >= 4 { v.raw.unwrap_or(c) } else { c };
    let shift = if c < bits.into() { Some(c as u32) } else { None };
    let in_format = |precision: Precision, op, a: u128, b: u128| {
        Some(precision.arithmetic(op, a as u64, b as u64, v.control()?, v.place).into())
    };
    let half = |op| if v.operand_type == 1 { in_format(Precision::Half, op, b, c) } else { None };
    let result: u128 = match operation {
        id::MOVE => c,
        id::SIGN_EXTEND if bits > 64 || float.is_some() => return None,
        id::SIGN_EXTEND => return Some((signed(c, bits) as u64).into()),
        id::COMPARE | id::COMPARE_H | id::TEST_BIT | id::TEST_BITS_AND | id::TEST_BITS_OR => {
            return boolean(operation, v);
        }
        id::ADD_H => half(Arithmetic::Add)?,
        id::SUB_H => half(Arithmetic::Sub)?,
        id::MUL_H => half(Arithmetic::Mul)?,
        id::ADD | id::SUB | id::SUB_REV | id::MUL | id::DIV_U | id::DIV_REV_U | id::REM
            if float.is_some() =>
        {
            let (op, reverse) = match operation {
                id::ADD => (Arithmetic::Add, false),
                id::SUB => (Arithmetic::Sub, false),
                id::SUB_REV => (Arithmetic::Sub, true),
                id::MUL => (Arithmetic::Mul, false),
                // Floating-point numbers have no unsigned kind: the emulator divides them like others.
                id::DIV_U => (Arithmetic::Div, false),
                id::DIV_REV_U => (Arithmetic::Div, true),
                _ => (Arithmetic::Rem, false),
            };
            let (a, b) = if reverse { (c, b) } else { (b, c) };
            in_format(float?, op, a, b)?
        }
        id::ADD => b.wrapping_add(c),
        id::SUB => b.wrapping_sub(c),
        id::SUB_REV => c.wrapping_sub(b),
        id::MUL => b.wrapping_mul(c),
        id::MUL_HI => product_signed(b, c, bits).1,
        id::MUL_HI_U => product(b, c, bits).1,
        id::DIV | id::DIV_REV => {
            let (n, d) = if operation == id::DIV { (b, c) } else { (c, b) };
            match v.precision() {
                Some(precision) => in_format(precision, Arithmetic::Div, n, d)?,
                None => divide(n, d, v.options & 3, bits),
            }
        }
        id::DIV_U => divide_unsigned(b, c, v.options & 3),
        id::DIV_REV_U => divide_unsigned(c, b, v.options & 3),
        // The most negative number by -1 is an overflow, as a division by 0 is: the dividend stays.
        id::REM if c == 0 || b == 1 << (bits - 1) && signed(c, bits) == -1 => b,
        id::REM => signed(b, bits).wrapping_rem(signed(c, bits)) as u128,
        id::REM_U | id::ROTATE if float.is_some() => return None,
        id::REM_U => b.checked_rem(c).unwrap_or(b),
        id::MIN | id::MAX => extreme(operation == id::MAX, v),
        id::AND => b & c,
        id::OR => b | c,
        id::XOR => b ^ c,
        id::SHIFT_LEFT => match float {
            Some(precision) => precision.scaled(b as u64, signed(count, bits) as i64).into(),
            None => shift.map_or(0, |count| b << count),
        },
        id::ROTATE => {
            let count = c as u32 & (bits - 1);
            b << count | b.checked_shr(bits - count).unwrap_or(0)
        }
        id::SHIFT_RIGHT_S => (signed(b, bits) >> shift.unwrap_or(bits - 1)) as u128,
        id::SHIFT_RIGHT_U => shift.map_or(0, |count| b >> count),
        id::CLEAR_BIT | id::SET_BIT | id::TOGGLE_BIT => {
            let number = low(count, bits);
            let bit = if number < bits.into() { 1 << number } else { 0 };
            match operation {
                id::CLEAR_BIT => b & !bit,
                id::SET_BIT => b | bit,
                _ => b ^ bit,
            }
        }
        id::MUL_ADD | id::MUL_ADD2 => multiply_add(operation == id::MUL_ADD2, v)?,
        id::ADD_ADD => add_add(v)?,
        id::SELECT_BITS => a & c | b & !c,
        // Of vectors this is replaced by the vector that was moved.
        id::FUNNEL_SHIFT => match u32::try_from(low(count, bits)) {
            Ok(count) if count < bits => a >> count | b.checked_shl(bits - count).unwrap_or(0),
            _ => 0,
        },
        // The second operand of these is the constant.
        id::ABS => match float {
            Some(precision) => b & !u128::from(precision.sign()),
            None if b == 1 << (bits - 1) => match im1 & 3 {
                0 => b,
                1 => b - 1,
                _ => 0,
            },
            None => signed(b, bits).unsigned_abs(),
        },
        id::BITSCAN | id::ROUNDP2 | id::BYTE_REVERSE | id::BIT_REVERSE | id::POPCOUNT if float.is_some() => {
            return None;
        }
        id::ROUNDP2 if bits > 64 => return None,
        id::BITSCAN | id::ROUNDP2 if b == 0 => {
            if im1 & 0x10 != 0 {
                u128::MAX
            } else {
                0
            }
        }
        id::BITSCAN if im1 & 1 != 0 => b.ilog2().into(),
        id::BITSCAN => b.trailing_zeros().into(),
        id::ROUNDP2 if b.is_power_of_two() => b,
        id::ROUNDP2 => match (im1 & 1, b.ilog2()) {
            (0, top) => 1 << top,
            (_, top) if top + 1 < bits => 1 << (top + 1),
            _ if im1 & 0x20 != 0 => u128::MAX,
            _ => 0,
        },
        // Both have one code: bit 0 of the constant says which.
        id::BYTE_REVERSE | id::BIT_REVERSE if im1 & 1 == 0 => b.swap_bytes() >> (128 - bits),
        id::BYTE_REVERSE | id::BIT_REVERSE => b.reverse_bits() >> (128 - bits),
        id::POPCOUNT => b.count_ones().into(),
        id::SQRT => Precision::with_half(v.operand_type)?.sqrt(c as u64, v.control()?, v.place).into(),
        id::ROUND => {
            let (precision, b) = (float?, b as u64);
            if precision.is_nan(b) {
                return Some(precision.quiet(b).into());
            }
            let mode = if im1 & 8 != 0 { im1 & 7 } else { (v.mask >> 10) as u8 & 7 };
            precision.narrow(round(precision.wide(b), mode)?).into()
        }
        id::FP_CATEGORY => {
            let precision = Precision::with_half(v.operand_type)?;
            u128::from(precision.category(b as u64) & im1 != 0) | v.mask & !1
        }
        id::INSERT_HI if bits == 64 => low(b, 32) | low(g.raw, 32) << 32,
        // Fields from one place of the second operand to another one of the first.
        id::MOVE_BITS => {
            let (from, to) = (i.words.get(field::IM4) & 0xFF, i.words.get(field::IM4) >> 8);
            if from.max(to) >= bits.max(64) {
                return None;
            }
            let mask = ((1 << i.words.get(field::IM5)) - 1) << to;
            a & !mask | (b >> from) << to & mask
        }
        id::TRUTH_TAB3 => truth_table(i.words.get(field::IM4), [a, b, c], v),
        id::ADD_SS..=id::MUL_US => saturated(operation, v, b, c)?,
        _ => return None,
    };
    Some(low(result, bits))
}

/// Addition, subtraction and multiplication with saturation; even numbers are those of signed operations.
fn saturated(operation: u32, v: &Values, a: u128, b: u128) -> Option<u128> {
    let bits = width(v.operand_type);
    let (x, y) = (signed(a, bits), signed(b, bits));
    let most = i128::MAX >> (128 - bits);
    let within = |exact: i128| exact.clamp(-most - 1, most) as u128;
    Some(match operation {
        _ if v.operand_type > 4 => return None,
        id::ADD_SS => within(x.saturating_add(y)),
        id::SUB_SS => within(x.saturating_sub(y)),
        id::MUL_SS => within(x.saturating_mul(y)),
        id::ADD_US => a.saturating_add(b).min(low(u128::MAX, bits)),
        id::SUB_US => a.saturating_sub(b),
        id::MUL_US => a.saturating_mul(b).min(low(u128::MAX, bits)),
        _ => return None,
    })
}

/// Integer division, rounded by options 0 and 1: 0 towards 0, 1 down, 2 up, 3 to nearest or even. Division by 0
/// gives the largest or smallest number; the one quotient that does not fit wraps around.
fn divide(n: u128, d: u128, mode: u8, bits: u32) -> u128 {
    let (n, d) = (signed(n, bits), signed(d, bits));
    if d == 0 {
        return (if n < 0 { i128::MIN } else { i128::MAX } >> (128 - bits)) as u128;
    }
    let (quotient, rest) = (n.wrapping_div(d), n.wrapping_rem(d));
    let away = if (n < 0) == (d < 0) { 1 } else { -1 };
    let adjust = match mode {
        1 => rest != 0 && away < 0,
        2 => rest != 0 && away > 0,
        3 => rounds_up(rest.unsigned_abs(), d.unsigned_abs(), quotient & 1 != 0),
        _ => false,
    };
    (if adjust { quotient.wrapping_add(away) } else { quotient }) as u128
}

/// As [`divide`], without signs.
fn divide_unsigned(n: u128, d: u128, mode: u8) -> u128 {
    let Some(quotient) = n.checked_div(d) else { return u128::MAX };
    let rest = n - quotient * d;
    let adjust = mode == 2 && rest != 0 || mode == 3 && rounds_up(rest, d, quotient & 1 != 0);
    quotient.wrapping_add(adjust.into())
}

/// True if a quotient is rounded away from 0 to the nearest or even number.
fn rounds_up(rest: u128, divisor: u128, odd: bool) -> bool {
    let other = divisor.wrapping_sub(rest);
    rest != 0 && (rest > other || rest == other && odd)
}

/// Minimum and maximum. Options: 0 ignores NaN, 1 absolute values, 2 a minimum not below 0, 3 unsigned, 5 half
/// precision.
fn extreme(largest: bool, v: &Values) -> u128 {
    let bits = width(v.operand_type);
    let [_, a, b] = v.p.map(|value| low(value, bits));
    if let Some(precision) = v.precision() {
        let absolute = v.options & 2 != 0;
        let [a, b] =
            [a, b].map(|value| if absolute { precision.magnitude(value as u64) } else { value as u64 });
        if v.options & 1 == 0
            && let Some(nan) = precision.propagated(a, b)
        {
            return nan.into();
        }
        let (x, y) = (precision.wide(a), precision.wide(b));
        let first = if largest { x > y } else { x < y };
        return if first { a } else { b }.into();
    }
    if v.options & 8 != 0 {
        return if largest { a.max(b) } else { a.min(b) };
    }
    let (a, b) = (signed(a, bits), signed(b, bits));
    let result = if largest { a.max(b) } else { a.min(b) };
    (if v.options & 4 != 0 && !largest { result.max(0) } else { result }) as u128
}

/// a * b + c or a * c + b, with signs changed by options 0 and 2 (1 and 3 in odd elements).
fn multiply_add(second: bool, v: &Values) -> Option<u128> {
    let [a, b, c] = v.p;
    let (b, c) = if second { (c, b) } else { (b, c) };
    let options = if v.odd { v.options >> 1 } else { v.options };
    let Some(precision) = v.precision() else {
        let a = if options & 1 != 0 { a.wrapping_neg() } else { a };
        let c = if options & 4 != 0 { c.wrapping_neg() } else { c };
        return Some(a.wrapping_mul(b).wrapping_add(c));
    };
    let signed = |value: u128, bit: u8| value as u64 ^ if options & bit != 0 { precision.sign() } else { 0 };
    Some(precision.fused(signed(a, 1), b as u64, signed(c, 4), v.control()?, v.place).into())
}

/// a + b + c with signs changed by options 0 to 2. Floating-point sums add the two largest first.
fn add_add(v: &Values) -> Option<u128> {
    let changed = |index: usize| v.options >> index & 1 != 0;
    let parts = v.p.into_iter().enumerate();
    let Some(precision) = Precision::of(v.operand_type) else {
        return Some(parts.fold(0, |sum: u128, (index, part)| {
            if changed(index) { sum.wrapping_sub(part) } else { sum.wrapping_add(part) }
        }));
    };
    let mut signed = [0; 3];
    for (to, (index, part)) in signed.iter_mut().zip(parts) {
        *to = part as u64 ^ if changed(index) { precision.sign() } else { 0 };
    }
    // The NaN with the largest payload, without its sign.
    let nans = signed.iter().filter(|&&part| precision.is_nan(part)).map(|&part| precision.magnitude(part));
    if let Some(nan) = nans.max() {
        return Some(nan.into());
    }
    signed.sort_by_key(|&part| std::cmp::Reverse(precision.magnitude(part)));
    Some(precision.sum(signed, v.control()?, v.place).into())
}

/// Comparisons and bit tests, combined with the mask and the fallback as the options say.
fn boolean(operation: u32, v: &Values) -> Option<u128> {
    let bits = width(v.operand_type);
    let [_, a, c] = v.p.map(|value| low(value, bits));
    let options = v.options;
    let (mask, fallback) = (v.mask & 1 != 0, v.fallback & 1 != 0);
    let precision = match operation {
        id::COMPARE_H if bits > 64 => return None,
        id::COMPARE_H => Some(Precision::Half),
        id::COMPARE => Precision::of(v.operand_type),
        _ => {
            let b = if v.operand_type > 4 { low(v.raw.unwrap_or(c), bits) } else { c };
            let result = tested(operation, a, b, bits) ^ (options & 4 != 0);
            let (mask, fallback) = (mask ^ (options & 0x10 != 0), fallback ^ (options & 8 != 0));
            let upper = if options & 0x20 != 0 { v.mask & !1 } else { 0 };
            return Some(low(upper | u128::from(combined(result, options & 3, mask, fallback)), bits));
        }
    };
    let result = match precision {
        Some(precision) => compare_float(precision, options, a as u64, c as u64),
        None => compare(options, a, c, bits),
    };
    let upper = if v.masked { v.mask & !1 } else { 0 };
    Some(low(upper | u128::from(combined(result, options >> 4 & 3, mask, fallback)), bits))
}

/// A bit test.
pub(super) fn tested(operation: u32, a: u128, b: u128, bits: u32) -> bool {
    match operation {
        id::TEST_BIT => b < bits.into() && a >> b & 1 != 0,
        id::TEST_BITS_AND => a & b == b,
        _ => a & b != 0,
    }
}

/// A result combined with the mask and the fallback.
fn combined(result: bool, rule: u8, mask: bool, fallback: bool) -> bool {
    match rule {
        0 if mask => result,
        0 => fallback,
        1 => mask && result && fallback,
        2 => mask && (result || fallback),
        _ => mask && (result ^ fallback),
    }
}

/// An integer comparison with the condition in bits 0 to 3.
pub(super) fn compare(condition: u8, a: u128, b: u128, bits: u32) -> bool {
    let (x, y) = (signed(a, bits), signed(b, bits));
    let unsigned = condition & 8 != 0;
    let result = match condition >> 1 & 3 {
        0 => a == b,
        1 if unsigned => a < b,
        1 => x < y,
        2 if unsigned => a > b,
        2 => x > y,
        _ => x.unsigned_abs() < y.unsigned_abs(),
    };
    result ^ (condition & 1 != 0)
}

fn compare_float(precision: Precision, condition: u8, a: u64, b: u64) -> bool {
    if precision.is_nan(a) || precision.is_nan(b) {
        return condition & 8 != 0;
    }
    let (x, y) = (precision.wide(a), precision.wide(b));
    let result = match condition >> 1 & 3 {
        0 => x == y,
        1 => x < y,
        2 => x > y,
        _ => x.abs() < y.abs(),
    };
    result ^ (condition & 1 != 0)
}

/// Every combination of three bits looks up a bit of the table.
fn truth_table(table: u32, [a, b, c]: [u128; 3], v: &Values) -> u128 {
    let mut result = (0..width(v.operand_type)).fold(0, |sum, bit| {
        let index = a >> bit & 1 | (b >> bit & 1) << 1 | (c >> bit & 1) << 2;
        sum | (u128::from(table) >> index & 1) << bit
    });
    if v.mask & 1 == 0 {
        result = v.fallback;
    }
    if v.options & 3 != 0 {
        result &= 1;
        if v.options & 2 != 0 {
            result |= v.mask & !1;
        }
    }
    result
}
