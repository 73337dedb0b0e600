//! The allocation automaton of x86-64.

use super::{DOCUMENT, X86_64};

#[test]
fn size() {
    let shown = X86_64.automaton_size(&DOCUMENT, "without a vector", |state| state.contains("v0+"));
    expect_test::expect!["1386 transitions between 126 states, without a vector i0v0+0 i0v0+8 i1v0+0 i1v0+8 i2v0+0 i2v0+8 i3v0+0 i3v0+8 i4v0+0 i4v0+8 i5v0+0 i5v0+8 i6v0+0 i6v0+8"].assert_eq(&shown);
}

#[test]
fn a_call_goes_through_states() {
    let text = "void f(int, double, struct { long a; double b; }, long double, 4*long, __int128, int)";
    assert_eq!(
        X86_64.states(text, &DOCUMENT),
        ["i0v0+0", "i1v0+0", "i1v1+0", "i2v2+0", "i2v2+0", "i3v2+0", "i4v2+0", "i5v2+0", "i6v2+0", "i6v2+0"]
    );
}

/// Every step that a call can take is one of the automaton, and leads to the state of the next.
#[test]
fn traces_are_paths() {
    X86_64.assert_paths(
        &DOCUMENT,
        "i0v0+0",
        &[
            "void f(int, long long, double, struct { float a; int b; }, __int128)",
            "struct { int a[5]; } f(struct { char a[4]; }, 5*int, long, long double, float, struct { }, __int128)",
            "void f(7*long, double, int, long double, 8*double, float __attribute__((vector_size(16))))",
            "void f(5*long, struct { long a, b; }, struct { long a[3]; }, long, long)",
        ],
    );
}

/// Every transition has a list of parameters that leads through it.
#[test]
fn ways_lead_through_their_transitions() {
    X86_64.assert_ways(&DOCUMENT);
}
