//! Which clause an initialised object is reported under when its bytes are not as they should be: that of the part which
//! lies elsewhere, and of the reason why it should not.

use crate::epiphany::{DOCUMENT, EPIPHANY};
use crosscall_model::unit::layout_items;
use crosscall_oracle::abi;
use crosscall_oracle::judge::judge_layout;

/// A change of the bytes.
type Change = fn(&mut [u8]);

/// A type, what another compiler has made of its bytes, and the clauses that are reported first.
const OBJECTS: &[(&str, Change, &[&str])] = &[
    (
        "struct { unsigned a : 5; unsigned b : 11; int c; }",
        swap_fields,
        &["EPIPHANY-S02", "EPIPHANY-TYPE-03"],
    ),
    (
        "struct { int c; unsigned a : 5; unsigned b : 11; }",
        swap_later_fields,
        &["EPIPHANY-S02", "EPIPHANY-TYPE-03"],
    ),
    ("int", |bytes| bytes.reverse(), &["EPIPHANY-TYPE-02"]),
    ("long long", |bytes| bytes.reverse(), &["EPIPHANY-TYPE-02"]),
    ("double", |bytes| bytes.rotate_left(4), &["EPIPHANY-TYPE-02"]),
    ("struct { char a; int b; short c; }", reverse_members, &["EPIPHANY-TYPE-02"]),
    ("struct { char a; char b; char c; }", |bytes| bytes.swap(1, 2), &["EPIPHANY-LAYOUT-01"]),
    ("struct { char a; short b; }", |bytes| bytes.swap(1, 2), &["EPIPHANY-LAYOUT-01"]),
    ("struct { short a[3]; }", |bytes| bytes.copy_within(2..5, 3), &["EPIPHANY-LAYOUT-11"]),
    (
        "struct { int a; union { short b; int c; } d; }",
        |bytes| bytes[4..8].rotate_left(2),
        &["EPIPHANY-LAYOUT-01"],
    ),
    (
        "struct { union { short b; int c; } d; int a; }",
        |bytes| bytes[..4].rotate_left(2),
        &["EPIPHANY-LAYOUT-05"],
    ),
    ("struct __attribute__((packed)) { char a; int b; }", |bytes| bytes.swap(1, 2), &["EPIPHANY-S03"]),
];

/// `a` in the bits 11 to 15 and `b` in those below.
fn swap_fields(bytes: &mut [u8]) {
    let word = u16::from_le_bytes([bytes[0], bytes[1]]);
    let swapped = (word & 0x1f) << 11 | word >> 5;
    bytes[..2].copy_from_slice(&swapped.to_le_bytes());
}

fn swap_later_fields(bytes: &mut [u8]) {
    swap_fields(&mut bytes[4..]);
}

fn reverse_members(bytes: &mut [u8]) {
    bytes[4..8].reverse();
    bytes[8..10].reverse();
}

#[test]
fn an_object_is_reported_by_what_lies_elsewhere() {
    for (text, change, expected) in OBJECTS {
        let case = EPIPHANY.case(&format!("void f({text})"));
        let plan = abi::layout_plan(&case, &mut EPIPHANY.chooser(&DOCUMENT));
        let numbers: Vec<u64> = plan.numbers.iter().map(|number| number.value.unwrap_or(0)).collect();
        let right: Vec<Vec<u8>> = plan.images.iter().map(|expected| expected.image.bytes.clone()).collect();
        assert!(judge_layout(&case, &plan, &numbers, &right, &[]).mismatches.is_empty(), "{text}");
        let mut wrong = right.clone();
        change(&mut wrong[0]);
        let judgement = judge_layout(&case, &plan, &numbers, &wrong, &[]);
        let reported =
            &judgement.mismatches.first().unwrap_or_else(|| panic!("{text}: nothing is told")).clauses;
        assert!(reported.starts_with(expected), "{text}: {reported:?}");
    }
}

/// A fault of a type shows in everything that contains it; the type itself comes first.
#[test]
fn the_innermost_type_comes_first() {
    let case = EPIPHANY.case("void f(struct { char a; struct { short b; int c; } d; })");
    let plan = abi::layout_plan(&case, &mut EPIPHANY.chooser(&DOCUMENT));
    let numbers: Vec<u64> = plan.numbers.iter().map(|number| number.value.unwrap_or(0) + 1).collect();
    let judgement = judge_layout(&case, &plan, &numbers, &[], &[]);
    let reported: Vec<String> = judgement.mismatches.iter().map(|m| m.words().subject).collect();
    assert_eq!(reported.len(), layout_items(&case).len());
    let position = |wanted: &str| {
        reported
            .iter()
            .position(|subject| subject.contains(wanted))
            .unwrap_or_else(|| panic!("{wanted}: {reported:?}"))
    };
    assert!(position("sizeof (int)") < position("sizeof (struct"));
    let offsets = reported.iter().rposition(|subject| subject.contains("offsetof")).expect("offsets");
    assert_eq!(reported.len() - offsets, 3, "alignment and size of the outermost come last: {reported:?}");
}

/// Of one type, the places of its members come in their order, then its alignment, then its size.
#[test]
fn of_a_type_the_causes_come_first() {
    let case = EPIPHANY.case("void f(struct { char a; short b; int c; })");
    let plan = abi::layout_plan(&case, &mut EPIPHANY.chooser(&DOCUMENT));
    let numbers: Vec<u64> = plan.numbers.iter().map(|number| number.value.unwrap_or(0) + 1).collect();
    let judgement = judge_layout(&case, &plan, &numbers, &[], &[]);
    let subjects: Vec<String> = judgement.mismatches.iter().map(|m| m.words().subject).collect();
    let reported = subjects.iter().map(|subject| subject.split(" (").next().unwrap_or_default());
    let of_record: Vec<&str> = reported.skip_while(|what| *what != "offsetof").collect();
    assert_eq!(of_record, ["offsetof", "offsetof", "offsetof", "_Alignof", "sizeof"]);
    let members = subjects.iter().filter_map(|subject| subject.rsplit_once(", m"));
    assert_eq!(members.map(|(_, member)| member).collect::<Vec<_>>(), ["0)", "1)", "2)"]);
}

/// Another value in the right order is reported under its type, and the order of bytes comes last.
#[test]
fn another_value_is_no_matter_of_order() {
    let case = EPIPHANY.case("void f(int)");
    let plan = abi::layout_plan(&case, &mut EPIPHANY.chooser(&DOCUMENT));
    let judgement = judge_layout(&case, &plan, &[], &[vec![0x61, 0x62, 0x63, 0x64]], &[]);
    let [reported] = judgement.mismatches.as_slice() else { panic!("{judgement:?}") };
    let order = reported.clauses.iter().position(|clause| *clause == "EPIPHANY-TYPE-02");
    assert!(order.is_some_and(|at| at > 0 && at + 1 == reported.clauses.len()), "{reported:?}");
}
