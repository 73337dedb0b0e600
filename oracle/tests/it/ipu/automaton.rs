//! The allocation automaton of the IPU.

use super::{DOCUMENT, IPU};
use crate::support::Readings;
use crosscall_model::Target;
use crosscall_oracle::abi;

/// The states of a call: before each parameter, the address for a result among them.
fn states(text: &str, permits: &Readings) -> Vec<String> {
    abi::automaton_trace(&IPU.case(text), &mut IPU.chooser(permits))
        .into_iter()
        .map(|step| step.from)
        .collect()
}

#[test]
fn a_call_goes_through_states() {
    assert_eq!(
        states("void f(int, float, long long, int)", &DOCUMENT),
        ["m0a0+0", "m1a0+0", "m1a1+0", "m4-m1a1+0",]
    );
    assert_eq!(states("struct { int a, b; } f(f2, float)", &DOCUMENT), ["m0a0+0", "m1a0+0", "m1a2+0"]);
    assert_eq!(states("void f(int, ..., long long, int)", &DOCUMENT), ["m0a0+0", "m0a0+4", "m0a0+16"]);
    let positions = IPU.readings(&[("ARG-04/count", "R2")]);
    assert_eq!(states("void f(int, float, int)", &positions), ["m0a0+0", "m1a1+0", "m2a2+0"]);
}

/// Every step that a call can take is one of the automaton, and every transition but those that only a result begins
/// has a list of parameters that leads through it.
#[test]
fn steps_are_transitions() {
    let automaton = abi::automaton(Target::Ipu, &DOCUMENT);
    assert_eq!(automaton.states.first().map(String::as_str), Some("m0a0+0"));
    for text in [
        "void f(int, i4, float, f4, long long, f2, f2, f2, char, half)",
        "struct { int a, b; } f(float, struct { float a; }, struct { int a, b; }, int, int, int, i4, i4)",
        "void f(float, f2, f2, f2, float, f4, double, i2, int, int)",
    ] {
        for step in abi::automaton_trace(&IPU.case(text), &mut IPU.chooser(&DOCUMENT)) {
            assert!(automaton.transitions.iter().any(|t| t.step == step), "{text}: {step:?}");
        }
    }
    let without: Vec<_> = automaton.transitions.iter().filter(|t| t.way.is_empty()).collect();
    assert!(without.iter().all(|t| t.step.class == "result address"), "{without:?}");
}
