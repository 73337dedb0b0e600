//! Signs and bytes for RISC-V. `layout.txt` has sizes, alignments and places.

use super::{ALL, DOCUMENT, LP64};
use crosscall_oracle::abi;

/// An enumeration is unsigned where no constant is negative, and plain `char` is.
#[test]
fn signs() {
    let signs = |readings: &'static [(&'static str, &'static str)], text: &str| {
        let readings = LP64.readings(readings);
        let plan = abi::plan(&LP64.case(text), &mut LP64.chooser(&readings));
        LP64.places(&plan)
    };
    assert_eq!(signs(&[], "void f(char)"), "a0 a0/1 zero to 8");
    assert_eq!(signs(&[("S03", "R2")], "void f(wchar_t)"), "a0 a0/4 sign to 8");
    assert_eq!(signs(&[("S02", "R3")], "void f(enum { A = 200 })"), "a0 a0/1 zero to 8");
}

/// All 128 bits of a `long double` are looked at.
#[test]
fn a_long_double_has_sixteen_bytes() {
    for setting in ALL {
        let case = setting.case("void f(long double, struct { char a; long double b; })");
        let plan = abi::layout_plan(&case, &mut setting.chooser(&DOCUMENT));
        let determined =
            |index: usize| plan.images[index].image.mask.iter().filter(|mask| **mask != 0).count();
        assert_eq!((plan.images[0].image.bytes.len(), determined(0)), (16, 16));
        assert_eq!((plan.images[1].image.bytes.len(), determined(1)), (32, 17));
    }
}
