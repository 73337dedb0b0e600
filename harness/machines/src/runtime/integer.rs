//! Integer runtime functions. Operands narrower than 64 bits have zeros above.

/// A result of 32 bits.
pub(super) fn word(value: u32) -> Option<u64> {
    Some(value.into())
}

/// A result of 32 bits that has not overflowed: libgcc ends the program otherwise.
pub(super) fn checked32(value: Option<i32>) -> Option<u64> {
    value.map(|value| u64::from(value as u32))
}

/// A result of 64 bits that has not overflowed.
pub(super) fn checked64(value: Option<i64>) -> Option<u64> {
    value.map(|value| value as u64)
}

pub(crate) fn mul32(a: u64, b: u64) -> Option<u64> {
    word((a as u32).wrapping_mul(b as u32))
}

pub(crate) fn div32(a: u64, b: u64) -> Option<u64> {
    let (a, b) = (a as i32, b as i32);
    (b != 0).then(|| u64::from(a.wrapping_div(b) as u32))
}

pub(crate) fn udiv32(a: u64, b: u64) -> Option<u64> {
    (a as u32).checked_div(b as u32).map(u64::from)
}

pub(crate) fn mod32(a: u64, b: u64) -> Option<u64> {
    let (a, b) = (a as i32, b as i32);
    (b != 0).then(|| u64::from(a.wrapping_rem(b) as u32))
}

pub(crate) fn umod32(a: u64, b: u64) -> Option<u64> {
    (a as u32).checked_rem(b as u32).map(u64::from)
}

/// 0, 1 or 2 for less, equal, greater.
pub(super) fn order(ordering: std::cmp::Ordering) -> Option<u64> {
    Some((ordering as i64 + 1) as u64)
}
