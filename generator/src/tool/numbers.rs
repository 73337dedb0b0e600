//! Numbers around the ends of a field.

use crate::draw::Draw;
use crosscall_model::tool::table::Field;

/// Percentage of numbers that are at an end of the field or beside it.
const AT_AN_END: u32 = 65;

/// Percentage of numbers anywhere in the field.
const INSIDE: u32 = 15;

/// Farther than this from zero no number is drawn: what a word holds, with a sign or without.
const FARTHEST: i64 = 0xffff_ffff;

/// A number that fits a field or nearly does: mostly the end with this number, counted round and round.
pub(super) fn draw(field: &Field, end: usize, draw: &mut Draw<'_, '_>) -> i64 {
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
            // A power of two and its neighbours, whether they fit or not.
            let power = 1i64 << draw.below(33);
            let near = [power, power - 1, -power, -power - 1, power + 1];
            draw.pick(&near).copied().unwrap_or_default()
        }
    };
    let odd = i64::from(unit > 1 && draw.chance(8));
    (number + odd).clamp(-FARTHEST, FARTHEST)
}

/// Any number of a range.
fn inside(low: i64, high: i64, draw: &mut Draw<'_, '_>) -> i64 {
    let count = high.wrapping_sub(low).wrapping_add(1).max(1);
    low.wrapping_add(word(draw) % count)
}

/// 32 bits.
pub(super) fn word(draw: &mut Draw<'_, '_>) -> i64 {
    (0..4).fold(0, |word, _| word << 8 | i64::from(draw.byte()))
}
