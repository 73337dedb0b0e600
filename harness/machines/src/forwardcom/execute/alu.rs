//! What one operation does with one set of elements.

use super::exact::Control;
use super::float::{Arithmetic, Precision};

/// The operands of one operation. Values are zero-extended from the operand size.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Values {
    /// The operands; the last one is always at index 2.
    pub(super) p: [u64; 3],
    /// The immediate operand as it stands in the instruction, sign-extended, if there is one.
    pub(super) raw: Option<u64>,
    /// Operand type.
    pub(super) operand_type: u8,
    /// Options in IM5.
    pub(super) options: u8,
    /// The mask element, or the numeric control register.
    pub(super) mask: u64,
    /// Whether there is a mask register.
    pub(super) masked: bool,
    /// The fallback element.
    pub(super) fallback: u64,
    /// Whether the element has an odd number.
    pub(super) odd: bool,
    /// Word number of the instruction.
    pub(super) place: u64,
}

/// Numbers of the operations in [`super::super::isa::Form::id`].
pub(super) mod id {
    pub(in super::super) const STORE: u32 = 1;
    pub(in super::super) const MOVE: u32 = 2;
    pub(in super::super) const PREFETCH: u32 = 3;
    pub(in super::super) const SIGN_EXTEND: u32 = 4;
    pub(in super::super) const SIGN_EXTEND_ADD: u32 = 5;
    pub(in super::super) const COMPARE: u32 = 7;
    pub(in super::super) const ADD: u32 = 8;
    pub(in super::super) const SUB: u32 = 9;
    pub(in super::super) const MUL: u32 = 11;
    pub(in super::super) const AND: u32 = 0x1A;
    pub(in super::super) const OR: u32 = 0x1B;
    pub(in super::super) const XOR: u32 = 0x1C;
    pub(in super::super) const SHIFT_LEFT: u32 = 0x20;
    pub(in super::super) const SHIFT_RIGHT_S: u32 = 0x22;
    pub(in super::super) const SHIFT_RIGHT_U: u32 = 0x23;
    pub(in super::super) const TEST_BIT: u32 = 0x27;
    pub(in super::super) const TEST_BITS_AND: u32 = 0x28;
    pub(in super::super) const TEST_BITS_OR: u32 = 0x29;
    pub(in super::super) const SELECT_BITS: u32 = 0x34;
    pub(in super::super) const FUNNEL_SHIFT: u32 = 0x35;
    pub(in super::super) const COMPARE_H: u32 = 0x50007;
}

/// Width of an operand type in bits, at most 64.
pub(super) fn width(operand_type: u8) -> u32 {
    match operand_type {
        0 => 8,
        1 => 16,
        2 | 5 => 32,
        _ => 64,
    }
}

/// The lowest `width` bits.
pub(super) fn low(value: u64, width: u32) -> u64 {
    if width >= 64 { value } else { value & ((1 << width) - 1) }
}

/// The lowest `width` bits as a signed number.
pub(super) fn signed(value: u64, width: u32) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    (value << unused) as i64 >> unused
}

/// Whether an operation deals with its mask itself.
pub(super) fn handles_mask(operation: u32) -> bool {
    matches!(
        operation,
        id::STORE
            | id::COMPARE
            | id::COMPARE_H
            | id::TEST_BIT
            | id::TEST_BITS_AND
            | id::TEST_BITS_OR
            | 0x22603
    )
}

/// The result of an operation, or `None` where it does not exist for the type.
pub(super) fn compute(operation: u32, v: &Values) -> Option<u64> {
    let bits = width(v.operand_type);
    let [a, b, c] = v.p;
    let float = Precision::of(v.operand_type);
    if matches!(v.operand_type, 4 | 7) {
        return None;
    }
    let count = if v.operand_type > 4 { v.raw.unwrap_or(c) } else { c };
    let arithmetic = |op, a, b| Some(float?.arithmetic(op, a, b, Control::of(v.mask)?, v.place));
    let half_of = |op, a, b| {
        let control = Control::of(v.mask)?;
        Some(Precision::Half.arithmetic(op, low(a, 16), low(b, 16), control, v.place))
    };
    let half = |op| half_of(op, b, c).filter(|_| v.operand_type == 1);
    let result = match operation {
        id::MOVE => c,
        id::SIGN_EXTEND => return float.is_none().then(|| signed(c, bits) as u64),
        id::COMPARE | id::COMPARE_H | id::TEST_BIT | id::TEST_BITS_AND | id::TEST_BITS_OR => {
            return boolean(operation, v);
        }
        id::ADD if float.is_some() => arithmetic(Arithmetic::Add, b, c)?,
        id::SUB if float.is_some() => arithmetic(Arithmetic::Sub, b, c)?,
        0xA if float.is_some() => arithmetic(Arithmetic::Sub, c, b)?,
        id::MUL if float.is_some() => arithmetic(Arithmetic::Mul, b, c)?,
        id::ADD => b.wrapping_add(c),
        id::SUB => b.wrapping_sub(c),
        0xA => c.wrapping_sub(b),
        id::MUL => b.wrapping_mul(c),
        0x50008 => half(Arithmetic::Add)?,
        0x50009 => half(Arithmetic::Sub)?,
        0x5000B => half(Arithmetic::Mul)?,
        0xC => ((i128::from(signed(b, bits)) * i128::from(signed(c, bits))) >> bits) as u64,
        0xD => ((u128::from(low(b, bits)) * u128::from(low(c, bits))) >> bits) as u64,
        0xE | 0x10 => {
            let (n, d) = if operation == 0xE { (b, c) } else { (c, b) };
            match float {
                Some(_) => arithmetic(Arithmetic::Div, n, d)?,
                None if v.options & 0x20 != 0 && v.operand_type == 1 => half_of(Arithmetic::Div, n, d)?,
                None => divide(signed(n, bits), signed(d, bits), v.options & 3, bits)? as u64,
            }
        }
        // Floating-point numbers have no signless kind: the emulator divides them like others.
        0xF if float.is_some() => arithmetic(Arithmetic::Div, b, c)?,
        0x11 if float.is_some() => arithmetic(Arithmetic::Div, c, b)?,
        0xF => divide_unsigned(low(b, bits), low(c, bits), v.options & 3)?,
        0x11 => divide_unsigned(low(c, bits), low(b, bits), v.options & 3)?,
        0x12 if float.is_some() => arithmetic(Arithmetic::Rem, b, c)?,
        0x12 => {
            let (n, d) = (signed(b, bits), signed(c, bits));
            // The most negative number by -1 is an overflow, as a division by 0 is: it stays.
            if d == 0 || n == i64::MIN >> (64 - bits) && d == -1 { b } else { n.wrapping_rem(d) as u64 }
        }
        0x13 if float.is_some() => return None,
        0x13 => low(b, bits).checked_rem(low(c, bits)).unwrap_or(b),
        0x14 | 0x15 => extreme(operation == 0x15, v),
        id::AND => b & c,
        id::OR => b | c,
        id::XOR => b ^ c,
        id::SHIFT_LEFT => match float {
            Some(precision) => precision.scaled(b, signed(count, bits)),
            None if low(c, bits) < bits.into() => b << low(c, 6),
            None => 0,
        },
        0x21 if float.is_some() => return None,
        0x21 => rotate(low(b, bits), low(c, bits) as u32, bits),
        id::SHIFT_RIGHT_S => (signed(b, bits) >> low(c, bits).min(u64::from(bits) - 1)) as u64,
        id::SHIFT_RIGHT_U => {
            if low(c, bits) < bits.into() {
                low(b, bits) >> low(c, bits)
            } else {
                0
            }
        }
        0x24..=0x26 => {
            let number = low(count, bits);
            let bit = if number < bits.into() { 1 << number } else { 0 };
            match operation {
                0x24 => b & !bit,
                0x25 => b | bit,
                _ => b ^ bit,
            }
        }
        0x31 | 0x32 => multiply_add(operation == 0x32, v)?,
        0x33 => add_add(v)?,
        id::SELECT_BITS => a & c | b & !c,
        id::FUNNEL_SHIFT => {
            let count = low(count, bits);
            if count >= bits.into() {
                0
            } else {
                low(a, bits) >> count | b.checked_shl(bits - count as u32).unwrap_or(0)
            }
        }
        _ => return None,
    };
    Some(low(result, bits))
}

fn rotate(value: u64, count: u32, bits: u32) -> u64 {
    let count = count & (bits - 1);
    value << count | value.checked_shr(bits - count).unwrap_or(0)
}

/// Integer division, rounded by options 0 and 1: 0 towards 0, 1 down, 2 up, 3 to nearest or even. Division by 0
/// gives the largest or smallest number; the one quotient that does not fit wraps around.
fn divide(n: i64, d: i64, mode: u8, bits: u32) -> Option<i64> {
    let (smallest, largest) = (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits));
    if d == 0 {
        return Some(if n < 0 { smallest } else { largest });
    }
    if n == smallest && d == -1 {
        return Some(smallest);
    }
    let (quotient, rest) = (n.checked_div(d)?, n.checked_rem(d)?);
    let away = if (n < 0) == (d < 0) { 1 } else { -1 };
    let adjust = match mode {
        1 => rest != 0 && away < 0,
        2 => rest != 0 && away > 0,
        3 => {
            let (twice, whole) = (u128::from(rest.unsigned_abs()) * 2, u128::from(d.unsigned_abs()));
            twice > whole || twice == whole && quotient & 1 != 0
        }
        _ => false,
    };
    Some(if adjust { quotient.wrapping_add(away) } else { quotient })
}

fn divide_unsigned(n: u64, d: u64, mode: u8) -> Option<u64> {
    let Some(quotient) = n.checked_div(d) else { return Some(u64::MAX) };
    let rest = n.checked_rem(d)?;
    let adjust = match mode {
        2 => rest != 0,
        3 => {
            let (twice, whole) = (u128::from(rest) * 2, u128::from(d));
            twice > whole || twice == whole && quotient & 1 != 0
        }
        _ => false,
    };
    Some(if adjust { quotient.wrapping_add(1) } else { quotient })
}

/// Minimum and maximum. Options: 0 ignores NaN, 1 absolute values, 2 a minimum not below 0, 3 unsigned, 5 half
/// precision.
fn extreme(largest: bool, v: &Values) -> u64 {
    let [_, a, b] = v.p;
    let bits = width(v.operand_type);
    let half = v.operand_type == 1 && v.options & 0x20 != 0;
    if let Some(precision) = Precision::of(v.operand_type).or(half.then_some(Precision::Half)) {
        let (a, b) = (low(a, bits), low(b, bits));
        let (a, b) =
            if v.options & 2 != 0 { (precision.magnitude(a), precision.magnitude(b)) } else { (a, b) };
        if v.options & 1 == 0
            && let Some(nan) = precision.propagated(a, b)
        {
            return nan;
        }
        let (x, y) = (precision.wide(a), precision.wide(b));
        let first = if largest { x > y } else { x < y };
        return if first { a } else { b };
    }
    if v.options & 8 != 0 {
        let (a, b) = (low(a, bits), low(b, bits));
        return if largest { a.max(b) } else { a.min(b) };
    }
    let (a, b) = (signed(a, bits), signed(b, bits));
    let result = if largest { a.max(b) } else { a.min(b) };
    if v.options & 4 != 0 && !largest { result.max(0) as u64 } else { result as u64 }
}

/// a * b + c or a * c + b, with signs changed by options 0 and 2 (1 and 3 in odd elements).
fn multiply_add(second: bool, v: &Values) -> Option<u64> {
    let [a, b, c] = v.p;
    let (b, c) = if second { (c, b) } else { (b, c) };
    let options = if v.odd { v.options >> 1 } else { v.options };
    let half = v.operand_type == 1 && v.options & 0x20 != 0;
    let precision = Precision::of(v.operand_type).or(half.then_some(Precision::Half));
    let Some(precision) = precision else {
        let a = if options & 1 != 0 { a.wrapping_neg() } else { a };
        let c = if options & 4 != 0 { c.wrapping_neg() } else { c };
        return Some(a.wrapping_mul(b).wrapping_add(c));
    };
    let a = if options & 1 != 0 { a ^ precision.sign() } else { a };
    let c = if options & 4 != 0 { c ^ precision.sign() } else { c };
    Some(precision.fused(a, b, c, Control::of(v.mask)?, v.place))
}

/// a + b + c with signs changed by options 0 to 2. Floating-point sums add the two largest first.
fn add_add(v: &Values) -> Option<u64> {
    let [a, b, c] = v.p;
    let parts = [a, b, c];
    let changed = |index: usize| v.options >> index & 1 != 0;
    let Some(precision) = Precision::of(v.operand_type) else {
        return Some((0..3).fold(0, |sum: u64, index| {
            let part = parts.get(index).copied().unwrap_or(0);
            if changed(index) { sum.wrapping_sub(part) } else { sum.wrapping_add(part) }
        }));
    };
    let mut parts = [0, 1, 2].map(|index: usize| {
        let part = parts.get(index).copied().unwrap_or(0);
        if changed(index) { part ^ precision.sign() } else { part }
    });
    // The NaN with the largest payload, without its sign.
    if let Some(nan) =
        parts.iter().filter(|&&part| precision.is_nan(part)).map(|&part| precision.magnitude(part)).max()
    {
        return Some(nan);
    }
    parts.sort_by_key(|&part| std::cmp::Reverse(precision.magnitude(part)));
    Some(precision.sum(parts, Control::of(v.mask)?, v.place))
}

/// Comparisons and bit tests, with what options, mask and fallback make of them.
fn boolean(operation: u32, v: &Values) -> Option<u64> {
    let bits = width(v.operand_type);
    let [_, a, c] = v.p;
    let a = low(a, bits);
    let test = operation != id::COMPARE && operation != id::COMPARE_H;
    let float = operation == id::COMPARE_H || v.operand_type > 4;
    let b = low(if test && v.operand_type > 4 { v.raw.unwrap_or(c) } else { c }, bits);
    let options = v.options;
    if !test {
        let result = if float {
            let precision =
                if operation == id::COMPARE_H { Precision::Half } else { Precision::of(v.operand_type)? };
            compare_float(precision, options, a, b)
        } else {
            compare(options, a, b, bits)
        };
        return Some(combine(result, options >> 4 & 3, v.mask & 1 != 0, v.fallback & 1 != 0, v));
    }
    let result = match operation {
        id::TEST_BIT => b < bits.into() && a >> b & 1 != 0,
        id::TEST_BITS_AND => a & b == b,
        _ => a & b != 0,
    };
    let result = result ^ (options & 4 != 0);
    let fallback = v.fallback & 1 != 0;
    let fallback = fallback ^ (options & 8 != 0);
    let mask = (v.mask & 1 != 0) ^ (options & 0x10 != 0);
    let value = combined(result, options & 3, mask, fallback);
    let upper = if options & 0x20 != 0 { v.mask & !1 } else { 0 };
    Some(low(upper | u64::from(value), bits))
}

pub(super) fn combined(result: bool, rule: u8, mask: bool, fallback: bool) -> bool {
    match rule {
        0 if mask => result,
        0 => fallback,
        1 => mask && result && fallback,
        2 => mask && (result || fallback),
        _ => mask && (result ^ fallback),
    }
}

fn combine(result: bool, rule: u8, mask: bool, fallback: bool, v: &Values) -> u64 {
    let value = u64::from(combined(result, rule, mask, fallback));
    let upper = if v.masked { v.mask & !1 } else { 0 };
    low(upper | value, width(v.operand_type))
}

/// An integer comparison with the condition in bits 0 to 3.
pub(super) fn compare(condition: u8, a: u64, b: u64, bits: u32) -> bool {
    let sign = 1u64 << (bits - 1);
    let flip = if condition & 6 != 6 && condition & 8 == 0 { sign } else { 0 };
    let absolute = |value: u64| low(if value & sign != 0 { value.wrapping_neg() } else { value }, bits);
    let result = match condition >> 1 & 3 {
        0 => a == b,
        1 => a ^ flip < b ^ flip,
        2 => a ^ flip > b ^ flip,
        _ => absolute(a) < absolute(b),
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
