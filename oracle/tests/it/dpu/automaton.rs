//! The allocation automaton of the DPU.

use super::{DOCUMENT, DPU};
use crosscall_oracle::choose::Permits;

fn shown(permits: &dyn Permits) -> String {
    DPU.automaton_size(permits, "with an even stack", |state| state.ends_with("+0"))
}

#[test]
fn states_by_dialect() {
    expect_test::expect!["171 transitions between 17 states, with an even stack r0+0 r1+0 r2+0 r3+0 r4+0 r4-r1+0 r5+0 r6+0 r6-r1+0 r6-r3+0 r7+0 r8+0 r8-r1+0 r8-r3+0 r8-r5+0 r8-r7+0"].assert_eq(&shown(&DOCUMENT));
    expect_test::expect!["301 transitions between 30 states, with an even stack r0+0 r1+0 r2+0 r3+0 r4+0 r4-r1+0 r5+0 r5-r1+0 r6+0 r6-r1+0 r6-r3+0 r7+0 r7-r1+0 r7-r3+0 r8+0 r8-r1+0 r8-r3+0 r8-r5+0 r8-r1-r5+0 r8-r7+0 r8-r1-r7+0 r8-r3-r7+0"].assert_eq(&shown(&DPU.readings(&[("DPU-ARG-03", "R1")])));
    expect_test::expect!["181 transitions between 18 states, with an even stack r0+0 r1+0 r2+0 r3+0 r4+0 r4-r1+0 r5+0 r6+0 r6-r1+0 r6-r3+0 r7+0 r7 closed+0 r8+0 r8-r1+0 r8-r3+0 r8-r5+0"].assert_eq(&shown(&DPU.readings(&[("DPU-ARG-04", "R4")])));
}

#[test]
fn a_call_goes_through_states() {
    assert_eq!(
        DPU.states("void f(int, long long, int, int)", &DOCUMENT),
        ["r0+0", "r1+0", "r4-r1+0", "r4+0"]
    );
    let lost = DPU.readings(&[("DPU-ARG-03", "R1")]);
    assert_eq!(DPU.states("void f(int, long long, int, int)", &lost), ["r0+0", "r1+0", "r4-r1+0", "r5-r1+0"]);
    assert_eq!(DPU.states("struct { int a; } f(double)", &DOCUMENT), ["r0+0", "r1+0"]);
    assert_eq!(DPU.states("void f(8*int, int, int)", &DOCUMENT)[8..], ["r8+0", "r8+4"]);
    assert_eq!(DPU.states("void f(7*int, long long, int)", &DOCUMENT)[7..], ["r7+0", "r8-r7+0"]);
}

/// Every step that a call can take is one of the automaton, and leads to the state of the next.
#[test]
fn traces_are_paths() {
    DPU.assert_paths(
        &DOCUMENT,
        "r0+0",
        &[
            "void f(int, long long, char, double, struct { int a; }, float _Complex)",
            "struct { int a[3]; } f(struct { char a[3]; }, 5*int, long long, float, struct { }, long long)",
            "void f(7*int, double, short, int, long long, int)",
        ],
    );
}

/// Every transition but those that only a result begins has a list of parameters that leads through it.
#[test]
fn ways_lead_through_their_transitions() {
    DPU.assert_ways(&DOCUMENT);
}
