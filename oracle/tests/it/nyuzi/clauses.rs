//! The clause file of the Nyuzi and the rules that refer to it.

use super::{BACKEND, DOCUMENT, NYUZI};
use crate::support::clauses::{
    assert_every_combination_is_a_plan, assert_found, assert_readings_differ, collect, collect_others,
    first_clauses,
};
use crosscall_model::Case;
use crosscall_model::tool::{Input, ToolCase};
use crosscall_oracle::abi;
use std::collections::BTreeSet;

/// Functions that together reach every rule.
const CASES: &[&str] = &[
    "void f(void)",
    "unsigned char f(char, unsigned short, signed char, long, unsigned long)",
    "unsigned long long f(int, long long, int, double, int, short)",
    "double f(7*int, long long, int, 9*v, int)",
    "void f(9*int, long long, char, short)",
    "float f(float, unsigned, ..., double, int, long long)",
    "struct { int a; } f(int, ..., v)",
    "struct { char a; short b; } f(struct { char a, b; }, struct { }, enum { A, B })",
    "struct { } f(void *, long double)",
    "struct { int a; } f(8*int)",
    "v f(int, v, struct { char a; v b; }, struct { v a[2]; })",
    "struct __attribute__((aligned(128))) { long long a; } f(6*int, struct { int a[5]; })",
    "union { char a[9]; short b; } f(int, short)",
    "void f(struct { int a : 3; unsigned : 9; char b : 7; long long : 0; short c; })",
    "float _Complex f(int, double _Complex, wchar_t)",
    "short __attribute__((vector_size(16))) f(int, short __attribute__((vector_size(16))))",
    "short __attribute__((vector_size(8))) f(int)",
    "_Atomic signed char f(_Atomic unsigned short)",
    "void f(int, ..., int [[gnu::aligned(8)]], long long [[gnu::aligned(4)]])",
    "int [[gnu::aligned(8)]] f(short [[gnu::aligned(8)]], struct { char a; int [[gnu::aligned(8)]] b; })",
];

/// Every clause that a call or a layout can show is named by some plan or layout; no other one is, but for those
/// on object files and values.
#[test]
fn every_observable_clause_is_named_by_a_rule() {
    let mut found = BTreeSet::new();
    for text in CASES {
        let case = NYUZI.case(text);
        for permits in [&DOCUMENT, &BACKEND, &NYUZI.readings(&[("NYUZI-S09", "R3")])] {
            collect(&case, permits, &mut found);
        }
    }
    collect_others(NYUZI.target, &mut found);
    let nop = ToolCase { target: NYUZI.target, input: Input::Statement("nop".to_owned()) };
    let of_tools = abi::tool_plan(&nop, &mut NYUZI.chooser(&DOCUMENT)).expect("a table");
    found.extend(of_tools.clauses);
    found.extend([of_tools.machine.1, of_tools.flags.1]);
    assert_found(NYUZI.target, &found);
}

fn cases() -> Vec<Case> {
    CASES.iter().map(|text| NYUZI.case(text)).collect()
}

#[test]
fn every_reading_predicts_something() {
    assert_readings_differ(NYUZI.target, &cases());
}

#[test]
fn every_combination_is_a_plan() {
    assert_every_combination_is_a_plan(NYUZI.target, &cases());
}

/// The clause that stands first for each value is the one that an expert would name.
#[test]
fn the_most_telling_clause_stands_first() {
    let table = [
        ("int f(int, long long, v)", "ARG-01 ARG-03 ARG-01 S14"),
        ("long long f(8*int, int)", "ARG-01 ARG-01 ARG-01 ARG-01 ARG-01 ARG-01 ARG-01 ARG-01 ARG-02 ARG-03"),
        ("char f(float)", "ARG-01 S15"),
        ("struct { char a, b; } f(struct { char a; })", "S09 RET-01"),
        ("void f(int, ..., int)", "VAR-01 VAR-01"),
        ("struct { int a; } f(struct { })", "S12 RET-01"),
        ("float _Complex f(double _Complex)", "S13 S13"),
        ("v f(short __attribute__((vector_size(16))))", "LANG-05 S14"),
    ];
    for (text, expected) in table {
        assert_eq!(first_clauses(&NYUZI.case(text), &DOCUMENT), expected, "{text}");
    }
}
