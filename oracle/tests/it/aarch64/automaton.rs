//! The allocation automaton of AArch64.

use super::{AARCH64, DOCUMENT};

#[test]
fn size() {
    let shown = AARCH64.automaton_size(&DOCUMENT, "with neither SIMD registers nor the stack", |state| {
        state.ends_with("v0+0")
    });
    expect_test::expect!["1373 transitions between 98 states, with neither SIMD registers nor the stack x0v0+0 x1v0+0 x2v0+0 x3v0+0 x4v0+0 x5v0+0 x6v0+0 x7v0+0 x8v0+0"].assert_eq(&shown);
}

#[test]
fn a_call_goes_through_states() {
    let states = |text| AARCH64.states(text, &DOCUMENT);
    assert_eq!(states("void f(int, __int128, double, int)"), ["x0v0+0", "x1v0+0", "x4v0+0", "x4v1+0"]);
    assert_eq!(
        states("struct { long a[3]; } f(7*long, struct { long a, b; }, struct { float a[4]; }, int)")[7..],
        ["x6v0+0", "x7v0+0", "x8v0+0", "x8v4+0"]
    );
}

/// Every step that a call can take is one of the automaton, and leads to the state of the next.
#[test]
fn traces_are_paths() {
    AARCH64.assert_paths(
        &DOCUMENT,
        "x0v0+0",
        &[
            "void f(int, __int128, double, struct { float a; int b; }, double _Complex)",
            "struct { int a[5]; } f(struct { char a[4]; }, 5*int, __int128, float, struct { }, long long)",
            "void f(7*double, struct { double a, b; }, int, long double, 8*long, struct { double a[3]; }, int)",
        ],
    );
}

/// Every transition but those that only a result begins has a list of parameters that leads through it.
#[test]
fn ways_lead_through_their_transitions() {
    AARCH64.assert_ways(&DOCUMENT);
}
