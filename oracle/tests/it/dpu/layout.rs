//! Layouts on the DPU by the document, worked out by hand.

use super::{DOCUMENT, DPU};
use crate::support::Readings;
use crosscall_oracle::abi;

#[test]
fn fundamental_types() {
    DPU.assert_laid_out(
        &DOCUMENT,
        &[
            ("char", "1 1"),
            ("unsigned short", "2 2"),
            ("int", "4 4"),
            ("long", "8 8"),
            ("unsigned long long", "8 8"),
            ("void *", "4 4"),
            ("void (*)(void)", "4 4"),
            ("float", "4 4"),
            ("double", "8 8"),
            ("long double", "8 8"),
            ("_Bool", "1 1"),
            ("size_t", "4 4"),
            ("wchar_t", "4 4"),
            ("enum { A }", "4 4"),
            ("float _Complex", "8 4"),
        ],
    );
    let others = DPU.readings(&[
        ("DPU-S01", "R2"),
        ("DPU-S02", "R3"),
        ("DPU-S04/size", "R2"),
        ("DPU-S04/wchar", "R5"),
    ]);
    DPU.assert_laid_out(
        &others,
        &[("_Bool", "4 4"), ("enum { A = 255 }", "1 1"), ("ptrdiff_t", "8 8"), ("wchar_t", "1 1")],
    );
}

#[test]
fn composite_types() {
    DPU.assert_laid_out(
        &DOCUMENT,
        &[
            ("struct { char a; int b; }", "8 4 0 32"),
            ("struct { int a; char b; }", "8 4 0 32"),
            ("struct { char a; long b; short c; }", "24 8 0 64 128"),
            ("union { char a[5]; int b; }", "8 4 0 0"),
            ("struct { char a; short b[3]; }", "8 2 0 16"),
            ("struct { char a; union { double b; short c; } d; }", "16 8 0 64"),
            ("struct __attribute__((packed)) { char a; int b; }", "5 1 0 8"),
            ("struct __attribute__((aligned(16))) { char a; }", "16 16 0"),
            ("int [[gnu::aligned(16)]]", "4 16"),
            ("long [[gnu::aligned(2)]]", "8 2"),
            ("struct { char a; int [[gnu::aligned(16)]] b; char c; }", "32 16 0 128 160"),
            ("struct { char a; long [[gnu::aligned(4)]] b[2]; char c; }", "24 4 0 32 160"),
            ("struct __attribute__((packed)) { char a; int [[gnu::aligned(16)]] b; }", "5 1 0 8"),
            ("struct { }", "0 1"),
            ("struct { int a : 3; int b : 30; }", "8 4 0/3 32/30"),
            ("struct { char a; int : 3; char b; }", "3 1 0 16"),
            ("struct { char a; int : 0; char b; }", "5 1 0 32"),
        ],
    );
    DPU.assert_laid_out(
        &DPU.readings(&[("DPU-S08", "R1"), ("DPU-S09", "R2")]),
        &[
            ("struct { char a; int : 3; char b; }", "4 4 0 16"),
            ("struct { char a; int : 0; char b; }", "8 4 0 32"),
            ("struct { }", "1 1"),
        ],
    );
    DPU.assert_laid_out(
        &DPU.readings(&[("DPU-S08", "R2")]),
        &[("struct { int a : 3; int b : 30; }", "8 4 0/3 3/30")],
    );
}

/// A byte that stands by itself is aligned to a word by preference, one inside a record is not.
#[test]
fn preferred_alignments() {
    let objects = |permits: &Readings| {
        let case = DPU.case("void f(char, struct { char a; }, short, int)");
        let plan = abi::layout_plan(&case, &mut DPU.chooser(permits));
        plan.objects.iter().map(|o| (o.value, o.clauses[0])).collect::<Vec<_>>()
    };
    let preferred = [
        (Some(4), "DPU-TYPE-14"),
        (Some(1), "DPU-LAYOUT-01"),
        (Some(4), "DPU-TYPE-14"),
        (Some(4), "DPU-TYPE-06"),
    ];
    assert_eq!(objects(&DOCUMENT), preferred);
    let needed = objects(&DPU.readings(&[("DPU-TYPE-14", "R2")]));
    assert_eq!(
        needed.iter().map(|(align, _)| *align).collect::<Vec<_>>(),
        [Some(1), Some(1), Some(2), Some(4)]
    );
}
