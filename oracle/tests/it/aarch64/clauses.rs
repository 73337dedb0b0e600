//! The clause file of AArch64 and the rules that refer to it.

use super::{AARCH64, DOCUMENT};
use crate::support::clauses::{
    assert_every_combination_is_a_plan, assert_found, assert_readings_differ, collect, collect_others,
    first_clauses,
};
use crosscall_model::{Case, Form};
use std::collections::BTreeSet;

/// Functions that together reach every rule.
const CASES: &[&str] = &[
    "void f(void)",
    "unsigned char f(char, unsigned short, signed char, long, unsigned long, _Bool, unsigned)",
    "unsigned long long f(int, long long, __int128, double, int, short, unsigned, size_t, ptrdiff_t)",
    "wchar_t f(void *, void (*)(void), wchar_t, enum { A, B }, enum { C = -1, D = 4294967295 })",
    "float f(8*double, float, long double, _Float16, __bf16, struct { long double a[2]; })",
    "void f(8*long, char, short, int, long, __int128, struct { char a[3]; }, void *)",
    "void f(long, unsigned __int128, long)",
    "void f(7*long, __int128, char)",
    "void f(7*long, struct { long a, b; }, long, struct { char a[9]; })",
    "void f(7*double, struct { double a, b; }, float, int __attribute__((vector_size(16))))",
    "void f(8*double, float, struct { double a __attribute__((aligned(32))); double b[3]; })",
    "void f(8*double, float, struct __attribute__((aligned(16))) { double a, b; })",
    "struct { long a[3]; } f(int, struct { long a[3]; })",
    "struct __attribute__((aligned(64))) { long a; } f(struct __attribute__((aligned(64))) { long a[5]; })",
    "struct { } f(struct { }, struct { int : 5; }, int)",
    "void f(long, struct { __int128 a[0]; }, long)",
    "void f(long, struct { long a, b; __int128 c[0]; })",
    "void f(long, struct { char a __attribute__((aligned(16))); })",
    "void f(long, struct __attribute__((packed)) { __int128 a; })",
    "void f(long, struct { __int128 a : 60; })",
    "void f(long, struct __attribute__((aligned(16))) { long a, b; })",
    "void f(9*long, int [[gnu::aligned(16)]], struct { int a; } [[gnu::aligned(4)]])",
    "void f(int, long [[gnu::aligned(8)]], struct { char a; int [[gnu::aligned(8)]] b; char c[2]; })",
    "void f(long, ..., struct __attribute__((aligned(16))) { long a, b; }, double, struct { float a, b; })",
    "void f(8*long, ..., int, struct { long a[3]; }, int __attribute__((vector_size(8))), _Float16)",
    "struct { float a, b; } f(struct { double a[4]; }, union { float a; float b[2]; }, union { float a; int b; })",
    "struct { _Float16 a; __bf16 b; } f(struct { __bf16 a; }, _Float16 _Complex, __bf16)",
    "float _Complex f(double _Complex, long double _Complex, int _Complex)",
    "struct { float a; float b __attribute__((aligned(8))); } f(void)",
    "struct { float a; int : 0; float b; } f(struct { float a; int b[0]; float c; }, struct { float a; struct { } b; })",
    "void f(struct { float a; float b[]; }, union { float a; int : 5; }, struct { _Atomic float a; float b; })",
    "struct { int __attribute__((vector_size(16))) a[2]; } f(long long __attribute__((vector_size(8))))",
    "char __attribute__((vector_size(4))) f(char __attribute__((vector_size(4))), int __attribute__((vector_size(32))))",
    "void f(long, int __attribute__((vector_size(12))))",
    "unsigned _BitInt(20) f(_BitInt(20), unsigned _BitInt(32), _BitInt(64), unsigned _BitInt(40), _BitInt(100))",
    "void f(struct { int a : 3; unsigned : 9; char b : 7; long long : 0; short c; }, struct { char a; int : 0; })",
    "void f(struct { char a; int : 3; char b; }, struct __attribute__((packed)) { int a : 3; int b : 30; })",
    "void f(struct { struct { int a; char b; } c; int d : 5; short e; }, struct { char a; int b : 20; })",
    "void f(struct { char a[3]; union { int b; } c; struct { short d; } e; }, struct { double a; long b; })",
    "_Atomic int f(_Atomic short, struct { enum { A, B } a : 3; int b : 4; }, struct { void *a; void (*b)(void); })",
    "void f(struct __attribute__((packed)) { char a; int : 0; char b; }, float __attribute__((vector_size(4))), int)",
];

fn cases() -> Vec<Case> {
    let unprototyped = AARCH64.case_in(Form::Unprototyped, "void f(double, int)");
    CASES.iter().map(|text| AARCH64.case(text)).chain([unprototyped]).collect()
}

/// Every clause that a call or a layout can show is named by some plan; no other one is.
#[test]
fn every_observable_clause_is_named_by_a_rule() {
    let (preferred, frames) = (AARCH64.readings(&[]), AARCH64.readings(&[("STACK-14", "R3")]));
    let mut found = BTreeSet::new();
    for case in cases() {
        for permits in [&preferred, &frames] {
            collect(&case, permits, &mut found);
        }
    }
    collect_others(AARCH64.target, &mut found);
    assert_found(AARCH64.target, &found);
}

#[test]
fn every_reading_predicts_something() {
    assert_readings_differ(AARCH64.target, &cases());
}

#[test]
fn every_combination_is_a_plan() {
    assert_every_combination_is_a_plan(AARCH64.target, &cases());
}

/// The clause that stands first for each value is the one that an expert would name.
#[test]
fn the_most_telling_clause_stands_first() {
    let table = [
        ("int f(int, double, void *, __int128)", "ARG-25 ARG-15 ARG-25 ARG-27 RET-01"),
        ("double f(long, __int128, struct { __int128 a; })", "ARG-25 ARG-26 ARG-28 RET-01"),
        (
            "float _Complex f(struct { float a, b; }, float _Complex, struct { int a; })",
            "ARG-16 ARG-16 ARG-28 ARG-16",
        ),
        ("struct { long a[3]; } f(struct { long a[3]; }, union { float a; int b; })", "ARG-09 ARG-28 RET-03"),
        (
            "void f(7*long, struct { long a, b; }, long)",
            "ARG-25 ARG-25 ARG-25 ARG-25 ARG-25 ARG-25 ARG-25 ARG-28 ARG-29",
        ),
        (
            "void f(8*long, char, long, struct { long a; })",
            "ARG-25 ARG-25 ARG-25 ARG-25 ARG-25 ARG-25 ARG-25 ARG-25 ARG-32 ARG-33 ARG-31",
        ),
        (
            "void f(7*float, struct { float a, b; }, float)",
            "ARG-15 ARG-15 ARG-15 ARG-15 ARG-15 ARG-15 ARG-15 ARG-17 ARG-17",
        ),
        (
            "void f(8*float, float, long double)",
            "ARG-15 ARG-15 ARG-15 ARG-15 ARG-15 ARG-15 ARG-15 ARG-15 ARG-20 ARG-19",
        ),
        ("void f(int, ..., int, double)", "ARG-25 VAR-01 VAR-01"),
        ("struct { } f(struct { })", "S07 S07"),
    ];
    for (text, expected) in table {
        assert_eq!(first_clauses(&AARCH64.case(text), &DOCUMENT), expected, "{text}");
    }
}
