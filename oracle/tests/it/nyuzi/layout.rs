//! Layouts on the Nyuzi by the document, worked out by hand.

use super::{DOCUMENT, NYUZI};
use crate::support::Readings;
use crosscall_model::unit::{LayoutItem, layout_items};
use crosscall_oracle::abi;
use crosscall_oracle::judge::judge_layout;

#[test]
fn fundamental_types() {
    NYUZI.assert_laid_out(
        &DOCUMENT,
        &[
            ("char", "1 1"),
            ("unsigned short", "2 2"),
            ("int", "4 4"),
            ("long", "4 4"),
            ("long long", "8 8"),
            ("void *", "4 4"),
            ("float", "4 4"),
            ("double", "4 4"),
            ("long double", "4 4"),
            ("_Bool", "1 1"),
            ("wchar_t", "4 4"),
            ("enum { A }", "4 4"),
            ("enum { A = -1, B = 2147483648 }", "8 8"),
            ("double _Complex", "8 4"),
        ],
    );
    let others = NYUZI.readings(&[
        ("NYUZI-TYPE-05/alignment", "R2"),
        ("NYUZI-TYPE-09/long-double", "R2"),
        ("NYUZI-S03/enum", "R4"),
        ("NYUZI-S03/wchar", "R7"),
    ]);
    NYUZI.assert_laid_out(
        &others,
        &[
            ("long long", "8 4"),
            ("long double", "8 4"),
            ("long double _Complex", "16 4"),
            ("enum { A = 255 }", "1 1"),
            ("enum { A = -129 }", "2 2"),
            ("enum { A = 65536 }", "4 4"),
            ("wchar_t", "2 2"),
            ("struct { char a; long long b; }", "12 4 0 32"),
        ],
    );
}

#[test]
fn records() {
    NYUZI.assert_laid_out(
        &DOCUMENT,
        &[
            ("struct { int a, b, c; }", "12 4 0 32 64"),
            ("struct { char a; long long b; char c; }", "24 8 0 64 128"),
            ("struct { char a; double b[2]; }", "12 4 0 32"),
            ("union { char a[5]; short b; }", "6 2 0 0"),
            ("struct { char a; struct { char b; short c; } d[2]; }", "10 2 0 16"),
            ("struct { }", "0 1"),
            ("struct __attribute__((packed)) { char a; int b; }", "5 1 0 8"),
            ("int [[gnu::aligned(16)]]", "4 16"),
            ("struct { char a; int [[gnu::aligned(16)]] b; char c; }", "32 16 0 128 160"),
            ("struct { char a; long long [[gnu::aligned(4)]] b[2]; char c; }", "24 4 0 32 160"),
            ("struct __attribute__((packed)) { char a; int [[gnu::aligned(16)]] b; }", "5 1 0 8"),
            ("struct { char a; char b __attribute__((aligned(4))); }", "8 4 0 32"),
        ],
    );
    let one = NYUZI.readings(&[("NYUZI-S05/empty", "R8")]);
    NYUZI.assert_laid_out(
        &one,
        &[("struct { }", "1 1"), ("struct { char a; struct { } b; int c; }", "8 4 0 8 32")],
    );
}

#[test]
fn vectors() {
    NYUZI.assert_laid_out(
        &DOCUMENT,
        &[
            ("v", "64 64"),
            ("q", "16 16"),
            ("struct { char a; v b; }", "128 64 0 512"),
            ("struct { v b; int a; }", "128 64 0 512"),
            ("struct { int a; v b[2]; }", "192 64 0 512"),
            ("struct { int a; struct { v b; } c; }", "128 64 0 512"),
            ("union { char a; v b; }", "64 64 0 0"),
            ("struct __attribute__((packed)) { char a; v b; }", "65 1 0 8"),
            ("struct { char a; q b; }", "32 16 0 128"),
        ],
    );
    let of_lanes = NYUZI.readings(&[("NYUZI-TYPE-10/alignment", "R2")]);
    // Members are aligned all the same, and the structure with them.
    NYUZI.assert_laid_out(
        &of_lanes,
        &[
            ("v", "64 4"),
            ("q", "16 4"),
            ("struct { char a; v b; }", "128 64 0 512"),
            ("struct { char a; q b; }", "20 4 0 32"),
        ],
    );
    let by_attribute = NYUZI.readings(&[("NYUZI-LAYOUT-01", "R2")]);
    NYUZI.assert_laid_out(
        &by_attribute,
        &[
            ("v", "64 64"),
            ("struct { char a; v b; }", "128 1 0 512"),
            ("struct { v b; int a; }", "68 4 0 512"),
            ("struct { long long a; v b[2]; char c; }", "200 8 0 512 1536"),
            ("struct __attribute__((aligned(64))) { v b; int a; }", "128 64 0 512"),
            ("struct { v b __attribute__((aligned(64))); int a; }", "128 64 0 512"),
            ("struct { char a; struct { v b; } c; }", "65 1 0 8"),
        ],
    );
}

const FIELDS: &str = "struct { char a : 5; char b : 5; int : 9; int c : 7; }";

#[test]
fn bit_fields() {
    NYUZI.assert_laid_out(
        &DOCUMENT,
        &[
            (FIELDS, "4 4 0/5 8/5 22/7"),
            ("struct { char a; int b : 25; }", "8 4 0 32/25"),
            ("struct { short a : 3; int : 0; char b; }", "6 2 0/3 32"),
            ("struct { char a; int : 5; char b; }", "3 1 0 16"),
            ("struct { long long a : 40; _Bool b : 1; }", "8 8 0/40 40/1"),
            ("struct __attribute__((packed)) { char a : 3; int b : 30; }", "5 1 0/3 3/30"),
        ],
    );
    let straddling = NYUZI.readings(&[("NYUZI-S05", "R4")]);
    NYUZI.assert_laid_out(
        &straddling,
        &[(FIELDS, "4 4 0/5 5/5 19/7"), ("struct { char a; int b : 25; }", "8 4 0 8/25")],
    );
    let unnamed = NYUZI.readings(&[("NYUZI-S05", "R3")]);
    NYUZI.assert_laid_out(
        &unnamed,
        &[("struct { char a; int : 5; char b; }", "4 4 0 16"), ("struct { char a; short : 0; }", "2 2 0")],
    );
}

#[test]
fn signs() {
    let text = "void f(struct { int a : 3; unsigned b : 3; char c : 2; signed char d : 2; })";
    let signs = |permits: &Readings| {
        let case = NYUZI.case(text);
        let plan = abi::layout_plan(&case, &mut NYUZI.chooser(permits));
        let items = layout_items(&case);
        let signed =
            items.iter().zip(&plan.numbers).filter(|(i, _)| matches!(i, LayoutItem::FieldSigned(..)));
        signed.map(|(_, n)| (n.value.unwrap_or(9), n.clauses[0])).collect::<Vec<_>>()
    };
    let (field, char_row) = ("NYUZI-S05", "NYUZI-TYPE-01");
    assert_eq!(signs(&DOCUMENT), [(1, field), (0, field), (1, char_row), (1, field)]);
    let unsigned_char = NYUZI.readings(&[("NYUZI-TYPE-01", "R2")]);
    assert_eq!(signs(&unsigned_char).iter().map(|(n, _)| *n).collect::<Vec<_>>(), [1, 0, 0, 1]);
    let unsigned = NYUZI.readings(&[("NYUZI-S05/sign", "R6")]);
    assert_eq!(signs(&unsigned).iter().map(|(n, _)| *n).collect::<Vec<_>>(), [0, 0, 0, 1]);
}

#[test]
fn numbers_and_their_clauses() {
    let case = NYUZI.case("void f(struct { char a; v b; }, long long)");
    let plan = abi::layout_plan(&case, &mut NYUZI.chooser(&DOCUMENT));
    let numbers = plan.numbers.iter().map(|n| {
        let clauses: Vec<_> = n.clauses.iter().map(|c| c.trim_start_matches("NYUZI-")).collect();
        format!("{} {}", n.value.unwrap_or(u64::MAX), clauses.join(" "))
    });
    expect_test::expect![[r#"
        128 S05 TYPE-10 LANG-05 LAYOUT-02 LANG-06 LAYOUT-01
        64 LAYOUT-01 S05 TYPE-10 LANG-05 LAYOUT-02
        0 S05 S02 TYPE-01 TYPE-10 LANG-05 LAYOUT-02 LANG-06 LAYOUT-01
        64 LAYOUT-02 LANG-06 TYPE-10 S05 LANG-05 LAYOUT-01
        1 TYPE-01
        1 S02 TYPE-01
        1 TYPE-01 S01
        64 TYPE-10 LANG-05 LANG-06
        64 TYPE-10 LAYOUT-02 LANG-06 LANG-05
        8 TYPE-05
        8 TYPE-05 S02
        1 TYPE-05"#]]
    .assert_eq(&numbers.collect::<Vec<_>>().join("\n"));
}

#[test]
fn images() {
    let images = |text: &str| {
        let plan = abi::layout_plan(&NYUZI.case(text), &mut NYUZI.chooser(&DOCUMENT));
        let show = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
        plan.images
            .iter()
            .map(|i| format!("{} {}", show(&i.image.bytes), i.clauses[0].trim_start_matches("NYUZI-")))
            .collect::<Vec<_>>()
    };
    assert_eq!(images("void f(long, double)"), ["01020384 TYPE-11", "05060788 TYPE-09"]);
    assert_eq!(images("void f(struct { char a; short b; })"), ["81d90283 S05"], "padding holds the filler");
    // a: the low 4 bits of 0x84030201; b: the low 12 bits of 0x88070605; c: 0x89.
    assert_eq!(images("void f(struct { int a : 4; int b : 12; char c; })"), ["516089d9 S05"]);
    let lanes: String = (0..16u8)
        .map(|i| format!("{:02x}{:02x}{:02x}{:02x}", 4 * i + 1, 4 * i + 2, 4 * i + 3, (4 * i + 4) | 0x80))
        .collect();
    assert_eq!(images("void f(v)"), [format!("{lanes} LANG-10")]);
}

/// NYUZI-LAYOUT-02: a vector that is an object is aligned, whatever its type's alignment is.
#[test]
fn objects_are_aligned() {
    let case = NYUZI.case("void f(long long, v, char)");
    let objects = |permits: &Readings| {
        let plan = abi::layout_plan(&case, &mut NYUZI.chooser(permits));
        plan.objects.iter().filter_map(|o| o.value).collect::<Vec<_>>()
    };
    assert_eq!(objects(&DOCUMENT), [8, 64, 1]);
    assert_eq!(objects(&NYUZI.readings(&[("NYUZI-TYPE-10/alignment", "R2")])), [8, 64, 1]);
    let plan = abi::layout_plan(&case, &mut NYUZI.chooser(&DOCUMENT));
    let numbers: Vec<u64> = plan.numbers.iter().filter_map(|n| n.value).collect();
    let images: Vec<Vec<u8>> = plan.images.iter().map(|i| i.image.bytes.clone()).collect();
    assert!(judge_layout(&case, &plan, &numbers, &images, &[16, 128, 1]).mismatches.is_empty());
    let judgement = judge_layout(&case, &plan, &numbers, &images, &[16, 32, 1]);
    let [mismatch] = judgement.mismatches.as_slice() else { panic!("one mismatch: {judgement:?}") };
    assert_eq!(mismatch.words().expected, "a multiple of 64");
    assert!(mismatch.clauses.contains(&"NYUZI-LAYOUT-02"), "{:?}", mismatch.clauses);
}
