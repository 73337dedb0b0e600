//! The allocation automaton of ForwardCom: how many arguments of each kind there were.

use super::{DOCUMENT, FORWARDCOM};
use crosscall_model::Target;
use crosscall_oracle::abi;

/// The states of a call: before each parameter, the address for a result among them.
fn states(text: &str) -> Vec<String> {
    abi::automaton_trace(&FORWARDCOM.case(text), &mut FORWARDCOM.chooser(&DOCUMENT))
        .into_iter()
        .map(|step| step.from)
        .collect()
}

#[test]
fn a_call_goes_through_states() {
    assert_eq!(states("void f(int, float, long, double)"), ["r0 v0", "r1 v0", "r1 v1", "r2 v1"]);
    // A value in memory has its address in a general register, the result's before all others.
    assert_eq!(
        states("struct { char a; long b; } f(struct { int a; float b; }, float)"),
        ["r0 v0", "r1 v0", "r2 v0"]
    );
    // Unnamed arguments take no register.
    assert_eq!(states("void f(int, ..., long, double)"), ["r0 v0", "r1 v0", "r1 v0"]);
    assert_eq!(states("void f(18*int, float)").last().map(String::as_str), Some("r17 v0"));
}

/// Every step that a call can take is one of the automaton, and each transition has a list of parameters that leads
/// through it, but for those that only the address of a result begins.
#[test]
fn steps_are_transitions() {
    let automaton = abi::automaton(Target::ForwardCom, &DOCUMENT);
    assert_eq!(automaton.states.first().map(String::as_str), Some("r0 v0"));
    // 0 to 17 of each kind.
    assert_eq!(automaton.states.len(), 18 * 18);
    for text in [
        "void f(20*int, 20*float)",
        "struct { char a; long b; } f(8*struct { float a[2]; }, 9*void *, struct { char a[20]; })",
        "float f(12*double, 6*v4, char, v8)",
    ] {
        for step in abi::automaton_trace(&FORWARDCOM.case(text), &mut FORWARDCOM.chooser(&DOCUMENT)) {
            assert!(automaton.transitions.iter().any(|t| t.step == step), "{text}: {step:?}");
        }
    }
    let without: Vec<_> = automaton.transitions.iter().filter(|t| t.way.is_empty()).collect();
    assert!(without.iter().all(|t| t.step.class == "result address"), "{without:?}");
}
