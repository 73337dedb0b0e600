//! Operations on elements that exist in one format only.

use super::super::fields::bits as field;
use super::super::predecode::General;
use super::alu::{Values, low, signed, width};
use super::exact::Control;
use super::float::{Precision, round};
use super::wide::{Wide, truth_table};

/// The result of an operation, or `None` where it does not exist for the type.
pub(super) fn compute_other(g: &General, v: &Values) -> Option<u64> {
    let i = &g.instruction;
    let bits = width(v.operand_type);
    let [a, b, c] = v.p.map(|value| low(value, bits));
    let im1 = i.words.get(field::IM1) as u8;
    let float = Precision::of(v.operand_type);
    if matches!(v.operand_type, 4 | 7) {
        return None;
    }
    let largest = low(u64::MAX, bits) >> 1;
    let result = match i.form.id {
        // The second operand of these is the constant.
        0xA0000 if float.is_some() => b & !float?.sign(),
        0xA0000 if b == largest + 1 => match im1 & 3 {
            0 => b,
            1 => largest,
            _ => 0,
        },
        0xA0000 => signed(b, bits).unsigned_abs(),
        _ if matches!(i.form.id, 0x10001 | 0x10003 | 0x13014 | 0x13015 | 0x13018) && float.is_some() => {
            return None;
        }
        0x10001 if b == 0 => {
            if im1 & 0x10 != 0 {
                u64::MAX
            } else {
                0
            }
        }
        0x10001 if im1 & 1 != 0 => u64::from(63 - b.leading_zeros()),
        0x10001 => b.trailing_zeros().into(),
        0x10003 if b == 0 => {
            if im1 & 0x10 != 0 {
                u64::MAX
            } else {
                0
            }
        }
        0x10003 if b.is_power_of_two() => b,
        0x10003 => {
            let top = 63 - b.leading_zeros();
            match im1 & 1 {
                0 => 1 << top,
                _ if top + 1 >= bits && im1 & 0x20 != 0 => u64::MAX,
                _ if top + 1 >= bits => 0,
                _ => 1 << (top + 1),
            }
        }
        // Both have one code: bit 0 of the constant says which.
        0x13014 | 0x13015 if im1 & 1 == 0 => b.swap_bytes() >> (64 - bits),
        0x13014 | 0x13015 => b.reverse_bits() >> (64 - bits),
        0x13018 => b.count_ones().into(),
        0x1201C => match v.operand_type {
            1 => Precision::Half.sqrt(c, Control::of(v.mask)?, v.place),
            _ => float?.sqrt(c, Control::of(v.mask)?, v.place),
        },
        0x1300E => {
            let precision = float?;
            if precision.is_nan(b) {
                return Some(precision.quiet(b));
            }
            let mode = if im1 & 8 != 0 { im1 & 7 } else { (v.mask >> 10) as u8 & 7 };
            precision.narrow(round(precision.wide(b), mode)?)
        }
        0x54 => {
            let precision = if v.operand_type == 1 { Precision::Half } else { float? };
            u64::from(precision.category(b) & im1 != 0) | v.mask & !1
        }
        0x29001 if bits == 64 => low(b, 32) | low(g.raw, 32) << 32,
        // Fields from one place of the second operand to another one of the first.
        0x28700 => {
            let (from, to) = (i.words.get(field::IM4) & 0xFF, i.words.get(field::IM4) >> 8);
            let count = i.words.get(field::IM5);
            let wanted = low(low(u64::MAX, count), bits);
            if to >= 64 || from >= 64 {
                return None;
            }
            let mask = low(wanted << to, bits);
            a & !mask | (b >> from) << to & mask
        }
        0x22603 => {
            let (p, mask, fallback) = ([a, b, c].map(u128::from), v.mask.into(), v.fallback.into());
            truth_table(g, &Wide { p, mask, fallback, options: v.options, ..Wide::default() }) as u64
        }
        0x12020..=0x12025 => special_arithmetic(i.form.id, v, b, c)?,
        _ => return None,
    };
    Some(low(result, bits))
}

/// Addition, subtraction and multiplication with saturation (signed 0x12020, 0x12022, 0x12024; unsigned the
/// numbers between).
fn special_arithmetic(operation: u32, v: &Values, a: u64, b: u64) -> Option<u64> {
    let bits = width(v.operand_type);
    if v.operand_type > 3 {
        return None;
    }
    let (x, y) = match operation & 1 {
        0 => (i128::from(signed(a, bits)), i128::from(signed(b, bits))),
        _ => (i128::from(a), i128::from(b)),
    };
    let exact = match operation {
        0x12020 | 0x12021 => x + y,
        0x12022 | 0x12023 => x - y,
        // The product of two numbers of 64 bits may not fit; saturation gives the same result.
        0x12024 | 0x12025 => x.saturating_mul(y),
        _ => return None,
    };
    let (smallest, largest) = match operation & 1 {
        0 => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        _ => (0, (1i128 << bits) - 1),
    };
    Some(exact.clamp(smallest, largest) as u64)
}
