//! Floating-point runtime functions on IEEE bits: round to nearest even, denormals are numbers.
//!
//! The host's arithmetic gives every result but NaN, whose bits differ between hosts: a NaN operand
//! comes back quiet, the first one before the second, and a new NaN is the positive quiet one.
//! Conversions to integers of values out of range, which C leaves undefined, give the nearest integer
//! there is, and 0 for NaN.

const QUIET32: u32 = 0x0040_0000;
const QUIET64: u64 = 0x0008_0000_0000_0000;

fn single(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

fn double(bits: u64) -> f64 {
    f64::from_bits(bits)
}

fn apply32(a: u64, b: u64, work: fn(f32, f32) -> f32) -> Option<u64> {
    let result = work(single(a), single(b));
    Some(u64::from(match (single(a).is_nan(), single(b).is_nan(), result.is_nan()) {
        (true, _, _) => a as u32 | QUIET32,
        (_, true, _) => b as u32 | QUIET32,
        (_, _, true) => 0x7fc0_0000,
        _ => result.to_bits(),
    }))
}

fn apply64(a: u64, b: u64, work: fn(f64, f64) -> f64) -> Option<u64> {
    let result = work(double(a), double(b));
    Some(match (double(a).is_nan(), double(b).is_nan(), result.is_nan()) {
        (true, _, _) => a | QUIET64,
        (_, true, _) => b | QUIET64,
        (_, _, true) => 0x7ff8_0000_0000_0000,
        _ => result.to_bits(),
    })
}

pub(super) fn add32(a: u64, b: u64) -> Option<u64> {
    apply32(a, b, |x, y| x + y)
}

pub(super) fn sub32(a: u64, b: u64) -> Option<u64> {
    apply32(a, b, |x, y| x - y)
}

pub(super) fn mul32(a: u64, b: u64) -> Option<u64> {
    apply32(a, b, |x, y| x * y)
}

pub(super) fn div32(a: u64, b: u64) -> Option<u64> {
    apply32(a, b, |x, y| x / y)
}

pub(super) fn neg32(a: u64, _: u64) -> Option<u64> {
    Some(u64::from(a as u32 ^ 0x8000_0000))
}

pub(super) fn add64(a: u64, b: u64) -> Option<u64> {
    apply64(a, b, |x, y| x + y)
}

pub(super) fn sub64(a: u64, b: u64) -> Option<u64> {
    apply64(a, b, |x, y| x - y)
}

pub(super) fn mul64(a: u64, b: u64) -> Option<u64> {
    apply64(a, b, |x, y| x * y)
}

pub(super) fn div64(a: u64, b: u64) -> Option<u64> {
    apply64(a, b, |x, y| x / y)
}

pub(super) fn neg64(a: u64, _: u64) -> Option<u64> {
    Some(a ^ 0x8000_0000_0000_0000)
}

/// The signed 32-bit result of a comparison; `unordered` when an operand is NaN.
fn compare(ordering: Option<std::cmp::Ordering>, unordered: i32) -> Option<u64> {
    let value = ordering.map_or(unordered, |ordering| ordering as i32);
    Some(u64::from(value as u32))
}

pub(super) fn eq32(a: u64, b: u64) -> Option<u64> {
    compare(single(a).partial_cmp(&single(b)), 1)
}

pub(super) fn lt32(a: u64, b: u64) -> Option<u64> {
    compare(single(a).partial_cmp(&single(b)), 1)
}

pub(super) fn gt32(a: u64, b: u64) -> Option<u64> {
    compare(single(a).partial_cmp(&single(b)), -1)
}

pub(super) fn unordered32(a: u64, b: u64) -> Option<u64> {
    Some(u64::from(single(a).is_nan() || single(b).is_nan()))
}

pub(super) fn eq64(a: u64, b: u64) -> Option<u64> {
    compare(double(a).partial_cmp(&double(b)), 1)
}

pub(super) fn lt64(a: u64, b: u64) -> Option<u64> {
    compare(double(a).partial_cmp(&double(b)), 1)
}

pub(super) fn gt64(a: u64, b: u64) -> Option<u64> {
    compare(double(a).partial_cmp(&double(b)), -1)
}

pub(super) fn unordered64(a: u64, b: u64) -> Option<u64> {
    Some(u64::from(double(a).is_nan() || double(b).is_nan()))
}

pub(super) fn f32_to_i32(a: u64, _: u64) -> Option<u64> {
    Some(u64::from(single(a) as i32 as u32))
}

pub(super) fn f32_to_u32(a: u64, _: u64) -> Option<u64> {
    Some(u64::from(single(a) as u32))
}

pub(super) fn f32_to_i64(a: u64, _: u64) -> Option<u64> {
    Some(single(a) as i64 as u64)
}

pub(super) fn f32_to_u64(a: u64, _: u64) -> Option<u64> {
    Some(single(a) as u64)
}

pub(super) fn f64_to_i32(a: u64, _: u64) -> Option<u64> {
    Some(u64::from(double(a) as i32 as u32))
}

pub(super) fn f64_to_u32(a: u64, _: u64) -> Option<u64> {
    Some(u64::from(double(a) as u32))
}

pub(super) fn f64_to_i64(a: u64, _: u64) -> Option<u64> {
    Some(double(a) as i64 as u64)
}

pub(super) fn f64_to_u64(a: u64, _: u64) -> Option<u64> {
    Some(double(a) as u64)
}

pub(super) fn i32_to_f32(a: u64, _: u64) -> Option<u64> {
    Some(u64::from((a as i32 as f32).to_bits()))
}

pub(super) fn u32_to_f32(a: u64, _: u64) -> Option<u64> {
    Some(u64::from((a as u32 as f32).to_bits()))
}

pub(super) fn i64_to_f32(a: u64, _: u64) -> Option<u64> {
    Some(u64::from((a as i64 as f32).to_bits()))
}

pub(super) fn u64_to_f32(a: u64, _: u64) -> Option<u64> {
    Some(u64::from((a as f32).to_bits()))
}

pub(super) fn i32_to_f64(a: u64, _: u64) -> Option<u64> {
    Some(f64::from(a as i32).to_bits())
}

pub(super) fn u32_to_f64(a: u64, _: u64) -> Option<u64> {
    Some(f64::from(a as u32).to_bits())
}

pub(super) fn i64_to_f64(a: u64, _: u64) -> Option<u64> {
    Some((a as i64 as f64).to_bits())
}

pub(super) fn u64_to_f64(a: u64, _: u64) -> Option<u64> {
    Some((a as f64).to_bits())
}

pub(super) fn f32_to_f64(a: u64, _: u64) -> Option<u64> {
    let bits = a as u32;
    if single(a).is_nan() {
        let sign = u64::from(bits >> 31) << 63;
        return Some(sign | 0x7ff8_0000_0000_0000 | u64::from(bits & 0x007f_ffff) << 29);
    }
    Some(f64::from(single(a)).to_bits())
}

pub(super) fn f64_to_f32(a: u64, _: u64) -> Option<u64> {
    if double(a).is_nan() {
        let sign = (a >> 63) << 31;
        return Some(sign | 0x7fc0_0000 | (a >> 29 & 0x007f_ffff));
    }
    Some(u64::from((double(a) as f32).to_bits()))
}
