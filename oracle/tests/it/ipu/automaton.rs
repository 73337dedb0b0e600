//! The allocation automaton of the IPU.

use super::{DOCUMENT, IPU};

#[test]
fn a_call_goes_through_states() {
    assert_eq!(
        IPU.states("void f(int, float, long long, int)", &DOCUMENT),
        ["m0a0+0", "m1a0+0", "m1a1+0", "m4-m1a1+0",]
    );
    assert_eq!(IPU.states("struct { int a, b; } f(f2, float)", &DOCUMENT), ["m0a0+0", "m1a0+0", "m1a2+0"]);
    assert_eq!(IPU.states("void f(int, ..., long long, int)", &DOCUMENT), ["m0a0+0", "m0a0+4", "m0a0+16"]);
    let positions = IPU.readings(&[("ARG-04/count", "R2")]);
    assert_eq!(IPU.states("void f(int, float, int)", &positions), ["m0a0+0", "m1a1+0", "m2a2+0"]);
}

/// Every step that a call can take is one of the automaton, and every transition but those that only a result begins
/// has a list of parameters that leads through it.
#[test]
fn steps_are_transitions() {
    IPU.assert_paths(
        &DOCUMENT,
        "m0a0+0",
        &[
            "void f(int, i4, float, f4, long long, f2, f2, f2, char, half)",
            "struct { int a, b; } f(float, struct { float a; }, struct { int a, b; }, int, int, int, i4, i4)",
            "void f(float, f2, f2, f2, float, f4, double, i2, int, int)",
        ],
    );
    IPU.assert_ways(&DOCUMENT);
}
