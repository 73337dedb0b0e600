//! The clause file of ForwardCom and the rules that refer to it.

use super::{DOCUMENT, FORWARDCOM};
use crate::support::clauses::{
    assert_every_combination_is_a_plan, assert_found, assert_readings_differ, collect, collect_others,
    first_clauses,
};
use crosscall_model::plan::ClauseId;
use crosscall_model::tool::{Beside, Input, InputSection, LinkInput, ToolCase};
use crosscall_model::{Case, Form, Style};
use crosscall_oracle::abi;
use std::collections::BTreeSet;

/// Clauses that plans for an assembler and for a linker with two objects name.
fn collect_tools(found: &mut BTreeSet<ClauseId>) {
    let caller = Beside::Caller { changes: [1, 0], expects: Some([1, 0]) };
    let linked = [caller, Beside::WeakAgain].map(|beside| {
        Input::Link(LinkInput {
            sections: vec![InputSection { address: 0x100, bytes: vec![0] }],
            beside: Some(beside),
            ..LinkInput::default()
        })
    });
    for input in linked.into_iter().chain([Input::Statement("nop".to_owned())]) {
        let case = ToolCase { target: FORWARDCOM.target, input };
        let plan = abi::tool_plan(&case, &mut FORWARDCOM.chooser(&DOCUMENT)).expect("a table");
        found.extend(plan.clauses);
        found.extend([plan.machine.1, plan.flags.1]);
    }
}

/// Functions that together reach every rule.
const CASES: &[&str] = &[
    "void f(void)",
    "unsigned char f(char, unsigned short, signed char, long, unsigned long, _Bool)",
    "double f(17*long, int, float)",
    "float f(3*long, 17*float, int)",
    "void f(16*long, 17*float, char)",
    "int f(int, ..., int, double, v4, v8, struct { int a, b; }, struct { int a, b, c; }, struct { int a; float b; })",
    "void f(16*float, float, v4, v8, struct { double a, b; }, long)",
    "void f(16*long, short, unsigned char, v8)",
    "void f(int, ...)",
    "struct { int a; } f(struct { char a, b; }, struct { }, enum { A, B }, int)",
    "struct { } f(void *, long double, void (*)(void))",
    "struct { int a; float b; } f(8*int)",
    "struct { int a[5]; } f(struct { long a; float b; }, int, struct { long a; float b; }, long)",
    "union { char a[20]; float b; } f(union { float a; char b[20]; }, union { int a; float b; })",
    "void f(struct { int a : 3; int b : 9; }, struct { struct { short a; } b; short c; })",
    "void f(struct { char a; short b : 9; int : 5; char c; }, struct { char a; char b[8]; })",
    "float _Complex f(int, double _Complex, wchar_t)",
    "v4 f(v8, _Float16, struct { void *a; }, struct { void *a, *b; })",
    "void f(struct { char a[2][3]; }, struct { char a; int b[4]; }, struct { int a, b; char c; })",
    "void f(short __attribute__((ext_vector_type(4))), int __attribute__((ext_vector_type(2))))",
    "_Atomic signed char f(_Atomic unsigned short)",
    "int [[gnu::aligned(8)]] f(short [[gnu::aligned(8)]], struct { char a; int [[gnu::aligned(8)]] b; })",
    "void f(struct { float a; int b[0]; float c; }, struct { short a; _Atomic short b; })",
];

/// Functions in other forms, and such that call others.
fn others() -> Vec<Case> {
    let mut cases = vec![
        FORWARDCOM.case_in(Form::Method, "int f(void *, int)"),
        FORWARDCOM.case_in(Form::Method, "struct { int a; float b; long c; } f(void *, int)"),
        FORWARDCOM.case_in(Form::Pair, "struct { int a, b; } f(void)"),
        FORWARDCOM.case_in(Form::Pair, "struct { int a; double b; } f(void)"),
        FORWARDCOM.case_in(Form::Pair, "struct { long a; v8 b; } f(void)"),
        FORWARDCOM.case_in(Form::Variable, "v8 f(v4, v8)"),
        FORWARDCOM.case_in(Form::Variable, "void f(16*float, v4, int)"),
    ];
    for (calls, pointer, tail) in [(true, false, false), (true, true, false), (false, false, true)] {
        cases.push(Case {
            style: Style { calls, pointer, tail, ..Style::default() },
            ..FORWARDCOM.case("int f(int)")
        });
    }
    cases
}

/// Every clause that a call or a layout can show is named by some plan or layout; no other one is, but for those
/// on object files and values.
#[test]
fn every_observable_clause_is_named_by_a_rule() {
    let mut found = BTreeSet::new();
    for case in CASES.iter().map(|text| FORWARDCOM.case(text)).chain(others()) {
        for permits in [&DOCUMENT, &FORWARDCOM.readings(&[("FORWARDCOM-S08", "R3")])] {
            collect(&case, permits, &mut found);
        }
    }
    collect_others(FORWARDCOM.target, &mut found);
    collect_tools(&mut found);
    assert_found(FORWARDCOM.target, &found);
}

fn cases() -> Vec<Case> {
    CASES.iter().map(|text| FORWARDCOM.case(text)).chain(others()).collect()
}

#[test]
fn every_reading_predicts_something() {
    assert_readings_differ(FORWARDCOM.target, &cases());
}

#[test]
fn every_combination_is_a_plan() {
    assert_every_combination_is_a_plan(FORWARDCOM.target, &cases());
}

/// The clause that stands first for each value is the one that an expert would name.
#[test]
fn the_most_telling_clause_stands_first() {
    let table = [
        ("int f(int, double, v4)", "ARG-05 ARG-04 ARG-06 RET-01"),
        ("char f(void *, struct { int a, b; })", "ARG-02 ARG-08 RET-01"),
        ("struct { int a; float b; } f(struct { int a; float b; })", "ARG-12 RET-04"),
        ("void f(int, ..., int)", "ARG-05 VAR-01"),
    ];
    for (text, expected) in table {
        assert_eq!(first_clauses(&FORWARDCOM.case(text), &DOCUMENT), expected, "{text}");
    }
}
