//! Operations on integers of 128 bits.

use super::super::fields::bits as field;
use super::super::predecode::General;
use super::alu::{combined, id};
use super::pairs::{product, product_signed};

/// The operands of one operation on 128 bits.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Wide {
    /// The operands; the last one is always at index 2.
    pub(super) p: [u128; 3],
    /// The immediate operand as it stands in the instruction, sign-extended, if there is one.
    pub(super) raw: Option<u128>,
    /// Options in IM5.
    pub(super) options: u8,
    /// The mask element, or the numeric control register.
    pub(super) mask: u128,
    /// Whether there is a mask register.
    pub(super) masked: bool,
    /// The fallback element.
    pub(super) fallback: u128,
    /// Whether the element has an odd number.
    pub(super) odd: bool,
}

/// Width in bits.
const BITS: u128 = 128;

/// The result of an operation on integers of 128 bits, or `None` where it does not exist.
pub(super) fn compute(g: &General, v: &Wide) -> Option<u128> {
    let [a, b, c] = v.p;
    let count = v.raw.unwrap_or(c);
    let shift = u32::try_from(c).ok().filter(|&count| count < 128);
    let im1 = g.instruction.words.get(field::IM1) as u8;
    Some(match g.instruction.form.id {
        id::MOVE => c,
        id::AND => b & c,
        id::OR => b | c,
        id::XOR => b ^ c,
        id::SELECT_BITS => a & c | b & !c,
        id::COMPARE | id::TEST_BIT | id::TEST_BITS_AND | id::TEST_BITS_OR => {
            return Some(boolean(g.instruction.form.id, v));
        }
        id::ADD => b.wrapping_add(c),
        id::SUB => b.wrapping_sub(c),
        0xA => c.wrapping_sub(b),
        id::MUL => b.wrapping_mul(c),
        0xC => product_signed(b, c, 128).1,
        0xD => product(b, c, 128).1,
        0xE => divide(b as i128, c as i128, v.options & 3) as u128,
        0x10 => divide(c as i128, b as i128, v.options & 3) as u128,
        0xF => divide_unsigned(b, c, v.options & 3),
        0x11 => divide_unsigned(c, b, v.options & 3),
        // By 0 and where the quotient overflows the dividend stays.
        0x12 => (b as i128).checked_rem(c as i128).map_or(b, |rest| rest as u128),
        0x13 => b.checked_rem(c).unwrap_or(b),
        0x14 | 0x15 => extreme(g.instruction.form.id == 0x15, v),
        id::SHIFT_LEFT => shift.map_or(0, |count| b << count),
        0x21 => b.rotate_left((c & 127) as u32),
        id::SHIFT_RIGHT_S => ((b as i128) >> shift.unwrap_or(127)) as u128,
        id::SHIFT_RIGHT_U => shift.map_or(0, |count| b >> count),
        0x24..=0x26 => {
            let bit = if count < BITS { 1u128 << count } else { 0 };
            match g.instruction.form.id {
                0x24 => b & !bit,
                0x25 => b | bit,
                _ => b ^ bit,
            }
        }
        0x31 | 0x32 => {
            let (b, c) = if g.instruction.form.id == 0x32 { (c, b) } else { (b, c) };
            let options = if v.odd { v.options >> 1 } else { v.options };
            let negated =
                |value: u128, bit: u8| if options & bit != 0 { value.wrapping_neg() } else { value };
            negated(a, 1).wrapping_mul(b).wrapping_add(negated(c, 4))
        }
        0x33 => [a, b, c].into_iter().enumerate().fold(0u128, |sum, (index, part)| {
            if v.options >> index & 1 != 0 { sum.wrapping_sub(part) } else { sum.wrapping_add(part) }
        }),
        // Replaced afterwards by the vector that was moved.
        id::FUNNEL_SHIFT => 0,
        // The second operand of these is the constant.
        0xA0000 => match (b as i128).checked_abs() {
            Some(size) => size as u128,
            None => match im1 & 3 {
                0 => b,
                1 => i128::MAX as u128,
                _ => 0,
            },
        },
        0x10001 if b == 0 => {
            if im1 & 0x10 != 0 {
                u128::MAX
            } else {
                0
            }
        }
        0x10001 if im1 & 1 != 0 => u128::from(127 - b.leading_zeros()),
        0x10001 => b.trailing_zeros().into(),
        0x13018 => b.count_ones().into(),
        0x13014 | 0x13015 if im1 & 1 == 0 => b.swap_bytes(),
        0x13014 | 0x13015 => b.reverse_bits(),
        0x28700 => {
            let (from, to) =
                (g.instruction.words.get(field::IM4) & 0xFF, g.instruction.words.get(field::IM4) >> 8);
            if from >= 128 || to >= 128 {
                return None;
            }
            let mask = ((1u128 << g.instruction.words.get(field::IM5)) - 1) << to;
            a & !mask | (b >> from) << to & mask
        }
        0x22603 => truth_table(g, v),
        0x12020 => (b as i128).saturating_add(c as i128) as u128,
        0x12021 => b.saturating_add(c),
        0x12022 => (b as i128).saturating_sub(c as i128) as u128,
        0x12023 => b.saturating_sub(c),
        0x12024 => (b as i128).saturating_mul(c as i128) as u128,
        0x12025 => b.saturating_mul(c),
        _ => return None,
    })
}

/// Signed division, rounded by options 0 and 1 as in shorter types.
fn divide(n: i128, d: i128, mode: u8) -> i128 {
    if d == 0 {
        return if n < 0 { i128::MIN } else { i128::MAX };
    }
    let (quotient, rest) = (n.wrapping_div(d), n.wrapping_rem(d));
    let away = if (n < 0) == (d < 0) { 1 } else { -1 };
    let adjust = match mode {
        1 => rest != 0 && away < 0,
        2 => rest != 0 && away > 0,
        3 => rounds_up(rest.unsigned_abs(), d.unsigned_abs(), quotient & 1 != 0),
        _ => false,
    };
    if adjust { quotient.wrapping_add(away) } else { quotient }
}

fn divide_unsigned(n: u128, d: u128, mode: u8) -> u128 {
    let Some(quotient) = n.checked_div(d) else { return u128::MAX };
    let rest = n.checked_rem(d).unwrap_or(0);
    let adjust = match mode {
        2 => rest != 0,
        3 => rounds_up(rest, d, quotient & 1 != 0),
        _ => false,
    };
    if adjust { quotient.wrapping_add(1) } else { quotient }
}

/// Whether a quotient is rounded away from 0 to the nearest or even number.
fn rounds_up(rest: u128, divisor: u128, odd: bool) -> bool {
    let other = divisor.wrapping_sub(rest);
    rest != 0 && (rest > other || rest == other && odd)
}

/// Minimum and maximum: option 2 a minimum not below 0, 3 unsigned.
fn extreme(largest: bool, v: &Wide) -> u128 {
    let [_, a, b] = v.p;
    if v.options & 8 != 0 {
        return if largest { a.max(b) } else { a.min(b) };
    }
    let (a, b) = (a as i128, b as i128);
    let result = if largest { a.max(b) } else { a.min(b) };
    if v.options & 4 != 0 && !largest { result.max(0) as u128 } else { result as u128 }
}

/// Comparisons and bit tests, with what options, mask and fallback make of them.
fn boolean(operation: u32, v: &Wide) -> u128 {
    let [_, a, b] = v.p;
    let options = v.options;
    let (mask, fallback) = (v.mask & 1 != 0, v.fallback & 1 != 0);
    if operation == id::COMPARE {
        let result = compare(options, a, b);
        let upper = if v.masked { v.mask & !1 } else { 0 };
        return upper | u128::from(combined(result, options >> 4 & 3, mask, fallback));
    }
    let result = match operation {
        id::TEST_BIT => b < BITS && a >> b & 1 != 0,
        id::TEST_BITS_AND => a & b == b,
        _ => a & b != 0,
    };
    let result = result ^ (options & 4 != 0);
    let value = combined(result, options & 3, mask ^ (options & 0x10 != 0), fallback ^ (options & 8 != 0));
    let upper = if options & 0x20 != 0 { v.mask & !1 } else { 0 };
    upper | u128::from(value)
}

/// A comparison with the condition in bits 0 to 3.
fn compare(condition: u8, a: u128, b: u128) -> bool {
    let (x, y) = (a as i128, b as i128);
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

/// Every combination of three bits looks up a bit of the table.
pub(super) fn truth_table(g: &General, v: &Wide) -> u128 {
    let [a, b, c] = v.p;
    let table = u128::from(g.instruction.words.get(field::IM4));
    let mut result = (0..128).fold(0, |sum, bit| {
        let index = a >> bit & 1 | (b >> bit & 1) << 1 | (c >> bit & 1) << 2;
        sum | (table >> index & 1) << bit
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

/// The result of arithmetic with a jump, if it has one, and whether the jump is taken. `operation` and `code` are
/// those of the jump.
pub(super) fn jump(operation: u32, code: u8, a: u128, b: u128) -> Option<(Option<u128>, bool)> {
    let (x, y) = (a as i128, b as i128);
    let opposite = code & 1 != 0;
    let (result, taken) = match operation {
        7 => {
            let taken = match code >> 1 & 7 {
                0 => a == b,
                1 => x < y,
                2 => x > y,
                3 => a < b,
                _ => a > b,
            };
            (None, taken)
        }
        8 | 9 => {
            let subtract = operation == 9;
            let result = if subtract { a.wrapping_sub(b) } else { a.wrapping_add(b) };
            let (overflow, carry) = match subtract {
                true => (x.checked_sub(y).is_none(), a < b),
                false => (x.checked_add(y).is_none(), a.checked_add(b).is_none()),
            };
            let taken = match code >> 1 & 7 {
                0 => result == 0,
                1 => (result as i128) < 0,
                2 => (result as i128) > 0,
                3 => overflow,
                _ => carry,
            };
            (Some(result), taken)
        }
        0x1A => (Some(a & b), a & b == 0),
        0x1B => (Some(a | b), a | b == 0),
        0x1C => (Some(a ^ b), a ^ b == 0),
        0x27 => (None, b < BITS && a >> b & 1 != 0),
        0x28 => (None, a & b == b),
        0x29 => (None, a & b != 0),
        0x51 => {
            let result = a.wrapping_add(1);
            let next = result as i128;
            (Some(result), if code & 2 == 0 { next < y } else { next > y })
        }
        _ => return None,
    };
    Some((result, taken != opposite))
}
