//! Random numbers around the ends of a field.

use crate::draw::Draw;
use crosscall_model::tool::table::Field;

/// Percentage of numbers that are at an end of the field or next to it.
const AT_AN_END: u32 = 65;

/// Percentage of numbers anywhere in the field.
const INSIDE: u32 = 15;

/// Greatest distance from zero: the range of a word, signed or unsigned.
const FARTHEST: i64 = 0xffff_ffff;

/// Number that fits a field or nearly does: usually the end with this number, modulo the number of ends.
pub(super) fn random(field: &Field, end: usize, draw: &mut Draw<'_, '_>) -> i64 {
    let (low, high) = (field.low.max(-FARTHEST - 1), field.high.min(FARTHEST));
    let unit = field.unit.max(1);
    let number = match draw.below(100) {
        roll if roll < AT_AN_END => {
            let ends = [
                high,
                low - unit,
                low,
                high + unit,
                -unit,
                0,
                2 * low,
                high - unit,
                low + unit,
                2 * high,
                unit,
            ];
            ends.get(end % ends.len()).copied().unwrap_or_default()
        }
        roll if roll < AT_AN_END + INSIDE => inside(low, high, draw) / unit * unit,
        _ => {
            // A power of two or a number next to it, whether it fits or not.
            let power = 1i64 << draw.below(33);
            let near = [power, power - 1, -power, -power - 1, power + 1];
            draw.pick(&near).copied().unwrap_or_default()
        }
    };
    let odd = i64::from(unit > 1 && draw.chance(8));
    (number + odd).clamp(-FARTHEST, FARTHEST)
}

/// Random number of a range.
fn inside(low: i64, high: i64, draw: &mut Draw<'_, '_>) -> i64 {
    let count = high.wrapping_sub(low).wrapping_add(1).max(1);
    low.wrapping_add(word(draw) % count)
}

/// Random number of 32 bits.
pub(super) fn word(draw: &mut Draw<'_, '_>) -> i64 {
    (0..4).fold(0, |word, _| word << 8 | i64::from(draw.byte()))
}
