//! The allocation automaton of ForwardCom: how many arguments of each kind there were.

use super::{DOCUMENT, FORWARDCOM};

#[test]
fn a_call_goes_through_states() {
    assert_eq!(
        FORWARDCOM.states("void f(int, float, long, double)", &DOCUMENT),
        ["r0 v0", "r1 v0", "r1 v1", "r2 v1"]
    );
    // A value in memory has its address in a general register, the result's before all others.
    assert_eq!(
        FORWARDCOM.states("struct { char a; long b; } f(struct { int a; float b; }, float)", &DOCUMENT),
        ["r0 v0", "r1 v0", "r2 v0"]
    );
    // Unnamed arguments take no register.
    assert_eq!(FORWARDCOM.states("void f(int, ..., long, double)", &DOCUMENT), ["r0 v0", "r1 v0", "r1 v0"]);
    assert_eq!(
        FORWARDCOM.states("void f(18*int, float)", &DOCUMENT).last().map(String::as_str),
        Some("r17 v0")
    );
}

/// Every step that a call can take is one of the automaton, and each transition has a list of parameters that leads
/// through it, but for those that only the address of a result begins.
#[test]
fn steps_are_transitions() {
    // 0 to 17 of each kind.
    assert_eq!(FORWARDCOM.automaton(&DOCUMENT).states.len(), 18 * 18);
    FORWARDCOM.assert_paths(
        &DOCUMENT,
        "r0 v0",
        &[
            "void f(20*int, 20*float)",
            "struct { char a; long b; } f(8*struct { float a[2]; }, 9*void *, struct { char a[20]; })",
            "float f(12*double, 6*v4, char, v8)",
        ],
    );
    FORWARDCOM.assert_ways(&DOCUMENT);
}
