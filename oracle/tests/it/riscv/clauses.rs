//! The clause file of RISC-V and the rules that refer to it. A clause may bind some of the ABIs only, so that all of them
//! are looked at together.

use super::{ALL, DOCUMENT, ILP32D, LP64D};
use crate::support::clauses::{
    self as support, assert_every_combination_is_a_plan, assert_found_in, collect, collect_others,
    first_clauses,
};
use crosscall_model::plan::ClauseId;
use crosscall_model::tool::{Beside, Input, InputRelocation, InputSection, LinkInput, ToolCase};
use crosscall_model::{Case, Form};
use crosscall_oracle::abi;
use crosscall_oracle::clause::{catalogue, document};
use std::collections::{BTreeMap, BTreeSet};

/// Functions that together reach every rule.
const CASES: &[&str] = &[
    "void f(void)",
    "unsigned char f(char, unsigned short, signed char, long, unsigned long, _Bool, unsigned)",
    "unsigned long long f(int, long long, int, double, int, short, unsigned, unsigned char)",
    "double f(7*int, long long, int, short)",
    "void f(7*long, long double, char, struct { char a[3]; })",
    "void f(7*int, double, int)",
    "void f(5*int, ..., double, int)",
    "void f(5*int, long long, struct { long a, b; })",
    "void f(5*int, struct { long a, b; }, int)",
    "void f(8*int, int, char, long long, int)",
    "void f(8*double, float, struct { float a, b; }, struct { double a; int b; })",
    "void f(7*double, struct { float a, b; }, double)",
    "void f(7*float, struct { float a, b; }, float)",
    "float f(float, unsigned, ..., double, int, struct { char a; }, struct { })",
    "void f(double, ..., double, long double, struct { long a[3]; }, struct { int a[3]; }, _Float16)",
    "void f(9*int, ..., int, double)",
    "void f(6*int, int, ..., double, int)",
    "struct { char a; short b; } f(struct { char a, b; }, struct { }, enum { A, B })",
    "struct { } f(void *, long double, size_t, ptrdiff_t, void (*)(void))",
    "struct { int a; } f(8*int)",
    "struct { long a[3]; } f(int, struct { long a[3]; })",
    "struct { int a; } f(int, ..., int)",
    "void f(struct { enum { A, B } a : 3; int b : 4; })",
    "struct __attribute__((aligned(64))) { long long a; } f(6*int, struct __attribute__((aligned(64))) { int a[5]; })",
    "union { char a[9]; short b; } f(int, short, union { float a; int b; })",
    "void f(struct { int a : 3; unsigned : 9; char b : 7; long long : 0; short c; }, struct { char a; int : 0; })",
    "void f(struct { char a; int : 3; char b; }, struct __attribute__((packed)) { int a : 3; int b : 30; })",
    "float _Complex f(int, double _Complex, wchar_t, enum { A = -1 }, enum { B = 200 })",
    "long double _Complex f(_Float16 _Complex, _Float16, long double _Complex)",
    "void f(struct { char a[3]; union { int b; } c; struct { short d; } e; })",
    "float __attribute__((vector_size(8))) f(float __attribute__((vector_size(8))), int __attribute__((vector_size(32))))",
    "float f(struct { float a; }, struct { float a; double b; }, struct { float a; int b; }, struct { double _Complex a; })",
    "void f(struct { struct { float a[1]; } b[2]; }, struct { float a; union { } b; float c; })",
    "void f(struct { float a; int : 0; float b; }, struct { float a; int b[0]; float c; })",
    "void f(struct { float a; struct { } b[2]; float c; }, struct { float a; struct { } b[0]; float c; })",
    "void f(struct { float a; float b[]; }, struct { float a; int : 5; }, struct { int : 5; })",
    "void f(struct { void *p; double d; }, struct { float f; long long b : 20; }, struct { union { float a; } b; })",
    "void f(struct { void *p; float f; }, struct __attribute__((packed)) { int i; double d; })",
    "void f(struct { double a, b, c; }, struct { long long a; float b; })",
    "unsigned _BitInt(20) f(_BitInt(20), unsigned _BitInt(32), _BitInt(64), unsigned _BitInt(40), _BitInt(100))",
    "void f(struct { _Atomic float a; int b; })",
    "void f(int, ..., long long [[gnu::aligned(16)]], struct { char a; int [[gnu::aligned(8)]] b; })",
    "__bf16 f(__bf16, int _Complex, _Atomic short, struct { char a; _BitInt(9) b; })",
    "void f(struct { struct { } a; long long b[]; }, int)",
    "void f(struct { char a; int __attribute__((vector_size(32))) b; })",
    "void f(struct { char a; int __attribute__((vector_size(12))) b; }, int __attribute__((vector_size(12))))",
    "void f(int, ..., struct { long a, b; } [[gnu::aligned(16)]])",
];

/// The same by the ABIs with registers of 64 bits.
const WIDE: &[&str] = &["__int128 f(7*long, unsigned __int128)"];

/// Clauses that plans for an assembler and a linker name.
fn collect_tools(setting: &super::Setting, found: &mut BTreeSet<ClauseId>) {
    let target = setting.target;
    let table = abi::tool_table(target).expect("a table");
    found.extend(table.statements.iter().flat_map(|row| row.clauses));
    found.extend(table.relocations.iter().map(|row| row.clause));
    found.extend(table.programs.iter().flat_map(|program| program.clauses));
    let beside = |flags: &u32| {
        Input::Link(LinkInput {
            sections: vec![InputSection { address: 0x100, bytes: vec![0] }],
            beside: Some(Beside::Flagged { flags: *flags }),
            ..LinkInput::default()
        })
    };
    let reserved = LinkInput {
        sections: vec![InputSection { address: 0x100, bytes: vec![0] }],
        relocations: vec![InputRelocation { section: 0, offset: 0, kind: 66, symbol: 0, addend: 0 }],
        ..LinkInput::default()
    };
    let inputs = table.beside.iter().map(beside);
    for input in inputs.chain([Input::Link(reserved), Input::Statement("call x".to_owned())]) {
        let case = ToolCase { target, input };
        let plan = abi::tool_plan(&case, &mut setting.chooser(&DOCUMENT)).expect("a table");
        found.extend(plan.clauses);
        found.extend([plan.machine.1, plan.flags.1]);
    }
}

fn cases(setting: &super::Setting) -> Vec<Case> {
    let unprototyped = setting.case_in(Form::Unprototyped, "void f(double, int)");
    let wide = if setting.target.word() == 8 { WIDE } else { &[] };
    CASES.iter().chain(wide).map(|text| setting.case(text)).chain([unprototyped]).collect()
}

/// Every clause that a call, a layout or an object file can show is named by some plan; no other one is, and none that
/// does not bind the plan's ABI.
#[test]
fn every_observable_clause_is_named_by_a_rule() {
    let mut all = BTreeSet::new();
    for setting in ALL {
        let (preferred, frames) = (setting.readings(&[]), setting.readings(&[("RISCV-STACK-06", "R3")]));
        let mut found = BTreeSet::new();
        for case in cases(&setting) {
            for permits in [&preferred, &frames] {
                collect(&case, permits, &mut found);
            }
        }
        collect_others(setting.target, &mut found);
        collect_tools(&setting, &mut found);
        let of_others: Vec<_> =
            found.iter().filter(|id| catalogue(setting.target).id(id).is_none()).collect();
        assert_eq!(of_others, Vec::<&&str>::new(), "{}", setting.target);
        all.extend(found);
    }
    assert_found_in(LP64D.target, &document(LP64D.target).expect("a clause file"), &all);
}

/// By some ABI: which registers a vector's floating lanes are in, say, is no question where all are integer registers.
#[test]
fn every_reading_predicts_something() {
    let mut differing = BTreeMap::new();
    for setting in ALL {
        for (reading, shown) in support::differing(setting.target, &cases(&setting)) {
            *differing.entry(reading).or_insert(false) |= shown;
        }
    }
    for (reading, shown) in differing {
        assert!(shown, "{reading}: no case shows it");
    }
}

#[test]
fn every_combination_is_a_plan() {
    for setting in ALL {
        let cases: Vec<_> = CASES.iter().map(|text| setting.case(text)).collect();
        assert_every_combination_is_a_plan(setting.target, &cases);
    }
}

/// The clause that stands first for each value is the one that an expert would name.
#[test]
fn the_most_telling_clause_stands_first() {
    let table = [
        ("int f(int, long long, struct { int a; })", "ARG-02 ARG-13 ARG-17 RET-02"),
        ("float f(float, struct { float a, b; }, float _Complex)", "ARG-41 ARG-45 ARG-48 RET-06"),
        ("void f(struct { float a; int b; }, struct { float a; })", "ARG-49 ARG-44"),
        ("struct { int a[5]; } f(struct { int a[5]; })", "ARG-21 RET-03"),
        ("void f(union { float a; }, long double)", "ARG-52 ARG-42"),
    ];
    for (text, expected) in table {
        assert_eq!(first_clauses(&ILP32D.case(text), &DOCUMENT), expected, "{text}");
    }
}
