//! Operations on the lanes of vectors that p-code names and does not tell.

use super::number::{self, Manner, Outcome};
use crate::arithmetic::{mask, signed};
use libsla::FloatOp;

/// Work on each lane of one or two vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lane {
    /// The lesser or, with `true`, the greater one; with a sign or without.
    Extreme(bool, bool),
    /// Sum or, with `true`, difference, as near as the lane can hold; with a sign or without.
    Saturate(bool, bool),
    /// The mean, rounded up.
    Average,
    /// The upper half of the product, with a sign or without.
    High(bool),
    /// The absolute difference.
    Distance(bool),
    /// To the left, or to the right without a sign or with one, by the lowest 64 bits of the second vector.
    Left,
    Right(bool),
    /// To the left by the lowest byte of the second one, or to the right where that is negative, with a sign or without.
    Shift(bool),
    /// Half of the sum or, with `true`, of the difference; with a sign or without; rounded up or down.
    Halve(bool, bool, bool),
    /// Of the first one: the absolute value, the number of bits that are as the sign, the bits in the other order.
    Absolute,
    SignBits,
    Reverse,
    /// An integer as a number and back, with a sign or without.
    ToNumber(bool),
    ToInteger(bool),
    /// Arm: the lesser or, with `true`, the greater number; a number rather than a NaN.
    Greatest(bool, bool),
    /// On floating-point numbers.
    Float(FloatOp),
    /// x86: the second one, unless the first one is less or, with `true`, greater.
    Number(bool),
}

/// Work on vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lanes {
    /// On lanes of so many bytes, or on one lane if that is 0.
    Each(Lane, u8),
    /// On lanes of as many bytes as the last operand says: those of two vectors, of one, neighbours of both, all of one.
    Sized(Lane),
    One(Lane),
    Pairs(Lane),
    Across(Lane),
    /// Products, or sums, or differences, of lanes as those, which are twice as wide.
    Long(char, bool),
    /// Lanes as those in the other order, in parts of so many bytes.
    Turned(u8),
    /// The sum of all lanes, twice as wide.
    Sum(bool),
    /// Bytes of the second vector by the numbers in the third one; those that are too great give 0.
    Table,
    /// Lanes of so many bytes, those of the first vector before those of the second, as near as half their size can hold, with
    /// a sign or without.
    Pack(u8, bool),
    /// Products of lanes of 2 bytes with a sign, added in pairs.
    Products,
    /// Sums of the absolute differences of 8 bytes each.
    Differences,
    /// Lanes of 2 bytes of the second operand in the order of the third one, in the upper half or the lower one.
    Shuffle(bool),
    /// The signs of lanes of so many bytes.
    Signs(u8),
    /// The first operand in each lane.
    Repeat,
    /// The bytes of the second vector behind those of the first one, from the byte on that the third operand says.
    Extract,
}

impl Lanes {
    /// True for work on floating-point numbers.
    pub(crate) fn has_numbers(self) -> bool {
        let (Lanes::Each(lane, _)
        | Lanes::Sized(lane)
        | Lanes::One(lane)
        | Lanes::Pairs(lane)
        | Lanes::Across(lane)) = self
        else {
            return false;
        };
        matches!(
            lane,
            Lane::Float(_) | Lane::Number(_) | Lane::Greatest(..) | Lane::ToNumber(_) | Lane::ToInteger(_)
        )
    }
}

/// The nearest value that so many bytes hold.
fn clamp(value: i128, size: u8, is_signed: bool) -> u128 {
    let (least, most) = if is_signed {
        let half = 1i128 << (8 * u32::from(size) - 1);
        (-half, half - 1)
    } else {
        (0, mask(size) as i128)
    };
    value.clamp(least, most) as u128
}

fn each(lane: Lane, [a, b]: [u128; 2], whole: u128, size: u8, manner: Manner) -> Outcome {
    let wide = |value: u128, is_signed: bool| if is_signed { signed(value, size) } else { value as i128 };
    let bits = 8 * u32::from(size);
    let value = match lane {
        Lane::Extreme(greater, sign) => {
            let is_less = wide(a, sign) < wide(b, sign);
            if is_less == greater { b } else { a }
        }
        Lane::Saturate(difference, sign) => {
            let (a, b) = (wide(a, sign), wide(b, sign));
            clamp(if difference { a - b } else { a + b }, size, sign)
        }
        Lane::Average => (a + b + 1) >> 1,
        Lane::High(sign) => (wide(a, sign).wrapping_mul(wide(b, sign)) >> bits) as u128,
        Lane::Distance(sign) => wide(a, sign).abs_diff(wide(b, sign)),
        Lane::Left => {
            let count = whole as u64;
            if count < u64::from(bits) { a << count } else { 0 }
        }
        Lane::Right(true) => (signed(a, size) >> (whole as u64).min(u64::from(bits) - 1)) as u128,
        Lane::Right(false) => {
            let count = whole as u64;
            if count < u64::from(bits) { a >> count } else { 0 }
        }
        Lane::Shift(sign) => {
            let count = b as u8 as i8;
            match u32::from(count.unsigned_abs()) {
                count if b as i8 >= 0 && count < bits => a << count,
                _ if b as i8 >= 0 => 0,
                count if sign => (signed(a, size) >> count.min(bits - 1)) as u128,
                count if count < bits => a >> count,
                _ => 0,
            }
        }
        Lane::Halve(difference, sign, up) => {
            let (a, b) = (wide(a, sign), wide(b, sign));
            (if difference { a - b } else { a + b + i128::from(up) } >> 1) as u128
        }
        Lane::Absolute => signed(a, size).unsigned_abs(),
        Lane::SignBits => {
            let other = if signed(a, size) < 0 { !a & mask(size) } else { a };
            (other.leading_zeros() - (128 - bits) - 1).into()
        }
        Lane::Reverse => a.reverse_bits() >> (128 - bits),
        Lane::ToNumber(sign) => return number::from_integer(a, size, size, sign, manner.round),
        Lane::ToInteger(sign) => {
            let manner = Manner { round: rustc_apfloat::Round::TowardZero, ..manner };
            return number::to_integer(a, size, size, sign, manner);
        }
        Lane::Greatest(greater, is_number) => {
            return number::greatest([a, b], greater, is_number, size, manner);
        }
        Lane::Float(FloatOp::SquareRoot) => {
            return number::float(FloatOp::SquareRoot, [b, b], [size; 2], manner);
        }
        Lane::Float(work) => return number::float(work, [a, b], [size; 2], manner),
        Lane::Number(greater) => {
            let operands = if greater { [b, a] } else { [a, b] };
            let (holds, raised) = number::float(FloatOp::LessThan, operands, [size, 1], manner);
            return (if holds == 1 { a } else { b }, raised);
        }
    };
    (value & mask(size), 0)
}

/// A size of lanes that divides a vector.
fn lane_size(operand: u128, length: u8) -> u8 {
    match operand as u8 {
        size @ (1 | 2 | 4 | 8) => size.min(length),
        _ => length.min(8),
    }
}

/// All lanes together: first those that are half a vector apart.
fn across(mut lanes: Vec<u128>, mut both: impl FnMut(u128, u128) -> u128) -> u128 {
    while lanes.len() > 1 {
        lanes = lanes.chunks(2).map(|pair| both(pair[0], pair[pair.len() - 1])).collect();
    }
    lanes.first().copied().unwrap_or(0)
}

/// The lanes of a vector of so many bytes.
fn lanes(vector: u128, size: u8, length: u8) -> impl Iterator<Item = u128> {
    (0..length / size).map(move |lane| vector >> (8 * u32::from(lane) * u32::from(size)) & mask(size))
}

/// A vector of lanes of so many bytes.
fn vector(lanes: impl Iterator<Item = u128>, size: u8) -> u128 {
    let places = (0..128 / (8 * u32::from(size))).map(|lane| lane * 8 * u32::from(size));
    lanes.zip(places).fold(0, |all, (lane, place)| all | (lane & mask(size)) << place)
}

/// The result of work on vectors of so many bytes.
pub(crate) fn compute(work: Lanes, [a, b, c]: [u128; 3], length: u8, manner: Manner) -> Outcome {
    let value = match work {
        Lanes::Each(..) | Lanes::Sized(_) | Lanes::One(_) | Lanes::Pairs(_) | Lanes::Across(_) => {
            let (lane, size) = match work {
                Lanes::Each(lane, 0) => (lane, length),
                Lanes::Each(lane, size) => (lane, size),
                Lanes::One(lane) | Lanes::Across(lane) => (lane, lane_size(b, length)),
                Lanes::Sized(lane) | Lanes::Pairs(lane) => (lane, lane_size(c, length)),
                _ => return (0, 0),
            };
            let mut all = 0;
            let mut both = |x: u128, y: u128| {
                let (value, raised) = each(lane, [x, y], b, size, manner);
                all |= raised;
                value
            };
            let value = match work {
                Lanes::Pairs(_) => {
                    let own: Vec<u128> = lanes(a, size, length).chain(lanes(b, size, length)).collect();
                    vector(own.chunks(2).map(|pair| both(pair[0], pair[pair.len() - 1])), size)
                }
                Lanes::Across(_) => across(lanes(a, size, length).collect(), both),
                Lanes::One(_) => vector(lanes(a, size, length).map(|lane| both(lane, 0)), size),
                _ => {
                    vector(lanes(a, size, length).zip(lanes(b, size, length)).map(|(x, y)| both(x, y)), size)
                }
            };
            return (value, all);
        }
        Lanes::Long(how, sign) => {
            let size = lane_size(c, length);
            let wide = |value: u128| if sign { signed(value, size) } else { value as i128 };
            let pairs = lanes(a, size, length).zip(lanes(b, size, length)).map(|(x, y)| (wide(x), wide(y)));
            let results = pairs.map(|(x, y)| match how {
                '*' => x.wrapping_mul(y) as u128,
                '-' => (x - y) as u128,
                'd' => x.abs_diff(y),
                _ => (x + y) as u128,
            });
            vector(results, size.min(8) * 2)
        }
        Lanes::Turned(part) => {
            let size = lane_size(b, length).min(part);
            let parts = lanes(a, part, length).map(|one| {
                let own: Vec<u128> = lanes(one, size, part).collect();
                vector(own.into_iter().rev(), size)
            });
            vector(parts, part)
        }
        Lanes::Sum(sign) => {
            let size = lane_size(b, length);
            lanes(a, size, length).fold(0, |sum: u128, lane| {
                sum.wrapping_add(if sign { signed(lane, size) as u128 } else { lane })
            })
        }
        Lanes::Table => {
            let chosen = lanes(c, 1, length).map(|number| if number < 16 { b >> (8 * number) } else { 0 });
            vector(chosen, 1)
        }
        Lanes::Pack(size, sign) => {
            let all = lanes(a, size, length).chain(lanes(b, size, length));
            vector(all.map(|lane| clamp(signed(lane, size), size / 2, sign)), size / 2)
        }
        Lanes::Products => {
            let sum = |(x, y): (u128, u128)| {
                let product = |at: u32| signed(x >> at & 0xffff, 2) * signed(y >> at & 0xffff, 2);
                (product(0) + product(16)) as u128
            };
            vector(lanes(a, 4, length).zip(lanes(b, 4, length)).map(sum), 4)
        }
        Lanes::Differences => {
            let sum = |(x, y)| lanes(x, 1, 8).zip(lanes(y, 1, 8)).map(|(x, y)| x.abs_diff(y)).sum();
            vector(lanes(a, 8, length).zip(lanes(b, 8, length)).map(sum), 8)
        }
        Lanes::Shuffle(upper) => {
            let (kept, half) = if upper { (mask(8), b >> 64) } else { (!mask(8), b & mask(8)) };
            let chosen = lanes(c, 1, 1).flat_map(|order| (0..4).map(move |lane| order >> (2 * lane) & 3));
            let moved = vector(chosen.map(|lane| half >> (16 * lane)), 2);
            b & kept | moved << if upper { 64 } else { 0 }
        }
        Lanes::Signs(size) => {
            let top = 8 * u32::from(size) - 1;
            lanes(b, size, length).zip(0..).fold(0, |all, (lane, at)| all | (lane >> top) << at)
        }
        Lanes::Repeat => vector(std::iter::repeat(a), lane_size(b, 16)),
        Lanes::Extract => {
            let from = 8 * (c as u32 & 15);
            let upper = if from == 0 { 0 } else { b << (8 * u32::from(length) - from) };
            (a >> from | upper) & mask(length)
        }
    };
    (value, 0)
}
