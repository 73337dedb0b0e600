//! The clause file of the IPU and the rules that refer to it.

use super::{DOCUMENT, IPU, vertex};
use crate::support::clauses::{
    assert_every_combination_is_a_plan, assert_found, assert_readings_differ, collect, collect_others,
    first_clauses,
};
use crosscall_model::Case;
use crosscall_model::plan::ClauseId;
use crosscall_model::tool::{Input, ToolCase};
use crosscall_oracle::abi;
use std::collections::BTreeSet;

/// The clauses on the rows of the table of tools.
fn collect_tools(found: &mut BTreeSet<ClauseId>) {
    let table = abi::tool_table(IPU.target).expect("a table");
    found.extend([table.machine.1, table.flags.1, table.objects, table.language]);
    found.extend(table.relocations.iter().map(|row| row.clause));
    found.extend(table.statements.iter().flat_map(|row| row.clauses));
    // A row's clauses are reported with what is expected of it.
    let exit = ToolCase { target: IPU.target, input: Input::Statement("exitz $m0".to_owned()) };
    let plan = abi::tool_plan(&exit, &mut IPU.chooser(&DOCUMENT)).expect("a table");
    assert_eq!(plan.clauses, ["IPU-CALL-02", "IPU-S24"]);
}

/// Functions that together reach every rule.
const CASES: &[&str] = &[
    "void f(void)",
    "unsigned char f(char, unsigned short, half, long, unsigned long, _Bool)",
    "unsigned long long f(int, long long, int, double, int, short)",
    "void f(int, int, int, long long, int)",
    "void f(int, int, int, int, char, i4, long long, int, float)",
    "void f(float, float, float, float, float, f2, float, f4, long double)",
    "half f(h2, h4, i2, f4)",
    "f4 f(float, ..., double, int, long long)",
    "struct { int a, b; } f(int, ..., struct { int a, b; }, int)",
    "struct { struct { float a; } a; } f(union { float a; }, struct { float a[1]; }, struct { int a : 5; })",
    "struct { int a, b; } f(int, struct { }, int, enum { A, B = 5000000000 })",
    "struct __attribute__((aligned(16))) { int a, b; } f(void (*)(void), void *)",
    "union { char a[9]; short b; } f(int, short, double)",
    "void f(struct { int a : 3; unsigned : 9; char b : 7; long long : 0; short c; })",
    "void f(struct { char a; enum { A, B = 4 } b : 3; int : 0; char c : 2; enum { C = -1 } d : 2; enum { E } e : 3; })",
    "void f(union { int a : 3; char b : 5; }, struct __attribute__((packed)) { int a : 3; int b : 30; })",
    "void f(struct { char a; int : 5; char b; }, struct { long long a : 40; char b; })",
    "float _Complex f(wchar_t, size_t, ptrdiff_t, struct { char a[3]; half b; f2 c; })",
    "void f(i8, f4, int)",
    "c4 f(c2, c8)",
    "_Atomic signed char f(_Atomic unsigned short)",
    "int [[gnu::aligned(8)]] f(short [[gnu::aligned(8)]], struct { char a; int [[gnu::aligned(8)]] b; })",
    "void f(struct { int a[0]; float b; })",
];

/// Every clause that a call or a layout can show is named by some plan or layout; no other one is, but for those
/// on object files and tools.
#[test]
fn every_observable_clause_is_named_by_a_rule() {
    let mut found = BTreeSet::new();
    for text in CASES {
        let case = IPU.case(text);
        for permits in [&DOCUMENT, &IPU.readings(&[("VAR-01/named", "R1")])] {
            collect(&case, permits, &mut found);
        }
    }
    collect(&vertex(), &DOCUMENT, &mut found);
    collect_others(IPU.target, &mut found);
    collect_tools(&mut found);
    assert_found(IPU.target, &found);
}

fn cases() -> Vec<Case> {
    CASES.iter().map(|text| IPU.case(text)).collect()
}

#[test]
fn every_reading_predicts_something() {
    assert_readings_differ(IPU.target, &cases());
}

#[test]
fn every_combination_is_a_plan() {
    assert_every_combination_is_a_plan(IPU.target, &cases());
}

/// The clause that stands first for each value is the one that an expert would name.
#[test]
fn the_most_telling_clause_stands_first() {
    let table = [
        ("int f(int, long long, float)", "ARG-03 ARG-06 ARG-04 RET-01"),
        ("float f(int, int, int, int, int)", "ARG-03 ARG-03 ARG-03 ARG-03 ARG-05 RET-02"),
        ("half f(f4, half)", "S04 ARG-04 RET-02"),
        ("struct { char a, b; } f(struct { char a; })", "ARG-10 RET-05"),
        ("struct { float a; } f(struct { int a, b; })", "ARG-11 RET-04"),
        ("void f(int, ..., int)", "VAR-01 VAR-01"),
    ];
    for (text, expected) in table {
        assert_eq!(first_clauses(&IPU.case(text), &DOCUMENT), expected, "{text}");
    }
}
