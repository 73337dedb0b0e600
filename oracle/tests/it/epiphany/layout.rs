//! Layouts on the Epiphany: by the document, worked out by hand; and as GCC 12 makes them, recorded.

use super::{DOCUMENT, EPIPHANY, GCC};
use crate::support::Readings;
use crosscall_oracle::abi;

#[test]
fn fundamental_types() {
    EPIPHANY.assert_laid_out(
        &DOCUMENT,
        &[
            ("char", "1 1"),
            ("unsigned short", "2 2"),
            ("long", "4 4"),
            ("long long", "8 8"),
            ("float", "4 4"),
            ("double", "8 8"),
            ("long double", "8 8"),
            ("_Bool", "1 1"),
            ("void *", "4 4"),
            ("enum { A }", "4 4"),
            ("enum { A = -1, B = 2147483648 }", "8 8"),
        ],
    );
    let short = EPIPHANY.readings(&[("EPIPHANY-S01/enum", "R3")]);
    EPIPHANY.assert_laid_out(
        &short,
        &[("enum { A = 255 }", "1 1"), ("enum { A = -129 }", "2 2"), ("enum { A = 65536 }", "4 4")],
    );
}

#[test]
fn records_by_the_document() {
    EPIPHANY.assert_laid_out(
        &DOCUMENT,
        &[
            ("struct { int a, b, c; }", "12 4 0 32 64"),
            ("struct { char a; long long b; char c; }", "24 8 0 64 128"),
            ("struct { char a; int b[2]; }", "12 4 0 32"),
            ("struct { char a[5]; }", "5 1 0"),
            ("union { char a[5]; short b; }", "6 2 0 0"),
            ("struct { char a; struct { char b; short c; } d[2]; }", "10 2 0 16"),
            ("struct { }", "0 1"),
            ("struct { char a; struct { } b; int c; }", "8 4 0 8 32"),
        ],
    );
    let adjacent = EPIPHANY.readings(&[("EPIPHANY-LAYOUT-01", "R2")]);
    EPIPHANY.assert_laid_out(&adjacent, &[("struct { char a; int b; short c; }", "8 4 0 8 40")]);
    let one = EPIPHANY.readings(&[("EPIPHANY-S03/empty", "R2")]);
    EPIPHANY.assert_laid_out(
        &one,
        &[("struct { }", "1 1"), ("struct { char a; struct { } b; int c; }", "8 4 0 8 32")],
    );
}

#[test]
fn attributes() {
    EPIPHANY.assert_laid_out(
        &DOCUMENT,
        &[
            ("int [[gnu::aligned(16)]]", "4 16"),
            ("long long [[gnu::aligned(2)]]", "8 2"),
            ("struct { char a; int [[gnu::aligned(16)]] b; char c; }", "32 16 0 128 160"),
            ("struct { char a; long long [[gnu::aligned(4)]] b[2]; char c; }", "24 4 0 32 160"),
            ("struct __attribute__((packed)) { char a; int [[gnu::aligned(16)]] b; }", "5 1 0 8"),
            ("struct __attribute__((packed)) { char a; int b; }", "5 1 0 8"),
            ("struct __attribute__((packed, aligned(4))) { char a; int b; }", "8 4 0 8"),
            ("struct __attribute__((aligned(16))) { int a; }", "16 16 0"),
            ("struct { char a; short b __attribute__((aligned(1))); }", "4 2 0 16"),
            ("struct { char a; char b __attribute__((aligned(4))); }", "8 4 0 32"),
            ("struct __attribute__((packed)) { char a; int b __attribute__((aligned(2))); }", "6 2 0 16"),
        ],
    );
}

const FIELDS: &str = "struct { char a : 5; char b : 5; int : 9; int c : 7; }";

#[test]
fn bit_fields() {
    EPIPHANY.assert_laid_out(
        &DOCUMENT,
        &[
            (FIELDS, "4 4 0/5 8/5 22/7"),
            ("struct { char a; int b : 25; }", "8 4 0 32/25"),
            ("struct { short a : 3; int : 0; char b; }", "6 2 0/3 32"),
            ("struct { char a; int : 5; char b; }", "3 1 0 16"),
            ("struct { long long a : 40; _Bool b : 1; }", "8 8 0/40 40/1"),
            ("struct __attribute__((packed)) { char a : 3; int b : 30; }", "5 1 0/3 3/30"),
            ("union { int a : 9; char b; }", "4 4 0/9 0"),
        ],
    );
    let straddling = EPIPHANY.readings(&[("EPIPHANY-S02", "R2")]);
    EPIPHANY.assert_laid_out(
        &straddling,
        &[(FIELDS, "4 4 0/5 5/5 19/7"), ("struct { char a; int b : 25; }", "8 4 0 8/25")],
    );
    let unnamed = EPIPHANY.readings(&[("EPIPHANY-S02", "R3")]);
    EPIPHANY.assert_laid_out(
        &unnamed,
        &[("struct { char a; int : 5; char b; }", "4 4 0 16"), ("struct { char a; short : 0; }", "2 2 0")],
    );
}

/// Recorded from epiphany-elf-gcc 12.2 (`sizeof`, `_Alignof`, `offsetof`, and bit-fields from objects with
/// all bits of one field set). `docs/targets/epiphany.md` says how.
#[test]
fn as_gcc_lays_out() {
    EPIPHANY.assert_laid_out(
        &GCC,
        &[
            ("struct { char a; char b[]; }", "8 8 0 8"),
            ("struct __attribute__((packed)) { char a; int b[]; }", "1 1 0 8"),
            ("struct { char a; char b[0]; char c; }", "2 1 0 8 8"),
            ("struct { char a, b; }", "2 1 0 8"),
            ("struct { char a, b, c, d; }", "4 4 0 8 16 24"),
            ("struct { char a[5]; }", "8 8 0"),
            ("struct { int a, b, c; }", "16 8 0 32 64"),
            ("struct { char a; int b[3]; }", "24 8 0 64"),
            ("struct { char a; short b[4]; }", "16 8 0 16"),
            ("struct { char a; int b[2] __attribute__((aligned(4))); }", "16 8 0 32"),
            ("struct { char a; int b[2] __attribute__((aligned(2))); }", "16 8 0 64"),
            ("union { char a[3]; }", "3 1 0"),
            ("union { int a[1]; char b; }", "8 8 0 0"),
            ("union { int a; char b[6]; }", "8 8 0 0"),
            ("struct __attribute__((packed)) { char a; long long b; }", "9 1 0 8"),
            ("struct { char a; char b __attribute__((aligned(4))); }", "8 8 0 32"),
            ("struct { char a; int [[gnu::aligned(4)]] b[2]; }", "16 8 0 32"),
            ("struct { int [[gnu::aligned(4)]] a[1]; }", "8 8 0"),
            ("struct { char a; int [[gnu::aligned(2)]] b[2]; }", "16 8 0 16"),
            ("struct { int [[gnu::aligned(1)]] a; }", "4 4 0"),
            ("struct { long long [[gnu::aligned(4)]] a; }", "8 8 0"),
            ("struct { char a; long long [[gnu::aligned(4)]] b[2]; char c; }", "24 8 0 32 160"),
            ("struct { char a; struct { int [[gnu::aligned(4)]] b; } c[2]; }", "16 8 0 64"),
            ("struct { char a; struct { int [[gnu::aligned(4)]] b; char c[3]; } d[2]; }", "24 8 0 64"),
            ("struct { char a; struct { int [[gnu::aligned(1)]] b; } c[2]; }", "16 8 0 64"),
            ("struct { char [[gnu::aligned(4)]] a; char b; }", "4 4 0 8"),
            ("struct { char a; int : 0; }", "4 4 0"),
            ("struct { char a; long long : 0; }", "8 8 0"),
            ("struct { char a : 8; char b : 8; char c : 8; char d : 1; }", "4 1 0/8 8/8 16/8 24/1"),
            ("struct { int a : 3; int b : 4 __attribute__((aligned(2))); }", "4 4 0/3 16/4"),
            (
                "struct { char x; struct __attribute__((packed, aligned(4))) { char d; int c; } a[3]; }",
                "32 8 0 32",
            ),
            ("struct { char x; struct __attribute__((packed, aligned(4))) { int c; } a[3]; }", "24 8 0 64"),
            (
                "struct { char x; union __attribute__((packed, aligned(4))) { char c[3]; } a[3]; }",
                "16 8 0 32",
            ),
        ],
    );
}

#[test]
fn numbers_and_their_clauses() {
    let case = EPIPHANY.case("void f(struct { char a; int b[2]; }, char)");
    let shown = |permits: &Readings| {
        let plan = abi::layout_plan(&case, &mut EPIPHANY.chooser(permits));
        let numbers = plan.numbers.iter().map(|n| {
            let clauses: Vec<_> = n.clauses.iter().map(|c| c.trim_start_matches("EPIPHANY-")).collect();
            format!("{:?} {}", n.value.unwrap_or(u64::MAX), clauses.join(" "))
        });
        numbers.collect::<Vec<_>>().join("\n")
    };
    expect_test::expect![[r#"
        12 LAYOUT-03 LAYOUT-02 LAYOUT-01 LAYOUT-09 LAYOUT-11 LAYOUT-10 LAYOUT-04
        4 LAYOUT-02 LAYOUT-10
        0 LAYOUT-01 TYPE-05 LAYOUT-09 LAYOUT-11 LAYOUT-10 LAYOUT-02
        4 LAYOUT-10 LAYOUT-01 LAYOUT-09 LAYOUT-11 LAYOUT-02
        1 TYPE-05
        1 TYPE-05
        1 TYPE-05
        8 LAYOUT-11
        4 LAYOUT-10
        4 TYPE-10 TYPE-04
        4 TYPE-10
        1 TYPE-10"#]]
    .assert_eq(&shown(&DOCUMENT));
    let values = |permits: &Readings| {
        let plan = abi::layout_plan(&case, &mut EPIPHANY.chooser(permits));
        plan.numbers.iter().filter_map(|n| n.value).collect::<Vec<_>>()
    };
    assert_eq!(values(&GCC), [24 - 8, 8, 0, 8, 1, 1, 0, 8, 4, 4, 4, 1]);
}

#[test]
fn images() {
    let image = |text: &str, permits: &Readings| {
        let plan = abi::layout_plan(&EPIPHANY.case(text), &mut EPIPHANY.chooser(permits));
        let show = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
        plan.images
            .iter()
            .map(|i| format!("{} {}", show(&i.image.bytes), show(&i.image.mask)))
            .collect::<Vec<_>>()
    };
    assert_eq!(image("void f(long)", &DOCUMENT), ["01020384 ffffffff"]);
    assert_eq!(
        image("void f(struct { char a; short b; })", &DOCUMENT),
        ["81d90283 ff00ffff"],
        "padding holds the filler"
    );
    assert_eq!(
        image("void f(struct { int a : 4; int b : 12; char c; })", &DOCUMENT),
        // a: the low 4 bits of 0x84030201; b: the low 12 bits of 0x88070605; c: 0x89.
        ["516089d9 ffffff00"]
    );
    assert_eq!(image("void f(union { short a; char b[4]; })", &DOCUMENT), ["0182d9d9 ffff0000"]);
}
