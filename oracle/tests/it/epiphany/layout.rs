//! Numbers with their clauses and bytes of objects on the Epiphany. `layout.txt` has sizes, alignments and places.

use super::{DOCUMENT, EPIPHANY, GCC};
use crate::support::Readings;
use crosscall_oracle::abi;

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
