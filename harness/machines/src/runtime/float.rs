//! Floating-point runtime functions on IEEE bits: round to nearest even, denormals are numbers.
//!
//! The host's arithmetic gives every result but NaN, whose bits differ between hosts: a NaN operand
//! comes back quiet, the first one before the second, and a new NaN is the positive quiet one.
//! Conversions to integers of values out of range, which C leaves undefined, give the nearest integer
//! there is, and 0 for NaN.

const QUIET32: u32 = 0x0040_0000;
const QUIET64: u64 = 0x0008_0000_0000_0000;

pub(super) fn single(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

pub(super) fn double(bits: u64) -> f64 {
    f64::from_bits(bits)
}

pub(super) fn apply32(a: u64, b: u64, work: fn(f32, f32) -> f32) -> Option<u64> {
    let result = work(single(a), single(b));
    Some(u64::from(match (single(a).is_nan(), single(b).is_nan(), result.is_nan()) {
        (true, _, _) => a as u32 | QUIET32,
        (_, true, _) => b as u32 | QUIET32,
        (_, _, true) => 0x7fc0_0000,
        _ => result.to_bits(),
    }))
}

pub(super) fn apply64(a: u64, b: u64, work: fn(f64, f64) -> f64) -> Option<u64> {
    let result = work(double(a), double(b));
    Some(match (double(a).is_nan(), double(b).is_nan(), result.is_nan()) {
        (true, _, _) => a | QUIET64,
        (_, true, _) => b | QUIET64,
        (_, _, true) => 0x7ff8_0000_0000_0000,
        _ => result.to_bits(),
    })
}

/// The signed 32-bit result of a comparison; `unordered` when an operand is NaN.
fn compare(ordering: Option<std::cmp::Ordering>, unordered: i32) -> Option<u64> {
    let value = ordering.map_or(unordered, |ordering| ordering as i32);
    Some(u64::from(value as u32))
}

pub(super) fn compare32(a: u64, b: u64, unordered: i32) -> Option<u64> {
    compare(single(a).partial_cmp(&single(b)), unordered)
}

pub(super) fn compare64(a: u64, b: u64, unordered: i32) -> Option<u64> {
    compare(double(a).partial_cmp(&double(b)), unordered)
}

pub(super) fn f32_to_f64(a: u64, _: u64) -> Option<u64> {
    let bits = a as u32;
    if single(a).is_nan() {
        let sign = u64::from(bits >> 31) << 63;
        return Some(sign | 0x7ff8_0000_0000_0000 | u64::from(bits & 0x007f_ffff) << 29);
    }
    Some(f64::from(single(a)).to_bits())
}

/// A `float` as bfloat16 in the lower half of a word whose upper half is ones, rounded to the nearest, to even.
pub(super) fn f32_to_bf16(a: u64, _: u64) -> Option<u64> {
    let bits = a as u32;
    let upper = match single(a).is_nan() {
        true => bits >> 16 | 0x40,
        false => bits.wrapping_add(0x7fff + (bits >> 16 & 1)) >> 16,
    };
    Some(u64::from(0xffff_0000 | upper))
}

pub(super) fn f64_to_f32(a: u64, _: u64) -> Option<u64> {
    if double(a).is_nan() {
        let sign = (a >> 63) << 31;
        return Some(sign | 0x7fc0_0000 | (a >> 29 & 0x007f_ffff));
    }
    Some(u64::from((double(a) as f32).to_bits()))
}
