//! Bytes for AArch64. `layout.txt` has sizes, alignments and places.

use super::{AARCH64, DOCUMENT};
use crate::support::Readings;
use crosscall_oracle::abi;

/// Numbers of determined bits of the arguments of a function.
fn determined(readings: &Readings, text: &str) -> Vec<u32> {
    let plan = abi::plan(&AARCH64.case(text), &mut AARCH64.chooser(readings));
    let bits = |mask: &[u8]| mask.iter().map(|mask| mask.count_ones()).sum();
    plan.arguments.iter().map(|passed| bits(&passed.image.mask)).collect()
}

/// The unused bits of a bit-precise integer are anything, all eight of a truth value are given.
#[test]
fn unused_bits() {
    let text = "void f(_BitInt(5), unsigned _BitInt(65), _BitInt(64), _Bool, struct { _BitInt(17) a; })";
    assert_eq!(determined(&DOCUMENT, text), [5, 65, 64, 8, 17]);
    assert_eq!(determined(&AARCH64.readings(&[("TYPE-39", "R2")]), text), [8, 128, 64, 8, 32]);
    assert_eq!(determined(&AARCH64.readings(&[("TYPE-02", "R2")]), text), [5, 65, 64, 1, 17]);
}

/// All 128 bits of a `long double` are looked at.
#[test]
fn a_long_double_has_sixteen_bytes() {
    assert_eq!(determined(&DOCUMENT, "void f(long double, struct { char a; long double b; })"), [128, 136]);
}
