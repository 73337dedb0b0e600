//! Half precision, and what the floating-point instructions compute. Placeholder order: conversions first.

/// The half nearest to a number, ties to even; beyond the range infinity.
pub fn f64_to_f16(value: f64) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 48) as u16 & 0x8000;
    let exponent = (bits >> 52 & 0x7ff) as i32;
    let fraction = bits & 0x000f_ffff_ffff_ffff;
    if exponent == 0x7ff {
        let payload = (fraction >> 42) as u16;
        return sign | 0x7c00 | if fraction == 0 { 0 } else { 0x200 | payload };
    }
    // The number is significand * 2^(exponent - 1075), with 53 bits of significand.
    let significand = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    let unbiased = exponent.max(1) - 1023;
    // Of the significand, `drop` low bits go: 42 for normal halves, more for subnormal ones.
    let drop = if unbiased >= -14 { 42 } else { 42 + (-14 - unbiased) };
    if drop > 54 {
        return sign;
    }
    let kept = significand >> drop;
    let rest = significand & ((1 << drop) - 1);
    let half = 1u64 << (drop - 1);
    let up = u64::from(rest > half || (rest == half && kept & 1 == 1));
    let rounded = kept + up;
    if unbiased >= -14 {
        // The implicit bit carries into the exponent.
        let biased = (unbiased + 14).clamp(0, 31) as u64;
        let packed = (biased << 10) + rounded;
        return sign | if unbiased > 15 { 0x7c00 } else { packed.min(0x7c00) as u16 };
    }
    sign | rounded as u16
}
