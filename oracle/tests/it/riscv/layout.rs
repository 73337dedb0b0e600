//! Layouts by the document, worked out by hand.

use super::{ALL, DOCUMENT, ILP32, ILP32E, LP64, LP64D};
use crosscall_oracle::abi;

#[test]
fn fundamental_types() {
    for setting in ALL {
        let word = format!("{0} {0}", setting.word);
        setting.assert_laid_out(
            &DOCUMENT,
            &[
                ("_Bool", "1 1"),
                ("char", "1 1"),
                ("unsigned short", "2 2"),
                ("int", "4 4"),
                ("long", &word),
                ("unsigned long long", "8 8"),
                ("void *", &word),
                ("void (*)(void)", &word),
                ("size_t", &word),
                ("ptrdiff_t", &word),
                ("_Float16", "2 2"),
                ("float", "4 4"),
                ("double", "8 8"),
                ("long double", "16 16"),
                ("wchar_t", "4 4"),
                ("float _Complex", "8 4"),
                ("double _Complex", "16 8"),
                ("long double _Complex", "32 16"),
                ("enum { A }", "4 4"),
                ("enum { A = 5000000000 }", "8 8"),
            ],
        );
        setting.assert_laid_out(
            &setting.readings(&[("S02", "R3"), ("S03", "R3")]),
            &[("enum { A = 200 }", "1 1"), ("wchar_t", "2 2")],
        );
    }
}

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

#[test]
fn composite_types() {
    for setting in [ILP32, ILP32E, LP64D] {
        setting.assert_laid_out(
            &DOCUMENT,
            &[
                ("struct { char a; int b; }", "8 4 0 32"),
                ("struct { int a; char b; }", "8 4 0 32"),
                ("struct { char a; double b; short c; }", "24 8 0 64 128"),
                ("union { char a[5]; int b; }", "8 4 0 0"),
                ("struct { char a; short b[3]; }", "8 2 0 16"),
                ("struct { }", "0 1"),
                ("struct __attribute__((packed)) { char a; int b; }", "5 1 0 8"),
                ("struct __attribute__((aligned(16))) { char a; }", "16 16 0"),
                ("struct { char a; long double b; }", "32 16 0 128"),
                ("int [[gnu::aligned(16)]]", "4 16"),
                ("double [[gnu::aligned(2)]]", "8 2"),
                ("struct { char a; int [[gnu::aligned(16)]] b; char c; }", "32 16 0 128 160"),
                ("struct { char a; long long [[gnu::aligned(4)]] b[2]; char c; }", "24 4 0 32 160"),
                ("struct __attribute__((packed)) { char a; int [[gnu::aligned(16)]] b; }", "5 1 0 8"),
            ],
        );
    }
}

#[test]
fn bit_fields() {
    LP64D.assert_laid_out(
        &DOCUMENT,
        &[
            // The document's own examples.
            ("struct { int x : 10; int y : 12; }", "4 4 0/10 10/12"),
            ("struct { short x : 10; short y : 12; }", "4 2 0/10 16/12"),
            ("struct { int a : 3; int b : 30; }", "8 4 0/3 32/30"),
            ("struct { char a; int : 3; char b; }", "3 1 0 16"),
            ("struct { char a; int : 0; char b; }", "5 1 0 32"),
            ("struct { char c; int : 0; }", "4 1 0"),
            ("struct __attribute__((packed)) { int a : 3; int b : 30; }", "5 1 0/3 3/30"),
        ],
    );
    LP64D.assert_laid_out(
        &LP64D.readings(&[
            ("LAYOUT-13", "R2"),
            ("LAYOUT-14", "R2"),
            ("LAYOUT-15", "R2"),
            ("S05/packed", "R2"),
        ]),
        &[
            ("struct { char a; int : 3; char b; }", "4 4 0 16"),
            ("struct { char a; int : 0; char b; }", "8 4 0 32"),
            ("struct { char c; short : 0; }", "2 2 0"),
            ("struct __attribute__((packed)) { int a : 3; int b : 30; }", "8 1 0/3 32/30"),
        ],
    );
    LP64D.assert_laid_out(
        &LP64D.readings(&[("LAYOUT-14", "R2")]),
        &[("struct { char c; int : 0; }", "1 1 0")],
    );
}

#[test]
fn vectors() {
    let four = "int __attribute__((vector_size(16)))";
    let eight = "int __attribute__((vector_size(32)))";
    LP64D.assert_laid_out(&DOCUMENT, &[(four, "16 4"), (eight, "32 4")]);
    LP64D.assert_laid_out(&LP64D.readings(&[("LAYOUT-03", "R2")]), &[(four, "16 16"), (eight, "32 32")]);
    LP64D.assert_laid_out(&LP64D.readings(&[("LAYOUT-03", "R3")]), &[(four, "16 16"), (eight, "32 16")]);
    let three = "int __attribute__((ext_vector_type(3)))";
    let inside = "struct { char a; int __attribute__((ext_vector_type(3))) b; char c; }";
    LP64D.assert_laid_out(&DOCUMENT, &[(three, "12 4"), (inside, "20 4 0 32 128")]);
    LP64D.assert_laid_out(
        &LP64D.readings(&[("LAYOUT-03", "R2"), ("LAYOUT-04", "R2")]),
        &[(three, "16 16"), (inside, "48 16 0 128 256")],
    );
}

/// RISCV-S15: a typedef aligns a record, and leaves its size.
#[test]
fn records_under_typedefs() {
    for setting in [ILP32, LP64D] {
        setting.assert_laid_out(
            &DOCUMENT,
            &[
                ("struct { int a; } [[gnu::aligned(16)]]", "4 16 0"),
                ("struct { long long a; } [[gnu::aligned(4)]]", "8 4 0"),
                ("struct { char a; struct { int x; } [[gnu::aligned(16)]] b; char c; }", "32 16 0 128 160"),
                ("struct { char a; union { long long x; } [[gnu::aligned(2)]] b; }", "10 2 0 16"),
                (
                    "struct __attribute__((packed)) { char a; struct { int x; } [[gnu::aligned(16)]] b; }",
                    "5 1 0 8",
                ),
            ],
        );
    }
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
