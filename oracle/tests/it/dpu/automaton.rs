//! The allocation automaton of the DPU.

use super::{DOCUMENT, DPU};
use crate::support::Readings;
use crosscall_oracle::abi;
use crosscall_oracle::choose::Permits;

/// The states of a call: before each parameter, the address for a result among them.
fn states(text: &str, permits: &Readings) -> Vec<String> {
    abi::automaton_trace(&DPU.case(text), &mut DPU.chooser(permits))
        .into_iter()
        .map(|step| step.from)
        .collect()
}

fn shown(permits: &dyn Permits) -> String {
    let automaton = abi::automaton(DPU.target, permits);
    let states: Vec<&str> =
        automaton.states.iter().map(String::as_str).filter(|s| s.ends_with("+0")).collect();
    format!(
        "{} transitions between {} states, with an even stack {}",
        automaton.transitions.len(),
        automaton.states.len(),
        states.join(" ")
    )
}

#[test]
fn states_by_dialect() {
    expect_test::expect!["171 transitions between 17 states, with an even stack r0+0 r1+0 r2+0 r3+0 r4+0 r4-r1+0 r5+0 r6+0 r6-r1+0 r6-r3+0 r7+0 r8+0 r8-r1+0 r8-r3+0 r8-r5+0 r8-r7+0"].assert_eq(&shown(&DOCUMENT));
    expect_test::expect!["301 transitions between 30 states, with an even stack r0+0 r1+0 r2+0 r3+0 r4+0 r4-r1+0 r5+0 r5-r1+0 r6+0 r6-r1+0 r6-r3+0 r7+0 r7-r1+0 r7-r3+0 r8+0 r8-r1+0 r8-r3+0 r8-r5+0 r8-r1-r5+0 r8-r7+0 r8-r1-r7+0 r8-r3-r7+0"].assert_eq(&shown(&DPU.readings(&[("DPU-ARG-03", "R1")])));
    expect_test::expect!["181 transitions between 18 states, with an even stack r0+0 r1+0 r2+0 r3+0 r4+0 r4-r1+0 r5+0 r6+0 r6-r1+0 r6-r3+0 r7+0 r7 closed+0 r8+0 r8-r1+0 r8-r3+0 r8-r5+0"].assert_eq(&shown(&DPU.readings(&[("DPU-ARG-04", "R4")])));
}

#[test]
fn a_call_goes_through_states() {
    assert_eq!(states("void f(int, long long, int, int)", &DOCUMENT), ["r0+0", "r1+0", "r4-r1+0", "r4+0"]);
    let lost = DPU.readings(&[("DPU-ARG-03", "R1")]);
    assert_eq!(states("void f(int, long long, int, int)", &lost), ["r0+0", "r1+0", "r4-r1+0", "r5-r1+0"]);
    assert_eq!(states("struct { int a; } f(double)", &DOCUMENT), ["r0+0", "r1+0"]);
    assert_eq!(states("void f(8*int, int, int)", &DOCUMENT)[8..], ["r8+0", "r8+4"]);
    assert_eq!(states("void f(7*int, long long, int)", &DOCUMENT)[7..], ["r7+0", "r8-r7+0"]);
}

/// Every step that a call can take is one of the automaton, and leads to the state of the next.
#[test]
fn traces_are_paths() {
    let automaton = abi::automaton(DPU.target, &DOCUMENT);
    assert_eq!(automaton.states.first().map(String::as_str), Some("r0+0"));
    for text in [
        "void f(int, long long, char, double, struct { int a; }, float _Complex)",
        "struct { int a[3]; } f(struct { char a[3]; }, 5*int, long long, float, struct { }, long long)",
        "void f(7*int, double, short, int, long long, int)",
    ] {
        let trace = abi::automaton_trace(&DPU.case(text), &mut DPU.chooser(&DOCUMENT));
        assert_eq!(trace[0].from, "r0+0", "{text}");
        for step in &trace {
            assert!(automaton.transitions.iter().any(|t| t.step == *step), "{text}: {step:?}");
        }
        for pair in trace.windows(2) {
            let [step, next] = pair else { continue };
            let taken = automaton.transitions.iter().any(|t| t.step == *step && t.to == next.from);
            assert!(taken, "{text}: {step:?} to {}", next.from);
        }
    }
}

/// Every transition but those that only a result begins has a list of parameters that leads through it.
#[test]
fn ways_lead_through_their_transitions() {
    let automaton = abi::automaton(DPU.target, &DOCUMENT);
    let without: Vec<_> = automaton.transitions.iter().filter(|t| t.way.is_empty()).collect();
    assert!(without.iter().all(|t| t.step.class == "result address"), "{without:?}");
}
