//! The clause file of x86-64 and the rules that refer to it.

use super::{DOCUMENT, X86_64};
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
    "_Bool f(6*long, _Bool, long long, unsigned long long, char, int, enum { A })",
    "enum { A, B } f(enum { A = -1 }, enum { B = 200 }, enum { C = 4294967295 }, short)",
    "double f(float, double, 7*int, double)",
    "float f(8*double, float, int, double)",
    "int f(wchar_t, size_t, ptrdiff_t, void *, void (*)(void))",
    "long double f(int, long double, int, 5*long, long double)",
    "long double _Complex f(long double _Complex, double _Complex, float _Complex)",
    "struct { long double a; } f(struct { long double a; }, struct { long double a; int b; })",
    "void f(union { long double a; float b; double c; }, union { long double a; int b; })",
    "__int128 f(5*long, unsigned __int128, long, __int128)",
    "void f(6*long, long, __int128)",
    "struct { int a; float b; } f(struct { float a, b; }, struct { double a, b; }, struct { double a; long b; })",
    "struct { long a, b; } f(5*long, struct { long a, b; }, long)",
    "void f(7*double, struct { double a, b; }, double)",
    "struct { long a[3]; } f(int, struct { long a[3]; }, struct { long a[9]; })",
    "union { float a; int b; } f(union { float __attribute__((vector_size(16))) a; long b; })",
    "void f(union { float __attribute__((vector_size(16))) a; double b[2]; })",
    "float __attribute__((vector_size(16))) f(float __attribute__((vector_size(8))), int __attribute__((vector_size(16))))",
    "void f(8*double, int, float __attribute__((vector_size(16))))",
    "int __attribute__((vector_size(32))) f(int __attribute__((vector_size(32))), int __attribute__((vector_size(64))))",
    "void f(int __attribute__((vector_size(32))), ..., int __attribute__((vector_size(32))))",
    "int __attribute__((vector_size(128))) f(void)",
    "char __attribute__((vector_size(4))) f(_Float16 __attribute__((vector_size(4))), float __attribute__((vector_size(4))))",
    "void f(double __attribute__((ext_vector_type(1))), long __attribute__((ext_vector_type(1))), __int128 __attribute__((ext_vector_type(1))))",
    "void f(struct { double __attribute__((ext_vector_type(1))) a; }, union { float __attribute__((vector_size(4))) a; int b; })",
    "void f(int __attribute__((ext_vector_type(3))), struct { char a; float __attribute__((vector_size(8))) b[2]; })",
    "struct { } f(struct { }, long double, struct { struct { } a; int b; })",
    "void f(6*long, struct { }, long)",
    "void f(6*long, struct { int : 5; }, long)",
    "void f(struct { int : 5; }, struct { float a; int : 5; }, struct { float a; int : 0; float b; })",
    "void f(struct { float a; int b[0]; float c; }, struct { int a[0]; double b; }, struct { float a; int b[]; })",
    "void f(struct { int a : 3; unsigned : 9; char b : 7; long long : 0; short c; }, struct { char a; int : 0; })",
    "void f(struct { char a; int : 3; char b; }, struct __attribute__((packed)) { int a : 3; int b : 30; })",
    "void f(struct { char a; int b : 20; }, struct { char a[2]; int b : 30; }, struct { enum { A, B } a : 3; int b : 4; })",
    "void f(struct __attribute__((packed)) { char a; int b; }, struct { char a; struct __attribute__((packed)) { int b; } c; })",
    "void f(struct { int a; double [[gnu::aligned(4)]] b; }, struct __attribute__((packed)) { char a; long b : 60; })",
    "struct __attribute__((aligned(64))) { long a; } f(int, struct __attribute__((aligned(64))) { int a[5]; })",
    "struct __attribute__((aligned(16))) { long a; } f(struct __attribute__((aligned(16))) { float a; })",
    "void f(int, ..., double, long, long double, struct { long a; double b; }, __int128, struct __attribute__((aligned(32))) { long a; })",
    "void f(6*long, ..., int, double)",
    "void f(6*long, long, long [[gnu::aligned(16)]])",
    "void f(6*long, long, struct { long a, b; } [[gnu::aligned(16)]])",
    "void f(struct { char a; int [[gnu::aligned(16)]] b; struct { int x; } [[gnu::aligned(16)]] c; })",
    "_Atomic short f(_Atomic int, _Atomic char, struct { _Atomic float a; _Atomic short b; })",
    "int _Complex f(char _Complex, long _Complex, 2*long, int _Complex)",
    "_Float16 f(_Float16, __bf16, _Float16 _Complex)",
    "__bf16 f(struct { __bf16 a; float b; })",
    "unsigned _BitInt(20) f(_BitInt(20), unsigned _BitInt(32), _BitInt(64), unsigned _BitInt(40), _BitInt(7))",
    "_BitInt(100) f(6*long, int, _BitInt(100), struct { char a; _BitInt(100) b; }, struct { _BitInt(9) a; })",
    "void f(struct { char a[3]; union { int b; char c; } c; struct { short d; } e; }, union { char a[9]; short b; })",
];

fn cases() -> Vec<Case> {
    let unprototyped = X86_64.case_in(Form::Unprototyped, "void f(double, int)");
    CASES.iter().map(|text| X86_64.case(text)).chain([unprototyped]).collect()
}

/// Every clause that a call, a layout or an object file can show is named by some plan, and no other one is.
#[test]
fn every_observable_clause_is_named_by_a_rule() {
    let mut found = BTreeSet::new();
    for case in cases() {
        collect(&case, &DOCUMENT, &mut found);
    }
    collect_others(X86_64.target, &mut found);
    assert_found(X86_64.target, &found);
}

#[test]
fn every_reading_predicts_something() {
    assert_readings_differ(X86_64.target, &cases());
}

#[test]
fn every_combination_is_a_plan() {
    assert_every_combination_is_a_plan(X86_64.target, &cases());
}

/// The clause that stands first for each value is the one that an expert would name.
#[test]
fn the_most_telling_clause_stands_first() {
    let table = [
        ("int f(int, double, long double)", "ARG-38 ARG-40 ARG-42 RET-05"),
        ("double f(7*long)", "ARG-38 ARG-38 ARG-38 ARG-38 ARG-38 ARG-38 ARG-44 RET-06"),
        (
            "struct { float a; int b; } f(struct { float a, b; }, struct { long a; double b; })",
            "ARG-26 ARG-25 ARG-29",
        ),
        ("struct { long a[3]; } f(struct { long a[3]; }, struct { long a[9]; })", "ARG-34 ARG-20 RET-02"),
        ("void f(struct __attribute__((packed)) { char a; int b; }, float _Complex)", "ARG-21 ARG-18"),
        ("void f(union { long double a; int b; }, union { long double a; float b; })", "ARG-33 ARG-32"),
        ("void f(union { float __attribute__((vector_size(16))) a; long b; }, __int128)", "ARG-35 ARG-38"),
        (
            "long double f(struct { char a; struct { } b; }, struct __attribute__((aligned(16))) { char a; })",
            "ARG-25 S10 RET-08",
        ),
        ("void f(int __attribute__((vector_size(16))), int __attribute__((vector_size(32))))", "ARG-11 S16"),
        (
            "void f(5*long, ..., struct { long a, b; }, long)",
            "ARG-38 ARG-38 ARG-38 ARG-38 ARG-38 VAR-16 VAR-17",
        ),
        ("_BitInt(7) f(int _Complex, _Float16)", "S17 ARG-40 RET-05"),
    ];
    for (text, expected) in table {
        assert_eq!(first_clauses(&X86_64.case(text), &DOCUMENT), expected, "{text}");
    }
}
