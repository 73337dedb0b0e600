//! The clause file of the DPU and the rules that refer to it.

use super::{BACKEND, DOCUMENT, DPU};
use crate::support::clauses::{
    assert_every_combination_is_a_plan, assert_found, assert_readings_differ, collect, collect_others,
    first_clauses,
};
use crosscall_model::plan::ClauseId;
use crosscall_model::tool::{
    Input, InputRelocation, InputSection, InputSymbol, LinkInput, SymbolAt, ToolCase,
};
use crosscall_model::{Case, Form};
use crosscall_oracle::abi;
use std::collections::BTreeSet;

/// The clauses on every statement, and on addresses in every memory.
fn collect_tools(found: &mut BTreeSet<ClauseId>) {
    let mut plan = |input: Input| {
        let case = ToolCase { target: DPU.target, input };
        let plan = abi::tool_plan(&case, &mut DPU.chooser(&DOCUMENT)).expect("a table");
        found.extend(plan.clauses);
        found.extend([plan.machine.1, plan.flags.1]);
    };
    for row in abi::tool_table(DPU.target).expect("a table").statements {
        let letters =
            [("{d}", "r1"), ("{a}", "r2"), ("{m}", "r3"), ("{p}", "d2"), ("{q}", "d4"), ("{i}", "1")];
        let text = letters.into_iter().fold(row.syntax.to_owned(), |text, (from, to)| text.replace(from, to));
        plan(Input::Statement(text.replace("{x}", "x").replace("{y}", "x")));
    }
    plan(Input::Statement("ld d3,r0,0".to_owned()));
    for address in [0x40, 0x0800_0040, 0x8000_0040, 0xf000_0040] {
        let symbols = vec![InputSymbol { name: "x".to_owned(), place: SymbolAt::Absolute(address) }];
        let relocations = vec![InputRelocation { section: 0, offset: 0, kind: 1, symbol: 0, addend: 0 }];
        let sections = vec![InputSection { address: 0x100, bytes: vec![0; 4] }];
        plan(Input::Link(LinkInput { sections, symbols, relocations, beside: None }));
    }
}

/// Functions that together reach every rule.
const CASES: &[&str] = &[
    "void f(void)",
    "unsigned char f(char, unsigned short, signed char, long, unsigned long)",
    "unsigned long long f(int, long long, int, double, int, short, unsigned, unsigned char)",
    "double f(7*int, long long, int, short)",
    "void f(8*int, int, char, long long, int)",
    "float f(float, unsigned, ..., double, int, struct { char a; }, struct { })",
    "struct { char a; short b; } f(struct { char a, b; }, struct { }, enum { A, B })",
    "struct { } f(void *, long double, size_t, _Bool)",
    "struct { int a; } f(8*int)",
    "struct { int a; } f(int, ..., int)",
    "void f(short, ..., int)",
    "void f(struct { enum { A, B } a : 3; })",
    "struct __attribute__((aligned(16))) { long long a; } f(6*int, struct { int a[5]; })",
    "union { char a[9]; short b; } f(int, short, void (*)(void))",
    "void f(struct { int a : 3; unsigned : 9; char b : 7; long long : 0; short c; })",
    "float _Complex f(int, double _Complex, wchar_t, enum { A = -1 })",
    "void f(struct { char a[3]; union { int b; } c; struct { short d; } e; })",
    "_Atomic signed char f(_Atomic unsigned short)",
    "void f(int, ..., int [[gnu::aligned(8)]], long [[gnu::aligned(4)]])",
    "int [[gnu::aligned(8)]] f(short [[gnu::aligned(8)]], struct { char a; int [[gnu::aligned(8)]] b; })",
];

/// Every clause that a call or a layout can show is named by some plan or layout; no other one is, but for those
/// on object files.
#[test]
fn every_observable_clause_is_named_by_a_rule() {
    let mut found = BTreeSet::new();
    let mut unprototyped = DPU.case("void f(int)");
    unprototyped.style.form = Form::Unprototyped;
    unprototyped.style.dynamic = 1;
    collect(&unprototyped, &DOCUMENT, &mut found);
    for text in CASES {
        let case = DPU.case(text);
        for permits in [&DOCUMENT, &BACKEND, &DPU.readings(&[("DPU-VAR-02/named", "R2")])] {
            collect(&case, permits, &mut found);
        }
    }
    collect_others(DPU.target, &mut found);
    collect_tools(&mut found);
    assert_found(DPU.target, &found);
}

fn cases() -> Vec<Case> {
    CASES.iter().map(|text| DPU.case(text)).collect()
}

#[test]
fn every_reading_predicts_something() {
    assert_readings_differ(DPU.target, &cases());
}

#[test]
fn every_combination_is_a_plan() {
    assert_every_combination_is_a_plan(DPU.target, &cases());
}

/// The clause that stands first for each value is the one that an expert would name.
#[test]
fn the_most_telling_clause_stands_first() {
    let table = [
        ("int f(int, long long, struct { int a; })", "ARG-01 ARG-04 ARG-05 RET-02"),
        ("long long f(8*int, int)", "ARG-01 ARG-01 ARG-01 ARG-01 ARG-01 ARG-01 ARG-01 ARG-01 ARG-06 RET-03"),
        ("char f(float)", "ARG-01 RET-01"),
        ("struct { char a, b; } f(struct { char a; })", "ARG-05 RET-04"),
        ("void f(int, ..., int, struct { int a; })", "VAR-02 VAR-02 VAR-02"),
        ("float _Complex f(double _Complex)", "S05 S05"),
    ];
    for (text, expected) in table {
        assert_eq!(first_clauses(&DPU.case(text), &DOCUMENT), expected, "{text}");
    }
}
