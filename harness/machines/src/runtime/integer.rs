//! Integer runtime functions. Operands narrower than 64 bits have zeros above.

/// Applies a function to the low halves.
fn word(value: u32) -> Option<u64> {
    Some(value.into())
}

pub(super) fn mul32(a: u64, b: u64) -> Option<u64> {
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

pub(super) fn shl32(a: u64, b: u64) -> Option<u64> {
    word((a as u32).wrapping_shl(b as u32))
}

pub(super) fn sar32(a: u64, b: u64) -> Option<u64> {
    word((a as i32).wrapping_shr(b as u32) as u32)
}

pub(super) fn shr32(a: u64, b: u64) -> Option<u64> {
    word((a as u32).wrapping_shr(b as u32))
}

pub(super) fn clz32(a: u64, _: u64) -> Option<u64> {
    word((a as u32).leading_zeros())
}

pub(super) fn ctz32(a: u64, _: u64) -> Option<u64> {
    word((a as u32).trailing_zeros())
}

pub(super) fn ffs32(a: u64, _: u64) -> Option<u64> {
    word(if a as u32 == 0 { 0 } else { (a as u32).trailing_zeros() + 1 })
}

pub(super) fn popcount32(a: u64, _: u64) -> Option<u64> {
    word((a as u32).count_ones())
}

pub(super) fn parity32(a: u64, _: u64) -> Option<u64> {
    word((a as u32).count_ones() & 1)
}

pub(super) fn bswap32(a: u64, _: u64) -> Option<u64> {
    word((a as u32).swap_bytes())
}

pub(super) fn mul64(a: u64, b: u64) -> Option<u64> {
    Some(a.wrapping_mul(b))
}

pub(super) fn div64(a: u64, b: u64) -> Option<u64> {
    (b != 0).then(|| (a as i64).wrapping_div(b as i64) as u64)
}

pub(super) fn udiv64(a: u64, b: u64) -> Option<u64> {
    a.checked_div(b)
}

pub(super) fn mod64(a: u64, b: u64) -> Option<u64> {
    (b != 0).then(|| (a as i64).wrapping_rem(b as i64) as u64)
}

pub(super) fn umod64(a: u64, b: u64) -> Option<u64> {
    a.checked_rem(b)
}

pub(super) fn neg64(a: u64, _: u64) -> Option<u64> {
    Some(a.wrapping_neg())
}

pub(super) fn shl64(a: u64, b: u64) -> Option<u64> {
    Some(a.wrapping_shl(b as u32))
}

pub(super) fn sar64(a: u64, b: u64) -> Option<u64> {
    Some((a as i64).wrapping_shr(b as u32) as u64)
}

pub(super) fn shr64(a: u64, b: u64) -> Option<u64> {
    Some(a.wrapping_shr(b as u32))
}

/// 0, 1 or 2 for less, equal, greater.
fn order(ordering: std::cmp::Ordering) -> Option<u64> {
    Some(match ordering {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 2,
    })
}

pub(super) fn cmp64(a: u64, b: u64) -> Option<u64> {
    order((a as i64).cmp(&(b as i64)))
}

pub(super) fn ucmp64(a: u64, b: u64) -> Option<u64> {
    order(a.cmp(&b))
}

pub(super) fn clz64(a: u64, _: u64) -> Option<u64> {
    word(a.leading_zeros())
}

pub(super) fn ctz64(a: u64, _: u64) -> Option<u64> {
    word(a.trailing_zeros())
}

pub(super) fn ffs64(a: u64, _: u64) -> Option<u64> {
    word(if a == 0 { 0 } else { a.trailing_zeros() + 1 })
}

pub(super) fn popcount64(a: u64, _: u64) -> Option<u64> {
    word(a.count_ones())
}

pub(super) fn parity64(a: u64, _: u64) -> Option<u64> {
    word(a.count_ones() & 1)
}

pub(super) fn bswap64(a: u64, _: u64) -> Option<u64> {
    Some(a.swap_bytes())
}

/// Functions of which a result that overflows is none: libgcc ends the program then.
macro_rules! trapping {
    ($($name:ident, $signed:ident, $unsigned:ident, |$a:ident, $b:ident| $result:expr;)*) => {$(
        pub(super) fn $name(a: u64, b: u64) -> Option<u64> {
            let ($a, $b) = (a as $signed, b as $signed);
            let _ = $b;
            $result.map(|value: $signed| u64::from(value as $unsigned))
        }
    )*};
}

trapping! {
    addv32, i32, u32, |a, b| a.checked_add(b);
    subv32, i32, u32, |a, b| a.checked_sub(b);
    mulv32, i32, u32, |a, b| a.checked_mul(b);
    negv32, i32, u32, |a, b| a.checked_neg();
    absv32, i32, u32, |a, b| a.checked_abs();
    addv64, i64, u64, |a, b| a.checked_add(b);
    subv64, i64, u64, |a, b| a.checked_sub(b);
    mulv64, i64, u64, |a, b| a.checked_mul(b);
    negv64, i64, u64, |a, b| a.checked_neg();
    absv64, i64, u64, |a, b| a.checked_abs();
}
