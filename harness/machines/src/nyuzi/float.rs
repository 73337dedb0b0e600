//! Single-precision arithmetic as the reference emulator does it: IEEE 754, rounding to nearest even,
//! with one NaN.

/// The result of every operation that gives no number.
pub const NAN: u32 = 0x7fff_ffff;

/// The bits that an estimate of a reciprocal keeps: sign, exponent, six bits of the fraction.
const ESTIMATE: u32 = 0xfffe_0000;

fn bits(value: f32) -> u32 {
    if value.is_nan() { NAN } else { value.to_bits() }
}

/// a + b.
pub fn add(a: u32, b: u32) -> u32 {
    bits(f32::from_bits(a) + f32::from_bits(b))
}

/// a - b.
pub fn subtract(a: u32, b: u32) -> u32 {
    bits(f32::from_bits(a) - f32::from_bits(b))
}

/// a * b.
pub fn multiply(a: u32, b: u32) -> u32 {
    bits(f32::from_bits(a) * f32::from_bits(b))
}

/// The estimate of 1 / a: of a only the upper bits are looked at, and the result keeps only those.
pub fn reciprocal(a: u32) -> u32 {
    let result = 1.0 / f32::from_bits(a & ESTIMATE);
    if result.is_nan() { NAN } else { result.to_bits() & ESTIMATE }
}

/// a truncated to a signed integer; 0x80000000 for what does not fit.
pub fn to_integer(a: u32) -> u32 {
    let value = f32::from_bits(a);
    let fits = (-2_147_483_648.0..2_147_483_648.0).contains(&value);
    if fits { value as i32 as u32 } else { 0x8000_0000 }
}

/// The signed integer a as a single.
pub fn from_integer(a: u32) -> u32 {
    (a as i32 as f32).to_bits()
}
