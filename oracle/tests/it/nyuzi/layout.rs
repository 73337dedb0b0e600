//! Signs, numbers with their clauses, bytes and alignment of objects on the Nyuzi. `layout.txt` has sizes, alignments and places.

use super::{DOCUMENT, NYUZI};
use crate::support::Readings;
use crosscall_model::unit::{LayoutItem, layout_items};
use crosscall_oracle::abi;
use crosscall_oracle::judge::judge_layout;

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
